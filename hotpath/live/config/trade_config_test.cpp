// A trader's file as its options: what it says, what it hides, what it refuses.
#include "hotpath/live/config/trade_config.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::live {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

const fs::path kExamples = fs::path(HOTPATH_SOURCE_DIR) / "docs" / "examples";

[[nodiscard]] const strategy::Registry& strategies() {
    static const strategy::Registry kStrategies = *strategy::Registry::create();
    return kStrategies;
}

[[nodiscard]] std::string example(const char* name) {
    std::ostringstream text;
    text << std::ifstream(kExamples / name).rdbuf();
    return std::move(text).str();
}

/// The example with a piece of it replaced, which must be there.
[[nodiscard]] std::string example_with(std::string_view piece, std::string_view by) {
    std::string text = example("trader.toml");
    const std::size_t at = text.find(piece);
    EXPECT_NE(at, std::string::npos) << piece;
    return at == std::string::npos ? text : text.replace(at, piece.size(), by);
}

[[nodiscard]] Expected<TradeConfig> parsed(std::string_view text) {
    return parse_trade_config(text, "trader.toml", strategies());
}

[[nodiscard]] std::string refusal_of(std::string_view text) {
    const auto config = parsed(text);
    return config ? "" : config.error().message;
}

[[nodiscard]] TradeConfig fine(std::string_view text) {
    auto config = parsed(text);
    EXPECT_TRUE(config) << config.error().message;
    return config ? std::move(*config) : TradeConfig{};
}

