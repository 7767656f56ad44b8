#pragma once
/// BacktestJob: one backtest, from the text of its configuration to its result.
///
///   BacktestJob job(configure(text, strategies));
///   FinishedBacktest finished = job.run(options);    without the GIL, but for Python's callbacks
///
/// Threads: run() one; stop() any, and run() ends within a block of the recording. Allocation: that of
/// the runs. Complexity: that of the runs.

#include <atomic>
#include <filesystem>

#include "python/src/backtest/configured.hpp"
#include "python/src/backtest/finished_backtest.hpp"

namespace hotpath::python {

struct JobOptions {
    bool has_sensitivity = false;
    bool has_guard = false;
    bool has_progress = false;
    std::filesystem::path out{};  // empty: nothing is kept
};

class BacktestJob {
  public:
    explicit BacktestJob(Configured configured) : configured_(std::move(configured)) {}

    [[nodiscard]] const backtest::BacktestConfig& config() const noexcept {
        return configured_.config;
    }
    [[nodiscard]] const std::atomic<bool>& stop_flag() const noexcept {
        return configured_.run->control->stop_flag();
    }
    void stop() noexcept { configured_.run->control->stop(); }
    /// With the GIL. A KeyboardInterrupt in the callback that Python is in.
    void interrupt_callback() noexcept { configured_.run->control->interrupt_callback(); }

    /// With the GIL. Raises hotpath.Error, or what a callback has raised.
    [[nodiscard]] FinishedBacktest run(const JobOptions& options);
    /// The Python strategies of the days, in order, once. With the GIL.
    [[nodiscard]] nanobind::list take_strategies();

  private:
    [[nodiscard]] Expected<FinishedBacktest> run_released(const JobOptions& options);

    Configured configured_;
    std::size_t strategies_of_days_ = 0;  // of run->made: the guard and the tables make others
};

}  // namespace hotpath::python
