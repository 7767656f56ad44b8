#include <nanobind/nanobind.h>

#include "python/src/bindings.hpp"

NB_MODULE(_core, module) {
    // Objects that live to the end of the process are none that leak: DuckDB's own connection keeps the
    // tables of its queries. A test counts the memory of a thousand runs.
    nanobind::set_leak_warnings(false);
    module.doc() = "The compiled half of the package hotpath.";
    hotpath::python::bind_data(module);
    hotpath::python::bind_books(module);
    hotpath::python::bind_live(module);
    hotpath::python::bind_backtest(module);
    hotpath::python::bind_strategies(module);
    hotpath::python::bind_sweep(module);
}
