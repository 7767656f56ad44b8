// PublishedFeed: a publisher beside the venue sees the venue as it is, and then each message once.

#include "hotpath/exchange/market/published_feed.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"

namespace hotpath::exchange {
namespace {

class PublishedFeedTest : public testing::Test {
  protected:
    using Words = std::vector<std::string>;

    /// "H AAPL T", "A 2 B 100@500000 AAPL"; other messages: their type.
    struct Text : protocols::nasdaq::itch50::NullListener {
        void on_stock_trading_action(const protocols::nasdaq::itch50::StockTradingAction& m) {
            word = std::string("H ") + std::to_string(m.load_stock_locate()) + " " +
                   std::string(m.load_stock().view()) + " " + m.load_trading_state();
        }
        void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) {
            word = std::string("A ") + std::to_string(m.load_stock_locate()) + " " +
                   std::string(m.load_stock().view()) + " " +
                   std::to_string(m.load_order_reference_number()) + " " +
                   m.load_buy_sell_indicator() + " " + std::to_string(m.load_shares()) + "@" +
                   std::to_string(m.load_price());
        }
        std::string word;
    };

    PublishedFeedTest() {
        EXPECT_EQ(exchange_.assign(*Symbol::from("AAPL"), {3}), InstrumentId{3});
        EXPECT_EQ(exchange_.assign(*Symbol::from("MSFT"), {1}), InstrumentId{1});
    }

    auto collect() {
        return [this](Bytes message) {
            Text text;
            EXPECT_EQ(protocols::nasdaq::itch50::decode(message, text),
                      protocols::DecodeStatus::Ok);
            words_.push_back(text.word.empty()
                                 ? std::string(1, std::to_integer<char>(message.front()))
                                 : text.word);
        };
    }
    Words begin() {
        words_.clear();
        feed_.begin(exchange_, collect());
        return std::exchange(words_, {});
    }
    /// Gives the publisher the packets that wait at the exchange.
    Words follow() {
        words_.clear();
        for (const Bytes packet : exchange_.feed_packets()) {
            EXPECT_TRUE(feed_.on_packet(packet, collect()));
        }
        exchange_.clear_feed();
        return std::exchange(words_, {});
    }
    void enter(std::uint64_t id, std::uint16_t instrument, Side side, std::int64_t price) {
        const FlowOrder order{
            .id = {id}, .instrument = {instrument}, .side = side, .qty = {100}, .price = {price}};
        EXPECT_EQ(exchange_.enter(order, Time{}), match::MatchStatus::Ok);
    }

    Exchange exchange_ = std::move(
        *Exchange::create({.books = {.orders_max = 100, .levels_max = 100, .instruments_max = 3},
                           .sessions_max = 1,
                           .session_orders_max = 10}));
    PublishedFeed feed_;
    Words words_;
};

TEST_F(PublishedFeedTest, BeginsWithTheListedInstrumentsAndTheirOrdersInPriority) {
    enter(2, 3, Side::Buy, 490'000);
    enter(4, 3, Side::Buy, 500'000);
    enter(6, 3, Side::Sell, 520'000);
    enter(8, 3, Side::Sell, 510'000);
    EXPECT_EQ(exchange_.set_trading({.instrument = {1}}, Time{}), match::MatchStatus::Ok);
    exchange_.clear_feed();
    EXPECT_EQ(begin(), (Words{"H 1 MSFT H", "H 3 AAPL T", "A 3 AAPL 4 B 100@500000",
                              "A 3 AAPL 2 B 100@490000", "A 3 AAPL 8 S 100@510000",
                              "A 3 AAPL 6 S 100@520000"}));
    EXPECT_EQ(follow(), Words{});
}

TEST_F(PublishedFeedTest, AMessageOfBeforeItBeganIsInTheVenueAlready) {
    enter(2, 3, Side::Buy, 490'000);  // its packet has not left
    EXPECT_EQ(begin().size(), 3U);
    enter(4, 3, Side::Buy, 480'000);
    EXPECT_EQ(follow(), Words{"A 3 AAPL 4 B 100@480000"});
    enter(6, 3, Side::Buy, 470'000);
    EXPECT_EQ(follow(), Words{"A 3 AAPL 6 B 100@470000"});
}

TEST_F(PublishedFeedTest, APacketThatComesTwiceIsTakenOnce) {
    begin();
    enter(2, 3, Side::Buy, 490'000);
    const Bytes packet = exchange_.feed_packets()[0];
    EXPECT_TRUE(feed_.on_packet(packet, collect()));
    EXPECT_TRUE(feed_.on_packet(packet, collect())) << "it has messages, of an age";
    EXPECT_EQ(words_, Words{"A 3 AAPL 2 B 100@490000"});
}

TEST_F(PublishedFeedTest, PacketsWithoutMessagesAndBytesThatAreNoneAreSkipped) {
    begin();
    exchange_.heartbeat();
    exchange_.end_of_session();
    for (const Bytes packet : exchange_.feed_packets()) {
        EXPECT_FALSE(feed_.on_packet(packet, collect()));
    }
    EXPECT_FALSE(feed_.on_packet({}, collect()));
    const std::array<std::byte, 19> too_short{};
    EXPECT_FALSE(feed_.on_packet(too_short, collect()));
    EXPECT_EQ(words_, Words{});
}

TEST_F(PublishedFeedTest, AnotherSessionsNumbersBeginAgain) {
    enter(2, 3, Side::Buy, 490'000);
    enter(4, 3, Side::Buy, 480'000);
    begin();
    exchange_.clear_feed();
    std::array<std::byte, 200> room{};
    protocols::nasdaq::moldudp64::PacketWriter writer(
        room, {'O', 'T', 'H', 'E', 'R', ' ', ' ', ' ', ' ', ' '});
    protocols::nasdaq::itch50::SystemEvent event;
    event.store_event_code('O');
    EXPECT_TRUE(writer.try_append(event.bytes()));
    EXPECT_TRUE(feed_.on_packet(writer.finish(), collect()));
    EXPECT_EQ(words_, Words{"S"}) << "its message 1 is new";
}

}  // namespace
}  // namespace hotpath::exchange
