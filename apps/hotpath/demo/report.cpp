#include "apps/hotpath/demo/report.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/demo/trader.hpp"
#include "apps/hotpath/embedded_files.hpp"
#include "hotpath/backtest/statistics/stops.hpp"
#include "hotpath/config/strategy_table.hpp"
#include "hotpath/engine/mark.hpp"
#include "hotpath/files/html_page.hpp"
#include "hotpath/messages/mark_text.hpp"
#include "hotpath/messages/refusals.hpp"

namespace hotpath::app {

namespace {

using Json = nlohmann::ordered_json;

/// More fill marks than this would only hide each other; evenly chosen ones stand for all.
constexpr std::size_t kFillMarksMax = 1'500;

double seconds(Time time) {
    return static_cast<double>(time.value) / 1e9;
}
double in_dollars(std::int64_t units) {
    return static_cast<double>(units) / 10'000.0;
}

/// Percentiles for the table, and for the curve shares of 1 - 10^(-n/16): the same number of points
/// to every nine.
Json latency_json(const timing::LatencyHistogram& histogram) {
    Json json{
        {"count", histogram.count()}, {"percentiles", Json::array()}, {"curve", Json::array()}};
    for (const double percent : {50.0, 90.0, 99.0, 99.9, 100.0}) {
        json["percentiles"].push_back(histogram.percentile(percent).value);
    }
    for (int n = 0;; ++n) {
        const double rest = std::pow(10.0, -n / 16.0);
        if (rest * static_cast<double>(histogram.count()) < 1.0) {
            break;
        }
        json["curve"].push_back({1.0 - rest, histogram.percentile(100.0 * (1.0 - rest)).value});
    }
    return json;
}

Json stages_json(const StageLatencies& latencies) {
    Json json;
    for (const timing::Stage stage : StageLatencies::kStages) {
        json[timing::stage_name(stage)] = latency_json(latencies.stage(stage));
    }
    json["total"] = latency_json(latencies.total());
    return json;
}

Json quotes_json(const DemoRecorder& record) {
    Json json = Json::array();
    for (const auto& [time, touch] : record.touch().points()) {
        json.push_back({seconds(time), in_dollars(touch.bid.value), in_dollars(touch.ask.value)});
    }
    return json;
}

Json fills_json(const DemoRecorder& record) {
    Json json = Json::array();
    const std::size_t step = record.fills().size() / kFillMarksMax + 1;
    for (std::size_t i = 0; i < record.fills().size(); i += step) {
        const FillMark& fill = record.fills()[i];
        json.push_back({{"t", seconds(fill.time)},
                        {"side", fill.side == Side::Buy ? "buy" : "sell"},
                        {"price", in_dollars(fill.price.value)},
                        {"qty", fill.qty.value}});
    }
    return json;
}

Json account_json(const DemoRecorder& record) {
    Json json = Json::array();
    for (const auto& [time, account] : record.accounts().points()) {
        json.push_back({seconds(time), account.position.value, in_dollars(account.pnl.value)});
    }
    return json;
}

/// From the lowest bid to the highest ask without the outer hundredth of each: a stub quote must
/// not flatten the curve.
Json price_range_json(const DemoRecorder& record) {
    std::vector<Price> bids;
    std::vector<Price> asks;
    for (const auto& [time, touch] : record.touch().points()) {
        bids.push_back(touch.bid);
        asks.push_back(touch.ask);
    }
    if (bids.empty()) {
        return {0, 1};
    }
    std::ranges::sort(bids);
    std::ranges::sort(asks);
    const double low = in_dollars(bids[bids.size() / 100].value);
    const double high = in_dollars(asks[asks.size() - 1 - asks.size() / 100].value);
    const double margin = std::max((high - low) * 0.05, 0.01);
    return {low - margin, high + margin};
}

Json tile(std::string_view name, const std::string& value, const std::string& note) {
    return {{"name", name}, {"value", value}, {"note", note}};
}

Json tiles_json(const DemoResult& result, const DemoOptions& options) {
    const timing::LatencyHistogram& total = result.record.latencies().total();
    return {
        total.empty()
            ? tile("Tick to trade, p50", "\u2013", "no order was sent")
            : tile("Tick to trade, p50", fmt::format("{} ns", grouped(total.percentile(50).value)),
                   fmt::format("p99 {} ns, {} ticks", grouped(total.percentile(99).value),
                               grouped(total.count()))),
        tile("Market messages", grouped(result.messages),
             fmt::format("{} feed packets", grouped(result.feed_packets))),
        tile("Orders sent", grouped(result.orders_entered),
             fmt::format("{} replacements, {} rejected by risk", grouped(result.orders_replaced),
                         grouped(result.orders_rejected_by_risk))),
        tile("Fills", grouped(result.executions),
             fmt::format("bought {}, sold {}", grouped(result.shares_bought),
                         grouped(result.shares_sold))),
        tile("Position", grouped(result.account.position.value),
             fmt::format("shares, at most {}", grouped(std::uint64_t{options.position_max.value}))),
        tile("Profit and loss", dollars(result.account.pnl), "no fees"),
    };
}

/// A sentence on the strategy, with every parameter where it is not the demo's usual one.
std::string strategy_note(const DemoResult& result, const DemoOptions& options) {
    if (is_market_maker(result.strategy)) {
        return fmt::format("An inventory-aware market maker quotes {} shares a side.",
                           usual_order_qty(result.strategy, options.order_qty).value);
    }
    std::string parameters;
    for (const strategy::Parameter& parameter : result.strategy.parameters()) {
        parameters += fmt::format("{}{} {}", parameters.empty() ? "" : ", ", parameter.key,
                                  config::value_text(parameter));
    }
    return fmt::format("Strategy {}: {} ({}).", result.strategy.name(), result.strategy.summary(),
                       parameters);
}

std::string market_note(const DemoResult& result, const DemoOptions& options) {
    const auto us = [](Nanos latency) { return static_cast<double>(latency.value) / 1e3; };
    std::string note = fmt::format(
        "{} Simulated time on the way: feed {:g}\u00a0\u00b5s, orders "
        "{:g}\u00a0\u00b5s, replies {:g}\u00a0\u00b5s. Open positions are valued at {}.",
        strategy_note(result, options), us(options.session.feed_latency.base),
        us(options.session.entry_latency.base), us(options.session.response_latency.base),
        messages::mark_text(engine::kMarkSpreadMax));
    if (const std::string stopped = stopped_text(result); !stopped.empty()) {
        note += fmt::format(" The risk check stopped trading (shaded): {}.", stopped);
    }
    if (const std::string refused = messages::refusals_text(result.refused); !refused.empty()) {
        note += fmt::format(" The risk check refused orders: {}.", refused);
    }
    if (const std::string open = open_positions_text(result); !open.empty()) {
        note += fmt::format(" At the end {}.", open);
    }
    if (result.record.fills().size() > kFillMarksMax) {
        note += fmt::format(" One fill in {} is marked.",
                            result.record.fills().size() / kFillMarksMax + 1);
    }
    return note;
}

/// From the stop to the end, for the panels of the time.
Json stops_json(const DemoResult& result) {
    Json json = Json::array();
    if (result.stop) {
        json.push_back({{"x", seconds(result.stop->at)},
                        {"to", seconds(result.end)},
                        {"text", backtest::control_name(*result.stop)}});
    }
    return json;
}

Json report_json(const DemoResult& result, const DemoOptions& options) {
    const auto& quotes = result.record.touch().points();
    return {{"generated", options.is_generated()},
            {"source", result.source},
            {"symbol", result.traded.symbol.str()},
            {"tiles", tiles_json(result, options)},
            {"timer_cost_ns", result.timer_cost_ns},
            {"stages", stages_json(result.record.latencies())},
            {"threads", result.placement.threads},
            {"latency_notes", latency_notes(result.placement)},
            {"placement", result.placement.text()},
            {"market_note", market_note(result, options)},
            {"time_range_s", quotes.empty()
                                 ? Json{0, 1}
                                 : Json{seconds(quotes.front().time), seconds(quotes.back().time)}},
            {"price_range", price_range_json(result.record)},
            {"stops_shown", stops_json(result)},
            {"quotes", quotes_json(result.record)},
            {"fills", fills_json(result.record)},
            {"account", account_json(result.record)},
            {"footer",
             {fmt::format("outputs_hash `{}`: a checksum of every byte between venue and trader, "
                          "the same in every run "
                          "with these options. Only the latencies differ from run to run.",
                          text::checksum_text(result.outputs_hash)),
              "Drawn with Chart.js (MIT licence), which is inside this file."}}};
}

}  // namespace

std::string demo_report(const DemoResult& result, const DemoOptions& options) {
    return files::html_page(demo_report_page(), report_json(result, options));
}

}  // namespace hotpath::app
