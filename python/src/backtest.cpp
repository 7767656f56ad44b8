#include <filesystem>
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "hotpath/files/html_page.hpp"
#include "python/src/backtest/backtest_job.hpp"
#include "python/src/backtest/pair_signal.hpp"
#include "python/src/backtest/result_tables.hpp"
#include "python/src/bindings.hpp"
#include "python/src/errors.hpp"
#include "python/src/table.hpp"

namespace hotpath::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

nb::bytes without_gil(const FinishedBacktest& finished,
                      std::string (FinishedBacktest::*make)() const) {
    std::string text;
    {
        const nb::gil_scoped_release released;
        text = (finished.*make)();
    }
    return nb::bytes(text.data(), text.size());
}

void bind_finished(nb::module_& module) {
    nb::class_<FinishedBacktest>(module, "FinishedBacktest", "The result of a backtest.")
        .def(
            "json",
            [](const FinishedBacktest& f) { return without_gil(f, &FinishedBacktest::json); },
            "bytes: as `hotpath backtest --json` writes it.")
        .def(
            "report",
            [](const FinishedBacktest& f) { return without_gil(f, &FinishedBacktest::report); },
            "bytes: the HTML page that `hotpath backtest --report` writes.")
        .def(
            "report_data",
            [](const FinishedBacktest& f) {
                return without_gil(f, &FinishedBacktest::report_data);
            },
            "bytes: what that page shows, as JSON.")
        .def(
            "table",
            [](const FinishedBacktest& f, const std::string& name) {
                return to_rows(value_of(result_table(f.result, name)));
            },
            "name"_a, "Rows: orders, fills, positions, equity, queue_places or days.")
        .def_prop_ro(
            "output_hash",
            [](const FinishedBacktest& f) { return backtest::output_hash(f.result); },
            "int: a checksum of every byte that the strategy's orders were made of.")
        .def_prop_ro(
            "input_hash", [](const FinishedBacktest& f) { return backtest::input_hash(f.result); },
            "int: a checksum of the market data.")
        .def_prop_ro(
            "configuration", [](const FinishedBacktest& f) { return f.configuration; },
            "str: the configuration as it was understood.")
        .def_prop_ro(
            "guard_runs", [](const FinishedBacktest& f) { return f.guard_runs; },
            "int: runs that the guard has compared.");
}

void bind_job(nb::module_& module) {
    nb::class_<BacktestJob>(module, "BacktestJob", "A configured backtest.")
        .def(
            "__init__",
            [](BacktestJob* job, const std::string& text, const std::string& name,
               const nb::list& strategies) {
                new (job) BacktestJob(configure({.text = text, .name = name}, strategies));
            },
            "text"_a, "name"_a, "strategies"_a,
            nb::sig(
                "def __init__(self, text: str, name: str, strategies: list[typing.Any]) -> None"))
        .def(
            "run",
            [](BacktestJob& job, bool sensitivity, bool guard, bool progress,
               const std::string& out) {
                return job.run({.has_sensitivity = sensitivity,
                                .has_guard = guard,
                                .has_progress = progress,
                                .out = out});
            },
            "sensitivity"_a = false, "guard"_a = false, "progress"_a = false, "out"_a = "",
            "Releases the GIL while it runs, but for callbacks of Python.")
        .def("stop", &BacktestJob::stop, "Any thread: run() ends soon.")
        .def("interrupt_callback", &BacktestJob::interrupt_callback,
             "A KeyboardInterrupt in the callback that runs now.")
        .def("take_strategies", &BacktestJob::take_strategies,
             nb::sig("def take_strategies(self) -> list[typing.Any]"),
             "The Python strategies of the days, once.")
        .def(
            "pair_signal",
            [](const BacktestJob& job) {
                Expected<Table> table = fail("");
                {
                    const nb::gil_scoped_release released;
                    table = pair_signal(job.config(), job.stop_flag());
                }
                return to_rows(value_of(std::move(table)));
            },
            "The spread and its z-score as the strategy `pairs` sees them, sample by sample.");
}

}  // namespace

void bind_backtest(nb::module_& module) {
    bind_finished(module);
    bind_job(module);
    module.def(
        "html_page",
        [](std::string_view page, std::string_view report) {
            return files::html_page_of_json(page, report);
        },
        "page"_a, "report"_a,
        "A page with the head of every report (styles, chart functions, Chart.js) and its data, "
        "JSON.");
}

}  // namespace hotpath::python
