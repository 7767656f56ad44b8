#pragma once
/// The venue as a state machine: OUCH 5.0 messages and background order flow in, OUCH replies and
/// its own ITCH 5.0 feed in MoldUDP64 packets out. Time is handed in; no socket, clock or thread is
/// touched.
///
/// A command writes its replies and its feed packets before it returns; the caller drains both
/// after every command (the outboxes hold at least the largest one command can make, an undrained
/// one is asserted). Matching is price-time, time being order id order (see order_ids.hpp for how
/// recorded and session orders share it).
///
/// Threads: one owner. Allocation: all in create(). Complexity: O(1) a command but for the orders a
/// sweep trades with, at most ExchangeOptions::executions_per_command_max. Source: OUCH 5.0 (May
/// 2023), TotalView-ITCH 5.0, MoldUDP64.

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/match/instrument_rules.hpp"
#include "hotpath/match/types.hpp"
#include "hotpath/match/venue_events.hpp"

namespace hotpath::book {
class L3Books;
}

namespace hotpath::exchange {

class Exchange {
  public:
    class Venue;  // what it is made of: venue.hpp

    [[nodiscard]] static Expected<Exchange> create(const ExchangeOptions& options);

    Exchange(Exchange&&) noexcept;
    Exchange& operator=(Exchange&&) noexcept;
    ~Exchange();

    /// The venue's own books, all instruments. Ids are the venue's: background even, sessions' odd.
    [[nodiscard]] const book::L3Books& books() const noexcept;
    [[nodiscard]] const ExchangeCounters& counters() const noexcept;
    /// Open orders of all sessions.
    [[nodiscard]] std::uint32_t session_orders() const noexcept;
    [[nodiscard]] std::uint32_t session_orders(SessionId session) const noexcept;
    /// False: no session order is displayed at this price. True when that is not certain: some
    /// order is not displayed under its own id, or there are many. O(session orders).
    [[nodiscard]] bool may_have_session_order(InstrumentId instrument,
                                              book::LevelKey level) const noexcept;
    /// A background order with this id ranks after every order so far.
    [[nodiscard]] OrderId next_background_id() const noexcept;
    /// Sequence number of the next feed message.
    [[nodiscard]] std::uint64_t next_seq() const noexcept;

    [[nodiscard]] TradingDay day() const noexcept;
    /// The session is over; nothing is published until the next day begins.
    [[nodiscard]] bool has_ended() const noexcept;
    /// In start_day(), after the end of one session and before the next.
    [[nodiscard]] bool is_between_sessions() const noexcept;

    /// Blank for an instrument that is not listed.
    [[nodiscard]] const Symbol& symbol(InstrumentId instrument) const noexcept;

    // Outputs since the last clear, in order; the spans live until then.
    [[nodiscard]] std::span<const Bytes> feed_packets() const noexcept;
    [[nodiscard]] std::span<const Reply> replies() const noexcept;
    void clear_feed() noexcept;
    void clear_replies() noexcept;

    /// One OUCH message of one session (session ids are 0 to sessions_max - 1). A malformed message
    /// is counted and has no other effect.
    void on_order_bytes(SessionId session, Bytes message, Time now) noexcept;

    /// The same for an order refused before it reaches the venue: its id is used up, and it is
    /// rejected with an OUCH reason. Other messages have no effect.
    void refuse_order_bytes(SessionId session, Bytes message, std::uint16_t reason,
                            Time now) noexcept;
    /// Cancels every open order of a session, by id; for a disconnected session only those that are
    /// not good till canceled. Of one instrument, or {0}: of all.
    void cancel_all(SessionId session, Canceling which, Time now,
                    InstrumentId instrument = {}) noexcept;
    /// Cancels these open orders of sessions, in the order of their ids; sorts them.
    void cancel(std::span<OrderId> ids, Time now) noexcept;

    /// The id of this symbol, from its listing to the venue's end: a symbol that is not listed gets
    /// `wanted` if that is free, else the lowest id that is. {0} when none is.
    [[nodiscard]] InstrumentId assign(const Symbol& symbol, InstrumentId wanted) noexcept;

