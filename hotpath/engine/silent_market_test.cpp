// A market in which nothing happens: whatever held back what a strategy wants has ended, and the
// engine's timer alone has it sent.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "tests/support/lossy_day.hpp"
#include "tests/support/trading_day.hpp"

namespace hotpath::engine {
namespace {

using support::kInstrument;
using support::kLocate;
using support::kOther;
using support::kOtherLocate;
using support::kSymbol;
using support::TestFeed;

namespace ouch = protocols::nasdaq::ouch50;

constexpr Nanos kSecond{kNanosPerSecond};
constexpr Nanos kHold{kNanosPerSecond};  // the default of VolatilityLimits

/// Has a bid in every instrument, or asks for one whenever it is shown the book.
struct Insisting : strategy::NullStrategy {
    void on_book(const book::BookView& book, const strategy::Context& context,
                 oms::Intents& intents) noexcept {
        ++books;
        const auto open = context.orders.open_orders();
        const bool has_bid = std::ranges::any_of(open, [&](ClOrdId id) {
            return context.orders.find(id)->instrument == book.instrument();
        });
        if (!has_bid) {
            static_cast<void>(intents.enter({.instrument = book.instrument(),
                                             .side = Side::Buy,
                                             .qty = {100},
                                             .price = book.best_bid().price}));
        }
    }
    void on_reject(const oms::Rejection&, const strategy::Context&) noexcept { ++rejections; }

    int books = 0;
    int rejections = 0;
};

template <class Strategy>
class Silent : public testing::Test {
  protected:
    void make(const EngineOptions& options, Strategy strategy) {
        engine_.emplace(std::move(
            *protocols::nasdaq::NasdaqEngine<Strategy>::create(options, std::move(strategy))));
    }
    template <class Message>
    void hear(const Message& message) {
        now_.value += 1'000;
        engine_->on_packet(feed_.packet(message), now_);
    }
    void open_market(std::uint16_t locate = kLocate, Symbol symbol = kSymbol) {
        hear(TestFeed::directory(locate, symbol));
        hear(TestFeed::state(locate, symbol, 'T'));
        for (const Side side : {Side::Buy, Side::Sell}) {
            auto order = TestFeed::add(locate, locate * 10U + (side == Side::Buy ? 1U : 2U), side,
                                       side == Side::Buy ? 99'900 : 100'100);
            order.store_stock(symbol);
            hear(order);
        }
    }
    /// Only timers fire, each when the engine wants it; the feed's heartbeats keep it alive.
    void be_silent(Nanos time) {
        const Time end = now_ + time;
        for (int timers = 0; now_ < end && timers < 1'000; ++timers) {
            now_ = std::max(now_, std::min({end, engine_->next_deadline(), now_ + kSecond}));
            engine_->on_packet(feed_.heartbeat(), now_);
            engine_->on_timer(now_);
        }
        ASSERT_EQ(now_, end) << "the deadlines go on";
    }
    /// The types of the messages that wait, oldest first.
    std::string drain() {
        std::string types;
        engine_->for_each_outgoing([&](Bytes message) {
            types += std::to_integer<char>(message.front());
            if (types.back() == 'O') {
                entered_.push_back(ouch::EnterOrder::at(message.data()));
            }
        });
        return types;
    }
    void accept_all() {
        for (const ouch::EnterOrder& order : std::exchange(entered_, {})) {
            engine_->on_order_bytes(support::accepted(order).bytes(), now_);
        }
    }
    void reject(std::uint32_t id) {
        ouch::OrderRejected message;
        message.store_user_ref_num(id);
        engine_->on_order_bytes(message.bytes(), now_);
    }
    void cancel_all(std::uint32_t qty = 100) {
        const auto open = engine_->orders().open_orders();
        for (const ClOrdId id : std::vector<ClOrdId>(open.begin(), open.end())) {
            engine_->on_order_bytes(support::canceled(id.value, qty).bytes(), now_);
        }
    }

