#include "hotpath/capture/skips.hpp"

#include <fmt/format.h>

namespace hotpath::capture {

std::string to_text(std::span<const Skip> skips) {
    std::string text;
    for (const Skip& skip : skips) {
        text += fmt::format("{}{} {} (the first: {})", text.empty() ? "" : "; ", skip.events,
                            skip.kind, skip.first);
    }
    return text;
}

std::string clock_text(Time since_midnight) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    const std::int64_t seconds = since_midnight.value / kSecond;
    return fmt::format("{:02}:{:02}:{:02}.{:09}", seconds / 3'600, seconds / 60 % 60, seconds % 60,
                       since_midnight.value % kSecond);
}

}  // namespace hotpath::capture
