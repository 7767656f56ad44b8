// ITCH 5.0 in a trader's journal.

#include <memory>

#include "hotpath/backtest/live/live_feed.hpp"
#include "hotpath/backtest/live/live_market.hpp"
#include "hotpath/protocols/nasdaq/trader/itch_market_data.hpp"

namespace hotpath::protocols::nasdaq {

const backtest::RecordedMarket& ItchMarketData::recorded() noexcept {
    static constexpr backtest::RecordedMarket kRecorded{
        .open = [](const trader::TraderOptions& options)
            -> Expected<std::unique_ptr<backtest::LiveMarket>> {
            return std::make_unique<backtest::LiveFeed>(options.engine.symbols);
        },
        .publish = nullptr};
    return kRecorded;
}

}  // namespace hotpath::protocols::nasdaq