    std::optional<protocols::nasdaq::NasdaqEngine<Strategy>> engine_;
    TestFeed feed_;
    std::vector<ouch::EnterOrder> entered_;
    Time now_{34'200 * kNanosPerSecond};
};

class SilentMarket : public Silent<Insisting> {
  protected:
    void SetUp() override {
        EngineOptions options = support::small_engine_options();
        options.limits.drift_bps = {5'000};
        make(options, {});
    }
    /// Its mid falls by a fifth, and what is open is pulled.
    void let_the_price_jump() {
        open_market();
        EXPECT_EQ(drain(), "O");
        accept_all();
        for (const std::uint32_t order : {1U, 2U}) {
            hear(TestFeed::remove(kLocate, kLocate * 10U + order));
        }
        hear(TestFeed::add(kLocate, 3, Side::Buy, 79'900));
        EXPECT_EQ(drain(), "");
        hear(TestFeed::add(kLocate, 4, Side::Sell, 80'100));
        EXPECT_EQ(engine_->volatility().jumps(), 1U);
        cancel_all();
        EXPECT_EQ(drain(), "X");
    }
};

TEST_F(SilentMarket, AHeldPriceIsTradedOnWhenItHasStood) {
    let_the_price_jump();
    be_silent(kHold - Nanos{1});
    EXPECT_EQ(drain(), "") << "paused";
    be_silent({1'000'001});
    EXPECT_EQ(drain(), "O");
}

TEST_F(SilentMarket, APriceThatJumpsTwiceIsTradedOnWhenTheLastHasStood) {
    let_the_price_jump();
    be_silent({kHold.value / 2});
    const int refused = engine_->strategy().rejections;
    hear(TestFeed::remove(kLocate, 4));
    hear(TestFeed::add(kLocate, 5, Side::Sell, 98'000));
    EXPECT_EQ(engine_->volatility().jumps(), 2U);
    be_silent(kHold - Nanos{1'000'000});
    EXPECT_EQ(drain(), "");
    be_silent({2'000'000});
    EXPECT_EQ(engine_->strategy().rejections, refused + 1)
        << "beyond the collar: it was shown, all the same";
}

TEST_F(SilentMarket, AnOrderRefusedByItsRateIsSentWhenTheWindowHasPassed) {
    EngineOptions options = support::small_engine_options();
    options.limits.messages_max = 1;
    make(options, {});
    open_market();
    EXPECT_EQ(drain(), "O");
    accept_all();
    cancel_all();
    EXPECT_EQ(drain(), "") << "refused: a second one within the second";
    be_silent(Nanos{kNanosPerSecond / 2});
    EXPECT_EQ(drain(), "");
    be_silent(kSecond);
    EXPECT_EQ(drain(), "O");
}

TEST_F(SilentMarket, AnOrderRefusedForOrdersOfAnotherInstrumentIsSentWhenTheyAreGone) {
    EngineOptions options = support::small_engine_options();
    options.account.open_orders_max = 1;
    make(options, {});
    open_market();
    EXPECT_EQ(drain(), "O");
    accept_all();
    open_market(kOtherLocate, kOther);
    EXPECT_EQ(drain(), "") << "one is open";
    engine_->pause(kInstrument, now_);
    EXPECT_EQ(drain(), "X");
    cancel_all();
    EXPECT_EQ(drain(), "") << "nothing of the other instrument has happened";
    be_silent(kSecond);
    EXPECT_EQ(drain(), "O");
    EXPECT_EQ(entered_.back().load_symbol(), kOther);
}

TEST_F(SilentMarket, AnOrderRejectedByTheVenueIsAskedForAgain) {
    open_market();
    EXPECT_EQ(drain(), "O");
    reject(entered_.back().load_user_ref_num());
    EXPECT_EQ(drain(), "O") << "at once";
    reject(entered_.back().load_user_ref_num());
    EXPECT_EQ(drain(), "O");
}

TEST_F(SilentMarket, AnOperatorThatOpensTradingIsFollowedAtOnce) {
    open_market();
    EXPECT_EQ(drain(), "O");
    for (const risk::TradingMode mode :
         {risk::TradingMode::Killed, risk::TradingMode::ReducingOnly}) {
        accept_all();
        engine_->stop(mode, risk::StopReason::Operator, now_);
        EXPECT_EQ(drain(), "X");
        cancel_all();
        be_silent(kSecond);
        EXPECT_EQ(drain(), "");
        engine_->resume_trading(now_);
        EXPECT_EQ(drain(), "") << "its owner may have a reason to stop again";
        be_silent({1'000'000});
        EXPECT_EQ(drain(), "O");
    }
}

TEST_F(SilentMarket, AnInstrumentThatAnOperatorHeldIsTradedWhenTradingIsOpened) {
    open_market();
    EXPECT_EQ(drain(), "O");
    accept_all();
    engine_->pause(kInstrument, now_);
    EXPECT_EQ(drain(), "X");
    cancel_all();
    be_silent(kSecond);
    EXPECT_EQ(drain(), "");
    engine_->resume_trading(now_);
    be_silent({1'000'000});
    EXPECT_EQ(drain(), "O");
}

TEST_F(SilentMarket, NothingIsShownAgainWithoutAReason) {
    open_market();
    EXPECT_EQ(drain(), "O");
    accept_all();
    const int shown = engine_->strategy().books;
    be_silent({60 * kNanosPerSecond});
    EXPECT_EQ(engine_->next_deadline(), kNever);
    EXPECT_EQ(engine_->strategy().books, shown + 1) << "refused while there was no ask";
}

TEST_F(SilentMarket, ARefusalThatLastsIsLookedAtSoOftenAndNoMore) {
    EngineOptions options = support::small_engine_options();
    options.limits.order_qty_max = {99};
    make(options, {});
    open_market();
    const int shown = engine_->strategy().books;
    be_silent({60 * kNanosPerSecond});
    EXPECT_EQ(drain(), "");
    EXPECT_LE(engine_->strategy().books, shown + 601);
    EXPECT_GE(engine_->strategy().books, shown + 590);
}

TEST_F(SilentMarket, AnotherSessionsInstrumentsAreNotLookedAt) {
    EngineOptions options = support::small_engine_options();
    options.limits.order_qty_max = {99};
    make(options, {});
    open_market();
    EXPECT_NE(engine_->next_deadline(), kNever);
    feed_ = TestFeed("OTHER");
    now_ = now_ + options.feed_silence_max + Nanos{1};
    for (int n = 0; n < 10; ++n) {
        engine_->on_packet(feed_.heartbeat(), now_);
    }
    EXPECT_EQ(engine_->next_deadline(), kNever);
}

class SilentMarketMaker : public Silent<strategy::MarketMaker> {
  protected:
    void SetUp() override { pause_for({kNanosPerSecond}); }
    void pause_for(Nanos pause) {
        make(support::small_engine_options(),
             strategy::MarketMaker(
                 {.instruments_max = 10, .spread_bps_max = {500}, .reject_pause = pause}));
    }
    void quote() {
        open_market();
        EXPECT_EQ(drain(), "OO");
    }
};

TEST_F(SilentMarketMaker, QuotesAgainWhenItsPauseAfterARejectionIsOver) {
    for (const std::int64_t seconds : {1, 5, 100}) {
        pause_for({seconds * kNanosPerSecond});
        feed_ = TestFeed();
        quote();
        engine_->on_order_bytes(support::accepted(entered_.front()).bytes(), now_);
        reject(entered_.back().load_user_ref_num());
        EXPECT_EQ(drain(), "X") << "both are out";
        entered_.clear();
        cancel_all();
        be_silent({seconds * kNanosPerSecond - 1});
        EXPECT_EQ(drain(), "");
        be_silent({200'000'000});
        EXPECT_EQ(drain(), "OO");
        entered_.clear();
    }
}

TEST_F(SilentMarketMaker, QuotesAgainAfterASessionThatLostItsOrders) {
    quote();
    engine_->on_session_lost();
    engine_->on_session_open();
    EXPECT_EQ(drain(), "Q");
    ouch::AccountQueryResponse next;
    next.store_next_user_ref_num(entered_.front().load_user_ref_num());
    engine_->on_order_bytes(next.bytes(), now_);
    EXPECT_EQ(drain(), "") << "a lost order is a rejection: a pause";
    be_silent({1'200'000'000});
    EXPECT_EQ(drain(), "OO");
}

TEST_F(SilentMarketMaker, QuotesAgainAfterAKillWithinItsPause) {
    quote();
    accept_all();
    reject(1'000);  // of no order: no pause
    cancel_all();
    drain();
    accept_all();
    engine_->stop(risk::TradingMode::Killed, risk::StopReason::Operator, now_);
    cancel_all();
    drain();
    be_silent({3 * kNanosPerSecond});
    engine_->resume_trading(now_);
    be_silent({1'200'000'000});
    EXPECT_EQ(drain(), "OO");
}

}  // namespace
}  // namespace hotpath::engine
