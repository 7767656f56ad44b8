#include "hotpath/sim/session/session.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/strategy/market_maker.hpp"

namespace hotpath::sim::session {
namespace {

namespace itch50 = protocols::nasdaq::itch50;
namespace ouch50 = protocols::nasdaq::ouch50;

constexpr book::BooksOptions kBooks{
    .orders_max = 100'000, .levels_max = 20'000, .instruments_max = 100};

/// Notes when it is given what; answers the packet after `order_after` packets with one order.
class NotingTrader {
  public:
    explicit NotingTrader(std::size_t order_after = ~std::size_t{0}) : order_after_(order_after) {}

    std::vector<Time> packets{};
    std::vector<Time> replies{};
    std::vector<Time> timers{};

    void on_packet(Bytes, Time now) {
        packets.push_back(now);
        has_order_ = packets.size() == order_after_;
    }
    void on_order_bytes(Bytes, Time now) { replies.push_back(now); }
    void on_timer(Time now) { timers.push_back(now); }

    template <class Sink>
    void for_each_outgoing(Sink&& sink) {
        if (has_order_) {
            sink(order().bytes());
            has_order_ = false;
        }
    }

  private:
    [[nodiscard]] static ouch50::EnterOrder order() {
        ouch50::EnterOrder m;
        m.store_user_ref_num(1);
        m.store_side('B');
        m.store_quantity(100);
        m.store_symbol(*Symbol::from("ABC"));
        m.store_price(10'000);
        m.store_time_in_force(ouch50::time_in_force::kDay);
        m.store_display(ouch50::display::kVisible);
        m.store_capacity(ouch50::capacity::kPrincipal);
        m.store_iso_eligibility(ouch50::iso_eligibility::kNotEligible);
        m.store_cross_type(ouch50::cross_type::kContinuousMarket);
        return m;
    }

    std::size_t order_after_;
    bool has_order_ = false;
};

struct NoObserver {
    void on_packet(const auto&, Time) {}
    void on_reply(const auto&, Time) {}
};

template <class T>
Session<T, NoObserver> make_session(const SessionOptions& options, T trader) {
    auto venue = exchange::OuchExchange::create({.books = kBooks});
    auto flow = flow::RecordedFlow::create(kBooks);
    return Session<T, NoObserver>(options, {.venue = std::move(venue.value()),
                                            .flow = std::move(flow.value()),
                                            .trader = std::move(trader),
                                            .observer = {}});
}

itch50::StockDirectory directory(std::uint64_t time) {
    itch50::StockDirectory m;
    m.store_stock_locate(1);
    m.store_timestamp(time);
    m.store_stock(*Symbol::from("ABC"));
    return m;
}

itch50::StockTradingAction trading(std::uint64_t time) {
    itch50::StockTradingAction m;
    m.store_stock_locate(1);
    m.store_timestamp(time);
    m.store_stock(*Symbol::from("ABC"));
    m.store_trading_state('T');
    return m;
}

TEST(Session, APacketArrivesTheFeedLatencyAfterItsMessage) {
    auto session = make_session({.feed_latency = {{700}}}, NotingTrader{});
    session.on_message(directory(1'000).bytes());
    session.on_message(trading(1'500).bytes());
    EXPECT_TRUE(session.trader().packets.empty()) << "the first is still under way";
    session.finish();
    EXPECT_EQ(session.trader().packets, (std::vector<Time>{{1'700}, {2'200}}));
}

TEST(Session, AnOrderTravelsToTheVenueAndItsReplyBack) {
    auto session = make_session(
        {.feed_latency = {{100}}, .entry_latency = {{2'000}}, .response_latency = {{30'000}}},
        NotingTrader(2));
    session.on_message(directory(1'000).bytes());
    session.on_message(trading(1'000).bytes());
    session.finish();
    EXPECT_EQ(session.trader().replies, (std::vector<Time>{{1'100 + 2'000 + 30'000}}));
    // What the order did to the book came by the feed: it is the third packet.
    EXPECT_EQ(session.trader().packets.back(), (Time{1'100 + 2'000 + 100}));
    EXPECT_EQ(session.venue().session_orders(), 1U);
}

TEST(Session, TheTraderHasATimerAndTheVenueAHeartbeatEverySecondOfSilence) {
    auto session = make_session({.feed_latency = {{5}}}, NotingTrader{});
    session.on_message(directory(0).bytes());
    session.on_message(trading(3 * kNanosPerSecond + 1).bytes());
    EXPECT_EQ(session.trader().timers,
              (std::vector<Time>{{kNanosPerSecond}, {2 * kNanosPerSecond}, {3 * kNanosPerSecond}}));
    EXPECT_EQ(session.trader().packets.size(), 1U + 3U - 1U) << "the last heartbeat is under way";
}

TEST(Session, AMessageTooShortForATimeStopsNothing) {
    auto session = make_session({}, NotingTrader{});
    session.on_message(directory(1'000).bytes());
    session.on_message(directory(1'000).bytes().first(5));
    session.on_message(trading(2'000).bytes());
    session.finish();
    EXPECT_EQ(session.flow().counters().decode_errors, 1U);
    EXPECT_EQ(session.trader().packets.size(), 2U);
}

/// A market maker in every instrument of a small generated day.
auto run_engine(const SessionOptions& options) {
    using Trader = protocols::nasdaq::NasdaqEngine<strategy::MarketMaker>;
    auto market =
        market::MarketGenerator::create({.seed = 3, .messages = 20'000, .instruments = 2});
    engine::EngineOptions engine_options;
    engine_options.books = kBooks;
    auto trader = Trader::create(engine_options, strategy::MarketMaker({.instruments_max = 100}));
    auto session = make_session(options, std::move(trader.value()));
    for (Bytes message = market->next(); !message.empty(); message = market->next()) {
        session.on_message(message);
    }
    session.finish();
    return session;
}

TEST(Session, TheSameMarketGivesTheSameBytes) {
    const auto first = run_engine({});
    const auto second = run_engine({});
    EXPECT_GT(first.counters().order_messages, 100U);
    EXPECT_EQ(first.outputs_hash(), second.outputs_hash());
    EXPECT_EQ(first.counters().order_messages, second.counters().order_messages);
}

TEST(Session, ALongerWayGivesOtherBytes) {
    EXPECT_NE(run_engine({}).outputs_hash(),
              run_engine({.entry_latency = {{50'000}}}).outputs_hash());
}

TEST(Session, TheTradersBooksEndAsTheVenuesWhateverTheLatencies) {
    for (const std::int64_t response : {1, 10'000, 1'000'000}) {
        const auto session = run_engine({.response_latency = {{response}}});
        EXPECT_FALSE(session.trader().is_killed()) << response;
        EXPECT_EQ(session.trader().books().checksum(), session.venue().books().checksum())
            << response;
        // A quoter that chases its own orders sends many times more than the market says.
        EXPECT_LT(session.counters().order_messages, session.counters().market_messages)
            << response;
    }
}

}  // namespace
}  // namespace hotpath::sim::session
