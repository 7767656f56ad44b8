#include "hotpath/core/fixed_vector.hpp"

#include <numeric>
#include <span>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/units.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath {
namespace {

using ::testing::ElementsAre;

TEST(FixedVector, KeepsWhatIsPushedInOrder) {
    FixedVector<int, 4> numbers;
    EXPECT_TRUE(numbers.empty());
    EXPECT_TRUE(numbers.try_push_back(3));
    EXPECT_TRUE(numbers.try_push_back(1));
    EXPECT_TRUE(numbers.try_push_back(2));
    EXPECT_THAT(numbers, ElementsAre(3, 1, 2));
    EXPECT_EQ(numbers.front(), 3);
    EXPECT_EQ(numbers.back(), 2);
    EXPECT_EQ(numbers.size(), 3U);
}

TEST(FixedVector, RefusesWhenFullAndChangesNothing) {
    FixedVector<int, 2> numbers;
    EXPECT_TRUE(numbers.try_push_back(1));
    EXPECT_FALSE(numbers.full());
    EXPECT_TRUE(numbers.try_push_back(2));
    EXPECT_TRUE(numbers.full());
    EXPECT_FALSE(numbers.try_push_back(3));
    EXPECT_THAT(numbers, ElementsAre(1, 2));
}

TEST(FixedVector, ErasingKeepsTheOrderOfTheRest) {
    FixedVector<int, 4> numbers;
    for (const int number : {10, 20, 30, 40}) {
        ASSERT_TRUE(numbers.try_push_back(number));
    }
    numbers.erase_at(1);
    EXPECT_THAT(numbers, ElementsAre(10, 30, 40));
    numbers.erase_at(2);
    EXPECT_THAT(numbers, ElementsAre(10, 30));
    numbers.erase_at(0);
    EXPECT_THAT(numbers, ElementsAre(30));
    numbers.pop_back();
    EXPECT_TRUE(numbers.empty());
}

TEST(FixedVector, IsReusableAfterClear) {
    FixedVector<int, 1> numbers;
    EXPECT_TRUE(numbers.try_push_back(1));
    numbers.clear();
    EXPECT_TRUE(numbers.try_push_back(2));
    EXPECT_THAT(numbers, ElementsAre(2));
}

TEST(FixedVector, CopiesItsRecords) {
    FixedVector<Qty, 2> original;
    EXPECT_TRUE(original.try_push_back({100}));
    FixedVector<Qty, 2> copy = original;
    EXPECT_TRUE(copy.try_push_back({200}));
    EXPECT_THAT(original, ElementsAre(Qty{100}));
    EXPECT_THAT(copy, ElementsAre(Qty{100}, Qty{200}));
}

TEST(FixedVector, IsAContiguousRange) {
    FixedVector<int, 8> numbers;
    EXPECT_TRUE(numbers.try_push_back(5));
    EXPECT_TRUE(numbers.try_push_back(7));
    const std::span<const int> view(numbers);
    EXPECT_EQ(std::accumulate(view.begin(), view.end(), 0), 12);
}

TEST(FixedVector, HoldsVariantsOfRecords) {
    FixedVector<std::variant<Price, Qty>, 2> items;
    EXPECT_TRUE(items.try_push_back(Price{10}));
    EXPECT_TRUE(items.try_push_back(Qty{20}));
    EXPECT_EQ(std::get<Qty>(items[1]), Qty{20});
}

TEST(FixedVector, AllocatesNothing) {
    const NoAllocScope scope;
    FixedVector<std::uint64_t, 64> numbers;
    while (numbers.try_push_back(numbers.size())) {
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(numbers.size(), numbers.capacity());
}

TEST(FixedVectorDeathTest, StopsAtAnIndexOutOfRange) {
    FixedVector<int, 4> numbers;
    EXPECT_TRUE(numbers.try_push_back(1));
    EXPECT_DEATH(std::ignore = numbers[1], "index in vector");
    EXPECT_DEATH(numbers.erase_at(1), "index in vector");
    numbers.clear();
    EXPECT_DEATH(numbers.pop_back(), "empty vector");
}

}  // namespace
}  // namespace hotpath
