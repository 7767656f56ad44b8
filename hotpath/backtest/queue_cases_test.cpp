// The cases of queue and liquidity that a backtest is held to, by number: docs/guide/backtest.md. Each
// fails when its rule is broken.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/scripted_backtest.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::backtest {
namespace {

using sim::flow::FillModel;
using sim::flow::kMatched;
using sim::flow::QueueModel;
using support::after_open;
using support::cents;
using support::ScriptedBacktest;

constexpr Price kBid = cents(10'000);

/// Order, quantity and price of each fill, in order.
struct Filled {
    std::uint32_t order;
    std::uint32_t qty;
    std::int64_t price;

    friend bool operator==(const Filled&, const Filled&) = default;
};

void PrintTo(const Filled& fill, std::ostream* out) {
    *out << "order " << fill.order << ": " << fill.qty << " at " << fill.price;
}

std::vector<Filled> fills_of(const DayResult& day) {
    std::vector<Filled> fills;
    for (const FillRecord& fill : day.fills) {
        fills.push_back({fill.order.value, fill.qty.value, fill.price.value});
    }
    return fills;
}

std::vector<Filled> fills_of(const ScriptedBacktest& test) {
    const auto day = test.run();
    EXPECT_TRUE(day) << day.error().message;
    return day ? fills_of(*day) : std::vector<Filled>{};
}

Filled at_bid(std::uint32_t order, std::uint32_t qty) {
    return {order, qty, kBid.value};
}

/// Every rule holds with others undisturbed and with ours in the matching.
class QueueCases : public testing::TestWithParam<FillModel> {
  protected:
    QueueCases() { test.options.fills = GetParam(); }

    ScriptedBacktest test;
};

INSTANTIATE_TEST_SUITE_P(Models, QueueCases, testing::Values(FillModel{}, kMatched),
                         [](const auto& each) {
                             return each.param == kMatched ? "Matched" : "Exact";
                         });

TEST_P(QueueCases, Case1OnlyWhatLeavesAheadMovesUsForward) {
    test.at(1).add(11, Side::Buy, 300, kBid).add(12, Side::Buy, 200, kBid);
    test.enter(2, Side::Buy, 100, kBid);
    test.at(4).add(13, Side::Buy, 500, kBid).remove(13);  // behind ours
    test.at(5).execute(11, 300);
    test.at(6).execute(12, 100);
    test.end(10);
    EXPECT_EQ(fills_of(test), std::vector<Filled>{});
    test.at(11).execute(12, 100);
    test.at(12).add(14, Side::Buy, 100, kBid).execute(14, 100);
    test.end(20);
    EXPECT_EQ(fills_of(test), std::vector{at_bid(1, 100)});
}

TEST_P(QueueCases, Case2ACutAheadAdvancesByItsSizeAndOnlyADecreaseKeepsThePlace) {
    test.at(1).add(11, Side::Buy, 300, kBid);
    test.enter(2, Side::Buy, 200, kBid);
    test.at(4).add(12, Side::Buy, 100, kBid);
    test.at(5).cancel(11, 250);
    test.replace(6, 1, 100, cents(10'001));  // another price: order 2, alone there
    test.replace(8, 2, 100, kBid);           // and back: order 3, behind 12
    test.at(10).execute(11, 50).execute(12, 60);
    test.end(11);
    EXPECT_EQ(fills_of(test), std::vector<Filled>{});
    test.at(12).execute(12, 40);
    test.at(13).add(15, Side::Buy, 70, kBid).execute(15, 70);
    test.end(20);
    EXPECT_EQ(fills_of(test), std::vector{at_bid(3, 70)});
}

TEST_P(QueueCases, Case2CuttingMineKeepsMyPlace) {
    test.at(1).add(11, Side::Buy, 300, kBid);
    test.enter(2, Side::Buy, 200, kBid);
    test.at(4).add(12, Side::Buy, 100, kBid);  // behind ours
    test.reduce(6, 1, 150);
    test.at(8).execute(11, 300);
    test.at(9).execute(12, 40);  // the incoming order meets ours first
    test.at(10).execute(12, 60);
    test.at(11).add(15, Side::Buy, 200, kBid).execute(15, 200);
    test.end(20);
    const auto day = test.run();
    ASSERT_TRUE(day) << day.error().message;
    EXPECT_EQ(fills_of(*day), (std::vector{at_bid(1, 40), at_bid(1, 60), at_bid(1, 50)}));
    EXPECT_EQ(day->counts.reduced, 1U);
    EXPECT_EQ(day->orders.front().reduced, Qty{50});
    EXPECT_EQ(day->orders.front().queue_ahead, TotalQty{300});
}

TEST_P(QueueCases, Case2RaisingMineLosesMyPlace) {
    test.at(1).add(11, Side::Buy, 300, kBid);
    test.enter(2, Side::Buy, 200, kBid);
    test.at(4).add(12, Side::Buy, 100, kBid);
    test.replace(6, 1, 250, kBid);  // order 2: the same price, behind 12
    test.at(8).execute(11, 300).execute(12, 60);
    test.end(9);
    EXPECT_EQ(fills_of(test), std::vector<Filled>{});
    test.at(10).execute(12, 40);
    test.at(11).add(15, Side::Buy, 70, kBid).execute(15, 70);
    test.end(20);
    EXPECT_EQ(fills_of(test), std::vector{at_bid(2, 70)});
}

TEST_P(QueueCases, Case2AReductionOvertakenByAFillLeavesLessAndNeverBelowNothing) {
    test.options.session.entry_latency = {.base = {3 * support::kNanosPerMs}};
    test.enter(2, Side::Buy, 200, kBid);  // there at 5
    test.reduce(8, 1, 50);                // there at 11: of 200, 150 are to go
    test.at(10).add(11, Side::Buy, 80, kBid).execute(11, 80);
    test.at(12).add(12, Side::Buy, 90, kBid).execute(12, 90);
    test.end(20);
    const auto day = test.run();
    ASSERT_TRUE(day) << day.error().message;
    EXPECT_EQ(fills_of(*day), std::vector{at_bid(1, 80)}) << "80 of 50 had executed: none is left";
    EXPECT_NE(day->orders.front().closed, kNever);
}

TEST_P(QueueCases, Case3ATradeLargerThanTheQueueAheadGivesTheExcess) {
    // The incoming order of 150 executes 11 in full; what is left of it meets ours.
    test.at(1).add(11, Side::Buy, 100, kBid);
    test.enter(2, Side::Buy, 200, kBid);
    test.at(4).add(12, Side::Buy, 50, kBid);
    test.at(5).execute(11, 100).execute(12, 50);
    test.end(10);
    EXPECT_EQ(fills_of(test), std::vector{at_bid(1, 50)});
}

TEST_P(QueueCases, Case4TwoEqualTradesAreTwoTrades) {
    test.enter(2, Side::Buy, 100, kBid);
    test.at(4).add(11, Side::Buy, 80, kBid);
    test.at(5).execute(11, 40).execute(11, 40);
    test.end(10);
    EXPECT_EQ(fills_of(test), (std::vector{at_bid(1, 40), at_bid(1, 40)}));
}

TEST_P(QueueCases, Case5TwoOrdersOfOursNeverUseTheSameShares) {
    test.enter(2, Side::Buy, 60, kBid);
    test.enter(3, Side::Buy, 60, kBid);
    test.at(5).add(11, Side::Buy, 100, kBid).execute(11, 100);
    test.end(10);
    EXPECT_EQ(fills_of(test), (std::vector{at_bid(1, 60), at_bid(2, 40)}));
}

TEST_P(QueueCases, Case7TheSumOfPartialFillsIsTheWhole) {
    test.options.engine.orders.fees.added = {20};  // 0.2 cents a share
    test.enter(2, Side::Buy, 100, kBid);
    test.at(4).add(11, Side::Buy, 300, kBid);
    test.at(5).execute(11, 30);
    test.at(6).execute(11, 30);
    test.at(7).execute(11, 90);
    test.end(10);
    const auto day = test.run();
    ASSERT_TRUE(day) << day.error().message;
    EXPECT_EQ(fills_of(*day), (std::vector{at_bid(1, 30), at_bid(1, 30), at_bid(1, 40)}));
    Money fees{};
    SignedQty position{};
    for (const FillRecord& fill : day->fills) {
        fees += fill.fee;
        position += to_signed(fill.qty);
        EXPECT_EQ(fill.position, position);
    }
    ASSERT_EQ(day->instruments.size(), 1U);
    EXPECT_EQ(fees, Money{2'000});
    EXPECT_EQ(day->instruments.front().fees, fees);
    EXPECT_EQ(day->instruments.front().position, SignedQty{100});
    EXPECT_EQ(day->orders.front().filled, Qty{100});
}

TEST_P(QueueCases, Case8APartlyFilledOrderIsReplacedAndCanceled) {
    test.enter(2, Side::Buy, 100, kBid);
    test.at(4).add(11, Side::Buy, 30, kBid).execute(11, 30);
    test.replace(6, 1, 50, cents(10'001));  // order 2: 50 more
    test.at(8).add(12, Side::Buy, 20, cents(10'001)).execute(12, 20);
    test.cancel_own(10, 2);
    test.at(12).add(13, Side::Buy, 90, cents(10'001)).execute(13, 90);
    test.end(20);
    const auto day = test.run();
    ASSERT_TRUE(day) << day.error().message;
    EXPECT_EQ(fills_of(*day), (std::vector<Filled>{at_bid(1, 30), {2, 20, cents(10'001).value}}));
    EXPECT_EQ(day->orders.back().qty, Qty{50});
    EXPECT_NE(day->orders.back().closed, kNever);
}

TEST_P(QueueCases, Case9APassiveFillIsAtOurLimit) {
    test.enter(2, Side::Buy, 100, cents(10'005));
    test.at(4).add(11, Side::Buy, 40, kBid).execute(11, 40);  // the incoming order's limit is lower
    test.at(5).add(12, Side::Sell, 60, cents(9'990));         // and this one would take less
    test.end(10);
    EXPECT_EQ(fills_of(test),
              (std::vector<Filled>{{1, 40, cents(10'005).value}, {1, 60, cents(10'005).value}}));
}

TEST_P(QueueCases, Case10ATakingOrderWalksTheLevelsAndTheNextSeesWhatIsLeft) {
    test.at(1).add(11, Side::Sell, 100, cents(10'010)).add(12, Side::Sell, 100, cents(10'011));
    test.enter(2, Side::Buy, 150, cents(10'011), TimeInForce::Ioc);
    test.enter(4, Side::Buy, 150, cents(10'011), TimeInForce::Ioc);
    test.end(10);
    EXPECT_EQ(fills_of(test), (std::vector<Filled>{{1, 100, cents(10'010).value},
                                                   {1, 50, cents(10'011).value},
                                                   {2, 50, cents(10'011).value}}));
}

TEST_P(QueueCases, Case11AFillIsNeverLargerThanWhatWasTraded) {
    test.enter(2, Side::Buy, 900, kBid);
    test.at(4).add(11, Side::Buy, 700, kBid);
    for (std::int64_t ms = 5; ms < 12; ++ms) {
        test.at(ms).execute(11, 100);
    }
    test.end(20);
    const auto fills = fills_of(test);
    EXPECT_EQ(fills.size(), 7U);
    for (const Filled& fill : fills) {
        EXPECT_EQ(fill, at_bid(1, 100));
    }
}

TEST_P(QueueCases, Case12APostOnlyOrderThatWouldTakeOnArrivalIsCanceled) {
    test.options.session.entry_latency = {.base = {3 * support::kNanosPerMs}};
    test.enter_post_only(2, Side::Buy, 100, cents(10'010));  // passive when it is decided
    test.at(4).add(11, Side::Sell, 100, cents(10'010));      // and not when it arrives
    test.enter(8, Side::Buy, 100, cents(10'010), TimeInForce::Ioc);
    test.end(20);
    const auto day = test.run();
    ASSERT_TRUE(day) << day.error().message;
    EXPECT_EQ(fills_of(*day), (std::vector<Filled>{{2, 100, cents(10'010).value}}))
        << "the offer was still whole";
    const OrderRecord& order = day->orders.front();
    EXPECT_TRUE(order.is_post_only);
    EXPECT_EQ(order.filled, Qty{});
    EXPECT_GE(order.closed, after_open(5));
    EXPECT_LT(order.closed, after_open(6)) << "the strategy is told as soon as the venue says so";
}

TEST_P(QueueCases, Case12APostOnlyOrderThatTakesNothingOnArrivalRests) {
    test.options.session.entry_latency = {.base = {3 * support::kNanosPerMs}};
    test.at(1).add(11, Side::Sell, 100, cents(10'010));
    test.enter_post_only(2, Side::Buy, 100, cents(10'010));  // there at 5
    test.at(4).remove(11);
    test.at(7).add(12, Side::Buy, 60, cents(10'010)).execute(12, 60);
    test.end(20);
    const auto day = test.run();
    ASSERT_TRUE(day) << day.error().message;
    ASSERT_EQ(fills_of(*day), (std::vector<Filled>{{1, 60, cents(10'010).value}}));
    EXPECT_EQ(day->fills.front().liquidity, oms::Liquidity::Added);
    EXPECT_EQ(day->orders.front().closed, kNever);
}

TEST_P(QueueCases, Case13AFillOrKillOrderIsAllOrNothingLeavesNothingAndCanBeRepeated) {
    test.at(1).add(11, Side::Sell, 50, cents(10'010));
    test.enter(2, Side::Buy, 80, cents(10'010), TimeInForce::Fok);  // 50 are there
    test.at(4).add(12, Side::Sell, 40, cents(10'010));
    test.enter(6, Side::Buy, 80, cents(10'010), TimeInForce::Fok);  // 90 are
    test.at(8).add(13, Side::Sell, 30, cents(10'010));  // nothing of ours is there to meet it
    test.enter(10, Side::Buy, 80, cents(10'010), TimeInForce::Fok);  // 40 are
    test.end(20);
    const auto day = test.run();
    ASSERT_TRUE(day) << day.error().message;
    EXPECT_EQ(fills_of(*day),
              (std::vector<Filled>{{2, 50, cents(10'010).value}, {2, 30, cents(10'010).value}}));
    ASSERT_EQ(day->orders.size(), 3U);
    for (const OrderRecord& order : day->orders) {
        EXPECT_EQ(order.time_in_force, TimeInForce::Fok);
        EXPECT_NE(order.closed, kNever);
        EXPECT_LT(order.closed - order.entered, Nanos{support::kNanosPerMs});
    }
}

TEST_P(QueueCases, Case13AnImmediateOrderLeavesNothingAndCanBeRepeated) {
    test.at(1).add(11, Side::Sell, 50, cents(10'010));
    test.enter(2, Side::Buy, 80, cents(10'010), TimeInForce::Ioc);
    test.enter(4, Side::Buy, 80, cents(10'010), TimeInForce::Ioc);
    test.at(6).add(12, Side::Sell, 30, cents(10'010));  // nothing of ours is there to meet it
    test.enter(8, Side::Buy, 80, cents(10'010), TimeInForce::Ioc);
    test.end(20);
    const auto day = test.run();
    ASSERT_TRUE(day) << day.error().message;
    EXPECT_EQ(fills_of(*day),
              (std::vector<Filled>{{1, 50, cents(10'010).value}, {3, 30, cents(10'010).value}}));
    for (const OrderRecord& order : day->orders) {
        EXPECT_NE(order.closed, kNever);
    }
}

TEST_P(QueueCases, SharesThatWereNeverShownMeetOursFirst) {
    test.enter(2, Side::Buy, 100, kBid);
    test.at(4).hidden_trade(40, cents(10'001));  // better for its seller than ours
    test.at(5).hidden_trade(50, kBid);           // a displayed order comes before a hidden one
    test.at(6).hidden_trade(70, cents(9'999));
    test.end(10);
    EXPECT_EQ(fills_of(test), (std::vector{at_bid(1, 50), at_bid(1, 50)}));
}

TEST_P(QueueCases, AnOrderBehindOursThatTradesFirstInItsInstantIsBehindOurs) {
    // An incoming order of 350 executes 11, 21 and 22; the recording writes that from behind.
    test.at(1).add(11, Side::Buy, 100, kBid);
    test.enter(2, Side::Buy, 120, kBid);
    test.enter_post_only(3, Side::Buy, 60, kBid);
    test.at(4).add(21, Side::Buy, 150, kBid).add(22, Side::Buy, 200, kBid);
    test.at(5).execute(22, 100).execute(21, 150).execute(11, 100);
    test.end(10);
    EXPECT_EQ(fills_of(test), (std::vector{at_bid(1, 100), at_bid(1, 20), at_bid(2, 60)}));
}

TEST_P(QueueCases, AnOrderAtAWorsePriceThatTradesFirstInItsInstantIsBehindOurs) {
    test.at(1).add(11, Side::Buy, 100, kBid);
    test.enter(2, Side::Buy, 80, kBid);
    test.at(4).add(12, Side::Buy, 50, cents(9'999));
    test.at(5).execute(12, 50).execute(11, 100);
    test.end(10);
    EXPECT_EQ(fills_of(test), std::vector{at_bid(1, 50)});
}

TEST_P(QueueCases, TheOrderInWhichAnInstantIsWrittenChangesNoFillOfOurs) {
    Random random(support::seed_of_this_test(13));
    for (int round = 0; round < 40; ++round) {
        const std::uint64_t orders = 2 + random.below(5);
        const std::uint64_t ours_after = random.below(orders);  // of those ahead of ours
        const auto own = static_cast<std::uint32_t>(10 + random.below(300));
        std::vector<std::pair<std::uint64_t, std::uint32_t>> executed;
        std::uint32_t behind = 0;  // executed behind ours
        ScriptedBacktest each;
        each.options.fills = GetParam();
        for (std::uint64_t n = 0; n < orders; ++n) {
            const auto qty = static_cast<std::uint32_t>(10 + random.below(100));
            each.at(n <= ours_after ? 1 : 4).add(11 + n, Side::Buy, qty, kBid);
            executed.emplace_back(11 + n, qty);
            behind += n > ours_after ? qty : 0;
        }
        each.enter(2, Side::Buy, own, kBid);
        for (std::size_t left = executed.size(); left > 1; --left) {
            std::swap(executed[left - 1], executed[random.below(left)]);
        }
        for (const auto& [reference, qty] : executed) {
            each.at(6).execute(reference, qty);
        }
        each.end(10);
        std::uint32_t filled = 0;
        for (const Filled& fill : fills_of(each)) {
            filled += fill.qty;
        }
        ASSERT_EQ(filled, std::min(own, behind)) << "round " << round;
    }
}

// What the two models differ in.

TEST(QueueModels, ExactLeavesTheQueueAsRecordedAndMatchedDoesNot) {
    // The incoming order of 100 meets ours first. As recorded it also executes 11, which was behind
    // ours; in the matching 11 keeps its shares, and is ahead of the second of ours. The third of
    // ours finds 20 or 120 of it, and 60 of the second.
    const auto play = [](const FillModel& model) {
        ScriptedBacktest test;
        test.options.fills = model;
        test.enter(2, Side::Buy, 100, kBid);
        test.at(4).add(11, Side::Buy, 150, kBid);
        test.enter(5, Side::Buy, 60, kBid);
        test.at(8).execute(11, 100).execute(11, 30);
        test.enter(9, Side::Buy, 10, kBid);
        test.at(11).cancel(11, 10);
        test.at(12).add(12, Side::Buy, 60, kBid).execute(11, 10).execute(12, 60);
        test.end(20);
        const auto day = test.run();
        EXPECT_TRUE(day) << day.error().message;
        EXPECT_EQ(fills_of(*day), (std::vector{at_bid(1, 100), at_bid(2, 60)}));
        EXPECT_EQ(day->orders.size(), 3U);
        return day->orders.back().queue_ahead;
    };
    EXPECT_EQ(play({}), TotalQty{20 + 60});
    EXPECT_EQ(play(kMatched), TotalQty{120 + 60});
}

TEST(QueueModels, ByPriceTheModelDecidesWhoCanceled) {
    const auto play = [](QueueModel queue) {
        ScriptedBacktest test;
        test.options.fills = {.queue = queue};
        test.at(1).add(11, Side::Buy, 300, kBid);
        test.enter(2, Side::Buy, 100, kBid);
        test.at(4).add(12, Side::Buy, 100, kBid);
        test.at(5).cancel(11, 80);  // 80 of 400: none, 60, 72 or 44 of them ahead of ours
        test.at(6).execute(11, 220).execute(12, 50);
        test.end(10);
        std::uint32_t filled = 0;
        for (const Filled& fill : fills_of(test)) {
            filled += fill.qty;
        }
        return filled;
    };
    // 270 traded; ahead of ours were 300, 240, 228 and 256.
    EXPECT_EQ(play(QueueModel::ByOrder), 50U);
    EXPECT_EQ(play(QueueModel::BackOfLine), 0U);
    EXPECT_EQ(play(QueueModel::Proportional), 30U);
    EXPECT_EQ(play(QueueModel::Power), 42U);
    EXPECT_EQ(play(QueueModel::Logarithmic), 14U);
}

}  // namespace
}  // namespace hotpath::backtest
