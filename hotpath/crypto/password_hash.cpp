#include "hotpath/crypto/password_hash.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <span>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>

#include "hotpath/core/bytes.hpp"
#include "hotpath/crypto/base64.hpp"

namespace hotpath::crypto {

namespace {

constexpr std::string_view kScheme = "scrypt";
constexpr std::string_view kForm =
    "a password hash must be as `hotpath password` prints it: scrypt$ln=15,r=8,p=1$SALT$HASH";

struct FreeKdf {
    void operator()(EVP_KDF* kdf) const noexcept { EVP_KDF_free(kdf); }
};
struct FreeContext {
    void operator()(EVP_KDF_CTX* context) const noexcept { EVP_KDF_CTX_free(context); }
};

[[nodiscard]] std::uint64_t bytes_of(const ScryptCost& cost) noexcept {
    constexpr std::uint64_t kBlock = 128;
    return kBlock * cost.r << cost.log2_n;
}

[[nodiscard]] Expected<void> check(const ScryptCost& cost) {
    const bool is_in_range = cost.log2_n >= 10 && cost.log2_n <= 20 && cost.r >= 1 &&
                             cost.r <= 16 && cost.p >= 1 && cost.p <= 4;
    return is_in_range && bytes_of(cost) <= kScryptBytesMax
               ? Expected<void>()
               : fail(
                     "the cost of a password hash must be ln=10..20, r=1..16, p=1..4, at most 256 "
                     "MiB");
}

[[nodiscard]] char to_upper(char c) noexcept {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

/// What is before the next `separator`, which is taken, too; everything when there is none.
[[nodiscard]] std::string_view take_part(std::string_view& text, char separator) noexcept {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

/// The number in "ln=15"; nullopt when it is another key or no number.
[[nodiscard]] std::optional<std::uint32_t> number_of(std::string_view part,
                                                     std::string_view key) noexcept {
    if (!part.starts_with(key)) {
        return std::nullopt;
    }
    part.remove_prefix(key.size());
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    return error == std::errc{} && end == part.data() + part.size() ? std::optional(number)
                                                                    : std::nullopt;
}

[[nodiscard]] std::optional<ScryptCost> parse_cost(std::string_view text) noexcept {
    const auto log2_n = number_of(take_part(text, ','), "ln=");
    const auto r = number_of(take_part(text, ','), "r=");
    const auto p = number_of(text, "p=");
    return log2_n && r && p ? std::optional(ScryptCost{.log2_n = *log2_n, .r = *r, .p = *p})
                            : std::nullopt;
}

[[nodiscard]] std::string unpadded_base64(std::span<const unsigned char> bytes) {
    std::string text = encode_base64(std::as_bytes(bytes));
    while (text.ends_with('=')) {
        text.pop_back();
    }
    return text;
}

/// False: another number of bytes, or no Base64.
[[nodiscard]] bool decode_into(std::string_view text, std::span<unsigned char> bytes) {
    const auto decoded = decode_base64(text);
    if (!decoded || decoded->size() != bytes.size()) {
        return false;
    }
    std::ranges::transform(*decoded, bytes.begin(),
                           [](std::byte byte) { return std::to_integer<unsigned char>(byte); });
    return true;
}

[[nodiscard]] Expected<void> fill_randomly(std::span<unsigned char> bytes) {
    return RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) == 1
               ? Expected<void>()
               : fail("OpenSSL cannot generate random numbers");
}

}  // namespace

Expected<PasswordHash> PasswordHash::make(std::string_view password, const ScryptCost& cost) {
    if (password.empty() || password.size() > kPasswordLengthMax) {
        return fail("a password must have 1 to 64 characters");
    }
    if (auto checked = check(cost); !checked) {
        return std::unexpected(checked.error());
    }
    PasswordHash made;
    made.cost_ = cost;
    if (auto filled = fill_randomly(made.salt_); !filled) {
        return std::unexpected(filled.error());
    }
    if (!made.compute(password, made.hash_)) {
        return fail("OpenSSL cannot compute scrypt: is there enough memory?");
    }
    return made;
}

Expected<PasswordHash> PasswordHash::parse(std::string_view text) {
    const std::string_view scheme = take_part(text, '$');
    const auto cost = parse_cost(take_part(text, '$'));
    const std::string_view salt = take_part(text, '$');
    PasswordHash parsed;
    if (scheme != kScheme || !cost || !decode_into(salt, parsed.salt_) ||
        !decode_into(text, parsed.hash_)) {
        return fail(std::string(kForm));
    }
    if (auto checked = check(*cost); !checked) {
        return std::unexpected(checked.error());
    }
    parsed.cost_ = *cost;
    return parsed;
}

PasswordHash PasswordHash::of_no_password(const ScryptCost& cost) {
    PasswordHash none;
    none.cost_ = cost;
    none.is_of_any_ = false;
    return none;
}

std::string PasswordHash::text() const {
    return std::string(kScheme) + "$ln=" + std::to_string(cost_.log2_n) +
           ",r=" + std::to_string(cost_.r) + ",p=" + std::to_string(cost_.p) + "$" +
           unpadded_base64(salt_) + "$" + unpadded_base64(hash_);
}

bool PasswordHash::is_of(std::string_view password) const noexcept {
    Hash hash{};
    const bool is_computed = compute(password, hash);
    const bool is_same = CRYPTO_memcmp(hash.data(), hash_.data(), hash.size()) == 0;
    return is_computed & is_same & is_of_any_;
}

bool PasswordHash::compute(std::string_view password, Hash& hash) const noexcept {
    std::array<char, kPasswordLengthMax> upper{};
    if (password.size() > upper.size()) {
        return false;
    }
    std::ranges::transform(password, upper.begin(), to_upper);
    const std::unique_ptr<EVP_KDF, FreeKdf> kdf(EVP_KDF_fetch(nullptr, "SCRYPT", nullptr));
    const std::unique_ptr<EVP_KDF_CTX, FreeContext> context(kdf ? EVP_KDF_CTX_new(kdf.get())
                                                                : nullptr);
    constexpr std::uint64_t kRoomBesides = std::uint64_t{1} << 20U;
    std::uint64_t n = std::uint64_t{1} << cost_.log2_n;
    std::uint32_t r = cost_.r;
    std::uint32_t p = cost_.p;
    std::uint64_t bytes_max = bytes_of(cost_) + kRoomBesides;
    std::array<unsigned char, kSaltLength> salt = salt_;
    const std::array<OSSL_PARAM, 7> parameters{
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, upper.data(), password.size()),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, salt.data(), salt.size()),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_N, &n),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_R, &r),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_P, &p),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_MAXMEM, &bytes_max),
        OSSL_PARAM_construct_end()};
    const bool is_made =
        context && EVP_KDF_derive(context.get(), hash.data(), hash.size(), parameters.data()) == 1;
    OPENSSL_cleanse(upper.data(), upper.size());
    return is_made;
}

Expected<std::string> random_text(std::size_t length) {
    constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    std::vector<unsigned char> bytes(length);
    if (auto filled = fill_randomly(bytes); !filled) {
        return std::unexpected(filled.error());
    }
    std::string text;
    for (const unsigned char byte : bytes) {
        text += kAlphabet[byte % kAlphabet.size()];
    }
    return text;
}

void erase(std::string& secret) noexcept {
    OPENSSL_cleanse(secret.data(), secret.size());
    secret.clear();
}

}  // namespace hotpath::crypto
