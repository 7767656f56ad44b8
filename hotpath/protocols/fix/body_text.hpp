#pragma once
/// A message without header and trailer, as a codec writes it and a store keeps it.
///
///   35=D|11=17|38=100|            msg_type D, fields 11=17|38=100|
///
/// For bytes that this side wrote itself: what a peer sent is a FieldList's. Threads: functions of
/// their arguments; the results view the text. Allocation: none. Complexity: O(characters).

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "hotpath/protocols/fix/tags.hpp"

namespace hotpath::protocols::fix {

struct BodyText {
    std::string_view msg_type;
    std::string_view fields;  // behind MsgType
};

/// nullopt: `text` does not begin with a MsgType that has characters and an end.
[[nodiscard]] constexpr std::optional<BodyText> split_body(std::string_view text) noexcept {
    constexpr std::string_view kMsgType = "35=";
    std::size_t end = 0;  // of MsgType, which is short: a search would cost a call
    while (end < text.size() && text[end] != kSoh) {
        ++end;
    }
    if (end == text.size() || end <= kMsgType.size()) {
        return std::nullopt;
    }
    return BodyText{text.substr(kMsgType.size(), end - kMsgType.size()), text.substr(end + 1)};
}

/// The value of the first field that begins with `tag`, as 11=; without data when there is none.
[[nodiscard]] constexpr std::string_view first_value(std::string_view fields,
                                                     std::string_view tag) noexcept {
    for (std::size_t begin = 0; begin < fields.size();) {
        const std::size_t end = std::min(fields.find(kSoh, begin), fields.size());
        const std::string_view field = fields.substr(begin, end - begin);
        if (field.starts_with(tag)) {
            return field.substr(tag.size());
        }
        begin = end + 1;
    }
    return {};
}

}  // namespace hotpath::protocols::fix
