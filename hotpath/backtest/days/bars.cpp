#include "hotpath/backtest/days/bars.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/backtest/bars/bar_run.hpp"
#include "hotpath/capture/table/adjustment_table.hpp"
#include "hotpath/capture/table/bar_intervals.hpp"
#include "hotpath/files/parquet_source.hpp"

namespace hotpath::backtest {

namespace {

namespace fs = std::filesystem;
using capture::AdjustmentRow;
using capture::BarIntervals;
using capture::BarTable;
using capture::ReadBuffer;

constexpr std::array<std::string_view, 5> kAdjustmentColumnNames{"date", "time", "symbol", "split",
                                                                 "dividend"};

/// A table, CSV or Parquet.
[[nodiscard]] Expected<ReadBuffer> open_table(const fs::path& file,
                                              std::span<const std::string_view> columns) {
    auto source = files::open_table_source(file, columns);
    if (source && *source == nullptr) {
        source = capture::ByteSource::open(file);
    }
    return source ? Expected<ReadBuffer>(ReadBuffer(std::move(*source)))
                  : std::unexpected(source.error());
}

[[nodiscard]] Expected<BarIntervals> open_bars(const BacktestConfig& config) {
    std::vector<BarTable> tables;
    for (const BacktestDay& file : config.days) {
        auto input = open_table(file.file, capture::kBarColumnNames);
        if (!input) {
            return std::unexpected(input.error());
        }
        auto table = BarTable::open(std::move(*input), config.bars->table);
        if (!table) {
            return std::unexpected(table.error());
        }
        tables.push_back(std::move(*table));
    }
    return BarIntervals::create(std::move(tables), config.trade.trader.engine.symbols);
}

[[nodiscard]] Expected<std::vector<AdjustmentRow>> open_adjustments(const BacktestConfig& config) {
    if (!config.bars->adjustments) {
        return std::vector<AdjustmentRow>{};
    }
    auto input = open_table(*config.bars->adjustments, kAdjustmentColumnNames);
    return input ? capture::read_adjustments(std::move(*input)) : std::unexpected(input.error());
}

[[nodiscard]] SymbolBar bar_of(const capture::BarRow& row) {
    return {.symbol = row.symbol,
            .open = row.open,
            .high = row.high,
            .low = row.low,
            .close = row.close,
            .volume = row.volume};
}

/// The days, each with the adjustments since the one before.
class Days {
  public:
    explicit Days(std::vector<AdjustmentRow> adjustments) : adjustments_(std::move(adjustments)) {}

    /// Nothing when the day goes on.
    [[nodiscard]] std::optional<BarDay> day_of(capture::Date date) {
        if (count_ > 0 && date_ == date) {
            return std::nullopt;
        }
        const bool is_first = count_ == 0;
        date_ = date;
        ++count_;
        BarDay day{.name = capture::date_text(date), .date = date.days};
        for (; next_ < adjustments_.size() && adjustments_[next_].date <= date; ++next_) {
            const AdjustmentRow& row = adjustments_[next_];
            if (!is_first) {  // nothing was held before
                day.adjustments.push_back({.symbol = row.symbol,
                                           .new_shares = row.new_shares,
                                           .old_shares = row.old_shares,
                                           .dividend = row.dividend});
            }
        }
        return day;
    }

    /// That have begun.
    [[nodiscard]] std::size_t count() const { return count_; }

