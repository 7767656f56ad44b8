#pragma once
/// FeedTrust: whether a trader may log on to its venue by the session that its feed is in.
///
/// The first session that a new process hears may be a stranger's, and the venue's replies would then name instruments
/// that it does not know. A session is trusted when its books are whole and it has named every symbol that is traded, or has lasted for
/// `feed_silence_max`: a stranger that is silent for that long is not believed any more (line_arbiter.hpp).
/// Threads: one. Allocation: none. Complexity: O(symbols log instruments), while the trader is not logged on.

#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_state.hpp"

namespace hotpath::trader {

class FeedTrust {
  public:
    explicit FeedTrust(Nanos silence_max) noexcept : silence_max_(silence_max) {}

    template <class Engine>
    [[nodiscard]] bool is_trusted(const Engine& engine, Time now) noexcept {
        const auto& feed = engine.feed();
        if (feed.lines().sessions() != sessions_) {
            sessions_ = feed.lines().sessions();
            since_ = now;
        }
        const bool is_whole = feed.state() == feed::FeedState::Live && !engine.is_stale();
        return is_whole && (now - since_ > silence_max_ ||
                            engine.watch_list().are_named(feed.market().directory()));
    }

  private:
    Nanos silence_max_;
    std::uint64_t sessions_ = 0;  // that the feed has had
    Time since_{};                // the present one, as far as it was asked
};

}  // namespace hotpath::trader
