#pragma once
/// MDP 3.0 messages decoded and encoded for the instruction counts: `mdp3_decode` and `mdp3_encode`.
///
/// measured_NAME is what tools/instructions.py counts; counted_NAME makes the input, calls it and
/// returns its answer, which is never 0. Threads: one. Allocation: the input.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/counted_time.hpp"
#include "bench/protocols/mdp3_flow.hpp"

namespace hotpath::bench {

inline constexpr std::size_t kCountedUpdates = 20'000;

[[gnu::noinline]] inline std::uint64_t measured_mdp3_decode(const Mdp3Stream& stream) {
    return decode_mdp3(stream);
}

[[gnu::noinline]] inline std::uint64_t measured_mdp3_encode(std::span<const Mdp3Packet> packets,
                                                            MutableBytes room) {
    mdp3::PacketWriter writer(room);
    std::uint64_t bytes = 0;
    for (const Mdp3Packet& packet : packets) {
        bytes += encode_mdp3<OurMdp3Encoder>(packet, writer).size();
        asm volatile("" : : "r"(room.data()) : "memory");  // each byte is written each time
    }
    return bytes;
}

[[nodiscard]] inline std::uint64_t counted_mdp3_decode() {
    const Mdp3Stream stream = mdp3_stream(random_mdp3_packets(kCountedUpdates));
    return timed([&] { return measured_mdp3_decode(stream); });
}

[[nodiscard]] inline std::uint64_t counted_mdp3_encode() {
    const std::vector<Mdp3Packet> packets = random_mdp3_packets(kCountedUpdates);
    std::array<std::byte, mdp3::kPacketLengthMax> room{};
    return timed([&] { return measured_mdp3_encode(packets, room); });
}

}  // namespace hotpath::bench
