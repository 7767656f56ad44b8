#pragma once
/// The days that the backtest benchmark runs on: the ITCH messages of a generated or recorded day
/// that change a book, by order, and the same day by price.
///
///   by order   A F E C X D U as they are
///   by price   each level of a side is one order: A a new level, U one that grows, X or E one that
///              shrinks, D or E the end of it
///
/// Left out is what a peer has no event for: halts, crosses, hidden trades, imbalances. No two
/// messages have one time: later ones are moved by nanoseconds, so that every side decides once
/// after each event. At its end a day's books are empty: the next day can follow. Threads: one. Allocation: the messages. Complexity: linear.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::bench::backtests {

struct DayInstrument {
    Symbol symbol{};
    InstrumentId id{};      // its stock locate
    std::int64_t tick = 0;  // the largest step that all its prices are multiples of, in price units
    Price low{};
    Price high{};
};

struct Day {
    std::vector<std::byte> messages;  // each after its length
    std::uint64_t events = 0;         // those that change a book
    std::vector<DayInstrument> instruments;
};

struct GeneratedDay {
    std::uint64_t seed = 1;
    std::uint64_t messages = 0;
    std::uint32_t instruments = 1;
};

[[nodiscard]] Expected<Day> generate_day(const GeneratedDay& day);
[[nodiscard]] Expected<Day> read_day(capture::MessageStream& stream);
/// The day by price.
[[nodiscard]] Day by_price(const Day& by_order);

}  // namespace hotpath::bench::backtests
