#include "hotpath/core/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace hotpath {

void assertion_failed(const char* expression, const char* sentence,
                      std::source_location where) noexcept {
    std::fprintf(stderr, "%s:%u: assertion failed: %s (%s) in %s\n", where.file_name(),
                 static_cast<unsigned>(where.line()), sentence, expression, where.function_name());
    std::fflush(nullptr);
    std::abort();
}

}  // namespace hotpath
