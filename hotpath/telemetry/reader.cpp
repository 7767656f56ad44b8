#include "hotpath/telemetry/reader.hpp"

#include "hotpath/telemetry/channel.hpp"

namespace hotpath::telemetry {

Expected<Reader> Reader::open(const shm::ChannelFolder& where, std::string_view name, Time now) {
    const auto channel = shm::BroadcastChannel::open(where, {.name = name, .protocol = kProtocol});
    if (!channel) {
        return std::unexpected(channel.error());
    }
    auto reader = channel->attach_reader(now, queue::StartAt::Oldest);
    if (!reader) {
        return std::unexpected(reader.error());
    }
    return Reader(std::move(*reader));
}

}  // namespace hotpath::telemetry
