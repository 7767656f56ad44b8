#pragma once
/// The tables of `hotpath replay --parquet DIR`: trades, best bid and ask, depth.
///
///   trades.parquet   a row an execution, visible or not          columns of --trades
///   bbo.parquet      a row after each message that changes an instrument's best bid or ask
///   depth.parquet    a row after each message that changes an instrument's first N levels
///
/// Values and rows are those of the CSV exports, with the symbol in every row. close() reports
/// any error; until then rows are dropped, as in OutputFile. Threads: one owner.
/// Allocation: at creation, and two sets of levels an instrument when it is first shown.
/// Complexity: O(N) a message.

#include <array>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "apps/hotpath/export/parquet_writer.hpp"
#include "apps/hotpath/export/shown_levels.hpp"
#include "apps/hotpath/export/written_export.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/feed/listener.hpp"

namespace hotpath::app {

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
    void on_book(const book::L3Books& books, const book::BookUpdate& update, const Symbol& symbol,
                 Time venue_time);
    /// Puts the three files under their names.
    [[nodiscard]] Expected<void> close() { return writer_->close(); }

    [[nodiscard]] std::array<WrittenExport, kTables> tables() const;

  private:
    /// The books of one instrument as they were last shown.
    struct Shown {
        Shown(const Symbol& symbol_now, std::int32_t symbol_index, std::size_t levels)
            : symbol(symbol_now), index(symbol_index), best(1), depth(levels) {}

        Symbol symbol;
        std::int32_t index;  // of the symbol in the writer's dictionary
        ShownLevels best, depth;
    };

    ParquetExport(ParquetExportOptions options, std::unique_ptr<ParquetWriter> writer);
    [[nodiscard]] Shown& shown(InstrumentId instrument, const Symbol& symbol);
    void write_best(const Shown& shown, Time venue_time);
    void write_depth(const Shown& shown, Time venue_time);

    ParquetExportOptions options_;
    std::unique_ptr<ParquetWriter> writer_;
    std::vector<std::unique_ptr<Shown>> shown_;  // by InstrumentId
    std::vector<book::Level> scratch_;
};

}  // namespace hotpath::app
