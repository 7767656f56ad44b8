#include "python/src/bindings.hpp"

namespace hotpath::python {

void bind_books(nanobind::module_& /*module*/) {}

}  // namespace hotpath::python
