#pragma once
/// An input has been read so far.
///
/// Threads: a value. Allocation: none. Complexity: none.

#include <cstdint>

namespace hotpath {

struct ReadProgress {
    std::uint64_t done = 0;
    std::uint64_t total = 0;  // 0: unknown
    std::uint64_t messages = 0;
};

}  // namespace hotpath
