#pragma once
/// The common part of both ends of a SoupBinTCP connection: packets in, bounded bytes out, and the
/// timers that detect a dead peer. SoupServer and SoupClient are Connections.
///
///                    login                    end of session, logout, reject
///   Closed ──> LoggingIn ──> LoggedIn ────────────────────────────> Draining ──> Closed
///                  └─ bad bytes, timeouts, slow reader, owner ─────────────────────^
///
/// The owner moves bytes: on_bytes() for what has arrived, output() and on_written() for what goes,
/// on_timer() at next_deadline(). A connection that is Closed has no output() any more: send its
/// last_output(), if any, and close the socket. Threads: one owner. Allocation: the constructor.
/// Complexity: O(bytes).

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packet_assembler.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"
#include "hotpath/protocols/output_buffer.hpp"
#include "hotpath/protocols/session_time.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {

/// The states of a connection, in the order above.
enum class SessionState : std::uint8_t { Closed, LoggingIn, LoggedIn, Draining };

/// The reason why a connection is closed.
enum class CloseReason : std::uint8_t {
    None,  // it is open, or has never been
    // Reasons of the protocol.
    LoggedOut,
    EndOfSession,
    LoginRejected,
    // The network, or a peer that does not move.
    Disconnected,
    LoginTimeout,
    PeerSilent,
    SlowReader,
    // Bytes that no peer of this protocol sends.
    EmptyPacket,
    OversizedPacket,
    UnknownPacket,
    MalformedPacket,
    UnexpectedPacket,
    // A client's reasons to refuse a Login Accepted.
    WrongSession,
    MessagesLost,
    // The owner's decision.
    Superseded,
    RateExceeded,
    StreamFull,
    ShutDown,
    Displaced,
};
inline constexpr std::size_t kCloseReasons = 20;

[[nodiscard]] std::string_view name(CloseReason reason) noexcept;
[[nodiscard]] std::string_view name(SessionState state) noexcept;

/// Limits and times of a connection.
struct ConnectionOptions {
    std::size_t packet_length_max = 2'048;  // of a packet that arrives, its length field included
    std::size_t output_bytes_max = 65'536;
    Nanos heartbeat_interval{1 * kNanosPerSecond};  // nothing sent for so long: a heartbeat
    Nanos silence_timeout{15 * kNanosPerSecond};    // no packet for so long: the peer is dead
    Nanos login_timeout{30 * kNanosPerSecond};
    Nanos stall_timeout{5 * kNanosPerSecond};   // output of which nothing is taken for so long
    Nanos drain_timeout{15 * kNanosPerSecond};  // for the last output, however it is taken
    /// A connection closed by this end sends the reason in a Debug packet: last_output().
    bool says_why = false;
};

struct ConnectionCounters {
    std::uint64_t connections = 0;
    std::uint64_t logins = 0;
    std::uint64_t packets_received = 0;
    std::uint64_t packets_sent = 0;
    std::uint64_t bytes_received = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t heartbeats_received = 0;
    std::uint64_t heartbeats_sent = 0;
    std::uint64_t duplicates = 0;  // a client's: sequenced messages that it had already
};

/// The queries and commands of both ends.
class Connection {
  public:
    [[nodiscard]] SessionState state() const noexcept { return state_; }
    [[nodiscard]] bool is_logged_in() const noexcept { return state_ == SessionState::LoggedIn; }
    [[nodiscard]] bool is_closed() const noexcept { return state_ == SessionState::Closed; }
    [[nodiscard]] CloseReason close_reason() const noexcept { return reason_; }
    [[nodiscard]] const ConnectionCounters& counters() const noexcept { return counters_; }

    /// Returns the bytes to send next, in one piece; more may follow. Then call on_written().
    [[nodiscard]] Bytes output() const noexcept { return output_.front(); }
    [[nodiscard]] std::size_t output_size() const noexcept { return output_.size(); }
    /// Returns the bytes put out so far in all; output_since() returns those after such a count
    /// that still wait, in at most two pieces.
    [[nodiscard]] std::size_t output_end() const noexcept { return output_.end(); }
    [[nodiscard]] std::array<Bytes, 2> output_since(std::size_t end) const noexcept {
        return output_.since(end);
    }

    /// Returns, for a closed connection, its unsent bytes and the Debug packet with the reason, to
    /// be sent as far as the transport takes them at once.
    [[nodiscard]] std::array<Bytes, 2> last_output() const noexcept {
        return output_.dropped_since(last_output_at_);
    }

