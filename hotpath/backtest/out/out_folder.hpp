#pragma once
/// The folder of `hotpath backtest --out DIR`: finished days, each complete or absent.
///
///   DIR/run.json            what the run is of: checksums of program and configuration, the recordings
///   DIR/day=1/*.parquet     the tables of the first day (out_tables.hpp)
///   DIR/day=1/day.result    the same day for a run that goes on (out_day.hpp)
///   DIR/days/*.parquet      with bars: the tables of all days, written when the run has ended
///   DIR/variations.jsonl    rows of the tables of --sensitivity, as they are done
///   DIR/summary.json        the whole result, as --json has it; written when every day is done
///
/// A day is written as DIR/day=N.part-PID-M and renamed, so a folder under its name is complete. Days
/// that are there are not run again, which gives the same result. A folder of another configuration,
/// program or recording is refused, and so is one that another process is writing to. Threads: load()
/// and begin() any, also at once. Allocation: free.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/backtest/kept_days.hpp"
#include "hotpath/backtest/report/out_tables.hpp"
#include "hotpath/backtest/result.hpp"
#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/files/parquet_writer.hpp"

namespace hotpath::backtest {

/// A day that is being run: its files are opened before, so that what stands in their way is known
/// at once.
class DayFolder final : public KeptDay {
  public:
    ~DayFolder() override;

    /// Writes all files, and puts the folder under its name.
    [[nodiscard]] Expected<void> commit(const DayResult& day) override;
    [[nodiscard]] Expected<void> commit_all(std::span<const DayResult> days) override;

  private:
    friend class OutFolder;
    [[nodiscard]] Expected<void> finish(const Expected<void>& written);
    DayFolder(std::filesystem::path folder, std::filesystem::path part, std::uint64_t identity)
        : folder_(std::move(folder)), part_(std::move(part)), identity_(identity) {}

    std::filesystem::path folder_;
    std::filesystem::path part_;
    std::uint64_t identity_ = 0;
    std::unique_ptr<files::ParquetWriter> tables_;
};

class OutFolder final : public KeptDays {
  public:
    /// Makes the folder, or goes on with one of the same run.
    [[nodiscard]] static Expected<std::unique_ptr<OutFolder>> open(
        const std::filesystem::path& folder, const BacktestConfig& config);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return folder_; }
    [[nodiscard]] bool has(std::size_t day) const override;
    /// How many of the configuration's days are there.
    [[nodiscard]] std::size_t days_done() const;
    [[nodiscard]] Expected<DayResult> load(std::size_t day) const override;
    [[nodiscard]] Expected<std::unique_ptr<KeptDay>> begin(std::size_t day,
                                                           const std::string& name) const override;
    /// The folder of all days of a run over bars.
    [[nodiscard]] bool has_all() const override;
    [[nodiscard]] Expected<std::unique_ptr<KeptDay>> begin_all(
        const std::string& recording) const override;
    [[nodiscard]] Expected<void> write_summary(std::string_view json) const;
    /// "stopped: 2 of 5 days are in DIR; the same command goes on from there"
    [[nodiscard]] std::string stopped_text() const;

  private:
    OutFolder() = default;
    using OpenTables = decltype(&open_day_tables);
    [[nodiscard]] std::filesystem::path folder_of(std::size_t day) const;
    [[nodiscard]] Expected<std::unique_ptr<KeptDay>> begin_folder(
        const std::filesystem::path& folder, const std::string& name, OpenTables open_tables) const;

    std::filesystem::path folder_;
    std::size_t days_ = 0;
    std::uint64_t identity_ = 0;
    Descriptor lock_{-1};
};

}  // namespace hotpath::backtest
