#include "hotpath/backtest/run.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "hotpath/book/l3_books.hpp"

namespace hotpath::backtest {

namespace {

/// The market's own at the end of the day; 0: there was none.
[[nodiscard]] Price price_of(const InstrumentResult& instrument) {
    return instrument.hold_to != Price{} ? instrument.hold_to : instrument.mark;
}

void set_hold_prices(std::span<const HoldPrice> prices, InstrumentId at_venue,
                     InstrumentResult& instrument) {
    const auto found = std::ranges::find(prices, at_venue, &HoldPrice::instrument);
    if (found != prices.end()) {
        instrument.hold_from = found->first;
        instrument.hold_to = found->last;
    }
}

/// "AAPL is at $101.25": with as many decimals as mean something.
[[nodiscard]] std::string at_price(const InstrumentResult& instrument) {
    constexpr std::int64_t kUnitsInDollar = 10'000;
    const std::int64_t value = price_of(instrument).value;
    const std::string decimals =
        "." + std::to_string(kUnitsInDollar + value % kUnitsInDollar).substr(1);
    return instrument.symbol.str() + " is at $" + std::to_string(value / kUnitsInDollar) +
           (value < 1'000 * kUnitsInDollar ? decimals : "");
}

/// A single share is too much.
[[nodiscard]] bool is_above_notional(Price price, const risk::Limits& limits) {
    return price * Qty{1} > limits.order_notional_max;
}

/// Halfway between two prices that are multiples of the tick is a multiple of half a tick.
[[nodiscard]] bool is_off_tick(Price price, const risk::Limits& limits) {
    const std::int64_t half = limits.tick / 2;
    return half > 0 && price >= limits.fine_below && price.value % half != 0;
}

}  // namespace

InstrumentResult instrument_result(InstrumentId id, Symbol symbol, const TraderView& trader,
                                   BasisPoints mark_spread_max) {
    const oms::Position& held = trader.orders.position(id);
    const book::Bbo bbo = trader.books.bbo(id);
    const Price mark = mark_now(held, bbo, mark_spread_max);
    return {.id = id,
            .symbol = symbol,
            .gross = held.cash + mark * held.position,
            .fees = held.fees,
            .position = held.position,
            .mark = mark,
            .mark_age = engine::mark_age(held, trader.now),
            .cost_to_close = engine::cost_to_close(held.position, mark, bbo)};
}

OrderCounts counts_of(const oms::Orders& orders, const oms::DeskCounters& desk) {
    const auto& refused = desk.rejected_by_risk;
    return {.entered = orders.counters().entered,
            .replaced = orders.counters().replaces,
            .reduced = orders.counters().reduces,
            .canceled = orders.counters().cancels,
            .rejected_by_risk = std::accumulate(refused.begin(), refused.end(), std::uint64_t{0}),
            .rejected_by_venue = orders.counters().rejected,
            .refused = refused};
}

std::string fault_of(const FlowTroubles& now, const FlowTroubles& before) {
    if (now.decode_errors != before.decode_errors) {
        return "it is not a message of ITCH 5.0";
    }
    if (now.impossible != before.impossible) {
        return "its order is unknown, known already or has fewer shares: the recording is damaged "
               "or begins after the order";
    }
    if (now.symbol_mismatches != before.symbol_mismatches) {
        return "its symbol is not the one listed under its stock locate";
    }
    if (now.refused != before.refused) {
        return "the books are full: raise trading.orders_max, levels_max or instruments_max";
    }
    return "";
}

Expected<std::vector<InstrumentResult>> instruments_of(const engine::EngineOptions& options,
                                                       const exchange::Exchange& venue,
                                                       const TraderView& trader,
                                                       std::span<const HoldPrice> prices) {
    std::vector<InstrumentResult> instruments;
    for (std::uint32_t id = 1; id <= options.books.instruments_max; ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        const Symbol symbol = venue.symbol(instrument);
        const bool is_wanted =
            options.symbols.empty()
                ? symbol != Symbol{}
                : std::ranges::find(options.symbols, symbol) != options.symbols.end();
        if (is_wanted) {
            instruments.push_back(instrument_result(trader.id_of(instrument), symbol, trader,
                                                    options.mark_spread_max));
            set_hold_prices(prices, instrument, instruments.back());
        }
    }
    for (const Symbol symbol : options.symbols) {
        if (std::ranges::find(instruments, symbol, &InstrumentResult::symbol) ==
            instruments.end()) {
            return fail("no message of " + symbol.str() + " in the recording");
        }
    }
    if (instruments.empty()) {
        return fail("no message of any instrument in the recording");
    }
    return instruments;
}

std::string scale_fault(const OrderCounts& counts, std::span<const std::uint64_t> refused_by_reason,
                        const std::vector<InstrumentResult>& instruments,
                        const risk::Limits& limits) {
    if (counts.entered != 0) {
        return "";
    }
    using enum risk::RejectReason;
    std::uint64_t by_price = 0;
    for (const risk::RejectReason reason : {PriceTick, OrderNotional, PriceCollar}) {
        by_price += refused_by_reason[static_cast<std::size_t>(reason)];
    }
    const std::string question = ": are the limits or the scale of the recording's prices wrong?";
    const std::string price = at_price(instruments.front());
    if (by_price != 0 && by_price == counts.rejected_by_risk) {
        return "no order was within the limits, which refused all " + std::to_string(by_price) +
               " for price or value; " + price + question;
    }
    const auto all = [&](auto cannot_trade) {
        return counts.rejected_by_risk == 0 &&
               std::ranges::all_of(instruments, [&](const InstrumentResult& instrument) {
                   return cannot_trade(price_of(instrument), limits);
               });
    };
    if (all(is_above_notional)) {
        return "no order was sent: limits.order_notional_max must allow at least one share; " +
               price + question;
    }
    return all(is_off_tick)
               ? "no order was sent: the market's prices must be multiples of limits.tick; " +
                     price + question
               : "";
}

}  // namespace hotpath::backtest
