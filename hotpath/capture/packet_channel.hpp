#pragma once
/// PacketChannel: a recorded feed of UDP packets that is not ITCH, translated to ITCH 5.0 messages.
///
///   channel->try_packet(payload, destination, captured_at)   false: a packet of another protocol
///   channel->finish(end)                                     the end of the capture; then error()
///
/// Each protocol of the list (protocols/capture/all.hpp) has one. Threads: one owner. Allocation: the
/// channel's. Complexity: the channel's.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "hotpath/capture/itch_block.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/capture/network_headers.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::capture {

/// A capture that is cut off or damaged ends in the middle of things.
enum class CaptureEnd : std::uint8_t { Whole, Damaged };

class PacketChannel {
  public:
    PacketChannel() = default;
    PacketChannel(const PacketChannel&) = delete;
    PacketChannel& operator=(const PacketChannel&) = delete;
    virtual ~PacketChannel() = default;

    /// False: not a packet of the protocol, or after an error().
    [[nodiscard]] virtual bool try_packet(Bytes payload, Destination destination,
                                          Time captured_at) = 0;
    /// Ends the input. Of a damaged one no message is made that the rest might have changed.
    virtual void finish(CaptureEnd end) = 0;

    [[nodiscard]] virtual ItchBlock& block() = 0;
    [[nodiscard]] virtual const ItchBlock& block() const = 0;
    [[nodiscard]] std::span<const Skip> skips() const { return block().skips(); }
    /// Why the capture, or the rest of it, makes no books; without the file.
    [[nodiscard]] virtual const std::optional<std::string>& error() const = 0;
    [[nodiscard]] virtual BookSource book_source() const = 0;
    /// The date of the first packet.
    [[nodiscard]] virtual std::optional<Date> date() const = 0;
};

}  // namespace hotpath::capture
