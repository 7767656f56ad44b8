#pragma once
/// Options of a FIX session: its identity, its times, its limits and its rules.
///
/// Times are durations of the session's clock. Every buffer has its size here. Threads: a value.
/// Allocation: its strings. Source: FIX 4.4 volume 2, FIXT 1.1.

#include <cstddef>
#include <cstdint>
#include <string>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/fix/digits.hpp"
#include "hotpath/protocols/fix/session/schedule.hpp"
#include "hotpath/protocols/fix/validator.hpp"

namespace hotpath::protocols::fix {

inline constexpr std::size_t kTextLengthMax = 64;  // of a name, a user name, a password
inline constexpr std::size_t kMessageLengthMin = 512;
inline constexpr std::size_t kMessageLengthMax = 16'777'216;
inline constexpr Nanos kHeartbeatIntervalMax{86'400 * kNanosPerSecond};

/// Which end sends its Logon first.
enum class Role : std::uint8_t { Initiator, Acceptor };

/// Both sequence numbers become 1 again.
struct ResetRules {
    bool on_logon =
        false;  // an initiator asks for it with ResetSeqNumFlag; an acceptor just does it
    bool on_logout = false;
    bool on_disconnect = false;
    bool accepts_flag = true;  // a peer's Logon with ResetSeqNumFlag; otherwise it is refused
};

struct SessionOptions {
    Role role = Role::Initiator;

    // Who talks to whom.
    std::string begin_string = "FIX.4.4";
    std::string sender_comp_id{};
    std::string sender_sub_id{};  // empty: not sent
    std::string target_comp_id{};
    std::string target_sub_id{};        // empty: not sent
    std::string default_appl_ver_id{};  // FIXT.1.1: "9" is FIX 5.0 SP2

    // An initiator's Logon; other fields are added by add_logon_fields() of the listener.
    std::string username{};
    std::string password{};

    // Times. The heartbeat interval is whole seconds; 0 is no heartbeat. An acceptor takes the
    // initiator's within the two bounds.
    Nanos heartbeat_interval{30 * kNanosPerSecond};
    Nanos heartbeat_interval_min{1 * kNanosPerSecond};
    Nanos heartbeat_interval_max{3'600 * kNanosPerSecond};
    Nanos logon_timeout{10 * kNanosPerSecond};
    Nanos logout_timeout{5 * kNanosPerSecond};
    Nanos stall_timeout{30 * kNanosPerSecond};  // output of which nothing is taken for so long
    Nanos sending_time_accuracy{120 * kNanosPerSecond};  // kForever: not checked
    Nanos resend_age_max = kForever;  // older messages are not resent: a gap fill instead
    TimePrecision time_precision = TimePrecision::Milliseconds;

    // Limits.
    std::size_t message_length_max = 4'096;  // in either direction
    std::size_t fields_max = 512;            // of a message that arrives
    std::size_t output_bytes_max = 65'536;
    std::size_t held_messages_max = 128;    // that arrived ahead of missing ones
    std::size_t resends_per_call_max = 64;  // more are put out in later calls
    /// Messages that one ResendRequest asks for; 0: all that are missing, with EndSeqNo 0.
    std::uint64_t resend_request_max = 0;

    // Rules.
    Schedule schedule{};
    ResetRules resets{};
    bool validates = true;  // messages against the dictionary; otherwise only the session's fields
    Validator::Options validator{};
    /// Logons say NextExpectedMsgSeqNum (FIX 4.4 and later): what is missing is sent without a
    /// ResendRequest when the peer's Logon says it, too.
    bool uses_next_expected = false;
    /// Messages may be sent while logged out: they are stored, and the peer asks for them at the
    /// next logon. Otherwise send() refuses.
    bool stores_while_logged_out = false;
    /// A message longer than message_length_max ends the connection with a Logout that says so.
    /// Otherwise it is skipped like a garbled one, and asked for again when the next one comes.
    bool refuses_long_messages = false;
};

[[nodiscard]] Expected<void> check(const SessionOptions& options);

}  // namespace hotpath::protocols::fix
