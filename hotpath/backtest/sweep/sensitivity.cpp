#include "hotpath/backtest/sweep/sensitivity.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/backtest/fill_models.hpp"
#include "hotpath/backtest/sweep/order_size.hpp"

namespace hotpath::backtest {

namespace {

/// Percent of the configured latencies, and of the sizes; 100 is the result itself.
constexpr std::array<std::int64_t, 4> kFactors{50, 100, 200, 500};

/// A row of a table, and what is run for it.
struct VariedConfig {
    Variation variation{};
    std::optional<BacktestConfig> config{};  // nothing: the result itself
};

[[nodiscard]] BacktestConfig with_latency(BacktestConfig config, std::int64_t percent) {
    sim::session::SessionOptions& session = config.session;
    for (auto* const latency :
         {&session.feed_latency, &session.entry_latency, &session.response_latency}) {
        *latency = latency->scaled(percent);
    }
    return config;
}

[[nodiscard]] BacktestConfig with_fills(BacktestConfig config, const sim::flow::FillModel& model) {
    config.fills = model;
    return config;
}

[[nodiscard]] std::string name_of(const sim::flow::FillModel& model) {
    for (std::size_t n = 0; n < kFillModels.size(); ++n) {
        if (fill_model(n).impact == model.impact && fill_model(n).queue == model.queue) {
            return std::string(kFillModels[n]);
        }
    }
    return "";
}

/// A recording by price has models by price only; bars have one.
[[nodiscard]] std::vector<sim::flow::FillModel> models_beside(const BacktestConfig& config) {
    if (config.bars) {
        return {};
    }
    return config.fills.is_by_price() ? std::vector{fill_model(2), fill_model(3), fill_model(5)}
                                      : std::vector{fill_model(0), fill_model(1), fill_model(2)};
}

[[nodiscard]] VariedConfig factor_row(Dependence varied, std::int64_t percent) {
    VariedConfig row;
    row.variation.varied = varied;
    row.variation.factor = static_cast<double>(percent) / 100;
    return row;
}

/// Multiples of no latency are none.
[[nodiscard]] bool has_latency(const sim::session::SessionOptions& session) {
    const auto is_there = [](const sim::session::LatencyOptions& latency) {
        return latency.base != Nanos{} || latency.spread != Nanos{} || latency.service != Nanos{} ||
               !latency.recorded.empty();
    };
    return is_there(session.feed_latency) || is_there(session.entry_latency) ||
           is_there(session.response_latency);
}

void add_latencies(const BacktestConfig& config, std::vector<VariedConfig>& rows) {
    if (!has_latency(config.session)) {
        return;
    }
    for (const std::int64_t percent : kFactors) {
        VariedConfig row = factor_row(Dependence::Latency, percent);
        if (percent != 100) {
            row.config = with_latency(config, percent);
        }
        rows.push_back(std::move(row));
    }
}

/// A size that the strategy does not take has no row.
void add_sizes(const BacktestConfig& config, std::vector<VariedConfig>& rows) {
    if (!with_size(config, 100)) {
        return;
    }
    for (const std::int64_t percent : kFactors) {
        VariedConfig row = factor_row(Dependence::Size, percent);
        if (percent != 100) {
            row.config = with_size(config, percent);
        }
        if (percent == 100 || row.config) {
            rows.push_back(std::move(row));
        }
    }
}

void add_fill_models(const BacktestConfig& config, std::vector<VariedConfig>& rows) {
    for (const sim::flow::FillModel& model : models_beside(config)) {
        VariedConfig row;
        row.variation.varied = Dependence::FillModel;
        row.variation.name = name_of(model);
        if (model.impact != config.fills.impact || model.queue != config.fills.queue) {
            row.config = with_fills(config, model);
        }
        rows.push_back(std::move(row));
    }
}

/// For the line of progress: "2x latency", "fill model matched".
[[nodiscard]] std::string label_of(const Variation& variation) {
    const std::string_view name = dependence_name(variation.varied);
    return variation.name.empty() ? fmt::format("{:g}x {}", variation.factor, name)
                                  : fmt::format("{} {}", name, variation.name);
}

[[nodiscard]] VariedRun row_of(const Variation& variation, const PointResult& result) {
    VariedRun row = varied_run(variation, {});
    row.gross = result.gross;
    row.fees = result.fees;
    row.turnover = result.turnover;
    row.fills = result.fills;
    row.fill_ratio = result.fill_ratio;
    row.sharpe = result.sharpe;
    row.stopped_days = result.stopped_days;
    row.traded_share = result.traded_share;
    return row;
}

/// The backtest of row `number`, or what is kept of it.
[[nodiscard]] Expected<PointResult> run_row(std::size_t number, const VariedConfig& row,
                                            const RunVariation& run, PointFile* kept) {
    if (kept != nullptr && kept->has(number)) {
        return *kept->find(number);
    }
    const auto result = run(*row.config, label_of(row.variation));
    if (!result) {
        return std::unexpected(result.error());
    }
    PointResult made = point_result(number, *result);
    const auto appended = kept != nullptr ? kept->append(made) : Expected<void>();
    return appended ? Expected<PointResult>(std::move(made)) : std::unexpected(appended.error());
}

}  // namespace

Expected<std::vector<VariedRun>> run_variations(const BacktestConfig& config,
                                                const BacktestResult& result,
                                                const RunVariation& run, PointFile* kept) {
    std::vector<VariedConfig> varied;
    add_latencies(config, varied);
    add_sizes(config, varied);
    add_fill_models(config, varied);
    std::vector<VariedRun> rows;
    for (std::size_t n = 0; n < varied.size(); ++n) {
        if (!varied[n].config) {
            rows.push_back(varied_run(varied[n].variation, result));
            rows.back().is_result = true;
            continue;
        }
        const auto ran = run_row(n, varied[n], run, kept);
        if (!ran) {
            return std::unexpected(ran.error());
        }
        rows.push_back(row_of(varied[n].variation, *ran));
    }
    return rows;
}

}  // namespace hotpath::backtest
