// Any bytes as the packets of a capture, and as messages that are whole packets of MDP 3.0, to any of
// the channel's feeds: the ITCH messages made of them are whole and of orders that are open, and their
// times do not run backwards.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/capture/mdp3/channel.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/wire/framing.hpp"
#include "hotpath/wire/mdp3/packet_writer.hpp"
#include "tests/support/itch_open_orders.hpp"
#include "tests/support/mdp3_any_packet.hpp"

namespace {

using namespace hotpath;

constexpr std::size_t kFeeds = 5;
constexpr book::BooksOptions kBounds{
    .orders_max = 64, .levels_max = 128, .instruments_max = 4, .huge_pages = HugePages::Never};

/// Takes the messages made so far.
class Checker {
  public:
    void take(capture::mdp3::Channel& channel) {
        wire::FrameCursor frames(channel.block().bytes());
        for (Bytes message; frames.next(message);) {
            HOTPATH_ASSERT(wire::itch50::decode(message, orders_) == wire::DecodeStatus::Ok,
                           "messages must be ITCH 5.0");
            const std::uint64_t time =
                wire::itch50::SystemEvent::at(message.data()).load_timestamp();
            HOTPATH_ASSERT(time >= time_, "times must not run backwards");
            time_ = time;
        }
        HOTPATH_ASSERT(!frames.is_truncated(), "a block must have whole messages");
        channel.block().clear();
    }

  private:
    support::ItchOpenOrders orders_;
    std::uint64_t time_ = 0;
};

}  // namespace

/// Each piece of the input: feed, template, length; the rest of it is what follows a header.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
    capture::StreamStats stats;
    capture::mdp3::Channel channel(stats, kBounds);
    Checker checker;
    std::array<std::byte, wire::mdp3::kPacketLengthMax> buffer{};
    std::array<std::uint32_t, kFeeds> numbers{};
    Bytes rest = std::as_bytes(std::span(input, size));
    for (std::uint64_t now = 1'000'000; rest.size() >= 3; now += 1'000'000) {
        const std::size_t feed = std::to_integer<std::size_t>(rest[0]) % kFeeds;
        const auto kind = std::to_integer<std::size_t>(rest[1]);
        const Bytes body =
            rest.subspan(3, std::min(rest.size() - 3, std::to_integer<std::size_t>(rest[2])));
        rest = rest.subspan(3 + body.size());
        const capture::Destination to{.address = 1, .port = static_cast<std::uint16_t>(feed)};
        wire::mdp3::PacketWriter writer(buffer, ++numbers[feed]);
        const Bytes packet = kind == 255 ? body : support::mdp3_any_packet(kind, body, writer, now);
        static_cast<void>(channel.try_packet(packet, to, {static_cast<std::int64_t>(now)}));
        checker.take(channel);
    }
    channel.finish(capture::CaptureEnd::Whole);
    checker.take(channel);
    return 0;
}
