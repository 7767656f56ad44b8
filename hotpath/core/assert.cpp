#include "hotpath/core/assert.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include <unistd.h>

#include "hotpath/core/last_words.hpp"

namespace hotpath {

void await_end_unless_first() noexcept {
    static std::atomic_flag is_ending;
    while (is_ending.test_and_set()) {
        ::pause();
    }
}

void assertion_failed(const char* expression, const char* sentence,
                      std::source_location where) noexcept {
    await_end_unless_first();
    std::fprintf(stderr, "%s:%u: assertion failed: %s (%s) in %s\n", where.file_name(),
                 static_cast<unsigned>(where.line()), sentence, expression, where.function_name());
    std::fflush(nullptr);
    std::abort();
}

}  // namespace hotpath
