// Every mistake in a trader's configuration is one line: file, key, value, what is allowed.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/trader_process.hpp"

namespace hotpath::venue_tests {
namespace {

class TraderConfiguration : public testing::Test {
  protected:
    TraderConfiguration() : venue_(folder_.path(), settings_) {}

    /// The message about a configuration, without its file's name.
    std::string said_of_text(const std::string& config) {
        TraderProcess trader(folder_.path(), config);
        EXPECT_FALSE(trader.start()) << trader.output();
        EXPECT_EQ(trader.wait(), 1);
        const std::string begin = "hotpath trade: " + (folder_ / "trader.toml").string() + ": ";
        EXPECT_TRUE(trader.output().starts_with(begin)) << trader.output();
        EXPECT_EQ(std::ranges::count(trader.output(), '\n'), 1) << trader.output();
        return trader.output().substr(std::min(begin.size(), trader.output().size()));
    }
    std::string said(const TraderSettings& settings) {
        return said_of_text(trader_config(settings_, venue_, settings));
    }
    /// The line of this key has another value.
    std::string said_of(const std::string& key, const std::string& value) {
        std::string config = trader_config(settings_, venue_, {});
        const std::size_t begin = config.find("\n" + key + " = ") + 1;
        EXPECT_NE(begin, 0U) << key;
        config.replace(begin, config.find('\n', begin) - begin, key + " = " + value);
        return said_of_text(config);
    }

    support::TemporaryDirectory folder_;
    VenueSettings settings_{.addresses = free_of_zero()};
    VenueProcess venue_;

