// The mark of an open position: what a market must be to give one, and what stays when none does.
#include "hotpath/engine/mark.hpp"

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "tests/support/trading_day.hpp"

namespace hotpath::engine {
namespace {

namespace ouch = protocols::nasdaq::ouch50;
using support::small_engine_options;
using support::TestFeed;

constexpr std::uint16_t kMarkLocate = 5;
constexpr InstrumentId kMarked{kMarkLocate};

[[nodiscard]] book::Bbo market_at(std::int64_t bid, std::int64_t ask) {
    return {.bid = {.price = {bid}, .qty = {100}, .orders = bid == 0 ? 0U : 1U},
            .ask = {.price = {ask}, .qty = {100}, .orders = ask == 0 ? 0U : 1U}};
}

TEST(MarkRule, AMarketUpToTheBoundGivesItsMid) {
    EXPECT_EQ(mark_of(market_at(99'000, 101'000), {200}), Price{100'000}) << "the bound itself";
    EXPECT_EQ(mark_of(market_at(98'999, 101'001), {200}), Price{}) << "a unit more";
    EXPECT_EQ(mark_of(market_at(98'999, 101'001), {201}), Price{100'000});
    EXPECT_EQ(mark_of(market_at(99'999, 100'002), {200}), Price{100'000}) << "rounded down";
}

TEST(MarkRule, ASideWithoutOrdersALockedAndACrossedMarketGiveNone) {
    for (const book::Bbo& none : {market_at(0, 100'000), market_at(100'000, 0), market_at(0, 0),
                                  market_at(100'000, 100'000), market_at(100'001, 100'000)}) {
        EXPECT_EQ(mark_of(none, kWholePrice), Price{});
    }
}

TEST(MarkRule, ClosingCostsWhatTheOtherSideIsFromTheMark) {
    EXPECT_EQ(cost_to_close({300}, {100'000}, market_at(99'000, 100'500)), Money{300'000});
    EXPECT_EQ(cost_to_close({-300}, {100'000}, market_at(99'000, 100'500)), Money{150'000});
    EXPECT_EQ(cost_to_close({300}, {100'000}, market_at(100'200, 100'500)), Money{-60'000})
        << "an old mark may be the worse price";
    EXPECT_EQ(cost_to_close({300}, {100'000}, market_at(0, 100'500)), std::nullopt);
    EXPECT_EQ(cost_to_close({}, {100'000}, market_at(0, 0)), Money{});
}

/// Buys 100 at $10 once.
struct OneBuyer : strategy::NullStrategy {
    void on_book(const book::BookView& book, const strategy::Context& context,
                 oms::Intents& intents) noexcept {
        if (context.orders.counters().entered == 0) {
            static_cast<void>(intents.enter({.instrument = book.instrument(),
                                             .side = Side::Buy,
                                             .qty = {100},
                                             .price = {100'000}}));
        }
    }
};

/// A position of 100 shares that were bought at $10 in a market of 9.99 and 10.01.
class PositionOfAHundred : public testing::Test {
  protected:
    using Trader = protocols::nasdaq::NasdaqEngine<OneBuyer>;

    explicit PositionOfAHundred(const EngineOptions& options = small_engine_options())
        : engine(std::move(*Trader::create(options, {}))) {
        hear(TestFeed::directory(kMarkLocate, *Symbol::from("ABCD")));
        hear(TestFeed::state(kMarkLocate, *Symbol::from("ABCD"), 'T'));
        hear(TestFeed::add(kMarkLocate, 1, Side::Buy, 99'900));
        hear(TestFeed::add(kMarkLocate, 2, Side::Sell, 100'100));
        ouch::EnterOrder entered;
        engine.for_each_outgoing(
            [&](Bytes message) { entered = ouch::EnterOrder::at(message.data()); });
        reply(support::accepted(entered).bytes());
        reply(support::executed(entered.load_user_ref_num(), 100, 7).bytes());
    }

    template <class Message>
    void hear(const Message& message) {
        now.value += 1'000;
        engine.on_packet(feed.packet(message), now);
    }
    void reply(Bytes message) { engine.on_order_bytes(message, now); }
    [[nodiscard]] const oms::Position& held() const { return engine.orders().position(kMarked); }
    [[nodiscard]] Nanos age() const { return mark_age(held(), now); }
    [[nodiscard]] Money pnl() const { return engine.orders().account().pnl; }

    Time now{34'200 * kNanosPerSecond};
    TestFeed feed;
    Trader engine;
};

TEST_F(PositionOfAHundred, IsMarkedAtTheMidOfANarrowMarket) {
    ASSERT_EQ(held().position, SignedQty{100});
    hear(TestFeed::add(kMarkLocate, 3, Side::Buy, 100'000));
    EXPECT_EQ(held().mark, Price{100'050});
    EXPECT_EQ(pnl(), Money{5'000});
    EXPECT_EQ(age(), Nanos{0});
}

TEST_F(PositionOfAHundred, KeepsItsMarkWhileTheMarketIsTooWide) {
    hear(TestFeed::add(kMarkLocate, 3, Side::Buy, 97'000));
    hear(TestFeed::remove(kMarkLocate, 1));  // 9.70 and 10.01: 3% wide
    EXPECT_EQ(held().mark, Price{100'000});
    EXPECT_EQ(pnl(), Money{0}) << "the mid of a stub is no valuation";
    hear(TestFeed::add(kMarkLocate, 4, Side::Buy, 97'100));
    EXPECT_EQ(age(), Nanos{1'000}) << "since the market became too wide";
    hear(TestFeed::add(kMarkLocate, 5, Side::Buy, 99'700));
    EXPECT_EQ(held().mark, Price{99'900});
    EXPECT_EQ(age(), Nanos{0});
    hear(TestFeed::remove(kMarkLocate, 5));
    hear(TestFeed::add(kMarkLocate, 6, Side::Buy, 99'700));
    EXPECT_EQ(age(), Nanos{0}) << "narrow again around the same mid";
}

TEST_F(PositionOfAHundred, KeepsItsMarkWithoutASideAndInAHalt) {
    hear(TestFeed::remove(kMarkLocate, 1));
    const Time since = now;
    hear(TestFeed::add(kMarkLocate, 3, Side::Sell, 100'050));
    EXPECT_EQ(held().mark, Price{100'000});
    EXPECT_EQ(age(), now - since);
    hear(TestFeed::add(kMarkLocate, 4, Side::Buy, 99'950));
    EXPECT_EQ(age(), Nanos{0});
    hear(TestFeed::state(kMarkLocate, *Symbol::from("ABCD"), 'H'));
    const Time halted = now;
    hear(TestFeed::add(kMarkLocate, 5, Side::Buy, 100'000));
    EXPECT_EQ(held().mark, Price{100'000});
    EXPECT_EQ(age(), now - halted);
}

TEST_F(PositionOfAHundred, IsMarkedAfterAKill) {
    engine.stop(risk::TradingMode::Killed, risk::StopReason::Operator, now);
    hear(TestFeed::add(kMarkLocate, 3, Side::Buy, 100'000));
    EXPECT_EQ(held().mark, Price{100'050}) << "what is held is worth what the market says";
    EXPECT_EQ(age(), Nanos{0});
    hear(TestFeed::remove(kMarkLocate, 2));
    hear(TestFeed::add(kMarkLocate, 4, Side::Buy, 99'950));
    EXPECT_EQ(held().mark, Price{100'050});
    EXPECT_EQ(age(), Nanos{1'000});
}

class PositionInAWideMarket : public PositionOfAHundred {
  protected:
    PositionInAWideMarket() : PositionOfAHundred(narrow_bound()) {}

    static EngineOptions narrow_bound() {
        EngineOptions options = small_engine_options();
        options.mark_spread_max = {10};
        return options;
    }
};

TEST_F(PositionInAWideMarket, IsMarkedAtWhatWasPaidUntilAMarketGivesAMark) {
    EXPECT_EQ(held().mark, Price{100'000});
    EXPECT_EQ(held().market_mid, Price{}) << "20 basis points wide, and 10 are the bound";
    hear(TestFeed::add(kMarkLocate, 3, Side::Buy, 99'950));
    EXPECT_EQ(age(), Nanos{1'000});
    hear(TestFeed::add(kMarkLocate, 4, Side::Buy, 100'050));
    EXPECT_EQ(held().mark, Price{100'075});
}

TEST(MarkRule, ABoundThatIsNoneIsRefused) {
    EngineOptions options = small_engine_options();
    for (const std::int32_t bound : {0, -1, 10'001}) {
        options.mark_spread_max = {bound};
        EXPECT_FALSE(validate(options)) << bound;
    }
}

}  // namespace
}  // namespace hotpath::engine
