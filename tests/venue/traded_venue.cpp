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

}  // namespace hotpath::venue_tests
