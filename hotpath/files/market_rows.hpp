#pragma once
/// The rows of a market's tables, defined once: the Parquet files of `hotpath replay` and the Arrow
/// streams of the Python package have the same columns and the same rows.
///
///   trades   a row an execution, visible or not, and a row a trade that is broken
///   quotes   a row after each message that changes an instrument's best bid or ask
///   depth    a row after each message that changes an instrument's first N levels
///
/// A Row takes the values in the order of the columns: row << time_ns << symbol << ... Threads: one
/// owner. Allocation: two sets of levels an instrument when it is first shown. Complexity: O(N) a
/// message.

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/feed/listener.hpp"
#include "hotpath/files/parquet_batch.hpp"
#include "hotpath/files/shown_levels.hpp"
#include "hotpath/files/trade_export.hpp"

namespace hotpath::files {

inline constexpr std::string_view kTimeUnit = "ns since midnight of the venue's day";
inline constexpr std::string_view kPriceUnit = "1/10000 dollar";
inline constexpr std::string_view kQtyUnit = "shares";

[[nodiscard]] std::vector<ParquetColumn> trade_columns();
[[nodiscard]] std::vector<ParquetColumn> quote_columns();
[[nodiscard]] std::vector<ParquetColumn> depth_columns(std::size_t levels);

/// `symbol` is the place of its name among the table's symbols.
template <class Row>
void put_trade(Row&& row, const feed::Trade& trade, std::int32_t symbol) {
    row << trade.venue_time.value << symbol << message_type(trade.kind) << side_code(trade)
        << trade.price.value << static_cast<std::int64_t>(trade.qty.value) << trade.match_id.value
        << trade.printable;
}

template <class Row>
void put_trade_break(Row&& row, const TradeBreak& broken, std::int32_t symbol) {
    row << broken.venue_time.value << symbol << 'B' << 'N' << std::int64_t{0} << std::int64_t{0}
        << broken.match_id.value << false;
}

/// A quote is the first level alone. Inlined, so that a row that is made for the call stays in
/// registers: stores of bytes might change one in memory.
template <class Row>
[[gnu::always_inline]] inline void put_levels(Row&& row, Time venue_time, std::int32_t symbol,
                                              const ShownLevels& levels) {
    row << venue_time.value << symbol;
    for (const ShownLevels::Cells& cells : levels.cells()) {
        row << cells.ask.price.value << static_cast<std::int64_t>(cells.ask.qty.value)
            << cells.bid.price.value << static_cast<std::int64_t>(cells.bid.qty.value);
    }
}

/// The books of each instrument as rows last showed them.
class ShownBooks {
  public:
    struct Shown {
        Shown(const Symbol& symbol_now, std::int32_t symbol_index, std::size_t levels)
            : symbol(symbol_now), index(symbol_index), best(1), depth(levels) {}

        Symbol symbol;
        std::int32_t index;  // of the symbol in the table's dictionary
        ShownLevels best, depth;
    };

    explicit ShownBooks(std::size_t levels) : levels_(levels), scratch_(levels) {}

    /// An id that gets another symbol is reset. `add_symbol(symbol)` is its place in the dictionary.
    template <class AddSymbol>
    [[nodiscard]] Shown& of(InstrumentId instrument, const Symbol& symbol, AddSymbol&& add_symbol) {
        if (instrument.value >= shown_.size()) {
            shown_.resize(std::size_t{instrument.value} + 1);
        }
        std::unique_ptr<Shown>& shown = shown_[instrument.value];
        if (!shown || shown->symbol != symbol) {
            shown = std::make_unique<Shown>(symbol, add_symbol(symbol), levels_);
        }
        return *shown;
    }

    /// True when a row is due: the best bid or ask is not the one last shown.
    [[nodiscard]] bool takes_best(Shown& shown, const book::L3Books& books,
                                  const book::BookUpdate& update) {
        return update.bbo_changed && shown.best.take(books, update, scratch_);
    }
    [[nodiscard]] bool takes_depth(Shown& shown, const book::L3Books& books,
                                   const book::BookUpdate& update) {
        return shown.depth.take(books, update, scratch_);
    }

  private:
    std::size_t levels_;
    std::vector<std::unique_ptr<Shown>> shown_;  // by InstrumentId
    std::vector<book::Level> scratch_;
};

}  // namespace hotpath::files
