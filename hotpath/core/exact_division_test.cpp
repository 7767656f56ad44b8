#include "hotpath/core/exact_division.hpp"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath {
namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

TEST(ExactDivision, OfMultiplesIsTheQuotientAndOfOthersIsTooGreat) {
    for (std::uint64_t divisor = 1; divisor <= 300; ++divisor) {
        const ExactDivision division(divisor);
        for (std::uint64_t number = 0; number <= 2'000; ++number) {
            if (number % divisor == 0) {
                ASSERT_EQ(division.quotient(number), number / divisor) << number << " " << divisor;
            } else {
                ASSERT_GT(division.quotient(number), kMax / divisor) << number << " " << divisor;
            }
        }
    }
}

TEST(ExactDivision, OfAnyNumber) {
    Random random(support::seed_of_this_test(815));
    for (int i = 0; i < 100'000; ++i) {
        const std::uint64_t divisor = (random.next() >> random.below(64)) | (1U << random.below(8));
        const std::uint64_t number = random.next() >> random.below(64);
        const ExactDivision division(divisor);
        ASSERT_EQ(division.quotient(number / divisor * divisor), number / divisor)
            << number << " " << divisor;
        ASSERT_EQ(division.quotient(number) <= kMax / divisor, number % divisor == 0)
            << number << " " << divisor;
    }
}

}  // namespace
}  // namespace hotpath
