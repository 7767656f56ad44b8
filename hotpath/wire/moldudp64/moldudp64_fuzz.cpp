// Any bytes, read as a MoldUDP64 packet: one that is accepted gives exactly its count of messages,
// and packed again from them has the bytes that came in.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/wire/moldudp64/packet_reader.hpp"
#include "hotpath/wire/moldudp64/packet_writer.hpp"

namespace {

using namespace hotpath;
using namespace hotpath::wire;
using namespace hotpath::wire::moldudp64;

void check_round_trip(const PacketReader& packet, Bytes bytes) {
    std::vector<std::byte> buffer(bytes.size());
    PacketWriter writer(buffer, packet.session(), packet.sequence_number());
    FrameCursor messages = packet.messages();
    for (Bytes message; messages.next(message);) {
        HOTPATH_ASSERT(writer.try_append(message), "fits where it came from");
    }
    HOTPATH_ASSERT(writer.message_count() == packet.message_count(), "as many as it says");
    HOTPATH_ASSERT(writer.next_sequence_number() == packet.next_sequence_number(), "same numbers");
    const Bytes again = packet.is_end_of_session() ? writer.finish_session() : writer.finish();
    HOTPATH_ASSERT(std::ranges::equal(again, bytes), "packed again, the same bytes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes = std::as_bytes(std::span(data, size));
    PacketReader packet;
    if (packet.open(bytes) == DecodeStatus::Ok) {
        check_round_trip(packet, bytes);
    }
    RequestPacket request;
    if (decode_request(bytes, request) == DecodeStatus::Ok) {
        HOTPATH_ASSERT(std::ranges::equal(request.bytes(), bytes), "a request is its bytes");
    }
    return 0;
}
