// A trader's iLink 3 session as order entry: what goes out, what comes in, and when its query is
// answered.

#include "hotpath/protocols/cme/trader/ilink_link.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/ilink3/server.hpp"
#include "tests/support/ilink_messages.hpp"
#include "tests/support/ilink_session.hpp"

namespace hotpath::protocols::cme {
namespace {

using IlinkLines = std::vector<std::string>;

constexpr Time kIlinkBegins{1'000'000'000};
constexpr Time kIlinkUtc{1'764'158'400'000'000'000};
constexpr SessionStart kFresh{.uuid = 1'764'158'400'000'000};
const std::string kIlinkAnswer = "answer";

/// A trader's link and a venue's end, and the bytes between them when the test says so.
class IlinkLinkWorld {
  public:
    explicit IlinkLinkWorld(std::uint64_t key = 7) : link(*IlinkLink::create(account(key), {})) {}

    [[nodiscard]] static support::ToySigner& signer_of(std::uint64_t key) {
        static support::ToySigner right(7);
        static support::ToySigner wrong(8);
        return key == 7 ? right : wrong;
    }
    [[nodiscard]] static IlinkAccount account(std::uint64_t key = 7) {
        return {
            .access_key_id = "KEY", .session = "ABC", .firm = "00001", .signer = &signer_of(key)};
    }
    [[nodiscard]] Time utc() const { return kIlinkUtc + (now - kIlinkBegins); }

    void connect(SessionStart start = kFresh) {
        start.utc = utc();
        server.on_connected(utc());
        link.on_connected(now, start);
    }
    /// A second passes meanwhile.
    void cut() {
        now = now + Nanos{kNanosPerSecond};
        server.on_disconnected();
        link.on_disconnected();
    }
    /// The venue reports; without a connection it keeps it for the next one.
    void report(const std::string& id) {
        const auto bytes = support::ilink_bytes<ilink3::ExecutionReportNew>(
            [&](auto& m) { m.store_cl_ord_id(id); });
        ASSERT_TRUE(venue.stream.try_append(bytes.view()));
        server.on_stream(utc());
    }
    [[nodiscard]] bool order(const std::string& id) {
        return send(
            support::ilink_bytes<ilink3::NewOrderSingle>([&](auto& m) { m.store_cl_ord_id(id); }));
    }
    [[nodiscard]] bool send(const support::IlinkBytes& message) {
        return link.try_send(message.view(), now);
    }
    void pump() {
        for (bool is_moving = true; is_moving;) {
            const bool has_given = give();
            is_moving = take() || has_given;
        }
    }
    bool give() {
        const std::vector<std::byte> bytes(link.output().begin(), link.output().end());
        link.on_written(bytes.size());
        server.on_bytes(bytes, utc(), venue);
        return !bytes.empty();
    }
    bool take() {
        const std::vector<std::byte> bytes(server.output().begin(), server.output().end());
        server.on_written(bytes.size());
        link.on_bytes(bytes, now, *this);
        return !bytes.empty();
    }

    // The link's listener.
    void on_session_open() {
        events.emplace_back("open");
        EXPECT_TRUE(send(support::ilink_bytes<ilink3::Sequence>([](auto&) {})));
    }
    void on_reply(std::uint64_t number, Bytes message) {
        ilink3::Sequence answer;
        const bool is_answer = answer.open(message) == protocols::DecodeStatus::Ok;
        EXPECT_EQ(is_answer, number == 0);
        events.push_back(is_answer ? kIlinkAnswer : support::cl_ord_id_of(message));
    }

    support::IlinkProtocol venue;
    ilink3::IlinkServer server = *ilink3::IlinkServer::create({});
    IlinkLink link;
    Time now = kIlinkBegins;
    IlinkLines events;
};

TEST(IlinkLink, TheQueryIsAnsweredWhenNothingIsMissing) {
    IlinkLinkWorld world;
    world.connect();
    world.pump();
    EXPECT_TRUE(world.link.is_logged_in());
    EXPECT_EQ(world.events, (IlinkLines{"open", kIlinkAnswer}));
    EXPECT_TRUE(world.venue.received.empty()) << "the query stays here";
}

TEST(IlinkLink, ANewProcessIsSentEveryReportBeforeItsQueryIsAnswered) {
    IlinkLinkWorld world;
    world.connect();
    world.pump();
    EXPECT_TRUE(world.order("1"));
    for (const char* id : {"1", "2", "3"}) {
        world.report(id);
    }
    world.pump();
    const SessionStart kept = world.link.next_start();
    EXPECT_EQ(kept.next_number, 2U);
    EXPECT_EQ(kept.uuid, kFresh.uuid);
    EXPECT_TRUE(kept.is_negotiated);
    world.cut();
    world.link = *IlinkLink::create(IlinkLinkWorld::account(), {});
    world.events.clear();
    world.connect(kept);
    world.pump();
    EXPECT_EQ(world.events, (IlinkLines{"open", "1", "2", "3", kIlinkAnswer}));
    EXPECT_TRUE(world.order("2"));
    world.pump();
    ASSERT_EQ(world.venue.received.size(), 2U);
    EXPECT_EQ(world.venue.received[1].first, 2U);
}

TEST(IlinkLink, ANewUuidBeginsWithTheReportsOfTheOneBefore) {
    IlinkLinkWorld world;
    world.connect();
    world.pump();
    world.report("1");
    world.pump();
    world.cut();
    world.report("missed");
    SessionStart start{.uuid = kFresh.uuid + 1};
    for (const char* const process : {"first", "second"}) {
        SCOPED_TRACE(process);
        world.link = *IlinkLink::create(IlinkLinkWorld::account(), {});
        world.events.clear();
        world.connect(start);
        world.pump();
        EXPECT_EQ(world.events, (IlinkLines{"open", "1", "missed", kIlinkAnswer}));
        start = world.link.next_start();
        EXPECT_EQ(start.former_uuid, kFresh.uuid);
        EXPECT_EQ(start.former_end, 3U);
        world.cut();
    }
    world.report("new");
    world.link = *IlinkLink::create(IlinkLinkWorld::account(), {});
    world.events.clear();
    world.connect(start);
    world.pump();
    EXPECT_EQ(world.events, (IlinkLines{"open", "1", "missed", "new", kIlinkAnswer}));
}

/// The venue had reports before the first Negotiate of the week.
TEST(IlinkLink, TheFirstUuidOfAWeekBeginsWithTheReportsOfBefore) {
    IlinkLinkWorld world;
    world.report("before");
    SessionStart start = kFresh;
    for (const char* const process : {"first", "second"}) {
        SCOPED_TRACE(process);
        world.link = *IlinkLink::create(IlinkLinkWorld::account(), {});
        world.events.clear();
        world.connect(start);
        world.pump();
        EXPECT_EQ(world.events, (IlinkLines{"open", "before", kIlinkAnswer}));
        start = world.link.next_start();
        EXPECT_EQ(start.former_uuid, 0U);
        EXPECT_EQ(start.former_end, 2U);
        world.cut();
    }
}

TEST(IlinkLink, WithoutReportsOfTheUuidBeforeItBeginsAllTheSame) {
    IlinkLinkWorld world;
    world.connect();
    world.pump();
    world.report("1");
    world.pump();
    world.cut();
    world.venue.session.before = 1;  // a new day
    world.venue.stream.clear();
    world.link = *IlinkLink::create(IlinkLinkWorld::account(), {});
    world.events.clear();
    world.connect({.uuid = kFresh.uuid + 1});
    world.pump();
    EXPECT_EQ(world.events, (IlinkLines{"open", kIlinkAnswer}));
    EXPECT_FALSE(world.link.is_refused());
}

TEST(IlinkLink, AReportWhileItWasAwayComesBeforeTheAnswer) {
    IlinkLinkWorld world;
    world.connect();
    world.pump();
    world.cut();
    world.report("missed");
    world.events.clear();
    world.connect();
    world.pump();
    EXPECT_EQ(world.events, (IlinkLines{"open", "missed", kIlinkAnswer}));
}

TEST(IlinkLink, AReportThatIsNotDurableYetComesBeforeTheAnswer) {
    IlinkLinkWorld world;
    world.venue.session.waiting = 1;
    world.connect();
    world.pump();
    EXPECT_EQ(world.events, IlinkLines{"open"});
    world.report("late");
    world.pump();
    EXPECT_EQ(world.events, (IlinkLines{"open", "late", kIlinkAnswer}));
}

TEST(IlinkLink, ARequestGetsItsNumberAndSendingTime) {
    IlinkLinkWorld world;
    world.connect();
    world.pump();
    EXPECT_TRUE(world.order("17"));
    const Bytes frame = world.link.output();
    ilink3::NewOrderSingle sent;
    ASSERT_EQ(sent.open(frame.subspan(ilink3::kFramingHeaderLength)), protocols::DecodeStatus::Ok);
    EXPECT_EQ(sent.load_seq_num(), 1U);
    EXPECT_EQ(sent.load_sending_time_epoch(), static_cast<std::uint64_t>(kIlinkUtc.value));
    EXPECT_EQ(sent.load_cl_ord_id(), "17");
    EXPECT_TRUE(world.send(support::ilink_bytes<ilink3::OrderCancelRequest>([](auto&) {})));
    EXPECT_TRUE(world.send(support::ilink_bytes<ilink3::OrderCancelReplaceRequest>([](auto&) {})));
    EXPECT_EQ(world.link.next_start().next_number, 4U);
}

TEST(IlinkLink, NothingIsSentTwice) {
    IlinkLinkWorld world;
    world.connect();
    world.pump();
    EXPECT_TRUE(world.order("17"));
    world.cut();  // with the order on its way
    world.events.clear();
    world.connect();
    world.pump();
    EXPECT_EQ(world.events, (IlinkLines{"open", kIlinkAnswer}));
    EXPECT_TRUE(world.venue.received.empty());
    EXPECT_EQ(world.venue.session.next_incoming, 2U) << "the venue knows that one is missing";
}

TEST(IlinkLink, AWrongKeyIsFinalWithTheVenuesReason) {
    IlinkLinkWorld world(8);
    world.connect();
    world.pump();
    EXPECT_TRUE(world.link.is_closed());
    EXPECT_TRUE(world.link.is_refused());
    EXPECT_EQ(world.link.why(), "the signature is not authentic");
    EXPECT_EQ(world.link.close_reason(), IlinkLink::CloseReason::LoginRejected);
    EXPECT_TRUE(world.events.empty());
}

TEST(IlinkLink, WithoutASignerSignaturesAreZeros) {
    IlinkAccount account = IlinkLinkWorld::account();
    account.signer = nullptr;
    IlinkLink link = *IlinkLink::create(account, {});
    link.on_connected(kIlinkBegins, kFresh);
    ilink3::Negotiate sent;
    ASSERT_EQ(sent.open(link.output().subspan(ilink3::kFramingHeaderLength)),
              protocols::DecodeStatus::Ok);
    EXPECT_EQ(sent.load_hmac_signature(), ilink3::Signature{});
}

TEST(IlinkLink, ANumberThatTheVenueHasSeenIsFinal) {
    IlinkLinkWorld world;
    world.connect();
    world.pump();
    EXPECT_TRUE(world.order("1"));
    world.pump();
    world.cut();
    world.link = *IlinkLink::create(IlinkLinkWorld::account(), {});
    SessionStart old = kFresh;
    old.is_negotiated = true;
    world.connect(old);
    world.pump();
    EXPECT_TRUE(world.link.is_refused());
    EXPECT_EQ(world.link.why(), "NextSeqNo is lower than expected");
}

TEST(IlinkLink, ReportsThatTheVenueNoLongerHasAreFinal) {
    IlinkLinkWorld world;
    world.connect();
    world.pump();
    const SessionStart kept = world.link.next_start();
    world.cut();
    world.venue.session.before = 5;  // a new day
    world.link = *IlinkLink::create(IlinkLinkWorld::account(), {});
    world.connect(kept);
    world.pump();
    EXPECT_TRUE(world.link.is_refused());
    EXPECT_EQ(world.link.close_reason(), IlinkLink::CloseReason::MessagesLost);
    EXPECT_NE(world.link.why().find("a new file of numbers"), std::string_view::npos);
}

TEST(IlinkLink, ALostConnectionIsNotFinal) {
    IlinkLinkWorld world;
    world.connect();
    world.cut();
    EXPECT_FALSE(world.link.is_refused());
    EXPECT_EQ(world.link.close_reason(), IlinkLink::CloseReason::Disconnected);
    world.connect();
    world.pump();
    EXPECT_TRUE(world.link.is_logged_in());
    world.link.close(IlinkLink::CloseReason::SlowReader);
    EXPECT_EQ(world.link.close_reason(), IlinkLink::CloseReason::SlowReader);
}

TEST(IlinkLink, ATerminateOfTheVenueIsALostConnection) {
    IlinkLinkWorld world;
    world.connect();
    world.pump();
    world.server.terminate(ilink3::TerminateCode::Finished, world.utc());
    world.pump();
    EXPECT_TRUE(world.link.is_closed());
    EXPECT_FALSE(world.link.is_refused());
    EXPECT_EQ(world.link.close_reason(), IlinkLink::CloseReason::Disconnected);
    EXPECT_EQ(world.link.why(), "finished");
}

TEST(IlinkLink, ALogoutIsATerminate) {
    IlinkLinkWorld world;
    world.connect();
    world.pump();
    world.link.logout(world.now);
    world.pump();
    EXPECT_EQ(world.venue.terminated, std::vector<std::uint16_t>{0});
    EXPECT_EQ(world.link.close_reason(), IlinkLink::CloseReason::LoggedOut);
}

TEST(IlinkLink, KeepAlivesGoOutInUtc) {
    IlinkLinkWorld world;
    world.connect();
    world.pump();
    const Time due = world.link.next_deadline();
    EXPECT_GT(due, world.now);
    EXPECT_LT(due, world.now + Nanos{10 * kNanosPerSecond});
    world.now = due;
    world.link.on_timer(world.now);
    EXPECT_FALSE(world.link.output().empty());
    world.pump();
    EXPECT_TRUE(world.link.is_logged_in());
}

TEST(IlinkLink, WhatIsNoRequestIsNotSent) {
    IlinkLinkWorld world;
    world.connect();
    world.pump();
    EXPECT_FALSE(world.link.try_send({}, world.now));
    EXPECT_FALSE(world.send(support::ilink_bytes<ilink3::Terminate>([](auto&) {})));
    support::IlinkBytes cut_off =
        support::ilink_bytes<ilink3::NewOrderSingle>([](auto& m) { m.store_cl_ord_id("1"); });
    --cut_off.length;
    EXPECT_FALSE(world.send(cut_off));
    EXPECT_EQ(world.link.next_start().next_number, 1U);
    world.cut();
    EXPECT_FALSE(world.order("1")) << "not established";
}

}  // namespace
}  // namespace hotpath::protocols::cme
