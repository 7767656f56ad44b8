#include "hotpath/oms/fees.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

#include <gtest/gtest.h>

#include "hotpath/oms/orders.hpp"

namespace hotpath::oms {
namespace {

constexpr Price kTenDollars{100'000};
constexpr std::int64_t kBasisPoint = 1'000'000;  // of ValueRate
constexpr std::int64_t kDollar = 10'000;         // of Money

[[nodiscard]] FeeTerms terms(Liquidity liquidity, std::uint32_t qty, Price price = kTenDollars) {
    return {.liquidity = liquidity, .qty = {qty}, .price = price};
}

TEST(Fees, AreOfTheSharesByLiquidity) {
    const Fees fees{.added = {-20}, .removed = {30}, .other = {5}};
    EXPECT_EQ(fees.fee(terms(Liquidity::Added, 100)), Money{-2'000});
    EXPECT_EQ(fees.fee(terms(Liquidity::Removed, 100)), Money{3'000});
    EXPECT_EQ(fees.fee(terms(Liquidity::Other, 100)), Money{500});
}

TEST(Fees, AreOfTheValueByLiquidityInMillionths) {
    const Fees fees{
        .of_value = {.added = {-kBasisPoint}, .removed = {5 * kBasisPoint}, .other = {278'000}}};
    // 1,000 dollars: a basis point is ten cents, 27.80 dollars a million 2.78 cents.
    EXPECT_EQ(fees.fee(terms(Liquidity::Added, 100)), Money{-1'000});
    EXPECT_EQ(fees.fee(terms(Liquidity::Removed, 100)), Money{5'000});
    EXPECT_EQ(fees.fee(terms(Liquidity::Other, 100)), Money{278});
}

TEST(Fees, WithoutRatesAreNothingOfTheLargestValue) {
    for (const Liquidity liquidity : {Liquidity::Added, Liquidity::Removed, Liquidity::Other}) {
        EXPECT_EQ(Fees{}.fee(terms(liquidity, 4'294'967'295, {2'000'000'000})), Money{0});
    }
}

TEST(Fees, TheSmallestRateOfValueIsCharged) {
    const Fees fees{.of_value = {.removed = {1}}};
    // 20 million dollars at 1/10,000 dollar a million.
    EXPECT_EQ(fees.fee(terms(Liquidity::Removed, 2'000'000)), Money{20});
}

TEST(Fees, OfSharesAndOfValueAddUp) {
    const Fees fees{.removed = {30}, .of_value = {.removed = {kBasisPoint}}};
    EXPECT_EQ(fees.fee(terms(Liquidity::Removed, 100)), Money{3'000 + 1'000});
}

TEST(Fees, OfValueAreRoundedToAUnitHalvesAwayFromZero) {
    const auto fee = [](std::int64_t rate) {
        return Fees{.of_value = {.added = {rate}}}.fee(terms(Liquidity::Added, 1, {5'000}));
    };
    EXPECT_EQ(fee(kBasisPoint), Money{1});  // half a unit
    EXPECT_EQ(fee(kBasisPoint - 1), Money{0});
    EXPECT_EQ(fee(-kBasisPoint), Money{-1});
    EXPECT_EQ(fee(-kBasisPoint + 1), Money{0});
}

TEST(Fees, OfTheLargestValueOfTheWireDoNotOverflow) {
    constexpr Price kHighest{2'000'000'000};  // 200,000 dollars
    const Fees fees{.removed = {10'000}, .of_value = {.removed = {1'000 * kBasisPoint}}};
    constexpr std::int64_t kShares = 4'294'967'295;
    EXPECT_EQ(fees.fee(terms(Liquidity::Removed, 4'294'967'295, kHighest)),
              Money{kShares * 10'000 + kShares * 200'000'000});  // a tenth of the value
}

TEST(FeeSchedule, TheRatesAreThoseOfTheSharesExecutedBefore) {
    const FeeSchedule schedule({.added = {1}},
                               {.tiers = {{{.from = {100}, .fees = {.added = {2}}},
                                           {.from = {300}, .fees = {.added = {3}}}}},
                                .shares_before = {50}});
    EXPECT_EQ(schedule.tier({0}), 0);
    EXPECT_EQ(schedule.tier({49}), 0);
    EXPECT_EQ(schedule.tier({50}), 1);
    EXPECT_EQ(schedule.tier({249}), 1);
    EXPECT_EQ(schedule.tier({250}), 2);
    EXPECT_EQ(schedule.fee(terms(Liquidity::Added, 10), 2), Money{30});
}

TEST(FeeSchedule, HasAsManyTiersAsItsRulesMay) {
    FeeRules rules;
    for (std::size_t k = 0; k < kFeeTiersMax; ++k) {
        const auto n = static_cast<std::int64_t>(k) + 1;
        rules.tiers[k] = {.from = {static_cast<std::uint64_t>(n) * 100}, .fees = {.added = {n}}};
    }
    EXPECT_TRUE(validate(rules));
    const FeeSchedule schedule({.added = {-1}}, rules);
    EXPECT_EQ(schedule.fee(terms(Liquidity::Added, 10), schedule.tier({99})), Money{-10});
    for (std::uint64_t n = 1; n <= kFeeTiersMax; ++n) {
        const std::uint8_t tier = schedule.tier({n * 100});
        EXPECT_EQ(tier, n);
        EXPECT_EQ(schedule.fee(terms(Liquidity::Added, 10), tier),
                  Money{static_cast<std::int64_t>(n) * 10});
    }
}

TEST(FeeSchedule, TiersMustAscendAndAMinimumIsNotBelowZero) {
    EXPECT_TRUE(validate({.tiers = {{{.from = {1}}, {.from = {2}}}}}));
    EXPECT_FALSE(validate({.tiers = {{{.from = {2}}, {.from = {2}}}}}));
    EXPECT_FALSE(Orders::create({.fee_rules = {.order_min = {-1}}}));
}

TEST(OrderMinimums, AnOrderPaysTheLargerOfItsFeesAndTheMinimum) {
    OrderMinimums minimums({kDollar}, 8);
    EXPECT_EQ(minimums.on_executed({1}, {3'000}), Money{7'000});
    EXPECT_EQ(minimums.on_executed({1}, {5'000}), Money{-5'000});  // of the 8,000 paid 10,000
    EXPECT_EQ(minimums.on_executed({1}, {4'000}), Money{-2'000});
    EXPECT_EQ(minimums.on_executed({1}, {4'000}), Money{0});
    EXPECT_EQ(minimums.on_executed({2}, {20'000}), Money{0});
    EXPECT_EQ(minimums.on_executed({3}, {-2'000}), Money{12'000});
}

TEST(OrderMinimums, ABrokenTradeLeavesTheMinimumOfTheOthersAndTheLastTakesItBack) {
    OrderMinimums minimums({kDollar}, 8);
    EXPECT_EQ(minimums.on_executed({1}, {3'000}), Money{7'000});
    EXPECT_EQ(minimums.on_executed({1}, {4'000}), Money{-4'000});
    EXPECT_EQ(minimums.on_broken({1}, {3'000}), Money{3'000});
    EXPECT_EQ(minimums.on_broken({1}, {4'000}), Money{-6'000});
}

TEST(OrderMinimums, ForgetAnOrderWhenALaterOneTakesItsSlot) {
    OrderMinimums minimums({kDollar}, 8);
    EXPECT_EQ(minimums.on_executed({1}, {3'000}), Money{7'000});
    EXPECT_EQ(minimums.on_executed({9}, {3'000}), Money{7'000});
    EXPECT_EQ(minimums.on_broken({1}, {3'000}), Money{0});
}

TEST(OrderMinimums, AreOfEachOrderAlsoWhenExecutionsOfNeighboursAlternate) {
    OrderMinimums minimums({kDollar}, 8);
    for (std::uint32_t id = 1; id <= 8; ++id) {
        EXPECT_EQ(minimums.on_executed({id}, {3'000}), Money{7'000}) << id;
    }
    for (std::uint32_t id = 1; id <= 8; ++id) {
        EXPECT_EQ(minimums.on_executed({id}, {4'000}), Money{-4'000}) << id;
    }
}

TEST(OrderMinimums, WithoutAMinimumARebateStays) {
    OrderMinimums none({}, 8);
    EXPECT_EQ(none.on_executed({1}, {-2'000}), Money{0});
}

/// Orders of 1,000 shares at ten dollars.
class OrdersWithFees : public testing::Test {
  protected:
    void make(const Fees& fees, const FeeRules& rules) {
        orders.emplace(*Orders::create({.instruments_max = 2,
                                        .orders_remembered = 64,
                                        .open_orders_max = 8,
                                        .fees = fees,
                                        .fee_rules = rules}));
    }
    void enter(std::uint32_t id, InstrumentId instrument = {1}) {
        orders->enter({.id = {id},
                       .instrument = instrument,
                       .side = Side::Buy,
                       .qty = {1'000},
                       .price = kTenDollars});
    }
    void execute(std::uint32_t id, std::uint64_t match, std::uint32_t qty) {
        Fill fill;
        EXPECT_EQ(orders->on_executed({.id = {id},
                                       .match = {match},
                                       .qty = {qty},
                                       .price = kTenDollars,
                                       .liquidity = Liquidity::Removed},
                                      fill),
                  ReportStatus::Ok);
    }
    [[nodiscard]] Money fees() const {
        return orders->position({1}).fees + orders->position({2}).fees;
    }

    std::optional<Orders> orders;
};

TEST_F(OrdersWithFees, TiersCountTheSharesOfAllInstruments) {
    make({.removed = {30}}, {.tiers = {{{.from = {150}, .fees = {.removed = {10}}}}}});
    enter(1, {1});
    enter(2, {2});
    execute(1, 1, 100);
    EXPECT_EQ(fees(), Money{3'000});
    execute(2, 2, 100);  // the 150th share is in it: still at the rates of before
    EXPECT_EQ(fees(), Money{6'000});
    execute(2, 3, 100);
    EXPECT_EQ(fees(), Money{7'000});
    EXPECT_EQ(orders->account().pnl, Money{-7'000});
}

TEST_F(OrdersWithFees, ABrokenTradeDoesNotCountForTheTiers) {
    make({.removed = {30}}, {.tiers = {{{.from = {100}, .fees = {.removed = {10}}}}}});
    enter(1);
    execute(1, 1, 100);
    EXPECT_EQ(orders->on_broken({1}, {1}), ReportStatus::Ok);
    EXPECT_EQ(fees(), Money{0});
    execute(1, 2, 100);
    EXPECT_EQ(fees(), Money{3'000});
}

TEST_F(OrdersWithFees, ACorrectionPaysItsTermsAtTheTierOfTheExecution) {
    make({.removed = {30}, .of_value = {.removed = {kBasisPoint}}},
         {.tiers = {{{.from = {100}, .fees = {.removed = {10}}}}}});
    enter(1);
    execute(1, 1, 100);
    ASSERT_EQ(fees(), Money{3'000 + 1'000});
    EXPECT_EQ(orders->on_corrected(
                  {.id = {1}, .match = {1}, .qty = {50}, .price = {2 * kTenDollars.value}}),
              ReportStatus::Ok);
    EXPECT_EQ(fees(), Money{1'500 + 1'000});
}

TEST_F(OrdersWithFees, TheMinimumIsPaidOnceAnOrder) {
    make({.removed = {30}}, {.order_min = {kDollar}});
    enter(1);
    enter(2);
    execute(1, 1, 100);
    execute(1, 2, 100);
    EXPECT_EQ(fees(), Money{kDollar});
    execute(1, 3, 200);  // now four times thirty cents
    EXPECT_EQ(fees(), Money{12'000});
    execute(2, 4, 1);
    EXPECT_EQ(fees(), Money{12'000 + kDollar});
}

TEST_F(OrdersWithFees, AReplacementHasAMinimumAsWell) {
    make({.removed = {30}}, {.order_min = {kDollar}});
    enter(1);
    ASSERT_EQ(
        orders->on_accepted({.id = {1}, .venue_id = {7}, .qty = {1'000}, .price = kTenDollars}),
        ReportStatus::Ok);
    execute(1, 1, 100);
    orders->replace({.original = {1}, .id = {2}, .qty = {900}, .price = kTenDollars});
    ASSERT_EQ(orders->on_replaced({.original = {1},
                                   .id = {2},
                                   .venue_id = {8},
                                   .leaves_qty = {800},
                                   .price = kTenDollars}),
              ReportStatus::Ok);
    execute(2, 2, 100);
    EXPECT_EQ(fees(), Money{2 * kDollar});
}

}  // namespace
}  // namespace hotpath::oms
