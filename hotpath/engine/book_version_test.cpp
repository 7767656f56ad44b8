// Equal versions of a book are equal books, whatever happens to the engine, and a message of another
// instrument is no new version.
#include "hotpath/engine/book_version.hpp"

#include <cstdint>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/trading_day.hpp"

namespace hotpath::engine {
namespace {

using support::small_engine_options;
using support::TestFeed;

constexpr std::uint16_t kLocates[] = {5, 6};
const Symbol kSymbols[] = {*Symbol::from("ABCD"), *Symbol::from("WXYZ")};

class BookVersions : public testing::Test {
  protected:
    using Engine = protocols::nasdaq::NasdaqEngine<strategy::NullStrategy>;

    template <class Message>
    void hear(const Message& message) {
        now.value += 1'000;
        engine.on_packet(feed.packet(message), now);
    }
    void open_market() {
        for (std::size_t n = 0; n < 2; ++n) {
            hear(TestFeed::directory(kLocates[n], kSymbols[n]));
            hear(TestFeed::state(kLocates[n], kSymbols[n], 'T'));
            add(n, 2 * n + 1, Side::Buy, 99'900);
            add(n, 2 * n + 2, Side::Sell, 100'100);
        }
    }
    void add(std::size_t n, std::uint64_t id, Side side, std::uint32_t price) {
        auto message = TestFeed::add(kLocates[n], id, side, price);
        message.store_stock(kSymbols[n]);
        hear(message);
    }
    void replace(std::size_t n, std::uint64_t original, std::uint64_t id, std::uint32_t price) {
        protocols::nasdaq::itch50::OrderReplace message;
        message.store_stock_locate(kLocates[n]);
        message.store_original_order_reference_number(original);
        message.store_new_order_reference_number(id);
        message.store_shares(100);
        message.store_price(price);
        hear(message);
    }
    [[nodiscard]] BookVersion version(std::size_t n) const {
        return version_of(engine, {kLocates[n]});
    }
    [[nodiscard]] std::uint64_t checksum(std::size_t n) const {
        return engine.books().checksum({kLocates[n]});
    }

    static EngineOptions options() {
        EngineOptions options = small_engine_options();
        options.books.levels_max = 14;  // so that they are full at times
        return options;
    }

    Engine engine = std::move(*Engine::create(options(), {}));
    TestFeed feed;
    Time now{34'200 * kNanosPerSecond};
};

TEST_F(BookVersions, AreOthersAfterAChangeOfTheBookAndTheSameAfterOneOfAnother) {
    open_market();
    const BookVersion first = version(0);
    const BookVersion other = version(1);
    EXPECT_EQ(version(0), first);
    add(0, 10, Side::Buy, 99'800);
    EXPECT_NE(version(0), first);
    EXPECT_EQ(version(1), other);
    const BookVersion second = version(0);
    hear(TestFeed::remove(kLocates[0], 10));
    EXPECT_NE(version(0), second);
    EXPECT_NE(version(0), first) << "the same book, but it was another in between";
    engine.on_timer(now);
    engine.on_packet(feed.heartbeat(), now);
    EXPECT_EQ(version(1), other);
}

TEST_F(BookVersions, AreOthersAfterEveryChangeWhileNothingMayBeTraded) {
    open_market();
    engine.stop(risk::TradingMode::Killed, risk::StopReason::Operator, now);
    BookVersion last = version(0);
    for (std::uint64_t id = 10; id < 15; ++id) {
        add(0, id, Side::Buy, 99'800);
        EXPECT_NE(version(0), last);
        last = version(0);
        EXPECT_EQ(version(0), last);
    }
    engine.resume_trading(now);
    engine.on_timer(now);
    add(1, 20, Side::Buy, 99'800);
    last = version(0);
    add(1, 21, Side::Buy, 99'800);
    EXPECT_EQ(version(0), last) << "and by the instrument's own changes again";
}

TEST_F(BookVersions, AreOthersAfterAReplaceThatLostItsOrder) {
    open_market();
    for (std::uint64_t id = 10; engine.books().counters().levels_full == 0; ++id) {
        add(0, id, Side::Buy, 90'000 + static_cast<std::uint32_t>(id) * 100);
    }
    add(0, 100, Side::Buy, 99'900);
    const BookVersion before = version(0);
    const std::uint64_t book = checksum(0);
    replace(0, 100, 101, 50'000);
    ASSERT_NE(checksum(0), book) << "order 100 is gone";
    EXPECT_NE(version(0), before);
}

[[nodiscard]] std::uint32_t price_of(std::uint64_t id) {
    return 99'000 + 100 * static_cast<std::uint32_t>(id * 7 % 12);
}

/// Another checksum under the same version would be a change that the version does not show.
TEST_F(BookVersions, BetweenRandomEventsEqualOnesHaveEqualBooks) {
    Random random(support::seed_of_this_test(1));
    open_market();
    BookVersion last[2] = {version(0), version(1)};
    std::uint64_t book[2] = {checksum(0), checksum(1)};
    std::uint64_t same = 0;
    std::uint64_t id = 1'000;
    for (int n = 0; n < 100'000; ++n) {
        const std::size_t of = random.below(2);
        switch (random.below(12)) {
            case 0:
                engine.stop(risk::TradingMode::Killed, risk::StopReason::Operator, now);
                break;
            case 1:
                engine.resume_trading(now);
                break;
            case 2:
                now.value += 200'000;
                engine.on_timer(now);
                break;
            case 3:
                engine.accept_gap(now);
                break;
            case 4:
                hear(TestFeed::state(kLocates[of], kSymbols[of], random.one_in(3) ? 'H' : 'T'));
                break;
            case 5:
                engine.on_packet(feed.heartbeat(), now);
                break;
            case 6:
                ++id;
                replace(of, id - 1 - random.below(20), id, price_of(id));
                break;
            case 7:
            case 8:
            case 9: {
                const auto front =
                    engine.books().front({kLocates[of]}, random.one_in(2) ? Side::Buy : Side::Sell);
                const bool is_aimed = front && !random.one_in(4);
                hear(TestFeed::remove(kLocates[of],
                                      is_aimed ? front->id.value : id - random.below(20)));
                break;
            }
            default:
                ++id;
                add(of, id, random.one_in(2) ? Side::Buy : Side::Sell, price_of(id));
        }
        for (std::size_t each = 0; each < 2; ++each) {
            const bool is_same = version(each) == last[each];
            ASSERT_TRUE(!is_same || checksum(each) == book[each]) << "event " << n;
            same += is_same ? 1 : 0;
            last[each] = version(each);
            book[each] = checksum(each);
        }
    }
    EXPECT_GT(same, 20'000U);
    EXPECT_GT(engine.books().counters().applied, 20'000U);
    EXPECT_GT(engine.books().counters().levels_full, 0U);
}

}  // namespace
}  // namespace hotpath::engine
