#include "hotpath/capture/table/bar_table.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace hotpath::capture {

namespace {

struct BarColumn {
    enum : std::size_t { Time, Symbol, Open, High, Low, Close, Volume };
};
constexpr std::array<TableColumn, 7> kBarTable{{{.name = "time", .alias = "date"},
                                                {.name = "symbol", .is_required = false},
                                                {.name = "open"},
                                                {.name = "high"},
                                                {.name = "low"},
                                                {.name = "close"},
                                                {.name = "volume"}}};

constexpr std::int64_t kNanosPerMinute = 60 * kNanosPerSecond;
constexpr std::int64_t kNanosPerDay = 1'440 * kNanosPerMinute;

constexpr std::string_view kExactPrice =
    "a price above 0 with up to 4 decimals (data.bar_tick rounds others)";
constexpr std::string_view kAnyPrice = "a price above 0";

[[nodiscard]] std::optional<Symbol> symbol_of_file(const ReadBuffer& input) {
    const std::string name = input.source().content_name();
    return Symbol::from(std::string_view(name).substr(0, name.find('.')));
}

}  // namespace

Expected<BarTable> BarTable::open(ReadBuffer input, const BarTableOptions& options) {
    const auto symbol = symbol_of_file(input);
    auto table = TableReader::open(std::move(input), kBarTable);
    if (!table) {
        return std::unexpected(table.error());
    }
    if (!table->has_column(BarColumn::Symbol) && !symbol) {
        return fail(table->input().name() +
                    ": has no column symbol, and its name is none: name it SYMBOL.csv");
    }
    return BarTable(std::move(*table), options, symbol.value_or(Symbol{}));
}

Expected<bool> BarTable::next() {
    auto more = table_.next();
    if (!more || !*more) {
        return more;
    }
    for (const auto step : {&BarTable::read_time, &BarTable::read_symbol, &BarTable::read_prices}) {
        if (auto done = (this->*step)(); !done) {
            return std::unexpected(done.error());
        }
    }
    has_row_ = true;
    return true;
}

Expected<void> BarTable::read_time() {
    const BarRow before = bar_;
    const auto read = to_table_time(table_.field(BarColumn::Time));
    const bool is_daily = options_.minutes == 0;
    if (!read || (!is_daily && !read->time)) {
        return std::unexpected(
            table_.refusal(BarColumn::Time, is_daily ? kDateAllowed : kTimeAllowed));
    }
    const Nanos length{options_.minutes * kNanosPerMinute};
    bar_.date = read->date;
    bar_.begin = is_daily ? kDayOpen : *read->time - (options_.time_is_end ? length : Nanos{});
    bar_.end = is_daily ? kDayClose : bar_.begin + length;
    if (bar_.begin < Time{} || bar_.end.value > kNanosPerDay) {
        return std::unexpected(table_.refusal(BarColumn::Time, "of a bar within one day"));
    }
    if (has_row_ && std::tie(bar_.date, bar_.begin) < std::tie(before.date, before.begin)) {
        return std::unexpected(table_.refusal(
            BarColumn::Time,
            "at or after that of the row before: sort the file by time, or give each symbol "
            "a file"));
    }
    return {};
}

Expected<void> BarTable::read_symbol() {
    const auto symbol = table_.has_column(BarColumn::Symbol)
                            ? Symbol::from(table_.field(BarColumn::Symbol))
                            : std::optional(symbol_);
    if (!symbol) {
        return std::unexpected(table_.refusal(BarColumn::Symbol, "a symbol of 1 to 8 characters"));
    }
    bar_.symbol = *symbol;
    return {};
}

Expected<void> BarTable::read_prices() {
    const std::array<std::pair<std::size_t, Price*>, 4> prices{{{BarColumn::Open, &bar_.open},
                                                                {BarColumn::High, &bar_.high},
                                                                {BarColumn::Low, &bar_.low},
                                                                {BarColumn::Close, &bar_.close}}};
    for (const auto& [column, value] : prices) {
        const auto price = to_table_price(table_.field(column), options_.tick);
        if (!price) {
            return std::unexpected(
                table_.refusal(column, options_.tick == Price{} ? kExactPrice : kAnyPrice));
        }
        *value = *price;
    }
    if (bar_.high < std::max({bar_.open, bar_.low, bar_.close})) {
        return std::unexpected(table_.refusal(BarColumn::High, "at least open, low and close"));
    }
    if (bar_.low > std::min(bar_.open, bar_.close)) {
        return std::unexpected(table_.refusal(BarColumn::Low, "at most open and close"));
    }
    const auto volume = to_whole(table_.field(BarColumn::Volume));
    if (!volume) {
        return std::unexpected(table_.refusal(BarColumn::Volume, "a whole number from 0"));
    }
    bar_.volume = {*volume};
    return {};
}

}  // namespace hotpath::capture
