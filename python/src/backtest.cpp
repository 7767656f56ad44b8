#include "python/src/bindings.hpp"

namespace hotpath::python {

void bind_backtest(nanobind::module_& /*module*/) {}

}  // namespace hotpath::python
