#pragma once
/// The codes of iLink 3 that end a session or refuse one.
///
/// Threads: any. Allocation: none. Complexity: O(1). Source: CME, "iLink 3 Session Layer: Error
/// Codes" (public).

#include <cstdint>
#include <string_view>

namespace hotpath::protocols::cme::ilink3 {

/// In NegotiationReject and EstablishmentReject; other values are kept as they are.
enum class RejectCode : std::uint16_t {
    HmacNotAuthenticated = 0,
    HmacNotAvailable = 1,
    InvalidTimestamp = 3,
    HmacSignatureMissing = 4,
    AccessKeyIdMissing = 5,
    SessionMissing = 6,
    FirmMissing = 7,
    RequestTimestampMissing = 9,
    SessionBlocked = 10,
    InvalidKeepAliveInterval = 11,
    InvalidAccessKeyId = 12,
    InvalidSession = 13,
    InvalidFirm = 14,
    OfAnotherUser = 0x100 | InvalidSession,  // in ErrorCodes InvalidSession: error_code_of()
};

/// What ErrorCodes can say.
[[nodiscard]] constexpr std::uint16_t error_code_of(RejectCode code) noexcept {
    return static_cast<std::uint16_t>(static_cast<std::uint16_t>(code) & 0xffU);
}

/// In Terminate; other values are kept as they are.
enum class TerminateCode : std::uint16_t {
    Finished = 0,
    Unnegotiated = 2,
    NotEstablished = 3,
    AlreadyNegotiated = 4,
    AlreadyEstablished = 6,
    InvalidNextSeqNo = 10,
    InvalidMsgSeqNo = 11,
    InvalidUuid = 13,
    InvalidTimestamp = 14,
    InvalidFraming = 18,
    DecodingError = 19,
    KeepAliveIntervalLapsed = 20,
    Other = 25,
};

/// What a peer says in Reason, in words; empty for a value without a name.
[[nodiscard]] std::string_view name(RejectCode code) noexcept;
[[nodiscard]] std::string_view name(TerminateCode code) noexcept;

}  // namespace hotpath::protocols::cme::ilink3
