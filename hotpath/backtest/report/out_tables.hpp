#pragma once
/// The Parquet tables of a backtest, for `hotpath backtest --out`: those of a day, or with bars of all.
///
///   orders.parquet        a row an order, replacements too
///   fills.parquet         a row a fill, with the mids after it
///   positions.parquet     a row a change of a position, with the cash and fees so far
///   equity.parquet        a row a sample of an instrument: profit and loss, position, mid
///   queue_places.parquet  a row an order that joined a queue: the shares ahead, and when it was filled
///
/// Columns: docs/guide/backtest-files.md. What is not there is null. Threads: one owner. Allocation:
/// the writer's. Complexity: linear.

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "hotpath/backtest/result.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/files/parquet_writer.hpp"

namespace hotpath::backtest {

/// Ready to write the tables to the folder; `day` is its name in the files' metadata.
[[nodiscard]] Expected<std::unique_ptr<files::ParquetWriter>> open_day_tables(
    const std::filesystem::path& folder, const std::string& day);

/// Writes all rows, and puts the files under their names.
[[nodiscard]] Expected<void> write_day_tables(files::ParquetWriter& writer, const DayResult& day);

/// The same tables for many days, with the column `date` first; a day's name must be yyyy-mm-dd.
[[nodiscard]] Expected<std::unique_ptr<files::ParquetWriter>> open_dated_tables(
    const std::filesystem::path& folder, const std::string& recording);
[[nodiscard]] Expected<void> write_dated_tables(files::ParquetWriter& writer,
                                                std::span<const DayResult> days);

}  // namespace hotpath::backtest
