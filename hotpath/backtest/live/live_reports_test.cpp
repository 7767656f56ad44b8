// What a venue's events say of a trader's orders, and which of them a backtest's venue sends, too.

#include "hotpath/backtest/live/live_reports.hpp"

#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

constexpr ClOrdId kOrder{1};
constexpr ClOrdId kReplacement{2};
constexpr Time kAtVenue{7'000};

/// An order and its replacement, sent before the order executed.
class RepliesOfASession : public testing::Test {
  protected:
    void SetUp() override {
        orders_.open();
        orders_.enter({.id = kOrder, .qty = {100}});
        say(oms::Accepted{.id = kOrder});
        orders_.enter({.id = kReplacement, .qty = {100}}, kOrder);
        say(oms::Executed{.id = kOrder, .match = {9}, .qty = {100}});
        ASSERT_EQ(orders_.replies().size(), 2U);
    }
    template <class Event>
    void say(const Event& event) {
        LiveReports(orders_, kAtVenue)(event);
    }

    LiveOrders orders_;
};

TEST_F(RepliesOfASession, AReplacementThatCameTooLateHasNoReplyOverOuch) {
    say(oms::Rejected{.id = kReplacement});
    EXPECT_EQ(orders_.replies().size(), 2U);
    EXPECT_EQ(orders_.requests().back().received, kAtVenue) << "its time is known, though";
    EXPECT_FALSE(orders_.orders().back().is_rejected);
}

TEST_F(RepliesOfASession, ACancelThatCameTooLateHasNoReplyOverOuch) {
    orders_.cancel(kOrder);
    say(oms::CancelRejected{.id = kOrder});
    EXPECT_EQ(orders_.replies().size(), 2U);
    EXPECT_EQ(orders_.requests().back().received, kAtVenue) << "its time is known, though";
}

TEST_F(RepliesOfASession, ARejectedOrderHasOne) {
    orders_.enter({.id = {3}});
    say(oms::Rejected{.id = {3}});
    EXPECT_EQ(orders_.replies().size(), 3U);
    EXPECT_TRUE(orders_.orders().back().is_rejected);
}

}  // namespace
}  // namespace hotpath::backtest
