#include "hotpath/crypto/sha256.hpp"

#include <openssl/evp.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::crypto {

void Sha256::Free::operator()(EVP_MD_CTX* context) const noexcept {
    EVP_MD_CTX_free(context);
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
    const bool is_begun = context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1;
    HOTPATH_ASSERT(is_begun, "OpenSSL must support SHA-256");
}

void Sha256::add(Bytes piece) noexcept {
    const bool is_added = EVP_DigestUpdate(context_.get(), piece.data(), piece.size()) == 1;
    HOTPATH_ASSERT(is_added, "OpenSSL must hash any bytes");
}

Digest Sha256::finish() noexcept {
    Digest digest{};
    unsigned length = 0;
    const bool is_made = EVP_DigestFinal_ex(context_.get(), digest.data(), &length) == 1;
    HOTPATH_ASSERT(is_made && length == digest.size(), "a SHA-256 must have 32 bytes");
    return digest;
}

}  // namespace hotpath::crypto
