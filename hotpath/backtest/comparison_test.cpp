#include "hotpath/backtest/comparison.hpp"

#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

constexpr Time kSessionBegin{34'200 * kNanosPerSecond};

constexpr Nanos apart_ms(std::int64_t ms) {
    return {ms * 1'000'000};
}

SessionOrder sent_order(std::uint32_t id, std::int64_t ms, Side side = Side::Buy,
                        Price price = {1'000'000}, Qty qty = {100}) {
    return {.id = {id},
            .symbol = *Symbol::from("AAPL"),
            .side = side,
            .qty = qty,
            .price = price,
            .sent = kSessionBegin + apart_ms(ms)};
}

SessionOrder with_fill(SessionOrder order, Qty qty, std::int64_t after_ms, Money fee = {}) {
    order.fills.push_back(
        {.at = order.sent + apart_ms(after_ms), .qty = qty, .price = order.price, .fee = fee});
    return order;
}

Cause only_cause(const SessionOrder& backtest, const SessionOrder& live, Nanos tolerance = {}) {
    const Comparison found = compare({backtest}, {live}, {.time_tolerance = tolerance});
    EXPECT_EQ(found.pairs.size(), 1U);
    EXPECT_EQ(found.first_difference.has_value(), found.pairs.front().cause != Cause::None);
    return found.pairs.front().cause;
}

TEST(Comparison, EqualSessionsHaveNoDifference) {
    const SessionOrders orders{with_fill(sent_order(1, 0), {100}, 5, {30}),
                               sent_order(2, 10, Side::Sell)};
    const Comparison found = compare(orders, orders, {});
    EXPECT_EQ(found.pairs.size(), 2U);
    EXPECT_FALSE(found.first_difference);
    EXPECT_EQ(found.differences, 0U);
    EXPECT_EQ(found.live.fills, 1U);
    EXPECT_EQ(found.live.cash, Money{-100'000'000});
    EXPECT_EQ(found.live.fees, Money{30});
    ASSERT_EQ(found.live.symbols.size(), 1U);
    EXPECT_EQ(found.live.symbols.front().position, SignedQty{100});
}

TEST(Comparison, NamesWhatAPairDiffersInFirst) {
    const SessionOrder plain = sent_order(1, 0);
    EXPECT_EQ(only_cause(plain, sent_order(1, 0, Side::Buy, {1'000'100})), Cause::Price);
    EXPECT_EQ(only_cause(plain, sent_order(1, 0, Side::Buy, {1'000'000}, {200})), Cause::Quantity);
    EXPECT_EQ(only_cause(plain, sent_order(1, 3)), Cause::Time);
    EXPECT_EQ(only_cause(plain, sent_order(1, 3), apart_ms(3)), Cause::None);
    SessionOrder rejected = plain;
    rejected.is_rejected = true;
    EXPECT_EQ(only_cause(plain, rejected), Cause::Reject);
}

TEST(Comparison, NamesWhatTheFillsDifferIn) {
    const SessionOrder whole = with_fill(sent_order(1, 0), {100}, 5);
    EXPECT_EQ(only_cause(whole, sent_order(1, 0)), Cause::Queue);
    EXPECT_EQ(only_cause(whole, with_fill(sent_order(1, 0), {60}, 5)), Cause::Queue);
    EXPECT_EQ(only_cause(whole, with_fill(with_fill(sent_order(1, 0), {60}, 5), {40}, 5)),
              Cause::Queue);
    EXPECT_EQ(only_cause(whole, with_fill(sent_order(1, 0), {100}, 6)), Cause::Time);
    EXPECT_EQ(only_cause(whole, with_fill(sent_order(1, 0), {100}, 6), apart_ms(1)), Cause::None);
    EXPECT_EQ(only_cause(whole, with_fill(sent_order(1, 0), {100}, 5, {1})), Cause::Fee);
    SessionOrder better = whole;
    better.fills.front().price = {999'900};
    EXPECT_EQ(only_cause(whole, better), Cause::Price);
}

TEST(Comparison, EachCauseHasTheNameOfTheGuide) {
    const std::vector<std::string_view> names{"none",
                                              "only in the backtest",
                                              "only in the live session",
                                              "price",
                                              "quantity",
                                              "rejected",
                                              "time",
                                              "queue",
                                              "fee"};
    for (std::size_t cause = 0; cause < names.size(); ++cause) {
        EXPECT_EQ(name(static_cast<Cause>(cause)), names[cause]);
    }
    EXPECT_EQ(static_cast<std::size_t>(Cause::Fee) + 1, names.size());
}

/// Of several differences the one that the others follow from is named.
TEST(Comparison, AnEarlierCauseHidesALaterOne) {
    const SessionOrder whole = with_fill(sent_order(1, 0), {100}, 5);
    SessionOrder other = with_fill(sent_order(1, 3, Side::Buy, {1'000'000}, {200}), {60}, 9, {7});
    other.is_rejected = true;
    other.price = {1'000'100};
    EXPECT_EQ(only_cause(whole, other), Cause::Price);
    other.price = whole.price;
    EXPECT_EQ(only_cause(whole, other), Cause::Quantity);
    other.qty = whole.qty;
    EXPECT_EQ(only_cause(whole, other), Cause::Reject);
    other.is_rejected = false;
    EXPECT_EQ(only_cause(whole, other), Cause::Time);
    other.sent = whole.sent;
    EXPECT_EQ(only_cause(whole, other), Cause::Queue);
    other.fills.front().qty = whole.fills.front().qty;
    other.fills.front().price = {999'900};
    EXPECT_EQ(only_cause(whole, other), Cause::Price);
    other.fills.front().price = whole.fills.front().price;
    EXPECT_EQ(only_cause(whole, other), Cause::Time);
    other.fills.front().at = whole.fills.front().at;
    EXPECT_EQ(only_cause(whole, other), Cause::Fee);
    other.fills.front().fee = whole.fills.front().fee;
    EXPECT_EQ(only_cause(whole, other), Cause::None);
}

TEST(Comparison, AnOrderThatIsMissingDoesNotShiftTheOthers) {
    const SessionOrder extra = sent_order(2, 1, Side::Buy, {999'900});
    const SessionOrders with{sent_order(1, 0), extra, sent_order(3, 2)};
    const SessionOrders without{sent_order(1, 0), sent_order(2, 2)};
    const Comparison more = compare(with, without, {});
    ASSERT_EQ(more.pairs.size(), 3U);
    EXPECT_EQ(more.differences, 1U);
    EXPECT_EQ(more.pairs[1].cause, Cause::OnlyBacktest);
    EXPECT_EQ(*more.first_difference, 1U);
    const Comparison less = compare(without, with, {});
    EXPECT_EQ(less.differences, 1U);
    EXPECT_EQ(less.pairs[1].cause, Cause::OnlyLive);
}

TEST(Comparison, OrdersFarApartAreNoPair) {
    const Comparison found =
        compare({sent_order(1, 0)}, {sent_order(1, 2'000)}, {.pair_within = {kNanosPerSecond}});
    ASSERT_EQ(found.pairs.size(), 2U);
    EXPECT_EQ(found.pairs[0].cause, Cause::OnlyBacktest);
    EXPECT_EQ(found.pairs[1].cause, Cause::OnlyLive);
}

TEST(Comparison, SidesAndSymbolsAreNeverMixed) {
    SessionOrder other = sent_order(1, 0);
    other.symbol = *Symbol::from("MSFT");
    EXPECT_EQ(compare({sent_order(1, 0)}, {other}, {}).differences, 2U);
    EXPECT_EQ(compare({sent_order(1, 0)}, {sent_order(1, 0, Side::Sell)}, {}).differences, 2U);
}

TEST(Comparison, ThePairsAreInOrderOfTime) {
    const SessionOrders backtest{sent_order(1, 0), sent_order(2, 1, Side::Sell), sent_order(3, 2)};
    const Comparison found = compare(backtest, backtest, {});
    for (std::size_t n = 0; n < 3; ++n) {
        EXPECT_EQ(found.pairs[n].backtest, n);
    }
}

}  // namespace
}  // namespace hotpath::backtest
