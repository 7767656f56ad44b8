#pragma once
/// The parts of the module hotpath._core, one function a source file; module.cpp calls them in this
/// order, so that a part may use the Python types of those before it.
///
/// Threads: importing holds the GIL. Allocation: the Python types.

#include <nanobind/nanobind.h>

namespace hotpath::python {

void bind_data(nanobind::module_& module);        // recordings as Arrow streams
void bind_books(nanobind::module_& module);       // books, stepped from Python
void bind_live(nanobind::module_& module);        // running traders, journals
void bind_backtest(nanobind::module_& module);    // backtests of compiled strategies
void bind_strategies(nanobind::module_& module);  // strategies written in Python
void bind_sweep(nanobind::module_& module);       // searches over parameters, their statistics

}  // namespace hotpath::python
