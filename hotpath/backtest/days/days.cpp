#include "hotpath/backtest/days/days.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/backtest/days/bars.hpp"
#include "hotpath/backtest/days/day_run.hpp"
#include "hotpath/backtest/scrambled_market.hpp"
#include "hotpath/capture/skips.hpp"
#include "hotpath/files/book_source_text.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/sim/market/market_input.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::backtest {

namespace {

using DayOutcome = Expected<DayResult>;

[[nodiscard]] Expected<std::unique_ptr<sim::market::MarketInput>> open_day(
    const BacktestConfig& config, const BacktestDay& day) {
    if (!day.file.empty()) {
        return sim::market::MarketInput::recorded(day.file);
    }
    sim::market::MarketOptions market = config.market;
    market.seed = day.seed;
    market.names = config.trade.trader.engine.symbols;
    return sim::market::MarketInput::generated(market);
}

constexpr std::uint64_t kScrambleSeed = 1;

/// No more than the day has of the block, and after that of the other market that goes on.
[[nodiscard]] Expected<void> play_block(Bytes block, DayRun& run, const BacktestDay& day,
                                        ScrambledMarket& later) {
    if (day.messages_max == 0) {
        return run.on_block(block);
    }
    protocols::FrameCursor frames(block);
    for (Bytes message; frames.next(message);) {
        const bool is_later = run.messages() >= day.messages_max;
        if (is_later && !(day.is_scrambled_after && later.admits(message))) {
            continue;
        }
        if (auto played = run.on_message(message); !played) {
            return played;
        }
    }
    return {};
}

/// The messages that the reader of a file left out: no book and no fill has them.
void warn_of_skips(const sim::market::MarketInput& input, const BacktestDay& day,
                   const DayEvents& events) {
    if (!input.skips().empty() && events.on_warning) {
        events.on_warning({.kind = DayWarning::Kind::EventsLeftOut,
                           .day = day.name,
                           .text = fmt::format("{}: events of the recording were left out: {}",
                                               day.name, capture::to_text(input.skips()))});
    }
}

[[nodiscard]] Expected<void> play(sim::market::MarketInput& input, DayRun& run,
                                  const BacktestDay& day, const std::atomic<bool>& stop,
                                  const DayEvents& events) {
    ScrambledMarket later(kScrambleSeed);
    for (;;) {
        const auto block = input.next_block();
        if (!block) {
            return std::unexpected(block.error());
        }
        const bool is_cut =
            day.messages_max != 0 && !day.is_scrambled_after && run.messages() == day.messages_max;
        if (block->empty() || is_cut) {
            warn_of_skips(input, day, events);
            return {};
        }
        if (auto played = play_block(*block, run, day, later); !played) {
            return played;
        }
        if (events.on_progress) {
            events.on_progress(input.progress());
        }
        if (stop.load(std::memory_order_relaxed)) {
            return fail(
                "stopped before the end; no result was written (--out DIR keeps the days that are "
                "done)");
        }
    }
}

/// The error of a day, after its name.
[[nodiscard]] std::unexpected<Error> fault_on(const BacktestDay& day, const Error& error) {
    const bool is_named = error.message.contains(day.name);
    return fail(is_named ? error.message : fmt::format("{}: {}", day.name, error.message));
}

/// A recording without orders has no exact places, and one whose book is an estimate has wrong ones.
[[nodiscard]] Expected<void> check_fills(const BacktestConfig& config,
                                         const sim::market::MarketInput& input) {
    const capture::BookBasis basis = input.book_source().basis;
    if (config.fills.is_by_price()) {
        return {};
    }
    if (basis == capture::BookBasis::ByPrice) {
        return fail("fills.model must be a model by price: the recording has prices, not orders");
    }
    if (basis == capture::BookBasis::Estimate) {
        return fail(
            "the order book file is missing beside the LOBSTER messages, so the book would be an "
            "estimate");
    }
    return {};
}

/// Times of a file that are out of order: what has an earlier time was played at the latest one before
/// it.
void warn_of_times_back(const sim::session::SessionCounters& counters, const BacktestDay& day,
                        const DayEvents& events) {
    if (counters.times_back != 0 && events.on_warning) {
        events.on_warning(
            {.kind = DayWarning::Kind::TimesBack,
             .day = day.name,
             .text = fmt::format("{}: {} messages have a time before that of one before them; "
                                 "the first time that goes back is {} after {}",
                                 day.name, text::grouped(counters.times_back),
                                 text::time_of_day(counters.back_to),
                                 text::time_of_day(counters.back_from))});
    }
}

/// The whole day with one strategy, or several as one.
[[nodiscard]] DayOutcome run_strategy(const BacktestConfig& config, const BacktestDay& day,
                                      strategy::AnyStrategy strategy, const std::atomic<bool>& stop,
                                      const DayEvents& events) {
    auto input = open_day(config, day);
    if (!input) {
        return fault_on(day, input.error());
    }
    if (auto possible = check_fills(config, **input); !possible) {
        return fault_on(day, possible.error());
    }
    RunOptions options = run_options(config, day);
    options.fills.is_of_levels = (*input)->book_source().basis == capture::BookBasis::ByPrice;
    auto made = make_day_run(options, std::move(strategy));
    if (!made) {
        return std::unexpected(made.error());
    }
    DayRun& run = **made;
    if (auto played = play(**input, run, day, stop, events); !played) {
        return fault_on(day, played.error());
    }
    warn_of_times_back(run.counters(), day, events);
    if (run.messages() == 0) {
        return fail(fmt::format("{}: it holds no messages", day.name));
    }
    auto result = run.finish(day.name);
    if (result) {
        result->data = files::data_text((*input)->book_source());
    }
    return result ? std::move(result) : fault_on(day, result.error());
}

/// Takes days until there are none left, or one has failed.
class DayWorkers {
  public:
    DayWorkers(const BacktestConfig& config, const std::atomic<bool>& stop,
               const RunDaysOptions& options)
        : config_(config),
          stop_(stop),
          kept_(options.kept),
          observer_(options.observer),
          outcomes_(config.days.size()) {}

