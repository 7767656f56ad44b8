#pragma once
/// OrderSession: the order-entry session; it detects on each connection when all older replies have
/// arrived. An account query is the first message of each connection; its answer comes after all
/// earlier replies. But a new process, or one whose last connection broke before the answer, may
/// get the answer to an older query first. So it first finds the end of the stream:
///
///   connection 1   login from 0     accepted at N: the newest message      hung up
///   connection 2   login from next  ... N (answers up to here are old) ... query ... its answer
///
/// Threads: one owner. Allocation: create(). Complexity: O(bytes).

#include <cstdint>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/trader/resumable_session.hpp"

namespace hotpath::trader {

class OrderSession {
  public:
    explicit OrderSession(ResumableSession of) noexcept : session_(std::move(of)) {}

    [[nodiscard]] const ResumableSession& session() const noexcept { return session_; }
    [[nodiscard]] ResumableSession& session() noexcept { return session_; }
    /// All older replies have arrived: orders can be sent.
    [[nodiscard]] bool is_synced() const noexcept { return is_open_ && answered_at_ != 0; }

    void on_connected(Time now, const SessionStart& start = {}) noexcept;
    /// Calls the listener's on_session_open(), which sends the query, and on_reply(number,
    /// message).
    template <class Listener>
    void on_bytes(Bytes bytes, Time now, Listener& listener) {
        if (session_.link() != nullptr) [[unlikely]] {
            LinkRelay<Listener> relay{*this, listener};
            session_.on_link_bytes(bytes, now, relay);
            return;
        }
        Relay<Listener> relay(*this, listener);
        session_.on_bytes(bytes, now, relay);
    }
    [[nodiscard]] bool try_send(Bytes message, Time now) noexcept {
        return session_.try_send(message, now);
    }
    /// After any event: true once for each open session that has ended.
    [[nodiscard]] bool take_end(Time now) noexcept;

  private:
    template <class Listener>
    class Relay {
      public:
        Relay(OrderSession& session, Listener& listener) noexcept
            : session_(session), listener_(listener) {}

        void on_logged_in(const protocols::nasdaq::soupbintcp::Session&, std::uint64_t number) {
            if (session_.is_probing_) {
                session_.end_probe(number);
            } else {
                session_.is_open_ = true;
                session_.answered_at_ = 0;
                listener_.on_session_open();
            }
        }
        void on_sequenced(std::uint64_t number, Bytes message) {
            if (session_.is_probing_ || session_.is_old_answer(number, message)) {
                return;
            }
            if (session_.answered_at_ == 0 && is_answer(message)) {
                session_.answered_at_ = number;
            }
            listener_.on_reply(number, message);
        }

      private:
        OrderSession& session_;
        Listener& listener_;
    };

    /// A link's own numbers make probing unnecessary.
    template <class Listener>
    struct LinkRelay {
        void on_session_open() {
            session.is_open_ = true;
            session.answered_at_ = 0;
            listener.on_session_open();
        }
        /// The answer to the query has no number.
        void on_reply(std::uint64_t number, Bytes message) {
            session.answered_at_ = number == 0 ? 1 : session.answered_at_;
            listener.on_reply(number, message);
        }
        OrderSession& session;
        Listener& listener;
    };

    [[nodiscard]] static bool is_answer(Bytes message) noexcept {
        return !message.empty() && std::to_integer<char>(message.front()) ==
                                       protocols::nasdaq::ouch50::AccountQueryResponse::kType;
    }
    [[nodiscard]] bool is_old_answer(std::uint64_t number, Bytes message) const noexcept {
        return number <= past_end_ && is_answer(message);
    }
    void end_probe(std::uint64_t number) noexcept;

    ResumableSession session_;
    std::uint64_t next_ = 1;      // the first message not yet delivered
    std::uint64_t past_end_ = 0;  // messages up to here are older than the query
    bool must_probe_ = true;      // an answer to an older query may be in flight
    bool is_probing_ = false;     // on this connection
    bool is_open_ = false;
    std::uint64_t answered_at_ = 0;  // the number of the query's answer; 0: none yet
};

}  // namespace hotpath::trader
