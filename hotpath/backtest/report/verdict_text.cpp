#include "hotpath/backtest/report/verdict_text.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hotpath/backtest/report/stop_text.hpp"
#include "hotpath/messages/refusals.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::backtest {

namespace {


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
    return fmt::format("at {} {}", outcome, dependence_name(dependence));
}

std::string failures_text(const Verdict& verdict) {
    std::vector<std::string> failures;
    for (const DependenceRow& row : verdict.rows) {
        for (const Outcome& outcome : row.outcomes) {
            if (outcome.pnl <= Money{}) {
                failures.push_back(change_text(row.dependence, outcome.name));
            }
        }
    }
    return fmt::format("{}", fmt::join(failures, ", "));
}

std::string outcome_text(Dependence dependence, const Outcome& outcome) {
    const bool has_preposition = dependence == Dependence::OneDay;
    const std::string_view preposition = has_preposition                       ? ""
                                         : dependence == Dependence::FillModel ? "with "
                                                                               : "at ";
    return fmt::format("{} {}{}", text::dollars(outcome.pnl), preposition, outcome.name);
}

std::string result_text(const Verdict& verdict) {
    const std::string amount = text::dollars(magnitude(verdict.pnl));
    switch (verdict.kind) {
        case VerdictKind::NoFills:
            break;
        case VerdictKind::Loses:
            return verdict.pnl == Money{} ? "Earns nothing" : "Loses " + amount;
        case VerdictKind::Fails:
            return fmt::format("Earns {}, but loses {}", amount, failures_text(verdict));
        case VerdictKind::Untested:
            return fmt::format("Earns {}; no change was tested", amount);
        case VerdictKind::Survives:
            return fmt::format("Earns {}, and earns under every change that was tested", amount);
    }
    return "No verdict: the strategy had no fill";
}

std::string dependence_text(const DependenceRow& row) {
    std::vector<std::string> outcomes;
    outcomes.reserve(row.outcomes.size());
    for (const Outcome& outcome : row.outcomes) {
        outcomes.push_back(outcome_text(row.dependence, outcome));
    }
    return fmt::format("; depends most on {}: {}", dependence_name(row.dependence),
                       fmt::join(outcomes, ", "));
}

std::string not_tested_text(const Verdict& verdict) {
    std::vector<std::string_view> names;
    names.reserve(verdict.not_tested.size());
    for (const Dependence dependence : verdict.not_tested) {
        names.push_back(dependence_name(dependence));
    }
    return names.empty() ? "" : fmt::format(" Not tested: {}.", fmt::join(names, ", "));
}

std::string rule_text(const LuckInputs& of, LuckRule rule) {
    switch (rule) {
        case LuckRule::TStatistic:
            return of.t ? fmt::format("t is {:.2f}, and chance alone gives up to {:.2f}", of.t->t,
                                      of.t->needed)
                        : std::string("all days are equal");
        case LuckRule::SharpeInterval:
            return fmt::format("the Sharpe ratio's 95% interval is from {:.2f} to {:.2f}",
                               of.sharpe_interval->low, of.sharpe_interval->high);
        case LuckRule::DeflatedSharpe:
            return of.deflated_sharpe
                       ? fmt::format("the deflated Sharpe ratio is {:.1f}%, and {:.0f}% are needed",
                                     100 * of.deflated_sharpe->probability,
                                     100 * kDeflatedSharpeMin)
                       : std::string("the search has no deflated Sharpe ratio");
        case LuckRule::Overfitting:
            break;
    }
    return fmt::format("the probability of overfitting is {:.1f}%, and less than {:.0f}% is needed",
                       100 * of.overfitting->probability, 100 * kOverfittingMax);
}

/// The rules that are met, or those that are not.
std::string rules_text(const LuckVerdict& verdict, bool is_met) {
    std::vector<std::string> texts;
    for (const LuckRuleOutcome& each : verdict.rules) {
        if (each.is_met == is_met) {
            texts.push_back(rule_text(verdict.of, each.rule));
        }
    }
    return fmt::format("{}", fmt::join(texts, "; "));
}

/// Whether the days may be luck, good or bad.
std::string luck_text(const LuckVerdict& verdict) {
    switch (verdict.luck) {
        case Luck::TooShort:
            break;
        case Luck::MayBe: {
            const std::string met = rules_text(verdict, true);
            return fmt::format(" May be luck: {}{}.", rules_text(verdict, false),
                               met.empty() ? "" : fmt::format(" (although {})", met));
        }
        case Luck::MoreThan:
            return fmt::format(" More than luck: {}.", rules_text(verdict, true));
    }
    return fmt::format(" Too short to tell skill from luck: {} {}, and {} are needed.",
                       verdict.of.days, verdict.of.days == 1 ? "day" : "days", kLuckDaysMin);
}

/// Before all else: a result, or a comparison, of a part of the time.
std::string stopped_text(const Verdict& verdict) {
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

std::string verdict_text(const Verdict& verdict) {
    std::string text = stopped_text(verdict) + result_text(verdict);
    if (verdict.kind == VerdictKind::NoFills) {
        return text + ".";
    }
    if (!verdict.rows.empty() && verdict.rows.front().effect > 0) {
        text += dependence_text(verdict.rows.front());
    }
    return text + "." + not_tested_text(verdict) + luck_text(verdict.luck);
}

std::string no_orders_text(const BacktestResult& result, std::string_view strategy) {
    const OrderCounts counts = order_counts(result);
    if (result.days.empty() || counts.entered != 0) {
        return "";
    }
    if (counts.rejected_by_risk != 0) {
        return fmt::format(
            "the risk check rejected every order ({}); docs/guide/risk.md lists the controls",
            messages::refusals_text(counts.refused));
    }
    if (counts.decisions == 0) {
        return "no traded symbol was in trading state T, which orders need (ITCH H, DBN status); "
               "use data that has the start of trading";
    }
    return fmt::format("{} saw {} books that it could trade on, and requested no order", strategy,
                       text::grouped(counts.decisions));
}

}  // namespace hotpath::backtest
