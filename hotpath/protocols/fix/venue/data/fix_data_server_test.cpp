// The market data server's sessions: logons, ends, readers that are slow, days, and no allocation.

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/fix_data_venue.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::exchange {
namespace {

using support::DataVenue;
using support::FixDataClient;
using support::market_data_request;
using Lines = std::vector<std::string>;
using SoupReason = protocols::nasdaq::soupbintcp::CloseReason;

constexpr InstrumentId kServedAapl{1};

Lines data_notes(DataVenue& venue) {
    Lines lines;
    venue.server().for_each_note([&](const protocols::nasdaq::soupbintcp::ClientNote& note) {
        lines.emplace_back(note.why.empty() ? name(note.reason) : note.why);
    });
    return lines;
}

std::uint64_t ends_by(DataVenue& venue, SoupReason reason) {
    return venue.server().counters().closed[static_cast<std::size_t>(reason)];
}

FixDataOptions limited_server() {
    FixDataOptions options = support::data_server(3);
    options.depth_max = 10;
    options.sessions_max = 2;
    options.failed_logins = {.failures_max = 2, .wait = Nanos{kNanosPerSecond}};
    options.places = {.pending_max = 2, .pending_per_address_max = 1};
    return options;
}

class FixDataSessions : public testing::Test {
  protected:
    DataVenue venue_{1, limited_server()};
};

TEST_F(FixDataSessions, AWrongPasswordIsRefusedWithOneLine) {
    FixDataClient client(venue_, 0, "WRONG");
    client.log_on();
    EXPECT_TRUE(client.is_cut_off);
    EXPECT_EQ(client.logout, kLogonRefused);
    EXPECT_EQ(data_notes(venue_), Lines{"logon refused: wrong Username or Password"});
    EXPECT_EQ(venue_.server().counters().logins_refused, 1U);
    FixDataClient right(venue_, 0);
    right.log_on();
    EXPECT_TRUE(right.session().is_logged_on());
    EXPECT_TRUE(venue_.server().is_logged_on(0));
}

TEST(FixDataCertificates, AUserWithOneNeedsItBesideItsPasswordAndItOpensNoOthersSession) {
    FixDataOptions options = support::data_server(3);
    options.certificates = {{{.number = 0}, "zero"}, {{.number = 1}, "one"}};
    DataVenue venue(1, options);
    const auto log_on_with = [&](std::size_t user, std::vector<std::string> names) {
        FixDataClient client(venue, user);
        client.connect();
        venue.server().on_certificate(*client.id, std::move(names));
        client.turn();
        const bool is_in = client.session().is_logged_on();
        EXPECT_TRUE(is_in || client.logout == kLogonRefused) << client.logout;
        client.session().on_disconnected(venue.now());
        venue.server().on_disconnect(*client.id, venue.now());
        return is_in;
    };
    EXPECT_TRUE(log_on_with(0, {"zero"}));
    EXPECT_TRUE(log_on_with(0, {"another name of it", "zero"}));
    EXPECT_FALSE(log_on_with(0, {"one"}));
    EXPECT_FALSE(log_on_with(0, {}));
    EXPECT_FALSE(log_on_with(0, {"Zero"})) << "a name is compared exactly";
    EXPECT_TRUE(log_on_with(2, {})) << "it has none";
    EXPECT_TRUE(log_on_with(2, {"any"}));
    EXPECT_FALSE(log_on_with(2, {"one"})) << "another user's";
    EXPECT_EQ(venue.server().certificates().refused(), 4U);
    const Lines notes = data_notes(venue);
    EXPECT_EQ(std::ranges::count(notes, protocols::nasdaq::soupbintcp::kWrongCertificate), 4)
        << "the log says why";
}

TEST_F(FixDataSessions, AGuesserIsNotLookedAt) {
    FixDataClient client(venue_, 0);
    client.log_on();
    for (int n = 0; n < 2; ++n) {
        FixDataClient guesser(venue_, 0, "WRONG");
        guesser.log_on();
        EXPECT_EQ(guesser.close_reason, SoupReason::LoginRejected);
    }
    FixDataClient right(venue_, 0);
    right.log_on();
    EXPECT_EQ(right.close_reason, SoupReason::RateExceeded);
    EXPECT_TRUE(client.session().is_logged_on()) << "and is not disturbed";
    EXPECT_EQ(venue_.server().counters().logins_not_looked_at, 1U);
    venue_.wait(Nanos{2 * kNanosPerSecond});
    right.session().on_disconnected(venue_.now());
    right.log_on();
    EXPECT_TRUE(right.session().is_logged_on());
}

TEST_F(FixDataSessions, AnUnknownPeerIsToldSo) {
    DataVenue other(1, support::data_server(4));
    FixDataClient client(other, 3);
    client.connect();
    const auto id = venue_.server().on_connect(venue_.now());
    ASSERT_TRUE(id);
    venue_.server().on_bytes(*id, client.session().output(), venue_.now());
    EXPECT_EQ(data_notes(venue_),
              Lines{"logon refused: unknown SenderCompID, TargetCompID or BeginString"});
    const Bytes answer = venue_.server().last_output(*id);
    const std::string_view text(reinterpret_cast<const char*>(answer.data()), answer.size());
    EXPECT_NE(text.find(kLogonRefused), text.npos) << "as with a wrong password";
}

TEST_F(FixDataSessions, AFirstMessageThatIsNoLogonEndsTheConnection) {
    const auto id = venue_.server().on_connect(venue_.now());
    ASSERT_TRUE(id);
    const std::string text =
        support::fix_message("FIX.4.4", "35=0|49=CLIENT0|56=VENUE|34=1|52=20251126-12:00:00|");
    venue_.server().on_bytes(*id, std::as_bytes(std::span(text)), venue_.now());
    EXPECT_EQ(ends_by(venue_, SoupReason::MalformedPacket), 1U);
    EXPECT_EQ(venue_.server().counters().malformed, 1U);
}

TEST_F(FixDataSessions, ASecondLogonOfAUserReplacesTheFirst) {
    FixDataClient client(venue_, 0);
    client.log_on();
    client.send(market_data_request({}));
    FixDataClient again(venue_, 0);
    again.log_on();
    client.sweep();
    EXPECT_TRUE(again.session().is_logged_on());
    EXPECT_EQ(ends_by(venue_, SoupReason::Superseded), 1U);
    EXPECT_EQ(venue_.server().subscriptions(0), 0U) << "a new session has none";
}

TEST_F(FixDataSessions, SoManyUsersAreLoggedOn) {
    FixDataClient one(venue_, 0);
    FixDataClient two(venue_, 1);
    FixDataClient three(venue_, 2);
    one.log_on();
    two.log_on();
    three.log_on();
    EXPECT_EQ(three.logout, "logon refused: sessions_max users are logged on");
    two.disconnect();
    three.session().on_disconnected(venue_.now());
    three.log_on();
    EXPECT_TRUE(three.session().is_logged_on());
}

TEST_F(FixDataSessions, ASilentConnectionIsClosed) {
    FixDataClient client(venue_, 0);
    client.connect();
    EXPECT_EQ(venue_.server().next_deadline(), venue_.now() + venue_.options().logon_timeout);
    venue_.wait(venue_.options().logon_timeout);
    venue_.server().on_timer(venue_.now());
    client.sweep();
    EXPECT_EQ(client.close_reason, SoupReason::LoginTimeout);
}

TEST_F(FixDataSessions, OneTooManyWithoutALogonTakesThePlaceOfItsOwnAddress) {
    FixDataClient one(venue_, 0);
    FixDataClient two(venue_, 0);
    one.connect({.address = 1});
    two.connect({.address = 1});
    EXPECT_EQ(ends_by(venue_, SoupReason::Displaced), 1U);
    EXPECT_FALSE(two.is_cut_off);
}

TEST_F(FixDataSessions, ALogonWithAnOldNumberIsToldHowToLogOn) {
    FixDataClient client(venue_, 0);
    const std::string logon = support::fix_message(
        "FIX.4.4", "35=A|49=CLIENT0|56=VENUE|34=7|52=20251126-12:00:00|98=0|108=30|554=SECRET0|");
    client.connect();
    venue_.server().on_bytes(*client.id, std::as_bytes(std::span(logon)), venue_.now());
    const std::string answer(support::text_of(venue_.server().output(*client.id)));
    EXPECT_NE(answer.find("58=MsgSeqNum must be 1"), std::string::npos) << answer;
}

/// Ten thousand messages, and none is kept: a request to resend gets gap fills.
TEST_F(FixDataSessions, WhatIsAskedForAgainIsAGapFill) {
    FixDataClient client(venue_, 0);
    client.log_on();
    client.send(market_data_request({}));
    for (int n = 0; n < 100; ++n) {
        venue_.step();
        while (client.take()) {
        }
    }
    venue_.wait(Nanos{kNanosPerSecond});
    const std::uint64_t before = client.session().counters().messages_received;
    client.put("35=2|7=1|16=0|");
    client.turn();
    EXPECT_TRUE(client.session().is_logged_on());
    EXPECT_LE(client.session().counters().messages_received - before, 3U);
    EXPECT_EQ(client.book("R1", "AAPL").levels(Side::Buy),
              venue_.levels(kServedAapl, Side::Buy, 10));
}

TEST_F(FixDataSessions, AReaderThatIsSlowGetsARefreshAndNotEveryIncrement) {
    FixDataClient slow(venue_, 0);
    FixDataClient fast(venue_, 1);
    slow.log_on();
    fast.log_on();
    const std::string request = market_data_request({.symbols = {"AAPL", "GOOG", "IBM"}});
    slow.send(request);
    fast.send(request);
    std::size_t most = 0;
    for (int n = 0; n < 3'000; ++n) {
        venue_.step();
        fast.turn();
        most = std::max(most, venue_.server().output(*slow.id).size());
    }
    EXPECT_GT(venue_.server().counters().conflated, 1U);
    const std::uint64_t increments = venue_.server().counters().increments;
    slow.turn();
    slow.turn();
    for (FixDataClient* const each : {&slow, &fast}) {
        EXPECT_EQ(each->book("R1", "AAPL").levels(Side::Buy),
                  venue_.levels(kServedAapl, Side::Buy, 10));
        EXPECT_EQ(each->contradictions, 0);
    }
    EXPECT_EQ(slow.book("R1", "AAPL").refreshes, 2);
    EXPECT_EQ(fast.book("R1", "AAPL").refreshes, 1);
    EXPECT_EQ(venue_.server().counters().increments, increments);
    EXPECT_LT(most, 200'000U);
    EXPECT_FALSE(slow.is_cut_off);
}

TEST_F(FixDataSessions, AReaderThatTakesNothingIsCutOff) {
    FixDataClient client(venue_, 0);
    client.log_on();
    client.send(market_data_request({}));
    venue_.enter(kServedAapl, Side::Buy, 1, 500'000);
    venue_.publish();
    for (int seconds = 0; seconds <= 30; ++seconds) {
        venue_.wait(Nanos{kNanosPerSecond});
        venue_.server().on_timer(venue_.now());
        client.sweep();
    }
    EXPECT_EQ(client.close_reason, SoupReason::SlowReader);
    EXPECT_EQ(ends_by(venue_, SoupReason::SlowReader), 1U);
    EXPECT_EQ(venue_.server().subscriptions(0), 0U);
}

/// Its requests' answers fill the output, then the store.
TEST_F(FixDataSessions, AnAskerThatDoesNotReadIsCutOff) {
    FixDataClient client(venue_, 0);
    client.log_on();
    for (int n = 0; n < 100'000 && !client.is_cut_off; ++n) {
        client.put(market_data_request({.symbols = {"NONE"}}));
        client.give();
    }
    EXPECT_EQ(client.close_reason, SoupReason::SlowReader);
}

TEST_F(FixDataSessions, ANewDayIsARefreshOfAnEmptyBook) {
    FixDataClient client(venue_, 0);
    client.log_on();
    client.send(market_data_request({}));
    venue_.enter(kServedAapl, Side::Buy, 1, 500'000);
    client.turn();
    EXPECT_EQ(client.book("R1", "AAPL").levels(Side::Buy).size(), 1U);
    protocols::nasdaq::itch50::SystemEvent start;
    start.store_event_code(protocols::nasdaq::itch50::event_code::kStartOfMessages);
    venue_.venue().publish(start.bytes());
    client.turn();
    EXPECT_TRUE(client.book("R1", "AAPL").levels(Side::Buy).empty());
    EXPECT_EQ(client.book("R1", "AAPL").refreshes, 2);
}

TEST_F(FixDataSessions, ATurnHasABound) {
    FixDataOptions options = limited_server();
    options.levels_per_turn = 1;
    DataVenue venue(1, options);
    FixDataClient client(venue, 0);
    client.log_on();
    client.put(market_data_request({.symbols = {"AAPL", "GOOG", "IBM"}}));
    client.give();
    for (std::uint64_t turns = 1; turns <= 3; ++turns) {
        venue.publish();
        EXPECT_EQ(venue.server().counters().refreshes, turns);
        EXPECT_EQ(venue.server().next_deadline() == Time{}, turns < 3) << "there is more to send";
    }
}

TEST_F(FixDataSessions, NothingIsAllocatedWhileItPublishes) {
    FixDataClient client(venue_, 0);
    client.log_on();
    client.send(market_data_request({.id = "A", .symbols = {"AAPL", "GOOG", "IBM"}}));
    client.send(market_data_request({.id = "B", .depth = "1"}));
    client.send(market_data_request({.id = "C", .update_type = "0"}));
    std::uint64_t bytes = 0;
    std::uint64_t allocations = 0;
    for (int n = 0; n < 1'000; ++n) {
        venue_.trade();
        const NoAllocScope scope;
        venue_.publish();
        venue_.server().on_timer(venue_.now());
        for (Bytes out; !(out = venue_.server().output(*client.id)).empty();) {
            bytes += out.size();
            venue_.server().on_written(*client.id, out.size(), venue_.now());
        }
        allocations += scope.allocations();
    }
    EXPECT_EQ(allocations, 0U);
    EXPECT_GT(bytes, 100'000U);
}

TEST(FixDataServer, OptionsThatContradictThemselvesAreRefused) {
    FixDataOptions none = support::data_server(0);
    EXPECT_FALSE(FixDataServer::create(none));
    FixDataOptions twice = support::data_server(1);
    twice.users.push_back(twice.users[0]);
    EXPECT_FALSE(FixDataServer::create(twice));
    FixDataOptions version = support::data_server(1);
    version.users[0].begin_string = "FIX.4.3";
    EXPECT_FALSE(FixDataServer::create(version));
    FixDataOptions depth = support::data_server(1);
    depth.depth_max = 0;
    EXPECT_FALSE(FixDataServer::create(depth));
}

}  // namespace
}  // namespace hotpath::exchange
