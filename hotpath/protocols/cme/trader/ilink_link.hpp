#pragma once
/// IlinkLink: a trader's iLink 3 session as an order-entry session: requests out, reports in, and the
/// answer to its account query.
///
///   codec's request   514, 515, 516       SeqNum and SendingTimeEpoch are written here
///   account query     506 Sequence        stays here: answered by another one once all reports are
///                                         in that the venue had when the session was established
///
/// An order that was on its way when a connection broke never arrives later: Establish says the next
/// number, and the venue refuses every lower one. So what has no report by the answer was not taken. A
/// new process is sent every report of the UUID again, and before them those of the UUID before that
/// the venue still has: a file of numbers that was lost costs no execution. UUID and next number are
/// handed in (SessionStart). Threads: one owner. Allocation: create(). Complexity: that of the session.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/cme/ilink3/client.hpp"
#include "hotpath/protocols/cme/trader/ilink_account.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/connection.hpp"
#include "hotpath/protocols/trader/session_start.hpp"

namespace hotpath::protocols::cme {

class IlinkLink {
  public:
    using CloseReason = nasdaq::soupbintcp::CloseReason;

    [[nodiscard]] static Expected<IlinkLink> create(
        const IlinkAccount& account, const nasdaq::soupbintcp::ConnectionOptions& connection);

    [[nodiscard]] const ilink3::IlinkClient& session() const noexcept { return client_; }
    [[nodiscard]] bool is_closed() const noexcept { return client_.is_closed(); }
    [[nodiscard]] bool is_logged_in() const noexcept { return client_.is_established(); }
    [[nodiscard]] CloseReason close_reason() const noexcept;
    /// Why the last connection ended: the Reason of the venue, or the session's.
    [[nodiscard]] std::string_view why() const noexcept;
    /// Retrying is useless.
    [[nodiscard]] bool is_refused() const noexcept;
    /// The start state for the next process. Store it before output() is sent, so that it survives
    /// this process. Its utc is 0.
    [[nodiscard]] SessionStart next_start() const noexcept;
    [[nodiscard]] Bytes output() const noexcept { return client_.output(); }
    [[nodiscard]] std::size_t output_end() const noexcept { return client_.output_end(); }
    [[nodiscard]] std::array<Bytes, 2> output_since(std::size_t end) const noexcept {
        return client_.output_since(end);
    }
    [[nodiscard]] std::uint64_t connections() const noexcept {
        return client_.counters().connections;
    }
    [[nodiscard]] std::uint64_t logons() const noexcept { return client_.counters().established; }
    [[nodiscard]] Time next_deadline() const noexcept {
        const Time next = client_.next_deadline();
        return next == kNever ? kNever : next - utc_offset_;
    }

    void on_connected(Time now, const SessionStart& start) noexcept;
    /// Calls the listener's on_session_open(), which sends the query, and on_reply(number, message).
    template <class Listener>
    void on_bytes(Bytes bytes, Time now, Listener& listener) {
        Relay<Listener> relay(*this, listener);
        client_.on_bytes(bytes, utc(now), relay);
        if (is_query_waiting_ && is_logged_in() && !client_.is_former_missing() &&
            client_.numbers().next_incoming >= established_at_) {
            is_query_waiting_ = false;
            listener.on_reply(0, answer());
        }
    }
    void on_timer(Time now) noexcept { client_.on_timer(utc(now)); }
    void on_written(std::size_t bytes) noexcept { client_.on_written(bytes); }
    void on_disconnected() noexcept { client_.on_disconnected(); }
    /// An SBE message with its header. False when nothing was sent.
    [[nodiscard]] bool try_send(Bytes message, Time now) noexcept;
    void logout(Time now) noexcept;
    /// At once.
    void close(CloseReason reason) noexcept;

  private:
    template <class Listener>
    class Relay : public ilink3::NullIlinkClientListener {
      public:
        Relay(IlinkLink& link, Listener& listener) noexcept : link_(link), listener_(listener) {}

        void on_established(const ilink3::EstablishmentAck& ack) {
            link_.established_at_ = ack.load_next_seq_no();
            listener_.on_session_open();
        }
        void on_message(std::uint32_t number, Bytes message) {
            listener_.on_reply(number, message);
        }
        void on_former_message(std::uint32_t number, Bytes message) {
            listener_.on_reply(number, message);
        }
        void on_rejected(std::uint16_t, std::string_view reason) noexcept {
            link_.note_end(reason);
        }
        void on_terminated(std::uint16_t, std::string_view reason) noexcept {
            link_.is_venues_end_ = true;
            link_.note_end(reason);
        }

      private:
        IlinkLink& link_;
        Listener& listener_;
    };

    explicit IlinkLink(ilink3::IlinkClient client) : client_(std::move(client)) {}

    [[nodiscard]] static Bytes answer() noexcept;
    void note_end(std::string_view reason) noexcept;
    [[nodiscard]] Time utc(Time now) const noexcept { return now + utc_offset_; }

    static constexpr std::size_t kReasonMax = 48;
    static constexpr std::size_t kRequestMax = 256;

    ilink3::IlinkClient client_;
    Nanos utc_offset_{};
    bool has_begun_ = false;  // its numbers were handed in
    bool is_query_waiting_ = false;
    bool is_leaving_ = false;           // we have said Terminate
    bool is_venues_end_ = false;        // the venue has
    std::uint32_t established_at_ = 0;  // the venue's next number then; 0: not established
    std::optional<CloseReason> closed_by_us_{};
    std::array<char, kReasonMax> reason_{};  // of the venue's last reject or Terminate
    std::size_t reason_length_ = 0;
    std::array<std::byte, kRequestMax> request_{};
};

}  // namespace hotpath::protocols::cme
