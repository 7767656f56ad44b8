#include "hotpath/risk/multiples_of.hpp"

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::risk {
namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

TEST(MultiplesOf, AreThoseWithoutARemainder) {
    for (std::uint64_t divisor = 1; divisor <= 300; ++divisor) {
        const MultiplesOf multiples(divisor);
        for (std::uint64_t number = 0; number <= 2'000; ++number) {
            ASSERT_EQ(multiples.contain(number), number % divisor == 0) << number << " " << divisor;
            ASSERT_EQ(multiples.contain(kMax - number), (kMax - number) % divisor == 0);
        }
    }
}

TEST(MultiplesOf, OfAnyNumberInAnyNumber) {
    Random random(support::seed_of_this_test(4'711));
    for (int i = 0; i < 200'000; ++i) {
        const std::uint64_t divisor = (random.next() >> random.below(64)) | 1U;
        const std::uint64_t shifted = divisor << random.below(8);
        const std::uint64_t number = random.next() >> random.below(64);
        for (const std::uint64_t each : {divisor, shifted == 0 ? divisor : shifted}) {
            const MultiplesOf multiples(each);
            ASSERT_EQ(multiples.contain(number), number % each == 0) << number << " " << each;
            ASSERT_TRUE(multiples.contain(number / each * each)) << number << " " << each;
        }
    }
}

}  // namespace
}  // namespace hotpath::risk
