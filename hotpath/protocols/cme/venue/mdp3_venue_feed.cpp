#include "hotpath/protocols/cme/venue/mdp3_venue_feed.hpp"

namespace hotpath::exchange {

Expected<Mdp3VenueFeed> Mdp3VenueFeed::create(const Mdp3VenueFeedOptions& options) {
    if (options.definitions_interval <= Nanos{} || options.snapshot_interval <= Nanos{} ||
        options.heartbeat_interval <= Nanos{}) {
        return fail("mdp3: the intervals of loops and heartbeats must be positive");
    }
    Expected<Mdp3Market> market = Mdp3Market::create(options.market);
    if (!market) {
        return std::unexpected(std::move(market.error()));
    }
    return Mdp3VenueFeed(std::move(*market), options);
}

}  // namespace hotpath::exchange
