// The sums of the oracle's counts, and when a model has given everything back.
#include "hotpath/backtest/oracle_counts.hpp"

#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

/// Each counter is another number.
[[nodiscard]] OracleCounts counts_from(std::uint64_t first) {
    return {.orders = first,
            .orders_exact = first + 1,
            .executions = first + 2,
            .exact = first + 3,
            .partial = first + 4,
            .missed = first + 5,
            .invented = first + 6,
            .out_of_turn = first + 7,
            .refused = first + 8,
            .late = first + 9,
            .halted = first + 10,
            .crossed = first + 11,
            .refused_for = {{1, first + 12}}};
}

TEST(OracleCounts, AddEachCounterAndEachReason) {
    OracleCounts sum = counts_from(100);
    OracleCounts other = counts_from(1'000);
    other.refused_for[5] = 7;
    sum += other;
    EXPECT_EQ(sum, (OracleCounts{.orders = 1'100,
                                 .orders_exact = 1'102,
                                 .executions = 1'104,
                                 .exact = 1'106,
                                 .partial = 1'108,
                                 .missed = 1'110,
                                 .invented = 1'112,
                                 .out_of_turn = 1'114,
                                 .refused = 1'116,
                                 .late = 1'118,
                                 .halted = 1'120,
                                 .crossed = 1'122,
                                 .refused_for = {{1, 1'124}, {5, 7}}}));
}

TEST(OracleCounts, NothingAddsNothing) {
    OracleCounts sum = counts_from(3);
    sum += OracleCounts{};
    EXPECT_EQ(sum, counts_from(3));
}

TEST(OracleCounts, AllIsGivenBackWhenEveryOrderAndExecutionIs) {
    EXPECT_TRUE(OracleCounts().is_all_given_back());
    const OracleCounts all{.orders = 2, .orders_exact = 2, .executions = 5, .exact = 5};
    EXPECT_TRUE(all.is_all_given_back());
    OracleCounts missed = all;
    missed.exact = 4;
    EXPECT_FALSE(missed.is_all_given_back());
    OracleCounts invented = all;
    invented.orders_exact = 1;
    EXPECT_FALSE(invented.is_all_given_back()) << "an order has one execution too many";
    OracleCounts refused = all;
    refused.refused = 3;
    EXPECT_TRUE(refused.is_all_given_back()) << "they are out of account";
}

}  // namespace
}  // namespace hotpath::backtest
