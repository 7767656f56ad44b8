#include "hotpath/sim/market/quoting.hpp"

#include <algorithm>
#include <array>

namespace hotpath::sim::market {
namespace {

constexpr Price kPriceMin{100};            // a cent: nothing is quoted below
constexpr Price kPriceMax{1'999'990'000};  // below the 200,000 dollars that order entry takes

enum class Place : std::uint8_t { Inside, Touch, Near, Behind, Far };

struct PlaceShare {
    Place place;
    std::uint32_t below;        // of kOne
    std::uint32_t rests;        // of kOne: stays until the evening
    std::uint32_t rests_early;  // the same, entered before the open
    std::int64_t lifetimes;     // how many times a usual life the others last
};

constexpr std::array kPlaces{
    PlaceShare{Place::Inside, 40, 10, 60, 3},     PlaceShare{Place::Touch, 290, 10, 100, 2},
    PlaceShare{Place::Near, 735, 10, 200, 1},     PlaceShare{Place::Behind, 795, 60, 500, 8},
    PlaceShare{Place::Far, kOne, 960, 1'000, 16},
};

// Ticks away from the best, in 1/16 of the usual spread (or of kSpreadMin where that is narrower).
constexpr std::array kNear{Quantile{0, 0},    Quantile{256, 2},  Quantile{512, 6},
                           Quantile{768, 10}, Quantile{930, 14}, Quantile{kOne, 26}};
constexpr std::array kBehind{Quantile{0, 16}, Quantile{512, 44}, Quantile{820, 90},
                             Quantile{kOne, 200}};
constexpr Ticks kSpreadMin{4};
// From the best price, in 1/1024 of it.
constexpr std::array kFar{Quantile{0, 14}, Quantile{400, 38}, Quantile{700, 96}, Quantile{900, 250},
                          Quantile{kOne, 700}};

constexpr std::array kLifetimes{// nanoseconds
                                Quantile{0, 80'000},
                                Quantile{51, 340'000},
                                Quantile{102, 900'000},
                                Quantile{170, 4'000'000},
                                Quantile{236, 30'000'000},
                                Quantile{340, 250'000'000},
                                Quantile{450, 1'200'000'000},
                                Quantile{700, 7'000'000'000},
                                Quantile{890, 18'000'000'000},
                                Quantile{960, 30'000'000'000},
                                Quantile{1'010, 80'000'000'000},
                                Quantile{kOne, 300'000'000'000}};

// An order that narrows a spread wider than usual is from an owner who means to stay.
constexpr std::int64_t kNeededLife = 4 * kNanosPerSecond;

constexpr std::int64_t kBareSpreads = 1;  // so far from the usual place

// Quantities other than an odd lot or one round lot, in round lots.
constexpr std::array kLots{Quantile{0, 2}, Quantile{600, 2}, Quantile{900, 4}, Quantile{1'005, 10},
                           Quantile{kOne, 50}};
constexpr std::array kLotsOfLow{Quantile{0, 1}, Quantile{600, 2}, Quantile{900, 6},
                                Quantile{1'000, 20}, Quantile{kOne, 100}};
constexpr std::array kOddShares{Quantile{0, 1},    Quantile{100, 5},  Quantile{512, 11},
                                Quantile{700, 16}, Quantile{900, 50}, Quantile{kOne, 100}};

Price best_or_value(MarketState& market, InstrumentId id, Side side) {
    if (market.books.has(id, side)) {
        return market.books.best(id, side).price;
    }
    const Instrument& instrument = market.instrument(id);
    return away(side, instrument.value() - sign(side) * (instrument.spread_units() / 2), 0);
}

// How many ticks the best price may improve before it is nearer to the value than half the usual
// spread.
std::int64_t ticks_to_improve(const Instrument& instrument, Side side, Price best) {
    const std::int64_t to_value = sign(side) * (instrument.value() - best);
    return (to_value - instrument.spread_units() / 2) / tick_units(best);
}

std::int64_t ticks_behind(MarketState& market, InstrumentId id, Place place) {
    const Ticks spread = std::max(market.instrument(id).usual_spread, kSpreadMin);
    const auto sixteenths =
        place == Place::Near ? market.dice.quantile(kNear) : market.dice.quantile(kBehind);
    return 1 + spread * static_cast<std::int64_t>(sixteenths) / 16;
}

// A gap wider than usual is closed by the first to come, rather wholly than by half; else orders go
// inside the spread by a tick or a few, or in a wide one as far as its usual place.
std::int64_t draw_improvement(Dice& dice, const Instrument& instrument, std::int64_t room,
                              Place place) {
    const std::int64_t wide = instrument.usual_spread.value * 3 / 4;
    if (room > wide) {
        return room - static_cast<std::int64_t>(dice.below(static_cast<std::uint64_t>(room)));
    }
    if (place == Place::Touch) {
        return 0;
    }
    return 1 + static_cast<std::int64_t>(
                   dice.below(static_cast<std::uint64_t>(std::max<std::int64_t>(room, 3))));
}

Price draw_price(MarketState& market, InstrumentId id, Side side, Place place) {
    const Price best = best_or_value(market, id, side);
    const Instrument& instrument = market.instrument(id);
    const std::int64_t room = ticks_to_improve(instrument, side, best);
    switch (place) {
        case Place::Inside:
        case Place::Touch:
            return away(side, best, -draw_improvement(market.dice, instrument, room, place));
        case Place::Near:
        case Place::Behind:
            return away(side, best, ticks_behind(market, id, place));
        case Place::Far:
            break;
    }
    const auto share = static_cast<std::int64_t>(market.dice.quantile(kFar));
    return away(side, best - sign(side) * (best.value * share / 1'024), 1);
}

// Buyers below the best ask, sellers above the best bid: the books never cross.
Price stay_passive(MarketState& market, InstrumentId id, Side side, Price price) {
    const Side other = opposite(side);
    if (!market.books.has(id, other) || !crosses(side, price, market.books.best(id, other).price)) {
        return price;
    }
    return away(side, market.books.best(id, other).price, 1);
}

}  // namespace

std::optional<Quote> draw_quote(MarketState& market, InstrumentId id, Side side) {
    Dice& dice = market.dice;
    const std::uint64_t draw = dice.below(kOne);
    const PlaceShare& share =
        is_bare(market, id, side)
            ? kPlaces.front()
            : *std::ranges::find_if(kPlaces, [&](const PlaceShare& s) { return draw < s.below; });
    const Price wanted = draw_price(market, id, side, share.place);
    const Price price = stay_passive(market, id, side, std::clamp(wanted, kPriceMin, kPriceMax));
    if (price < kPriceMin || price > kPriceMax) {
        return std::nullopt;
    }
    const bool is_early = market.instrument(id).session == Session::Early;
    const bool is_needed =
        ticks_to_improve(market.instrument(id), side, best_or_value(market, id, side)) >
        market.instrument(id).usual_spread.value / 2;
    const std::uint64_t rests = is_early ? share.rests_early : share.rests;
    Quote quote{.price = price, .qty = draw_qty(dice, price), .lifetime = std::nullopt};
    if (!dice.chance(rests * market.resting_of_1024 / kOne)) {
        quote.lifetime = Nanos{draw_lifetime(dice).value * share.lifetimes};
        if (is_needed) {
            quote.lifetime = *quote.lifetime + Nanos{dice.exponential(kNeededLife)};
        }
    }
    return quote;
}

bool is_bare(MarketState& market, InstrumentId id, Side side) {
    const Instrument& instrument = market.instrument(id);
    return ticks_to_improve(instrument, side, best_or_value(market, id, side)) >
           kBareSpreads * instrument.usual_spread.value;
}

// High prices trade in more odd lots, low prices in more round lots; nearly half are one round lot.
Qty draw_qty(Dice& dice, Price price) {
    constexpr Price kHigh{1'500'000};
    constexpr Price kLow{100'000};
    const bool is_low = price <= kLow;
    const std::uint64_t odd = price > kHigh ? 480 : is_low ? 200 : 320;
    const std::uint64_t one_lot = price > kHigh ? 960 : is_low ? odd : 840;
    const std::uint64_t draw = dice.below(kOne);
    if (draw < odd) {
        return {static_cast<std::uint32_t>(dice.quantile(kOddShares))};
    }
    if (draw < one_lot) {
        return {100};
    }
    return {static_cast<std::uint32_t>(is_low ? dice.quantile(kLotsOfLow) : dice.quantile(kLots)) *
            100};
}

Nanos draw_lifetime(Dice& dice) {
    return {static_cast<std::int64_t>(dice.quantile(kLifetimes))};
}

std::int64_t value_signal(MarketState& market, InstrumentId id) {
    if (!market.books.has(id, Side::Buy) || !market.books.has(id, Side::Sell)) {
        return 0;
    }
    const Instrument& instrument = market.instrument(id);
    const Price bid = market.books.best(id, Side::Buy).price;
    const Price ask = market.books.best(id, Side::Sell).price;
    const std::int64_t spread = ask - bid;
    const std::int64_t twice_mid = bid.value + ask.value;
    const std::int64_t twice_above = 2 * instrument.value().value - twice_mid;
    return std::clamp<std::int64_t>(
        twice_above * 512 / std::max(instrument.spread_units(), spread / 2), -1'024, 1'024);
}

}  // namespace hotpath::sim::market
