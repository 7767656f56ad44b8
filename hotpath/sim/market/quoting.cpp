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
};

constexpr std::array kPlaces{
    PlaceShare{Place::Inside, 230, 20, 60},   PlaceShare{Place::Touch, 430, 15, 100},
    PlaceShare{Place::Near, 790, 340, 400},   PlaceShare{Place::Behind, 895, 900, 800},
    PlaceShare{Place::Far, kOne, 940, 1'000},
};

// An order that brings a spread wider than usual back is somebody's who means to stay.
constexpr std::uint64_t kNeededRests = 700;

// Ticks behind the best, in 1/16 of the usual spread (or of kSpreadMin where that is narrower).
constexpr std::array kNear{Quantile{0, 0}, Quantile{512, 6}, Quantile{820, 14}, Quantile{kOne, 24}};
constexpr std::array kBehind{Quantile{0, 16}, Quantile{512, 44}, Quantile{820, 90},
                             Quantile{kOne, 200}};
constexpr std::int64_t kSpreadMin = 4;
// From the best price, in 1/1024 of it.
constexpr std::array kFar{Quantile{0, 6}, Quantile{400, 30}, Quantile{700, 90}, Quantile{900, 250},
                          Quantile{kOne, 700}};

constexpr std::array kLifetimes{// nanoseconds
                                Quantile{0, 60'000},
                                Quantile{100, 500'000},
                                Quantile{256, 8'000'000},
                                Quantile{400, 15'000'000},
                                Quantile{512, 150'000'000},
                                Quantile{640, 900'000'000},
                                Quantile{768, 4'000'000'000},
                                Quantile{920, 18'000'000'000},
                                Quantile{1'005, 120'000'000'000},
                                Quantile{kOne, 1'200'000'000'000}};

constexpr std::array kLots{Quantile{0, 1}, Quantile{600, 2}, Quantile{900, 6}, Quantile{1'000, 20},
                           Quantile{kOne, 100}};
constexpr std::array kOddShares{Quantile{0, 1}, Quantile{512, 15}, Quantile{kOne, 100}};

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
    const std::int64_t spread = std::max(market.instrument(id).spread_ticks, kSpreadMin);
    const auto sixteenths =
        place == Place::Near ? market.dice.quantile(kNear) : market.dice.quantile(kBehind);
    return 1 + static_cast<std::int64_t>(sixteenths) * spread / 16;
}

// Where there is room for it, whoever comes first brings the usual spread back, rather far than
// near; elsewhere some go inside it all the same, by a tick or a few.
std::int64_t draw_improvement(Dice& dice, std::int64_t room, Place place) {
    if (room > 0) {
        return room - static_cast<std::int64_t>(dice.below(static_cast<std::uint64_t>(room)) / 2);
    }
    return place == Place::Inside ? 1 + static_cast<std::int64_t>(dice.below(3)) : 0;
}

Price draw_price(MarketState& market, InstrumentId id, Side side, Place place) {
    const Price best = best_or_value(market, id, side);
    switch (place) {
        case Place::Inside:
        case Place::Touch: {
            const std::int64_t room = ticks_to_improve(market.instrument(id), side, best);
            return away(side, best, -draw_improvement(market.dice, room, place));
        }
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
        *std::ranges::find_if(kPlaces, [&](const PlaceShare& s) { return draw < s.below; });
    const Price wanted = draw_price(market, id, side, share.place);
    const Price price = stay_passive(market, id, side, std::clamp(wanted, kPriceMin, kPriceMax));
    if (price < kPriceMin || price > kPriceMax) {
        return std::nullopt;
    }
    const bool is_early = market.instrument(id).session == Session::Early;
    const bool is_needed =
        share.place == Place::Touch && is_better(side, price, best_or_value(market, id, side));
    const std::uint64_t rests = is_needed  ? kNeededRests
                                : is_early ? share.rests_early
                                           : share.rests;
    Quote quote{.price = price, .qty = draw_qty(dice, price), .lifetime = std::nullopt};
    if (!dice.chance(rests * market.resting_of_1024 / kOne)) {
        quote.lifetime = draw_lifetime(dice);
    }
    return quote;
}

// Nearly half are one round lot; low prices trade in more lots, high prices in more odd lots.
Qty draw_qty(Dice& dice, Price price) {
    constexpr Price kHigh{1'500'000};
    constexpr Price kLow{100'000};
    const std::uint64_t odd = price > kHigh ? 400 : 200;
    const std::uint64_t draw = dice.below(kOne);
    if (draw < odd) {
        return {static_cast<std::uint32_t>(dice.quantile(kOddShares))};
    }
    if (draw < 750 && price > kLow) {
        return {100};
    }
    return {static_cast<std::uint32_t>(dice.quantile(kLots)) * 100};
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
