#include "hotpath/backtest/run.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "hotpath/book/l3_books.hpp"

namespace hotpath::backtest {

namespace {

/// Half of the spread times the position; 0 without a market of two sides.
[[nodiscard]] Money cost_to_close(const book::Bbo& bbo, SignedQty position) {
    const std::int64_t spread = bbo.is_two_sided() ? bbo.ask.price - bbo.bid.price : 0;
    return Money{std::max<std::int64_t>(spread, 0) * magnitude(position).value / 2};
}

}  // namespace

InstrumentResult instrument_result(InstrumentId id, Symbol symbol, const oms::Orders& orders,
                                   const book::L3Books& books) {
    const oms::Position& held = orders.position(id);
    const book::Bbo bbo = books.bbo(id);
    const Price mid = engine::mid_of(books, id);
    const Price mark = mid != Price{} ? mid : held.mark;
    return {.id = id,
            .symbol = symbol,
            .gross = held.cash + mark * held.position,
            .fees = held.fees,
            .position = held.position,
            .last_mid = mark,
            .cost_to_close = cost_to_close(bbo, held.position)};
}

OrderCounts counts_of(const oms::Orders& orders, const oms::DeskCounters& desk) {
    const auto& refused = desk.rejected_by_risk;
    return {.entered = orders.counters().entered,
            .replaced = orders.counters().replaces,
            .canceled = orders.counters().cancels,
            .rejected_by_risk = std::accumulate(refused.begin(), refused.end(), std::uint64_t{0}),
            .rejected_by_venue = orders.counters().rejected};
}

std::string fault_of(const sim::flow::RecordedFlow& flow, const FlowTroubles& before,
                     const exchange::Exchange& venue, CrossedBook crossed) {
    const FlowTroubles now = FlowTroubles::of(flow.counters());
    if (now.decode_errors != before.decode_errors) {
        return "it is not a message of ITCH 5.0";
    }
    if (now.impossible != before.impossible) {
        return "the order it names does not exist, exists already or has fewer shares: the "
               "recording "
               "is damaged or begins after the order";
    }
    if (now.symbol_mismatches != before.symbol_mismatches) {
        return "its symbol is not the one listed under its stock locate";
    }
    if (now.refused != before.refused) {
        return "the books are full: raise trading.orders_max, levels_max or instruments_max";
    }
    const bool has_crossed =
        now.crossing_orders != before.crossing_orders &&
        venue.books().trading_state(flow.last_crossing()) == book::TradingState::Trading;
    return has_crossed && crossed == CrossedBook::Error
               ? "its order locks or crosses the recorded book of " +
                     venue.symbol(flow.last_crossing()).str() +
                     " while it trades; data.crossed = \"allow\" plays it anyway"
               : "";
}

Expected<std::vector<InstrumentResult>> instruments_of(const engine::EngineOptions& options,
                                                       const exchange::Exchange& venue,
                                                       const oms::Orders& orders,
                                                       const book::L3Books& books) {
    std::vector<InstrumentResult> instruments;
    for (std::uint32_t id = 1; id <= options.books.instruments_max; ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        const Symbol symbol = venue.symbol(instrument);
        const bool is_wanted =
            options.symbols.empty()
                ? symbol != Symbol{}
                : std::ranges::find(options.symbols, symbol) != options.symbols.end();
        if (is_wanted) {
            instruments.push_back(instrument_result(instrument, symbol, orders, books));
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
                        const std::vector<InstrumentResult>& instruments) {
    using enum risk::RejectReason;
    std::uint64_t by_price = 0;
    for (const risk::RejectReason reason : {PriceTick, OrderNotional, PriceCollar}) {
        by_price += refused_by_reason[static_cast<std::size_t>(reason)];
    }
    if (counts.entered != 0 || by_price == 0 || by_price != counts.rejected_by_risk) {
        return "";
    }
    const InstrumentResult& first = instruments.front();
    constexpr std::int64_t kDollar = 10'000;
    return "the limits must allow an order, and refused all " + std::to_string(by_price) +
           " for price or value; " + first.symbol.str() + " is at $" +
           std::to_string(first.last_mid.value / kDollar) +
           ": are the limits or the scale of the recording's prices wrong?";
}

}  // namespace hotpath::backtest
