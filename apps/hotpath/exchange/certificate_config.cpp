#include "apps/hotpath/exchange/certificate_config.hpp"

#include <string>

#include "hotpath/tls/certificate_names.hpp"

namespace hotpath::app {

void read_certificate(TomlTable& table, exchange::UserOfPort user, const ExchangeConfig& config,
                      std::vector<exchange::CertificateRule>& rules) {
    std::string text;
    table.read("certificate", text);
    if (!table.has("certificate")) {
        return;
    }
    if (text.empty()) {
        return table.refuse("certificate", "\"\"", "a name or the SHA-256 of a certificate");
    }
    if (!config.tls || config.tls->options.client_ca.empty()) {
        return table.refuse("certificate", "\"" + text + "\"", "absent without tls.client_ca");
    }
    rules.push_back({user, tls::to_certificate_name(text)});
}

}  // namespace hotpath::app
