#include "hotpath/tls/problem.hpp"

#include <array>
#include <cstddef>

namespace hotpath::tls {

std::string_view text(Problem problem) noexcept {
    constexpr std::array<std::string_view, 16> kTexts{
        "no problem",
        "TLS: the peer sent something else than TLS",
        "TLS: no version of TLS in common",
        "TLS: the peer broke the protocol",
        "TLS: the peer showed no certificate",
        "TLS: the peer's certificate is not signed by a CA that is trusted here",
        "TLS: the peer's certificate has expired",
        "TLS: the peer's certificate is not valid yet",
        "TLS: the peer's certificate is for another name",
        "TLS: the peer's certificate has been revoked",
        "TLS: the peer's certificate is refused",
        "TLS: the peer refused the certificate of this end",
        "TLS: the peer requires a certificate of this end",
        "TLS: the peer refused the connection",
        "TLS: the peer ended the connection during the handshake: does it expect TLS?",
        "TLS: the connection ended without close_notify",
    };
    return kTexts[static_cast<std::size_t>(problem)];
}

}  // namespace hotpath::tls
