#include "hotpath/backtest/sweep/sweep_run.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <new>
#include <numeric>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "hotpath/backtest/days/days.hpp"

namespace hotpath::backtest {

namespace {

/// The days of one point, one after the other; its progress is that of all of them.
[[nodiscard]] Expected<BacktestResult> run_point(const BacktestConfig& config, std::size_t number,
                                                 RunObserver* observer,
                                                 const std::atomic<bool>& stop) {
    BacktestResult result{.capital = config.capital};
    std::uint64_t messages = 0;
    const auto days = static_cast<double>(config.days.size());
    for (const BacktestDay& day : config.days) {
        const auto done = static_cast<double>(result.days.size());
        std::uint64_t messages_of_day = 0;
        DayEvents events;
        if (observer != nullptr) {
            events.on_progress = [&](const ReadProgress& progress) {
                messages_of_day = progress.messages;
                observer->on_progress(number, (done + share_of(progress)) / days,
                                      messages + messages_of_day);
            };
            events.on_warning = [&](const DayWarning& warning) { observer->on_warning(warning); };
        }
        auto ran = run_day(config, day, stop, events);
        if (!ran) {
            return std::unexpected(ran.error());
        }
        messages += messages_of_day;
        result.days.push_back(std::move(*ran));
    }
    return result;
}

/// Takes points until there are none left, or one has failed.
class PointWorkers {
  public:
    PointWorkers(const BacktestConfig& config, const PointRange& range, PointFile& results,
                 const std::atomic<bool>& stop, RunObserver* observer)
        : config_(config),
          plan_(range.plan),
          results_(results),
          stop_(stop),
          observer_(observer),
          next_(range.first) {}

    [[nodiscard]] Expected<void> run() {
        const std::size_t threads = std::min<std::size_t>(config_.threads, plan_.points.size());
        {
            std::vector<std::jthread> others;
            for (std::size_t n = 1; n < threads; ++n) {
                others.emplace_back([this] { work(); });
            }
            work();
        }
        return failure_ ? Expected<void>(std::unexpected(*failure_)) : Expected<void>();
    }

  private:
    void work() {
        for (std::size_t n = next_++; n < plan_.points.size() && !has_failed_; n = next_++) {
            if (results_.has(n)) {
                continue;
            }
            if (auto done = run_caught(n); !done) {
                const std::scoped_lock one(mutex_);
                failure_ = has_failed_ && failure_ ? failure_ : done.error();
                has_failed_ = true;
            }
        }
    }
    /// What is thrown is an error of the point: it must not leave a thread.
    [[nodiscard]] Expected<void> run_caught(std::size_t n) {
        try {
            return run(n);
        } catch (const std::bad_alloc&) {
            return fail(fmt::format("point {}: out of memory", n));
        } catch (const std::system_error& error) {
            return fail(fmt::format("point {}: {}", n, error.what()));
        }
    }
    [[nodiscard]] Expected<void> run(std::size_t n) {
        const BacktestConfig config = config_at(config_, plan_, plan_.points[n]);
        const auto result = run_point(config, n, observer_, stop_);
        if (observer_ != nullptr) {
            observer_->on_finished(n);
        }
        return result ? results_.append(point_result(n, *result)) : std::unexpected(result.error());
    }

    const BacktestConfig& config_;
    const SweepPlan& plan_;
    PointFile& results_;
    const std::atomic<bool>& stop_;
    RunObserver* observer_;
    std::atomic<std::size_t> next_;
    std::atomic<bool> has_failed_{false};
    std::mutex mutex_;
    std::optional<Error> failure_;  // of the first that failed
};

}  // namespace

Expected<SweepPlan> make_plan(std::vector<SweepAxis> axes,
                              const std::optional<RandomSearch>& random,
                              const BacktestTrader& trade) {
    auto points = sweep_points(axes, random);
    if (!points) {
        return std::unexpected(points.error());
    }
    const bool is_drawn = random && random->points < grid_size(axes);
    SweepPlan plan{.axes = std::move(axes), .random = is_drawn ? random : std::nullopt};
    for (SweepPoint& point : *points) {
        if (auto taken = check_point(trade_at(trade, plan.axes, point)); taken) {
            plan.points.push_back(std::move(point));
        } else if (plan.refused++ == 0) {
            plan.refused_because = taken.error().message;
        }
    }
    return plan.points.empty() ? Expected<SweepPlan>(fail(fmt::format(
                                     "the strategy refuses every point: {}", plan.refused_because)))
                               : std::move(plan);
}

BacktestConfig config_at(const BacktestConfig& config, const SweepPlan& plan,
                         const SweepPoint& point) {
    BacktestConfig varied = config;
    varied.trade = trade_at(config.trade, plan.axes, point);
    return varied;
}

Expected<void> run_points(const BacktestConfig& config, const PointRange& range, PointFile& results,
                          const std::atomic<bool>& stop, RunObserver* observer) {
    return PointWorkers(config, range, results, stop, observer).run();
}

std::vector<std::size_t> ranking(std::span<const PointResult> results) {
    std::vector<std::size_t> order(results.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t n) {
        const double none = -std::numeric_limits<double>::infinity();
        return std::pair(results[n].sharpe.value_or(none), results[n].pnl().value);
    };
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return key(a) > key(b); });
    return order;
}

std::size_t best_point(std::span<const PointResult> results) {
    return ranking(results).front();
}

}  // namespace hotpath::backtest
