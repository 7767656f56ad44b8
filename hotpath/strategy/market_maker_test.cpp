#include "hotpath/strategy/market_maker.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::strategy {
namespace {

constexpr InstrumentId kInstrument{1};

/// One instrument's book, the orders of the market maker, and a venue that does as it is told.
class Quoting : public testing::Test {
  protected:
    void set_market(std::int64_t bid, std::int64_t ask, std::uint32_t bid_qty = 100,
                    std::uint32_t ask_qty = 100) {
        for (const OrderId id : market_) {
            books.remove(id);
        }
        market_.clear();
        add_others(Side::Buy, bid, bid_qty);
        add_others(Side::Sell, ask, ask_qty);
    }
    void add_others(Side side, std::int64_t price, std::uint32_t qty = 100) {
        market_.push_back({++last_id_});
        books.add({.id = {last_id_},
                   .instrument = kInstrument,
                   .side = side,
                   .price = {price},
                   .leaves_qty = {qty}});
    }

    std::vector<oms::Intent> decide() {
        oms::Intents intents(orders.next_id());
        maker.on_book({books, kInstrument}, {now, orders}, intents);
        return {intents.all().begin(), intents.all().end()};
    }
    /// The market maker decides, the venue accepts and shows the orders in its book.
    std::vector<oms::Intent> decide_and_accept() {
        const std::vector<oms::Intent> intents = decide();
        for (const oms::Intent& intent : intents) {
            accept(intent);
        }
        return intents;
    }
    void accept(const oms::Intent& intent) {
        if (intent.kind == oms::Intent::Kind::Enter) {
            orders.enter({.id = intent.id,
                          .instrument = kInstrument,
                          .side = intent.side,
                          .qty = intent.qty,
                          .price = intent.price});
            orders.on_accepted({.id = intent.id,
                                .venue_id = {++last_id_},
                                .qty = intent.qty,
                                .price = intent.price});
            books.add({.id = {last_id_},
                       .instrument = kInstrument,
                       .side = intent.side,
                       .price = intent.price,
                       .leaves_qty = intent.qty});
        } else if (intent.kind == oms::Intent::Kind::Replace) {
            const oms::Order original = *orders.find(intent.original);
            orders.replace({.original = original.id,
                            .id = intent.id,
                            .qty = original.cum_qty + intent.qty,
                            .price = intent.price});
            orders.on_replaced({.original = original.id,
                                .id = intent.id,
                                .venue_id = {++last_id_},
                                .leaves_qty = intent.qty,
                                .price = intent.price});
            books.replace(original.venue_id,
                          {.id = {last_id_}, .qty = intent.qty, .price = intent.price});
        } else {
            const oms::Order order = *orders.find(intent.id);
            orders.cancel(order.id);
            orders.on_canceled(order.id, order.leaves_qty);
            books.remove(order.venue_id);
        }
    }
    void execute(ClOrdId id, std::uint32_t qty) {
        oms::Fill fill;
        const oms::Order order = *orders.find(id);
        orders.on_executed({.id = id, .match = {++match_}, .qty = {qty}, .price = order.price},
                           fill);
        books.execute(order.venue_id, {qty});
    }
    /// An inventory from nowhere.
    void hold(Side side, std::uint32_t qty) {
        const ClOrdId id = orders.next_id();
        oms::Fill fill;
        orders.enter(
            {.id = id, .instrument = kInstrument, .side = side, .qty = {qty}, .price = {1}});
        orders.on_executed({.id = id, .match = {++match_}, .qty = {qty}, .price = {1}}, fill);
    }
    const oms::Order* quote(Side side) const {
        for (const ClOrdId id : orders.open_orders()) {
            if (orders.find(id)->side == side) {
                return orders.find(id);
            }
        }
        return nullptr;
    }
    Price price(Side side) const { return quote(side) == nullptr ? Price{0} : quote(side)->price; }

