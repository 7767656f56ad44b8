// The orders, requests and replies of a live trader: which request a reply answers, and when the venue had a
// request that it has not answered.
#include "hotpath/backtest/live/live_orders.hpp"

#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

using RequestKind = LiveRequest::Kind;

[[nodiscard]] SessionOrder live_order(std::uint32_t id) {
    return {.id = {id},
            .symbol = *Symbol::from("AAPL"),
            .side = Side::Sell,
            .qty = {100},
            .price = {5'000}};
}

/// A trader whose order entry is open at 5.
class LiveOrdersTest : public ::testing::Test {
  protected:
    LiveOrdersTest() {
        orders_.set_time({5});
        orders_.open();
    }
    void enter(std::int64_t at, std::uint32_t id, std::uint32_t replaced = 0) {
        orders_.set_time({at});
        orders_.enter(live_order(id), {replaced});
    }
    void cancel(std::int64_t at, std::uint32_t id) {
        orders_.set_time({at});
        orders_.cancel({id});
    }
    void answer(std::int64_t at, RequestKind kind, std::uint32_t id, std::int64_t at_venue) {
        orders_.set_time({at});
        orders_.note_answer(kind, {id}, {at_venue});
    }

    LiveOrders orders_;
};

TEST_F(LiveOrdersTest, AnOrderHasTheTimeAtWhichItWasSent) {
    enter(10, 1);
    ASSERT_EQ(orders_.orders().size(), 1U);
    EXPECT_EQ(orders_.orders()[0].sent, Time{10});
    EXPECT_EQ(orders_.find({1})->price, Price{5'000});
    EXPECT_EQ(orders_.find({2}), nullptr);
}

TEST_F(LiveOrdersTest, AnAnswerSaysWhenTheVenueHadTheRequest) {
    enter(10, 1);
    answer(30, RequestKind::Order, 1, 20);
    const auto requests = orders_.requests();
    ASSERT_EQ(requests.size(), 1U);
    EXPECT_EQ(requests[0].sent, Time{10});
    EXPECT_EQ(requests[0].received, Time{20});
    ASSERT_EQ(orders_.replies().size(), 1U);
    EXPECT_EQ(orders_.replies()[0].sent, Time{20});
    EXPECT_EQ(orders_.replies()[0].received, Time{30});
    EXPECT_EQ(orders_.replies()[0].answers, 0U);
}

TEST_F(LiveOrdersTest, AnAnswerIsToTheFirstRequestOfItsKindWithoutOne) {
    enter(10, 1);
    answer(12, RequestKind::Order, 1, 11);
    cancel(20, 1);  // a reduction
    cancel(21, 1);  // the cancel
    answer(30, RequestKind::Cancel, 1, 25);
    answer(31, RequestKind::Cancel, 1, 26);
    const auto requests = orders_.requests();
    EXPECT_EQ(requests[1].received, Time{25});
    EXPECT_EQ(requests[2].received, Time{26});
    EXPECT_EQ(orders_.replies()[1].answers, 1U);
    EXPECT_EQ(orders_.replies()[2].answers, 2U);
}

TEST_F(LiveOrdersTest, AnAnswerIsNotToARequestBeforeAnotherOrderOfThatId) {
    enter(10, 1);
    cancel(11, 1);
    enter(50, 1);  // the next day's first
    EXPECT_FALSE(orders_.note_arrival(RequestKind::Cancel, {1}, {60}));
    EXPECT_TRUE(orders_.note_arrival(RequestKind::Order, {1}, {60}));
    EXPECT_EQ(orders_.requests()[0].received, kNever) << "the first has no answer";
    EXPECT_EQ(orders_.requests()[2].received, Time{60});
}

TEST_F(LiveOrdersTest, AReplyThatAnswersNothingNamesNoRequest) {
    enter(10, 1);
    answer(20, RequestKind::Cancel, 1, 15);
    ASSERT_EQ(orders_.replies().size(), 1U);
    EXPECT_FALSE(orders_.replies()[0].answers);
}

TEST_F(LiveOrdersTest, ARequestWithoutAnAnswerCameAfterTheLastThatHappenedToItsOrder) {
    enter(10, 1);
    answer(12, RequestKind::Order, 1, 11);
    orders_.fill({1}, {.at = {42}, .qty = {100}, .price = {5'000}}, {40});
    cancel(41, 1);
    EXPECT_EQ(orders_.requests()[1].received, Time{41}) << "a nanosecond after the execution";
    cancel(50, 7);
    EXPECT_EQ(orders_.requests()[2].received, kNever) << "an unknown order";
    orders_.close({1}, {60});
    EXPECT_EQ(orders_.requests()[1].received, Time{61});
}

TEST_F(LiveOrdersTest, AReplacementChangesTheOrderThatItReplaces) {
    enter(10, 1);
    enter(20, 2, 1);
    EXPECT_FALSE(orders_.is_replacement({1}));
    EXPECT_TRUE(orders_.is_replacement({2}));
    EXPECT_FALSE(orders_.is_replacement({3}));
    orders_.close({1}, {18});
    EXPECT_EQ(orders_.requests()[1].received, Time{19}) << "its original was done";
}

TEST_F(LiveOrdersTest, FillsAndRejectionsAreOfKnownOrders) {
    enter(10, 1);
    orders_.reject({1});
    orders_.reject({9});
    orders_.fill({1}, {.qty = {60}}, {20});
    orders_.fill({1}, {.qty = {40}}, {21});
    orders_.fill({9}, {.qty = {7}}, {22});
    const SessionOrder& order = orders_.orders()[0];
    EXPECT_TRUE(order.is_rejected);
    ASSERT_EQ(order.fills.size(), 2U);
    EXPECT_EQ(order.fills[1].qty, Qty{40});
}

TEST_F(LiveOrdersTest, AnExecutionIsNamedInTheLastReply) {
    orders_.set_time({30});
    orders_.note_reply({20});
    orders_.name_execution({77});
    EXPECT_EQ(orders_.replies().back().match, MatchId{77});
}

TEST(LiveOrders, RepliesBeforeTheAccountWasAskedForAreAnEarlierTraders) {
    LiveOrders orders;
    orders.set_time({10});
    orders.query();
    orders.set_time({11});
    orders.note_reply({9});
    orders.name_execution({1});
    EXPECT_TRUE(orders.replies().empty());
    orders.end_query();
    orders.note_answer(RequestKind::Query, {}, {10});
    ASSERT_EQ(orders.replies().size(), 1U);
    EXPECT_EQ(orders.replies()[0].answers, 0U);
    EXPECT_EQ(orders.opened(), Time{10});
    orders.set_time({50});
    orders.query();
    orders.open();
    EXPECT_EQ(orders.opened(), Time{10}) << "the first time";
}

}  // namespace
}  // namespace hotpath::backtest
