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
    Waiting,          // missing messages may still come on the other line: right, but behind
    Requesting,       // they were requested
    SnapshotWanted,   // they were given up: the owner must fetch a snapshot
    SnapshotLoading,  // the books are being filled from it
    SnapshotDelayed,  // an attempt has failed; waiting to retry
    Incomplete,       // given up without a snapshot: the books are wrong until accept_gap()
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

/// The books may be wrong or old: do not decide by them. Waiting is not stale: with two lines it
/// happens all day, ends within the gap timeout, and the books are right up to the gap.
[[nodiscard]] constexpr bool is_stale(FeedState state) noexcept {
    return state != FeedState::Live && state != FeedState::Waiting && state != FeedState::Ended;
}

}  // namespace hotpath::feed
