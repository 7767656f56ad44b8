#include "hotpath/exchange/server/venue_server.hpp"

#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;
using protocols::nasdaq::soupbintcp::CloseReason;
using protocols::nasdaq::soupbintcp::Credentials;
using support::BenchClient;
using support::small_venue;
using support::to_bytes;
using support::to_message;
using support::VenueBench;

BenchClient trader(VenueBench& bench, std::size_t user) {
    return {bench, Port::OrderEntry, bench.options.users[user]};
}

std::uint16_t reject_reason_of(const support::ByteString& reply) {
    return ouch50::OrderRejected::at(reply.data()).load_reason();
}

TEST(VenueServer, NothingLeavesBeforeItsInputIsSafe) {
    VenueBench bench(small_venue(2));
    BenchClient client = trader(bench, 0);
    const std::size_t packets = bench.packets.size();
    client.enter({.number = 1});
    client.enter({.number = 2});
    EXPECT_TRUE(client.replies.empty());
    EXPECT_EQ(bench.packets.size(), packets);
    bench.make_durable(bench.records.size() - 1);
    client.poll();
    EXPECT_EQ(client.types(), "A");
    EXPECT_EQ(bench.packets.size(), packets + 1);
    bench.make_durable();
    client.poll();
    EXPECT_EQ(client.types(), "AA");
    EXPECT_EQ(bench.packets.size(), packets + 2);
    EXPECT_EQ(bench.server.waiting_outputs(), 0U);
}

TEST(VenueServer, OnlyUsersAreLetIn) {
    VenueBench bench(small_venue(2));
    BenchClient stranger(bench, Port::OrderEntry, Credentials::of("NOUSER", "SECRET0"));
    EXPECT_EQ(stranger.rejected, 'A');
    EXPECT_TRUE(stranger.is_cut_off());
    BenchClient guesser(bench, Port::OrderEntry, Credentials::of("USER0", "SECRET1"));
    EXPECT_EQ(guesser.rejected, 'A');
    BenchClient early(bench, Port::OrderEntry, bench.options.users[0], 100);
    EXPECT_EQ(early.rejected, 'S') << "a number that does not exist yet";
    EXPECT_TRUE(trader(bench, 0).is_logged_in);
    EXPECT_EQ(bench.server.counters().logins_refused, 2U);
}

TEST(VenueServer, AClientThatComesBackMissesNothingAndGetsNothingTwice) {
    auto options = small_venue(2);
    options.cancel_on_disconnect_after = kForever;
    VenueBench bench(options);
    BenchClient client = trader(bench, 0);
    BenchClient other = trader(bench, 1);
    client.enter({.number = 1});
    bench.make_durable();
    client.poll();
    client.disconnect();
    EXPECT_FALSE(bench.server.is_logged_in({0}));
    other.enter({.number = 1, .side = 'S', .qty = 60});
    bench.make_durable();
    client.connect();
    EXPECT_EQ(client.types(), "AE");
    EXPECT_EQ(client.soup.counters().duplicates, 0U);
    client.enter({.number = 2});
    bench.make_durable();
    client.poll();
    EXPECT_EQ(client.types(), "AEA");
}

TEST(VenueServer, ASecondLoginOfAUserTakesThePlaceOfTheFirst) {
    VenueBench bench(small_venue(1));
    BenchClient first = trader(bench, 0);
    first.enter({.number = 1});
    bench.make_durable();
    BenchClient second = trader(bench, 0);
    EXPECT_TRUE(first.is_cut_off());
    EXPECT_EQ(first.reason(), CloseReason::Superseded);
    bench.advance(Nanos{kNanosPerSecond});
    EXPECT_EQ(bench.server.log().exchange().session_orders({0}), 1U) << "it is not gone";
    second.poll();
    EXPECT_EQ(second.types(), "A");
}

