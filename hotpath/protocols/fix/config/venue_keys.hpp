#pragma once
/// The tables of FIX in a venue's configuration: of orders [fix], [[fix_user]] and [[fix_drop_copy_user]], of
/// market data [fix_market_data] and [[fix_market_data_user]].
///
/// Threads: set-up. Allocation: free.

#include "hotpath/live/venue/venue_keys.hpp"

namespace hotpath::protocols::fix {

/// The users of drop copies become users of the venue.
[[nodiscard]] const live::VenueKeys& order_venue_keys() noexcept;
[[nodiscard]] const live::VenueKeys& data_venue_keys() noexcept;

}  // namespace hotpath::protocols::fix
