#pragma once
/// FixLink: a trader's FIX session as an order-entry session: bodies out, reports in, and the answer
/// to its account query.
///
///   codec's body    35=D|11=17|...        header, TransactTime and trailer are written here
///   account query   35=1|112=ACCOUNT|     stays here: answered once all earlier reports are in
///   session Reject  35=3|45=9|            comes in as a BusinessMessageReject of message 9's ClOrdID
///
/// A message is never sent twice: what the venue has not received is a gap fill at the next logon, as
/// an order must not come late. A new process expects number 1, and so is sent every report of the
/// day again; the number of its next message is handed in (SessionStart). Threads: one owner. Allocation:
/// create(). Complexity: that of the session.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/fix/dictionary.hpp"
#include "hotpath/protocols/fix/session/memory_store.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "hotpath/protocols/fix/trader/fix_account.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/connection.hpp"
#include "hotpath/protocols/trader/session_start.hpp"

namespace hotpath::protocols::fix {

class FixLink {
  public:
    using CloseReason = nasdaq::soupbintcp::CloseReason;

    [[nodiscard]] static Expected<FixLink> create(
        const FixAccount& account, const nasdaq::soupbintcp::ConnectionOptions& connection);

    [[nodiscard]] const Session& session() const noexcept { return state_->session; }
    [[nodiscard]] bool is_closed() const noexcept { return session().is_closed(); }
    [[nodiscard]] bool is_logged_in() const noexcept { return session().is_logged_on(); }
    [[nodiscard]] CloseReason close_reason() const noexcept;
    /// Why the last connection ended: the Text of the venue, or the reason of the session.
    [[nodiscard]] std::string_view why() const noexcept;
    /// Retrying is useless.
    [[nodiscard]] bool is_refused() const noexcept;
    /// MsgSeqNum of the next message: it must outlive the process before output() is sent.
    [[nodiscard]] std::uint64_t next_number() const noexcept { return state_->store().next_out(); }
    [[nodiscard]] SessionStart next_start() const noexcept {
        return {.next_number = next_number()};
    }
    [[nodiscard]] std::uint64_t connections() const noexcept {
        return session().counters().connections;
    }
    [[nodiscard]] std::uint64_t logons() const noexcept { return session().counters().logons; }
    [[nodiscard]] Bytes output() const noexcept { return session().output(); }
    [[nodiscard]] std::size_t output_end() const noexcept { return session().output_end(); }
    [[nodiscard]] std::array<Bytes, 2> output_since(std::size_t end) const noexcept {
        return session().output_since(end);
    }
    [[nodiscard]] Time next_deadline() const noexcept {
        const Time next = session().next_deadline();
        return next == kNever ? kNever : next - utc_offset_;
    }

    void on_connected(Time now, const SessionStart& start) noexcept;
    /// Calls the listener's on_session_open(), which sends the query, and on_reply(number, message).
    template <class Listener>
    void on_bytes(Bytes bytes, Time now, Listener& listener) {
        Relay<Listener> relay(*this, listener);
        state_->session.on_bytes(bytes, utc(now), relay);
        if (is_query_waiting_ && is_logged_in() && !session().is_waiting_for_resend()) {
            is_query_waiting_ = false;
            listener.on_reply(0, answer());
        }
    }
    void on_timer(Time now) noexcept { state_->session.on_timer(utc(now)); }
    void on_written(std::size_t bytes) noexcept { state_->session.on_written(bytes, utc(now_)); }
    void on_disconnected() noexcept { state_->session.on_disconnected(utc(now_)); }
    /// MsgType and body. False when nothing was sent.
    [[nodiscard]] bool try_send(Bytes body, Time now) noexcept;
    void logout(Time now) noexcept { state_->session.logout("", utc(now)); }
    /// At once.
    void close(CloseReason reason) noexcept;

  private:
    /// The session points to the others.
    struct State {
        std::unique_ptr<std::pair<Dictionary, MemoryStore>> parts;
        Session session;

        [[nodiscard]] MemoryStore& store() const noexcept { return parts->second; }
    };

    template <class Listener>
    class Relay : public NullSessionListener {
      public:
        Relay(FixLink& link, Listener& listener) noexcept : link_(link), listener_(listener) {}

        void on_logged_on() { listener_.on_session_open(); }
        void on_message(const Inbound& inbound) {
            listener_.on_reply(inbound.number, inbound.fields.message());
        }
        void on_reject(const Inbound& inbound) {
            if (const Bytes reply = link_.business_reject_of(inbound); !reply.empty()) {
                listener_.on_reply(inbound.number, reply);
            }
        }
        void on_logout(const Inbound& inbound) noexcept { link_.note_logout(inbound); }

      private:
        FixLink& link_;
        Listener& listener_;
    };

    explicit FixLink(std::unique_ptr<State> state) : state_(std::move(state)) {}

    [[nodiscard]] static Bytes answer() noexcept;
    [[nodiscard]] Bytes business_reject_of(const Inbound& reject) noexcept;
    void note_logout(const Inbound& logout) noexcept;
    [[nodiscard]] Time utc(Time now) noexcept {
        now_ = now;
        return now + utc_offset_;
    }

    static constexpr std::size_t kTextMax = 256;

    std::unique_ptr<State> state_;
    Nanos utc_offset_{};
    Time now_{};
    bool has_begun_ = false;  // its number was handed in
    bool is_query_waiting_ = false;
    std::optional<CloseReason> closed_by_us_{};
    std::array<char, kTextMax> text_{};  // of the last Logout
    std::size_t text_length_ = 0;
    std::array<std::byte, 1'024> reject_{};
};

}  // namespace hotpath::protocols::fix
