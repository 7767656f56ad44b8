#include "hotpath/backtest/days/date_range.hpp"

#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "hotpath/sim/market/market_input.hpp"

namespace hotpath::backtest {

namespace {

using capture::Date;
using capture::date_text;

[[nodiscard]] bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// A date of this century or the one before, so that eight digits have one reading at most.
[[nodiscard]] std::optional<Date> to_recent_date(const std::string& text) {
    return text.starts_with("19") || text.starts_with("20") ? capture::to_date(text) : std::nullopt;
}

/// "20240102", "01022024"
[[nodiscard]] std::optional<Date> date_of_digits(std::string_view digits) {
    if (digits.size() != 8) {
        return std::nullopt;
    }
    const auto joined = [&](std::size_t year, std::size_t month) {
        return to_recent_date(fmt::format("{}-{}-{}", digits.substr(year, 4),
                                          digits.substr(month, 2), digits.substr(month + 2, 2)));
    };
    const auto year_first = joined(0, 4);
    return year_first ? year_first : joined(4, 0);
}

[[nodiscard]] Expected<void> refuse_end(std::string_view key, Date given, const DateSpan& data) {
    return fail(fmt::format("data.{} must be from {} to {}, the dates of the data, got {}", key,
                            date_text(data.first), date_text(data.last), date_text(given)));
}

}  // namespace

Expected<void> check_date_range(const DateRange& range, const DateSpan& data) {
    const auto is_outside = [&](const std::optional<Date>& date) {
        return date && (*date < data.first || *date > data.last);
    };
    if (is_outside(range.from)) {
        return refuse_end("from", *range.from, data);
    }
    return is_outside(range.until) ? refuse_end("until", *range.until, data) : Expected<void>();
}

std::optional<Date> date_in_name(std::string_view name) {
    for (std::size_t at = 0; at < name.size();) {
        std::size_t end = at;
        while (end < name.size() && is_digit(name[end])) {
            ++end;
        }
        if (const auto date = date_of_digits(name.substr(at, end - at))) {
            return date;
        }
        const bool is_year = end - at == 4;
        const bool ends_after_day = at + 10 >= name.size() || !is_digit(name[at + 10]);
        if (const auto date = is_year && ends_after_day
                                  ? to_recent_date(std::string(name.substr(at, 10)))
                                  : std::nullopt) {
            return date;
        }
        at = std::max(end, at + 1);
    }
    return std::nullopt;
}

Expected<Date> date_of_file(const std::filesystem::path& file) {
    if (const auto date = date_in_name(file.filename().string())) {
        return *date;
    }
    auto market = sim::market::MarketInput::recorded(file);
    if (!market) {
        return std::unexpected(market.error());
    }
    if (const auto block = (*market)->next_block(); !block) {
        return std::unexpected(block.error());
    }
    const std::optional<Date> date = (*market)->date();
    return date ? Expected<Date>(*date)
                : fail(fmt::format("{}: data.from and data.until need a date in the file name, as "
                                   "in day.2024-01-02.itch, because the data has none",
                                   file.filename().string()));
}

}  // namespace hotpath::backtest
