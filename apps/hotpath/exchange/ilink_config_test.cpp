// The iLink 3 tables of a venue's configuration: what they come to, and that an error names file, key
// and what is allowed.

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/login/secrets.hpp"
#include "hotpath/protocols/cme/login/hmac_signer.hpp"
#include "hotpath/protocols/cme/venue/ilink_ports.hpp"
#include "tests/support/exchange_toml.hpp"

namespace hotpath::app {
namespace {

using support::exchange_folder;
using support::read_exchange_with;

const std::string kIlinkPort = "[ilink]\naddress = \"127.0.0.1:0\"\n";
const std::string kSecret = "secret_key = \"QWxpY2VLZXk=\"\n";

[[nodiscard]] std::string ilink_user(const std::string& user, const std::string& session,
                                     const std::string& more = kSecret) {
    return "[[ilink_user]]\nuser = \"" + user + "\"\naccess_key_id = \"K-" + user +
           "\"\nsession = \"" + session + "\"\nfirm = \"F1\"\n" + more;
}
[[nodiscard]] std::string ilink_refusal(const std::string& tables) {
    const auto config = read_exchange_with(tables);
    return config ? "" : config.error().message;
}

TEST(IlinkConfig, AUserHasASessionWithItsKey) {
    const auto config =
        read_exchange_with(kIlinkPort + "reports_kept = 90000\nkeep_alive_ms = 2000\n" +
                           ilink_user("bob", "BOB") + ilink_user("ALICE", "ALI"));
    ASSERT_TRUE(config) << config.error().message;
    ASSERT_TRUE(config->port(exchange::kIlinkOrders) != nullptr);
    EXPECT_TRUE(std::get<exchange::IlinkOptions>(config->server.protocols).desk.is_taken);
    const std::vector<exchange::IlinkUser>& users =
        std::get<exchange::IlinkOptions>(config->server.protocols).users;
    ASSERT_EQ(users.size(), 2U);
    EXPECT_EQ(users[0].user, 1);
    EXPECT_EQ(users[0].access_key_id, "K-bob");
    EXPECT_EQ(users[0].session, "BOB");
    EXPECT_EQ(users[0].firm, "F1");
    EXPECT_EQ(users[1].user, 0);
    EXPECT_EQ(std::get<exchange::IlinkOptions>(config->server.protocols).reports.messages_max,
              90'000U);
    EXPECT_EQ(std::get<exchange::IlinkOptions>(config->server.protocols).keep_alive,
              Nanos{2 * kNanosPerSecond});
    auto signer = login::HmacSigner::create("QWxpY2VLZXk=");
    EXPECT_EQ(users[0].signer->sign("text"), signer->sign("text"));
    EXPECT_TRUE(exchange::VenueServer::validate(config->server)) << "the gate is large enough";
}

TEST(IlinkConfig, WithoutItThereIsNoIlink) {
    const auto config = read_exchange_with("");
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_FALSE(config->port(exchange::kIlinkOrders) != nullptr);
    EXPECT_FALSE(std::get<exchange::IlinkOptions>(config->server.protocols).desk.is_taken);
}

TEST(IlinkConfig, TheGateHasRoomForFixAndIlinkTogether) {
    const auto config = read_exchange_with(
        "[fix]\naddress = \"127.0.0.1:0\"\n[[fix_user]]\nuser = \"ALICE\"\ncomp_id = \"A\"\n"
        "password = \"A\"\n" +
        kIlinkPort + ilink_user("BOB", "BOB"));
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_TRUE(exchange::VenueServer::validate(config->server));
}

TEST(IlinkConfig, AnErrorNamesTheKeyAndWhatIsAllowed) {
    const auto has = [](const std::string& tables, const std::string& words) {
        const std::string refusal = ilink_refusal(tables);
        return refusal.find(words) != std::string::npos
                   ? testing::AssertionSuccess()
                   : testing::AssertionFailure() << words << " is not in: " << refusal;
    };
    EXPECT_TRUE(has(kIlinkPort, "ilink.address needs at least one [[ilink_user]]"));
    EXPECT_TRUE(has(ilink_user("BOB", "BOB"), "[[ilink_user]] needs ilink.address"));
    EXPECT_TRUE(has(kIlinkPort + ilink_user("CAROL", "CAR"), "the name of a [[user]]"));
    EXPECT_TRUE(has(kIlinkPort + ilink_user("BOB", "BOB") + ilink_user("BOB", "BO2"),
                    "a user without another [[ilink_user]]"));
    EXPECT_TRUE(has(kIlinkPort + ilink_user("BOB", "ONE") + ilink_user("ALICE", "ONE"),
                    "unique in its firm"));
    EXPECT_TRUE(has(kIlinkPort + ilink_user("BOB", "BO"), "3 letters"));
    EXPECT_TRUE(has(kIlinkPort + ilink_user("BOB", "BOB", ""), "secret_key_file, once"));
    EXPECT_TRUE(has(kIlinkPort + "keep_alive_min_ms = 5000\nkeep_alive_max_ms = 4000\n" +
                        ilink_user("BOB", "BOB"),
                    "at least keep_alive_min_ms"));
    const std::string wrong =
        ilink_refusal(kIlinkPort + ilink_user("BOB", "BOB", "secret_key = \"no base64!\"\n"));
    EXPECT_NE(wrong.find("Base64"), std::string::npos);
    EXPECT_EQ(wrong.find("no base64!"), std::string::npos) << "a secret is not shown";
}

TEST(IlinkConfig, ASecretKeyMayBeInAFileThatIsItsOwnersAlone) {
    const std::filesystem::path key = exchange_folder() / "bob.key";
    std::ofstream(key) << "QWxpY2VLZXk=\n";
    const std::string tables =
        kIlinkPort + ilink_user("BOB", "BOB", "secret_key_file = \"bob.key\"\n");
    std::filesystem::permissions(key, std::filesystem::perms(0640));
    EXPECT_NE(ilink_refusal(tables).find("chmod 600"), std::string::npos);
    std::filesystem::permissions(key, std::filesystem::perms(0600));
    EXPECT_EQ(ilink_refusal(tables), "");
}

TEST(IlinkConfig, AConfigurationWithASecretKeyIsPrivate) {
    const std::filesystem::path file = exchange_folder() / "with_key.toml";
    std::ofstream(file) << "[[ilink_user]]\nsecret_key = \"QWxpY2VLZXk=\"\n";
    std::filesystem::permissions(file, std::filesystem::perms(0644));
    EXPECT_FALSE(login::check_secrets(file));
    std::filesystem::permissions(file, std::filesystem::perms(0600));
    EXPECT_TRUE(login::check_secrets(file));
}

}  // namespace
}  // namespace hotpath::app
