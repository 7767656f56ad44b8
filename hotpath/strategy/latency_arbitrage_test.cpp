// Latency arbitrage: two engines, a leg in each, and two venues that the test plays.
#include "hotpath/strategy/latency_arbitrage.hpp"

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/risk/shared_limits.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/trading_day.hpp"

namespace hotpath::engine {
namespace {

namespace ouch = protocols::nasdaq::ouch50;
using strategy::ArbitrageLeg;
using strategy::ArbitrageOptions;
using strategy::LatencyArbitrage;
using strategy::Venue;
using support::TestFeed;

constexpr Venue kOne = Venue::First;
constexpr Venue kTwo = Venue::Second;
const Symbol kStock = *Symbol::from("ABCD");
constexpr std::array<std::uint16_t, 2> kLocates{5, 7};

ArbitrageOptions usual_options() {
    ArbitrageOptions options;
    options.symbols = {kStock};
    options.instruments_max = 10;
    options.edge_min = 100;
    options.venues = {{{.fee = {30}, .order_latency = {100'000}, .position_max = {1'000}},
                       {.fee = {20}, .order_latency = {200'000}, .position_max = {1'000}}}};
    return options;
}

/// One venue as its engine sees it, and the orders that came.
struct At {
    TestFeed feed;
    std::uint16_t locate;
    protocols::nasdaq::NasdaqEngine<ArbitrageLeg> engine;
    std::vector<ouch::EnterOrder> orders{};
    std::array<std::uint64_t, 2> quotes{};  // by Side, the orders that stand there
};

class Arbitrage : public testing::Test {
  protected:
    Arbitrage() { start(usual_options()); }

