// The sums of the books between packets: bounded steps, and the sum of a book as it was at one message.
#include "hotpath/live/status/book_sums.hpp"

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/trading_day.hpp"

namespace hotpath::live {
namespace {

using support::small_engine_options;
using support::TestFeed;

constexpr std::uint16_t kLocates[] = {5, 6};
constexpr std::uint64_t kOrders = 100;  // a book
constexpr Nanos kEvery{kNanosPerSecond};

class BookSumsOfTwo : public testing::Test {
  protected:
    using Engine = protocols::nasdaq::NasdaqEngine<strategy::NullStrategy>;

    void SetUp() override {
        for (std::size_t n = 0; n < 2; ++n) {
            hear(TestFeed::directory(kLocates[n], symbols[n]));
            hear(TestFeed::state(kLocates[n], symbols[n], 'T'));
            for (std::uint64_t order = 0; order < kOrders; ++order) {
                add(n);
            }
        }
    }

    template <class Message>
    void hear(const Message& message) {
        now.value += 1'000;
        engine.on_packet(feed.packet(message), now);
    }
    void add(std::size_t n) {
        ++id;
        auto message = TestFeed::add(kLocates[n], id, Side::Buy,
                                     99'900 - 100 * static_cast<std::uint32_t>(id % 30));
        message.store_stock(symbols[n]);
        hear(message);
    }
    /// Of a round, until it is over; fails when one is too long.
    std::uint32_t steps() {
        std::uint32_t steps = 0;
        while (!sums.is_round_over()) {
            EXPECT_LE(sums.step(symbols, engine), BookSums::kVisitsMax);
            ++steps;
        }
        return steps;
    }
    [[nodiscard]] BookSum sum(std::size_t n) const {
        TradeStatus status;
        status.positions_count = 2;
        sums.note(status);
        return status.positions[n].book;
    }
    [[nodiscard]] std::uint64_t checksum(std::size_t n) const {
        return engine.books().checksum({kLocates[n]});
    }
    [[nodiscard]] std::uint64_t next_seq() const { return engine.feed().next_sequence_number(); }

    std::vector<Symbol> symbols{*Symbol::from("ABCD"), *Symbol::from("WXYZ")};
    Engine engine = std::move(*Engine::create(small_engine_options(), {}));
    TestFeed feed;
    BookSums sums;
    Time now{34'200 * kNanosPerSecond};
    std::uint64_t id = 0;
};

TEST_F(BookSumsOfTwo, AreMadeInStepsOfAFewOrders) {
    EXPECT_EQ(steps(), 0U) << "no round has begun";
    sums.begin_when_due(now, kEvery);
    EXPECT_GE(steps(), 2 * kOrders / BookSums::kVisitsMax);
    for (std::size_t n = 0; n < 2; ++n) {
        EXPECT_EQ(sum(n).checksum, checksum(n));
        EXPECT_EQ(sum(n).next_seq, next_seq());
    }
    sums.begin_when_due(now, kEvery);
    EXPECT_EQ(steps(), 0U) << "once in a round";
    sums.begin_when_due(now + kEvery, kEvery);
    EXPECT_GT(steps(), 0U);
}

TEST_F(BookSumsOfTwo, AMessageOfAnotherInstrumentDoesNotBeginThemAgain) {
    sums.begin_when_due(now, kEvery);
    std::uint32_t visits = sums.step(symbols, engine);
    const std::uint64_t second = checksum(1);
    std::uint32_t made = 1;
    for (; sum(1).next_seq == 0 && made < 1'000; ++made) {
        add(0);
        visits += sums.step(symbols, engine);
    }
    EXPECT_EQ(sum(1).checksum, second);
    EXPECT_EQ(sum(1).next_seq, next_seq());
    EXPECT_EQ(visits, kOrders + 30) << "each order and level once";
}

TEST_F(BookSumsOfTwo, ABookThatChangesInBetweenIsBegunAgainAfterTheOthersTurn) {
    sums.begin_when_due(now, kEvery);
    static_cast<void>(sums.step(symbols, engine));  // of the second
    add(1);
    const std::uint64_t first = checksum(0);
    for (int n = 0; n < 1'000 && sum(0).next_seq == 0; ++n) {
        static_cast<void>(sums.step(symbols, engine));
        EXPECT_EQ(sum(1).next_seq, 0U);
    }
    EXPECT_EQ(sum(0).checksum, first);
    add(1);
    steps();
    EXPECT_EQ(sum(1).checksum, checksum(1));
    EXPECT_EQ(sum(1).next_seq, next_seq());
}

TEST_F(BookSumsOfTwo, ABookThatNeverRestsKeepsItsSumAndTheOthersAreMade) {
    sums.begin_when_due(now, kEvery);
    steps();
    const BookSum before = sum(0);
    sums.begin_when_due(now + kEvery, kEvery);
    for (int n = 0; n < 1'000; ++n) {
        add(0);
        hear(TestFeed::remove(kLocates[0], id));
        EXPECT_LE(sums.step(symbols, engine), BookSums::kVisitsMax);
    }
    EXPECT_EQ(sum(0).checksum, before.checksum);
    EXPECT_EQ(sum(0).next_seq, before.next_seq);
    EXPECT_EQ(sum(1).checksum, checksum(1));
    EXPECT_GT(sum(1).next_seq, before.next_seq);
    steps();
    EXPECT_EQ(sum(0).checksum, checksum(0));
    EXPECT_EQ(sum(0).next_seq, next_seq());
}

TEST_F(BookSumsOfTwo, WithoutAnInstrumentOrWithBooksThatAreStaleThereIsNone) {
    symbols.push_back(*Symbol::from("NONE"));
    sums.begin_when_due(now, kEvery);
    steps();
    TradeStatus status;
    status.positions_count = 3;
    sums.note(status);
    EXPECT_EQ(status.positions[2].book.next_seq, 0U);
    EXPECT_NE(sum(0).next_seq, 0U);
    feed.lose_one();
    add(0);
    now = engine.next_deadline();
    engine.on_timer(now);
    ASSERT_TRUE(engine.feed().is_stale());
    sums.begin_when_due(now + kEvery, kEvery);
    steps();
    EXPECT_EQ(sum(0).next_seq, 0U);
}

TEST_F(BookSumsOfTwo, AtTheEndAreMadeAtOnce) {
    sums.begin_when_due(now, kEvery);
    static_cast<void>(sums.step(symbols, engine));
    add(0);
    sums.make_all(symbols, engine.feed());
    for (std::size_t n = 0; n < 2; ++n) {
        EXPECT_EQ(sum(n).checksum, checksum(n));
        EXPECT_EQ(sum(n).next_seq, next_seq());
    }
    EXPECT_EQ(steps(), 0U);
}

TEST_F(BookSumsOfTwo, AllocateNothing) {
    const NoAllocScope scope;
    for (int round = 0; round < 3; ++round) {
        now = now + kEvery;
        sums.begin_when_due(now, kEvery);
        EXPECT_GT(steps(), 0U);
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::live