TEST(VenueServer, OrdersOfAClientThatStaysAwayAreCanceled) {
    auto options = small_venue(2);
    options.cancel_on_disconnect_after = Nanos{2 * kNanosPerSecond};
    VenueBench bench(options);
    BenchClient client = trader(bench, 0);
    BenchClient other = trader(bench, 1);
    client.enter({.number = 1});
    client.enter({.number = 2});
    other.enter({.number = 1});
    bench.make_durable();
    client.disconnect();
    bench.advance(Nanos{2 * kNanosPerSecond - 1});
    EXPECT_EQ(bench.server.log().exchange().session_orders({0}), 2U);
    bench.advance(Nanos{1});
    EXPECT_EQ(bench.server.log().exchange().session_orders({0}), 0U);
    EXPECT_EQ(bench.server.log().exchange().session_orders({1}), 1U);
    bench.make_durable();
    client.connect();
    EXPECT_EQ(client.types(), "AACC");
    EXPECT_EQ(ouch50::OrderCanceled::at(client.replies.back().data()).load_reason(),
              ouch50::cancel_reason::kSupervisory);
    EXPECT_EQ(bench.server.counters().canceled_on_disconnect, 1U);
}

TEST(VenueServer, OrdersOfAClientThatIsBackInTimeStay) {
    auto options = small_venue(1);
    options.cancel_on_disconnect_after = Nanos{2 * kNanosPerSecond};
    VenueBench bench(options);
    BenchClient client = trader(bench, 0);
    client.enter({.number = 1});
    bench.make_durable();
    client.disconnect();
    bench.advance(Nanos{2 * kNanosPerSecond - 1});
    client.connect();
    bench.advance(Nanos{5 * kNanosPerSecond});
    EXPECT_EQ(bench.server.log().exchange().session_orders({0}), 1U);
}

TEST(VenueServer, BeyondItsRateOrdersAreRefusedAndThenTheClientIs) {
    auto options = small_venue(1);
    options.limits.orders = {.per_second = 10, .burst = 3};
    options.limits.refusals = {.per_second = 1, .burst = 2};
    VenueBench bench(options);
    BenchClient client = trader(bench, 0);
    for (std::uint32_t n = 1; n <= 5; ++n) {
        client.enter({.number = n});
    }
    client.cancel(1);
    bench.make_durable();
    client.poll();
    EXPECT_EQ(client.types(), "AAAJJC") << "cancels have a rate of their own";
    EXPECT_EQ(reject_reason_of(client.replies[3]), ouch50::reject_reason::kPortMessageRate);
    client.enter({.number = 6});
    EXPECT_TRUE(client.is_cut_off());
    EXPECT_EQ(client.reason(), CloseReason::RateExceeded);
    EXPECT_EQ(bench.server.counters().refused_for_rate, 3U);
}

TEST(VenueServer, BeyondTheRateOfCancelsTheClientIsCutOff) {
    auto options = small_venue(1);
    options.limits.cancels = {.per_second = 10, .burst = 2};
    VenueBench bench(options);
    BenchClient client = trader(bench, 0);
    client.cancel(1);
    client.cancel(1);
    EXPECT_FALSE(client.is_cut_off());
    client.cancel(1);
    EXPECT_EQ(client.reason(), CloseReason::RateExceeded);
}

TEST(VenueServer, NoMoreOrdersThanAllowedAreOpen) {
    auto options = small_venue(2);
    options.limits.orders_open_max = 2;
    VenueBench bench(options);
    BenchClient client = trader(bench, 0);
    for (std::uint32_t n = 1; n <= 3; ++n) {
        client.enter({.number = n});
    }
    client.cancel(1);
    client.enter({.number = 4});
    trader(bench, 1).enter({.number = 1});
    bench.make_durable();
    client.poll();
    EXPECT_EQ(client.types(), "AAJCA");
    EXPECT_EQ(reject_reason_of(client.replies[2]), ouch50::reject_reason::kOther);
    EXPECT_EQ(bench.server.log().exchange().session_orders({1}), 1U);
}

