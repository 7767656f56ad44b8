#pragma once
/// The names of a venue's sessions: each trading day's differs from all earlier ones, so that a
/// client that reconnects with yesterday's name is refused (SoupBinTCP, MoldUDP64: up to 10
/// characters).
///
///   HOTPATH, HOTPATH002, HOTPATH003, ...      S07, S08, ...      MONDAYS099, MONDAYS100, ...
/// A number at the end of the first name is incremented; without one the second day is 002. If the
/// name is too long, the text before the number is shortened. Threads: a function of its arguments.
/// Allocation: none. Complexity: O(1).

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/protocols/ascii_fields.hpp"
#include "hotpath/protocols/message.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"

namespace hotpath::exchange {

using SessionName = protocols::nasdaq::soupbintcp::Session;

/// The session name of the day-th trading day, from 1; padded on the right, as in MoldUDP64.
[[nodiscard]] inline SessionName session_of_day(const SessionName& first,
                                                std::uint32_t day) noexcept {
    SessionName name = protocols::to_alpha<name.size()>(protocols::without_padding(first));
    if (day <= 1) {
        return name;
    }
    const std::string_view text = protocols::without_padding(first);
    const std::size_t numbered = text.find_last_not_of("0123456789") + 1;
    std::uint64_t number = 1;
    std::from_chars(text.data() + numbered, text.data() + text.size(), number);
    number += day - 1;
    std::size_t digits = 1;
    for (std::uint64_t rest = number / 10; rest > 0; rest /= 10) {
        ++digits;
    }
    const std::size_t asked = numbered == text.size() ? 3 : text.size() - numbered;
    const std::size_t width = std::min(std::max(asked, digits), name.size());
    const std::size_t kept = std::min(numbered, name.size() - width);
    name.fill(' ');
    std::ranges::copy(text.substr(0, kept), name.begin());
    for (std::size_t place = kept + width; place-- > kept; number /= 10) {
        name[place] = static_cast<char>('0' + number % 10);
    }
    return name;
}

}  // namespace hotpath::exchange
