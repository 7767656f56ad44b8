// What fills on a bar: the rules of BarVenue, order by order, as OUCH says them.
#include "hotpath/sim/bars/bar_venue.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/exchange_text.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::sim::bars {
namespace {

using support::Lines;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr exchange::SessionId kOurs{0};
constexpr std::int64_t kDollar = 10'000;

/// Orders at a venue of bars of one instrument; a bar a second.
class BarVenueTest : public testing::Test {
  protected:
    BarVenueTest() : venue_(make({})) {}

    static BarVenue make(const BarOptions& options) {
        auto venue = BarVenue::create(options, {.books = {.orders_max = 1'000,
                                                          .levels_max = 1'000,
                                                          .instruments_max = 4,
                                                          .huge_pages = HugePages::Never},
                                                .takes_extensions = true});
        EXPECT_TRUE(venue.has_value());
        return std::move(*venue);
    }
    void begin(const BarOptions& options = {}) {
        venue_ = make(options);
        apple_ = venue_.list(*Symbol::from("AAPL"), now_);
        feed();
    }
    void SetUp() override { begin(); }

    void send(char side, std::uint32_t qty, double dollars,
              char time_in_force = protocols::nasdaq::ouch50::time_in_force::kDay) {
        const auto price = static_cast<std::int64_t>(dollars * kDollar + 0.5);
        const auto order = support::to_message({.number = ++number_,
                                                .side = side,
                                                .qty = qty,
                                                .price = price,
                                                .time_in_force = time_in_force});
        venue_.on_order_bytes(kOurs, order.bytes(), now_);
    }
    /// A stop, at the market when it is reached.
    void send_stop(char side, std::uint32_t qty, double dollars) {
        protocols::nasdaq::ouch50::WithAppendage<protocols::nasdaq::ouch50::EnterOrder> order;
        order.message() = support::to_message({.number = ++number_, .side = side, .qty = qty});
        order.message().store_price(protocols::nasdaq::ouch50::to_long_price4(Price{0x7FFFFFFF}));
        order.append<protocols::nasdaq::ouch50::extension::StopPrice>(
            static_cast<std::uint64_t>(dollars * kDollar + 0.5));
        venue_.on_order_bytes(kOurs, order.bytes(), now_);
    }
    void send_fill_or_kill(char side, std::uint32_t qty, double dollars) {
        send_with<protocols::nasdaq::ouch50::option::MinQty>(
            side, qty, dollars, qty, protocols::nasdaq::ouch50::time_in_force::kIoc);
    }
    void send_post_only(char side, std::uint32_t qty, double dollars) {
        send_with<protocols::nasdaq::ouch50::option::PostOnly>(
            side, qty, dollars, protocols::nasdaq::ouch50::post_only::kPostOnly,
            protocols::nasdaq::ouch50::time_in_force::kDay);
    }
    template <class Option>
    void send_with(char side, std::uint32_t qty, double dollars, typename Option::Value value,
                   char time_in_force) {
        protocols::nasdaq::ouch50::WithAppendage<protocols::nasdaq::ouch50::EnterOrder> order;
        order.message() =
            support::to_message({.number = ++number_,
                                 .side = side,
                                 .qty = qty,
                                 .price = static_cast<std::int64_t>(dollars * kDollar + 0.5),
                                 .time_in_force = time_in_force});
        order.append<Option>(value);
        venue_.on_order_bytes(kOurs, order.bytes(), now_);
    }
    /// To `size` shares in all; 0: all of it.
    void cancel(std::uint32_t number, std::uint32_t size = 0) {
        protocols::nasdaq::ouch50::CancelOrderRequest request;
        request.store_user_ref_num(number);
        request.store_quantity(size);
        venue_.on_order_bytes(kOurs, request.bytes(), now_);
    }

    [[nodiscard]] Bar bar(double open, double high, double low, double close,
                          std::uint64_t volume = 100'000) const {
        const auto price = [](double dollars) {
            return Price{static_cast<std::int64_t>(dollars * kDollar + 0.5)};
        };
        return {.instrument = apple_,
                .open = price(open),
                .high = price(high),
                .low = price(low),
                .close = price(close),
                .volume = {volume}};
    }
    /// A whole bar; what became of our orders.
    Lines play(const Bar& bar) {
        now_ = now_ + Nanos{kNanosPerSecond};
        venue_.open(std::span(&bar, 1), now_);
        venue_.trade_within(std::span(&bar, 1), now_);
        venue_.close(std::span(&bar, 1), now_);
        return replies();
    }
    /// Fills alone: order, shares, price, what it did to the book.
    Lines fills(const Bar& bar) {
        Lines lines = play(bar);
        std::erase_if(lines, [](const std::string& line) { return !line.starts_with("E "); });
        for (std::string& line : lines) {
            line = line.substr(2, line.find(" #") - 2);
        }
        return lines;
    }
    Lines replies() {
        Lines lines;
        for (const exchange::Reply& reply : venue_.replies()) {
            support::ReplyText text;
            static_cast<void>(protocols::nasdaq::ouch50::decode_reply(reply.message, text));
            lines.push_back(text.line);
        }
        venue_.clear_replies();
        return lines;
    }
    std::size_t feed() {
        const std::size_t packets = venue_.feed_packets().size();
        venue_.clear_feed();
        return packets;
    }

