#pragma once
/// Packs numbered messages into MoldUDP64 packets in a buffer of the caller.
///
///   PacketWriter writer(buffer, session, 1);
///   while (!writer.try_append(message)) { send(writer.finish()); }
///   send(writer.finish());
///
/// The writer numbers the messages: each packet continues where the one before it ended. finish() of
/// a packet without messages is the heartbeat. The buffer's size bounds the packet; a message that
/// does not fit an empty packet never fits: the buffer needs room_for() the longest. Threads: one.
/// Allocation: none. Complexity: one copy a message, none where it is written in place.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"

namespace hotpath::protocols::nasdaq::moldudp64 {

/// Returns the buffer size that a packet with one message of this length needs.
[[nodiscard]] constexpr std::size_t room_for(std::size_t message_length) noexcept {
    return DownstreamHeader::kLength + kFramePrefixLength + message_length;
}

class PacketWriter {
  public:
    /// Writes into `buffer`, which must outlive the writer. `sequence_number` is that of the first
    /// message.
    PacketWriter(MutableBytes buffer, const Session& session,
                 std::uint64_t sequence_number = 1) noexcept
        : buffer_(buffer), session_(session), sequence_number_(sequence_number) {
        HOTPATH_ASSERT(buffer.size() >= DownstreamHeader::kLength,
                       "the buffer must hold the packet header");
    }

    [[nodiscard]] const Session& session() const noexcept { return session_; }
    [[nodiscard]] std::uint16_t message_count() const noexcept { return message_count_; }
    [[nodiscard]] bool empty() const noexcept { return message_count_ == 0; }

    /// Returns the sequence number of the next message appended.
    [[nodiscard]] std::uint64_t next_sequence_number() const noexcept {
        return sequence_number_ + message_count_;
    }

    /// Appends a message. Returns false if the packet is full: call finish() and try again.
    [[nodiscard]] bool try_append(Bytes message) noexcept {
        std::byte* const place = try_claim(message.size());
        if (place != nullptr && !message.empty()) {
            std::memcpy(place, message.data(), message.size());
        }
        return place != nullptr;
    }
    /// Returns the place for a message of this length, which the caller must write before finish();
    /// nullptr if the packet is full.
    [[nodiscard]] std::byte* try_claim(std::size_t length) noexcept {
        if (message_count_ == kMessageCountMax) {
            return nullptr;
        }
        std::byte* const place = claim_frame(buffer_.subspan(length_), length);
        if (place != nullptr) {
            length_ += kFramePrefixLength + length;
            ++message_count_;
        }
        return place;
    }

    /// Returns the packet to send, valid until the next call, and begins the next packet.
    [[nodiscard]] Bytes finish() noexcept { return finish_with_count(message_count_); }

    /// Writes the next packet into this buffer, which has the room of a header. The packet must be
    /// empty.
    void continue_in(MutableBytes buffer) noexcept {
        HOTPATH_ASSERT(empty() && buffer.size() >= DownstreamHeader::kLength,
                       "the packet must be empty, and the buffer must hold the packet header");
        buffer_ = buffer;
    }

    /// Returns the last packet of a session. finish() must have taken all messages before.
    [[nodiscard]] Bytes finish_session() noexcept {
        HOTPATH_ASSERT(empty(), "the packet must be empty: end of session carries no messages");
        return finish_with_count(kEndOfSession);
    }

  private:
    Bytes finish_with_count(std::uint16_t count) noexcept {
        DownstreamHeader& header = DownstreamHeader::at(buffer_.data());
        header.store_session(session_);
        header.store_sequence_number(sequence_number_);
        header.store_message_count(count);
        const Bytes packet = buffer_.first(length_);
        sequence_number_ += message_count_;
        message_count_ = 0;
        length_ = DownstreamHeader::kLength;
        return packet;
    }

    MutableBytes buffer_;
    Session session_;
    std::uint64_t sequence_number_;  // of the first message of the packet
    std::size_t length_ = DownstreamHeader::kLength;
    std::uint16_t message_count_ = 0;
};

/// Encodes a request for `count` messages from `sequence_number` on.
[[nodiscard]] inline RequestPacket make_request(const Session& session,
                                                std::uint64_t sequence_number,
                                                std::uint16_t count) noexcept {
    RequestPacket request;
    request.store_session(session);
    request.store_sequence_number(sequence_number);
    request.store_requested_message_count(count);
    return request;
}

}  // namespace hotpath::protocols::nasdaq::moldudp64
