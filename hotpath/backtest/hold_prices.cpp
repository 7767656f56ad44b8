#include "hotpath/backtest/hold_prices.hpp"

#include <algorithm>

#include "hotpath/backtest/message_time.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/engine/mark.hpp"

namespace hotpath::backtest {

HoldPrices::HoldPrices(std::span<const Symbol> symbols, BasisPoints mark_spread_max)
    : symbols_(symbols.begin(), symbols.end()), mark_spread_max_(mark_spread_max) {
    std::ranges::sort(symbols_);
}

void HoldPrices::find_listed(const exchange::Exchange& venue) {
    for (std::uint32_t id = 1; id <= venue.books().instruments_max(); ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        const Symbol& symbol = venue.symbol(instrument);
        const bool is_traded = symbol != Symbol{} &&
                               (symbols_.empty() || std::ranges::binary_search(symbols_, symbol));
        if (is_traded &&
            std::ranges::find(prices_, instrument, &HoldPrice::instrument) == prices_.end()) {
            prices_.push_back({.instrument = instrument});
        }
    }
}

void HoldPrices::before(Bytes message, const sim::flow::RecordedFlow& flow,
                        const exchange::Exchange& venue, Time now) {
    if (time_of_message(message) > now) {
        look(flow, venue);
        next_ = now + interval_;
        interval_ = {std::min(2 * interval_.value, kNanosPerSecond)};
    }
}

void HoldPrices::look(const sim::flow::RecordedFlow& flow, const exchange::Exchange& venue) {
    if (symbols_.empty() || prices_.size() < symbols_.size()) {
        find_listed(venue);
    }
    for (HoldPrice& price : prices_) {
        const bool trades =
            venue.books().trading_state(price.instrument) == book::TradingState::Trading;
        const Price mid =
            trades ? engine::mark_of(flow.recording().bbo(price.instrument), mark_spread_max_)
                   : Price{};
        if (mid != Price{}) {
            price.first = price.first == Price{} ? mid : price.first;
            price.last = mid;
        }
    }
}

}  // namespace hotpath::backtest