    Time now_{34'200 * kNanosPerSecond};
    BarVenue venue_;
    InstrumentId apple_{};
    std::uint32_t number_ = 0;
};

TEST_F(BarVenueTest, Case25AnOrderMeetsTheNextOpenAtTheEarliest) {
    play(bar(100, 101, 99, 100));
    send('B', 100, 105);
    EXPECT_THAT(replies(), IsEmpty());
    EXPECT_THAT(fills(bar(101, 104, 100, 103)), ElementsAre("1 100 @ 1010100 R"));
}

TEST_F(BarVenueTest, ATakingOrderPaysHalfTheSpreadBesideTheOpen) {
    begin({.half_spread = {500}});
    send('B', 100, 105);
    send('S', 100, 95);
    EXPECT_THAT(fills(bar(100, 101, 99, 100)),
                ElementsAre("1 100 @ 1000500 R", "2 100 @ 999500 R"));
}

TEST_F(BarVenueTest, Case9ARestingOrderExecutesAtItsLimitWhenThePriceGoesBeyondIt) {
    send('B', 100, 99);
    send('S', 100, 102);
    EXPECT_THAT(fills(bar(100, 102, 99, 101)), IsEmpty())
        << "a price at the limit is not beyond it";
    EXPECT_THAT(fills(bar(100, 102.01, 98.99, 101)),
                ElementsAre("1 100 @ 990000 A", "2 100 @ 1020000 A"));
}

TEST_F(BarVenueTest, AnOpenBeyondTheLimitExecutesWhatStoodAtItsLimit) {
    send('B', 100, 99);
    EXPECT_THAT(fills(bar(100, 100, 100, 100)), IsEmpty());
    EXPECT_THAT(fills(bar(95, 95, 95, 95)), ElementsAre("1 100 @ 990000 A"));
}

TEST_F(BarVenueTest, Case27TheNearerExtremeComesFirst) {
    begin({.volume_share = {100}});  // 1,000 of 100,000 shares
    send('B', 1'000, 99);
    send('S', 1'000, 101);
    EXPECT_THAT(fills(bar(100, 102, 98.5, 100)), ElementsAre("1 1000 @ 990000 A"));
    begin({.volume_share = {100}});
    number_ = 0;
    send('B', 1'000, 99);
    send('S', 1'000, 101);
    EXPECT_THAT(fills(bar(100, 101.5, 98, 100)), ElementsAre("2 1000 @ 1010000 A"));
}

TEST_F(BarVenueTest, Case27AStopIsExecutedAtItsTrigger) {
    send_stop('S', 100, 98);
    EXPECT_THAT(fills(bar(100, 101, 98.01, 100)), IsEmpty());
    EXPECT_THAT(fills(bar(100, 101, 97, 100)), ElementsAre("1 100 @ 979900 R"));
}

TEST_F(BarVenueTest, Case27AStopIsExecutedAtTheOpenOnAGap) {
    send_stop('S', 100, 98);
    EXPECT_THAT(fills(bar(100, 101, 99, 100)), IsEmpty());
    EXPECT_THAT(fills(bar(95, 99, 94, 98)), ElementsAre("1 100 @ 949900 R"));
}

TEST_F(BarVenueTest, Case27AStopAndALimitAreReachedInTheOrderOfTheirPrices) {
    send_stop('S', 100, 98.5);
    send('B', 100, 99);
    EXPECT_THAT(fills(bar(100, 103, 98, 100)), ElementsAre("2 100 @ 990000 A", "1 100 @ 984900 R"));
}

TEST_F(BarVenueTest, Case11AllFillsOfABarAreAtMostTheShareOfItsVolume) {
    begin({.volume_share = {1'000}});
    send('B', 100, 105);
    send('B', 100, 105);
    send('S', 100, 95);
    EXPECT_THAT(fills(bar(100, 101, 99, 100, 1'500)),
                ElementsAre("1 100 @ 1000100 R", "2 50 @ 1000100 R"));
    EXPECT_THAT(fills(bar(100, 101, 99, 100, 9)), IsEmpty()) << "a tenth is less than a share";
}

TEST_F(BarVenueTest, AnImmediateOrderLeavesNothingBehind) {
    begin({.volume_share = {1'000}});
    send('B', 100, 105, protocols::nasdaq::ouch50::time_in_force::kIoc);
    const Lines lines = play(bar(100, 101, 99, 100, 500));
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_TRUE(lines[1].starts_with("E 1 50 @ 1000100 R")) << lines[1];
    EXPECT_EQ(lines[2], "C 1 50 I");
    EXPECT_THAT(fills(bar(100, 101, 90, 100)), IsEmpty());
}

TEST_F(BarVenueTest, Case13AFillOrKillOrderTakesAllOfItAtTheNextOpenOrNothing) {
    begin({.volume_share = {1'000}});
    send_fill_or_kill('B', 100, 105);
    Lines lines = play(bar(100, 101, 99, 100, 990));  // 99 shares are there
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[1], "C 1 100 I");
    send_fill_or_kill('B', 100, 105);
    send_fill_or_kill('B', 1, 105);
    lines = play(bar(100, 101, 99, 100, 1'000));
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_TRUE(lines[1].starts_with("E 2 100 @ 1000100 R")) << lines[1];
    EXPECT_EQ(lines[3], "C 3 1 I") << "the first took the bar's share";
    send_fill_or_kill('B', 100, 99);
    EXPECT_THAT(fills(bar(100, 101, 90, 100)), IsEmpty()) << "it does not wait within the bar";
    EXPECT_THAT(fills(bar(90, 101, 90, 100)), IsEmpty()) << "nor for the next one";
}

TEST_F(BarVenueTest, Case12APostOnlyOrderIsJudgedAtTheOpenItMeets) {
    send_post_only('B', 100, 105);
    Lines lines = play(bar(100, 101, 99, 100));
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[1], "C 1 100 G") << "it would take at the open";
    send_post_only('B', 100, 99);
    EXPECT_THAT(fills(bar(100, 101, 99, 100)), IsEmpty());
    EXPECT_THAT(fills(bar(100, 101, 98.5, 100)), ElementsAre("2 100 @ 990000 A"));
    send_post_only('S', 100, 101);  // at the open of 95 it stands; the bar goes beyond it
    EXPECT_THAT(fills(bar(95, 102, 94, 100)), ElementsAre("3 100 @ 1010000 A"));
}

TEST_F(BarVenueTest, Case2AReductionIsTakenAtOnceAndKeepsThePlace) {
    begin({.volume_share = {1'000}});
    send('B', 100, 99);
    send('B', 100, 99);
    play(bar(100, 100, 100, 100));
    cancel(1, 60);
    EXPECT_THAT(replies(), ElementsAre("C 1 40 U"));
    EXPECT_THAT(fills(bar(100, 100, 98, 100, 700)),
                ElementsAre("1 60 @ 990000 A", "2 10 @ 990000 A"));
}

TEST_F(BarVenueTest, ACancelIsTakenAtOnceUnlessAnOrderWaitsBeforeIt) {
    send('B', 100, 99);
    play(bar(100, 100, 100, 100));
    cancel(1);
    EXPECT_THAT(replies(), ElementsAre("C 1 100 U"));
    send('B', 100, 99);
    cancel(2);
    EXPECT_THAT(replies(), IsEmpty());
    EXPECT_EQ(venue_.waiting(), 2U);
    const Lines lines = play(bar(100, 100, 98, 100));
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[1], "C 2 100 U");
}

TEST_F(BarVenueTest, OrdersThatStandEndWithTheDayAndThoseThatWaitDoNot) {
    send('B', 100, 99);
    play(bar(100, 100, 100, 100));
    send('B', 100, 98);
    venue_.end_day(now_);
    EXPECT_EQ(replies().size(), 1U);
    EXPECT_THAT(fills(bar(100, 100, 97, 100)), ElementsAre("2 100 @ 980000 A"));
}

TEST_F(BarVenueTest, TheFeedShowsNothingOfABarBeforeItsClose) {
    const Bar one = bar(100, 101, 99, 100);
    send('B', 100, 105);
    venue_.open(std::span(&one, 1), now_);
    venue_.trade_within(std::span(&one, 1), now_);
    EXPECT_EQ(feed(), 0U);
    venue_.close(std::span(&one, 1), now_);
    EXPECT_EQ(feed(), 1U);
}

TEST_F(BarVenueTest, AfterASplitNothingStandsOrWaitsAtTheTermsOfBefore) {
    send('B', 100, 99);
    play(bar(100, 100, 100, 100));
    send('B', 100, 105);
    venue_.cancel_all(apple_, now_);
    const Lines lines = replies();
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_TRUE(lines[0].starts_with("C 1 100 ")) << lines[0];
    EXPECT_TRUE(lines[1].starts_with("J 2 ")) << lines[1];
    EXPECT_THAT(fills(bar(50, 51, 49, 50)), IsEmpty());
}

TEST(BarOptions, AreCheckedAndBarsArePossible) {
    EXPECT_TRUE(validate({}));
    EXPECT_FALSE(validate({.half_spread = {}}));
    EXPECT_FALSE(validate({.volume_share = {}}));
    EXPECT_FALSE(validate({.volume_share = {10'001}}));
    EXPECT_TRUE(is_possible({.open = {2}, .high = {3}, .low = {1}, .close = {3}}));
    EXPECT_FALSE(is_possible({.open = {4}, .high = {3}, .low = {1}, .close = {3}}));
    EXPECT_FALSE(is_possible({.open = {0}, .high = {3}, .low = {0}, .close = {3}}));
    const Bar even{.open = {5}, .high = {6}, .low = {4}, .close = {5}, .volume = {19'999}};
    EXPECT_EQ(first_extreme(even), Price{4});
    EXPECT_EQ(tradable_qty(even, {5'000}), Qty{9'999});
}

}  // namespace
}  // namespace hotpath::sim::bars
