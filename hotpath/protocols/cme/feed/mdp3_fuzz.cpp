// Any bytes as packets of every feed of an MDP 3.0 channel, and as messages that are whole packets
// of our schema: no crash, nothing read beyond them, and the orders by OrderID, or the levels by
// number, are those of the books. By order, by price, by price with natural refresh.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/cme/feed/mdp3_channel.hpp"
#include "hotpath/protocols/cme/mdp3/packet_writer.hpp"
#include "tests/support/mdp3_any_packet.hpp"

namespace {

using namespace hotpath;

constexpr book::BooksOptions kBounds{
    .orders_max = 64, .levels_max = 128, .instruments_max = 4, .huge_pages = HugePages::Never};

void give(feed::Mdp3Channel& channel, std::uint8_t group, Bytes packet, Time now,
          feed::NullListener& ignored) {
    switch (group % 5) {
        case 0:
        case 1:
            channel.on_packet({.line = group % 5 == 0 ? feed::Line::A : feed::Line::B,
                               .bytes = packet,
                               .now = now},
                              ignored);
            break;
        case 2:
            channel.on_definition_packet(packet, ignored);
            break;
        case 3:
            channel.on_snapshot_packet(packet, now, ignored);
            break;
        default:
            channel.on_state_packet(packet, ignored);
    }
}

[[nodiscard]] std::size_t levels_in_books(const feed::Mdp3Channel& channel) {
    std::size_t count = 0;
    for (std::uint16_t id = 1; id <= kBounds.instruments_max; ++id) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            const auto levels = channel.codec().levels().of({id}, side).levels();
            count += static_cast<std::size_t>(
                std::ranges::count_if(levels, &feed::Mdp3Level::is_in_books));
        }
    }
    return count;
}

}  // namespace

/// The books' depth; then each piece of the input: group, template, length; the rest of it is what
/// follows a header.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    feed::LiveFeedOptions options = feed::mdp3_feed_options();
    options.lines.store.messages_max = 64;
    const bool is_by_price = input[0] % 3 != 0;
    auto channel = *feed::Mdp3Channel::create(
        kBounds,
        {.depth = is_by_price ? feed::Mdp3Depth::ByPrice : feed::Mdp3Depth::ByOrder,
         .has_natural_refresh = input[0] % 3 == 2,
         .instruments_max = 4,
         .orders_max = 64,
         .reports_max = 64,
         .units_per_currency = 1'000'000'000},
        options);
    feed::NullListener ignored;
    std::array<std::byte, protocols::cme::mdp3::kPacketLengthMax> buffer{};
    std::array<std::uint32_t, 5> numbers{};
    Bytes rest = std::as_bytes(std::span(input, size)).subspan(1);
    for (Time now{1}; rest.size() >= 3; now = now + Nanos{1'000'000}) {
        const auto group = std::to_integer<std::uint8_t>(rest[0]);
        const auto kind = std::to_integer<std::size_t>(rest[1]);
        const Bytes body =
            rest.subspan(3, std::min(rest.size() - 3, std::to_integer<std::size_t>(rest[2])));
        rest = rest.subspan(3 + body.size());
        if (kind == 255) {
            give(channel, group, body, now, ignored);  // as it is
        } else {
            protocols::cme::mdp3::PacketWriter writer(buffer, ++numbers[group % 5]);
            const auto sent_at = static_cast<std::uint64_t>(now.value);
            give(channel, group, support::mdp3_any_packet(kind, body, writer, sent_at), now,
                 ignored);
        }
        channel.on_timer(now, ignored);
    }
    HOTPATH_ASSERT(channel.feed().books().open_orders() <=
                       (is_by_price ? levels_in_books(channel) : channel.codec().orders().size()),
                   "every order of the books must have an OrderID, or be a level");
    return 0;
}
