// The cases that a backtest is held to, by number, on each kind of data and each fill model that can
// play it: docs/guide/backtest.md. One market, told by order, by price, as quotes and trades, as DBN
// mbp-1, as IEX DEEP. Cases that only one kind of data has are in hotpath/backtest and hotpath/sim/bars.

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/data_kinds/market_script.hpp"

namespace hotpath::backtest {
namespace {

using oms::Liquidity;
using sim::flow::FillModel;
using sim::flow::QueueModel;
using support::after_open;
using support::cents;
using support::MarketScript;
using support::ScriptedBacktest;

constexpr std::int64_t kBid = 10'000;  // cents
constexpr std::int64_t kAsk = 10'010;

enum class Told : std::uint8_t { ByOrder, AsTable, AsMbp1, AsDeep };

struct DataKind {
    std::string name;
    Told told = Told::ByOrder;
    FillModel fills{};
};

void PrintTo(const DataKind& kind, std::ostream* out) {
    *out << kind.name;
}

std::vector<DataKind> data_kinds() {
    std::vector<DataKind> kinds{{"OrdersExact", Told::ByOrder, {}},
                                {"OrdersMatched", Told::ByOrder, sim::flow::kMatched}};
    const std::vector<std::pair<std::string, QueueModel>> models{
        {"BackOfLine", QueueModel::BackOfLine},
        {"Proportional", QueueModel::Proportional},
        {"Power", QueueModel::Power},
        {"Logarithmic", QueueModel::Logarithmic}};
    for (const auto& [name, queue] : models) {
        kinds.push_back({"Orders" + name, Told::ByOrder, {.queue = queue}});
        kinds.push_back({"Table" + name, Told::AsTable, {.queue = queue, .is_of_levels = true}});
        kinds.push_back({"Mbp1" + name, Told::AsMbp1, {.queue = queue, .is_of_levels = true}});
        kinds.push_back({"Deep" + name, Told::AsDeep, {.queue = queue, .is_of_levels = true}});
    }
    return kinds;
}

struct KindFill {
    std::uint32_t order;
    std::uint32_t qty;
    std::int64_t cents;
    Liquidity liquidity = Liquidity::Added;

    friend bool operator==(const KindFill&, const KindFill&) = default;
};

void PrintTo(const KindFill& fill, std::ostream* out) {
    *out << "order " << fill.order << ": " << fill.qty << " at " << fill.cents
         << (fill.liquidity == Liquidity::Added ? " added" : " removed");
}

using KindFills = std::vector<KindFill>;

KindFill took(std::uint32_t order, std::uint32_t qty, std::int64_t cents) {
    return {order, qty, cents, Liquidity::Removed};
}

class DataKinds : public testing::TestWithParam<DataKind> {
  protected:
    DataKinds() { test.options.fills = GetParam().fills; }

    Expected<DayResult> play() {
        switch (GetParam().told) {
            case Told::ByOrder:
                break;
            case Told::AsTable:
                return test.run_over(market.as_table());
            case Told::AsMbp1:
                return test.run_over(market.as_mbp1());
            case Told::AsDeep:
                return test.run_over(market.as_deep());
        }
        market.tell_by_order(test);
        return test.run();
    }
    DayResult day() {
        auto played = play();
        EXPECT_TRUE(played) << played.error().message;
        return played ? std::move(*played) : DayResult{};
    }
    static KindFills fills_of(const DayResult& day) {
        KindFills fills;
        for (const FillRecord& fill : day.fills) {
            fills.push_back(
                {fill.order.value, fill.qty.value, fill.price.value / 100, fill.liquidity});
        }
        return fills;
    }
    KindFills fills() { return fills_of(day()); }

    /// The best bid and ask; the ask is always there.
    void bid(std::int64_t ms, std::uint32_t qty) { market.quote(ms, {kBid, qty}, {kAsk, 200}); }
    void ask(std::int64_t ms, std::uint32_t qty) { market.quote(ms, {kBid, 200}, {kAsk, qty}); }
    void buy(std::int64_t ms, std::uint32_t qty, std::int64_t price = kBid,
             TimeInForce time_in_force = TimeInForce::Day) {
        test.enter(ms, Side::Buy, qty, cents(price), time_in_force);
    }

