#pragma once
/// The ticks and orders of the report's tests, as its test program generates them: a price that
/// walks, one order a tick.
///
/// The walk moves by up to half a dollar either way, the spread is one or two cents; buys and sells
/// take turns at the tick's own bid and ask, so that they meet when the walk brings them together.
/// Prices are in cents; the report's are of type double. The same flow at each run of
/// the same plan. Threads: values. Allocation: make_tick_flow(). Source: the program behind the
/// report, docs/techniques/tick-to-trades-in-one-function.md.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hotpath/core/units.hpp"

namespace hotpath::bench {

inline constexpr std::int64_t kCent = 100;

/// A tick from the market: half a cache line.
struct Tick {
    Price bid;
    Price ask;
    Qty bid_qty;
    Qty ask_qty;
    Time time;
};
static_assert(sizeof(Tick) == 32);

/// Which order a tick calls for.
enum class TickRule : std::uint8_t {
    TakeTurns,     // a buy at the bid, then a sell at the ask
    Cross,         // a buy half a dollar above the ask, then a sell so far below the bid
    BuyOnly,       // buys at the bid
    TwoBuysASell,  // sell, buy, buy; quantities of 50 to 140
};

struct TickOrder {
    Side side = Side::Buy;
    Qty qty;
    Price price;
};

struct TickPlan {
    TickRule rule = TickRule::TakeTurns;
    std::uint32_t qty = 100;
    std::size_t ticks = 10'000;
    std::size_t resting_pairs = 0;  // a bid and an ask of 100 each, put there without matching
};

struct TickFlow {
    TickPlan plan;
    std::vector<Tick> resting;  // the ticks that the pairs are made from
    std::vector<Tick> ticks;
};

[[nodiscard]] TickFlow make_tick_flow(const TickPlan& plan);

/// The decision: the whole strategy of the report's tests.
[[nodiscard]] inline TickOrder decide(const TickPlan& plan, std::size_t n, Price bid, Price ask) {
    constexpr std::int64_t kAggression = 50 * kCent;
    switch (plan.rule) {
        case TickRule::BuyOnly:
            return {Side::Buy, {plan.qty}, bid};
        case TickRule::TwoBuysASell: {
            const Side side = n % 3 != 0 ? Side::Buy : Side::Sell;
            const auto steps = static_cast<std::uint32_t>(n % 10);
            return {side, {plan.qty + steps * 10}, side == Side::Buy ? bid : ask};
        }
        case TickRule::TakeTurns:
        case TickRule::Cross:
            break;
    }
    const Side side = n % 2 == 0 ? Side::Buy : Side::Sell;
    if (plan.rule == TickRule::TakeTurns) {
        return {side, {plan.qty}, side == Side::Buy ? bid : ask};
    }
    const Price far_touch = side == Side::Buy ? ask : bid;
    return {side, {plan.qty}, far_touch + sign(side) * kAggression};
}

}  // namespace hotpath::bench
