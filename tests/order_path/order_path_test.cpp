// One packet becomes an order, and every function that it enters is recorded: the first table of
// docs/LIFE_OF_AN_ORDER.md must name functions that are entered, in the order in which they are.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "tests/order_path/recorded_path.hpp"
#include "tests/support/trading_day.hpp"

namespace hotpath {

/// With a name that the linker knows: a function is found by its name (dladdr).
struct CountMessages {
    void operator()(Bytes) noexcept { ++*messages; }
    std::size_t* messages;
};

namespace {

using namespace order_path;
using support::TestFeed;

/// The engine's path from the packet that completes a market to the bytes of the first quotes.
std::vector<std::string> names_of_one_order() {
    constexpr std::uint16_t kLocate = 5;
    auto made = protocols::nasdaq::NasdaqEngine<strategy::MarketMaker>::create(
        support::small_engine_options(), strategy::MarketMaker({.instruments_max = 10}));
    EXPECT_TRUE(made.has_value());
    const Symbol symbol = *Symbol::from("ABCD");
    TestFeed feed;
    Time now{34'200 * kNanosPerSecond};
    const auto apply = [&](const auto& message) {
        now.value += 1'000;
        made->on_packet(feed.packet(message), now);
    };
    apply(TestFeed::directory(kLocate, symbol));
    apply(TestFeed::state(kLocate, symbol, 'T'));
    apply(TestFeed::add(kLocate, 1, Side::Buy, 99'900));
    const Bytes last = feed.packet(TestFeed::add(kLocate, 2, Side::Sell, 100'300));
    begin_recording();
    made->on_packet(last, now);
    std::size_t messages = 0;
    made->for_each_outgoing(CountMessages{&messages});
    const std::vector<std::string> entered = end_recording();
    EXPECT_EQ(messages, 2U) << "a bid and an ask";
    return entered;
}

TEST(LifeOfAnOrder, IsWhatAnOrderEntersInThisOrder) {
    const auto rows = rows_of("LIFE_OF_AN_ORDER.md", "The trader: packet to order");
    ASSERT_GE(rows.size(), 12U);
    expect_entered_in_order(names_of_one_order(), rows);
}

TEST(LifeOfAnOrder, RecordsAnOrderBeforeItsBytesExist) {
    const std::vector<std::string> names = names_of_one_order();
    const auto first = [&](const char* of) {
        return std::ranges::find_if(names,
                                    [&](const std::string& name) { return is_named(name, of); });
    };
    ASSERT_NE(first("RiskGate::check"), names.end());
    ASSERT_NE(first("Orders::enter"), names.end());
    ASSERT_NE(first("OuchCodec::encode_enter"), names.end());
    EXPECT_LT(first("RiskGate::check"), first("Orders::enter"));
    EXPECT_LT(first("Orders::enter"), first("OuchCodec::encode_enter"));
}

TEST(LifeOfAnOrder, NamesOfFunctionsLoseTheirTemplateArgumentsAndParameters) {
    EXPECT_EQ(plain_name("hotpath::engine::Engine<A<int>, B>::on_packet(hotpath::Bytes, int)"),
              "hotpath::engine::Engine::on_packet");
    EXPECT_EQ(plain_name("auto hotpath::f<int (*)(long)>(int)"), "hotpath::f");
}

}  // namespace
}  // namespace hotpath
