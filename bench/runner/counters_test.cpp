// The processor's counters, where the machine shows them.
#include "bench/runner/counters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotpath::bench {
namespace {

TEST(Counters, CountALoopOrSayThatThereAreNone) {
    auto counters = Counters::create();
    if (!counters) {
        EXPECT_THAT(counters.error().message, testing::HasSubstr("shows no hardware counters"));
        GTEST_SKIP() << counters.error().message;
    }
    constexpr std::uint64_t kTurns = 1'000'000;
    counters->start();
    for (std::uint64_t i = 0; i < kTurns; ++i) {
        asm volatile("" : "+r"(i));
    }
    const CounterValues first = counters->stop();
    EXPECT_GE(first.instructions, 2 * kTurns);
    EXPECT_LT(first.instructions, 100 * kTurns);
    EXPECT_LT(first.branches_missed, kTurns / 10);
    counters->start();
    EXPECT_LT(counters->stop().instructions, kTurns) << "start() begins at 0";
}

}  // namespace
}  // namespace hotpath::bench
