#pragma once
/// The shared memory between a trader and the process that writes its journal: records of inputs in
/// an spsc channel.
///
/// Threads: each end one. Allocation: set-up. Complexity: a record of up to 40 bytes is one cache
/// line.

#include <cstddef>
#include <cstdint>

#include "hotpath/queue/slot_records.hpp"
#include "hotpath/shm/spsc_channel.hpp"
#include "hotpath/trader/input_log.hpp"

namespace hotpath::live {

using InputChannel = shm::SpscChannel<queue::RecordSlot>;

inline constexpr shm::Protocol kInputProtocol{"trader inputs", 1};

/// Where a recorder writes; nowhere is always done.
struct InputChannelEnd {
    [[nodiscard]] bool try_write(trader::LogType type, Time now, Bytes head, Bytes body,
                                 std::size_t slots_left) const noexcept {
        if (producer == nullptr) {
            return true;
        }
        const auto length = static_cast<std::uint32_t>(head.size() + body.size());
        return queue::try_push_record(**producer, {.length = length, .type = type, .time = now},
                                      {.head = head, .body = body}, slots_left);
    }

    InputChannel::Producer* producer = nullptr;
};

}  // namespace hotpath::live
