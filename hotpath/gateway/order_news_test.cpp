// Each reply that a record of orders takes, in our words.

#include "hotpath/gateway/order_news.hpp"

#include <array>
#include <variant>

#include <gtest/gtest.h>

#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/replies.hpp"

namespace hotpath::gateway {
namespace {

namespace ouch = wire::ouch50;

template <class News, class Message>
News news_of(const Message& message) {
    const OrderNews news = read_news(message.bytes());
    const News* const found = std::get_if<News>(&news);
    EXPECT_NE(found, nullptr);
    return found == nullptr ? News{} : *found;
}

TEST(OrderNews, TellsOfAcceptedAndReplacedOrders) {
    ouch::OrderAccepted accepted;
    accepted.store_user_ref_num(3);
    accepted.store_order_reference_number(77);
    accepted.store_quantity(100);
    accepted.store_price(12'300);
    accepted.store_order_state(ouch::order_state::kDead);
    const auto entered = news_of<oms::Accepted>(accepted);
    EXPECT_EQ(entered.id, ClOrdId{3});
    EXPECT_EQ(entered.venue_id, OrderId{77});
    EXPECT_EQ(entered.qty, Qty{100});
    EXPECT_EQ(entered.price, Price{12'300});
    EXPECT_TRUE(entered.is_dead);

    ouch::OrderReplaced replaced;
    replaced.store_orig_user_ref_num(3);
    replaced.store_user_ref_num(4);
    replaced.store_order_reference_number(78);
    replaced.store_quantity(40);
    replaced.store_order_state(ouch::order_state::kLive);
    const auto next = news_of<oms::Replaced>(replaced);
    EXPECT_EQ(next.original, ClOrdId{3});
    EXPECT_EQ(next.id, ClOrdId{4});
    EXPECT_EQ(next.leaves_qty, Qty{40});
    EXPECT_FALSE(next.is_dead);
}

TEST(OrderNews, TellsOfExecutionsAndBrokenOnes) {
    ouch::OrderExecuted executed;
    executed.store_user_ref_num(3);
    executed.store_quantity(60);
    executed.store_price(500);
    executed.store_match_number(9);
    executed.store_liquidity_flag(ouch::liquidity_flag::kAdded);
    const auto fill = news_of<oms::Executed>(executed);
    EXPECT_EQ(fill.id, ClOrdId{3});
    EXPECT_EQ(fill.qty, Qty{60});
    EXPECT_EQ(fill.match, MatchId{9});
    EXPECT_EQ(fill.liquidity, oms::Liquidity::Added);

    ouch::BrokenTrade broken;
    broken.store_user_ref_num(3);
    broken.store_match_number(9);
    EXPECT_EQ(news_of<Broken>(broken).match, MatchId{9});
}

TEST(OrderNews, TellsOfWhatIsNoLongerOpenOrNeverWas) {
    ouch::OrderCanceled canceled;
    canceled.store_user_ref_num(3);
    canceled.store_quantity(30);
    EXPECT_EQ(news_of<Canceled>(canceled).qty, Qty{30});
    ouch::AiqCanceled prevented;
    prevented.store_user_ref_num(3);
    prevented.store_decrement_shares(20);
    EXPECT_EQ(news_of<Canceled>(prevented).qty, Qty{20});
    ouch::OrderRejected rejected;
    rejected.store_user_ref_num(3);
    rejected.store_reason(5);
    EXPECT_EQ(news_of<Rejected>(rejected).code, 5);
    ouch::CancelReject cancel_rejected;
    cancel_rejected.store_user_ref_num(3);
    EXPECT_EQ(news_of<CancelRejected>(cancel_rejected).id, ClOrdId{3});
}

TEST(OrderNews, IsNothingForWhatNoRecordTakes) {
    const std::array<std::byte, 3> noise{std::byte{'A'}, std::byte{1}, std::byte{2}};
    EXPECT_TRUE(std::holds_alternative<std::monostate>(read_news(noise)));
    EXPECT_TRUE(std::holds_alternative<std::monostate>(read_news(ouch::SystemEvent{}.bytes())));
}

}  // namespace
}  // namespace hotpath::gateway
