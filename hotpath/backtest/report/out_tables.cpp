#include "hotpath/backtest/report/out_tables.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/files/parquet_row.hpp"

namespace hotpath::backtest {

namespace {

struct OutTable {
    enum : std::size_t { Orders, Fills, Positions, Equity, QueuePlaces };
};

constexpr std::string_view kTime = "ns since midnight of the venue's day";
constexpr std::string_view kPriceUnits = "1/10000 dollar";
constexpr std::string_view kShares = "shares";
constexpr std::string_view kSides = "BS";
constexpr std::string_view kLiquidities = "ARO";   // by oms::Liquidity
constexpr std::string_view kTimesInForce = "DIF";  // by TimeInForce
constexpr std::string_view kNoYes = "NY";

std::vector<files::ParquetColumn> order_columns() {
    using enum files::ColumnKind;
    return {{.name = "entered_ns", .unit = kTime},
            {.name = "order_id"},
            {.name = "symbol", .kind = Symbol},
            {.name = "side", .kind = Code, .codes = kSides},
            {.name = "price", .unit = kPriceUnits},
            {.name = "qty", .unit = kShares},
            {.name = "filled_qty", .unit = kShares},
            {.name = "closed_ns", .kind = OptionalInt64, .unit = kTime},
            {.name = "queue_ahead_qty", .kind = OptionalInt64, .unit = kShares},
            {.name = "time_in_force", .kind = Code, .codes = kTimesInForce},
            {.name = "post_only", .kind = Code, .codes = kNoYes},
            {.name = "reduced_qty", .unit = kShares}};
}

std::vector<files::ParquetColumn> fill_columns() {
    using enum files::ColumnKind;
    std::vector<files::ParquetColumn> columns{
        {.name = "time_ns", .unit = kTime},
        {.name = "order_id"},
        {.name = "symbol", .kind = Symbol},
        {.name = "side", .kind = Code, .codes = kSides},
        {.name = "liquidity", .kind = Code, .codes = kLiquidities},
        {.name = "price", .unit = kPriceUnits},
        {.name = "qty", .unit = kShares},
        {.name = "fee", .unit = kPriceUnits},
        {.name = "position", .unit = kShares},
        {.name = "order_entered_ns", .unit = kTime},
        {.name = "mid", .kind = OptionalInt64, .unit = kPriceUnits}};
    for (const Nanos horizon : kMarkOutHorizons) {
        columns.push_back({.name = "mid_" + std::to_string(horizon.value / 1'000'000) + "_ms",
                           .kind = OptionalInt64,
                           .unit = kPriceUnits});
    }
    return columns;
}

std::vector<files::ParquetColumn> position_columns() {
    using enum files::ColumnKind;
    return {{.name = "time_ns", .unit = kTime},
            {.name = "symbol", .kind = Symbol},
            {.name = "position", .unit = kShares},
            {.name = "cash", .unit = kPriceUnits},
            {.name = "fees", .unit = kPriceUnits}};
}

std::vector<files::ParquetColumn> equity_columns() {
    using enum files::ColumnKind;
    return {{.name = "time_ns", .unit = kTime},
            {.name = "symbol", .kind = Symbol},
            {.name = "pnl", .unit = kPriceUnits},
            {.name = "position", .unit = kShares},
            {.name = "mid", .kind = OptionalInt64, .unit = kPriceUnits}};
}

std::vector<files::ParquetColumn> queue_place_columns() {
    using enum files::ColumnKind;
    return {{.name = "entered_ns", .unit = kTime},
            {.name = "order_id"},
            {.name = "symbol", .kind = Symbol},
            {.name = "side", .kind = Code, .codes = kSides},
            {.name = "price", .unit = kPriceUnits},
            {.name = "qty", .unit = kShares},
            {.name = "queue_ahead_qty", .unit = kShares},
            {.name = "filled_qty", .unit = kShares},
            {.name = "first_fill_ns", .kind = OptionalInt64, .unit = kTime}};
}

char code_of(Side side) {
    return kSides[static_cast<std::size_t>(side)];
}

std::optional<std::int64_t> if_there(Price price) {
    return price == Price{} ? std::nullopt : std::optional(price.value);
}

std::optional<std::int64_t> if_there(const std::optional<TotalQty>& qty) {
    return qty ? std::optional(static_cast<std::int64_t>(qty->value)) : std::nullopt;
}

/// "2018-06-25" as 20180625.
std::int64_t number_of_date(std::string_view date) {
    std::int64_t number = 0;
    for (const char digit : date) {
        number = digit == '-' ? number : 10 * number + (digit - '0');
    }
    return number;
}

/// The rows of one day; each begins with the date, if there is one.
class DayTables {
  public:
    DayTables(files::ParquetWriter& writer, const DayResult& day, std::optional<std::int64_t> date)
        : writer_(writer), day_(day), date_(date) {
        for (const InstrumentResult& instrument : day.instruments) {
            symbols_[instrument.id] = writer.add_symbol(instrument.symbol);
        }
    }

    void write() {
        write_fills();
        write_orders();
        write_positions();
        write_equity();
    }

