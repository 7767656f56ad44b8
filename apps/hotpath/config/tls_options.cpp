#include "apps/hotpath/config/tls_options.hpp"

#include <fmt/format.h>

#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/option_checks.hpp"

namespace hotpath::app {

void add_tls_options(CLI::App& command, TlsWords& words) {
    add_input(command, {"--ca", "Connect by TLS and verify the server by these CAs, in PEM"},
              words.ca)
        ->type_name("FILE");
    add_text(command, {"--server-name", "Name in the server's certificate; default: the address"},
             words.server_name, check_nothing)
        ->type_name("NAME");
    add_input(command, {"--certificate", "Client certificate, in PEM; needs --key"},
              words.certificate)
        ->type_name("FILE");
    add_input(command, {"--key", "Private key of the client certificate, in PEM; file mode 0600"},
              words.key)
        ->type_name("FILE");
    command.add_flag(
        "--plain-text-beyond-loopback", words.is_plain_text_allowed,
        "Allow plain text to another machine: the password is readable on the network");
}

Expected<std::optional<login::TlsClientConfig>> client_config(const TlsWords& words,
                                                              const ConfiguredTls& configured,
                                                              const net::Endpoint& address) {
    if (words.certificate.empty() != words.key.empty()) {
        return fail("--certificate and --key must be given together");
    }
    if (!words.ca.empty()) {
        return login::TlsClientConfig{
            .options = {.ca = words.ca, .certificate = words.certificate, .key = words.key},
            .server_name = words.server_name};
    }
    if (!words.certificate.empty() || !words.server_name.empty()) {
        return fail("--server-name, --certificate and --key need --ca");
    }
    if (configured.is_server) {
        return fail(fmt::format(
            "{}: configures TLS: --ca must name a file with the CA of the venue's certificate",
            configured.file.string()));
    }
    if (!configured.client && !address.address.is_loopback() && !words.is_plain_text_allowed &&
        !configured.is_plain_text_allowed) {
        return fail(fmt::format(
            "{}: plain text to another machine must be allowed by --plain-text-beyond-loopback or "
            "{} = true; use TLS (--ca, or [tls] of the trader's configuration)",
            address.to_string(), login::kPlainTextKey));
    }
    return configured.client;
}

}  // namespace hotpath::app
