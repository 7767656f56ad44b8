#pragma once
/// Names in a sentence.
///
///   listed(names, " or ")   "red, green or blue"
///
/// Threads: any. Allocation: the text. Complexity: linear in the letters.

#include <span>
#include <string>
#include <string_view>

namespace hotpath::text {

/// The names between commas, but for the last one, which is behind `before_last`.
[[nodiscard]] inline std::string listed(std::span<const std::string_view> names,
                                        std::string_view before_last) {
    std::string text;
    for (std::size_t n = 0; n < names.size(); ++n) {
        text += n == 0 ? "" : n + 1 == names.size() ? before_last : ", ";
        text += names[n];
    }
    return text;
}

}  // namespace hotpath::text