TEST(TradeConfig, TheExampleIsATraderOfOneVenue) {
    const TradeConfig config = fine(example("trader.toml"));
    EXPECT_EQ(venues_count(config), 1U);
    EXPECT_EQ(strategy_name(config), "market_maker");
    EXPECT_EQ(config.account, "ALICE");
    EXPECT_EQ(config.order_entry.to_string(), "127.0.0.1:26400");
    EXPECT_EQ(config.trader.engine.symbols.size(), 2U);
    EXPECT_EQ(config.trader.engine.limits.order_qty_max, Qty{1'000});
    EXPECT_EQ(config.idle, Idle::Yield);
    ASSERT_TRUE(config.journal);
    EXPECT_EQ(config.journal->mode, "pagecache");
    EXPECT_EQ(channel_options(config, 0).name, "ALICE");
}

TEST(TradeConfig, TheSecondVenueHasTheSameSymbolsAndLimitsAndItsOwnFees) {
    const TradeConfig config = fine(example("trader-two-venues.toml"));
    ASSERT_EQ(venues_count(config), 2U);
    const engine::EngineOptions& first = venue_config(config, 0).trader.engine;
    const engine::EngineOptions& second = venue_config(config, 1).trader.engine;
    EXPECT_EQ(first.symbols, second.symbols);
    EXPECT_EQ(first.limits.position_max, second.limits.position_max);
    EXPECT_NE(first.orders.fees.removed, second.orders.fees.removed);
    EXPECT_NE(venue_config(config, 0).line_a, venue_config(config, 1).line_a);
    EXPECT_EQ(venue_name(0), "first venue");
    EXPECT_EQ(venue_name(1), "second venue");
}

TEST(TradeConfig, TheSecondVenuesChannelHasItsNumber) {
    TradeConfig config = fine(example("trader-two-venues.toml"));
    config.telemetry.name = "ALICE";
    EXPECT_EQ(channel_options(config, 0).name, "ALICE");
    EXPECT_EQ(channel_options(config, 1).name, "ALICE-2");
    config.telemetry.name = "";
    EXPECT_EQ(channel_options(config, 1).name, "") << "without a channel there is no second one";
}

TEST(TradeConfig, TheKeptTextHidesSecretsAndParsesAgain) {
    const TradeConfig config = fine(example("trader.toml"));
    for (const char* const secret : {"WONDERLAND", "EVERYTHING", "CAREFUL"}) {
        EXPECT_THAT(config.text, Not(HasSubstr(secret)));
    }
    const TradeConfig again = fine(config.text);
    EXPECT_EQ(again.text, config.text);
    EXPECT_EQ(again.trader.engine.limits.position_max, config.trader.engine.limits.position_max);
}

TEST(TradeConfig, APasswordElsewhereIsReadWhenItIsWanted) {
    const support::TemporaryDirectory folder;
    std::ofstream(folder / "password") << "SECRET\n";
    fs::permissions(folder / "password", fs::perms::owner_read | fs::perms::owner_write);
    const std::string text = example_with(
        "password = \"WONDERLAND\"", "password_file = \"" + (folder / "password").string() + "\"");
    TradeConfig config = fine(text);
    const auto hidden = config.trader.account.password;
    EXPECT_THAT(config.text, Not(HasSubstr((folder / "password").string())))
        << "a replay reads no other file";
    ASSERT_TRUE(read_passwords(config));
    EXPECT_NE(config.trader.account.password, hidden);
    fs::remove(folder / "password");
    EXPECT_FALSE(read_passwords(config));
}

TEST(TradeConfig, ASecretIsInOnePlace) {
    EXPECT_THAT(refusal_of(example_with("password = \"WONDERLAND\"",
                                        "password = \"A\"\npassword_env = \"B\"")),
                HasSubstr("the only one of password, password_env and password_file"));
}

TEST(TradeConfig, ALimitHasNoDefault) {
    EXPECT_THAT(refusal_of(example_with("order_qty_max = 1_000", "#")),
                HasSubstr("limits.order_qty_max"));
    EXPECT_THAT(refusal_of(example_with("loss_max = 50_000.0", "#")),
                HasSubstr("account_limits.loss_max"));
    EXPECT_THAT(refusal_of(example_with("cancels_max = 2_000", "#")),
                HasSubstr("pace.cancels_max"));
}

TEST(TradeConfig, AnUnknownKeyIsSaidWithThoseThatAreKnown) {
    const std::string said = refusal_of(example_with("timer_ms = 100", "timer = 100"));
    EXPECT_THAT(said, HasSubstr("trader.toml: unknown key trading.timer; known keys: "));
    EXPECT_THAT(said, HasSubstr("timer_ms"));
}

TEST(TradeConfig, AValueOutsideItsRangeIsRefused) {
    EXPECT_THAT(refusal_of(example_with("timer_ms = 100", "timer_ms = 0")),
                HasSubstr("trading.timer_ms"));
}

TEST(TradeConfig, SymbolsAreUniqueAndFitTheTables) {
    EXPECT_THAT(refusal_of(example_with("symbols = [\"AAPL\", \"MSFT\"]",
                                        "symbols = [\"AAPL\", \"AAPL\"]")),
                HasSubstr("unique symbols"));
    EXPECT_THAT(refusal_of(example_with("symbols = [\"AAPL\", \"MSFT\"]", "symbols = []")),
                HasSubstr("at least one symbol"));
    EXPECT_THAT(refusal_of(example_with("instruments_max = 10_000", "instruments_max = 1")),
                HasSubstr("at most trading.instruments_max (1) symbols"));
}

TEST(TradeConfig, AStrategyOfTwoVenuesNeedsASecondOne) {
    EXPECT_THAT(refusal_of(example_with("name = \"market_maker\"", "name = \"latency_arbitrage\"")),
                HasSubstr("a strategy of one venue when there is no [second_venue]"));
    EXPECT_THAT(refusal_of(example_with("[limits]", "[firm_limits]\n[limits]")),
                HasSubstr("[second_venue] and [firm_limits] must be given together"));
}

TEST(TradeConfig, SizesOfRingsArePowersOfTwo) {
    EXPECT_THAT(refusal_of(example_with("ring_bytes = 4_194_304", "ring_bytes = 4_194_305")),
                HasSubstr("a power of two from 131072 to 4294967296"));
    EXPECT_THAT(refusal_of(example_with("channel_mib = 16", "channel_mib = 15")),
                HasSubstr("a power of two from 1 to 4096"));
}

TEST(TradeConfig, TheIdentityIsThatOfTheFileWithoutItsSecrets) {
    const support::TemporaryDirectory folder;
    const auto identity = [&](const std::string& text) {
        std::ofstream(folder / "trader.toml") << text;
        return identity_of(folder / "trader.toml").value_or(0);
    };
    const std::uint64_t first = identity(example("trader.toml"));
    EXPECT_NE(first, 0U);
    EXPECT_EQ(identity(example_with("WONDERLAND", "LOOKINGGLS")), first);
    EXPECT_NE(identity(example_with("timer_ms = 100", "timer_ms = 101")), first);
    EXPECT_FALSE(identity_of(folder / "is_not_there"));
}

}  // namespace
}  // namespace hotpath::live
