// An iLink 3 session, step by step: who may establish it, what keeps it alive, what ends it, and
// how each end finds out what the other has missed.

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/ilink_session.hpp"

namespace hotpath::protocols::cme::ilink3 {
namespace {

using support::ilink_client_options;
using support::IlinkPair;
using Numbers = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
using Codes = std::vector<std::uint16_t>;

constexpr Nanos kSecond{kNanosPerSecond};

std::uint16_t code(RejectCode value) {
    return static_cast<std::uint16_t>(value);
}
std::uint16_t code(TerminateCode value) {
    return static_cast<std::uint16_t>(value);
}

/// Puts one message of the venue's on the wire to the client, or of the client's to the venue.
template <class Message, class Fill>
void inject(std::vector<std::byte>& pipe, Fill&& fill) {
    std::array<std::byte, 1'024> room;
    const auto encoded = Message::encode(MutableBytes(room).subspan(kFramingHeaderLength), fill);
    ASSERT_EQ(encoded.status, sbe::EncodeStatus::Ok);
    const std::size_t length = kFramingHeaderLength + encoded.bytes.size();
    store_framing_header(room.data(), length);
    pipe.insert(pipe.end(), room.begin(), room.begin() + static_cast<std::ptrdiff_t>(length));
}

IlinkPair established() {
    IlinkPair pair;
    pair.connect();
    pair.run_until_idle();
    EXPECT_TRUE(pair.client.is_established());
    EXPECT_TRUE(pair.server.is_established());
    return pair;
}

TEST(IlinkSession, AReportThatIsNotDurableYetIsMissedAndComesLater) {
    IlinkPair pair;
    pair.venue.session.waiting = 2;
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.established_at, std::vector<std::uint32_t>{3});
    EXPECT_TRUE(pair.trader.received.empty());
    pair.publish("first");
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, std::vector<std::string>{"first"});
    pair.publish("second");
    pair.publish("new");
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, (std::vector<std::string>{"first", "second", "new"}));
    EXPECT_TRUE(pair.client.is_established());
}

