#include "hotpath/telemetry/chrome_trace.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace hotpath::telemetry {

namespace {

/// As the inside of a JSON string. Names are literals of our own: what would need an escape is
/// replaced.
[[nodiscard]] std::string plain(std::string_view name) {
    std::string text(name);
    std::ranges::replace_if(
        text, [](char c) { return c < ' ' || c > '~' || c == '"' || c == '\\'; }, '?');
    return text;
}

}  // namespace

void ChromeTrace::append(const TraceTrack& track, const TraceEvent& event, std::string& text) {
    const std::uint32_t number = number_of(track, text);
    begin_piece(text);
    const std::int64_t begin = scale_.to_nanos(event.begin_ticks - begin_ticks_).value;
    const std::int64_t lasted = scale_.to_nanos(event.end_ticks - event.begin_ticks).value;
    fmt::format_to(std::back_inserter(text),
                   R"({{"name":"{}","ph":"X","pid":1,"tid":{},"ts":{}.{:03},"dur":{}.{:03}}})",
                   plain(event.name), number, begin / 1'000, begin % 1'000, lasted / 1'000,
                   lasted % 1'000);
}

void ChromeTrace::finish(std::string& text) const {
    text += is_begun_ ? "\n]\n" : "[]\n";
}

std::uint32_t ChromeTrace::number_of(const TraceTrack& track, std::string& text) {
    const auto next = static_cast<std::uint32_t>(numbers_.size()) + 1;
    const auto [at, is_new] = numbers_.emplace(&track, next);
    if (is_new) {
        begin_piece(text);
        fmt::format_to(std::back_inserter(text),
                       R"({{"name":"thread_name","ph":"M","pid":1,"tid":{},"args":)"
                       R"({{"name":"{}"}}}})",
                       next, plain(track.thread()));
    }
    return at->second;
}

void ChromeTrace::begin_piece(std::string& text) {
    text += is_begun_ ? ",\n" : "[\n";
    is_begun_ = true;
}

}  // namespace hotpath::telemetry
