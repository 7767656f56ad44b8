#pragma once
/// What a core does between two orders: other memory and other code go through its caches.
///
/// Afterwards the data and the code of an order's path are in none of the caches of that core. Threads: any, one at a
/// time. Allocation: 32 MiB, on the first call. Complexity: half a million loads and 256 calls.

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lab/techniques/measuring.hpp"

namespace hotpath::lab {

inline constexpr std::size_t kOtherBytes = 32U << 20U;
inline constexpr std::size_t kOtherLines = kOtherBytes / 64;
/// Each has about 500 bytes: together they exceed a first cache of code.
inline constexpr std::size_t kOtherFunctions = 256;

template <std::size_t n>
[[gnu::noinline]] std::uint64_t other_code(std::uint64_t word) {
    [&]<std::size_t... step>(std::index_sequence<step...>) {
        ((word = (word ^ (word >> (step + 5))) * (0x9e3779b97f4a7c15ULL + 64 * n + 2 * step)), ...);
    }(std::make_index_sequence<24>());
    return word;
}

inline constexpr auto kOtherCode = []<std::size_t... n>(std::index_sequence<n...>) {
    return std::array<std::uint64_t (*)(std::uint64_t), sizeof...(n)>{other_code<n>...};
}(std::make_index_sequence<kOtherFunctions>());

/// What the core does between two orders: reads 32 MiB of other memory and runs 128 KiB of other code.
[[gnu::noinline]] inline void do_other_work() {
    static const std::vector<std::uint8_t> kOther(kOtherBytes, std::uint8_t{1});
    for (std::size_t line = 0; line < kOtherLines; ++line) {
        keep(hidden(kOther[line * 64]));
    }
    std::uint64_t word = hidden(std::uint64_t{1});
    for (const auto other : kOtherCode) {
        word = other(word);
    }
    keep(word);
}

}  // namespace hotpath::lab
