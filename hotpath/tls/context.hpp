#pragma once
/// Context: certificate, key and the trusted CAs of one end, read once and shared by its channels.
///
///   auto context = Context::server({.certificate = "venue.pem", .key = "venue.key"});
///   auto context = Context::client({.ca = "ca.pem"});
///
/// TLS 1.3, or 1.2 when it is allowed. No sessions are resumed, no early data is taken, nothing is
/// renegotiated. Who may read the key's file is for the owner to check. Threads: channels of several
/// threads may share one. Allocation: OpenSSL's. Source: RFC 8446, RFC 5246; OpenSSL's SSL_CTX.

#include <cstdint>
#include <filesystem>
#include <memory>

#include "hotpath/core/error.hpp"

// OpenSSL's, of which this header shows nothing.
using SSL_CTX = struct ssl_ctx_st;

namespace hotpath::tls {

/// The versions of TLS that may be agreed.
enum class Version : std::uint8_t { Tls12, Tls13 };

/// Files are PEM. A certificate's file begins with the end's own, followed by intermediate CAs.
struct ServerOptions {
    std::filesystem::path certificate{};
    std::filesystem::path key{};        // without a password
    std::filesystem::path client_ca{};  // every client must show a certificate of it; empty: none
    std::filesystem::path crl{};        // lists of revoked ones, by CAs of client_ca; empty: none
    Version version_min = Version::Tls13;
};

/// Files are PEM, as in ServerOptions.
struct ClientOptions {
    std::filesystem::path ca{};           // whom servers are signed by; empty: the system's CAs
    std::filesystem::path certificate{};  // empty: none is shown
    std::filesystem::path key{};
    Version version_min = Version::Tls13;
};

/// Frees OpenSSL's object.
struct FreeContext {
    void operator()(SSL_CTX* context) const noexcept;
};

class Context {
  public:
    /// Reads a server's files. Fails if one cannot be read or certificate and key do not belong
    /// together; the error names the file. With a crl, a certificate of a CA without a list is
    /// refused, and so is a list that is no longer in force.
    [[nodiscard]] static Expected<Context> server(const ServerOptions& options);
    /// Reads a client's files. Fails as server() does.
    [[nodiscard]] static Expected<Context> client(const ClientOptions& options);

    [[nodiscard]] bool is_server() const noexcept { return is_server_; }

  private:
    friend class Channel;
    Context(std::unique_ptr<SSL_CTX, FreeContext>&& context, bool is_server)
        : context_(std::move(context)), is_server_(is_server) {}

    std::unique_ptr<SSL_CTX, FreeContext> context_;
    bool is_server_;
};

}  // namespace hotpath::tls
