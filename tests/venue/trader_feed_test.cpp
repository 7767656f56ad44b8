// A trader whose market data is another protocol's feed: it says what it received and what it
// expected, and trades nothing. And one on whose group somebody else sends, too.
#include <array>
#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "hotpath/net/udp_socket.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/venue/trader_process.hpp"

namespace hotpath::venue_tests {
namespace {

constexpr std::chrono::milliseconds kBetween{1};

/// Sends packets to the group until it is destroyed. `fill(bytes, n)`: the n-th packet, from 0.
class Sender {
  public:
    template <class Fill>
    Sender(net::Endpoint group, Fill fill)
        : thread_([group, fill](const std::stop_token& stop) {
              auto socket = net::UdpSocket::send_to_group({.group = group});
              std::array<std::byte, 1'500> room{};
              for (std::uint64_t n = 0; !stop.stop_requested(); ++n) {
                  socket->send(fill(room, n), group);
                  std::this_thread::sleep_for(kBetween);  // no more than a socket's buffer
              }
          }) {}

  private:
    std::jthread thread_;
};

/// Ten messages a packet, of which one happens to be an ITCH message.
[[nodiscard]] Bytes another_venues_packet(std::span<std::byte> room, std::uint64_t n) {
    constexpr std::uint64_t kMessages = 10;
    protocols::nasdaq::moldudp64::PacketWriter writer(
        room, protocols::to_alpha<protocols::nasdaq::moldudp64::kSessionLength>("OTHER"),
        1 + n * kMessages);
    for (std::uint64_t i = 1; i < kMessages; ++i) {
        std::array<std::byte, 30> message{};
        message[0] = std::byte{'\x19'};
        message[2] = std::byte{7};  // where ITCH has the locate
        static_cast<void>(writer.try_append(message));
    }
    static_cast<void>(writer.try_append(protocols::nasdaq::itch50::SystemEvent().bytes()));
    return writer.finish();
}

class TraderFeed : public testing::Test {
  protected:
    TraderFeed() : venue_(folder_.path(), settings_) {}

    /// Both its lines are one group, on which `fill` arrives.
    template <class Fill>
    void expect_another_feed(Fill fill, const std::string& said) {
        ASSERT_TRUE(venue_.start()) << venue_.output();
        std::string group = venue_.line_a().to_string();
        group.replace(group.find('.') + 1, group.find('.', 4) - 4, "196");
        std::string config = trader_config(settings_, venue_, {});
        for (const std::string& line : {venue_.line_a().to_string(), venue_.line_b().to_string()}) {
            const std::size_t begin = config.find("\n", config.rfind("\n", config.find(line)));
            const std::size_t end = config.find("\n", begin + 1);
            config.replace(
                begin, end - begin,
                line == venue_.line_a().to_string() ? "\nline_a = \"" + group + "\"" : "");
        }
        TraderProcess trader(folder_.path(), config);
        ASSERT_TRUE(trader.start()) << trader.output();
        const Sender sender(*net::Endpoint::parse(group), fill);  // from the session's begin
        ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
            return state["doing"] == "another feed";
        })) << trader.output();
        const nlohmann::json state = trader.state();
        const auto text = state["feed"]["another_feed"].get<std::string>();
        EXPECT_NE(text.find(said), std::string::npos) << text;
        EXPECT_EQ(state["links"]["order_entry"]["logins"], 0) << "it does not log on";
        EXPECT_EQ(state["orders"]["entered"], 0);
        EXPECT_EQ(trader.stop(), 0) << trader.output();
        const std::string line = "hotpath trade: market data: ";
        const std::size_t first = trader.output().find(line);
        ASSERT_NE(first, std::string::npos) << trader.output();
        EXPECT_EQ(trader.output().find(line, first + 1), std::string::npos) << "once";
        EXPECT_NE(trader.output().find("WARNING: "), std::string::npos) << "in its health line";
    }

    support::TemporaryDirectory folder_;
    VenueSettings settings_ = generated_market(free_addresses());
    VenueProcess venue_;
};

TEST_F(TraderFeed, OfMostlyUndecodableMessagesIsSaidAndNotTradedOn) {
    expect_another_feed(another_venues_packet,
                        "messages are not ITCH 5.0 (unknown type or wrong length), more than half: "
                        "this is another feed, expected ITCH 5.0 in MoldUDP64");
}

TEST_F(TraderFeed, OfPacketsThatAreNotMoldUdp64IsSaid) {
    expect_another_feed(
        [](std::span<std::byte> room, std::uint64_t) { return Bytes(room.first(7)); },
        "packets are not MoldUDP64, more than half: this is another feed");
}

/// A test venue on the group, or somebody who means harm.
TEST_F(TraderFeed, AStrangerOnItsGroupIsSaidOnceAndChangesNothing) {
    ASSERT_TRUE(venue_.start()) << venue_.output();
    TraderProcess trader(folder_.path(), trader_config(settings_, venue_, {}));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
        return state["doing"] == "trading" && state["feed"]["state"] == "live";
    })) << trader.output();
    const nlohmann::json before = trader.state();
    {
        const Sender sender(venue_.line_a(), another_venues_packet);
        ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
            return state["feed"]["packets_of_others"] > 300;
        })) << trader.output();
    }
    const nlohmann::json state = trader.state();
    EXPECT_EQ(state["doing"], "trading");
    EXPECT_EQ(state["feed"]["stale_periods"], before["feed"]["stale_periods"]);
    EXPECT_GT(state["feed"]["next_seq"], before["feed"]["next_seq"]);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    const std::string line =
        "hotpath trade: market data: packets of another session \"OTHER\" from ";
    const std::size_t first = trader.output().find(line);
    ASSERT_NE(first, std::string::npos) << trader.output();
    EXPECT_EQ(trader.output().find(line, first + 1), std::string::npos) << "once";
}

}  // namespace
}  // namespace hotpath::venue_tests
