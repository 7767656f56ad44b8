// The round-trip oracle on whole files: the order flow made from a recording, matched with no
// trader present, must come back as the recording, its executions and its books alike.
#include <ostream>

#include <gtest/gtest.h>

#include "hotpath/sim/market/market_generator.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/reference/round_trip_check.hpp"
#include "tests/support/data_files.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath {
namespace {

using sim::flow::RoundTripCheck;

RoundTripCheck make_check(std::uint32_t books_compared_every) {
    auto check = RoundTripCheck::create(
        {.books = {.orders_max = 500'000, .levels_max = 200'000, .instruments_max = 1'000},
         .books_compared_every = books_compared_every});
    EXPECT_TRUE(check) << check.error().message;
    return std::move(*check);
}

struct Recording {
    const char* file;
    std::uint64_t executions_min;
    std::uint32_t books_compared_every;

    friend void PrintTo(const Recording& recording, std::ostream* out) { *out << recording.file; }
};

class RoundTrip : public ::testing::TestWithParam<Recording> {};

INSTANTIATE_TEST_SUITE_P(RealFiles, RoundTrip,
                         ::testing::Values(Recording{end_to_end::kApple, 849, 1},
                                           Recording{end_to_end::kDirectory, 0, 1},
                                           Recording{end_to_end::kSynthetic, 1, 1},
                                           Recording{end_to_end::kGoogle, 7'000, 50}));

TEST_P(RoundTrip, ComesBackAsTheRecordingMessageByMessage) {
    const auto file = support::licensed_data(GetParam().file);
    if (!file) {
        GTEST_SKIP() << support::missing_data(GetParam().file);
    }
    RoundTripCheck check = make_check(GetParam().books_compared_every);
    end_to_end::for_each_message(*file, [&](Bytes message) { check.on_message(message); });
    check.finish();
    EXPECT_TRUE(check.report().holds())
        << "first difference at message " << check.report().first_difference;
    EXPECT_EQ(check.report().reproduced_executions, check.report().recorded_executions);
    EXPECT_GE(check.report().recorded_executions, GetParam().executions_min);
    EXPECT_EQ(check.report().book_differences, 0U);
}

TEST(RoundTripOfApple, TheMatcherFindsEveryExecutionByItself) {
    const auto file = support::licensed_data(end_to_end::kApple);
    if (!file) {
        GTEST_SKIP() << support::missing_data(end_to_end::kApple);
    }
    RoundTripCheck check = make_check(1);
    end_to_end::for_each_message(*file, [&](Bytes message) { check.on_message(message); });
    check.finish();
    EXPECT_EQ(check.report().reproduced_executions, 849U);
    EXPECT_EQ(check.flow().executions_out_of_turn, 0U);
    EXPECT_EQ(check.flow().crossing_orders, 0U);
    EXPECT_EQ(check.flow().impossible, 0U);
}

TEST(RoundTripOfGeneratedDays, HoldsForEverySeed) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        auto market = sim::market::MarketGenerator::create(
            {.seed = seed, .messages = 50'000, .instruments = 20});
        ASSERT_TRUE(market) << market.error().message;
        RoundTripCheck check = make_check(20);
        for (Bytes message = market->next(); !message.empty(); message = market->next()) {
            check.on_message(message);
        }
        check.finish();
        EXPECT_TRUE(check.report().holds())
            << "seed " << seed << ", message " << check.report().first_difference;
        EXPECT_GT(check.report().recorded_executions, 500U);
        EXPECT_EQ(check.flow().impossible, 0U);
        EXPECT_EQ(check.flow().executions_out_of_turn, 0U);
    }
}

}  // namespace
}  // namespace hotpath
