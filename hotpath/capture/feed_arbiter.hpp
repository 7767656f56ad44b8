#pragma once
/// MoldUDP64 packets of several lines and sessions in, each message once and in sequence out.
///
/// Two lines carry the same packets, so whichever comes first counts and the other is a duplicate.
/// A packet that is ahead of its turn waits for the other line's copy of what is missing; when
/// kWaitingPacketsMax or kWaitingBytesMax are reached, or at the end, the gap is counted and left.
/// Sequence number 0 does not exist in the protocol: captures that were scrubbed for publication
/// have it, and their packets are taken as they come. Threads: one owner. Allocation: packets that
/// wait. Complexity: O(1) a message, O(log n) a waiting packet.

#include <cstdint>
#include <map>
#include <vector>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"

namespace hotpath::capture {

class FeedArbiter {
  public:
    static constexpr std::size_t kWaitingPacketsMax = 1024;
    static constexpr std::size_t kWaitingBytesMax = std::size_t{1} << 20U;
    static constexpr std::size_t kSessionsMax = 256;

    /// Appends the messages whose turn has come to `out`, each after its length, and counts in
    /// `stats`. False when it is one session too many, and the packet is left out.
    [[nodiscard]] bool on_packet(const protocols::nasdaq::moldudp64::PacketReader& packet,
                                 std::vector<std::byte>& out, StreamStats& stats);

    /// Ends the input: appends waiting packets, session by session.
    void finish(std::vector<std::byte>& out, StreamStats& stats);

    /// Messages appended that are ITCH 5.0 by type and length.
    [[nodiscard]] std::uint64_t itch_messages() const { return itch_messages_; }

  private:
    using Bytestring = std::vector<std::byte>;
    struct Waiting {
        Bytestring frames;
        std::uint16_t message_count = 0;
    };
    struct Line {
        std::uint64_t next_sequence_number = 0;
        std::map<std::uint64_t, Waiting> waiting;  // by sequence number
        std::size_t waiting_bytes = 0;
    };
    struct Output {
        std::vector<std::byte>& out;
        StreamStats& stats;
    };
    /// Messages in a row.
    struct Run {
        std::uint64_t sequence_number = 0;
        std::uint16_t message_count = 0;
        Bytes frames;
    };

    void deliver(Line& line, const Run& run, Output output);
    void deliver_waiting(Line& line, Output output);
    static void keep_waiting(Line& line, const Run& run, StreamStats& stats);
    void give_up_gap(Line& line, Output output);
    void append(protocols::FrameCursor frames, std::uint64_t skipped, Output output);

    std::map<protocols::nasdaq::moldudp64::Session, Line> lines_;
    std::uint64_t itch_messages_ = 0;
};

}  // namespace hotpath::capture
