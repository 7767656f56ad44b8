// A strategy that sees its place in the queue, in the simulation: at the exchange, with latencies.
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/sim/session/session.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "tests/support/place_check.hpp"

namespace hotpath::sim::session {
namespace {

/// A market maker that compares each place with a walk of the queue.
class PlaceCheckingMaker : public strategy::MarketMaker {
  public:
    static constexpr bool kFollowsQueue = true;

    PlaceCheckingMaker() : MarketMaker({.instruments_max = 10}) {}

    void on_book(const book::BookView& book, const strategy::QueueContext& context,
                 oms::Intents& intents) noexcept {
        places.check(book, context);
        MarketMaker::on_book(book, context, intents);
    }

    support::PlaceCheck places;
};

struct NoPlacesObserver {
    void on_packet(const auto&, Time) {}
    void on_reply(const auto&, Time) {}
};

TEST(QueuePlacesInASession, AreThoseOfAWalkAtTheExchangesOrders) {
    constexpr book::BooksOptions kTenNames{
        .orders_max = 100'000, .levels_max = 20'000, .instruments_max = 10};
    using Trader = protocols::nasdaq::NasdaqEngine<PlaceCheckingMaker>;
    engine::EngineOptions options;
    options.books = kTenNames;
    auto market =
        market::MarketGenerator::create({.seed = 3, .messages = 100'000, .instruments = 1});
    auto venue = exchange::OuchExchange::create({.books = kTenNames});
    auto flow = flow::RecordedFlow::create(kTenNames);
    auto trader = Trader::create(options, {});
    ASSERT_TRUE(market && venue && flow && trader);
    Session<Trader, NoPlacesObserver> session(
        {.feed_latency = {{50'000}}, .entry_latency = {{20'000}}, .response_latency = {{80'000}}},
        {.venue = std::move(*venue),
         .flow = std::move(*flow),
         .trader = std::move(*trader),
         .observer = {}});
    for (Bytes message = market->next(); !message.empty(); message = market->next()) {
        session.on_message(message);
    }
    session.finish();
    const PlaceCheckingMaker& maker = session.trader().strategy();
    EXPECT_EQ(maker.places.wrong, 0U);
    EXPECT_GT(maker.places.known, 1'000U);
    EXPECT_GT(session.trader().orders().counters().executions, 10U);
}

}  // namespace
}  // namespace hotpath::sim::session
