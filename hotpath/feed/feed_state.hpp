#pragma once
/// How a feed stands: whether its books are the venue's, behind, or wrong, and what is done about
/// it. The drawing of all ways between the states is in docs/design/feed-recovery.md.
///
/// Threads: a value. Allocation: none.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hotpath::feed {

enum class FeedState : std::uint8_t {
    Idle,             // nothing has arrived yet
    Live,             // every message known to exist is in the books
    Waiting,          // messages are missing that the other line may still bring: right, but behind
    Requesting,       // they were asked for
    SnapshotWanted,   // they were given up: the owner is to fetch a snapshot
    SnapshotLoading,  // the books are being filled from it
    SnapshotDelayed,  // an attempt has failed; the next one waits for its time
    Incomplete,       // given up without a snapshot: the books go on, wrong until accept_gap()
    Ended,            // every message of the session is in the books, and it is over
};
inline constexpr std::size_t kFeedStates = 9;

[[nodiscard]] constexpr std::string_view name(FeedState state) noexcept {
    constexpr std::string_view kNames[kFeedStates] = {"idle",
                                                      "live",
                                                      "waiting",
                                                      "requesting",
                                                      "snapshot wanted",
                                                      "snapshot loading",
                                                      "snapshot delayed",
                                                      "incomplete",
                                                      "ended"};
    return kNames[static_cast<std::size_t>(state)];
}

/// The books may be wrong or old: nothing is to be decided from them. Waiting is not stale: between
/// two lines it happens all day, ends within the gap timeout, and the books are right as far as
/// they go.
[[nodiscard]] constexpr bool is_stale(FeedState state) noexcept {
    return state != FeedState::Live && state != FeedState::Waiting && state != FeedState::Ended;
}

}  // namespace hotpath::feed
