#pragma once
/// A telemetry channel by its name: a broadcast channel of shm whose records are those of
/// records.hpp.
///
/// Threads: set-up. Allocation: set-up. Complexity: system calls.

#include <cstddef>
#include <string_view>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/shm/broadcast_channel.hpp"
#include "hotpath/shm/channel_folder.hpp"

namespace hotpath::telemetry {

inline constexpr shm::Protocol kProtocol{.name = "hotpath.telemetry", .version = 1};

/// Forty thousand events: some tens of milliseconds of the busiest market, seconds of a usual one.
inline constexpr std::size_t kRingBytes = std::size_t{4} << 20U;
/// A state with all its rows is a batch, and that is at most an eighth of the ring.
inline constexpr std::size_t kRingBytesMin = std::size_t{1} << 17U;

/// The name and the size of a channel.
struct ChannelOptions {
    std::string_view name{};
    std::size_t ring_bytes = kRingBytes;  // a power of two, at least kRingBytesMin
    Time now{};                           // since the Unix epoch; only shown
};

/// Attaches as the writer to the channel of that name if it is compatible, and creates it
/// otherwise; readers stay attached. Fails while another process is the writer.
[[nodiscard]] Expected<shm::BroadcastChannel::Writer> attach_writer(const shm::ChannelFolder& where,
                                                                    const ChannelOptions& options);

}  // namespace hotpath::telemetry
