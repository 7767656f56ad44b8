#include "apps/hotpath/demo/result.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/demo/trader.hpp"
#include "hotpath/backtest/report/stop_text.hpp"
#include "hotpath/backtest/statistics/stops.hpp"
#include "hotpath/engine/mark.hpp"
#include "hotpath/files/book_source_text.hpp"
#include "hotpath/messages/mark_text.hpp"
#include "hotpath/messages/refusals.hpp"
#include "hotpath/protocols/all.hpp"

namespace hotpath::app {

namespace {

using timing::LatencyHistogram;

std::string shares(std::uint64_t count) {
    return fmt::format("{} {}", grouped(count), count == 1 ? "share" : "shares");
}

double microseconds(Nanos duration) {
    return static_cast<double>(duration.value) / 1e3;
}

void print_market(const DemoResult& result, const DemoOptions& options) {
    fmt::print("{}hotpath demo{}  {}{}{}  {}\n\n", style().bold, style().reset, style().bold,
               options.is_generated() ? "GENERATED market" : "RECORDED market", style().reset,
               result.source);
    print_line("market", fmt::format("{} messages -> the venue -> {} packets of its feed",
                                     grouped(result.messages), grouped(result.feed_packets)));
    if (const auto source = files::book_source_text(result.book_source)) {
        print_line("book", *source);
    }
    print_line("latency", fmt::format("simulated: feed {:g} us, orders {:g} us, replies {:g} us",
                                      microseconds(options.session.feed_latency.base),
                                      microseconds(options.session.entry_latency.base),
                                      microseconds(options.session.response_latency.base)));
    print_line("sessions", fmt::format("orders over {}, market data over {}",
                                       sim::session::order_ends(options.protocols.orders).title,
                                       protocols::MarketFeeds::kTitles[options.protocols.feed]));
    print_line("threads", result.placement.text());
}

/// "" when orders were sent. The data decides before the strategy does: without a listing and
/// without trading state T nothing may be sent.
std::string no_orders_because(const DemoResult& result) {
    const std::string symbol = result.traded.symbol.str();
    if (result.orders_entered != 0 || result.traded.id.value == 0) {
        return "";
    }
    if (!result.traded.is_listed) {
        return fmt::format(
            "the data has no Stock Directory message (ITCH R) for {}: it begins after the start of "
            "the day. Use data from the start of the day, or hotpath generate",
            symbol);
    }
    if (!result.traded.has_traded) {
        const std::string state =
            result.traded.trading_state == ' '
                ? "is unknown, as the data has no Stock Trading Action message (ITCH H) for it"
                : fmt::format("stays {}", result.traded.trading_state);
        return fmt::format(
            "the trading state of {} {}; orders are sent in state T only. Use data that has the "
            "start of trading, or hotpath generate",
            symbol, state);
    }
    if (result.orders_rejected_by_risk != 0) {
        return fmt::format(
            "the risk check rejected every order ({}); docs/guide/risk.md lists the controls",
            messages::refusals_text(result.refused));
    }
    if (!is_market_maker(result.strategy)) {
        return fmt::format("{} was open for trading, but {} requested no order", symbol,
                           result.strategy.name());
    }
    return fmt::format(
        "{} was open for trading, but had no market to quote: market_maker needs a bid and an ask "
        "at most 2% apart",
        symbol);
}

std::string strategy_text(const DemoResult& result, const DemoOptions& options) {
    const std::string position = grouped(std::uint64_t{options.position_max.value});
    if (is_market_maker(result.strategy)) {
        return fmt::format("market maker in {}: {} a side, position at most {}",
                           result.traded.symbol.view(),
                           usual_order_qty(result.strategy, options.order_qty).value, position);
    }
    std::string symbols;
    for (const DemoPosition& each : result.positions) {
        symbols += fmt::format("{}{}", symbols.empty() ? "" : ", ", each.symbol.view());
    }
    return fmt::format("{} in {}: orders of {} shares at most, position at most {}",
                       result.strategy.name(), symbols,
                       grouped(std::uint64_t{options.order_qty.value}), position);
}

std::string all_positions_text(const DemoResult& result) {
    if (result.positions.size() == 1) {
        return fmt::format("{} shares", grouped(result.account.position.value));
    }
    std::string text;
    for (const DemoPosition& each : result.positions) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", each.symbol.view(),
                            grouped(each.position.value));
    }
    return text + " shares";
}

