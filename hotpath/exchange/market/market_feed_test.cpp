// Background flow and what the exchange publishes of it.

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/exchange/orders/order_ids.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"
#include "tests/support/exchange_text.hpp"

namespace hotpath::exchange {
namespace {

namespace itch50 = protocols::nasdaq::itch50;
using match::MatchStatus;
using protocols::nasdaq::moldudp64::PacketReader;
using support::drain_feed;
using support::drain_replies;
using support::Lines;

constexpr InstrumentId kApple{13};
constexpr Time kNow{34'200'000'000'000};

constexpr ExchangeOptions kOptions{.books = {.orders_max = 1'000,
                                             .levels_max = 1'000,
                                             .instruments_max = 20,
                                             .huge_pages = HugePages::Never},
                                   .sessions_max = 1,
                                   .session_orders_max = 100,
                                   .executions_per_command_max = 200};

FlowOrder order(std::uint64_t id, Side side, std::uint32_t qty, std::int64_t price) {
    return {.id = {id},
            .instrument = kApple,
            .symbol = *Symbol::from("AAPL"),
            .side = side,
            .qty = {qty},
            .price = {price}};
}

/// The incoming order of a recorded execution of `resting`, a buy at 500'000.
FlowExecution sold_to(std::uint64_t resting, std::uint32_t qty) {
    return {.resting = {resting},
            .instrument = kApple,
            .side = Side::Sell,
            .qty = {qty},
            .price = {500'000},
            .match = {1'000}};
}

class MarketFeedTest : public testing::Test {
  protected:
    Lines enter(const FlowOrder& flow_order) {
        EXPECT_EQ(exchange_.enter(flow_order, kNow), MatchStatus::Ok);
        return drain_feed(exchange_);
    }

    /// A session's order to buy 100 at this price.
    void enter_session_order(std::uint32_t user_ref_num, Price price) {
        protocols::nasdaq::ouch50::EnterOrder m;
        m.store_user_ref_num(user_ref_num);
        m.store_side('B');
        m.store_quantity(100);
        m.store_symbol(*Symbol::from("AAPL"));
        m.store_price(static_cast<std::uint64_t>(price.value));
        m.store_time_in_force('0');
        m.store_display('Y');
        m.store_cross_type('N');
        exchange_.on_order_bytes({}, m.bytes(), kNow);
        exchange_.clear_feed();
        exchange_.clear_replies();
    }

    OuchExchange exchange_ = std::move(*OuchExchange::create(kOptions));
};

TEST_F(MarketFeedTest, EachCommandIsPublishedAsTheMessageThatMeansIt) {
    EXPECT_EQ(enter(order(2, Side::Buy, 100, 500'000)), (Lines{"A 2 B 100 @ 500000"}));
    FlowOrder attributed = order(4, Side::Sell, 100, 510'000);
    attributed.attribution = {{'G', 'S', 'C', 'O'}};
    EXPECT_EQ(enter(attributed), (Lines{"F 4 S 100 @ 510000 GSCO"}));
    EXPECT_EQ(exchange_.reduce({2}, {40}, kNow), MatchStatus::Ok);
    EXPECT_EQ(
        exchange_.replace({.original = {4}, .id = {6}, .qty = {50}, .price = {505'000}}, kNow),
        MatchStatus::Ok);
    EXPECT_EQ(exchange_.cancel({6}, kNow), MatchStatus::Ok);
    EXPECT_EQ(drain_feed(exchange_), (Lines{"X 2 40", "U 4 6 50 @ 505000", "D 6"}));
}

TEST_F(MarketFeedTest, RefusedCommandsPublishNothing) {
    enter(order(2, Side::Buy, 100, 500'000));
    EXPECT_EQ(exchange_.enter(order(2, Side::Buy, 100, 500'000), kNow),
              MatchStatus::DuplicateOrder);
    EXPECT_EQ(exchange_.cancel({8}, kNow), MatchStatus::UnknownOrder);
    EXPECT_EQ(exchange_.reduce({2}, {}, kNow), MatchStatus::ZeroQty);
    EXPECT_TRUE(exchange_.feed_packets().empty());
}

TEST_F(MarketFeedTest, ARecordedExecutionKeepsItsMatchNumber) {
    enter(order(2, Side::Buy, 100, 500'000));
    EXPECT_EQ(exchange_.execute(sold_to(2, 60), kNow), MatchStatus::Ok);
    EXPECT_EQ(drain_feed(exchange_), (Lines{"E 2 60 #1000"}));
}

TEST_F(MarketFeedTest, ASessionOrderAheadIsMetFirstByFlowMeantForAnother) {
    enter(order(2, Side::Buy, 100, 500'000));
    enter_session_order(1, {500'100});
    EXPECT_EQ(exchange_.execute(sold_to(2, 120), kNow), MatchStatus::Ok);
    EXPECT_EQ(drain_feed(exchange_), (Lines{"E 3 100 #1", "E 2 20 #1000"}));
    EXPECT_EQ(drain_replies(exchange_), (Lines{"0 E 1 100 @ 500100 A #1"}));
    EXPECT_EQ(exchange_.counters().session_executions, 1U);
}

TEST_F(MarketFeedTest, ASessionOrderBehindIsNotMet) {
    enter(order(2, Side::Buy, 100, 500'000));
    enter_session_order(1, {500'000});
    EXPECT_EQ(exchange_.execute(sold_to(2, 100), kNow), MatchStatus::Ok);
    EXPECT_TRUE(exchange_.replies().empty());
    EXPECT_EQ(exchange_.session_orders(), 1U);
}

TEST_F(MarketFeedTest, AnExecutionAtAnotherPriceIsPublishedWithItAndFillsTheNamedOrder) {
    enter(order(2, Side::Buy, 100, 500'000));
    enter(order(4, Side::Buy, 100, 500'000));
    EXPECT_EQ(exchange_.execute_at(
                  {.id = {4}, .qty = {30}, .price = {499'900}, .match = MatchId{8}}, kNow),
              MatchStatus::Ok);
    EXPECT_EQ(
        exchange_.execute_at(
            {.id = {4}, .qty = {30}, .price = {500'000}, .match = MatchId{10}, .printable = false},
            kNow),
        MatchStatus::Ok);
    EXPECT_EQ(exchange_.execute_at(
                  {.id = {4}, .qty = {40}, .price = {500'000}, .match = MatchId{12}}, kNow),
              MatchStatus::Ok);
    EXPECT_EQ(drain_feed(exchange_),
              (Lines{"C 4 30 #8 @ 499900 Y", "C 4 30 #10 @ 500000 N", "E 4 40 #12"}));
}

TEST_F(MarketFeedTest, AnOrderEnteredToRestMayCrossTheBook) {
    enter(order(2, Side::Buy, 100, 500'000));
    EXPECT_EQ(exchange_.rest(order(4, Side::Sell, 100, 490'000), kNow), MatchStatus::Ok);
    EXPECT_EQ(drain_feed(exchange_), (Lines{"A 4 S 100 @ 490000"}));
    EXPECT_EQ(exchange_.books().open_orders(), 2U);
}

TEST_F(MarketFeedTest, AdministrativeMessagesGoOutAsTheyAre) {
    itch50::SystemEvent event;
    event.store_event_code('Q');
    exchange_.publish(event.bytes());
    ASSERT_EQ(exchange_.feed_packets().size(), 1U);
    PacketReader packet;
    ASSERT_EQ(packet.open(exchange_.feed_packets()[0]), protocols::DecodeStatus::Ok);
    protocols::FrameCursor messages = packet.messages();
    Bytes message;
    ASSERT_TRUE(messages.next(message));
    EXPECT_TRUE(std::ranges::equal(message, event.bytes()));
    exchange_.publish(Bytes(event.bytes()).first(5));
    EXPECT_EQ(exchange_.counters().malformed, 1U);
}

TEST_F(MarketFeedTest, EachCommandIsOnePacketAndTheNumbersHaveNoGaps) {
    for (std::uint64_t id = 2; id <= 20; id += 2) {
        EXPECT_EQ(exchange_.enter(order(id, Side::Buy, 1, 500'000), kNow), MatchStatus::Ok);
    }
    EXPECT_EQ(exchange_.execute({.resting = {},
                                 .instrument = kApple,
                                 .side = Side::Sell,
                                 .qty = {10},
                                 .price = {500'000},
                                 .match = MatchId{}},
                                kNow),
              MatchStatus::Ok);
    ASSERT_EQ(exchange_.feed_packets().size(), 11U);
    std::uint64_t next_seq = 1;
    for (const Bytes bytes : exchange_.feed_packets()) {
        PacketReader packet;
        ASSERT_EQ(packet.open(bytes), protocols::DecodeStatus::Ok);
        EXPECT_EQ(packet.sequence_number(), next_seq);
        next_seq = packet.next_sequence_number();
    }
    EXPECT_EQ(next_seq, 21U);
    EXPECT_EQ(exchange_.next_seq(), 21U);
}

TEST_F(MarketFeedTest, ASweepLongerThanAPacketGoesOnInTheNext) {
    for (std::uint64_t id = 2; id <= 200; id += 2) {
        enter(order(id, Side::Buy, 1, 500'000));
    }
    EXPECT_EQ(exchange_.enter(order(400, Side::Sell, 150, 500'000), kNow), MatchStatus::Ok);
    EXPECT_EQ(exchange_.feed_packets().size(), 3U);
    for (const Bytes bytes : exchange_.feed_packets()) {
        EXPECT_LE(bytes.size(), protocols::nasdaq::moldudp64::kPacketLengthMax);
    }
    const Lines lines = drain_feed(exchange_);
    ASSERT_EQ(lines.size(), 101U);
    EXPECT_EQ(lines.back(), "A 400 S 50 @ 500000");
}

TEST_F(MarketFeedTest, HeartbeatAndEndOfSessionCarryTheNextNumber) {
    enter(order(2, Side::Buy, 1, 500'000));
    exchange_.heartbeat();
    exchange_.end_of_session();
    ASSERT_EQ(exchange_.feed_packets().size(), 2U);
    PacketReader packet;
    ASSERT_EQ(packet.open(exchange_.feed_packets()[0]), protocols::DecodeStatus::Ok);
    EXPECT_TRUE(packet.is_heartbeat());
    EXPECT_EQ(packet.sequence_number(), 2U);
    ASSERT_EQ(packet.open(exchange_.feed_packets()[1]), protocols::DecodeStatus::Ok);
    EXPECT_TRUE(packet.is_end_of_session());
}

TEST(SessionOrderIds, AreOddAndAscendAboveEveryBackgroundId) {
    SessionOrderIds ids;
    EXPECT_EQ(ids.next(), OrderId{1});
    EXPECT_EQ(ids.next(), OrderId{3});
    ids.on_background(background_order_id(50));
    EXPECT_EQ(ids.next(), OrderId{101});
    ids.on_background(background_order_id(2));
    EXPECT_EQ(ids.next(), OrderId{103});
    EXPECT_EQ(ids.next_background(), OrderId{104});
    ids.on_background({104});
    EXPECT_EQ(ids.next_background(), OrderId{106});
    EXPECT_EQ(ids.next(), OrderId{105});
    ids.want_next({43});  // a real order's rank
    EXPECT_EQ(ids.next(), OrderId{43});
    EXPECT_EQ(ids.next(), OrderId{107});
    ids.want_next({201});
    EXPECT_EQ(ids.next(), OrderId{201});
    EXPECT_EQ(ids.next(), OrderId{203});
    EXPECT_EQ(SessionOrderIds().next_background(), OrderId{2});
    EXPECT_TRUE(is_background(background_order_id(50)));
    EXPECT_FALSE(is_background({101}));
}

TEST(Exchange, SetUpThatCannotWorkIsRefused) {
    ExchangeOptions no_sessions = kOptions;
    no_sessions.sessions_max = 0;
    EXPECT_FALSE(OuchExchange::create(no_sessions));
    ExchangeOptions no_books = kOptions;
    no_books.books.orders_max = 0;
    EXPECT_FALSE(OuchExchange::create(no_books));
}

TEST(ExchangeDeathTest, AnOutboxThatIsNotDrainedIsOurBug) {
    OuchExchange exchange = std::move(*OuchExchange::create(kOptions));
    itch50::SystemEvent event;
    EXPECT_DEATH(
        for (int n = 0; n < 1'000; ++n) { exchange.publish(event.bytes()); },
        "clear\\(\\) after every command");
}

}  // namespace
}  // namespace hotpath::exchange