  private:
    static std::array<std::string, 3> free_of_zero() {
        return {"127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3"};
    }
};

TEST_F(TraderConfiguration, ALimitThatIsMissingIsNamed) {
    for (const char* key : {"order_qty_max",
                            "order_notional_max",
                            "tick",
                            "fine_below",
                            "collar_bps",
                            "drift_bps",
                            "position_max",
                            "may_sell_short",
                            "gross_max",
                            "net_max",
                            "traded_max",
                            "loss_max",
                            "messages_per_fill_max",
                            "messages_free",
                            "orders_window_ms",
                            "cancels_max",
                            "cancels_window_ms",
                            "duplicates_max",
                            "duplicates_window_ms",
                            "repeated_executions_max",
                            "repeated_executions_window_ms",
                            "instrument_window_ms",
                            "jump_bps",
                            "jump_window_ms",
                            "jump_hold_ms"}) {
        const std::string line = said({.without = std::string(key) + " ="});
        EXPECT_TRUE(line.ends_with(std::string(".") + key + " is missing\n")) << line;
    }
}

TEST_F(TraderConfiguration, ALimitThatCannotBindIsNamed) {
    EXPECT_EQ(said_of("order_qty_max", "0"),
              "limits.order_qty_max must be a whole number from 1 to 999,999, got 0\n");
    EXPECT_EQ(said_of("collar_bps", "10000"),
              "limits.collar_bps must be a whole number from 1 to 9,999, got 10000\n");
    EXPECT_NE(said_of("loss_max", "-1.0").find("account_limits.loss_max must be "),
              std::string::npos);
    EXPECT_NE(said_of("may_sell_short", "1").find("limits.may_sell_short must be true or"),
              std::string::npos);
    EXPECT_NE(said_of("duplicates_window_ms", "2000")
                  .find("duplicates_window_ms must be at most orders_window_ms"),
              std::string::npos);
}

TEST_F(TraderConfiguration, WhatIsRequiredIsNamed) {
    EXPECT_EQ(said({.without = "user"}), "account.user is missing\n");
    EXPECT_EQ(said({.without = "password"}), "account.password is missing\n");
    EXPECT_EQ(said({.without = "order_entry"}), "venue.order_entry is missing\n");
    EXPECT_EQ(said({.without = "line_a"}), "market_data.line_a is missing\n");
    EXPECT_EQ(said({.without = "symbols"}), "trading.symbols is missing\n");
    EXPECT_EQ(said({.strategy = ""}), "strategy.name is missing\n");
    EXPECT_EQ(said({.venue = "drop_copy = \"127.0.0.1:1\""}),
              "venue.drop_copy_user, venue.drop_copy_password are missing\n");
}

TEST_F(TraderConfiguration, TheKeysOfIlinkAreChecked) {
    const std::string account =
        "protocol = \"ilink3\"\naccess_key_id = \"KEY\"\nsession = \"ABC\"\nfirm = \"F1\"\n"
        "ilink_numbers = \"numbers\"\n";
    EXPECT_EQ(said({.venue = "protocol = \"ilink3\""}),
              "venue.access_key_id, venue.session, venue.firm, venue.ilink_numbers, "
              "venue.secret_key are missing\n");
    EXPECT_EQ(said({.venue = account}), "venue.secret_key is missing\n");
    EXPECT_EQ(said({.venue = account + "secret_key = \"?\""}),
              "venue.secret_key: a secret key must be Base64 of at least one byte\n");
    EXPECT_EQ(said({.venue = account + "secret_key = \"QUJD\"\nsecret_key_env = \"KEY\""}),
              "venue.secret_key must be the only one of secret_key, secret_key_env and "
              "secret_key_file, got several\n");
    EXPECT_EQ(said({.venue = "session = \"AB\""}),
              "venue.session must be 3 letters, digits or signs, no blanks, got \"AB\"\n");
    EXPECT_EQ(said({.venue = "location = \"USNYC1\""}),
              "venue.location must be 1 to 5 letters, digits or signs, no blanks, got "
              "\"USNYC1\"\n");
    EXPECT_EQ(said({.venue = "keep_alive_ms = 999"}),
              "venue.keep_alive_ms must be a whole number from 1,000 to 60,000, got 999\n");
}

TEST_F(TraderConfiguration, AValueThatIsNotAllowedIsNamed) {
    EXPECT_EQ(said_of("order_entry", "\"nowhere\""),
              "venue.order_entry must be an address and port, such as \"127.0.0.1:26400\", got "
              "\"nowhere\"\n");
    EXPECT_NE(said_of("line_a", "\"127.0.0.1:1\"").find("must be a multicast group and port"),
              std::string::npos);
    EXPECT_NE(said_of("idle", "\"sleep\"")
                  .find("thread.idle must be one of poll, "
                        "yield, wait, got 'sleep'"),
              std::string::npos);
    EXPECT_EQ(said_of("warm_every_us", "-1"),
              "thread.warm_every_us must be a whole number from 0 to 1,000,000, got -1\n");
    EXPECT_NE(said_of("user", "\"TOOLONG\"").find("account.user must be 1 to 6 "),
              std::string::npos);
    EXPECT_EQ(said_of("password", "\"MUCHTOOLONG\""),
              "account.password must be 1 to 10 letters, digits or signs, no blanks, got (not "
              "shown)\n");
    EXPECT_NE(said({.symbols = "\"AAPL\", \"AAPL\""}).find("trading.symbols must be unique"),
              std::string::npos);
    EXPECT_EQ(said({.symbols = ""}), "trading.symbols must be at least one symbol, got []\n");
    EXPECT_NE(said({.market_data = "messages_kept = 100"}).find("a power of two from 64"),
              std::string::npos);
    EXPECT_EQ(said({.market_data = "gap_patience_ms = 1_001"}),
              "market_data.gap_patience_ms must be a whole number from 0 to 1,000, got 1001\n");
    EXPECT_NE(said({.trading = "open_orders_max = 64\norders_remembered = 64"})
                  .find("a power of two above open_orders_max"),
              std::string::npos);
    EXPECT_NE(said({.venue = "retry_max_ms = 1"}).find("must be at least retry_min_ms"),
              std::string::npos);
}

TEST_F(TraderConfiguration, WhatAnMdp3ChannelNeedsIsNamed) {
    const std::string loops =
        "protocol = \"mdp3\"\ndefinitions = \"239.192.2.3:14311\"\n"
        "snapshots_by_price = \"239.192.2.4:14313\"\n";
    EXPECT_EQ(said({.market_data = "protocol = \"mdp3\""}),
              "market_data.definitions, market_data.snapshots_by_price, "
              "market_data.snapshots_by_order are missing\n");
    EXPECT_NE(said({.market_data = "protocol = \"mdp3\"\nnatural_refresh = true"})
                  .find("market_data.natural_refresh must be absent, or false, unless protocol is "
                        "mdp3 and depth is by price, got true"),
              std::string::npos);
    EXPECT_EQ(said({.market_data = "protocol = \"mdp3\"\ndefinitions = \"239.192.2.3:14311\""}),
              "market_data.snapshots_by_price, market_data.snapshots_by_order are missing\n");
    EXPECT_EQ(said({.market_data = loops}), "market_data.snapshots_by_order is missing\n");
    EXPECT_EQ(said({.market_data = loops + "snapshots_by_order = \"239.192.2.3:14311\""}),
              "market_data.snapshots_by_order must be a group and port other than those of the "
              "lines and other loops, got \"239.192.2.3:14311\"\n");
    EXPECT_NE(said({.market_data = loops + "depth = \"full\""})
                  .find("market_data.depth must be one of by order, by price, got 'full'"),
              std::string::npos);
    EXPECT_NE(said({.market_data = "protocol = \"udp\""})
                  .find("market_data.protocol must be one of itch, mdp3, got 'udp'"),
              std::string::npos);
}

TEST_F(TraderConfiguration, AStrategysMistakeIsNamed) {
    EXPECT_NE(said({.strategy = "name = \"martingale\""})
                  .find("strategy.name must be one of null, market_maker, "),
              std::string::npos);
    EXPECT_NE(said({.strategy = "name = \"momentum\"\nquote_qty = 1"})
                  .find("unknown key strategy.quote_qty; known keys: entry_bps"),
              std::string::npos);
    EXPECT_EQ(said({.strategy = "name = \"momentum\"\nentry_bps = 5\nexit_bps = 5"}),
              "strategy: momentum: thresholds must be 0 <= exit_bps < entry_bps\n");
    EXPECT_NE(said({.strategy = "name = \"pairs\"\nfirst = \"AAPL\"\nsecond = \"MSFT\""})
                  .find("strategy.second must be one of trading.symbols, got \"MSFT\""),
              std::string::npos);
}

TEST_F(TraderConfiguration, AnUnknownKeyIsNamed) {
    EXPECT_NE(said({.venue = "order_entri = 1"}).find("unknown key venue.order_entri;"),
              std::string::npos);
    EXPECT_NE(said({.root = "[nonsense]\nx = 1"}).find("unknown table [nonsense]; known tables: "),
              std::string::npos);
    EXPECT_NE(said({.root = "= 1"}).find("line 2"), std::string::npos);
}

TEST_F(TraderConfiguration, TheExamplesAreSome) {
    const std::filesystem::path examples = HOTPATH_SOURCE_DIR "/docs/examples";
    for (const char* example : {"trader.toml", "trader-two-venues.toml"}) {
        std::ofstream(folder_ / example) << std::ifstream(examples / example).rdbuf();
        const Said said = run_hotpath("trade --check -c " + (folder_ / example).string());
        EXPECT_EQ(said.exit_code, 0) << example << said.output;
    }
}

TEST_F(TraderConfiguration, APasswordIsInOnePlaceAndIsFoundThere) {
    const auto said_with = [this](const std::string& places) {
        return said({.account = "user = \"ALICE\"\n" + places});
    };
    EXPECT_EQ(said_with("password = \"A\"\npassword_env = \"X\""),
              "account.password must be the only one of password, password_env and password_file, "
              "got several\n");
    EXPECT_EQ(said_with("password_env = \"\""),
              "account.password_env must be the name of a variable, got \"\"\n");
    EXPECT_EQ(said_with("password_env = \"HOTPATH_NO_SUCH_VARIABLE\""),
              "the environment variable HOTPATH_NO_SUCH_VARIABLE must hold the password\n");
    const std::string file = (folder_ / "alice").string();
    EXPECT_EQ(said_with("password_file = \"alice\""),
              file + ": cannot read a password from its first line\n");
    std::ofstream(file) << "MUCHTOOLONG\n";
    EXPECT_EQ(said_with("password_file = \"alice\""),
              "the password in " + file + " must be 1 to 10 letters, digits or signs, no blanks\n");
    std::filesystem::permissions(file, std::filesystem::perms::group_read,
                                 std::filesystem::perm_options::add);
    EXPECT_EQ(
        said_with("password_file = \"alice\""),
        file +
            ": has a password and must be readable by its owner only, got mode 0640: chmod 600 " +
            file + "\n");
}

TEST_F(TraderConfiguration, AHashThatIsNoneIsRefusedWithoutBeingShown) {
    EXPECT_EQ(said({.tables = "[operator]\naddress = \"127.0.0.1:0\"\n[[operator_user]]\nname = "
                              "\"OPS\"\npassword_hash = \"SECRET\""}),
              "operator_user.password_hash must be as hotpath password prints it: "
              "scrypt$ln=15,r=8,p=1$SALT$HASH, at most 256 MiB, got (not shown)\n");
    EXPECT_EQ(said({.tables = "[operator]\naddress = \"127.0.0.1:0\"\n[[operator_user]]\nname = "
                              "\"OPS\"\npassword = \"A\"\npassword_hash = \"SECRET\""}),
              "operator_user.password_hash must be absent when password is given, got "
              "both\n");
}

/// A second venue, and the strategy that needs it.
constexpr const char* kSecondVenue =
    "[second_venue.account]\nuser = \"ALICE\"\npassword = \"A\"\n"
    "[second_venue.venue]\norder_entry = \"127.0.0.1:4\"\n"
    "[second_venue.market_data]\nline_a = \"239.192.1.9:26477\"\n";
constexpr const char* kFirmLimits =
    "[firm_limits]\nopen_orders_max = 8\nopen_value_max = 1000000.0\nmessages_max = 1000\n"
    "gross_max = 4000000.0\nnet_max = 2000000.0\n";

TEST_F(TraderConfiguration, ASecondVenueAndItsStrategyGoTogether) {
    const std::string arbitrage = "name = \"latency_arbitrage\"";
    const std::string both = std::string(kSecondVenue) + kFirmLimits;
    EXPECT_EQ(said({.strategy = arbitrage}),
              "strategy.name must be a strategy of one venue when there is no [second_venue], got "
              "\"latency_arbitrage\"\n");
    EXPECT_EQ(said({.tables = both}),
              "strategy.name must be latency_arbitrage with [second_venue], got "
              "\"market_maker\"\n");
    EXPECT_TRUE(said({.tables = kSecondVenue, .strategy = arbitrage})
                    .starts_with("[firm_limits] is missing"));
    EXPECT_TRUE(said({.tables = kFirmLimits, .strategy = arbitrage})
                    .starts_with("[second_venue] is missing"));
    EXPECT_EQ(said({.tables = both, .strategy = arbitrage + "\nfirst_order_latency_us = 5000"}),
              "strategy: arbitrage: order_latency must be 0 or more and below window\n");
}

TEST_F(TraderConfiguration, MistakesOfTheSecondVenueNameItsTables) {
    const auto said_with = [this](const std::string& tables) {
        return said({.tables = tables + kFirmLimits, .strategy = "name = \"latency_arbitrage\""});
    };
    EXPECT_EQ(said_with("[second_venue.account]\nuser = \"ALICE\"\n"),
              "second_venue.account.password, second_venue.venue.order_entry, "
              "second_venue.market_data.line_a are missing\n");
    EXPECT_EQ(said_with(std::string(kSecondVenue) + "[second_venue.fees]\nremoved = 2.0\n"),
              "second_venue.fees.removed must be a number from -1 to 1, got 2.0\n");
    EXPECT_TRUE(said_with(std::string(kSecondVenue) + "[second_venue.limits]\n")
                    .starts_with("unknown table [limits]; known tables: "));
    const std::string long_name(48, 'n');
    EXPECT_EQ(
        said_with(std::string(kSecondVenue) + "[telemetry]\nchannel = \"" + long_name + "\"\n"),
        "telemetry.channel must be at most 46 characters with [second_venue], got \"" + long_name +
            "\"\n");
    EXPECT_TRUE(said_with(std::string("[second_venue]\nfast = true\n") + kSecondVenue)
                    .starts_with("unknown key second_venue.fast;"));
}

TEST_F(TraderConfiguration, SeveralStrategiesHaveSymbolsOfTheirOwn) {
    const auto said_with = [this](const std::string& strategies) {
        return said(
            {.symbols = "\"AAPL\", \"MSFT\"", .strategy = strategies, .without = "[strategy]"});
    };
    const std::string maker = "[[strategies]]\nname = \"market_maker\"\n";
    EXPECT_EQ(said_with(maker), "strategies[1].symbols is missing\n");
    EXPECT_EQ(said_with(maker + "symbols = []"),
              "strategies[1].symbols must be at least one symbol, got []\n");
    EXPECT_EQ(said_with(maker + "symbols = [\"AAPL\"]\n" + maker + "symbols = [\"KO\"]"),
              "strategies[2].symbols must be some of trading.symbols, got \"KO\"\n");
    EXPECT_EQ(
        said_with(maker + "symbols = [\"AAPL\"]\n" + maker + "symbols = [\"MSFT\", \"AAPL\"]"),
        "strategies: portfolio: a symbol must belong to one strategy, got AAPL twice\n");
    EXPECT_EQ(
        said_with("[[strategies]]\nname = \"latency_arbitrage\"\nsymbols = [\"AAPL\"]"),
        "strategies[1].name must be a strategy of one venue when there is no [second_venue], got "
        "\"latency_arbitrage\"\n");
    EXPECT_EQ(said_with(maker + "symbols = [\"AAPL\"]\nquote_qty = 0"),
              "strategies[1].quote_qty must be a whole number from 1 to 999,999, got 0\n");
    EXPECT_EQ(said({.tables = maker + "symbols = [\"AAPL\"]"}),
              "the strategies must be one table [strategy] or several [[strategies]], got both\n");
}

/// The list of strategies has every parameter that the reader knows, and the reader takes the defaults.
TEST_F(TraderConfiguration, EveryStrategyIsListedWithItsParameters) {
    const Said listed = run_hotpath("strategies");
    EXPECT_EQ(listed.exit_code, 0);
    for (const char* line :
         {"null: keeps books", "market_maker: quotes both sides",
          "pairs: ", "momentum: ", "trend_following: ", "latency_arbitrage: ",
          "  half_spread_dollars      0 to 10,000                   0.005   from the reservation",
          "  first                    one of trading.symbols   (required)   the first leg",
          "  window_us                1 to 1,000,000,000             5000   how long"}) {
        EXPECT_NE(listed.output.find(line), std::string::npos) << line << '\n' << listed.output;
    }
    const std::string known = said({.strategy = "name = \"momentum\"\nunknown = 1"});
    std::size_t keys = 0;
    std::istringstream names(known.substr(known.find("known keys: ") + 12));
    for (std::string key; std::getline(names >> std::ws, key, ',');) {
        key.erase(key.find_last_not_of("\n") + 1);
        keys +=
            key == "name" || listed.output.find("  " + key + " ") != std::string::npos ? 1U : 0U;
    }
    EXPECT_EQ(keys, 9U) << known;
}

/// Configurations in older journals have prices of strategies in price units.
TEST_F(TraderConfiguration, FormerKeysAreReadAndHaveTheirRange) {
    EXPECT_EQ(said({.strategy = "name = \"market_maker\"\nhalf_spread = 100000001"}),
              "strategy.half_spread must be a whole number from 0 to 100,000,000, got 100000001\n");
    EXPECT_EQ(said({.strategy = "name = \"market_maker\"\nhalf_spread_dollars = 0.00001"}),
              "strategy.half_spread_dollars must be a number with up to 4 decimals, got 1e-05\n");
}

}  // namespace
}  // namespace hotpath::venue_tests
