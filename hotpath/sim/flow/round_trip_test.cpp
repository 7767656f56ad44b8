// The round-trip oracle on generated days, and the proof that it would see a difference. The real
// files are tried in tests/end_to_end.

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "tests/reference/round_trip_check.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::sim::flow {
namespace {

constexpr book::BooksOptions kBooks{.orders_max = 100'000,
                                    .levels_max = 50'000,
                                    .instruments_max = 100,
                                    .huge_pages = HugePages::Never};

struct Day {
    std::uint64_t seed;
    std::uint64_t messages;
    std::uint32_t instruments;
};

RoundTripCheck play(const Day& day, std::uint32_t books_compared_every) {
    auto generator = std::move(*market::MarketGenerator::create(
        {.seed = day.seed, .messages = day.messages, .instruments = day.instruments}));
    auto check = std::move(
        *RoundTripCheck::create({.books = kBooks, .books_compared_every = books_compared_every}));
    for (Bytes message = generator.next(); !message.empty(); message = generator.next()) {
        check.on_message(message);
    }
    check.finish();
    return check;
}

void expect_reproduced(const RoundTripCheck& check) {
    const RoundTripReport& report = check.report();
    EXPECT_TRUE(report.holds()) << "first difference at message " << report.first_difference;
    EXPECT_GT(report.recorded_executions, 0U);
    EXPECT_EQ(report.book_differences, 0U);
    EXPECT_EQ(check.flow().executions_out_of_turn, 0U);
    EXPECT_EQ(check.flow().crossing_orders, 0U);
    EXPECT_EQ(check.flow().impossible, 0U);
    EXPECT_EQ(check.flow().refused, 0U);
    EXPECT_EQ(check.flow().orders_gone, 0U);
    EXPECT_EQ(check.flow().orders_withdrawn, 0U);
}

TEST(RoundTrip, ASmallGeneratedDayComesBackMessageByMessage) {
    const std::uint64_t seed = support::seed_of_this_test(1);
    expect_reproduced(play({.seed = seed, .messages = 20'000, .instruments = 3}, 1));
}

TEST(RoundTrip, AGeneratedDayOfManyInstrumentsComesBack) {
    const std::uint64_t seed = support::seed_of_this_test(2);
    const std::uint64_t messages =
        support::rounds_of_this_run({.usual = 150'000, .long_run = 2'000'000});
    expect_reproduced(play({.seed = seed, .messages = messages, .instruments = 60}, 100));
}

/// Messages in which everything may be wrong: small ids and quantities, so that they hit one
/// another.
class Nonsense {
  public:
    explicit Nonsense(std::uint64_t seed) : random_(seed) {}

    template <class Use>
    void next(Use&& use) {
        switch (random_.below(6)) {
            case 0:
                return use(add());
            case 1:
                return use(with_order<protocols::nasdaq::itch50::OrderExecuted>([&](auto& m) {
                    m.store_executed_shares(shares());
                    m.store_match_number(random_.next() >> random_.below(4));
                }));
            case 2:
                return use(
                    with_order<protocols::nasdaq::itch50::OrderExecutedWithPrice>([&](auto& m) {
                        m.store_executed_shares(shares());
                        m.store_execution_price(price());
                        m.store_match_number(random_.below(100));
                        m.store_printable(random_.one_in(2) ? 'Y' : 'N');
                    }));
            case 3:
                return use(with_order<protocols::nasdaq::itch50::OrderCancel>(
                    [&](auto& m) { m.store_cancelled_shares(shares()); }));
            case 4:
                return use(with_order<protocols::nasdaq::itch50::OrderDelete>([](auto&) {}));
            default:
                return use(replace());
        }
    }

  private:
    template <class Message>
    [[nodiscard]] Message begin() {
        Message m;
        m.store_stock_locate(static_cast<std::uint16_t>(random_.below(3)));
        return m;
    }

    template <class Message, class Fill>
    [[nodiscard]] Message with_order(Fill&& fill) {
        Message m = begin<Message>();
        m.store_order_reference_number(reference());
        fill(m);
        return m;
    }

    [[nodiscard]] protocols::nasdaq::itch50::AddOrder add() {
        return with_order<protocols::nasdaq::itch50::AddOrder>([&](auto& m) {
            m.store_buy_sell_indicator(random_.one_in(2) ? 'B' : 'S');
            m.store_shares(shares());
            m.store_stock(*Symbol::from("AAPL"));
            m.store_price(price());
        });
    }

    [[nodiscard]] protocols::nasdaq::itch50::OrderReplace replace() {
        auto m = begin<protocols::nasdaq::itch50::OrderReplace>();
        m.store_original_order_reference_number(reference());
        m.store_new_order_reference_number(reference());
        m.store_shares(shares());
        m.store_price(price());
        return m;
    }

    [[nodiscard]] std::uint64_t reference() {
        return random_.one_in(100) ? ~random_.below(3) : random_.below(60);
    }
    [[nodiscard]] std::uint32_t shares() { return static_cast<std::uint32_t>(random_.below(8)); }
    [[nodiscard]] std::uint32_t price() {
        return static_cast<std::uint32_t>(100 + random_.below(9));
    }

    Random random_;
};

TEST(RoundTrip, WhateverTheMessagesSayTheVenueEndsWithTheRecordingsBooks) {
    Nonsense nonsense(support::seed_of_this_test(3));
    auto check = std::move(*RoundTripCheck::create({.books = kBooks}));
    for (int n = 0; n < 100'000; ++n) {
        nonsense.next([&](const auto& message) { check.on_message(message.bytes()); });
        ASSERT_TRUE(check.report().holds()) << "message " << n + 1;
    }
    EXPECT_GT(check.flow().impossible, 1'000U);
    EXPECT_GT(check.flow().crossing_orders, 1'000U);
    EXPECT_GT(check.flow().executions_out_of_turn, 1'000U);
    EXPECT_EQ(check.flow().refused, 0U);
}

protocols::nasdaq::itch50::AddOrder buy(std::uint64_t reference) {
    protocols::nasdaq::itch50::AddOrder m;
    m.store_stock_locate(1);
    m.store_order_reference_number(reference);
    m.store_buy_sell_indicator('B');
    m.store_shares(100);
    m.store_price(500'000);
    return m;
}

TEST(RoundTrip, AnOrderThatTheRecordingDoesNotHaveIsFoundOut) {
    auto venue = std::move(*exchange::Exchange::create({.books = kBooks}));
    ASSERT_EQ(
        venue.enter(
            {.id = {1'000}, .instrument = {1}, .side = Side::Buy, .qty = {100}, .price = {600'000}},
            {}),
        match::MatchStatus::Ok);
    venue.clear_feed();
    auto check = std::move(*RoundTripCheck::create({.books = kBooks}, std::move(venue)));
    check.on_message(buy(1).bytes());
    EXPECT_EQ(check.report().first_difference, 1U);
    protocols::nasdaq::itch50::OrderExecuted executed;
    executed.store_stock_locate(1);
    executed.store_order_reference_number(1);
    executed.store_executed_shares(100);
    executed.store_match_number(7);
    check.on_message(executed.bytes());
    EXPECT_EQ(check.report().reproduced_executions, 0U);
    EXPECT_EQ(check.report().other_executions, 1U);
    EXPECT_FALSE(check.report().holds());
}

TEST(RoundTrip, WhatDoesNotFitTheBoundsIsLeftOutEverywhereAlike) {
    book::BooksOptions two_orders = kBooks;
    two_orders.orders_max = 2;
    auto check = std::move(*RoundTripCheck::create({.books = two_orders}));
    for (std::uint64_t reference = 1; reference <= 3; ++reference) {
        check.on_message(buy(reference).bytes());
    }
    EXPECT_TRUE(check.report().holds());
    EXPECT_EQ(check.flow().impossible, 1U);
}

TEST(RoundTrip, AllocatesNothing) {
    auto generator = std::move(
        *market::MarketGenerator::create({.seed = 4, .messages = 5'000, .instruments = 2}));
    auto check = std::move(*RoundTripCheck::create({.books = kBooks}));
    std::vector<std::byte> day;
    std::vector<std::size_t> lengths;
    for (Bytes message = generator.next(); !message.empty(); message = generator.next()) {
        day.insert(day.end(), message.begin(), message.end());
        lengths.push_back(message.size());
    }
    const NoAllocScope scope;
    const std::byte* at = day.data();
    for (const std::size_t length : lengths) {
        check.on_message({at, length});
        at += length;
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::sim::flow
