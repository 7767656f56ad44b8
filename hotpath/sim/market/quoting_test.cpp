// The terms of generated orders: where they stand, how large they are, how long they stay.

#include "hotpath/sim/market/quoting.hpp"

#include <cstdint>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/sim/market/market_state.hpp"

namespace hotpath::sim::market {
namespace {

class QuotingTest : public testing::Test {
  protected:
    static constexpr InstrumentId kId{1};

    /// One instrument of 50 dollars, with a usual spread of two cents.
    static MarketState market() {
        Dice dice(5);
        Instruments instruments = make_instruments(1, dice);
        MarketState market{.dice = dice,
                           .instruments = std::move(instruments),
                           .books = LightBooks(1, 100),
                           .events = EventQueue(8, 8),
                           .resting_of_1024 = 1'024,
                           .excitation = SelfExcitation(1, {}),
                           .due = DueOrders(1)};
        Instrument& instrument = market.instrument(kId);
        instrument.anchor = {500'000};
        instrument.value_256 = 500'000 * 256;
        instrument.usual_spread = {2};
        instrument.session = Session::Continuous;
        return market;
    }
    void stand(Side side, std::int64_t price) {
        market_.books.add({{++id_}, kId, side, {price}, {100}});
    }
    void set_value(std::int64_t price) { market_.instrument(kId).value_256 = price * 256; }
    /// Draws 10,000 quotes and counts those that meet the condition.
    template <class Condition>
    int count(Side side, Condition&& condition) {
        int count = 0;
        for (int n = 0; n < 10'000; ++n) {
            const std::optional<Quote> quote = draw_quote(market_, kId, side);
            count += quote && condition(*quote) ? 1 : 0;
        }
        return count;
    }

    MarketState market_ = market();
    std::uint64_t id_ = 0;
};

TEST_F(QuotingTest, QuotesStandOnTicksAndNeverReachTheOtherSide) {
    stand(Side::Buy, 499'900);
    stand(Side::Sell, 500'100);
    EXPECT_EQ(count(Side::Buy,
                    [](const Quote& quote) {
                        return quote.price < Price{500'100} && quote.price >= Price{100} &&
                               on_tick(Side::Buy, quote.price) == quote.price && quote.qty > Qty{};
                    }),
              10'000);
    EXPECT_EQ(count(Side::Sell,
                    [](const Quote& quote) {
                        return quote.price > Price{499'900} &&
                               on_tick(Side::Sell, quote.price) == quote.price && quote.qty > Qty{};
                    }),
              10'000);
}

TEST_F(QuotingTest, AQuarterImprovesOrJoinsTheBestPrice) {
    stand(Side::Buy, 499'900);
    stand(Side::Sell, 500'100);
    const int best = count(Side::Buy, [](const Quote& q) { return q.price >= Price{499'900}; });
    EXPECT_NEAR(best, 10'000 * 290 / 1'024, 200);
}

TEST_F(QuotingTest, WithoutAPossiblePriceThereIsNoQuote) {
    stand(Side::Sell, 100);  // a cent
    EXPECT_EQ(count(Side::Buy, [](const Quote&) { return true; }), 0);
    market_ = market();
    stand(Side::Buy, 1'999'990'000);
    EXPECT_EQ(count(Side::Sell, [](const Quote&) { return true; }), 0);
}

TEST_F(QuotingTest, AnEmptySideIsQuotedAroundTheValue) {
    EXPECT_GT(count(Side::Buy, [](const Quote& q) { return q.price == Price{499'900}; }), 1'000);
    EXPECT_GT(count(Side::Sell, [](const Quote& q) { return q.price == Price{500'100}; }), 1'000);
}

TEST_F(QuotingTest, ASideIsBareMoreThanASpreadBehindItsUsualPlace) {
    const std::pair<std::int64_t, bool> bids[] = {
        {499'900, false}, {499'700, false}, {499'600, true}, {400'000, true}};
    for (const auto& [price, is_bare_there] : bids) {
        market_ = market();
        stand(Side::Buy, price);
        stand(Side::Sell, 1'000'000 - price);
        EXPECT_EQ(is_bare(market_, kId, Side::Buy), is_bare_there) << price;
        EXPECT_EQ(is_bare(market_, kId, Side::Sell), is_bare_there) << price;
    }
    market_ = market();
    EXPECT_FALSE(is_bare(market_, kId, Side::Buy)) << "nothing stands: the value is the place";
}

TEST_F(QuotingTest, ABareSideIsClosedByTheNextOrder) {
    stand(Side::Buy, 490'000);
    stand(Side::Sell, 500'100);
    EXPECT_EQ(
        count(Side::Buy,
              [](const Quote& q) { return q.price > Price{490'000} && q.price <= Price{499'900}; }),
        10'000);
}

TEST_F(QuotingTest, TheSignalIsTheValueAboveTheMidInSpreads) {
    EXPECT_EQ(value_signal(market_, kId), 0);
    stand(Side::Buy, 499'900);
    EXPECT_EQ(value_signal(market_, kId), 0) << "one side alone";
    stand(Side::Sell, 500'100);
    const std::pair<std::int64_t, std::int64_t> signals[] = {
        {500'000, 0},      {500'100, 512},   {499'900, -512},  {500'200, 1'024},
        {499'800, -1'024}, {600'000, 1'024}, {400'000, -1'024}};
    for (const auto& [value, signal] : signals) {
        set_value(value);
        EXPECT_EQ(value_signal(market_, kId), signal) << value;
    }
    market_ = market();
    stand(Side::Buy, 499'000);
    stand(Side::Sell, 501'000);
    set_value(500'100);
    EXPECT_EQ(value_signal(market_, kId), 102) << "in halves of a spread wider than twice usual";
}

TEST_F(QuotingTest, BeforeTheOpenMoreOrdersStayUntilTheEvening) {
    stand(Side::Buy, 499'900);
    stand(Side::Sell, 500'100);
    const auto stays = [](const Quote& quote) { return !quote.lifetime; };
    const int continuous = count(Side::Buy, stays);
    market_.instrument(kId).session = Session::Early;
    const int early = count(Side::Buy, stays);
    // The shares of places times those of their resting orders, of 10,000.
    EXPECT_NEAR(continuous, 2'201, 170);
    EXPECT_NEAR(early, 3'580, 190);
    market_.resting_of_1024 = 0;
    EXPECT_EQ(count(Side::Buy, stays), 0);
}

TEST_F(QuotingTest, QuantitiesAreOddOrRoundByThePrice) {
    struct Shares {
        std::int64_t price;
        int odd;
        int one_lot;
        std::uint32_t qty_max;
    };
    for (const Shares& of :
         {Shares{100'000, 200, 0, 10'000}, Shares{100'001, 320, 520, 5'000},
          Shares{1'500'000, 320, 520, 5'000}, Shares{1'500'001, 480, 480, 5'000}}) {
        int odd = 0;
        int one_lot = 0;
        for (int n = 0; n < 10'240; ++n) {
            const std::uint32_t qty = draw_qty(market_.dice, {of.price}).value;
            ASSERT_TRUE(qty > 0 && (qty < 100 || qty % 100 == 0)) << qty;
            ASSERT_LE(qty, of.qty_max);
            odd += qty < 100 ? 1 : 0;
            one_lot += qty == 100 ? 1 : 0;
        }
        EXPECT_NEAR(odd, 10 * of.odd, 200) << of.price;
        if (of.one_lot != 0) {
            EXPECT_NEAR(one_lot, 10 * of.one_lot, 200) << of.price;
        }
    }
}

TEST_F(QuotingTest, LifetimesRunFromEightyMicrosecondsToFiveMinutes) {
    int short_ones = 0;
    for (int n = 0; n < 10'240; ++n) {
        const Nanos lifetime = draw_lifetime(market_.dice);
        ASSERT_GE(lifetime, Nanos{80'000});
        ASSERT_LT(lifetime, Nanos{300'000'000'000});
        short_ones += lifetime < Nanos{900'000} ? 1 : 0;
    }
    EXPECT_NEAR(short_ones, 1'020, 150) << "a tenth below 0.9 ms";
}

}  // namespace
}  // namespace hotpath::sim::market
