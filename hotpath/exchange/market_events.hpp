#pragma once
/// The matcher's listener in the exchange: each event to the feed as ITCH, and to the session whose
/// order it is as OUCH. Lives for one command. Not for users of the library.
///
/// A replace is published as ITCH U when the new order rests untouched; when it trades first, as
/// delete, executions and add, because U says that the new order rests.
///
/// Threads: one owner. Allocation: none. Complexity: O(1) an event.

#include <optional>

#include "hotpath/exchange/venue.hpp"
#include "hotpath/match/types.hpp"
#include "hotpath/wire/itch50/messages.hpp"

namespace hotpath::exchange {

/// The trade a recording shows: one with this order has this number, whatever else is traded.
struct RecordedTrade {
    OrderId resting;
    MatchId match;
};

/// What the command knows about its events and the matcher does not.
struct CommandContext {
    Nanos now{};
    Attribution attribution{};  // of the order entered
    std::optional<RecordedTrade> recorded_trade{};
    bool is_at_display_price = true;  // executions are: ITCH E, not C
    bool is_printable = true;
    char cancel_reason = wire::ouch50::cancel_reason::kUserRequested;
    bool is_modify = false;  // a reduction is answered as Modified, not as Canceled
};

class MarketEvents {
  public:
    using Venue = Exchange::Venue;

    MarketEvents(Venue& venue, const CommandContext& context) : venue_(venue), context_(context) {}

    void on_added(const book::OrderView& order) noexcept;
    void on_executed(const match::Execution& execution) noexcept;
    void on_canceled(const match::Cancellation& canceled) noexcept;
    void on_reduced(const match::Cancellation& reduced) noexcept;
    void on_replaced(const book::OrderView& original, const book::OrderView& now) noexcept;

    void report_modified(const SessionOrder& order) noexcept;

  private:
    template <class Message>
    [[nodiscard]] Message begin(InstrumentId instrument) const noexcept;
    void publish(Bytes message) noexcept;
    template <class Add>
    [[nodiscard]] Add add_message(const book::OrderView& order) const noexcept;
    void publish_delete(OrderId id, InstrumentId instrument) noexcept;
    void publish_execution(const match::Execution& execution, MatchId match) noexcept;
    void publish_pending_replace_as_delete(InstrumentId instrument) noexcept;

    void report_execution(OrderId id, const match::Execution& execution, MatchId match) noexcept;
    void report_canceled(const SessionOrder& order, Qty qty, char reason) noexcept;

    Venue& venue_;
    CommandContext context_;
    std::optional<OrderId> replaced_;  // a replace whose publication waits for the next event
};

}  // namespace hotpath::exchange
