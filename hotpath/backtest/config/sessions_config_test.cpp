// The keys of a backtest's sessions.
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "hotpath/backtest/config/config_file.hpp"
#include "hotpath/strategy/registry.hpp"
#include "tests/support/backtest_config.hpp"

namespace hotpath::backtest {
namespace {

using sim::session::SessionProtocols;

[[nodiscard]] Expected<BacktestConfig> read_sessions_of(const support::BacktestWords& words) {
    static const strategy::Registry strategies = *strategy::Registry::create();
    return parse_backtest_config(support::backtest_config(words), "b.toml", strategies);
}

[[nodiscard]] std::optional<SessionProtocols> sessions_of(const std::string& run) {
    const auto config = read_sessions_of({.run = run});
    EXPECT_TRUE(config) << config.error().message;
    return config ? config->sessions : std::nullopt;
}

[[nodiscard]] std::string error_of(const std::string& run) {
    const auto config = read_sessions_of({.run = run});
    return config ? "" : config.error().message;
}

TEST(BacktestSessions, AreThereWhenTheyAreWanted) {
    EXPECT_EQ(sessions_of(""), std::nullopt);
    EXPECT_EQ(sessions_of("sessions = false"), std::nullopt);
    EXPECT_EQ(sessions_of("sessions = true"), SessionProtocols());
}

TEST(BacktestSessions, HaveTheProtocolsOfTheirKeys) {
    EXPECT_EQ(sessions_of("sessions = true\nprotocol = \"fix\""), (SessionProtocols{.orders = 1}));
    EXPECT_EQ(sessions_of("sessions = true\nprotocol = \"ilink\"\nfeed = \"mdp3\""),
              (SessionProtocols{.orders = 2, .feed = 1}));
    EXPECT_EQ(sessions_of("sessions = true\ndrop_copy = true"),
              (SessionProtocols{.has_drop_copy = true}));
    EXPECT_EQ(error_of("sessions = true\nprotocol = \"smoke\""),
              "b.toml: run.protocol must be one of ouch, fix, ilink, got 'smoke'");
}

TEST(BacktestSessions, WithoutThemTheirKeysMeanNothing) {
    for (const std::string_view key :
         {"protocol = \"ouch\"", "feed = \"itch\"", "drop_copy = false"}) {
        const std::string name(key.substr(0, key.find(' ')));
        EXPECT_EQ(
            error_of(std::string(key)),
            "b.toml: run." + name + " must be absent unless run.sessions is true, got a value");
    }
}

TEST(BacktestSessions, AreNotOfBars) {
    const auto config = read_sessions_of({.data = "files = [\"/dev/null\"]\nbars = \"day\"",
                                          .fills = "bars",
                                          .run = "sessions = true"});
    ASSERT_FALSE(config);
    EXPECT_EQ(config.error().message,
              "b.toml: run.sessions must be false with data.bars: of bars a venue has no messages");
}

}  // namespace
}  // namespace hotpath::backtest
