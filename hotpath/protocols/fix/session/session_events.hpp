#pragma once
/// What a FIX session tells its owner: its state, why it was closed, what it has counted, and the
/// events of its listener.
///
/// Threads: values. Allocation: none.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/session/inbound.hpp"
#include "hotpath/protocols/fix/session/outbound.hpp"

namespace hotpath::protocols::fix {

enum class SessionState : std::uint8_t { Closed, LoggingOn, LoggedOn, LoggingOut, Ending };

enum class CloseReason : std::uint8_t {
    None,  // it is open, or has never been
    LoggedOut,
    LogonRefused,
    Disconnected,
    LogonTimeout,
    LogoutTimeout,
    PeerSilent,
    SlowReader,
    OutsideSchedule,
    // Errors of the peer.
    NotLogon,      // its first message is garbled, or another
    InvalidLogon,  // it contradicts the dictionary, or lacks a field
    WrongBeginString,
    WrongCompId,
    WrongSendingTime,
    SequenceTooLow,
    NoSequenceNumber,
    UnexpectedLogon,
    // Limits, or the owner's decision.
    MessageTooLong,  // a message of the session, with the listener's fields
    StoreFull,
    ShutDown,
};
inline constexpr std::size_t kCloseReasons = 20;

[[nodiscard]] std::string_view name(CloseReason reason) noexcept;
[[nodiscard]] std::string_view name(SessionState state) noexcept;

struct SessionCounters {
    std::uint64_t connections = 0;
    std::uint64_t logons = 0;
    std::uint64_t messages_received = 0;  // whole ones
    std::uint64_t garbled = 0;            // skipped
    std::uint64_t applications_received = 0;
    std::uint64_t duplicates = 0;    // received before
    std::uint64_t held = 0;          // arrived ahead of a missing one and were kept
    std::uint64_t held_dropped = 0;  // or were not: they are asked for again
    std::uint64_t resend_requests_received = 0;
    std::uint64_t resend_requests_sent = 0;
    std::uint64_t rejects_received = 0;
    std::uint64_t rejects_sent = 0;
    std::uint64_t test_requests_sent = 0;
};

/// The acceptor's owner: may this peer log on? The session itself has checked CompIDs, time and
/// form.
struct LogonAnswer {
    bool is_accepted = false;
    std::string_view why{};  // Text of the Logout that refuses

    [[nodiscard]] static LogonAnswer accept() noexcept { return {.is_accepted = true}; }
    [[nodiscard]] static LogonAnswer refuse(std::string_view why) noexcept { return {.why = why}; }
};

/// The events of a session. Derive from it and redefine the functions needed; an acceptor refuses
/// every Logon until on_logon is redefined.
struct NullSessionListener {
    /// An application message. It counts as received when this returns.
    void on_message(const Inbound&) noexcept {}
    LogonAnswer on_logon(const Inbound&) noexcept { return LogonAnswer::refuse("logon refused"); }
    /// Our Logon is being written: further fields may be added, a signature say.
    void add_logon_fields(MessageWriter&, const LogonHeader&) noexcept {}
    void on_logged_on() noexcept {}
    /// The peer's Reject: a message of ours was wrong.
    void on_reject(const Inbound&) noexcept {}
    void on_logout(const Inbound&) noexcept {}
};

}  // namespace hotpath::protocols::fix
