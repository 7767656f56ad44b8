#pragma once
/// What the trader's end of an iLink 3 session is made with, its numbers and its events (client.hpp).
///
/// Threads: values. Allocation: strings of the options.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/cme/ilink3/connection.hpp"

namespace hotpath::protocols::cme::ilink3 {

struct IlinkClientOptions {
    ConnectionOptions connection{};
    std::string access_key_id;           // 1 to kAccessKeyIdMax characters
    std::string session;                 // kSessionLength
    std::string firm;                    // 1 to kFirmMax
    std::string system_name{"Hotpath"};  // at most 30
    std::string system_version{"1"};     // at most 10
    std::string system_vendor{"Hotpath"};
    std::uint16_t retransmit_messages_max = 2'500;  // of one request; CME's limit
    Nanos retransmit_timeout{5 * kNanosPerSecond};  // nothing of it for so long: asked again
    std::size_t held_bytes_max = 1'048'576;
    bool asks_former = false;  // for the reports of the UUID before
    /// In Negotiate and Establish as Credentials, which CME leaves empty: a venue that reads them
    /// refuses the session of another user. At most 6 characters; empty: no Credentials.
    std::string user{};
};

/// The reports of the UUID before: what the venue said of it when this one was negotiated.
struct FormerNumbers {
    std::uint64_t uuid = 0;  // 0: none, or, with an end, that of before the week's first Negotiate
    std::uint32_t next = 1;  // the first that was not delivered
    std::uint32_t end = 1;   // the one behind the last

    friend bool operator==(const FormerNumbers&, const FormerNumbers&) = default;
};

/// Where a session stands: what must outlive the process.
struct SessionNumbers {
    std::uint64_t uuid = 0;  // microseconds since 1970 of when it was begun; greater than the last
    bool is_negotiated = false;
    std::uint32_t next_outgoing = 1;
    std::uint32_t next_incoming = 1;  // the first that was not delivered
    FormerNumbers former{};
};

/// The events of a client. Derive from it and redefine the functions needed.
struct NullIlinkClientListener {
    void on_established(const EstablishmentAck&) noexcept {}
    /// Not to be tried again as it is: what the venue says.
    void on_rejected(std::uint16_t, std::string_view) noexcept {}
    /// An SBE message with its header.
    void on_message(std::uint32_t, Bytes) noexcept {}
    /// The venue has not got these messages of ours: the first one's number, and how many.
    void on_not_applied(std::uint32_t, std::uint32_t) noexcept {}
    /// The venue ends the connection.
    void on_terminated(std::uint16_t, std::string_view) noexcept {}
    /// The venue no longer has these messages: the first one's number, and how many. The connection
    /// is closed; the orders must be asked about.
    void on_messages_lost(std::uint32_t, std::uint32_t) noexcept {}
    /// An SBE message of the former UUID: its number there. Before every message of this UUID that
    /// was not delivered yet.
    void on_former_message(std::uint32_t, Bytes) noexcept {}
    /// The venue no longer has these: the first one's number, and how many. The session goes on.
    void on_former_lost(std::uint32_t, std::uint32_t) noexcept {}
};

}  // namespace hotpath::protocols::cme::ilink3
