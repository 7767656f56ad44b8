#include "hotpath/core/price_distance.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/core/wide.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath {
namespace {

constexpr std::int64_t kPriceMax = std::numeric_limits<std::int64_t>::max();

bool is_beyond_by_definition(std::uint64_t distance, Price price, BasisPoints fraction) {
    const WideUint units = static_cast<std::uint64_t>(price.value);
    return distance > units * static_cast<std::uint32_t>(fraction.value) / 10'000U;
}

TEST(PriceDistance, IsThatOfAnyTwoPrices) {
    EXPECT_EQ(distance({100}, {70}), 30U);
    EXPECT_EQ(distance({70}, {100}), 30U);
    EXPECT_EQ(distance({std::numeric_limits<std::int64_t>::min()}, {kPriceMax}),
              std::numeric_limits<std::uint64_t>::max());
}

TEST(PriceDistance, APartIsTheLargestDistanceThatIsNotBeyond) {
    Random random(support::seed_of_this_test(7));
    for (int i = 0; i < 300'000; ++i) {
        const Price price{std::max<std::int64_t>(
            1, static_cast<std::int64_t>(random.next() >> (1 + random.below(62))))};
        const BasisPoints fraction{static_cast<std::int32_t>(random.below(10'000))};
        const std::uint64_t part = part_of(price, fraction);
        ASSERT_FALSE(is_beyond(part, price, fraction)) << price.value << " " << fraction.value;
        ASSERT_TRUE(is_beyond(part + 1, price, fraction)) << price.value << " " << fraction.value;
    }
}

TEST(PriceDistance, NarrowProductsGiveTheSameAnswer) {
    Random random(support::seed_of_this_test(8));
    constexpr std::uint64_t kNarrow = std::uint64_t{1} << 50U;
    for (int i = 0; i < 300'000; ++i) {
        const std::uint64_t units = random.one_in(3) ? kNarrow - 4 + random.below(4)
                                                     : random.next() >> (14 + random.below(50));
        const Price price{std::max<std::int64_t>(1, static_cast<std::int64_t>(units))};
        const BasisPoints fraction{static_cast<std::int32_t>(random.below(10'001))};
        const std::uint64_t part = part_of(price, fraction);
        ASSERT_TRUE(are_narrow(price, {static_cast<std::int64_t>(part)}));
        for (const std::uint64_t distance : {part, part + 1, kNarrow - 1, random.below(kNarrow)}) {
            ASSERT_EQ(is_beyond(distance, price, fraction),
                      is_beyond_by_definition(distance, price, fraction));
            ASSERT_EQ(is_beyond_narrow(distance, price, fraction),
                      is_beyond_by_definition(distance, price, fraction))
                << distance << " " << price.value << " " << fraction.value;
        }
    }
    EXPECT_FALSE(are_narrow({static_cast<std::int64_t>(kNarrow)}, {1}));
    EXPECT_FALSE(are_narrow({1}, {-1}));
}

}  // namespace
}  // namespace hotpath
