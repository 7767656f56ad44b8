#pragma once
/// FeedHealth: how far the books can be trusted, and when a strategy is notified.
///
///   current   every message known to exist is in the books: orders may be sent
///   behind    a gap that the other line or a request may fill, for less than `gap_patience`: open
///             orders stay, only cancels are sent
///   stale     a gap beyond that or given up, doubtful books, a silent, ended or new feed, one that
///             is mostly another protocol's, a session in which an instrument of ours has another
///             id: open orders are canceled
///
///   current <──> behind ──> stale ──> current        stale books must be complete again first
///
/// Threads: one. Allocation: none. Complexity: O(1).

#include <cstdint>
#include <optional>

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/live_feed.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::engine {

class FeedHealth {
  public:
    FeedHealth(Nanos silence_max, Nanos gap_patience) noexcept
        : silence_max_(silence_max), gap_patience_(gap_patience) {}

    [[nodiscard]] bool is_current(feed::FeedState state) const noexcept {
        return state == feed::FeedState::Live && doubts_ == 0 && !is_silent_;
    }
    [[nodiscard]] bool is_stale(feed::FeedState state) const noexcept {
        return !is_current(state) && !may_be_waited_for(state);
    }
    /// The state at the last turn(); before it there are no books.
    [[nodiscard]] bool was_current() const noexcept { return last_ == Health::Current; }
    [[nodiscard]] bool was_behind() const noexcept { return last_ == Health::Behind; }
    [[nodiscard]] bool was_stale() const noexcept { return last_ == Health::Stale; }
    /// When turn() must be called even without input: the gap patience ends.
    [[nodiscard]] Time deadline() const noexcept {
        return was_behind() ? behind_since_ + gap_patience_ : kNever;
    }

    /// Packets of another session are no sign that the feed is not silent.
    template <class Lines>
    void hear(const Lines& lines, Time now) noexcept {
        is_silent_ = lines.sessions() == 0 || now - lines.last_heard() > silence_max_;
    }
    void on_book(book::BookStatus status) noexcept {
        doubts_ |= status != book::BookStatus::Ok ? kOfBooks : 0U;
    }
    void mark_doubtful() noexcept { set(kOfBooks, true); }
    /// An instrument that has another id in this session is not traded on: our orders and positions are
    /// kept by id.
    void note_id(bool is_kept) noexcept { doubts_ |= is_kept ? 0U : kOfIds; }
    void accept() noexcept {
        set(kOfBooks, false);
        set(kOfIds, false);
    }
    /// Is the feed another protocol's? It becomes one with an undecodable message, and may cease to
    /// be with any other.
    void note_protocol(bool is_foreign) noexcept { set(kOfProtocol, is_foreign); }
    [[nodiscard]] bool is_of_another_protocol() const noexcept {
        return (doubts_ & kOfProtocol) != 0;
    }
    /// Doubts about the old books do not apply to new ones, nor those about a session to the next.
    void on_feed_state(feed::FeedState state) noexcept {
        if (state == feed::FeedState::SnapshotLoading) {
            set(kOfBooks, false);
        } else if (state == feed::FeedState::Idle) {
            accept();
        }
    }

    /// After each event: updates the state. Returns the state to notify the strategies of, if it
    /// has changed; they are not notified of books that are behind.
    [[nodiscard]] std::optional<strategy::BooksState> turn(feed::FeedState state,
                                                           Time now) noexcept {
        const Health before = last_;
        last_ = health_in(state, now);
        if ((before == Health::Stale) == (last_ == Health::Stale)) {
            return std::nullopt;
        }
        return last_ == Health::Stale ? strategy::BooksState::Stale : strategy::BooksState::Current;
    }

  private:
    enum class Health : std::uint8_t { Current, Behind, Stale };
    static constexpr std::uint8_t kOfBooks = 1;
    static constexpr std::uint8_t kOfProtocol = 2;
    static constexpr std::uint8_t kOfIds = 4;

    void set(std::uint8_t doubt, bool is_there) noexcept {
        doubts_ = static_cast<std::uint8_t>(is_there ? doubts_ | doubt : doubts_ & ~doubt);
    }

    /// No waiting for a gap that was given up: a snapshot takes an unknown time.
    [[nodiscard]] bool may_be_waited_for(feed::FeedState state) const noexcept {
        const bool is_gap =
            state == feed::FeedState::Waiting || state == feed::FeedState::Requesting;
        return is_gap && doubts_ == 0 && !is_silent_ && last_ != Health::Stale;
    }
    /// The patience counts from when the books were last current, across all gaps since: open
    /// orders have had no decision for that long.
    [[nodiscard]] Health health_in(feed::FeedState state, Time now) noexcept {
        if (is_current(state)) {
            return Health::Current;
        }
        if (!may_be_waited_for(state)) {
            return Health::Stale;
        }
        behind_since_ = last_ == Health::Current ? now : behind_since_;
        return now - behind_since_ >= gap_patience_ ? Health::Stale : Health::Behind;
    }

    Nanos silence_max_;
    Nanos gap_patience_;
    Time behind_since_{};
    bool is_silent_ = true;  // until the first packet
    std::uint8_t doubts_ = 0;
    Health last_ = Health::Stale;
};

}  // namespace hotpath::engine
