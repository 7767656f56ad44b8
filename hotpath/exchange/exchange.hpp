#pragma once
/// The venue as a state machine: requests of sessions and background order flow in, reports and its
/// own ITCH 5.0 feed in MoldUDP64 packets out. Time is handed in; no socket, clock or thread is
/// touched. Requests and reports are in the venue's own words; a desk for each protocol of order
/// entry (protocols/venue/all.hpp) translates them once each way.
///
/// A command writes its reports and its feed packets before it returns; the caller drains both
/// after every command (both hold at least the largest one command can make, an undrained
/// one is asserted). Matching is price-time, time being order id order (see order_ids.hpp for how
/// recorded and session orders share it).
///
/// Threads: one owner. Allocation: all in create(). Complexity: O(1) a command but for the orders a
/// sweep trades with, at most ExchangeOptions::executions_per_command_max. Source: TotalView-ITCH 5.0,
/// MoldUDP64; what orders may ask for is that of OUCH 5.0 (May 2023).

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
#include "hotpath/exchange/orders/member.hpp"
#include "hotpath/exchange/orders/order_report.hpp"
#include "hotpath/exchange/orders/order_request.hpp"
#include "hotpath/exchange/orders/trade_amendment.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/match/instrument_rules.hpp"
#include "hotpath/match/types.hpp"
#include "hotpath/match/venue_events.hpp"

namespace hotpath::book {
class L3Books;
}

namespace hotpath::exchange {

/// A trade that is broken or corrected, while its command is carried out.
struct AmendedTrade {
    TradeAmendment trade{};
    Symbol symbol{};
    InstrumentId instrument{};
    bool is_broken = false;  // false: corrected
};

class Exchange {
  public:
    class Venue;  // the internal state: venue.hpp

    [[nodiscard]] static Expected<Exchange> create(const ExchangeOptions& options);

    Exchange(Exchange&&) noexcept;
    Exchange& operator=(Exchange&&) noexcept;
    ~Exchange();

    /// The venue's own books, all instruments. Order ids: background flow even, sessions odd.
    [[nodiscard]] const book::L3Books& books() const noexcept;
    [[nodiscard]] const ExchangeCounters& counters() const noexcept;
    /// Number of open orders, of all sessions or of one.
    [[nodiscard]] std::uint32_t session_orders() const noexcept;
    [[nodiscard]] std::uint32_t session_orders(SessionId session) const noexcept;
    /// False: no session order is displayed at this price. True also if that is uncertain: an order
    /// is not displayed under its own id, or there are many orders. O(session orders).
    [[nodiscard]] bool may_have_session_order(InstrumentId instrument,
                                              book::LevelKey level) const noexcept;
    /// The id of a background order that ranks after every order so far.
    [[nodiscard]] OrderId next_background_id() const noexcept;
    /// Sequence number of the next feed message.
    [[nodiscard]] std::uint64_t next_seq() const noexcept;

    [[nodiscard]] TradingDay day() const noexcept;
    /// The session has ended; nothing is published until the next day begins.
    [[nodiscard]] bool has_ended() const noexcept;
    /// True during start_day(), after the end of one session and before the next.
    [[nodiscard]] bool is_between_sessions() const noexcept;

    /// Returns a blank symbol if the instrument is not listed.
    [[nodiscard]] const Symbol& symbol(InstrumentId instrument) const noexcept;

    // Outputs since the last clear, in order; the spans live until then.
    [[nodiscard]] std::span<const Bytes> feed_packets() const noexcept;
    [[nodiscard]] std::span<const OrderReport> reports() const noexcept;
    void clear_feed() noexcept;
    void clear_reports() noexcept;

    /// A request of one session (session ids are 0 to sessions_max - 1). With a `refusal`, one that
    /// would enter an order is refused before it reaches the venue: its number counts as used. Other
    /// requests are carried out.
    void apply(SessionId session, const OrderRequest& request, Time now,
               RejectReason refusal = RejectReason::None) noexcept;
    /// A message that a desk could not read: counted, without any other effect.
    void count_malformed() noexcept;

    /// The next session order that is accepted gets this id, which is odd and no other order's: a
    /// real order of a recording, entered again as a session's, ranks by its own reference.
    void rank_next_session_order(OrderId id) noexcept;

    /// Cancels the open orders of a session in one instrument ({0}: in all), in the order of their
    /// ids; for a disconnected session only those that are not good till canceled.
    void cancel_all(SessionId session, Canceling which, Time now,
                    InstrumentId instrument = {}) noexcept;
    /// Cancels these open orders of sessions in the order of their ids; sorts `ids`.
    void cancel(std::span<OrderId> ids, Time now) noexcept;

    /// Returns the instrument id of this symbol, which stays the same once listed. A new symbol
    /// gets `wanted` if that id is free, else the lowest free id; {0} if none is free.
    [[nodiscard]] InstrumentId assign(const Symbol& symbol, InstrumentId wanted) noexcept;

