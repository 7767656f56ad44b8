// Latency arbitrage between two exchanges: the same stock at both, one of them late, orders and
// replies on their way for a while, sessions that break. A separate account is kept of each venue's
// session, and compared after every event; in the end the two positions are one another's opposite,
// and the money is what the prices say.
#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"
#include "hotpath/risk/shared_limits.hpp"
#include "hotpath/sim/session/delay_line.hpp"
#include "hotpath/strategy/latency_arbitrage.hpp"
#include "tests/support/conservation.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::sim::session {
namespace {

using strategy::ArbitrageLeg;
using strategy::LatencyArbitrage;
using strategy::Venue;
using Trader = protocols::nasdaq::NasdaqEngine<ArbitrageLeg>;

constexpr InstrumentId kStockId{3};
const Symbol kStockName = *Symbol::from("ABCD");
constexpr exchange::SessionId kOurs{0};
constexpr book::BooksOptions kSmall{.orders_max = 20'000,
                                    .levels_max = 10'000,
                                    .instruments_max = 4,
                                    .huge_pages = HugePages::Never};
constexpr std::array<Price, 2> kFees{{{30}, {20}}};
constexpr std::array<Nanos, 2> kLatencies{{{20'000}, {150'000}}};

strategy::ArbitrageOptions arbitrage_options() {
    strategy::ArbitrageOptions options;
    options.symbols = {kStockName};
    options.instruments_max = kSmall.instruments_max;
    options.answer_within = {5'000'000};
    options.window = {3'000'000};
    options.pause = {1'000'000};
    options.silence_max = {50'000'000};
    for (std::size_t n = 0; n < 2; ++n) {
        options.venues[n] = {
            .fee = kFees[n], .order_latency = kLatencies[n], .position_max = {3'000}};
    }
    return options;
}

engine::EngineOptions engine_options(std::size_t venue, risk::FirmShare& share) {
    engine::EngineOptions options;
    options.books = kSmall;
    options.orders.fees = {.added = kFees[venue], .removed = kFees[venue], .other = kFees[venue]};
    options.firm = &share;
    options.feed.lines.store.messages_max = 64;
    options.account.messages_free = 1'000'000;
    options.pace.orders.messages_max = 100'000;
    options.pace.cancels.messages_max = 100'000;
    options.pace.duplicates.messages_max = 10'000;
    options.pace.repeated_executions.messages_max = 100'000;
    options.limits.messages_max = 100'000;
    return options;
}

/// One exchange, one engine, and the wires between them.
struct Market {
    Market(std::size_t n, LatencyArbitrage& arbitrage, risk::SharedLimits& firm)
        : share(firm, {.open_orders_max = 1, .open_value_max = {1'000'000}, .messages_max = 64}),
          venue(std::move(*exchange::OuchExchange::create({.books = kSmall, .sessions_max = 1}))),
          trader(std::move(*Trader::create(engine_options(n, share),
                                           ArbitrageLeg(arbitrage, static_cast<Venue>(n))))),
          feed(LatencyModel({.base = kLatencies[n]})),
          orders(LatencyModel({.base = kLatencies[n]})),
          replies(LatencyModel({.base = kLatencies[n]})),
          account({.limits = engine_options(n, share).limits,
                   .account = engine_options(n, share).account,
                   .fees = engine_options(n, share).orders.fees}) {}

    [[nodiscard]] Time due() const {
        return std::min({feed.due(), orders.due(), is_up ? replies.due() : kNever});
    }
    [[nodiscard]] const oms::Position& held() const { return trader.orders().position(kStockId); }

    risk::FirmShare share;
    exchange::OuchExchange venue;
    Trader trader;
    DelayLine feed;
    DelayLine orders;
    DelayLine replies;
    support::Conservation account;
    std::deque<OrderId> resting{};
    bool is_up = true;
    bool is_asking = false;  // the session is new: its account query has not been answered
};

class World {
  public:
    explicit World(std::uint64_t seed) : random_(seed), arbitrage_(arbitrage_options()) {
        for (std::size_t n = 0; n < 2; ++n) {
            markets_[n] = std::make_unique<Market>(n, arbitrage_, firm_);
            protocols::nasdaq::itch50::StockDirectory directory;
            directory.store_stock_locate(kStockId.value);
            directory.store_stock(kStockName);
            protocols::nasdaq::itch50::StockTradingAction action;
            action.store_stock_locate(kStockId.value);
            action.store_stock(kStockName);
            action.store_trading_state('T');
            markets_[n]->venue.publish(directory.bytes());
            markets_[n]->venue.publish(action.bytes());
            collect(*markets_[n]);
        }
    }

    void trade(int steps) {
        for (int step = 0; step < steps; ++step) {
            pass({static_cast<std::int64_t>(random_.below(200'000))});
            fair_ += 100 * (static_cast<std::int64_t>(random_.below(3)) - 1);
            fairs_.push_back(fair_);
            quote(random_.below(2));
            if (random_.below(400) == 0) {
                break_session(*markets_[random_.below(2)]);
            }
            for (auto& market : markets_) {
                if (!market->is_up && random_.below(20) == 0) {
                    open_session(*market);
                }
            }
        }
    }
    /// Sessions are back, and both venues quote one calm market until nothing moves.
    void calm_down() {
        for (auto& market : markets_) {
            if (!market->is_up) {
                open_session(*market);
            }
        }
        fairs_.assign(kLag + 1, fair_);
        for (int step = 0; step < 400; ++step) {
            pass({1'000'000});
            quote(static_cast<std::size_t>(step) % 2);
        }
        pass({kNanosPerSecond});
    }

    [[nodiscard]] const LatencyArbitrage& arbitrage() const { return arbitrage_; }
    [[nodiscard]] const Market& market(std::size_t n) const { return *markets_[n]; }
    [[nodiscard]] std::uint64_t breaks() const { return breaks_; }
    [[nodiscard]] const risk::SharedLimits& firm() const { return firm_; }

  private:
    static constexpr std::size_t kLag = 4;
    static constexpr std::size_t kRestingMax = 24;

    void pass(Nanos time) {
        const Time until = now_ + time;
        for (Time due = next(); due <= until; due = next()) {
            now_ = due;
            for (auto& market : markets_) {
                deliver(*market);
            }
            if (now_ >= next_timer_) {
                next_timer_ = now_ + Nanos{1'000'000};
                for (auto& market : markets_) {
                    market->venue.heartbeat();
                    collect(*market);
                    market->trader.on_timer(now_);
                    after_event();
                }
            }
        }
        now_ = until;
    }
    [[nodiscard]] Time next() const {
        return std::min({next_timer_, markets_[0]->due(), markets_[1]->due()});
    }

    void deliver(Market& market) {
        if (market.orders.due() == now_) {
            market.venue.on_order_bytes(kOurs, market.orders.front(), now_);
            market.orders.pop();
            collect(market);
        } else if (market.is_up && market.replies.due() <= now_) {
            const Bytes reply = market.replies.front();
            const bool is_answer = std::to_integer<char>(reply.front()) ==
                                   protocols::nasdaq::ouch50::AccountQueryResponse::kType;
            market.account.on_reply(reply);
            if (is_answer && std::exchange(market.is_asking, false)) {
                market.account.on_unanswered_lost();
            }
            market.trader.on_order_bytes(reply, now_);
            market.replies.pop();
            after_event();
        } else if (market.feed.due() == now_) {
            market.trader.on_packet(market.feed.front(), now_);
            market.feed.pop();
            after_event();
        }
    }
    void collect(Market& market) {
        for (const exchange::Reply& reply : market.venue.replies()) {
            market.replies.send(reply.message, now_);
        }
        market.venue.clear_replies();
        for (const Bytes packet : market.venue.feed_packets()) {
            market.feed.send(packet, now_);
        }
        market.venue.clear_feed();
    }
    void after_event() {
        for_each_turn(arbitrage_, [this](strategy::VenueTurn turn) {
            markets_[turn.venue]->trader.act(turn.instrument, now_);
        });
        for (auto& market : markets_) {
            market->trader.for_each_outgoing([&](Bytes message) {
                market->account.on_request(message);
                market->orders.send(message, now_);
            });
            const auto& directory = market->trader.feed().market().directory();
            ASSERT_EQ(market->account.fault(market->trader.orders(), directory), "");
            ASSERT_FALSE(market->trader.is_killed());
        }
        ASSERT_LE(firm_.taken(risk::FirmLimit::OpenOrders), kFirm.open_orders_max);
        ASSERT_LE(firm_.taken(risk::FirmLimit::OpenValue), kFirm.open_value_max.bits());
    }

    /// A market around the fair price, at the second venue around that of a while ago; now and then
    /// somebody takes.
    void quote(std::size_t n) {
        Market& market = *markets_[n];
        const std::size_t lag = n == 1 ? kLag : 0;
        const std::int64_t fair = fairs_[fairs_.size() - 1 - std::min(lag, fairs_.size() - 1)];
        const Side side = random_.below(2) == 0 ? Side::Buy : Side::Sell;
        const bool takes = random_.below(8) == 0;
        const auto distance = static_cast<std::int64_t>(random_.below(3)) * 100;
        const Price price{fair - sign(side) * (takes ? -200 : 100 + distance)};
        const OrderId id{2 * ++orders_};
        const auto qty = static_cast<std::uint32_t>(1 + random_.below(3)) * 50;
        EXPECT_EQ(market.venue.enter({.id = id,
                                      .instrument = kStockId,
                                      .symbol = kStockName,
                                      .side = side,
                                      .qty = {qty},
                                      .price = price},
                                     now_),
                  match::MatchStatus::Ok);
        market.resting.push_back(id);
        if (market.resting.size() > kRestingMax) {
            (void)market.venue.cancel(market.resting.front(), now_);  // unless it has executed
            market.resting.pop_front();
        }
        collect(market);
    }

    /// Orders on their way are lost with it; replies are told again by the next session.
    void break_session(Market& market) {
        if (market.is_up) {
            ++breaks_;
            market.is_up = false;
            market.trader.on_session_lost();
            while (!market.orders.is_empty()) {
                market.orders.pop();
            }
            after_event();
        }
    }
    void open_session(Market& market) {
        market.is_up = true;
        market.is_asking = true;
        market.trader.on_session_open();
        after_event();
    }

    static constexpr risk::FirmLimits kFirm{
        .open_orders_max = 6, .open_value_max = {300'000'000}, .messages_max = 10'000'000};

    Random random_;
    risk::SharedLimits firm_{kFirm};
    LatencyArbitrage arbitrage_;
    std::array<std::unique_ptr<Market>, 2> markets_;
    Time now_{34'200 * kNanosPerSecond};
    Time next_timer_{34'200 * kNanosPerSecond};
    std::int64_t fair_ = 1'000'000;
    std::vector<std::int64_t> fairs_{1'000'000};
    std::uint64_t orders_ = 0;
    std::uint64_t breaks_ = 0;
};

TEST(TwoVenues, EachEventAddsUpAndInTheEndItIsFlat) {
    const std::uint64_t seed = support::seed_of_this_test(61);
    const std::uint64_t days = support::rounds_of_this_run({.usual = 8, .long_run = 400});
    std::uint64_t complete = 0;
    std::uint64_t legged = 0;
    std::uint64_t breaks = 0;
    for (std::uint64_t day = 0; day < days && !testing::Test::HasFatalFailure(); ++day) {
        World world(seed + day);
        world.trade(5'000);
        world.calm_down();
        EXPECT_EQ(world.arbitrage().net_position(kStockName), SignedQty{0}) << "day " << day;
        EXPECT_EQ(world.market(0).held().position + world.market(1).held().position, SignedQty{0});
        for (std::size_t n = 0; n < 2; ++n) {
            EXPECT_TRUE(world.market(n).trader.orders().open_orders().empty());
            EXPECT_EQ(world.market(n).venue.session_orders(), 0U);
        }
        complete += world.arbitrage().counters().complete;
        legged += world.arbitrage().counters().legged;
        breaks += world.breaks();
    }
    EXPECT_GT(complete, 10 * days);
    EXPECT_GT(legged, days);
    EXPECT_GT(breaks, days);
}

TEST(TwoVenues, TheSameSeedIsTheSameMoney) {
    const auto run = [] {
        World world(7);
        world.trade(3'000);
        return std::array{world.market(0).held().cash.value, world.market(1).held().cash.value,
                          static_cast<std::int64_t>(world.arbitrage().counters().crosses)};
    };
    const auto first = run();
    EXPECT_NE(first[0], 0);
    EXPECT_EQ(first, run());
}

}  // namespace
}  // namespace hotpath::sim::session
