#pragma once
/// ResumableSession: a session kept open over any number of connections: SoupBinTCP, or for order entry
/// that of a protocol (order_link.hpp).
///
///          start()             owner connects          logged out, ended, refused
///   Off ──────────> Wanted ──────────────────> Open ───────────────────────────────> Off
///                     ^                          │ broke, timed out, turned away
///                     └── retry time ── Waiting <┘
/// When state() is Wanted the owner opens a connection and calls on_connected(), while is_open() is
/// true it moves bytes, and when it is not it closes the socket. The time between attempts doubles
/// from retry_min to retry_max until a login succeeds. Threads: one owner. Allocation: create().
/// Complexity: that of SoupClient, of OrderLink.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/client.hpp"
#include "hotpath/trader/order_link.hpp"

namespace hotpath::trader {

struct ResumableSessionOptions {
    protocols::nasdaq::soupbintcp::SoupClientOptions soup{};
    Nanos retry_min{100'000'000};
    Nanos retry_max{5 * kNanosPerSecond};
    /// The account of order entry; nullopt: SoupBinTCP.
    std::optional<OrderLink::Account> order_entry{};
};

enum class SessionState : std::uint8_t { Off, Waiting, Wanted, Open };

class ResumableSession {
  public:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;

    [[nodiscard]] static Expected<ResumableSession> create(const ResumableSessionOptions& options);

    // Queries.
    [[nodiscard]] SessionState state() const noexcept { return state_; }
    /// There is a connection, and the owner must keep it.
    [[nodiscard]] bool is_open() const noexcept {
        return state_ == SessionState::Open && !is_closed();
    }
    [[nodiscard]] bool is_logged_in() const noexcept {
        return link_ ? link_->is_logged_in() : soup_.is_logged_in();
    }
    /// Final: login refused, or the venue no longer has the requested messages. close_reason() and
    /// login_reason() give the cause.
    [[nodiscard]] bool is_refused() const noexcept { return is_refused_; }
    /// The last login was refused because the venue has no such session: it is starting, or the
    /// session is over.
    [[nodiscard]] bool is_unavailable() const noexcept;
    /// The venue's session has ended normally.
    [[nodiscard]] bool has_ended() const noexcept { return soup_.has_ended(); }
    /// The reason of the last closed connection.
    [[nodiscard]] CloseReason close_reason() const noexcept {
        return link_ ? link_->close_reason() : soup_.close_reason();
    }
    /// nullptr: SoupBinTCP.
    [[nodiscard]] const OrderLink* link() const noexcept { return link_ ? &*link_ : nullptr; }
    [[nodiscard]] char login_reason() const noexcept { return login_reason_; }
    [[nodiscard]] const protocols::nasdaq::soupbintcp::SoupClient& soup() const noexcept {
        return soup_;
    }
    [[nodiscard]] Bytes output() const noexcept { return link_ ? link_->output() : soup_.output(); }
    /// Bytes ever put out; and those from such an end on that still wait, in at most two pieces.
    [[nodiscard]] std::size_t output_end() const noexcept {
        return link_ ? link_->output_end() : soup_.output_end();
    }
    [[nodiscard]] std::array<Bytes, 2> output_since(std::size_t end) const noexcept {
        return link_ ? link_->output_since(end) : soup_.output_since(end);
    }
    [[nodiscard]] std::uint64_t connections() const noexcept {
        return link_ ? link_->connections() : soup_.counters().connections;
    }
    [[nodiscard]] std::uint64_t logins() const noexcept {
        return link_ ? link_->logons() : soup_.counters().logins;
    }
    [[nodiscard]] Time next_deadline() const noexcept;

    // Commands.
    /// Requests a connection; no effect when requested already, refused, or after the end of the
    /// session.
    void start() noexcept;
    /// Logs out once all output is sent, and is Off then.
    void leave(Time now) noexcept;
    /// Closes the connection at once and requests another one.
    void hang_up(CloseReason reason) noexcept {
        link_ ? link_->close(reason) : soup_.close(reason);
    }
    /// The next connection is of this session, from this number on. Not while open.
    void begin_session(const protocols::nasdaq::soupbintcp::Session& session,
                       std::uint64_t number) noexcept {
        soup_.begin_session(session, number);
    }
    [[nodiscard]] bool try_send(Bytes message, Time now) noexcept {
        return link_ ? link_->try_send(message, now) : soup_.try_send(message, now);
    }

    // Events.
    /// `start` is that of a link.
    void on_connected(Time now, const SessionStart& start = {}) noexcept;
    /// Calls the listener's on_logged_in(session, number) and on_sequenced(number, message).
    template <class Listener>
    void on_bytes(Bytes bytes, Time now, Listener& listener) {
        Relay<Listener> relay(*this, listener);
        soup_.on_bytes(bytes, now, relay);
    }
    /// The same of a link: the listener's on_session_open() and on_reply(number, message).
    template <class Listener>
    void on_link_bytes(Bytes bytes, Time now, Listener& listener) {
        OpenRelay<Listener> relay{*this, listener};
        link_->on_bytes(bytes, now, relay);
    }
    void on_written(std::size_t bytes) noexcept {
        link_ ? link_->on_written(bytes) : soup_.on_written(bytes);
    }
    void on_disconnected() noexcept { link_ ? link_->on_disconnected() : soup_.on_disconnected(); }
    void on_timer(Time now) noexcept;
    /// After any event: true once for each closed connection.
    [[nodiscard]] bool take_end(Time now) noexcept;

  private:
    template <class Listener>
    class Relay : public protocols::nasdaq::soupbintcp::NullClientListener {
      public:
        Relay(ResumableSession& session, Listener& listener) noexcept
            : session_(session), listener_(listener) {}

        void on_logged_in(const protocols::nasdaq::soupbintcp::Session& session,
                          std::uint64_t number) {
            session_.on_logged_in();
            listener_.on_logged_in(session, number);
        }
        void on_login_rejected(char reason) noexcept { session_.login_reason_ = reason; }
        void on_sequenced(std::uint64_t number, Bytes message) {
            listener_.on_sequenced(number, message);
        }

      private:
        ResumableSession& session_;
        Listener& listener_;
    };

    template <class Listener>
    struct OpenRelay {
        void on_session_open() {
            session.on_logged_in();
            listener.on_session_open();
        }
        void on_reply(std::uint64_t number, Bytes message) { listener.on_reply(number, message); }
        ResumableSession& session;
        Listener& listener;
    };

    ResumableSession(const ResumableSessionOptions& options,
                     protocols::nasdaq::soupbintcp::SoupClient soup)
        : retry_min_(options.retry_min),
          retry_max_(options.retry_max),
          retry_after_(options.retry_min),
          soup_(std::move(soup)) {}

    void on_logged_in() noexcept {
        retry_after_ = retry_min_;
        login_reason_ = ' ';
    }
    [[nodiscard]] bool is_closed() const noexcept {
        return link_ ? link_->is_closed() : soup_.is_closed();
    }
    [[nodiscard]] bool is_final() const noexcept;

    Nanos retry_min_;
    Nanos retry_max_;
    Nanos retry_after_;  // of the next failure
    protocols::nasdaq::soupbintcp::SoupClient soup_;
    std::optional<OrderLink> link_{};  // in its place
    SessionState state_ = SessionState::Off;
    Time retry_at_ = kNever;
    bool is_leaving_ = false;
    bool is_refused_ = false;
    char login_reason_ = ' ';
};

}  // namespace hotpath::trader