void print_trading(const DemoResult& result, const DemoOptions& options) {
    const std::string_view color = result.account.pnl < Money{} ? style().bad : style().good;
    print_line("strategy", strategy_text(result, options));
    print_line(
        "orders",
        fmt::format(
            "{} sent ({} of them replacements), {} accepted, {} cancels, {} rejected by risk",
            grouped(result.orders_entered), grouped(result.orders_replaced),
            grouped(result.orders_accepted), grouped(result.orders_canceled),
            grouped(result.orders_rejected_by_risk)));
    if (const std::string refused = messages::refusals_text(result.refused); !refused.empty()) {
        print_line("refused by risk", refused);
    }
    if (const std::string reason = no_orders_because(result); !reason.empty()) {
        print_line("no orders", reason);
    }
    if (const std::string stopped = stopped_text(result); !stopped.empty()) {
        print_line("stopped", stopped);
    }
    print_line("fills", fmt::format("{}: bought {}, sold {}", grouped(result.executions),
                                    shares(result.shares_bought), shares(result.shares_sold)));
    print_line("position", all_positions_text(result));
    const std::string open = open_positions_text(result);
    print_line("P&L", fmt::format("{}{}{} (no fees; open positions at {}){}{}", color,
                                  dollars(result.account.pnl), style().reset,
                                  messages::mark_text(engine::kMarkSpreadMax),
                                  open.empty() ? "" : "; ", open));
}

void print_latency_row(std::string_view name, const LatencyHistogram& histogram) {
    fmt::print("  {:<14}", name);
    for (const double percent : {50.0, 90.0, 99.0, 99.9}) {
        fmt::print("{:>10}", grouped(histogram.percentile(percent).value));
    }
    fmt::print("{:>12}\n", grouped(histogram.max().value));
}

void print_latencies(const DemoResult& result) {
    const StageLatencies& latencies = result.record.latencies();
    if (latencies.total().empty()) {
        return;
    }
    fmt::print("\n  {}{:<14}{:>10}{:>10}{:>10}{:>10}{:>12}{}\n", style().dim, "ns", "p50", "p90",
               "p99", "p99.9", "max", style().reset);
    for (const timing::Stage stage : StageLatencies::kStages) {
        print_latency_row(timing::stage_name(stage), latencies.stage(stage));
    }
    fmt::print("{}", style().bold);
    print_latency_row("tick to trade", latencies.total());
    fmt::print(
        "{}  {}of {} ticks that caused an order; each stage includes one reading of the timer, "
        "{:.1f} ns\n",
        style().reset, style().dim, grouped(latencies.total().count()), result.timer_cost_ns);
    for (const std::string_view line : latency_notes(result.placement)) {
        fmt::print("  {}\n", line);
    }
    fmt::print("{}", style().reset);
    if (result.timer_is_kernel) {
        fmt::print(
            "  the processor has no invariant time stamp counter: measured with the kernel's "
            "clock\n");
    }
}

nlohmann::ordered_json percentiles_json(const LatencyHistogram& histogram) {
    return {{"p50", histogram.percentile(50).value}, {"p90", histogram.percentile(90).value},
            {"p99", histogram.percentile(99).value}, {"p999", histogram.percentile(99.9).value},
            {"max", histogram.max().value},          {"count", histogram.count()}};
}

double traded_share(const DemoResult& result) {
    if (!result.stop || result.end <= result.begin) {
        return result.stop ? 0 : 1;
    }
    const Time stopped = std::clamp(result.stop->at, result.begin, result.end);
    return static_cast<double>((stopped - result.begin).value) /
           static_cast<double>((result.end - result.begin).value);
}

/// Blank: the stop was of no symbol.
Symbol symbol_of_stop(const DemoResult& result) {
    const auto found =
        std::ranges::find(result.positions, result.stop->instrument, &DemoPosition::id);
    return found == result.positions.end() ? Symbol{} : found->symbol;
}

/// Null when nothing stopped it.
nlohmann::ordered_json stopped_json(const DemoResult& result) {
    if (!result.stop) {
        return nullptr;
    }
    const Symbol symbol = symbol_of_stop(result);
    return {{"control", backtest::control_name(*result.stop)},
            {"time_s", static_cast<double>(result.stop->at.value) / 1e9},
            {"symbol", symbol == Symbol{} ? nlohmann::ordered_json(nullptr)
                                          : nlohmann::ordered_json(symbol.view())},
            {"mode", risk::mode_name(result.stop->mode)},
            {"traded_share", traded_share(result)}};
}

