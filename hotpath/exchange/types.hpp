#pragma once
/// The exchange's types: its options, background flow, replies and counters.
///
/// Values without behaviour: threads any, allocation none.

#include <array>
#include <compare>
#include <cstdint>
#include <optional>

#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/order_terms.hpp"

namespace hotpath::exchange {

/// One order-entry session (a SoupBinTCP login, later): 0 to ExchangeOptions::sessions_max - 1.
struct SessionId {
    std::uint16_t value = 0;
    friend constexpr auto operator<=>(SessionId, SessionId) = default;
};

/// Whether the orders of one session (and GroupID) may trade with each other.
enum class SelfMatch : std::uint8_t { Allowed, CancelNewest, CancelOldest, Decrement };

/// Which of a session's orders are canceled together.
enum class Canceling : std::uint8_t { Everything, NotGoodTillCanceled };

struct ExchangeOptions {
    book::BooksOptions books{};
    std::uint16_t sessions_max = 16;
    std::uint32_t session_orders_max = 65'536;  // open at one time, all sessions
    std::uint32_t executions_per_command_max = 4'096;
    SelfMatch self_match = SelfMatch::Allowed;  // of every session until it is set otherwise
    /// Stop prices and orders good till canceled, which OUCH 5.0 has not: docs/reference/ouch50.md.
    bool takes_extensions = false;
    std::array<char, 10> feed_session{'H', 'O', 'T', 'P', 'A', 'T', 'H', ' ', ' ', ' '};
};

/// One message of a protocol to one session.
struct Reply {
    SessionId session;
    Bytes message;
};

/// A Day limit order of the background.
struct FlowOrder {
    OrderId id;
    InstrumentId instrument;
    Symbol symbol{};  // lists the instrument if no directory message did
    Side side = Side::Buy;
    Qty qty;
    Price price;
    Attribution attribution{};
};

struct FlowReplace {
    OrderId original;
    OrderId id;
    Qty qty;
    Price price;
};

/// An incoming order known only from the execution of a resting one in a recording.
struct FlowExecution {
    OrderId resting;  // the order executed in the recording
    InstrumentId instrument;
    Side side = Side::Buy;  // of the incoming order
    Qty qty;
    Price price;    // its limit: the resting order's price
    MatchId match;  // of the trade with `resting`; even
};

/// An execution that price-time matching cannot produce.
struct FlowExecutionAt {
    OrderId id;
    Qty qty;
    Price price;
    std::optional<MatchId> match{};  // even; none: the venue's next
    bool printable = true;
    bool removes_liquidity = false;  // of the order, which is the one that took
};

/// The venue's change of an instrument's trading state, with reason: ITCH Stock Trading Action.
struct TradingAction {
    InstrumentId instrument;
    book::TradingState state = book::TradingState::Halted;
    std::array<char, 4> reason{' ', ' ', ' ', ' '};
};

/// A trading day: the scope of sessions, match numbers, bands and most orders.
struct TradingDay {
    std::uint32_t number = 1;  // of this venue's days
    std::uint32_t date = 0;    // days since 1970-01-01; 0: unknown
    friend constexpr bool operator==(const TradingDay&, const TradingDay&) = default;
};

/// The next trading day.
struct DayStart {
    std::uint32_t date = 0;  // never before that of the day that ends
    Nanos clock_shift{};     // from the previous day's midnight to its own
};

struct ExchangeCounters {
    std::uint64_t commands = 0;  // of sessions and of the background, refused ones included
    std::uint64_t feed_messages = 0;
    std::uint64_t replies = 0;
    std::uint64_t executions = 0;          // trades of two orders, directed ones included
    std::uint64_t session_executions = 0;  // trades in which a session order took part
    std::uint64_t rejected = 0;
    std::uint64_t malformed = 0;  // requests that their desk could not read
    std::uint64_t ignored =
        0;  // requests without effect: an old number, an order that is open no more

    friend constexpr bool operator==(const ExchangeCounters&, const ExchangeCounters&) = default;
};

}  // namespace hotpath::exchange
