#include "hotpath/telemetry/channel.hpp"

namespace hotpath::telemetry {

Expected<shm::BroadcastChannel::Writer> attach_writer(const shm::ChannelFolder& where,
                                                      const ChannelOptions& options) {
    const auto channel =
        shm::BroadcastChannel::create(where, {.name = options.name,
                                              .capacity_bytes = options.ring_bytes,
                                              .now = options.now,
                                              .protocol = kProtocol,
                                              .if_present = shm::IfPresent::Resume});
    if (!channel) {
        return std::unexpected(channel.error());
    }
    return channel->attach_writer(options.now);
}

}  // namespace hotpath::telemetry
