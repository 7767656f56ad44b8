#include <iterator>

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

std::string dispersions_to_json(const PartStatistics& part) {
    std::string text = "{";
    for (const Dispersion& dispersion : part.dispersions) {
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
    append("dispersion", dispersions_to_json(part));
    append("markout", markouts_to_json(part));
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
