#pragma once
/// IlinkClient: the trader's end of an iLink 3 session, over as many connections as it takes.
///
///   client.begin_session(numbers);                  // of the week, or what numbers() was
///   client.on_connected(now);                       // Negotiate, or Establish if it was negotiated
///   client.on_bytes(received, now, listener);       // listener: on_message(number, message), ...
///   client.try_send(order, now);                    // an SBE message; SeqNum is the client's to set
///
/// The venue's messages are recoverable: each is delivered once and in order, over any number of
/// connections. What is missing is asked for, at most retransmit_messages_max at a time; new
/// messages that arrive meanwhile are held, and asked for too if there is no room for them. The
/// client's messages are idempotent: the venue takes each at most once, and says which it missed
/// (on_not_applied); whether to send these again as new ones is the owner's decision, an order may
/// have become wrong. When to connect again is the owner's, too, and to keep numbers() over a
/// restart. With asks_former the reports of the UUID before that were not delivered come first, each
/// once and in order (LastUUID). Threads: one owner. Allocation: create() only. Complexity: O(bytes).
/// Source: CME, "iLink 3 Session Layer"; FIX Performance Session Layer 1.1.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/protocols/cme/ilink3/client_options.hpp"
#include "hotpath/protocols/cme/ilink3/connection.hpp"
#include "hotpath/protocols/cme/ilink3/signed_text.hpp"

namespace hotpath::protocols::cme::ilink3 {

class IlinkClient : public Connection {
  public:
    /// Makes a client that is not connected. The signer must outlive it. Fails if an option is out
    /// of range or does not fit its field.
    [[nodiscard]] static Expected<IlinkClient> create(const IlinkClientOptions& options,
                                                      Signer& signer);

    /// Sets the session of the next connection. Not while connected. If it has another UUID, the
    /// present one becomes the former, unless the numbers name one.
    void begin_session(const SessionNumbers& numbers) noexcept;
    /// Returns the session with its next numbers, to be kept over a restart.
    [[nodiscard]] SessionNumbers numbers() const noexcept {
        return {uuid_, is_negotiated_, outgoing_, next_, former_};
    }
    /// Returns true if reports of the former UUID are missing: those of this one wait for them.
    [[nodiscard]] bool is_former_missing() const noexcept { return former_.next < former_.end; }

    /// Reports that the connection is open; negotiates, or establishes if that was done before.
    void on_connected(Time now) noexcept;

    /// Takes received bytes, in pieces of any size, and calls the listener for each message. A
    /// violation of the protocol terminates the session.
    template <class Listener>
    void on_bytes(Bytes stream, Time now, Listener& listener) {
        if (!begin_bytes(stream, now)) {
            return;
        }
        for (Bytes message; next_message(stream, message);) {
            on_message(message, listener);
        }
        on_timers();
    }

    /// Sends Sequence messages and detects a silent venue. Call it at next_deadline().
    void on_timer(Time now) noexcept {
        advance(now);
        on_timers();
    }
    /// Reports that the transport has taken that many bytes of output().
    void on_written(std::size_t bytes) noexcept { take_output(bytes); }

    /// Sends an SBE message with its header, of a template with a SeqNum, under the next number.
    /// Returns false, and sends nothing, if not established, without room, or if the message is too
    /// short for a SeqNum.
    [[nodiscard]] bool try_send(Bytes message, Time now) noexcept;

  private:
    IlinkClient(const IlinkClientOptions& options, Signer& signer)
        : Connection(options.connection),
          options_(options),
          signer_(&signer),
          held_(options.held_bytes_max) {}

    template <class Listener>
    void on_message(Bytes message, Listener& listener) {
        sbe::Block block;
        if (open_header(message, block) != DecodeStatus::Ok) {
            refuse(TerminateCode::DecodingError);
            return;
        }
        if (MessageHeader::at(message.data()).load_template_id() > kSessionTemplateMax) [[likely]] {
            on_business_message(message, block, listener);
            return;
        }
        const DecodeStatus status =
            visit_message(message, [&](const auto& m) { on_session_message(m, listener); });
        if (status != DecodeStatus::Ok) {
            refuse(TerminateCode::DecodingError);
        }
    }

