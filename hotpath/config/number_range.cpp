#include "hotpath/config/number_range.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "hotpath/text/numbers.hpp"

namespace hotpath::config {

namespace {

bool is_digits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Digits, with a sign, a point and decimals where they are there: what every number looks like.
bool is_decimal(std::string_view text, int decimals_max) {
    if (text.starts_with('-')) {
        text.remove_prefix(1);
    }
    const std::size_t point = text.find('.');
    if (!is_digits(text.substr(0, point))) {
        return false;
    }
    const std::string_view decimals =
        point == std::string_view::npos ? "0" : text.substr(point + 1);
    return is_digits(decimals) && decimals.size() <= static_cast<std::size_t>(decimals_max);
}

std::unexpected<Error> out_of_range(const std::string& allowed, std::string_view text) {
    constexpr std::size_t kShownMax = 40;  // a line, whatever was typed
    return fail(fmt::format("must be {}, got '{}{}'", allowed, text.substr(0, kShownMax),
                            text.size() > kShownMax ? "..." : ""));
}

}  // namespace

std::string to_text(const IntegerRange& range) {
    return fmt::format("{} to {}", text::grouped(range.least), text::grouped(range.most));
}

std::string to_text(const RealRange& range) {
    const auto bound = [](double value) {
        constexpr double kWholeMax = 1e15;
        const bool is_whole = value == std::trunc(value) && std::abs(value) <= kWholeMax;
        return is_whole ? text::grouped(static_cast<std::int64_t>(value)) : fmt::to_string(value);
    };
    return fmt::format("{} to {}", bound(range.least), bound(range.most));
}

Expected<std::int64_t> parse_integer(std::string_view text, const IntegerRange& range) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < range.least ||
        value > range.most) {
        return out_of_range("a whole number from " + to_text(range), text);
    }
    return value;
}

Expected<double> parse_real(std::string_view text, const RealRange& range) {
    double value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    if (!is_decimal(text, range.decimals_max) || error != std::errc() || value < range.least ||
        value > range.most) {
        return out_of_range(fmt::format("a number from {}, with up to {} decimals", to_text(range),
                                        range.decimals_max),
                            text);
    }
    return value;
}

}  // namespace hotpath::config
