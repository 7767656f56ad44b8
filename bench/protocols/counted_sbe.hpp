#pragma once
/// SBE messages decoded and encoded for the instruction counts: `sbe_decode` and `sbe_encode`.
///
/// measured_NAME is what tools/instructions.py counts; counted_NAME makes the input, calls it and
/// returns its answer, which is never 0. Threads: one. Allocation: the input.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/counted_time.hpp"
#include "bench/protocols/sbe_flow.hpp"

namespace hotpath::bench {

inline constexpr std::size_t kCountedUpdates = 20'000;

[[gnu::noinline]] inline std::uint64_t measured_sbe_decode(Bytes frames) {
    return decode_sbe(frames);
}

[[gnu::noinline]] inline std::uint64_t measured_sbe_encode(std::span<const SbeUpdate> updates,
                                                           MutableBytes room) {
    std::uint64_t bytes = 0;
    for (const SbeUpdate& update : updates) {
        bytes += encode_sbe(update, room);
        asm volatile("" : : "r"(room.data()) : "memory");  // each byte is written each time
    }
    return bytes;
}

[[nodiscard]] inline std::uint64_t counted_sbe_decode() {
    const std::vector<std::byte> frames = sbe_frames(random_sbe_updates(kCountedUpdates));
    return timed([&] { return measured_sbe_decode(frames); });
}

[[nodiscard]] inline std::uint64_t counted_sbe_encode() {
    const std::vector<SbeUpdate> updates = random_sbe_updates(kCountedUpdates);
    std::array<std::byte, 512> room;
    return timed([&] { return measured_sbe_encode(updates, room); });
}

}  // namespace hotpath::bench
