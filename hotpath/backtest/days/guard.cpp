#include "hotpath/backtest/days/guard.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hotpath/backtest/bars/bar_run.hpp"
#include "hotpath/backtest/days/bars.hpp"
#include "hotpath/backtest/days/days.hpp"
#include "hotpath/backtest/future_guard.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::backtest {

namespace {

/// Where a run is cut, in percent of a day's messages or of the days of bars.
constexpr std::array<std::uint64_t, 3> kCutsPercent{25, 50, 75};
/// Where it goes on as another market, too: one of the cuts.
constexpr std::uint64_t kScrambledPercent = 50;

[[nodiscard]] std::string decision_text(const std::optional<OrderRecord>& order) {
    if (!order) {
        return "no order";
    }
    std::string text = fmt::format(
        "{} {} at {} sent at {}", order->side == Side::Buy ? "buy" : "sell", order->qty.value,
        text::price_text(order->price), text::time_of_day(order->entered));
    if (order->time_in_force != TimeInForce::Day) {
        text += ", immediate or cancel";
    }
    if (order->cancel_sent != kNever) {
        text += ", canceled at " + text::time_of_day(order->cancel_sent);
    }
    return text;
}

[[nodiscard]] std::unexpected<Error> error_of(const std::string& day, const FutureFault& fault) {
    return fail(fmt::format(
        "{0}: when the market after {3} was cut off or replaced, {1} became {2}: the strategy uses "
        "the future, a clock or random numbers",
        day, decision_text(fault.whole), decision_text(fault.alone), text::time_of_day(fault.cut)));
}

/// Counts what was compared, so that a guard that compared nothing is no success.
class FutureGuard {
  public:
    FutureGuard(const BacktestConfig& config, const BacktestResult& whole,
                const std::atomic<bool>& stop, const GuardEvents& events)
        : config_(config), whole_(whole), stop_(stop), events_(events) {}

    [[nodiscard]] Expected<GuardResult> check() {
        if (auto checked = config_.bars ? check_bars() : check_days(); !checked) {
            return std::unexpected(checked.error());
        }
        if (runs_ == 0) {
            return fail(fmt::format("--guard compared nothing: {}",
                                    not_run_.value_or("bars of at least two days are needed")));
        }
        if (orders_ == 0) {
            return fail(
                fmt::format("--guard compared nothing: no order was sent before the cut in any of "
                            "{} shortened runs",
                            text::grouped(runs_)));
        }
        return GuardResult{.runs = runs_, .text = text()};
    }

  private:
    [[nodiscard]] Expected<void> check_days() {
        for (std::size_t n = 0; n < whole_.days.size(); ++n) {
            for (const std::uint64_t percent : kCutsPercent) {
                if (auto checked = check_cut(n, percent); !checked) {
                    return checked;
                }
            }
            if (events_.on_progress) {
                events_.on_progress(
                    {.done = n + 1, .total = whole_.days.size(), .messages = n + 1});
            }
        }
        return {};
    }

    [[nodiscard]] Expected<void> check_cut(std::size_t n, std::uint64_t percent) {
        BacktestDay day = config_.days[n];
        day.messages_max = whole_.days[n].messages * percent / 100;
        if (day.messages_max == 0) {
            not_run(Error{day.name + ": too few messages"});
            return {};
        }
        const auto cut = run_day(config_, day, stop_, {.on_warning = events_.on_warning});
        if (auto checked = check_day(n, cut, cut ? cut->end : Time{}); !checked || !cut) {
            return checked;
        }
        if (percent != kScrambledPercent) {
            return {};
        }
        day.is_scrambled_after = true;
        return check_day(n, run_day(config_, day, stop_, {.on_warning = events_.on_warning}),
                         cut->end);
    }
    [[nodiscard]] Expected<void> check_day(std::size_t n, const Expected<DayResult>& other,
                                           Time cut) {
        if (auto ran = note_run(other); !ran || !other) {
            return ran;
        }
        return compare(n, *other, cut);
    }

    [[nodiscard]] Expected<void> check_bars() {
        for (const std::uint64_t percent : kCutsPercent) {
            const std::size_t days = whole_.days.size() * percent / 100;
            if (auto checked = check_bars({.days = days}); !checked) {
                return checked;
            }
            if (percent == kScrambledPercent) {
                auto checked = check_bars({.days = days, .is_scrambled_after = true});
                if (!checked) {
                    return checked;
                }
            }
        }
        return {};
    }
    [[nodiscard]] Expected<void> check_bars(const BarCut& cut) {
        if (cut.days == 0) {
            return {};
        }
        const auto other = run_bars(config_, stop_, cut);
        if (auto ran = note_run(other); !ran || !other) {
            return ran;
        }
        for (std::size_t n = 0; n < cut.days; ++n) {
            // The last decision of a day is after its close, and nothing is shown before the next bar.
            const Time end = whole_.days[n].end + kBarCloseBefore;
            if (auto same = compare(n, other->days[n], end); !same) {
                return same;
            }
        }
        return {};
    }

    /// An error when it was stopped. One that could not run alone is counted: a symbol may come
    /// after the cut.
    template <class Result>
    [[nodiscard]] Expected<void> note_run(const Expected<Result>& result) {
        if (stop_.load(std::memory_order_relaxed)) {
            return std::unexpected(result ? Error{"stopped before the end"} : result.error());
        }
        if (result) {
            ++runs_;
        } else {
            not_run(result.error());
        }
        return {};
    }
    void not_run(const Error& error) {
        ++runs_missing_;
        not_run_ = not_run_.value_or(error.message);
    }

    [[nodiscard]] Expected<void> compare(std::size_t n, const DayResult& other, Time cut) {
        if (const auto fault = future_fault(whole_.days[n], other, cut)) {
            return error_of(whole_.days[n].day, *fault);
        }
        orders_ += orders_before(other, cut);
        return {};
    }

    [[nodiscard]] std::string text() const {
        std::string text = fmt::format(
            "{} runs, shortened or with another market after the cut, and {} orders before it: "
            "every decision before the cut is the same",
            text::grouped(runs_), text::grouped(orders_));
        if (not_run_) {
            text += fmt::format("; {} runs failed, the first: {}", text::grouped(runs_missing_),
                                *not_run_);
        }
        return text;
    }

    const BacktestConfig& config_;
    const BacktestResult& whole_;
    const std::atomic<bool>& stop_;
    const GuardEvents& events_;
    std::uint64_t runs_ = 0;
    std::uint64_t orders_ = 0;
    std::uint64_t runs_missing_ = 0;
    std::optional<std::string> not_run_;  // why the first of them
};

}  // namespace

Expected<GuardResult> check_future(const BacktestConfig& config, const BacktestResult& result,
                                   const std::atomic<bool>& stop, const GuardEvents& events) {
    return FutureGuard(config, result, stop, events).check();
}

}  // namespace hotpath::backtest
