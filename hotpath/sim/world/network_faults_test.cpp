// The network's faults one by one, at their bounds.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/sim/world/network.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::sim::world {
namespace {

using support::text_of;
using support::view_of;

class NetworkFaults : public testing::Test {
  protected:
    static constexpr std::array<std::uint8_t, 1> kOneClient{2};

    std::vector<Event> due() {
        std::vector<Event> events;
        while (!agenda_.is_empty()) {
            events.push_back(agenda_.pop());
        }
        return events;
    }
    std::uint32_t connect() {
        const std::uint32_t number = network_.open(2, trader::Port::OrderEntry, {0});
        network_.connection(number).up(End::Venue) = true;
        due();
        return number;
    }
    /// With these faults from here on.
    Network faulty(const PacketFaults& faults) {
        options_.packets = faults;
        return Network(options_, 0, agenda_, random_);
    }

    VenueDrawn options_{.delay = {1'000}, .jitter = {10}};
    Agenda agenda_{64};
    Random random_{3};
    Network network_{options_, 0, agenda_, random_};
};

TEST_F(NetworkFaults, APacketGoesToBothLinesOfEachClientAfterTheDelay) {
    constexpr std::array<std::uint8_t, 2> kClients{0, 3};
    network_.multicast(view_of("packet"), kClients, {500});
    std::set<std::pair<int, int>> receivers;
    for (const Event& event : due()) {
        EXPECT_EQ(event.kind, EventKind::Datagram);
        EXPECT_EQ(text_of(event.bytes), "packet");
        EXPECT_GE(event.time, Time{1'500});
        EXPECT_LE(event.time, Time{1'510});
        receivers.emplace(event.who, event.what);
    }
    EXPECT_EQ(receivers, (std::set<std::pair<int, int>>{{0, 0}, {0, 1}, {3, 0}, {3, 1}}));
    EXPECT_EQ(network_.datagrams_in_flight(), 4U);
}

TEST_F(NetworkFaults, SilenceIsOfBothLinesUntilItsEndAndNotOfReplies) {
    network_.silence({100});
    network_.multicast(view_of("p"), kOneClient, {99});
    EXPECT_TRUE(due().empty());
    EXPECT_EQ(network_.counters().silenced, 2U);
    network_.send_reply(2, view_of("r"), {99});
    ASSERT_EQ(due().size(), 1U);
    network_.multicast(view_of("p"), kOneClient, {100});
    EXPECT_EQ(due().size(), 2U);
}

TEST_F(NetworkFaults, RequestsThatAreKeptAwayAreCountedAsSilenced) {
    network_.keep_requests_away({100});
    network_.send_request(2, view_of("r"), {99});
    EXPECT_TRUE(due().empty());
    EXPECT_EQ(network_.counters().silenced, 1U);
    network_.send_request(2, view_of("r"), {100});
    const auto events = due();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].kind, EventKind::Request);
    EXPECT_EQ(events[0].who, 2);
}

TEST_F(NetworkFaults, AHealedNetworkLosesNothing) {
    Network network = faulty({.lost = 10'000});
    network.silence({1'000'000});
    network.keep_requests_away({1'000'000});
    network.multicast(view_of("p"), kOneClient, {1'000'000});
    EXPECT_EQ(network.counters().lost, 2U) << "always lost";
    network.heal();
    network.multicast(view_of("p"), kOneClient, {1});
    network.send_request(2, view_of("r"), {1});
    EXPECT_EQ(due().size(), 3U);
}

TEST_F(NetworkFaults, ATruncatedPacketIsShorterAndADamagedOneDiffersInABit) {
    const std::string packet(60, 'p');
    Network shortening = faulty({.truncated = 10'000});
    shortening.multicast(view_of(packet), kOneClient, {0});
    for (const Event& event : due()) {
        EXPECT_LT(event.bytes.size(), packet.size());
        EXPECT_TRUE(packet.starts_with(text_of(event.bytes)));
    }
    Network damaging = faulty({.damaged = 10'000});
    for (int n = 0; n < 300; ++n) {
        damaging.multicast(view_of(packet), kOneClient, {0});
    }
    int arrived = 0;
    for (const Event& event : due()) {
        ASSERT_EQ(event.bytes.size(), packet.size());
        std::size_t changed = packet.size();
        int bits = 0;
        for (std::size_t at = 0; at < packet.size(); ++at) {
            const auto difference =
                static_cast<unsigned>(event.bytes[at]) ^ static_cast<unsigned>('p');
            bits += std::popcount(difference);
            changed = difference != 0 ? at : changed;
        }
        EXPECT_EQ(bits, 1);
        EXPECT_TRUE(changed < 10 || (changed >= 18 && changed < 20)) << changed;
        ++arrived;
    }
    EXPECT_EQ(damaging.counters().damaged, static_cast<std::uint64_t>(arrived));
    EXPECT_EQ(damaging.counters().checksum, 600U - static_cast<std::uint64_t>(arrived))
        << "elsewhere the receiver's machine drops it";
    EXPECT_GT(arrived, 100);
    EXPECT_LT(arrived, 300);
}

TEST_F(NetworkFaults, ADuplicateComesLaterAndALateDatagramByFiveMillisecondsAtMost) {
    Network doubling = faulty({.duplicated = 10'000});
    doubling.send_reply(2, view_of("r"), {0});
    EXPECT_EQ(doubling.counters().doubled, 1U);
    EXPECT_EQ(doubling.datagrams_in_flight(), 2U);
    const auto copies = due();
    ASSERT_EQ(copies.size(), 2U);
    EXPECT_EQ(copies[0].bytes, copies[1].bytes);
    EXPECT_LT(copies[1].time, copies[0].time + Nanos{5'000'000});
    Network late = faulty({.reordered = 10'000});
    late.send_reply(2, view_of("r"), {0});
    EXPECT_EQ(late.counters().reordered, 1U);
    EXPECT_LT(due().at(0).time, Time{1'010 + 5'000'000});
}

TEST_F(NetworkFaults, AReaderHasAWindowOfWhatIsUnderWayToIt) {
    const std::uint32_t number = connect();
    EXPECT_EQ(network_.room(number, End::Venue, {0}), 65'536U);
    network_.send(number, End::Venue, view_of(std::string(4'000, 'x')), {0});
    EXPECT_EQ(network_.room(number, End::Venue, {0}), 61'536U);
    network_.hold(number, {100});
    EXPECT_EQ(network_.room(number, End::Venue, {99}), 96U) << "4,096 of a reader that is held";
    EXPECT_EQ(network_.room(number, End::Venue, {100}), 61'536U);
    network_.send(number, End::Venue, view_of(std::string(96, 'x')), {0});
    EXPECT_EQ(network_.room(number, End::Venue, {99}), 0U);
    constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
    EXPECT_EQ(network_.room(number, End::Client, {99}), kAny) << "the venue reads all";
    network_.cut(number, {0});
    EXPECT_EQ(network_.room(number, End::Venue, {99}), kAny) << "whatever is sent is lost";
    const std::uint32_t other = connect();
    network_.vanish(other);
    EXPECT_EQ(network_.room(other, End::Venue, {0}), 0U);
}

TEST_F(NetworkFaults, AConnectionOpensAtTheVenueAndARefusalComesBack) {
    const std::uint32_t number = network_.open(2, trader::Port::OrderEntry, {0});
    EXPECT_TRUE(network_.connection(number).up(End::Client));
    EXPECT_FALSE(network_.connection(number).up(End::Venue));
    const auto opened = due();
    ASSERT_EQ(opened.size(), 1U);
    EXPECT_EQ(opened[0].kind, EventKind::Connect);
    EXPECT_EQ(opened[0].number, number);
    network_.send(number, End::Client, view_of("login"), {0});
    due();
    network_.refuse(number, {5});
    const auto refused = due();
    ASSERT_EQ(refused.size(), 1U);
    EXPECT_EQ(refused[0].kind, EventKind::Break);
    EXPECT_EQ(static_cast<End>(refused[0].what), End::Client);
    EXPECT_EQ(network_.counters().refused, 1U);
    EXPECT_EQ(network_.counters().connections, 1U);
    EXPECT_EQ(network_.counters().bytes_lost, 5U);
    EXPECT_EQ(network_.bytes_in_flight(), 0U);
}

TEST_F(NetworkFaults, AnEndThatIsGoneTakesNothingAndClosesOnce) {
    const std::uint32_t number = connect();
    network_.send(number, End::Venue, view_of("late"), {0});
    network_.close(number, End::Client, {0});
    network_.close(number, End::Client, {0});
    int breaks = 0;
    for (const Event& event : due()) {
        if (event.kind == EventKind::Piece) {
            EXPECT_EQ(network_.take_piece(number, End::Client, event.time), std::nullopt);
        }
        breaks += event.kind == EventKind::Break ? 1 : 0;
    }
    EXPECT_EQ(breaks, 1) << "the other end learns of it once";
    EXPECT_EQ(network_.counters().bytes_lost, 4U);
}

TEST_F(NetworkFaults, ACutConnectionDeliversUpToAByteInFlight) {
    std::set<std::size_t> lengths;
    for (int n = 0; n < 400; ++n) {
        const std::uint32_t number = connect();
        network_.send(number, End::Client, view_of("abcd"), {0});
        network_.cut(number, {0});
        network_.cut(number, {0});  // once
        std::string received;
        int breaks = 0;
        for (Time now; !agenda_.is_empty();) {
            const Event event = agenda_.pop();
            now = event.time;
            breaks += event.kind == EventKind::Break ? 1 : 0;
            if (event.kind == EventKind::Piece) {
                if (const auto piece = network_.take_piece(number, End::Venue, now)) {
                    received += text_of(*piece);
                }
            }
        }
        EXPECT_EQ(breaks, 2) << "each end learns of it";
        EXPECT_TRUE(std::string("abcd").starts_with(received));
        lengths.insert(received.size());
    }
    EXPECT_EQ(lengths, (std::set<std::size_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(network_.bytes_in_flight(), 0U);
    EXPECT_EQ(network_.counters().bytes_sent,
              network_.counters().bytes_delivered + network_.counters().bytes_lost);
}

TEST(NetworkCounters, AddEachByEach) {
    NetworkCounters a{.sent = 1,
                      .doubled = 2,
                      .delivered = 3,
                      .lost = 4,
                      .silenced = 5,
                      .checksum = 6,
                      .without_receiver = 7,
                      .reordered = 8,
                      .truncated = 9,
                      .damaged = 10,
                      .connections = 11,
                      .refused = 12,
                      .bytes_sent = 13,
                      .bytes_delivered = 14,
                      .bytes_lost = 15};
    a += a;
    EXPECT_EQ(a.sent, 2U);
    EXPECT_EQ(a.doubled, 4U);
    EXPECT_EQ(a.delivered, 6U);
    EXPECT_EQ(a.lost, 8U);
    EXPECT_EQ(a.silenced, 10U);
    EXPECT_EQ(a.checksum, 12U);
    EXPECT_EQ(a.without_receiver, 14U);
    EXPECT_EQ(a.reordered, 16U);
    EXPECT_EQ(a.truncated, 18U);
    EXPECT_EQ(a.damaged, 20U);
    EXPECT_EQ(a.connections, 22U);
    EXPECT_EQ(a.refused, 24U);
    EXPECT_EQ(a.bytes_sent, 26U);
    EXPECT_EQ(a.bytes_delivered, 28U);
    EXPECT_EQ(a.bytes_lost, 30U);
}

}  // namespace
}  // namespace hotpath::sim::world
