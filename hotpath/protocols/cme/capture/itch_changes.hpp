#pragma once
/// ItchChanges: what happens to the books of an MDP 3.0 channel, as ITCH messages that make the same
/// books. A listener of the feed.
///
///   trades of the event ──> kept ──┐  the event takes quantity off an order at their price: E
///   changes of orders ─────────────┴─ else A, X, D, U     end of the event: P, what is left
///
/// An order that traded and is replaced at its price was refreshed: A behind the others, and E.
/// By price a level is an order, and PublishedLevels makes the messages at the end of each event.
/// CME says first what traded and then what became of the orders. Before an instrument's first
/// message come its R and H. Times do not run backwards. Threads: one owner. Allocation: as
/// ItchOutput and the trades of the largest event. Complexity: O(trades of the event) a change.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/book/book_change.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/capture/dbn/itch_output.hpp"
#include "hotpath/capture/dbn/pending_trades.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/capture/published_levels.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/instrument_directory.hpp"
#include "hotpath/feed/listener.hpp"

namespace hotpath::capture::mdp3 {

class ItchChanges : public feed::NullListener {
  public:
    /// Ids of instruments up to `instruments_max`. Counts refused messages and orders of snapshots
    /// in `stats`.
    ItchChanges(std::uint16_t instruments_max, StreamStats& stats)
        : stats_(stats), out_(stats), instruments_(std::size_t{instruments_max} + 1) {}

    [[nodiscard]] ItchBlock& block() { return out_.block(); }
    [[nodiscard]] const ItchBlock& block() const { return out_.block(); }

    /// The names of the ids; it outlives this object.
    void set_directory(const feed::InstrumentDirectory& directory) { directory_ = &directory; }
    /// Its books are by price.
    void set_by_price() { levels_.emplace(out_); }
    /// When the packet was sent that is about to be given: no message is later.
    void set_sent_at(Time sent_at) { sent_at_ = sent_at; }
    void finish();
    /// Events of the packet that is applied that no book took.
    void skip(std::string_view kind, std::uint64_t events, const std::string& first) {
        block().skip(kind, events, [&] { return first; });
    }
    /// A message on orders, levels or trades has been made.
    [[nodiscard]] bool has_taken() const { return has_taken_; }

    // Events.
    void on_trade(const feed::Trade& trade) noexcept;
    void on_change(const book::BookChange& change, Time time) noexcept;
    void on_trading_state(InstrumentId id, book::TradingState state, Time time) noexcept;
    void on_end_of_event(Time time) noexcept;
    void on_refused(const book::BookUpdate& update, Time time) noexcept;
    void on_feed_state(feed::FeedState state, Time) noexcept { state_ = state; }

  private:
    struct Instrument {
        dbn::Listing listing;
        dbn::PendingTrades trades;
    };

    [[nodiscard]] Instrument& begin(InstrumentId id, Time time);
    void take(Instrument& instrument, const book::BookChange& change);
    void replace(Instrument& instrument, const book::BookChange& change);
    void end_event();

    StreamStats& stats_;
    dbn::ItchOutput out_;
    std::vector<Instrument> instruments_;    // by id
    std::vector<InstrumentId> traded_;       // in this event
    std::optional<PublishedLevels> levels_;  // by price
    const feed::InstrumentDirectory* directory_ = nullptr;
    feed::FeedState state_ = feed::FeedState::Idle;
    Time sent_at_{};
    Time time_{};
    bool has_begun_ = false;
    bool has_taken_ = false;
};

}  // namespace hotpath::capture::mdp3
