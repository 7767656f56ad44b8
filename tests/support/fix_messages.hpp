#pragma once
/// FIX messages for tests, written as people write them: fields with `|` for SOH.
///
///   const std::string order = fix_message("FIX.4.4", "35=D|49=ME|...|");   // 8, 9 and 10 are added
///
/// obvious_fields() is the twin of FieldList::split(): cut at each SOH, cut at the first `=`.
/// Threads: functions. Allocation: yes. Tests only.

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/fix/data_fields.hpp"
#include "hotpath/protocols/fix/tags.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::support {

inline std::string with_soh(std::string_view fields) {
    std::string text(fields);
    for (char& c : text) {
        c = c == '|' ? protocols::fix::kSoh : c;
    }
    return text;
}

/// The checksum of FIX: the sum of all characters as three digits.
inline std::string check_sum_text(std::string_view text) {
    unsigned sum = 0;
    for (const char c : text) {
        sum += static_cast<unsigned char>(c);
    }
    const std::string digits = std::to_string(sum % 256);
    return std::string(3 - digits.size(), '0') + digits;
}

/// `body` begins with 35= and ends with `|`.
inline std::string fix_message(std::string_view begin_string, std::string_view body) {
    std::string text("8=");
    text.append(begin_string).append("|9=").append(std::to_string(body.size())).append("|");
    text.append(body);
    std::ranges::replace(text, '|', protocols::fix::kSoh);
    const std::string sum = check_sum_text(text);
    text.append("10=").append(sum).append(1, protocols::fix::kSoh);
    return text;
}

/// A tag and a value. The tag is 0, and all characters are value, if the text before `=` is no tag.
using ObviousFields = std::vector<std::pair<protocols::fix::Tag, std::string>>;

inline protocols::fix::Tag obvious_tag(std::string_view digits) {
    protocols::fix::Tag tag = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), tag);
    const bool is_tag = error == std::errc{} && end == digits.data() + digits.size() &&
                        digits.size() <= 7 && !digits.starts_with('0');
    return is_tag ? tag : protocols::fix::kNoTag;
}

/// The end of the field that begins at `first`: at SOH, or for data after the given length.
inline std::size_t obvious_end(std::string_view text, std::size_t first,
                               const ObviousFields& before,
                               const protocols::fix::DataFields& data_fields) {
    const std::size_t equal = text.find('=', first);
    const std::size_t end = text.find(protocols::fix::kSoh, first);
    if (equal == std::string_view::npos || equal > end || before.empty()) {
        return end;
    }
    const protocols::fix::Tag tag = obvious_tag(text.substr(first, equal - first));
    if (tag == protocols::fix::kNoTag || !data_fields.is_data(tag) ||
        before.back().first != data_fields.length_tag(tag)) {
        return end;
    }
    std::uint64_t length = 0;
    const std::string& digits = before.back().second;
    const auto [last, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), length);
    const bool is_whole =
        !digits.empty() && error == std::errc{} && last == digits.data() + digits.size() &&
        length < text.size() - equal - 1 && text[equal + 1 + length] == protocols::fix::kSoh;
    return is_whole ? equal + 1 + length : end;
}

inline ObviousFields obvious_fields(std::string_view text,
                                    const protocols::fix::DataFields& data_fields) {
    ObviousFields fields;
    for (std::size_t first = 0; text.find(protocols::fix::kSoh, first) != std::string_view::npos;) {
        const std::size_t end = obvious_end(text, first, fields, data_fields);
        const std::string_view field = text.substr(first, end - first);
        const std::size_t equal = field.find('=');
        const protocols::fix::Tag tag = equal == std::string_view::npos
                                            ? protocols::fix::kNoTag
                                            : obvious_tag(field.substr(0, equal));
        fields.emplace_back(tag, tag == protocols::fix::kNoTag ? field : field.substr(equal + 1));
        first = end + 1;
    }
    return fields;
}

}  // namespace hotpath::support
