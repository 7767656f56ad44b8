#pragma once
/// The invented instruments of a generated day: symbol, listing, price, usual spread, activity, and
/// their state that changes during the day.
///
/// Prices run from 30 cents to 3,000 dollars; the usual spread is some basis points of it, at least
/// a tick, and wider for the less active; the activity is Zipf-Mandelbrot over a random ranking.
/// Threads: plain data. Allocation: the vectors. Complexity: O(instruments). Source: directory mix
/// of the Nasdaq sample of 2019-12-30; docs/design/market-generator.md.

#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/sim/market/message_writer.hpp"
#include "hotpath/sim/market/sampling.hpp"

namespace hotpath::sim::market {

/// Price units of one tick: a cent from one dollar on, a hundredth of a cent below (Regulation NMS,
/// rule 612).
[[nodiscard]] constexpr std::int64_t tick_units(Price price) {
    return price.value >= 10'000 ? 100 : 1;
}

/// The nearest price on a tick that is not more aggressive for this side: down for Buy, up for
/// Sell.
[[nodiscard]] constexpr Price on_tick(Side side, Price price) {
    const std::int64_t tick = tick_units(price);
    const std::int64_t beyond = price.value % tick;
    return beyond == 0 ? price : price - beyond + (side == Side::Buy ? 0 : tick);
}

/// `ticks` further from the touch than `price` (nearer when negative), on a tick.
[[nodiscard]] constexpr Price away(Side side, Price price, std::int64_t ticks) {
    return on_tick(side, price - sign(side) * ticks * tick_units(price));
}

enum class Session : std::uint8_t { Early, Continuous, Halted, Closed };

struct Instrument {
    Listing listing;
    Price anchor;            // where the day begins and what the value returns to, slowly
    std::int64_t value_256;  // what the instrument is worth, in 1/256 price unit: no one in the
                             // market sees it
    Ticks usual_spread;
    std::int64_t fallen_256 = 0;  // in a flash crash: of the value
    Session session = Session::Early;
    Time fresh_since{};  // orders from fresh_id on were entered after this
    OrderId fresh_id{};

    [[nodiscard]] Price value() const { return {value_256 / 256}; }
    [[nodiscard]] std::int64_t spread_units() const { return usual_spread * tick_units(anchor); }
};

struct Instruments {
    std::vector<Instrument> by_id;  // InstrumentId 1 at index 1; index 0 is unused
    ActivityTable activity;         // draws index 0 for InstrumentId 1
};

[[nodiscard]] Instruments make_instruments(std::uint32_t count, Dice& dice);

/// Gives the first instruments these symbols; one that had such a symbol takes the other's.
void rename(Instruments& instruments, std::span<const Symbol> names);

}  // namespace hotpath::sim::market
