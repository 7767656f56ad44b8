// Passwords that a venue and a trader store as hashes, end to end: made by `hotpath password`, right and
// wrong ones, many of them, what the log says, and configurations that others may read.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/fix_client.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

[[nodiscard]] bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

class VenuePasswords : public testing::Test {
  protected:
    /// The least cost: tests need not wait.
    [[nodiscard]] std::string hash_of(const std::string& password) const {
        std::ofstream(folder_ / "typed") << password << '\n';
        const Said said = run_hotpath("password --cost 10 < " + (folder_ / "typed").string());
        EXPECT_EQ(said.exit_code, 0) << said.output;
        const std::size_t begin = said.output.find("scrypt$ln=10,r=8,p=1$");
        EXPECT_NE(begin, std::string::npos) << said.output;
        EXPECT_FALSE(contains(said.output, password));
        EXPECT_EQ(begin != 0, password.size() > 10) << "a line says what it is for";
        return said.output.substr(begin, said.output.size() - begin - 1);
    }
    [[nodiscard]] VenueSettings settings() const {
        return {.mode = "memory",
                .order_entry = "failed_logins_max = 3\nfailed_login_wait_ms = 600000",
                .tables = "[[user]]\nname = \"CAROL\"\npassword_hash = \"" + hash_of("Wonder7!") +
                          "\"\n[operator]\naddress = \"127.0.0.1:0\"\n[[operator_user]]\nname = "
                          "\"OPS\"\npassword_hash = \"" +
                          hash_of("CAREFUL") + "\"\n"};
    }
    [[nodiscard]] Said order(const VenueProcess& venue, const std::string& user,
                             const std::string& password) const {
        std::ofstream(folder_ / "password") << password << '\n';
        return run_hotpath("order --address " + venue.order_entry().to_string() + " --user " +
                           user + " --password-file " + (folder_ / "password").string() + " query");
    }

    support::TemporaryDirectory folder_;
};

TEST_F(VenuePasswords, TheRightOneTradesAndTheVenueKeepsNoneInItsFiles) {
    VenueProcess venue(folder_.path(), settings());
    ASSERT_TRUE(venue.start()) << venue.output();
    for (const char* right : {"Wonder7!", "wonder7!"}) {
        const Said said = order(venue, "CAROL", right);
        EXPECT_EQ(said.exit_code, 0) << said.output;
        EXPECT_TRUE(contains(said.output, "logged in as CAROL")) << said.output;
    }
    EXPECT_EQ(order(venue, "ALICE", "A").exit_code, 0) << "a plain one beside it";
    OrderClient carol("CAROL", "WONDER7!");
    EXPECT_TRUE(carol.connect(venue.order_entry()));
    carol.enter({});
    EXPECT_TRUE(carol.catch_up());
    EXPECT_EQ(carol.accepted(), 1U);
    EXPECT_EQ(venue.stop(), 0);
    std::ifstream file(venue.config());
    const std::string config{std::istreambuf_iterator<char>(file), {}};
    EXPECT_FALSE(contains(config, "onder7"));
    EXPECT_FALSE(contains(config, "CAREFUL"));
}

TEST_F(VenuePasswords, ThreeHundredWrongOnesAreRefusedLoggedAndMostlyNotLookedAt) {
    VenueProcess venue(folder_.path(), settings());
    ASSERT_TRUE(venue.start()) << venue.output();
    const Said first = order(venue, "CAROL", "GUESSED");
    EXPECT_EQ(first.exit_code, 1);
    EXPECT_TRUE(contains(first.output, "login refused: unknown user CAROL or wrong password"))
        << first.output;
    for (int n = 1; n < 300; ++n) {
        OrderClient guesser("CAROL", "GUESSED");
        EXPECT_FALSE(guesser.connect(venue.order_entry()));
    }
    EXPECT_NE(order(venue, "CAROL", "Wonder7!").exit_code, 0) << "locked out, the right one, too";
    EXPECT_EQ(order(venue, "BOB", "B").exit_code, 0) << "others are not";
    EXPECT_EQ(venue.stop(), 0);
    const nlohmann::json clients = venue.state()["clients"];
    EXPECT_EQ(clients["logins_refused"], 3);
    EXPECT_GE(clients["logins_not_looked_at"], 298);
    const std::string& log = venue.output();
    EXPECT_TRUE(contains(log, "CAROL at 127.0.0.1:")) << log;
    EXPECT_TRUE(contains(log, "login rejected: unknown user or wrong password")) << log;
    EXPECT_TRUE(contains(log, "login refused: too many wrong passwords")) << log;
    EXPECT_FALSE(contains(log, "GUESSED")) << "no password is ever logged";
    EXPECT_FALSE(contains(log, "scrypt")) << "nor a hash";
}

