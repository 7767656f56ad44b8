#include "python/src/bindings.hpp"

namespace hotpath::python {

void bind_live(nanobind::module_& /*module*/) {}

}  // namespace hotpath::python
