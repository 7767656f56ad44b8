#include "hotpath/backtest/statistics/sensitivity.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <utility>

#include "hotpath/backtest/statistics/fill_ratios.hpp"

namespace hotpath::backtest {

namespace {

constexpr std::array<double, 2> kHalfAndDouble{0.5, 2.0};

std::string factor_name(double factor) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), factor).ptr;
    return std::string(text.data(), end) + "x";
}

std::string_view change_name(double factor) {
    return factor < 1 ? "half" : "double";
}

double relative_change(double pnl, Money base) {
    const double whole = std::max(std::abs(static_cast<double>(base.value)), 1.0);
    return std::abs(pnl - static_cast<double>(base.value)) / whole;
}

void add_outcome(DependenceRow& row, Outcome outcome, double effect) {
    row.outcomes.push_back(std::move(outcome));
    row.effect = std::max(row.effect, effect);
}

/// Latency or size: the runs at half and double of it.
DependenceRow factor_row(Dependence dependence, Money base, std::span<const VariedRun> runs) {
    DependenceRow row{.dependence = dependence};
    for (const double factor : kHalfAndDouble) {
        const auto run = std::ranges::find_if(runs, [&](const VariedRun& candidate) {
            return candidate.varied == dependence && candidate.factor == factor &&
                   !candidate.is_result;
        });
        if (run != runs.end()) {
            const double units = dependence == Dependence::Size ? factor : 1;
            add_outcome(row, {std::string(change_name(factor)), run->pnl()},
                        relative_change(static_cast<double>(run->pnl().value) / units, base));
        }
    }
    return row;
}

DependenceRow fill_model_row(Money base, std::span<const VariedRun> runs) {
    DependenceRow row{.dependence = Dependence::FillModel};
    for (const VariedRun& run : runs) {
        if (run.varied == Dependence::FillModel && !run.is_result) {
            add_outcome(row, {run.name, run.pnl()},
                        relative_change(static_cast<double>(run.pnl().value), base));
        }
    }
    return row;
}

DependenceRow fees_row(const BacktestResult& result) {
    DependenceRow row{.dependence = Dependence::Fees};
    const Money fees_once = fees(result);
    if (fees_once == Money{}) {
        return row;
    }
    const std::array<Money, 2> fees_changed{Money{fees_once.value / 2}, fees_once + fees_once};
    for (std::size_t i = 0; i < fees_changed.size(); ++i) {
        const Money changed = gross(result) - fees_changed[i];
        add_outcome(row, {std::string(change_name(kHalfAndDouble[i])), changed},
                    relative_change(static_cast<double>(changed.value), pnl(result)));
    }
    return row;
}

DependenceRow one_day_row(const BacktestResult& result) {
    DependenceRow row{.dependence = Dependence::OneDay};
    if (result.days.size() < 2) {
        return row;
    }
    const Money base = pnl(result);
    const auto by_pnl = [](const DayResult& a, const DayResult& b) { return pnl(a) < pnl(b); };
    const DayResult& day = base > Money{} ? *std::ranges::max_element(result.days, by_pnl)
                                          : *std::ranges::min_element(result.days, by_pnl);
    const Money without = base - pnl(day);
    add_outcome(row, {"without " + day.day, without},
                relative_change(static_cast<double>(without.value), base));
    return row;
}

std::size_t outcomes_wanted(Dependence dependence) {
    return dependence == Dependence::Latency || dependence == Dependence::Size ? 2 : 1;
}

VerdictKind kind_of(const BacktestResult& result, const std::vector<DependenceRow>& rows) {
    if (fill_count(result) == 0) {
        return VerdictKind::NoFills;
    }
    if (pnl(result) <= Money{}) {
        return VerdictKind::Loses;
    }
    if (rows.empty()) {
        return VerdictKind::Untested;
    }
    return std::ranges::all_of(rows, &DependenceRow::survives) ? VerdictKind::Survives
                                                               : VerdictKind::Fails;
}

}  // namespace

std::string_view dependence_name(Dependence dependence) noexcept {
    constexpr std::array<std::string_view, 5> kNames{"latency", "size", "fill model", "fees",
                                                     "one day"};
    return kNames[static_cast<std::size_t>(dependence)];
}

VariedRun varied_run(const Variation& variation, const BacktestResult& result) {
    const Turnover traded = turnover(result);
    const std::optional<StoppedDays> stopped = stopped_days(result);
    return {.varied = variation.varied,
            .factor = variation.factor,
            .name = variation.name.empty() ? factor_name(variation.factor) : variation.name,
            .gross = gross(result),
            .fees = fees(result),
            .turnover = traded.value,
            .fills = traded.fills,
            .fill_ratio = fill_ratio(result).by_qty(),
            .sharpe = sharpe(daily_pnl(result)),
            .stopped_days = stopped ? stopped->days : 0,
            .traded_share = stopped ? stopped->traded_share : 1};
}

bool DependenceRow::survives() const {
    return std::ranges::all_of(outcomes,
                               [](const Outcome& outcome) { return outcome.pnl > Money{}; });
}

Verdict verdict(const BacktestResult& result, std::span<const VariedRun> runs) {
    const Money base = pnl(result);
    std::array<DependenceRow, 5> rows{
        factor_row(Dependence::Latency, base, runs), factor_row(Dependence::Size, base, runs),
        fill_model_row(base, runs), fees_row(result), one_day_row(result)};
    Verdict verdict{.pnl = base};
    for (DependenceRow& row : rows) {
        if (row.outcomes.size() < outcomes_wanted(row.dependence)) {
            verdict.not_tested.push_back(row.dependence);
        }
        if (!row.outcomes.empty()) {
            verdict.rows.push_back(std::move(row));
        }
    }
    std::ranges::stable_sort(verdict.rows, std::ranges::greater{}, &DependenceRow::effect);
    verdict.kind = kind_of(result, verdict.rows);
    verdict.stopped = stopped_days(result);
    for (const VariedRun& run : runs) {
        verdict.runs += run.is_result ? 0U : 1U;
        verdict.runs_stopped += !run.is_result && run.stopped_days != 0 ? 1U : 0U;
    }
    return verdict;
}

}  // namespace hotpath::backtest
