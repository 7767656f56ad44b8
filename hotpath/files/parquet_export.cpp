#include "hotpath/files/parquet_export.hpp"

#include <utility>

#include "hotpath/files/parquet_row.hpp"

namespace hotpath::files {

namespace {

constexpr std::size_t kTrades = 0;
constexpr std::size_t kBbo = 1;
constexpr std::size_t kDepth = 2;

constexpr std::array<std::string_view, ParquetExport::kTables> kFileNames{
    "trades.parquet", "bbo.parquet", "depth.parquet"};
constexpr std::array<std::string_view, ParquetExport::kTables> kRowNames{
    "trades", "rows of best bid and ask", "rows of depth"};

}  // namespace

Expected<std::unique_ptr<ParquetExport>> ParquetExport::create(
    const ParquetExportOptions& options) {
    auto writer = ParquetWriter::create(
        {.directory = options.directory,
         .recording = options.recording,
         .tables = {{.file_name = kFileNames[kTrades], .columns = trade_columns()},
                    {.file_name = kFileNames[kBbo], .columns = quote_columns()},
                    {.file_name = kFileNames[kDepth], .columns = depth_columns(options.levels)}}});
    if (!writer) {
        return std::unexpected(writer.error());
    }
    return std::unique_ptr<ParquetExport>(new ParquetExport(options, std::move(*writer)));
}

ParquetExport::ParquetExport(ParquetExportOptions options, std::unique_ptr<ParquetWriter> writer)
    : options_(std::move(options)), writer_(std::move(writer)), shown_(options_.levels) {}

std::vector<std::filesystem::path> ParquetExport::files_in(const std::filesystem::path& directory) {
    std::vector<std::filesystem::path> files;
    files.reserve(kTables);
    for (const std::string_view name : kFileNames) {
        files.push_back(directory / name);
    }
    return files;
}

ShownBooks::Shown& ParquetExport::shown(InstrumentId instrument, const Symbol& symbol) {
    return shown_.of(instrument, symbol,
                     [this](const Symbol& added) { return writer_->add_symbol(added); });
}

void ParquetExport::on_trade(const feed::Trade& trade, const Symbol& symbol) {
    put_trade(ParquetRow(*writer_, kTrades), trade, shown(trade.instrument, symbol).index);
}

void ParquetExport::on_trade_break(const TradeBreak& broken, const Symbol& symbol) {
    put_trade_break(ParquetRow(*writer_, kTrades), broken, shown(broken.instrument, symbol).index);
}

void ParquetExport::on_book(const book::L3Books& books, const book::BookUpdate& update,
                            const Symbol& symbol, Time venue_time) {
    ShownBooks::Shown& shown = this->shown(update.instrument, symbol);
    if (shown_.takes_best(shown, books, update)) {
        put_levels(ParquetRow(*writer_, kBbo), venue_time, shown.index, shown.best);
    }
    if (shown_.takes_depth(shown, books, update)) {
        put_levels(ParquetRow(*writer_, kDepth), venue_time, shown.index, shown.depth);
    }
}

std::array<WrittenExport, ParquetExport::kTables> ParquetExport::tables() const {
    std::array<WrittenExport, kTables> tables;
    for (std::size_t i = 0; i < kTables; ++i) {
        tables[i] = {.path = options_.directory / kFileNames[i],
                     .rows_name = kRowNames[i],
                     .rows = writer_->batch(i).rows_total()};
    }
    return tables;
}

}  // namespace hotpath::files
