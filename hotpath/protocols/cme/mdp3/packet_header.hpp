#pragma once
/// The packet header of CME MDP 3.0, and the size in front of each message. Little-endian.
///
///   0            4             12       14            12+n
///   +------------+-------------+--------+-------------+--------+---
///   | MsgSeqNum  | SendingTime | n, u16 | SBE message | n      | ...
///   +------------+-------------+--------+-------------+--------+---
///     u32          u64, ns since 1970    n counts its own two bytes
///
/// Numbers count packets, not messages, on each feed of a channel by itself, and begin again at 1
/// each week. Threads: values and views. Allocation: none. Source: CME Group, MDP 3.0 Binary Packet
/// Header and SBE Technical Headers.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "hotpath/protocols/cme/sbe/fields.hpp"
#include "hotpath/protocols/message.hpp"

namespace hotpath::protocols::cme::mdp3 {

using LittleUint32 = sbe::Number<std::uint32_t, std::endian::little>;
using LittleUint64 = sbe::Number<std::uint64_t, std::endian::little>;

struct PacketHeader : Message<PacketHeader, 12> {
    HOTPATH_FIELD(LittleUint32, 0, msg_seq_num)
    HOTPATH_FIELD(LittleUint64, 4, sending_time)
};

/// MsgSize.
inline constexpr std::size_t kMessageSizeLength = 2;
/// What a UDP packet on Ethernet can carry.
inline constexpr std::size_t kPacketLengthMax = 1'472;

/// One week of numbers. It begins on a Saturday at 12:00 UTC, when no channel sends.
struct TradingWeek {
    static constexpr std::uint64_t kLengthNs = 7ULL * 24 * 3'600 * 1'000'000'000;
    /// From a beginning to 1970, which began on a Thursday.
    static constexpr std::uint64_t kBeforeEpochNs = kLengthNs / 14 * 9;

    std::uint64_t begin_ns = 0;  // since kBeforeEpochNs before 1970

    /// The week of this time in nanoseconds since 1970.
    [[nodiscard]] static constexpr TradingWeek of(std::uint64_t time_ns) noexcept {
        const std::uint64_t shifted = time_ns + kBeforeEpochNs;
        return {shifted - shifted % kLengthNs};
    }
    [[nodiscard]] constexpr bool contains(std::uint64_t time_ns) const noexcept {
        return time_ns + kBeforeEpochNs - begin_ns < kLengthNs;
    }
    friend constexpr bool operator==(TradingWeek, TradingWeek) = default;
};

}  // namespace hotpath::protocols::cme::mdp3
