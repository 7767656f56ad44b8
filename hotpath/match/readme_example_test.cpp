#include <gtest/gtest.h>

#include "hotpath/match/matcher.hpp"

namespace hotpath {
namespace {

struct Tape : match::NullListener {
    void on_executed(const match::Execution& trade) { shares += trade.qty.value; }
    std::uint64_t shares = 0;
};

TEST(MatchReadme, ItsExampleTrades) {
    auto matcher = match::Matcher::create(
        {.books = {.orders_max = 1'000, .levels_max = 100, .instruments_max = 8}});
    ASSERT_TRUE(matcher);

    Tape tape;
    const InstrumentId apple{1};
    matcher->enter(
        {.id = {1}, .instrument = apple, .side = Side::Sell, .qty = {100}, .price = {500'000}},
        tape);
    matcher->enter(
        {.id = {2}, .instrument = apple, .side = Side::Buy, .qty = {40}, .price = {510'000}}, tape);
    EXPECT_EQ(tape.shares, 40U);
    EXPECT_EQ(matcher->books().find({1})->leaves_qty, Qty{60});
}

}  // namespace
}  // namespace hotpath
