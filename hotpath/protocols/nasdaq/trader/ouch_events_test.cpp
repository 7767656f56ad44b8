// Each reply of OUCH as a venue event, and replies that are none.

#include <array>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_codec.hpp"
#include "tests/support/decoded_event.hpp"

namespace hotpath::protocols::nasdaq {
namespace {

namespace ouch = protocols::nasdaq::ouch50;

support::DecodedEvent read(Bytes message) {
    return support::decode_event(OuchCodec({.instruments_max = 1}), message);
}

template <class Event, class Message>
Event event_of(const Message& message) {
    return support::expect_event<Event>(read(message.bytes()));
}

TEST(OuchEvents, TellsOfAcceptedAndReplacedOrders) {
    ouch::OrderAccepted accepted;
    accepted.store_user_ref_num(3);
    accepted.store_order_reference_number(77);
    accepted.store_quantity(100);
    accepted.store_price(12'300);
    accepted.store_order_state(ouch::order_state::kDead);
    accepted.store_side(ouch::side::kSellShort);
    accepted.store_symbol(*Symbol::from("ABCD"));
    accepted.store_time_in_force(ouch::time_in_force::kIoc);
    const auto entered = event_of<oms::Accepted>(accepted);
    EXPECT_EQ(entered.id, ClOrdId{3});
    EXPECT_EQ(entered.venue_id, OrderId{77});
    EXPECT_EQ(entered.qty, Qty{100});
    EXPECT_EQ(entered.price, Price{12'300});
    EXPECT_TRUE(entered.is_dead);
    EXPECT_EQ(entered.side, Side::Sell);
    EXPECT_EQ(entered.symbol, *Symbol::from("ABCD"));
    EXPECT_EQ(entered.time_in_force, TimeInForce::Ioc);

    ouch::OrderReplaced replaced;
    replaced.store_orig_user_ref_num(3);
    replaced.store_user_ref_num(4);
    replaced.store_order_reference_number(78);
    replaced.store_quantity(40);
    replaced.store_price(12'400);
    replaced.store_order_state(ouch::order_state::kLive);
    const auto next = event_of<oms::Replaced>(replaced);
    EXPECT_EQ(next.original, ClOrdId{3});
    EXPECT_EQ(next.id, ClOrdId{4});
    EXPECT_EQ(next.leaves_qty, Qty{40});
    EXPECT_FALSE(next.is_dead);
}

TEST(OuchEvents, TellsOfExecutionsAndBrokenOnes) {
    ouch::OrderExecuted executed;
    executed.store_user_ref_num(3);
    executed.store_quantity(60);
    executed.store_price(500);
    executed.store_match_number(9);
    executed.store_liquidity_flag(ouch::liquidity_flag::kAdded);
    const auto fill = event_of<oms::Executed>(executed);
    EXPECT_EQ(fill.id, ClOrdId{3});
    EXPECT_EQ(fill.qty, Qty{60});
    EXPECT_EQ(fill.match, MatchId{9});
    EXPECT_EQ(fill.liquidity, oms::Liquidity::Added);

    ouch::BrokenTrade broken;
    broken.store_user_ref_num(3);
    broken.store_match_number(9);
    EXPECT_EQ(event_of<oms::Broken>(broken).match, MatchId{9});

    ouch::TradeCorrection corrected;
    corrected.store_user_ref_num(3);
    corrected.store_quantity(60);
    corrected.store_price(400);
    corrected.store_match_number(9);
    const auto now = event_of<oms::Corrected>(corrected);
    EXPECT_EQ(now.id, ClOrdId{3});
    EXPECT_EQ(now.match, MatchId{9});
    EXPECT_EQ(now.qty, Qty{60});
    EXPECT_EQ(now.price, Price{400});
}

TEST(OuchEvents, TellsOfWhatIsNoLongerOpenOrNeverWas) {
    ouch::OrderCanceled canceled;
    canceled.store_user_ref_num(3);
    canceled.store_quantity(30);
    EXPECT_EQ(event_of<oms::Canceled>(canceled).qty, Qty{30});
    ouch::AiqCanceled prevented;
    prevented.store_user_ref_num(3);
    prevented.store_decrement_shares(20);
    EXPECT_EQ(event_of<oms::Canceled>(prevented).qty, Qty{20});
    ouch::OrderRejected rejected;
    rejected.store_user_ref_num(3);
    rejected.store_reason(5);
    EXPECT_EQ(event_of<oms::Rejected>(rejected).code, 5);
    ouch::CancelReject cancel_rejected;
    cancel_rejected.store_user_ref_num(3);
    EXPECT_EQ(event_of<oms::CancelRejected>(cancel_rejected).id, ClOrdId{3});
}

TEST(OuchEvents, TellsOfAnOrderDisplayedUnderAnotherNumberOrChangedByTheVenue) {
    ouch::OrderPriorityUpdate moved;
    moved.store_user_ref_num(3);
    moved.store_order_reference_number(79);
    EXPECT_EQ(event_of<oms::Moved>(moved).venue_id, OrderId{79});
    ouch::OrderRestated restated;
    restated.store_user_ref_num(3);
    EXPECT_EQ(event_of<oms::Moved>(restated).venue_id, OrderId{0}) << "no other number was given";
    ouch::OrderModified modified;
    modified.store_user_ref_num(3);
    EXPECT_EQ(event_of<oms::Modified>(modified).id, ClOrdId{3});
    ouch::AccountQueryResponse answer;
    answer.store_next_user_ref_num(17);
    EXPECT_EQ(event_of<oms::NextId>(answer).id, ClOrdId{17});
}

TEST(OuchEvents, AreNotMadeOfImplausibleFields) {
    const auto expect_malformed = [](const auto& message, const char* why) {
        const auto result = read(message.bytes());
        EXPECT_EQ(result.status, protocols::DecodeStatus::Malformed) << why;
        EXPECT_EQ(result.events, 0) << why;
    };
    constexpr std::uint64_t kPriceMax = 2'000'000'000;
    ouch::OrderExecuted executed;
    executed.store_user_ref_num(3);
    executed.store_quantity(1);
    executed.store_price(0);
    expect_malformed(executed, "no price");
    executed.store_price(kPriceMax + 1);
    expect_malformed(executed, "a price beyond OUCH's maximum");
    for (const std::uint64_t price : {std::uint64_t{1}, kPriceMax}) {
        executed.store_price(price);
        EXPECT_EQ(read(executed.bytes()).status, protocols::DecodeStatus::Ok) << price;
    }
    executed.store_quantity(0);
    expect_malformed(executed, "no shares");
    executed.store_quantity(ouch::kQuantityMax + 1);
    expect_malformed(executed, "more shares than OUCH takes");
    ouch::OrderReplaced replaced;
    replaced.store_price(0);
    expect_malformed(replaced, "no price");
    ouch::OrderAccepted accepted;
    accepted.store_price(1);
    accepted.store_quantity(0);
    expect_malformed(accepted, "no shares");
}

TEST(OuchEvents, AreNoneForMessagesWithoutEffectOnARecord) {
    const std::array<std::byte, 3> noise{std::byte{'A'}, std::byte{1}, std::byte{2}};
    EXPECT_EQ(read(noise).events, 0);
    EXPECT_NE(read(noise).status, protocols::DecodeStatus::Ok);
    EXPECT_EQ(read(ouch::SystemEvent{}.bytes()).events, 0);
    EXPECT_EQ(read(ouch::SystemEvent{}.bytes()).status, protocols::DecodeStatus::Ok);
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq
