#include "apps/hotpath/backtest/oracle.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/hotpath/backtest/fill_models.hpp"
#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/console/stop_signals.hpp"
#include "hotpath/backtest/order_oracle.hpp"
#include "hotpath/capture/books_size.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/messages/ouch_code_text.hpp"
#include "hotpath/sim/market/market_input.hpp"
#include "hotpath/wire/framing.hpp"

namespace hotpath::app {

namespace {

using backtest::OracleCounts;
using backtest::OrderOracle;
using backtest::OrderScores;
using sim::flow::FillModel;
using sim::flow::QueueModel;
using Json = nlohmann::ordered_json;

/// The fill models of a backtest; the power model with several exponents, for its calibration.
struct OracleModel {
    std::string name;
    FillModel fills;
};

constexpr std::array<double, 10> kExponents{0.25, 0.5, 1.5, 2, 3, 5, 10, 20, 50, 100};

[[nodiscard]] std::vector<OracleModel> models() {
    std::vector<OracleModel> models;
    for (std::size_t n = 0; n < kFillModels.size(); ++n) {
        if (fill_model(n).queue != QueueModel::Power) {
            models.push_back({std::string(kFillModels[n]), fill_model(n)});
            continue;
        }
        for (const double exponent : kExponents) {
            models.push_back({fmt::format("{} {:g}", kFillModels[n], exponent),
                              {.queue = QueueModel::Power, .exponent = exponent}});
        }
    }
    return models;
}

/// What a model gave back, of all runs.
struct ModelResult {
    OracleModel model;
    OracleCounts counts{};
    OrderScores scores{};
    std::string first_difference{};
};

[[nodiscard]] Expected<std::vector<OrderOracle>> create_oracles(
    const OracleArguments& arguments, const std::vector<ModelResult>& results, std::uint32_t run) {
    std::vector<OrderOracle> oracles;
    for (const ModelResult& result : results) {
        book::BooksOptions books = capture::books_for_file(arguments.file);
        books.prefault = false;
        books.huge_pages = HugePages::Never;  // many books, each touched in few places
        auto oracle = OrderOracle::create(
            {.books = books, .fills = result.model.fills, .one_in = arguments.one_in, .part = run});
        if (!oracle) {
            return std::unexpected(oracle.error());
        }
        oracles.push_back(std::move(*oracle));
    }
    return oracles;
}

[[nodiscard]] Expected<void> play(sim::market::MarketInput& input,
                                  std::vector<OrderOracle>& oracles,
                                  const std::atomic<bool>& stop) {
    Progress progress("oracle");
    for (;;) {
        const auto block = input.next_block();
        if (!block) {
            return std::unexpected(block.error());
        }
        if (block->empty()) {
            return {};
        }
        for (OrderOracle& oracle : oracles) {
            wire::FrameCursor frames(*block);
            for (Bytes message; frames.next(message);) {
                oracle.on_message(message);
            }
        }
        progress.update(input.progress());
        if (stop.load(std::memory_order_relaxed)) {
            return stopped();
        }
    }
}

/// Plays the recording once and adds what came of it.
[[nodiscard]] Expected<void> run_once(const OracleArguments& arguments, std::uint32_t run,
                                      std::vector<ModelResult>& results,
                                      const std::atomic<bool>& stop) {
    auto input = sim::market::MarketInput::recorded(arguments.file);
    if (!input) {
        return std::unexpected(input.error());
    }
    if ((*input)->book_source().basis == capture::BookBasis::ByPrice) {
        return fail(fmt::format("{}: the recording must be by order, got one by price",
                                arguments.file.string()));
    }
    auto oracles = create_oracles(arguments, results, run);
    if (!oracles) {
        return std::unexpected(oracles.error());
    }
    if (auto played = play(**input, *oracles, stop); !played) {
        return played;
    }
    for (std::size_t n = 0; n < results.size(); ++n) {
        OrderOracle& oracle = (*oracles)[n];
        oracle.finish();
        results[n].counts += oracle.counts();
        results[n].scores.add(oracle.scores());
        if (results[n].first_difference.empty()) {
            results[n].first_difference = oracle.first_difference();
        }
    }
    return {};
}

/// The exponent of the power model with the smallest Brier score.
[[nodiscard]] const ModelResult& calibrated(const std::vector<ModelResult>& results) {
    return *std::ranges::min_element(results, {}, [](const ModelResult& result) {
        const FillModel& fills = result.model.fills;
        return fills.queue == QueueModel::Power || fills.queue == QueueModel::Proportional
                   ? result.scores.brier_score()
                   : 2.0;
    });
}
[[nodiscard]] double exponent_of(const ModelResult& result) {
    return result.model.fills.queue == QueueModel::Power ? result.model.fills.exponent : 1.0;
}

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

void print_table(const OracleArguments& arguments, const std::vector<ModelResult>& results) {
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
    for (const ModelResult& result : results) {
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
               exponent_of(calibrated(results)));
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

[[nodiscard]] Json to_json(const ModelResult& result) {
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
                           const std::vector<ModelResult>& results) {
    const OrderScores& scores = results.front().scores;
    Json models = Json::array();
    for (const ModelResult& result : results) {
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
        {"calibrated_exponent", exponent_of(calibrated(results))}};
}

/// By order the answer must be exact.
[[nodiscard]] Expected<void> check_exact(const OracleArguments& arguments,
                                         const ModelResult& exact) {
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
    std::vector<ModelResult> results;
    for (OracleModel& model : models()) {
        results.push_back({.model = std::move(model)});
    }
    for (std::uint32_t run = 0; run < arguments.runs; ++run) {
        if (auto played = run_once(arguments, run, results, stop); !played) {
            return played;
        }
    }
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
