// Self-trade prevention under a minimum quantity, over all standings of the owner's resting orders, all
// kinds of incoming order and all policies: an order with a minimum begins to trade exactly when the
// same order without one would have traded the minimum before it met an order of its owner.

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/match/venue_matcher.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::match {
namespace {

constexpr OwnerId kOwner{7};
constexpr std::uint32_t kLeastQty = 5;

enum class ArrivalKind : std::uint8_t {
    Limit,
    Immediate,
    Market,
    Hidden,
    Iceberg,
    MidPeg,
    PrimaryPeg
};
constexpr std::uint64_t kArrivals = 7;
constexpr std::uint64_t kStandings = 5;
constexpr SelfTrade kPolicies[] = {SelfTrade::CancelNewest, SelfTrade::CancelOldest,
                                   SelfTrade::Decrement};

struct SelfTradeEntry {
    NewOrder order;
    Conditions asked;
};

/// What an incoming order traded, and what of it before an order of its owner was met.
struct TradesOfArrival : NullVenueListener {
    void on_executed(const Execution& execution) {
        if (execution.incoming == incoming) {
            qty += execution.qty;
            qty_before_own += has_met_own ? Qty{} : execution.qty;
        }
    }
    void on_held_executed(const Execution& execution, const HeldOrder&) { on_executed(execution); }
    void on_trade_prevented(const PreventedTrade& prevented) {
        has_met_own |= prevented.newer == incoming && prevented.choice != SelfTrade::CancelOldest;
    }

    OrderId incoming{};
    Qty qty{};
    Qty qty_before_own{};
    bool has_met_own = false;
};

class SelfTradeDraws {
  public:
    explicit SelfTradeDraws(std::uint64_t seed) : random_(seed) {}

    /// Offers of the owner and of others, of every standing, over a bid and an ask.
    [[nodiscard]] std::vector<SelfTradeEntry> offers() {
        std::vector<SelfTradeEntry> entries{{order(Side::Buy, 90, 10), {}},
                                            {order(Side::Sell, 104, 5), {}}};
        const std::uint64_t count = 1 + random_.below(8);
        for (std::uint64_t n = 0; n < count; ++n) {
            SelfTradeEntry entry{order(Side::Sell, 100 + random_price(), qty()),
                                 {.owner = random_.one_in(2) ? kOwner : OwnerId{8}}};
            switch (random_.below(kStandings)) {
                case 1:
                    entry.asked.display_qty = {kLeastQty};
                    break;
                case 2:
                    entry.asked.is_hidden = true;
                    break;
                case 3:
                    entry.asked.peg = Peg::Mid;
                    entry.order.price = {random_.one_in(2) ? 95 : 101};
                    break;
                case 4:
                    entry.asked.peg = Peg::Primary;
                    entry.order.price = {95};
                    break;
                default:
                    break;
            }
            entries.push_back(entry);
        }
        return entries;
    }

    [[nodiscard]] SelfTradeEntry arrival(ArrivalKind kind, SelfTrade policy) {
        SelfTradeEntry entry{order(Side::Buy, 100 + random_price(), 4 * qty()),
                             {.owner = kOwner, .self_trade = policy}};
        entry.order.time_in_force = kind == ArrivalKind::Immediate || kind == ArrivalKind::Market
                                        ? TimeInForce::Ioc
                                        : TimeInForce::Day;
        entry.order.type = kind == ArrivalKind::Market ? OrderType::Market : OrderType::Limit;
        entry.asked.is_hidden = kind == ArrivalKind::Hidden;
        entry.asked.display_qty = {kind == ArrivalKind::Iceberg ? kLeastQty : 0U};
        entry.asked.peg = kind == ArrivalKind::MidPeg       ? Peg::Mid
                          : kind == ArrivalKind::PrimaryPeg ? Peg::Primary
                                                            : Peg::None;
        return entry;
    }
    /// All of the order (fill-or-kill), or less.
    [[nodiscard]] Qty minimum_of(const NewOrder& order) {
        return random_.one_in(2)
                   ? order.qty
                   : Qty{static_cast<std::uint32_t>(1 + random_.below(order.qty.value))};
    }

  private:
    [[nodiscard]] NewOrder order(Side side, std::int64_t price, std::uint32_t qty) {
        return {.id = {++id_}, .instrument = {1}, .side = side, .qty = {qty}, .price = {price}};
    }
    [[nodiscard]] std::int64_t random_price() {
        return static_cast<std::int64_t>(random_.below(5));
    }
    [[nodiscard]] std::uint32_t qty() {
        return kLeastQty * static_cast<std::uint32_t>(1 + random_.below(4));
    }

    Random random_;
    std::uint64_t id_ = 0;
};

VenueMatcher small_matcher() {
    return std::move(*VenueMatcher::create({.matcher = {.books = {.orders_max = 64,
                                                                  .levels_max = 64,
                                                                  .instruments_max = 1,
                                                                  .huge_pages = HugePages::Never},
                                                        .executions_max = 1'000},
                                            .held_orders_max = 64,
                                            .cross_levels_max = 16}));
}

TradesOfArrival traded_by(const std::vector<SelfTradeEntry>& resting,
                          const SelfTradeEntry& arrival) {
    VenueMatcher matcher = small_matcher();
    TradesOfArrival traded;
    traded.last_place = 1ULL << 40U;
    for (const SelfTradeEntry& entry : resting) {
        EXPECT_EQ(matcher.enter(entry.order, entry.asked, traded), MatchStatus::Ok);
    }
    traded.incoming = arrival.order.id;
    EXPECT_EQ(matcher.enter(arrival.order, arrival.asked, traded), MatchStatus::Ok);
    return traded;
}

TEST(SelfTradeProperty, AMinimumTradesExactlyWhenOthersFillItBeforeAnOwnOrderIsMet) {
    SelfTradeDraws draws(support::seed_of_this_test(46));
    // By arrival, policy, and whether it traded: each occurs.
    std::map<std::tuple<std::uint64_t, SelfTrade, bool>, int> cases;
    const int rounds = support::is_long_run() ? 100'000 : 400;
    for (int round = 0; round < rounds; ++round) {
        const std::vector<SelfTradeEntry> resting = draws.offers();
        for (std::uint64_t kind = 0; kind < kArrivals; ++kind) {
            for (const SelfTrade policy : kPolicies) {
                const SelfTradeEntry without =
                    draws.arrival(static_cast<ArrivalKind>(kind), policy);
                SelfTradeEntry with = without;
                with.asked.min_qty = draws.minimum_of(without.order);
                const TradesOfArrival free = traded_by(resting, without);
                const TradesOfArrival bound = traded_by(resting, with);
                const bool is_fillable = free.qty_before_own >= with.asked.min_qty;
                ASSERT_EQ(bound.qty, is_fillable ? free.qty : Qty{})
                    << "round " << round << ", arrival " << kind << ", policy "
                    << static_cast<int>(policy) << ", minimum " << with.asked.min_qty.value
                    << " of " << with.order.qty.value << ", others had "
                    << free.qty_before_own.value;
                ++cases[{kind, policy, is_fillable}];
            }
        }
    }
    EXPECT_EQ(cases.size(), kArrivals * 3 * 2 - 3) << "a primary peg never meets an offer";
}

}  // namespace
}  // namespace hotpath::match
