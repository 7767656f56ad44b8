// --strategy and --set: values are checked by the strategy's description, and an error says what
// must hold, what was given and what the parameter means.
#include "apps/hotpath/config/strategy_words.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "apps/hotpath/config/option_checks.hpp"
#include "hotpath/config/strategy_table.hpp"
#include "hotpath/strategy/market_maker_entry.hpp"
#include "hotpath/strategy/taker_entries.hpp"

namespace hotpath::app {
namespace {

[[nodiscard]] Expected<strategy::StrategyChoice> chosen_by(const std::string& name,
                                                           std::vector<std::string> settings) {
    static const strategy::Registry registry = *strategy::Registry::create();
    return choice_of({.name = name, .settings = std::move(settings)}, registry);
}

[[nodiscard]] std::string refusal_of(const std::string& name, const std::string& setting) {
    const auto choice = chosen_by(name, {setting});
    return choice ? "" : choice.error().message;
}

TEST(StrategyWords, SetParametersInTheirUnits) {
    const auto maker = chosen_by(
        "market_maker", {"half_spread_dollars=0.0123", "quote_qty=7", "reject_pause_ms=250"});
    ASSERT_TRUE(maker) << maker.error().message;
    const auto* options = maker->options_of<strategy::MarketMaker>();
    ASSERT_NE(options, nullptr);
    EXPECT_EQ(options->half_spread, 123);
    EXPECT_EQ(options->quote_qty, Qty{7});
    EXPECT_EQ(options->reject_pause, Nanos{250'000'000});
    EXPECT_EQ(options->inventory_max, SignedQty{1'000}) << "the default";
    const auto pairs = chosen_by("pairs", {"second=PEP"});
    EXPECT_EQ(pairs->options_of<strategy::PairsTrading>()->second, *Symbol::from("PEP"));
    EXPECT_EQ(pairs->options_of<strategy::PairsTrading>()->first, Symbol{}) << "not chosen yet";
}

TEST(StrategyWords, AValueThatIsRefusedIsExplained) {
    EXPECT_EQ(refusal_of("momentum", "qty=0"),
              "--set qty must be a whole number from 1 to 999,999, got '0' (momentum: shares of a "
              "position)");
    EXPECT_EQ(refusal_of("momentum", "sample_every_ms=soon"),
              "--set sample_every_ms must be a whole number from 1 to 86,400,000, got 'soon' "
              "(momentum: between samples, in ms)");
    EXPECT_EQ(refusal_of("market_maker", "half_spread_dollars=0.00001"),
              "--set half_spread_dollars must be a number from 0 to 10,000, with up to 4 decimals, "
              "got '0.00001' (market_maker: from the reservation price to the quote, in dollars)");
    EXPECT_EQ(refusal_of("pairs", "first=MUCHTOOLONG"),
              "--set first must be a symbol of 1 to 8 characters, got 'MUCHTOOLONG' (pairs: the "
              "first leg)");
}

TEST(StrategyWords, AnUnknownParameterIsAnsweredWithThoseThatThereAre) {
    EXPECT_EQ(refusal_of("trend_following", "speed=1"),
              "--set speed: trend_following has no such parameter; it has qty, fast, slow, "
              "sample_every_ms, band_bps, stop_bps, order_qty_max, slippage_ticks, "
              "reject_pause_ms");
    EXPECT_EQ(refusal_of("null", "qty=1"), "--set qty: null has no such parameter; it has none");
}

TEST(StrategyWords, AnUnknownStrategyAndAKeyGivenTwiceAreRefused) {
    EXPECT_EQ(chosen_by("lucky", {}).error().message,
              "--strategy must be one of null, market_maker, pairs, momentum, trend_following, got "
              "'lucky'");
    EXPECT_EQ(chosen_by("momentum", {"qty=1", "qty=2"}).error().message,
              "--set qty must be given once");
}

class StrategyOptions : public ::testing::Test {
  protected:
    StrategyOptions() { add_strategy_options(command_, words_, registry_, "The strategy"); }

    /// What CLI11 says of these words, or the help.
    [[nodiscard]] std::string said_of(const std::string& line) {
        try {
            command_.parse(line);
        } catch (const CLI::CallForHelp&) {
            return command_.help();
        } catch (const CLI::ParseError& error) {
            return error.what();
        }
        return "";
    }

  private:
    strategy::Registry registry_ = *strategy::Registry::create();
    StrategyWords words_{.name = "market_maker"};
    CLI::App command_;
};

TEST_F(StrategyOptions, TheHelpListsTheParametersOfTheStrategyThatIsChosen) {
    const std::string usual = said_of("--help");
    EXPECT_TRUE(usual.contains("half_spread_dollars      0 to 10,000")) << usual;
    EXPECT_FALSE(usual.contains("hedge_milli")) << usual;
    const std::string pairs = said_of("--strategy pairs --help");
    EXPECT_TRUE(pairs.contains("hedge_milli              1 to 1,000")) << pairs;
    EXPECT_FALSE(pairs.contains("half_spread_dollars")) << pairs;
}

TEST_F(StrategyOptions, AStrategyOfTwoVenuesIsReferredToTheCommandThatRunsIt) {
    EXPECT_TRUE(said_of("--strategy latency_arbitrage")
                    .contains("got 'latency_arbitrage', which trades at 2 venues: hotpath trade "
                              "runs it, with [second_venue]"));
    EXPECT_TRUE(said_of("--strategy lucky").ends_with("got 'lucky'"));
}

TEST(StrategyWords, ASettingHasAKeyAndAValue) {
    for (const char* wrong : {"qty", "=1", "qty=", "="}) {
        EXPECT_EQ(check_setting(wrong), "must be KEY=VALUE, got '" + std::string(wrong) + "'");
    }
    EXPECT_EQ(check_setting("a=b=c"), "");
}

/// A journal's configuration is read back to what it was written from.
TEST(StrategyToml, IsReadBackAsItWasWritten) {
    const std::vector<Symbol> symbols{*Symbol::from("KO"), *Symbol::from("PEP")};
    for (const auto& [name, settings] :
         std::vector<std::pair<std::string, std::vector<std::string>>>{
             {"market_maker", {"half_spread_dollars=0.0123", "quote_qty=7"}},
             {"pairs", {"first=PEP", "second=KO", "window=9"}},
             {"null", {}}}) {
        const auto written = chosen_by(name, settings);
        const std::string text = config::to_toml(*written);
        const toml::table root = toml::parse("[strategy]\n" + text);
        config::TomlTable table("test.toml", root, "strategy");
        std::string read_name;
        table.read("name", read_name);
        EXPECT_EQ(read_name, name);
        auto read = chosen_by(name, {});
        config::read_parameters(table, symbols, "the symbols", *read);
        EXPECT_TRUE(table.finish()) << text;
        EXPECT_EQ(config::to_toml(*read), text);
    }
}

}  // namespace
}  // namespace hotpath::app