  private:
    std::vector<AdjustmentRow> adjustments_;
    std::size_t next_ = 0;
    std::size_t count_ = 0;
    capture::Date date_{};
};

/// Another market: whole price units, so that the high stays the highest.
[[nodiscard]] SymbolBar halved(SymbolBar bar) {
    for (Price* const price : {&bar.open, &bar.high, &bar.low, &bar.close}) {
        price->value = std::max<std::int64_t>(price->value / 2, 1);
    }
    bar.volume.value /= 2;
    return bar;
}

/// What is played of the bars.
struct BarRange {
    const DateRange& dates;
    const BarCut& cut;
};

/// Every interval of the dates before the cut, in order, and what follows it.
template <class Run>
[[nodiscard]] Expected<void> play(BarIntervals& intervals, const BarRange& range, Days& days,
                                  Run& run, const std::atomic<bool>& stop) {
    const auto& [dates, cut] = range;
    std::vector<SymbolBar> bars;
    for (;;) {
        const auto more = intervals.next();
        if (!more) {
            return std::unexpected(more.error());
        }
        if (!*more) {
            return {};
        }
        const capture::BarRow& first = intervals.bars().front();
        if (dates.until && first.date > *dates.until) {
            return {};
        }
        if (!dates.has(first.date)) {
            continue;
        }
        if (auto day = days.day_of(first.date)) {
            if (cut.days != 0 && days.count() > cut.days && !cut.is_scrambled_after) {
                return {};
            }
            run.begin_day(std::move(*day));
        }
        bars.clear();
        std::ranges::transform(intervals.bars(), std::back_inserter(bars), bar_of);
        if (cut.days != 0 && days.count() > cut.days) {
            std::ranges::transform(bars, bars.begin(), halved);
        }
        auto played = run.on_bars({.begin = first.begin,
                                   .end = first.end,
                                   .bars = bars,
                                   .is_last = intervals.is_last_of_day()});
        if (!played) {
            return played;
        }
        if (stop.load(std::memory_order_relaxed)) {
            return fail("stopped before the end; no result was written");
        }
    }
}

/// Every traded symbol has a bar.
[[nodiscard]] Expected<void> check_symbols(const BacktestConfig& config,
                                           const BacktestResult& result) {
    const auto& instruments = result.days.back().instruments;
    for (const Symbol symbol : config.trade.trader.engine.symbols) {
        if (std::ranges::find(instruments, symbol, &InstrumentResult::symbol) ==
            instruments.end()) {
            return fail(
                fmt::format("no bar of {} in {}", symbol.str(),
                            config.days.size() == 1 ? config.days.front().name : "data.files"));
        }
    }
    return {};
}

/// Room for our orders; others have none.
[[nodiscard]] BarRunOptions bar_run_options(const BacktestConfig& config) {
    engine::EngineOptions engine = config.trade.trader.engine;
    const auto instruments = static_cast<std::uint32_t>(engine.symbols.size());
    engine.books.instruments_max =
        static_cast<std::uint16_t>(std::min<std::uint32_t>(instruments + 1, 65'534));
    engine.orders.instruments_max = engine.books.instruments_max;
    engine.books.orders_max = engine.orders.open_orders_max + 4 * instruments + 64;
    engine.books.levels_max = 2 * engine.books.orders_max;
    return {.engine = std::move(engine),
            .session = config.session,
            .bars = config.bars->options,
            .sample_every = config.sample_every};
}

}  // namespace

Expected<void> check_bar_dates(const BacktestConfig& config) {
    auto intervals = open_bars(config);
    if (!intervals) {
        return std::unexpected(intervals.error());
    }
    std::optional<DateSpan> data;
    bool has_any = false;
    for (;;) {
        const auto more = intervals->next();
        if (!more) {
            return std::unexpected(more.error());
        }
        if (!*more) {
            break;
        }
        const capture::Date date = intervals->bars().front().date;
        data = data.value_or(DateSpan{.first = date, .last = date});
        data->add(date);
        has_any = has_any || config.dates.has(date);
    }
    if (!data) {
        return {};  // run_bars() says that there is none
    }
    if (auto checked = check_date_range(config.dates, *data); !checked) {
        return checked;
    }
    return has_any ? Expected<void>() : fail("no bar has a time from data.from to data.until");
}

Expected<BacktestResult> run_bars(const BacktestConfig& config, const std::atomic<bool>& stop,
                                  const BarCut& cut) {
    auto intervals = open_bars(config);
    if (!intervals) {
        return std::unexpected(intervals.error());
    }
    auto adjustments = open_adjustments(config);
    if (!adjustments) {
        return std::unexpected(adjustments.error());
    }
    Days days(std::move(*adjustments));
    auto strategy = strategy::make_strategies(config.trade.strategies,
                                              config.trade.trader.engine.books.instruments_max);
    if (!strategy) {
        return std::unexpected(strategy.error());
    }
    auto run = BarRun<strategy::AnyStrategy>::create(bar_run_options(config), std::move(*strategy));
    if (!run) {
        return std::unexpected(run.error());
    }
    if (auto played = play(*intervals, {.dates = config.dates, .cut = cut}, days, *run, stop);
        !played) {
        return std::unexpected(played.error());
    }
    auto result = run->finish();
    if (!result) {
        return result;
    }
    if (auto checked = check_symbols(config, *result); !checked) {
        return std::unexpected(checked.error());
    }
    result->capital = config.capital;
    return result;
}

}  // namespace hotpath::backtest
