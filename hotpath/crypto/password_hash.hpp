#pragma once
/// PasswordHash: a password as it is stored, salted and hashed by scrypt: from it the password cannot
/// be read, and each guess takes as long as a log-on.
///
///   const auto made = PasswordHash::make("WONDERLAND");    // a new salt at each call
///   made->text();               // "scrypt$ln=15,r=8,p=1$SALT$HASH", for a configuration
///   const auto stored = PasswordHash::parse(text);
///   stored->is_of(given);       // 32 MiB of memory and tens of milliseconds: not on a trading thread
///
/// ASCII letters are compared in upper case, as SoupBinTCP has it. Threads: is_of() from several at
/// once. Allocation: at every call, by OpenSSL. Complexity: 2^ln * r * p. Source: RFC 7914;
/// OpenSSL's EVP_KDF.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"

namespace hotpath::crypto {

/// scrypt's parameters: 128 * r * 2^log2_n bytes of memory, p times.
struct ScryptCost {
    std::uint32_t log2_n = 15;  // 10 to 20
    std::uint32_t r = 8;        // 1 to 16
    std::uint32_t p = 1;        // 1 to 4
};

/// The maximum memory of a password check: 256 MiB.
inline constexpr std::uint64_t kScryptBytesMax = std::uint64_t{256} << 20U;

class PasswordHash {
  public:
    static constexpr std::size_t kSaltLength = 16;
    static constexpr std::size_t kHashLength = 32;
    static constexpr std::size_t kPasswordLengthMax = 64;

    /// The password has 1 to 64 characters. Errors: a cost out of range, no random numbers, no memory.
    [[nodiscard]] static Expected<PasswordHash> make(std::string_view password,
                                                     const ScryptCost& cost = {});
    /// Reads text(). The error does not show the text.
    [[nodiscard]] static Expected<PasswordHash> parse(std::string_view text);
    /// No password is of it; a check takes as long as one of this cost.
    [[nodiscard]] static PasswordHash of_no_password(const ScryptCost& cost);

    [[nodiscard]] const ScryptCost& cost() const noexcept { return cost_; }
    [[nodiscard]] std::string text() const;
    /// In a time that does not depend on the answer. False without memory for the check.
    [[nodiscard]] bool is_of(std::string_view password) const noexcept;

  private:
    using Hash = std::array<unsigned char, kHashLength>;

    [[nodiscard]] bool compute(std::string_view password, Hash& hash) const noexcept;

    ScryptCost cost_{};
    bool is_of_any_ = true;
    std::array<unsigned char, kSaltLength> salt_{};
    Hash hash_{};
};

/// Text of `length` characters that cannot be guessed: letters A to Z and digits 2 to 7.
[[nodiscard]] Expected<std::string> random_text(std::size_t length);

/// Overwrites a text that was secret, in a way that no compiler leaves out.
void erase(std::string& secret) noexcept;

}  // namespace hotpath::crypto
