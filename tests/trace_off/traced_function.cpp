// Compiled three times: without the line, with the line compiled out, with the line.
#include <cstdint>
#include <span>

#if !defined(WITHOUT_TRACE)
#include "hotpath/telemetry/trace.hpp"
#endif

namespace hotpath {

std::uint64_t traced_function(std::span<const std::uint64_t> values) noexcept;

std::uint64_t traced_function(std::span<const std::uint64_t> values) noexcept {
#if !defined(WITHOUT_TRACE)
    HOTPATH_TRACE("traced");
#endif
    std::uint64_t sum = 0;
    for (const std::uint64_t value : values) {
        sum = sum * 31 + value;
    }
    return sum;
}

}  // namespace hotpath
