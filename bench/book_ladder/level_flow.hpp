#pragma once
/// What a recording does to the levels of one instrument: the updates an L2 book is measured on, as
/// a feed by price would publish them: side, price, what is there now.
///
/// Recordings are read before anything is timed. ITCH goes through capture and feed. Of LOBSTER
/// both files are read: its events, and after each whatever its five best levels say beyond them (a
/// level that comes into view with another quantity than it left with, or does not come back),
/// marked as not seen. A flow is a part of a day: `before` makes the book that `timed` begins with.
/// Threads: one. Allocation: grows while reading.

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hotpath/book/types.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::bench {

/// By what it does to the levels of its side.
enum class LevelKind : std::uint8_t {
    Add,          // more at a level
    Reduce,       // less, the level stays
    NewLevel,     // behind the best
    Remove,       // the level goes; it was not the best
    BestChanged,  // the best price becomes another
};
inline constexpr std::array kLevelKindNames{"add", "reduce", "new level", "remove", "best changed"};

struct LevelUpdate {
    book::Level level;  // as it is now; quantity 0: gone
    Side side = Side::Buy;
    LevelKind kind = LevelKind::Add;
};

/// The state before an update.
struct LevelContext {
    Time time;
    std::uint32_t levels = 0;          // of its side
    std::uint32_t better_levels = 0;   // of its side, than its price
    std::int64_t ticks_from_best = 0;  // behind the best; below 0: better than it
    bool is_seen = true;               // an event of the recording, not a difference found later
};

struct LevelDay {
    std::vector<LevelUpdate> updates;
    std::vector<LevelContext> contexts;  // one an update
};

/// The flow of the first instrument in an ITCH file or any other format of capture.
[[nodiscard]] Expected<LevelDay> read_itch_day(const std::filesystem::path& file);
/// The levels below the five best, as last seen; or the five alone.
enum class LobsterDepth : std::uint8_t { All, Five };
[[nodiscard]] LevelDay read_lobster_levels(const std::filesystem::path& zip, LobsterDepth depth);
/// One instrument.
[[nodiscard]] Expected<LevelDay> generate_level_day(std::uint64_t messages);

struct LevelFlow {
    std::vector<LevelUpdate> before;
    std::vector<LevelUpdate> timed;
    std::vector<LevelContext> contexts;  // of `timed`
    std::uint32_t levels_max = 0;        // of a side, at any time
};

inline constexpr std::int64_t kTick = 100;  // a cent

[[nodiscard]] constexpr Time at_time(std::int64_t hour, std::int64_t minute) {
    return {(hour * 60 + minute) * 60 * kNanosPerSecond};
}

struct TimeSpan {
    Time from{};
    Time to = kNever;
};
/// Begins when both sides have a level.
[[nodiscard]] LevelFlow cut(const LevelDay& day, TimeSpan span);

/// The same updates on a book with this many more levels a side, beyond every price of the flow,
/// one tick from each other.
[[nodiscard]] LevelFlow deepened(const LevelFlow& flow, std::uint32_t levels);

/// Under $HOTPATH_DATA or ../shared/data; empty when it is not there.
[[nodiscard]] std::filesystem::path licensed_file(const std::string& name);

}  // namespace hotpath::bench
