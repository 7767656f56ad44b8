#pragma once
/// The vocabulary of money and time: Price, Qty, Side, the ids, Time and Nanos, each its own type,
/// all integers.
///
/// Every type is a trivially copyable wrapper of one integer named `value`; nothing converts
/// implicitly. Arithmetic exists only where it has a meaning (Price - Price is a distance in price
/// units, Qty + Qty a quantity, Time - Time a duration). Threads: values, safe anywhere.
/// Allocation: none. Complexity: that of the integer.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace hotpath {

/// A price as a count of the instrument's price units (ITCH: 1/10,000 dollar; see PriceScale).
struct Price {
    std::int64_t value = 0;

    friend constexpr auto operator<=>(Price, Price) = default;
    friend constexpr std::int64_t operator-(Price a, Price b) { return a.value - b.value; }
    friend constexpr Price operator+(Price p, std::int64_t units) { return {p.value + units}; }
    friend constexpr Price operator-(Price p, std::int64_t units) { return {p.value - units}; }
};

/// How many price units make one unit of currency. Kept per instrument; ITCH prices are Price4.
struct PriceScale {
    std::uint32_t units_per_currency = 10'000;

    friend constexpr bool operator==(PriceScale, PriceScale) = default;
};

/// A quantity of shares (or contracts), 0 to 2^32 - 1. Sums over many orders use 64 bits: see
/// TotalQty.
struct Qty {
    std::uint32_t value = 0;

    friend constexpr auto operator<=>(Qty, Qty) = default;
    friend constexpr Qty operator+(Qty a, Qty b) { return {a.value + b.value}; }
    friend constexpr Qty operator-(Qty a, Qty b) { return {a.value - b.value}; }
    constexpr Qty& operator+=(Qty other) { return *this = *this + other; }
    constexpr Qty& operator-=(Qty other) { return *this = *this - other; }
};

/// A sum of quantities: a level's, a day's. 2^32 full-size orders fit.
struct TotalQty {
    std::uint64_t value = 0;

    friend constexpr auto operator<=>(TotalQty, TotalQty) = default;
    constexpr TotalQty& operator+=(Qty q) { return value += q.value, *this; }
    constexpr TotalQty& operator-=(Qty q) { return value -= q.value, *this; }
};

/// The venue's id of an order (ITCH Order Reference Number): unique within a day, and its rank
/// within a price level.
struct OrderId {
    std::uint64_t value = 0;
    friend constexpr auto operator<=>(OrderId, OrderId) = default;
};

/// The client's id of an order (OUCH UserRefNum): strictly increasing within a session, from 1.
struct ClOrdId {
    std::uint32_t value = 0;
    friend constexpr auto operator<=>(ClOrdId, ClOrdId) = default;
};

/// The venue's id of one execution (ITCH/OUCH Match Number).
struct MatchId {
    std::uint64_t value = 0;
    friend constexpr auto operator<=>(MatchId, MatchId) = default;
};

/// An instrument of one feed for one day (ITCH Stock Locate): dense, from 1; 0 is no instrument.
struct InstrumentId {
    std::uint16_t value = 0;
    friend constexpr auto operator<=>(InstrumentId, InstrumentId) = default;
};

/// A duration in nanoseconds: an interval, a timeout, a latency, an age. 64 bits hold 292 years.
struct Nanos {
    std::int64_t value = 0;

    friend constexpr auto operator<=>(Nanos, Nanos) = default;
    friend constexpr Nanos operator+(Nanos a, Nanos b) { return {a.value + b.value}; }
    friend constexpr Nanos operator-(Nanos a, Nanos b) { return {a.value - b.value}; }
};

/// A point in time: nanoseconds since midnight of the owner's day, such as the venue's day of a
/// feed message. A state machine is handed the time and never asks for it: the owner of the clock
/// picks the day. A clock with another origin (1970, the machine's start) says so where it is
/// declared. The distance of two clocks' origins is a duration: add it to a Time of one clock and
/// have the Time of the other.
struct Time {
    std::int64_t value = 0;

    friend constexpr auto operator<=>(Time, Time) = default;
    friend constexpr Nanos operator-(Time a, Time b) { return {a.value - b.value}; }
    friend constexpr Time operator+(Time time, Nanos duration) {
        return {time.value + duration.value};
    }
    friend constexpr Time operator-(Time time, Nanos duration) {
        return {time.value - duration.value};
    }
};

inline constexpr std::int64_t kNanosPerSecond = 1'000'000'000;
/// The deadline of what is not due at all.
inline constexpr Time kNever{std::numeric_limits<std::int64_t>::max()};
/// The duration of what has no end: no limit.
inline constexpr Nanos kForever{std::numeric_limits<std::int64_t>::max()};

/// The side of an order. A book's sides are called bids (Buy) and asks (Sell).
enum class Side : std::uint8_t { Buy, Sell };

[[nodiscard]] constexpr Side opposite(Side side) {
    return side == Side::Buy ? Side::Sell : Side::Buy;
}

/// Index into a per-side pair.
[[nodiscard]] constexpr std::size_t side_index(Side side) {
    return static_cast<std::size_t>(side);
}

/// +1 for Buy, -1 for Sell: what writes buy and sell once, and without a branch, which would be
/// mispredicted every other time.
[[nodiscard]] constexpr std::int64_t sign(Side side) {
    return 1 - 2 * static_cast<std::int64_t>(side);
}

/// The change of a position by an execution of this side, in shares.
[[nodiscard]] constexpr std::int64_t signed_qty(Side side, Qty qty) {
    return sign(side) * std::int64_t{qty.value};
}

/// True when `a` is strictly nearer to the touch than `b` on this side: higher for bids, lower for
/// asks.
[[nodiscard]] constexpr bool is_better(Side side, Price a, Price b) {
    return side == Side::Buy ? a > b : a < b;
}

/// True when an order of this side at `limit` trades with a resting order of the other side at
/// `resting`.
[[nodiscard]] constexpr bool crosses(Side side, Price limit, Price resting) {
    return !is_better(side, resting, limit);
}

enum class TimeInForce : std::uint8_t { Day, Ioc };

}  // namespace hotpath
