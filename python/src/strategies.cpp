#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "hotpath/config/strategy_table.hpp"
#include "python/src/backtest/configured.hpp"
#include "python/src/bindings.hpp"
#include "python/src/strategy/event_values.hpp"
#include "python/src/strategy/python_values.hpp"
#include "python/src/strategy/views.hpp"

namespace hotpath::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using strategy::Parameter;
using strategy::ParameterKind;

/// Dollars are in price units, as everywhere.
[[nodiscard]] nb::dict parameter_dict(const Parameter& parameter) {
    constexpr const char* kKinds[]{"integer", "dollars", "symbol"};
    nb::dict about;
    about["key"] = std::string(parameter.key);
    about["kind"] = parameter.is_size ? "shares" : kKinds[static_cast<std::size_t>(parameter.kind)];
    about["unit"] = std::string(strategy::unit_of(parameter.key));
    about["meaning"] = std::string(parameter.meaning);
    if (parameter.kind == ParameterKind::Symbol) {
        about["default"] = nb::none();
        about["least"] = nb::none();
        about["most"] = nb::none();
    } else {
        about["default"] = parameter.value;
        about["least"] = parameter.least;
        about["most"] = parameter.most;
    }
    return about;
}

[[nodiscard]] nb::list strategies(const nb::list& own) {
    const PythonRegistry known(own, std::make_shared<PythonRun>());
    nb::list all;
    for (const strategy::Registration& each : known.registry().all()) {
        nb::list parameters;
        for (const Parameter& parameter : strategy::StrategyChoice(each).parameters()) {
            parameters.append(parameter_dict(parameter));
        }
        nb::dict about;
        about["name"] = std::string(each.name);
        about["summary"] = std::string(each.summary);
        about["venues"] = each.venues;
        about["follows_queue"] = each.follows_queue;
        about["parameters"] = parameters;
        all.append(about);
    }
    return all;
}

}  // namespace

void bind_strategies(nb::module_& module) {
    bind_enumerations(module);
    bind_event_values(module);
    bind_book_view(module);
    bind_context_view(module);
    bind_intents_view(module);
    module.def("strategies", strategies, "own"_a,
               nb::sig("def strategies(own: list[typing.Any]) -> list[dict[str, typing.Any]]"),
               "Every strategy: name, summary, venues and parameters, those of `own` included.");
}

}  // namespace hotpath::python
