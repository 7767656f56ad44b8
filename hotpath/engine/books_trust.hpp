#pragma once
/// BooksTrust: whether what the books say can be relied on, and what the strategies were told of
/// it.
///
///   stale   the feed has a gap, loads, has ended or has not begun
///           the feed spoke of orders or quantities that the books do not have
///           the feed is silent for longer than it may be
///
/// One for the loop on one thread and for the book stage of the pipeline. Threads: one. Allocation:
/// none. Complexity: O(1).

#include <optional>

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/live_feed.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::engine {

class BooksTrust {
  public:
    explicit BooksTrust(Nanos silence_max) noexcept : silence_max_(silence_max) {}

    [[nodiscard]] bool is_stale(feed::FeedState state) const noexcept {
        const bool is_good = state == feed::FeedState::Live || state == feed::FeedState::Waiting;
        return !is_good || is_doubtful_ || is_silent_;
    }
    /// As the strategies were told; they begin without books.
    [[nodiscard]] bool was_stale() const noexcept { return was_stale_; }

    void on_packet(Nanos now) noexcept {
        last_packet_time_ = now;
        is_silent_ = false;
    }
    void on_timer(Nanos now) noexcept {
        is_silent_ = is_silent_ || now - last_packet_time_ > silence_max_;
    }
    void on_book(book::BookStatus status) noexcept {
        is_doubtful_ |= status != book::BookStatus::Ok;
    }
    void doubt() noexcept { is_doubtful_ = true; }
    void believe() noexcept { is_doubtful_ = false; }
    /// New books are not to be doubted for what the old ones were told. Those of another session
    /// are, once anything is ours: its instrument ids are other instruments, and our positions are
    /// by the old ids.
    void on_feed_state(feed::FeedState state, bool is_anything_ours) noexcept {
        if (state == feed::FeedState::SnapshotLoading) {
            is_doubtful_ = false;
        } else if (state == feed::FeedState::Idle) {
            is_doubtful_ = is_anything_ours;
        }
    }

    /// What the strategies are to be told now; nothing when they know.
    [[nodiscard]] std::optional<strategy::BooksState> turn(feed::FeedState state) noexcept {
        if (was_stale_ == is_stale(state)) {
            return std::nullopt;
        }
        was_stale_ = !was_stale_;
        return was_stale_ ? strategy::BooksState::Stale : strategy::BooksState::Current;
    }

  private:
    Nanos silence_max_;
    Nanos last_packet_time_{};
    bool is_silent_ = true;  // until the first packet
    bool is_doubtful_ = false;
    bool was_stale_ = true;
};

}  // namespace hotpath::engine
