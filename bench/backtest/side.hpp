#pragma once
/// Our side of the benchmark: whole days through backtest::Run, as `hotpath backtest` runs them,
/// with one of the two strategies compiled in.
///
/// The day is read from its file block by block, as that command does, and the time of it counts.
/// Threads: SideOptions::threads, a day each. Allocation: that of the runs.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "bench/backtest/best_prices.hpp"
#include "bench/backtest/peer_rows.hpp"
#include "hotpath/backtest/run.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"

namespace hotpath::bench::backtests {

enum class Strategy : std::uint8_t { Read, Quote };

/// The bounds of docs/examples/trader.toml.
inline constexpr book::BooksOptions kTraderBooks{
    .orders_max = 200'000, .levels_max = 400'000, .instruments_max = 10'000};

struct SideOptions {
    std::vector<std::filesystem::path> days;  // stems of write_day()
    BookKind books = BookKind::ByOrder;
    Strategy strategy = Strategy::Read;
    /// So many strategies, each with its share of the instruments; 1: it has the run for itself.
    std::uint32_t strategies = 1;
    std::uint32_t threads = 1;
    book::BooksOptions bounds = kTraderBooks;
};

struct SideResult {
    BestPrices prices{};  // of all days, in their order
    std::uint64_t messages = 0;
    std::uint64_t orders = 0;  // entered and replaced
    std::uint64_t fills = 0;
    std::uint64_t output_hash = 0;    // of the last day
    std::int64_t played_ns = 0;       // the days' own times, from the first block to the result
    std::int64_t whole_ns = 0;        // by the clock, with the making of venues and traders
    std::int64_t first_event_ns = 0;  // CLOCK_MONOTONIC, of the first day
};

[[nodiscard]] Expected<SideResult> play(const SideOptions& options);

/// What a day with these symbols is played with.
[[nodiscard]] backtest::RunOptions run_options(const SideOptions& side,
                                               std::vector<Symbol> symbols);

}  // namespace hotpath::bench::backtests
