// OUCH and ITCH have no keys in a trader's configuration.

#include "hotpath/live/config/protocol_keys.hpp"
#include "hotpath/protocols/nasdaq/trader/itch_market_data.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_entry.hpp"

namespace hotpath::protocols::nasdaq {

const live::OrderEntryKeys& OuchEntry::keys() noexcept {
    static constexpr live::OrderEntryKeys kKeys{.protocol = "ouch", .read = nullptr};
    return kKeys;
}

const live::MarketDataKeys& ItchMarketData::keys() noexcept {
    static constexpr live::MarketDataKeys kKeys{.read = nullptr};
    return kKeys;
}

}  // namespace hotpath::protocols::nasdaq
