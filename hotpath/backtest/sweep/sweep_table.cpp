#include "hotpath/backtest/sweep/sweep_table.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/files/parquet_row.hpp"

namespace hotpath::backtest {

namespace {

using strategy::Parameter;
using strategy::ParameterKind;

[[nodiscard]] files::ColumnKind column_kind(const Parameter& parameter) {
    return parameter.kind == ParameterKind::Integer   ? files::ColumnKind::Int64
           : parameter.kind == ParameterKind::Dollars ? files::ColumnKind::OptionalDouble
                                                      : files::ColumnKind::Symbol;
}

[[nodiscard]] std::vector<files::ParquetColumn> sweep_columns(const SweepPlan& plan) {
    using enum files::ColumnKind;
    constexpr std::string_view kMoneyUnit = "1/10000 dollar";
    std::vector<files::ParquetColumn> columns{{.name = "point"}};
    for (const SweepAxis& axis : plan.axes) {
        const Parameter& parameter = axis.values.front();
        columns.push_back({.name = "param_" + axis.name,
                           .kind = column_kind(parameter),
                           .unit = strategy::unit_of(parameter.key)});
    }
    for (const char* name : {"pnl", "gross", "fees", "turnover", "max_drawdown"}) {
        columns.push_back({.name = name, .unit = kMoneyUnit});
    }
    for (const char* name : {"sharpe", "sortino", "win_rate", "fill_ratio"}) {
        columns.push_back({.name = name, .kind = OptionalDouble});
    }
    for (const char* name : {"orders", "fills", "round_trips", "output_hash"}) {
        columns.push_back({.name = name, .kind = UInt64});
    }
    columns.push_back({.name = "stopped_days", .kind = UInt64});
    columns.push_back({.name = "traded_share", .kind = OptionalDouble});
    columns.push_back({.name = "tried", .kind = Flag});
    return columns;
}

/// The rows, with a number in the writer's dictionary for each symbol.
class SweepRows {
  public:
    explicit SweepRows(files::ParquetWriter& writer) : writer_(writer) {}

    void write(const SweepPlan& plan, const PointResult& result, bool is_tried) {
        const std::vector<std::int32_t> symbols = symbols_of(plan, plan.points[result.point]);
        files::ParquetRow row(writer_, 0);
        row << static_cast<std::int64_t>(result.point + 1);
        for (std::size_t n = 0; n < plan.axes.size(); ++n) {
            put(row, plan.axes[n].values[plan.points[result.point][n]], symbols[n]);
        }
        row << result.pnl().value << result.gross.value << result.fees.value
            << result.turnover.value << result.drawdown.value << result.sharpe << result.sortino
            << result.win_rate() << result.fill_ratio << result.orders << result.fills
            << result.round_trips << result.output_hash << std::uint64_t{result.stopped_days}
            << std::optional(result.traded_share) << is_tried;
    }

  private:
    static void put(files::ParquetRow& row, const Parameter& value, std::int32_t symbol) {
        switch (value.kind) {
            case ParameterKind::Integer:
                row << value.value;
                break;
            case ParameterKind::Dollars:
                row << std::optional(static_cast<double>(value.value) / strategy::kUnitsOfDollar);
                break;
            case ParameterKind::Symbol:
                row << symbol;
                break;
        }
    }
    /// Before the row, in which a new one could not be announced any more.
    [[nodiscard]] std::vector<std::int32_t> symbols_of(const SweepPlan& plan,
                                                       const SweepPoint& point) {
        std::vector<std::int32_t> numbers(plan.axes.size());
        for (std::size_t n = 0; n < plan.axes.size(); ++n) {
            const Parameter& value = plan.axes[n].values[point[n]];
            if (value.kind == ParameterKind::Symbol) {
                const auto [found, is_new] = symbols_.try_emplace(value.symbol, 0);
                found->second = is_new ? writer_.add_symbol(value.symbol) : found->second;
                numbers[n] = found->second;
            }
        }
        return numbers;
    }

    files::ParquetWriter& writer_;
    std::map<Symbol, std::int32_t> symbols_;
};

}  // namespace

Expected<std::unique_ptr<files::ParquetWriter>> open_sweep_table(
    const std::filesystem::path& folder, const SweepPlan& plan) {
    return files::ParquetWriter::create(
        {.directory = folder,
         .recording = "",
         .creator = "hotpath backtest sweep",
         .option = "--out",
         .tables = {{.file_name = "sweep.parquet", .columns = sweep_columns(plan)}}});
}

Expected<void> write_sweep_table(files::ParquetWriter& writer, const SweepPlan& plan,
                                 std::span<const PointResult> results, std::size_t tried) {
    SweepRows rows(writer);
    for (const PointResult& result : results) {
        rows.write(plan, result, result.point < tried);
    }
    return writer.close();
}

}  // namespace hotpath::backtest