    void start(const ArbitrageOptions& options) {
        at_.clear();
        arbitrage.emplace(options);
        for (const Venue venue : {kOne, kTwo}) {
            const auto n = static_cast<std::size_t>(venue);
            EngineOptions engine = support::small_engine_options();
            engine.firm = &shares[n];
            engine.limits.tick = 1;
            engine.orders.fees.removed = options.venues[n].fee;
            engine.feed_silence_max = {3'600 * kNanosPerSecond};
            at_.push_back(
                {.feed = TestFeed(n == 0 ? "ONE" : "TWO"),
                 .locate = kLocates[n],
                 .engine = std::move(*protocols::nasdaq::NasdaqEngine<ArbitrageLeg>::create(
                     engine, ArbitrageLeg(*arbitrage, venue)))});
        }
        for (const Venue venue : {kOne, kTwo}) {
            hear(venue, TestFeed::directory(at(venue).locate, kStock));
            hear(venue, TestFeed::state(at(venue).locate, kStock, 'T'));
        }
        quote(kOne, 100'000, 100'200);
        quote(kTwo, 100'000, 100'200);
    }

    At& at(Venue venue) { return at_[static_cast<std::size_t>(venue)]; }
    [[nodiscard]] std::int64_t position(Venue venue) {
        return at(venue).engine.orders().position({at(venue).locate}).position.value;
    }

    template <class Message>
    void hear(Venue venue, const Message& message) {
        at(venue).engine.on_packet(at(venue).feed.packet(message), now);
        after_event();
    }
    void after_event() {
        for_each_turn(*arbitrage, [this](strategy::VenueTurn turn) {
            at(static_cast<Venue>(turn.venue)).engine.act(turn.instrument, now);
        });
        for (At& venue : at_) {
            venue.engine.for_each_outgoing([&](Bytes message) {
                if (std::to_integer<char>(message.front()) == ouch::EnterOrder::kType) {
                    venue.orders.push_back(ouch::EnterOrder::at(message.data()));
                }
            });
        }
    }
    void timer() {
        for (At& venue : at_) {
            venue.engine.on_timer(now);
            after_event();
        }
    }
    void pass(Nanos time) { now = now + time; }

    /// The touch of a venue, 100 shares on each side.
    void quote(Venue venue, std::uint32_t bid, std::uint32_t ask) {
        At& of = at(venue);
        for (const std::uint64_t id : of.quotes) {
            if (id != 0) {
                hear(venue, TestFeed::remove(of.locate, id));
            }
        }
        of.quotes = {next_id, next_id + 1};
        next_id += 2;
        hear(venue, TestFeed::add(of.locate, of.quotes[0], Side::Buy, bid));
        hear(venue, TestFeed::add(of.locate, of.quotes[1], Side::Sell, ask));
    }
    /// The bid of venue two goes above the ask of venue one.
    void cross() { quote(kTwo, 100'500, 100'700); }

    /// The venue executes so much of the last order and cancels the rest.
    void answer(Venue venue, std::uint32_t qty, std::optional<std::uint32_t> price = {}) {
        At& of = at(venue);
        ASSERT_FALSE(of.orders.empty());
        const ouch::EnterOrder order = of.orders.back();
        reply(venue, support::accepted(order).bytes());
        const auto id = static_cast<std::uint32_t>(order.load_user_ref_num());
        if (qty > 0) {
            ouch::OrderExecuted m = support::executed(id, qty, ++match);
            m.store_price(price.value_or(static_cast<std::uint32_t>(order.load_price())));
            m.store_liquidity_flag(ouch::liquidity_flag::kRemoved);
            reply(venue, m.bytes());
        }
        if (qty < order.load_quantity()) {
            reply(venue, support::canceled(id, order.load_quantity() - qty).bytes());
        }
    }
    void reply(Venue venue, Bytes message) {
        at(venue).engine.on_order_bytes(message, now);
        after_event();
    }
    [[nodiscard]] std::size_t orders() { return at(kOne).orders.size() + at(kTwo).orders.size(); }
    void expect_order(Venue venue, char side, std::uint32_t qty, std::uint32_t price) {
        ASSERT_FALSE(at(venue).orders.empty());
        const ouch::EnterOrder& order = at(venue).orders.back();
        EXPECT_EQ(order.load_side() == 'B' ? 'B' : 'S', side);
        EXPECT_EQ(order.load_quantity(), qty);
        EXPECT_EQ(order.load_price(), price);
        EXPECT_EQ(order.load_time_in_force(), ouch::time_in_force::kIoc);
    }
    /// Received less paid at both venues, less fees.
    [[nodiscard]] std::int64_t cash() {
        std::int64_t sum = 0;
        for (At& of : at_) {
            const oms::Position& held = of.engine.orders().position({of.locate});
            sum += (held.cash - held.fees).value;
        }
        return sum;
    }

    static constexpr risk::FirmLimits kBlock{1, {1}, 1};
    risk::SharedLimits firm{
        {.open_orders_max = 8, .open_value_max = {1'000'000'000}, .messages_max = 1'000}};
    std::array<risk::FirmShare, 2> shares{{{firm, kBlock}, {firm, kBlock}}};
    std::optional<LatencyArbitrage> arbitrage;
    std::vector<At> at_;
    std::uint64_t next_id = 1;
    std::uint64_t match = 0;
    Time now{34'200 * kNanosPerSecond};
};

TEST_F(Arbitrage, ACrossedMarketIsBoughtAtTheOneAndSoldAtTheOther) {
    EXPECT_EQ(orders(), 0U);
    cross();
    ASSERT_EQ(orders(), 2U);
    expect_order(kOne, 'B', 100, 100'200);
    expect_order(kTwo, 'S', 100, 100'500);
    answer(kOne, 100);
    answer(kTwo, 100);
    EXPECT_EQ(position(kOne), 100);
    EXPECT_EQ(position(kTwo), -100);
    EXPECT_EQ(arbitrage->net_position(kStock), SignedQty{0});
    EXPECT_EQ(arbitrage->counters().complete, 1U);
    // 300 a share between the prices, less fees of 30 and 20.
    EXPECT_EQ(cash(), 100 * (300 - 50));
}

TEST_F(Arbitrage, TheOtherWayRoundIsTheSame) {
    quote(kOne, 100'500, 100'700);
    ASSERT_EQ(orders(), 2U);
    expect_order(kOne, 'S', 100, 100'500);
    expect_order(kTwo, 'B', 100, 100'200);
}

TEST_F(Arbitrage, TheEdgeIsWhatIsLeftAfterTheFeesOfBoth) {
    struct Case {
        std::uint32_t bid;
        std::size_t orders;
    };
    for (const Case& c : {Case{100'249, 0}, Case{100'300, 0}, Case{100'349, 0}, Case{100'350, 2},
                          Case{100'351, 2}}) {
        start(usual_options());
        quote(kTwo, c.bid, 100'700);
        EXPECT_EQ(orders(), c.orders) << c.bid;
    }
}

TEST_F(Arbitrage, AVenueThatIsCrossedInItselfIsNoMarket) {
    quote(kTwo, 100'500, 100'400);
    EXPECT_EQ(orders(), 0U);
}

TEST_F(Arbitrage, OneIsNotAskedTwiceForTheSameQuote) {
    cross();
    answer(kOne, 100);
    answer(kTwo, 100);
    ASSERT_EQ(orders(), 2U);
    // The venues' feeds have not told of the executions yet.
    hear(kOne, TestFeed::add(kLocates[0], 900, Side::Buy, 99'000));
    EXPECT_EQ(orders(), 2U);
    quote(kOne, 100'000, 100'200);  // another one came
    EXPECT_EQ(orders(), 2U) << "the bid at the other venue is spent";
    quote(kTwo, 100'500, 100'700);
    EXPECT_EQ(orders(), 4U);
}

TEST_F(Arbitrage, TheQuantityIsWhatBothShowAndEachMayHold) {
    ArbitrageOptions options = usual_options();
    options.qty_max = {250};
    options.venues[1].position_max = {140};
    start(options);
    hear(kOne, TestFeed::add(kLocates[0], 900, Side::Sell, 100'200));
    cross();
    expect_order(kOne, 'B', 100, 100'200);
    answer(kOne, 100);
    answer(kTwo, 100);
    quote(kOne, 100'000, 100'100);
    cross();
    expect_order(kTwo, 'S', 40, 100'500);
    expect_order(kOne, 'B', 40, 100'100);
    answer(kOne, 40);
    answer(kTwo, 40);
    quote(kOne, 100'000, 100'100);
    cross();
    EXPECT_EQ(orders(), 4U) << "as much as venue two may be short";
}

TEST_F(Arbitrage, AWindowThatIsOverIsLeftAlone) {
    ArbitrageOptions options = usual_options();
    options.window = {1'000'000};
    // The slower order needs 200 us of the millisecond.
    for (const auto& [late, sent] :
         {std::pair{Nanos{799'999}, 2U}, std::pair{Nanos{800'000}, 0U}}) {
        start(options);
        hear(kOne, TestFeed::state(kLocates[0], kStock, 'H'));  // it cannot be taken yet
        cross();
        EXPECT_EQ(orders(), 0U);
        pass(late);
        hear(kTwo, TestFeed::add(kLocates[1], 900, Side::Buy, 99'000));
        hear(kOne, TestFeed::state(kLocates[0], kStock, 'T'));
        EXPECT_EQ(orders(), sent) << late.value;
    }
    EXPECT_GT(arbitrage->counters().too_late, 0U);
}

TEST_F(Arbitrage, PricesOfASilentVenueAreNotUsed) {
    pass({kNanosPerSecond});
    hear(kTwo, TestFeed::add(kLocates[1], 900, Side::Buy, 99'000));
    pass({1});
    cross();  // venue one was heard of a second and a nanosecond ago
    EXPECT_EQ(orders(), 0U);
    hear(kOne, TestFeed::add(kLocates[0], 901, Side::Buy, 99'000));
    EXPECT_EQ(orders(), 2U);
}

TEST_F(Arbitrage, NothingIsSentWhenTheOtherVenueCannotTrade) {
    at(kOne).engine.on_session_lost();
    cross();
    EXPECT_EQ(orders(), 0U);
    at(kOne).engine.on_session_open();
    ouch::AccountQueryResponse m;
    m.store_next_user_ref_num(1);
    reply(kOne, m.bytes());
    EXPECT_EQ(orders(), 2U) << "it looks again when its session is back";
}

TEST_F(Arbitrage, NothingIsSentAnywhereWhenTheFirstIsRefused) {
    at(kOne).engine.stop(risk::TradingMode::ReducingOnly, risk::StopReason::Loss, now);
    cross();
    EXPECT_EQ(orders(), 0U);
    EXPECT_EQ(arbitrage->counters().crosses, 1U);
    EXPECT_EQ(arbitrage->counters().trades, 0U);
}

TEST_F(Arbitrage, TheFirmsLimitsBindBothVenuesTogether) {
    const risk::FirmOrder elsewhere{.orders = 6, .value = {0}};
    ASSERT_EQ(firm.try_reserve(elsewhere), risk::FirmLimit::None);
    cross();
    // The first order fits; the second does not, and the first leg is then gotten rid of.
    ASSERT_EQ(orders(), 1U);
    expect_order(kOne, 'B', 100, 100'200);
    firm.release(elsewhere);
    answer(kOne, 100);
    EXPECT_EQ(arbitrage->counters().legged, 1U);
}

TEST_F(Arbitrage, AMissingLegIsTriedAgainWithoutALoss) {
    cross();
    answer(kOne, 100);
    answer(kTwo, 0);  // somebody was faster
    EXPECT_EQ(arbitrage->counters().legged, 1U);
    EXPECT_EQ(orders(), 2U) << "the quote that was missed is not asked again";
    quote(kTwo, 100'249, 100'700);  // bought for 100,200 and fees of 50: a unit short
    EXPECT_EQ(orders(), 2U);
    quote(kTwo, 100'250, 100'700);
    ASSERT_EQ(orders(), 3U);
    expect_order(kTwo, 'S', 100, 100'250);
    answer(kTwo, 100);
    EXPECT_EQ(arbitrage->net_position(kStock), SignedQty{0});
    EXPECT_EQ(arbitrage->counters().stops, 0U);
    EXPECT_EQ(cash(), 0);
}

TEST_F(Arbitrage, ItIsTriedAtWhicheverVenueIsBetter) {
    cross();
    answer(kOne, 100);
    answer(kTwo, 0);
    quote(kTwo, 100'230, 100'700);
    quote(kOne, 100'270, 100'400);  // where it was bought
    expect_order(kOne, 'S', 100, 100'270);
    answer(kOne, 100);
    EXPECT_EQ(position(kOne), 0);
    EXPECT_EQ(position(kTwo), 0);
}

TEST_F(Arbitrage, WhenTimeIsUpItGoesAtTheTouchAndBeyond) {
    cross();
    answer(kOne, 100);
    answer(kTwo, 0);
    quote(kTwo, 100'100, 100'300);
    EXPECT_EQ(orders(), 2U);
    pass({9'999'999});
    timer();
    EXPECT_EQ(orders(), 2U);
    pass({1});
    timer();
    ASSERT_EQ(orders(), 3U);
    expect_order(kTwo, 'S', 100, 100'100 - 2 * 100);  // two ticks of a cent
    EXPECT_EQ(arbitrage->counters().stops, 1U);
    answer(kTwo, 60, 100'100);
    ASSERT_EQ(orders(), 4U);
    expect_order(kOne, 'S', 40, 100'000 - 200);  // the quote at venue two is spent
    answer(kOne, 40, 100'000);
    EXPECT_EQ(arbitrage->net_position(kStock), SignedQty{0});
}

TEST_F(Arbitrage, ALossBeyondTheStopDoesNotWait) {
    cross();
    answer(kOne, 100);
    answer(kTwo, 0);
    quote(kOne, 99'760, 100'400);  // 440 and fees of 60: at the limit
    quote(kTwo, 99'749, 100'700);  // 451 and fees of 50: beyond, but not the best
    EXPECT_EQ(orders(), 2U);
    hear(kOne, TestFeed::remove(kLocates[0], at(kOne).quotes[0]));
    ASSERT_EQ(orders(), 3U);
    expect_order(kTwo, 'S', 100, 99'749 - 2 * 100);
}

TEST_F(Arbitrage, APartOfALegIsALegOfThePart) {
    cross();
    answer(kOne, 100);
    answer(kTwo, 70);
    quote(kTwo, 100'300, 100'700);
    expect_order(kTwo, 'S', 30, 100'300);
}

TEST_F(Arbitrage, AfterALegItPausesTheSymbol) {
    cross();
    answer(kOne, 100);
    answer(kTwo, 0);
    quote(kTwo, 100'300, 100'700);
    answer(kTwo, 100);
    ASSERT_EQ(orders(), 3U);
    quote(kOne, 100'000, 100'200);
    cross();
    EXPECT_EQ(orders(), 3U);
    pass({kNanosPerSecond});
    quote(kOne, 100'000, 100'200);
    cross();
    EXPECT_EQ(orders(), 5U);
}

TEST_F(Arbitrage, AnOrderInDoubtIsNotWaitedForForEver) {
    cross();
    at(kTwo).engine.on_session_lost();
    answer(kOne, 100);
    quote(kOne, 100'300, 100'400);
    EXPECT_EQ(orders(), 2U) << "venue two may have sold";
    pass({100'000'000});
    timer();
    ASSERT_EQ(orders(), 3U);
    expect_order(kOne, 'S', 100, 100'300);
    answer(kOne, 100);
    EXPECT_EQ(arbitrage->net_position(kStock), SignedQty{0});
    // It had: the session that comes back tells, and the short is bought in.
    at(kTwo).engine.on_session_open();
    answer(kTwo, 100);
    EXPECT_EQ(arbitrage->net_position(kStock), SignedQty{-100});
    ouch::AccountQueryResponse m;
    m.store_next_user_ref_num(2);
    reply(kTwo, m.bytes());
    ASSERT_EQ(orders(), 4U);
    expect_order(kOne, 'B', 100, 100'400);  // sold at 100,500: that loses nothing
    answer(kOne, 100);
    EXPECT_EQ(arbitrage->net_position(kStock), SignedQty{0});
}

TEST_F(Arbitrage, AnOrderThatNeverArrivedLeavesALeg) {
    cross();
    at(kTwo).engine.on_session_lost();
    answer(kOne, 100);
    at(kTwo).engine.on_session_open();
    ouch::AccountQueryResponse m;
    m.store_next_user_ref_num(1);
    reply(kTwo, m.bytes());
    EXPECT_EQ(arbitrage->counters().legged, 1U);
    pass({2 * kNanosPerSecond});
    timer();
    ASSERT_EQ(orders(), 3U);
    expect_order(kTwo, 'S', 100, 100'300);
}

TEST_F(Arbitrage, AHaltOfOneVenueLeavesTheOtherToGetOut) {
    cross();
    answer(kOne, 100);
    hear(kTwo, TestFeed::state(kLocates[1], kStock, 'H'));
    answer(kTwo, 0);
    pass({100'000'000});
    timer();
    EXPECT_EQ(orders(), 2U);
    pass({10'000'000});
    timer();
    ASSERT_EQ(orders(), 3U);
    expect_order(kOne, 'S', 100, 100'000 - 200);
}

TEST_F(Arbitrage, TurnsAllocateNothing) {
    const ouch::EnterOrder order = [&] {
        cross();
        answer(kOne, 100);
        answer(kTwo, 100);
        return at(kOne).orders.back();
    }();
    at(kOne).orders.reserve(8);
    at(kTwo).orders.reserve(8);
    const NoAllocScope scope;
    quote(kOne, 100'000, 100'200);
    cross();
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(orders(), 4U);
    EXPECT_EQ(order.load_quantity(), 100U);
}

TEST(ArbitrageOptions, WhatCannotWorkIsRefused) {
    const auto is_valid = [](auto change) {
        ArbitrageOptions options = usual_options();
        change(options);
        return LatencyArbitrage::validate(options).has_value();
    };
    EXPECT_TRUE(is_valid([](ArbitrageOptions&) {}));
    EXPECT_FALSE(is_valid([](ArbitrageOptions& o) { o.symbols.clear(); }));
    EXPECT_FALSE(is_valid([](ArbitrageOptions& o) { o.symbols.push_back(o.symbols[0]); }));
    EXPECT_FALSE(is_valid([](ArbitrageOptions& o) { o.qty_max = {0}; }));
    EXPECT_FALSE(is_valid([](ArbitrageOptions& o) { o.edge_min = 0; }));
    EXPECT_FALSE(is_valid([](ArbitrageOptions& o) { o.window = {}; }));
    EXPECT_FALSE(is_valid([](ArbitrageOptions& o) { o.venues[1].order_latency = o.window; }));
    EXPECT_FALSE(is_valid([](ArbitrageOptions& o) { o.venues[0].position_max = {0}; }));
    EXPECT_FALSE(is_valid([](ArbitrageOptions& o) { o.loss_max = -1; }));
    EXPECT_FALSE(is_valid([](ArbitrageOptions& o) { o.complete_within = {}; }));
}

}  // namespace
}  // namespace hotpath::engine
