#pragma once
/// Sentence: what is said of the parts of a packet or a stream, in one line; and bytes in words.
///
/// Threads: one owner. Allocation: strings. Complexity: linear in the words.

#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "hotpath/core/bytes.hpp"

namespace hotpath::messages {

/// "A; B; C", of very many the first.
class Sentence {
  public:
    void add(const std::string& words) {
        if (++count_ <= kShownMax) {
            text_ += (text_.empty() ? "" : "; ") + words;
        }
    }
    [[nodiscard]] std::string str() const {
        return count_ <= kShownMax ? text_ : fmt::format("{}; {} more", text_, count_ - kShownMax);
    }

  private:
    static constexpr std::size_t kShownMax = 12;
    std::string text_;
    std::size_t count_ = 0;
};

/// "7 bytes that are no OUCH reply"
[[nodiscard]] inline std::string strange(std::string_view what, Bytes bytes) {
    return fmt::format("{} bytes that are no {}", bytes.size(), what);
}

/// Characters that print; | for SOH, which ends a field, and dots for other bytes.
[[nodiscard]] inline std::string printed(Bytes bytes) {
    constexpr char kSoh = '\x01';
    std::string text;
    for (const std::byte byte : bytes) {
        const char c = std::to_integer<char>(byte);
        const bool is_printable = c >= ' ' && c <= '~';
        text += c == kSoh ? '|' : (is_printable ? c : '.');
    }
    return text;
}

}  // namespace hotpath::messages
