#pragma once
/// The runs of a backtest with a progress line and warnings on standard error.
///
/// Threads: one owner; a run calls its observer from its own threads. Allocation and complexity: those of
/// the runs.

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/backtest/days/guard.hpp"
#include "hotpath/backtest/out/out_folder.hpp"
#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/run_observer.hpp"
#include "hotpath/backtest/statistics/sensitivity.hpp"
#include "hotpath/backtest/sweep/sweep_points.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/process/progress_line.hpp"

namespace hotpath::backtest {

/// Prints a warning, once a recording and kind in this process, of however many runs.
void print_warning(const DayWarning& warning);

/// Shows how far the days, or points, of a run are.
class ShownRun final : public RunObserver {
  public:
    explicit ShownRun(process::ProgressLine::Options options) : line_(std::move(options)) {}

    void on_progress(std::size_t part, double share, std::uint64_t messages) override {
        line_.on_progress(part, share, messages);
    }
    void on_finished(std::size_t part) override { line_.on_finished(part); }
    void on_warning(const DayWarning& warning) override { print_warning(warning); }

  private:
    process::ProgressLine line_;
};

struct ShownDays {
    std::string label{"backtest"};   // of the progress line
    const OutFolder* out = nullptr;  // null: no day is kept
    bool has_progress = true;        // the line is shown
};

[[nodiscard]] Expected<BacktestResult> run_days_shown(const BacktestConfig& config,
                                                      const std::atomic<bool>& stop,
                                                      const ShownDays& shown = {});

[[nodiscard]] Expected<GuardResult> check_future_shown(const BacktestConfig& config,
                                                       const BacktestResult& result,
                                                       const std::atomic<bool>& stop);

/// `kept` as in run_variations().
[[nodiscard]] Expected<std::vector<VariedRun>> run_variations_shown(const BacktestConfig& config,
                                                                    const BacktestResult& result,
                                                                    const std::atomic<bool>& stop,
                                                                    PointFile* kept = nullptr,
                                                                    bool has_progress = true);

}  // namespace hotpath::backtest