TEST_F(VenuePasswords, AnOperatorsPasswordIsNotInTheConfiguration) {
    VenueProcess venue(folder_.path(), settings());
    ASSERT_TRUE(venue.start()) << venue.output();
    const std::string operate =
        "operate -c " + venue.config().string() + " --address " + venue.operator_port().to_string();
    const Said without = run_hotpath(operate + " halt AAPL --reason T1");
    EXPECT_EQ(without.exit_code, 1);
    EXPECT_EQ(without.output, "hotpath operate: " + venue.config().string() +
                                  ": has only the hash of the operator's password: give the "
                                  "password by --password-file or HOTPATH_PASSWORD\n");
    std::ofstream(folder_ / "ops") << "CAREFUL\n";
    const Said halted = run_hotpath(operate + " --password-file " + (folder_ / "ops").string() +
                                    " halt AAPL --reason T1");
    EXPECT_EQ(halted.exit_code, 0) << halted.output;
    ::setenv("HOTPATH_PASSWORD", "WRONG", 1);
    EXPECT_EQ(run_hotpath(operate + " halt AAPL --reason T1").exit_code, 1);
    ::unsetenv("HOTPATH_PASSWORD");
    EXPECT_EQ(venue.stop(), 0);
}

TEST_F(VenuePasswords, OverFixTheRightOneTradesAndAWrongOneIsRefused) {
    VenueSettings with_fix = settings();
    with_fix.tables +=
        "[fix]\naddress = \"127.0.0.1:0\"\nids_max = 65536\n"
        "[[fix_user]]\nuser = \"ALICE\"\ncomp_id = \"ALICE-FIX\"\npassword_hash = \"" +
        hash_of("A-much-longer-password-of-FIX") + "\"\n";
    VenueProcess venue(folder_.path(), with_fix);
    ASSERT_TRUE(venue.start()) << venue.output();
    FixClient guesser({.comp_id = "ALICE-FIX", .password = "GUESSED"});
    EXPECT_FALSE(guesser.log_on(venue.fix()));
    EXPECT_EQ(guesser.logout_text(),
              "logon refused: unknown session, or wrong Username or Password");
    FixClient alice({.comp_id = "ALICE-FIX", .password = "A-much-longer-password-of-FIX"});
    ASSERT_TRUE(alice.log_on(venue.fix())) << alice.logout_text() << venue.output();
    alice.enter("A1");
    EXPECT_TRUE(alice.wait_for(1));
    EXPECT_EQ(alice.reports(), std::vector<std::string>{"A1 0"});
    EXPECT_EQ(venue.stop(), 0);
    EXPECT_FALSE(contains(venue.output(), "GUESSED")) << venue.output();
}

TEST_F(VenuePasswords, AFileThatOthersMayReadIsRefusedWithOneLine) {
    const VenueProcess venue(folder_.path(), settings());
    const std::string config = venue.config().string();
    std::ofstream(folder_ / "password") << "A\n";
    using std::filesystem::perms;
    std::filesystem::permissions(config, perms::group_read, std::filesystem::perm_options::add);
    std::filesystem::permissions(folder_ / "password", perms::others_read,
                                 std::filesystem::perm_options::add);
    const std::string end = "chmod 600 " + config + "\n";
    for (const std::string& words :
         {"exchange --check -c " + config, "exchange -c " + config,
          "order --user BOB --address 127.0.0.1:1 -c " + config + " query",
          "operate --address 127.0.0.1:1 -c " + config + " resume AAPL"}) {
        const Said said = run_hotpath(words);
        EXPECT_EQ(said.exit_code, 1) << words;
        EXPECT_TRUE(said.output.ends_with(end)) << said.output;
        EXPECT_EQ(said.output.find('\n'), said.output.size() - 1) << said.output;
    }
    const Said said = run_hotpath("order --user ALICE --address 127.0.0.1:1 --password-file " +
                                  (folder_ / "password").string() + " query");
    EXPECT_EQ(said.exit_code, 1);
    EXPECT_TRUE(contains(said.output, "got mode 0604: chmod 600 ")) << said.output;
}

TEST_F(VenuePasswords, APasswordThatCannotBeOneIsRefusedWithOneLine) {
    for (const std::string typed : {"", "A B", "", "T\x01"}) {
        std::ofstream(folder_ / "typed") << typed << '\n';
        const Said said = run_hotpath("password --cost 10 < " + (folder_ / "typed").string());
        EXPECT_EQ(said.exit_code, 1) << typed;
        EXPECT_EQ(said.output,
                  "hotpath password: the password must have 1 to 64 letters, digits or signs, no "
                  "blanks\n");
    }
    EXPECT_EQ(run_hotpath("password < /dev/null").output,
              "hotpath password: the standard input must have a password in its first line\n");
}

}  // namespace
}  // namespace hotpath::venue_tests
