// The parts of the venue's matcher, each against a twin that looks at everything: stops, orders with
// conditions, self-trades, price bands, the rules of conditions, the volume of a cross.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/match/conditions.hpp"
#include "hotpath/match/cross.hpp"
#include "hotpath/match/held_orders.hpp"
#include "hotpath/match/instrument_rules.hpp"
#include "hotpath/match/self_trade.hpp"
#include "hotpath/match/stop_book.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::match {
namespace {

constexpr InstrumentId kInstrument{1};

// ---- stops

class StopBooks : public testing::Test {
  protected:
    [[nodiscard]] bool add(std::uint64_t id, Side side, std::int64_t stop,
                           std::uint32_t qty = 100) {
        HeldRecord record{};
        record.order.id = record.place = {id};
        record.order.instrument = kInstrument;
        record.order.side = side;
        record.conditions.stop_price = {stop};
        record.leaves_qty = {qty};
        return stops.add(record);
    }
    [[nodiscard]] std::uint64_t triggered(std::optional<std::int64_t> high,
                                          std::optional<std::int64_t> low) const {
        InstrumentState state;
        state.trade_high = high ? std::optional(Price{*high}) : std::nullopt;
        state.trade_low = low ? std::optional(Price{*low}) : std::nullopt;
        return stops.triggered(kInstrument, state).value_or(OrderId{}).value;
    }

