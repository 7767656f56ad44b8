#include "apps/hotpath/backtest/compare_text.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/hotpath/console/console.hpp"

namespace hotpath::app {

namespace {

using backtest::Cause;
using backtest::Comparison;
using backtest::OrderPair;
using backtest::SessionOrder;
using backtest::SessionOrders;
using backtest::SessionSums;
using PairJson = nlohmann::ordered_json;

/// Pairs shown before the first difference.
constexpr std::size_t kPairsBefore = 3;

[[nodiscard]] const SessionOrder* order_at(const SessionOrders& orders,
                                           const std::optional<std::size_t>& index) {
    return index ? &orders[*index] : nullptr;
}

[[nodiscard]] std::uint64_t executed_of(const SessionOrder& order) {
    TotalQty sum{};
    for (const backtest::SessionFill& fill : order.fills) {
        sum += fill.qty;
    }
    return sum.value;
}

[[nodiscard]] std::string side_text(Side side) {
    return side == Side::Buy ? "buy" : "sell";
}

/// "order 12 09:30:01.000000001 buy 100 AAPL at 100.00, filled 40"
[[nodiscard]] std::string order_text(const SessionOrder* order) {
    if (order == nullptr) {
        return "no such order";
    }
    return fmt::format("order {} {} {} {} {} at {}, {}", order->id.value, time_of_day(order->sent),
                       side_text(order->side), order->qty.value, order->symbol.view(),
                       price_text(order->price),
                       order->is_rejected ? std::string("rejected")
                                          : fmt::format("filled {}", executed_of(*order)));
}

void print_sums(const SessionSums& test, const SessionSums& live) {
    const auto row = [](std::string_view what, const std::string& a, const std::string& b) {
        fmt::print("  {:<16}{:>20}{:>20}\n", what, a, b);
    };
    fmt::print("  {}{:<16}{:>20}{:>20}{}\n", style().dim, "", "backtest", "live", style().reset);
    row("orders", grouped(test.orders), grouped(live.orders));
    row("rejected", grouped(test.rejected), grouped(live.rejected));
    row("fills", grouped(test.fills), grouped(live.fills));
    row("shares", grouped(test.shares.value), grouped(live.shares.value));
    row("cash", dollars(test.cash), dollars(live.cash));
    row("fees", dollars(test.fees), dollars(live.fees));
}

[[nodiscard]] SignedQty position_in(const SessionSums& sums, Symbol symbol) {
    const auto found = std::ranges::find(sums.symbols, symbol, &backtest::SymbolSums::symbol);
    return found == sums.symbols.end() ? SignedQty{} : found->position;
}

void print_positions(const SessionSums& test, const SessionSums& live) {
    std::vector<Symbol> symbols;
    for (const SessionSums* sums : {&test, &live}) {
        for (const backtest::SymbolSums& of : sums->symbols) {
            if (std::ranges::find(symbols, of.symbol) == symbols.end()) {
                symbols.push_back(of.symbol);
            }
        }
    }
    for (const Symbol symbol : symbols) {
        fmt::print("  {:<16}{:>20}{:>20}\n", fmt::format("{} held", symbol.view()),
                   grouped(position_in(test, symbol).value),
                   grouped(position_in(live, symbol).value));
    }
}

/// "-" for an order that one of the two has not.
[[nodiscard]] std::string terms_text(const SessionOrder* order) {
    return order == nullptr ? "-"
                            : fmt::format("{:>6} at {} filled {}", order->qty.value,
                                          price_text(order->price), executed_of(*order));
}

void print_pair(const ComparedSessions& sessions, const OrderPair& pair) {
    const SessionOrder* const test = order_at(sessions.backtest, pair.backtest);
    const SessionOrder* const live = order_at(sessions.live, pair.live);
    const SessionOrder& either = test == nullptr ? *live : *test;
    const std::string_view cause = pair.cause == Cause::None ? "" : name(pair.cause);
    fmt::print("  {} {:<6} {:<4} {:<28} {:<28} {}\n", time_of_day(either.sent),
               either.symbol.view(), side_text(either.side), terms_text(test), terms_text(live),
               cause);
}

[[nodiscard]] PairJson json_of(const SessionOrder* order) {
    if (order == nullptr) {
        return nullptr;
    }
    PairJson fills = PairJson::array();
    for (const backtest::SessionFill& fill : order->fills) {
        fills.push_back({{"at_ns", fill.at.value},
                         {"qty", fill.qty.value},
                         {"price", price_text(fill.price)},
                         {"fee_dollars", static_cast<double>(fill.fee.value) / 10'000}});
    }
    return {{"id", order->id.value},          {"sent_ns", order->sent.value},
            {"symbol", order->symbol.str()},  {"side", side_text(order->side)},
            {"qty", order->qty.value},        {"price", price_text(order->price)},
            {"rejected", order->is_rejected}, {"fills", std::move(fills)}};
}

[[nodiscard]] PairJson json_of(const SessionSums& sums) {
    PairJson positions;
    for (const backtest::SymbolSums& of : sums.symbols) {
        positions[of.symbol.str()] = of.position.value;
    }
    return {{"orders", sums.orders},
            {"rejected", sums.rejected},
            {"fills", sums.fills},
            {"shares", sums.shares.value},
            {"cash_dollars", static_cast<double>(sums.cash.value) / 10'000},
            {"fees_dollars", static_cast<double>(sums.fees.value) / 10'000},
            {"positions", std::move(positions)}};
}

}  // namespace

void print_comparison(const ComparedSessions& sessions, const Comparison& found,
                      std::uint32_t rows) {
    print_heading("backtest compare");
    if (!sessions.backtest_stopped.empty()) {
        print_line("stopped", "the backtest, by " + sessions.backtest_stopped);
    }
    print_sums(found.backtest, found.live);
    print_positions(found.backtest, found.live);
    print_line("sent apart", fmt::format("{} ns at most", grouped(found.sent_apart_max.value)));
    print_line("orders",
               fmt::format("{} of {} agree", grouped(found.pairs.size() - found.differences),
                           grouped(static_cast<std::uint64_t>(found.pairs.size()))));
    const std::size_t first = found.first_difference.value_or(0);
    if (found.first_difference) {
        const OrderPair& pair = found.pairs[first];
        print_line("differs first", name(pair.cause));
        print_line("  backtest", order_text(order_at(sessions.backtest, pair.backtest)));
        print_line("  live", order_text(order_at(sessions.live, pair.live)));
    }
    const std::size_t begin = first - std::min(first, kPairsBefore);
    const std::size_t end = std::min<std::size_t>(found.pairs.size(), begin + rows);
    fmt::print("\n  {}{:<30}{:<28} {:<28} {}{}\n", style().dim, "", "backtest", "live",
               "difference", style().reset);
    for (std::size_t n = begin; n < end; ++n) {
        print_pair(sessions, found.pairs[n]);
    }
    if (end - begin < found.pairs.size()) {
        fmt::print("  {} more: --rows, or --json for all\n",
                   grouped(static_cast<std::uint64_t>(found.pairs.size() - (end - begin))));
    }
}

std::string comparison_json(const ComparedSessions& sessions, const Comparison& found) {
    PairJson pairs = PairJson::array();
    for (const OrderPair& pair : found.pairs) {
        pairs.push_back({{"cause", name(pair.cause)},
                         {"backtest", json_of(order_at(sessions.backtest, pair.backtest))},
                         {"live", json_of(order_at(sessions.live, pair.live))}});
    }
    PairJson json{{"agree", !found.first_difference.has_value()},
                  {"backtest_stopped", sessions.backtest_stopped.empty()
                                           ? PairJson(nullptr)
                                           : PairJson(sessions.backtest_stopped)},
                  {"differences", found.differences},
                  {"sent_apart_max_ns", found.sent_apart_max.value},
                  {"backtest", json_of(found.backtest)},
                  {"live", json_of(found.live)},
                  {"pairs", std::move(pairs)}};
    if (found.first_difference) {
        json["first_difference"] = *found.first_difference;
    }
    return json.dump(2) + "\n";
}

}  // namespace hotpath::app
