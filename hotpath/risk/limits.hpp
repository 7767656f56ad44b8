#pragma once
/// What a trader may send: the limits of one instrument and the message rate of the session.
///
/// Every limit is inclusive: the value itself is allowed, one more is not. There is no "unlimited":
/// an instrument without limits is not traded, and RiskGate::set_limits refuses a limit that is
/// zero or that could not bind. Threads: values. Allocation: none. Source: SEC 15c3-5, RTS 6
/// article 15, as listed in the README.

#include <cstddef>
#include <cstdint>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::risk {

inline constexpr std::uint32_t kBasisPoints = 10'000;

/// The limits of one instrument.
struct Limits {
    Qty order_qty_max{};                   // shares of one order
    std::uint64_t order_notional_max = 0;  // price units x shares of one order
    std::uint32_t collar_bps = 0;          // furthest from the reference price, 1/10,000 of it
    std::int64_t position_max = 0;  // shares, long or short, every open order counted as filled
};

/// At most `messages_max` messages in any half-open interval of length `window`.
struct RateLimit {
    std::uint32_t messages_max = 0;
    Nanos window{};
};

/// Are all limits set, and can each of them bind?
[[nodiscard]] Expected<void> validate(const Limits& limits);

/// Why an order was refused, in the order in which the gate asks.
enum class RejectReason : std::uint8_t {
    None,
    KillSwitch,
    NoLimits,
    OrderQty,
    OrderNotional,
    NoReferencePrice,
    PriceCollar,
    Position,
    MessageRate,
};

inline constexpr std::size_t kRejectReasons = 9;

/// The enumerator's name, for people and reports.
[[nodiscard]] const char* reason_name(RejectReason reason) noexcept;

}  // namespace hotpath::risk