    [[nodiscard]] std::vector<std::optional<DayOutcome>>& run() {
        const std::size_t threads = std::min<std::size_t>(config_.threads, config_.days.size());
        {
            std::vector<std::jthread> others;
            for (std::size_t n = 1; n < threads; ++n) {
                others.emplace_back([this] { work(); });
            }
            work();
        }
        return outcomes_;
    }

  private:
    void work() {
        for (std::size_t n = next_++; n < outcomes_.size() && !has_failed_; n = next_++) {
            DayOutcome outcome = result_of(n);
            has_failed_ = has_failed_ || !outcome;
            const std::scoped_lock one(mutex_);
            outcomes_[n] = std::move(outcome);
        }
    }
    /// What is thrown is an error of the day: it must not leave a thread.
    [[nodiscard]] DayOutcome result_of(std::size_t n) {
        try {
            return kept_ != nullptr && kept_->has(n) ? kept_->load(n) : run(n);
        } catch (const std::bad_alloc&) {
            return fault_on(config_.days[n], Error{"out of memory"});
        } catch (const std::system_error& error) {
            return fault_on(config_.days[n], Error{error.what()});
        }
    }
    /// Its files are opened before it runs, and are complete or absent when it has.
    [[nodiscard]] DayOutcome run(std::size_t n) {
        const BacktestDay& day = config_.days[n];
        std::unique_ptr<KeptDay> place;
        if (kept_ != nullptr) {
            auto begun = kept_->begin(n, day.name);
            if (!begun) {
                return std::unexpected(begun.error());
            }
            place = std::move(*begun);
        }
        auto outcome = run_day(config_, day, stop_, events_of(n));
        if (outcome && place) {
            if (auto kept = place->commit(*outcome); !kept) {
                return std::unexpected(kept.error());
            }
        }
        if (observer_ != nullptr) {
            observer_->on_finished(n);
        }
        return outcome;
    }
    [[nodiscard]] DayEvents events_of(std::size_t n) {
        if (observer_ == nullptr) {
            return {};
        }
        return {
            .on_progress =
                [this, n](const ReadProgress& progress) {
                    observer_->on_progress(n, share_of(progress), progress.messages);
                },
            .on_warning = [this](const DayWarning& warning) { observer_->on_warning(warning); }};
    }

    const BacktestConfig& config_;
    const std::atomic<bool>& stop_;
    const KeptDays* kept_;
    RunObserver* observer_;
    std::vector<std::optional<DayOutcome>> outcomes_;  // by day
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> has_failed_{false};
    std::mutex mutex_;
};

/// Bars are one run over all days, so its tables are those of all days, written when it has ended.
[[nodiscard]] Expected<BacktestResult> run_and_keep_bars(const BacktestConfig& config,
                                                         const std::atomic<bool>& stop,
                                                         const KeptDays* kept) {
    if (kept == nullptr || kept->has_all()) {
        return run_bars(config, stop);
    }
    auto place = kept->begin_all(config.days.front().name);
    if (!place) {
        return std::unexpected(place.error());
    }
    auto result = run_bars(config, stop);
    if (!result) {
        return result;
    }
    auto done = (*place)->commit_all(result->days);
    return done ? std::move(result) : std::unexpected(done.error());
}

}  // namespace

Expected<DayResult> run_day(const BacktestConfig& config, const BacktestDay& day,
                            const std::atomic<bool>& stop, const DayEvents& events) {
    if (auto possible = check_sessions(config); !possible) {
        return std::unexpected(possible.error());
    }
    auto strategy = strategy::make_strategies(config.trade.strategies,
                                              config.trade.trader.engine.books.instruments_max);
    return strategy ? run_strategy(config, day, std::move(*strategy), stop, events)
                    : std::unexpected(strategy.error());
}

Expected<BacktestResult> run_days(const BacktestConfig& config, const std::atomic<bool>& stop,
                                  const RunDaysOptions& options) {
    if (auto possible = check_sessions(config); !possible) {
        return std::unexpected(possible.error());
    }
    if (config.bars) {
        return run_and_keep_bars(config, stop, options.kept);
    }
    DayWorkers workers(config, stop, options);
    BacktestResult result{.capital = config.capital};
    for (std::optional<DayOutcome>& outcome : workers.run()) {
        if (outcome && !*outcome) {
            return std::unexpected(outcome->error());
        }
        if (outcome) {
            result.days.push_back(std::move(**outcome));
        }
    }
    return result;
}

}  // namespace hotpath::backtest
