#pragma once
/// The results of a sweep's points, and the file that keeps them while it runs.
///
///   {"point": 3, "gross": 1200000, "fees": -4500, ... "days": [120000, -33000]}      a line a point
///
/// A line is appended with one write when its point is done, and taken back when the disk is full; a
/// line without its end is dropped when the file is opened, so no half-written point is taken for
/// one. Threads: append() any. Allocation: the results. Complexity: linear.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/backtest/result.hpp"
#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::backtest {

/// The figures that a sweep keeps of each point's backtest.
struct PointResult {
    std::size_t point = 0;  // by index
    Money gross{};
    Money fees{};
    Money turnover{};
    Money drawdown{};
    std::uint64_t orders = 0;
    std::uint64_t fills = 0;
    std::uint64_t round_trips = 0;
    std::uint64_t wins = 0;
    std::optional<double> fill_ratio{};  // by shares
    std::optional<double> sharpe{};
    std::optional<double> sortino{};
    std::uint64_t output_hash = 0;
    std::size_t stopped_days = 0;  // by the risk gate, before their end
    double traded_share = 1;       // of the time of all days
    std::vector<Money> days{};     // profit and loss of each

    [[nodiscard]] Money pnl() const noexcept { return gross - fees; }
    [[nodiscard]] std::optional<double> win_rate() const;
    [[nodiscard]] std::vector<double> daily_dollars() const;
};

[[nodiscard]] PointResult point_result(std::size_t point, const BacktestResult& result);

/// A line of the file, with its end; and the reverse, of a line with or without it.
[[nodiscard]] std::string to_line(const PointResult& result);
[[nodiscard]] Expected<PointResult> point_from_line(std::string_view line);

class PointFile {
  public:
    /// Opens it for appending; the points that are there are read. Refuses one with damaged lines.
    [[nodiscard]] static Expected<PointFile> open(const std::filesystem::path& file);

    PointFile(PointFile&& other) noexcept
        : path_(std::move(other.path_)), file_(std::move(other.file_)) {
        results_ = std::move(other.results_);
    }
    PointFile& operator=(PointFile&&) = delete;
    PointFile(const PointFile&) = delete;
    PointFile& operator=(const PointFile&) = delete;
    ~PointFile() = default;

    [[nodiscard]] bool has(std::size_t point) const;
    [[nodiscard]] std::size_t size() const;
    /// nullptr: not yet. Valid until the file ends.
    [[nodiscard]] const PointResult* find(std::size_t point) const;
    [[nodiscard]] Expected<void> append(const PointResult& result);

  private:
    PointFile(std::filesystem::path path, Descriptor file)
        : path_(std::move(path)), file_(std::move(file)) {}
    [[nodiscard]] Expected<void> read();

    std::filesystem::path path_;
    Descriptor file_;
    mutable std::mutex mutex_;
    std::map<std::size_t, PointResult> results_;  // under the mutex
};

}  // namespace hotpath::backtest
