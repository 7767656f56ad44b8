// Any bytes, read as a stream of SoupBinTCP packets in pieces of any size: the pieces change
// nothing, and a packet that is accepted has the bytes that came in.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packet_assembler.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"

namespace {

using namespace hotpath;
using namespace hotpath::protocols;
using namespace hotpath::protocols::nasdaq::soupbintcp;

constexpr std::size_t kPacketMax = 300;

struct Assembled {
    std::vector<std::byte> bytes;  // of all whole packets, one after the other
    AssemblyStatus last = AssemblyStatus::NeedMore;
};

template <class M>
void check_fields(Bytes packet) {
    M stored;
    const M& read = M::at(packet.data());
    stored.store_packet_length(read.load_packet_length());
    if constexpr (requires { read.load_sequence_number(); }) {
        stored.store_session(read.load_session());
        stored.store_sequence_number(read.load_sequence_number());
    } else if constexpr (requires { read.load_username(); }) {
        stored.store_username(read.load_username());
        stored.store_password(read.load_password());
        stored.store_requested_session(read.load_requested_session());
        stored.store_requested_sequence_number(read.load_requested_sequence_number());
    } else if constexpr (requires { read.load_reason(); }) {
        stored.store_reason(read.load_reason());
    }
    HOTPATH_ASSERT(std::ranges::equal(stored.bytes(), packet.first(M::kLength)),
                   "stored fields must equal the loaded ones");
}

template <class Packets>
void check(Bytes packet) {
    if (check_packet<Packets>(packet) != DecodeStatus::Ok) {
        return;
    }
    Packets::for_each([&]<class M>() {
        if (type_of(packet) == M::kType) {
            check_fields<M>(packet);
        }
    });
}

Assembled assemble(Bytes stream, std::size_t piece) {
    PacketAssembler assembler(kPacketMax);
    Assembled all;
    while (!stream.empty() && all.last == AssemblyStatus::NeedMore) {
        Bytes part = stream.first(std::min(piece, stream.size()));
        stream = stream.subspan(part.size());
        Bytes packet;
        while ((all.last = assembler.next(part, packet)) == AssemblyStatus::Whole) {
            HOTPATH_ASSERT(packet.size() >= kHeaderLength && packet.size() <= kPacketMax,
                           "a packet must have kHeaderLength..kPacketMax bytes");
            all.bytes.insert(all.bytes.end(), packet.begin(), packet.end());
            check<ServerPackets>(packet);
            check<ClientPackets>(packet);
        }
    }
    return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) {
        return 0;
    }
    const Bytes stream = std::as_bytes(std::span(data + 1, size - 1));
    const Assembled whole = assemble(stream, stream.size());
    const Assembled pieces = assemble(stream, std::size_t{data[0]} + 1);
    HOTPATH_ASSERT(whole.bytes == pieces.bytes && whole.last == pieces.last,
                   "packets must not depend on where the stream is cut");
    HOTPATH_ASSERT(std::ranges::equal(whole.bytes, stream.first(whole.bytes.size())),
                   "the packets joined must be the stream");
    return 0;
}
