#pragma once
/// Ed25519: signatures by a private key that anybody with the public one can check.
///
///   const auto key = Ed25519Key::read("trader.pem");       // openssl genpkey -algorithm ed25519
///   const Ed25519Signature signature = key->sign(text);
///
/// Threads: sign() and verify() from several at once. Allocation: at every call, by OpenSSL; for
/// log-ons. Complexity: O(length). Source: RFC 8032; OpenSSL's EVP_PKEY.

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"

// OpenSSL's, of which this header shows nothing.
using EVP_PKEY = struct evp_pkey_st;

namespace hotpath::crypto {

using Ed25519Signature = std::array<std::byte, 64>;

struct FreeKey {
    void operator()(EVP_PKEY* key) const noexcept;
};

/// The private key. Its public half checks, too.
class Ed25519Key {
  public:
    /// PEM (PKCS #8) without a password.
    [[nodiscard]] static Expected<Ed25519Key> read(const std::string& path);
    [[nodiscard]] static Expected<Ed25519Key> parse(std::string_view pem);
    /// The 32 bytes of RFC 8032.
    [[nodiscard]] static Expected<Ed25519Key> of(Bytes seed);

    [[nodiscard]] Ed25519Signature sign(Bytes text) const noexcept;

  private:
    friend class Ed25519PublicKey;
    explicit Ed25519Key(EVP_PKEY* key) : key_(key) {}

    std::unique_ptr<EVP_PKEY, FreeKey> key_;
};

class Ed25519PublicKey {
  public:
    /// PEM (SubjectPublicKeyInfo).
    [[nodiscard]] static Expected<Ed25519PublicKey> read(const std::string& path);
    [[nodiscard]] static Expected<Ed25519PublicKey> parse(std::string_view pem);
    [[nodiscard]] static Ed25519PublicKey of(const Ed25519Key& key);

    [[nodiscard]] bool verify(Bytes text, Bytes signature) const noexcept;

  private:
    explicit Ed25519PublicKey(EVP_PKEY* key) : key_(key) {}

    std::unique_ptr<EVP_PKEY, FreeKey> key_;
};

}  // namespace hotpath::crypto