    StopBook<book::L3Books> stops{
        std::move(*book::L3Books::create({.orders_max = 256,
                                          .levels_max = 256,
                                          .instruments_max = 2,
                                          .huge_pages = HugePages::Never}))};
};

TEST_F(StopBooks, ABuyWaitsForATradeAtItsPriceOrAboveASellForOneBelow) {
    ASSERT_TRUE(add(1, Side::Buy, 10'100));
    ASSERT_TRUE(add(2, Side::Sell, 9'900));
    EXPECT_EQ(triggered(std::nullopt, std::nullopt), 0U) << "no trade";
    EXPECT_EQ(triggered(10'099, 9'901), 0U) << "neither price is reached";
    EXPECT_EQ(triggered(10'100, 9'901), 1U);
    EXPECT_EQ(triggered(10'099, 9'900), 2U);
    EXPECT_EQ(triggered(10'200, 9'800), 1U) << "the earlier of both";
    stops.remove({1});
    EXPECT_EQ(triggered(10'200, 9'800), 2U);
    stops.reduce({2}, {40});
    EXPECT_EQ(triggered(10'200, 9'800), 2U) << "with less left";
    stops.remove({2});
    EXPECT_EQ(triggered(10'200, 9'800), 0U);
}

TEST_F(StopBooks, AnotherInstrumentsStopIsNotTriggered) {
    ASSERT_TRUE(add(1, Side::Buy, 10'000));
    InstrumentState state;
    state.note_trade({10'000});
    EXPECT_TRUE(stops.triggered(kInstrument, state));
    EXPECT_FALSE(stops.triggered({2}, state));
}

/// The twin looks through all stops: of those reached on each side the one whose price was reached
/// first, at one price the earliest; of the two the one with the lower place.
TEST_F(StopBooks, TriggerTheOneThatComesFirst) {
    Random random(support::seed_of_this_test(404));
    struct Stop {
        std::uint64_t id;
        Side side;
        std::int64_t price;
    };
    std::vector<Stop> all;
    std::uint64_t next = 0;
    std::uint64_t found = 0;
    const std::uint64_t rounds = support::rounds_of_this_run({.usual = 4'000, .long_run = 400'000});
    for (std::uint64_t round = 0; round < rounds; ++round) {
        if (all.size() < 60 && random.below(3) != 0) {
            const Stop stop{++next, random.below(2) == 0 ? Side::Buy : Side::Sell,
                            10'000 + static_cast<std::int64_t>(random.below(40))};
            ASSERT_TRUE(add(stop.id, stop.side, stop.price));
            all.push_back(stop);
        } else if (!all.empty()) {
            const auto gone = all.begin() + static_cast<std::ptrdiff_t>(random.below(all.size()));
            stops.remove({gone->id});
            all.erase(gone);
        }
        const auto high = 10'000 + static_cast<std::int64_t>(random.below(40));
        const auto low = high - static_cast<std::int64_t>(random.below(30));
        const auto first = [&](Side side, std::int64_t trade) {
            std::uint64_t best = 0;
            std::int64_t best_price = 0;
            for (const Stop& stop : all) {
                const bool is_reached =
                    side == Side::Buy ? stop.price <= trade : stop.price >= trade;
                const bool is_sooner =
                    side == Side::Buy ? stop.price < best_price : stop.price > best_price;
                if (stop.side == side && is_reached && (best == 0 || is_sooner)) {
                    best = stop.id;
                    best_price = stop.price;
                }
            }
            return best;
        };
        const std::uint64_t buy = first(Side::Buy, high);
        const std::uint64_t sell = first(Side::Sell, low);
        const std::uint64_t expected = buy == 0 ? sell : sell == 0 ? buy : std::min(buy, sell);
        ASSERT_EQ(triggered(high, low), expected) << "round " << round;
        found += expected != 0 ? 1U : 0U;
    }
    EXPECT_GT(found, rounds / 10);
}

// ---- orders with conditions

/// The twin is two maps, by id and by place.
TEST(HeldOrdersProperty, AreFoundByIdAndByPlace) {
    Random random(support::seed_of_this_test(405));
    constexpr std::uint32_t kMax = 32;
    HeldOrders held(kMax);
    struct Twin {
        std::uint32_t index;
        std::uint64_t place;
    };
    std::map<std::uint64_t, Twin> by_id;
    std::uint64_t next = 0;
    const std::uint64_t rounds = support::rounds_of_this_run({.usual = 8'000, .long_run = 800'000});
    for (std::uint64_t round = 0; round < rounds; ++round) {
        const std::uint64_t what = random.below(5);
        ASSERT_EQ(held.size(), by_id.size());
        ASSERT_EQ(held.empty(), by_id.empty());
        ASSERT_EQ(held.is_full(), by_id.size() == kMax);
        if (what < 2 && !held.is_full()) {
            const std::uint64_t id = ++next;
            const std::uint64_t place = random.below(2) == 0 ? id : ++next;
            HeldRecord record{};
            record.order.id = {id};
            record.place = {place};
            const std::uint32_t index = held.add(record);
            by_id[id] = {index, place};
        } else if (!by_id.empty()) {
            auto of = by_id.begin();
            std::advance(of, static_cast<std::ptrdiff_t>(random.below(by_id.size())));
            if (what == 2) {
                held.remove(of->second.index);
                by_id.erase(of);
            } else {
                of->second.place = ++next;
                held.move_to(of->second.index, {of->second.place});
            }
        }
        std::map<std::uint64_t, std::uint32_t> places;
        for (const auto& [id, twin] : by_id) {
            places[id] = twin.index;
            places[twin.place] = twin.index;
            ASSERT_EQ(held[twin.index].order.id, OrderId{id});
            ASSERT_EQ(held[twin.index].place, OrderId{twin.place});
        }
        const std::uint64_t asked = 1 + random.below(next + 1);
        const auto place = places.find(asked);
        ASSERT_EQ(held.find_place({asked}), place == places.end() ? kNotHeld : place->second);
        const auto id = by_id.find(asked);
        ASSERT_EQ(held.find({asked}), id == by_id.end() ? kNotHeld : id->second.index)
            << "a place alone is no id";
    }
    EXPECT_GT(next, rounds / 4);
}

// ---- self-trades

TEST(SelfTrades, NeedAnOwnerAndTheSameOne) {
    const Conditions unowned{};
    const Conditions first{.owner = {7}};
    const Conditions second{.owner = {8}};
    EXPECT_TRUE(is_self_trade(first, first));
    EXPECT_FALSE(is_self_trade(first, second));
    EXPECT_FALSE(is_self_trade(first, unowned));
    EXPECT_FALSE(is_self_trade(unowned, unowned)) << "without an owner it trades with any order";
}

TEST(SelfTrades, LoseWhatTheNewerOrderChose) {
    const auto loss = [](SelfTrade choice, std::uint32_t newer, std::uint32_t older) {
        const SelfTradeLoss lost = self_trade_loss(choice, {newer}, {older});
        return std::pair(lost.newer.value, lost.older.value);
    };
    EXPECT_EQ(loss(SelfTrade::CancelNewest, 300, 500), std::pair(300U, 0U));
    EXPECT_EQ(loss(SelfTrade::CancelOldest, 300, 500), std::pair(0U, 500U));
    EXPECT_EQ(loss(SelfTrade::Decrement, 300, 500), std::pair(300U, 300U));
    EXPECT_EQ(loss(SelfTrade::Decrement, 500, 300), std::pair(300U, 300U));
}

// ---- bands

TEST(Bands, LimitAPriceOnItsOwnSide) {
    constexpr PriceBands bands{.lower = {9'500}, .upper = {10'500}};
    EXPECT_TRUE(bands.are_set());
    EXPECT_FALSE(PriceBands{}.are_set());
    EXPECT_FALSE(bands.is_beyond(Side::Buy, {10'500}));
    EXPECT_TRUE(bands.is_beyond(Side::Buy, {10'501}));
    EXPECT_FALSE(bands.is_beyond(Side::Buy, {9'000})) << "a low bid is beyond nothing";
    EXPECT_FALSE(bands.is_beyond(Side::Sell, {9'500}));
    EXPECT_TRUE(bands.is_beyond(Side::Sell, {9'499}));
    EXPECT_EQ(bands.clamp(Side::Buy, book::kPriceMax), Price{10'500});
    EXPECT_EQ(bands.clamp(Side::Buy, {10'000}), Price{10'000});
    EXPECT_EQ(bands.clamp(Side::Sell, {0}), Price{9'500});
}

TEST(Bands, AQuoteAtTheOtherSidesBandIsALimitState) {
    constexpr PriceBands bands{.lower = {9'500}, .upper = {10'500}};
    const auto bbo = [](std::int64_t bid, std::int64_t ask) {
        return book::Bbo{.bid = {.price = {bid}, .qty = {100}, .orders = 1},
                         .ask = {.price = {ask}, .qty = {100}, .orders = 1}};
    };
    EXPECT_EQ(bands.limit_state(bbo(10'400, 10'500)), LimitState::None) << "an ask at the upper";
    EXPECT_EQ(bands.limit_state(bbo(10'500, 10'501)), LimitState::BidAtUpper);
    EXPECT_EQ(bands.limit_state(bbo(9'499, 9'500)), LimitState::AskAtLower);
    EXPECT_EQ(bands.limit_state(bbo(9'500, 9'501)), LimitState::None) << "a bid at the lower";
    book::Bbo no_bid = bbo(10'500, 10'501);
    no_bid.bid.orders = 0;
    EXPECT_EQ(bands.limit_state(no_bid), LimitState::None);
    EXPECT_EQ(PriceBands{}.limit_state(bbo(10'500, 10'501)), LimitState::None) << "no bands";
}

TEST(InstrumentStates, RememberTheRangeOfTheTrades) {
    InstrumentState state;
    EXPECT_TRUE(state.is_plain());
    for (const std::int64_t price : {10'000, 10'300, 9'800, 10'100}) {
        state.note_trade({price});
    }
    EXPECT_EQ(state.trade_high, Price{10'300});
    EXPECT_EQ(state.trade_low, Price{9'800});
    state.forget_trades();
    EXPECT_FALSE(state.trade_high || state.trade_low);
    state.held = 1;
    EXPECT_FALSE(state.is_plain());
    state.held = 0;
    state.phase = Phase::Halted;
    EXPECT_FALSE(state.is_plain());
    state.phase = Phase::Continuous;
    state.bands.upper = {10'000};
    EXPECT_FALSE(state.is_plain());
}

TEST(InstrumentRulesOf, TicksAndLots) {
    constexpr InstrumentRules rules{.tick = 500, .lot = 100};
    EXPECT_TRUE(rules.is_on_tick({10'500}));
    EXPECT_FALSE(rules.is_on_tick({10'501}));
    EXPECT_TRUE(rules.is_in_lots({300}));
    EXPECT_FALSE(rules.is_in_lots({301}));
}

// ---- which conditions go together

TEST(ConditionsOf, AnOrderThatDoNotGoTogetherAreRefused) {
    const NewOrder limit{.id = {1}, .instrument = kInstrument, .qty = {500}, .price = {10'000}};
    NewOrder ioc = limit;
    ioc.time_in_force = TimeInForce::Ioc;
    NewOrder kill = limit;
    kill.time_in_force = TimeInForce::Fok;
    NewOrder market = limit;
    market.type = OrderType::Market;
    struct Case {
        const char* what;
        NewOrder order;
        Conditions asked;
        bool is_fine;
    };
    const std::array cases{
        Case{"none", limit, {}, true},
        Case{"all of it at least", limit, {.min_qty = {500}}, true},
        Case{"more than all", limit, {.min_qty = {501}}, false},
        Case{"a stop", limit, {.stop_price = {9'000}}, true},
        Case{"a stop below 0", limit, {.stop_price = {-1}}, false},
        Case{"fill-or-kill, which is Ioc with a minimum", kill, {}, false},
        Case{"the same with the minimum", kill, {.min_qty = {500}}, false},
        Case{"immediate with a minimum of all", ioc, {.min_qty = {500}}, true},
        Case{"post-only that rests", limit, {.is_post_only = true}, true},
        Case{"post-only that cannot", ioc, {.is_post_only = true}, false},
        Case{"post-only market order", market, {.is_post_only = true}, false},
        Case{"post-only and minimum", limit, {.is_post_only = true, .min_qty = {100}}, false},
        Case{"hidden", limit, {.is_hidden = true}, true},
        Case{"hidden and displayed in part",
             limit,
             {.is_hidden = true, .display_qty = {100}},
             false},
        Case{"an iceberg", limit, {.display_qty = {100}}, true},
        Case{"a peg", limit, {.peg = Peg::Mid}, true},
        Case{"a peg with an offset", limit, {.peg = Peg::Primary, .peg_offset = 100}, true},
        Case{"an offset below 0", limit, {.peg = Peg::Primary, .peg_offset = -1}, false},
        Case{"an offset of the middle", limit, {.peg = Peg::Mid, .peg_offset = 1}, false},
        Case{"an offset without a peg", limit, {.peg_offset = 1}, false},
        Case{"a peg of a market order", market, {.peg = Peg::Mid}, false},
        Case{"a peg that only posts", limit, {.is_post_only = true, .peg = Peg::Mid}, false},
        Case{"a displayed peg", limit, {.peg = Peg::Mid, .display_qty = {100}}, false},
        Case{"a stop of a peg", limit, {.peg = Peg::Mid, .stop_price = {9'000}}, false},
        Case{"a cross", limit, {.cross = CrossKind::Closing}, true},
        Case{"a cross of a peg", limit, {.peg = Peg::Mid, .cross = CrossKind::Closing}, false},
        Case{"a stop in a cross",
             limit,
             {.cross = CrossKind::Opening, .stop_price = {9'000}},
             false},
        Case{"a minimum in a cross", limit, {.cross = CrossKind::Opening, .min_qty = {100}}, false},
        Case{"an iceberg in a cross",
             limit,
             {.cross = CrossKind::Opening, .display_qty = {100}},
             false},
        Case{"hidden in a cross", limit, {.is_hidden = true, .cross = CrossKind::Halt}, false},
        Case{
            "post-only in a cross", limit, {.is_post_only = true, .cross = CrossKind::Halt}, false},
    };
    for (const Case& each : cases) {
        EXPECT_EQ(is_consistent(each.order, each.asked), each.is_fine) << each.what;
    }
}

// ---- a cross

TEST(CrossVolumes, AreTheLesserSideAndWhatIsLeftOfTheOther) {
    EXPECT_EQ(cross_volume({100}, {300}, {500}), (CrossVolume{{100}, {300}, {200}, Side::Sell}));
    EXPECT_EQ(cross_volume({100}, {500}, {300}), (CrossVolume{{100}, {300}, {200}, Side::Buy}));
    EXPECT_EQ(cross_volume({100}, {300}, {300}), (CrossVolume{{100}, {300}, {0}, Side::Buy}));
}

TEST(CrossVolumes, AreChosenByVolumeImbalancePressureAndTheReference) {
    const CrossVolume usual{{10'000}, {300}, {100}, Side::Buy};
    const auto with = [&](auto change) {
        CrossVolume other = usual;
        change(other);
        return other;
    };
    const auto more = with([](CrossVolume& v) { v.paired = {301}; });
    const auto less_left = with([](CrossVolume& v) { v.imbalance = {99}; });
    const auto higher = with([](CrossVolume& v) { v.price = {10'100}; });
    EXPECT_TRUE(is_better_cross(more, usual, {}));
    EXPECT_FALSE(is_better_cross(usual, more, {}));
    EXPECT_TRUE(is_better_cross(less_left, usual, {}));
    EXPECT_TRUE(is_better_cross(higher, usual, {}) != is_better_cross(usual, higher, {}))
        << "buyers are left: one of two prices is better";
    const auto balanced = with([](CrossVolume& v) { v.imbalance = {0}; });
    auto balanced_higher = balanced;
    balanced_higher.price = {10'100};
    EXPECT_TRUE(is_better_cross(balanced_higher, balanced, {10'090})) << "nearer to the reference";
    EXPECT_TRUE(is_better_cross(balanced, balanced_higher, {10'010}));
    EXPECT_TRUE(is_better_cross(balanced, balanced_higher, {10'050})) << "as near: the lower";
    EXPECT_TRUE(is_better_cross(balanced, balanced_higher, {})) << "no reference: the lower";
}

/// No two different outcomes are each better than the other, and better is transitive.
TEST(CrossVolumes, HaveAnOrder) {
    Random random(support::seed_of_this_test(406));
    const auto any = [&](std::int64_t price) {
        return CrossVolume{{price},
                           {random.below(3)},
                           {random.below(2)},
                           random.below(2) == 0 ? Side::Buy : Side::Sell};
    };
    for (int round = 0; round < 20'000; ++round) {
        const Price reference{static_cast<std::int64_t>(random.below(6))};
        const std::array each{any(1), any(2), any(3)};
        for (const CrossVolume& a : each) {
            ASSERT_FALSE(is_better_cross(a, a, reference));
            for (const CrossVolume& b : each) {
                ASSERT_FALSE(is_better_cross(a, b, reference) && is_better_cross(b, a, reference));
            }
        }
    }
}

/// The nearest price on both grids, found by walking.
TEST(CrossGrid, IsTheInstrumentsTickAndTheUsualOne) {
    for (const std::int64_t tick : {1, 3, 50, 100, 300, 500}) {
        const CrossTicks ticks(tick);
        const auto is_on = [&](std::int64_t price) {
            return price % tick == 0 && price % book::usual_tick({price}) == 0;
        };
        for (std::int64_t price = 9'300; price < 11'500; price += 7) {
            std::int64_t below = price;
            while (!is_on(below)) {
                --below;
            }
            std::int64_t above = price;
            while (!is_on(above)) {
                ++above;
            }
            ASSERT_EQ(ticks.at_or_below({price}), Price{below}) << tick << " " << price;
            ASSERT_EQ(ticks.at_or_above({price}), Price{above}) << tick << " " << price;
        }
    }
}

}  // namespace
}  // namespace hotpath::match