    MarketScript market;
    ScriptedBacktest test;
};

INSTANTIATE_TEST_SUITE_P(Each, DataKinds, testing::ValuesIn(data_kinds()),
                         [](const auto& each) { return each.param.name; });

TEST_P(DataKinds, Case1OnlyWhatLeavesAheadMovesUsForward) {
    bid(1, 300);
    buy(2, 100);
    bid(4, 800);  // 500 behind ours
    market.trade(5, kBid, 299);
    market.trade(6, kBid, 1);
    market.trade(8, kBid, 70);
    EXPECT_EQ(fills(), (KindFills{{1, 70, kBid}}));
}

TEST_P(DataKinds, Case2CuttingMineKeepsMyPlace) {
    bid(1, 300);
    buy(2, 200);
    bid(4, 400);
    test.reduce(5, 1, 150);
    market.trade(8, kBid, 300);
    market.trade(9, kBid, 100);
    EXPECT_EQ(fills(), (KindFills{{1, 100, kBid}}));
}

TEST_P(DataKinds, Case2RaisingMineLosesMyPlace) {
    bid(1, 300);
    buy(2, 200);
    bid(4, 400);
    test.replace(5, 1, 250, cents(kBid));
    market.trade(8, kBid, 300);
    market.trade(9, kBid, 100);
    market.trade(10, kBid, 60);
    EXPECT_EQ(fills(), (KindFills{{2, 60, kBid}}));
}

TEST_P(DataKinds, Case3ATradeLargerThanTheQueueAheadGivesTheExcess) {
    bid(1, 100);
    buy(2, 300);
    market.trade(4, kBid, 200);
    bid(5, 100);  // refilled, behind ours
    market.trade(7, kBid, 200);
    // The second trade meets ours before those that are displayed, then as a hidden one.
    EXPECT_EQ(fills(), (KindFills{{1, 100, kBid}, {1, 100, kBid}, {1, 100, kBid}}));
}

TEST_P(DataKinds, Case4TwoEqualTradesAreTwoTrades) {
    bid(1, 30);
    buy(2, 100);
    market.trade(4, kBid, 70);
    market.trade(4, kBid, 40);
    market.trade(4, kBid, 40);
    EXPECT_EQ(fills(), (KindFills{{1, 40, kBid}, {1, 40, kBid}, {1, 20, kBid}}));
}

TEST_P(DataKinds, Case5TwoOrdersOfOursNeverUseTheSameShares) {
    bid(1, 100);
    buy(2, 60);
    buy(3, 60);
    market.trade(5, kBid, 200);
    EXPECT_EQ(fills(), (KindFills{{1, 60, kBid}, {2, 40, kBid}}));
}

TEST_P(DataKinds, Case6ARefreshDoesNotResetThePlace) {
    bid(1, 100);
    buy(2, 100);
    bid(4, 500);
    bid(5, 500);
    market.trade(6, kBid, 100);
    bid(7, 400);
    market.trade(8, kBid, 30);
    EXPECT_EQ(fills(), (KindFills{{1, 30, kBid}}));
}

TEST_P(DataKinds, Case7TheSumOfPartialFillsIsTheWhole) {
    test.options.engine.orders.fees.added = {20};  // 0.2 cents a share
    bid(1, 50);
    buy(2, 100);
    for (std::int64_t ms = 4; ms < 8; ++ms) {
        market.trade(ms, kBid, 50);
    }
    const DayResult played = day();
    EXPECT_EQ(fills_of(played), (KindFills{{1, 50, kBid}, {1, 50, kBid}}));
    ASSERT_EQ(played.instruments.size(), 1U);
    EXPECT_EQ(played.instruments.front().fees, Money{2'000});
    EXPECT_EQ(played.instruments.front().position, SignedQty{100});
    EXPECT_EQ(played.orders.front().filled, Qty{100});
}

TEST_P(DataKinds, Case8APartlyFilledOrderIsReplacedAndCanceled) {
    bid(1, 30);
    buy(2, 100);
    market.trade(4, kBid, 60);
    test.replace(6, 1, 50, cents(kBid + 1));
    market.trade(8, kBid + 1, 20);
    test.cancel_own(10, 2);
    market.trade(12, kBid + 1, 90);
    EXPECT_EQ(fills(), (KindFills{{1, 30, kBid}, {2, 20, kBid + 1}}));
}

TEST_P(DataKinds, Case9APassiveFillIsAtOurLimit) {
    bid(1, 100);
    buy(2, 100, kBid + 5);
    market.trade(4, kBid, 40);                          // goes through ours
    market.quote(5, {kBid - 10, 100}, {kBid - 5, 60});  // and so does this offer
    EXPECT_EQ(fills(), (KindFills{{1, 40, kBid + 5}, {1, 60, kBid + 5}}));
}

TEST_P(DataKinds, Case10ATakingOrderTakesWhatIsShownAndTheNextSeesWhatIsLeft) {
    ask(1, 100);
    buy(2, 60, kAsk, TimeInForce::Ioc);
    buy(4, 60, kAsk, TimeInForce::Ioc);
    bid(10, 10);
    EXPECT_EQ(fills(), (KindFills{took(1, 60, kAsk), took(2, 40, kAsk)}));
}

TEST_P(DataKinds, Case11AFillIsNeverLargerThanWhatWasTraded) {
    bid(1, 10);
    buy(2, 900);
    market.trade(4, kBid, 10);
    for (std::int64_t ms = 5; ms < 9; ++ms) {
        market.trade(ms, kBid, 100);
        bid(ms, 700);
    }
    EXPECT_EQ(fills(), KindFills(4, {1, 100, kBid}));
}

TEST_P(DataKinds, Case12APostOnlyOrderIsJudgedOnArrivalAndNeverTakes) {
    test.options.session.entry_latency = {.base = {3 * support::kNanosPerMs}};
    market.quote(1, {kBid, 100}, {kAsk + 5, 100});
    test.enter_post_only(2, Side::Buy, 100, cents(kAsk));  // passive when it is decided
    market.quote(4, {kBid, 100}, {kAsk, 100});             // and not when it arrives, at 5
    buy(7, 40, kAsk, TimeInForce::Ioc);
    test.enter_post_only(11, Side::Buy, 50, cents(kBid));
    market.trade(16, kBid, 130);
    EXPECT_EQ(fills(), (KindFills{took(2, 40, kAsk), {3, 30, kBid}}));
}

TEST_P(DataKinds, Case13FillOrKillAndImmediateOrdersLeaveNothingBehind) {
    ask(1, 50);
    buy(2, 80, kAsk, TimeInForce::Fok);
    ask(4, 90);
    buy(5, 80, kAsk, TimeInForce::Fok);
    buy(7, 80, kAsk, TimeInForce::Ioc);
    ask(9, 120);  // nothing of ours is there to meet it
    buy(10, 35, kAsk, TimeInForce::Fok);
    ask(14, 121);
    const DayResult played = day();
    std::vector<std::uint32_t> filled;
    for (const OrderRecord& order : played.orders) {
        filled.push_back(order.filled.value);
        EXPECT_NE(order.closed, kNever);
    }
    EXPECT_EQ(filled, (std::vector<std::uint32_t>{0, 80, 10, 0}));
}

TEST_P(DataKinds, Case16NothingFillsWhileTheMarketGivesNoData) {
    bid(1, 100);
    buy(2, 100);
    market.trade(60'000, kBid, 150);
    const DayResult played = day();
    ASSERT_EQ(fills_of(played), (KindFills{{1, 50, kBid}}));
    EXPECT_GE(played.fills.front().at, after_open(60'000));
}

TEST_P(DataKinds, Case17AFillIsNeverBeforeTheVenueHadTheOrder) {
    test.options.session.entry_latency = {.base = {3 * support::kNanosPerMs}};
    bid(1, 10);
    buy(2, 100);  // there at 5
    market.trade(4, kBid, 60);
    market.trade(6, kBid, 20);
    const DayResult played = day();
    ASSERT_EQ(fills_of(played), (KindFills{{1, 20, kBid}}));
    EXPECT_GE(played.fills.front().at, after_open(6));
}

TEST_P(DataKinds, Case32WithASideEmptyAnOrderThatRestsFills) {
    bid(1, 100);
    buy(2, 100);
    market.quote(4, {kBid, 100}, {});
    market.trade(5, kBid, 120);
    market.quote(6, {}, {});
    market.trade(7, kBid, 30);
    EXPECT_EQ(fills(), (KindFills{{1, 20, kBid}, {1, 30, kBid}}));
}

TEST_P(DataKinds, Case33AnUnknownSymbolIsAnError) {
    test.options.engine.symbols = {ScriptedBacktest::other_symbol()};
    bid(1, 100);
    const auto played = play();
    ASSERT_FALSE(played);
    EXPECT_NE(played.error().message.find("MSFT"), std::string::npos);
}

TEST_P(DataKinds, Case40AnOpenPositionIsNamedWithTheCostOfClosing) {
    bid(1, 10);
    buy(2, 100);
    market.trade(4, kBid, 110);
    market.quote(5, {kBid - 2, 300}, {kAsk, 200});
    const DayResult played = day();
    ASSERT_EQ(played.instruments.size(), 1U);
    EXPECT_EQ(played.instruments.front().position, SignedQty{100});
    EXPECT_EQ(played.instruments.front().mark, cents(kBid + 4));
    EXPECT_EQ(played.instruments.front().cost_to_close, Money{100 * 600});  // half of twelve cents
}

}  // namespace
}  // namespace hotpath::backtest
