#include "hotpath/sim/market/flow_statistics.hpp"

#include <array>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/sim/market/day_plan.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/sim/market/message_writer.hpp"
#include "hotpath/sim/market/sampling.hpp"

namespace hotpath::sim::market {
namespace {

constexpr Time kNoon = time_of_day(12, 0);

/// Writes messages of one instrument straight into statistics.
class Feed {
  public:
    FlowStatistics statistics;

    explicit Feed(const FlowStatisticsOptions& options = {}) : statistics(options) {}

    void at(std::int64_t milliseconds) {
        writer_.stamp(kNoon + Nanos{milliseconds * 1'000'000}, {1}, {});
    }
    OrderId add(Side side, std::int64_t price) {
        const OrderId id = writer_.next_id();
        writer_.add({.id = id, .instrument = {1}, .side = side, .price = {price}, .qty = {100}},
                    false);
        take();
        return id;
    }
    void execute(OrderId id, std::uint32_t qty) {
        writer_.executed({.id = id, .qty = {qty}});
        take();
    }
    void erase(OrderId id) {
        writer_.deleted(id);
        take();
    }
    [[nodiscard]] const PartStatistics& noon() const {
        return statistics.part(DayPart::Continuous);
    }

  private:
    void take() {
        statistics.on_message(writer_.front().subspan(2));
        writer_.pop();
    }