  private:
    /// A row of a table, with what all rows begin with.
    class Row : public files::ParquetRow {
      public:
        Row(DayTables& tables, std::size_t table) : files::ParquetRow(tables.writer_, table) {
            if (tables.date_) {
                *this << *tables.date_;
            }
        }
    };

    void write_fills() {
        for (const FillRecord& fill : day_.fills) {
            first_fills_.try_emplace(fill.order, fill.at.value);
            Row row(*this, OutTable::Fills);
            row << fill.at.value << std::int64_t{fill.order.value} << symbols_[fill.instrument]
                << code_of(fill.side) << kLiquidities[static_cast<std::size_t>(fill.liquidity)]
                << fill.price.value << std::int64_t{fill.qty.value} << fill.fee.value
                << fill.position.value << fill.order_entered.value << if_there(fill.mid);
            for (const Price mid : fill.mid_after) {
                row << if_there(mid);
            }
        }
    }
    void write_orders() {
        for (const OrderRecord& order : day_.orders) {
            const bool is_closed = order.closed != kNever;
            Row(*this, OutTable::Orders)
                << order.entered.value << std::int64_t{order.id.value} << symbols_[order.instrument]
                << code_of(order.side) << order.price.value << std::int64_t{order.qty.value}
                << std::int64_t{order.filled.value}
                << (is_closed ? std::optional(order.closed.value) : std::nullopt)
                << if_there(order.queue_ahead)
                << kTimesInForce[static_cast<std::size_t>(order.time_in_force)]
                << kNoYes[order.is_post_only ? 1 : 0] << std::int64_t{order.reduced.value};
            if (order.queue_ahead) {
                write_queue_place(order);
            }
        }
    }
    void write_queue_place(const OrderRecord& order) {
        const auto first = first_fills_.find(order.id);
        files::ParquetRow(writer_, OutTable::QueuePlaces)
            << order.entered.value << std::int64_t{order.id.value} << symbols_[order.instrument]
            << code_of(order.side) << order.price.value << std::int64_t{order.qty.value}
            << static_cast<std::int64_t>(order.queue_ahead->value)
            << std::int64_t{order.filled.value}
            << (first == first_fills_.end() ? std::nullopt : std::optional(first->second));
    }
    void write_positions() {
        struct Account {
            Money cash{};
            Money fees{};
        };
        std::map<InstrumentId, Account> accounts;
        for (const FillRecord& fill : day_.fills) {
            Account& account = accounts[fill.instrument];
            account.cash -= fill.price * signed_qty(fill.side, fill.qty);
            account.fees += fill.fee;
            Row(*this, OutTable::Positions)
                << fill.at.value << symbols_[fill.instrument] << fill.position.value
                << account.cash.value << account.fees.value;
        }
    }
    void write_equity() {
        for (const EquityPoint& point : day_.equity) {
            Row(*this, OutTable::Equity)
                << point.at.value << symbols_[point.instrument] << point.pnl.value
                << point.position.value << if_there(point.mid);
        }
    }

    files::ParquetWriter& writer_;
    const DayResult& day_;
    std::optional<std::int64_t> date_;
    std::map<InstrumentId, std::int32_t> symbols_;
    std::map<ClOrdId, std::int64_t> first_fills_;
};

/// The five tables, their columns after those that each begins with.
std::vector<files::ParquetTableOptions> tables_after(
    const std::vector<files::ParquetColumn>& first) {
    std::vector<files::ParquetTableOptions> tables{
        {.file_name = "orders.parquet", .columns = order_columns()},
        {.file_name = "fills.parquet", .columns = fill_columns()},
        {.file_name = "positions.parquet", .columns = position_columns()},
        {.file_name = "equity.parquet", .columns = equity_columns()},
        {.file_name = "queue_places.parquet", .columns = queue_place_columns()}};
    for (files::ParquetTableOptions& table : tables) {
        table.columns.insert(table.columns.begin(), first.begin(), first.end());
    }
    return tables;
}

Expected<std::unique_ptr<files::ParquetWriter>> open_tables(
    const std::filesystem::path& folder, const std::string& recording,
    const std::vector<files::ParquetColumn>& first) {
    return files::ParquetWriter::create({.directory = folder,
                                         .recording = recording,
                                         .creator = "hotpath backtest",
                                         .option = "--out",
                                         .tables = tables_after(first)});
}

}  // namespace

Expected<std::unique_ptr<files::ParquetWriter>> open_day_tables(const std::filesystem::path& folder,
                                                                const std::string& day) {
    return open_tables(folder, day, {});
}

Expected<void> write_day_tables(files::ParquetWriter& writer, const DayResult& day) {
    DayTables(writer, day, std::nullopt).write();
    return writer.close();
}

Expected<std::unique_ptr<files::ParquetWriter>> open_dated_tables(
    const std::filesystem::path& folder, const std::string& recording) {
    return open_tables(folder, recording, {{.name = "date", .unit = "yyyymmdd"}});
}

Expected<void> write_dated_tables(files::ParquetWriter& writer, std::span<const DayResult> days) {
    for (const DayResult& day : days) {
        DayTables(writer, day, number_of_date(day.day)).write();
    }
    return writer.close();
}

}  // namespace hotpath::backtest