    template <class Listener>
    void on_session_message(const NegotiationResponse& m, Listener&) {
        if (state() != SessionState::Negotiating || !is_answer(m)) {
            return;
        }
        is_negotiated_ = true;
        note_former(m.load_previous_uuid(), m.load_previous_seq_no());
        negotiated();
        write_establish();
    }
    template <class Listener>
    void on_session_message(const NegotiationReject& m, Listener& listener) {
        on_reject(SessionState::Negotiating, m, listener);
    }
    template <class Listener>
    void on_session_message(const EstablishmentAck& m, Listener& listener) {
        if (state() != SessionState::Establishing || !is_answer(m)) {
            return;
        }
        if (m.load_next_seq_no() < incoming_) {
            refuse(TerminateCode::InvalidNextSeqNo);
            return;
        }
        established(m.load_keep_alive_interval());
        listener.on_established(m);
        missed_before(m.load_next_seq_no());
        ask();
    }
    template <class Listener>
    void on_session_message(const EstablishmentReject& m, Listener& listener) {
        on_reject(SessionState::Establishing, m, listener);
    }
    template <class Listener>
    void on_session_message(const Sequence& m, Listener&) {
        if (!is_established() || !is_of_session(m.load_uuid())) {
            return;
        }
        if (m.load_next_seq_no() < incoming_) {
            refuse(TerminateCode::InvalidNextSeqNo);
            return;
        }
        missed_before(m.load_next_seq_no());
        if (m.load_keep_alive_interval_lapsed() == KeepAliveLapsed::Lapsed) {
            write_sequence(KeepAliveLapsed::NotLapsed);
        }
    }
    template <class Listener>
    void on_session_message(const NotApplied& m, Listener& listener) {
        if (is_established() && is_of_session(m.load_uuid())) {
            counters_.not_applied += m.load_msg_count();
            listener.on_not_applied(m.load_from_seq_no(), m.load_msg_count());
            write_sequence(KeepAliveLapsed::NotLapsed);
        }
    }
    template <class Listener>
    void on_session_message(const Retransmission& m, Listener&) {
        const std::uint32_t first = is_former_asked_ ? former_.next : next_;
        if (asked_to_ != 0 && is_of_session(m.load_uuid()) && m.load_from_seq_no() == first) {
            asked_to_ = std::min(asked_to_, first + m.load_msg_count());
            heard_of_retransmission();
        }
    }
    template <class Listener>
    void on_session_message(const RetransmitReject& m, Listener& listener) {
        if (asked_to_ != 0 && is_of_session(m.load_uuid())) {
            is_former_asked_ ? lose_former(listener) : lose(listener);
        }
    }
    template <class Listener>
    void on_session_message(const Terminate& m, Listener& listener) {
        on_terminate(m, listener);
    }
    /// Refuses messages that only a client sends.
    template <class Message, class Listener>
    void on_session_message(const Message&, Listener&) {
        refuse(TerminateCode::DecodingError);
    }

    template <class Message, class Listener>
    void on_reject(SessionState when, const Message& m, Listener& listener) {
        if (state() == when && is_answer(m)) {
            is_negotiated_ = is_negotiated_ && when == SessionState::Establishing;
            listener.on_rejected(m.load_error_codes(), m.load_reason());
            drain(CloseReason::Rejected, m.load_error_codes());
            close(CloseReason::Rejected);
        }
    }

    /// Every message of a venue that has a number begins with it, and the UUID behind it.
    template <class Listener>
    void on_business_message(Bytes message, const sbe::Block& block, Listener& listener) {
        if (block.length < kNumberAndUuidLength ||
            static_cast<std::size_t>(block.end - block.at) < block.length) {
            refuse(TerminateCode::DecodingError);
            return;
        }
        if (state() != SessionState::Established) {
            refuse(TerminateCode::NotEstablished);
            return;
        }
        const auto number = load_le<std::uint32_t>(block.at);
        if (number == 0 || number > kNumberMax) {
            refuse(TerminateCode::InvalidMsgSeqNo);
            return;
        }
        const auto uuid = load_le<std::uint64_t>(block.at + sizeof number);
        if (is_of_former(uuid, number)) [[unlikely]] {
            on_former(number, message, listener);
            return;
        }
        if (!is_of_session(uuid)) {
            return;
        }
        if (number < incoming_) [[unlikely]] {
            on_retransmitted(number, message, listener);
        } else {
            on_new(number, message, listener);
        }
    }

    template <class Listener>
    void on_new(std::uint32_t number, Bytes message, Listener& listener) {
        incoming_ = number + 1;
        if (number == next_ && !is_former_missing()) [[likely]] {
            deliver(message, listener);
            return;
        }
        hold(number, message);
        ask();
    }

    template <class Listener>
    void on_retransmitted(std::uint32_t number, Bytes message, Listener& listener) {
        if (asked_to_ == 0 || is_former_asked_) {
            refuse(TerminateCode::InvalidMsgSeqNo);
            return;
        }
        heard_of_retransmission();
        if (number != next_) {
            counters_.duplicates += number < next_ ? 1 : 0;  // a later one is asked for again
            return;
        }
        asked_times_ = 1;
        deliver(message, listener);
        if (next_ == asked_to_) {
            answered();
            release(listener);
            ask();
        }
    }

