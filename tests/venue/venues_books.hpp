#pragma once
/// The books of a trader's state beside those of its venue's.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <string>

#include <nlohmann/json.hpp>

namespace hotpath::venue_tests {

/// One symbol's, of either state; null without it.
[[nodiscard]] inline nlohmann::json book_of(const nlohmann::json& state,
                                            const std::string& symbol) {
    for (const nlohmann::json& book : state["books"]) {
        if (book["symbol"] == symbol) {
            return book;
        }
    }
    return nullptr;
}

/// Every book of the trader is the venue's at the same message.
[[nodiscard]] inline bool has_the_venues_books(const nlohmann::json& trader,
                                               const nlohmann::json& venue) {
    const nlohmann::json& next_seq = venue["feed"]["next_seq"];
    bool is_same = trader["feed"]["next_seq"] == next_seq && !trader["books"].empty();
    for (const nlohmann::json& book : trader["books"]) {
        const nlohmann::json theirs = book_of(venue, book["symbol"]);
        is_same = is_same && book["checksum_next_seq"] == next_seq &&
                  book["checksum"] == theirs["checksum"] && book["bid"] == theirs["bid"] &&
                  book["ask"] == theirs["ask"];
    }
    return is_same;
}

}  // namespace hotpath::venue_tests
