// Our traffic as tshark reads it, Wireshark's independent dissectors: a SoupBinTCP session of every
// OUCH 5.0 message, cut into TCP segments anywhere, and a MoldUDP64 feed of every ITCH 5.0 message.
//
// It checks: the framing, types, sequence numbers and fields of SoupBinTCP and MoldUDP64, and that
// each message lies where we say it does, byte for byte. Not checked: tshark 4.0 decodes OUCH 4.x
// and the ITCH of before 2010 only, and shows the messages of OUCH 5.0 and ITCH 5.0 as bytes. Their
// fields are held against the specification's tables instead.

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/pcap_writer.hpp"
#include "hotpath/core/random.hpp"
#include "tests/peers/child.hpp"
#include "tests/support/downstream_server.hpp"
#include "tests/support/itch50_fields.hpp"
#include "tests/support/ouch50_fields.hpp"
#include "tests/support/packet_captures.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/soup_session.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::peers {
namespace {

using support::MessageType;
using support::operator+;
using support::OwnedBytes;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using Lines = std::vector<std::string>;

constexpr std::uint16_t kSoupPort = 26'400;
constexpr std::uint16_t kFeedPort = 26'477;
const std::string kTshark = "/usr/bin/tshark";

class Tshark : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(kTshark)) {
            GTEST_SKIP() << "tshark is not here: install the package tshark";
        }
    }

    /// tshark's lines for the frames of the capture that pass a filter.
    Lines read(const std::string& filter, const Lines& how) {
        Lines command{kTshark, "-n",
                      "-r",    capture().string(),
                      "-d",    "tcp.port==" + std::to_string(kSoupPort) + ",soupbintcp",
                      "-d",    "udp.port==" + std::to_string(kFeedPort) + ",moldudp64",
                      "-Y",    filter};
        command.insert(command.end(), how.begin(), how.end());
        Child tshark(command);
        EXPECT_TRUE(run_until([&] { return tshark.is_over(); }, [] {}));
        return tshark.lines();
    }
    /// One field of all frames of a filter, in order.
    Lines values(const std::string& filter, const std::string& field) {
        Lines all;
        for (const std::string& line : read(filter, {"-T", "fields", "-e", field})) {
            std::istringstream cells(line);
            for (std::string cell; std::getline(cells, cell, ',');) {
                all.push_back(cell);
            }
        }
        return all;
    }
    /// The lines of its description that begin with `prefix`, without it.
    Lines described(const std::string& filter, std::string_view prefix) {
        Lines all;
        for (const std::string& line : read(filter, {"-O", "soupbintcp"})) {
            if (line.starts_with(prefix)) {
                all.push_back(line.substr(prefix.size()));
            }
        }
        return all;
    }
    void expect_nothing_malformed() {
        EXPECT_THAT(read("_ws.malformed || _ws.expert.severity == error", {}),
                    ElementsAreArray(Lines{}));
    }
    [[nodiscard]] std::filesystem::path capture() const { return folder_ / "session.pcap"; }

  private:
    support::TemporaryDirectory folder_;
};

std::string hex(Bytes bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::byte b : bytes) {
        text += kDigits[std::to_integer<unsigned>(b) >> 4U];
        text += kDigits[std::to_integer<unsigned>(b) & 15U];
    }
    return text;
}

/// A message of each type with random fields and no appendage.
std::vector<OwnedBytes> one_of_each(std::span<const MessageType> types, Random& random) {
    std::vector<OwnedBytes> messages;
    for (const MessageType& type : types) {
        std::vector<std::byte> message = type.make();
        for (const support::Field& field : type.fields) {
            if (field.name != "appendage_length" && &field != &type.fields.front()) {
                field.store(message.data(), support::random_value(random.next()));
            }
        }
        messages.emplace_back(message.begin(), message.end());
    }
    return messages;
}

Lines hexes(const std::vector<OwnedBytes>& messages) {
    Lines lines;
    for (const OwnedBytes& message : messages) {
        lines.push_back(hex(message));
    }
    return lines;
}

/// The segments of a TCP connection as frames of a capture.
class TcpFrames {
  public:
    void add(Bytes payload, bool is_from_client) {
        Direction& from = is_from_client ? client_ : server_;
        const Direction& to = is_from_client ? server_ : client_;
        constexpr std::uint16_t kClientPort = 40'000;
        using support::be16;
        using support::be32;
        OwnedBytes tcp = be16(is_from_client ? kClientPort : kSoupPort) +
                         be16(is_from_client ? kSoupPort : kClientPort) + be32(from.next) +
                         be32(to.next);
        tcp = tcp + be16(0x5018) + be16(0xFFFF) + be32(0) + payload;
        from.next += static_cast<std::uint32_t>(payload.size());
        OwnedBytes ip = be16(0x4500) + be16(static_cast<std::uint16_t>(20 + tcp.size()));
        ip = ip + be32(0x00010000) + be16(0x1006) + be16(0) + be32(from.address);
        frames.push_back(support::ethernet(ip + be32(to.address) + tcp));
    }
    std::vector<OwnedBytes> frames;

  private:
    struct Direction {
        std::uint32_t address = 0;
        std::uint32_t next = 1;
    };
    Direction client_{.address = 0x0A000001};
    Direction server_{.address = 0x0A000002};
};

