#include "apps/hotpath/backtest/oracle.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/hotpath/console/console.hpp"
#include "hotpath/backtest/oracle_models.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/messages/ouch_code_text.hpp"
#include "hotpath/process/progress_line.hpp"

namespace hotpath::app {

namespace {

using backtest::OracleCounts;
using backtest::OrderScores;
using Json = nlohmann::ordered_json;

/// With one decimal, three when some are missing of nearly all; "-" when there is nothing to divide by.
[[nodiscard]] std::string percent(std::uint64_t part, std::uint64_t whole) {
    if (whole == 0) {
        return "-";
    }
    const double share = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    const std::string text = fmt::format("{:.1f}%", share);
    return text == "100.0%" && part != whole ? fmt::format("{:.3f}%", share) : text;
}
[[nodiscard]] std::string milliseconds(const std::optional<Nanos>& time) {
    return time ? fmt::format("{:.1f}", static_cast<double>(time->value) / 1e6) : "-";
}

/// "764 refused by the venue: 760 price not allowed, 4 unknown symbol"
[[nodiscard]] std::string refused_text(const OracleCounts& counts) {
    std::string text = grouped(counts.refused) + " refused by the venue";
    const char* before = ": ";
    for (const auto& [reason, orders] : counts.refused_for) {
        text += before + grouped(orders) + " " + messages::reject_reason_text(reason);
        before = ", ";
    }
    return text;
}

void print_table(const OracleArguments& arguments,
                 const std::vector<backtest::ModelResult>& results) {
    const OracleCounts& first = results.front().counts;
    const OrderScores& scores = results.front().scores;
    print_heading(fmt::format("{}: 1 real order in {} replayed as ours, {} run{}",
                              arguments.file.filename().string(), arguments.one_in, arguments.runs,
                              arguments.runs == 1 ? "" : "s"));
    print_line("orders",
               fmt::format("{}; not counted: {} published late, {} canceled by a halt, {}",
                           grouped(first.orders), grouped(first.late), grouped(first.halted),
                           refused_text(first)));
    print_line(
        "executions",
        fmt::format("{}, {} of them written out of turn; not counted: {} of crosses and at other "
                    "prices",
                    grouped(first.executions), grouped(first.out_of_turn), grouped(first.crossed)));
    print_line("recorded",
               fmt::format("{:.2f}% of the shares executed, the first after {} ms (median)",
                           100 * scores.recorded_fill_ratio(),
                           milliseconds(scores.recorded_time_to_fill(0.5))));
    fmt::print("\n  {}{:<14}{:>9}{:>9}{:>9}{:>9}{:>14}{:>9}{:>10}{:>10}{}\n", style().dim, "model",
               "exact", "partial", "missed", "invented", "orders exact", "filled", "p50 ms",
               "Brier", style().reset);
    for (const backtest::ModelResult& result : results) {
        const OracleCounts& counts = result.counts;
        fmt::print("  {:<14}{:>9}{:>9}{:>9}{:>9}{:>14}{:>9}{:>10}{:>10.5f}\n", result.model.name,
                   percent(counts.exact, counts.executions), grouped(counts.partial),
                   grouped(counts.missed), grouped(counts.invented),
                   percent(counts.orders_exact, counts.orders),
                   fmt::format("{:.2f}%", 100 * result.scores.model_fill_ratio()),
                   milliseconds(result.scores.model_time_to_fill(0.5)),
                   result.scores.brier_score());
    }
    fmt::print("\n  calibrated: fills.exponent = {:g} of power has the smallest Brier score\n",
               backtest::exponent_of(backtest::calibrated(results)));
    if (const std::string& difference = results.front().first_difference; !difference.empty()) {
        fmt::print("  exact: {}\n", difference);
    }
}

/// Nanoseconds at p10, p50 and p90; null without executed orders.
template <class TimeToFill>
[[nodiscard]] Json quantiles(TimeToFill&& time_to_fill) {
    Json quantiles = Json::object();
    for (const int percentile : {10, 50, 90}) {
        const std::optional<Nanos> time = time_to_fill(percentile / 100.0);
        quantiles[fmt::format("p{}_ns", percentile)] = time ? Json(time->value) : Json();
    }
    return quantiles;
}

[[nodiscard]] Json refusals(const OracleCounts& counts) {
    Json refusals = Json::object();
    for (const auto& [reason, orders] : counts.refused_for) {
        refusals[messages::reject_reason_text(reason)] = orders;
    }
    return refusals;
}

[[nodiscard]] Json to_json(const backtest::ModelResult& result) {
    const OracleCounts& counts = result.counts;
    const OrderScores& scores = result.scores;
    return {{"model", result.model.name},
            {"orders", counts.orders},
            {"orders_exact", counts.orders_exact},
            {"executions", counts.executions},
            {"exact", counts.exact},
            {"partial", counts.partial},
            {"missed", counts.missed},
            {"invented", counts.invented},
            {"refused", counts.refused},
            {"refused_for", refusals(counts)},
            {"late", counts.late},
            {"halted", counts.halted},
            {"crossed", counts.crossed},
            {"out_of_turn", counts.out_of_turn},
            {"fill_ratio", scores.model_fill_ratio()},
            {"brier_score", scores.brier_score()},
            {"time_to_fill", quantiles([&](double q) { return scores.model_time_to_fill(q); })},
            {"first_difference", result.first_difference}};
}

[[nodiscard]] Json to_json(const OracleArguments& arguments,
                           const std::vector<backtest::ModelResult>& results) {
    const OrderScores& scores = results.front().scores;
    Json models = Json::array();
    for (const backtest::ModelResult& result : results) {
        models.push_back(to_json(result));
    }
    return {
        {"file", arguments.file.filename().string()},
        {"one_in", arguments.one_in},
        {"runs", arguments.runs},
        {"recorded",
         {{"fill_ratio", scores.recorded_fill_ratio()},
          {"time_to_fill", quantiles([&](double q) { return scores.recorded_time_to_fill(q); })}}},
        {"models", std::move(models)},
        {"calibrated_exponent", backtest::exponent_of(backtest::calibrated(results))}};
}

/// By order the answer must be exact.
[[nodiscard]] Expected<void> check_exact(const OracleArguments& arguments,
                                         const backtest::ModelResult& exact) {
    const OracleCounts& counts = exact.counts;
    if (counts.is_all_given_back()) {
        return {};
    }
    return fail(
        fmt::format("{}: the model exact gave back {} of {} executions and {} of {} orders; "
                    "the first difference is at {}",
                    arguments.file.string(), grouped(counts.exact), grouped(counts.executions),
                    grouped(counts.orders_exact), grouped(counts.orders), exact.first_difference));
}

}  // namespace

Expected<void> run_oracle(const OracleArguments& arguments, const std::atomic<bool>& stop) {
    if (arguments.runs > arguments.one_in) {
        return fail(fmt::format("--runs must be at most --one-in, {}, got {}", arguments.one_in,
                                arguments.runs));
    }
    auto json = files::OutputFile::create_if_named(arguments.json);  // a wrong name fails at once
    if (!json) {
        return std::unexpected(json.error());
    }
    process::ReadProgressLine progress("oracle");
    const auto played = backtest::run_oracle_models(
        {.file = arguments.file, .one_in = arguments.one_in, .runs = arguments.runs}, stop,
        [&](const ReadProgress& done) { progress.update(done); });
    if (!played) {
        return std::unexpected(played.error());
    }
    const std::vector<backtest::ModelResult>& results = *played;
    const OracleCounts& counts = results.front().counts;
    if (counts.orders == 0) {
        return fail(
            fmt::format("{}: must have at least one order to replay; of those chosen, {} are "
                        "published late, {}",
                        arguments.file.string(), counts.late, refused_text(counts)));
    }
    print_table(arguments, results);
    if (*json) {
        (*json)->write(to_json(arguments, results).dump(2) + "\n");
        if (auto closed = (*json)->close(); !closed) {
            return closed;
        }
    }
    return check_exact(arguments, results.front());
}

}  // namespace hotpath::app
