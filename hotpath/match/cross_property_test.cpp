// The price of a cross of random orders is the one that trying every price finds, whatever the
// tick, the bands and the reference, below a dollar, above it, and around.

#include <algorithm>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/match/cross.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::match {
namespace {

constexpr std::int64_t kLowestLimit = 9'600;  // cents begin at 10'000
constexpr std::uint64_t kCrossPrices = 900;
constexpr std::size_t kCrossLevelsMax = 8;

struct Orders {
    std::vector<book::Level> buys;
    std::vector<book::Level> sells;
};

class DrawnCross {
  public:
    explicit DrawnCross(Random& random) : random_(random) {}

    [[nodiscard]] CrossTarget target() {
        static constexpr std::int64_t kTicks[]{1, 3, 50, 100, 300, 500};
        CrossTarget target{.tick = kTicks[random_.below(6)]};
        if (random_.one_in(3)) {
            const Price a = any_price();
            const Price b = any_price();
            target.bands = {.lower = std::min(a, b), .upper = std::max(a, b)};
        }
        target.reference = random_.one_in(3) ? Price{} : any_price();
        return target;
    }

    [[nodiscard]] std::vector<book::Level> levels(Price of_market_orders) {
        std::vector<book::Level> levels(random_.below(kCrossLevelsMax + 1));
        for (book::Level& level : levels) {
            level = {.price = random_.one_in(6) ? of_market_orders : any_price(),
                     .qty = {100 * (1 + random_.below(4))},
                     .orders = 1};
        }
        return levels;
    }

  private:
    /// Most on no tick: a recording's orders may be.
    [[nodiscard]] Price any_price() {
        const auto price = kLowestLimit + static_cast<std::int64_t>(random_.below(kCrossPrices));
        return {random_.one_in(2) ? price / 100 * 100 : price};
    }

    Random& random_;
};

[[nodiscard]] bool is_limit(const book::Level& level) {
    return level.price > Price{} && level.price < book::kPriceMax;
}

/// The limits, and the reference.
[[nodiscard]] std::vector<Price> limits_of(const Orders& orders, Price reference) {
    std::vector<Price> limits;
    for (const auto& levels : {orders.buys, orders.sells}) {
        for (const book::Level& level : levels) {
            if (is_limit(level)) {
                limits.push_back(level.price);
            }
        }
    }
    if (reference > Price{}) {
        limits.push_back(reference);
    }
    return limits;
}

[[nodiscard]] CrossVolume volume_at(const Orders& orders, Price price) {
    TotalQty buys;
    TotalQty sells;
    for (const book::Level& level : orders.buys) {
        buys.value += level.price >= price ? level.qty.value : 0;
    }
    for (const book::Level& level : orders.sells) {
        sells.value += level.price <= price ? level.qty.value : 0;
    }
    return cross_volume(price, buys, sells);
}

[[nodiscard]] bool may_be_asked_for(Price price, std::int64_t tick) {
    return price.value % tick == 0 && (price < Price{10'000} || price.value % 100 == 0);
}

/// Every price from the first on a tick below all limits to the first above them.
[[nodiscard]] std::optional<CrossVolume> best_by_trying(const Orders& orders,
                                                        const CrossTarget& target) {
    const std::vector<Price> limits = limits_of(orders, target.reference);
    if (limits.empty()) {
        return std::nullopt;
    }
    auto [lowest, highest] = std::ranges::minmax(limits);
    for (; !may_be_asked_for(lowest, target.tick); lowest = lowest - 1) {
    }
    for (; !may_be_asked_for(highest, target.tick); highest = highest + 1) {
    }
    lowest = std::clamp(lowest, target.bands.lower, target.bands.upper);
    highest = std::clamp(highest, target.bands.lower, target.bands.upper);
    std::optional<CrossVolume> best;
    for (Price price = lowest; price <= highest; price = price + 1) {
        const CrossVolume volume = volume_at(orders, price);
        if (may_be_asked_for(price, target.tick) &&
            (!best || is_better_cross(volume, *best, target.reference))) {
            best = volume;
        }
    }
    return best && best->paired != TotalQty{} ? best : std::nullopt;
}

TEST(CrossProperty, TheBestPriceIsTheOneFoundByTryingEveryPrice) {
    Random random(support::seed_of_this_test(4752));
    DrawnCross drawn(random);
    CrossCurves curves(kCrossLevelsMax);
    int crosses = 0;
    for (int n = 0; n < (support::is_long_run() ? 1'000'000 : 20'000); ++n) {
        const CrossTarget target = drawn.target();
        const Orders orders{.buys = drawn.levels(book::kPriceMax), .sells = drawn.levels({})};
        curves.clear();
        for (const book::Level& level : orders.buys) {
            curves.add(Side::Buy, level);
        }
        for (const book::Level& level : orders.sells) {
            curves.add(Side::Sell, level);
        }
        const auto best = curves.best(target);
        ASSERT_EQ(best, best_by_trying(orders, target)) << "cross " << n;
        crosses += best ? 1 : 0;
    }
    EXPECT_GT(crosses, 5'000);
}

TEST(CrossTicks, AreTheInstrumentsAndTheUsualOnes) {
    EXPECT_EQ(CrossTicks(1).at_or_below({10'099}), Price{10'000});
    EXPECT_EQ(CrossTicks(1).at_or_above({10'001}), Price{10'100});
    EXPECT_EQ(CrossTicks(1).at_or_below({9'999}), Price{9'999});
    EXPECT_EQ(CrossTicks(100).at_or_above({9'901}), Price{10'000});
    EXPECT_EQ(CrossTicks(300).at_or_below({10'100}), Price{9'900});
    EXPECT_EQ(CrossTicks(3).at_or_below({10'100}), Price{9'999});
    EXPECT_EQ(CrossTicks(300).at_or_above({9'901}), Price{10'200});
}

}  // namespace
}  // namespace hotpath::match
