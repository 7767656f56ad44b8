#include "python/src/backtest/configured.hpp"

#include <algorithm>

#include <nanobind/stl/string.h>

#include "python/src/errors.hpp"

namespace hotpath::python {

namespace nb = nanobind;

strategy::Registry registry_of(const nb::list& descriptions,
                               const std::shared_ptr<PythonRun>& run) {
    std::vector<strategy::Registration> own;
    for (const nb::handle description : descriptions) {
        own.push_back(registration_of(python_class(description), run));
    }
    return value_of(strategy::Registry::create(own));
}

Configured configure(const ConfigurationText& from, const nb::list& descriptions) {
    Configured made;
    const strategy::Registry registry = registry_of(descriptions, made.run);
    auto config = app::parse_backtest_config(from.text, from.name, registry);
    made.run->control->raise_if_failed();
    made.config = value_of(std::move(config));
    made.is_python =
        std::ranges::any_of(made.config.trade.strategies, [&](const app::StrategyPart& part) {
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
