#include "python/src/backtest/configured.hpp"

#include <algorithm>

#include <nanobind/stl/string.h>

#include "python/src/errors.hpp"

namespace hotpath::python {

namespace nb = nanobind;

PythonRegistry::PythonRegistry(const nb::list& descriptions,
                               const std::shared_ptr<PythonRun>& run) {
    std::vector<strategy::Registration> registrations;
    for (const nb::handle description : descriptions) {
        own_.push_back(registration_of(python_class(description), run));
        registrations.push_back(own_.back().registration);
    }
    registry_.emplace(value_of(strategy::Registry::create(registrations)));
}

Configured configure(const ConfigurationText& from, const nb::list& descriptions) {
    Configured made;
    const PythonRegistry strategies(descriptions, made.run);
    auto config = backtest::parse_backtest_config(from.text, from.name, strategies.registry());
    made.run->control->raise_if_failed();
    made.config = value_of(std::move(config));
    made.is_python =
        std::ranges::any_of(made.config.trade.strategies, [&](const strategy::StrategyPart& part) {
            return std::ranges::any_of(descriptions, [&](nb::handle description) {
                return nb::cast<std::string>(description.attr("name")) == part.choice.name();
            });
        });
    if (made.is_python) {
        made.config.threads = 1;  // Python runs one callback at a time
    }
    return made;
}

}  // namespace hotpath::python
