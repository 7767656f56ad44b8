#pragma once
/// The tables of `hotpath replay --parquet DIR`: trades, best bid and ask, depth.
///
///   trades.parquet   a row an execution, visible or not          columns of --trades
///   bbo.parquet      a row after each message that changes an instrument's best bid or ask
///   depth.parquet    a row after each message that changes an instrument's first N levels
///
/// Values and rows are those of the CSV exports, with the symbol in every row (market_rows.hpp).
/// close() reports any error; until then rows are dropped, as in OutputFile. Threads: one owner.
/// Allocation: at creation, and two sets of levels an instrument when it is first shown.
/// Complexity: O(N) a message.

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/feed/listener.hpp"
#include "hotpath/files/market_rows.hpp"
#include "hotpath/files/parquet_writer.hpp"
#include "hotpath/files/written_export.hpp"

namespace hotpath::files {

struct ParquetExportOptions {
    std::filesystem::path directory;  // made if it is not there
    std::size_t levels = 5;
    std::string recording;  // its name
};

class ParquetExport {
  public:
    static constexpr std::size_t kTables = 3;

    [[nodiscard]] static Expected<std::unique_ptr<ParquetExport>> create(
        const ParquetExportOptions& options);
    /// The file to write.
    [[nodiscard]] static std::vector<std::filesystem::path> files_in(
        const std::filesystem::path& directory);

    void on_trade(const feed::Trade& trade, const Symbol& symbol);
    void on_trade_break(const TradeBreak& broken, const Symbol& symbol);
    void on_book(const book::L3Books& books, const book::BookUpdate& update, const Symbol& symbol,
                 Time venue_time);
    /// Puts the three files under their names.
    [[nodiscard]] Expected<void> close() { return writer_->close(); }

    [[nodiscard]] std::array<WrittenExport, kTables> tables() const;

  private:
    ParquetExport(ParquetExportOptions options, std::unique_ptr<ParquetWriter> writer);
    [[nodiscard]] ShownBooks::Shown& shown(InstrumentId instrument, const Symbol& symbol);

    ParquetExportOptions options_;
    std::unique_ptr<ParquetWriter> writer_;
    ShownBooks shown_;
};

}  // namespace hotpath::files
