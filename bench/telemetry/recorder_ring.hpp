#pragma once
/// The ring that a measured trader's recorder writes to: the ring of its channel without the
/// shared memory around it.
///
/// Threads: a ring's. Allocation: none. Complexity: a copy of the bytes.

#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/queue/slot_records.hpp"
#include "hotpath/queue/spsc.hpp"
#include "hotpath/trader/input_recorder.hpp"

namespace hotpath::bench {

using RecorderQueue = queue::SpscQueue<queue::RecordSlot>;

struct RecorderRing {
    [[nodiscard]] bool try_write(trader::LogType type, Time now, Bytes head, Bytes body,
                                 std::size_t left) const noexcept {
        const auto length = static_cast<std::uint32_t>(head.size() + body.size());
        return queue::try_push_record(*producer, {.length = length, .type = type, .time = now},
                                      {.head = head, .body = body}, left);
    }
    queue::SpscProducer<queue::RecordSlot>* producer = nullptr;
};

/// As long as a MoldUDP64 packet with one Add Order: its record takes two slots.
using RecordedPacket = std::array<std::byte, 58>;

[[nodiscard]] inline trader::Input recorded_input(std::uint64_t number, Bytes packet) noexcept {
    return {.number = number,
            .now = {static_cast<std::int64_t>(number)},
            .event = trader::event::Packet{.bytes = packet}};
}

}  // namespace hotpath::bench
