// A FIX session in order: logons, messages both ways, heartbeats, resends, logouts, resets.

#include "hotpath/protocols/fix/session/session.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/fix_messages.hpp"
#include "tests/support/fix_session_pair.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::protocols::fix {
namespace {

using support::FixPair;
using support::FixTexts;

constexpr Nanos seconds(std::int64_t count) {
    return Nanos{count * kNanosPerSecond};
}

/// Without CheckSum.
std::string body_of(const std::string& message) {
    return message.substr(0, message.find("10="));
}

TEST(FixSession, LogonsAreExchanged) {
    FixPair pair;
    pair.log_on();
    ASSERT_EQ(pair.wire.size(), 2U);
    EXPECT_EQ(body_of(pair.wire[0]),
              "35=A|34=1|49=CLIENT|52=20251126-12:00:00.000|56=VENUE|98=0|108=30|");
    EXPECT_EQ(body_of(pair.wire[1]),
              "35=A|34=1|49=VENUE|52=20251126-12:00:00.000|56=CLIENT|98=0|108=30|");
    EXPECT_EQ(pair.client.logons, 1);
    EXPECT_EQ(pair.venue.logons, 1);
    EXPECT_EQ(pair.venue.store.next_in(), 2U);
    EXPECT_EQ(pair.venue.store.next_out(), 2U);
}

TEST(FixSession, ALogonNamesUserAndSubIds) {
    SessionOptions client = support::fix_initiator();
    client.username = "me";
    client.password = "secret";
    client.sender_sub_id = "DESK";
    client.target_sub_id = "FLOOR";
    client.resets.on_logon = true;
    FixPair pair(client);
    pair.log_on();
    EXPECT_EQ(body_of(pair.wire[0]),
              "35=A|34=1|49=CLIENT|50=DESK|52=20251126-12:00:00.000|56=VENUE|57=FLOOR|98=0|108=30|"
              "141=Y|553=me|554=secret|");
    EXPECT_EQ(pair.venue.user(), "me");
}

TEST(FixSession, ALogonIsSignedByTheListener) {
    struct Signer : NullSessionListener {
        void add_logon_fields(MessageWriter& writer, const LogonHeader& header) {
            const std::string signed_text =
                std::to_string(header.number) + "@" + std::string(header.sending_time);
            writer.add_data(tag::kRawDataLength, tag::kRawData, signed_text);
        }
    } signer;
    FixPair pair;
    pair.client.session().on_connected(pair.now, signer);
    pair.client_sends();
    EXPECT_EQ(body_of(pair.wire.at(0)),
              "35=A|34=1|49=CLIENT|52=20251126-12:00:00.000|56=VENUE|98=0|108=30|"
              "95=23|96=1@20251126-12:00:00.000|");
}

TEST(FixSession, ALogonThatTheOwnerRefusesIsAnsweredWithItsReason) {
    FixPair pair;
    pair.venue.refusal = "unknown user";
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.client.session().close_reason(), CloseReason::LogonRefused);
    EXPECT_EQ(pair.venue.session().close_reason(), CloseReason::LogonRefused);
    EXPECT_EQ(pair.client.logouts, FixTexts{"unknown user"});
    EXPECT_EQ(pair.venue.logons, 0);
    // The number of the refused Logon is used up at neither end in a way that hurts the next.
    pair.venue.refusal.clear();
    pair.log_on();
}

