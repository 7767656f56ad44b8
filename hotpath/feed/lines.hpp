#pragma once
/// Types of the arbiter of a feed's lines: lines, packets, arrivals, options, counters.
///
/// Values. Threads: any. Allocation: none.

#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/message_store.hpp"

namespace hotpath::feed {

/// Where a packet came from. Replies are those of a re-request server.
enum class Line : std::uint8_t { A, B, Replies };
inline constexpr std::size_t kLines = 3;

/// The result of a packet.
enum class Arrival : std::uint8_t {
    Delivered,     // some of its messages were next in sequence
    Kept,          // ahead of a gap
    Empty,         // a heartbeat or the end of the session
    Duplicate,     // nothing new
    Malformed,     // inconsistent lengths, or an impossible number
    Doubted,       // not of this session, or far ahead: not accepted yet
    OtherSession,  // of another one while this is alive, or of the ended one before: never accepted
};

struct LineCounters {
    std::uint64_t packets = 0;
    std::uint64_t empty = 0;
    std::uint64_t duplicates = 0;  // packets with nothing new
    std::uint64_t malformed = 0;
    std::uint64_t doubted = 0;
    std::uint64_t others = 0;           // packets that were an OtherSession
    std::uint64_t messages_first = 0;   // first copy on this line
    std::uint64_t messages_late = 0;    // second copies
    std::uint64_t messages_beyond = 0;  // further ahead than the store reaches, or too long for it
    // This line alone; a packet that was overtaken counts as missed.
    std::uint64_t gaps = 0;
    std::uint64_t messages_missed = 0;
    // Delay after the first line, over the packets whose first copy is remembered.
    std::uint64_t late_packets = 0;
    Nanos lateness_total{};
    Nanos lateness_max{};
    Time last_time{};  // of its last packet that was accepted

    friend bool operator==(const LineCounters&, const LineCounters&) = default;
};

struct LineArbiterOptions {
    MessageStoreOptions store;
    std::uint32_t believe_after = 3;
    /// A session that has sent within this time, and not its end, is alive: no other is believed.
    Nanos silence_max{5 * kNanosPerSecond};
};

struct LinePacket {
    Line line = Line::A;
    Bytes bytes;
    Time now{};
};

}  // namespace hotpath::feed
