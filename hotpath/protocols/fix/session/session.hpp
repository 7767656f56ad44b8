#pragma once
/// Session: one end of a FIX session, initiator or acceptor, over any number of connections.
///
///   session.on_connected(now, listener);            // an initiator logs on
///   session.on_bytes(received, now, listener);      // listener: on_message(inbound), ...
///   MessageWriter& order = session.begin("D", now); // header written; then the fields, and send()
///   order.add(tag::kClOrdId, "17");
///   ... session.send(); transport.write(session.output()); session.on_written(bytes, now);
///
///            on_connected        Logons           logout(), an error       Logout
///   Closed ───────────> LoggingOn ────> LoggedOn ───────────> LoggingOut ────────> Closed
///      ^                   │               └─ peer's Logout ─> Ending ─> Closed (peer hangs up)
///      └── hung up, silent, late, garbled Logon, owner: close() ──┘
///
/// The peer's application messages are delivered once each and in the order of their numbers, over
/// any number of connections: missing ones are requested again, early ones are held, repeated ones
/// are dropped. Our messages are sent in the order of their numbers: while the output is full, or a
/// resend is in progress, they wait in the store.
///
/// The owner makes the store durable before it sends output(), calls on_timer() at next_deadline(),
/// and closes the socket when is_closed(). `now` is UTC, not before 1970. send() follows begin()
/// before any other call: a message that is left, or sent twice, aborts the process. Threads: one owner. Allocation: create() only. Complexity: O(bytes), and
/// at most resends_per_call_max stored messages a call.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/fix/dictionary.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/framer.hpp"
#include "hotpath/protocols/fix/session/held_messages.hpp"
#include "hotpath/protocols/fix/session/inbound.hpp"
#include "hotpath/protocols/fix/session/message_store.hpp"
#include "hotpath/protocols/fix/session/outbound.hpp"
#include "hotpath/protocols/fix/session/session_events.hpp"
#include "hotpath/protocols/fix/session/session_options.hpp"
#include "hotpath/protocols/fix/validator.hpp"
#include "hotpath/protocols/session_time.hpp"

namespace hotpath::protocols::fix {

class Session {
  public:
    /// Makes a closed session. Dictionary and store must outlive it. Fails if the options are out
    /// of range or the dictionary has another BeginString.
    [[nodiscard]] static Expected<Session> create(const SessionOptions& options,
                                                  const Dictionary& dictionary,
                                                  MessageStore& store);

    [[nodiscard]] SessionState state() const noexcept { return state_; }
    [[nodiscard]] bool is_logged_on() const noexcept { return state_ == SessionState::LoggedOn; }
    [[nodiscard]] bool is_closed() const noexcept { return state_ == SessionState::Closed; }
    [[nodiscard]] CloseReason close_reason() const noexcept { return reason_; }
    [[nodiscard]] const SessionCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] const OutboundCounters& sent() const noexcept { return out_.counters(); }
    [[nodiscard]] const Validator& validator() const noexcept { return validator_; }
    [[nodiscard]] const SessionOptions& options() const noexcept { return options_; }
    /// Returns the agreed interval; 0 means no heartbeats.
    [[nodiscard]] Nanos heartbeat_interval() const noexcept { return heartbeat_interval_; }
    /// Returns true if a message of the peer is missing and has been requested again.
    [[nodiscard]] bool is_waiting_for_resend() const noexcept { return gap_end_ != 0; }

    /// Returns the bytes to send next, in one piece; more may follow. Then call on_written().
    [[nodiscard]] Bytes output() const noexcept { return out_.front(); }
    /// Returns the bytes put out so far in all; output_since() returns those after such a count, in
    /// at most two pieces.
    [[nodiscard]] std::size_t output_end() const noexcept { return out_.output_end(); }
    [[nodiscard]] std::array<Bytes, 2> output_since(std::size_t end) const noexcept {
        return out_.output_since(end);
    }
    /// Returns the time of the next on_timer(); kNever if there is none.
    [[nodiscard]] Time next_deadline() const noexcept;

    /// Reports that the connection is open; an initiator logs on. Outside the schedule the session
    /// closes at once.
    template <class Listener>
    void on_connected(Time now, Listener& listener) {
        if (open(now) && options_.role == Role::Initiator) {
            send_logon(is_awaiting_reset_, listener);
        }
    }
    /// Reports that the transport has lost the connection; the numbers stay.
    void on_disconnected(Time now) noexcept;

