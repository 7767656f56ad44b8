// LightBooks against an obvious twin: sorted maps of lists.

#include "hotpath/sim/market/light_books.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::sim::market {
namespace {

constexpr InstrumentId kFirst{1};
constexpr InstrumentId kSecond{2};

/// One side of an instrument, best level first, orders in order of arrival.
class TwinSide {
  public:
    struct Standing {
        Slot slot;
        std::uint32_t qty;
    };

    explicit TwinSide(Side side) : side_(side) {}

    void add(Price price, Slot slot, std::uint32_t qty) {
        levels_[key(price)].push_back({slot, qty});
    }
    void remove(Price price, Slot slot) {
        auto& level = levels_.at(key(price));
        std::erase_if(level, [&](const Standing& order) { return order.slot == slot; });
        if (level.empty()) {
            levels_.erase(key(price));
        }
    }
    void reduce(Price price, Slot slot, std::uint32_t qty) {
        for (Standing& order : levels_.at(key(price))) {
            order.qty -= order.slot == slot ? qty : 0;
        }
    }

    void expect_same(const LightBooks& books, InstrumentId instrument) const {
        ASSERT_EQ(books.has(instrument, side_), !levels_.empty());
        if (levels_.empty()) {
            return;
        }
        const auto& best = levels_.begin()->second;
        const LightBooks::Level& level = books.best(instrument, side_);
        ASSERT_EQ(key(level.price), levels_.begin()->first);
        ASSERT_EQ(level.orders, best.size());
        ASSERT_EQ(level.head, best.front().slot);
        ASSERT_EQ(level.instrument, instrument);
        ASSERT_EQ(level.side, side_);
        std::int64_t depth = 0;
        std::uint32_t rank = 0;
        for (const auto& [at, orders] : levels_) {
            ASSERT_EQ(books.last_in_queue(instrument, side_, rank), orders.back().slot);
            ASSERT_EQ(books.levels_before(instrument, side_, price(at)), rank);
            Slot slot = orders.front().slot;
            for (const Standing& order : orders) {  // the level's own list is in this order
                ASSERT_EQ(slot, order.slot);
                ASSERT_EQ(books.order(slot).qty.value, order.qty);
                slot = books.order(slot).next;
                depth += order.qty;
            }
            ASSERT_EQ(slot, kNoSlot);
            ++rank;
            ASSERT_EQ(books.depth(instrument, side_, rank), depth);
        }
        ASSERT_EQ(books.depth(instrument, side_, rank + 5), depth) << "as far as there are levels";
        ASSERT_EQ(books.last_in_queue(instrument, side_, rank + 5),
                  levels_.rbegin()->second.back().slot);
    }

  private:
    [[nodiscard]] std::int64_t key(Price price) const { return -sign(side_) * price.value; }
    [[nodiscard]] Price price(std::int64_t key) const { return {-sign(side_) * key}; }

    Side side_;
    std::map<std::int64_t, std::list<Standing>> levels_;
};

TEST(LightBooks, AreThoseOfSortedMaps) {
    struct Live {
        OrderId id;
        InstrumentId instrument;
        Side side;
        Price price;
        std::uint32_t qty;
    };
    constexpr std::uint32_t kOrdersMax = 40;
    Random random(support::seed_of_this_test(17));
    LightBooks books(2, kOrdersMax);
    std::map<std::pair<std::uint16_t, Side>, TwinSide> twins;
    for (const InstrumentId instrument : {kFirst, kSecond}) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            twins.emplace(std::pair(instrument.value, side), TwinSide(side));
        }
    }
    const auto twin = [&](const Live& order) -> TwinSide& {
        return twins.at({order.instrument.value, order.side});
    };
    std::map<Slot, Live> live;
    std::uint64_t last_id = 0;
    for (int step = 0; step < 20'000; ++step) {
        const bool is_filling = (step / 300) % 2 == 0;  // full and empty in turn
        if (random.one_in(is_filling ? 2 : 5) && !books.is_full()) {
            const Live order{.id = {++last_id},
                             .instrument = random.one_in(3) ? kFirst : kSecond,
                             .side = random.one_in(2) ? Side::Buy : Side::Sell,
                             .price = {static_cast<std::int64_t>(100 + random.below(9))},
                             .qty = static_cast<std::uint32_t>(1 + random.below(9))};
            const Slot slot =
                books.add({order.id, order.instrument, order.side, order.price, {order.qty}});
            ASSERT_TRUE(live.emplace(slot, order).second) << "the slot was free";
            twin(order).add(order.price, slot, order.qty);
        } else if (!live.empty()) {
            const auto any =
                std::next(live.begin(), static_cast<std::ptrdiff_t>(random.below(live.size())));
            auto& [slot, order] = *any;
            ASSERT_TRUE(books.is_live(slot, order.id));
            ASSERT_FALSE(books.is_live(slot, {order.id.value + 1}));
            ASSERT_EQ(books.level_of(slot).price, order.price);
            if (order.qty > 1 && random.one_in(2)) {
                const auto qty = static_cast<std::uint32_t>(1 + random.below(order.qty - 1));
                books.reduce(slot, {qty});
                twin(order).reduce(order.price, slot, qty);
                order.qty -= qty;
            } else {
                books.remove(slot);
                twin(order).remove(order.price, slot);
                ASSERT_FALSE(books.is_live(slot, order.id));
                live.erase(any);
            }
        }
        ASSERT_EQ(books.live(), live.size());
        ASSERT_EQ(books.is_full(), live.size() == kOrdersMax);
        const auto from = static_cast<Slot>(random.below(kOrdersMax + 1));
        const auto found = live.lower_bound(from);
        ASSERT_EQ(books.live_from(from), found == live.end() ? kNoSlot : found->first);
        for (const auto& [key, side] : twins) {
            ASSERT_NO_FATAL_FAILURE(side.expect_same(books, {key.first})) << step;
        }
    }
}

TEST(LightBooks, LevelsBeforeAPriceBetweenLevelsAreTheBetterOnes) {
    LightBooks books(1, 4);
    std::uint64_t id = 0;
    for (const std::int64_t price : {100, 104, 102}) {
        books.add({{++id}, kFirst, Side::Buy, {price}, {1}});
    }
    const std::pair<std::int64_t, std::uint32_t> ranks[] = {{105, 0}, {104, 0}, {103, 1},
                                                            {101, 2}, {100, 2}, {99, 3}};
    for (const auto& [price, rank] : ranks) {
        EXPECT_EQ(books.levels_before(kFirst, Side::Buy, {price}), rank) << price;
    }
    EXPECT_EQ(books.levels_before(kFirst, Side::Sell, {100}), 0U);
    EXPECT_EQ(books.depth(kFirst, Side::Sell, 3), 0);
}

TEST(LightBooksDeathTest, AnOrderOfNothingOrOneTooManyIsOurBug) {
    LightBooks books(1, 1);
    EXPECT_DEATH(books.add({{1}, kFirst, Side::Buy, {100}, {0}}), "quantity must be above 0");
    const Slot slot = books.add({{1}, kFirst, Side::Buy, {100}, {5}});
    EXPECT_DEATH(books.reduce(slot, {5}), "must keep a quantity");
    EXPECT_DEATH(books.add({{2}, kFirst, Side::Buy, {100}, {5}}), "must have room");
}

}  // namespace
}  // namespace hotpath::sim::market
