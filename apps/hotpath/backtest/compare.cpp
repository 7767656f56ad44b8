#include "apps/hotpath/backtest/compare.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "apps/hotpath/backtest/compare_text.hpp"
#include "apps/hotpath/backtest/live_journal.hpp"
#include "hotpath/backtest/config/config_file.hpp"
#include "hotpath/backtest/out/shown_days.hpp"
#include "hotpath/backtest/report/stop_text.hpp"
#include "hotpath/files/output_file.hpp"

namespace hotpath::app {

namespace {

[[nodiscard]] Expected<backtest::DayResult> run_for_comparison(const CompareArguments& arguments,
                                                               const strategy::Registry& strategies,
                                                               const std::atomic<bool>& stop) {
    const auto config = backtest::read_backtest_config(arguments.config, strategies);
    if (!config) {
        return std::unexpected(config.error());
    }
    if (config->days.size() != 1) {
        return fail(fmt::format("{}: data must be one day to be compared with a session, got {}",
                                arguments.config.string(), config->days.size()));
    }
    auto result = backtest::run_days_shown(*config, stop);
    if (!result) {
        return std::unexpected(result.error());
    }
    return std::move(result->days.front());
}

}  // namespace

Expected<void> run_compare(const CompareArguments& arguments, const strategy::Registry& strategies,
                           const std::atomic<bool>& stop) {
    auto live = read_live_session(arguments.journal);
    if (!live) {
        return std::unexpected(live.error());
    }
    if (auto added = add_fees(*live); !added) {
        return added;
    }
    const auto day = run_for_comparison(arguments, strategies, stop);
    if (!day) {
        return std::unexpected(day.error());
    }
    const ComparedSessions sessions{
        .backtest = backtest::orders_of(*day),
        .live = std::move(live->orders),
        .backtest_stopped = day->stop ? backtest::stop_of_day_text(*day) : ""};
    const backtest::Comparison found =
        backtest::compare(sessions.backtest, sessions.live,
                          {.time_tolerance = Nanos{std::int64_t{arguments.time_us} * 1'000}});
    print_comparison(sessions, found, arguments.rows);
    if (auto written = files::write_file_if_named(arguments.json, comparison_json(sessions, found));
        !written) {
        return written;
    }
    return found.first_difference
               ? fail(fmt::format("{} of {} orders differ", found.differences, found.pairs.size()))
               : Expected<void>();
}

}  // namespace hotpath::app
