// A status in bounded steps is that of one moment.
#include "hotpath/live/status/status_steps.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/trader/trader.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/trading_day.hpp"

namespace hotpath::live {
namespace {

using support::TestFeed;
using Trader = trader::Trader<strategy::NullStrategy>;

constexpr std::uint16_t kLocate = 5;
constexpr std::uint64_t kStepsBeforePositions = 3;
constexpr std::uint64_t kStepOfAllVenues = 1;

Trader make_trader() {
    trader::TraderOptions options;
    options.engine = support::small_engine_options();
    options.account = protocols::nasdaq::soupbintcp::Credentials::of("ALICE", "WONDERLAND");
    auto made = Trader::create(options, strategy::NullStrategy{});
    EXPECT_TRUE(made.has_value());
    return std::move(*made);
}

std::vector<Symbol> some_symbols(std::size_t count) {
    std::vector<Symbol> symbols;
    for (std::size_t n = 0; n < count; ++n) {
        symbols.push_back(*Symbol::from("S" + std::to_string(n)));
    }
    return symbols;
}

class StatusInSteps : public testing::Test {
  protected:
    template <class Message>
    void hear(const Message& message) {
        now.value += 1'000;
        ++inputs;
        trader.on_packet({.line = feed::Line::A, .bytes = feed.packet(message), .now = now});
    }
    void add(Symbol symbol) {
        auto message = TestFeed::add(kLocate, ++id, Side::Buy, 99'900);
        message.store_stock(symbol);
        hear(message);
    }
    bool step() {
        return steps.step(StatusSources{trader, symbols, inputs}, status,
                          [&](std::size_t venue, TradeStatus& of) {
                              ++rests;
                              EXPECT_EQ(venue, 0U);
                              of.time = now;
                          });
    }
    /// How many there are until it is whole.
    std::uint64_t all_steps() {
        std::uint64_t count = 1;
        while (!step()) {
            EXPECT_TRUE(steps.is_begun());
            ++count;
        }
        EXPECT_FALSE(steps.is_begun());
        return count;
    }

    Trader trader = make_trader();
    TestFeed feed;
    std::vector<Symbol> symbols = some_symbols(2);
    Time now{34'200 * kNanosPerSecond};
    std::uint64_t id = 0;
    std::uint64_t inputs = 0;
    StatusSteps steps;
    RunStatus status;
    int rests = 0;
};

TEST_F(StatusInSteps, IsWholeAfterTheLast) {
    hear(TestFeed::directory(kLocate, symbols[0]));
    hear(TestFeed::state(kLocate, symbols[0], 'T'));
    add(symbols[0]);
    EXPECT_EQ(all_steps(), kStepsBeforePositions + 1 + kStepOfAllVenues);
    EXPECT_EQ(rests, 1);
    EXPECT_EQ(status.venues_count, 1U);
    const TradeStatus& of = status.venues[0];
    const TradeStatus at_once = status_of(trader.at(0), symbols);
    EXPECT_EQ(of.time, now);
    EXPECT_EQ(of.feed.messages, 3U);
    EXPECT_EQ(of.feed.messages, at_once.feed.messages);
    EXPECT_EQ(of.engine.packets, at_once.engine.packets);
    ASSERT_EQ(of.positions_count, 2U);
    EXPECT_TRUE(of.positions[0].is_listed);
    EXPECT_EQ(of.positions[0].bid, at_once.positions[0].bid);
    EXPECT_GT(of.positions[0].bid.value, 0U);
    EXPECT_EQ(of.positions[1].symbol, symbols[1]);
    EXPECT_FALSE(of.positions[1].is_listed);
}

TEST_F(StatusInSteps, BeginsAgainAfterAnInput) {
    const std::uint64_t whole = all_steps();
    hear(TestFeed::directory(kLocate, symbols[0]));
    EXPECT_FALSE(step());
    EXPECT_FALSE(step());
    add(symbols[0]);  // the feed's part, which is the first, is old now
    EXPECT_EQ(all_steps(), whole);
    EXPECT_EQ(status.venues[0].feed.messages, 2U);
    EXPECT_EQ(status.venues[0].engine.packets, 2U);
}

TEST_F(StatusInSteps, AStepHasFourPositions) {
    symbols = some_symbols(TradeStatus::kPositionsMax + 3);
    EXPECT_EQ(all_steps(),
              kStepsBeforePositions + TradeStatus::kPositionsMax / 4 + kStepOfAllVenues);
    EXPECT_EQ(status.venues[0].positions_count, TradeStatus::kPositionsMax);
    EXPECT_EQ(status.venues[0].positions_not_shown, 3U);
    symbols = some_symbols(5);
    EXPECT_EQ(all_steps(), kStepsBeforePositions + 2 + kStepOfAllVenues);
    EXPECT_EQ(status.venues[0].positions_count, 5U);
    EXPECT_EQ(status.venues[0].positions_not_shown, 0U);
    EXPECT_EQ(status.venues[0].positions[4].symbol, symbols[4]);
}

TEST_F(StatusInSteps, AllocateNothing) {
    const NoAllocScope scope;
    all_steps();
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::live
