// The wires alone: what is sent arrives, is lost or is under way, and nothing else.

#include "hotpath/sim/world/network.hpp"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

#include "tests/support/text_bytes.hpp"

namespace hotpath::sim::world {
namespace {

using support::text_of;
using support::view_of;

class NetworkTest : public testing::Test {
  protected:
    [[nodiscard]] static VenueDrawn quick() {
        VenueDrawn options;
        options.delay = {1'000};
        return options;
    }
    /// Everything that arrives at one end of a connection, in order.
    std::string receive(std::uint32_t number, End at) {
        std::string text;
        while (!agenda_.is_empty()) {
            const Event event = agenda_.pop();
            now_ = event.time;
            if (event.kind == EventKind::Break) {
                breaks_ += static_cast<End>(event.what) == at ? 1 : 0;
            } else if (event.kind == EventKind::Piece && static_cast<End>(event.what) == at) {
                if (const auto piece = network_.take_piece(number, at, now_)) {
                    text += text_of(*piece);
                }
            }
        }
        return text;
    }
    std::uint32_t connect() {
        const std::uint32_t number = network_.open(0, trader::Port::OrderEntry, now_);
        network_.connection(number).up(End::Venue) = true;
        return number;
    }
    void expect_all_bytes_counted() {
        const NetworkCounters& counters = network_.counters();
        EXPECT_EQ(counters.bytes_sent,
                  counters.bytes_delivered + counters.bytes_lost + network_.bytes_in_flight());
    }

    VenueDrawn options_ = quick();
    Agenda agenda_{64};
    Random random_{1};
    Network network_{options_, 0, agenda_, random_};
    Time now_{};
    int breaks_ = 0;
};

TEST_F(NetworkTest, BytesArriveInOrderInWhateverPieces) {
    const std::uint32_t number = connect();
    std::string sent;
    for (int n = 0; n < 50; ++n) {
        const std::string text = "message " + std::to_string(n) + ";";
        network_.send(number, End::Client, view_of(text), now_);
        sent += text;
    }
    EXPECT_EQ(receive(number, End::Venue), sent);
    expect_all_bytes_counted();
}

TEST_F(NetworkTest, ACutDeliversAPrefixAndTellsBothEnds) {
    const std::uint32_t number = connect();
    const std::string sent(1'000, 'x');
    network_.send(number, End::Client, view_of(sent), now_);
    network_.cut(number, now_);
    const std::string received = receive(number, End::Venue);
    EXPECT_LT(received.size(), sent.size() + 1);
    EXPECT_EQ(breaks_, 1);
    network_.send(number, End::Client, view_of(sent), now_);
    EXPECT_EQ(receive(number, End::Venue), "");
    expect_all_bytes_counted();
}

TEST_F(NetworkTest, AVanishedConnectionNotifiesNeitherEnd) {
    const std::uint32_t number = connect();
    network_.send(number, End::Client, view_of("gone"), now_);
    network_.vanish(number);
    network_.close(number, End::Client, now_);
    EXPECT_EQ(receive(number, End::Venue), "");
    EXPECT_EQ(breaks_, 0);
    expect_all_bytes_counted();
}

TEST_F(NetworkTest, ACloseIsSeenAfterTheLastBytes) {
    const std::uint32_t number = connect();
    network_.send(number, End::Venue, view_of("last"), now_);
    network_.close(number, End::Venue, now_);
    EXPECT_EQ(receive(number, End::Client), "last");
    EXPECT_EQ(breaks_, 1);
}

/// What an event does at one connection may open another one.
TEST_F(NetworkTest, AConnectionStaysWhereItIsWhileOthersOpen) {
    const Connection* const first = &network_.connection(connect());
    for (int n = 0; n < 1'000; ++n) {
        static_cast<void>(connect());
    }
    EXPECT_EQ(&network_.connection(0), first);
    EXPECT_EQ(network_.connections(), 1'001U);
}

TEST_F(NetworkTest, AReaderThatIsHeldTakesAWindowAndNoMore) {
    const std::uint32_t number = connect();
    const std::size_t before = network_.room(number, End::Venue, now_);
    network_.hold(number, now_ + Nanos{1'000'000});
    EXPECT_LT(network_.room(number, End::Venue, now_), before);
    network_.send(number, End::Venue, view_of("late"), now_);
    EXPECT_EQ(receive(number, End::Client), "late");
    EXPECT_GE(now_.value, 1'000'000);
}

TEST_F(NetworkTest, EveryDatagramIsDeliveredLostOrUnderWay) {
    options_.packets = {.lost = 2'000,
                        .lost_on_both_lines = 500,
                        .duplicated = 3'000,
                        .reordered = 2'000,
                        .truncated = 500,
                        .damaged = 500};
    Network network(options_, 1, agenda_, random_);
    const std::string packet(60, 'p');
    constexpr std::array<std::uint8_t, 2> kClients{0, 3};
    for (int n = 0; n < 2'000; ++n) {
        network.multicast(view_of(packet), kClients, now_);
        while (!agenda_.is_empty() && n % 3 == 0) {
            const Event event = agenda_.pop();
            EXPECT_EQ(event.venue, 1);
            EXPECT_TRUE(event.who == 0 || event.who == 3);
            network.note_arrival(n % 2 == 0);
        }
    }
    const NetworkCounters& counters = network.counters();
    EXPECT_EQ(counters.sent, 8'000U);
    EXPECT_EQ(counters.sent + counters.doubled,
              counters.delivered + counters.lost + counters.silenced + counters.checksum +
                  counters.without_receiver + network.datagrams_in_flight());
    EXPECT_GT(counters.damaged, 0U);
    EXPECT_GT(counters.checksum, 0U);
    EXPECT_GT(counters.truncated, 0U);
}

}  // namespace
}  // namespace hotpath::sim::world
