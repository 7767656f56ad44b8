#pragma once
/// HMAC-SHA-256: a digest that only who has the key can make.
///
///   const auto hmac = HmacSha256::create(key);
///   const Digest digest = hmac->digest(text);
///
/// Threads: digest() from several at once. Allocation: at every call, by OpenSSL; for log-ons.
/// Complexity: O(length). Source: RFC 2104, FIPS 180-4; OpenSSL's EVP_MAC.

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"

// OpenSSL's, of which this header shows nothing.
using EVP_MAC_CTX = struct evp_mac_ctx_st;

namespace hotpath::crypto {

using Digest = std::array<std::uint8_t, 32>;

/// In a time that does not depend on where they differ.
[[nodiscard]] bool is_same(const Digest& a, const Digest& b) noexcept;

class HmacSha256 {
  public:
    /// A key of 1 byte at least.
    [[nodiscard]] static Expected<HmacSha256> create(Bytes key);

    [[nodiscard]] Digest digest(std::string_view text) const noexcept;

  private:
    struct Free {
        void operator()(EVP_MAC_CTX* context) const noexcept;
    };
    using Context = std::unique_ptr<EVP_MAC_CTX, Free>;

    explicit HmacSha256(Context context) : context_(std::move(context)) {}

    Context context_;  // with the key, before any text
};

}  // namespace hotpath::crypto
