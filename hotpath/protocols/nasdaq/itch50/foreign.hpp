#pragma once
/// When input is another protocol's: the one bound, of files, captures and live feeds.
///
/// Threads: any. Allocation: none. Complexity: a comparison.

#include <cstdint>

namespace hotpath::protocols::nasdaq::itch50 {

/// Whether input of that many messages, of which `itch` are ITCH 5.0, is another protocol's: fewer
/// than half. A feed with a later revision's types stays far below the bound, and one whose bytes
/// fit now and then by chance stays far above it.
[[nodiscard]] constexpr bool is_foreign(std::uint64_t messages, std::uint64_t itch) noexcept {
    return itch < messages - itch;
}

}  // namespace hotpath::protocols::nasdaq::itch50
