#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/trading_day.hpp"

namespace hotpath::engine {
namespace {

namespace ouch = protocols::nasdaq::ouch50;
using support::small_engine_options;
using support::TestFeed;

constexpr std::uint16_t kLocate = 5;
constexpr InstrumentId kInstrument{kLocate};
const Symbol kSymbol = *Symbol::from("ABCD");

/// Bids 100 at $10 whenever it has nothing open, and remembers what it was told.
struct Bidder : strategy::NullStrategy {
    void on_book(const book::BookView& book, const strategy::Context& context,
                 oms::Intents& intents) noexcept {
        ++books;
        if (context.orders.open_orders().empty()) {
            last = intents.enter({.instrument = book.instrument(),
                                  .side = Side::Buy,
                                  .qty = {100},
                                  .price = {100'000}});
        }
    }
    void on_timer(const strategy::Context&, oms::Intents&) noexcept { ++timers; }
    void on_trade(const strategy::Trade&, const strategy::Context&) noexcept { ++trades; }
    void on_fill(const oms::Fill&, const strategy::Context&) noexcept { ++fills; }
    void on_reject(const oms::Rejection& r, const strategy::Context&) noexcept { rejection = r; }
    void on_books_state(strategy::BooksState state, const strategy::Context&) noexcept {
        states.push_back(state);
    }

    int books = 0;
    int timers = 0;
    int trades = 0;
    int fills = 0;
    ClOrdId last;
    oms::Rejection rejection;
    std::vector<strategy::BooksState> states;
};

struct Ticks {
    std::uint64_t ticks() const noexcept { return ++*count; }
    std::uint64_t* count;
};

class TradingDay : public testing::Test {
  protected:
    /// The next packet, one microsecond after the last.
    template <class Message>
    std::uint32_t hear(const Message& message) {
        now.value += 1'000;
        return engine.on_packet(feed.packet(message), now);
    }
    void open_market(char state = 'T') {
        hear(TestFeed::directory(kLocate, kSymbol));
        hear(TestFeed::state(kLocate, kSymbol, state));
        hear(TestFeed::add(kLocate, 1, Side::Buy, 99'900));
        hear(TestFeed::add(kLocate, 2, Side::Sell, 100'100));
    }
    /// The types of the messages that wait, oldest first.
    std::string drain() {
        std::string types;
        engine.for_each_outgoing([&](Bytes message) {
            types += std::to_integer<char>(message.front());
            if (types.back() == 'O') {
                entered = ouch::EnterOrder::at(message.data());
            }
        });
        return types;
    }
    std::uint32_t reply(Bytes message) { return engine.on_order_bytes(message, now); }

    std::uint64_t ticks = 0;
    protocols::nasdaq::NasdaqEngine<Bidder, Ticks> engine =
        std::move(*protocols::nasdaq::NasdaqEngine<Bidder, Ticks>::create(small_engine_options(),
                                                                          {}, {&ticks}));
    TestFeed feed;
    Time now{34'200 * kNanosPerSecond};
    ouch::EnterOrder entered;
};

TEST_F(TradingDay, APacketBecomesAnOrder) {
    open_market();
    EXPECT_EQ(drain(), "O");
    EXPECT_EQ(entered.load_symbol(), kSymbol);
    EXPECT_EQ(entered.load_quantity(), 100U);
    EXPECT_EQ(engine.orders().position(kInstrument).open(Side::Buy), 100U);
}

TEST_F(TradingDay, FillsReachTheStrategyAndThePosition) {
    open_market();
    drain();
    reply(support::accepted(entered).bytes());
    reply(support::executed(entered.load_user_ref_num(), 100, 7).bytes());
    EXPECT_EQ(engine.strategy().fills, 1);
    EXPECT_EQ(engine.orders().position(kInstrument).position, SignedQty{100});
    EXPECT_EQ(drain(), "O") << "and it may decide again at once";
}

TEST_F(TradingDay, TheStrategyIsShownABookAgainWhenItsOwnerSaysSo) {
    open_market();
    const int shown = engine.strategy().books;
    engine.act(kInstrument, now);
    EXPECT_EQ(engine.strategy().books, shown + 1);
    engine.act({kLocate + 1}, now);
    hear(TestFeed::state(kLocate, kSymbol, 'H'));
    engine.act(kInstrument, now);
    engine.stop(risk::TradingMode::Killed, risk::StopReason::Operator, now);
    engine.act(kInstrument, now);
    EXPECT_EQ(engine.strategy().books, shown + 1) << "only what may be traded";
}

TEST_F(TradingDay, AMadTickIsNotTradedOnUntilItHasStood) {
    open_market();
    drain();
    reply(support::accepted(entered).bytes());
    const int shown = engine.strategy().books;
    hear(TestFeed::add(kLocate, 3, Side::Sell, 100'050));  // the mid stays
    EXPECT_EQ(engine.strategy().books, shown + 1);
    hear(TestFeed::add(kLocate, 4, Side::Sell, 99'950));
    hear(TestFeed::remove(kLocate, 1));  // no bid at all: nothing to compare with
    const int before = engine.strategy().books;
    hear(TestFeed::add(kLocate, 5, Side::Buy, 60'000));  // mid 79,975
    EXPECT_EQ(engine.strategy().books, before);
    EXPECT_EQ(drain(), "X") << "and what is open is pulled";
    EXPECT_EQ(engine.volatility().jumps(), 1U);
    now = now + Nanos{kNanosPerSecond - 2'000};
    hear(TestFeed::add(kLocate, 6, Side::Buy, 59'900));
    EXPECT_EQ(engine.strategy().books, before) << "paused";
    hear(TestFeed::add(kLocate, 7, Side::Buy, 59'800));
    EXPECT_EQ(engine.strategy().books, before + 1) << "it has stood";
}

TEST_F(TradingDay, NothingIsTradedInAnInstrumentOfUnknownState) {
    hear(TestFeed::directory(kLocate, kSymbol));
    hear(TestFeed::add(kLocate, 1, Side::Buy, 99'900));
    hear(TestFeed::add(kLocate, 2, Side::Sell, 100'100));
    EXPECT_EQ(engine.strategy().books, 0);
    EXPECT_EQ(drain(), "");
}

TEST_F(TradingDay, NothingIsTradedUntilTheStateIsTrading) {
    for (const char state : {'H', 'P', 'Q'}) {
        hear(TestFeed::directory(kLocate, kSymbol));
        hear(TestFeed::state(kLocate, kSymbol, state));
        EXPECT_FALSE(engine.is_tradable(kInstrument));
    }
    open_market('Q');
    EXPECT_EQ(drain(), "");
    hear(TestFeed::state(kLocate, kSymbol, 'T'));
    EXPECT_EQ(drain(), "O");
}

TEST_F(TradingDay, AHaltPullsWhatIsOpen) {
    open_market();
    drain();
    hear(TestFeed::state(kLocate, kSymbol, 'H'));
    EXPECT_EQ(drain(), "X");
    hear(TestFeed::add(kLocate, 3, Side::Buy, 99'800));
    EXPECT_EQ(drain(), "") << "once";
}

TEST_F(TradingDay, AMessageTheBooksRefuseMakesThemDoubtful) {
    open_market();
    drain();
    hear(TestFeed::remove(kLocate, 99));
    EXPECT_TRUE(engine.is_stale());
    EXPECT_EQ(drain(), "X");
    engine.accept_gap(now);
    EXPECT_FALSE(engine.is_stale());
}

TEST_F(TradingDay, ASilentFeedPullsEverythingUntilItSpeaksAgain) {
    open_market();
    drain();
    engine.on_timer({now.value + 5 * kNanosPerSecond});
    EXPECT_EQ(drain(), "");
    engine.on_timer({now.value + 5 * kNanosPerSecond + 1});
    EXPECT_EQ(drain(), "X");
    EXPECT_EQ(engine.strategy().timers, 1);
    engine.on_packet(feed.heartbeat(), {now.value + 6 * kNanosPerSecond});
    EXPECT_TRUE(engine.is_tradable(kInstrument));
}

TEST_F(TradingDay, TheEndOfTheSessionPullsEverything) {
    open_market();
    drain();
    engine.on_packet(feed.end(), now);
    EXPECT_EQ(drain(), "X");
    EXPECT_FALSE(engine.is_tradable(kInstrument));
}

TEST_F(TradingDay, AOneSidedOrCrossedMarketHasNoReferencePriceAndRiskRefuses) {
    hear(TestFeed::directory(kLocate, kSymbol));
    hear(TestFeed::state(kLocate, kSymbol, 'T'));
    for (const std::uint32_t bid : {99'900U, 100'100U}) {
        hear(TestFeed::add(kLocate, bid, Side::Buy, bid));
        EXPECT_EQ(engine.strategy().rejection.by, oms::RejectedBy::Risk);
        EXPECT_EQ(engine.strategy().rejection.code,
                  static_cast<std::uint16_t>(risk::RejectReason::NoReferencePrice));
    }
    hear(TestFeed::add(kLocate, 1, Side::Sell, 100'100));
    EXPECT_EQ(drain(), "") << "locked";
    hear(TestFeed::add(kLocate, 2, Side::Sell, 100'000));
    EXPECT_EQ(drain(), "") << "crossed";
}

TEST_F(TradingDay, TheKillSwitchCancelsAndLatches) {
    open_market();
    drain();
    engine.stop(risk::TradingMode::Killed, risk::StopReason::Operator, now);
    EXPECT_EQ(drain(), "X");
    hear(TestFeed::add(kLocate, 3, Side::Buy, 99'800));
    engine.on_timer(now);
    EXPECT_EQ(drain(), "");
    EXPECT_EQ(engine.counters().stops, 1U);
    engine.resume_trading(now);
    hear(TestFeed::add(kLocate, 4, Side::Buy, 99'700));
    EXPECT_TRUE(engine.is_tradable(kInstrument));
}

TEST_F(TradingDay, AVenueThatContradictsUsTripsTheKillSwitch) {
    open_market();
    drain();
    reply(support::executed(entered.load_user_ref_num(), 150, 7).bytes());
    EXPECT_TRUE(engine.is_killed());
    EXPECT_EQ(engine.orders().position(kInstrument).position, SignedQty{150})
        << "the fill is a fact";
    EXPECT_EQ(engine.strategy().fills, 1);
}

TEST_F(TradingDay, UnreadableOrderBytesTripTheKillSwitch) {
    open_market();
    drain();
    const std::byte garbage[] = {std::byte{'?'}, std::byte{0}};
    reply(garbage);
    EXPECT_TRUE(engine.is_killed());
    EXPECT_EQ(drain(), "X");
}

TEST_F(TradingDay, ALossBeyondTheLimitCancelsWhatIsOpenAndLeavesOrdersThatReduce) {
    EngineOptions options = small_engine_options();
    options.account.loss_max = {100 * 800};  // eight cents on a hundred shares
    engine =
        std::move(*protocols::nasdaq::NasdaqEngine<Bidder, Ticks>::create(options, {}, {&ticks}));
    open_market();
    drain();
    reply(support::accepted(entered).bytes());
    reply(support::executed(entered.load_user_ref_num(), 100, 7).bytes());
    reply(support::accepted(entered).bytes());
    EXPECT_EQ(drain(), "O");
    EXPECT_EQ(engine.orders().account().pnl, Money{0}) << "bought at the mid";
    hear(TestFeed::remove(kLocate, 1));
    hear(TestFeed::add(kLocate, 3, Side::Buy, 98'200));
    EXPECT_EQ(engine.orders().account().pnl, Money{-100 * 850});
    EXPECT_EQ(engine.gateway().risk().stop_reason(), risk::StopReason::Loss);
    EXPECT_EQ(drain(), "X");
    EXPECT_FALSE(engine.is_killed());
    EXPECT_EQ(engine.counters().stops, 1U);
    EXPECT_TRUE(engine.is_tradable(kInstrument)) << "orders that reduce are";
}

TEST_F(TradingDay, OrdersThatFollowExecutionsTooOftenTripTheKillSwitch) {
    EngineOptions options = small_engine_options();
    options.pace.repeated_executions = {.messages_max = 1, .window = {kNanosPerSecond}};
    engine =
        std::move(*protocols::nasdaq::NasdaqEngine<Bidder, Ticks>::create(options, {}, {&ticks}));
    open_market();
    drain();
    for (std::uint64_t match = 1; match <= 2; ++match) {
        EXPECT_FALSE(engine.is_killed());
        reply(support::accepted(entered).bytes());
        reply(support::executed(entered.load_user_ref_num(), 100, match).bytes());
        EXPECT_EQ(drain(), match == 1 ? "O" : "");
    }
    EXPECT_TRUE(engine.is_killed());
    EXPECT_EQ(engine.gateway().risk().stop_reason(), risk::StopReason::RepeatedExecutions);
}

TEST_F(TradingDay, AfterABrokenSessionAnOrderWithoutAnAnswerIsLostAndTradingGoesOn) {
    open_market();
    EXPECT_EQ(drain(), "O");
    const std::uint32_t id = entered.load_user_ref_num();
    engine.on_session_lost();
    hear(TestFeed::add(kLocate, 3, Side::Buy, 99'800));
    engine.stop(risk::TradingMode::Killed, risk::StopReason::Operator, now);
    engine.resume_trading(now);
    EXPECT_EQ(drain(), "") << "there is no session to send it to";
    EXPECT_EQ(engine.on_session_open(), 1U);
    EXPECT_EQ(drain(), "Q");
    ouch::AccountQueryResponse next;
    next.store_next_user_ref_num(id);
    reply(next.bytes());
    EXPECT_EQ(engine.strategy().rejection.by, oms::RejectedBy::Gateway);
    EXPECT_EQ(engine.strategy().rejection.code, static_cast<std::uint16_t>(oms::DeskReject::Lost));
    EXPECT_EQ(engine.orders().find({id})->state, oms::OrderState::Rejected);
    EXPECT_EQ(drain(), "O") << "the strategy has decided again";
    EXPECT_EQ(entered.load_user_ref_num(), id + 1);
}

TEST_F(TradingDay, AfterABrokenSessionAnOrderAnsweredInTheReplayIsNotLost) {
    open_market();
    drain();
    engine.on_session_lost();
    engine.on_session_open();
    EXPECT_EQ(drain(), "Q");
    reply(support::accepted(entered).bytes());
    EXPECT_FALSE(engine.is_tradable(kInstrument)) << "not before the venue has told all";
    ouch::AccountQueryResponse next;
    next.store_next_user_ref_num(entered.load_user_ref_num() + 1);
    reply(next.bytes());
    EXPECT_NE(engine.strategy().rejection.by, oms::RejectedBy::Gateway);
    EXPECT_EQ(engine.orders().find(engine.strategy().last)->state, oms::OrderState::Live);
    EXPECT_TRUE(engine.is_tradable(kInstrument));
    EXPECT_EQ(drain(), "");
}

TEST_F(TradingDay, WhenTheVenueEndsTheSessionAnOrderWithoutAnAnswerNeverArrived) {
    open_market();
    EXPECT_EQ(drain(), "O");
    const std::uint32_t id = entered.load_user_ref_num();
    engine.on_session_ended(now);
    EXPECT_EQ(engine.strategy().rejection.code, static_cast<std::uint16_t>(oms::DeskReject::Lost));
    EXPECT_EQ(engine.orders().find({id})->state, oms::OrderState::Rejected);
    EXPECT_TRUE(engine.orders().open_orders().empty());
    hear(TestFeed::add(kLocate, 3, Side::Buy, 99'800));
    EXPECT_FALSE(engine.is_tradable(kInstrument)) << "no session would hear an order";
    EXPECT_EQ(drain(), "");
}

TEST_F(TradingDay, WhenTheVenueEndsTheSessionAnAcceptedOrderStaysOpen) {
    open_market();
    EXPECT_EQ(drain(), "O");
    reply(support::accepted(entered).bytes());
    engine.stop(risk::TradingMode::Killed, risk::StopReason::Operator, now);
    EXPECT_EQ(drain(), "X");
    engine.on_session_ended(now);
    EXPECT_EQ(engine.orders().open_orders().size(), 1U) << "its cancel has no answer";
    EXPECT_EQ(engine.orders().find({entered.load_user_ref_num()})->state, oms::OrderState::Live);
}

TEST_F(TradingDay, OnlyTheSymbolsWantedAreTraded) {
    EngineOptions options = small_engine_options();
    options.symbols = {*Symbol::from("ZZZZ")};
    engine =
        std::move(*protocols::nasdaq::NasdaqEngine<Bidder, Ticks>::create(options, {}, {&ticks}));
    open_market();
    EXPECT_EQ(engine.strategy().books, 0);
    EXPECT_EQ(drain(), "");
}

TEST_F(TradingDay, OfInstrumentsNotWantedNoBookIsKeptAndNothingIsDoubted) {
    EngineOptions options = small_engine_options();
    options.symbols = {*Symbol::from("ZZZZ")};
    engine =
        std::move(*protocols::nasdaq::NasdaqEngine<Bidder, Ticks>::create(options, {}, {&ticks}));
    open_market();
    hear(TestFeed::remove(kLocate, 99));
    EXPECT_EQ(engine.books().open_orders(), 0U);
    EXPECT_FALSE(engine.is_stale());
}

TEST_F(TradingDay, StagesAreStampedInOrder) {
    open_market();
    const timing::StageStamps& stamps = engine.stamps();
    std::uint64_t last = 0;
    for (const timing::Stage stage :
         {timing::Stage::Rx, timing::Stage::Decode, timing::Stage::Book, timing::Stage::Decide,
          timing::Stage::Risk, timing::Stage::Encode}) {
        EXPECT_GT(stamps.at(stage), last) << stage_name(stage);
        last = stamps.at(stage);
    }
    engine.on_packet(feed.heartbeat(), now);
    EXPECT_EQ(engine.stamps().at(timing::Stage::Decode), 0U);
}

TEST(Engine, NothingOfTheWatchIsLeftInAnEngineWithoutTicks) {
    EXPECT_LT(sizeof(protocols::nasdaq::NasdaqEngine<Bidder>),
              sizeof(protocols::nasdaq::NasdaqEngine<Bidder, Ticks>) + 1);
    EXPECT_EQ(timing::NoTicks::ticks(), 0U);
}

TEST(Engine, IsNotMadeWithLimitsThatCannotBind) {
    EngineOptions options = small_engine_options();
    options.limits.collar_bps = {0};
    EXPECT_FALSE(protocols::nasdaq::NasdaqEngine<Bidder>::create(options, {}));
    options = small_engine_options();
    options.pace.orders = {};
    EXPECT_FALSE(protocols::nasdaq::NasdaqEngine<Bidder>::create(options, {}));
}

/// Answers every order message the way a venue does, and executes every third order once it is
/// open.
class PromptVenue {
  public:
    explicit PromptVenue(protocols::nasdaq::NasdaqEngine<strategy::MarketMaker>& engine)
        : engine_(engine) {}

    void answer(Time now) {
        while (engine_.gateway().waiting() != 0) {
            std::size_t count = 0;
            engine_.for_each_outgoing([&](Bytes message) {
                std::ranges::copy(message, messages_[count].begin());
                ++count;
            });
            for (std::size_t i = 0; i < count; ++i) {
                answer_one(messages_[i], now);
            }
        }
    }
    std::uint64_t orders() const { return orders_; }
    std::uint64_t executions() const { return executions_; }

  private:
    using Buffer = std::array<std::byte, 64>;

    void answer_one(const Buffer& message, Time now) {
        ++orders_;
        switch (std::to_integer<char>(message.front())) {
            case ouch::EnterOrder::kType: {
                const auto& order = ouch::EnterOrder::at(message.data());
                engine_.on_order_bytes(support::accepted(order).bytes(), now);
                return maybe_execute(order.load_user_ref_num(), now);
            }
            case ouch::ReplaceOrderRequest::kType: {
                const auto& order = ouch::ReplaceOrderRequest::at(message.data());
                const std::uint32_t id = order.load_user_ref_num();
                const std::uint32_t leaves = engine_.orders().find({id})->leaves_qty.value;
                engine_.on_order_bytes(support::replaced(order, leaves).bytes(), now);
                return maybe_execute(id, now);
            }
            default: {
                const std::uint32_t id =
                    ouch::CancelOrderRequest::at(message.data()).load_user_ref_num();
                const std::uint32_t leaves = engine_.orders().find({id})->leaves_qty.value;
                engine_.on_order_bytes(support::canceled(id, leaves).bytes(), now);
            }
        }
    }

    void maybe_execute(std::uint32_t id, Time now) {
        if (++seen_ % 3 == 0) {
            const std::uint32_t leaves = engine_.orders().find({id})->leaves_qty.value;
            engine_.on_order_bytes(support::executed(id, (leaves + 1) / 2, ++executions_).bytes(),
                                   now);
        }
    }

    protocols::nasdaq::NasdaqEngine<strategy::MarketMaker>& engine_;
    std::array<Buffer, 32> messages_{};
    std::uint64_t orders_ = 0;
    std::uint64_t executions_ = 0;
    std::uint64_t seen_ = 0;
};

TEST(Engine, AllocatesNothingFromPacketToOrderToFill) {
    auto made = protocols::nasdaq::NasdaqEngine<strategy::MarketMaker>::create(
        small_engine_options(), strategy::MarketMaker({.instruments_max = 10}));
    ASSERT_TRUE(made.has_value());
    protocols::nasdaq::NasdaqEngine<strategy::MarketMaker>& engine = *made;
    PromptVenue venue(engine);
    TestFeed feed;
    Time now{34'200 * kNanosPerSecond};

    const NoAllocScope scope;
    engine.on_packet(feed.packet(TestFeed::directory(kLocate, kSymbol)), now);
    engine.on_packet(feed.packet(TestFeed::state(kLocate, kSymbol, 'T')), now);
    for (std::uint64_t id = 1; id < 5'000; ++id) {
        now.value += 10'000'000;
        const Side side = id % 2 == 0 ? Side::Buy : Side::Sell;
        const auto bid = static_cast<std::uint32_t>(99'900 + 100 * (id / 50 % 7));
        const std::uint32_t price = side == Side::Buy ? bid : bid + 300;
        engine.on_packet(feed.packet(TestFeed::add(kLocate, id, side, price)), now);
        if (id > 10) {
            engine.on_packet(feed.packet(TestFeed::remove(kLocate, id - 10)), now);
        }
        venue.answer(now);
        engine.on_timer(now);
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_GT(venue.orders(), 200U);
    EXPECT_GT(venue.executions(), 50U);
    EXPECT_GT(engine.orders().position(kInstrument).bought_qty, 0U);
    EXPECT_GT(engine.orders().position(kInstrument).sold_qty, 0U);
    EXPECT_LE(magnitude(engine.orders().position(kInstrument).position), SignedQty{1'000});
    EXPECT_FALSE(engine.is_killed());
}

}  // namespace
}  // namespace hotpath::engine