TEST(FixSession, MessagesArriveInOrderWithoutAllocation) {
    FixPair pair;
    pair.log_on();
    EXPECT_EQ(pair.client.order("1", pair.now), SendStatus::Sent);
    EXPECT_EQ(pair.client.order("2", pair.now), SendStatus::Sent);
    EXPECT_EQ(pair.venue.order("r1", pair.now), SendStatus::Sent);
    pair.run_until_idle();
    EXPECT_EQ(pair.venue.received, (FixTexts{"1", "2"}));
    EXPECT_EQ(pair.client.received, FixTexts{"r1"});
    EXPECT_EQ(pair.venue.session().counters().applications_received, 2U);
    EXPECT_EQ(pair.client.session().sent().messages, 3U);

    NullSessionListener no_application;
    const NoAllocScope scope;
    const SendStatus sent = pair.client.order("3", pair.now);
    pair.venue.session().on_bytes(pair.client.session().output(), pair.now, no_application);
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(sent, SendStatus::Sent);
    EXPECT_EQ(pair.venue.session().counters().applications_received, 3U);
}

TEST(FixSession, HeartbeatsKeepAQuietSession) {
    FixPair pair;
    pair.log_on();
    pair.live(seconds(301));
    EXPECT_TRUE(pair.client.session().is_logged_on());
    EXPECT_EQ(pair.client.session().counters().test_requests_sent, 0U);
    // Ten intervals at each end.
    EXPECT_EQ(pair.wire.size(), 2U + 20U);
    EXPECT_EQ(body_of(pair.wire.back()), "35=0|34=11|49=VENUE|52=20251126-12:05:00.000|56=CLIENT|");
}

TEST(FixSession, ASilentPeerIsAskedAndThenDropped) {
    FixPair pair;
    pair.log_on();
    Session& client = pair.client.session();
    const Time start = pair.now;
    while (!client.is_closed() && pair.now < start + seconds(300)) {
        pair.now = client.next_deadline();
        client.on_timer(pair.now);
        pair.client_sends();
    }
    EXPECT_EQ(client.close_reason(), CloseReason::PeerSilent);
    EXPECT_EQ(pair.now - start, seconds(72));  // twice an interval and a fifth
    EXPECT_EQ(client.counters().test_requests_sent, 1U);
    EXPECT_EQ(body_of(pair.wire.back()),
              "35=1|34=3|49=CLIENT|52=20251126-12:00:36.000|56=VENUE|112=TEST|");
}

TEST(FixSession, ATestRequestIsAnsweredWithItsId) {
    FixPair pair;
    pair.log_on();
    pair.say_to_venue(support::fix_message(
        "FIX.4.4", "35=1|34=2|49=CLIENT|52=20251126-12:00:00|56=VENUE|112=are you there|"));
    EXPECT_EQ(body_of(pair.wire.back()),
              "35=0|34=2|49=VENUE|52=20251126-12:00:00.000|56=CLIENT|112=are you there|");
}

