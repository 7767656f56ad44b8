#pragma once
/// What must hold of the ITCH messages that a packet channel makes: they are whole and of orders that are
/// open, and their times do not run backwards. A breach ends the process.
///
/// Threads: one owner. Allocation: free. Fuzz targets only.

#include <cstdint>

#include "hotpath/capture/packet_channel.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/framing.hpp"
#include "tests/support/itch_open_orders.hpp"

namespace hotpath::support {

class PacketChannelCheck {
  public:
    /// Takes the messages made so far.
    void take(capture::PacketChannel& channel) {
        protocols::FrameCursor frames(channel.block().bytes());
        for (Bytes message; frames.next(message);) {
            HOTPATH_ASSERT(
                protocols::nasdaq::itch50::decode(message, orders_) == protocols::DecodeStatus::Ok,
                "messages must be ITCH 5.0");
            const std::uint64_t time =
                protocols::nasdaq::itch50::SystemEvent::at(message.data()).load_timestamp();
            HOTPATH_ASSERT(time >= time_, "times must not run backwards");
            time_ = time;
        }
        HOTPATH_ASSERT(!frames.is_truncated(), "a block must have whole messages");
        channel.block().clear();
    }

  private:
    ItchOpenOrders orders_;
    std::uint64_t time_ = 0;
};

}  // namespace hotpath::support
