#include "python/src/bindings.hpp"

namespace hotpath::python {

void bind_strategies(nanobind::module_& /*module*/) {}

}  // namespace hotpath::python