TEST(VenueServer, WithoutRoomInTheJournalOrdersAreRefusedAndCancelsWork) {
    VenueBench bench(small_venue(1));
    BenchClient client = trader(bench, 0);
    client.enter({.number = 1});
    bench.server.set_journal_room({.takes_orders = false});
    client.enter({.number = 2});
    client.cancel(1);
    bench.server.set_journal_room({});
    client.enter({.number = 3});
    bench.make_durable();
    client.poll();
    EXPECT_EQ(client.types(), "AJCA");
    EXPECT_EQ(reject_reason_of(client.replies[1]), ouch50::reject_reason::kProcessingError);
}

TEST(VenueServer, WithoutRoomForAnyRecordEveryInputIsRefusedAndNothingElse) {
    VenueBench bench(small_venue(2));
    BenchClient client = trader(bench, 0);
    BenchClient other = trader(bench, 1);
    client.enter({.number = 1});
    client.enter({.number = 2});
    bench.server.set_journal_room({.takes_orders = false, .bytes = kInputLengthMax});
    client.cancel(1);
    const std::size_t records = bench.records.size();
    const std::uint64_t state = bench.server.log().state_checksum();
    EXPECT_FALSE(client.is_cut_off());
    client.cancel(2);
    EXPECT_EQ(client.reason(), CloseReason::StreamFull);
    EXPECT_EQ(bench.server.counters().cut_off_for_room, 1U);
    bench.advance(Nanos{kNanosPerSecond});
    EXPECT_GT(bench.server.next_deadline(), bench.now) << "orders of who is gone wait for room";
    other.poll();
    EXPECT_FALSE(other.is_cut_off()) << "who sends nothing stays";
    EXPECT_TRUE(bench.server.may_read());
    client.connect();
    EXPECT_FALSE(client.is_cut_off());
    bench.make_durable();
    client.poll();
    EXPECT_EQ(client.types(), "AAC") << "what is safe is still told";
    client.disconnect();
    EXPECT_EQ(bench.records.size(), records);
    EXPECT_EQ(bench.server.log().state_checksum(), state);
    bench.server.set_journal_room({});
    bench.turn();
    EXPECT_EQ(bench.server.log().exchange().session_orders({0}), 0U) << "now they are canceled";
    other.enter({.number = 1});
    bench.make_durable();
    other.poll();
    EXPECT_EQ(other.types(), "A");
}

TEST(VenueServer, MalformedOrdersCutTheirClientOff) {
    VenueBench bench(small_venue(1));
    BenchClient client = trader(bench, 0);
    const std::size_t records = bench.records.size();
    const std::byte unknown{'?'};
    client.request({&unknown, 1});
    EXPECT_EQ(client.reason(), CloseReason::MalformedPacket);
    EXPECT_EQ(bench.server.counters().malformed, 1U);
    EXPECT_EQ(bench.records.size(), records) << "it is not even written down";
    client.connect();
    const auto order = to_message({.number = 1});
    client.request(order.bytes().first(order.bytes().size() - 1));
    EXPECT_EQ(client.reason(), CloseReason::MalformedPacket);
}

