#pragma once
/// The vocabulary of money and time: Price, Qty, Money, SignedQty, Ticks, BasisPoints, Side, the
/// ids, Time and Nanos, each its own type, all integers.
///
/// Every type is a trivially copyable wrapper of one integer named `value`; nothing converts
/// implicitly. Arithmetic exists only where it has a meaning (Price - Price is a distance in price
/// units, Qty + Qty a quantity, Price * Qty is Money, Time - Time a duration). Threads: values, safe
/// anywhere. Allocation: none. Complexity: that of the integer.

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

/// A position or its change, in shares: above 0 long or bought, below 0 short or sold.
struct SignedQty {
    std::int64_t value = 0;

    friend constexpr bool operator==(SignedQty, SignedQty) = default;
    // Spelled out: GCC 12 makes more instructions of a <=> of which one sign is used.
    friend constexpr bool operator<(SignedQty a, SignedQty b) { return a.value < b.value; }
    friend constexpr bool operator>(SignedQty a, SignedQty b) { return a.value > b.value; }
    friend constexpr bool operator<=(SignedQty a, SignedQty b) { return a.value <= b.value; }
    friend constexpr bool operator>=(SignedQty a, SignedQty b) { return a.value >= b.value; }
    friend constexpr SignedQty operator+(SignedQty a, SignedQty b) { return {a.value + b.value}; }
    friend constexpr SignedQty operator-(SignedQty a, SignedQty b) { return {a.value - b.value}; }
    friend constexpr SignedQty operator-(SignedQty a) { return {-a.value}; }
    friend constexpr SignedQty operator*(std::int64_t factor, SignedQty a) {
        return {factor * a.value};
    }
    constexpr SignedQty& operator+=(SignedQty other) { return *this = *this + other; }
    constexpr SignedQty& operator-=(SignedQty other) { return *this = *this - other; }
};

/// The result always fits in 64 bits.
[[nodiscard]] constexpr SignedQty to_signed(Qty qty) {
    return {std::int64_t{qty.value}};
}

/// The magnitude: shares held or shares short. `value` must be above -2^63.
[[nodiscard]] constexpr SignedQty magnitude(SignedQty qty) {
    return qty.value < 0 ? -qty : qty;
}

/// An amount in price units x shares (ITCH: 1/10,000 dollar), -2^63 to 2^63 - 1: cash, a profit, the
/// value of orders.
///
/// Arithmetic is modulo 2^64, as that of unsigned integers: no amount from a venue's bytes makes it
/// undefined. Where a sum must fit, the caller checks it (oms/position.cpp) or compares it with
/// is_above().
struct Money {
    std::int64_t value = 0;

    friend constexpr bool operator==(Money, Money) = default;
    // Spelled out: GCC 12 makes more instructions of a <=> of which one sign is used.
    friend constexpr bool operator<(Money a, Money b) { return a.value < b.value; }
    friend constexpr bool operator>(Money a, Money b) { return a.value > b.value; }
    friend constexpr bool operator<=(Money a, Money b) { return a.value <= b.value; }
    friend constexpr bool operator>=(Money a, Money b) { return a.value >= b.value; }
    friend constexpr Money operator+(Money a, Money b) { return wrapped(a.bits() + b.bits()); }
    friend constexpr Money operator-(Money a, Money b) { return wrapped(a.bits() - b.bits()); }
    friend constexpr Money operator-(Money a) { return wrapped(0 - a.bits()); }
    friend constexpr Money operator*(std::int64_t factor, Money a) {
        return wrapped(static_cast<std::uint64_t>(factor) * a.bits());
    }
    constexpr Money& operator+=(Money other) { return *this = *this + other; }
    constexpr Money& operator-=(Money other) { return *this = *this - other; }

    /// The value as an unsigned integer; correct for amounts of at least 0, also of 2^63 and above.
    [[nodiscard]] constexpr std::uint64_t bits() const { return static_cast<std::uint64_t>(value); }
    [[nodiscard]] static constexpr Money wrapped(std::uint64_t bits) {
        return {static_cast<std::int64_t>(bits)};
    }
};

/// The product of any wire price and quantity fits.
[[nodiscard]] constexpr Money operator*(Price price, Qty qty) {
    return Money::wrapped(static_cast<std::uint64_t>(price.value) * qty.value);
}
[[nodiscard]] constexpr Money operator*(Price price, SignedQty qty) {
    return Money::wrapped(static_cast<std::uint64_t>(price.value) *
                          static_cast<std::uint64_t>(qty.value));
}

/// -2^63 has no negative and stays -2^63; is_above() takes it for 2^63, above every limit.
[[nodiscard]] constexpr Money magnitude(Money amount) {
    return amount.value < 0 ? -amount : amount;
}

/// amount > limit, for amounts of at least 0: a sum of up to 2^64 - 1 that no longer fits Money is
/// above every limit.
[[nodiscard]] constexpr bool is_above(Money amount, Money limit) {
    return amount.bits() > limit.bits();
}

/// A distance in ticks of the instrument.
struct Ticks {
    std::int64_t value = 0;

    friend constexpr auto operator<=>(Ticks, Ticks) = default;
    /// The distance in price units; `tick` is one tick in them.
    friend constexpr std::int64_t operator*(Ticks ticks, std::int64_t tick) {
        return ticks.value * tick;
    }
};

/// A fraction of a price in 1/10,000 of it; 10,000 is the whole price. See is_beyond() in
/// price_distance.hpp.
struct BasisPoints {
    std::int32_t value = 0;

    friend constexpr auto operator<=>(BasisPoints, BasisPoints) = default;
};

/// 10,000 basis points: the whole price.
inline constexpr BasisPoints kWholePrice{10'000};

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
/// Never due: the latest Time.
inline constexpr Time kNever{std::numeric_limits<std::int64_t>::max()};
/// No limit: the longest duration.
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

/// +1 for Buy, -1 for Sell, computed without a branch, which would be mispredicted every other
/// time. Code that multiplies by it is written once for both sides.
[[nodiscard]] constexpr std::int64_t sign(Side side) {
    return 1 - 2 * static_cast<std::int64_t>(side);
}

/// The change of a position by an execution of this side.
[[nodiscard]] constexpr SignedQty signed_qty(Side side, Qty qty) {
    return sign(side) * to_signed(qty);
}

/// True when `a` is strictly nearer to the touch than `b` on this side: higher for bids, lower for
/// asks.
[[nodiscard]] constexpr bool is_better(Side side, Price a, Price b) {
    return side == Side::Buy ? a > b : a < b;
}

/// True when an order of this side at `limit` trades with a resting order of the other side at
/// `resting`. Computed by inverting bits, which reverses the order of prices, instead of by a
/// branch on the side, which is mispredicted every other time.
[[nodiscard]] constexpr bool crosses(Side side, Price limit, Price resting) {
    const std::int64_t turned = -static_cast<std::int64_t>(side);
    return (limit.value ^ turned) >= (resting.value ^ turned);
}

enum class TimeInForce : std::uint8_t {
    Day,
    Ioc,  // immediate or cancel: what does not execute on arrival is canceled
    Fok,  // fill or kill: all of it executes on arrival, or nothing does
};

}  // namespace hotpath
