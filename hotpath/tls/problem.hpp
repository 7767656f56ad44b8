#pragma once
/// Why a TLS channel is over, as one line for an operator.
///
/// Threads: any. Allocation: none. Complexity: O(1). Source: RFC 8446, section 6.

#include <cstdint>
#include <string_view>

namespace hotpath::tls {

enum class Problem : std::uint8_t {
    None,
    // The peer's bytes are not TLS.
    NotTls,
    NoCommonVersion,
    Protocol,
    // The peer's certificate.
    NoCertificate,
    UnknownIssuer,
    Expired,
    NotYetValid,
    WrongName,
    Revoked,
    BadCertificate,
    // The alert that the peer sent.
    PeerRefusedCertificate,
    PeerWantsCertificate,
    PeerRefused,
    // The end of the transport.
    EndedInHandshake,
    Truncated,
};

[[nodiscard]] std::string_view text(Problem problem) noexcept;

/// False of an end that any client may make without an attempt at anything: a process that died, a
/// probe of the port.
[[nodiscard]] constexpr bool is_worth_a_note(Problem problem) noexcept {
    return problem != Problem::None && problem != Problem::Truncated &&
           problem != Problem::EndedInHandshake;
}

}  // namespace hotpath::tls
