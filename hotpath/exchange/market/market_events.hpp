#pragma once
/// The matcher's listener in the exchange: sends each event to the feed as ITCH, and to the order's
/// session as a report. Lives for one command. Not for users of the library.
///
/// A replace is published as ITCH U when the new order rests untouched; when it trades first, as
/// delete, executions and add, because U says that the new order rests.
/// Hidden orders are published when they trade, as P; a refreshed reserve as A with its new place,
/// with a report of it; trades of a cross as non-printable C, the cross itself as Q.
///
/// Threads: one owner. Allocation: none. Complexity: O(1) an event.

#include <optional>

#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/match/venue_cross.hpp"
#include "hotpath/match/venue_events.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::exchange {

/// A recorded trade: the trade with this order gets this match number.
struct RecordedTrade {
    OrderId resting;
    MatchId match;
};

/// The command's data for its events that the matcher does not have.
struct CommandContext {
    Time now{};
    OrderId entered{};              // the order that the command enters
    Attribution attribution{};      // its firm, if that is published
    SessionOrder* order = nullptr;  // of a session, that the command is about: not looked up again
    std::optional<RecordedTrade> recorded_trade{};
    bool is_at_display_price = true;  // executions are: ITCH E, not C
    bool is_printable = true;
    bool is_removing = false;  // an order executed directly took liquidity
    CancelReason cancel_reason = CancelReason::Requested;
    bool is_replace_published =
        true;                // as U, which cannot change an attribution; else D and A or F
    bool is_modify = false;  // a reduction is answered as Modified, not as Canceled
    match::CrossKind cross = match::CrossKind::None;  // that is carried out
};

class MarketEvents : public match::NullVenueListener {
  public:
    using Venue = Exchange::Venue;

    /// The context is the command's, and not copied.
    MarketEvents(Venue& venue, const CommandContext& context) : venue_(venue), context_(context) {}
    MarketEvents(Venue& venue, const CommandContext&& context) = delete;

    void on_added(const book::OrderView& order) noexcept;
    void on_executed(const match::Execution& execution) noexcept;
    void on_canceled(const match::Cancellation& canceled) noexcept;
    void on_reduced(const match::Cancellation& reduced) noexcept;
    void on_replaced(const book::OrderView& original, const book::OrderView& now) noexcept;

    [[nodiscard]] OrderId next_place() noexcept;
    void on_triggered(const match::HeldOrder& stop) noexcept { triggered_ = stop.id; }
    void on_trade_prevented(const match::PreventedTrade& prevented) noexcept {
        prevented_ = prevented;
    }
    void on_held_executed(const match::Execution& execution,
                          const match::HeldOrder& resting) noexcept;
    void on_held_canceled(const match::HeldReduction& canceled) noexcept;
    void on_held_reduced(const match::HeldReduction& reduced) noexcept;
    void on_held_replaced(const match::HeldOrder& original, const book::OrderView& now) noexcept;
    void on_refreshed(const match::HeldOrder& order) noexcept;
    void on_incoming_reduced(const match::Cancellation& reduced) noexcept;
    void on_crossed(const match::CrossTrade& trade) noexcept;
    void on_cross(const match::CrossResult& result) noexcept;
    void on_limit_state(InstrumentId instrument, match::LimitState state) noexcept;

    void report_modified(const SessionOrder& order) noexcept;
    void publish_action(const TradingAction& action) noexcept;
    /// ITCH's System Event.
    void publish_event(char code) noexcept;
    void publish_directory(InstrumentId instrument) noexcept;
    void publish_broken_trade(InstrumentId instrument, MatchId match) noexcept;
    void publish_indication(const match::Indication& indication) noexcept;

  private:
    /// The feed's next message, to fill where it lies before any other.
    template <class Message>
    Message& publish(InstrumentId instrument) noexcept;
    template <class Event>
    void report(const SessionOrder& order, const Event& event) noexcept;
    template <class Add>
    Add& publish_add_as(const book::OrderView& order) noexcept;
    void publish_add(const book::OrderView& order, const Attribution& attribution) noexcept;
    /// The order at this one's place in line.
    [[nodiscard]] Attribution attribution_of(const book::OrderView& order) noexcept;
    void publish_delete(OrderId id, InstrumentId instrument) noexcept;
    void publish_execution(const match::Execution& execution, MatchId match) noexcept;
    void publish_pending_replace_as_delete(InstrumentId instrument) noexcept;

    /// One side of a trade, for its session's report.
    struct Fill {
        TaggedId order;
        Price price;
        Qty qty;
        MatchId match;
        Liquidity liquidity;
    };

    /// nullptr when it is not open.
    [[nodiscard]] SessionOrder* session_order(TaggedId order) noexcept {
        SessionOrder* const own = context_.order;
        if (own != nullptr && own->id == order.id) {
            return own;
        }
        return order.tag != 0 ? venue_.orders.find(order) : venue_.orders.find(order.id);
    }

    [[nodiscard]] MatchId count(const match::Execution& execution) noexcept;
    void publish_reduction(const book::OrderView& order, Qty qty) noexcept;
    void publish_trade(const match::Execution& execution, MatchId match) noexcept;
    void publish_cross_trade(const match::CrossTrade& trade, const match::CrossParty& party,
                             MatchId match) noexcept;
    void report_fill(const Fill& fill) noexcept;
    void report_fills(const match::Execution& execution, MatchId match, Liquidity resting) noexcept;
    void report_gone(TaggedId gone, Qty qty, match::CancelReason reason) noexcept;
    void report_less(TaggedId reduced, Qty qty, match::CancelReason reason) noexcept;
    void report_less_or_gone(const SessionOrder& order, Qty qty,
                             match::CancelReason reason) noexcept;
    void report_canceled(const SessionOrder& order, Qty qty, CancelReason reason) noexcept;
    void report_prevented(const SessionOrder& order, Qty qty) noexcept;
    void report_place(const SessionOrder& order, OrderId place) noexcept;

    Venue& venue_;
    const CommandContext& context_;
    std::optional<OrderId> replaced_;   // a replace whose publication waits for the next event
    std::optional<OrderId> triggered_;  // a stop that gets the next new place
    std::optional<match::PreventedTrade> prevented_;  // the last one
};

template <class Message>
Message& MarketEvents::publish(InstrumentId instrument) noexcept {
    ++venue_.counters.feed_messages;
    Message& message = venue_.feed.append<Message>();
    message.store_stock_locate(instrument.value);
    message.store_timestamp(static_cast<std::uint64_t>(context_.now.value));
    return message;
}

}  // namespace hotpath::exchange