    /// Asked for, or delivered before it came again.
    [[nodiscard]] bool is_of_former(std::uint64_t uuid, std::uint32_t number) const noexcept {
        return uuid == former_.uuid && uuid != uuid_ && (is_former_asked_ || number < former_.next);
    }
    template <class Listener>
    void on_former(std::uint32_t number, Bytes message, Listener& listener) {
        if (is_former_asked_) {
            heard_of_retransmission();
        }
        if (number != former_.next || !is_former_asked_) {
            counters_.duplicates += number < former_.next ? 1 : 0;
            return;
        }
        asked_times_ = 1;
        ++former_.next;
        listener.on_former_message(number, message);
        if (former_.next == asked_to_) {
            answered();
            follow_former(listener);
        }
    }
    /// The next of them, or what waited for the last one.
    template <class Listener>
    void follow_former(Listener& listener) {
        if (!is_former_missing()) {
            release(listener);
        }
        ask();
    }
    template <class Listener>
    void lose_former(Listener& listener) {
        const std::uint32_t first = std::exchange(former_.next, former_.end);
        answered();
        listener.on_former_lost(first, former_.end - first);
        follow_former(listener);
    }

    template <class Listener>
    void deliver(Bytes message, Listener& listener) {
        const std::uint32_t number = next_++;
        listener.on_message(number, message);
    }

    /// Delivers held messages that are next in sequence.
    template <class Listener>
    void release(Listener& listener) {
        std::size_t at = 0;
        while (at < held_bytes_ && held_first_ == next_ && is_established()) {
            const std::byte* const entry = held_.items().data() + at;
            const auto length = load_le<std::uint32_t>(entry);
            at += kHeldHeadLength + length;
            ++held_first_;
            deliver(Bytes(entry + kHeldHeadLength, length), listener);
        }
        if (at == held_bytes_) {
            held_bytes_ = 0;
        }
    }

    void on_timers() noexcept {
        if (is_established() && asked_to_ != 0 &&
            session_time() >= asked_at_ + options_.retransmit_timeout) {
            if (asked_times_ == kAskedTimesMax) {
                drain(CloseReason::RetransmissionTimeout, 0);
                close(CloseReason::RetransmissionTimeout);
                return;
            }
            const std::uint32_t times = asked_times_;
            answered();
            asked_times_ = times;
            ask();
        }
        run_timers();
    }
    template <class Listener>
    void lose(Listener& listener) {
        const std::uint32_t first = next_;
        const std::uint32_t last = held_bytes_ != 0 ? held_first_ : incoming_;
        drain(CloseReason::MessagesLost, 0);
        close(CloseReason::MessagesLost);
        listener.on_messages_lost(first, last - first);
    }

    template <class Message>
    [[nodiscard]] bool is_answer(const Message& m) noexcept {
        if (!is_of_session(m.load_uuid())) {
            return false;
        }
        if (m.load_request_timestamp() != request_timestamp_) {
            refuse(TerminateCode::InvalidTimestamp);
            return false;
        }
        return true;
    }
    [[nodiscard]] bool is_of_session(std::uint64_t uuid) noexcept {
        if (uuid != uuid_) {
            refuse(TerminateCode::InvalidUuid);
        }
        return uuid == uuid_;
    }
    /// Messages before this one exist that have not arrived.
    void missed_before(std::uint32_t number) noexcept {
        if (number > incoming_) {
            incoming_ = number;
            ask();
        }
    }
    void ask() noexcept;
    void note_former(std::uint64_t uuid, std::uint32_t last) noexcept;
    void answered() noexcept {
        asked_to_ = 0;
        is_former_asked_ = false;
        asked_times_ = 0;
        wait_until(kNever);
    }
    void heard_of_retransmission() noexcept {
        asked_at_ = session_time();
        wait_until(asked_at_ + options_.retransmit_timeout);
    }
    void hold(std::uint32_t number, Bytes message) noexcept;
    void write_negotiate() noexcept;
    void write_establish() noexcept;

    static constexpr std::size_t kNumberAndUuidLength = 12;
    static constexpr std::size_t kHeldHeadLength = sizeof(std::uint32_t);
    static constexpr std::uint32_t kAskedTimesMax = 3;

    IlinkClientOptions options_;
    Signer* signer_;
    bool is_negotiated_ = false;
    std::uint64_t request_timestamp_ = 0;
    std::uint32_t next_ = 1;         // the next to deliver; incoming_ is the next new one
    FormerNumbers former_{};         // with asks_former
    std::uint32_t asked_to_ = 0;     // next_ to this are asked for; 0: none
    bool is_former_asked_ = false;   // former_.next to asked_to_ are
    std::uint32_t asked_times_ = 0;  // without anything delivered
    Time asked_at_{};                // or heard of it since
    FixedArray<std::byte> held_;     // length and bytes of each, in order
    std::size_t held_bytes_ = 0;
    std::uint32_t held_first_ = 0;  // the number of the first one in held_
    std::uint32_t held_end_ = 0;    // the number behind the last one
};

}  // namespace hotpath::protocols::cme::ilink3
