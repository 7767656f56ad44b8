#include <algorithm>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "hotpath/sim/market/flow_statistics.hpp"

namespace hotpath::sim::market {
namespace {

constexpr std::array kPercents{1.0, 5.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.9};

std::string to_json(const Distribution& distribution) {
    std::string text =
        fmt::format(R"({{"count": {}, "mean": {})", distribution.count(), distribution.mean());
    for (const double percent : kPercents) {
        text += fmt::format(R"(, "p{}": {})", percent, distribution.percentile(percent));
    }
    return text + "}";
}

std::string types_to_json(const PartStatistics& part) {
    std::string text = "{";
    for (std::size_t type = 0; type < part.by_type.size(); ++type) {
        if (part.by_type[type] != 0) {
            text += fmt::format(R"({}"{}": {})", text.size() > 1 ? ", " : "",
                                static_cast<char>(type), part.by_type[type]);
        }
    }
    return text + "}";
}

std::string to_json(const Dispersions& dispersions) {
    std::string text = "{";
    for (const Dispersion& dispersion : dispersions) {
        text += fmt::format(R"({}"{}ms": {:.2f})", text.size() > 1 ? ", " : "",
                            dispersion.window().value / 1'000'000, dispersion.index());
    }
    return text + "}";
}

std::string markouts_to_json(const PartStatistics& part) {
    std::string text = "{";
    for (const Markout& markout : part.markouts) {
        text += fmt::format(R"({}"{}s": {{"trades": {}, "percent_of_spread": {:.1f}}})",
                            text.size() > 1 ? ", " : "", markout.after.value / kNanosPerSecond,
                            markout.trades, markout.percent_mean());
    }
    return text + "}";
}

std::string busiest_to_json(const FlowScores& scores) {
    const FlowScores::Busiest busiest = scores.busiest();
    return fmt::format(R"({{"instrument": {}, "events": {}, "dispersion": {}}})",
                       busiest.instrument.value, busiest.events, to_json(busiest.dispersions));
}

// Bins as [number, count]: the number of a bin is its nearest to zero.
std::string to_json(const ScoreHistogram& histogram) {
    std::string text = fmt::format(R"({{"count": {}, "mean": {:.3f}, "bins": [)", histogram.count(),
                                   histogram.mean());
    const char* separator = "";
    histogram.for_each_bin([&](std::int64_t number, std::uint64_t count) {
        text += fmt::format("{}[{}, {}]", separator, number, count);
        separator = ", ";
    });
    return text + "]}";
}

std::string to_json(const PriceResponse& response, double spread_mean) {
    std::string text = "{";
    for (std::size_t i = 0; i < PriceResponse::kLags.size(); ++i) {
        const double events = static_cast<double>(std::max<std::uint64_t>(response.events[i], 1));
        const double moved = static_cast<double>(response.twice_moved[i]) / 2 / events;
        text += fmt::format(R"({}"{}": {:.2f})", i == 0 ? "" : ", ", PriceResponse::kLags[i],
                            spread_mean == 0 ? 0 : 100 * moved / spread_mean);
    }
    return text + fmt::format(R"(, "events": {}}})", response.events[0]);
}

std::string responses_to_json(const FlowScores& scores) {
    std::string text = "{";
    for (std::size_t i = 0; i < FlowScores::kResponses; ++i) {
        text +=
            fmt::format("{}\n      \"{}\": {}", i == 0 ? "" : ",", FlowScores::kResponseNames[i],
                        to_json(scores.responses[i], scores.spread_mean()));
    }
    return text + "}";
}

std::string to_json(const FlowScores& scores) {
    std::string text = "{";
    const auto append = [&](const char* name, const ScoreHistogram& histogram) {
        text += fmt::format("{}\n      \"{}\": {}", text.size() > 1 ? "," : "", name,
                            to_json(histogram));
    };
    const auto append_sides = [&](const std::string& name, const FlowScores::BySide& histograms) {
        append(("bid_" + name).c_str(), histograms[0]);
        append(("ask_" + name).c_str(), histograms[1]);
    };
    append("spread_ticks", scores.spread_ticks);
    append("imbalance_1000", scores.imbalance_1000);
    append("inter_arrival_ns", scores.inter_arrival_ns);
    append("time_to_cancel_ns", scores.time_to_cancel_ns);
    append("time_to_first_fill_ns", scores.time_to_first_fill_ns);
    append_sides("qty_at_best", scores.qty_at_best);
    append_sides("qty_at_five", scores.qty_at_five);
    append_sides("limit_depth_half_ticks", scores.limit_depth_half_ticks);
    append_sides("limit_level", scores.limit_level);
    append_sides("cancel_depth_half_ticks", scores.cancel_depth_half_ticks);
    append_sides("cancel_level", scores.cancel_level);
    append("qty_per_minute", scores.qty_per_minute);
    append("flow_imbalance", scores.flow_imbalance);
    append("flow_imbalance_before_down", scores.flow_imbalance_next[0]);
    append("flow_imbalance_before_stay", scores.flow_imbalance_next[1]);
    append("flow_imbalance_before_up", scores.flow_imbalance_next[2]);
    return text + "}";
}

std::string to_json(const PartStatistics& part) {
    std::string text = fmt::format(
        "{{\n    \"messages\": {},\n    \"by_type\": {},\n    \"adds_improving\": {},\n"
        "    \"adds_at_touch\": {}",
        part.messages, types_to_json(part), part.adds_improving, part.adds_at_touch);
    const auto append = [&](const char* name, const std::string& value) {
        text += fmt::format(",\n    \"{}\": {}", name, value);
    };
    append("ticks_behind", to_json(part.ticks_behind));
    append("add_qty", to_json(part.add_qty));
    append("executed_qty", to_json(part.executed_qty));
    append("deleted_lifetime_ns", to_json(part.deleted_lifetime_ns));
    append("executed_lifetime_ns", to_json(part.executed_lifetime_ns));
    append("gap_ns", to_json(part.gap_ns));
    append("spread_ticks", to_json(part.spread_ticks));
    append("spread_bp_100", to_json(part.spread_bp_100));
    append("dispersion", to_json(part.dispersions));
    append("busiest", busiest_to_json(part.scores));
    append("markout", markouts_to_json(part));
    append("response_percent_of_spread", responses_to_json(part.scores));
    append("lob_bench", to_json(part.scores));
    return text + "\n  }";
}

}  // namespace

std::string to_json(const FlowStatistics& statistics) {
    return fmt::format(
        "{{\n  \"messages\": {},\n  \"implied\": {},\n  \"not_decoded\": {},\n  "
        "\"live_orders_max\": {},\n"
        "  \"before_open\": {},\n  \"continuous\": {},\n  \"after_close\": {}\n}}\n",
        statistics.messages(), statistics.implied_messages(), statistics.not_decoded(),
        statistics.live_orders_max(), to_json(statistics.part(DayPart::BeforeOpen)),
        to_json(statistics.part(DayPart::Continuous)),
        to_json(statistics.part(DayPart::AfterClose)));
}

}  // namespace hotpath::sim::market
