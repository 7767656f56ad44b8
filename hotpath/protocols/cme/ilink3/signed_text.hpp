#pragma once
/// What a client signs to prove who it is: the fields of Negotiate and Establish as text, a line
/// each, under HMAC-SHA-256 by the secret key of the access key id.
///
///   SignedText text;
///   text.add(request_timestamp).add(uuid).add("ABC").add("00001");
///   const Signature signature = signer.sign(text.text());
///
/// The digest itself is the owner's (hotpath/crypto): protocols have no cryptography. Threads: one
/// owner; a Signer says what it allows. Allocation: none. Complexity: O(length). Source: CME,
/// "iLink 3 API Security: canonical FIX message".

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "hotpath/core/assert.hpp"

namespace hotpath::protocols::cme::ilink3 {

/// Characters of the names of a session, as the protocol's fields have them.
inline constexpr std::size_t kAccessKeyIdMax = 20;
inline constexpr std::size_t kSessionLength = 3;
inline constexpr std::size_t kFirmMax = 5;
inline constexpr std::size_t kUserLength = 6;  // in Credentials, with blanks behind it

using Signature = std::array<std::uint8_t, 32>;

/// Who has the secret key.
class Signer {
  public:
    [[nodiscard]] virtual Signature sign(std::string_view text) noexcept = 0;

  protected:
    ~Signer() = default;
};

class SignedText {
  public:
    SignedText& add(std::string_view field) noexcept {
        separate();
        HOTPATH_ASSERT(field.size() <= text_.size() - size_,
                       "the fields of a message must fit in the text to sign");
        std::memcpy(text_.data() + size_, field.data(), field.size());
        size_ += field.size();
        return *this;
    }
    SignedText& add(std::uint64_t number) noexcept {
        std::array<char, 20> digits;
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
        return add(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())));
    }
    [[nodiscard]] std::string_view text() const noexcept { return {text_.data(), size_}; }

  private:
    void separate() noexcept {
        if (size_ > 0) {
            text_[size_++] = '\n';
        }
    }

    std::array<char, 256> text_;
    std::size_t size_ = 0;
};

template <class Negotiate>
[[nodiscard]] SignedText signed_text_of_negotiate(const Negotiate& m) noexcept {
    SignedText text;
    text.add(m.load_request_timestamp())
        .add(m.load_uuid())
        .add(m.load_session())
        .add(m.load_firm());
    return text;
}

template <class Establish>
[[nodiscard]] SignedText signed_text_of_establish(const Establish& m) noexcept {
    SignedText text;
    text.add(m.load_request_timestamp())
        .add(m.load_uuid())
        .add(m.load_session())
        .add(m.load_firm())
        .add(m.load_trading_system_name())
        .add(m.load_trading_system_version())
        .add(m.load_trading_system_vendor())
        .add(m.load_next_seq_no())
        .add(m.load_keep_alive_interval());
    return text;
}

}  // namespace hotpath::protocols::cme::ilink3