TEST(VenueServer, TheFeedAnswersRequestsForWhatHasLeft) {
    VenueBench bench(small_venue(1));
    BenchClient client = trader(bench, 0);
    client.enter({.number = 1});
    const auto session = bench.options.exchange.feed_session;
    const auto ask = [&](std::uint64_t seq, std::uint16_t count) {
        const auto request = protocols::nasdaq::moldudp64::make_request(session, seq, count);
        return to_bytes(bench.server.on_request(request.bytes()));
    };
    EXPECT_TRUE(ask(3, 1).empty()) << "the order's message has not left";
    bench.make_durable();
    EXPECT_EQ(ask(3, 1), bench.packets.back());
    protocols::nasdaq::moldudp64::PacketReader reader;
    const auto all = ask(1, 1'000);
    ASSERT_EQ(reader.open(all), protocols::DecodeStatus::Ok);
    EXPECT_EQ(reader.message_count(), 3U);
    EXPECT_TRUE(ask(0, 1).empty());
    EXPECT_TRUE(ask(4, 1).empty());
    auto other = protocols::nasdaq::moldudp64::make_request(session, 1, 1);
    other.store_session({"OTHER    "});
    EXPECT_TRUE(bench.server.on_request(other.bytes()).empty());
    EXPECT_TRUE(bench.server.on_request({}).empty());
    const protocols::nasdaq::moldudp64::RequestCounters& requests = bench.server.feed().requests();
    EXPECT_EQ(requests.requests, 7U);
    EXPECT_EQ(requests.out_of_range, 3U);
    EXPECT_EQ(requests.other_session, 1U);
    EXPECT_EQ(requests.malformed, 1U);
}

TEST(VenueServer, AFeedWithNothingToSaySaysSo) {
    VenueBench bench(small_venue(1));
    bench.packets.clear();
    bench.advance(Nanos{3 * kNanosPerSecond});
    ASSERT_EQ(bench.packets.size(), 3U);
    protocols::nasdaq::moldudp64::PacketReader reader;
    ASSERT_EQ(reader.open(bench.packets.back()), protocols::DecodeStatus::Ok);
    EXPECT_TRUE(reader.is_heartbeat());
    EXPECT_EQ(reader.sequence_number(), 3U);
}

TEST(VenueServer, TheEndOfTheSessionComesBehindEverything) {
    VenueBench bench(small_venue(1));
    BenchClient client = trader(bench, 0);
    client.enter({.number = 1});
    bench.server.end_of_session(bench.now);
    bench.take_records();
    client.enter({.number = 2});
    EXPECT_FALSE(client.has_ended);
    bench.make_durable();
    client.poll();
    EXPECT_TRUE(client.has_ended);
    EXPECT_EQ(client.types(), "A") << "what comes behind the end is not answered any more";
    EXPECT_EQ(client.reason(), CloseReason::EndOfSession);
    protocols::nasdaq::moldudp64::PacketReader reader;
    ASSERT_EQ(reader.open(bench.packets.back()), protocols::DecodeStatus::Ok);
    EXPECT_TRUE(reader.is_end_of_session());
    bench.advance(Nanos{kNanosPerSecond});
    ASSERT_EQ(reader.open(bench.packets.back()), protocols::DecodeStatus::Ok);
    EXPECT_TRUE(reader.is_end_of_session()) << "again, for a client that missed it";
}

TEST(VenueServer, TheDropCopyHasEveryReplyAndWhoseItIs) {
    auto options = small_venue(2);
    options.drop_copy_users = {Credentials::of("RISK", "SECRET")};
    VenueBench bench(options);
    BenchClient client = trader(bench, 0);
    BenchClient other = trader(bench, 1);
    client.enter({.number = 1});
    other.enter({.number = 1, .side = 'S', .qty = 40});
    BenchClient stranger(bench, Port::DropCopy, options.users[0]);
    EXPECT_EQ(stranger.rejected, 'A') << "users see their own replies alone";
    BenchClient copy(bench, Port::DropCopy, options.drop_copy_users[0]);
    EXPECT_TRUE(copy.replies.empty()) << "nothing is safe yet";
    bench.make_durable();
    client.poll();
    other.poll();
    copy.poll();
    std::set<std::pair<bool, std::uint64_t>> copied;
    for (const support::ByteString& message : copy.replies) {
        protocols::nasdaq::dropcopy::CopiedReply reply;
        ASSERT_EQ(protocols::nasdaq::dropcopy::decode(message, reply), protocols::DecodeStatus::Ok);
        const bool is_first = reply.copy->load_username() == options.users[0].username;
        const BenchClient& owner = is_first ? client : other;
        EXPECT_EQ(owner.replies[reply.copy->load_sequence_number() - 1], to_bytes(reply.reply));
        EXPECT_TRUE(copied.emplace(is_first, reply.copy->load_sequence_number()).second);
    }
    EXPECT_EQ(copied.size(), client.replies.size() + other.replies.size());
}

TEST(VenueServer, AClockThatJumpsNeitherTurnsTimeBackNorCutsAnybodyOff) {
    VenueBench bench(small_venue(1));
    BenchClient client = trader(bench, 0);
    std::int64_t last = 0;
    std::uint32_t number = 0;
    const Nanos hour{3'600 * kNanosPerSecond};
    for (const Nanos jump :
         {hour, Nanos{} - hour, Nanos{} - hour, Nanos{-1}, hour + hour, Nanos{}}) {
        bench.now = bench.now + jump;
        bench.server.on_timer(bench.now);
        client.soup.on_timer(bench.now);
        client.poll();
        client.enter({.number = ++number});
        bench.make_durable();
        client.poll();
        Input input;
        ASSERT_EQ(decode(bench.records.back(), input), protocols::DecodeStatus::Ok);
        EXPECT_GE(input.time.value, last);
        last = input.time.value;
    }
    EXPECT_EQ(client.types(), "AAAAAA");
    EXPECT_FALSE(client.is_cut_off());
}

TEST(VenueServer, AGateTooSmallForItsInputsIsRefused) {
    auto options = small_venue(1);
    options.gate.outputs_max = 100;
    const auto refused = VenueServer::create(options, nullptr);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("gate"), std::string::npos);
    EXPECT_FALSE(VenueServer::create(small_venue(0), nullptr));
    auto narrow = small_venue(1);
    narrow.record_bytes_max = kInputLengthMax;
    EXPECT_FALSE(VenueServer::create(narrow, nullptr));
}

TEST(VenueServer, InputsThatWaitForAStalledJournalAreBounded) {
    VenueBench bench(small_venue(1));
    BenchClient client = trader(bench, 0);
    std::uint32_t entered = 0;
    while (bench.server.may_read()) {
        client.enter({.number = ++entered, .time_in_force = ouch50::time_in_force::kIoc});
        ASSERT_LT(entered, 100'000U);
    }
    while (!client.is_cut_off()) {  // somebody reads on all the same
        client.enter({.number = ++entered, .time_in_force = ouch50::time_in_force::kIoc});
        ASSERT_LT(entered, 100'000U);
    }
    EXPECT_EQ(client.reason(), CloseReason::ShutDown);
    EXPECT_EQ(bench.server.counters().overloads, 1U);
    bench.make_durable();
    EXPECT_TRUE(bench.server.may_read());
    client.connect();
    EXPECT_EQ(client.replies.size(), 2U * (entered - 1)) << "accepted and canceled, all but one";
}

TEST(VenueServer, OrdersAllocateNothing) {
    VenueBench bench(small_venue(1));
    BenchClient client = trader(bench, 0);
    std::vector<support::ByteString> packets;
    for (std::uint32_t n = 1; n <= 200; ++n) {
        protocols::nasdaq::soupbintcp::UnsequencedData header;
        const auto order = to_message({.number = n});
        header.store_packet_length(static_cast<std::uint16_t>(order.bytes().size() + 1));
        packets.push_back(to_bytes(header.bytes()));
        packets.back().insert(packets.back().end(), order.bytes().begin(), order.bytes().end());
    }
    std::uint64_t seq = bench.records.size();
    std::size_t sent = 0;
    const NoAllocScope scope;
    for (const support::ByteString& packet : packets) {
        bench.server.on_bytes(*client.id, packet, bench.now);
        bench.server.for_each_record([&](const InputRecord& record) { seq = record.seq; });
        bench.server.on_durable(seq, bench.now);
        bench.server.for_each_packet([&](Bytes bytes) { sent += bytes.size(); });
        const std::size_t ready = bench.server.output(*client.id).size();
        bench.server.on_written(*client.id, ready, bench.now);
        sent += ready;
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_GT(sent, 200U * 100U);
}

}  // namespace
}  // namespace hotpath::exchange
