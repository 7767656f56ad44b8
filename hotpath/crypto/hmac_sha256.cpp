#include "hotpath/crypto/hmac_sha256.hpp"

#include <utility>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::crypto {

bool is_same(const Digest& a, const Digest& b) noexcept {
    return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

void HmacSha256::Free::operator()(EVP_MAC_CTX* context) const noexcept {
    EVP_MAC_CTX_free(context);
}

Expected<HmacSha256> HmacSha256::create(Bytes key) {
    if (key.empty()) {
        return fail("a key of HMAC-SHA-256 must have 1 byte at least");
    }
    EVP_MAC* const algorithm = EVP_MAC_fetch(nullptr, OSSL_MAC_NAME_HMAC, nullptr);
    Context context(algorithm == nullptr ? nullptr : EVP_MAC_CTX_new(algorithm));
    EVP_MAC_free(algorithm);
    std::array<char, 7> digest{"SHA256"};
    const std::array<OSSL_PARAM, 2> parameters{
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0),
        OSSL_PARAM_construct_end()};
    if (!context || EVP_MAC_init(context.get(), reinterpret_cast<const unsigned char*>(key.data()),
                                 key.size(), parameters.data()) != 1) {
        return fail("this OpenSSL does not support HMAC-SHA-256");
    }
    return HmacSha256(std::move(context));
}

Digest HmacSha256::digest(std::string_view text) const noexcept {
    const Context context(EVP_MAC_CTX_dup(context_.get()));
    Digest digest;
    std::size_t length = 0;
    const bool is_made =
        context &&
        EVP_MAC_update(context.get(), reinterpret_cast<const unsigned char*>(text.data()),
                       text.size()) == 1 &&
        EVP_MAC_final(context.get(), digest.data(), &length, digest.size()) == 1;
    HOTPATH_ASSERT(is_made && length == digest.size(), "OpenSSL must compute the HMAC of any text");
    return digest;
}

}  // namespace hotpath::crypto