    // Background flow: orders that come from a recording or a generator, without session or
    // replies. Ids are even. An order whose symbol is not its instrument's is UnknownInstrument.
    [[nodiscard]] match::MatchStatus enter(const FlowOrder& order, Time now) noexcept;
    /// As enter(), but rests even when it crosses the book: used for recordings whose own book is
    /// crossed.
    [[nodiscard]] match::MatchStatus rest(const FlowOrder& order, Time now) noexcept;
    [[nodiscard]] match::MatchStatus cancel(OrderId id, Time now) noexcept;
    /// Reduces by `qty` and keeps the place in line; the open quantity or more cancels.
    [[nodiscard]] match::MatchStatus reduce(OrderId id, Qty qty, Time now) noexcept;
    /// Remove, then enter: the new order is at the back of its queue and may trade.
    [[nodiscard]] match::MatchStatus replace(const FlowReplace& replacement, Time now) noexcept;
    /// An incoming order known only by what it executed: Ioc, trading in price-time order, so that
    /// session orders ahead of `execution.resting` get their share first.
    [[nodiscard]] match::MatchStatus execute(const FlowExecution& execution, Time now) noexcept;
    /// An execution that price-time matching cannot produce (another price, a cross, out of turn):
    /// executes the order itself at the given price.
    [[nodiscard]] match::MatchStatus execute_at(const FlowExecutionAt& execution,
                                                Time now) noexcept;

    /// Publishes an administrative ITCH message unchanged; directory and trading states are taken
    /// from it. A symbol that does not match its locate counts as malformed. Session orders of an
    /// instrument that stops trading are canceled, except those waiting for a cross; the background
    /// continues as recorded.
    void publish(Bytes itch_message) noexcept;

    // The venue's own control of an instrument, by id. After Progress::More, drain the outputs and
    // call again.
    void set_rules(InstrumentId instrument, const match::InstrumentRules& rules) noexcept;
    /// Halts, pauses, collects orders for a cross (QuotationOnly) or trades, orders kept; published
    /// as H. Trading is refused while orders would trade with each other: a cross must come first.
    [[nodiscard]] match::MatchStatus set_trading(const TradingAction& action, Time now) noexcept;
    /// The cross that ends a phase without trading; published as C, Q and H.
    [[nodiscard]] match::Progress cross(const match::CrossRequest& request, Time now) noexcept;
    /// The result of a cross at this moment; published as I.
    void indicate(const match::CrossRequest& request, Time now) noexcept;
    /// Resting orders beyond the bands are canceled, new ones refused; the caller handles a quote
    /// at a band: limit_state().
    [[nodiscard]] match::Progress set_bands(InstrumentId instrument, const match::PriceBands& bands,
                                            Time now) noexcept;
    [[nodiscard]] match::LimitState limit_state(InstrumentId instrument) const noexcept;
    /// As set_trading(), but a cross must end it, and the venue stores when it began.
    void pause_for_limit_state(InstrumentId instrument, std::array<char, 4> reason,
                               Time now) noexcept;
    /// Cancels the instrument's orders: no session order outlives the day.
    [[nodiscard]] match::Progress end_day(InstrumentId instrument, Time now) noexcept;
    /// The next trading day: a new session from its first message, with the orders that outlive a
    /// day (day_change.hpp). No other input comes between its steps.
    [[nodiscard]] match::Progress start_day(const DayStart& start, Time now) noexcept;
    /// For orders that the session enters from now on.
    void set_self_match(SessionId session, SelfMatch self_match) noexcept;

    /// A MoldUDP64 packet without messages: the next sequence number, or the end of the session.
    void heartbeat() noexcept;
    void end_of_session() noexcept;

    /// All that later commands depend on; equal states save as equal bytes.
    void save(StateWriter& writer) const;
    /// Loads into a newly created exchange with the same options. Invalid bytes make the reader
    /// fail; the exchange must then not be used.
    void load(StateReader& reader);
    /// Its internal state, for the other parts of this library.
    [[nodiscard]] const Venue& venue() const noexcept { return *venue_; }

  private:
    explicit Exchange(std::unique_ptr<Venue> venue) noexcept;

    [[nodiscard]] bool begin_background(const FlowOrder& order) noexcept;
    match::MatchStatus end(match::MatchStatus status) noexcept;
    void cancel_together(std::span<OrderId> ids, Time now) noexcept;

    std::unique_ptr<Venue> venue_;
};

}  // namespace hotpath::exchange
