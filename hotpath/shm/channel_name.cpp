#include "hotpath/shm/channel_name.hpp"

#include <algorithm>

namespace hotpath::shm {

namespace {

/// Not std::isalnum: a name means the same in every locale.
bool is_letter_or_digit(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_allowed(char c) noexcept {
    return is_letter_or_digit(c) || c == '.' || c == '_' || c == '-';
}

}  // namespace

std::string printable(std::string_view text) {
    constexpr std::size_t kShownMax = 64;
    std::string shown(text.substr(0, kShownMax));
    std::ranges::replace_if(shown, [](char c) { return c < 0x20 || c > 0x7e; }, '?');
    return text.size() > kShownMax ? shown + "..." : shown;
}

Expected<ChannelName> ChannelName::from(std::string_view text) {
    const bool is_name = !text.empty() && text.size() <= kLengthMax &&
                         is_letter_or_digit(text.front()) && std::ranges::all_of(text, is_allowed);
    if (!is_name) {
        return fail("\"" + printable(text) + "\" is not a channel name: 1 to " +
                    std::to_string(kLengthMax) +
                    " letters, digits, '.', '_' and '-', the first a letter or digit");
    }
    return ChannelName(std::string(text));
}

}  // namespace hotpath::shm
