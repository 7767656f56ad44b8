#pragma once
/// A TraderWorld whose trader enters its orders over FIX.
///
///   TraderWorld world(fix_trader_at_the_venue("FIX.4.4"), venue_of_fix_traders("FIX.4.4"));
///
/// Threads: the test's. Allocation: free. Tests only.

#include <string>

#include "tests/support/trader_world.hpp"
#include "tests/support/venue_fix_client.hpp"

namespace hotpath::support {

[[nodiscard]] inline exchange::VenueServerOptions venue_of_fix_traders(
    const std::string& begin_string) {
    exchange::VenueServerOptions options = fix_venue_server(2, 1);
    options.drop_copy_users = venue_of_traders().drop_copy_users;
    std::get<exchange::FixOptions>(options.protocols).users[0].begin_string = begin_string;
    return options;
}

[[nodiscard]] inline trader::TraderOptions fix_trader_at_the_venue(
    const std::string& begin_string) {
    trader::TraderOptions options = trader_at_the_venue();
    options.order_entry = protocols::fix::FixAccount{.begin_string = begin_string,
                                                     .comp_id = "CLIENT0",
                                                     .venue_comp_id = "VENUE",
                                                     .password = "SECRET0"};
    return options;
}

}  // namespace hotpath::support
