#include "hotpath/replay/exports.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace hotpath::replay {

namespace {

/// Sets `made` to what `create` makes, when a path is named.
template <class Made, class Create>
Expected<void> create_if_wanted(const std::filesystem::path& path, Made& made, Create create) {
    if (path.empty()) {
        return {};
    }
    auto created = create(path);
    if (!created) {
        return std::unexpected(created.error());
    }
    made = std::move(*created);
    return {};
}

template <class Export>
Expected<void> close_csv(std::optional<Export>& file, std::string_view rows_name,
                         std::vector<files::WrittenExport>& written) {
    if (!file) {
        return {};
    }
    auto closed = file->close();
    if (closed) {
        written.push_back({.path = file->path(), .rows_name = rows_name, .rows = file->rows()});
    }
    return closed;
}

}  // namespace

Expected<ReplayExports> ReplayExports::open(const ReplayExportOptions& options) {
    ReplayExports exports;
    exports.symbol_ = options.symbol;
    auto opened = create_if_wanted(options.out, exports.depth_, [&](const auto& path) {
        return files::DepthExport::create(path, options.levels);
    });
    if (opened) {
        opened = create_if_wanted(options.trades, exports.trades_, files::TradeExport::create);
    }
    if (opened) {
        opened = create_if_wanted(options.parquet, exports.parquet_, [&](const auto& directory) {
            return files::ParquetExport::create(
                {.directory = directory,
                 .levels = options.levels,
                 .recording = options.recording.filename().string()});
        });
    }
    if (!opened) {
        return std::unexpected(opened.error());
    }
    return exports;
}

void ReplayExports::on_book(const book::L3Books& books, const feed::InstrumentDirectory& directory,
                            const book::BookUpdate& update, Time venue_time) {
    const Symbol& symbol = directory[update.instrument].symbol;
    if (symbol_ && symbol != *symbol_) {
        return;
    }
    if (depth_) {
        depth_->on_book(books, update, venue_time);
    }
    if (parquet_) {
        parquet_->on_book(books, update, symbol, venue_time);
    }
}

void ReplayExports::on_trade(const feed::InstrumentDirectory& directory, const feed::Trade& trade) {
    const Symbol& symbol = directory[trade.instrument].symbol;
    if (symbol_ && symbol != *symbol_) {
        return;
    }
    if (trades_) {
        trades_->on_trade(trade, symbol);
    }
    if (parquet_) {
        parquet_->on_trade(trade, symbol);
    }
}

/// An instrument that is not kept has no rows.
void ReplayExports::on_trade_break(const feed::InstrumentDirectory& directory,
                                   const files::TradeBreak& broken) {
    const Symbol symbol = directory[broken.instrument].symbol;
    if (symbol == Symbol{} || (symbol_ && symbol != *symbol_)) {
        return;
    }
    if (trades_) {
        trades_->on_trade_break(broken, symbol);
    }
    if (parquet_) {
        parquet_->on_trade_break(broken, symbol);
    }
}

Expected<void> ReplayExports::close(std::vector<files::WrittenExport>& written) {
    auto closed = close_csv(depth_, "rows of depth", written);
    if (closed) {
        closed = close_csv(trades_, "rows of trades", written);
    }
    if (closed && parquet_) {
        closed = parquet_->close();
        if (closed) {
            std::ranges::copy(parquet_->tables(), std::back_inserter(written));
        }
    }
    return closed;
}

}  // namespace hotpath::replay
