#pragma once
/// HmacSigner: signs the log-ons of an iLink 3 session by HMAC-SHA-256 with its secret key.
///
/// Threads: sign() from several at once. Allocation: at every call, by OpenSSL; for log-ons.
/// Complexity: O(length).

#include <string_view>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/crypto/base64.hpp"
#include "hotpath/crypto/hmac_sha256.hpp"
#include "hotpath/protocols/cme/ilink3/signed_text.hpp"

namespace hotpath::login {

class HmacSigner final : public protocols::cme::ilink3::Signer {
  public:
    /// The key in Base64, in either alphabet. Errors do not show it.
    [[nodiscard]] static Expected<HmacSigner> create(std::string_view base64_key) {
        const auto key = crypto::decode_base64(base64_key);
        if (!key || key->empty()) {
            return fail("a secret key must be Base64 of at least one byte");
        }
        auto hmac = crypto::HmacSha256::create(*key);
        if (!hmac) {
            return std::unexpected(hmac.error());
        }
        return HmacSigner(std::move(*hmac));
    }

    [[nodiscard]] protocols::cme::ilink3::Signature sign(std::string_view text) noexcept override {
        return hmac_.digest(text);
    }

  private:
    explicit HmacSigner(crypto::HmacSha256&& hmac) noexcept : hmac_(std::move(hmac)) {}

    crypto::HmacSha256 hmac_;
};

}  // namespace hotpath::login