TEST(IlinkSession, IsNegotiatedAndEstablishedAndThenCarriesBothWays) {
    IlinkPair pair;
    pair.connect();
    EXPECT_EQ(pair.client.state(), SessionState::Negotiating);
    pair.run_until_idle();
    EXPECT_EQ(pair.venue.session.uuid, 1'000U);
    EXPECT_EQ(pair.trader.established_at, std::vector<std::uint32_t>{1});
    EXPECT_EQ(pair.venue.established, 1);

    EXPECT_TRUE(pair.order("one"));
    EXPECT_TRUE(pair.order("two"));
    pair.publish("report");
    pair.run_until_idle();
    EXPECT_EQ(pair.venue.received,
              (std::vector<std::pair<std::uint32_t, std::string>>{{1, "one"}, {2, "two"}}));
    EXPECT_EQ(pair.trader.received, std::vector<std::string>{"report"});
    EXPECT_EQ(pair.client.numbers().next_outgoing, 3U);
    EXPECT_EQ(pair.client.numbers().next_incoming, 2U);
}

TEST(IlinkSession, OfAWrongKeyNameOrFirmIsRejected) {
    auto options = ilink_client_options();
    IlinkPair wrong_key({}, options, 8);
    wrong_key.connect();
    wrong_key.run_until_idle();
    EXPECT_EQ(wrong_key.trader.rejected, Codes{code(RejectCode::HmacNotAuthenticated)});

    options.session = "XYZ";
    IlinkPair wrong_name({}, options);
    wrong_name.connect();
    wrong_name.run_until_idle();
    EXPECT_EQ(wrong_name.trader.rejected, Codes{code(RejectCode::SessionBlocked)});

    options = ilink_client_options();
    options.access_key_id = "OTHER";
    IlinkPair wrong_id({}, options);
    wrong_id.connect();
    wrong_id.run_until_idle();
    EXPECT_EQ(wrong_id.trader.rejected, Codes{code(RejectCode::InvalidAccessKeyId)});

    for (const IlinkPair* pair : {&wrong_key, &wrong_name, &wrong_id}) {
        EXPECT_EQ(pair->client.close_reason(), CloseReason::Rejected);
        EXPECT_TRUE(pair->server.is_closed());
        EXPECT_FALSE(pair->client.numbers().is_negotiated);
        EXPECT_EQ(pair->venue.session.uuid, 0U);
    }
}

TEST(IlinkSession, WhoseCredentialsNameAnotherUserIsRejected) {
    for (const bool is_negotiated : {false, true}) {
        for (const std::string user : {"", "ALICE", "BOB", "ALIC"}) {
            auto options = ilink_client_options();
            options.user = user;
            IlinkPair pair({}, options);
            pair.venue.session.user = "ALICE";
            pair.venue.session.uuid = is_negotiated ? 1'000 : 0;
            pair.client.begin_session({.uuid = 1'000, .is_negotiated = is_negotiated});
            pair.connect();
            pair.run_until_idle();
            const bool is_other = user == "BOB" || user == "ALIC";
            EXPECT_NE(pair.client.is_established(), is_other) << user;
        }
    }
}

TEST(IlinkSession, ANegotiateThatIsPlayedAgainIsRejected) {
    IlinkPair pair;
    pair.connect();
    pair.client_sends();
    const std::vector<std::byte> recorded = pair.to_server;
    pair.run_until_idle();
    pair.cut();

    pair.server.on_connected(pair.now);
    pair.to_server = recorded;
    pair.server_receives();
    EXPECT_EQ(pair.server.state(), SessionState::Terminating);
    EXPECT_EQ(pair.server.close_reason(), CloseReason::Rejected);
    EXPECT_EQ(pair.server.close_code(), code(RejectCode::InvalidTimestamp));
}

TEST(IlinkSession, IsNegotiatedAgainWhenTheAnswerWasLost) {
    IlinkPair pair;
    pair.connect();
    pair.client_sends();
    pair.server_receives();
    pair.publish("early");
    pair.cut();
    pair.connect();
    EXPECT_EQ(pair.client.state(), SessionState::Negotiating);
    pair.run_until_idle();
    EXPECT_TRUE(pair.client.is_established());
    EXPECT_EQ(pair.trader.received, std::vector<std::string>{"early"});
}

TEST(IlinkSession, AKeepAliveIntervalOutOfRangeIsRejectedAndTheNegotiationStays) {
    auto options = ilink_client_options();
    options.connection.keep_alive_interval = Nanos{kNanosPerSecond / 2};
    IlinkPair pair({}, options);
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.rejected, Codes{code(RejectCode::InvalidKeepAliveInterval)});
    EXPECT_TRUE(pair.client.numbers().is_negotiated);
}

TEST(IlinkSession, AnotherConnectionEstablishesWithoutNegotiating) {
    IlinkPair pair = established();
    pair.cut();
    pair.connect();
    EXPECT_EQ(pair.client.state(), SessionState::Establishing);
    pair.run_until_idle();
    EXPECT_TRUE(pair.client.is_established());
    EXPECT_EQ(pair.venue.established, 2);
}

TEST(IlinkSession, OfAUuidThatTheVenueDoesNotKnowIsTerminated) {
    IlinkPair pair;
    pair.client.begin_session({.uuid = 5, .is_negotiated = true});
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.terminated, Codes{code(TerminateCode::Unnegotiated)});
    EXPECT_EQ(pair.client.close_reason(), CloseReason::Terminated);

    pair.client.begin_session({.uuid = 6});
    pair.connect();
    pair.run_until_idle();
    ASSERT_TRUE(pair.client.is_established());
    pair.cut();
    pair.client.begin_session({.uuid = 7, .is_negotiated = true});
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.terminated.back(), code(TerminateCode::InvalidUuid));
}

