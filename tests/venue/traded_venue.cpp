#include "tests/venue/traded_venue.hpp"

namespace hotpath::venue_tests {

void TradedVenue::SetUp() {
    addresses_ = free_addresses();
    settings_ = generated_market(addresses_);
    venue_.emplace(folder_.path(), settings_);
    ASSERT_TRUE(venue_->start()) << venue_->output();
}

std::string TradedVenue::config(TraderSettings settings) {
    settings.symbols = symbols_of(*venue_);
    settings.drop_copy = addresses_[3];
    return trader_config(settings_, *venue_, settings);
}

void TradedVenue::trade_with_a_kill(TraderProcess& trader) {
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 5)) << trader.state().dump(2);
    const std::uint64_t before = executions(trader);
    trader.kill_hard();
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, before + 5)) << trader.state().dump(2);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
}

std::vector<std::string> TradedVenue::strategies() const {
    const std::string all = symbols_of(*venue_);
    const std::string first = all.substr(0, all.find(','));
    const std::string second = all.substr(all.rfind(',') + 2);
    return {"name = \"pairs\"\nfirst = " + first + "\nsecond = " + second,
            "name = \"momentum\"\nlookback = 5\nsample_every_ms = 10\nentry_bps = 1\nexit_bps = 0",
            "name = \"trend_following\"\nfast = 2\nslow = 5\nsample_every_ms = 10\nband_bps = 0"};
}

}  // namespace hotpath::venue_tests
