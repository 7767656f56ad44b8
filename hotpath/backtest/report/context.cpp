#include "hotpath/backtest/report/context.hpp"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/messages/fees_text.hpp"
#include "hotpath/messages/mark_text.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::backtest {

namespace {

using sim::flow::Impact;
using sim::flow::QueueModel;
using sim::session::Jitter;
using sim::session::LatencyOptions;

[[nodiscard]] std::string us(Nanos latency) {
    return fmt::format("{:g} us", static_cast<double>(latency.value) / 1e3);
}

[[nodiscard]] std::string latency_text(const LatencyOptions& options) {
    std::string text = options.recorded.empty()
                           ? us(options.base)
                           : fmt::format("{} recorded", text::grouped(options.recorded.size()));
    if (options.jitter == Jitter::Uniform) {
        text += fmt::format(" + uniform to {}", us(options.spread));
    } else if (options.jitter == Jitter::LogNormal) {
        text +=
            fmt::format(" + log-normal, median {}, sigma {:g}", us(options.spread), options.sigma);
    }
    if (options.service != Nanos{}) {
        text += fmt::format(", {} a message", us(options.service));
    }
    return text;
}

[[nodiscard]] std::string latencies_text(const BacktestConfig& config) {
    const sim::session::SessionOptions& session = config.session;
    std::string text =
        fmt::format("feed {}; orders {}; replies {}", latency_text(session.feed_latency),
                    latency_text(session.entry_latency), latency_text(session.response_latency));
    if (config.sessions) {
        text += fmt::format("; sessions of {}, {}",
                            protocols::OrderEntries::kNames[config.sessions->orders],
                            protocols::MarketFeeds::kNames[config.sessions->feed]);
    }
    return text;
}

[[nodiscard]] std::string queue_text(const sim::flow::FillModel& model) {
    switch (model.queue) {
        case QueueModel::ByOrder:
            return "exact, by order";
        case QueueModel::BackOfLine:
            return "by price, cancels at the back of the line first";
        case QueueModel::Proportional:
            return "by price, cancels in proportion";
        case QueueModel::Power:
            return fmt::format("by price, cancels by power {:g}", model.exponent);
        case QueueModel::Logarithmic:
            return "by price, cancels by logarithm";
    }
    return "";
}

[[nodiscard]] std::string impact_text(const sim::flow::FillModel& model) {
    return model.impact == Impact::None ? "none: others do what they did"
                                        : "matched: what ours took, others did not get";
}

[[nodiscard]] std::string bars_text(const sim::bars::BarOptions& bars) {
    return fmt::format(
        "at the next open and beyond limits, half a spread of ${:g}, at most {:g}% "
        "of a bar's volume",
        static_cast<double>(bars.half_spread.value) / 10'000, bars.volume_share.value / 100.0);
}

[[nodiscard]] std::string source_text(const BacktestConfig& config) {
    if (config.is_generated()) {
        return fmt::format("{} generated days of {} messages, from seed {}", config.days.size(),
                           text::grouped(config.market.messages), config.days.front().seed);
    }
    std::string text = config.days.front().name;
    if (config.days.size() > 1) {
        text += fmt::format(" to {}, {} files", config.days.back().name, config.days.size());
    }
    return text;
}

[[nodiscard]] std::vector<ReportStrategy> report_strategies(const BacktestTrader& trader) {
    std::vector<ReportStrategy> strategies;
    strategies.reserve(trader.strategies.size());
    for (const strategy::StrategyPart& part : trader.strategies) {
        strategies.push_back({.name = std::string(part.choice.name()),
                              .symbols = part.symbols,
                              .parameters = part.choice.parameters()});
    }
    return strategies;
}

}  // namespace

ReportContext context_of(const BacktestConfig& config) {
    return {
        .strategy = strategy::names_of(config.trade.strategies),
        .strategies = report_strategies(config.trade),
        .source = source_text(config),
        .is_generated = config.is_generated(),
        .models = {
            .latency = latencies_text(config),
            .queue = config.bars ? bars_text(config.bars->options) : queue_text(config.fills),
            .impact = impact_text(config.fills),
            .fees = messages::fees_text(config.trade.trader.engine.orders),
            .marks = config.bars ? "the close"
                                 : messages::mark_text(config.trade.trader.engine.mark_spread_max),
            .data = config.bars ? "bars" : ""}};
}

ReportContext sweep_context(const BacktestConfig& config, Search search,
                            std::span<const PointResult> trials) {
    ReportContext context = context_of(config);
    context.search = std::move(search);
    for (const PointResult& result : trials) {
        context.trials.push_back(result.daily_dollars());
    }
    return context;
}

}  // namespace hotpath::backtest