TEST_F(Tshark, ReadsOurSessionOfEveryOuchMessage) {
    Random random(support::seed_of_this_test(77));
    const auto requests = one_of_each(support::kOuch50Requests, random);
    const auto replies = one_of_each(support::kOuch50Replies, random);
    support::SoupPair pair;
    TcpFrames wire;
    const auto carry = [&] {
        for (bool moved = true; moved;) {
            const Bytes up = pair.client.output().first(
                std::min<std::size_t>(pair.client.output().size(), 1 + random.below(60)));
            if (!up.empty()) {
                wire.add(up, true);
            }
            std::size_t bytes = pair.client_sends(up.size()) + pair.server_receives();
            const Bytes down = pair.server.output().first(
                std::min<std::size_t>(pair.server.output().size(), 1 + random.below(60)));
            if (!down.empty()) {
                wire.add(down, false);
            }
            bytes += pair.server_sends(down.size()) + pair.client_receives();
            moved = bytes > 0;
        }
    };
    const auto heartbeats = [&] {
        pair.wait({kNanosPerSecond});
        carry();
    };
    pair.connect();
    carry();
    for (const OwnedBytes& request : requests) {
        ASSERT_TRUE(pair.client.try_send(request, pair.now));
    }
    for (const OwnedBytes& reply : replies) {
        ASSERT_TRUE(pair.venue.stream.try_append(reply));
    }
    pair.server.on_stream(pair.now);
    carry();
    heartbeats();
    ASSERT_TRUE(pair.server.try_send_debug(support::view_of("debug")));
    carry();
    pair.venue.stream.end_session();
    pair.server.on_stream(pair.now);
    carry();
    ASSERT_TRUE(pair.client.has_ended());
    support::write_file(capture(), support::pcap_of(wire.frames, {}));

    expect_nothing_malformed();
    const std::string port = std::to_string(kSoupPort);
    Lines from_client{"Login Request"};
    from_client.insert(from_client.end(), requests.size(), "Unsequenced Data");
    from_client.push_back("Client Heartbeat");
    Lines from_server{"Login Accepted"};
    for (std::size_t number = 1; number <= replies.size(); ++number) {
        from_server.push_back("Sequenced Data, SeqNum=" + std::to_string(number));
    }
    from_server.insert(from_server.end(), {"Server Heartbeat", "Debug Packet", "End of Session"});
    EXPECT_THAT(described("tcp.dstport == " + port, "SoupBinTCP, "), ElementsAreArray(from_client));
    EXPECT_THAT(described("tcp.srcport == " + port, "SoupBinTCP, "), ElementsAreArray(from_server));
    EXPECT_THAT(described("soupbintcp", "    Requested sequence number: "), ElementsAre("1"));
    EXPECT_THAT(described("soupbintcp", "    Next sequence number: "), ElementsAre("1"));
    EXPECT_THAT(described("soupbintcp", "    User Name: "), ElementsAre("trader"));
    EXPECT_THAT(described("soupbintcp", "    Debug Text: "), ElementsAre("debug"));

    // The System Event has not changed since OUCH 4: tshark reads it, and only it.
    Lines reply_hexes = hexes(replies);
    ASSERT_EQ(replies.front().front(), std::byte{'S'});
    reply_hexes.erase(reply_hexes.begin());
    EXPECT_THAT(values("ouch", "ouch.packet_type"), ElementsAre("'S'"));
    EXPECT_THAT(values("tcp.dstport == " + port, "soupbintcp.message"),
                ElementsAreArray(hexes(requests)));
    EXPECT_THAT(values("tcp.srcport == " + port, "soupbintcp.message"),
                ElementsAreArray(reply_hexes));
}

TEST_F(Tshark, ReadsOurFeedOfEveryItchMessage) {
    Random random(support::seed_of_this_test(78));
    const auto messages = one_of_each(support::kItch50Messages, random);
    constexpr auto kSession =
        protocols::to_alpha<protocols::nasdaq::moldudp64::kSessionLength>("MONDAY");
    protocols::SequencedStore stream = *protocols::SequencedStore::create(
        {.messages_max = 100, .bytes_max = 10'000, .message_length_max = 50});
    auto server = *protocols::nasdaq::moldudp64::DownstreamServer::create(
        stream, kSession, {.packet_length_max = 200});
    auto writer = *capture::PcapWriter::create(capture(), {.port = kFeedPort});
    Time time{};
    std::size_t packets = 0;
    const auto publish = [&] {
        for (Bytes packet; !(packet = server.next_packet(time)).empty(); ++packets) {
            ASSERT_TRUE(writer->write_packet(packet, time));
        }
        time = time + Nanos{kNanosPerSecond};
    };
    server.start(time);
    for (const OwnedBytes& message : messages) {
        ASSERT_TRUE(stream.try_append(message));
        if (random.one_in(4)) {
            publish();
        }
    }
    publish();
    publish();
    stream.end_session();
    publish();
    ASSERT_TRUE(writer->close());

    expect_nothing_malformed();
    EXPECT_EQ(read("moldudp64", {}).size(), packets);
    EXPECT_THAT(values("moldudp64", "moldudp64.msgdata"), ElementsAreArray(hexes(messages)));
    Lines numbers;
    for (std::size_t number = 1; number <= messages.size(); ++number) {
        numbers.push_back(std::to_string(number));
    }
    EXPECT_THAT(values("moldudp64", "moldudp64.msgseq"), ElementsAreArray(numbers));
    EXPECT_THAT(values("moldudp64.count == 0", "moldudp64.sequence"),
                ElementsAreArray({std::to_string(messages.size() + 1)}));
    EXPECT_THAT(values("moldudp64.count == 65535", "moldudp64.sequence"),
                ElementsAreArray({std::to_string(messages.size() + 1)}));
    EXPECT_EQ(values("moldudp64", "moldudp64.session").front(), "MONDAY    ");
}

}  // namespace
}  // namespace hotpath::peers
