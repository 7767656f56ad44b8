#pragma once
/// SweepJob: a search over parameters whose points are run where the owner sends them: to processes
/// of a pool, to workers of a cluster. Its plan, its file of results and its end are those of
/// `hotpath backtest sweep`.
///
///   every worker   run(point, places) ──> a line
///   the owner      open(folder) ─ append(line) ... add_neighbours() ... append(line) ─ finish()
///
/// The same configuration, axes and seed make the same points everywhere. Threads: run() one; stop()
/// any. Allocation: that of a backtest. Complexity: run() and finish() that of a backtest.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/backtest/sweep/sweep_points.hpp"
#include "hotpath/backtest/sweep/sweep_run.hpp"
#include "hotpath/core/descriptor.hpp"
#include "python/src/backtest/configured.hpp"
#include "python/src/backtest/finished_backtest.hpp"
#include "python/src/table.hpp"

namespace hotpath::python {

struct SweepSearch {
    std::vector<std::string> axes{};  // NAME=VALUES
    std::size_t random = 0;           // points drawn; 0: the whole grid
    std::uint64_t seed = 1;
};

class SweepJob {
  public:
    /// With the GIL, as all but stop(). Raises hotpath.Error.
    SweepJob(Configured configured, const SweepSearch& search);

    [[nodiscard]] std::size_t points() const noexcept { return plan_.points.size(); }
    [[nodiscard]] std::size_t tried() const noexcept { return tried_; }
    [[nodiscard]] std::size_t refused() const noexcept { return plan_.refused; }
    /// The values of a point by the names of the axes.
    [[nodiscard]] nanobind::dict values(std::size_t n) const;

    /// Which value of each axis a point has: what a worker runs, whose plan may lack the point.
    [[nodiscard]] const backtest::SweepPoint& places(std::size_t point) const {
        return this->point(point);
    }
    /// The days with a point's values, as a line of the file.
    [[nodiscard]] std::string run(std::size_t n, const backtest::SweepPoint& places);
    void stop() noexcept { configured_.run->control->stop(); }
    /// With the GIL. A KeyboardInterrupt in the callback that Python is in.
    void interrupt_callback() noexcept { configured_.run->control->interrupt_callback(); }

    /// Keeps results in the folder, which is locked, and takes those that are there. `code`: what
    /// else the results depend on, besides the configuration.
    void open(const std::filesystem::path& folder, const std::string& code);
    [[nodiscard]] bool has(std::size_t n) const;
    void append(const std::string& line);

    /// All points tried are there: the best's neighbours that were not drawn become points, too.
    void add_neighbours();
    /// The best point once more, with what it is worth after the search; all points are there.
    [[nodiscard]] FinishedBacktest finish();
    [[nodiscard]] std::size_t best() const;
    /// A row a point: its number from 1, parameters, results, and whether it was a trial.
    [[nodiscard]] Table table() const;
    /// Profit and loss of each day in dollars, of each trial.
    [[nodiscard]] std::vector<std::vector<double>> trials() const;

  private:
    [[nodiscard]] std::vector<backtest::PointResult> results() const;
    [[nodiscard]] backtest::PointFile& file();
    [[nodiscard]] const backtest::SweepPoint& point(std::size_t n) const;
    /// Days of one configuration, without the GIL.
    [[nodiscard]] backtest::BacktestResult run_days_of(
        const backtest::BacktestConfig& config) const;
    void add_parameters(TableBuilder& builder) const;

    Configured configured_;
    backtest::SweepPlan plan_;
    std::size_t tried_ = 0;
    Descriptor lock_{-1};
    std::optional<backtest::PointFile> file_;
};

}  // namespace hotpath::python
