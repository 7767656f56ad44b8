#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "hotpath/backtest/statistics/bootstrap.hpp"
#include "hotpath/backtest/statistics/daily.hpp"
#include "hotpath/backtest/statistics/overfitting.hpp"
#include "python/src/backtest/sweep_job.hpp"
#include "python/src/bindings.hpp"

namespace hotpath::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Days = std::vector<double>;

void bind_sweep_job(nb::module_& module) {
    nb::class_<SweepJob>(module, "SweepJob", "A search over parameters, a point at a time.")
        .def(
            "__init__",
            [](SweepJob* job, const std::string& text, const std::string& name,
               const nb::list& strategies, const std::vector<std::string>& axes, std::size_t random,
               std::uint64_t seed) {
                new (job) SweepJob(configure({.text = text, .name = name}, strategies),
                                   {.axes = axes, .random = random, .seed = seed});
            },
            "text"_a, "name"_a, "strategies"_a, "axes"_a, "random"_a, "seed"_a,
            nb::sig("def __init__(self, text: str, name: str, strategies: list[typing.Any], "
                    "axes: list[str], random: int, seed: int) -> None"))
        .def_prop_ro("points", &SweepJob::points, "int: trials, and neighbours of the best.")
        .def_prop_ro("tried", &SweepJob::tried, "int: the first points, which are trials.")
        .def_prop_ro("refused", &SweepJob::refused, "int: points that the strategy refuses.")
        .def("values", &SweepJob::values, "point"_a,
             nb::sig("def values(self, point: int) -> dict[str, typing.Any]"))
        .def("places", &SweepJob::places, "point"_a, "list[int]: which value of each axis.")
        .def("run", &SweepJob::run, "point"_a, "places"_a,
             "A line; without the GIL but for callbacks.")
        .def("stop", &SweepJob::stop)
        .def("interrupt_callback", &SweepJob::interrupt_callback)
        .def(
            "open",
            [](SweepJob& job, const std::string& folder, const std::string& code) {
                job.open(folder, code);
            },
            "folder"_a, "code"_a)
        .def("has", &SweepJob::has, "point"_a)
        .def("append", &SweepJob::append, "line"_a)
        .def("add_neighbours", &SweepJob::add_neighbours)
        .def("best", &SweepJob::best)
        .def("finish", &SweepJob::finish)
        .def("table", [](const SweepJob& job) { return to_rows(job.table()); })
        .def("trials", &SweepJob::trials, "list[list[float]]: dollars of each day of each trial.");
}

nb::object deflated_sharpe(const std::vector<Days>& trials) {
    const auto deflated = backtest::deflated_sharpe(trials);
    return deflated ? nb::object(nb::make_tuple(deflated->probability, deflated->expected_max,
                                                deflated->trials))
                    : nb::none();
}

nb::object overfitting_probability(const std::vector<Days>& trials, std::uint32_t blocks_max) {
    const auto overfitting = backtest::overfitting_probability(trials, blocks_max);
    return overfitting ? nb::object(nb::make_tuple(overfitting->probability, overfitting->blocks,
                                                   overfitting->splits))
                       : nb::none();
}

nb::object interval_of(const Days& days, backtest::DailyStatistic statistic) {
    const auto interval = backtest::confidence_interval(days, statistic);
    return interval ? nb::object(nb::make_tuple(interval->low, interval->high)) : nb::none();
}

void bind_statistics(nb::module_& module) {
    module.def("deflated_sharpe", deflated_sharpe, "trials"_a,
               nb::sig("def deflated_sharpe(trials: list[list[float]]) -> "
                       "tuple[float, float, int] | None"));
    module.def(
        "overfitting_probability", overfitting_probability, "trials"_a, "blocks_max"_a = 16,
        nb::sig("def overfitting_probability(trials: list[list[float]], blocks_max: int = 16)"
                " -> tuple[float, int, int] | None"));
    module.def("sharpe", [](const Days& days) { return backtest::sharpe(days); }, "days"_a);
    module.def("sortino", [](const Days& days) { return backtest::sortino(days); }, "days"_a);
    module.def(
        "sharpe_interval", [](const Days& days) { return interval_of(days, backtest::sharpe); },
        "days"_a, nb::sig("def sharpe_interval(days: list[float]) -> tuple[float, float] | None"));
    module.def(
        "sortino_interval", [](const Days& days) { return interval_of(days, backtest::sortino); },
        "days"_a, nb::sig("def sortino_interval(days: list[float]) -> tuple[float, float] | None"));
    module.def(
        "t_statistic",
        [](const Days& days) -> nb::object {
            const auto t = backtest::t_statistic(days);
            return t ? nb::object(nb::make_tuple(t->t, t->needed)) : nb::none();
        },
        "days"_a, nb::sig("def t_statistic(days: list[float]) -> tuple[float, float] | None"));
}

}  // namespace

void bind_sweep(nb::module_& module) {
    bind_sweep_job(module);
    bind_statistics(module);
}

}  // namespace hotpath::python
