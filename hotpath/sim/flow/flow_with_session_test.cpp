// A generated day with a trader of random actions: the invariants between the venue and the
// recording.

#include <map>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/exchange/orders/order_ids.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::sim::flow {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;

constexpr std::uint16_t kInstruments = 2;
constexpr book::BooksOptions kBooks{.orders_max = 50'000,
                                    .levels_max = 20'000,
                                    .instruments_max = kInstruments,
                                    .huge_pages = HugePages::Never};

/// Enters orders within a few ticks of the touch, either side of it, and cancels old ones.
class RestlessTrader {
  public:
    RestlessTrader(std::uint64_t seed, const market::MarketGenerator& market)
        : random_(seed), market_(market) {}

    void act(exchange::OuchExchange& venue) {
        const InstrumentId instrument{static_cast<std::uint16_t>(1 + random_.below(kInstruments))};
        const Side side = random_.one_in(2) ? Side::Buy : Side::Sell;
        const book::Level touch = venue.books().best(instrument, side);
        if (touch.orders == 0) {
            return;
        }
        const auto distance = static_cast<std::int64_t>(random_.below(9)) - 4;
        ouch50::EnterOrder m;
        m.store_user_ref_num(++user_ref_num_);
        m.store_side(ouch50::to_code(side));
        m.store_quantity(static_cast<std::uint32_t>(1 + random_.below(500)));
        m.store_symbol(market_.symbol(instrument));
        m.store_price(ouch50::to_long_price4(touch.price + 100 * distance));
        m.store_time_in_force(ouch50::time_in_force::kDay);
        m.store_display(ouch50::display::kVisible);
        m.store_cross_type(ouch50::cross_type::kContinuousMarket);
        venue.on_order_bytes({}, m.bytes(), {});
        ouch50::CancelOrderRequest cancel;
        cancel.store_user_ref_num(user_ref_num_ - 20);
        venue.on_order_bytes({}, cancel.bytes(), {});
    }

  private:
    Random random_;
    const market::MarketGenerator& market_;
    std::uint32_t user_ref_num_ = 20;
};

/// Every recorded order at the venue stands in the recording too, at the same price; without impact
/// it has no more left than there.
void expect_subset(const book::L3Books& venue, const RecordedFlow& flow, const FillModel& model) {
    std::map<OrderId, book::OrderView> by_venue_id;
    for (std::uint16_t instrument = 1; instrument <= kInstruments; ++instrument) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            flow.recording().for_each_order({instrument}, side, [&](const book::OrderView& order) {
                by_venue_id[flow.id_at_venue(order.id)] = order;
            });
        }
    }
    for (std::uint16_t instrument = 1; instrument <= kInstruments; ++instrument) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            venue.for_each_order({instrument}, side, [&](const book::OrderView& order) {
                if (exchange::is_background(order.id)) {
                    const auto recorded = by_venue_id.find(order.id);
                    ASSERT_NE(recorded, by_venue_id.end()) << "order " << order.id.value;
                    ASSERT_EQ(recorded->second.price, order.price);
                    if (model.impact == Impact::None) {
                        ASSERT_LE(order.leaves_qty, recorded->second.leaves_qty);
                    }
                }
            });
        }
    }
}

/// No price has more shares of the background than in the recording.
void expect_no_more(const book::L3Books& venue, const book::L3Books& recording) {
    for (std::uint16_t instrument = 1; instrument <= kInstruments; ++instrument) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            std::map<Price, TotalQty> levels;
            venue.for_each_order({instrument}, side, [&](const book::OrderView& order) {
                if (exchange::is_background(order.id)) {
                    levels[order.price] += order.leaves_qty;
                }
            });
            for (const auto& [price, qty] : levels) {
                ASSERT_LE(qty, recording.level({instrument}, {side, price}).qty)
                    << "at " << price.value;
            }
        }
    }
}

class FlowWithSession : public testing::TestWithParam<FillModel> {};

TEST_P(FlowWithSession, NoRecordedOrderOutlivesItsRecordingAndNoBookIsEverCrossed) {
    const std::uint64_t seed = support::seed_of_this_test(11);
    auto market = std::move(*market::MarketGenerator::create(
        {.seed = seed, .messages = 30'000, .instruments = kInstruments}));
    auto venue = std::move(*exchange::OuchExchange::create({.books = kBooks}));
    auto flow = std::move(*RecordedFlow::create(kBooks, GetParam()));
    RestlessTrader trader(seed, market);
    for (Bytes message = market.next(); !message.empty(); message = market.next()) {
        ASSERT_EQ(flow.on_message(message, venue), protocols::DecodeStatus::Ok);
        trader.act(venue);
        venue.clear_feed();
        venue.clear_replies();
        for (std::uint16_t instrument = 1; instrument <= kInstruments; ++instrument) {
            const book::Bbo bbo = venue.books().bbo({instrument});
            ASSERT_TRUE(!bbo.is_two_sided() || bbo.bid.price < bbo.ask.price);
        }
        if (flow.counters().messages % 100 == 0) {
            if (GetParam().is_by_price()) {
                expect_no_more(venue.books(), flow.recording());
            } else {
                expect_subset(venue.books(), flow, GetParam());
            }
        }
        ASSERT_FALSE(testing::Test::HasFailure()) << "message " << flow.counters().messages;
    }
    EXPECT_EQ(flow.counters().impossible, 0U);
    EXPECT_EQ(flow.counters().refused, 0U);
    if (!GetParam().is_by_price()) {
        EXPECT_GT(flow.counters().orders_gone, 100U);
    }
    if (GetParam() == kMatched) {
        EXPECT_GT(flow.counters().orders_withdrawn, 100U);
    } else {
        EXPECT_EQ(flow.counters().orders_withdrawn, 0U);
    }
    EXPECT_GT(venue.counters().session_executions, 1'000U);
}

INSTANTIATE_TEST_SUITE_P(Models, FlowWithSession,
                         testing::Values(FillModel{}, kMatched,
                                         FillModel{.queue = QueueModel::BackOfLine},
                                         FillModel{.queue = QueueModel::Proportional},
                                         FillModel{.queue = QueueModel::Power},
                                         FillModel{.queue = QueueModel::Logarithmic}));

}  // namespace
}  // namespace hotpath::sim::flow
