// The FIX tables of a venue's configuration: what they come to, and that an error names file, key and
// what is allowed.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/protocols/fix/venue/fix_ports.hpp"
#include "tests/support/exchange_toml.hpp"

namespace hotpath::app {
namespace {

using support::read_exchange_with;

const std::string kFixPort = "[fix]\naddress = \"127.0.0.1:0\"\n";

[[nodiscard]] std::string fix_user(const std::string& user, const std::string& comp_id,
                                   const std::string& more = "password = \"SECRET\"\n") {
    return "[[fix_user]]\nuser = \"" + user + "\"\ncomp_id = \"" + comp_id + "\"\n" + more;
}

TEST(FixConfig, AUserHasASessionWithItsCompIdAndVersion) {
    const auto config = read_exchange_with(
        kFixPort + "comp_id = \"VENUE\"\nids_max = 1024\n" + fix_user("bob", "BOB-FIX") +
        fix_user("ALICE", "ALICE-FIX", "password = \"OTHER\"\nversion = \"FIX.4.2\"\n"));
    ASSERT_TRUE(config) << config.error().message;
    ASSERT_TRUE(config->port(exchange::kFixOrders) != nullptr);
    EXPECT_EQ(std::get<exchange::FixOptions>(config->server.protocols).desk.ids_max, 1'024U);
    const std::vector<exchange::FixUser>& users =
        std::get<exchange::FixOptions>(config->server.protocols).users;
    ASSERT_EQ(users.size(), 2U);
    EXPECT_EQ(users[0].user, 1);
    EXPECT_EQ(users[0].comp_id, "BOB-FIX");
    EXPECT_EQ(users[0].venue_comp_id, "VENUE");
    EXPECT_EQ(users[0].begin_string, "FIX.4.4");
    EXPECT_EQ(users[1].user, 0);
    EXPECT_EQ(users[1].begin_string, "FIX.4.2");
    EXPECT_EQ(users[1].password, "OTHER");
    EXPECT_TRUE(exchange::VenueServer::validate(config->server)) << "the gate is large enough";
}

TEST(FixConfig, WithoutItThereIsNoFix) {
    const auto config = read_exchange_with("");
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_FALSE(config->port(exchange::kFixOrders) != nullptr);
    EXPECT_EQ(std::get<exchange::FixOptions>(config->server.protocols).desk.ids_max, 0U);
}

[[nodiscard]] std::string copy_user(const std::string& name, const std::string& more = "") {
    return "[[fix_drop_copy_user]]\nname = \"" + name + "\"\ncomp_id = \"" + name +
           "-FIX\"\npassword = \"SECRET\"\n" + more;
}
const std::string kCopyPort = "[fix]\ndrop_copy_address = \"127.0.0.1:0\"\n";

TEST(FixConfig, ADropCopyHasAUserOfItsOwnAndTheUsersItCopies) {
    const auto config =
        read_exchange_with(kCopyPort + "drop_copies_kept = 5000\n" + copy_user("RISK") +
                           copy_user("DESK1", "users = [\"bob\"]\n"));
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_FALSE(config->port(exchange::kFixOrders) != nullptr);
    EXPECT_TRUE(config->port(exchange::kFixDropCopy) != nullptr);
    EXPECT_TRUE(std::get<exchange::FixOptions>(config->server.protocols).desk.has_copies);
    EXPECT_EQ(std::get<exchange::FixOptions>(config->server.protocols).desk.ids_max, 262'144U);
    EXPECT_EQ(std::get<exchange::FixOptions>(config->server.protocols).copies.messages_max, 5'000U);
    EXPECT_EQ(config->server.users.size(), 4U);
    const std::vector<exchange::FixUser>& users =
        std::get<exchange::FixOptions>(config->server.protocols).users;
    ASSERT_EQ(users.size(), 2U);
    EXPECT_TRUE(users[0].is_drop_copy && users[1].is_drop_copy);
    EXPECT_EQ(users[0].user, 2);
    EXPECT_TRUE(users[0].copied.empty()) << "of every user";
    ASSERT_EQ(users[1].copied.size(), 1U);
    EXPECT_EQ(users[1].copied[0], config->server.users[1].username);
    EXPECT_TRUE(exchange::VenueServer::validate(config->server)) << "the gate is large enough";
}

TEST(FixConfig, AnErrorNamesFileKeyAndWhatIsAllowed) {
    struct Case {
        std::string tables;
        std::string key;
        std::string allowed;
    };
    const std::string bob = fix_user("BOB", "BOB-FIX");
    const std::vector<Case> cases{
        {kFixPort, "fix.address", "at least one [[fix_user]]"},
        {bob, "fix_user", "needs fix.address"},
        {kFixPort + "ids_max = 1000\n" + bob, "fix.ids_max", "a power of two from 16 to 16777216"},
        {kFixPort + "comp_id = \"A B\"\n" + bob, "fix.comp_id", "no blanks"},
        {kFixPort + "heartbeat_min_ms = 5000\nheartbeat_max_ms = 4000\n" + bob,
         "fix.heartbeat_max_ms", "at least heartbeat_min_ms"},
        {kFixPort + fix_user("CAROL", "C"), "fix_user.user", "the name of a [[user]]"},
        {kFixPort + bob + fix_user("BOB", "OTHER"), "fix_user.user",
         "a user without another [[fix_user]]"},
        {kFixPort + bob + fix_user("ALICE", "BOB-FIX"), "fix_user.comp_id", "unique"},
        {kFixPort + fix_user("BOB", "B", ""), "fix_user.password", "missing"},
        {kFixPort + fix_user("BOB", "B", "password = \"P\"\nversion = \"FIX.4.3\"\n"),
         "fix_user.version", "FIX.4.2"},
        {kFixPort + fix_user("BOB", "B", "password = \"P\"\nspeed = 1\n"), "fix_user.speed",
         "known keys"},
        {kCopyPort, "fix.drop_copy_address", "at least one [[fix_drop_copy_user]]"},
        {copy_user("RISK"), "fix_drop_copy_user", "needs fix.drop_copy_address"},
        {kCopyPort + copy_user("BOB"), "fix_drop_copy_user.name", "a name that no [[user]]"},
        {kCopyPort + copy_user("RISK") + copy_user("RISK"), "fix_drop_copy_user.name",
         "no other [[fix_drop_copy_user]]"},
        {kCopyPort + copy_user("TOOLONG"), "fix_drop_copy_user.name", "1 to 6 letters"},
        {kCopyPort + copy_user("RISK", "users = [\"CAROL\"]\n"), "fix_drop_copy_user.users",
         "names of [[user]]"},
        {kCopyPort + copy_user("RISK", "version = \"FIX.4.2\"\n"), "fix_drop_copy_user.version",
         "known keys"}};
    for (const Case& each : cases) {
        const auto config = read_exchange_with(each.tables);
        ASSERT_FALSE(config) << each.tables;
        const std::string& said = config.error().message;
        EXPECT_NE(said.find("exchange.toml: "), std::string::npos) << said;
        EXPECT_NE(said.find(each.key), std::string::npos) << said;
        EXPECT_NE(said.find(each.allowed), std::string::npos) << said;
        EXPECT_EQ(said.find('\n'), std::string::npos) << "one line";
        EXPECT_EQ(said.find("SECRET"), std::string::npos);
    }
}

}  // namespace
}  // namespace hotpath::app
