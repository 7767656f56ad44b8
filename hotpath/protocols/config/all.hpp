#pragma once
/// The list of protocols in a venue's configuration: of each the tables, the function that reads them, its words.
/// Tables are read in this order.
///
/// Functions. Threads: any. Allocation: the list of ports.

#include <algorithm>
#include <array>
#include <vector>

#include "hotpath/live/venue/venue_keys.hpp"
#include "hotpath/protocols/cme/config/venue_keys.hpp"
#include "hotpath/protocols/fix/config/venue_keys.hpp"

namespace hotpath::protocols {

[[nodiscard]] inline const auto& venue_keys() noexcept {
    static const std::array<const live::VenueKeys*, 4> kKeys{
        &cme::ilink_venue_keys(), &fix::order_venue_keys(), &cme::mdp3_venue_keys(),
        &fix::data_venue_keys()};
    return kKeys;
}

/// The ports of all of them, by exchange::Port.
[[nodiscard]] inline std::vector<live::VenuePortKeys> venue_port_keys() {
    std::vector<live::VenuePortKeys> all;
    for (const live::VenueKeys* keys : venue_keys()) {
        all.insert(all.end(), keys->ports.begin(), keys->ports.end());
    }
    std::ranges::sort(all, {}, &live::VenuePortKeys::port);
    return all;
}

}  // namespace hotpath::protocols