    // The background flow is orders that come from a recording or a generator, without session or
    // reports. Their ids are even. An order whose symbol is not its instrument's is
    // UnknownInstrument.
    [[nodiscard]] match::MatchStatus enter(const FlowOrder& order, Time now) noexcept;
    /// Does what enter() does, but the order rests even when it crosses the book; for recordings
    /// whose own book is crossed.
    [[nodiscard]] match::MatchStatus rest(const FlowOrder& order, Time now) noexcept;
    [[nodiscard]] match::MatchStatus cancel(OrderId id, Time now) noexcept;
    /// Reduces by `qty` and keeps the place in line; the open quantity or more cancels.
    [[nodiscard]] match::MatchStatus reduce(OrderId id, Qty qty, Time now) noexcept;
    /// Removes the order and enters the new one, at the back of its queue; it may trade.
    [[nodiscard]] match::MatchStatus replace(const FlowReplace& replacement, Time now) noexcept;
    /// Enters an Ioc order for a recorded execution. It trades in price-time order, so that session
    /// orders ahead of `execution.resting` execute first.
    [[nodiscard]] match::MatchStatus execute(const FlowExecution& execution, Time now) noexcept;
    /// Executes the resting order itself, of a session too, at the given price. It is for executions
    /// that price-time matching cannot produce (another price, a cross, out of turn).
    [[nodiscard]] match::MatchStatus execute_at(const FlowExecutionAt& execution,
                                                Time now) noexcept;

    /// Publishes an administrative ITCH message unchanged; directory and trading states are taken
    /// from it. A symbol that does not match its locate counts as malformed. Session orders of an
    /// instrument that stops trading are canceled, except those waiting for a cross; the background
    /// continues as recorded.
    void publish(Bytes itch_message) noexcept;

    // Control of one instrument by the venue. After Progress::More, drain the outputs and call
    // again.
    void set_rules(InstrumentId instrument, const match::InstrumentRules& rules) noexcept;
    /// Halts, pauses, collects orders for a cross (QuotationOnly) or trades; keeps orders;
    /// publishes H. Refuses trading while orders would match each other: a cross must come first.
    [[nodiscard]] match::MatchStatus set_trading(const TradingAction& action, Time now) noexcept;
    /// Runs the cross that ends a phase without trading; publishes C, Q and H.
    [[nodiscard]] match::Progress cross(const match::CrossRequest& request, Time now) noexcept;
    /// Publishes (as I) the result that a cross would have now.
    void indicate(const match::CrossRequest& request, Time now) noexcept;
    /// Cancels resting orders beyond the bands and refuses new ones. The caller acts on a quote at
    /// a band: see limit_state().
    [[nodiscard]] match::Progress set_bands(InstrumentId instrument, const match::PriceBands& bands,
                                            Time now) noexcept;
    [[nodiscard]] match::LimitState limit_state(InstrumentId instrument) const noexcept;
    /// Does what set_trading() does, but only a cross ends the pause; stores when the pause began.
    void pause_for_limit_state(InstrumentId instrument, std::array<char, 4> reason,
                               Time now) noexcept;
    /// Ends the day in one instrument: cancels all its orders.
    [[nodiscard]] match::Progress end_day(InstrumentId instrument, Time now) noexcept;
    /// Begins the next trading day: a new session from its first message, with the orders that
    /// outlive a day (day_change.hpp). Give no other input between its steps.
    [[nodiscard]] match::Progress start_day(const DayStart& start, Time now) noexcept;
    /// Applies to orders that the session enters from now on.
    void set_self_match(SessionId session, SelfMatch self_match) noexcept;
    /// Suspending cancels every open order of the session. The port refuses later orders.
    void set_suspended(SessionId session, bool is_suspended, Time now) noexcept;
    void change_limits(SessionId session, const LimitChanges& changes) noexcept;
    [[nodiscard]] const Member& member(SessionId session) const noexcept;
    /// Publishes B of a broken trade and reports to its sessions. Open orders and books stay as they
    /// are: shares of a broken trade count as executed in their orders.
    void amend(const AmendedTrade& amended, Time now) noexcept;
    /// The last one, until clear_reports(); nullptr: none.
    [[nodiscard]] const AmendedTrade* amended() const noexcept;

    /// Publishes a packet without messages: the next sequence number, or the end of the session.
    void heartbeat() noexcept;
    void end_of_session() noexcept;

    /// Saves all state that later commands depend on; equal states give equal bytes.
    void save(StateWriter& writer) const;
    /// Loads into a newly created exchange with the same options. Invalid bytes make the reader
    /// fail; the exchange must then not be used.
    void load(StateReader& reader);
    /// The internal state, for the other parts of this library.
    [[nodiscard]] const Venue& venue() const noexcept { return *venue_; }

  private:
    explicit Exchange(std::unique_ptr<Venue> venue) noexcept;

    [[nodiscard]] bool begin_background(const FlowOrder& order) noexcept;
    match::MatchStatus end(match::MatchStatus status) noexcept;
    void cancel_together(std::span<OrderId> ids, Time now) noexcept;

    std::unique_ptr<Venue> venue_;
};

}  // namespace hotpath::exchange
