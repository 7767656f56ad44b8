#include "bench/backtest/counted_days.hpp"

#include <utility>

#include "bench/backtest/day.hpp"
#include "bench/backtest/side.hpp"
#include "bench/backtest/touch_strategies.hpp"
#include "bench/counted_time.hpp"
#include "hotpath/core/assert.hpp"

namespace hotpath::bench {
namespace {

using namespace backtests;

/// So many that the timers of a day, one a second, are few beside them.
constexpr GeneratedDay kCountedDay{.messages = 300'000, .instruments = 1};

struct Named {
    std::string_view name;
    BookKind books;
    Strategy strategy;
};

constexpr Named kDays[] = {{"backtest.by_order.read", BookKind::ByOrder, Strategy::Read},
                           {"backtest.by_order.quote", BookKind::ByOrder, Strategy::Quote},
                           {"backtest.by_price.read", BookKind::ByPrice, Strategy::Read},
                           {"backtest.by_price.quote", BookKind::ByPrice, Strategy::Quote}};

template <class S>
[[gnu::noinline]] bool measured_backtest(backtest::Run<S>& run, Bytes messages) {
    return run.on_block(messages).has_value();
}

template <class S>
CountedDay count_run(const backtest::RunOptions& options, const Day& day, const Seen& seen,
                     S strategy) {
    auto run = backtest::Run<S>::create(options, std::move(strategy));
    HOTPATH_ASSERT(run.has_value(), "the books of a small day fit in memory");
    const bool is_played = timed([&] { return measured_backtest(*run, day.messages); });
    HOTPATH_ASSERT(is_played, "a generated day has no faults");
    return {.messages = run->messages(), .answer = seen.prices().value()};
}

}  // namespace

std::vector<std::string> counted_day_names() {
    std::vector<std::string> names;
    for (const Named& one : kDays) {
        names.emplace_back(one.name);
    }
    return names;
}

CountedDay count_day(std::string_view name) {
    for (const Named& one : kDays) {
        if (one.name != name) {
            continue;
        }
        auto day = generate_day(kCountedDay);
        HOTPATH_ASSERT(day.has_value(), "a small day fits in memory");
        const Day played = one.books == BookKind::ByOrder ? std::move(*day) : by_price(*day);
        const SideOptions side{.days = {}, .books = one.books};
        const auto options = run_options(side, {played.instruments.front().symbol});
        Seen seen;
        return one.strategy == Strategy::Read
                   ? count_run(options, played, seen, TouchReader(seen))
                   : count_run(options, played, seen,
                               TouchQuoter(seen, side.bounds.instruments_max));
    }
    return {};
}

}  // namespace hotpath::bench
