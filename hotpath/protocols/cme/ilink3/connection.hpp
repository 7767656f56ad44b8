#pragma once
/// The common part of both ends of an iLink 3 connection: frames in, bounded bytes out, the numbers
/// of both directions, and the timers that detect a dead peer. IlinkClient and IlinkServer are
/// Connections.
///
///            client: Negotiate, response      Establish, ack         Terminate
///   Closed ──> Negotiating ──> Establishing ──> Established ──> Terminating ──> Closed
///                  └────────────── bad bytes, timeouts, owner ──────────────────^
///
/// The owner moves bytes: on_bytes() for what has arrived, output() and on_written() for what goes,
/// on_timer() at next_deadline(). Times are of the wall clock: nanoseconds since 1970, which the
/// protocol puts into messages; a step of the clock does not declare a peer dead (SessionTime).
/// Threads: one owner. Allocation: the constructor. Complexity: O(bytes). Source: CME, "iLink 3
/// Session Layer"; FIX Performance Session Layer 1.1.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/cme/ilink3/codes.hpp"
#include "hotpath/protocols/cme/ilink3/frame.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"
#include "hotpath/protocols/output_buffer.hpp"
#include "hotpath/protocols/session_time.hpp"

namespace hotpath::protocols::cme::ilink3 {

/// The messages of the session have a template id up to this one, those with a SeqNum a higher one.
inline constexpr std::uint16_t kSessionTemplateMax = NotApplied::kTemplateId;
/// Where every message of a client has its SeqNum, behind the SBE header; a venue's begins with it.
inline constexpr std::size_t kClientNumberOffset = 17;
inline constexpr std::uint32_t kNumberMax = 0xFFFF'FFFE;

enum class SessionState : std::uint8_t {
    Closed,
    Negotiating,   // a venue: until a session says who it is
    Establishing,  // negotiated, not yet established
    Established,
    Terminating,  // the last messages go out, or the peer's Terminate is awaited
};

enum class CloseReason : std::uint8_t {
    None,        // it is open, or has never been
    Terminated,  // by a Terminate of either side: close_code()
    Rejected,    // by a reject of the venue
    Disconnected,
    LoginTimeout,
    PeerSilent,
    SlowReader,
    MessagesLost,           // the venue no longer has them
    RetransmissionTimeout,  // it did not send them: another connection may bring them
    Superseded,
    ShutDown,
};
inline constexpr std::size_t kCloseReasons = 11;

[[nodiscard]] std::string_view name(CloseReason reason) noexcept;
[[nodiscard]] std::string_view name(SessionState state) noexcept;

struct ConnectionOptions {
    std::size_t frame_length_max = 2'048;  // of a frame that arrives or goes
    std::size_t output_bytes_max = 65'536;
    /// The longest silence that this end promises: a Sequence goes out after three quarters of it,
    /// so that it arrives in time. Whole milliseconds, 1 to 65,535: it is on the wire.
    Nanos keep_alive_interval{10 * kNanosPerSecond};
    Nanos login_timeout{30 * kNanosPerSecond};  // until it is established
    Nanos stall_timeout{5 * kNanosPerSecond};   // output of which nothing is taken for so long
    Nanos terminate_timeout{5 * kNanosPerSecond};
};

struct ConnectionCounters {
    std::uint64_t connections = 0;
    std::uint64_t established = 0;
    std::uint64_t messages_received = 0;  // of any kind
    std::uint64_t messages_sent = 0;
    std::uint64_t bytes_received = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t keep_alives_lapsed = 0;  // of the peer
    std::uint64_t duplicates = 0;          // a client's: messages that it had already
    std::uint64_t retransmit_requests = 0;
    std::uint64_t not_applied = 0;  // messages of the client that the venue missed
};

class Connection {
  public:
    [[nodiscard]] SessionState state() const noexcept { return state_; }
    [[nodiscard]] bool is_established() const noexcept {
        return state_ == SessionState::Established;
    }
    [[nodiscard]] bool is_closed() const noexcept { return state_ == SessionState::Closed; }
    [[nodiscard]] CloseReason close_reason() const noexcept { return reason_; }
    /// The code of the Terminate or the reject that ended it.
    [[nodiscard]] std::uint16_t close_code() const noexcept { return code_; }
    [[nodiscard]] const ConnectionCounters& counters() const noexcept { return counters_; }

    [[nodiscard]] std::uint64_t uuid() const noexcept { return uuid_; }
    /// The number that the next message sent gets, and that of the next new one received.
    [[nodiscard]] std::uint32_t next_outgoing() const noexcept { return outgoing_; }
    [[nodiscard]] std::uint32_t next_incoming() const noexcept { return incoming_; }

    /// Bytes to send next, in one piece; more may follow. Then call on_written().
    [[nodiscard]] Bytes output() const noexcept { return output_.front(); }
    /// Bytes ever put out; and those from such an end on that still wait, in at most two pieces.
    [[nodiscard]] std::size_t output_end() const noexcept { return output_.end(); }
    [[nodiscard]] std::array<Bytes, 2> output_since(std::size_t end) const noexcept {
        return output_.since(end);
    }

    /// When on_timer() has something to do; kNever when nothing.
    [[nodiscard]] Time next_deadline() const noexcept { return time_.to_owner(deadline()); }

