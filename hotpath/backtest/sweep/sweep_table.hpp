#pragma once
/// The results of a sweep as one Parquet file: a row a point.
///
/// Threads: the caller's. Allocation: the writer's. Complexity: linear in the points.

#include <filesystem>
#include <memory>
#include <span>

#include "hotpath/backtest/sweep/sweep_points.hpp"
#include "hotpath/backtest/sweep/sweep_run.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/files/parquet_writer.hpp"

namespace hotpath::backtest {

/// Ready to write FOLDER/sweep.parquet.
[[nodiscard]] Expected<std::unique_ptr<files::ParquetWriter>> open_sweep_table(
    const std::filesystem::path& folder, const SweepPlan& plan);

/// `results` are those of plan.points; the ones from `tried` on were run as neighbours of the best.
[[nodiscard]] Expected<void> write_sweep_table(files::ParquetWriter& writer, const SweepPlan& plan,
                                               std::span<const PointResult> results,
                                               std::size_t tried);

}  // namespace hotpath::backtest
