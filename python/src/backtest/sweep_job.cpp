#include "python/src/backtest/sweep_job.hpp"

#include <utility>

#include <fmt/format.h>

#include "hotpath/backtest/out/run_identity.hpp"
#include "hotpath/backtest/out/shown_days.hpp"
#include "hotpath/backtest/sweep/sweep_search.hpp"
#include "hotpath/config/strategy_table.hpp"
#include "python/src/errors.hpp"

namespace hotpath::python {

namespace nb = nanobind;

using backtest::PointResult;
using strategy::Parameter;
using strategy::ParameterKind;

namespace {

[[nodiscard]] backtest::SweepPlan plan_of(const backtest::BacktestConfig& config,
                                          const SweepSearch& search) {
    auto axes = value_of(backtest::read_axes(search.axes, config.trade));
    const auto random =
        search.random == 0
            ? std::nullopt
            : std::optional(backtest::RandomSearch{.points = search.random, .seed = search.seed});
    return value_of(backtest::make_plan(std::move(axes), random, config.trade));
}

/// As Python writes it in a configuration.
[[nodiscard]] nb::object python_value(const Parameter& value) {
    switch (value.kind) {
        case ParameterKind::Dollars:
            return nb::float_(static_cast<double>(value.value) / strategy::kUnitsOfDollar);
        case ParameterKind::Symbol:
            return nb::str(value.symbol.str().c_str());
        case ParameterKind::Integer:
            break;
    }
    return nb::int_(value.value);
}

}  // namespace

SweepJob::SweepJob(Configured configured, const SweepSearch& search)
    : configured_(std::move(configured)),
      plan_(plan_of(configured_.config, search)),
      tried_(plan_.points.size()) {
    configured_.config.threads = 1;  // a worker runs a point's days one after the other
    configured_.run->control->raise_if_failed();
}

const backtest::SweepPoint& SweepJob::point(std::size_t n) const {
    if (n >= plan_.points.size()) {
        throw nb::index_error("no such point");
    }
    return plan_.points[n];
}

nb::dict SweepJob::values(std::size_t n) const {
    const backtest::SweepPoint& at = point(n);
    nb::dict values;
    for (std::size_t axis = 0; axis < plan_.axes.size(); ++axis) {
        values[nb::str(plan_.axes[axis].name.c_str())] =
            python_value(plan_.axes[axis].values[at[axis]]);
    }
    return values;
}

backtest::BacktestResult SweepJob::run_days_of(const backtest::BacktestConfig& config) const {
    const std::shared_ptr<PythonRun> run = configured_.run;
    auto result = [&] {
        const nb::gil_scoped_release released;
        return backtest::run_days_shown(config, run->control->stop_flag(), {.has_progress = false});
    }();
    run->made.clear();
    run->control->raise_if_failed();
    return value_of(std::move(result));
}

std::string SweepJob::run(std::size_t n, const backtest::SweepPoint& places) {
    for (std::size_t axis = 0; axis < plan_.axes.size(); ++axis) {
        if (places.size() != plan_.axes.size() || places[axis] >= plan_.axes[axis].values.size()) {
            throw nb::index_error("no such point");
        }
    }
    const auto config = backtest::config_at(configured_.config, plan_, places);
    return backtest::to_line(backtest::point_result(n, run_days_of(config)));
}

void SweepJob::open(const std::filesystem::path& folder, const std::string& code) {
    const auto identity = value_of(backtest::run_identity(
        configured_.config, fmt::format("{} {}", backtest::sweep_identity(plan_, tried_), code)));
    lock_ = value_of(backtest::claim_folder(folder, identity));
    file_.emplace(value_of(backtest::PointFile::open(folder / "points.jsonl")));
}

backtest::PointFile& SweepJob::file() {
    if (!file_) {
        throw nb::value_error("open() the sweep's folder first");
    }
    return *file_;
}

bool SweepJob::has(std::size_t n) const {
    return file_ && file_->has(n);
}

void SweepJob::append(const std::string& line) {
    value_of(file().append(value_of(backtest::point_from_line(line))));
}

std::vector<PointResult> SweepJob::results() const {
    std::vector<PointResult> results;
    for (std::size_t n = 0; n < plan_.points.size(); ++n) {
        const PointResult* const result = file_ ? file_->find(n) : nullptr;
        if (result == nullptr) {
            throw nb::value_error(fmt::format("point {} has no result yet", n).c_str());
        }
        results.push_back(*result);
    }
    return results;
}

std::size_t SweepJob::best() const {
    const std::vector<PointResult> all = results();
    return backtest::best_point(std::span(all).first(tried_));
}

void SweepJob::add_neighbours() {
    backtest::add_missing_neighbours(plan_, best(), configured_.config.trade);
}

FinishedBacktest SweepJob::finish() {
    const std::vector<PointResult> all = results();
    const std::span<const PointResult> trials = std::span(all).first(tried_);
    const std::size_t chosen = backtest::best_point(trials);
    backtest::BacktestConfig config =
        backtest::config_at(configured_.config, plan_, plan_.points[chosen]);
    backtest::BacktestResult result = run_days_of(config);
    if (backtest::output_hash(result) != all[chosen].output_hash) {
        throw RunError({fmt::format(
            "point {} must give the same orders when it runs again: a strategy must not depend on "
            "anything but its inputs",
            chosen + 1)});
    }
    auto context =
        backtest::sweep_context(config, backtest::search_of(plan_, all, tried_, chosen), trials);
    return {
        .configuration = config.text, .result = std::move(result), .context = std::move(context)};
}

std::vector<std::vector<double>> SweepJob::trials() const {
    std::vector<std::vector<double>> days;
    const std::vector<PointResult> all = results();
    for (const PointResult& result : std::span(all).first(tried_)) {
        days.push_back(result.daily_dollars());
    }
    return days;
}

void SweepJob::add_parameters(TableBuilder& builder) const {
    for (std::size_t axis = 0; axis < plan_.axes.size(); ++axis) {
        const std::vector<Parameter>& values = plan_.axes[axis].values;
        const std::string name = "param_" + plan_.axes[axis].name;
        const std::string unit(strategy::unit_of(values.front().key));
        std::vector<std::int32_t> places;
        std::vector<std::int64_t> integers;
        std::vector<std::optional<double>> dollars;
        for (const backtest::SweepPoint& at : plan_.points) {
            const Parameter& value = values[at[axis]];
            places.push_back(static_cast<std::int32_t>(at[axis]));
            integers.push_back(value.value);
            dollars.emplace_back(static_cast<double>(value.value) / strategy::kUnitsOfDollar);
        }
        if (values.front().kind == ParameterKind::Integer) {
            builder.add(name, unit, std::move(integers));
        } else if (values.front().kind == ParameterKind::Dollars) {
            builder.add(name, unit, dollars);
        } else {
            auto texts = std::make_shared<Texts>();
            for (const Parameter& value : values) {
                texts->add(value.symbol.view());
            }
            builder.add(name, std::move(places), std::move(texts));
        }
    }
}

Table SweepJob::table() const {
    const std::vector<PointResult> all = results();
    constexpr const char* kMoney = "1/10000 dollar";
    TableBuilder builder(all.size());
    const auto column = [&](auto get) {
        std::vector<decltype(get(all.front()))> values;
        values.reserve(all.size());
        for (const PointResult& result : all) {
            values.push_back(get(result));
        }
        return values;
    };
    using Point = PointResult;
    builder.add("point", "",
                column([](const Point& r) { return static_cast<std::int64_t>(r.point + 1); }));
    add_parameters(builder);
    builder.add("pnl", kMoney, column([](const Point& r) { return r.pnl().value; }));
    builder.add("gross", kMoney, column([](const Point& r) { return r.gross.value; }));
    builder.add("fees", kMoney, column([](const Point& r) { return r.fees.value; }));
    builder.add("turnover", kMoney, column([](const Point& r) { return r.turnover.value; }));
    builder.add("max_drawdown", kMoney, column([](const Point& r) { return r.drawdown.value; }));
    builder.add("sharpe", "", column([](const Point& r) { return r.sharpe; }));
    builder.add("sortino", "", column([](const Point& r) { return r.sortino; }));
    builder.add("win_rate", "", column([](const Point& r) { return r.win_rate(); }));
    builder.add("fill_ratio", "", column([](const Point& r) { return r.fill_ratio; }));
    builder.add("orders", "", column([](const Point& r) { return r.orders; }));
    builder.add("fills", "", column([](const Point& r) { return r.fills; }));
    builder.add("round_trips", "", column([](const Point& r) { return r.round_trips; }));
    builder.add("output_hash", "", column([](const Point& r) { return r.output_hash; }));
    builder.add("stopped_days", "",
                column([](const Point& r) { return std::uint64_t{r.stopped_days}; }));
    builder.add("traded_share", "",
                column([](const Point& r) { return std::optional(r.traded_share); }));
    builder.add("tried", column([&](const Point& r) { return r.point < tried_; }));
    return std::move(builder).finish();
}

}  // namespace hotpath::python
