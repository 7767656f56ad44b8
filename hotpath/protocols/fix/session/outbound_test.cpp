// What a FIX session does with an owner that does not send what it has begun, or sends it twice, and with
// messages that have become too long for it.

#include <string>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/session/memory_store.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/fix_session_pair.hpp"

namespace hotpath::protocols::fix {
namespace {

using support::FixPair;

void begin_order(FixPair& pair) {
    pair.client.session().begin("D", pair.now).add(tag::kClOrdId, "1");
}

TEST(FixOutboundDeathTest, AMessageThatHasBegunMustBeSentBeforeTheNextOne) {
    FixPair pair;
    pair.log_on();
    begin_order(pair);
    EXPECT_DEATH(begin_order(pair), "call send\\(\\) first: a message has begun");
    EXPECT_DEATH(pair.client.session().logout("", pair.now), "a message has begun");
    EXPECT_EQ(pair.client.session().send(), SendStatus::Sent);
    begin_order(pair);
    EXPECT_EQ(pair.client.session().send(), SendStatus::Sent);
}

TEST(FixOutboundDeathTest, AMessageIsSentOnce) {
    FixPair pair;
    EXPECT_DEATH(static_cast<void>(pair.client.session().send()), "call begin\\(\\) first");
    begin_order(pair);
    EXPECT_EQ(pair.client.session().send(), SendStatus::NotLoggedOn);
    EXPECT_DEATH(static_cast<void>(pair.client.session().send()), "call begin\\(\\) first");
    pair.log_on();
    begin_order(pair);
    EXPECT_EQ(pair.client.session().send(), SendStatus::Sent);
    EXPECT_DEATH(static_cast<void>(pair.client.session().send()), "call begin\\(\\) first");
    EXPECT_EQ(pair.client.store.next_out(), 3U);
}

TEST(FixOutboundDeathTest, ARefusedMessageIsOverToo) {
    FixPair pair;
    pair.log_on();
    pair.client.session().begin("D", pair.now).add(tag::kClOrdId, "");
    EXPECT_EQ(pair.client.session().send(), SendStatus::FieldRefused);
    EXPECT_DEATH(static_cast<void>(pair.client.session().send()), "call begin\\(\\) first");
    begin_order(pair);
    EXPECT_EQ(pair.client.session().send(), SendStatus::Sent);
}

// A resend would overwrite the message.
TEST(FixOutboundDeathTest, NothingIsResentWhileAMessageHasBegun) {
    FixPair pair;
    pair.log_on();
    EXPECT_EQ(pair.client.order("1", pair.now), SendStatus::Sent);
    begin_order(pair);
    EXPECT_DEATH(pair.client.session().on_bytes(
                     support::view_of(support::fix_message(
                         "FIX.4.4", "35=2|34=2|49=VENUE|52=20251126-12:00:00|56=CLIENT|7=2|16=0|")),
                     pair.now, pair.client),
                 "call send\\(\\) first: its buffer is needed");
    EXPECT_EQ(pair.client.session().send(), SendStatus::Sent);
}

// The store is that of a process whose messages could be longer: a number that cannot be sent again must
// not be left out, or the peer waits for it for ever.
TEST(FixOutbound, AStoredMessageThatHasBecomeTooLongIsAGapFill) {
    MemoryStore store = *MemoryStore::create({.messages_max = 100, .bytes_max = 100'000});
    SessionOptions options = support::fix_acceptor();
    options.stores_while_logged_out = true;
    for (const std::size_t length :
         {std::size_t{10}, std::size_t{900}, std::size_t{10}, std::size_t{485}}) {
        options.message_length_max = 1'024;
        Session before = *Session::create(options, support::fix44(), store);
        before.begin("8", support::kFixNow).add(tag::kOrderId, std::string(length, 'x'));
        ASSERT_EQ(before.send(), SendStatus::Stored);
    }
    struct Accepting : NullSessionListener {
        LogonAnswer on_logon(const Inbound&) { return LogonAnswer::accept(); }
    } listener;
    options.message_length_max = 512;
    options.output_bytes_max = 2'048;
    Session session = *Session::create(options, support::fix44(), store);
    const auto receive = [&](std::string_view type, std::string_view fields) {
        session.on_bytes(
            support::view_of(support::fix_message(
                "FIX.4.4", std::string(type) + "|49=CLIENT|52=20251126-12:00:00|56=VENUE|" +
                               std::string(fields))),
            support::kFixNow, listener);
    };
    session.on_connected(support::kFixNow, listener);
    receive("35=A|34=1", "98=0|108=30|");
    receive("35=2|34=2", "7=1|16=0|");
    std::string said = support::text_of(session.output());
    std::ranges::replace(said, kSoh, '|');
    EXPECT_EQ(session.sent().resent, 2U) << said;
    EXPECT_EQ(session.sent().gap_fills, 3U) << said;
    EXPECT_NE(said.find("|35=4|34=2|43=Y|"), std::string::npos) << said;
    EXPECT_NE(said.find("|36=3|123=Y|"), std::string::npos) << said;
    EXPECT_NE(said.find("|35=8|34=3|43=Y|"), std::string::npos) << said;
    EXPECT_NE(said.find("|36=5|123=Y|"), std::string::npos) << said;
}

}  // namespace
}  // namespace hotpath::protocols::fix
