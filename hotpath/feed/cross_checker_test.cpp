// Planted crossings: which message the checker names, and what it does not report.

#include "hotpath/feed/cross_checker.hpp"

#include <gtest/gtest.h>

#include "hotpath/feed/listeners.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::feed {
namespace {

/// 09:31:07.000000250
constexpr std::uint64_t kVenueTime = 34'267'000'000'250;
constexpr std::uint16_t kLocate = 13;

class CrossCheckerTest : public ::testing::Test {
  protected:
    void add(std::uint64_t id, char side, std::uint32_t price4, std::uint32_t shares = 100) {
        auto message = of_order<protocols::nasdaq::itch50::AddOrder>(id);
        message.store_buy_sell_indicator(side);
        message.store_shares(shares);
        message.store_stock(*Symbol::from("AAPL"));
        message.store_price(price4);
        report(message);
    }
    void remove(std::uint64_t id) { report(of_order<protocols::nasdaq::itch50::OrderDelete>(id)); }
    void replace(std::uint64_t id, std::uint64_t new_id, std::uint32_t price4) {
        protocols::nasdaq::itch50::OrderReplace message;
        message.store_stock_locate(kLocate);
        message.store_timestamp(kVenueTime);
        message.store_original_order_reference_number(id);
        message.store_new_order_reference_number(new_id);
        message.store_shares(70);
        message.store_price(price4);
        report(message);
    }
    void set_state(char state) {
        protocols::nasdaq::itch50::StockTradingAction message;
        message.store_stock_locate(kLocate);
        message.store_stock(*Symbol::from("AAPL"));
        message.store_trading_state(state);
        report(message);
    }

    [[nodiscard]] std::string last_sentence() const {
        return to_sentence(checker.findings().back(), feed.directory()[{kLocate}]);
    }

    ItchBooks feed = *ItchBooks::create({.orders_max = 100,
                                         .levels_max = 100,
                                         .instruments_max = 20,
                                         .huge_pages = HugePages::Never});
    CrossChecker<book::L3Books> checker{feed.books(), {.instruments_max = 20, .findings_max = 3}};

