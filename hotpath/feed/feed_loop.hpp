#pragma once
/// FeedLoop: which of a feed's loops a packet is of, by what it is taken for. A loop is a channel beside
/// the lines that says the same again and again, for those that come late.
///
///   Definitions   of the instruments
///   Snapshots     of the books; by price the trading states, too
///   States        by order, the trading states alone
///
/// Values. Threads: any. Allocation: none.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hotpath::feed {

enum class FeedLoop : std::uint8_t { Definitions, Snapshots, States };
inline constexpr std::size_t kFeedLoops = 3;
inline constexpr std::array<FeedLoop, kFeedLoops> kAllFeedLoops{
    FeedLoop::Definitions, FeedLoop::Snapshots, FeedLoop::States};

[[nodiscard]] constexpr std::string_view name(FeedLoop loop) noexcept {
    constexpr std::array<std::string_view, kFeedLoops> kNames{"definitions", "snapshots", "states"};
    return kNames[static_cast<std::size_t>(loop)];
}

}  // namespace hotpath::feed
