#pragma once
/// The events of a day for programs that have no ITCH decoder: a NumPy array, and what it is of.
///
/// By order a row is an order, by price a level, after the event: so many shares are left. An
/// execution has a row of the trade before it. Threads: any. Allocation: the rows. Complexity:
/// linear.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "bench/backtest/day.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::bench::backtests {

/// 40 bytes, as the array's type says (peer_rows.cpp).
struct PeerRow {
    enum class Action : std::uint8_t { Add, Update, Delete, Trade };

    std::int64_t time = 0;  // ns since midnight
    std::uint64_t id = 0;   // the order's; of a level 0
    std::int64_t price = 0;
    std::uint64_t qty = 0;  // left; of a trade, traded
    Action action = Action::Add;
    std::uint8_t is_sell = 0;  // of the order, the level, the resting order
    std::uint8_t is_last = 1;  // of its event
    std::uint8_t unused_1 = 0;
    std::uint16_t instrument = 0;  // index of Day::instruments
    std::uint16_t unused_2 = 0;
};
static_assert(sizeof(PeerRow) == 40);

enum class BookKind : std::uint8_t { ByOrder, ByPrice };

[[nodiscard]] std::vector<PeerRow> peer_rows(const Day& day, BookKind kind);

/// Writes STEM.itch, the messages; STEM.npy, the rows; STEM.json, the instruments and the number of
/// events.
[[nodiscard]] Expected<void> write_day(const Day& day, BookKind kind,
                                       const std::filesystem::path& stem);

}  // namespace hotpath::bench::backtests
