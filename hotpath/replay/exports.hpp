#pragma once
/// The exports of a replay: depth and trades as CSV, all three tables as
/// Parquet.
///
/// One listener feeds them all, so that the recording is read once. Without
/// an export it does nothing. No file has its name before close(). Threads: one
/// owner. Allocation: the exports' own. Complexity: that of the exports.

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/feed/instrument_directory.hpp"
#include "hotpath/feed/listener.hpp"
#include "hotpath/files/depth_export.hpp"
#include "hotpath/files/parquet_export.hpp"
#include "hotpath/files/trade_export.hpp"
#include "hotpath/files/written_export.hpp"

namespace hotpath::replay {

struct ReplayExportOptions {
    std::filesystem::path recording;  // what is exported: said in the Parquet files
    std::optional<Symbol> symbol;     // all exports are of this one; without it of all that is kept
    std::size_t levels = 5;
    std::filesystem::path out;  // empty paths: not wanted
    std::filesystem::path trades;
    std::filesystem::path parquet;
};

class ReplayExports {
  public:
    [[nodiscard]] static Expected<ReplayExports> open(const ReplayExportOptions& options);

    [[nodiscard]] bool is_empty() const noexcept { return !depth_ && !trades_ && !parquet_; }

    void on_book(const book::L3Books& books, const feed::InstrumentDirectory& directory,
                 const book::BookUpdate& update, Time venue_time);
    void on_trade(const feed::InstrumentDirectory& directory, const feed::Trade& trade);
    void on_trade_break(const feed::InstrumentDirectory& directory,
                        const files::TradeBreak& broken);

    /// Puts the files under their names. What was finished before a failure is still in `written`.
    [[nodiscard]] Expected<void> close(std::vector<files::WrittenExport>& written);

  private:
    ReplayExports() = default;

    std::optional<Symbol> symbol_;
    std::optional<files::DepthExport> depth_;
    std::optional<files::TradeExport> trades_;
    std::unique_ptr<files::ParquetExport> parquet_;
};

}  // namespace hotpath::replay
