#pragma once
/// SHA-256 of bytes that come in pieces.
///
///   Sha256 hash;
///   hash.add(piece);
///   const Digest digest = hash.finish();
///
/// Threads: one owner. Allocation: the constructor, by OpenSSL. Complexity: linear in the bytes.
/// Source: FIPS 180-4; OpenSSL's EVP_Digest.

#include <memory>

#include "hotpath/core/bytes.hpp"
#include "hotpath/crypto/hmac_sha256.hpp"

// OpenSSL's, of which this header shows nothing.
using EVP_MD_CTX = struct evp_md_ctx_st;

namespace hotpath::crypto {

class Sha256 {
  public:
    Sha256();

    void add(Bytes piece) noexcept;
    /// Once, after the last piece.
    [[nodiscard]] Digest finish() noexcept;

  private:
    struct Free {
        void operator()(EVP_MD_CTX* context) const noexcept;
    };
    std::unique_ptr<EVP_MD_CTX, Free> context_;
};

}  // namespace hotpath::crypto
