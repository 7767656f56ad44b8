#include "bench/backtest/side.hpp"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "bench/backtest/touch_strategies.hpp"
#include "hotpath/backtest/run.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/strategy/portfolio.hpp"

namespace hotpath::bench::backtests {

namespace {

namespace fs = std::filesystem;
using strategy::AnyStrategy;
using strategy::Portfolio;

/// Limits that bind nothing: what is measured is the check. A rate is that of a nanosecond: the
/// more messages it allows, the more memory it has.
[[nodiscard]] engine::EngineOptions engine_options(const SideOptions& side,
                                                   std::vector<Symbol> symbols) {
    constexpr Money kPlenty{std::int64_t{1} << 60U};
    constexpr risk::RateLimit kAny{.messages_max = 1'000, .window = {1}};
    engine::EngineOptions options;
    options.books = side.bounds;
    options.symbols = std::move(symbols);
    options.limits = {.order_qty_max = {1'000},
                      .order_notional_max = kPlenty,
                      .tick = 1,
                      .fine_below = {10'000},
                      .collar_bps = {9'999},
                      .drift_bps = {9'999},
                      .position_max = {1'000'000'000},
                      .open_orders_max = 64,
                      .messages_max = 1'000,
                      .may_sell_short = true};
    options.account = {.gross_max = kPlenty,
                       .net_max = kPlenty,
                       .traded_max = kPlenty,
                       .loss_max = kPlenty,
                       .open_orders_max = 1'000,
                       .messages_per_fill_max = 100'000'000,
                       .messages_free = 100'000'000};
    options.pace = {.orders = kAny,
                    .cancels = kAny,
                    .duplicates = kAny,
                    .repeated_executions = kAny,
                    .instrument_window = {1}};
    options.volatility = {.jump_bps = {9'999}, .window = {kNanosPerSecond}, .pause = {1}};
    return options;
}

[[nodiscard]] Expected<std::vector<Symbol>> symbols_of(const fs::path& stem) {
    std::ifstream file(stem.string() + ".json");
    const auto json = nlohmann::json::parse(file, nullptr, false);
    if (json.is_discarded()) {
        return fail("backtest: cannot read " + stem.string() + ".json");
    }
    std::vector<Symbol> symbols;
    for (const auto& one : json["instruments"]) {
        symbols.push_back(*Symbol::from(one["symbol"].get<std::string>()));
    }
    return symbols;
}

/// One day; made before the clock starts, but for the file.
struct DayRun {
    Seen seen{};
    SideResult result{};

    template <class S>
    [[nodiscard]] Expected<void> play(const backtest::RunOptions& options, const fs::path& stem,
                                      S strategy) {
        const auto stream = capture::open(stem.string() + ".itch");
        if (!stream) {
            return std::unexpected(stream.error());
        }
        auto run = backtest::Run<S>::create(options, std::move(strategy));
        if (!run) {
            return std::unexpected(run.error());
        }
        const std::int64_t begin = monotonic_ns();
        for (;;) {
            const auto block = (*stream)->next_block();
            if (!block) {
                return std::unexpected(block.error());
            }
            if (block->empty()) {
                break;
            }
            if (auto played = run->on_block(*block); !played) {
                return played;
            }
        }
        const auto day = run->finish(stem.filename());
        seen.finish();
        if (!day) {
            return std::unexpected(day.error());
        }
        result = {.prices = seen.prices(),
                  .messages = day->messages,
                  .orders = day->counts.entered + day->counts.replaced,
                  .fills = day->fills.size(),
                  .output_hash = day->output_hash,
                  .played_ns = monotonic_ns() - begin,
                  .first_event_ns = seen.first_event_ns()};
        return {};
    }
};

[[nodiscard]] AnyStrategy any_strategy(const SideOptions& options, Seen& seen) {
    return options.strategy == Strategy::Read
               ? AnyStrategy(TouchReader(seen))
               : AnyStrategy(TouchQuoter(seen, options.bounds.instruments_max));
}

/// Each strategy has the symbols whose index leaves its own as the rest.
[[nodiscard]] Expected<Portfolio> portfolio(const SideOptions& options, Seen& seen,
                                            const std::vector<Symbol>& symbols) {
    std::vector<Portfolio::Part> parts;
    parts.reserve(options.strategies);
    for (std::size_t n = 0; n < options.strategies; ++n) {
        parts.push_back({.strategy = any_strategy(options, seen)});
    }
    for (std::size_t n = 0; n < symbols.size(); ++n) {
        parts[n % parts.size()].symbols.push_back(symbols[n]);
    }
    return Portfolio::create(std::move(parts), options.bounds.instruments_max);
}

[[nodiscard]] Expected<void> play_day(const SideOptions& options, const fs::path& stem,
                                      DayRun& day) {
    const auto symbols = symbols_of(stem);
    if (!symbols) {
        return std::unexpected(symbols.error());
    }
    const backtest::RunOptions run = run_options(options, *symbols);
    if (options.strategies == 1) {
        return options.strategy == Strategy::Read
                   ? day.play(run, stem, TouchReader(day.seen))
                   : day.play(run, stem, TouchQuoter(day.seen, options.bounds.instruments_max));
    }
    auto strategies = portfolio(options, day.seen, *symbols);
    return strategies ? day.play(run, stem, std::move(*strategies))
                      : std::unexpected(strategies.error());
}

/// Takes days until there are none left, as `hotpath backtest` does.
[[nodiscard]] Expected<void> play_all(const SideOptions& options, std::vector<DayRun>& days) {
    std::vector<Expected<void>> outcomes(days.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t n = next++; n < days.size(); n = next++) {
            outcomes[n] = play_day(options, options.days[n], days[n]);
        }
    };
    {
        std::vector<std::jthread> others;
        for (std::uint32_t n = 1; n < options.threads; ++n) {
            others.emplace_back(work);
        }
        work();
    }
    const auto failed = std::ranges::find_if(outcomes, [](const auto& one) { return !one; });
    return failed == outcomes.end() ? Expected<void>{} : *failed;
}

}  // namespace

backtest::RunOptions run_options(const SideOptions& side, std::vector<Symbol> symbols) {
    backtest::RunOptions options{.engine = engine_options(side, std::move(symbols))};
    if (side.books == BookKind::ByPrice) {
        options.fills = {.queue = sim::flow::QueueModel::Power, .is_of_levels = true};
    }
    return options;
}

Expected<SideResult> play(const SideOptions& options) {
    std::vector<DayRun> days(options.days.size());
    const std::int64_t begin = monotonic_ns();
    if (auto played = play_all(options, days); !played) {
        return std::unexpected(played.error());
    }
    SideResult all{.whole_ns = monotonic_ns() - begin};
    for (const DayRun& day : days) {
        all.prices.append(day.result.prices);
        all.messages += day.result.messages;
        all.orders += day.result.orders;
        all.fills += day.result.fills;
        all.output_hash = day.result.output_hash;
        all.played_ns += day.result.played_ns;
    }
    all.first_event_ns = days.empty() ? 0 : days.front().result.first_event_ns;
    return all;
}

}  // namespace hotpath::bench::backtests
