// The feed of a venue of bars, message by message, and the limits of its options.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/sim/bars/bar_venue.hpp"

namespace hotpath::sim::bars {
namespace {

namespace itch50 = protocols::nasdaq::itch50;

/// A line of each message: its type, instrument and time, and what it says.
struct BarFeedLines : itch50::NullListener {
    void on_stock_directory(const itch50::StockDirectory& m) {
        put(m, "R " + std::string(m.load_stock().view()));
    }
    void on_stock_trading_action(const itch50::StockTradingAction& m) {
        put(m, std::string("H ") + m.load_trading_state());
    }
    void on_add_order(const itch50::AddOrder& m) {
        put(m, "A " + std::to_string(m.load_order_reference_number()) + " " +
                   m.load_buy_sell_indicator() + " " + std::to_string(m.load_shares()) + "@" +
                   std::to_string(m.load_price()) + " " + std::string(m.load_stock().view()));
    }
    void on_order_delete(const itch50::OrderDelete& m) {
        put(m, "D " + std::to_string(m.load_order_reference_number()));
    }
    void on_trade(const itch50::Trade& m) {
        put(m, "P " + std::to_string(m.load_shares()) + "@" + std::to_string(m.load_price()) +
                   " #" + std::to_string(m.load_match_number()));
    }
    template <class Message>
    void put(const Message& m, const std::string& text) {
        lines.push_back(std::to_string(m.load_stock_locate()) + " " + text + " at " +
                        std::to_string(m.load_timestamp()));
    }
    std::vector<std::string> lines;
};

class BarFeedTest : public testing::Test {
  protected:
    using Texts = std::vector<std::string>;

    static exchange::ExchangeOptions venue(std::uint16_t instruments = 2) {
        return {.books = {.orders_max = 100,
                          .levels_max = 100,
                          .instruments_max = instruments,
                          .huge_pages = HugePages::Never}};
    }
    Texts feed() {
        BarFeedLines listener;
        for (const Bytes bytes : venue_.feed_packets()) {
            protocols::nasdaq::moldudp64::PacketReader packet;
            EXPECT_EQ(packet.open(bytes), protocols::DecodeStatus::Ok);
            protocols::FrameCursor messages = packet.messages();
            for (Bytes message; messages.next(message);) {
                EXPECT_EQ(itch50::decode(message, listener), protocols::DecodeStatus::Ok);
            }
        }
        venue_.clear_feed();
        return listener.lines;
    }
    Texts close(std::vector<Bar> bars, Time now) {
        venue_.open(bars, now);
        venue_.trade_within(bars, now);
        EXPECT_TRUE(venue_.feed_packets().empty()) << "nothing of a bar before its close";
        venue_.close(bars, now);
        return feed();
    }
    static Bar at(InstrumentId instrument, std::int64_t price, std::uint64_t volume) {
        return {.instrument = instrument,
                .open = {price},
                .high = {price},
                .low = {price},
                .close = {price},
                .volume = {volume}};
    }