    /// The owner ends it, at once and without a word; also from inside a listener.
    void close(CloseReason reason) noexcept;
    void on_disconnected() noexcept { close(CloseReason::Disconnected); }
    /// Says Terminate, and waits for the peer's.
    void terminate(TerminateCode code, Time now) noexcept;

  protected:
    explicit Connection(const ConnectionOptions& options)
        : options_(options),
          keep_alive_after_{options.keep_alive_interval.value / 4 * 3},
          input_(options.frame_length_max),
          output_(options.output_bytes_max),
          room_(options.frame_length_max) {}

    [[nodiscard]] static Expected<void> check(const ConnectionOptions& options);

    void open(Time now) noexcept;
    void advance(Time now) noexcept {
        now_ = now;
        if (state_ != SessionState::Closed) {
            time_.advance(now, deadline());
        }
    }
    /// What the protocol calls a timestamp: later than every one before it.
    [[nodiscard]] std::uint64_t timestamp() noexcept {
        timestamp_ =
            std::max(timestamp_ + 1, static_cast<std::uint64_t>(std::max(now_, Time{}).value));
        return timestamp_;
    }
    void run_timers() noexcept;
    void take_output(std::size_t bytes) noexcept;

    void negotiated() noexcept { state_ = SessionState::Establishing; }
    void established(std::uint16_t peer_keep_alive_ms) noexcept;
    /// The reason is settled; the peer's Terminate is awaited.
    void drain(CloseReason reason, std::uint16_t code) noexcept;
    /// Nothing is awaited: closed as soon as the output has gone.
    void end_when_sent() noexcept {
        ends_when_sent_ = true;
        close_if_drained();
    }

    /// For a message with a number: the session's own messages have another frame's room.
    [[nodiscard]] bool has_room() const noexcept {
        return output_.has_room(2 * options_.frame_length_max);
    }
    [[nodiscard]] const ConnectionOptions& options() const noexcept { return options_; }

    /// A message of the session; true when there was room.
    template <class Message, class Fill>
    bool write(Fill&& fill) noexcept {
        return write_encoded(Message::encode(room(), std::forward<Fill>(fill)));
    }
    [[nodiscard]] MutableBytes room() noexcept {
        return room_.items().subspan(kFramingHeaderLength);
    }
    /// encoded.bytes begin at room().
    bool write_encoded(const sbe::Encoded& encoded) noexcept;
    void write_sequence(KeepAliveLapsed lapsed) noexcept;
    /// Refuses what arrived: Terminate, in the state for it.
    void refuse(TerminateCode code) noexcept;
    /// The answer to the peer's Terminate, and the end.
    template <class Listener>
    void on_terminate(const Terminate& message, Listener& listener) {
        const bool is_answer = state_ == SessionState::Terminating;
        const std::uint16_t code = is_answer ? code_ : message.load_error_codes();
        if (!is_answer) {
            write_terminate(code, {});
            listener.on_terminated(code, message.load_reason());
        }
        drain(is_answer ? reason_ : CloseReason::Terminated, code);
        end_when_sent();
    }

    /// Handles received frames; false when the rest must be ignored.
    [[nodiscard]] bool begin_bytes(Bytes stream, Time now) noexcept {
        advance(now);
        counters_.bytes_received += stream.size();
        return is_listening();
    }
    [[nodiscard]] bool next_message(Bytes& stream, Bytes& message) noexcept;

    std::uint64_t uuid_ = 0;
    std::uint32_t outgoing_ = 1;
    std::uint32_t incoming_ = 1;

    ConnectionCounters counters_;

    [[nodiscard]] Time session_time() const noexcept { return time_.time(); }
    /// A deadline of this end's own, in the time of the session; kNever: none.
    void wait_until(Time deadline) noexcept { own_deadline_ = deadline; }

  private:
    [[nodiscard]] bool is_listening() const noexcept {
        return state_ != SessionState::Closed && !ends_when_sent_;
    }
    void write_terminate(std::uint16_t code, std::string_view why) noexcept;
    void close_if_drained() noexcept;
    [[nodiscard]] Time stall_at() const noexcept {
        return output_.empty() ? kNever : taken_at_ + options_.stall_timeout;
    }
    [[nodiscard]] Time silent_at() const noexcept;
    [[nodiscard]] Time keep_alive_at() const noexcept {
        return is_established() ? sent_at_ + keep_alive_after_ : kNever;
    }
    [[nodiscard]] Time deadline() const noexcept;

    ConnectionOptions options_;
    Nanos keep_alive_after_;
    SessionState state_ = SessionState::Closed;
    CloseReason reason_ = CloseReason::None;
    std::uint16_t code_ = 0;
    bool has_lapsed_ = false;      // the peer has been warned
    bool ends_when_sent_ = false;  // nothing of the peer is awaited any more
    FrameAssembler input_;
    OutputBuffer output_;
    FixedArray<std::byte> room_;  // for the frame that is being written
    SessionTime time_;
    Time now_{};  // the owner's
    std::uint64_t timestamp_ = 0;
    Nanos peer_keep_alive_{};
    // All in the time of the session.
    Time heard_at_{};
    Time sent_at_{};
    Time taken_at_{};
    Time ends_at_{};  // it began to terminate
    Time own_deadline_ = kNever;
};

}  // namespace hotpath::protocols::cme::ilink3
