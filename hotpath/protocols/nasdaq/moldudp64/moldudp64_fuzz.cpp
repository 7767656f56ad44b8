// Any bytes, read as a MoldUDP64 packet: one that is accepted gives exactly its count of messages,
// and packed again from them has the bytes that came in.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/request_server.hpp"

namespace {

using namespace hotpath;
using namespace hotpath::protocols;
using namespace hotpath::protocols::nasdaq::moldudp64;

void check_round_trip(const PacketReader& packet, Bytes bytes) {
    std::vector<std::byte> buffer(bytes.size());
    PacketWriter writer(buffer, packet.session(), packet.sequence_number());
    FrameCursor messages = packet.messages();
    for (Bytes message; messages.next(message);) {
        HOTPATH_ASSERT(writer.try_append(message), "a message must fit a packet of the same size");
    }
    HOTPATH_ASSERT(writer.message_count() == packet.message_count(),
                   "the message count must match");
    HOTPATH_ASSERT(writer.next_sequence_number() == packet.next_sequence_number(),
                   "the next sequence number must match");
    const Bytes again = packet.is_end_of_session() ? writer.finish_session() : writer.finish();
    HOTPATH_ASSERT(std::ranges::equal(again, bytes), "a repacked packet must have the same bytes");
}

/// A server of a short stream answers with a packet of that stream, or not at all.
void check_answer(Bytes request) {
    SequencedStore stream = *SequencedStore::create(
        {.messages_max = 100, .bytes_max = 1'000, .message_length_max = 10});
    const std::byte message{'m'};
    while (stream.try_append(Bytes(&message, 1))) {
    }
    RequestServer server =
        *RequestServer::create(stream, to_alpha<kSessionLength>("FUZZ"), room_for(10));
    PacketReader answer;
    const Bytes bytes = server.on_request(request);
    HOTPATH_ASSERT(bytes.empty() || answer.open(bytes) == DecodeStatus::Ok,
                   "a reply must be a whole packet");
    HOTPATH_ASSERT(
        bytes.empty() ||
            (answer.sequence_number() == RequestPacket::at(request.data()).load_sequence_number() &&
             answer.message_count() > 0 &&
             answer.next_sequence_number() <= stream.next_sequence_number()),
        "a reply must hold the requested messages");
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
        HOTPATH_ASSERT(std::ranges::equal(request.bytes(), bytes),
                       "a decoded request must encode to the same bytes");
        request.store_session(to_alpha<kSessionLength>("FUZZ"));
        check_answer(request.bytes());
    }
    check_answer(bytes);
    return 0;
}
