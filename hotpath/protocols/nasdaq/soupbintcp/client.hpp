#pragma once
/// SoupClient: the trader's end of a SoupBinTCP session, over as many connections as it takes.
///
///   client.on_connected(now);                       // logs in where it stopped
///   client.on_bytes(received, now, listener);       // listener: on_sequenced(number, message),
///   ... client.try_send(message); send(client.output()); client.on_written(sent);
///
/// The session's messages are delivered in order, each exactly once, over any number of
/// connections: the client counts, and asks for the next number when it logs in again. What it
/// sends is not guaranteed by the protocol: what a broken connection swallowed is gone. When to
/// connect again is the owner's. Threads: one owner. Allocation: create() only. Complexity:
/// O(bytes).

#include <cstdint>

#include "hotpath/protocols/nasdaq/soupbintcp/connection.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {

/// The login, and where the client continues.
struct SoupClientOptions {
    ConnectionOptions connection{};
    Credentials credentials{};
    Session session = kCurrentSession;
    /// The first message wanted; 0 for the most recent one and what follows.
    std::uint64_t sequence_number = 1;
};

/// The events of a client. Derive from it and redefine the functions needed.
struct NullClientListener {
    /// The login was accepted: the session's name, and the number of the next message.
    void on_logged_in(const Session&, std::uint64_t) noexcept {}
    /// The login was rejected, with the code of LoginRejected. The same login will be rejected
    /// again.
    void on_login_rejected(char) noexcept {}
    /// A message of the session with its number, in order and once.
    void on_sequenced(std::uint64_t, Bytes) noexcept {}
    /// The session has ended: nothing follows, in any connection.
    void on_end_of_session() noexcept {}
    /// Text that is not part of the session.
    void on_debug(Bytes) noexcept {}
};

class SoupClient : public Connection {
  public:
    /// Fails if a length or a timeout of the options is out of range.
    [[nodiscard]] static Expected<SoupClient> create(const SoupClientOptions& options);

    /// Returns the number of the message that is delivered next; 0 if the venue is to choose it.
    [[nodiscard]] std::uint64_t next_sequence_number() const noexcept { return next_; }
    /// Returns the session's name, from the options or from the first login.
    [[nodiscard]] const Session& session() const noexcept { return session_; }
    /// Returns true if the venue has ended the session: do not connect again.
    [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }

    /// Makes the next connection continue this session from this number. Not while connected.
    void begin_session(const Session& session, std::uint64_t sequence_number) noexcept;

    /// Reports that the connection is open; logs in.
    void on_connected(Time now) noexcept;

    /// Takes received bytes, in pieces of any size, and calls the listener for each message. A
    /// violation of the protocol closes the connection, see close_reason().
    template <class Listener>
    void on_bytes(Bytes stream, Time now, Listener& listener) {
        if (!begin_bytes(stream, now)) {
            return;
        }
        for (Bytes packet; next_packet<ServerPackets>(stream, packet);) {
            on_packet(packet, listener);
        }
        run_timers();
    }

    /// Sends heartbeats and detects a silent peer. Call it at next_deadline().
    void on_timer(Time now) noexcept {
        advance(now);
        run_timers();
    }
    /// Reports that the transport has taken that many bytes of output().
    void on_written(std::size_t bytes) noexcept { take_output(bytes); }

    /// Sends an unsequenced message. Returns false, and sends nothing, if not logged in or without
    /// room.
    [[nodiscard]] bool try_send(Bytes message, Time now) noexcept;
    /// Logs out once all output is sent. The session continues.
    void logout(Time now) noexcept;

  private:
    explicit SoupClient(const SoupClientOptions& options)
        : Connection(options.connection, ClientHeartbeat::kType),
          credentials_(options.credentials),
          session_(options.session),
          next_(options.sequence_number) {}

    template <class Listener>
    void on_packet(Bytes packet, Listener& listener) {
        const char type = type_of(packet);
        if (type == SequencedData::kType && is_logged_in()) [[likely]] {
            on_sequenced(payload_of(packet), listener);
        } else if (type == ServerHeartbeat::kType) {
            on_heartbeat();
        } else if (type == Debug::kType) {
            listener.on_debug(payload_of(packet));
        } else if (type == EndOfSession::kType && is_logged_in()) {
            has_ended_ = true;
            close(CloseReason::EndOfSession);
            listener.on_end_of_session();
        } else if (type == LoginAccepted::kType && !is_logged_in()) {
            if (accept_login(LoginAccepted::at(packet.data()))) {
                listener.on_logged_in(session_, incoming_);
            }
        } else if (type == LoginRejected::kType && !is_logged_in()) {
            close(CloseReason::LoginRejected);
            listener.on_login_rejected(LoginRejected::at(packet.data()).load_reason());
        } else {
            close(CloseReason::UnexpectedPacket);
        }
    }

    template <class Listener>
    void on_sequenced(Bytes message, Listener& listener) {
        const std::uint64_t number = incoming_++;
        if (number < next_) [[unlikely]] {
            on_duplicate();
            return;
        }
        next_ = number + 1;
        listener.on_sequenced(number, message);
    }

    [[nodiscard]] bool accept_login(const LoginAccepted& packet) noexcept;

    Credentials credentials_;
    Session session_;
    std::uint64_t next_;
    std::uint64_t incoming_ = 0;  // the number of the next Sequenced Data of this connection
    bool has_ended_ = false;
};

}  // namespace hotpath::protocols::nasdaq::soupbintcp
