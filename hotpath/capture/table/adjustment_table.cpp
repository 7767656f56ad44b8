#include "hotpath/capture/table/adjustment_table.hpp"

#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "hotpath/capture/table/table_reader.hpp"

namespace hotpath::capture {

namespace {

struct AdjustmentColumn {
    enum : std::size_t { Date, Symbol, Split, Dividend };
};
constexpr std::array<TableColumn, 4> kAdjustmentTable{{{.name = "date", .alias = "time"},
                                                       {.name = "symbol"},
                                                       {.name = "split", .is_required = false},
                                                       {.name = "dividend", .is_required = false}}};

constexpr unsigned kSplitDecimals = 4;
constexpr std::int64_t kSplitUnits = 10'000;
constexpr std::int64_t kSplitMost = 10'000 * kSplitUnits;

[[nodiscard]] Expected<void> read_split(const TableReader& table, AdjustmentRow& row) {
    if (table.field(AdjustmentColumn::Split).empty()) {
        return {};
    }
    const auto split = to_decimal(table.field(AdjustmentColumn::Split), kSplitDecimals);
    if (!split || *split <= 0 || *split > kSplitMost) {
        return std::unexpected(table.refusal(
            AdjustmentColumn::Split,
            "new shares of one old share, from 0.0001 to 10000 with up to 4 decimals"));
    }
    const std::int64_t common = std::gcd(*split, kSplitUnits);
    row.new_shares = static_cast<std::uint32_t>(*split / common);
    row.old_shares = static_cast<std::uint32_t>(kSplitUnits / common);
    return {};
}

[[nodiscard]] Expected<void> read_dividend(const TableReader& table, AdjustmentRow& row) {
    constexpr unsigned kDecimals = 4;
    if (table.field(AdjustmentColumn::Dividend).empty()) {
        return {};
    }
    const auto dividend = to_decimal(table.field(AdjustmentColumn::Dividend), kDecimals);
    if (!dividend || *dividend < 0 || *dividend > kSplitMost) {
        return std::unexpected(
            table.refusal(AdjustmentColumn::Dividend,
                          "an amount of one share, from 0 to 10000 with up to 4 decimals"));
    }
    row.dividend = {*dividend};
    return {};
}

[[nodiscard]] Expected<AdjustmentRow> row_of(const TableReader& table) {
    AdjustmentRow row;
    const auto time = to_table_time(table.field(AdjustmentColumn::Date));
    if (!time) {
        return std::unexpected(table.refusal(AdjustmentColumn::Date, kDateAllowed));
    }
    row.date = time->date;
    const auto symbol = Symbol::from(table.field(AdjustmentColumn::Symbol));
    if (!symbol) {
        return std::unexpected(
            table.refusal(AdjustmentColumn::Symbol, "a symbol of 1 to 8 characters"));
    }
    row.symbol = *symbol;
    for (const auto read : {&read_split, &read_dividend}) {
        if (auto done = read(table, row); !done) {
            return std::unexpected(done.error());
        }
    }
    return row;
}

}  // namespace

Expected<std::vector<AdjustmentRow>> read_adjustments(ReadBuffer input) {
    auto table = TableReader::open(std::move(input), kAdjustmentTable);
    if (!table) {
        return std::unexpected(table.error());
    }
    std::vector<AdjustmentRow> rows;
    for (;;) {
        const auto more = table->next();
        if (!more) {
            return std::unexpected(more.error());
        }
        if (!*more) {
            return rows;
        }
        const auto row = row_of(*table);
        if (!row) {
            return std::unexpected(row.error());
        }
        if (!rows.empty() && row->date < rows.back().date) {
            return std::unexpected(
                table->refusal(AdjustmentColumn::Date,
                               "at or after that of the row before: sort the file by date"));
        }
        rows.push_back(*row);
    }
}

}  // namespace hotpath::capture
