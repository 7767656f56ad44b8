#include "hotpath/capture/lobster.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "hotpath/core/symbol.hpp"

namespace hotpath::capture {

namespace {

constexpr std::size_t kNanoDigits = 9;
constexpr std::int64_t kSecondsMax = std::int64_t{48} * 3600;

using Columns = std::array<std::string_view, kLobsterColumns>;

/// False unless there are exactly six.
bool split(std::string_view line, Columns& columns) {
    for (std::string_view& column : columns) {
        const std::size_t comma = line.find(',');
        const bool is_last = &column == &columns.back();
        if ((comma == line.npos) != is_last) {
            return false;
        }
        column = line.substr(0, comma);
        line.remove_prefix(is_last ? line.size() : comma + 1);
    }
    return true;
}

template <class T>
std::optional<T> to_integer(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value)
                                                                    : std::nullopt;
}

/// The fraction of a second in nanoseconds: "5" is half a second. The tenth decimal rounds up or
/// down; from .9999999995 on the result is a whole second.
std::optional<std::int64_t> to_nanos_of_second(std::string_view digits) {
    if (digits.find_first_not_of("0123456789") != digits.npos) {
        return std::nullopt;
    }
    std::int64_t nanos = 0;
    for (std::size_t place = 0; place < kNanoDigits; ++place) {
        nanos = nanos * 10 + (place < digits.size() ? digits[place] - '0' : 0);
    }
    const bool is_rounded_up = digits.size() > kNanoDigits && digits[kNanoDigits] >= '5';
    return nanos + (is_rounded_up ? 1 : 0);
}

std::optional<Time> to_time(std::string_view text) {
    const std::size_t point = text.find('.');
    const auto seconds = to_integer<std::uint32_t>(text.substr(0, point));
    const auto nanos = point == text.npos ? std::optional<std::int64_t>(0)
                                          : to_nanos_of_second(text.substr(point + 1));
    if (!seconds || *seconds > kSecondsMax || !nanos) {
        return std::nullopt;
    }
    return Time{*seconds * kNanosPerSecond + *nanos};
}

/// Halts and crosses have -1 where no order is.
std::optional<OrderId> to_order_id(std::string_view text) {
    if (text == "-1") {
        return OrderId{};
    }
    const auto id = to_integer<std::uint64_t>(text);
    return id ? std::optional(OrderId{*id}) : std::nullopt;
}

std::optional<Side> to_side(std::string_view text) {
    if (text == "1") {
        return Side::Buy;
    }
    return text == "-1" ? std::optional(Side::Sell) : std::nullopt;
}

bool is_type(std::uint8_t type) {
    return type >= static_cast<std::uint8_t>(LobsterType::Add) &&
           type <= static_cast<std::uint8_t>(LobsterType::Halt);
}

/// ITCH prices have 32 bits; a halt's is -1, 0 or 1.
bool is_price(std::int64_t price, LobsterType type) {
    return type == LobsterType::Halt
               ? price >= -1 && price <= 1
               : price >= 0 && price <= std::numeric_limits<std::uint32_t>::max();
}

}  // namespace

std::expected<LobsterEvent, std::string_view> parse_lobster_line(std::string_view line) {
    Columns columns;
    if (!split(line, columns)) {
        return std::unexpected(
            "a line must have six columns (time,type,order id,size,price,direction)");
    }
    const auto time = to_time(columns[0]);
    const auto type = to_integer<std::uint8_t>(columns[1]);
    const auto order_id = to_order_id(columns[2]);
    const auto size = to_integer<std::uint32_t>(columns[3]);
    const auto price = to_integer<std::int64_t>(columns[4]);
    const auto side = to_side(columns[5]);
    if (!time) {
        return std::unexpected(
            "time must be seconds of the day: digits with at most one decimal point");
    }
    if (!type || !is_type(*type)) {
        return std::unexpected("type must be 1 to 7");
    }
    if (!order_id || !size) {
        return std::unexpected("order id and size must be whole numbers in range");
    }
    if (!price || !is_price(*price, LobsterType{*type})) {
        return std::unexpected("price must be a whole number of 1/10,000 dollar in range");
    }
    if (!side) {
        return std::unexpected("direction must be 1 or -1");
    }
    return LobsterEvent{.time = *time,
                        .type = LobsterType{*type},
                        .order_id = *order_id,
                        .size = {*size},
                        .price = {*price},
                        .side = *side};
}

Expected<std::optional<LobsterEvent>> LobsterReader::next() {
    if (failure_) {
        return std::unexpected(*failure_);
    }
    const auto line = lines_.next();
    if (!line) {
        return end_of_input();
    }
    const auto event = parse_lobster_line(*line);
    if (!event) {
        return stop_with(event.error());
    }
    return *event;
}

Expected<std::optional<LobsterEvent>> LobsterReader::end_of_input() {
    failure_ = input().damage();
    if (failure_) {
        return std::unexpected(*failure_);
    }
    return std::nullopt;
}

Expected<std::optional<LobsterEvent>> LobsterReader::stop_with(std::string_view reason) {
    failure_ =
        Error{fmt::format("{}: {} is not a LOBSTER event: {}; all lines before it were read; "
                          "correct or remove that line",
                          input().name(), lines_.place(), reason)};
    return std::unexpected(*failure_);
}

std::string lobster_ticker(std::string_view file_name) {
    const std::size_t underscore = file_name.find('_');
    std::string_view ticker = file_name.substr(0, underscore);
    const auto is_ticker_character = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
               c == '+' || c == '=' || c == '#';
    };
    const bool is_ticker = underscore != file_name.npos && !ticker.empty() &&
                           ticker.size() <= Symbol::kLength &&
                           std::ranges::all_of(ticker, is_ticker_character);
    return is_ticker ? std::string(ticker) : "LOBSTER";
}

}  // namespace hotpath::capture
