#include "apps/hotpath/backtest/report_text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/hotpath/console/console.hpp"
#include "hotpath/backtest/report/report_json.hpp"
#include "hotpath/backtest/report/search_text.hpp"
#include "hotpath/backtest/report/stop_text.hpp"
#include "hotpath/backtest/report/verdict_text.hpp"
#include "hotpath/backtest/statistics/benchmark.hpp"
#include "hotpath/config/strategy_table.hpp"
#include "hotpath/messages/refusals.hpp"

namespace hotpath::app {

namespace {

using backtest::BacktestResult;
using backtest::Dependence;
using backtest::ResultSummary;

constexpr std::string_view kNotDefined = "not defined";
constexpr std::size_t kReportSymbolsMax = 10;

std::string percent_text(const std::optional<double>& share) {
    return share ? fmt::format("{:.1f}%", 100 * *share) : std::string(kNotDefined);
}

std::string ratio_text(const std::optional<double>& ratio,
                       const std::optional<backtest::ConfidenceInterval>& interval) {
    if (!ratio) {
        return std::string(kNotDefined);
    }
    return interval ? fmt::format("{:.2f} (95% from {:.2f} to {:.2f})", *ratio, interval->low,
                                  interval->high)
                    : fmt::format("{:.2f} (no interval: too few days)", *ratio);
}

std::string run_time_text(const BacktestResult& result, const backtest::RunTime& time) {
    return fmt::format("{} {}", result.days[time.day].day, time_of_day(time.at).substr(0, 8));
}

std::string drawdown_text(const BacktestResult& result, const ResultSummary& summary) {
    if (!summary.drawdown) {
        return "none";
    }
    const backtest::Drawdown& drawdown = *summary.drawdown;
    return fmt::format("{} from {} to {}, {}", dollars(drawdown.amount),
                       run_time_text(result, drawdown.from), run_time_text(result, drawdown.to),
                       drawdown.recovered
                           ? "recovered " + run_time_text(result, *drawdown.recovered)
                           : "not recovered");
}

std::string days_text(const BacktestResult& result) {
    if (result.days.empty()) {
        return "none";
    }
    const std::string& first = result.days.front().day;
    return result.days.size() == 1
               ? first
               : fmt::format("{}, {} to {}", result.days.size(), first, result.days.back().day);
}

std::string orders_text(const BacktestResult& result) {
    const backtest::OrderCounts counts = backtest::order_counts(result);
    return fmt::format(
        "{} entered, {} replaced, {} reduced, {} canceled; rejected {} by risk, {} by the venue; "
        "{} requests in flight at the end",
        grouped(counts.entered), grouped(counts.replaced), grouped(counts.reduced),
        grouped(counts.canceled), grouped(counts.rejected_by_risk),
        grouped(counts.rejected_by_venue), grouped(counts.in_flight_at_end));
}

std::string horizon_text(Nanos horizon) {
    const std::int64_t ms = horizon.value / 1'000'000;
    return ms < 1'000 ? fmt::format("{} ms", ms) : fmt::format("{} s", ms / 1'000);
}

std::string mark_outs_text(const backtest::MarkOuts& mark_outs) {
    std::vector<std::string> parts;
    for (const backtest::MarkOut& mark_out : mark_outs) {
        if (mark_out.from_price) {
            parts.push_back(fmt::format("{:+.2f} at {}", mark_out.from_price->ticks,
                                        horizon_text(mark_out.horizon)));
        }
    }
    return parts.empty() ? std::string(kNotDefined)
                         : fmt::format("cents a share: {}", fmt::join(parts, ", "));
}

std::string open_positions_text(const ResultSummary& summary) {
    Money cost;
    std::size_t without_market = 0;
    const backtest::OpenPosition* oldest = nullptr;
    for (const backtest::OpenPosition& open : summary.open_positions) {
        cost += open.instrument.cost_to_close.value_or(Money{});
        without_market += open.instrument.cost_to_close ? 0U : 1U;
        const bool is_older =
            oldest == nullptr || open.instrument.mark_age > oldest->instrument.mark_age;
        oldest = is_older ? &open : oldest;
    }
    if (oldest == nullptr) {
        return "none";
    }
    const std::size_t count = summary.open_positions.size();
    std::string text = fmt::format("{}; closing {} would cost {}", count,
                                   count == 1 ? "it" : "them", dollars(cost));
    if (without_market != 0) {
        text +=
            fmt::format(", without the {} that no order of the market could close", without_market);
    }
    const backtest::InstrumentResult& stale = oldest->instrument;
    return stale.mark_age == Nanos{}
               ? text
               : fmt::format("{}; the mark of {} is {} old", text, stale.symbol.view(),
                             duration_text(stale.mark_age));
}

std::string varied_text(const backtest::ReportContext& context, Dependence varied) {
    std::vector<std::string> parts;
    for (const backtest::VariedRun& run : context.runs) {
        if (run.varied == varied) {
            parts.push_back(fmt::format(
                "{} {}{}", run.name, dollars(run.pnl()),
                run.stopped_days == 0
                    ? ""
                    : fmt::format(" (stopped, {:.1f}% traded)", 100 * run.traded_share)));
        }
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// A line a parameter: key, value, unit, meaning.
void add_parameters(std::vector<ReportLine>& lines, const backtest::ReportContext& context) {
    lines.push_back({"strategy", context.strategy});
    for (const backtest::ReportStrategy& each : context.strategies) {
        if (context.strategies.size() > 1) {
            lines.push_back({"", fmt::format("{} in {}", each.name,
                                             text::symbols_text(each.symbols, kReportSymbolsMax))});
        }
        for (const strategy::Parameter& parameter : each.parameters) {
            lines.push_back({"", fmt::format("{:<24} {:>10} {:<12} {}", parameter.key,
                                             config::value_text(parameter),
                                             config::unit_text(parameter), parameter.meaning)});
        }
    }
}

/// Beside the P&L: what the symbols themselves did.
std::string benchmark_text(const BacktestResult& result, const ResultSummary& summary) {
    if (!summary.benchmark) {
        return std::string(kNotDefined);
    }
    const auto held = backtest::buy_and_hold_pnl(result);
    const std::string share = fmt::format("{:+.2f}%", 100 * *summary.benchmark);
    return held ? fmt::format("{}, of the capital {}", share, dollars(*held)) : share;
}

void add_models(std::vector<ReportLine>& lines, const backtest::BacktestModels& models,
                const std::string& data) {
    lines.push_back(
        {"models",
         fmt::format("latency {}; queue {}; impact {}; fees {}; marks {}; data {}", models.latency,
                     models.queue, models.impact, models.fees, models.marks, data)});
}

void add_money_lines(std::vector<ReportLine>& lines, const BacktestResult& result,
                     const ResultSummary& summary) {
    lines.push_back(
        {"P&L", fmt::format("{} ({} before fees of {})", dollars(backtest::pnl(result)),
                            dollars(backtest::gross(result)), dollars(backtest::fees(result)))});
    lines.push_back({"buy and hold", benchmark_text(result, summary)});
    lines.push_back({"Sharpe", ratio_text(summary.sharpe, summary.sharpe_interval)});
    lines.push_back({"Sortino", ratio_text(summary.sortino, summary.sortino_interval)});
    lines.push_back({"max drawdown", drawdown_text(result, summary)});
    lines.push_back({"turnover", fmt::format("{}, {} shares", dollars(summary.turnover.value),
                                             grouped(summary.turnover.qty.value))});
    lines.push_back(
        {"round trips", fmt::format("{}, {} of them above 0", grouped(summary.round_trips.count),
                                    percent_text(summary.round_trips.win_rate()))});
    lines.push_back({"in the market", percent_text(summary.time_in_market.share())});
}

void add_trial_lines(std::vector<ReportLine>& lines, const backtest::ReportContext& context,
                     const ResultSummary& summary) {
    if (context.trials.empty()) {
        return;
    }
    const auto overfitting =
        summary.overfitting ? std::optional(summary.overfitting->probability) : std::nullopt;
    const auto deflated = summary.deflated_sharpe
                              ? std::optional(summary.deflated_sharpe->probability)
                              : std::nullopt;
    lines.push_back(
        {"trials", fmt::format("{}; deflated Sharpe {}, overfitting {}", context.trials.size(),
                               percent_text(deflated), percent_text(overfitting))});
}

void add_run_lines(std::vector<ReportLine>& lines, const backtest::ReportContext& context) {
    for (const Dependence varied : {Dependence::Latency, Dependence::Size, Dependence::FillModel}) {
        if (const std::string text = varied_text(context, varied); !text.empty()) {
            lines.push_back({std::string(backtest::dependence_name(varied)), text});
        }
    }
}

void print_title(std::string_view command, const backtest::ReportContext& context) {
    fmt::print("{}{}{}  {}{}{}  {}\n\n", style().bold, command, style().reset, style().bold,
               context.is_generated ? "GENERATED market" : "RECORDED market", style().reset,
               context.source);
}

using Cells = std::vector<std::string>;

Cells head_of(const backtest::Search& search, std::string_view first) {
    Cells head{std::string(first)};
    head.insert(head.end(), search.parameters.begin(), search.parameters.end());
    for (const char* name : {"P&L", "Sharpe", "drawdown", "trips", "fills", "filled", "traded"}) {
        head.emplace_back(name);
    }
    return head;
}

Cells cells_of(const backtest::SearchRow& row, std::string first) {
    Cells cells{std::move(first)};
    cells.insert(cells.end(), row.values.begin(), row.values.end());
    cells.push_back(dollars(row.pnl));
    cells.push_back(row.sharpe ? fmt::format("{:.2f}", *row.sharpe) : "-");
    cells.push_back(dollars(row.drawdown));
    cells.push_back(grouped(row.round_trips));
    cells.push_back(grouped(row.fills));
    cells.push_back(row.fill_ratio ? fmt::format("{:.1f}%", 100 * *row.fill_ratio) : "-");
    cells.push_back(fmt::format("{:.1f}%", 100 * row.traded_share));
    return cells;
}

/// Columns as wide as their widest cell, right-aligned but for the first.
std::string table_text(const std::vector<Cells>& rows) {
    std::vector<std::size_t> widths(rows.front().size());
    for (const Cells& row : rows) {
        for (std::size_t n = 0; n < row.size(); ++n) {
            widths[n] = std::max(widths[n], row[n].size());
        }
    }
    std::string text;
    for (const Cells& row : rows) {
        text += fmt::format("  {:<{}}", row[0], widths[0]);
        for (std::size_t n = 1; n < row.size(); ++n) {
            text += fmt::format("  {:>{}}", row[n], widths[n]);
        }
        text += "\n";
    }
    return text;
}

/// The tables for a terminal: the best points, the neighbourhood.
std::string search_tables(const backtest::Search& search) {
    std::vector<Cells> best{head_of(search, "point")};
    for (const backtest::SearchRow& row : search.rows) {
        best.push_back(cells_of(row, fmt::to_string(row.point)));
    }
    std::vector<Cells> around{head_of(search, "neighbourhood")};
    around.push_back(cells_of(search.best, "the best"));
    for (const backtest::SearchNeighbour& neighbour : search.neighbours) {
        around.push_back(cells_of(neighbour.row, fmt::format("{} {}", neighbour.parameter,
                                                             neighbour.is_up ? "up" : "down")));
    }
    return table_text(best) + "\n" + table_text(around);
}

std::string tried_text(const backtest::Search& search) {
    std::string text =
        fmt::format("{} tried, {}", grouped(std::uint64_t{search.tried}), search.points);
    if (search.refused > 0) {
        text += fmt::format("; {} more refused by the strategy: {}",
                            grouped(std::uint64_t{search.refused}), search.refused_because);
    }
    return text;
}

}  // namespace

std::vector<ReportLine> backtest_lines(const BacktestResult& result,
                                       const backtest::ReportContext& context) {
    const ResultSummary summary = backtest::summary_with(result, context);
    std::vector<ReportLine> lines;
    add_parameters(lines, context);
    lines.push_back({"days", days_text(result)});
    for (std::string& line : backtest::stop_lines(result)) {
        lines.push_back({"stopped", std::move(line)});
    }
    add_models(lines, context.models, backtest::data_text(result, context));
    lines.push_back({"orders", orders_text(result)});
    if (std::string refused = messages::refusals_text(backtest::order_counts(result).refused);
        !refused.empty()) {
        lines.push_back({"refused by risk", std::move(refused)});
    }
    if (std::string reason = backtest::no_orders_text(result, context.strategy); !reason.empty()) {
        lines.push_back({"no orders", std::move(reason)});
    }
    lines.push_back({"fills", fmt::format("{}; {} of the shares, {} of the orders",
                                          grouped(summary.turnover.fills),
                                          percent_text(summary.fill_ratio.by_qty()),
                                          percent_text(summary.fill_ratio.by_order()))});
    add_money_lines(lines, result, summary);
    lines.push_back({"mark-outs", mark_outs_text(summary.mark_outs)});
    lines.push_back({"open at the end", open_positions_text(summary)});
    add_run_lines(lines, context);
    add_trial_lines(lines, context, summary);
    lines.push_back({"verdict", backtest::verdict_text(summary.verdict)});
    lines.push_back({"input_hash", text::checksum_text(backtest::input_hash(result))});
    lines.push_back({"output_hash", text::checksum_text(backtest::output_hash(result))});
    return lines;
}

void print_backtest(const BacktestResult& result, const backtest::ReportContext& context) {
    print_title("hotpath backtest", context);
    for (const ReportLine& line : backtest_lines(result, context)) {
        print_line(line.name, line.value);
    }
}

void print_sweep(const BacktestResult& best, const backtest::ReportContext& context) {
    print_title("hotpath backtest sweep", context);
    if (const std::string stopped = stopped_points_text(*context.search); !stopped.empty()) {
        print_line("stopped", stopped);
        fmt::print("\n");
    }
    fmt::print("{}\n", search_tables(*context.search));
    print_line("points", tried_text(*context.search));
    print_line("best", fmt::format("point {}, by {}", context.search->best.point,
                                   context.search->chosen_by));
    print_line("neighbourhood", neighbourhood_text(*context.search));
    fmt::print("\n");
    for (const ReportLine& line : backtest_lines(best, context)) {
        print_line(line.name, line.value);
    }
}

}  // namespace hotpath::app
