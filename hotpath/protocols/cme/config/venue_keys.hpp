#pragma once
/// The tables of iLink 3 ([ilink], [[ilink_user]]) and of an MDP 3.0 channel ([mdp3]) in a venue's configuration.
///
/// Threads: set-up. Allocation: free.

#include "hotpath/live/venue/venue_keys.hpp"

namespace hotpath::protocols::cme {

[[nodiscard]] const live::VenueKeys& ilink_venue_keys() noexcept;
[[nodiscard]] const live::VenueKeys& mdp3_venue_keys() noexcept;

}  // namespace hotpath::protocols::cme