nlohmann::ordered_json open_positions_json(const DemoResult& result) {
    auto json = nlohmann::ordered_json::array();
    for (const DemoPosition& each : result.positions) {
        if (each.position != SignedQty{}) {
            nlohmann::ordered_json& open = json.emplace_back();
            open["symbol"] = each.symbol.view();
            open["position"] = each.position.value;
            open["mark"] = static_cast<double>(each.mark.value) / 10'000.0;
            open["mark_age_s"] = static_cast<double>(each.mark_age.value) / 1e9;
            open["cost_to_close"] = nullptr;
            if (each.cost_to_close) {
                open["cost_to_close"] = static_cast<double>(each.cost_to_close->value) / 10'000.0;
            }
        }
    }
    return json;
}

}  // namespace

std::string stopped_text(const DemoResult& result) {
    if (!result.stop) {
        return {};
    }
    const bool may_reduce = result.stop->mode == risk::TradingMode::ReducingOnly;
    return fmt::format(
        "{}, after {:.1f}% of the time; then {}",
        backtest::stop_text(*result.stop, symbol_of_stop(result)), 100 * traded_share(result),
        may_reduce ? "only orders that reduced a position passed" : "no order passed");
}

std::string open_positions_text(const DemoResult& result) {
    std::string text;
    for (const DemoPosition& each : result.positions) {
        if (each.position != SignedQty{}) {
            const std::string age = messages::mark_age_text(each.mark_age);
            text += fmt::format("{}{} {}, {}{}", text.empty() ? "open: " : "; ", each.symbol.view(),
                                grouped(each.position.value),
                                age.empty() ? "" : "its mark is " + age + ", ",
                                messages::cost_to_close_text(each.cost_to_close));
        }
    }
    return text;
}

std::array<std::string_view, 3> latency_notes(const Placement& placement) {
    return {"tick to trade: from the packet in memory to the order's bytes in memory",
            placement.threads == 2
                ? "the trader has its own core, and reads the packet from the other core's cache"
                : "the market and the venue run on the trader's core between two packets and use "
                  "its caches; --threads 2 gives the trader its own core",
            "orders are rare, so their code and data are seldom in the nearest cache; the "
            "benchmark tick_to_order measures this path with warm caches"};
}

void print_demo(const DemoResult& result, const DemoOptions& options) {
    print_market(result, options);
    if (result.traded.id.value == 0) {
        fmt::print("\n  The source holds no orders, so there is no book and nothing to trade.\n\n");
    } else {
        print_trading(result, options);
        print_latencies(result);
        fmt::print("\n");
        print_line("books", result.books_agree
                                ? "the trader's books, built from the feed, equal the venue's"
                                : "the trader's books DIFFER from the venue's");
    }
    print_line("outputs_hash", text::checksum_text(result.outputs_hash));
    print_line("time", fmt::format("{:.1f} s", result.elapsed_s));
}

std::string demo_json(const DemoResult& result) {
    nlohmann::ordered_json json;
    json["messages"] = result.messages;
    files::add_book_source(json, result.book_source);
    json["orders_entered"] = result.orders_entered;
    if (const std::string reason = no_orders_because(result); !reason.empty()) {
        json["no_orders_because"] = reason;
    }
    json["orders_accepted"] = result.orders_accepted;
    json["orders_rejected_by_risk"] = result.orders_rejected_by_risk;
    json["rejected_by_reason"] = messages::refusals_json(result.refused);
    json["stopped"] = stopped_json(result);
    json["executions"] = result.executions;
    json["shares_bought"] = result.shares_bought;
    json["shares_sold"] = result.shares_sold;
    json["position"] = result.account.position.value;
    json["pnl"] = static_cast<double>(result.account.pnl.value) / 10'000.0;
    json["open_positions"] = open_positions_json(result);
    json["threads"] = result.placement.threads;
    json["tick_to_trade_ns"] = percentiles_json(result.record.latencies().total());
    for (const timing::Stage stage : StageLatencies::kStages) {
        const LatencyHistogram& histogram = result.record.latencies().stage(stage);
        json["stages"][timing::stage_name(stage)] = {{"p50", histogram.percentile(50).value},
                                                     {"p99", histogram.percentile(99).value}};
    }
    json["outputs_hash"] = text::checksum_text(result.outputs_hash);
    return json.dump(2) + "\n";
}

}  // namespace hotpath::app
