#pragma once
/// The packets of SoupBinTCP 3.00: a message stream over TCP that can be resumed after a break.
///
///   0                2      3
///   +----------------+------+---------------------------+
///   | length u16     | type | payload, length - 1 bytes |   length counts type and payload
///   +----------------+------+---------------------------+
///
/// Sequenced Data has no number: both ends count from the number in Login Accepted. Session and
/// sequence number are right-justified; when read, they may be padded on either side. Threads:
/// views and values. Allocation: none. Source: SoupBinTCP 3.00 specification; offsets are tested
/// against tests/golden/protocols/soupbintcp.csv.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/ascii_fields.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/message.hpp"
#include "hotpath/protocols/message_list.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {

inline constexpr std::size_t kSessionLength = 10;
inline constexpr std::size_t kSequenceNumberLength = 20;
using Session = std::array<char, kSessionLength>;
using Username = std::array<char, 6>;
using Password = std::array<char, 10>;

/// A blank session name requests the current session.
inline constexpr Session kCurrentSession = to_alpha<kSessionLength>("");

/// Bytes before the payload: length and type.
inline constexpr std::size_t kHeaderLength = 3;
inline constexpr std::size_t kPayloadLengthMax = 0xFFFF - 1;
/// The bytes of a packet with this payload.
[[nodiscard]] constexpr std::size_t room_for(std::size_t payload_length) noexcept {
    return kHeaderLength + payload_length;
}

/// A packet, or the fixed part of one; until stored, the length covers the fixed part only.
template <class Derived, std::size_t Length, char Type>
struct Packet : Message<Derived, Length> {
    using Message<Derived, Length>::kLength;
    static constexpr char kType = Type;
    HOTPATH_FIELD(Uint16, 0, packet_length)
    HOTPATH_FIELD(Char, 2, packet_type)

    Packet() noexcept {
        store_packet_length(static_cast<std::uint16_t>(Length - kFramePrefixLength));
        store_packet_type(Type);
    }
};

/// From either end: text that is not part of the session.
struct Debug : Packet<Debug, 3, '+'> {
    static constexpr std::string_view kName = "Debug";
};

struct LoginAccepted : Packet<LoginAccepted, 33, 'A'> {
    static constexpr std::string_view kName = "Login Accepted";
    HOTPATH_FIELD(Alpha<kSessionLength>, 3, session)
    HOTPATH_FIELD(Alpha<kSequenceNumberLength>, 13, sequence_number)
};

enum class RejectReason : char { NotAuthorized = 'A', SessionNotAvailable = 'S' };

struct LoginRejected : Packet<LoginRejected, 4, 'J'> {
    static constexpr std::string_view kName = "Login Rejected";
    HOTPATH_FIELD(Char, 3, reason)
};

struct SequencedData : Packet<SequencedData, 3, 'S'> {
    static constexpr std::string_view kName = "Sequenced Data";
};

struct ServerHeartbeat : Packet<ServerHeartbeat, 3, 'H'> {
    static constexpr std::string_view kName = "Server Heartbeat";
};

struct EndOfSession : Packet<EndOfSession, 3, 'Z'> {
    static constexpr std::string_view kName = "End of Session";
};

struct LoginRequest : Packet<LoginRequest, 49, 'L'> {
    static constexpr std::string_view kName = "Login Request";
    HOTPATH_FIELD(Alpha<6>, 3, username)
    HOTPATH_FIELD(Alpha<10>, 9, password)
    HOTPATH_FIELD(Alpha<kSessionLength>, 19, requested_session)
    HOTPATH_FIELD(Alpha<kSequenceNumberLength>, 29, requested_sequence_number)
};

struct UnsequencedData : Packet<UnsequencedData, 3, 'U'> {
    static constexpr std::string_view kName = "Unsequenced Data";
};

struct ClientHeartbeat : Packet<ClientHeartbeat, 3, 'R'> {
    static constexpr std::string_view kName = "Client Heartbeat";
};

struct LogoutRequest : Packet<LogoutRequest, 3, 'O'> {
    static constexpr std::string_view kName = "Logout Request";
};

/// The packets that a server sends, and those that a client sends.
using ServerPackets =
    MessageList<Debug, LoginAccepted, LoginRejected, SequencedData, ServerHeartbeat, EndOfSession>;
using ClientPackets =
    MessageList<Debug, LoginRequest, UnsequencedData, ClientHeartbeat, LogoutRequest>;

/// Views a packet of at least kHeaderLength bytes.
[[nodiscard]] inline char type_of(Bytes packet) noexcept {
    return std::to_integer<char>(packet[2]);
}
[[nodiscard]] inline Bytes payload_of(Bytes packet) noexcept {
    return packet.subspan(kHeaderLength);
}
/// True if packets of this type carry a payload of any length.
[[nodiscard]] constexpr bool has_payload(char type) noexcept {
    return type == SequencedData::kType || type == UnsequencedData::kType || type == Debug::kType;
}

/// True if this whole packet, header included, is one of `Packets` with the length of its type.
template <class Packets>
[[nodiscard]] DecodeStatus check_packet(Bytes packet) noexcept {
    if (packet.size() < kHeaderLength) {
        return DecodeStatus::Truncated;
    }
    const std::size_t stated = kFramePrefixLength + load_be<std::uint16_t>(packet.data());
    if (packet.size() != stated) {
        return compare_length(packet.size(), stated);
    }
    const std::size_t fixed = Packets::length(type_of(packet));
    if (fixed == 0) {
        return DecodeStatus::UnknownType;
    }
    return has_payload(type_of(packet)) ? DecodeStatus::Ok : compare_length(packet.size(), fixed);
}

/// Compares names of sessions, wherever they stand in the field.
[[nodiscard]] constexpr bool is_same_session(const Session& a, const Session& b) noexcept {
    return without_padding(a) == without_padding(b);
}
[[nodiscard]] constexpr bool is_current_session(const Session& session) noexcept {
    return without_padding(session).empty();
}
[[nodiscard]] constexpr Session to_session(std::string_view name) noexcept {
    return to_right_justified<kSessionLength>(name);
}

}  // namespace hotpath::protocols::nasdaq::soupbintcp