    /// Takes received bytes, in pieces of any size, and calls the listener for each message of the
    /// application, logon, reject and logout. A violation of the protocol is rejected, or closes
    /// the session, see close_reason().
    template <class Listener>
    void on_bytes(Bytes stream, Time now, Listener& listener) {
        advance(now);
        for (Step step; (step = next(stream)) != Step::NeedMore;) {
            tell(step, listener);
        }
        run_timers();
    }

    /// Sends heartbeats and test requests, and detects a silent peer. Call it at next_deadline().
    void on_timer(Time now) noexcept {
        advance(now);
        run_timers();
    }
    /// Reports that the transport has sent that many bytes of output().
    void on_written(std::size_t bytes, Time now) noexcept;

    /// Begins an application message, writes its header and returns the writer for the fields;
    /// header fields that the session does not write come first. Then call send(). Also allowed
    /// inside a listener.
    [[nodiscard]] MessageWriter& begin(std::string_view msg_type, Time now) noexcept;
    /// Ends the message that begin() began and sends it. Stored, with stores_while_logged_out,
    /// means that the peer asks for it at the next logon; after any other status than Sent it is
    /// neither stored nor sent.
    [[nodiscard]] SendStatus send() noexcept;

    /// Logs out with this text; closes the session if it is not logged on.
    void logout(std::string_view text, Time now) noexcept;
    /// Logs on again with ResetSeqNumFlag: both numbers become 1. Does nothing unless logged on.
    /// Messages of the peer in transit are lost.
    template <class Listener>
    void reset_numbers(Time now, Listener& listener) {
        advance(now);
        if (is_logged_on()) {
            reset_store();
            is_awaiting_reset_ = true;
            send_logon(true, listener);
        }
    }
    /// Closes the connection at once; also allowed inside a listener.
    void close(CloseReason reason) noexcept;

  private:
    /// The action that a received message requires.
    enum class Step : std::uint8_t {
        NeedMore,  // no complete message is left
        Nothing,
        Application,
        Reject,
        Logout,
        Logon,       // an acceptor's: decide on the logon
        LoggedOn,    // an initiator's: accepted
        ResetLogon,  // with ResetSeqNumFlag, while logged on: answer it
    };

    Session(const SessionOptions& options, const Dictionary& dictionary, MessageStore& store);

    template <class Listener>
    void tell(Step step, Listener& listener) {
        switch (step) {
            case Step::Application:
                listener.on_message(inbound());
                count_received();
                return;
            case Step::Reject:
                listener.on_reject(inbound());
                count_received();
                return;
            case Step::Logout:
                listener.on_logout(inbound());
                return;
            case Step::Logon:
                if (const LogonAnswer answer = listener.on_logon(inbound()); !answer.is_accepted) {
                    refuse_logon(answer.why, CloseReason::LogonRefused);
                } else if (state_ == SessionState::LoggingOn && take_numbers_of_logon()) {
                    send_logon(has_reset_flag_, listener);
                    log_on();
                    tell_logged_on(listener);
                }
                return;
            case Step::LoggedOn:
                tell_logged_on(listener);
                return;
            case Step::ResetLogon:
                send_logon(true, listener);
                return;
            case Step::Nothing:
            case Step::NeedMore:
                return;
        }
    }

    /// Does nothing if a message of ours could not be written or stored meanwhile.
    template <class Listener>
    void tell_logged_on(Listener& listener) {
        if (is_logged_on()) {
            listener.on_logged_on();
        }
    }
    template <class Listener>
    void send_logon(bool resets, Listener& listener) {
        MessageWriter& writer = begin_logon(resets);
        listener.add_logon_fields(writer, out_.logon_header());
        finish_admin();
    }

    // session.cpp: connections, times, commands.
    [[nodiscard]] bool open(Time now) noexcept;
    void advance(Time now) noexcept;
    void run_timers() noexcept;
    void on_deadline() noexcept;
    void on_silence() noexcept;
    [[nodiscard]] Time deadline() const noexcept;
    [[nodiscard]] Time stall_at() const noexcept;
    [[nodiscard]] Time silence_at() const noexcept;
    [[nodiscard]] Time heartbeat_at() const noexcept;
    [[nodiscard]] bool is_listening() const noexcept;
    void pump() noexcept;
    void reset_store() noexcept;
    void reset_for_new_session() noexcept;
    [[nodiscard]] MessageWriter& begin_logon(bool resets) noexcept;
    void finish_admin() noexcept { close_unless_sent(out_.finish(true)); }
    void close_unless_sent(SendStatus status) noexcept;
    void send_logout(std::string_view text) noexcept;
    void log_out_because(std::string_view text, CloseReason reason) noexcept;
    void refuse_logon(std::string_view why, CloseReason reason) noexcept;
    void begin_ending(SessionState state, CloseReason reason) noexcept;

