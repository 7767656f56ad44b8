// OpenOrders: a protocol's open orders by session and number, against std::map.

#include "hotpath/exchange/orders/open_orders.hpp"

#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::exchange {
namespace {

/// An order with one word of a protocol.
struct WordOrder {
    SessionId session{};
    ClOrdId user_ref_num{};
    std::uint32_t word = 0;
};

void save(const WordOrder& order, StateWriter& writer) {
    writer.put(order.session.value);
    writer.put(order.user_ref_num.value);
    writer.put(order.word);
}
void load(WordOrder& order, StateReader& reader) {
    order.session = {reader.get<std::uint16_t>()};
    order.user_ref_num = {reader.get<std::uint32_t>()};
    order.word = reader.get<std::uint32_t>();
}

class OpenOrdersTest : public testing::Test {
  protected:
    using Table = OpenOrders<WordOrder>;
    using Key = std::pair<std::uint16_t, std::uint32_t>;
    using Twin = std::map<Key, std::uint32_t>;

    static Twin contents(const Table& table) {
        Twin found;
        table.for_each([&](const WordOrder& order) {
            EXPECT_TRUE(
                found.emplace(Key{order.session.value, order.user_ref_num.value}, order.word)
                    .second);
        });
        return found;
    }
    static bool loads(Table& table, Bytes bytes) {
        StateReader reader(bytes);
        table.load(reader, {}, [](WordOrder&) {});
        return reader.is_done();
    }
    static StateWriter saved(const Table& table) {
        StateWriter writer;
        table.save(writer);
        return writer;
    }
};

TEST_F(OpenOrdersTest, IsThatOfAMap) {
    constexpr std::uint32_t kOrdersMax = 12;
    Random random(support::seed_of_this_test(31));
    Table table(kOrdersMax);
    Twin twin;
    std::uint32_t last_number = 0;
    for (std::uint32_t step = 0; step < 20'000; ++step) {
        const SessionId session{static_cast<std::uint16_t>(random.below(3))};
        const auto any =
            twin.empty()
                ? twin.end()
                : std::next(twin.begin(), static_cast<std::ptrdiff_t>(random.below(twin.size())));
        switch (random.below(3)) {
            case 0:
                if (twin.size() < kOrdersMax) {
                    const ClOrdId number{++last_number};
                    WordOrder& added = table.add({session, number, step});
                    ASSERT_EQ(table.find(session, number), &added);
                    twin.emplace(Key{session.value, number.value}, step);
                }
                break;
            case 1:
                if (any != twin.end()) {
                    table.remove(*table.find({any->first.first}, {any->first.second}));
                    twin.erase(any);
                }
                break;
            default:
                if (any != twin.end()) {
                    const auto [key, word] = *any;
                    WordOrder& order = *table.find({key.first}, {key.second});
                    const ClOrdId number{++last_number};
                    table.rename(order, number);
                    ASSERT_EQ(table.find({key.first}, {key.second}), nullptr);
                    ASSERT_EQ(table.find({key.first}, number), &order);
                    twin.erase(any);
                    twin.emplace(Key{key.first, number.value}, word);
                }
        }
        ASSERT_EQ(table.size(), twin.size());
        ASSERT_EQ(contents(table), twin) << step;
    }
}

TEST_F(OpenOrdersTest, EqualNumbersOfTwoSessionsAreTwoOrders) {
    Table table(2);
    table.add({{1}, {7}, 10});
    table.add({{2}, {7}, 20});
    EXPECT_EQ(table.find({1}, {7})->word, 10U);
    EXPECT_EQ(table.find({2}, {7})->word, 20U);
    EXPECT_EQ(table.find({3}, {7}), nullptr);
    EXPECT_EQ(table.find({1}, {8}), nullptr);
}

TEST_F(OpenOrdersTest, AVisitorMayRemoveWhatItVisits) {
    Table table(5);
    for (std::uint32_t n = 1; n <= 5; ++n) {
        table.add({{0}, {n}, n});
    }
    table.for_each([&](WordOrder& order) {
        if (order.word % 2 == 1) {
            table.remove(order);
        }
    });
    EXPECT_EQ(contents(table), (Twin{{{0, 2}, 2}, {{0, 4}, 4}}));
}

TEST_F(OpenOrdersTest, ThoseThatTheVenueHasNoLongerAreGone) {
    SessionOrders at_venue(4, 2);
    at_venue.add({.id = {1},
                  .session = {0},
                  .instrument = {1},
                  .user_ref_num = {5},
                  .qty = {1},
                  .cum_qty = {},
                  .price = {100},
                  .terms = {}});
    Table table(3);
    table.add({{0}, {5}, 50});
    table.add({{0}, {6}, 60});
    table.add({{1}, {5}, 70});
    std::vector<std::uint32_t> gone;
    table.for_each_gone(at_venue, [&](const WordOrder& order) { gone.push_back(order.word); });
    EXPECT_EQ(gone, (std::vector<std::uint32_t>{60, 70}));
}

TEST_F(OpenOrdersTest, IsSavedBySessionAndNumberWhateverItsPast) {
    Table first(4);
    first.add({{1}, {9}, 1});
    first.add({{1}, {3}, 2});
    first.add({{0}, {200}, 3});
    Table second(4);
    second.add({{0}, {200}, 3});
    WordOrder& passing = second.add({{1}, {1}, 9});
    second.add({{1}, {3}, 2});
    second.remove(passing);
    second.add({{1}, {9}, 1});
    EXPECT_TRUE(std::ranges::equal(saved(first).bytes(), saved(second).bytes()));
    Table again(4);
    ASSERT_TRUE(loads(again, saved(first).bytes()));
    EXPECT_EQ(contents(again), contents(first));
}

TEST_F(OpenOrdersTest, ALoadGivesWhatTheRecordsDoNotSay) {
    Table table(2);
    table.add({{1}, {9}, 5});
    const StateWriter writer = saved(table);
    StateReader reader(writer.bytes());
    Table again(2);
    std::vector<std::uint32_t> added;
    again.load(reader, {.session = {7}, .user_ref_num = {7}, .word = 7},
               [&](WordOrder& order) { added.push_back(order.word); });
    EXPECT_EQ(added, std::vector<std::uint32_t>{5});
    EXPECT_EQ(contents(again), contents(table));
}

TEST_F(OpenOrdersTest, StatesThatCannotBeAreRefused) {
    const auto refused = [](const std::vector<WordOrder>& orders) {
        StateWriter writer;
        writer.put(std::uint64_t{orders.size()});
        for (const WordOrder& order : orders) {
            save(order, writer);
        }
        Table table(2);
        return !loads(table, writer.bytes());
    };
    EXPECT_FALSE(refused({{{0}, {1}, 1}, {{0}, {2}, 2}}));
    EXPECT_TRUE(refused({{{0}, {1}, 1}, {{0}, {2}, 2}, {{0}, {3}, 3}})) << "no room for a third";
    EXPECT_TRUE(refused({{{0}, {1}, 1}, {{0}, {1}, 2}})) << "a number twice";
    EXPECT_TRUE(refused({{{0}, {0}, 1}})) << "an order without a number";
    StateWriter cut;
    cut.put(std::uint64_t{1});
    cut.put(std::uint16_t{0});
    cut.put(std::uint32_t{1});
    Table table(2);
    EXPECT_FALSE(loads(table, cut.bytes()));
    EXPECT_EQ(table.size(), 0U) << "an order that is cut off is not added";
}

using OpenOrdersDeathTest = OpenOrdersTest;

TEST_F(OpenOrdersDeathTest, ANumberTwiceOrNoRoomIsOurBug) {
    Table table(2);
    WordOrder& first = table.add({{0}, {1}, 1});
    EXPECT_DEATH(table.add({{0}, {1}, 2}), "number must be new");
    table.add({{0}, {2}, 2});
    EXPECT_DEATH(table.rename(first, {2}), "number must be new");
    EXPECT_DEATH(table.add({{0}, {3}, 3}), "there must be room");
}

}  // namespace
}  // namespace hotpath::exchange
