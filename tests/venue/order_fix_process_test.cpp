// `hotpath order` over FIX against a real `hotpath exchange`, in both versions: the same commands and
// lines as over OUCH, numbers in a file, and what is refused.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/order_lines.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

void write_secret(const fs::path& file, const std::string& text) {
    std::ofstream(file) << text;
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
}

class OrderByFix : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        const std::string version = GetParam();
        fs::create_directory(folder_ / "venue");
        venue_.emplace(folder_ / "venue",
                       VenueSettings{.mode = "memory",
                                     .tables = "[fix]\naddress = \"127.0.0.1:0\"\n"
                                               "[[fix_user]]\nuser = \"ALICE\"\ncomp_id = "
                                               "\"ALICE-FIX\"\npassword = \"AFIX\"\nversion = \"" +
                                               version +
                                               "\"\n[[fix_user]]\nuser = \"BOB\"\ncomp_id = "
                                               "\"BOB-FIX\"\npassword = \"BFIX\"\nversion = \"" +
                                               version + "\"\n"});
        ASSERT_TRUE(venue_->start()) << venue_->output();
        write_secret(folder_ / "alices", "AFIX\n");
        write_secret(folder_ / "bobs", "BFIX\n");
    }

    /// The words that all of a session's commands begin with.
    [[nodiscard]] std::string session(const std::string& comp_id,
                                      const std::string& password) const {
        return "order --protocol fix --fix-version " + std::string(GetParam()) + " --address " +
               venue_->fix().to_string() + " --comp-id " + comp_id + " --password-file " +
               (folder_ / password).string();
    }
    [[nodiscard]] std::string numbers(const std::string& file) const {
        return " --numbers " + (folder_ / file).string() + " ";
    }
    [[nodiscard]] Said order(const std::string& words) const {
        return run_hotpath(session("ALICE-FIX", "alices") + numbers("alices-numbers") + words);
    }
    [[nodiscard]] Said bobs_order(const std::string& words) const {
        return run_hotpath(session("BOB-FIX", "bobs") + numbers("bobs-numbers") + words);
    }
    /// With these lines on its standard input.
    [[nodiscard]] Said script(const std::string& lines, const std::string& words = "") const {
        std::ofstream(folder_ / "script") << lines;
        return order(words + " < " + (folder_ / "script").string());
    }
    [[nodiscard]] std::string logged_in(const std::string& more) const {
        return "logged in as ALICE-FIX at " + venue_->fix().to_string() + ", session " +
               std::string(GetParam()) + " ALICE-FIX to HOTPATH: " + more;
    }

    support::TemporaryDirectory folder_;
    std::optional<VenueProcess> venue_;
};

TEST_P(OrderByFix, AScriptEntersReplacesAndCancels) {
    const Said said = script(
        "enter buy 100 AAPL 10\nreplace last 60 10.01\norders\n"
        "cancel last 50\ncancel 2\norders\nquery\nquit\nenter buy 1 AAPL 1\n");
    EXPECT_EQ(said.exit_code, 0) << said.output;
    EXPECT_EQ(said.output, logged_in("next order 1, 0 open\n") +
                               "order 1 accepted: buy 100 AAPL at 10.00\n"
                               "order 1 replaced by 2: buy 60 AAPL at 10.01\n"
                               "order 2 is open: buy 60 AAPL at 10.01\n"
                               "order 2 canceled: 10 off, by request\n"
                               "order 2 canceled: 50 off, by request\n"
                               "no open orders\n"
                               "next order 3\n");
}

TEST_P(OrderByFix, TwoUsersTradeAndBothSeeTheExecution) {
    const Said nothing = bobs_order("enter buy 100 AAPL 10 ioc");
    EXPECT_EQ(after_login(nothing.output),
              "order 1 accepted: buy 100 AAPL at 10.00\n"
              "order 1 canceled: 100 off, not executed at once\n");
    HotpathProcess bob;
    std::vector<std::string> arguments;
    std::istringstream words(session("BOB-FIX", "bobs") + numbers("bobs-numbers") +
                             "--stay-ms 60000 enter sell 100 AAPL 10");
    for (std::string word; words >> word;) {
        arguments.push_back(word);
    }
    ASSERT_TRUE(bob.start({.arguments = arguments, .ready = "order 2 accepted"})) << bob.output();
    const Said bought = order("enter buy 100 AAPL market ioc");
    EXPECT_EQ(bought.exit_code, 0);
    const std::string how = std::string(GetParam()) == "FIX.4.4" ? "removed, " : "";
    EXPECT_THAT(bought.output, HasSubstr("order 1 executed: 100 at 10.00, " + how + "execution "));
    while (bob.output().find("executed") == std::string::npos && bob.read_more()) {
    }
    EXPECT_THAT(bob.output(), HasSubstr("order 2 executed: 100 at 10.00, "));
}

