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
#include <optional>
#include <span>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/wire/moldudp64/packet_writer.hpp"

namespace hotpath::exchange {

class FeedPublisher {
  public:
    /// Room for that many messages between two clear(), in any number of commands.
    FeedPublisher(const wire::moldudp64::Session& session, std::size_t messages_max)
        : buffer_(messages_max * kBytesOfMessageMax), packets_(messages_max), session_(session) {}

    [[nodiscard]] std::span<const Bytes> packets() const noexcept {
        return packets_.items().first(packet_count_);
    }
    [[nodiscard]] std::uint64_t next_sequence_number() const noexcept {
        return writer_ ? writer_->next_sequence_number() : next_sequence_number_;
    }

    void append(Bytes message) noexcept;
    /// The same of a message that the caller fills where it lies, before any other call.
    template <class Message>
    [[nodiscard]] Message& append() noexcept {
        return *new (claim(Message::kLength)) Message;
    }
    void close_packet() noexcept;
    /// A packet without messages.
    void heartbeat() noexcept;
    void end_of_session() noexcept;
    void clear() noexcept;
    /// Starts another session at message 1; packets of the previous one still wait to be taken.
    void begin_session(const wire::moldudp64::Session& session) noexcept;
    /// Continues at another number, as after a restart. No packet may be waiting.
    void resume_at(std::uint64_t sequence_number) noexcept {
        next_sequence_number_ = sequence_number;
    }

  private:
    /// The longest ITCH message alone in its packet: no message takes more room than that.
    static constexpr std::size_t kBytesOfMessageMax = wire::moldudp64::room_for(50);

    /// The place of the next message.
    [[nodiscard]] std::byte* claim(std::size_t length) noexcept;
    /// The packet that is open, or a new one.
    [[nodiscard]] wire::moldudp64::PacketWriter& open_packet() noexcept;
    void keep(Bytes packet) noexcept;

    FixedArray<std::byte> buffer_;
    FixedArray<Bytes> packets_;
    wire::moldudp64::Session session_;
    std::optional<wire::moldudp64::PacketWriter> writer_;  // of the packet that is open
    std::uint64_t next_sequence_number_ = 1;               // when none is open
    std::size_t bytes_used_ = 0;
    std::size_t packet_count_ = 0;
};

}  // namespace hotpath::exchange
