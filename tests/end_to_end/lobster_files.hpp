#pragma once
/// LOBSTER's two files of one day, read for tests in the plainest way: events, and the book's best
/// levels after each.
///
/// Deliberately not our capture library, which these files judge. An empty level (price
/// +-9999999999) is a Level{}. Threads: one. Allocation: free. Source:
/// LOBSTER_SampleFiles_ReadMe.txt, in the zip.

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hotpath/book/types.hpp"

namespace hotpath::end_to_end {

struct LobsterLine {
    std::string time;  // as it stands there: seconds.fraction
    int type = 0;
    std::uint64_t order_id = 0;
    Qty size;
    Price price;
    Side side = Side::Buy;  // of the resting order
};

inline constexpr std::size_t kLobsterLevels = 5;
using LobsterSide =
    std::array<book::Level, kLobsterLevels>;  // best first; orders is not known and 0

struct LobsterRow {
    LobsterSide asks;
    LobsterSide bids;

    [[nodiscard]] const LobsterSide& side(Side side) const {
        return side == Side::Buy ? bids : asks;
    }
};

struct LobsterDay {
    std::vector<LobsterLine> events;
    std::vector<LobsterRow> rows;  // rows[i] is the book after events[i]
};

/// The text of the zip's member whose name contains `part`; empty when there is none.
[[nodiscard]] std::string zip_member(const std::filesystem::path& zip, const std::string& part);

[[nodiscard]] LobsterDay read_lobster_day(const std::filesystem::path& zip);

}  // namespace hotpath::end_to_end
