#include "lab/pairs_ladder/pair_series.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/random.hpp"
#include "lab/pairs_ladder/signal.hpp"

namespace hotpath::pairs {
namespace {

constexpr double kUnitsPerDollar = 10'000;

/// About normal, by twelve uniform numbers: the same on every machine.
double draw(Random& random) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) {
        sum += random.unit_double();
    }
    return sum;
}

std::string at_tick(std::size_t tick) {
    return " at tick " + std::to_string(tick);
}

/// Empty when the price units of a tick are whole.
std::string objection(double first, double second, std::size_t tick) {
    for (const double price : {first, second}) {
        if (!std::isfinite(price) || price != std::floor(price)) {
            return "a price must be whole price units, got " + std::to_string(price) +
                   at_tick(tick);
        }
    }
    if (const double spread = first - second; std::abs(spread) > static_cast<double>(kSpreadMax)) {
        return "a spread must be at most " + std::to_string(kSpreadMax) + " price units, got " +
               std::to_string(spread) + at_tick(tick);
    }
    return {};
}

}  // namespace

Expected<PairSeries> PairSeries::create(std::vector<double> first, std::vector<double> second) {
    if (first.size() != second.size()) {
        return fail("two prices a tick, got " + std::to_string(first.size()) + " and " +
                    std::to_string(second.size()));
    }
    double low = static_cast<double>(kSpreadMax);
    double high = -low;
    for (std::size_t tick = 0; tick < first.size(); ++tick) {
        if (auto text = objection(first[tick], second[tick], tick); !text.empty()) {
            return fail(std::move(text));
        }
        low = std::min(low, first[tick] - second[tick]);
        high = std::max(high, first[tick] - second[tick]);
    }
    if (high - low > static_cast<double>(kSpreadRangeMax)) {
        return fail("spreads must be within " + std::to_string(kSpreadRangeMax) +
                    " price units of each other, got " + std::to_string(low) + " to " +
                    std::to_string(high));
    }
    return PairSeries(std::move(first), std::move(second));
}

PairSeries generated_series(std::uint64_t seed, std::size_t ticks) {
    constexpr double kFirstUsual = 240;
    constexpr double kSecondUsual = 65;
    constexpr double kPull = 0.01;  // of the distance to the usual price, a day
    Random random(seed);
    std::vector<double> first;
    std::vector<double> second;
    double first_price = 198.5;
    double second_price = 41.4;
    for (std::size_t tick = 0; tick < ticks; ++tick) {
        const double common = draw(random);
        first_price += 4.93 * (0.84 * common + 0.54 * draw(random));
        second_price += 1.27 * common;
        first_price += kPull * (kFirstUsual - first_price);
        second_price = std::max(1.0, second_price + kPull * (kSecondUsual - second_price));
        first_price = second_price + std::clamp(first_price - second_price, 100.0, 300.0);
        first.push_back(std::round(first_price * kUnitsPerDollar));
        second.push_back(std::round(second_price * kUnitsPerDollar));
    }
    auto series = PairSeries::create(std::move(first), std::move(second));
    HOTPATH_ASSERT(series.has_value(), "generated spreads must be within the limits");
    return std::move(*series);
}

std::vector<double> in_dollars(std::span<const double> price_units) {
    std::vector<double> dollars(price_units.begin(), price_units.end());
    for (double& price : dollars) {
        price /= kUnitsPerDollar;
    }
    return dollars;
}

}  // namespace hotpath::pairs
