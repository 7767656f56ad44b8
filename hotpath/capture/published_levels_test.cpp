// Levels by price as ITCH orders, one a level: each rule by itself, and all of them against the levels.
#include "hotpath/capture/published_levels.hpp"

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/dbn_day.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::capture {
namespace {

using dbn::Price4;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class PublishedLevelsTest : public ::testing::Test {
  protected:
    void level(Side side, std::uint32_t price, std::uint32_t qty) {
        levels_.on_level(listing_, side, Price4{price}, Qty{qty});
    }
    void trade(dbn::MaybeSide resting, std::uint32_t price, std::uint32_t qty) {
        levels_.on_trade(listing_, resting, Price4{price}, Qty{qty});
    }
    /// Ends the event: its messages as words.
    [[nodiscard]] std::vector<std::string> event() {
        levels_.end_event();
        support::ItchWords listener;
        protocols::FrameCursor frames(out_.block().bytes());
        for (Bytes message; frames.next(message);) {
            static_cast<void>(protocols::nasdaq::itch50::decode(message, listener));
        }
        out_.block().clear();
        return listener.words;
    }

    dbn::Listing listing_{.locate = 1, .symbol = *Symbol::from("ABC")};
    StreamStats stats_;
    dbn::ItchOutput out_{stats_};
    PublishedLevels levels_{out_};
};

TEST_F(PublishedLevelsTest, ALevelIsAddedReducedReplacedWhenItGrowsAndRemoved) {
    level(Side::Buy, 100, 30);
    EXPECT_THAT(event(), ElementsAre("A 1 B30@100"));
    level(Side::Buy, 100, 20);
    EXPECT_THAT(event(), ElementsAre("X 1 10"));
    level(Side::Buy, 100, 20);
    EXPECT_THAT(event(), IsEmpty()) << "nothing changed";
    level(Side::Buy, 100, 21);
    EXPECT_THAT(event(), ElementsAre("U 1 2 21@100"));
    level(Side::Buy, 100, 0);
    EXPECT_THAT(event(), ElementsAre("D 2"));
    level(Side::Buy, 100, 5);
    EXPECT_THAT(event(), ElementsAre("A 3 B5@100"));
}

TEST_F(PublishedLevelsTest, OnlyWhatAnEventLeavesCounts) {
    level(Side::Sell, 100, 30);
    level(Side::Sell, 100, 0);
    EXPECT_THAT(event(), IsEmpty());
    level(Side::Sell, 100, 30);
    level(Side::Sell, 100, 10);
    level(Side::Sell, 100, 20);
    EXPECT_THAT(event(), ElementsAre("A 1 S20@100"));
}

TEST_F(PublishedLevelsTest, ATradeExecutesWhatItsLevelDisplays) {
    level(Side::Sell, 100, 30);
    (void)event();
    trade(Side::Sell, 100, 10);
    level(Side::Sell, 100, 20);
    EXPECT_THAT(event(), ElementsAre("E 1 10"));
    trade(Side::Sell, 100, 5);
    level(Side::Sell, 100, 10);
    EXPECT_THAT(event(), ElementsAre("E 1 5", "X 1 5")) << "the rest was canceled";
    trade(Side::Sell, 100, 10);
    level(Side::Sell, 100, 0);
    EXPECT_THAT(event(), ElementsAre("E 1 10"));
}

TEST_F(PublishedLevelsTest, ATradeBeyondTheDisplayIsATradeMessage) {
    level(Side::Sell, 100, 10);
    (void)event();
    trade(Side::Sell, 100, 25);
    level(Side::Sell, 100, 0);
    EXPECT_THAT(event(), ElementsAre("E 1 10", "P S15@100"));
    trade(Side::Buy, 90, 7);
    EXPECT_THAT(event(), ElementsAre("P B7@90"));
}

TEST_F(PublishedLevelsTest, ALevelThatTradedAwayAndIsThereAgainIsNew) {
    level(Side::Sell, 100, 10);
    (void)event();
    trade(Side::Sell, 100, 10);
    level(Side::Sell, 100, 10);
    EXPECT_THAT(event(), ElementsAre("E 1 10", "A 2 S10@100"));
    trade(Side::Sell, 100, 4);
    level(Side::Sell, 100, 10);
    EXPECT_THAT(event(), ElementsAre("E 2 4", "U 2 3 10@100"));
}

TEST_F(PublishedLevelsTest, ATradeWithoutASideTakesOnlyWhatTheEventTakesAway) {
    level(Side::Sell, 100, 10);
    (void)event();
    trade(std::nullopt, 100, 4);
    EXPECT_THAT(event(), ElementsAre("P B4@100")) << "the level is as it was";
    trade(std::nullopt, 100, 4);
    level(Side::Sell, 100, 7);
    EXPECT_THAT(event(), ElementsAre("E 1 3", "P B1@100"));
    trade(std::nullopt, 100, 4);
    level(Side::Sell, 100, 2);
    EXPECT_THAT(event(), ElementsAre("E 1 4", "X 1 1"));
}

TEST_F(PublishedLevelsTest, SidesAndInstrumentsAreApart) {
    const dbn::Listing other{.locate = 2, .symbol = *Symbol::from("DEF")};
    level(Side::Buy, 100, 10);
    level(Side::Sell, 101, 20);
    levels_.on_level(other, Side::Buy, Price4{100}, Qty{30});
    EXPECT_THAT(event(), ElementsAre("A 1 B10@100", "A 2 S20@101", "A 2: 3 B30@100"));
    levels_.on_trade(other, Side::Buy, Price4{100}, Qty{1});
    levels_.on_level(other, Side::Buy, Price4{100}, Qty{29});
    EXPECT_THAT(event(), ElementsAre("E 2: 3 1"));
    trade(Side::Sell, 100, 1);
    EXPECT_THAT(event(), ElementsAre("P S1@100")) << "no sell is displayed there";
}

TEST_F(PublishedLevelsTest, AChangeOfABookIsTheLevelBeforeAndTheLevelAfter) {
    const auto change = [&](std::pair<std::int64_t, std::uint32_t> before,
                            std::pair<std::int64_t, std::uint32_t> after) {
        book::BookChange of;
        of.before.side = of.after.side = Side::Buy;
        of.before.price = {before.first};
        of.before.leaves_qty = {before.second};
        of.after.price = {after.first};
        of.after.leaves_qty = {after.second};
        levels_.on_change(listing_, of);
        return event();
    };
    EXPECT_THAT(change({0, 0}, {100, 10}), ElementsAre("A 1 B10@100"));
    EXPECT_THAT(change({100, 10}, {100, 4}), ElementsAre("X 1 6"));
    EXPECT_THAT(change({100, 4}, {99, 5}), ElementsAre("D 1", "A 2 B5@99"));
    EXPECT_THAT(change({99, 5}, {0, 0}), ElementsAre("D 2"));
}

/// The messages added up, by side and price.
struct Displayed {
    std::map<std::uint64_t, std::pair<std::string, std::uint64_t>> orders;  // place, quantity
    std::uint64_t executed = 0;
    std::uint64_t printed = 0;

    void apply(const std::string& word) {
        std::istringstream in(word);
        char type = 0;
        char side = 0;
        char at = 0;
        std::uint64_t id = 0;
        std::uint64_t qty = 0;
        std::uint64_t price = 0;
        in >> type;
        if (type == 'A') {
            in >> id >> side >> qty >> at >> price;
            orders[id] = {std::string(1, side) + std::to_string(price), qty};
        } else if (type == 'P') {
            in >> side >> qty >> at >> price;
            printed += qty;
        } else if (type == 'D') {
            in >> id;
            ASSERT_EQ(orders.erase(id), 1U);
        } else if (type == 'U') {
            std::uint64_t next = 0;
            in >> id >> next >> qty >> at >> price;
            orders[next] = {orders.at(id).first, qty};
            orders.erase(id);
        } else {
            in >> id >> qty;
            ASSERT_TRUE(type == 'E' || type == 'X') << word;
            ASSERT_TRUE(type == 'E' || qty < orders.at(id).second) << "a cancel of all is a delete";
            executed += type == 'E' ? qty : 0;
            reduce(id, qty);
        }
        ASSERT_TRUE(in) << word;
    }
    void reduce(std::uint64_t id, std::uint64_t qty) {
        ASSERT_LE(qty, orders.at(id).second);
        if ((orders.at(id).second -= qty) == 0) {
            orders.erase(id);
        }
    }
    [[nodiscard]] std::map<std::string, std::uint64_t> by_place() const {
        std::map<std::string, std::uint64_t> places;
        for (const auto& [id, order] : orders) {
            EXPECT_TRUE(places.emplace(order.first, order.second).second) << "one order a level";
        }
        return places;
    }
};

TEST_F(PublishedLevelsTest, AfterEveryEventTheOrdersAreTheLevelsAndEveryTradeIsThereOnce) {
    Random random(support::seed_of_this_test(101));
    Displayed displayed;
    std::map<std::string, std::uint64_t> wanted;
    std::uint64_t traded = 0;
    for (int step = 0; step < 3'000; ++step) {
        for (std::uint64_t n = 1 + random.below(4); n > 0; --n) {
            const Side side = random.one_in(2) ? Side::Buy : Side::Sell;
            const auto price = static_cast<std::uint32_t>(100 + random.below(3));
            const auto qty = static_cast<std::uint32_t>(random.below(40));
            if (random.one_in(2)) {
                const bool is_sided = !random.one_in(3);
                trade(is_sided ? dbn::MaybeSide(side) : std::nullopt, price, qty + 1);
                traded += qty + 1;
                continue;
            }
            level(side, price, qty);
            const std::string place = (side == Side::Buy ? "B" : "S") + std::to_string(price);
            wanted.erase(place);
            if (qty > 0) {
                wanted[place] = qty;
            }
        }
        for (const std::string& word : event()) {
            displayed.apply(word);
        }
        ASSERT_EQ(displayed.by_place(), wanted) << step;
        ASSERT_EQ(displayed.executed + displayed.printed, traded) << step;
    }
    EXPECT_GT(displayed.executed, 0U);
    EXPECT_GT(displayed.printed, 0U);
}

}  // namespace
}  // namespace hotpath::capture
