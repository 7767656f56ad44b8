// Runs the Leaner on a generated day against the simulated exchange and prints what came of it.

#include "docs/examples/first_strategy.hpp"

#include <cstdio>

#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/sim/session/session.hpp"
#include "hotpath/venue/nasdaq/nasdaq_engine.hpp"

using namespace hotpath;

struct NoObserver {
    void on_packet(const auto&, Time) {}
    void on_reply(const auto&, Time) {}
};

int main() {
    const book::BooksOptions books{
        .orders_max = 100'000, .levels_max = 20'000, .instruments_max = 10};
    using Trader = venue::nasdaq::NasdaqEngine<tutorial::Leaner>;
    auto market =
        sim::market::MarketGenerator::create({.seed = 1, .messages = 200'000, .instruments = 1});
    auto venue = exchange::Exchange::create({.books = books});
    auto flow = sim::flow::RecordedFlow::create(books);
    engine::EngineOptions options;
    options.books = books;
    auto trader = Trader::create(options, {});
    if (!market || !venue || !flow || !trader) {
        return 1;
    }
    sim::session::Session<Trader, NoObserver> session({}, {.venue = std::move(*venue),
                                                           .flow = std::move(*flow),
                                                           .trader = std::move(*trader),
                                                           .observer = {}});
    for (Bytes message = market->next(); !message.empty(); message = market->next()) {
        session.on_message(message);
    }
    session.finish();

    const oms::Orders& orders = session.trader().orders();
    std::printf("orders %llu, executions %llu, profit and loss %.2f dollars\n",
                static_cast<unsigned long long>(orders.counters().entered),
                static_cast<unsigned long long>(orders.counters().executions),
                static_cast<double>(orders.account().pnl.value) / 10'000);
    return orders.counters().executions > 0 ? 0 : 1;
}
