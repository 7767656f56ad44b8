// The tables of market data over FIX in a venue's configuration: what they come to, and that an error
// names file, key and what is allowed.

#include <string>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/config/venue_data_ports.hpp"
#include "tests/support/exchange_toml.hpp"

namespace hotpath::app {
namespace {

const support::ExchangeKeys kKeysBesideFixData{
    .venue = "instruments_max = 50\n",
    .order_entry =
        "address = \"127.0.0.1:26400\"\nfailed_logins_max = 3\n"
        "login_timeout_ms = 700\nstall_timeout_ms = 900\n"};
const std::string kFixDataPort = "[fix_market_data]\naddress = \"127.0.0.1:0\"\n";

[[nodiscard]] Expected<ExchangeConfig> read_fix_data_with(const std::string& tables) {
    return support::read_exchange_with(tables, kKeysBesideFixData);
}
[[nodiscard]] std::string fix_data_user(const std::string& name, const std::string& comp_id,
                                        const std::string& more = "password = \"SECRET\"\n") {
    return "[[fix_market_data_user]]\nname = \"" + name + "\"\ncomp_id = \"" + comp_id + "\"\n" +
           more;
}
[[nodiscard]] const protocols::fix::FixDataPublisherConfig& fix_data_of(
    const ExchangeConfig& config) {
    return dynamic_cast<const protocols::fix::FixDataPublisherConfig&>(*config.publishers.front());
}
[[nodiscard]] std::string fix_data_refusal(const std::string& tables) {
    const auto config = read_fix_data_with(tables);
    return config ? "" : config.error().message.substr(config.error().message.find(": ") + 2);
}

TEST(FixDataConfig, ACertificateOfAUserNeedsTheCasOfClients) {
    EXPECT_EQ(
        fix_data_refusal(kFixDataPort +
                         fix_data_user("READER", "READER-MD",
                                       "password = \"X\"\ncertificate = \"reader.example\"\n")),
        "fix_market_data_user.certificate must be absent without tls.client_ca, got "
        "\"reader.example\"");
}

TEST(FixDataConfig, AUserHasASessionWithItsCompIdVersionAndSymbols) {
    const auto config = read_fix_data_with(
        kFixDataPort +
        "comp_id = \"VENUE\"\nsessions_max = 3\nsubscriptions_max = 70\ndepth_max = 20\n"
        "levels_per_turn = 500\nheartbeat_min_ms = 2000\n" +
        fix_data_user("READER", "READER-MD") +
        fix_data_user("OTHER", "OTHER-MD",
                      "password = \"X\"\nversion = \"FIX.4.2\"\nsymbols = [\"IBM\"]\n"));
    ASSERT_TRUE(config) << config.error().message;
    ASSERT_EQ(config->publishers.size(), 1U);
    const exchange::FixDataOptions& options = fix_data_of(*config).server;
    EXPECT_EQ(options.sessions_max, 3);
    EXPECT_EQ(options.subscriptions_max, 70U);
    EXPECT_EQ(options.depth_max, 20U);
    EXPECT_EQ(options.levels_per_turn, 500U);
    EXPECT_EQ(options.heartbeat_min, Nanos{2 * kNanosPerSecond});
    EXPECT_EQ(options.books.instruments_max, 50) << "the venue's";
    EXPECT_EQ(options.failed_logins.failures_max, 3U) << "order entry's";
    EXPECT_EQ(options.logon_timeout, Nanos{700'000'000});
    EXPECT_EQ(options.stall_timeout, Nanos{900'000'000});
    ASSERT_EQ(options.users.size(), 2U);
    EXPECT_EQ(options.users[0].comp_id, "READER-MD");
    EXPECT_EQ(options.users[0].venue_comp_id, "VENUE");
    EXPECT_EQ(options.users[0].begin_string, "FIX.4.4");
    EXPECT_EQ(options.users[0].password, "SECRET");
    EXPECT_TRUE(options.users[0].symbols.empty());
    EXPECT_EQ(options.users[1].begin_string, "FIX.4.2");
    EXPECT_EQ(options.users[1].symbols, std::vector{*Symbol::from("IBM")});
}

TEST(FixDataConfig, WithoutItThereIsNoSuchPort) {
    const auto config = read_fix_data_with("");
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_TRUE(config->publishers.empty());
}

TEST(FixDataConfig, ErrorsSayWhatIsAllowed) {
    EXPECT_EQ(fix_data_refusal(kFixDataPort),
              "[fix_market_data] needs at least one [[fix_market_data_user]]");
    EXPECT_EQ(fix_data_refusal(fix_data_user("READER", "R")),
              "[[fix_market_data_user]] needs [fix_market_data], the port of its session");
    EXPECT_EQ(fix_data_refusal("[fix_market_data]\n" + fix_data_user("READER", "R")),
              "fix_market_data.address is missing");
    EXPECT_EQ(fix_data_refusal("[fix_market_data]\naddress = \"127.0.0.1:26400\"\n" +
                               fix_data_user("READER", "R")),
              "fix_market_data.address must be a port that no other key uses, got "
              "\"127.0.0.1:26400\", the port of order_entry.address");
    EXPECT_EQ(fix_data_refusal(kFixDataPort + "depth_max = 0\n" + fix_data_user("READER", "R")),
              "fix_market_data.depth_max must be a whole number from 1 to 10,000, got 0");
    EXPECT_EQ(fix_data_refusal(kFixDataPort + "heartbeat_max_ms = 1000\nheartbeat_min_ms = 2000\n" +
                               fix_data_user("READER", "R")),
              "fix_market_data.heartbeat_max_ms must be at least heartbeat_min_ms, got 1000");
    EXPECT_EQ(fix_data_refusal(kFixDataPort + fix_data_user("READERS", "R")),
              "fix_market_data_user.name must be 1 to 6 letters, digits or signs, no blanks, got "
              "\"READERS\"");
    EXPECT_EQ(fix_data_refusal(kFixDataPort + fix_data_user("READER", "R") +
                               fix_data_user("reader", "S")),
              "fix_market_data_user.name must be a name that no other [[fix_market_data_user]] "
              "has, got \"reader\"");
    EXPECT_EQ(fix_data_refusal(kFixDataPort + fix_data_user("A", "R") + fix_data_user("B", "R")),
              "fix_market_data_user.comp_id must be unique in its version, got \"R\"");
    EXPECT_EQ(fix_data_refusal(kFixDataPort +
                               fix_data_user("A", "R", "password = \"X\"\nsymbols = [\"\"]\n")),
              "fix_market_data_user.symbols must be symbols of 1 to 8 characters, got \"\"");
}

TEST(FixDataConfig, APasswordMayBeAHash) {
    const auto config = read_fix_data_with(
        kFixDataPort +
        fix_data_user("A", "R",
                      "password_hash = \"scrypt$ln=15,r=8,p=1$pHFdPXzIZBa1kEE0BWyt5g$"
                      "uCaZ0aZ8BblBgbp7XsaoePUrPhpuRW18oqop0+Un/DI\"\n") +
        fix_data_user("B", "S"));
    ASSERT_TRUE(config) << config.error().message;
    ASSERT_EQ(fix_data_of(*config).hashes.size(), 2U);
    EXPECT_TRUE(fix_data_of(*config).hashes[0].has_value());
    EXPECT_FALSE(fix_data_of(*config).hashes[1].has_value());
}

}  // namespace
}  // namespace hotpath::app
