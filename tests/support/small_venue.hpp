#pragma once
/// Options of a venue's books that are small enough to fill in a test.
///
/// Threads: constants. Allocation: none. Tests only.

#include "hotpath/match/venue_books.hpp"

namespace hotpath::support {

inline constexpr match::VenueMatcherOptions kSmallVenue{
    .matcher = {.books = {.orders_max = 64,
                          .levels_max = 64,
                          .instruments_max = 3,
                          .huge_pages = HugePages::Never}},
    .held_orders_max = 16,
    .pegs_per_side_max = 4,
    .cross_levels_max = 16};

}  // namespace hotpath::support
