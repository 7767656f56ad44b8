// iLink 3 sessions at the venue server: logins, orders, limits, disconnects, crashes, days.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/exchange/server/stream_room.hpp"
#include "tests/support/ilink_frames.hpp"
#include "tests/support/venue_fix_client.hpp"
#include "tests/support/venue_ilink_client.hpp"

namespace hotpath::exchange {
namespace {

using protocols::cme::ilink3::RejectCode;
using protocols::cme::ilink3::TerminateCode;
using support::BenchClient;
using support::ilink_cancel;
using support::ilink_client_of;
using support::ilink_order;
using support::ilink_replacement;
using support::ilink_signer;
using support::IlinkBenchClient;
using support::IlinkLines;
using support::VenueBench;
using Codes = std::vector<std::uint16_t>;
using Numbers = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

template <class Code>
std::uint16_t number(Code code) {
    return static_cast<std::uint16_t>(code);
}

class ServerIlink : public support::VenueSessionTest {
  protected:
    ServerIlink() : VenueSessionTest(options()) {}

    static VenueServerOptions options() {
        return without_cancels(support::ilink_venue_server(3, 2));
    }
};

TEST_F(ServerIlink, AnOrderIsEnteredAndReported) {
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    ASSERT_TRUE(client.session().is_established());
    EXPECT_TRUE(bench_.server.is_logged_in({0}));
    EXPECT_EQ(bench_.server.counters().logins, 1U);
    client.send(ilink_order({.id = "A1"}));
    EXPECT_EQ(client.reports, IlinkLines{"New A1"});
    EXPECT_EQ(open(0), 1U);
    client.send(ilink_cancel("A2", 1));
    EXPECT_EQ(client.reports, (IlinkLines{"New A1", "Cancel A2"}));
    EXPECT_EQ(open(0), 0U);
    EXPECT_EQ(client.numbers, (std::vector<std::uint32_t>{1, 2}));
}

TEST_F(ServerIlink, AnOrderTradesWithOneByOuch) {
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    client.send(ilink_order({.id = "A1"}));
    BenchClient other(bench_, Port::OrderEntry, bench_.options.users[2]);
    other.enter({.number = 1, .side = 'S', .qty = 40, .price = 500'000});
    bench_.make_durable();
    other.poll();
    client.turn();
    EXPECT_EQ(other.types(), "AE");
    EXPECT_EQ(client.reports, (IlinkLines{"New A1", "TradeOutright A1"}));
}

/// Else a question could take the room of the orders' last reports, and cancel them.
TEST_F(ServerIlink, AMassStatusRequestIsRefusedBeforeItsAnswerTakesTheRoomOfTheOrders) {
    VenueServerOptions narrow = options();
    std::get<IlinkOptions>(narrow.protocols).reports.messages_max =
        static_cast<std::uint32_t>(replies_kept_min(narrow.exchange)) + 10;
    VenueBench bench(narrow);
    IlinkBenchClient client(bench, 0);
    client.log_on();
    client.send(ilink_order({.id = "A1"}));
    client.send(ilink_order({.id = "A2"}));
    const auto ask =
        support::ilink_bytes<protocols::cme::ilink3::OrderMassStatusRequest>([](auto& m) {
            m.store_mass_status_req_type(protocols::cme::ilink3::MassStatusReqType::All);
        });
    std::size_t asked = 0;
    while (client.reports.back() != "BusinessReject" && asked < 10'000) {
        client.send(ask);
        ++asked;
    }
    EXPECT_GT(asked, 10U);
    EXPECT_EQ(client.reports[2], "Status A1");
    EXPECT_EQ(client.reports[3], "Status A2");
    EXPECT_EQ(bench.server.counters().refused_for_room, 1U);
    EXPECT_EQ(bench.server.counters().canceled_for_room, 0U);
    EXPECT_FALSE(client.is_cut_off());
    EXPECT_EQ(bench.server.log().exchange().session_orders({0}), 2U);
}

TEST_F(ServerIlink, NothingLeavesBeforeItsInputIsDurable) {
    IlinkBenchClient client(bench_, 0);
    client.connect();
    ASSERT_TRUE(client.give());
    EXPECT_TRUE(bench_.server.output(*client.id).empty()) << "the UUID is not recorded";
    client.turn();
    ASSERT_TRUE(client.session().is_established());
    client.put(ilink_order({.id = "A1"}));
    client.give();
    EXPECT_FALSE(client.take());
    bench_.make_durable();
    EXPECT_TRUE(client.take());
    EXPECT_EQ(client.reports, IlinkLines{"New A1"});
}

TEST_F(ServerIlink, TheSessionOfAnotherUserIsRefused) {
    auto options = ilink_client_of(0);
    options.user = "USER1";
    IlinkBenchClient other(bench_, options, ilink_signer(0));
    other.log_on();
    EXPECT_EQ(other.rejected, Codes{number(RejectCode::InvalidSession)});
    EXPECT_TRUE(other.is_cut_off());
    EXPECT_EQ(bench_.notes(), IlinkLines{"the session is of another user"});
    options.user = "USER0";
    IlinkBenchClient own(bench_, options, ilink_signer(0));
    own.log_on();
    EXPECT_TRUE(own.session().is_established());
}

TEST_F(ServerIlink, AWrongKeySessionOrSignatureIsRefusedWithOneLine) {
    IlinkBenchClient wrong_key(bench_, ilink_client_of(0), ilink_signer(1));
    wrong_key.log_on();
    EXPECT_EQ(wrong_key.rejected, Codes{number(RejectCode::HmacNotAuthenticated)});
    EXPECT_TRUE(wrong_key.is_cut_off());
    EXPECT_EQ(bench_.notes(), IlinkLines{"the signature is not authentic"});
    auto named = ilink_client_of(0);
    named.access_key_id = "OTHER";
    IlinkBenchClient wrong_id(bench_, named, ilink_signer(0));
    wrong_id.log_on();
    EXPECT_EQ(wrong_id.rejected, Codes{number(RejectCode::InvalidAccessKeyId)});
    named = ilink_client_of(0);
    named.session = "XYZ";
    IlinkBenchClient stranger(bench_, named, ilink_signer(0));
    stranger.log_on();
    EXPECT_EQ(stranger.rejected, Codes{number(RejectCode::SessionBlocked)});
    EXPECT_EQ(bench_.server.counters().logins_refused, 3U);
    EXPECT_FALSE(bench_.server.is_logged_in({0}));
    IlinkBenchClient right(bench_, 0);
    right.log_on();
    EXPECT_TRUE(right.session().is_established());
}

TEST_F(ServerIlink, AfterTooManyFailuresAGuesserIsUncheckedAndDisconnected) {
    VenueServerOptions limited = options();
    limited.failed_logins = {.failures_max = 2, .wait = Nanos{kNanosPerSecond}};
    VenueBench bench(limited);
    for (int n = 0; n < 2; ++n) {
        IlinkBenchClient guesser(bench, ilink_client_of(0), ilink_signer(1));
        guesser.log_on();
        EXPECT_EQ(guesser.rejected.size(), 1U);
    }
    IlinkBenchClient guesser(bench, ilink_client_of(0), ilink_signer(1));
    guesser.log_on();
    EXPECT_TRUE(guesser.rejected.empty());
    EXPECT_TRUE(guesser.is_cut_off());
    EXPECT_EQ(bench.server.counters().logins_not_looked_at, 1U);
    IlinkBenchClient right(bench, 0);
    right.log_on();
    EXPECT_FALSE(right.session().is_established()) << "it is the same user from the same address";
    bench.advance(Nanos{2 * kNanosPerSecond});
    right.disconnect();
    right.log_on();
    EXPECT_TRUE(right.session().is_established());
}

TEST_F(ServerIlink, AWrongSignatureDoesNotDisturbWhoIsEstablished) {
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    IlinkBenchClient guesser(bench_, ilink_client_of(0), ilink_signer(1));
    guesser.log_on();
    EXPECT_TRUE(guesser.is_cut_off());
    EXPECT_FALSE(client.is_cut_off());
    client.send(ilink_order({.id = "A1"}));
    EXPECT_EQ(client.reports, IlinkLines{"New A1"});
}

TEST_F(ServerIlink, WhatIsNoFrameIsTerminatedAndCounted) {
    IlinkBenchClient client(bench_, 0);
    client.connect();
    const std::string noise(200, 'x');
    client.give_raw(std::as_bytes(std::span(noise)));
    bench_.make_durable();
    client.take();
    EXPECT_EQ(client.terminated, Codes{number(TerminateCode::InvalidFraming)});
    EXPECT_TRUE(client.is_cut_off());
    EXPECT_EQ(bench_.server.counters().malformed, 1U);
    EXPECT_EQ(bench_.notes(), IlinkLines{"wrong framing header"});
}

TEST_F(ServerIlink, AnOrderBeforeTheSessionIsEstablishedIsTerminated) {
    IlinkBenchClient client(bench_, 0);
    client.connect();
    std::vector<std::byte> frame(protocols::cme::ilink3::kFramingHeaderLength);
    const support::IlinkBytes order = ilink_order({.id = "A1"});
    frame.insert(frame.end(), order.view().begin(), order.view().end());
    protocols::cme::ilink3::store_framing_header(frame.data(), frame.size());
    client.give_raw(frame);
    bench_.make_durable();
    client.take();
    EXPECT_EQ(client.terminated, Codes{number(TerminateCode::Unnegotiated)});
    EXPECT_EQ(open(0), 0U);
}

TEST_F(ServerIlink, WithoutALoginTheConnectionEnds) {
    IlinkBenchClient client(bench_, 0);
    client.connect();
    bench_.advance(bench_.options.soup.connection.login_timeout + Nanos{1});
    EXPECT_TRUE(client.is_cut_off());
    EXPECT_EQ(bench_.closed.at(client.id->value),
              protocols::nasdaq::soupbintcp::CloseReason::LoginTimeout);
}

TEST_F(ServerIlink, ASilentClientIsWarnedAndThenTerminated) {
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    for (int second = 1; second <= 21; ++second) {
        EXPECT_FALSE(client.is_cut_off()) << "after one interval it is warned";
        bench_.advance(Nanos{kNanosPerSecond});
        client.take();
        client.session().on_written(client.session().output().size());  // lost on the way
    }
    EXPECT_EQ(client.terminated, Codes{number(TerminateCode::KeepAliveIntervalLapsed)});
}

TEST_F(ServerIlink, AUserHasOneConnectionOfAnyProtocol) {
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    const BenchClient by_ouch(bench_, Port::OrderEntry, bench_.options.users[0]);
    EXPECT_TRUE(by_ouch.is_logged_in);
    EXPECT_TRUE(client.is_cut_off());
    client.take_last();
    EXPECT_EQ(client.terminated, Codes{number(TerminateCode::Other)});
    client.disconnect();
    client.log_on();
    EXPECT_TRUE(client.session().is_established());
    EXPECT_TRUE(by_ouch.is_cut_off());
}

TEST_F(ServerIlink, ATerminateIsAnsweredAndTheSessionGoesOnInTheNextConnection) {
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    client.send(ilink_order({.id = "A1"}));
    client.session().terminate(TerminateCode::Finished, bench_.now);
    client.turn();
    EXPECT_TRUE(client.is_cut_off());
    EXPECT_EQ(bench_.closed.at(client.id->value),
              protocols::nasdaq::soupbintcp::CloseReason::LoggedOut);
    client.log_on();
    client.send(ilink_order({.id = "A2"}));
    EXPECT_EQ(client.reports, (IlinkLines{"New A1", "New A2"}));
    EXPECT_EQ(client.numbers, (std::vector<std::uint32_t>{1, 2}));
}

TEST_F(ServerIlink, ADisconnectCancelsWhenItIsConfigured) {
    VenueServerOptions with = options();
    with.cancel_on_disconnect_after = Nanos{1'000'000};
    VenueBench bench(with);
    IlinkBenchClient client(bench, 0);
    client.log_on();
    client.send(ilink_order({.id = "A1"}));
    client.disconnect();
    bench.advance(Nanos{2'000'000});
    EXPECT_EQ(bench.server.log().exchange().session_orders({0}), 0U);
    bench.make_durable();
    client.log_on();
    EXPECT_EQ(client.reports, (IlinkLines{"New A1", "Cancel A1"}));
    EXPECT_EQ(client.again, 1) << "it was made while the client was away";
}

TEST_F(ServerIlink, ReportsWhileAwayComeInTheNextConnectionInOrder) {
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    client.send(ilink_order({.id = "A1"}));
    client.disconnect();
    sell_three_times();
    client.log_on();
    EXPECT_EQ(client.reports,
              (IlinkLines{"New A1", "TradeOutright A1", "TradeOutright A1", "TradeOutright A1"}));
    EXPECT_EQ(client.numbers, (std::vector<std::uint32_t>{1, 2, 3, 4}));
    EXPECT_EQ(client.again, 3);
}

TEST_F(ServerIlink, ACrashNeitherLosesNorDoublesWhateverWasDurable) {
    for (std::size_t lost = 0; lost < 6; ++lost) {
        SCOPED_TRACE(lost);
        VenueBench bench(options());
        IlinkBenchClient client(bench, 0);
        client.log_on();
        client.send(ilink_order({.id = "A1"}));
        client.send(ilink_order({.id = "A2"}));
        for (const char* id : {"A3", "A4", "A5"}) {
            client.put(ilink_order({.id = id}));
        }
        client.give();  // three records more, not durable
        const std::size_t gone = std::min<std::size_t>(lost, 3);
        const std::size_t durable = bench.records.size() - gone;
        bench.make_durable(durable);
        if (lost % 2 == 0) {
            client.take();
        }
        bench.restart(durable);
        client.disconnect();
        client.log_on();
        ASSERT_TRUE(client.session().is_established());
        client.send(ilink_order({.id = "A6"}));
        IlinkLines expected{"New A1", "New A2", "New A3", "New A4", "New A5"};
        expected.resize(5 - gone);
        expected.emplace_back("New A6");
        EXPECT_EQ(client.reports, expected);
        EXPECT_TRUE(std::ranges::is_sorted(client.numbers));
        const auto gone_messages = static_cast<std::uint32_t>(gone);
        const Numbers missed{{6 - gone_messages, gone_messages}};
        EXPECT_EQ(client.not_applied, gone == 0 ? Numbers() : missed) << "it is said once";
        EXPECT_EQ(bench.server.log().exchange().session_orders({0}), 6 - gone);
    }
}

TEST_F(ServerIlink, WhatWasNotAppliedIsNotSaidTwiceAfterACrash) {
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    auto numbers = client.session().numbers();
    client.disconnect();
    numbers.next_outgoing += 3;  // three messages that never arrived
    client.session().begin_session(numbers);
    client.log_on();
    EXPECT_EQ(client.not_applied, (Numbers{{1, 3}}));
    bench_.restart(bench_.records.size());
    client.disconnect();
    client.log_on();
    EXPECT_EQ(client.not_applied, (Numbers{{1, 3}}));
    client.send(ilink_order({.id = "A1"}));
    EXPECT_EQ(client.reports, IlinkLines{"New A1"});
}

TEST_F(ServerIlink, ANewUuidBeginsBothNumbersAgainAlsoInAReplay) {
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    client.send(ilink_order({.id = "A1"}));
    client.put(ilink_order({.id = "A2"}));
    client.give();  // its report is made under the old UUID, and leaves under the new one
    client.disconnect();
    client.session().begin_session({.uuid = 2'000});
    client.connect();
    client.give();
    bench_.make_durable();
    client.turn();
    ASSERT_TRUE(client.session().is_established());
    EXPECT_EQ(client.reports, (IlinkLines{"New A1", "New A2"}));
    EXPECT_EQ(client.numbers, (std::vector<std::uint32_t>{1, 1}));
    bench_.restart(bench_.records.size());
    client.disconnect();
    client.log_on();
    ASSERT_TRUE(client.session().is_established());
    client.send(ilink_order({.id = "A3"}));
    EXPECT_EQ(client.numbers, (std::vector<std::uint32_t>{1, 1, 2}));
    IlinkBenchClient behind(bench_, 0);  // under the first UUID
    behind.session().begin_session({.uuid = 1'000, .is_negotiated = true});
    bench_.now = bench_.now + Nanos{1'000};
    behind.log_on();
    EXPECT_EQ(behind.terminated, Codes{number(TerminateCode::InvalidUuid)});
}

/// What left under the new UUID is of the new one; a snapshot and a replay know both.
TEST_F(ServerIlink, TheReportsOfTheFormerUuidComeAgainAlsoAfterARestart) {
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    client.send(ilink_order({.id = "A1"}));
    client.send(ilink_order({.id = "A2"}));
    client.disconnect();
    client.session().begin_session({.uuid = 2'000});
    client.log_on();
    client.send(ilink_order({.id = "A3"}));
    const auto request =
        support::ilink_frame<protocols::cme::ilink3::RetransmitRequest>([](auto& m) {
            m.store_uuid(2'000);
            m.store_last_uuid(1'000);
            m.store_from_seq_no(1);
            m.store_msg_count(2);
        });
    for (const bool is_restarted : {false, true}) {
        SCOPED_TRACE(is_restarted);
        if (is_restarted) {
            bench_.restart(bench_.records.size());
            client.disconnect();
            bench_.now = bench_.now + Nanos{1'000};
            client.log_on();
        }
        ASSERT_TRUE(client.session().is_established());
        client.give_raw(support::to_bytes(request));
        bench_.take_records();
        bench_.make_durable();
        EXPECT_EQ(
            support::retransmitted(bench_.server.output(*client.id)),
            (IlinkLines{"2 messages from 1 of 1000", "1 A1 of 1000 again", "2 A2 of 1000 again"}));
    }
}

TEST_F(ServerIlink, ALoginThatWasRecordedIsNotTakenAgainAfterARestart) {
    IlinkBenchClient client(bench_, 0);
    client.connect();
    const support::ByteString negotiate = support::to_bytes(client.session().output());
    client.turn();
    ASSERT_TRUE(client.session().is_established());
    bench_.restart(bench_.records.size());
    client.disconnect();
    IlinkBenchClient thief(bench_, 0);
    thief.id = bench_.server.on_connect(kIlinkOrders, bench_.now);
    thief.give_raw(negotiate);
    bench_.take_records();
    bench_.make_durable();
    EXPECT_FALSE(bench_.server.output(*thief.id).empty()) << "it is answered";
    EXPECT_FALSE(bench_.server.is_logged_in({0}));
    EXPECT_EQ(bench_.server.counters().logins_refused, 1U);
}

TEST_F(ServerIlink, ASnapshotHasTheNumbers) {
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    client.send(ilink_order({.id = "A1"}));
    const support::ByteString state = support::state_of(bench_.server);
    const auto loaded = support::server_with_state(bench_.options, state);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(support::state_of(*loaded), state);
    auto replayed = VenueServer::create(bench_.options, nullptr);
    for (std::uint64_t seq = 1; seq <= bench_.records.size(); ++seq) {
        ASSERT_EQ(replayed->replay(bench_.records[seq - 1], seq), ApplyStatus::Ok);
    }
    EXPECT_EQ(support::state_of(*replayed), state);
    VenueServerOptions without = bench_.options;
    std::get<IlinkOptions>(without.protocols).users.clear();
    SCOPED_TRACE("the state of a user without a session is skipped");
    EXPECT_TRUE(support::server_with_state(without, state));
}

TEST_F(ServerIlink, OrdersBeyondTheRateAreRejectedAndCancelsBeyondTheirsCutOff) {
    VenueServerOptions with = options();
    with.limits.orders = {.per_second = 1, .burst = 2};
    with.limits.cancels = {.per_second = 1, .burst = 5};
    VenueBench bench(with);
    IlinkBenchClient client(bench, 0);
    client.log_on();
    for (const char* id : {"A1", "A2", "A3"}) {
        client.send(ilink_order({.id = id}));
    }
    EXPECT_EQ(client.reports, (IlinkLines{"New A1", "New A2", "Reject A3"}));
    EXPECT_EQ(bench.server.counters().refused_for_rate, 1U);
    for (int n = 0; n < 6 && !client.is_cut_off(); ++n) {
        client.put(ilink_cancel("C", 1));
        client.give();
    }
    EXPECT_TRUE(client.is_cut_off());
    EXPECT_EQ(bench.closed.at(client.id->value),
              protocols::nasdaq::soupbintcp::CloseReason::RateExceeded);
}

TEST_F(ServerIlink, TheFatFingerLimitsOfAUserHold) {
    constexpr std::int64_t kOrderValueMax = 100 * 500'000;
    constexpr std::int64_t kDollar = 1'000'000'000;
    VenueServerOptions limited = options();
    limited.user_limits = {{.order_value_max = {kOrderValueMax}, .exposure_max = {kOrderValueMax}}};
    VenueBench bench(limited);
    IlinkBenchClient client(bench, 0);
    client.log_on();
    client.send(ilink_order({.id = "A1", .qty = 101}));
    client.send(ilink_order({.id = "A2"}));
    client.send(ilink_order(
        {.id = "A3", .side = protocols::cme::ilink3::Side::Sell, .qty = 1, .price = 51 * kDollar}));
    EXPECT_EQ(client.reports, (IlinkLines{"Reject A1", "New A2", "Reject A3"}));
    EXPECT_EQ(bench.server.counters().refused_for_limits, 2U);
    const std::uint64_t order_id = 1;
    client.send(ilink_replacement({.id = "A4", .order_id = order_id, .qty = 101}));
    EXPECT_EQ(bench.server.counters().refused_for_limits, 3U);
    client.send(ilink_replacement({.id = "A5", .order_id = order_id, .price = 49 * kDollar}));
    EXPECT_EQ(bench.server.counters().refused_for_limits, 3U);
    EXPECT_EQ(client.reports.back(), "Modify A5") << "it counts in place of the other";
}

TEST_F(ServerIlink, ASuspendedUserIsToldSo) {
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    client.send(ilink_order({.id = "A1"}));
    ASSERT_TRUE(
        bench_.server.try_control({.action = ControlAction::Suspend, .session = {0}}, bench_.now));
    bench_.take_records();
    bench_.make_durable();
    client.turn();
    EXPECT_EQ(open(0), 0U);
    client.send(ilink_order({.id = "A2"}));
    EXPECT_EQ(client.reports, (IlinkLines{"New A1", "Cancel A1", "Reject A2"}));
    EXPECT_EQ(bench_.server.counters().refused_suspended, 1U);
    EXPECT_FALSE(client.is_cut_off());
}

TEST_F(ServerIlink, AMessageThatTheVenueDidNotTakeIsSaidToBeNotApplied) {
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    bench_.server.set_journal_room({.bytes = 0});
    client.put(ilink_order({.id = "A1"}));
    client.give();
    EXPECT_TRUE(client.is_cut_off());
    EXPECT_EQ(open(0), 0U);
    bench_.server.set_journal_room({});
    client.disconnect();
    client.log_on();
    EXPECT_EQ(client.not_applied, (Numbers{{1, 1}}));
    EXPECT_TRUE(client.reports.empty());
    client.send(ilink_order({.id = "A1"}));
    EXPECT_EQ(client.reports, IlinkLines{"New A1"});
}

TEST_F(ServerIlink, AFullJournalRefusesLogins) {
    bench_.server.set_journal_room({.bytes = 0});
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    EXPECT_TRUE(client.is_cut_off());
    EXPECT_EQ(bench_.notes(), IlinkLines{"login refused: the venue's journal has no room"});
}

TEST_F(ServerIlink, ADayEndsTheConnectionAndNumbersGoOn) {
    IlinkBenchClient client(bench_, 0);
    client.log_on();
    client.send(ilink_order({.id = "A1"}));
    ASSERT_NO_FATAL_FAILURE(start_day());
    client.turn();
    EXPECT_EQ(client.terminated, Codes{number(TerminateCode::Finished)});
    EXPECT_TRUE(client.is_cut_off());
    const std::uint32_t next = client.session().numbers().next_incoming;
    client.log_on();
    ASSERT_TRUE(client.session().is_established());
    client.send(ilink_order({.id = "B1"}));
    EXPECT_EQ(client.reports.back(), "New B1");
    EXPECT_GE(client.numbers.back(), next);
    bench_.restart(bench_.records.size());
    client.disconnect();
    client.log_on();
    ASSERT_TRUE(client.session().is_established());
    client.send(ilink_order({.id = "B2"}));
    EXPECT_EQ(client.reports.back(), "New B2");
    EXPECT_TRUE(client.lost.empty());
}

TEST(ServerIlinkCopies, ADropCopyOverFixHasTheOrdersAsOrdersByOuch) {
    VenueServerOptions options = support::ilink_venue_server(2, 1);
    auto& fix = std::get<FixOptions>(options.protocols);
    fix.desk.ids_max = 1'024;
    fix.reports.messages_max = 20'000;
    VenueBench bench(support::with_fix_copies(options));
    IlinkBenchClient client(bench, 0);
    client.log_on();
    client.send(ilink_order({.id = "A1"}));
    client.send(ilink_cancel("A2", 1));
    support::FixBenchClient reader(bench, "COPIES", "COPYPASS", kFixDropCopy);
    reader.log_on();
    ASSERT_TRUE(reader.session().is_logged_on()) << reader.logout;
    EXPECT_EQ(reader.reports, (support::FixLines{"1 0", "1 4"})) << "its UserRefNum";
    EXPECT_EQ(reader.accounts, (support::FixLines{"USER0", "USER0"}));
}

TEST(ServerIlinkOptions, AConfigurationThatContradictsItselfIsRefused) {
    const VenueServerOptions good = support::ilink_venue_server(2, 2);
    EXPECT_TRUE(VenueServer::create(good, nullptr));
    const auto ilink_of = [](VenueServerOptions& o) -> auto& {
        return std::get<IlinkOptions>(o.protocols);
    };
    const auto refusal = [&](auto&& change) { return support::refusal_of(good, change); };
    EXPECT_NE(refusal([&](auto& o) { ilink_of(o).desk.is_taken = false; }).find("is_taken"),
              std::string::npos);
    EXPECT_NE(refusal([&](auto& o) { ilink_of(o).users[1].user = 0; }).find("is used twice"),
              std::string::npos);
    EXPECT_NE(refusal([&](auto& o) { ilink_of(o).users[1].user = 99; }).find("got 99"),
              std::string::npos);
    EXPECT_NE(refusal([&](auto& o) {
                  ilink_of(o).users[1].session = "S00";
                  ilink_of(o).users[1].firm = "F0";
              }).find("session S00 of firm F0"),
              std::string::npos);
    EXPECT_NE(refusal([&](auto& o) { ilink_of(o).users[1].signer = nullptr; }).find("a signer"),
              std::string::npos);
    EXPECT_NE(refusal([&](auto& o) { ilink_of(o).reports.messages_max = 10; }).find("reports_kept"),
              std::string::npos);
}

}  // namespace
}  // namespace hotpath::exchange
