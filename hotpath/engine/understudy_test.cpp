// An engine that practises does all that a trading one does, again and again, and by itself.
#include "hotpath/engine/understudy.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/strategy/any_strategy.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::engine {
namespace {

using strategy::MarketMaker;
template <class S>
using NasdaqUnderstudy = Understudy<S, protocols::nasdaq::Nasdaq, timing::NoTicks>;
using Practising = NasdaqUnderstudy<MarketMaker>;

constexpr std::uint64_t kPlays = 10'000;
constexpr std::uint64_t kCyclePlays = 64;  // far more than a cycle of the practice venue

MarketMaker maker() {
    return MarketMaker({.instruments_max = 1});
}

template <class S>
NasdaqUnderstudy<S> understudy_of(S strategy) {
    auto made = NasdaqUnderstudy<S>::create(std::move(strategy));
    EXPECT_TRUE(made.has_value());
    return std::move(*made);
}

TEST(Understudy, SendsOrdersAndGetsTheirReplies) {
    Practising understudy = understudy_of(maker());
    for (std::uint64_t i = 0; i < kPlays; ++i) {
        understudy.play();
    }
    const auto& counters = understudy.counters();
    EXPECT_EQ(counters.played, kPlays);
    EXPECT_GT(counters.orders, kPlays / 4);
    EXPECT_GE(counters.answers + 64, counters.orders) << "each order is answered";
    const oms::OrdersCounters& orders = understudy.engine().orders().counters();
    EXPECT_GT(orders.replaces, kPlays / 4);
    EXPECT_GT(orders.accepted, 0U);
    EXPECT_EQ(orders.executions, 1U) << "there is a position";
    EXPECT_NE(understudy.engine().orders().position({1}).position, SignedQty{});
}

TEST(Understudy, AStepIsAPacketAnAnswerOrAnOrder) {
    Practising whole = understudy_of(maker());
    Practising stepped = understudy_of(maker());
    constexpr std::uint64_t kStepsMax = 7;
    for (std::uint64_t i = 0; i < kCyclePlays; ++i) {
        whole.play();
        bool is_over = false;
        std::uint64_t steps = 0;
        for (; !is_over && steps < kStepsMax; ++steps) {
            const UnderstudyCounters before = stepped.counters();
            is_over = stepped.step();
            const UnderstudyCounters& after = stepped.counters();
            ASSERT_LE(after.packets + after.answers + after.own,
                      before.packets + before.answers + before.own + 1);
            ASSERT_LE(after.orders, before.orders + 2);
        }
        ASSERT_TRUE(is_over);
        ASSERT_GE(steps, 3U);
        ASSERT_EQ(stepped.counters().played, i + 1);
        ASSERT_EQ(stepped.counters().orders, whole.counters().orders);
        ASSERT_EQ(stepped.engine().books().checksum(), whole.engine().books().checksum());
    }
}

TEST(Understudy, IsNeverRefused) {
    Practising understudy = understudy_of(maker());
    for (std::uint64_t i = 0; i < kPlays; ++i) {
        understudy.play();
    }
    const auto& engine = understudy.engine();
    EXPECT_TRUE(engine.is_current());
    EXPECT_TRUE(engine.is_tradable({1}));
    for (const std::uint64_t rejected : engine.gateway().counters().rejected_by_risk) {
        EXPECT_EQ(rejected, 0U);
    }
    EXPECT_EQ(engine.gateway().counters().rejected_by_orders, 0U);
    EXPECT_EQ(engine.gateway().counters().rejected_by_gateway, 0U);
    EXPECT_EQ(engine.orders().counters().rejected, 0U);
    EXPECT_EQ(engine.orders().counters().mismatches, 0U);
    EXPECT_EQ(engine.orders().counters().unknown_orders, 0U);
    EXPECT_FALSE(engine.gateway().trouble().is_trouble());
    book::BookCounters books = engine.books().counters();
    EXPECT_EQ(std::exchange(books.applied, 0U), engine.feed().market().counters().messages -
                                                    engine.feed().market().counters().by_type['H'] -
                                                    engine.feed().market().counters().by_type['P'])
        << "each message about an order changed a book";
    EXPECT_EQ(books, book::BookCounters{}) << "and none was refused or crossed it";
    EXPECT_EQ(engine.volatility().jumps(), 0U);
}

TEST(Understudy, RunsEveryKindOfMessage) {
    Practising understudy = understudy_of(maker());
    for (std::uint64_t i = 0; i < kCyclePlays; ++i) {
        understudy.play();
    }
    const auto& by_type = understudy.engine().feed().market().counters().by_type;
    for (const char type : {'A', 'F', 'E', 'X', 'D', 'U', 'P'}) {
        EXPECT_GT(by_type[static_cast<unsigned char>(type)], 1U) << type;
    }
}

TEST(Understudy, GoesOnForEverInTheSameBooks) {
    Practising understudy = understudy_of(maker());
    std::uint32_t orders_max = 0;
    for (std::uint64_t i = 0; i < kPlays; ++i) {
        understudy.play();
        orders_max = std::max(orders_max, understudy.engine().books().open_orders());
    }
    EXPECT_LE(orders_max, 8U);
    EXPECT_EQ(understudy.engine().gateway().waiting(), 0U) << "no order stays in its outbox";
}

TEST(Understudy, AllocatesNothing) {
    Practising understudy = understudy_of(maker());
    const NoAllocScope scope;
    for (std::uint64_t i = 0; i < 1'000; ++i) {
        understudy.play();
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

/// Sends nothing.
struct Silent : strategy::NullStrategy {};

TEST(Understudy, SendsOrdersItselfWhereItsStrategySendsNone) {
    auto understudy = understudy_of(strategy::AnyStrategy(Silent{}));
    for (std::uint64_t i = 0; i < kCyclePlays; ++i) {
        understudy.play();
    }
    EXPECT_EQ(understudy.counters().own, understudy.counters().orders);
    const oms::OrdersCounters& orders = understudy.engine().orders().counters();
    EXPECT_GT(orders.accepted, kCyclePlays / 4);
    EXPECT_GT(orders.replaces, kCyclePlays / 8);
    EXPECT_GT(orders.cancels, kCyclePlays / 8);
    EXPECT_EQ(orders.mismatches + orders.rejected, 0U);
}

TEST(DataPrefetch, GoesOverAnEngineInStepsAndChangesNothing) {
    Practising understudy = understudy_of(maker());
    DataPrefetch prefetch;
    EXPECT_TRUE(prefetch.step(understudy.engine())) << "no instrument is traded yet";
    for (std::uint64_t i = 0; i < kCyclePlays; ++i) {
        understudy.play();
    }
    const std::uint64_t books = understudy.engine().books().checksum();
    const NoAllocScope scope;
    constexpr int kStepsMax = 1'000;
    int steps = 1;
    for (; steps < kStepsMax && !prefetch.step(understudy.engine()); ++steps) {
    }
    EXPECT_GT(steps, 5);
    EXPECT_LT(steps, kStepsMax) << "a turn ends";
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(understudy.engine().books().checksum(), books);
}

}  // namespace
}  // namespace hotpath::engine
