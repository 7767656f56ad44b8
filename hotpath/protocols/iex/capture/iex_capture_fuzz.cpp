// Any bytes as segments of IEX-TP, and as DEEP messages in segments that are whole: the ITCH messages made
// of them are whole and of orders that are open, and their times do not run backwards.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/iex/capture/channel.hpp"
#include "tests/support/iex_fields.hpp"
#include "tests/support/iex_segments.hpp"
#include "tests/support/packet_channel_check.hpp"

namespace {

using namespace hotpath;

/// The message of a type: its fields are the bytes, and few symbols, prices and times are used, so that
/// the messages meet.
support::OwnedBytes message_of(std::uint8_t type, Bytes body) {
    const support::MessageType& chosen =
        support::kDeepMessages[type % support::kDeepMessages.size()];
    support::OwnedBytes message = chosen.make();
    std::size_t used = 0;
    const auto next = [&] {
        return used < body.size() ? std::to_integer<std::uint8_t>(body[used++]) : std::uint8_t{0};
    };
    for (const support::Field& field : chosen.fields) {
        support::FieldValue value{.integer = next()};
        if (field.name == "timestamp") {
            value.integer = static_cast<std::uint64_t>(support::kIexNineThirty) + value.integer % 4;
        }
        value.characters.fill(' ');
        value.characters[0] = static_cast<char>('A' + value.integer % 3);
        if (field.name != "message_type") {
            field.store(message.data(), value);
        }
    }
    return message;
}

}  // namespace

/// Each piece of the input: kind, length; the rest of it is a segment or a message's fields.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
    capture::StreamStats stats;
    capture::iex::Channel channel(stats);
    support::PacketChannelCheck checker;
    std::int64_t sequence = 1;
    Bytes rest = std::as_bytes(std::span(input, size));
    while (rest.size() >= 2) {
        const auto kind = std::to_integer<std::uint8_t>(rest[0]);
        const Bytes body =
            rest.subspan(2, std::min(rest.size() - 2, std::to_integer<std::size_t>(rest[1])));
        rest = rest.subspan(2 + body.size());
        const support::OwnedBytes any(body.begin(), body.end());
        support::OwnedBytes segment = any;
        if (kind < 250) {
            const support::OwnedBytes message = kind < 16 ? any : message_of(kind, body);
            segment = support::iex_segment({message}, {.first = sequence});
            sequence += kind % 17 == 0 ? 2 : 1;  // sometimes a gap
        }
        static_cast<void>(channel.try_packet(segment, {}, {}));
        checker.take(channel);
    }
    channel.finish(capture::CaptureEnd::Whole);
    checker.take(channel);
    HOTPATH_ASSERT(stats.messages == 0 || stats.records > 0, "messages must come from records");
    return 0;
}
