#include "apps/hotpath/replay_result.hpp"

#include <array>

#include <gtest/gtest.h>

namespace hotpath::app {
namespace {

TEST(ReplayResult, TheSumOfChannelsHasTheErrorsOfTheirBooks) {
    std::array<ReplayResult, 2> channels;
    channels[0].book.unknown_orders = 1;
    channels[0].book.prices_out_of_range = 2;
    channels[1].book.prices_out_of_range = 3;
    const ReplayResult sum = sum_of(channels);
    EXPECT_EQ(sum.book.unknown_orders, 1U);
    EXPECT_EQ(sum.book.prices_out_of_range, 5U);
}

}  // namespace
}  // namespace hotpath::app
