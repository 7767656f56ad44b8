#include "hotpath/backtest/report/report_json.hpp"

#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

#include "hotpath/backtest/report/search_text.hpp"
#include "hotpath/backtest/report/stop_text.hpp"
#include "hotpath/backtest/report/verdict_text.hpp"
#include "hotpath/backtest/statistics/benchmark.hpp"
#include "hotpath/config/strategy_table.hpp"
#include "hotpath/messages/refusals.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::backtest {

namespace {

using StatisticsJson = nlohmann::ordered_json;

double json_dollars(Money amount) {
    return static_cast<double>(amount.value) / 10'000.0;
}

double seconds_of(std::int64_t nanos) {
    return static_cast<double>(nanos) / 1e9;
}

template <class Value>
StatisticsJson or_null(const std::optional<Value>& value) {
    return value ? StatisticsJson(*value) : StatisticsJson(nullptr);
}

/// As a configuration has it: a whole number, dollars, or a symbol.
StatisticsJson parameter_value_json(const strategy::Parameter& parameter) {
    switch (parameter.kind) {
        case strategy::ParameterKind::Integer:
            return parameter.value;
        case strategy::ParameterKind::Dollars:
            return static_cast<double>(parameter.value) / strategy::kUnitsOfDollar;
        case strategy::ParameterKind::Symbol:
            break;
    }
    return parameter.symbol.str();
}

StatisticsJson strategies_run_json(const std::vector<ReportStrategy>& strategies) {
    StatisticsJson json = StatisticsJson::array();
    for (const ReportStrategy& each : strategies) {
        StatisticsJson symbols = StatisticsJson::array();
        for (const Symbol& symbol : each.symbols) {
            symbols.push_back(symbol.str());
        }
        StatisticsJson parameters = StatisticsJson::array();
        for (const strategy::Parameter& parameter : each.parameters) {
            parameters.push_back({{"key", parameter.key},
                                  {"value", parameter_value_json(parameter)},
                                  {"unit", config::unit_text(parameter)},
                                  {"meaning", parameter.meaning}});
        }
        json.push_back({{"name", each.name}, {"symbols", symbols}, {"parameters", parameters}});
    }
    return json;
}

StatisticsJson models_json(const BacktestModels& models, const std::string& data) {
    return {{"latency", models.latency}, {"queue", models.queue}, {"impact", models.impact},
            {"fees", models.fees},       {"marks", models.marks}, {"data", data}};
}

StatisticsJson interval_json(const std::optional<ConfidenceInterval>& interval) {
    if (!interval) {
        return nullptr;
    }
    return {{"low", interval->low},
            {"high", interval->high},
            {"block_days", interval->block_days},
            {"draws", interval->draws}};
}

StatisticsJson run_time_json(const BacktestResult& result, const RunTime& time) {
    return {{"day", result.days[time.day].day}, {"time_s", seconds_of(time.at.value)}};
}

StatisticsJson drawdown_json(const BacktestResult& result,
                             const std::optional<Drawdown>& drawdown) {
    if (!drawdown) {
        return nullptr;
    }
    return {{"amount", json_dollars(drawdown->amount)},
            {"from", run_time_json(result, drawdown->from)},
            {"to", run_time_json(result, drawdown->to)},
            {"recovered", drawdown->recovered ? run_time_json(result, *drawdown->recovered)
                                              : StatisticsJson(nullptr)}};
}

StatisticsJson round_trips_json(const RoundTripSummary& trips) {
    const auto held = trips.mean_held();
    return {
        {"count", trips.count},
        {"wins", trips.wins},
        {"win_rate", or_null(trips.win_rate())},
        {"won", json_dollars(trips.won)},
        {"lost", json_dollars(trips.lost)},
        {"profit_factor", or_null(trips.profit_factor())},
        {"mean_held_s", held ? StatisticsJson(seconds_of(held->value)) : StatisticsJson(nullptr)}};
}

StatisticsJson counts_json(const OrderCounts& counts) {
    return {{"entered", counts.entered},
            {"replaced", counts.replaced},
            {"reduced", counts.reduced},
            {"canceled", counts.canceled},
            {"rejected_by_risk", counts.rejected_by_risk},
            {"rejected_by_reason", messages::refusals_json(counts.refused)},
            {"rejected_by_venue", counts.rejected_by_venue},
            {"in_flight_at_end", counts.in_flight_at_end},
            {"decisions", counts.decisions}};
}

StatisticsJson ages_json(const std::vector<AgeRow>& rows) {
    StatisticsJson json = StatisticsJson::array();
    for (const AgeRow& row : rows) {
        json.push_back({{"from_s", seconds_of(row.from.value)},
                        {"to_s", row.to == kForever ? StatisticsJson(nullptr)
                                                    : StatisticsJson(seconds_of(row.to.value))},
                        {"orders", row.orders},
                        {"open", row.open.value},
                        {"filled", row.filled.value},
                        {"ratio", or_null(row.ratio())}});
    }
    return json;
}

StatisticsJson ahead_json(const std::optional<TotalQty>& ahead) {
    return ahead ? StatisticsJson(ahead->value) : StatisticsJson(nullptr);
}

StatisticsJson places_json(const std::vector<PlaceRow>& rows) {
    StatisticsJson json = StatisticsJson::array();
    for (const PlaceRow& row : rows) {
        json.push_back({{"ahead_min", ahead_json(row.ahead_min)},
                        {"ahead_max", ahead_json(row.ahead_max)},
                        {"orders", row.ratio.orders},
                        {"orders_filled", row.ratio.orders_filled},
                        {"qty", row.ratio.qty.value},
                        {"filled", row.ratio.filled.value},
                        {"ratio", or_null(row.ratio.by_qty())}});
    }
    return json;
}

StatisticsJson move_json(const std::optional<MeanMove>& move) {
    if (!move) {
        return nullptr;
    }
    return {{"ticks", move->ticks}, {"basis_points", move->basis_points}};
}

StatisticsJson mark_outs_json(const MarkOuts& mark_outs) {
    StatisticsJson json = StatisticsJson::array();
    for (const MarkOut& mark_out : mark_outs) {
        json.push_back({{"horizon_s", seconds_of(mark_out.horizon.value)},
                        {"fills", mark_out.fills},
                        {"mark_out", move_json(mark_out.from_price)},
                        {"drift", move_json(mark_out.from_mid)}});
    }
    return json;
}

StatisticsJson varied_run_json(const VariedRun& run) {
    return {{"name", run.name},
            {"factor", run.factor},
            {"pnl", json_dollars(run.pnl())},
            {"gross", json_dollars(run.gross)},
            {"fees", json_dollars(run.fees)},
            {"turnover", json_dollars(run.turnover)},
            {"fills", run.fills},
            {"fill_ratio", or_null(run.fill_ratio)},
            {"sharpe", or_null(run.sharpe)},
            {"stopped_days", run.stopped_days},
            {"traded_share", run.traded_share}};
}

StatisticsJson runs_json(const ReportContext& context, Dependence varied) {
    StatisticsJson json = StatisticsJson::array();
    for (const VariedRun& run : context.runs) {
        if (run.varied == varied) {
            json.push_back(varied_run_json(run));
        }
    }
    return json;
}

/// The fees of the result at several factors, the trading unchanged.
StatisticsJson fee_rows_json(const BacktestResult& result) {
    StatisticsJson json = StatisticsJson::array();
    for (const double factor : {0.0, 0.5, 1.0, 2.0}) {
        const double fees = factor * json_dollars(backtest::fees(result));
        json.push_back(
            {{"factor", factor}, {"fees", fees}, {"pnl", json_dollars(gross(result)) - fees}});
    }
    return json;
}

StatisticsJson verdict_json(const Verdict& verdict) {
    constexpr std::array<std::string_view, 5> kKinds{"no fills", "loses", "fails", "survives",
                                                     "untested"};
    constexpr std::array<std::string_view, 3> kLuck{"too short", "may be luck", "more than luck"};
    const auto& t = verdict.luck.of.t;
    StatisticsJson rows = StatisticsJson::array();
    for (const DependenceRow& row : verdict.rows) {
        StatisticsJson outcomes = StatisticsJson::array();
        for (const Outcome& outcome : row.outcomes) {
            outcomes.push_back({{"name", outcome.name}, {"pnl", json_dollars(outcome.pnl)}});
        }
        rows.push_back({{"dependence", dependence_name(row.dependence)},
                        {"effect", row.effect},
                        {"outcomes", outcomes},
                        {"survives", row.survives()}});
    }
    StatisticsJson not_tested = StatisticsJson::array();
    for (const Dependence dependence : verdict.not_tested) {
        not_tested.push_back(dependence_name(dependence));
    }
    return {{"text", verdict_text(verdict)},
            {"kind", kKinds[static_cast<std::size_t>(verdict.kind)]},
            {"luck", kLuck[static_cast<std::size_t>(verdict.luck.luck)]},
            {"t", t ? StatisticsJson(t->t) : StatisticsJson()},
            {"t_needed", t ? StatisticsJson(t->needed) : StatisticsJson()},
            {"rows", rows},
            {"not_tested", not_tested},
            {"stopped_days", verdict.stopped ? verdict.stopped->days : 0},
            {"traded_share", verdict.stopped ? verdict.stopped->traded_share : 1.0},
            {"runs", verdict.runs},
            {"runs_stopped", verdict.runs_stopped}};
}

StatisticsJson days_json(const BacktestResult& result) {
    StatisticsJson json = StatisticsJson::array();
    for (const DayResult& day : result.days) {
        json.push_back({{"day", day.day},
                        {"pnl", json_dollars(pnl(day))},
                        {"gross", json_dollars(gross(day))},
                        {"fees", json_dollars(fees(day))},
                        {"orders", day.orders.size()},
                        {"fills", day.fills.size()},
                        {"counts", counts_json(day.counts)},
                        {"input_hash", text::checksum_text(day.input_hash)},
                        {"output_hash", text::checksum_text(day.output_hash)}});
    }
    return json;
}

StatisticsJson symbols_json(const ResultSummary& summary) {
    StatisticsJson json = StatisticsJson::array();
    for (const SymbolSummary& symbol : summary.symbols) {
        json.push_back({{"symbol", symbol.symbol.view()},
                        {"pnl", json_dollars(symbol.pnl())},
                        {"gross", json_dollars(symbol.gross)},
                        {"fees", json_dollars(symbol.fees)},
                        {"turnover", json_dollars(symbol.turnover)},
                        {"fills", symbol.fills}});
    }
    return json;
}

StatisticsJson open_positions_json(const BacktestResult& result, const ResultSummary& summary) {
    StatisticsJson json = StatisticsJson::array();
    for (const auto& [day, instrument] : summary.open_positions) {
        json.push_back({{"day", result.days[day].day},
                        {"symbol", instrument.symbol.view()},
                        {"position", instrument.position.value},
                        {"mark", static_cast<double>(instrument.mark.value) / 10'000.0},
                        {"mark_age_s", seconds_of(instrument.mark_age.value)},
                        {"value", json_dollars(instrument.mark * instrument.position)},
                        {"cost_to_close", instrument.cost_to_close ? StatisticsJson(json_dollars(
                                                                         *instrument.cost_to_close))
                                                                   : StatisticsJson(nullptr)}});
    }
    return json;
}

/// Null without a sweep.
StatisticsJson trials_json(const ReportContext& context, const ResultSummary& summary) {
    if (context.trials.empty()) {
        return nullptr;
    }
    StatisticsJson json{{"count", context.trials.size()},
                        {"deflated_sharpe", nullptr},
                        {"expected_max_sharpe_per_day", nullptr},
                        {"overfitting", nullptr}};
    if (summary.deflated_sharpe) {
        json["deflated_sharpe"] = summary.deflated_sharpe->probability;
        json["expected_max_sharpe_per_day"] = summary.deflated_sharpe->expected_max;
    }
    if (summary.overfitting) {
        json["overfitting"] = summary.overfitting->probability;
        json["overfitting_blocks"] = summary.overfitting->blocks;
        json["overfitting_splits"] = summary.overfitting->splits;
    }
    if (context.search) {
        json["search"] = search_json(*context.search);
    }
    return json;
}

void add_money_json(StatisticsJson& json, const BacktestResult& result,
                    const ResultSummary& summary) {
    json["pnl"] = json_dollars(pnl(result));
    json["gross"] = json_dollars(gross(result));
    json["fees"] = json_dollars(fees(result));
    json["turnover"] = json_dollars(summary.turnover.value);
    json["capital"] =
        result.capital ? StatisticsJson(json_dollars(*result.capital)) : StatisticsJson(nullptr);
    json["return"] = result.capital && *result.capital > Money{}
                         ? StatisticsJson(json_dollars(pnl(result)) / json_dollars(*result.capital))
                         : StatisticsJson(nullptr);
    json["benchmark"] = or_null(summary.benchmark);
    const auto held = buy_and_hold_pnl(result);
    json["benchmark_pnl"] = held ? StatisticsJson(json_dollars(*held)) : StatisticsJson(nullptr);
    json["sharpe"] = or_null(summary.sharpe);
    json["sharpe_interval"] = interval_json(summary.sharpe_interval);
    json["sortino"] = or_null(summary.sortino);
    json["sortino_interval"] = interval_json(summary.sortino_interval);
    json["drawdown"] = drawdown_json(result, summary.drawdown);
    json["time_in_market"] = or_null(summary.time_in_market.share());
    json["round_trips"] = round_trips_json(summary.round_trips);
}

void add_orders_json(StatisticsJson& json, const BacktestResult& result,
                     const ResultSummary& summary) {
    json["orders"] = counts_json(order_counts(result));
    json["fills"] = summary.turnover.fills;
    json["shares"] = {{"traded", summary.turnover.qty.value},
                      {"added", summary.turnover.added.value},
                      {"removed", summary.turnover.removed.value}};
    json["fill_ratio"] = or_null(summary.fill_ratio.by_qty());
    json["orders_filled"] = or_null(summary.fill_ratio.by_order());
    json["fill_ratio_by_age"] = ages_json(summary.by_age);
    json["fill_ratio_by_place"] = places_json(summary.by_place);
    json["mark_outs"] = {{"all", mark_outs_json(summary.mark_outs)},
                         {"added", mark_outs_json(summary.mark_outs_added)},
                         {"removed", mark_outs_json(summary.mark_outs_removed)}};
}

}  // namespace

nlohmann::ordered_json backtest_statistics(const BacktestResult& result,
                                           const ReportContext& context,
                                           const ResultSummary& summary) {
    StatisticsJson json{{"verdict", verdict_json(summary.verdict)},
                        {"strategy", context.strategy},
                        {"strategies", strategies_run_json(context.strategies)},
                        {"source", context.source},
                        {"is_generated", context.is_generated},
                        {"models", models_json(context.models, data_text(result, context))}};
    const std::string no_orders = no_orders_text(result, context.strategy);
    json["no_orders"] = no_orders.empty() ? StatisticsJson(nullptr) : StatisticsJson(no_orders);
    json["stops"] = stops_json(result);
    json["traded_share"] = summary.verdict.stopped ? summary.verdict.stopped->traded_share : 1.0;
    add_money_json(json, result, summary);
    add_orders_json(json, result, summary);
    json["latency_sensitivity"] = runs_json(context, Dependence::Latency);
    json["size_sensitivity"] = runs_json(context, Dependence::Size);
    json["fill_models"] = runs_json(context, Dependence::FillModel);
    json["fee_sensitivity"] = fee_rows_json(result);
    json["trials"] = trials_json(context, summary);
    json["days"] = days_json(result);
    json["symbols"] = symbols_json(summary);
    json["open_positions"] = open_positions_json(result, summary);
    json["input_hash"] = text::checksum_text(input_hash(result));
    json["output_hash"] = text::checksum_text(output_hash(result));
    return json;
}

std::string backtest_json(const BacktestResult& result, const ReportContext& context) {
    const StatisticsJson json = backtest_statistics(result, context, summary_with(result, context));
    return json.dump(2, ' ', false, StatisticsJson::error_handler_t::replace) + "\n";
}

ResultSummary summary_with(const BacktestResult& result, const ReportContext& context) {
    return summary_of(result, {.runs = context.runs, .trials = context.trials});
}

std::string data_text(const BacktestResult& result, const ReportContext& context) {
    if (!context.models.data.empty()) {
        return context.models.data;
    }
    std::vector<std::string> kinds;
    for (const DayResult& day : result.days) {
        if (!day.data.empty() && std::ranges::find(kinds, day.data) == kinds.end()) {
            kinds.push_back(day.data);
        }
    }
    return fmt::format("{}", fmt::join(kinds, "; "));
}

}  // namespace hotpath::backtest
