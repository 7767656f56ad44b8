// Any bytes as the packets of a capture, and as messages that are whole packets of MDP 3.0, to any of
// the channel's feeds: the ITCH messages made of them are whole and of orders that are open, and their
// times do not run backwards.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/protocols/cme/capture/channel.hpp"
#include "hotpath/protocols/cme/mdp3/packet_writer.hpp"
#include "tests/support/mdp3_any_packet.hpp"
#include "tests/support/packet_channel_check.hpp"

namespace {

using namespace hotpath;

constexpr std::size_t kFeeds = 5;
constexpr book::BooksOptions kBounds{
    .orders_max = 64, .levels_max = 128, .instruments_max = 4, .huge_pages = HugePages::Never};

}  // namespace

/// Each piece of the input: feed, template, length; the rest of it is what follows a header.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
    capture::StreamStats stats;
    capture::mdp3::Channel channel(stats, kBounds);
    support::PacketChannelCheck checker;
    std::array<std::byte, protocols::cme::mdp3::kPacketLengthMax> buffer{};
    std::array<std::uint32_t, kFeeds> numbers{};
    Bytes rest = std::as_bytes(std::span(input, size));
    for (std::uint64_t now = 1'000'000; rest.size() >= 3; now += 1'000'000) {
        const std::size_t feed = std::to_integer<std::size_t>(rest[0]) % kFeeds;
        const auto kind = std::to_integer<std::size_t>(rest[1]);
        const Bytes body =
            rest.subspan(3, std::min(rest.size() - 3, std::to_integer<std::size_t>(rest[2])));
        rest = rest.subspan(3 + body.size());
        const capture::Destination to{.address = 1, .port = static_cast<std::uint16_t>(feed)};
        protocols::cme::mdp3::PacketWriter writer(buffer, ++numbers[feed]);
        const Bytes packet = kind == 255 ? body : support::mdp3_any_packet(kind, body, writer, now);
        static_cast<void>(channel.try_packet(packet, to, {static_cast<std::int64_t>(now)}));
        checker.take(channel);
    }
    channel.finish(capture::CaptureEnd::Whole);
    checker.take(channel);
    return 0;
}
