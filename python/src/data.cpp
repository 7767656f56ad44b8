#include "python/src/bindings.hpp"

namespace hotpath::python {

void bind_data(nanobind::module_& /*module*/) {}

}  // namespace hotpath::python
