#include "hotpath/tls/problem.hpp"

#include <array>
#include <cstddef>

namespace hotpath::tls {

std::string_view text(Problem problem) noexcept {
    constexpr std::array<std::string_view, 16> kTexts{
        "no problem",
        "TLS: the peer sent bytes that are not TLS",
        "TLS: the peer supports no version of TLS that is allowed here",
        "TLS: the peer broke the protocol",
        "TLS: the peer showed no certificate",
        "TLS: the peer's certificate is not signed by a trusted CA",
        "TLS: the peer's certificate has expired",
        "TLS: the peer's certificate is not valid yet",
        "TLS: the peer's certificate is for another name",
        "TLS: the peer's certificate has been revoked",
        "TLS: the peer's certificate is refused",
        "TLS: the peer refused our certificate",
        "TLS: the peer requires a certificate from us",
        "TLS: the peer refused the connection",
        "TLS: the peer ended the connection during the handshake: does it expect TLS?",
        "TLS: the connection ended without close_notify",
    };
    return kTexts[static_cast<std::size_t>(problem)];
}

}  // namespace hotpath::tls
