#include "hotpath/core/random.hpp"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

namespace hotpath {
namespace {

TEST(SplitMix64, GivesTheNumbersOfTheReferenceImplementation) {
    SplitMix64 words(1234567);
    EXPECT_EQ(words.next(), 6457827717110365317ULL);
    EXPECT_EQ(words.next(), 3203168211198807973ULL);
    EXPECT_EQ(words.next(), 9817491932198370423ULL);
    EXPECT_EQ(words.next(), 4593380528125082431ULL);
    EXPECT_EQ(words.next(), 16408922859458223821ULL);
}

TEST(Random, GivesTheNumbersOfTheReferenceImplementation) {
    Random random(Random::State{1, 2, 3, 4});
    for (const std::uint64_t expected :
         {11520ULL, 0ULL, 1509978240ULL, 1215971899390074240ULL, 1216172134540287360ULL,
          607988272756665600ULL, 16172922978634559625ULL, 8476171486693032832ULL,
          10595114339597558777ULL, 2904607092377533576ULL}) {
        EXPECT_EQ(random.next(), expected);
    }
}

TEST(Random, TheSameSeedGivesTheSameNumbers) {
    Random a(42);
    Random b(42);
    Random c(43);
    int equal_to_other_seed = 0;
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t number = a.next();
        EXPECT_EQ(number, b.next());
        equal_to_other_seed += number == c.next() ? 1 : 0;
    }
    EXPECT_EQ(equal_to_other_seed, 0);
}

TEST(Random, ContinuesFromAStateTakenEarlier) {
    Random random(42);
    std::ignore = random.next();
    Random continued(random.state());
    EXPECT_EQ(random.next(), continued.next());
}

TEST(Random, BelowReachesEveryNumberAboutEquallyOften) {
    Random random(1);
    std::array<int, 10> counts{};
    for (int i = 0; i < 100'000; ++i) {
        ++counts[random.below(10)];
    }
    for (const int count : counts) {
        // Five standard deviations of a binomial distribution, 95 each.
        EXPECT_NEAR(count, 10'000, 5 * 95);
    }
}

TEST(Random, BelowHasNoBiasWhereTheRangeDoesNotDivideTheNumbers) {
    // Of 2^64 numbers, 3 * 2^62 would get every third one twice: half of all instead of a third.
    Random random(6);
    int thirds = 0;
    for (int i = 0; i < 30'000; ++i) {
        thirds += random.below(3ULL << 62U) % 3 == 0 ? 1 : 0;
    }
    EXPECT_NEAR(thirds, 10'000, 5 * 82);
}

TEST(Random, BelowKeepsItsBoundAtBothEndsOfTheRange) {
    Random random(2);
    constexpr std::uint64_t kMost = ~std::uint64_t{0};
    for (int i = 0; i < 1000; ++i) {
        EXPECT_EQ(random.below(1), 0U);
        EXPECT_LT(random.below(kMost), kMost);
        EXPECT_LT(random.below((1ULL << 63U) + 1), (1ULL << 63U) + 1);
    }
}

TEST(Random, OneInNIsTrueOnceInN) {
    Random random(3);
    int times = 0;
    for (int i = 0; i < 100'000; ++i) {
        times += random.one_in(4) ? 1 : 0;
    }
    EXPECT_NEAR(times, 25'000, 5 * 137);
    EXPECT_TRUE(random.one_in(1));
}

TEST(Random, UnitDoubleIsBetweenZeroAndOne) {
    Random random(4);
    double sum = 0;
    for (int i = 0; i < 100'000; ++i) {
        const double number = random.unit_double();
        EXPECT_GE(number, 0.0);
        EXPECT_LT(number, 1.0);
        sum += number;
    }
    EXPECT_NEAR(sum / 100'000, 0.5, 0.005);
}

TEST(RandomDeathTest, ANumberBelowZeroDoesNotExist) {
    Random random(5);
    EXPECT_DEATH(std::ignore = random.below(0), "does not exist");
}

}  // namespace
}  // namespace hotpath
