#include "hotpath/tls/context.hpp"

#include <utility>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

namespace hotpath::tls {
namespace {

using Owned = std::unique_ptr<SSL_CTX, FreeContext>;

struct FreeFile {
    void operator()(BIO* file) const noexcept { BIO_free(file); }
};
struct FreeList {
    void operator()(X509_CRL* list) const noexcept { X509_CRL_free(list); }
};
struct FreeCertificates {
    void operator()(STACK_OF(X509) * certificates) const noexcept {
        sk_X509_pop_free(certificates, X509_free);
    }
};
using Certificates = std::unique_ptr<STACK_OF(X509), FreeCertificates>;

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

/// By one of these CAs.
[[nodiscard]] bool is_signed(X509_CRL* list, const Certificates& authorities) {
    for (int n = 0; n < sk_X509_num(authorities.get()); ++n) {
        X509* const authority = sk_X509_value(authorities.get(), n);
        const bool is_of =
            X509_NAME_cmp(X509_CRL_get_issuer(list), X509_get_subject_name(authority)) == 0;
        if (is_of && X509_CRL_verify(list, X509_get0_pubkey(authority)) == 1) {
            return true;
        }
    }
    return false;
}

/// Clients' certificates that their CAs have revoked: lists that every client is checked against.
[[nodiscard]] Expected<void> revoke(SSL_CTX* context, const std::filesystem::path& crl) {
    ERR_clear_error();
    const std::unique_ptr<BIO, FreeFile> file(BIO_new_file(crl.c_str(), "r"));
    X509_STORE* const store = SSL_CTX_get_cert_store(context);
    const Certificates authorities(X509_STORE_get1_all_certs(store));
    std::size_t lists = 0;
    while (file != nullptr) {
        const std::unique_ptr<X509_CRL, FreeList> list(
            PEM_read_bio_X509_CRL(file.get(), nullptr, nullptr, nullptr));
        if (!list) {
            break;
        }
        if (!is_signed(list.get(), authorities)) {
            ERR_clear_error();
            return fail(crl.string() + ": must be lists that are signed by CAs of client_ca");
        }
        const ASN1_TIME* const next = X509_CRL_get0_nextUpdate(list.get());
        if (next != nullptr && X509_cmp_current_time(next) < 0) {
            return fail(
                crl.string() +
                ": must be lists in force: one has expired, and with it every client of its "
                "CA would be refused");
        }
        if (X509_STORE_add_crl(store, list.get()) != 1) {
            break;
        }
        ++lists;
    }
    // A file ends where no list begins any more.
    const bool is_at_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
    ERR_clear_error();
    if (lists == 0 || !is_at_end) {
        return fail(crl.string() + ": must be readable revocation lists (CRL) in PEM");
    }
    X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(context), X509_V_FLAG_CRL_CHECK);
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
    if (!options.crl.empty()) {
        if (auto revoked = revoke(context->get(), options.crl); !revoked) {
            return std::unexpected(revoked.error());
        }
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
            return fail("tls: OpenSSL cannot find the system's CA certificates");
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
