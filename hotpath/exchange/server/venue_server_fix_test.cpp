// FIX sessions at the venue server: logons, orders, limits, disconnects, crashes, days.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/venue/fix_arrivals.hpp"
#include "tests/support/venue_fix_client.hpp"

namespace hotpath::exchange {
namespace {

using support::BenchClient;
using support::fix_order;
using support::FixBenchClient;
using support::FixLines;
using support::kFixBuy;
using support::VenueBench;
using SoupReason = protocols::nasdaq::soupbintcp::CloseReason;

std::string cancel(std::string_view id, std::string_view original) {
    return "35=F|11=" + std::string(id) + "|41=" + std::string(original) + "|55=AAPL|54=1|";
}

class ServerFix : public support::VenueSessionTest {
  protected:
    ServerFix() : VenueSessionTest(options()) {}

    static VenueServerOptions options() { return without_cancels(support::fix_venue_server(3, 2)); }
};

TEST_F(ServerFix, AnOrderIsEnteredAndReported) {
    FixBenchClient client(bench_, 0);
    client.log_on();
    ASSERT_TRUE(client.session().is_logged_on()) << client.logout;
    EXPECT_TRUE(bench_.server.is_logged_in({0}));
    client.send(fix_order("A1"));
    EXPECT_EQ(client.reports, FixLines{"A1 0"});
    EXPECT_EQ(open(0), 1U);
    client.send(cancel("A2", "A1"));
    EXPECT_EQ(client.reports, (FixLines{"A1 0", "A2 4"}));
    EXPECT_EQ(open(0), 0U);
}

TEST_F(ServerFix, AnOrderByFixTradesWithOneByOuch) {
    FixBenchClient client(bench_, 0);
    client.log_on();
    client.send(fix_order("A1"));
    BenchClient other(bench_, Port::OrderEntry, bench_.options.users[2]);
    other.enter({.number = 1, .side = 'S', .qty = 40, .price = 500'000});
    bench_.make_durable();
    other.poll();
    client.turn();
    EXPECT_EQ(other.types(), "AE");
    EXPECT_EQ(client.reports, (FixLines{"A1 0", "A1 F"}));
}

TEST_F(ServerFix, NothingLeavesBeforeItsInputIsDurable) {
    FixBenchClient client(bench_, 0);
    client.connect();
    ASSERT_TRUE(client.give());
    EXPECT_TRUE(bench_.server.output(*client.id).empty()) << "the Logon's number is not recorded";
    client.turn();
    ASSERT_TRUE(client.session().is_logged_on());
    client.put(fix_order("A1"));
    client.give();
    EXPECT_FALSE(client.take());
    bench_.make_durable();
    EXPECT_TRUE(client.take());
    EXPECT_EQ(client.reports, FixLines{"A1 0"});
}

TEST_F(ServerFix, ALogonIsAnsweredAfterTheReportsOfEarlierOrders) {
    FixBenchClient client(bench_, 0);
    client.log_on();
    client.put(fix_order("A1"));
    client.give();
    client.session().on_disconnected(bench_.now);
    client.connect();
    client.give();
    EXPECT_FALSE(client.take());
    EXPECT_FALSE(client.session().is_logged_on());
    bench_.make_durable();
    client.turn();
    ASSERT_TRUE(client.session().is_logged_on());
    EXPECT_EQ(client.reports, FixLines{"A1 0"});
    EXPECT_EQ(client.duplicates, 1) << "it was asked for";
    EXPECT_FALSE(client.session().is_waiting_for_resend());
}

TEST_F(ServerFix, AWrongPasswordIsRefusedWithOneLine) {
    FixBenchClient client(bench_, "CLIENT0", "WRONG");
    client.log_on();
    client.take_last();
    EXPECT_EQ(client.logout, kLogonRefused);
    EXPECT_TRUE(client.is_cut_off());
    EXPECT_EQ(bench_.notes(), FixLines{"logon refused: wrong Username or Password"});
    EXPECT_FALSE(bench_.server.is_logged_in({0}));
    EXPECT_EQ(bench_.server.counters().logins_refused, 1U);
    FixBenchClient right(bench_, 0);
    right.log_on();
    EXPECT_TRUE(right.session().is_logged_on());
}

TEST_F(ServerFix, AGuesserThatDoesNotReadIsNotInTheWay) {
    FixBenchClient guesser(bench_, "CLIENT0", "WRONG");
    guesser.connect();
    guesser.give();
    bench_.make_durable();
    EXPECT_TRUE(guesser.is_cut_off()) << "its Logout is not waited for";
    FixBenchClient client(bench_, 0);
    client.log_on();
    EXPECT_TRUE(client.session().is_logged_on());
}

/// Nor the session's numbers, nor whether it is logged on, nor that reports of it wait.
TEST_F(ServerFix, ARefusalDoesNotSayWhetherTheSessionExists) {
    const auto answer_to = [&](const std::string& comp_id) {
        FixBenchClient guesser(bench_, comp_id, "WRONG");
        guesser.connect();
        guesser.give();
        EXPECT_TRUE(guesser.is_cut_off()) << "at once";
        const Bytes last = bench_.server.last_output(*guesser.id)[0];
        std::string text(reinterpret_cast<const char*>(last.data()), last.size());
        const std::size_t at = text.find(comp_id);
        EXPECT_NE(at, std::string::npos);
        text.erase(at, comp_id.size());
        return text.substr(0, text.rfind("10="));  // a sum over the name, too
    };
    FixBenchClient client(bench_, 0);
    client.log_on();
    client.send(fix_order("A1"));
    const std::string unknown = answer_to("CLIENTX");
    EXPECT_NE(unknown.find(kLogonRefused), std::string::npos);
    EXPECT_EQ(answer_to("CLIENT0"), unknown) << "logged on";
    client.put(fix_order("A2"));
    client.give();
    EXPECT_EQ(answer_to("CLIENT0"), unknown) << "a report waits for the journal";
    client.disconnect();
    EXPECT_EQ(answer_to("CLIENT0"), unknown) << "away";
    EXPECT_EQ(answer_to("CLIENT1"), unknown) << "never here";
}

TEST_F(ServerFix, GuessesAtUnknownSessionsAreLimitedAsThoseAtKnownOnes) {
    VenueServerOptions limited = options();
    limited.failed_logins = {.failures_max = 2, .wait = Nanos{kNanosPerSecond}};
    VenueBench bench(limited);
    for (const char* const comp_id : {"CLIENT0", "STRANGER", "OTHER", "MORE"}) {
        SCOPED_TRACE(comp_id);
        for (int n = 0; n < 3; ++n) {
            FixBenchClient guesser(bench, comp_id, "WRONG");
            guesser.log_on();
            EXPECT_TRUE(guesser.is_cut_off());
            const bool is_answered = !bench.server.last_output(*guesser.id)[0].empty();
            EXPECT_EQ(is_answered, n < 2) << n;
        }
    }
}

TEST_F(ServerFix, AWrongPasswordDoesNotDisturbWhoIsLoggedOn) {
    FixBenchClient client(bench_, 0);
    client.log_on();
    FixBenchClient guesser(bench_, "CLIENT0", "WRONG");
    guesser.log_on();
    EXPECT_TRUE(guesser.is_cut_off());
    EXPECT_FALSE(client.is_cut_off());
    client.send(fix_order("A1"));
    EXPECT_EQ(client.reports, FixLines{"A1 0"});
}

TEST_F(ServerFix, UnknownCompIdsAreCutOffWithOneLine) {
    FixBenchClient client(bench_, "STRANGER", "SECRET0");
    client.log_on();
    client.take_last();
    EXPECT_EQ(client.logout, kLogonRefused);
    EXPECT_TRUE(client.is_cut_off());
    EXPECT_EQ(bench_.notes(),
              FixLines{"logon refused: unknown SenderCompID, TargetCompID or BeginString"});
}

TEST_F(ServerFix, WhatIsNoFixMessageIsCutOff) {
    FixBenchClient client(bench_, 0);
    client.connect();
    const std::string noise(2'000, 'x');
    client.give_raw(std::as_bytes(std::span(noise)));
    EXPECT_TRUE(client.is_cut_off());
    FixBenchClient order_first(bench_, 0);
    order_first.connect();
    const std::string text = support::fix_message(
        "FIX.4.4", "35=D|34=1|49=CLIENT0|52=19700101-09:30:00.000|56=VENUE|554=SECRET0|11=1|");
    order_first.give_raw(std::as_bytes(std::span(text)));
    EXPECT_TRUE(order_first.is_cut_off());
    EXPECT_EQ(open(0), 0U);
}

TEST_F(ServerFix, ALogonInPiecesIsWhole) {
    FixBenchClient client(bench_, 0);
    client.connect();
    const support::ByteString bytes = support::to_bytes(client.session().output());
    client.session().on_written(bytes.size(), bench_.now);
    for (const std::byte& byte : bytes) {
        client.give_raw({&byte, 1});
    }
    client.turn();
    EXPECT_TRUE(client.session().is_logged_on());
}

TEST_F(ServerFix, WithoutALogonTheConnectionEnds) {
    FixBenchClient client(bench_, 0);
    client.connect();
    bench_.advance(bench_.options.soup.connection.login_timeout + Nanos{1});
    EXPECT_TRUE(client.is_cut_off());
    EXPECT_EQ(bench_.closed.at(client.id->value), SoupReason::LoginTimeout);
}

TEST_F(ServerFix, AUserHasOneConnectionOfEitherProtocol) {
    FixBenchClient client(bench_, 0);
    client.log_on();
    const BenchClient by_ouch(bench_, Port::OrderEntry, bench_.options.users[0]);
    EXPECT_TRUE(by_ouch.is_logged_in);
    EXPECT_TRUE(client.is_cut_off());
    client.disconnect();
    client.log_on();
    EXPECT_TRUE(client.session().is_logged_on());
    EXPECT_TRUE(by_ouch.is_cut_off());
}

TEST_F(ServerFix, ADisconnectCancelsWhenItIsConfigured) {
    VenueServerOptions with = options();
    with.cancel_on_disconnect_after = Nanos{1'000'000};
    VenueBench bench(with);
    FixBenchClient client(bench, 0);
    client.log_on();
    client.send(fix_order("A1"));
    client.disconnect();
    bench.advance(Nanos{2'000'000});
    EXPECT_EQ(bench.server.log().exchange().session_orders({0}), 0U);
    bench.make_durable();
    client.log_on();
    EXPECT_EQ(client.reports, (FixLines{"A1 0", "A1 4"}));
    EXPECT_EQ(client.duplicates, 1) << "it was made while the client was away";
}

TEST_F(ServerFix, ReportsWhileAwayComeAtTheNextLogonInOrder) {
    FixBenchClient client(bench_, 0);
    client.log_on();
    client.send(fix_order("A1"));
    client.disconnect();
    sell_three_times();
    client.log_on();
    EXPECT_EQ(client.reports, (FixLines{"A1 0", "A1 F", "A1 F", "A1 F"}));
    EXPECT_TRUE(std::ranges::is_sorted(client.numbers));
}

TEST_F(ServerFix, ACrashNeitherLosesNorDoublesWhateverWasDurable) {
    for (std::size_t lost = 0; lost < 8; ++lost) {
        SCOPED_TRACE(lost);
        VenueBench bench(options());
        FixBenchClient client(bench, 0);
        client.log_on();
        client.send(fix_order("A1"));
        client.send(fix_order("A2"));
        client.put(fix_order("A3"));
        client.put(fix_order("A4"));
        client.give();  // four records more at most, none durable
        bench.make_durable(bench.records.size() - std::min<std::size_t>(lost, 2));
        client.take();
        const std::size_t durable = bench.records.size() - std::min<std::size_t>(lost, 2);
        bench.restart(durable);
        client.session().on_disconnected(bench.now);
        client.log_on();
        ASSERT_TRUE(client.session().is_logged_on()) << client.logout;
        client.send(fix_order("A5"));
        EXPECT_EQ(client.reports, (FixLines{"A1 0", "A2 0", "A3 0", "A4 0", "A5 0"}));
        EXPECT_EQ(bench.server.log().exchange().session_orders({0}), 5U);
    }
}

TEST_F(ServerFix, ASnapshotHasTheNumbers) {
    FixBenchClient client(bench_, 0);
    client.log_on();
    client.send(fix_order("A1"));
    const support::ByteString state = support::state_of(bench_.server);
    const auto loaded = support::server_with_state(bench_.options, state);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(support::state_of(*loaded), state);
    VenueServerOptions without = bench_.options;
    std::get<FixOptions>(without.protocols).users.clear();
    SCOPED_TRACE("the stream of a user without a FIX session is skipped");
    EXPECT_TRUE(support::server_with_state(without, state));
}

TEST_F(ServerFix, OrdersBeyondTheRateAreRejectedAndCancelsBeyondTheirsCutOff) {
    VenueServerOptions with = options();
    with.limits.orders = {.per_second = 1, .burst = 2};
    with.limits.cancels = {.per_second = 1, .burst = 4};
    VenueBench bench(with);
    FixBenchClient client(bench, 0);
    client.log_on();
    for (const char* id : {"A1", "A2", "A3"}) {
        client.send(fix_order(id));
    }
    EXPECT_EQ(client.reports, (FixLines{"A1 0", "A2 0", "A3 8"}));
    EXPECT_EQ(bench.server.counters().refused_for_rate, 1U);
    for (const char* id : {"C1", "C2", "C3", "C4"}) {
        if (!client.is_cut_off()) {
            client.put(cancel(id, "A1"));
            client.give();
        }
    }
    EXPECT_TRUE(client.is_cut_off());
    EXPECT_EQ(bench.closed.at(client.id->value), SoupReason::RateExceeded);
}

TEST_F(ServerFix, TheFatFingerLimitsOfAUserHold) {
    constexpr std::int64_t kValue = 100 * 500'000;
    VenueServerOptions limited = options();
    limited.user_limits = {{.order_value_max = {kValue}, .exposure_max = {kValue}}};
    VenueBench bench(limited);
    FixBenchClient client(bench, 0);
    client.log_on();
    client.send(fix_order("A1", "55=AAPL|54=1|38=101|40=2|44=50|59=0|"));
    client.send(fix_order("A2"));
    client.send(fix_order("A3", "55=AAPL|54=2|38=1|40=2|44=51|59=0|"));
    EXPECT_EQ(client.reports, (FixLines{"A1 8", "A2 0", "A3 8"}));
    EXPECT_EQ(bench.server.counters().refused_for_limits, 2U);
    client.send("35=G|11=A4|41=A2|55=AAPL|54=1|38=101|40=2|44=50|59=0|");
    EXPECT_EQ(bench.server.counters().refused_for_limits, 3U);
    client.send("35=G|11=A5|41=A2|55=AAPL|54=1|38=100|40=2|44=49|59=0|");
    EXPECT_EQ(bench.server.counters().refused_for_limits, 3U);
    EXPECT_EQ(client.reports.back(), "A5 5") << "it counts in place of the other";
}

TEST_F(ServerFix, ASuspendedUserIsToldSo) {
    FixBenchClient client(bench_, 0);
    client.log_on();
    client.send(fix_order("A1"));
    ASSERT_TRUE(
        bench_.server.try_control({.action = ControlAction::Suspend, .session = {0}}, bench_.now));
    bench_.take_records();
    bench_.make_durable();
    client.turn();
    EXPECT_EQ(open(0), 0U);
    client.send(fix_order("A2"));
    EXPECT_EQ(client.reports, (FixLines{"A1 0", "A1 4", "A2 8"}));
    EXPECT_EQ(bench_.server.counters().refused_suspended, 1U);
    client.send("35=G|11=A3|41=A1|55=AAPL|54=1|38=101|40=2|44=50|59=0|");
    EXPECT_FALSE(client.is_cut_off()) << "and goes on reading";
}

TEST_F(ServerFix, AMessageThatTheVenueDidNotTakeIsAskedForAtTheNextLogon) {
    FixBenchClient client(bench_, 0);
    client.log_on();
    bench_.server.set_journal_room({.bytes = 0});
    client.put(fix_order("A1"));
    client.give();
    EXPECT_TRUE(client.is_cut_off());
    EXPECT_EQ(open(0), 0U);
    bench_.server.set_journal_room({});
    client.session().on_disconnected(bench_.now);
    client.log_on();
    EXPECT_EQ(client.reports, FixLines{"A1 0"});
    EXPECT_EQ(open(0), 1U);
}

TEST_F(ServerFix, AMessageLongerThanARecordIsAnsweredWithALogoutThatSaysSo) {
    FixBenchClient client(bench_, 0);
    client.log_on();
    const std::string text = support::fix_message(
        "FIX.4.4", "35=D|34=2|49=CLIENT0|52=19700101-09:30:00.000|56=VENUE|11=A1|58=" +
                       std::string(kFixMessageMax, 'x') + "|" + std::string(kFixBuy));
    client.give_raw(std::as_bytes(std::span(text)));
    bench_.make_durable();
    client.turn();
    EXPECT_EQ(client.logout, "message too long, its length must be at most 1024");
    EXPECT_EQ(open(0), 0U);
    client.session().on_disconnected(bench_.now);
    client.log_on();
    ASSERT_TRUE(client.session().is_logged_on()) << "it did not count as received";
    client.send(fix_order("A2"));
    EXPECT_EQ(client.reports, FixLines{"A2 0"});
}

TEST_F(ServerFix, AResetOfTheNumbersHoldsInAReplay) {
    FixBenchClient client(bench_, 0);
    client.log_on();
    client.send(fix_order("A1"));
    client.session().reset_numbers(bench_.now, client);
    client.turn();
    client.send(fix_order("A2"));
    EXPECT_EQ(client.store.next_in(), 3U);
    bench_.restart(bench_.records.size());
    client.session().on_disconnected(bench_.now);
    client.log_on();
    ASSERT_TRUE(client.session().is_logged_on());
    client.send(fix_order("A3"));
    EXPECT_EQ(client.reports, (FixLines{"A1 0", "A2 0", "A3 0"}));
}

TEST_F(ServerFix, ADayEndsTheConnectionAndNumbersGoOn) {
    FixBenchClient client(bench_, 0);
    client.log_on();
    client.send(fix_order("A1"));
    const std::uint64_t next = client.store.next_in();
    ASSERT_NO_FATAL_FAILURE(start_day());
    EXPECT_TRUE(client.is_cut_off());
    client.session().on_disconnected(bench_.now);
    client.log_on();
    ASSERT_TRUE(client.session().is_logged_on()) << client.logout;
    EXPECT_GT(client.store.next_in(), next);
    client.send(fix_order("B1"));
    EXPECT_EQ(client.reports.back(), "B1 0");
    bench_.restart(bench_.records.size());
    client.session().on_disconnected(bench_.now);
    client.log_on();
    EXPECT_TRUE(client.session().is_logged_on()) << client.logout;
}

TEST(ServerFixOptions, AConfigurationThatContradictsItselfIsRefused) {
    const VenueServerOptions good = support::fix_venue_server(2, 2);
    EXPECT_TRUE(VenueServer::create(good, nullptr));
    const auto fix_of = [](VenueServerOptions& o) -> auto& {
        return std::get<FixOptions>(o.protocols);
    };
    const auto refusal = [&](auto&& change) { return support::refusal_of(good, change); };
    EXPECT_NE(refusal([&](auto& o) { fix_of(o).desk.ids_max = 0; }).find("ids_max"),
              std::string::npos);
    EXPECT_NE(refusal([&](auto& o) { fix_of(o).users[1].user = 0; }).find("is used twice"),
              std::string::npos);
    EXPECT_NE(refusal([&](auto& o) { fix_of(o).users[1].user = 99; }).find("got 99"),
              std::string::npos);
    EXPECT_NE(refusal([&](auto& o) { fix_of(o).users[1].comp_id = "CLIENT0"; }).find("CLIENT0"),
              std::string::npos);
    EXPECT_NE(
        refusal([&](auto& o) { fix_of(o).users[1].begin_string = "FIX.4.3"; }).find("FIX.4.3"),
        std::string::npos);
    EXPECT_NE(refusal([&](auto& o) { fix_of(o).reports.messages_max = 10; }).find("reports_kept"),
              std::string::npos);
}

}  // namespace
}  // namespace hotpath::exchange