    /// Returns the time of the next on_timer(); kNever if there is none.
    [[nodiscard]] Time next_deadline() const noexcept { return time_.to_owner(deadline()); }

    /// Closes the connection at once; also allowed inside a listener. With says_why, `why` is sent,
    /// or the reason's name if it is empty.
    void close(CloseReason reason, std::string_view why = {}) noexcept;
    /// Reports that the transport has lost the connection.
    void on_disconnected() noexcept { close(CloseReason::Disconnected); }

    /// Sends text that is not part of the session. Returns false if there is no room for it.
    [[nodiscard]] bool try_send_debug(Bytes text) noexcept;

  protected:
    Connection(const ConnectionOptions& options, char heartbeat_type)
        : options_(options),
          heartbeat_type_(heartbeat_type),
          input_(options.packet_length_max),
          output_(options.output_bytes_max) {}

    [[nodiscard]] static Expected<void> check(const ConnectionOptions& options);

    void open(Time now) noexcept;
    void advance(Time now) noexcept {
        if (state_ != SessionState::Closed) {
            time_.advance(now, deadline());
        }
    }
    void run_timers() noexcept;

    void login() noexcept {
        state_ = SessionState::LoggedIn;
        heard_at_ = time_.time();
        ++counters_.logins;
    }
    /// A Debug packet, if there is room for it.
    void write_debug(std::string_view text) noexcept;
    [[nodiscard]] bool says_why() const noexcept { return options_.says_why; }
    /// Lets the output go out, then closes.
    void drain(CloseReason reason) noexcept;
    void close_if_drained() noexcept;
    void take_output(std::size_t bytes) noexcept;

    [[nodiscard]] bool has_room(std::size_t bytes) const noexcept {
        return output_.has_room(bytes);
    }
    /// has_room() was true.
    void write(Bytes packet) noexcept;
    template <class Packet>
    void write_with_payload(Bytes payload) noexcept {
        Packet header;
        header.store_packet_length(static_cast<std::uint16_t>(payload.size() + 1));
        write(header.bytes());
        output_.append(payload);
    }

    /// Handles received packets; false when the rest must be ignored.
    [[nodiscard]] bool begin_bytes(Bytes stream, Time now) noexcept {
        advance(now);
        counters_.bytes_received += stream.size();
        return is_listening();
    }
    /// The next whole packet of one of the types `Packets`. Anything else closes.
    template <class Packets>
    [[nodiscard]] bool next_packet(Bytes& stream, Bytes& packet) noexcept {
        if (!is_listening() || !assemble(stream, packet)) {
            return false;
        }
        const DecodeStatus status = check_packet<Packets>(packet);
        if (status != DecodeStatus::Ok) [[unlikely]] {
            close(status == DecodeStatus::UnknownType ? CloseReason::UnknownPacket
                                                      : CloseReason::MalformedPacket);
            return false;
        }
        ++counters_.packets_received;
        heard_at_ = time_.time();
        return true;
    }
    void on_heartbeat() noexcept { ++counters_.heartbeats_received; }
    void on_duplicate() noexcept { ++counters_.duplicates; }

  private:
    [[nodiscard]] bool is_listening() const noexcept {
        return state_ == SessionState::LoggingIn || state_ == SessionState::LoggedIn;
    }
    [[nodiscard]] bool assemble(Bytes& stream, Bytes& packet) noexcept;
    [[nodiscard]] Time stall_at() const noexcept {
        return output_.empty() ? kNever : taken_at_ + options_.stall_timeout;
    }
    [[nodiscard]] Time dead_at() const noexcept;
    [[nodiscard]] Time deadline() const noexcept;

    ConnectionOptions options_;
    char heartbeat_type_;
    SessionState state_ = SessionState::Closed;
    CloseReason reason_ = CloseReason::None;
    PacketAssembler input_;
    OutputBuffer output_;
    std::size_t last_output_at_ = 0;  // where last_output() begins
    SessionTime time_;
    // All in the time of the session.
    Time heard_at_{};   // the last whole packet
    Time sent_at_{};    // the last packet written
    Time taken_at_{};   // the transport took some output, or there was none
    Time drains_at_{};  // it began to
    ConnectionCounters counters_;
};

}  // namespace hotpath::protocols::nasdaq::soupbintcp
