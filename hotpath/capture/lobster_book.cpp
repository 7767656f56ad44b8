#include "hotpath/capture/lobster_book.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>

namespace hotpath::capture {

namespace {

constexpr std::string_view kMessagePart = "_message_";
constexpr std::string_view kBookPart = "_orderbook_";

/// Takes the integer and the comma after it off the front.
std::optional<std::int64_t> take_integer(std::string_view& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const auto length = static_cast<std::size_t>(end - text.data());
    if (error != std::errc{} || (length < text.size() && text[length] != ',')) {
        return std::nullopt;
    }
    text.remove_prefix(std::min(length + 1, text.size()));
    return value;
}

bool is_in_32_bits(std::int64_t value) {
    return value >= 0 && value <= std::numeric_limits<std::uint32_t>::max();
}

/// Takes one level off the front of the line and appends it unless it is empty. The error is a
/// reason.
std::expected<void, std::string_view> take_level(std::string_view& line, Side side,
                                                 std::vector<LobsterLevel>& levels,
                                                 std::size_t index) {
    const auto price = take_integer(line);
    const auto qty = take_integer(line);
    if (!price || !qty || !is_in_32_bits(*qty)) {
        return std::unexpected("prices and sizes must be whole numbers in range");
    }
    if (*qty == 0) {
        return {};
    }
    if (!is_in_32_bits(*price)) {
        return std::unexpected("the price of a level must be 0 to 4294967295");
    }
    const LobsterLevel level{.price = {*price}, .qty = {static_cast<std::uint32_t>(*qty)}};
    if (levels.size() != index ||
        (index > 0 && !is_better(side, levels.back().price, level.price))) {
        return std::unexpected("the levels of a side must be ordered best first, empty ones last");
    }
    levels.push_back(level);
    return {};
}

}  // namespace

std::expected<void, std::string_view> parse_lobster_row(std::string_view line, LobsterRow& row) {
    const auto columns = static_cast<std::size_t>(std::ranges::count(line, ',')) + 1;
    row.levels_max = columns / kLobsterColumnsPerLevel;
    if (columns % kLobsterColumnsPerLevel != 0 || row.levels_max > kLobsterLevelsMax) {
        return std::unexpected("a row must have four columns for each of 1 to 1000 levels");
    }
    for (auto& side : row.sides) {
        side.clear();
    }
    for (std::size_t index = 0; index < row.levels_max; ++index) {
        for (const Side side : {Side::Sell, Side::Buy}) {
            if (auto taken = take_level(line, side, row.sides[side_index(side)], index); !taken) {
                return taken;
            }
        }
    }
    return {};
}

Expected<bool> LobsterBookReader::next(LobsterRow& row) {
    if (failure_) {
        return std::unexpected(*failure_);
    }
    const auto line = lines_.next();
    if (!line) {
        failure_ = input().damage();
        return failure_ ? Expected<bool>(std::unexpected(*failure_)) : false;
    }
    if (const auto parsed = parse_lobster_row(*line, row); !parsed) {
        return stop_with(parsed.error());
    }
    if (levels_ != 0 && levels_ != row.levels_max) {
        return stop_with("a row must have as many columns as the first row");
    }
    levels_ = row.levels_max;
    return true;
}

Expected<bool> LobsterBookReader::stop_with(std::string_view reason) {
    failure_ = Error{fmt::format(
        "{}: {} is not a row of a LOBSTER order book file: {}; all before it was read; copy or "
        "download the file again, or remove it: without it the book is an estimate",
        input().name(), lines_.place(), reason)};
    return std::unexpected(*failure_);
}

std::optional<std::string> lobster_book_name(std::string_view message_name) {
    const std::size_t at = message_name.rfind(kMessagePart);
    if (at == message_name.npos) {
        return std::nullopt;
    }
    return fmt::format("{}{}{}", message_name.substr(0, at), kBookPart,
                       message_name.substr(at + kMessagePart.size()));
}

}  // namespace hotpath::capture
