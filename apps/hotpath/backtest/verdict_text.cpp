#include "apps/hotpath/backtest/verdict_text.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/hotpath/backtest/stop_text.hpp"
#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/trade/refusals.hpp"

namespace hotpath::app {

namespace {

using backtest::Dependence;
using backtest::DependenceRow;
using backtest::VerdictKind;

/// "at double fees", "with fill model back", "without 2026-11-23"
std::string change_text(Dependence dependence, const std::string& outcome) {
    switch (dependence) {
        case Dependence::OneDay:
            return outcome;
        case Dependence::FillModel:
            return "with fill model " + outcome;
        case Dependence::Latency:
        case Dependence::Size:
        case Dependence::Fees:
            break;
    }
    return fmt::format("at {} {}", outcome, backtest::dependence_name(dependence));
}

std::string failures_text(const backtest::Verdict& verdict) {
    std::vector<std::string> failures;
    for (const DependenceRow& row : verdict.rows) {
        for (const backtest::Outcome& outcome : row.outcomes) {
            if (outcome.pnl <= Money{}) {
                failures.push_back(change_text(row.dependence, outcome.name));
            }
        }
    }
    return fmt::format("{}", fmt::join(failures, ", "));
}

std::string outcome_text(Dependence dependence, const backtest::Outcome& outcome) {
    const bool has_preposition = dependence == Dependence::OneDay;
    const std::string_view preposition = has_preposition                       ? ""
                                         : dependence == Dependence::FillModel ? "with "
                                                                               : "at ";
    return fmt::format("{} {}{}", dollars(outcome.pnl), preposition, outcome.name);
}

std::string result_text(const backtest::Verdict& verdict) {
    const std::string amount = dollars(magnitude(verdict.pnl));
    switch (verdict.kind) {
        case VerdictKind::NoFills:
            break;
        case VerdictKind::Loses:
            return verdict.pnl == Money{} ? "Earns nothing" : "Loses " + amount;
        case VerdictKind::Fails:
            return fmt::format("Earns {}, but loses {}", amount, failures_text(verdict));
        case VerdictKind::Survives:
            return fmt::format("Earns {}, and earns under every change that was tested", amount);
    }
    return "No verdict: the strategy had no fill";
}

std::string dependence_text(const DependenceRow& row) {
    std::vector<std::string> outcomes;
    outcomes.reserve(row.outcomes.size());
    for (const backtest::Outcome& outcome : row.outcomes) {
        outcomes.push_back(outcome_text(row.dependence, outcome));
    }
    return fmt::format("; depends most on {}: {}", backtest::dependence_name(row.dependence),
                       fmt::join(outcomes, ", "));
}

std::string not_tested_text(const backtest::Verdict& verdict) {
    std::vector<std::string_view> names;
    names.reserve(verdict.not_tested.size());
    for (const Dependence dependence : verdict.not_tested) {
        names.push_back(backtest::dependence_name(dependence));
    }
    return names.empty() ? "" : fmt::format(" Not tested: {}.", fmt::join(names, ", "));
}

/// Whether the days may be luck, good or bad; nothing can be said of one day.
std::string chance_text(const backtest::Verdict& verdict) {
    if (!verdict.t) {
        return "";
    }
    return fmt::format(" {}: t is {:.2f}, and chance alone gives up to {:.2f}.",
                       verdict.t->is_beyond_chance() ? "More than luck" : "May be luck",
                       verdict.t->t, verdict.t->needed);
}

/// Before all else: a result, or a comparison, of a part of the time.
std::string stopped_text(const backtest::Verdict& verdict) {
    std::string text = verdict.stopped ? stopped_days_text(*verdict.stopped) + " " : "";
    if (verdict.runs_stopped != 0) {
        text += fmt::format(
            "{} of the {} runs compared were stopped{}: their differences are also those of the "
            "time that they traded. ",
            verdict.runs_stopped, verdict.runs, verdict.stopped ? "" : " by the risk check");
    }
    return text;
}

}  // namespace

std::string verdict_text(const backtest::Verdict& verdict) {
    std::string text = stopped_text(verdict) + result_text(verdict);
    if (verdict.kind == VerdictKind::NoFills) {
        return text + ".";
    }
    if (!verdict.rows.empty() && verdict.rows.front().effect > 0) {
        text += dependence_text(verdict.rows.front());
    }
    return text + "." + not_tested_text(verdict) + chance_text(verdict);
}

std::string no_orders_text(const backtest::BacktestResult& result, std::string_view strategy) {
    const backtest::OrderCounts counts = backtest::order_counts(result);
    if (result.days.empty() || counts.entered != 0) {
        return "";
    }
    if (counts.rejected_by_risk != 0) {
        return fmt::format(
            "the risk check rejected every order ({}); docs/guide/risk.md lists the controls",
            refusals_text(counts.refused));
    }
    if (counts.decisions == 0) {
        return "no traded symbol was in trading state T, which orders need (ITCH H, DBN status); "
               "use data that has the start of trading";
    }
    return fmt::format("{} saw {} books that it could trade on, and requested no order", strategy,
                       grouped(counts.decisions));
}

}  // namespace hotpath::app
