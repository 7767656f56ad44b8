// The feed of a whole venue through independent parsers: itchy (Rust, ITCH 5.0) reads every
// message, tshark every packet. A generated background trades, a session beside it.

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/capture/pcap_writer.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "tests/peers/child.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

using Lines = std::vector<std::string>;
using Message = std::vector<std::byte>;

const std::string kItchy = HOTPATH_ITCHY;
const std::string kTshark = "/usr/bin/tshark";
constexpr std::uint16_t kFeedPort = 26'477;

/// The packets received on line A.
class Recording {
  public:
    explicit Recording(const VenueProcess& venue)
        : line_(std::move(*net::UdpSocket::join({.group = venue.line_a()}))) {}

    void poll() {
        while (const auto datagram = line_.receive(buffer_)) {
            protocols::nasdaq::moldudp64::PacketReader packet;
            ASSERT_TRUE(datagram->is_whole);
            ASSERT_EQ(packet.open(datagram->bytes), protocols::DecodeStatus::Ok);
            ASSERT_EQ(packet.sequence_number(), next_seq_) << "the line has lost something";
            next_seq_ = packet.next_sequence_number();
            packets.emplace_back(datagram->bytes.begin(), datagram->bytes.end());
        }
    }
    [[nodiscard]] std::uint64_t next_seq() const { return next_seq_; }

    void write_itch(const std::filesystem::path& path) const {
        std::ofstream file(path, std::ios::binary);
        for (const Message& bytes : packets) {
            constexpr std::size_t kHeader = protocols::nasdaq::moldudp64::DownstreamHeader::kLength;
            file.write(reinterpret_cast<const char*>(bytes.data() + kHeader),
                       static_cast<std::streamsize>(bytes.size() - kHeader));
        }
    }
    void write_pcap(const std::filesystem::path& path) const {
        auto writer = *capture::PcapWriter::create(path, {.port = kFeedPort});
        for (const Message& packet : packets) {
            ASSERT_TRUE(writer->write_packet(packet, {}));
        }
        ASSERT_TRUE(writer->close());
    }

    std::vector<Message> packets;

  private:
    net::UdpSocket line_;
    std::array<std::byte, 2'048> buffer_{};
    std::uint64_t next_seq_ = 1;
};

class VenueParsers : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        folder_ = std::make_unique<support::TemporaryDirectory>();
        VenueProcess venue(
            folder_->path(),
            {.symbols = R"("AAPL", "GOOG")",
             .background = "source = \"generator\"\nmessages = 10000\ninstruments = 3\n"
                           "at_once_until = \"23:59:00\""});
        recording_ = std::make_unique<Recording>(venue);
        ASSERT_TRUE(venue.start()) << venue.output();
        OrderClient alice("ALICE", "A");
        OrderClient bob("BOB", "B");
        ASSERT_TRUE(alice.connect(venue.order_entry()) && bob.connect(venue.order_entry()));
        for (std::int64_t n = 0; n < 50; ++n) {
            alice.enter({.side = 'B', .qty = 100, .price = 500'000 - 100 * n});
            bob.enter({.side = 'S', .qty = 50, .price = 500'000});
            ASSERT_TRUE(alice.catch_up() && bob.catch_up());
            recording_->poll();
        }
        const auto has_all = [&] {
            return venue.state()["venue"]["commands"] >= 10'000 &&
                   recording_->next_seq() >= venue.state()["feed"]["next_seq"];
        };
        ASSERT_TRUE(peers::run_until(has_all, [] { recording_->poll(); }));
        ASSERT_EQ(venue.stop(), 0) << venue.output();
        recording_->poll();
    }
    static void TearDownTestSuite() {
        recording_.reset();
        folder_.reset();
    }

    static std::unique_ptr<support::TemporaryDirectory> folder_;
    static std::unique_ptr<Recording> recording_;
};

std::unique_ptr<support::TemporaryDirectory> VenueParsers::folder_;
std::unique_ptr<Recording> VenueParsers::recording_;

TEST_F(VenueParsers, ItchyReadsEveryMessage) {
    if (!std::filesystem::exists(kItchy)) {
        GTEST_SKIP() << "itchy is not here: tests/peers/itchy/build makes it (cargo)";
    }
    const auto file = folder_->path() / "feed.itch";
    recording_->write_itch(file);
    peers::Child itchy({kItchy, file.string()});
    ASSERT_TRUE(peers::run_until([&] { return itchy.is_over(); }, [] {}));
    EXPECT_EQ(itchy.answer("refused"), std::nullopt);
    EXPECT_EQ(itchy.answer("messages"), std::to_string(recording_->next_seq() - 1));
    EXPECT_TRUE(itchy.has_said("listed 1 AAPL"));
    EXPECT_TRUE(itchy.has_said("listed 2 GOOG"));
    EXPECT_EQ(std::ranges::count_if(itchy.lines(),
                                    [](const auto& line) { return line.starts_with("listed "); }),
              5);
}

TEST_F(VenueParsers, TsharkReadsEveryPacketAndMessagesShareThem) {
    if (!std::filesystem::exists(kTshark)) {
        GTEST_SKIP() << "tshark is not here: install the package tshark";
    }
    const auto file = folder_->path() / "feed.pcap";
    recording_->write_pcap(file);
    const auto read = [&](const Lines& how) {
        Lines command{kTshark,       "-n", "-r",
                      file.string(), "-d", "udp.port==" + std::to_string(kFeedPort) + ",moldudp64"};
        command.insert(command.end(), how.begin(), how.end());
        peers::Child tshark(command);
        EXPECT_TRUE(peers::run_until([&] { return tshark.is_over(); }, [] {}));
        return tshark.lines();
    };
    EXPECT_EQ(read({"-Y", "_ws.malformed || _ws.expert.severity == error"}), Lines{});
    const Lines counts = read({"-Y", "moldudp64", "-T", "fields", "-e", "moldudp64.count"});
    EXPECT_EQ(counts.size(), recording_->packets.size());
    std::uint64_t messages = 0;
    for (const std::string& count : counts) {
        messages += std::stoul(count);
    }
    EXPECT_EQ(messages, recording_->next_seq() - 1);
    EXPECT_LT(counts.size() * 2, messages) << "messages of one turn share a packet";
}

}  // namespace
}  // namespace hotpath::venue_tests
