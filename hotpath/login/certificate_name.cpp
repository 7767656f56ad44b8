#include "hotpath/login/certificate_name.hpp"

#include <fmt/format.h>

#include "hotpath/tls/certificate_names.hpp"

namespace hotpath::login {

std::optional<std::string> read_certificate_name(config::TomlTable& user,
                                                 const std::optional<TlsServerConfig>& tls,
                                                 std::string_view tls_name) {
    std::string text;
    user.read("certificate", text);
    if (!user.has("certificate")) {
        return std::nullopt;
    }
    if (text.empty()) {
        user.refuse("certificate", "\"\"", "a name or the SHA-256 of a certificate");
        return std::nullopt;
    }
    if (!tls || tls->options.client_ca.empty()) {
        user.refuse("certificate", "\"" + text + "\"",
                    fmt::format("absent without {}.client_ca", tls_name));
        return std::nullopt;
    }
    return tls::to_certificate_name(text);
}

}  // namespace hotpath::login
