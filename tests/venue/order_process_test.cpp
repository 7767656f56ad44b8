// `hotpath order` against a real `hotpath exchange`: one command of the command line, a script on
// the standard input, words and JSON, what is refused, and with which exit code.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/order_lines.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

class OrderProcess : public testing::Test {
  protected:
    void SetUp() override {
        std::filesystem::create_directory(folder_ / "venue");
        venue_.emplace(folder_ / "venue", VenueSettings{.mode = "memory"});
        ASSERT_TRUE(venue_->start()) << venue_->output();
        std::ofstream(folder_ / "password") << "A\n";
        std::ofstream(folder_ / "bobs") << "B\n";
    }

    /// `hotpath order` with the address and ALICE's account, and these words, to its end.
    [[nodiscard]] Said order(const std::string& words) const {
        return run_hotpath("order --address " + venue_->order_entry().to_string() +
                           " --user ALICE --password-file " + (folder_ / "password").string() +
                           " " + words);
    }
    [[nodiscard]] Said bobs_order(const std::string& words) const {
        return run_hotpath("order --address " + venue_->order_entry().to_string() +
                           " --user BOB --password-file " + (folder_ / "bobs").string() + " " +
                           words);
    }
    /// With these lines on its standard input.
    [[nodiscard]] Said script(const std::string& lines, const std::string& words = "") const {
        std::ofstream(folder_ / "script") << lines;
        return order(words + " < " + (folder_ / "script").string());
    }

    support::TemporaryDirectory folder_;
    std::optional<VenueProcess> venue_;
};

TEST_F(OrderProcess, AnOrderOfTheCommandLineIsAcceptedAndExitsWithZero) {
    const Said said = order("enter buy 100 AAPL 499.50");
    EXPECT_EQ(said.exit_code, 0) << said.output;
    EXPECT_TRUE(said.output.starts_with("logged in as ALICE at ")) << said.output;
    EXPECT_EQ(after_login(said.output), "order 1 accepted: buy 100 AAPL at 499.50\n");
}

TEST_F(OrderProcess, AScriptEntersReplacesAndCancels) {
    const Said said = script(
        "# a comment\n\nenter buy 100 AAPL 10 firm=AB\nreplace last 60 10.01\norders\n"
        "cancel last 50\ncancel 2\norders\nquery\nquit\nenter buy 1 AAPL 1\n");
    EXPECT_EQ(said.exit_code, 0) << said.output;
    EXPECT_EQ(after_login(said.output),
              "order 1 accepted: buy 100 AAPL at 10.00, firm AB\n"
              "order 1 replaced by 2: buy 60 AAPL at 10.01, firm AB\n"
              "order 2 is open: buy 60 AAPL at 10.01\n"
              "order 2 canceled: 10 off, by request\n"
              "order 2 canceled: 50 off, by request\n"
              "no open orders\n"
              "next order 3\n");
}

TEST_F(OrderProcess, TwoUsersTradeAndBothSeeTheExecution) {
    const Said alices =
        script("enter sell 100 AAPL 10 gtx\nenter buy 1 AAPL 9\ncancel 2\n", "--stay-ms 0");
    EXPECT_EQ(alices.exit_code, 0) << alices.output;
    // Her order is canceled when she leaves: he finds nothing.
    const Said nothing = bobs_order("enter buy 100 AAPL 10 ioc");
    EXPECT_EQ(after_login(nothing.output),
              "order 1 accepted: buy 100 AAPL at 10.00\n"
              "order 1 canceled: 100 off, it could not trade at once\n");
    HotpathProcess bob;
    ASSERT_TRUE(
        bob.start({.arguments = {"order", "--address", venue_->order_entry().to_string(), "--user",
                                 "BOB", "--password-file", (folder_ / "bobs").string(), "--stay-ms",
                                 "60000", "enter", "sell", "100", "AAPL", "10"},
                   .ready = "order 2 accepted"}))
        << bob.output();
    const Said bought = order("enter buy 100 AAPL market ioc");
    EXPECT_EQ(bought.exit_code, 0);
    EXPECT_NE(bought.output.find("executed: 100 at 10.00, removed, match 1\n"), std::string::npos)
        << bought.output;
    while (bob.output().find("executed") == std::string::npos && bob.read_more()) {
    }
    EXPECT_NE(bob.output().find("order 2 executed: 100 at 10.00, added, match 1\n"),
              std::string::npos)
        << bob.output();
}

