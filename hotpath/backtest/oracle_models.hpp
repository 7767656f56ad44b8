#pragma once
/// The order oracle over a recording: how many executions of real orders each fill model gives back.
///
/// Threads: the caller's. Allocation: books and orders of each model. Complexity: a run of the recording a
/// run, times the models.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "hotpath/backtest/oracle_counts.hpp"
#include "hotpath/backtest/order_scores.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/read_progress.hpp"
#include "hotpath/sim/flow/fill_model.hpp"

namespace hotpath::backtest {

/// A fill model of a backtest; the power model has several, by exponent, for its calibration.
struct OracleModel {
    std::string name;
    sim::flow::FillModel fills;
};

/// The results that a model gave back, of all runs.
struct ModelResult {
    OracleModel model;
    OracleCounts counts{};
    OrderScores scores{};
    std::string first_difference{};
};

struct OracleRunOptions {
    std::filesystem::path file{};
    std::uint32_t one_in = 10;  // orders: one in so many is removed and replayed
    std::uint32_t runs = 1;     // each with other orders; at most one_in
};

using OracleProgress = std::function<void(const ReadProgress&)>;

/// A result a model, the model exact first; or why the recording cannot be played. `stop` ends it early:
/// an error. `progress` may be empty.
[[nodiscard]] Expected<std::vector<ModelResult>> run_oracle_models(
    const OracleRunOptions& options, const std::atomic<bool>& stop,
    const OracleProgress& progress = {});

/// The result with the smallest Brier score among those of the power model, proportional included.
[[nodiscard]] const ModelResult& calibrated(std::span<const ModelResult> results);
[[nodiscard]] double exponent_of(const ModelResult& result);

}  // namespace hotpath::backtest
