#pragma once
/// SequencedPackets: what the arbiter of a feed's lines must know about a transport's packets.
///
/// A feed is a sequence of messages, each with a number. At Nasdaq a message is one of a MoldUDP64
/// packet's message blocks; at CME the packet itself is numbered, and is the message. A session is
/// what numbers belong to: another one begins again at 1.
///
///   Reader   open(bytes)   checks every length: a packet is accepted or refused whole
///            session(), is_of(session), sequence_number(), next_sequence_number(),
///            message_count(), is_end_of_session(), messages()
///   the short way, for the next packet in step:
///            has_header(bytes); of a packet that has one: number_of(bytes), is_of(bytes, session)
///            only_message(bytes)   its one message, or empty: take the long way
///            is_heartbeat(bytes)
///
/// Threads: any. Allocation: none. Complexity: O(1) each, open() O(messages).

#include <concepts>
#include <cstdint>
#include <cstring>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"

namespace hotpath::feed {

template <class P>
concept SequencedPackets =
    requires(Bytes bytes, const typename P::Session& session, typename P::Reader reader,
             const typename P::Reader& view, std::uint64_t number, std::uint16_t count) {
        { reader.open(bytes) } noexcept -> std::same_as<protocols::DecodeStatus>;
        { view.session() } noexcept -> std::same_as<typename P::Session>;
        { view.is_of(session) } noexcept -> std::same_as<bool>;
        { view.sequence_number() } noexcept -> std::same_as<std::uint64_t>;
        { view.next_sequence_number() } noexcept -> std::same_as<std::uint64_t>;
        { view.message_count() } noexcept -> std::same_as<std::uint16_t>;
        { view.is_end_of_session() } noexcept -> std::same_as<bool>;
        { view.messages().next(bytes) } noexcept -> std::same_as<bool>;
        { P::has_header(bytes) } noexcept -> std::same_as<bool>;
        { P::number_of(bytes) } noexcept -> std::same_as<std::uint64_t>;
        { P::is_of(bytes, session) } noexcept -> std::same_as<bool>;
        { P::only_message(bytes) } noexcept -> std::same_as<Bytes>;
        { P::is_heartbeat(bytes) } noexcept -> std::same_as<bool>;
        // A request to a re-request server for the messages [number, number + count).
        { P::make_request(session, number, count) } noexcept -> std::same_as<typename P::Request>;
    };

struct MoldUdp64Packets {
    using Session = protocols::nasdaq::moldudp64::Session;
    using Reader = protocols::nasdaq::moldudp64::PacketReader;
    using Request = protocols::nasdaq::moldudp64::RequestPacket;
    using Header = protocols::nasdaq::moldudp64::DownstreamHeader;

    [[nodiscard]] static bool has_header(Bytes packet) noexcept {
        return packet.size() >= Header::kLength;
    }
    [[nodiscard]] static std::uint64_t number_of(Bytes packet) noexcept {
        return Header::at(packet.data()).load_sequence_number();
    }
    [[nodiscard]] static bool is_of(Bytes packet, const Session& session) noexcept {
        return std::memcmp(packet.data(), session.data(), session.size()) == 0;
    }
    /// The message count and the length after it are one number of four bytes.
    [[nodiscard]] static Bytes only_message(Bytes packet) noexcept {
        constexpr std::size_t kCountAt = Header::kLength - 2;
        constexpr std::size_t kBefore = kCountAt + 2 + protocols::kFramePrefixLength;
        const std::size_t length = packet.size() - kBefore;
        if (length - 1 >= protocols::kFramedMessageLengthMax ||
            load_be<std::uint32_t>(packet.data() + kCountAt) != (1U << 16U) + length) {
            return {};
        }
        return packet.subspan(kBefore);
    }
    [[nodiscard]] static bool is_heartbeat(Bytes packet) noexcept {
        return packet.size() == Header::kLength && Header::at(packet.data()).load_message_count() ==
                                                       protocols::nasdaq::moldudp64::kHeartbeat;
    }
    [[nodiscard]] static Request make_request(const Session& session, std::uint64_t number,
                                              std::uint16_t count) noexcept {
        return protocols::nasdaq::moldudp64::make_request(session, number, count);
    }
};
static_assert(SequencedPackets<MoldUdp64Packets>);

}  // namespace hotpath::feed
