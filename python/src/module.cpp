#include <nanobind/nanobind.h>

#include "python/src/bindings.hpp"

NB_MODULE(_core, module) {
    module.doc() = "The compiled half of the package hotpath.";
    hotpath::python::bind_data(module);
    hotpath::python::bind_books(module);
    hotpath::python::bind_live(module);
    hotpath::python::bind_backtest(module);
    hotpath::python::bind_strategies(module);
    hotpath::python::bind_sweep(module);
}
