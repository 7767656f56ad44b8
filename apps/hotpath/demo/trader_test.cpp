// The trader of a demo as its journal has it: read back as it was written, and journals of earlier
// builds, which name no strategy.
#include "apps/hotpath/demo/trader.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/strategy/market_maker_entry.hpp"
#include "hotpath/strategy/taker_entries.hpp"

namespace hotpath::app {
namespace {

[[nodiscard]] const strategy::Registry& house_registry() {
    static const strategy::Registry registry = *strategy::Registry::create();
    return registry;
}

TEST(DemoTraderText, OfEarlierBuildsIsTheMarketMakers) {
    const auto demo = DemoTrader::parse(
        "[demo]\nsymbol = \"AAPL\"\norder_qty = 200\nposition_max = 3000\norders_max = 10\n"
        "levels_max = 20\ninstruments_max = 30\n",
        house_registry());
    ASSERT_TRUE(demo) << demo.error().message;
    const auto* maker = demo->strategy.options_of<strategy::MarketMaker>();
    ASSERT_NE(maker, nullptr);
    EXPECT_EQ(maker->quote_qty, Qty{200});
    EXPECT_EQ(maker->inventory_max, SignedQty{3'000});
    EXPECT_EQ(maker->half_spread, strategy::MarketMakerOptions{}.half_spread);
    EXPECT_EQ(demo->symbols, std::vector{*Symbol::from("AAPL")});
    EXPECT_EQ(demo->engine().limits.order_qty_max, Qty{200});
    EXPECT_EQ(demo->protocols, sim::session::SessionProtocols());
}

TEST(DemoTraderText, IsReadBackWithItsStrategy) {
    const StrategyWords words{.name = "pairs", .settings = {"first=KO", "second=PEP", "window=9"}};
    const DemoTrader written{.symbols = {*Symbol::from("KO"), *Symbol::from("PEP")},
                             .order_qty = {100},
                             .position_max = {1'000},
                             .books = {.orders_max = 1, .levels_max = 2, .instruments_max = 3},
                             .strategy = *choice_of(words, house_registry()),
                             .protocols = {.orders = 2, .feed = 1}};
    const auto read = DemoTrader::parse(written.text(), house_registry());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text(), written.text());
    EXPECT_EQ(read->strategy.options_of<strategy::PairsTrading>()->window, 9U);
    EXPECT_EQ(read->symbols, written.symbols);
    EXPECT_EQ(read->protocols, written.protocols);
}

TEST(DemoTraderText, OfAnUnknownStrategyIsRefused) {
    const auto demo = DemoTrader::parse(
        "[demo]\nsymbol = \"KO\"\n[strategy]\n"
        "luck = 7\nname = \"lucky\"\n",
        house_registry());
    ASSERT_FALSE(demo);
    EXPECT_THAT(demo.error().message,
                testing::HasSubstr("the journal's demo: strategy.name must be one of null, "));
}

TEST(DemoSizes, AreTheMarketMakersUnlessTheyAreSet) {
    StrategyWords maker{.name = "market_maker", .settings = {"quote_qty=5"}};
    add_sizes(maker, Qty{7}, {9});
    EXPECT_THAT(maker.settings, testing::ElementsAre("quote_qty=5", "inventory_max=9"));
    EXPECT_EQ(usual_order_qty(*choice_of(maker, house_registry()), {9}), Qty{5});
    StrategyWords other{.name = "momentum"};
    add_sizes(other, Qty{7}, {9});
    EXPECT_TRUE(other.settings.empty());
    EXPECT_EQ(usual_order_qty(*choice_of(other, house_registry()), {9}), Qty{9});
}

}  // namespace
}  // namespace hotpath::app
