#pragma once
/// The name of a channel, checked once where it enters: it becomes a file's name, so it can never
/// hold a slash, a leading dot or anything a terminal would act on.
///
/// One to kLengthMax letters, digits, '.', '_' and '-', the first a letter or a digit. Threads:
/// values. Allocation: the string's. Complexity: linear in the name.

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "hotpath/core/error.hpp"

namespace hotpath::shm {

class ChannelName {
  public:
    static constexpr std::size_t kLengthMax = 48;

    [[nodiscard]] static Expected<ChannelName> from(std::string_view text);

    [[nodiscard]] const std::string& str() const noexcept { return text_; }

    friend auto operator<=>(const ChannelName&, const ChannelName&) = default;

  private:
    explicit ChannelName(std::string text) : text_(std::move(text)) {}

    std::string text_;
};

/// A stranger's text as part of our one line: what is not printable becomes '?', and it is cut.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace hotpath::shm
