// The peer's Logon: the first message of a connection, or a reset of the numbers.

#include "hotpath/protocols/fix/session/msg_types.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::protocols::fix {

Session::Step Session::take_first() noexcept {
    const bool is_initiator = options_.role == Role::Initiator;
    if (header_.msg_type == msg_type::kLogout && is_initiator && !is_comp_id_wrong()) {
        count_received();
        close(CloseReason::LogonRefused);
        return Step::Logout;
    }
    if (header_.msg_type != msg_type::kLogon) {
        close(CloseReason::NotLogon);
        return Step::Nothing;
    }
    if (const CloseReason fault = fault_of_logon(); fault != CloseReason::None) {
        close(fault);
        return Step::Nothing;
    }
    if (const std::string_view why = refusal_of_logon(); !why.empty()) {
        refuse_logon(why, CloseReason::LogonRefused);
        return Step::Nothing;
    }
    if (!is_initiator) {
        return Step::Logon;
    }
    if (!take_numbers_of_logon()) {
        return Step::Nothing;
    }
    log_on();
    return Step::LoggedOn;
}

/// What ends the connection without a word: the peer is not the one that is expected, or no engine.
CloseReason Session::fault_of_logon() noexcept {
    if (header_.begin_string != options_.begin_string) {
        return CloseReason::WrongBeginString;
    }
    if (is_comp_id_wrong()) {
        return CloseReason::WrongCompId;
    }
    if (!header_.number) {
        return CloseReason::NoSequenceNumber;
    }
    if (!is_time_accurate()) {
        return CloseReason::WrongSendingTime;
    }
    return judge().reason == SessionRejectReason::Accepted ? CloseReason::None
                                                           : CloseReason::InvalidLogon;
}

/// What is answered with a Logout; empty: nothing.
std::string_view Session::refusal_of_logon() noexcept {
    if (fields_.value(tag::kEncryptMethod).value_or("0") != "0") {
        return "EncryptMethod must be 0";
    }
    if (!options_.default_appl_ver_id.empty() &&
        fields_.value(tag::kDefaultApplVerId) != options_.default_appl_ver_id) {
        return "DefaultApplVerID is not supported";
    }
    if (options_.role == Role::Initiator) {
        return {};
    }
    const auto seconds = to_uint(fields_.value(tag::kHeartBtInt).value_or(""));
    constexpr std::uint64_t kSecondsMax =
        static_cast<std::uint64_t>(kHeartbeatIntervalMax.value / kNanosPerSecond);
    if (!seconds || *seconds > kSecondsMax) {
        return "HeartBtInt is not accepted";
    }
    heartbeat_interval_ = Nanos{static_cast<std::int64_t>(*seconds) * kNanosPerSecond};
    const bool is_accepted = heartbeat_interval_ >= options_.heartbeat_interval_min &&
                             heartbeat_interval_ <= options_.heartbeat_interval_max;
    return is_accepted ? std::string_view() : "HeartBtInt is not accepted";
}

/// False when the Logon is refused for them.
bool Session::take_numbers_of_logon() noexcept {
    has_reset_flag_ = fields_.value(tag::kResetSeqNumFlag) == "Y";
    if (has_reset_flag_) {
        if (!take_reset_flag()) {
            return false;
        }
    } else if (options_.role == Role::Acceptor && options_.resets.on_logon) {
        reset_store();
    }
    if (*header_.number < store_->next_in()) {
        log_out_too_low();
        return false;
    }
    return take_next_expected();
}

/// The peer may say which of our messages it wants next: none that we have not sent.
bool Session::take_next_expected() noexcept {
    peer_expects_ = 0;
    if (!options_.uses_next_expected) {
        return true;
    }
    peer_expects_ = to_uint(fields_.value(tag::kNextExpectedMsgSeqNum).value_or("")).value_or(0);
    if (peer_expects_ <= store_->next_out()) {
        return true;
    }
    log_out_with_numbers("Tag 789 (NextExpectedMsgSeqNum) is higher than expected. Expected ",
                         store_->next_out(), ", Received ", peer_expects_);
    return false;
}

bool Session::take_reset_flag() noexcept {
    if (*header_.number != 1) {
        refuse_logon("ResetSeqNumFlag requires MsgSeqNum 1", CloseReason::LogonRefused);
        return false;
    }
    if (is_awaiting_reset_) {
        return true;
    }
    if (!options_.resets.accepts_flag) {
        refuse_logon("ResetSeqNumFlag is not accepted", CloseReason::LogonRefused);
        return false;
    }
    reset_store();
    if (options_.role == Role::Initiator) {
        // The acceptor has reset both numbers: our Logon counts as the first message.
        store_->set_next_out(2);
        out_.restart_numbers();
    }
    return true;
}

void Session::log_on() noexcept {
    if (state_ != SessionState::LoggingOn) {
        return;  // its Logon could not be written
    }
    state_ = SessionState::LoggedOn;
    was_logged_on_ = true;
    is_awaiting_reset_ = false;
    ++counters_.logons;
    out_.on_logged_on();
    if (*header_.number == store_->next_in()) {
        count_received();
    } else {
        gap_end_ = peer_expects_ != 0 ? *header_.number : 0;  // it has our number, too
        hold({});
    }
    if (peer_expects_ != 0 && peer_expects_ < logon_number_) {
        out_.resend(peer_expects_, logon_number_);
    }
    pump();
}

/// A Logon while logged on resets both numbers; any other is an error.
Session::Step Session::take_relogon() noexcept {
    if (header_.is_poss_dup && *header_.number < store_->next_in()) {
        ++counters_.duplicates;
        return Step::Nothing;
    }
    if (!is_valid() || !is_logged_on()) {
        return Step::Nothing;
    }
    has_reset_flag_ = fields_.value(tag::kResetSeqNumFlag) == "Y";
    const bool is_reset = has_reset_flag_ && *header_.number == 1;
    if (!is_reset || !(is_awaiting_reset_ || options_.resets.accepts_flag)) {
        log_out_because("Logon while logged on", CloseReason::UnexpectedLogon);
        return Step::Nothing;
    }
    if (is_awaiting_reset_) {
        is_awaiting_reset_ = false;
        set_next_in(2);
        return Step::Nothing;
    }
    reset_store();
    set_next_in(2);
    return Step::ResetLogon;
}

}  // namespace hotpath::protocols::fix
