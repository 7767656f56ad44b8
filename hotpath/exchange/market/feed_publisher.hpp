#pragma once
/// Outgoing market data of the venue: ITCH messages numbered and packed into MoldUDP64 packets,
/// kept until the caller has sent them.
///
/// One packet a command: append() its messages, then close_packet(). Messages beyond a packet's
/// length continue in another packet. Threads: one owner. Allocation: in the constructor; overflow
/// between two clear() is our bug (sizes are computed at set-up). Complexity: one copy a message at
/// most.
/// Source: MoldUDP64 1.00.

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"

namespace hotpath::exchange {

class FeedPublisher {
  public:
    /// Room for that many messages between two clear(), in any number of commands.
    FeedPublisher(const protocols::nasdaq::moldudp64::Session& session, std::size_t messages_max)
        : buffer_(messages_max * kBytesOfMessageMax +
                  protocols::nasdaq::moldudp64::kPacketLengthMax),
          packets_(messages_max),
          writer_(free_room(), session) {}

    [[nodiscard]] std::span<const Bytes> packets() const noexcept {
        return packets_.items().first(packet_count_);
    }
    [[nodiscard]] std::uint64_t next_sequence_number() const noexcept {
        return writer_.next_sequence_number();
    }

    void append(Bytes message) noexcept;
    /// The same of a message that the caller fills where it lies, before any other call.
    template <class Message>
    [[nodiscard]] Message& append() noexcept {
        return *new (claim(Message::kLength)) Message;
    }
    void close_packet() noexcept {
        if (!writer_.empty()) {
            keep(writer_.finish());
        }
    }
    /// A packet without messages.
    void heartbeat() noexcept;
    void end_of_session() noexcept;
    void clear() noexcept {
        close_packet();
        bytes_used_ = 0;
        packet_count_ = 0;
        writer_.continue_in(free_room());
    }
    /// Starts another session at message 1; packets of the previous one still wait to be taken.
    void begin_session(const protocols::nasdaq::moldudp64::Session& session) noexcept;
    /// Continues at another number, as after a restart. No packet may be waiting.
    void resume_at(std::uint64_t sequence_number) noexcept;

  private:
    /// The longest ITCH message alone in its packet: no message takes more room than that.
    static constexpr std::size_t kBytesOfMessageMax = protocols::nasdaq::moldudp64::room_for(50);

    /// The place of the next message.
    [[nodiscard]] std::byte* claim(std::size_t length) noexcept {
        std::byte* const place = writer_.try_claim(length);
        return place != nullptr ? place : claim_in_another(length);
    }
    [[nodiscard]] std::byte* claim_in_another(std::size_t length) noexcept;
    void keep(Bytes packet) noexcept {
        HOTPATH_ASSERT(packet_count_ < packets_.size(), "call clear() after every command");
        packets_[packet_count_++] = packet;
        bytes_used_ += packet.size();
        writer_.continue_in(free_room());
    }
    /// The room of the next packet is behind those that are kept.
    [[nodiscard]] MutableBytes free_room() noexcept {
        return buffer_.items().subspan(bytes_used_, protocols::nasdaq::moldudp64::kPacketLengthMax);
    }

    FixedArray<std::byte> buffer_;
    FixedArray<Bytes> packets_;
    std::size_t bytes_used_ = 0;
    std::size_t packet_count_ = 0;
    protocols::nasdaq::moldudp64::PacketWriter writer_;  // of the next packet
};

}  // namespace hotpath::exchange