    BarVenue venue_ =
        std::move(*BarVenue::create({.half_spread = {50}, .quoted_qty = {300}}, venue()));
};

TEST_F(BarFeedTest, AnInstrumentIsListedAndTradesUntilThereIsNoRoom) {
    EXPECT_EQ(venue_.list(*Symbol::from("AAA"), {5}), InstrumentId{1});
    EXPECT_EQ(feed(), (Texts{"1 R AAA at 5", "1 H T at 5"}));
    EXPECT_EQ(venue_.list(*Symbol::from("BBB"), {6}), InstrumentId{2});
    EXPECT_EQ(venue_.symbol({2}), *Symbol::from("BBB"));
    feed();
    EXPECT_EQ(venue_.list(*Symbol::from("CCC"), {7}), InstrumentId{});
    EXPECT_EQ(feed(), Texts{});
}

TEST_F(BarFeedTest, ACloseIsATradeOfTheVolumeAndNewQuotes) {
    const InstrumentId a = venue_.list(*Symbol::from("AAA"), {0});
    const InstrumentId b = venue_.list(*Symbol::from("BBB"), {0});
    feed();
    venue_.begin_day({1'000});
    const Texts first = close({at(a, 10'000, 500), at(b, 20'000, 0)}, {1'100});
    ASSERT_EQ(first.size(), 5U) << "no volume, no trade";
    EXPECT_EQ(first[0], "1 P 500@10000 #2 at 100");
    EXPECT_TRUE(first[1].ends_with(" B 300@9950 AAA at 100")) << first[1];
    EXPECT_TRUE(first[2].ends_with(" S 300@10050 AAA at 100")) << first[2];
    EXPECT_TRUE(first[3].ends_with(" B 300@19950 BBB at 100")) << first[3];
    const Texts second = close({at(a, 10'100, 7)}, {1'200});
    ASSERT_EQ(second.size(), 5U);
    EXPECT_EQ(second[0], "1 P 7@10100 #4 at 200") << "numbers of the background are even";
    const auto reference = [](const std::string& add) {
        return add.substr(4, add.find(' ', 4) - 4);
    };
    EXPECT_EQ(second[1], "1 D " + reference(first[1]) + " at 200");
    EXPECT_EQ(second[2], "1 D " + reference(first[2]) + " at 200");
    EXPECT_TRUE(second[4].ends_with(" S 300@10150 AAA at 200")) << second[4];
}

TEST_F(BarFeedTest, APriceThatLeavesNoBidHasAnAskAlone) {
    const InstrumentId a = venue_.list(*Symbol::from("AAA"), {0});
    feed();
    const Texts penny = close({at(a, 50, 0)}, {1});
    ASSERT_EQ(penny.size(), 1U);
    EXPECT_TRUE(penny[0].ends_with(" S 300@100 AAA at 1")) << penny[0];
    const Texts next = close({at(a, 51, 0)}, {2});
    ASSERT_EQ(next.size(), 3U) << "one quote goes, two come";
    EXPECT_TRUE(next[1].ends_with(" B 300@1 AAA at 2")) << next[1];
}

TEST_F(BarFeedTest, AVolumeBeyondAFieldIsTheMostThatItHolds) {
    const InstrumentId a = venue_.list(*Symbol::from("AAA"), {0});
    feed();
    EXPECT_EQ(close({at(a, 10'000, 5'000'000'000)}, {1}).at(0), "1 P 4294967295@10000 #2 at 1");
    EXPECT_EQ(close({at(a, 10'000, 4'294'967'295)}, {2}).at(0), "1 P 4294967295@10000 #4 at 2");
    EXPECT_EQ(close({at(a, 10'000, 4'294'967'294)}, {3}).at(0), "1 P 4294967294@10000 #6 at 3");
}

TEST(BarsOfAMarket, OptionsSayWhichOneIsOutOfItsRange) {
    const auto why = [](const BarOptions& options) {
        const auto valid = validate(options);
        return valid ? std::string() : valid.error().message;
    };
    EXPECT_EQ(why({.half_spread = {1}, .volume_share = {1}, .quoted_qty = {1}}), "");
    EXPECT_EQ(why({.volume_share = {10'000}}), "");
    EXPECT_EQ(why({.half_spread = {0}}), "bars: half_spread must be above 0");
    EXPECT_EQ(why({.volume_share = {0}}), "bars: volume_share must be 1 to 10,000 basis points");
    EXPECT_EQ(why({.volume_share = {10'001}}),
              "bars: volume_share must be 1 to 10,000 basis points");
    EXPECT_EQ(why({.quoted_qty = {0}}), "bars: quoted_qty must be above 0");
    EXPECT_FALSE(BarVenue::create({.half_spread = {0}}, {}).has_value());
    EXPECT_FALSE(BarVenue::create({}, {.sessions_max = 0}).has_value());
}

TEST(BarsOfAMarket, TheShareOfAVolumeIsInWholeShares) {
    const auto tradable = [](std::uint64_t volume, std::int32_t share) {
        return tradable_qty({.volume = {volume}}, {share}).value;
    };
    EXPECT_EQ(tradable(0, 10'000), 0U);
    EXPECT_EQ(tradable(9, 1'000), 0U);
    EXPECT_EQ(tradable(10, 1'000), 1U);
    EXPECT_EQ(tradable(123'456, 1), 12U);
    EXPECT_EQ(tradable(123'456, 10'000), 123'456U);
    EXPECT_EQ(tradable(4'294'967'295, 10'000), 4'294'967'295U);
    EXPECT_EQ(tradable(std::uint64_t{1} << 50U, 10'000), 4'294'967'295U) << "without overflow";
}

TEST(BarsOfAMarket, TheNearerExtremeIsTheFirst) {
    const Bar high_first{.open = {100}, .high = {103}, .low = {96}, .close = {100}};
    EXPECT_EQ(first_extreme(high_first), Price{103});
    EXPECT_EQ(last_extreme(high_first), Price{96});
    const Bar low_first{.open = {100}, .high = {105}, .low = {96}, .close = {100}};
    EXPECT_EQ(first_extreme(low_first), Price{96});
    EXPECT_EQ(last_extreme(low_first), Price{105});
    const Bar flat{.open = {100}, .high = {100}, .low = {100}, .close = {100}};
    EXPECT_EQ(first_extreme(flat), last_extreme(flat));
    EXPECT_TRUE(is_possible(flat));
    for (const Bar& impossible :
         {Bar{.open = {99}, .high = {105}, .low = {100}, .close = {100}},
          Bar{.open = {100}, .high = {105}, .low = {100}, .close = {99}},
          Bar{.open = {100}, .high = {105}, .low = {100}, .close = {106}},
          Bar{.open = {106}, .high = {105}, .low = {100}, .close = {100}}}) {
        EXPECT_FALSE(is_possible(impossible));
    }
}

}  // namespace
}  // namespace hotpath::sim::bars