TEST_P(OrderByFix, AnotherLogonGoesOnWithTheNumbersAndOrdersOfTheDay) {
    EXPECT_EQ(order("enter buy 1 AAPL 1").exit_code, 0);
    const Said said = order("query");
    EXPECT_EQ(said.output, logged_in("next order 2, 0 open\n") + "next order 2\n")
        << "of the past nothing is shown";
    fs::remove(folder_ / "alices-numbers");
    const Said too_low = order("query");
    EXPECT_EQ(too_low.exit_code, 1);
    EXPECT_THAT(too_low.output, HasSubstr(": logon refused: MsgSeqNum too low, expecting "));
    EXPECT_EQ(order("--reset-numbers enter buy 1 AAPL 1").exit_code, 0)
        << "number of the order: the day's millisecond";
    EXPECT_EQ(order("query").exit_code, 0) << "the file has gone on from 1";
    EXPECT_EQ(run_hotpath(session("ALICE-FIX", "alices") + " --reset-numbers enter buy 1 AAPL 1")
                  .exit_code,
              0);
}

TEST_P(OrderByFix, WhatIsRefusedIsCountedAndExitsWithOne) {
    Said said = order("enter buy 1 NONE 1");
    EXPECT_EQ(said.exit_code, 1);
    EXPECT_EQ(after_login(said.output),
              "order 1 rejected: unknown symbol (103=1)\n"
              "hotpath order: 1 of 1 commands failed\n");
    said = order("cancel 77");
    EXPECT_EQ(after_login(said.output),
              "order 77 is not open\nhotpath order: 1 of 1 commands failed\n");
    said = order("enter buy 1 AAPL 1 firm=AB");
    EXPECT_EQ(after_login(said.output),
              "order option firm= needs --protocol ouch\nhotpath order: 1 of 1 commands failed\n");
    said = script("enter buy 5 AAPL 1\ncancel last 9\norders\n");
    EXPECT_THAT(said.output,
                HasSubstr("line 2: order 2 has at most 9 shares in all: nothing was canceled\n"));
    EXPECT_EQ(said.exit_code, 1);
}

TEST_P(OrderByFix, JsonHasTheNamesOfTheOtherProtocol) {
    const Said said = script("enter buy 100 AAPL 10\ncancel last 60\ncancel last\nfoo\n", "--json");
    EXPECT_EQ(said.exit_code, 1);
    std::vector<std::string> events;
    for (const nlohmann::json& json : json_lines(said.output)) {
        events.push_back(event_of(json));
        if (events.back() == "Order Canceled") {
            EXPECT_EQ(json["user_ref_num"], 1);
            EXPECT_EQ(json["reason"], "by request");
        }
    }
    EXPECT_EQ(events, (std::vector<std::string>{"logged_in", "Order Accepted", "Order Canceled",
                                                "Order Canceled", "error"}));
}

TEST_P(OrderByFix, TheSessionIsOfAConfigurationAndThePasswordOfTheEnvironment) {
    const std::string venue = "order -c " + venue_->config().string() +
                              " --protocol fix --user BOB " + "--address " +
                              venue_->fix().to_string() + numbers("bobs-numbers");
    EXPECT_EQ(run_hotpath(venue + "query").exit_code, 0);
    const std::string trader = (folder_ / "trader.toml").string();
    write_secret(trader,
                 "[account]\nuser = \"ALICE\"\npassword = \"A\"\n[venue]\norder_entry = \"" +
                     venue_->fix().to_string() +
                     "\"\nprotocol = \"fix\"\ncomp_id = \"ALICE-FIX\"\nversion = \"" + GetParam() +
                     "\"\nfix_password = \"AFIX\"\nfix_numbers = \"alices-numbers\"\n");
    const Said by_trader = run_hotpath("order -c " + trader + " query");
    EXPECT_EQ(by_trader.exit_code, 0) << by_trader.output;
    EXPECT_TRUE(fs::exists(folder_ / "alices-numbers"));
    ::setenv("HOTPATH_PASSWORD", "NO", 1);
    const Said wrong = run_hotpath("order -c " + trader + " query");
    ::unsetenv("HOTPATH_PASSWORD");
    EXPECT_EQ(wrong.exit_code, 1);
    EXPECT_THAT(wrong.output, HasSubstr(": logon refused: "));
}

TEST_P(OrderByFix, OptionsThatDoNotFitAreOneLine) {
    const std::string at = "order --address " + venue_->fix().to_string() + " --password-file " +
                           (folder_ / "alices").string();
    EXPECT_EQ(run_hotpath(at + " --user ALICE --comp-id A query").output,
              "hotpath order: --comp-id, --venue-comp-id, --fix-version, --numbers and "
              "--reset-numbers need --protocol fix\n");
    EXPECT_EQ(
        run_hotpath(at + " --protocol fix query").output,
        "hotpath order: --comp-id must name the FIX session, or -c a configuration with it\n");
    EXPECT_EQ(run_hotpath(at + " --protocol fix --comp-id A query").output,
              "hotpath order: --numbers must name the file with the number of our next message; "
              "where the venue allows it, --reset-numbers begins at 1 instead\n");
    EXPECT_EQ(run_hotpath(at + " --protocol fax query").exit_code, 2);
}

INSTANTIATE_TEST_SUITE_P(Versions, OrderByFix, testing::Values("FIX.4.2", "FIX.4.4"),
                         [](const auto& version) {
                             return std::string(version.param) == "FIX.4.2" ? "Fix42" : "Fix44";
                         });

}  // namespace
}  // namespace hotpath::venue_tests
