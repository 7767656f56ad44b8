#include "apps/hotpath/export/parquet_export.hpp"

#include <utility>

#include <fmt/format.h>

#include "apps/hotpath/export/parquet_row.hpp"
#include "apps/hotpath/export/trade_export.hpp"

namespace hotpath::app {

namespace {

constexpr std::size_t kTrades = 0;
constexpr std::size_t kBbo = 1;
constexpr std::size_t kDepth = 2;

constexpr std::array<std::string_view, ParquetExport::kTables> kFileNames{
    "trades.parquet", "bbo.parquet", "depth.parquet"};
constexpr std::array<std::string_view, ParquetExport::kTables> kRowNames{
    "trades", "rows of best bid and ask", "rows of depth"};

constexpr std::string_view kTimeUnit = "ns since midnight of the venue's day";
constexpr std::string_view kPriceUnit = "1/10000 dollar";
constexpr std::string_view kQtyUnit = "shares";

void add_level(std::vector<ParquetColumn>& columns, std::string_view side,
               std::string_view suffix) {
    columns.push_back({.name = fmt::format("{}_price{}", side, suffix),
                       .kind = ColumnKind::Int64,
                       .unit = kPriceUnit});
    columns.push_back({.name = fmt::format("{}_qty{}", side, suffix),
                       .kind = ColumnKind::Int64,
                       .unit = kQtyUnit});
}

std::vector<ParquetColumn> first_columns() {
    return {{.name = "time_ns", .kind = ColumnKind::Int64, .unit = kTimeUnit},
            {.name = "symbol", .kind = ColumnKind::Symbol}};
}

std::vector<ParquetColumn> trade_columns() {
    std::vector<ParquetColumn> columns = first_columns();
    columns.push_back({.name = "message_type", .kind = ColumnKind::Code, .codes = "ECPQ"});
    columns.push_back({.name = "side", .kind = ColumnKind::Code, .codes = "BSN"});
    columns.push_back({.name = "price", .kind = ColumnKind::Int64, .unit = kPriceUnit});
    columns.push_back({.name = "qty", .kind = ColumnKind::Int64, .unit = kQtyUnit});
    columns.push_back({.name = "match_id", .kind = ColumnKind::UInt64});
    columns.push_back({.name = "printable", .kind = ColumnKind::Flag});
    return columns;
}

std::vector<ParquetColumn> bbo_columns() {
    std::vector<ParquetColumn> columns = first_columns();
    add_level(columns, "ask", "");
    add_level(columns, "bid", "");
    return columns;
}

std::vector<ParquetColumn> depth_columns(std::size_t levels) {
    std::vector<ParquetColumn> columns = first_columns();
    for (std::size_t level = 1; level <= levels; ++level) {
        add_level(columns, "ask", fmt::format("_{}", level));
        add_level(columns, "bid", fmt::format("_{}", level));
    }
    return columns;
}

ParquetRow& operator<<(ParquetRow& row, const book::Level& level) {
    return row << level.price.value << static_cast<std::int64_t>(level.qty.value);
}

}  // namespace

Expected<std::unique_ptr<ParquetExport>> ParquetExport::create(
    const ParquetExportOptions& options) {
    auto writer = ParquetWriter::create(
        {.directory = options.directory,
         .recording = options.recording,
         .tables = {{.file_name = kFileNames[kTrades], .columns = trade_columns()},
                    {.file_name = kFileNames[kBbo], .columns = bbo_columns()},
                    {.file_name = kFileNames[kDepth], .columns = depth_columns(options.levels)}}});
    if (!writer) {
        return std::unexpected(writer.error());
    }
    return std::unique_ptr<ParquetExport>(new ParquetExport(options, std::move(*writer)));
}

ParquetExport::ParquetExport(ParquetExportOptions options, std::unique_ptr<ParquetWriter> writer)
    : options_(std::move(options)), writer_(std::move(writer)), scratch_(options_.levels) {}

std::vector<std::filesystem::path> ParquetExport::files_in(const std::filesystem::path& directory) {
    std::vector<std::filesystem::path> files;
    files.reserve(kTables);
    for (const std::string_view name : kFileNames) {
        files.push_back(directory / name);
    }
    return files;
}

void ParquetExport::on_trade(const feed::Trade& trade, const Symbol& symbol) {
    ParquetRow(*writer_, kTrades) << trade.venue_time.value << shown(trade.instrument, symbol).index
                                  << message_type(trade.kind) << side_code(trade)
                                  << trade.price.value << static_cast<std::int64_t>(trade.qty.value)
                                  << trade.match_id.value << trade.printable;
}

void ParquetExport::on_book(const book::L3Books& books, const book::BookUpdate& update,
                            const Symbol& symbol, Time venue_time) {
    Shown& shown = this->shown(update.instrument, symbol);
    if (update.bbo_changed && shown.best.take(books, update.instrument, scratch_)) {
        write_best(shown, venue_time);
    }
    if (shown.depth.take(books, update.instrument, scratch_)) {
        write_depth(shown, venue_time);
    }
}

/// An id that gets another symbol is reset.
ParquetExport::Shown& ParquetExport::shown(InstrumentId instrument, const Symbol& symbol) {
    if (instrument.value >= shown_.size()) {
        shown_.resize(std::size_t{instrument.value} + 1);
    }
    std::unique_ptr<Shown>& shown = shown_[instrument.value];
    if (!shown || shown->symbol != symbol) {
        shown = std::make_unique<Shown>(symbol, writer_->add_symbol(symbol), options_.levels);
    }
    return *shown;
}

void ParquetExport::write_best(const Shown& shown, Time venue_time) {
    const ShownLevels::Cells& best = shown.best.cells().front();
    ParquetRow row(*writer_, kBbo);
    row << venue_time.value << shown.index << best.ask << best.bid;
}

void ParquetExport::write_depth(const Shown& shown, Time venue_time) {
    ParquetRow row(*writer_, kDepth);
    row << venue_time.value << shown.index;
    for (const ShownLevels::Cells& cells : shown.depth.cells()) {
        row << cells.ask << cells.bid;
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

}  // namespace hotpath::app
