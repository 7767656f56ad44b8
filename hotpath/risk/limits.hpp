#pragma once
/// Risk limits of a trader: of one instrument, of all instruments together, and of the session.
///
/// Every limit is inclusive: the value itself is allowed, one more is not. There is no "unlimited"
/// and no default: a limit that is missing (zero) or that could not bind is refused by validate(),
/// and an instrument without limits is not traded. Threads: values. Allocation: none. Source: SEC
/// 15c3-5, RTS 6 article 15, FIA best practices of 2024, as listed in the README.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/error.hpp"
#include "hotpath/core/price_distance.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::risk {

/// At most `messages_max` messages in any half-open interval of length `window`.
struct RateLimit {
    std::uint32_t messages_max = 0;
    Nanos window{};
};

/// The limits of one instrument.
struct Limits {
    Qty order_qty_max{};         // shares of one order
    Money order_notional_max{};  // of one order
    std::int64_t tick = 0;       // prices are its multiples, from fine_below on
    Price fine_below{};          // below this every price unit is valid; 0: nowhere
    BasisPoints collar_bps{};    // furthest from the reference price, of it
    BasisPoints drift_bps{};     // furthest between own prices of one window, of the lowest
    SignedQty position_max{};    // long or short, every open order counted as filled
    std::uint32_t open_orders_max = 0;
    std::uint32_t messages_max = 0;  // orders and replacements of one window
    bool may_sell_short = false;
};

/// Limits over all instruments of one account (a strategy, a desk, a firm).
struct AccountLimits {
    Money gross_max{};   // sum of |position| x mark, and all open orders at their limit
    Money net_max{};     // |sum of position x mark|, with the open orders of either side
    Money traded_max{};  // bought and sold in a day, open orders counted as executed
    Money loss_max{};    // of a day, realized and not; beyond: ReducingOnly, latched
    std::uint32_t open_orders_max = 0;
    std::uint32_t messages_per_fill_max = 0;  // orders and replacements of a day, per execution
    std::uint32_t messages_free = 0;          // additional messages, at the start of the day
};

/// Message rates of a session and its strategies.
struct PaceLimits {
    RateLimit orders{};      // orders and replacements together
    RateLimit cancels{};     // counted, never refused
    RateLimit duplicates{};  // orders alike in instrument, side, price and quantity
    RateLimit
        repeated_executions{};  // an order that follows an execution of its instrument; beyond: killed
    Nanos instrument_window{};  // of Limits::drift_bps and Limits::messages_max
};

/// Are all limits set, and can each of them bind? The error names the first that cannot.
[[nodiscard]] Expected<void> validate(const Limits& limits);
[[nodiscard]] Expected<void> validate(const AccountLimits& limits);
[[nodiscard]] Expected<void> validate(const PaceLimits& limits);

/// Why an order was refused, in the order of the gate's checks.
enum class RejectReason : std::uint8_t {
    None,
    KillSwitch,
    NoLimits,
    OrderQty,
    PriceTick,
    OrderNotional,
    NoReferencePrice,
    PriceCollar,
    ShortSale,
    SelfMatch,
    Position,
    OpenOrders,
    ReducingOnly,
    TradedValue,
    OrderToTrade,
    GrossExposure,
    NetExposure,
    InstrumentRate,
    PriceDrift,
    Duplicate,
    MessageRate,
    FirmGrossExposure,  // these of all engines of the firm together: firm_exposure.hpp
    FirmNetExposure,
    FirmOpenOrders,  // and these: shared_limits.hpp
    FirmOpenValue,
    FirmMessages,
};

inline constexpr std::size_t kRejectReasons = 26;

/// The enumerator's name, for people and reports.
[[nodiscard]] std::string_view reason_name(RejectReason reason) noexcept;

/// Which orders may be sent at all. The gate only makes it stricter; an operator reopens it.
enum class TradingMode : std::uint8_t { Open, ReducingOnly, Killed };

/// The first reason why trading stopped.
enum class StopReason : std::uint8_t {
    None,
    Operator,
    Heartbeat,           // a required part stopped responding
    Disagreement,        // with the venue, about an order or a position
    RepeatedExecutions,  // PaceLimits::repeated_executions
    Loss,                // AccountLimits::loss_max: reducing orders only
    Journal,             // inputs can no longer be recorded
    ShutDown,            // an orderly stop: no latch
};
inline constexpr std::size_t kStopReasons = 8;

[[nodiscard]] std::string_view mode_name(TradingMode mode) noexcept;
[[nodiscard]] std::string_view stop_name(StopReason reason) noexcept;

}  // namespace hotpath::risk