    // session_input.cpp: what a received message means.
    [[nodiscard]] Step next(Bytes& stream) noexcept;
    [[nodiscard]] Step take(Bytes message) noexcept;
    [[nodiscard]] Step take_in_session() noexcept;
    [[nodiscard]] Step take_in_turn() noexcept;
    [[nodiscard]] Step take_test_request() noexcept;
    [[nodiscard]] Step take_sequence_reset() noexcept;
    [[nodiscard]] Step take_resend_request() noexcept;
    [[nodiscard]] Step take_logout() noexcept;
    [[nodiscard]] bool is_from_peer() noexcept;
    [[nodiscard]] bool is_in_turn() noexcept;
    [[nodiscard]] bool is_valid() noexcept;
    [[nodiscard]] bool has_valid_origin() noexcept;
    [[nodiscard]] bool is_time_accurate() const noexcept;
    [[nodiscard]] bool is_comp_id_wrong() const noexcept;
    [[nodiscard]] Verdict judge() noexcept;
    void reject_in_turn(const Verdict& verdict) noexcept;
    void hold(Bytes message) noexcept;
    void add_reversed_route(MessageWriter& writer) const noexcept;
    void request_resend(std::uint64_t number) noexcept;
    void reject(const Verdict& verdict) noexcept;
    void reject_and_log_out(SessionRejectReason reason, CloseReason close_reason) noexcept;
    void log_out_too_low() noexcept;
    void log_out_too_long() noexcept;
    void log_out_with_numbers(std::string_view before, std::uint64_t expected,
                              std::string_view between, std::uint64_t received) noexcept;
    void count_received() noexcept;
    void set_next_in(std::uint64_t number) noexcept;
    [[nodiscard]] Inbound inbound() const noexcept;

    // session_logon.cpp: a Logon of the peer.
    [[nodiscard]] Step take_first() noexcept;
    [[nodiscard]] Step take_relogon() noexcept;
    [[nodiscard]] CloseReason fault_of_logon() noexcept;
    [[nodiscard]] std::string_view refusal_of_logon() noexcept;
    [[nodiscard]] bool take_numbers_of_logon() noexcept;
    [[nodiscard]] bool take_reset_flag() noexcept;
    [[nodiscard]] bool take_next_expected() noexcept;
    void log_on() noexcept;

    const Dictionary* dictionary_;
    MessageStore* store_;
    SessionOptions options_;
    Framer framer_;
    FieldList fields_;
    Validator validator_;
    HeldMessages held_;
    Outbound out_;
    SessionTime time_;

    SessionState state_ = SessionState::Closed;
    CloseReason reason_ = CloseReason::None;
    CloseReason ending_reason_ = CloseReason::None;  // of the Logout in progress
    bool is_deaf_ = false;           // after an error of the peer only its Logout is processed
    bool closes_when_sent_ = false;  // close when the output is sent
    bool was_logged_on_ = false;     // in this connection
    bool has_exchanged_logout_ = false;
    bool is_awaiting_reset_ = false;  // our Logon with ResetSeqNumFlag is unanswered
    bool is_held_ = false;            // the current message waits for earlier ones
    bool has_reset_flag_ = false;     // in the peer's Logon
    std::uint64_t logon_number_ = 0;  // of our Logon
    std::uint64_t peer_expects_ = 0;  // NextExpectedMsgSeqNum of the peer's Logon; 0: absent
    Time now_{};                      // UTC
    Time session_end_ = kNever;       // end of the session by the schedule
    // Times in the session's clock.
    Time heard_at_{};          // time of the last complete message
    Time tested_at_ = kNever;  // time of an unanswered TestRequest
    Time ends_at_{};           // time when the logout began
    Nanos heartbeat_interval_{};
    std::uint64_t gap_end_ = 0;    // last number of the requested resend; 0: none
    std::uint64_t chunk_end_ = 0;  // the next ResendRequest is sent at this number; 0: none

    // The current message.
    Bytes message_;
    InboundHeader header_;
    TimestampReader sending_times_;

    SessionCounters counters_;
};

}  // namespace hotpath::protocols::fix
