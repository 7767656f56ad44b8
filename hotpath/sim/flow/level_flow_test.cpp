// A flow by price takes canceled shares from the orders of a level, walked one by one where a
// session order may be among them, else from the back: both must do the same.

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::sim::flow {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;

constexpr book::BooksOptions kLevelBooks{.orders_max = 50'000,
                                         .levels_max = 20'000,
                                         .instruments_max = 1,
                                         .huge_pages = HugePages::Never};
constexpr book::LevelKey kFarBid{.side = Side::Buy, .price = {100}};

/// A venue with a recording by price and a session's bid far from its market.
class LevelVenue {
  public:
    explicit LevelVenue(Symbol symbol) : symbol_(symbol) {}

    void enter(std::uint32_t user_ref_num, char display) {
        ouch50::EnterOrder m;
        m.store_user_ref_num(user_ref_num);
        m.store_side(ouch50::to_code(kFarBid.side));
        m.store_quantity(100);
        m.store_symbol(symbol_);
        m.store_price(ouch50::to_long_price4(kFarBid.price));
        m.store_time_in_force(ouch50::time_in_force::kDay);
        m.store_display(display);
        m.store_cross_type(ouch50::cross_type::kContinuousMarket);
        venue_.on_order_bytes({}, m.bytes(), {});
        drain();
    }
    void cancel(std::uint32_t user_ref_num) {
        ouch50::CancelOrderRequest m;
        m.store_user_ref_num(user_ref_num);
        m.store_quantity(0);
        venue_.on_order_bytes({}, m.bytes(), {});
        drain();
    }
    void play(Bytes message) {
        drain();
        ASSERT_EQ(flow_.on_message(message, venue_), protocols::DecodeStatus::Ok);
    }
    void drain() {
        venue_.clear_feed();
        venue_.clear_replies();
    }
    [[nodiscard]] const exchange::Exchange& venue() const { return venue_; }

  private:
    Symbol symbol_;
    exchange::OuchExchange venue_ =
        std::move(*exchange::OuchExchange::create({.books = kLevelBooks}));
    RecordedFlow flow_ =
        std::move(*RecordedFlow::create(kLevelBooks, {.queue = QueueModel::Power}));
};

TEST(LevelFlow, ALevelWithoutSessionOrdersIsReducedAsOneThatIsWalked) {
    const std::uint64_t seed = support::seed_of_this_test(7);
    auto market = std::move(
        *market::MarketGenerator::create({.seed = seed, .messages = 30'000, .instruments = 1}));
    LevelVenue taken_from_back(market.symbol({1}));
    LevelVenue walked(market.symbol({1}));
    bool is_entered = false;
    std::uint64_t compared = 0;
    for (Bytes message = market.next(); !message.empty(); message = market.next()) {
        taken_from_back.play(message);
        walked.play(message);
        ASSERT_TRUE(std::ranges::equal(
            taken_from_back.venue().feed_packets(), walked.venue().feed_packets(),
            [](Bytes one, Bytes other) { return std::ranges::equal(one, other); }));
        compared += is_entered ? 1 : 0;
        if (!is_entered && taken_from_back.venue().books().best({1}, Side::Sell).orders != 0) {
            // Of a hidden order the books do not show the place. Both venues number the same orders.
            for (LevelVenue* const venue : {&taken_from_back, &walked}) {
                venue->enter(1, ouch50::display::kVisible);
                venue->enter(2, ouch50::display::kHidden);
            }
            taken_from_back.cancel(2);
            is_entered = true;
            const book::LevelKey touch{.side = Side::Sell, .price = {1'000'000}};
            EXPECT_FALSE(taken_from_back.venue().may_have_session_order({1}, touch));
            EXPECT_TRUE(walked.venue().may_have_session_order({1}, touch));
        }
    }
    EXPECT_GT(compared, 20'000U);
}

}  // namespace
}  // namespace hotpath::sim::flow