    book::L3Books books = std::move(*book::L3Books::create({.orders_max = 1'000,
                                                            .levels_max = 100,
                                                            .instruments_max = 2,
                                                            .huge_pages = HugePages::Never}));
    oms::Orders orders = std::move(*oms::Orders::create({.instruments_max = 2,
                                                         .orders_remembered = 1'024,
                                                         .open_orders_max = 16,
                                                         .executions_remembered = 64}));
    MarketMaker maker{{.instruments_max = 2}};
    Time now{kNanosPerSecond};

  private:
    std::vector<OrderId> market_;
    std::uint64_t last_id_ = 0;
    std::uint64_t match_ = 0;
};

TEST_F(Quoting, JoinsBothSidesOfABalancedMarket) {
    set_market(100'000, 100'100);
    EXPECT_EQ(decide_and_accept().size(), 2U);
    EXPECT_EQ(price(Side::Buy), Price{100'000});
    EXPECT_EQ(price(Side::Sell), Price{100'100});
    EXPECT_EQ(quote(Side::Buy)->leaves_qty, Qty{100});
}

TEST_F(Quoting, NeverStandsAheadOfTheOthersTouch) {
    set_market(100'000, 101'000);
    decide_and_accept();
    EXPECT_EQ(price(Side::Buy), Price{100'000});
    EXPECT_EQ(price(Side::Sell), Price{101'000});
}

TEST_F(Quoting, StaysWhereItIsWhileNothingChanges) {
    set_market(100'000, 100'100);
    decide_and_accept();
    EXPECT_TRUE(decide().empty());
    add_others(Side::Buy, 99'000);
    EXPECT_TRUE(decide().empty());
}

TEST_F(Quoting, AsksAgainForWhatWasNotSent) {
    set_market(100'000, 100'100);
    EXPECT_EQ(decide().size(), 2U);
    EXPECT_EQ(decide().size(), 2U) << "neither was sent";
}

TEST_F(Quoting, StepsBackFromTheSideThePriceIsAboutToRunOver) {
    set_market(100'000, 100'100, 900, 100);  // bids crowd: the price is about to rise
    decide_and_accept();
    EXPECT_EQ(price(Side::Buy), Price{100'000});
    EXPECT_EQ(price(Side::Sell), Price{100'200});
}

TEST_F(Quoting, FollowsTheMarketByReplacing) {
    set_market(100'000, 100'100);
    decide_and_accept();
    set_market(100'200, 100'300);
    const std::vector<oms::Intent> intents = decide_and_accept();
    ASSERT_EQ(intents.size(), 2U);
    EXPECT_EQ(intents[0].kind, oms::Intent::Kind::Replace);
    EXPECT_EQ(price(Side::Buy), Price{100'200});
    EXPECT_EQ(price(Side::Sell), Price{100'300});
}

TEST_F(Quoting, DoesNotFollowItself) {
    set_market(100'000, 100'100);
    decide_and_accept();
    set_market(99'500, 100'600);  // the others have left: ours are the best prices now
    decide_and_accept();
    EXPECT_EQ(price(Side::Buy), Price{99'500});
    EXPECT_EQ(price(Side::Sell), Price{100'600});
}

TEST_F(Quoting, LooksAgainWhenAnOrderGetsAnotherNameAtTheVenue) {
    set_market(100'000, 100'100, 50, 50);
    decide_and_accept();
    EXPECT_TRUE(decide().empty());
    // The book does not show the new name: the bid there is another's now, and the fair price higher.
    orders.on_moved(quote(Side::Buy)->id, {1'000'000});
    const std::vector<oms::Intent> intents = decide();
    ASSERT_EQ(intents.size(), 1U);
    EXPECT_EQ(intents[0].original, quote(Side::Sell)->id);
    EXPECT_EQ(intents[0].price, Price{100'200});
}

TEST_F(Quoting, LeansAgainstTheInventory) {
    hold(Side::Buy, 500);
    set_market(100'000, 100'100);
    decide_and_accept();
    EXPECT_EQ(price(Side::Buy), Price{99'900}) << "long: buys lower";
    EXPECT_EQ(price(Side::Sell), Price{100'100});
}

TEST_F(Quoting, LeansTheOtherWayWhenShort) {
    hold(Side::Sell, 500);
    set_market(100'000, 100'100);
    decide_and_accept();
    EXPECT_EQ(price(Side::Buy), Price{100'000});
    EXPECT_EQ(price(Side::Sell), Price{100'200});
}

TEST_F(Quoting, QuotesNoMoreThanTakesItToTheInventoryLimit) {
    hold(Side::Buy, 960);
    set_market(100'000, 100'100);
    decide_and_accept();
    EXPECT_EQ(quote(Side::Buy)->leaves_qty, Qty{40});
    EXPECT_EQ(quote(Side::Sell)->leaves_qty, Qty{100});
}

TEST_F(Quoting, QuotesOneSideAtTheInventoryLimit) {
    hold(Side::Sell, 1'000);
    set_market(100'000, 100'100);
    decide_and_accept();
    EXPECT_EQ(quote(Side::Sell), nullptr);
    EXPECT_NE(quote(Side::Buy), nullptr);
}

TEST_F(Quoting, QuotesAgainAfterAFill) {
    set_market(100'000, 100'100);
    decide_and_accept();
    execute(quote(Side::Buy)->id, 100);
    const std::vector<oms::Intent> intents = decide();
    ASSERT_EQ(intents.size(), 1U);
    EXPECT_EQ(intents[0].kind, oms::Intent::Kind::Enter);
    EXPECT_EQ(intents[0].side, Side::Buy);
}

TEST_F(Quoting, KeepsItsPlaceInTheQueueAfterAPartialFill) {
    set_market(100'000, 100'100);
    decide_and_accept();
    execute(quote(Side::Buy)->id, 60);
    EXPECT_TRUE(decide().empty());
}

TEST_F(Quoting, IgnoresMovesOfTheFairPriceWithinTheHysteresis) {
    set_market(100'000, 100'100, 500, 500);
    decide_and_accept();
    set_market(100'000, 100'100, 500, 200);  // 21 units up, of a spread of 100
    EXPECT_TRUE(decide().empty());
    set_market(100'000, 100'100, 900, 100);  // 40 units up
    EXPECT_EQ(decide().size(), 1U) << "the ask steps back";
}

TEST_F(Quoting, PullsItsQuotesWhenThereIsNoMarket) {
    set_market(100'000, 100'100);
    decide_and_accept();
    set_market(100'000, 103'000);  // wider than it may be
    const std::vector<oms::Intent> intents = decide_and_accept();
    ASSERT_EQ(intents.size(), 2U);
    EXPECT_EQ(intents[0].kind, oms::Intent::Kind::Cancel);
    EXPECT_TRUE(orders.open_orders().empty());
    set_market(100'100, 100'100);  // locked
    EXPECT_TRUE(decide().empty());
}

TEST_F(Quoting, AsksForACancelOnce) {
    set_market(100'000, 100'100);
    decide_and_accept();
    set_market(100'000, 103'000);
    for (const oms::Intent& intent : decide()) {
        orders.cancel(intent.id);
    }
    EXPECT_TRUE(decide().empty());
}

TEST_F(Quoting, WaitsForTheVenueBeforeItAsksForMore) {
    set_market(100'000, 100'100);
    for (const oms::Intent& intent : decide()) {
        orders.enter({.id = intent.id,
                      .instrument = kInstrument,
                      .side = intent.side,
                      .qty = intent.qty,
                      .price = intent.price});
    }
    set_market(100'200, 100'300);
    EXPECT_TRUE(decide().empty());
}

TEST_F(Quoting, StaysOutForAWhileAfterARejection) {
    set_market(100'000, 100'100);
    const std::vector<oms::Intent> intents = decide();
    maker.on_reject({.by = oms::RejectedBy::Venue, .instrument = kInstrument, .id = intents[0].id},
                    {now, orders});
    now.value += kNanosPerSecond - 1;
    EXPECT_TRUE(decide().empty());
    now.value += 1;
    EXPECT_EQ(decide().size(), 2U);
}

TEST_F(Quoting, PullsAnOrderWhoseReplacementWasRejected) {
    set_market(100'000, 100'100);
    decide_and_accept();
    set_market(100'200, 100'300);
    for (const oms::Intent& intent : decide()) {
        maker.on_reject({.by = oms::RejectedBy::Risk,
                         .instrument = kInstrument,
                         .id = intent.id,
                         .original = intent.original},
                        {now, orders});
    }
    const std::vector<oms::Intent> intents = decide_and_accept();
    ASSERT_EQ(intents.size(), 2U);
    EXPECT_EQ(intents[0].kind, oms::Intent::Kind::Cancel);
    EXPECT_TRUE(orders.open_orders().empty());
}

TEST_F(Quoting, PullsItsQuotesWhileTheBooksAreStale) {
    set_market(100'000, 100'100);
    decide_and_accept();
    maker.on_books_state(BooksState::Stale, {now, orders});
    const std::vector<oms::Intent> intents = decide_and_accept();
    ASSERT_EQ(intents.size(), 2U);
    EXPECT_EQ(intents[0].kind, oms::Intent::Kind::Cancel);
    EXPECT_EQ(intents[1].kind, oms::Intent::Kind::Cancel);
    EXPECT_TRUE(decide().empty());
    maker.on_books_state(BooksState::Current, {now, orders});
    EXPECT_EQ(decide().size(), 2U);
}

TEST_F(Quoting, AfterStaleBooksAPriceOfBeforeHoldsNothing) {
    set_market(100'000, 101'000);
    decide_and_accept();
    maker.on_books_state(BooksState::Stale, {now, orders});
    decide_and_accept();
    maker.on_books_state(BooksState::Current, {now, orders});
    set_market(100'100, 101'100);  // less than the hysteresis from where it was
    const std::vector<oms::Intent> intents = decide();
    set_market(100'000, 101'000);
    MarketMaker fresh({.instruments_max = 10});
    set_market(100'100, 101'100);
    oms::Intents of_fresh(orders.next_id());
    fresh.on_book({books, kInstrument}, {now, orders}, of_fresh);
    ASSERT_EQ(intents.size(), 2U);
    ASSERT_EQ(of_fresh.all().size(), 2U);
    EXPECT_EQ(intents[0].price, of_fresh.all()[0].price);
    EXPECT_EQ(intents[1].price, of_fresh.all()[1].price);
}

TEST_F(Quoting, InARandomMarketItTradesBothWaysAndItsInventoryStaysBounded) {
    Random random(support::seed_of_this_test(77));
    std::int64_t mid = 100'000;
    for (int i = 0; i < 20'000; ++i) {
        mid += 100 * (static_cast<std::int64_t>(random.below(3)) - 1);
        const std::int64_t ask = mid + 100 + 100 * static_cast<std::int64_t>(random.below(3));
        const auto bid_qty = 1 + static_cast<std::uint32_t>(random.below(900));
        const auto ask_qty = 1 + static_cast<std::uint32_t>(random.below(900));
        set_market(mid, ask, bid_qty, ask_qty);
        decide_and_accept();
        const Side side = random.below(2) == 0 ? Side::Buy : Side::Sell;
        if (const oms::Order* open = quote(side); open != nullptr && random.below(4) == 0) {
            execute(open->id, 1 + static_cast<std::uint32_t>(random.below(open->leaves_qty.value)));
        }
        ASSERT_LE(magnitude(orders.position(kInstrument).position), maker.options().inventory_max);
        ASSERT_LE(orders.open_orders().size(), 2U);
    }
    EXPECT_GT(orders.position(kInstrument).bought_qty, 10'000U);
    EXPECT_GT(orders.position(kInstrument).sold_qty, 10'000U);
}

}  // namespace
}  // namespace hotpath::strategy
