#pragma once
/// SoupServer: the venue's end of one SoupBinTCP connection, as bytes and times.
///
///   server.on_connected(now);
///   server.on_bytes(received, now, sessions);        // listener: on_login, on_unsequenced, ...
///   stream.try_append(reply); server.on_stream(now); // the stream has grown
///   send(server.output()); server.on_written(sent);
///
/// The stream is the owner's and outlives connections: a client that comes back is sent everything
/// from the number it asks for. What is sent next is read from the stream as the client's window
/// allows, so that a slow reader costs no memory; one that takes nothing, or falls too far behind,
/// is cut off. Threads: one owner. Allocation: create() only. Complexity: O(bytes), at most
/// output_bytes_max of the stream a call.

#include <cstdint>
#include <limits>
#include <string_view>

#include "hotpath/protocols/nasdaq/soupbintcp/connection.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {

/// Limits of one connection.
struct SoupServerOptions {
    ConnectionOptions connection{};
    /// Messages that a client may be behind, once it has been up to date. A resuming client may
    /// take its time.
    std::uint64_t behind_max = std::numeric_limits<std::uint64_t>::max();
};

/// Why a login is rejected that names another session than there is, or a message that is not yet.
inline constexpr std::string_view kNotThatSession =
    "login rejected: no such session, or sequence number not reached yet";

/// The owner's answer to a Login Request: which stream, or why not.
struct LoginAnswer {
    const SequencedStore* stream = nullptr;  // valid until the connection is closed
    Session session = kCurrentSession;       // its name
    RejectReason reason = RejectReason::NotAuthorized;
    std::string_view why{};   // sent with says_why
    bool is_cut_off = false;  // the request was not looked at

    /// Accepts the login to `stream`, which must outlive the connection.
    [[nodiscard]] static LoginAnswer accept(const SequencedStore& stream,
                                            const Session& session) noexcept {
        return {.stream = &stream, .session = session};
    }
    /// Rejects the login.
    [[nodiscard]] static LoginAnswer reject(RejectReason reason,
                                            std::string_view why = {}) noexcept {
        return {.reason = reason, .why = why};
    }
    /// The connection ends (RateExceeded) without an answer. A rejection would mean that the same
    /// login is of no use later.
    [[nodiscard]] static LoginAnswer cut_off(std::string_view why) noexcept {
        return {.why = why, .is_cut_off = true};
    }
};

/// The events of a server. Derive from it and redefine the functions needed; every login is refused
/// until on_login is redefined.
struct NullServerListener {
    /// A login request: check its credentials. The server itself checks session and sequence
    /// number.
    LoginAnswer on_login(const LoginRequest&) noexcept {
        return LoginAnswer::reject(RejectReason::NotAuthorized);
    }
    /// The client is logged in; the next message that it is sent has this number.
    void on_logged_in(std::uint64_t) noexcept {}
    /// A message of the client.
    void on_unsequenced(Bytes) noexcept {}
    /// Text that is not part of the session.
    void on_debug(Bytes) noexcept {}
};

class SoupServer : public Connection {
  public:
    /// Fails if a length or a timeout of the options is out of range.
    [[nodiscard]] static Expected<SoupServer> create(const SoupServerOptions& options);

    /// Returns the number of the message that goes into the output next.
    [[nodiscard]] std::uint64_t next_sequence_number() const noexcept { return next_; }
    /// Returns true if everything that the stream holds has gone into the output.
    [[nodiscard]] bool is_caught_up() const noexcept {
        return stream_ != nullptr && next_ == stream_->next_sequence_number();
    }

    /// Reports that a client has connected; resets all earlier state.
    void on_connected(Time now) noexcept;

    /// Takes received bytes, in pieces of any size, and calls the listener for each message. A
    /// violation of the protocol closes the connection, see close_reason().
    template <class Listener>
    void on_bytes(Bytes stream, Time now, Listener& listener) {
        if (!begin_bytes(stream, now)) {
            return;
        }
        for (Bytes packet; next_packet<ClientPackets>(stream, packet);) {
            on_packet(packet, listener);
        }
        fill_output();
        run_timers();
    }

    /// Reports that the stream has more messages, or has ended.
    void on_stream(Time now) noexcept {
        advance(now);
        fill_output();
        run_timers();
    }
    /// Sends heartbeats and detects a silent peer. Call it at next_deadline().
    void on_timer(Time now) noexcept { on_stream(now); }

    /// Reports that the transport has taken that many bytes of output().
    void on_written(std::size_t bytes) noexcept {
        take_output(bytes);
        fill_output();
    }

  private:
    explicit SoupServer(const SoupServerOptions& options)
        : Connection(options.connection, ServerHeartbeat::kType),
          behind_max_(options.behind_max),
          output_bytes_max_(options.connection.output_bytes_max) {}

    template <class Listener>
    void on_packet(Bytes packet, Listener& listener) {
        switch (type_of(packet)) {
            case LoginRequest::kType:
                on_login(LoginRequest::at(packet.data()), listener);
                return;
            case UnsequencedData::kType:
                if (is_logged_in()) {
                    listener.on_unsequenced(payload_of(packet));
                } else {
                    close(CloseReason::UnexpectedPacket);
                }
                return;
            case ClientHeartbeat::kType:
                on_heartbeat();
                return;
            case LogoutRequest::kType:
                close(CloseReason::LoggedOut);
                return;
            default:
                listener.on_debug(payload_of(packet));
        }
    }

    template <class Listener>
    void on_login(const LoginRequest& request, Listener& listener) {
        const auto number = to_number(request.load_requested_sequence_number());
        if (is_logged_in() || !number) {
            close(number ? CloseReason::UnexpectedPacket : CloseReason::MalformedPacket);
            return;
        }
        const LoginAnswer answer = listener.on_login(request);
        if (state() == SessionState::LoggingIn &&
            answer_login(request.load_requested_session(), *number, answer)) {
            listener.on_logged_in(next_);
        }
    }

    [[nodiscard]] bool answer_login(const Session& wanted, std::uint64_t number,
                                    const LoginAnswer& answer) noexcept;
    void reject(RejectReason reason, std::string_view why) noexcept;
    void fill_output() noexcept;
    [[nodiscard]] bool try_send_next() noexcept;

    std::uint64_t behind_max_;
    std::size_t output_bytes_max_;
    const SequencedStore* stream_ = nullptr;
    std::uint64_t next_ = 0;
    bool has_caught_up_ = false;
};

}  // namespace hotpath::protocols::nasdaq::soupbintcp
