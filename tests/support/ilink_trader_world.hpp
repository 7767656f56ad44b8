#pragma once
/// A TraderWorld whose trader enters its orders over iLink 3.
///
///   TraderWorld world(ilink_trader_at_the_venue(), venue_of_ilink_traders());
///
/// Threads: the test's. Allocation: free. Tests only.

#include "tests/support/trader_world.hpp"
#include "tests/support/venue_ilink_client.hpp"

namespace hotpath::support {

[[nodiscard]] inline exchange::VenueServerOptions venue_of_ilink_traders() {
    exchange::VenueServerOptions options = ilink_venue_server(2, 1);
    options.drop_copy_users = venue_of_traders().drop_copy_users;
    return options;
}

[[nodiscard]] inline trader::TraderOptions ilink_trader_at_the_venue() {
    trader::TraderOptions options = trader_at_the_venue();
    options.order_entry = protocols::cme::IlinkAccount{.access_key_id = "KEY0",
                                                       .session = "S00",
                                                       .firm = "F0",
                                                       .sender_id = "TRADER",
                                                       .location = "DE",
                                                       .signer = &ilink_signer(0)};
    return options;
}

}  // namespace hotpath::support