TEST(FixSession, AJumpOfTheClockMakesNoPeerSilent) {
    FixPair pair;
    pair.log_on();
    pair.now = pair.now + seconds(3'600);
    pair.client.session().on_timer(pair.now);
    EXPECT_TRUE(pair.client.session().is_logged_on());
    pair.run_until_idle();
    pair.live(seconds(100));
    EXPECT_TRUE(pair.client.session().is_logged_on());
    EXPECT_TRUE(pair.venue.session().is_logged_on());
}

TEST(FixSession, WithoutAHeartbeatIntervalNothingIsSent) {
    SessionOptions client = support::fix_initiator();
    client.heartbeat_interval = Nanos{0};
    SessionOptions venue = support::fix_acceptor();
    venue.heartbeat_interval_min = Nanos{0};
    FixPair pair(client, venue);
    pair.log_on();
    EXPECT_EQ(pair.client.session().next_deadline(), kNever);
    EXPECT_EQ(pair.venue.session().next_deadline(), kNever);
    EXPECT_NE(pair.wire[1].find("108=0|"), std::string::npos);
}

TEST(FixSession, ALogoutIsAnsweredAndTheOneThatBeganHangsUp) {
    FixPair pair;
    pair.log_on();
    pair.client.session().logout("done for today", pair.now);
    EXPECT_EQ(pair.client.session().state(), SessionState::LoggingOut);
    EXPECT_EQ(pair.client.order("late", pair.now), SendStatus::NotLoggedOn);
    pair.client_sends();
    pair.venue_receives();
    EXPECT_EQ(pair.venue.session().state(), SessionState::Ending);
    pair.venue_sends();
    pair.client_receives();
    EXPECT_EQ(pair.client.session().close_reason(), CloseReason::LoggedOut);
    EXPECT_EQ(pair.venue.logouts, FixTexts{"done for today"});
    EXPECT_EQ(pair.client.logouts, FixTexts{""});
    pair.venue.session().on_disconnected(pair.now);
    EXPECT_EQ(pair.venue.session().close_reason(), CloseReason::LoggedOut);
    pair.log_on();
    EXPECT_EQ(pair.venue.store.next_in(), 4U);
}

TEST(FixSession, ALogoutWithoutAnAnswerHasItsTimeLimit) {
    FixPair pair;
    pair.log_on();
    Session& client = pair.client.session();
    client.logout("", pair.now);
    pair.client_sends();
    EXPECT_EQ(client.next_deadline(), pair.now + seconds(5));
    client.on_timer(pair.now + seconds(5));
    EXPECT_EQ(client.close_reason(), CloseReason::LoggedOut);
}

TEST(FixSession, APeerThatDoesNotHangUpAfterItsLogoutIsHungUpOn) {
    FixPair pair;
    pair.log_on();
    pair.say_to_venue(
        support::fix_message("FIX.4.4", "35=5|34=2|49=CLIENT|52=20251126-12:00:00|56=VENUE|"));
    EXPECT_EQ(pair.venue.session().state(), SessionState::Ending);
    pair.venue.session().on_timer(pair.now + seconds(5));
    EXPECT_TRUE(pair.venue.session().is_closed());
}

TEST(FixSession, ALogonThatDoesNotComeHasItsTimeLimit) {
    FixPair pair;
    pair.connect();
    Session& venue = pair.venue.session();
    EXPECT_EQ(venue.next_deadline(), pair.now + seconds(10));
    venue.on_timer(pair.now + seconds(10));
    EXPECT_EQ(venue.close_reason(), CloseReason::LogonTimeout);
}

TEST(FixSession, MessagesOfATimeWithoutAConnectionAreRefusedOrStored) {
    SessionOptions venue = support::fix_acceptor();
    venue.stores_while_logged_out = true;
    FixPair pair(support::fix_initiator(), venue);
    EXPECT_EQ(pair.client.order("1", pair.now), SendStatus::NotLoggedOn);
    EXPECT_EQ(pair.venue.order("r1", pair.now), SendStatus::Stored);
    pair.log_on();
    EXPECT_EQ(pair.client.received, FixTexts{"r1"});
    EXPECT_EQ(pair.client.duplicates, 1U);
    EXPECT_EQ(pair.client.store.next_out(), 3U);  // Logon, ResendRequest
}

TEST(FixSession, AResendHasPossDupAndItsFirstTimeAndSkipsAdministrativeMessages) {
    FixPair pair;
    pair.log_on();
    EXPECT_EQ(pair.client.order("1", pair.now), SendStatus::Sent);
    pair.run_until_idle();
    pair.live(seconds(31));
    pair.say_to_venue("");
    pair.wire.clear();
    pair.client.session().on_bytes(
        support::view_of(support::fix_message(
            "FIX.4.4", "35=2|34=3|49=VENUE|52=20251126-12:00:31|56=CLIENT|7=1|16=0|")),
        pair.now, pair.client);
    pair.client_sends();
    ASSERT_EQ(pair.wire.size(), 3U);
    EXPECT_EQ(body_of(pair.wire[0]),
              "35=4|34=1|43=Y|49=CLIENT|52=20251126-12:00:31.000|56=VENUE|"
              "122=20251126-12:00:31.000|36=2|123=Y|");
    EXPECT_EQ(body_of(pair.wire[1]),
              "35=D|34=2|43=Y|49=CLIENT|52=20251126-12:00:31.000|56=VENUE|"
              "122=20251126-12:00:00.000|11=1|54=1|55=XYZ|60=20251126-12:00:00.000|40=1|");
    EXPECT_EQ(body_of(pair.wire[2]),
              "35=4|34=3|43=Y|49=CLIENT|52=20251126-12:00:31.000|56=VENUE|"
              "122=20251126-12:00:31.000|36=4|123=Y|");
    EXPECT_EQ(pair.client.session().sent().resent, 1U);
    EXPECT_EQ(pair.client.session().sent().gap_fills, 2U);
    EXPECT_EQ(pair.client.store.next_out(), 4U);
}

TEST(FixSession, OldMessagesAreNotResent) {
    SessionOptions client = support::fix_initiator();
    client.resend_age_max = seconds(10);
    FixPair pair(client);
    pair.log_on();
    EXPECT_EQ(pair.client.order("stale", pair.now), SendStatus::Sent);
    pair.cut();
    pair.now = pair.now + seconds(11);
    pair.log_on();
    EXPECT_EQ(pair.venue.received, FixTexts{});
    EXPECT_EQ(pair.client.session().sent().gap_fills, 1U);
}

TEST(FixSession, AFullOutputKeepsMessagesUntilThereIsRoom) {
    FixPair pair;
    pair.log_on();
    FixTexts orders;
    for (int i = 0; i < 500; ++i) {
        orders.push_back(std::to_string(i));
        EXPECT_EQ(pair.client.order(orders.back(), pair.now), SendStatus::Sent);
    }
    pair.run_until_idle();
    EXPECT_EQ(pair.venue.received, orders);
    EXPECT_EQ(pair.venue.duplicates, 0U);
    EXPECT_EQ(pair.venue.session().counters().resend_requests_sent, 0U);
}

TEST(FixSession, AResendGoesOnInLaterCalls) {
    FixPair pair;
    pair.log_on();
    FixTexts orders;
    for (int i = 0; i < 300; ++i) {
        orders.push_back(std::to_string(i));
        EXPECT_EQ(pair.client.order(orders.back(), pair.now), SendStatus::Sent);
        pair.client_sends();
    }
    pair.to_venue.clear();  // lost with the connection
    pair.cut();
    pair.connect();
    pair.client_sends();
    pair.venue_receives();
    pair.venue_sends();
    pair.client_receives();
    EXPECT_EQ(pair.client.session().sent().resent, 0U + 64U);
    EXPECT_EQ(pair.client.session().next_deadline(), pair.now);
    pair.run_until_idle();
    EXPECT_EQ(pair.venue.received, orders);
}

TEST(FixSession, AReaderThatTakesNothingIsCutOff) {
    FixPair pair;
    pair.log_on();
    Session& client = pair.client.session();
    EXPECT_EQ(pair.client.order("1", pair.now), SendStatus::Sent);
    for (int i = 0; i < 100 && !client.is_closed(); ++i) {
        pair.now = client.next_deadline();
        client.on_timer(pair.now);
    }
    EXPECT_EQ(client.close_reason(), CloseReason::SlowReader);
    EXPECT_EQ(pair.now, support::kFixNow + seconds(30));
}

TEST(FixSession, AStoreThatWouldForgetWhatHasNotGoneOutRefuses) {
    FixPair pair(support::fix_initiator());
    pair.client.store = *MemoryStore::create({.messages_max = 8, .bytes_max = 4'096});
    pair.client.restart();
    pair.log_on();
    pair.client.session().close(CloseReason::ShutDown);
    SessionOptions storing = support::fix_initiator();
    storing.stores_while_logged_out = true;
    Session session = *Session::create(storing, support::fix44(), pair.client.store);
    for (int i = 0; i < 8; ++i) {
        session.begin("D", pair.now).add(tag::kClOrdId, "1");
        EXPECT_EQ(session.send(), SendStatus::Stored);
    }
    session.begin("D", pair.now).add(tag::kClOrdId, "9");
    EXPECT_EQ(session.send(), SendStatus::StoreFull);
    session.begin("D", pair.now).add(tag::kClOrdId, "");
    EXPECT_EQ(session.send(), SendStatus::FieldRefused);
}

TEST(FixSession, ConnectionsThatDoNotLogOnForgetNothingThatIsStored) {
    SessionOptions storing = support::fix_acceptor();
    storing.stores_while_logged_out = true;
    FixPair pair(support::fix_initiator(), storing);
    pair.venue.store = *MemoryStore::create({.messages_max = 8, .bytes_max = 4'096});
    pair.venue.restart();
    for (int i = 0; i < 8; ++i) {
        EXPECT_EQ(pair.venue.order("r" + std::to_string(i), pair.now), SendStatus::Stored);
    }
    EXPECT_EQ(pair.venue.order("r8", pair.now), SendStatus::StoreFull);
    pair.venue.session().on_connected(pair.now, pair.venue);
    pair.venue.session().on_disconnected(pair.now);
    EXPECT_EQ(pair.venue.order("r8", pair.now), SendStatus::StoreFull);
    EXPECT_EQ(pair.venue.store.first_kept(), 1U);
}

TEST(FixSession, TheStoreHasNoPassword) {
    SessionOptions client = support::fix_initiator();
    client.username = "me";
    client.password = "secret";
    FixPair pair(client);
    pair.log_on();
    const auto logon = pair.client.store.find(1);
    ASSERT_TRUE(logon.has_value());
    EXPECT_EQ(logon->msg_type, "A");
    EXPECT_EQ(logon->fields.find("secret"), std::string_view::npos) << logon->fields;
}

// A listener's field that cannot be written ends the session: it was never logged on.
TEST(FixSession, ALogonThatCannotBeAnsweredIsNoLogon) {
    struct Application : support::FixEnd {
        using FixEnd::FixEnd;
        static void add_logon_fields(MessageWriter& writer, const LogonHeader&) {
            writer.add(tag::kText, "");
        }
    } venue(support::fix_acceptor());
    venue.session().on_connected(support::kFixNow, venue);
    const std::string logon = support::fix_message(
        "FIX.4.4", "35=A|34=1|49=CLIENT|52=20251126-12:00:00|56=VENUE|98=0|108=30|");
    venue.session().on_bytes(support::view_of(logon), support::kFixNow, venue);
    EXPECT_EQ(venue.session().close_reason(), CloseReason::MessageTooLong);
    EXPECT_EQ(venue.logons, 0);
}

// Resets.

TEST(FixSession, NumbersBeginAgainAtALogonThatAsksForIt) {
    SessionOptions client = support::fix_initiator();
    client.resets.on_logon = true;
    FixPair pair(client);
    for (int i = 0; i < 3; ++i) {
        pair.log_on();
        EXPECT_EQ(pair.client.order("1", pair.now), SendStatus::Sent);
        pair.run_until_idle();
        EXPECT_EQ(pair.client.store.next_out(), 3U);
        EXPECT_EQ(pair.venue.store.next_in(), 3U);
        EXPECT_EQ(pair.venue.store.next_out(), 2U);
        pair.cut();
    }
    EXPECT_EQ(pair.venue.received, (FixTexts{"1", "1", "1"}));
}

TEST(FixSession, EitherEndMayResetTheNumbersWhileLoggedOn) {
    FixPair pair;
    pair.log_on();
    for (support::FixEnd* end : {&pair.client, &pair.venue}) {
        pair.client.order("before", pair.now);
        pair.venue.order("before", pair.now);
        pair.run_until_idle();
        end->session().reset_numbers(pair.now, *end);
        pair.run_until_idle();
        EXPECT_EQ(pair.client.store.next_in(), 2U);
        EXPECT_EQ(pair.venue.store.next_in(), 2U);
        EXPECT_EQ(pair.client.order("after", pair.now), SendStatus::Sent);
        EXPECT_EQ(pair.venue.order("after", pair.now), SendStatus::Sent);
        pair.run_until_idle();
        EXPECT_EQ(pair.client.store.next_out(), 3U);
        EXPECT_EQ(pair.venue.store.next_out(), 3U);
    }
    EXPECT_EQ(pair.venue.received, (FixTexts{"before", "after", "before", "after"}));
    EXPECT_EQ(pair.client.received, pair.venue.received);
}

TEST(FixSession, BothEndsMayResetAtOnce) {
    FixPair pair;
    pair.log_on();
    pair.client.session().reset_numbers(pair.now, pair.client);
    pair.venue.session().reset_numbers(pair.now, pair.venue);
    pair.run_until_idle();
    EXPECT_EQ(pair.client.order("after", pair.now), SendStatus::Sent);
    pair.run_until_idle();
    EXPECT_EQ(pair.venue.received, FixTexts{"after"});
    EXPECT_TRUE(pair.client.session().is_logged_on());
}

TEST(FixSession, NumbersBeginAgainAfterALogoutOrAnyEnd) {
    SessionOptions options = support::fix_initiator();
    options.resets.on_logout = true;
    SessionOptions venue = support::fix_acceptor();
    venue.resets.on_logout = true;
    FixPair pair(options, venue);
    pair.log_on();
    pair.cut();
    EXPECT_EQ(pair.client.store.next_out(), 2U);
    pair.log_on();
    pair.client.session().logout("", pair.now);
    pair.run_until_idle();
    EXPECT_EQ(pair.client.store.next_out(), 1U);
    EXPECT_EQ(pair.venue.store.next_in(), 1U);

    options.resets = {.on_disconnect = true};
    venue.resets = {.on_disconnect = true};
    FixPair other(options, venue);
    other.log_on();
    other.cut();
    EXPECT_EQ(other.client.store.next_out(), 1U);
    EXPECT_EQ(other.venue.store.next_in(), 1U);
    other.log_on();
}

TEST(FixSession, AnAcceptorMayAnswerALogonWithAResetOnItsOwn) {
    FixPair pair;
    pair.log_on();
    pair.cut();
    pair.connect();
    pair.client_sends();
    pair.client.session().on_bytes(
        support::view_of(support::fix_message(
            "FIX.4.4", "35=A|34=1|49=VENUE|52=20251126-12:00:00|56=CLIENT|98=0|108=30|141=Y|")),
        pair.now, pair.client);
    EXPECT_TRUE(pair.client.session().is_logged_on());
    EXPECT_EQ(pair.client.store.next_in(), 2U);
    EXPECT_EQ(pair.client.store.next_out(), 2U);  // its Logon counts as the first
}

// The Logon that begins a reset answers none: number 1 of the peer is still to come.
TEST(FixSession, AResetOfTheAcceptorExpectsNumberOne) {
    SessionOptions client = support::fix_initiator();
    SessionOptions venue = support::fix_acceptor();
    client.uses_next_expected = venue.uses_next_expected = true;
    FixPair pair(client, venue);
    pair.log_on();
    EXPECT_NE(pair.wire[1].find("|789=2|"), std::string::npos) << pair.wire[1];
    pair.venue.session().reset_numbers(pair.now, pair.venue);
    pair.venue_sends();
    EXPECT_NE(pair.wire[2].find("35=A|34=1|"), std::string::npos) << pair.wire[2];
    EXPECT_NE(pair.wire[2].find("|789=1|"), std::string::npos) << pair.wire[2];
    pair.run_until_idle();
    EXPECT_EQ(pair.client.order("1", pair.now), SendStatus::Sent);
    pair.run_until_idle();
    EXPECT_EQ(pair.venue.received, FixTexts{"1"});
}

}  // namespace
}  // namespace hotpath::protocols::fix
