// What a FIX session does with a peer that is wrong: beside QuickFIX's scripts
// (acceptance_test.cpp).

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/fix_messages.hpp"
#include "tests/support/fix_session_pair.hpp"

namespace hotpath::protocols::fix {
namespace {

using support::FixPair;
using support::FixTexts;

/// From the client, at the time of the pair's start; `fields` are those behind TargetCompID.
std::string from_client(std::string_view type, std::string_view number, std::string_view fields) {
    return support::fix_message(
        "FIX.4.4", "35=" + std::string(type) + "|34=" + std::string(number) +
                       "|49=CLIENT|52=20251126-12:00:00|56=VENUE|" + std::string(fields));
}

/// What the venue answers last: from its first field of the body on.
std::string answer_of(const FixPair& pair) {
    const std::string& message = pair.wire.back();
    const std::size_t body = message.find("56=CLIENT|") + 10;
    return message.substr(0, message.find('|') + 1) +
           message.substr(body, message.find("10=") - body);
}

TEST(FixSessionErrors, ALogonThatIsNoneEndsTheConnectionWithoutAWord) {
    const auto reason_for = [](const std::string& message) {
        FixPair pair;
        pair.venue.session().on_connected(pair.now, pair.venue);
        pair.say_to_venue(message);
        EXPECT_TRUE(pair.wire.empty());
        return pair.venue.session().close_reason();
    };
    EXPECT_EQ(reason_for("GET / HTTP/1.1\r\n\r\n"), CloseReason::NotLogon);
    EXPECT_EQ(reason_for(from_client("0", "1", "")), CloseReason::NotLogon);
    EXPECT_EQ(reason_for(from_client("A", "1", "98=0|")), CloseReason::InvalidLogon);
    EXPECT_EQ(reason_for(from_client("A", "x", "98=0|108=30|")), CloseReason::NoSequenceNumber);
    EXPECT_EQ(reason_for(support::fix_message(
                  "FIX.4.2", "35=A|34=1|49=CLIENT|52=20251126-12:00:00|56=VENUE|98=0|108=30|")),
              CloseReason::WrongBeginString);
    EXPECT_EQ(reason_for(support::fix_message(
                  "FIX.4.4", "35=A|34=1|49=OTHER|52=20251126-12:00:00|56=VENUE|98=0|108=30|")),
              CloseReason::WrongCompId);
    EXPECT_EQ(reason_for(support::fix_message(
                  "FIX.4.4", "35=A|34=1|49=CLIENT|52=20251126-12:02:01|56=VENUE|98=0|108=30|")),
              CloseReason::WrongSendingTime);
}

TEST(FixSessionErrors, ALogonWithWrongTermsIsAnsweredWithALogout) {
    const auto answer_to = [](const std::string& message) {
        FixPair pair;
        pair.venue.session().on_connected(pair.now, pair.venue);
        pair.say_to_venue(message);
        EXPECT_EQ(pair.wire.size(), 1U);
        EXPECT_EQ(pair.venue.session().close_reason(), CloseReason::LogonRefused);
        return answer_of(pair);
    };
    EXPECT_EQ(answer_to(from_client("A", "1", "98=1|108=30|")), "35=5|58=EncryptMethod must be 0|");
    for (const std::string_view interval : {"0", "3601", "99999999999999999999", "-1"}) {
        EXPECT_EQ(answer_to(from_client("A", "1", "98=0|108=" + std::string(interval) + "|")),
                  "35=5|58=HeartBtInt is not accepted|")
            << interval;
    }
    EXPECT_EQ(answer_to(from_client("A", "2", "98=0|108=30|141=Y|")),
              "35=5|58=ResetSeqNumFlag requires MsgSeqNum 1|");
}

TEST(FixSessionErrors, AResetThatIsNotAcceptedIsRefused) {
    SessionOptions venue = support::fix_acceptor();
    venue.resets.accepts_flag = false;
    FixPair pair(support::fix_initiator(), venue);
    pair.log_on();
    EXPECT_EQ(pair.client.order("1", pair.now), SendStatus::Sent);
    pair.run_until_idle();
    pair.client.session().reset_numbers(pair.now, pair.client);
    pair.run_until_idle();
    EXPECT_EQ(pair.venue.session().close_reason(), CloseReason::UnexpectedLogon);
    EXPECT_EQ(pair.venue.store.next_in(), 3U);

    pair.connect();
    pair.say_to_venue(from_client("A", "1", "98=0|108=30|141=Y|"));
    EXPECT_EQ(answer_of(pair), "35=5|58=ResetSeqNumFlag is not accepted|");
}

TEST(FixSessionErrors, ASecondLogonEndsTheSession) {
    FixPair pair;
    pair.log_on();
    pair.say_to_venue(from_client("A", "2", "98=0|108=30|"));
    EXPECT_EQ(answer_of(pair), "35=5|58=Logon while logged on|");
    pair.say_to_venue(from_client("5", "3", ""));
    EXPECT_EQ(pair.venue.session().close_reason(), CloseReason::UnexpectedLogon);
}

TEST(FixSessionErrors, ANumberThatIsTooLowAtALogonIsRefused) {
    FixPair pair;
    pair.log_on();
    pair.cut();
    pair.client.store.reset(pair.now);
    pair.client.restart();
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.client.logouts, FixTexts{"MsgSeqNum too low, expecting 2 but received 1"});
    EXPECT_EQ(pair.venue.session().close_reason(), CloseReason::SequenceTooLow);
    EXPECT_EQ(pair.client.session().close_reason(), CloseReason::LogonRefused);
}

TEST(FixSessionErrors, AMessageWithoutANumberEndsTheSession) {
    FixPair pair;
    pair.log_on();
    pair.say_to_venue(
        support::fix_message("FIX.4.4", "35=0|49=CLIENT|52=20251126-12:00:00|56=VENUE|"));
    EXPECT_EQ(answer_of(pair), "35=5|58=MsgSeqNum missing or no number|");
    // Whatever comes now, only its Logout counts.
    pair.say_to_venue(from_client("1", "2", "112=hello|"));
    EXPECT_EQ(pair.wire.size(), 3U);
    pair.say_to_venue(from_client("5", "3", ""));
    EXPECT_EQ(pair.venue.session().close_reason(), CloseReason::NoSequenceNumber);
}

TEST(FixSessionErrors, GarbledMessagesAreCountedAndMissed) {
    FixPair pair;
    pair.log_on();
    std::string garbled = from_client("0", "2", "");
    garbled[garbled.size() - 2] = '?';
    pair.say_to_venue(garbled);
    EXPECT_EQ(pair.venue.session().counters().garbled, 1U);
    EXPECT_EQ(pair.wire.size(), 2U);
    pair.say_to_venue(from_client("0", "3", ""));
    EXPECT_EQ(answer_of(pair), "35=2|7=2|16=0|");
    // One request, however much comes ahead.
    pair.say_to_venue(from_client("0", "4", ""));
    EXPECT_EQ(pair.wire.size(), 3U);
    EXPECT_TRUE(pair.venue.session().is_waiting_for_resend());
    pair.say_to_venue(from_client("0", "2", ""));
    EXPECT_FALSE(pair.venue.session().is_waiting_for_resend());
    EXPECT_EQ(pair.venue.store.next_in(), 5U);
}

TEST(FixSessionErrors, WhatCannotBeHeldIsAskedForAgain) {
    FixPair pair;  // which holds 32
    pair.log_on();
    const auto order = [](std::uint64_t number, std::string_view flags) {
        return from_client("D", std::to_string(number),
                           std::string(flags) + "11=" + std::to_string(number) +
                               "|55=X|54=1|60=20251126-12:00:00|40=1|");
    };
    for (std::uint64_t number = 3; number < 50; ++number) {
        pair.say_to_venue(order(number, ""));
    }
    EXPECT_EQ(pair.venue.received, FixTexts{});
    EXPECT_EQ(pair.venue.session().counters().held, 31U);
    EXPECT_EQ(pair.venue.session().counters().held_dropped, 16U);
    pair.say_to_venue(order(2, ""));
    EXPECT_EQ(pair.venue.received.size(), 32U);
    EXPECT_EQ(pair.venue.store.next_in(), 34U);
    pair.say_to_venue(order(50, ""));
    EXPECT_EQ(answer_of(pair), "35=2|7=34|16=0|");
    for (std::uint64_t number = 34; number <= 50; ++number) {
        pair.say_to_venue(order(number, "43=Y|122=20251126-11:59:00|"));
    }
    EXPECT_EQ(pair.venue.received.size(), 49U);
    EXPECT_EQ(pair.venue.session().counters().duplicates, 1U);  // 50 was held and resent
}

TEST(FixSessionErrors, APossibleDuplicateNeedsTheTimeOfTheFirst) {
    FixPair pair;
    pair.log_on();
    pair.say_to_venue(from_client("0", "2", "43=Y|"));
    EXPECT_EQ(answer_of(pair), "35=3|45=2|58=Required tag missing|371=122|372=0|373=1|");
    EXPECT_EQ(pair.venue.store.next_in(), 3U);
    pair.say_to_venue(from_client("0", "3", "43=Y|122=yesterday|"));
    EXPECT_EQ(answer_of(pair), "35=3|45=3|58=Incorrect data format for value|371=122|372=0|373=6|");
    pair.say_to_venue(from_client("0", "4", "43=Y|122=20251126-12:00:01|"));
    EXPECT_EQ(answer_of(pair), "35=5|");
    EXPECT_EQ(pair.venue.store.next_in(), 5U);
}

TEST(FixSessionErrors, SequenceNumbersStayWithinReason) {
    FixPair pair;
    pair.log_on();
    for (const std::string_view number :
         {"1", "1000000000001", "18446744073709551615", "99999999999999999999"}) {
        pair.say_to_venue(from_client("4", "2", "36=" + std::string(number) + "|"));
        EXPECT_EQ(pair.wire.back().substr(0, 5), "35=3|") << number;
        EXPECT_LE(pair.venue.store.next_in(), 3U);
    }
    pair.say_to_venue(from_client("4", "9", "36=1000|"));
    EXPECT_EQ(pair.venue.store.next_in(), 1'000U);
    pair.say_to_venue(from_client("0", "18446744073709551615", ""));
    EXPECT_EQ(answer_of(pair), "35=2|7=1000|16=0|");
    EXPECT_EQ(pair.venue.session().counters().held_dropped, 1U);
}

TEST(FixSessionErrors, AResendRequestForWhatWasNeverSentIsRejected) {
    FixPair pair;
    pair.log_on();
    int number = 2;
    const auto answer_to = [&](std::string_view fields) {
        pair.say_to_venue(from_client("2", std::to_string(number++), fields));
        return answer_of(pair);
    };
    EXPECT_EQ(answer_to("7=100|16=0|").substr(0, 5), "35=3|");
    EXPECT_EQ(answer_to("7=0|16=0|").substr(0, 5), "35=3|");
    EXPECT_EQ(answer_to("7=2|16=1|").substr(0, 5), "35=3|");
    EXPECT_EQ(answer_to("7=1|").substr(0, 5), "35=3|");
    // A gap fill for the Logon, and the four Rejects.
    const std::size_t before = pair.wire.size();
    EXPECT_EQ(answer_to("7=1|16=18446744073709551615|").substr(0, 5), "35=3|");
    EXPECT_EQ(pair.wire.size(), before + 5);
    EXPECT_EQ(pair.wire[before].substr(0, 10), "35=4|34=1|");
}

TEST(FixSessionErrors, AFloodOfResendRequestsCostsOneResendAtATime) {
    FixPair pair;
    pair.log_on();
    for (int i = 0; i < 200; ++i) {
        EXPECT_EQ(pair.venue.order(std::to_string(i), pair.now), SendStatus::Sent);
        pair.venue_sends();
    }
    pair.to_client.clear();
    std::string flood;
    for (int i = 0; i < 1'000; ++i) {
        flood += from_client("2", std::to_string(2 + i), "7=1|16=0|");
    }
    pair.venue.session().on_bytes(support::view_of(flood), pair.now, pair.venue);
    EXPECT_LE(pair.venue.session().sent().resent, 64U);
    EXPECT_EQ(pair.venue.session().counters().resend_requests_received, 1'000U);
    while (pair.venue_sends() > 0) {
        pair.venue.session().on_timer(pair.now);
    }
    EXPECT_EQ(pair.venue.session().sent().resent, 200U);
}

TEST(FixSessionErrors, ARejectIsNeverAnsweredByOne) {
    FixPair pair;
    pair.log_on();
    pair.say_to_venue(from_client("3", "2", ""));  // RefSeqNum is missing
    EXPECT_EQ(pair.wire.size(), 2U);
    EXPECT_EQ(pair.venue.store.next_in(), 3U);
    pair.say_to_venue(from_client("3", "3", "45=1|58=no|"));
    EXPECT_EQ(pair.venue.rejects, FixTexts{"no"});
    EXPECT_EQ(pair.venue.session().counters().rejects_received, 1U);
}

TEST(FixSessionErrors, ARejectIsResentLikeAMessageOfTheApplication) {
    FixPair pair;
    pair.log_on();
    pair.say_to_venue(from_client("0", "2", "43=Y|"));
    pair.say_to_venue(from_client("2", "3", "7=2|16=2|"));
    EXPECT_EQ(pair.wire.back().substr(0, 15), "35=3|34=2|43=Y|");
}

TEST(FixSessionErrors, MessagesAreCheckedAgainstTheDictionaryOnlyWhenWanted) {
    const std::string unknown = from_client("D", "2", "11=x|");
    FixPair strict;
    strict.log_on();
    strict.say_to_venue(unknown);
    EXPECT_EQ(strict.venue.received, FixTexts{});
    EXPECT_EQ(strict.venue.session().counters().rejects_sent, 1U);

    SessionOptions venue = support::fix_acceptor();
    venue.validates = false;
    FixPair lenient(support::fix_initiator(), venue);
    lenient.log_on();
    lenient.say_to_venue(unknown);
    EXPECT_EQ(lenient.venue.received, FixTexts{"x"});
    lenient.say_to_venue(from_client("D", "3", "no field|"));
    EXPECT_EQ(lenient.venue.received, FixTexts{"x"});
    EXPECT_EQ(answer_of(lenient).substr(0, 5), "35=3|");
}

TEST(FixSessionErrors, ATestRequestWithALongIdIsAnsweredWithinOurLimits) {
    FixPair pair;
    pair.log_on();
    pair.say_to_venue(from_client("1", "2", "112=" + std::string(900, 'x') + "|"));
    EXPECT_EQ(pair.wire.back().substr(0, 10), "35=0|34=2|");
}

// Our header is longer than the peer's: its id fits its message and not our answer.
TEST(FixSessionErrors, ATestRequestWhoseAnswerWouldBeTooLongIsRejected) {
    FixTexts types;
    for (const std::size_t length : {800U, 900U, 940U}) {
        SessionOptions venue = support::fix_acceptor();
        venue.sender_sub_id = std::string(kTextLengthMax, 's');
        FixPair pair(support::fix_initiator(), venue);
        pair.log_on();
        pair.say_to_venue(from_client("1", "2", "112=" + std::string(length, 'x') + "|"));
        ASSERT_TRUE(pair.venue.session().is_logged_on()) << length;
        types.push_back(pair.wire.back().substr(0, 5));
    }
    EXPECT_EQ(types, (FixTexts{"35=0|", "35=3|", "35=3|"}));
}

TEST(FixSessionErrors, OptionsThatContradictThemselvesAreRefused) {
    MemoryStore store = *MemoryStore::create({});
    const auto error_of = [&](auto change) {
        SessionOptions options = support::fix_initiator();
        change(options);
        const auto session = Session::create(options, support::fix44(), store);
        return session ? std::string("created") : session.error().message;
    };
    EXPECT_EQ(error_of([](SessionOptions&) {}), "created");
    EXPECT_EQ(error_of([](SessionOptions& o) { o.sender_comp_id = ""; }),
              "sender_comp_id and target_comp_id of a FIX session must not be empty");
    EXPECT_EQ(error_of([](SessionOptions& o) { o.username = "a\x01z"; }),
              "names, user name and password of a FIX session must have at most 64 characters and "
              "no SOH");
    EXPECT_EQ(error_of([](SessionOptions& o) { o.begin_string = "FIX.4.2"; }),
              "begin_string of a FIX session is FIX.4.2, that of its dictionary FIX.4.4");
    EXPECT_EQ(error_of([](SessionOptions& o) { o.default_appl_ver_id = "9"; }),
              "default_appl_ver_id of a FIX session must be set with FIXT.1.1 and empty with other "
              "versions");
    EXPECT_NE(error_of([](SessionOptions& o) { o.heartbeat_interval = Nanos{1}; }), "created");
    EXPECT_NE(error_of([](SessionOptions& o) { o.logon_timeout = Nanos{0}; }), "created");
    EXPECT_NE(error_of([](SessionOptions& o) { o.message_length_max = 100; }), "created");
    EXPECT_NE(error_of([](SessionOptions& o) { o.output_bytes_max = 1'024; }), "created");
    EXPECT_NE(error_of([](SessionOptions& o) { o.held_messages_max = 0; }), "created");
    EXPECT_FALSE(MemoryStore::create({.messages_max = 0}));
}

}  // namespace
}  // namespace hotpath::protocols::fix
