#include "hotpath/backtest/live/recorded_protocols.hpp"

#include <type_traits>

#include "hotpath/protocols/all.hpp"

namespace hotpath::backtest {

const RecordedOrders& recorded_orders(std::size_t order_entry) noexcept {
    static constexpr auto kRecorded =
        protocols::OrderEntries::each([]<class P>(std::type_identity<P>) { return &P::recorded; });
    return kRecorded[order_entry]();
}

const RecordedMarket& recorded_market(std::size_t market_data) noexcept {
    static constexpr auto kRecorded =
        protocols::MarketFeeds::each([]<class P>(std::type_identity<P>) { return &P::recorded; });
    return kRecorded[market_data]();
}

}  // namespace hotpath::backtest