TEST_F(OrderProcess, JsonIsOneObjectALine) {
    const Said said = script(
        "enter buy 100 AAPL 10 min=5\nfoo\nenter buy 1 NONE 1\norders\n"
        "query\n",
        "--json");
    EXPECT_EQ(said.exit_code, 1);
    std::vector<std::string> events;
    for (const nlohmann::json& json : json_lines(said.output)) {
        events.push_back(event_of(json));
        if (json["event"] == "error") {
            EXPECT_EQ(json["line"], 2);
            EXPECT_EQ(json["error"], "unknown command foo; see help");
        }
        if (events.back() == "Order Accepted") {
            EXPECT_EQ(json["min_qty"], 5);
        }
    }
    EXPECT_EQ(events, (std::vector<std::string>{"logged_in", "Order Accepted", "Order Canceled",
                                                "error", "Rejected", "no_open_orders", "account"}));
}

TEST_F(OrderProcess, WhatIsRefusedIsCountedAndExitsWithOne) {
    Said said = order("enter buy 1 NONE 1");
    EXPECT_EQ(said.exit_code, 1);
    EXPECT_EQ(after_login(said.output),
              "order 1 rejected: unknown symbol (0x17)\n"
              "hotpath order: 1 of 1 commands failed\n");
    said = order("cancel 77");
    EXPECT_EQ(said.exit_code, 1);
    EXPECT_EQ(after_login(said.output),
              "order 77 is not open\nhotpath order: 1 of 1 commands failed\n");
    said = order("enter buy 0 AAPL 1");
    EXPECT_EQ(said.output, "hotpath order: quantity must be 1 to 999999, got 0\n");
    said = script("enter buy 1 AAPL 1\nenter sell 1 AAPL nothing\n");
    EXPECT_EQ(said.exit_code, 1);
    EXPECT_NE(said.output.find("line 2: price must be 0.0001 to "), std::string::npos);
}

TEST_F(OrderProcess, AnotherLoginGoesOnWithTheNumbersOfTheSession) {
    EXPECT_EQ(order("enter buy 1 AAPL 1").exit_code, 0);
    const Said said = order("query");
    EXPECT_NE(said.output.find(": next order 2, 0 open\n"), std::string::npos) << said.output;
    EXPECT_EQ(after_login(said.output), "next order 2\n") << "of the past nothing is shown";
}

TEST_F(OrderProcess, TheAccountIsOfAConfigurationTheEnvironmentOrAFile) {
    const std::string config = venue_->config().string();
    const std::string at = " --address " + venue_->order_entry().to_string() + " query";
    EXPECT_EQ(run_hotpath("order -c " + config + " --user BOB" + at).exit_code, 0);
    const Said which = run_hotpath("order -c " + config + at);
    EXPECT_EQ(which.exit_code, 1);
    EXPECT_NE(which.output.find("--user must name one of the users of "), std::string::npos);
    const Said no_port = run_hotpath("order -c " + config + " --user BOB query");
    EXPECT_NE(no_port.output.find("is 0: --address must be the venue's address"), std::string::npos)
        << no_port.output;
    ::setenv("HOTPATH_PASSWORD", "B", 1);
    EXPECT_EQ(run_hotpath("order --user BOB" + at).exit_code, 0);
    ::unsetenv("HOTPATH_PASSWORD");
    const Said no_password = run_hotpath("order --user BOB" + at);
    EXPECT_EQ(no_password.exit_code, 1);
    EXPECT_EQ(no_password.output,
              "hotpath order: no password for BOB: set --password-file, HOTPATH_PASSWORD or the "
              "configuration\n");
    std::ofstream(folder_ / "trader.toml")
        << "[account]\nuser = \"ALICE\"\npassword = \"A\"\n[venue]\norder_entry = \""
        << venue_->order_entry().to_string() << "\"\n";
    EXPECT_EQ(run_hotpath("order -c " + (folder_ / "trader.toml").string() + " query").exit_code,
              0);
}

TEST_F(OrderProcess, WithoutASessionOneLineSaysWhy) {
    std::ofstream(folder_ / "wrong") << "NO\n";
    const std::string address = venue_->order_entry().to_string();
    const Said refused =
        run_hotpath("order --address " + address + " --user ALICE --password-file " +
                    (folder_ / "wrong").string() + " query");
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_EQ(refused.output, "hotpath order: " + address +
                                  ": login refused: unknown user ALICE or wrong password\n");
    venue_->kill_hard();
    const Said gone = order("query");
    EXPECT_EQ(gone.exit_code, 1);
    EXPECT_EQ(gone.output, "hotpath order: " + address + ": no answer\n");
    const Said no_account = run_hotpath("order query");
    EXPECT_EQ(no_account.output,
              "hotpath order: --user must name the account, or -c a configuration with one\n");
    EXPECT_EQ(run_hotpath("order --timeout-ms 0 query").exit_code, 2);
    EXPECT_EQ(run_hotpath("order --stay-ms -1 query").exit_code, 2);
}

}  // namespace
}  // namespace hotpath::venue_tests
