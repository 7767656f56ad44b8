// A pipeline step by step: a strategy's books and events, the order of strategies; and that nothing
// is allocated on the way.

#include "lab/pipelined/pipeline.hpp"

#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/venue/nasdaq/nasdaq_engine.hpp"
#include "lab/pipelined/session_inbox.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/random_market.hpp"

namespace hotpath::engine::pipelined {
namespace {

namespace ouch = wire::ouch50;
using support::TestFeed;

constexpr std::uint16_t kLocate = 5;
constexpr InstrumentId kInstrument{kLocate};
const Symbol kSymbol = *Symbol::from("ABCD");

/// What all bidders were told.
struct Told {
    int books = 0;
    int trades = 0;
    int timers = 0;
    std::vector<std::uint32_t> fills;  // shares
    std::vector<oms::Rejection> rejections;
    std::vector<strategy::BooksState> states;
    std::vector<std::string> symbols;
    std::int64_t last_bid = 0;
};

/// Bids 100 a tick below the best bid whenever it has nothing open.
struct TestBidder : strategy::NullStrategy {
    explicit TestBidder(Told* told_by) : told(told_by) {}

    template <book::InstrumentView Book>
    void on_book(const Book& book, const strategy::Context& context,
                 oms::Intents& intents) noexcept {
        ++told->books;
        told->last_bid = book.best_bid().price.value;
        if (context.orders.open_orders().empty()) {
            last = intents.enter({.instrument = book.instrument(),
                                  .side = Side::Buy,
                                  .qty = {qty},
                                  .price = book.best_bid().price - book.tick({20'000})});
        }
    }
    void on_timer(const strategy::Context&, oms::Intents&) noexcept { ++told->timers; }
    void on_trade(const strategy::Trade&, const strategy::Context&) noexcept { ++told->trades; }
    void on_fill(const oms::Fill& fill, const strategy::Context&) noexcept {
        told->fills.push_back(fill.last_qty.value);
    }
    void on_reject(const oms::Rejection& r, const strategy::Context&) noexcept {
        told->rejections.push_back(r);
    }
    void on_books_state(strategy::BooksState state, const strategy::Context&) noexcept {
        told->states.push_back(state);
    }
    void on_instrument(const strategy::Instrument& instrument) noexcept {
        told->symbols.push_back(instrument.symbol.str());
    }

    Told* told;
    std::uint32_t qty = 100;
    ClOrdId last{};
};

struct CountTypes {
    std::string* types;
    ouch::EnterOrder* entered;
    void operator()(const Outgoing& out) const {
        *types += std::to_integer<char>(out.message.front());
        if (types->back() == 'O') {
            *entered = ouch::EnterOrder::at(out.message.data());
        }
    }
};

using BidderPipeline = Pipeline<TestBidder, venue::nasdaq::OuchCodec, CountTypes>;

class PipelineDay : public testing::Test {
  protected:
    static PipelineOptions options(std::size_t slots = 1, std::size_t gateways = 1) {
        PipelineOptions result;
        result.engine = support::small_engine_options();
        result.slots = slots;
        result.gateways = gateways;
        return result;
    }
    void build(const PipelineOptions& options) {
        told.resize(options.slots);
        std::vector<TestBidder> bidders;
        for (Told& each : told) {
            bidders.emplace_back(&each);
        }
        pipeline =
            std::move(*BidderPipeline::create(options, {std::move(bidders), {&types, &entered}}));
    }
    template <class Message>
    void hear(const Message& message) {
        now.value += 1'000;
        pipeline->run({.kind = InputKind::Packet, .now = now, .bytes = feed.packet(message)});
    }
    void open_market() {
        hear(TestFeed::directory(kLocate, kSymbol));
        hear(TestFeed::add(kLocate, 1, Side::Buy, 99'900));
        hear(TestFeed::add(kLocate, 2, Side::Sell, 100'100));
        hear(TestFeed::state(kLocate, kSymbol, 'T'));
    }
    void give(InputKind kind, Bytes bytes = {}, std::uint8_t source = 0) {
        pipeline->run({.kind = kind, .source = source, .now = now, .bytes = bytes});
    }
    std::string drain() { return std::exchange(types, {}); }

    std::string types;
    ouch::EnterOrder entered;
    std::vector<Told> told;
    std::unique_ptr<BidderPipeline> pipeline;
    TestFeed feed;
    Time now{34'200 * kNanosPerSecond};
};

TEST_F(PipelineDay, APacketBecomesAnOrderAndItsFillReachesTheStrategy) {
    build(options());
    open_market();
    EXPECT_EQ(drain(), "O");
    EXPECT_EQ(told[0].symbols, std::vector<std::string>{"ABCD"});
    EXPECT_EQ(told[0].last_bid, 99'900);
    give(InputKind::OrderBytes, support::accepted(entered).bytes());
    give(InputKind::OrderBytes, support::executed(entered.load_user_ref_num(), 100, 7).bytes());
    EXPECT_EQ(told[0].fills, std::vector<std::uint32_t>{100});
    EXPECT_EQ(pipeline->strategies(0).slot(0).orders().position(kInstrument).position,
              SignedQty{100});
    EXPECT_EQ(pipeline->gateway().gateway(0).orders().position(kInstrument).position,
              SignedQty{100});
    EXPECT_EQ(drain(), "O") << "and it may decide again at once";
}

TEST_F(PipelineDay, EachSlotHasItsOwnOrdersAndTheSessionHasOneOrderOfIds) {
    build(options(3));
    open_market();
    EXPECT_EQ(drain(), "OOO");
    EXPECT_EQ(entered.load_user_ref_num(), 3U);
    give(InputKind::OrderBytes, support::accepted(entered).bytes());
    give(InputKind::OrderBytes, support::executed(3, 60, 7).bytes());
    EXPECT_TRUE(told[0].fills.empty());
    EXPECT_TRUE(told[1].fills.empty());
    EXPECT_EQ(told[2].fills, std::vector<std::uint32_t>{60}) << "of the last slot";
}

TEST_F(PipelineDay, WhatTheGatewayRefusesTheStrategyIsToldInItsOwnIds) {
    PipelineOptions with_limit = options(2);
    with_limit.engine.limits.open_orders_max = 1;
    build(with_limit);
    open_market();
    EXPECT_EQ(drain(), "O");
    EXPECT_TRUE(told[0].rejections.empty());
    ASSERT_EQ(told[1].rejections.size(), 1U);
    EXPECT_EQ(told[1].rejections[0].by, oms::RejectedBy::Risk);
    EXPECT_EQ(told[1].rejections[0].id, ClOrdId{1});
    EXPECT_TRUE(pipeline->strategies(0).slot(1).orders().open_orders().empty());
}

TEST_F(PipelineDay, AHaltPullsOpenOrdersAndNoStrategyDecides) {
    build(options());
    open_market();
    drain();
    const int books = told[0].books;
    hear(TestFeed::state(kLocate, kSymbol, 'H'));
    EXPECT_EQ(drain(), "X");
    EXPECT_EQ(told[0].books, books);
    const auto& orders = pipeline->strategies(0).slot(0).orders();
    EXPECT_TRUE(orders.find(orders.open_orders().front())->is_cancel_sent) << "the slot knows";
}

TEST_F(PipelineDay, StaleBooksPullEverythingUntilTheyAreRightAgain) {
    build(options());
    open_market();
    drain();
    now.value += 6 * kNanosPerSecond;
    give(InputKind::Timer);
    EXPECT_EQ(drain(), "X");
    EXPECT_TRUE(pipeline->books().is_stale());
    EXPECT_EQ(told[0].timers, 0);
    give(InputKind::Packet, feed.heartbeat());
    EXPECT_EQ(told[0].states,
              (std::vector{strategy::BooksState::Current, strategy::BooksState::Stale,
                           strategy::BooksState::Current}));
    give(InputKind::Timer);
    EXPECT_EQ(told[0].timers, 1);
}

TEST_F(PipelineDay, TheKillSwitchCancelsAndLatchesUntilItIsOpened) {
    build(options());
    open_market();
    drain();
    give(InputKind::Kill);
    EXPECT_EQ(drain(), "X");
    give(InputKind::OrderBytes, support::canceled(entered.load_user_ref_num(), 100).bytes());
    EXPECT_EQ(drain(), "") << "it would bid, and is refused";
    EXPECT_EQ(told[0].rejections.back().by, oms::RejectedBy::Risk);
    give(InputKind::Open);
    hear(TestFeed::add(kLocate, 3, Side::Buy, 99'800));
    EXPECT_EQ(drain(), "O");
}

TEST_F(PipelineDay, InASilentMarketATimerEndsWhatHeldOrdersBack) {
    const auto wait = [&](std::int64_t ms) {
        now.value += ms * 1'000'000;
        give(InputKind::Packet, feed.heartbeat());
        give(InputKind::Timer);
    };
    build(options());
    open_market();
    drain();
    give(InputKind::Kill);
    give(InputKind::OrderBytes, support::canceled(entered.load_user_ref_num(), 100).bytes());
    EXPECT_EQ(drain(), "X");
    wait(2'000);
    EXPECT_EQ(drain(), "");
    give(InputKind::Open);
    wait(1);
    EXPECT_EQ(drain(), "O") << "opened";
    give(InputKind::OrderBytes, support::accepted(entered).bytes());
    for (const std::uint64_t order : {1U, 2U}) {
        hear(TestFeed::remove(kLocate, order));
    }
    hear(TestFeed::add(kLocate, 3, Side::Buy, 79'900));
    hear(TestFeed::add(kLocate, 4, Side::Sell, 80'100));
    EXPECT_EQ(drain(), "X");
    give(InputKind::OrderBytes, support::canceled(entered.load_user_ref_num(), 100).bytes());
    wait(998);
    EXPECT_EQ(drain(), "") << "paused";
    wait(1'000);
    EXPECT_EQ(drain(), "O") << "the new price has stood";
}

TEST_F(PipelineDay, InASilentMarketARefusedOrderIsAskedForAgain) {
    PipelineOptions slow = options();
    slow.engine.limits.messages_max = 1;
    build(slow);
    open_market();
    give(InputKind::OrderBytes, support::accepted(entered).bytes());
    give(InputKind::OrderBytes, support::canceled(entered.load_user_ref_num(), 100).bytes());
    EXPECT_EQ(drain(), "O");
    EXPECT_EQ(told[0].rejections.size(), 1U);
    const int books = told[0].books;
    for (int timers = 0; timers < 13; ++timers) {
        now.value += 100'000'000;
        give(InputKind::Packet, feed.heartbeat());
        give(InputKind::Timer);
    }
    EXPECT_EQ(drain(), "O");
    EXPECT_GT(told[0].books, books);
}

TEST_F(PipelineDay, AVenueThatContradictsOneGatewayStopsThemAll) {
    build(options(2, 2));
    open_market();
    EXPECT_EQ(drain(), "OO");
    give(InputKind::OrderBytes, support::executed(99, 100, 7).bytes(), 1);
    EXPECT_EQ(drain(), "XX");
    for (const std::size_t gateway : {0U, 1U}) {
        EXPECT_TRUE(pipeline->gateway().gateway(gateway).risk().is_killed());
    }
}

TEST_F(PipelineDay, EachGatewayIsASessionOfItsOwn) {
    build(options(2, 2));
    open_market();
    EXPECT_EQ(drain(), "OO");
    EXPECT_EQ(entered.load_user_ref_num(), 1U) << "the first of its session";
    give(InputKind::OrderBytes, support::accepted(entered).bytes(), 1);
    give(InputKind::OrderBytes, support::executed(1, 100, 7).bytes(), 1);
    EXPECT_TRUE(told[0].fills.empty());
    EXPECT_EQ(told[1].fills.size(), 1U);
}

TEST_F(PipelineDay, ABrokenSessionsOrdersThatNeverArrivedAreRejected) {
    build(options());
    open_market();
    drain();
    give(InputKind::SessionLost);
    give(InputKind::SessionOpen);
    EXPECT_EQ(drain(), "Q");
    give(InputKind::OrderBytes, ouch::AccountQueryResponse{}.bytes());
    ASSERT_EQ(told[0].rejections.size(), 1U);
    EXPECT_EQ(told[0].rejections[0].code, static_cast<std::uint16_t>(oms::DeskReject::Lost));
    EXPECT_EQ(drain(), "O") << "and it may decide again at once";
}

TEST_F(PipelineDay, AMessageOfTradesTellsThemBeforeTheBook) {
    build(options());
    open_market();
    const int books = told[0].books;
    wire::itch50::OrderExecuted executed;
    executed.store_stock_locate(kLocate);
    executed.store_order_reference_number(2);
    executed.store_executed_shares(10);
    hear(executed);
    EXPECT_EQ(told[0].trades, 1);
    EXPECT_EQ(told[0].books, books + 1);
}

TEST_F(PipelineDay, MessagesOfSeveralSessionsMeetInTheInbox) {
    build(options(2, 2));
    open_market();
    SessionInbox inbox(8);
    {
        const std::jthread first([producer = inbox.producer(0)]() mutable {
            EXPECT_TRUE(producer.try_post(support::executed(1, 30, 7).bytes(), {}));
        });
        const std::jthread second([producer = inbox.producer(1)]() mutable {
            EXPECT_TRUE(producer.try_post(support::executed(1, 40, 7).bytes(), {}));
        });
    }
    while (inbox.poll(pipeline->books()) + pipeline->poll(now) != 0 || !pipeline->is_quiet()) {
    }
    EXPECT_EQ(told[0].fills, std::vector<std::uint32_t>{30});
    EXPECT_EQ(told[1].fills, std::vector<std::uint32_t>{40});
    EXPECT_FALSE(inbox.producer(0).try_post(std::vector<std::byte>(kMessageBytesMax + 1), {}));
}

TEST(PipelineOptionsTest, WhatCannotBeIsRefusedByName) {
    const auto why = [](auto change) {
        PipelineOptions options;
        options.engine = support::small_engine_options();
        change(options);
        const auto valid = validate(options);
        return valid ? std::string() : valid.error().message;
    };
    EXPECT_EQ(why([](auto&) {}), "");
    EXPECT_EQ(why([](auto& o) { o.slots = 0; }), "pipeline: slots must be 1..65,534");
    EXPECT_EQ(why([](auto& o) { o.strategy_stages = 2; }),
              "pipeline: strategy_stages must be 1..15 and at most slots");
    EXPECT_EQ(why([](auto& o) { o.gateways = 65; }), "pipeline: gateways must be 1..64");
    EXPECT_EQ(why([](auto& o) { o.ring_slots = 3; }),
              "pipeline: ring_slots must be a power of two, at least 2");
    EXPECT_EQ(why([](auto& o) { o.depth_levels = 5; }), "pipeline: depth_levels must be 1..4");
}

/// A refusal for every intent there can be, again and again: the answers have room.
struct Greedy : strategy::NullStrategy {
    template <book::InstrumentView Book>
    void on_book(const Book& book, const strategy::Context&, oms::Intents& intents) noexcept {
        for (std::size_t i = 0; i < oms::kIntentsMax; ++i) {
            (void)intents.enter({.instrument = book.instrument(), .qty = {100}, .price = {1}});
        }
    }
};
struct Nowhere {
    void operator()(const Outgoing&) const noexcept {}
};

TEST(PipelineBounds, StrategiesWhoseEveryIntentIsRefusedBlockNoStage) {
    PipelineOptions options;
    options.engine = support::small_engine_options();
    options.slots = 3;
    options.strategy_stages = 2;
    options.ring_slots = 4;
    auto pipeline = *Pipeline<Greedy, venue::nasdaq::OuchCodec, Nowhere>::create(
        options, {std::vector<Greedy>(3), {}});
    support::RandomMarket market(3);
    Time now{34'200 * kNanosPerSecond};
    for (int i = 0; i < 500; ++i) {
        const Bytes packet = market.packet();
        now.value += 1'000;
        for (int turns = 0;
             !pipeline->books().try_take({.kind = InputKind::Packet, .now = now, .bytes = packet});
             ++turns) {
            pipeline->poll(now);
            ASSERT_LT(turns, 100'000) << "no stage makes progress";
        }
    }
    EXPECT_GT(pipeline->gateway().gateway(0).counters().rejected_by_risk.back() +
                  pipeline->books().events(),
              500U);
}

TEST(PipelineAllocation, NothingIsAllocatedFromPacketToOrderToFill) {
    PipelineOptions options;
    options.engine = support::small_engine_options();
    options.slots = 2;
    std::vector<strategy::MarketMaker> makers(
        2, strategy::MarketMaker({.instruments_max = 10, .spread_bps_max = {500}}));
    support::RandomMarket market(7);
    std::vector<std::vector<std::byte>> sent;
    struct Keep {
        std::vector<std::vector<std::byte>>* sent;
        void operator()(const Outgoing& out) const {
            sent->emplace_back(out.message.begin(), out.message.end());
        }
    };
    // What a first run sends and hears a second one is given again, and counted.
    std::vector<std::pair<InputKind, std::vector<std::byte>>> inputs;
    {
        auto pipeline = *Pipeline<strategy::MarketMaker, venue::nasdaq::OuchCodec, Keep>::create(
            options, {makers, {&sent}});
        const auto give = [&](InputKind kind, Bytes bytes) {
            inputs.emplace_back(kind, std::vector<std::byte>(bytes.begin(), bytes.end()));
            pipeline->run({kind, 0, {static_cast<std::int64_t>(inputs.size()) * 1'000'000}, bytes});
            for (const auto& message : std::exchange(sent, {})) {
                market.on_order(0, message);
            }
        };
        for (int i = 0; i < 500; ++i) {
            give(InputKind::Packet, market.packet());
            for (; market.has_reply(); market.pop_reply()) {
                give(InputKind::OrderBytes, market.reply().bytes);
            }
        }
    }
    auto pipeline = *Pipeline<strategy::MarketMaker, venue::nasdaq::OuchCodec, Nowhere>::create(
        options, {makers, {}});
    const NoAllocScope scope;
    std::int64_t number = 0;
    for (const auto& [kind, bytes] : inputs) {
        pipeline->run({kind, 0, {++number * 1'000'000}, bytes});
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_GT(pipeline->gateway().gateway(0).counters().enters, 50U);
    EXPECT_GT(pipeline->gateway().gateway(0).orders().counters().executions, 5U);
}

}  // namespace
}  // namespace hotpath::engine::pipelined
