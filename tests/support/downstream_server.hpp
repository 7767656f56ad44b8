#pragma once
/// The publishing end of a MoldUDP64 session: what the stream has become since, in packets, and a
/// heartbeat when there is nothing.
///
///   while (const Bytes packet = server.next_packet(now); !packet.empty()) { multicast(packet); }
///   sleep_until(server.next_deadline());
///
/// Each message is sent once, packed with what else has not been sent. A second without a packet
/// brings a heartbeat with the number of the next message, so that a loss at the tail is seen. The
/// end of the stream is repeated for a while, then there is silence. Threads: one owner.
/// Allocation: create() only. Complexity: one packet's copy a call. Source: MoldUDP64 protocol
/// specification 1.00.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/sequenced_store.hpp"
#include "hotpath/protocols/session_time.hpp"

namespace hotpath::protocols::nasdaq::moldudp64 {

struct DownstreamOptions {
    std::size_t packet_length_max = kPacketLengthMax;
    Nanos heartbeat_interval{1 * kNanosPerSecond};
    Nanos end_duration{30 * kNanosPerSecond};  // how long the end of the session is repeated
};

struct DownstreamCounters {
    std::uint64_t packets = 0;  // with messages
    std::uint64_t messages = 0;
    std::uint64_t heartbeats = 0;
    std::uint64_t ends = 0;
};

class DownstreamServer {
  public:
    /// `stream` outlives the server. Its messages from `next` on have not been sent yet.
    [[nodiscard]] static Expected<DownstreamServer> create(const SequencedStore& stream,
                                                           const Session& session,
                                                           const DownstreamOptions& options = {},
                                                           std::uint64_t next = 1) {
        if (options.packet_length_max < room_for(stream.message_length_max())) {
            return fail("a MoldUDP64 packet must hold the stream's longest message");
        }
        if (options.heartbeat_interval <= Nanos{0} || options.end_duration < Nanos{0}) {
            return fail("the intervals of a MoldUDP64 server must be above 0");
        }
        if (next == 0 || next > stream.next_sequence_number()) {
            return fail(
                "a MoldUDP64 server must continue with a message of its stream, or the next one");
        }
        return DownstreamServer(stream, session, options, next);
    }

    /// Sequence number of the first unsent message.
    [[nodiscard]] std::uint64_t next_sequence_number() const noexcept {
        return writer_.next_sequence_number();
    }
    [[nodiscard]] const DownstreamCounters& counters() const noexcept { return counters_; }
    /// Has everything been sent, the end included?
    [[nodiscard]] bool is_silent() const noexcept { return is_silent_; }

    /// When next_packet() has something though the stream has not grown; kNever when not at all.
    [[nodiscard]] Time next_deadline() const noexcept {
        return is_silent_ ? kNever : time_.to_owner(due_at_);
    }

    void start(Time now) noexcept {
        time_.start(now);
        due_at_ = Time{0};  // the first packet shows the session's position
    }

    /// The next packet to send now, valid until the next call; empty when there is none.
    [[nodiscard]] Bytes next_packet(Time now) noexcept {
        time_.advance(now, due_at_);
        while (next_sequence_number() < stream_->next_sequence_number() &&
               writer_.try_append(stream_->at(next_sequence_number()))) {
        }
        if (!writer_.empty()) {
            ++counters_.packets;
            counters_.messages += writer_.message_count();
            return sent(writer_.finish());
        }
        if (is_silent_ || time_.time() < due_at_) {
            return {};
        }
        if (stream_->is_ended()) {
            return end_of_session();
        }
        ++counters_.heartbeats;
        return sent(writer_.finish());
    }

  private:
    DownstreamServer(const SequencedStore& stream, const Session& session,
                     const DownstreamOptions& options, std::uint64_t next)
        : stream_(&stream),
          options_(options),
          buffer_(options.packet_length_max),
          writer_(buffer_.items(), session, next) {}

    [[nodiscard]] Bytes sent(Bytes packet) noexcept {
        due_at_ = stream_->is_ended() ? time_.time() : time_.time() + options_.heartbeat_interval;
        return packet;
    }

    [[nodiscard]] Bytes end_of_session() noexcept {
        silent_at_ = counters_.ends == 0 ? time_.time() + options_.end_duration : silent_at_;
        is_silent_ = time_.time() + options_.heartbeat_interval > silent_at_;
        due_at_ = time_.time() + options_.heartbeat_interval;
        ++counters_.ends;
        return writer_.finish_session();
    }

    const SequencedStore* stream_;
    DownstreamOptions options_;
    FixedArray<std::byte> buffer_;
    PacketWriter writer_;
    SessionTime time_;
    Time due_at_{};     // a heartbeat, or the end once more; in the session's time
    Time silent_at_{};  // the end has been repeated for long enough
    bool is_silent_ = false;
    DownstreamCounters counters_;
};

}  // namespace hotpath::protocols::nasdaq::moldudp64
