// RetransmitRequest with LastUUID: the venue sends the reports of the session before again.

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/ilink_frames.hpp"
#include "tests/support/ilink_session.hpp"

namespace hotpath::protocols::cme::ilink3 {
namespace {

using support::IlinkPair;
using FormerLines = std::vector<std::string>;

class FormerUuid : public testing::Test {
  protected:
    /// Three reports under 1000, one under 1001.
    FormerUuid() {
        pair.connect();
        pair.run_until_idle();
        for (const char* const text : {"old 1", "old 2", "old 3"}) {
            pair.publish(text);
        }
        pair.run_until_idle();
        renew(1'001);
        pair.publish("new 1");
        pair.run_until_idle();
    }
    void renew(std::uint64_t uuid) {
        pair.cut();
        pair.client.begin_session({.uuid = uuid});
        pair.trader.received.clear();
        pair.connect();
        pair.run_until_idle();
    }
    FormerLines ask(std::uint64_t last_uuid, std::uint32_t from, std::uint16_t messages) {
        const auto request = support::ilink_frame<RetransmitRequest>([&](auto& m) {
            m.store_uuid(pair.venue.session.uuid);
            m.store_last_uuid(last_uuid);
            m.store_request_timestamp(++asked_);
            m.store_from_seq_no(from);
            m.store_msg_count(messages);
        });
        pair.to_server.insert(pair.to_server.end(), request.begin(), request.end());
        pair.server_receives();
        pair.server_sends();
        const FormerLines lines = support::retransmitted(pair.to_client);
        pair.to_client.clear();
        return lines;
    }

    IlinkPair pair;

  private:
    std::uint64_t asked_ = 0;
};

TEST_F(FormerUuid, ItsReportsComeAgainUnderItsNumbers) {
    EXPECT_EQ(ask(1'000, 1, 3), (FormerLines{"3 messages from 1 of 1000", "1 old 1 of 1000 again",
                                             "2 old 2 of 1000 again", "3 old 3 of 1000 again"}));
    EXPECT_EQ(ask(1'000, 2, 1),
              (FormerLines{"1 messages from 2 of 1000", "2 old 2 of 1000 again"}));
    EXPECT_EQ(pair.server.counters().retransmit_requests, 2U);
}

TEST_F(FormerUuid, NewReportsGoOnUnderTheirOwn) {
    ASSERT_EQ(ask(1'000, 1, 1).size(), 2U);
    pair.publish("new 2");
    pair.server_sends();
    EXPECT_EQ(support::retransmitted(pair.to_client), FormerLines{"2 new 2 of 1001"});
}

TEST_F(FormerUuid, WhatTheVenueDoesNotHaveIsRejected) {
    EXPECT_EQ(ask(1'000, 1, 4), FormerLines{"rejected"}) << "it had three";
    EXPECT_EQ(ask(1'000, 4, 1), FormerLines{"rejected"});
    EXPECT_EQ(ask(1'000, 0, 1), FormerLines{"rejected"});
    EXPECT_EQ(ask(1'000, 1, 0), FormerLines{"rejected"});
    EXPECT_EQ(ask(999, 1, 1), FormerLines{"rejected"}) << "never negotiated";
    EXPECT_EQ(ask(0, 1, 1), FormerLines{"rejected"});
    EXPECT_EQ(ask(1'001, 1, 1), FormerLines{"rejected"}) << "it is the UUID of now";
    pair.venue.session.former = nullptr;
    EXPECT_EQ(ask(1'000, 1, 1), FormerLines{"rejected"}) << "a venue that keeps none";
}

TEST_F(FormerUuid, OnlyTheOneBeforeIsKept) {
    renew(1'002);
    EXPECT_EQ(ask(1'001, 1, 1),
              (FormerLines{"1 messages from 1 of 1001", "1 new 1 of 1001 again"}));
    EXPECT_EQ(ask(1'000, 1, 1), FormerLines{"rejected"});
}

TEST_F(FormerUuid, ReportsThatTheOwnerDroppedAreUnavailable) {
    pair.venue.session.before = 1;  // "new 1" was of the day before
    pair.venue.stream.clear();
    pair.publish("new 2");
    pair.server_sends();
    pair.to_client.clear();
    renew(1'002);
    EXPECT_EQ(ask(1'001, 1, 1), FormerLines{"rejected"});
    EXPECT_EQ(ask(1'001, 2, 1),
              (FormerLines{"1 messages from 2 of 1001", "2 new 2 of 1001 again"}));
}

TEST_F(FormerUuid, InTheFirstSessionThereIsNone) {
    IlinkPair first;
    first.connect();
    first.run_until_idle();
    const auto request = support::ilink_frame<RetransmitRequest>([](auto& m) {
        m.store_uuid(1'000);
        m.store_last_uuid(0);
        m.store_from_seq_no(1);
        m.store_msg_count(1);
    });
    first.to_server = request;
    first.server_receives();
    first.server_sends();
    EXPECT_EQ(support::retransmitted(first.to_client), FormerLines{"rejected"});
}

}  // namespace
}  // namespace hotpath::protocols::cme::ilink3
