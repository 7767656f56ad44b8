#include "apps/hotpath/backtest/guard.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

#include "apps/hotpath/backtest/days.hpp"
#include "apps/hotpath/console/console.hpp"
#include "hotpath/backtest/future_guard.hpp"

namespace hotpath::app {

namespace {

/// Where a day is cut, in percent of its messages.
constexpr std::array<std::uint64_t, 3> kCutsPercent{25, 50, 75};

[[nodiscard]] std::string decision_text(const std::optional<backtest::OrderRecord>& order) {
    return order ? fmt::format("{} {} at {} sent at {}", order->side == Side::Buy ? "buy" : "sell",
                               order->qty.value, price_text(order->price),
                               time_of_day(order->entered))
                 : std::string("no order");
}

[[nodiscard]] std::unexpected<Error> error_of(const BacktestDay& day,
                                              const backtest::FutureFault& fault) {
    return fail(fmt::format(
        "{}: the strategy must decide by what has happened: {} became {} when the market after {} "
        "was cut away; it uses the future, a clock or random numbers",
        day.name, decision_text(fault.whole), decision_text(fault.alone), time_of_day(fault.cut)));
}

}  // namespace

Expected<std::uint64_t> check_future(const BacktestConfig& config,
                                     const backtest::BacktestResult& result,
                                     const std::atomic<bool>& stop) {
    std::uint64_t runs = 0;
    Progress progress("guard");
    for (std::size_t n = 0; n < result.days.size(); ++n) {
        for (const std::uint64_t percent : kCutsPercent) {
            BacktestDay day = config.days[n];
            day.messages_max = result.days[n].messages * percent / 100;
            const auto cut = run_day(config, day, stop);
            if (stop.load(std::memory_order_relaxed)) {
                return std::unexpected(cut ? Error{"stopped before the end"} : cut.error());
            }
            if (!cut) {
                continue;  // too short to be a day by itself: a symbol comes later
            }
            ++runs;
            if (const auto fault = backtest::future_fault(result.days[n], *cut)) {
                return error_of(day, *fault);
            }
        }
        progress.update({.done = n + 1, .total = result.days.size(), .messages = n + 1});
    }
    return runs;
}

}  // namespace hotpath::app