    MessageWriter writer_;
};

TEST(FlowStatistics, PlacesOrdersAgainstTheBestPriceOfTheirSide) {
    Feed feed;
    feed.at(0);
    feed.add(Side::Buy, 100'000);
    feed.add(Side::Sell, 101'000);
    feed.add(Side::Buy, 100'000);   // at the touch
    feed.add(Side::Buy, 100'100);   // improves
    feed.add(Side::Sell, 101'500);  // five ticks behind
    EXPECT_EQ(feed.noon().adds_at_touch, 1U);
    EXPECT_EQ(feed.noon().adds_improving, 1U);
    EXPECT_EQ(feed.noon().ticks_behind.count(), 1U);
    EXPECT_EQ(feed.noon().ticks_behind.percentile(50), 5);
}

TEST(FlowStatistics, ALifetimeRunsFromAddToDelete) {
    Feed feed;
    feed.at(0);
    const OrderId id = feed.add(Side::Buy, 100'000);
    feed.at(100);
    feed.erase(id);
    const Distribution& lifetimes = feed.noon().deleted_lifetime_ns;
    EXPECT_EQ(lifetimes.count(), 1U);
    EXPECT_NEAR(static_cast<double>(lifetimes.percentile(50)), 1e8, 1e6);
}

TEST(FlowStatistics, AMarkoutIsTheMidsWayInTheTakersDirection) {
    Feed feed;
    feed.at(0);
    feed.add(Side::Buy, 100'000);
    const OrderId ask = feed.add(Side::Sell, 101'000);
    feed.add(Side::Sell, 102'000);
    feed.at(10);
    feed.execute(ask, 100);  // a buyer takes the best ask: the mid goes up by half the spread
    feed.at(1'020);
    feed.add(Side::Buy, 90'000);
    EXPECT_EQ(feed.noon().markouts[0].trades, 1U);
    EXPECT_DOUBLE_EQ(feed.noon().markouts[0].percent_mean(), 50);
}

TEST(FlowStatistics, WithLevelsOnlyEventsAtTheBestLevelsCount) {
    Feed feed({.levels = 2});
    feed.at(0);
    feed.add(Side::Buy, 100'000);
    feed.add(Side::Sell, 101'000);
    feed.add(Side::Buy, 99'900);
    const OrderId third = feed.add(Side::Buy, 99'800);  // the third level: not in the file
    const OrderId second = feed.add(Side::Buy, 99'950);
    feed.at(50);
    feed.erase(third);
    feed.at(100);
    feed.erase(second);
    EXPECT_EQ(feed.noon().by_type['A'], 4U);
    EXPECT_EQ(feed.noon().by_type['D'], 1U);
    EXPECT_EQ(feed.noon().messages, 5U);
    EXPECT_EQ(feed.noon().deleted_lifetime_ns.count(), 1U);
    EXPECT_EQ(feed.noon().gap_ns.percentile(100), 100'000'000) << "the gap is that of those seen";
    EXPECT_EQ(feed.noon().scores.limit_level[0].count(), 2U);
    EXPECT_EQ(feed.statistics.live_orders_max(), 5U) << "books have all orders";
}

TEST(FlowStatistics, AnOrderEnteredOutsideTheLevelsHasNoLifetime) {
    Feed feed({.levels = 1});
    feed.at(0);
    const OrderId best = feed.add(Side::Buy, 100'000);
    const OrderId outside = feed.add(Side::Buy, 99'900);
    feed.erase(best);
    feed.at(10);
    feed.erase(outside);  // the best by now, but a file of one level does not hold its entry
    EXPECT_EQ(feed.noon().by_type['D'], 2U);
    EXPECT_EQ(feed.noon().deleted_lifetime_ns.count(), 1U);
}

TEST(FlowStatistics, UnknownReferencesAreIgnored) {
    Feed feed;
    feed.at(0);
    feed.erase({77});
    feed.execute({78}, 1);
    EXPECT_EQ(feed.noon().messages, 2U);
    EXPECT_EQ(feed.noon().gap_ns.count(), 0U);
}

/// Messages of one instrument, some of them a reader's own.
class MarkedFeed {
  public:
    static constexpr std::uint16_t kMark = 1;

    FlowStatistics statistics{{.implied_tracking_number = kMark}};

    void add(std::uint64_t id, std::int64_t second, std::uint16_t mark) {
        protocols::nasdaq::itch50::AddOrder message;
        message.store_buy_sell_indicator('B');
        message.store_shares(100);
        message.store_price(100'000);
        put(message, id, second, mark);
    }
    void erase(std::uint64_t id, std::int64_t second, std::uint16_t mark) {
        protocols::nasdaq::itch50::OrderDelete message;
        put(message, id, second, mark);
    }

  private:
    void put(auto& message, std::uint64_t id, std::int64_t second, std::uint16_t mark) {
        message.store_order_reference_number(id);
        message.store_stock_locate(1);
        message.store_tracking_number(mark);
        message.store_timestamp(static_cast<std::uint64_t>(kNoon.value + second * kNanosPerSecond));
        statistics.on_message(message.bytes());
    }
};

TEST(FlowStatistics, AReadersOwnMessagesMoveTheBookAndAreNoEvents) {
    MarkedFeed feed;
    feed.add(1, 0, 0);
    feed.erase(1, 10, MarkedFeed::kMark);  // out of view
    feed.add(2, 20, MarkedFeed::kMark);
    feed.add(1, 30, MarkedFeed::kMark);  // in view again
    feed.erase(1, 40, 0);
    feed.erase(2, 50, 0);
    const PartStatistics& noon = feed.statistics.part(DayPart::Continuous);
    EXPECT_EQ(feed.statistics.implied_messages(), 3U);
    EXPECT_EQ(feed.statistics.live_orders_max(), 2U);
    EXPECT_EQ(noon.messages, 3U);
    EXPECT_EQ(noon.by_type['A'], 1U);
    EXPECT_EQ(noon.gap_ns.count(), 2U);
    ASSERT_EQ(noon.deleted_lifetime_ns.count(), 1U) << "the add of 2 was not recorded";
    EXPECT_NEAR(static_cast<double>(noon.deleted_lifetime_ns.percentile(50)), 40e9, 1e9);
}

TEST(FlowStatistics, CountsWhatItCannotDecode) {
    FlowStatistics statistics;
    const std::array<std::byte, 12> unknown{std::byte{'~'}};
    statistics.on_message(unknown);
    statistics.on_message({});
    EXPECT_EQ(statistics.not_decoded(), 2U);
}

TEST(FlowStatistics, EvenArrivalsHaveNoDispersionAndBurstsHaveMuch) {
    Dispersion even({1'000});
    Dispersion bursts({1'000});
    for (std::int64_t i = 0; i < 1'000; ++i) {
        even.on_message({i * 100});
        bursts.on_message({i / 100 * 10'000 + i % 100});
    }
    EXPECT_NEAR(even.index(), 0, 1e-9);
    EXPECT_GT(bursts.index(), 50);
}

TEST(FlowStatistics, TradesOfGeneratedDaysAreInformative) {
    auto generator = MarketGenerator::create({.seed = 21, .messages = 100'000, .instruments = 1});
    ASSERT_TRUE(generator);
    FlowStatistics statistics;
    for (Bytes m = generator->next(); !m.empty(); m = generator->next()) {
        statistics.on_message(m);
    }
    const PartStatistics& part = statistics.part(DayPart::Continuous);
    ASSERT_GT(part.markouts[0].trades, 1'000U);
    EXPECT_GT(part.markouts[0].percent_mean(), 10) << "the mid follows the taker";
    EXPECT_GT(part.dispersions[2].index(), 2) << "arrivals excite each other";
    EXPECT_EQ(statistics.not_decoded(), 0U);
    EXPECT_NE(to_json(statistics).find("\"percent_of_spread\""), std::string::npos);
}

TEST(Sampling, ExponentialWaitsHaveTheirMeanAndTheirTail) {
    Dice dice(3);
    constexpr int kDraws = 200'000;
    double sum = 0;
    int beyond = 0;
    for (int i = 0; i < kDraws; ++i) {
        const std::int64_t wait = dice.exponential(1'000'000);
        sum += static_cast<double>(wait);
        beyond += wait > 3'000'000 ? 1 : 0;
    }
    EXPECT_NEAR(sum / kDraws, 1e6, 1e4);
    EXPECT_NEAR(beyond / static_cast<double>(kDraws), std::exp(-3), 0.003);
}

TEST(Sampling, QuantilesAreMetByTheDraws) {
    constexpr std::array kPoints{Quantile{0, 10}, Quantile{512, 20},
                                 Quantile{kOne, 1'000'000'000'000}};
    Dice dice(4);
    int below_20 = 0;
    for (int i = 0; i < 100'000; ++i) {
        const std::uint64_t value = dice.quantile(kPoints);
        ASSERT_GE(value, 10U);
        ASSERT_LE(value, 1'000'000'000'000U);
        below_20 += value < 20 ? 1 : 0;
    }
    EXPECT_NEAR(below_20, 50'000, 1'000);
}

TEST(Sampling, ActivityFollowsTheWeights) {
    const std::array<std::uint32_t, 4> weights{1, 2, 5, 0};
    const ActivityTable table(weights);
    Dice dice(5);
    std::array<int, 4> drawn{};
    for (int i = 0; i < 80'000; ++i) {
        ++drawn[table.draw(dice)];
    }
    EXPECT_NEAR(drawn[0], 10'000, 500);
    EXPECT_NEAR(drawn[1], 20'000, 700);
    EXPECT_NEAR(drawn[2], 50'000, 900);
    EXPECT_EQ(drawn[3], 0);
}

}  // namespace
}  // namespace hotpath::sim::market
