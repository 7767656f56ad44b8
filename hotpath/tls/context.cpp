#include "hotpath/tls/context.hpp"

#include <utility>

#include <openssl/err.h>
#include <openssl/ssl.h>

namespace hotpath::tls {
namespace {

using Owned = std::unique_ptr<SSL_CTX, FreeContext>;

// No terminal is asked for a password: a key that has one is refused.
int no_password(char*, int, int, void*) {
    return -1;
}

[[nodiscard]] Expected<Owned> make(const SSL_METHOD* method, Version version_min) {
    Owned context(SSL_CTX_new(method));
    const int least = version_min == Version::Tls13 ? TLS1_3_VERSION : TLS1_2_VERSION;
    if (!context || SSL_CTX_set_min_proto_version(context.get(), least) != 1) {
        ERR_clear_error();
        return fail("tls: OpenSSL cannot make a context");
    }
    SSL_CTX_set_options(context.get(),
                        SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET);
    SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context.get(), 0);
    SSL_CTX_set_default_passwd_cb(context.get(), no_password);
    return context;
}

/// Certificate and key of this end.
[[nodiscard]] Expected<void> show(SSL_CTX* context, const std::filesystem::path& certificate,
                                  const std::filesystem::path& key) {
    ERR_clear_error();
    if (SSL_CTX_use_certificate_chain_file(context, certificate.c_str()) != 1) {
        ERR_clear_error();
        return fail(certificate.string() + ": must be a readable certificate in PEM");
    }
    if (SSL_CTX_use_PrivateKey_file(context, key.c_str(), SSL_FILETYPE_PEM) != 1) {
        // A key that is not the certificate's is refused by the same call.
        const bool is_other = ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH ||
                              ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_TYPE_MISMATCH;
        ERR_clear_error();
        return fail(is_other ? key.string() + ": is not the key of " + certificate.string()
                             : key.string() +
                                   ": must be a readable private key in PEM without a password");
    }
    return {};
}

/// Whose certificates are taken of peers.
[[nodiscard]] Expected<void> trust(SSL_CTX* context, const std::filesystem::path& ca) {
    if (SSL_CTX_load_verify_file(context, ca.c_str()) != 1) {
        ERR_clear_error();
        return fail(ca.string() + ": must be readable certificates of CAs in PEM");
    }
    return {};
}

}  // namespace

void FreeContext::operator()(SSL_CTX* context) const noexcept {
    SSL_CTX_free(context);
}

Expected<Context> Context::server(const ServerOptions& options) {
    auto context = make(TLS_server_method(), options.version_min);
    if (!context) {
        return std::unexpected(context.error());
    }
    if (auto shown = show(context->get(), options.certificate, options.key); !shown) {
        return std::unexpected(shown.error());
    }
    if (!options.client_ca.empty()) {
        if (auto trusted = trust(context->get(), options.client_ca); !trusted) {
            return std::unexpected(trusted.error());
        }
        // By the names of the CAs a client chooses the certificate that it shows.
        SSL_CTX_set_client_CA_list(context->get(),
                                   SSL_load_client_CA_file(options.client_ca.c_str()));
        SSL_CTX_set_verify(context->get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT,
                           nullptr);
    }
    return Context(std::move(*context), true);
}

Expected<Context> Context::client(const ClientOptions& options) {
    auto context = make(TLS_client_method(), options.version_min);
    if (!context) {
        return std::unexpected(context.error());
    }
    if (options.ca.empty()) {
        if (SSL_CTX_set_default_verify_paths(context->get()) != 1) {
            return fail("tls: OpenSSL finds no CAs of the system");
        }
    } else if (auto trusted = trust(context->get(), options.ca); !trusted) {
        return std::unexpected(trusted.error());
    }
    if (!options.certificate.empty()) {
        if (auto shown = show(context->get(), options.certificate, options.key); !shown) {
            return std::unexpected(shown.error());
        }
    }
    SSL_CTX_set_verify(context->get(), SSL_VERIFY_PEER, nullptr);
    return Context(std::move(*context), false);
}

}  // namespace hotpath::tls