  private:
    template <class Message>
    static Message of_order(std::uint64_t id) {
        Message message;
        message.store_stock_locate(kLocate);
        message.store_timestamp(kVenueTime);
        message.store_order_reference_number(id);
        return message;
    }
    void report(const auto& message) {
        const NoAllocScope scope;
        feed.on_message(message.bytes(), checker);
        EXPECT_EQ(scope.allocations(), 0U);
    }
};

TEST_F(CrossCheckerTest, NamesTheAddThatCrossedTheBook) {
    set_state('T');
    add(70, 'S', 1'014'900, 200);
    add(71, 'S', 1'014'900, 300);
    add(88, 'B', 1'015'000);
    ASSERT_EQ(checker.findings().size(), 1U);
    EXPECT_EQ(checker.findings()[0], (Crossing{.touch = Touch::Crossed,
                                               .message_type = 'A',
                                               .message_number = 4,
                                               .venue_time = {kVenueTime},
                                               .trading_state = book::TradingState::Trading,
                                               .order = *feed.books().find({88}),
                                               .replaced_id = {},
                                               .resting = *feed.books().find({70})}));
    EXPECT_EQ(last_sentence(),
              "message 4 (A, add order) at 09:31:07.000000250 crossed AAPL (13): buy order 88, 100 "
              "at 101.5000, meets sell order 70, 200 at 101.4900; trading");
}

TEST_F(CrossCheckerTest, NamesTheReplaceAndTheOrderItTookThePlaceOf) {
    add(70, 'B', 1'000'000);
    add(71, 'S', 1'010'000);
    replace(71, 90, 1'000'000);
    ASSERT_EQ(checker.findings().size(), 1U);
    EXPECT_EQ(last_sentence(),
              "message 3 (U, order replace) at 09:31:07.000000250 locked AAPL (13): sell order 90, "
              "70 at 100.0000 (in place of order 71), meets buy order 70, 100 at 100.0000; "
              "trading state unknown");
}

TEST_F(CrossCheckerTest, ReportsABookOnceUntilItIsApartAgain) {
    add(1, 'S', 1'000'000);
    add(2, 'B', 1'000'000);
    add(3, 'B', 1'000'000);
    EXPECT_EQ(checker.count(Touch::Locked), 1U);
    add(4, 'B', 1'000'100);  // from locked to crossed is worse
    EXPECT_EQ(checker.count(Touch::Crossed), 1U);
    add(5, 'B', 1'000'200);
    remove(5);
    remove(4);
    EXPECT_EQ(checker.findings().size(), 2U);
    remove(1);
    add(6, 'S', 1'000'000);
    EXPECT_EQ(checker.count(Touch::Locked), 2U);
    EXPECT_EQ(checker.findings().back().message_number, 9U);
}

TEST_F(CrossCheckerTest, KeepsTheFirstFindingsAndCountsAll) {
    for (std::uint64_t id = 1; id <= 20; id += 2) {
        add(id, 'S', 1'000'000);
        add(id + 1, 'B', 1'000'100);
        remove(id);
        remove(id + 1);
    }
    EXPECT_EQ(checker.count(Touch::Crossed), 10U);
    ASSERT_EQ(checker.findings().size(), 3U);
    EXPECT_EQ(checker.findings()[0].order.id, OrderId{2});
}

TEST_F(CrossCheckerTest, BooksThatStayApartAndRefusalsAreNotReported) {
    add(1, 'S', 1'000'100);
    add(2, 'B', 1'000'000);
    add(2, 'B', 1'000'200);  // a duplicate: refused
    remove(9);
    EXPECT_TRUE(checker.findings().empty());
}

TEST(CrossCheckerWords, AnInstrumentWithoutANameIsShownByItsId) {
    const Crossing crossing{
        .message_type = 'F',
        .message_number = 1,
        .order = {
            .id = {5}, .instrument = {8}, .side = Side::Sell, .price = {-50}, .leaves_qty = {1}}};
    EXPECT_EQ(to_sentence(crossing, {}),
              "message 1 (F, add order with MPID) at 00:00:00.000000000 crossed instrument 8: sell "
              "order 5, 1 at -0.0050, meets buy order 0, 0 at 0.0000; trading state unknown");
}

/// What each consumer hears, told apart by its letter.
struct Heard {
    std::string text;
};
struct Plain : NullListener {
    explicit Plain(Heard& heard) : all(heard) {}
    void on_book(const book::BookUpdate&, Time) noexcept { all.text += 'b'; }
    void on_trade(const Trade&) noexcept { all.text += 't'; }
    Heard& all;
};
struct Following : Plain {
    using Plain::Plain;
    void on_change(const book::BookChange&, Time) noexcept { all.text += 'c'; }
    void on_message(std::uint64_t, Bytes) noexcept { all.text += 'm'; }
};

TEST(Listeners, TellEachInTurnAndTheOptionalOnlyToThoseWhoHearIt) {
    static_assert(!ChangeListener<Listeners<Plain, Plain>>);
    static_assert(!MessageListener<Listeners<Plain>>);
    static_assert(ChangeListener<Listeners<Plain, Following>>);
    static_assert(requires(Listeners<Plain, Following> all) { all.on_feed_state({}, {}); });
    Heard heard;
    Plain plain(heard);
    Following following(heard);
    Listeners all(plain, following);
    ItchBooks feed = *ItchBooks::create({.orders_max = 10,
                                         .levels_max = 10,
                                         .instruments_max = 20,
                                         .huge_pages = HugePages::Never});
    protocols::nasdaq::itch50::AddOrder add;
    add.store_stock_locate(kLocate);
    add.store_order_reference_number(1);
    add.store_buy_sell_indicator('B');
    add.store_shares(100);
    feed.on_message(add.bytes(), all);
    EXPECT_EQ(heard.text, "mcbb");
    protocols::nasdaq::itch50::OrderExecuted executed;
    executed.store_order_reference_number(1);
    executed.store_executed_shares(100);
    feed.on_message(executed.bytes(), all);
    EXPECT_EQ(heard.text, "mcbbmttcbb");
    feed.on_message(add.bytes(), all);
    heard.text.clear();
    feed.remove_all(all);
    EXPECT_EQ(heard.text, "cbb");
}

}  // namespace
}  // namespace hotpath::feed
