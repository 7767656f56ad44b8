#pragma once
/// The two headers of MoldUDP64 1.00: a multicast stream of numbered messages, and the request for
/// those that were lost.
///
///   downstream packet, server to receivers          request packet, receiver to re-request server
///   0   session, 10 characters                      0   session
///   10  sequence number of the first message        10  sequence number wanted first
///   18  message count                               18  how many messages wanted
///   20  count x { length u16, message }
///
/// Message count 0 is a heartbeat and 0xFFFF the end of the session: both carry no messages, and
/// their sequence number is that of the next message to come.
/// Threads: views and values. Allocation: none. Source: MoldUDP64 protocol specification 1.00;
/// offsets are tested against tests/golden/protocols/moldudp64.csv.

#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/protocols/message.hpp"

namespace hotpath::protocols::nasdaq::moldudp64 {

inline constexpr std::size_t kSessionLength = 10;
using Session = std::array<char, kSessionLength>;

inline constexpr std::uint16_t kHeartbeat = 0;
inline constexpr std::uint16_t kEndOfSession = 0xFFFF;
inline constexpr std::uint16_t kMessageCountMax = kEndOfSession - 1;

/// Payload of one Ethernet frame of 1,500 bytes after the IPv4 and UDP headers.
inline constexpr std::size_t kPacketLengthMax = 1472;

struct DownstreamHeader : Message<DownstreamHeader, 20> {
    HOTPATH_FIELD(Alpha<kSessionLength>, 0, session)
    HOTPATH_FIELD(Uint64, 10, sequence_number)
    HOTPATH_FIELD(Uint16, 18, message_count)
};

struct RequestPacket : Message<RequestPacket, 20> {
    HOTPATH_FIELD(Alpha<kSessionLength>, 0, session)
    HOTPATH_FIELD(Uint64, 10, sequence_number)
    HOTPATH_FIELD(Uint16, 18, requested_message_count)
};

}  // namespace hotpath::protocols::nasdaq::moldudp64