TEST(IlinkSession, ANewUuidBeginsBothNumbersAgain) {
    IlinkPair pair = established();
    pair.publish("of the old week");
    ASSERT_TRUE(pair.order("of the old week"));
    pair.run_until_idle();
    pair.cut();
    pair.client.begin_session({.uuid = 1'001});
    pair.trader.received.clear();
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.venue.session.previous_uuid, 1'000U);
    EXPECT_EQ(pair.venue.session.previous_seq_no, 1U);
    pair.publish("of the new week");
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, std::vector<std::string>{"of the new week"});

    pair.cut();
    pair.client.begin_session({.uuid = 1'001});  // not greater
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.rejected, Codes{code(RejectCode::InvalidTimestamp)});
}

TEST(IlinkSession, AConnectionOfTheFormerUuidTouchesTheNewOneNoMore) {
    IlinkPair old = established();
    ASSERT_TRUE(old.order("one"));
    ASSERT_TRUE(old.order("two"));
    old.client_sends();  // on their way

    support::ToySigner signer{7};
    auto server = *IlinkServer::create({});
    auto client = *IlinkClient::create(ilink_client_options(), signer);
    support::IlinkTrader trader;
    client.begin_session({.uuid = 1'001});
    old.now = old.now + kSecond;
    server.on_connected(old.now);
    client.on_connected(old.now);
    std::vector<std::byte> bytes;
    for (int round = 0; round < 2; ++round) {
        IlinkPair::send(client, bytes, ~std::size_t{0});
        server.on_bytes(std::exchange(bytes, {}), old.now, old.venue);
        IlinkPair::send(server, bytes, ~std::size_t{0});
        client.on_bytes(std::exchange(bytes, {}), old.now, trader);
    }
    ASSERT_TRUE(client.is_established());

    old.server_receives();
    EXPECT_TRUE(old.venue.received.empty());
    EXPECT_EQ(old.venue.session.next_incoming, 1U);
    EXPECT_EQ(old.server.close_code(), code(TerminateCode::InvalidUuid));
}

TEST(IlinkSession, ARetransmissionOfAnotherUuidIsNotDelivered) {
    IlinkPair pair = established();
    pair.publish("1");
    pair.server_sends();
    pair.cut();
    pair.connect();
    while (pair.client.counters().retransmit_requests == 0) {
        pair.client_sends();
        pair.server_receives();
        pair.server_sends();
        pair.client_receives();
    }
    inject<ExecutionReportNew>(pair.to_client, [](auto& m) {
        m.store_seq_num(1);
        m.store_uuid(999);
        m.store_cl_ord_id("another");
    });
    pair.client_receives();
    EXPECT_TRUE(pair.trader.received.empty());
    EXPECT_EQ(pair.client.close_code(), code(TerminateCode::InvalidUuid));
}

TEST(IlinkSession, IsKeptAliveWithoutMessages) {
    IlinkPair pair = established();
    pair.live(Nanos{120 * kNanosPerSecond});
    EXPECT_TRUE(pair.client.is_established());
    EXPECT_TRUE(pair.server.is_established());
    EXPECT_EQ(pair.client.counters().keep_alives_lapsed, 0U);
    EXPECT_GE(pair.server.counters().messages_received, 11U);
}

TEST(IlinkSession, ASilentPeerIsWarnedOnceAndThenTerminated) {
    IlinkPair pair = established();
    pair.client.on_timer(pair.now + Nanos{9 * kNanosPerSecond});
    for (int i = 0; i < 40 && !pair.server.is_closed(); ++i) {
        pair.now = pair.now + kSecond;
        pair.server.on_timer(pair.now);
        pair.server_sends();  // and nothing comes back
    }
    EXPECT_EQ(pair.server.close_reason(), CloseReason::PeerSilent);
    EXPECT_EQ(pair.server.close_code(), code(TerminateCode::KeepAliveIntervalLapsed));
    EXPECT_EQ(pair.server.counters().keep_alives_lapsed, 1U);

    // The client, which was only slow, answers the warning, and then learns of the end.
    pair.client_receives();
    EXPECT_EQ(pair.trader.terminated, Codes{code(TerminateCode::KeepAliveIntervalLapsed)});
}

TEST(IlinkSession, EitherEndTerminatesAndWaitsForTheOther) {
    IlinkPair by_client = established();
    by_client.client.terminate(TerminateCode::Finished, by_client.now);
    EXPECT_EQ(by_client.client.state(), SessionState::Terminating);
    by_client.run_until_idle();
    EXPECT_TRUE(by_client.client.is_closed());
    EXPECT_TRUE(by_client.server.is_closed());
    EXPECT_EQ(by_client.venue.terminated, Codes{code(TerminateCode::Finished)});

    IlinkPair by_server = established();
    by_server.server.terminate(TerminateCode::Other, by_server.now);
    by_server.run_until_idle();
    EXPECT_EQ(by_server.trader.terminated, Codes{code(TerminateCode::Other)});
    EXPECT_EQ(by_server.client.close_reason(), CloseReason::Terminated);
    EXPECT_TRUE(by_server.server.is_closed());

    IlinkPair silent = established();
    silent.client.terminate(TerminateCode::Finished, silent.now);
    silent.client_sends();
    silent.wait(Nanos{6 * kNanosPerSecond});
    EXPECT_TRUE(silent.client.is_closed());
}

TEST(IlinkSession, BytesThatNoPeerSendsEndTheConnection) {
    const auto ends = [](auto&& disturb) {
        IlinkPair pair = established();
        disturb(pair);
        pair.run_until_idle();
        EXPECT_TRUE(pair.client.is_closed());
        EXPECT_TRUE(pair.server.is_closed());
        const std::uint16_t by = pair.client.close_code();
        EXPECT_EQ(by, pair.server.close_code());
        return by;
    };
    EXPECT_EQ(ends([](IlinkPair& pair) { pair.to_server.assign(16, std::byte{9}); }),
              code(TerminateCode::InvalidFraming));
    EXPECT_EQ(ends([](IlinkPair& pair) { pair.to_client.assign(16, std::byte{9}); }),
              code(TerminateCode::InvalidFraming));
    EXPECT_EQ(
        ends([](IlinkPair& pair) { inject<NegotiationResponse>(pair.to_server, [](auto&) {}); }),
        code(TerminateCode::DecodingError));
    EXPECT_EQ(ends([](IlinkPair& pair) { inject<Establish>(pair.to_server, [](auto&) {}); }),
              code(TerminateCode::AlreadyEstablished));
    EXPECT_EQ(ends([](IlinkPair& pair) { inject<Negotiate>(pair.to_server, [](auto&) {}); }),
              code(TerminateCode::AlreadyNegotiated));
    EXPECT_EQ(ends([](IlinkPair& pair) { inject<Negotiate>(pair.to_client, [](auto&) {}); }),
              code(TerminateCode::DecodingError));
    EXPECT_EQ(ends([](IlinkPair& pair) {
                  inject<Sequence>(pair.to_server, [](auto& m) { m.store_uuid(3); });
              }),
              code(TerminateCode::InvalidUuid));
    EXPECT_EQ(ends([](IlinkPair& pair) {
                  inject<Sequence>(pair.to_client, [](auto& m) {
                      m.store_uuid(1'000);
                      m.store_next_seq_no(0);
                  });
              }),
              code(TerminateCode::InvalidNextSeqNo));
    EXPECT_EQ(ends([](IlinkPair& pair) {
                  inject<NewOrderSingle>(pair.to_server, [](auto& m) { m.store_seq_num(0); });
              }),
              code(TerminateCode::InvalidMsgSeqNo));
    EXPECT_EQ(ends([](IlinkPair& pair) {
                  inject<ExecutionReportNew>(pair.to_client, [](auto& m) {
                      m.store_seq_num(0);
                      m.store_uuid(1'000);
                  });
              }),
              code(TerminateCode::InvalidMsgSeqNo));
}

TEST(IlinkSession, AnOrderBeforeItIsEstablishedEndsTheConnection) {
    IlinkPair pair;
    pair.connect();
    pair.to_server.clear();
    static_cast<void>(pair.client_sends());
    pair.to_server.clear();
    inject<NewOrderSingle>(pair.to_server, [](auto& m) { m.store_seq_num(1); });
    pair.server_receives();
    EXPECT_EQ(pair.server.close_code(), code(TerminateCode::Unnegotiated));
    EXPECT_TRUE(pair.venue.received.empty());
    EXPECT_FALSE(pair.order("too early"));
}

TEST(IlinkSession, OrdersThatACutHasSwallowedAreNamedAndTheNextIsTaken) {
    IlinkPair pair = established();
    ASSERT_TRUE(pair.order("one"));
    pair.run_until_idle();
    ASSERT_TRUE(pair.order("swallowed"));
    ASSERT_TRUE(pair.order("swallowed too"));
    pair.client_sends();
    pair.cut();
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.not_applied, (Numbers{{2, 2}}));
    ASSERT_TRUE(pair.order("four"));
    pair.run_until_idle();
    EXPECT_EQ(pair.venue.received,
              (std::vector<std::pair<std::uint32_t, std::string>>{{1, "one"}, {4, "four"}}));
    EXPECT_EQ(pair.client.counters().not_applied, 2U);
    EXPECT_EQ(pair.server.counters().not_applied, 2U);
}

TEST(IlinkSession, ReportsThatACutHasSwallowedAreAskedForAndFlagged) {
    IlinkPair pair = established();
    pair.publish("1");
    pair.run_until_idle();
    pair.publish("2");
    pair.publish("3");
    pair.server_sends();
    pair.cut();
    pair.publish("4");  // while there is no connection
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, (std::vector<std::string>{"1", "2", "3", "4"}));
    EXPECT_EQ(pair.trader.established_at, (std::vector<std::uint32_t>{1, 5}));
    EXPECT_EQ(pair.client.counters().retransmit_requests, 1U);
    EXPECT_EQ(pair.server.counters().retransmit_requests, 1U);
}

TEST(IlinkSession, NewReportsWaitUntilTheMissingOnesHaveCome) {
    auto options = ilink_client_options();
    options.retransmit_messages_max = 3;
    IlinkPair pair({}, options);
    pair.connect();
    pair.run_until_idle();
    for (int n = 1; n <= 10; ++n) {
        pair.publish(std::to_string(n));
    }
    pair.server_sends();
    pair.cut();
    pair.connect();
    pair.client_sends();
    pair.server_receives();
    pair.server_sends();
    pair.publish("11");  // overtakes those that are asked for
    pair.publish("12");
    pair.server_sends();
    pair.client_receives();
    EXPECT_TRUE(pair.trader.received.empty());
    pair.run_until_idle();
    ASSERT_EQ(pair.trader.received.size(), 12U);
    EXPECT_EQ(pair.trader.received.back(), "12");
    EXPECT_EQ(pair.client.counters().retransmit_requests, 4U);  // 3, 3, 3, 1
}

TEST(IlinkSession, ReportsForWhichThereIsNoRoomAreAskedForInTheirTurn) {
    auto options = ilink_client_options();
    options.held_bytes_max = 2 * (4 + 8 + ExecutionReportNew::kBlockLength);
    IlinkPair pair({}, options);
    pair.connect();
    pair.run_until_idle();
    pair.publish("1");
    pair.server_sends();
    pair.cut();
    pair.connect();
    pair.client_sends();
    pair.server_receives();
    for (int n = 2; n <= 8; ++n) {
        pair.publish(std::to_string(n));
    }
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received,
              (std::vector<std::string>{"1", "2", "3", "4", "5", "6", "7", "8"}));
    EXPECT_EQ(pair.client.counters().retransmit_requests, 2U);
}

TEST(IlinkSession, AGapThatOnlyASequenceShowsIsAskedForToo) {
    IlinkPair pair = established();
    pair.publish("1");
    pair.server_sends();
    pair.to_client.clear();  // no TCP does so; the protocol finds it all the same
    pair.live(Nanos{11 * kNanosPerSecond});
    EXPECT_EQ(pair.trader.received, std::vector<std::string>{"1"});
}

TEST(IlinkSession, ReportsThatTheVenueNoLongerHasAreNamedAndTheConnectionEnds) {
    IlinkPair pair = established();
    inject<Sequence>(pair.to_client, [](auto& m) {
        m.store_uuid(1'000);
        m.store_next_seq_no(4);  // of three messages that the venue's stream does not have
    });
    pair.run_until_idle();
    EXPECT_EQ(pair.client.close_reason(), CloseReason::MessagesLost);
    EXPECT_EQ(pair.trader.lost, (Numbers{{1, 3}}));
}

TEST(IlinkSession, ARetransmissionThatDoesNotComeIsAskedForThreeTimes) {
    IlinkPair pair = established();
    inject<Sequence>(pair.to_client, [](auto& m) {
        m.store_uuid(1'000);
        m.store_next_seq_no(3);
    });
    pair.client_receives();
    for (int second = 0; second < 30 && !pair.client.is_closed(); ++second) {
        pair.now = pair.now + kSecond;
        pair.client.on_timer(pair.now);
        pair.client_sends();
        pair.to_server.clear();
        inject<Sequence>(pair.to_client, [](auto& m) {
            m.store_uuid(1'000);
            m.store_next_seq_no(3);
        });
        pair.client_receives();
    }
    EXPECT_EQ(pair.client.close_reason(), CloseReason::RetransmissionTimeout);
    EXPECT_EQ(pair.client.counters().retransmit_requests, 3U);
    EXPECT_TRUE(pair.trader.lost.empty());
}

TEST(IlinkSession, EveryMessageOfAClientHasItsNumberAtOnePlace) {
    const auto is_there = []<class Message>(Message) {
        std::array<std::byte, 512> room{};
        const auto encoded = Message::encode(room, [](auto& m) { m.store_seq_num(0x01020304); });
        EXPECT_EQ(load_le<std::uint32_t>(encoded.bytes.data() + MessageHeader::kLength +
                                         kClientNumberOffset),
                  0x01020304U)
            << Message::kName;
    };
    is_there(NewOrderSingle());
    is_there(OrderCancelReplaceRequest());
    is_there(OrderCancelRequest());
    is_there(OrderMassActionRequest());
    is_there(OrderMassStatusRequest());
    is_there(OrderStatusRequest());
}

TEST(IlinkSession, APeerThatDoesNotReadIsCutOff) {
    IlinkPair pair = established();
    for (int n = 0; n < 400; ++n) {
        pair.publish("more than the output holds");
    }
    pair.wait(Nanos{6 * kNanosPerSecond});
    EXPECT_EQ(pair.server.close_reason(), CloseReason::SlowReader);
}

TEST(IlinkSession, WrongOptionsAreNamed) {
    support::ToySigner signer(1);
    const auto refused = [&](auto&& change) {
        auto options = ilink_client_options();
        change(options);
        const auto client = IlinkClient::create(options, signer);
        EXPECT_FALSE(client);
        return client ? std::string() : client.error().message;
    };
    EXPECT_NE(refused([](auto& o) { o.session = "AB"; }).find("session of 3"), std::string::npos);
    EXPECT_NE(refused([](auto& o) { o.system_name = ""; }).find("name of 1..30"),
              std::string::npos);
    EXPECT_NE(
        refused([](auto& o) { o.retransmit_messages_max = 0; }).find("retransmit_messages_max"),
        std::string::npos);
    EXPECT_NE(refused([](auto& o) { o.connection.frame_length_max = 100; }).find("512..65,535"),
              std::string::npos);
    EXPECT_NE(refused([](auto& o) { o.connection.output_bytes_max = 2'048; }).find("four frames"),
              std::string::npos);
    EXPECT_NE(
        refused([](auto& o) { o.connection.keep_alive_interval = Nanos{1}; }).find("whole ms"),
        std::string::npos);
    EXPECT_NE(refused([](auto& o) { o.connection.login_timeout = Nanos{0}; }).find("positive"),
              std::string::npos);
    EXPECT_FALSE(IlinkServer::create({.keep_alive_min_ms = 0}));
}

TEST(IlinkSession, TheFlagOfARetransmissionIsWhereTheSchemaHasIt) {
    const auto is_there = []<class Message>(Message) {
        std::array<std::byte, 1'024> room{};
        const auto encoded = Message::encode(room, [](auto&) {});
        const std::size_t offset = poss_retrans_flag_offset(Message::kTemplateId);
        ASSERT_LT(offset, encoded.bytes.size());
        ASSERT_NE(offset, 0U) << Message::kName;
        room[offset] = std::byte{1};
        Message view;
        ASSERT_EQ(view.open(encoded.bytes), DecodeStatus::Ok);
        EXPECT_EQ(view.load_poss_retrans_flag(), BooleanFlag::True) << Message::kName;
    };
    is_there(BusinessReject());
    is_there(ExecutionReportNew());
    is_there(ExecutionReportReject());
    is_there(ExecutionReportElimination());
    is_there(ExecutionReportTradeOutright());
    is_there(ExecutionReportModify());
    is_there(ExecutionReportStatus());
    is_there(ExecutionReportCancel());
    is_there(OrderCancelReject());
    is_there(OrderCancelReplaceReject());
    is_there(OrderMassActionReport());
    EXPECT_EQ(poss_retrans_flag_offset(NewOrderSingle::kTemplateId), 0U);
}

TEST(IlinkSession, CodesHaveNames) {
    EXPECT_EQ(name(TerminateCode::KeepAliveIntervalLapsed), "the keep-alive interval has lapsed");
    EXPECT_EQ(name(static_cast<TerminateCode>(99)), "");
    EXPECT_EQ(name(RejectCode::SessionBlocked), "session and firm may not use this port");
    EXPECT_EQ(name(static_cast<RejectCode>(99)), "");
    EXPECT_EQ(name(CloseReason::ShutDown), "shut down");
    EXPECT_EQ(name(SessionState::Terminating), "terminating");
}

}  // namespace
}  // namespace hotpath::protocols::cme::ilink3
