// Orders with conditions, by id and by place: both are of one space, and a place that was left names
// no order.

#include "hotpath/match/held_orders.hpp"

#include <cstdint>

#include <gtest/gtest.h>

namespace hotpath::match {
namespace {

[[nodiscard]] HeldRecord held_at(std::uint64_t id, std::uint64_t place) {
    HeldRecord record{};
    record.order.id = {id};
    record.place = {place};
    return record;
}

TEST(HeldOrders, AnOrderIsFoundByItsIdAndByItsPlaceButIsNamedByItsIdAlone) {
    HeldOrders held(4);
    const std::uint32_t index = held.add(held_at(1, 7));
    EXPECT_EQ(held.find({1}), index);
    EXPECT_EQ(held.find({7}), kNotHeld);
    EXPECT_EQ(held.find_place({1}), index);
    EXPECT_EQ(held.find_place({7}), index);
    EXPECT_EQ(held.find_place({2}), kNotHeld);
}

TEST(HeldOrders, AMovedOrderLeavesItsFormerPlaceAndKeepsItsId) {
    HeldOrders held(4);
    const std::uint32_t index = held.add(held_at(1, 1));
    held.move_to(index, {8});
    EXPECT_EQ(held[index].place, OrderId{8});
    held.move_to(index, {9});
    EXPECT_EQ(held.find_place({8}), kNotHeld) << "the place between";
    EXPECT_EQ(held.find_place({9}), index);
    EXPECT_EQ(held.find({1}), index) << "the first place was the id";
}

TEST(HeldOrders, ARemovedOrderLeavesItsIdItsPlaceAndItsRoom) {
    HeldOrders held(1);
    const std::uint32_t index = held.add(held_at(1, 7));
    EXPECT_TRUE(held.is_full());
    held.remove(index);
    EXPECT_TRUE(held.empty());
    EXPECT_EQ(held.find_place({1}), kNotHeld);
    EXPECT_EQ(held.find_place({7}), kNotHeld);
    held.add(held_at(7, 1));
    EXPECT_EQ(held.size(), 1U);
    EXPECT_NE(held.find({7}), kNotHeld);
}

TEST(HeldOrdersDeathTest, AnIdOrAPlaceThatIsInUseIsOurBug) {
    HeldOrders held(4);
    held.add(held_at(1, 7));
    EXPECT_DEATH(held.add(held_at(1, 1)), "the id and its place must be new");
    EXPECT_DEATH(held.add(held_at(7, 7)), "the id and its place must be new");
    EXPECT_DEATH(held.add(held_at(2, 7)), "the id and its place must be new");
}

}  // namespace
}  // namespace hotpath::match
