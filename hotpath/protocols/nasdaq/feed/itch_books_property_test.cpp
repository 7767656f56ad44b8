// Random streams: replay with look-ahead equals message after message, and the fast books equal
// their twin.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/reference/reference_books.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::feed {
namespace {

namespace itch = protocols::nasdaq::itch50;

/// So much address space that a replay looks ahead; hardly any of it is touched.
constexpr std::uint32_t kManyOrders = 1'000'000;
constexpr book::BooksOptions kBounds{.orders_max = kManyOrders,
                                     .levels_max = 20'000,
                                     .instruments_max = 50,
                                     .huge_pages = HugePages::Never};

/// A block of framed messages of orders, some of them wrong, some of them of no meaning.
class RandomBlock {
  public:
    RandomBlock(std::uint64_t seed, int messages) : random_(seed) {
        for (int i = 0; i < messages; ++i) {
            append_one();
        }
    }

    [[nodiscard]] Bytes bytes() const { return bytes_; }

  private:
    void append_one() {
        switch (random_.below(12)) {
            case 0:
                return append<itch::OrderCancel>(
                    [&](auto& m) { m.store_cancelled_shares(small()); });
            case 1:
            case 2:
                return append<itch::OrderExecuted>(
                    [&](auto& m) { m.store_executed_shares(small()); });
            case 3:
            case 4:
            case 5:
                return append<itch::OrderDelete>([](auto&) {});
            case 6:
                return append_replace();
            case 7:
                return append_noise();
            default:
                return append_add();
        }
    }

    template <class Message>
    void append(auto fill) {
        Message message;
        message.store_stock_locate(static_cast<std::uint16_t>(random_.below(52)));
        message.store_order_reference_number(id());
        fill(message);
        append_bytes(message.bytes());
    }

    void append_add() {
        append<itch::AddOrder>([&](auto& m) {
            m.store_order_reference_number(++highest_id_);
            m.store_buy_sell_indicator(random_.one_in(2) ? 'B' : 'S');
            m.store_shares(small());
            const auto other = static_cast<std::uint16_t>(random_.one_in(100) ? 1 : 0);
            m.store_stock(*Symbol::from(std::to_string(m.load_stock_locate() + other)));
            m.store_price(static_cast<std::uint32_t>(random_.below(100) * 100));
        });
    }

    void append_replace() {
        itch::OrderReplace message;
        message.store_original_order_reference_number(id());
        message.store_new_order_reference_number(++highest_id_);
        message.store_shares(small());
        message.store_price(static_cast<std::uint32_t>(random_.below(100) * 100));
        append_bytes(message.bytes());
    }

    void append_noise() {
        std::vector<std::byte> noise(random_.below(50));
        std::ranges::generate(noise, [&] { return static_cast<std::byte>(random_.below(256)); });
        append_bytes(noise);
    }

    void append_bytes(Bytes message) {
        const std::size_t end = bytes_.size();
        bytes_.resize(end + protocols::kFramePrefixLength + message.size());
        ASSERT_NE(protocols::append_frame(MutableBytes(bytes_).subspan(end), message), 0U);
    }

    std::uint64_t id() {
        const std::uint64_t back = random_.below(4'000);
        return highest_id_ > back ? highest_id_ - back : back;
    }
    std::uint32_t small() { return static_cast<std::uint32_t>(random_.below(100)); }

    Random random_;
    std::uint64_t highest_id_ = 0;
    std::vector<std::byte> bytes_;
};

template <class Books>
BasicItchBooks<Books> applied_one_by_one(Bytes block) {
    auto feed = *BasicItchBooks<Books>::create(kBounds);
    NullListener ignored;
    protocols::FrameCursor cursor(block);
    for (Bytes message; cursor.next(message);) {
        feed.on_message(message, ignored);
    }
    return feed;
}

TEST(ItchBooksProperty, ReplayWithLookAheadEqualsMessageAfterMessage) {
    const RandomBlock block(support::seed_of_this_test(1), 300'000);
    const ItchBooks expected = applied_one_by_one<book::L3Books>(block.bytes());
    ItchBooks replayed = *ItchBooks::create(kBounds);
    replayed.set_look_ahead({.distances = {}, .orders_min = 0});
    ASSERT_EQ(replayed.look_ahead(), LookAheadDistances{});
    NullListener ignored;
    const NoAllocScope scope;
    EXPECT_TRUE(replayed.replay_block(block.bytes(), ignored));
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(replayed.books().checksum(), expected.books().checksum());
    EXPECT_EQ(replayed.counters().messages, expected.counters().messages);
    EXPECT_EQ(replayed.counters().decode_errors, expected.counters().decode_errors);
    EXPECT_GT(replayed.books().open_orders(), 100U);
}

/// Blocks as short as one message, and distances beyond the end of every one of them.
TEST(ItchBooksProperty, NoDistanceOfTheLookAheadChangesWhatIsReplayed) {
    Random random(support::seed_of_this_test(7));
    const RandomBlock block(random.next(), 20'000);
    const ItchBooks expected = applied_one_by_one<book::L3Books>(block.bytes());
    ASSERT_GT(expected.books().open_orders(), 100U);
    const auto distance = [&]() -> std::size_t {
        return random.below(4) == 0 ? 0 : random.below(random.below(2) == 0 ? 12 : 2'000);
    };
    for (int turn = 0; turn < 40; ++turn) {
        const LookAheadDistances ahead{
            .table = distance(), .order = distance(), .level = distance()};
        ItchBooks replayed = *ItchBooks::create(kBounds);
        const auto orders_min = static_cast<std::uint32_t>(turn % 2 == 0 ? 0 : random.below(200));
        replayed.set_look_ahead({.distances = ahead, .orders_min = orders_min});
        ASSERT_EQ(replayed.look_ahead(), orders_min == 0 ? ahead : kNoLookAhead);
        NullListener ignored;
        protocols::FrameCursor cursor(block.bytes());
        const std::byte* begin = block.bytes().data();
        std::size_t messages_left = 1 + random.below(100);
        for (Bytes message; cursor.next(message);) {
            if (--messages_left == 0 ||
                message.data() + message.size() == block.bytes().data() + block.bytes().size()) {
                const std::byte* const end = message.data() + message.size();
                EXPECT_TRUE(replayed.replay_block({begin, end}, ignored));
                begin = end;
                messages_left = 1 + random.below(turn % 2 == 0 ? 100 : 4'000);
            }
        }
        EXPECT_EQ(replayed.books().checksum(), expected.books().checksum())
            << ahead.table << " " << ahead.order << " " << ahead.level;
        EXPECT_EQ(replayed.counters().messages, expected.counters().messages);
    }
}

TEST(ItchBooksProperty, ReplayOfFewOrdersDoesNotLookAheadUntilThereAreManyAndIsTheSame) {
    const RandomBlock block(support::seed_of_this_test(5), 30'000);
    const ItchBooks expected = applied_one_by_one<book::L3Books>(block.bytes());
    ItchBooks replayed = *ItchBooks::create({.orders_max = 20'000,
                                             .levels_max = 20'000,
                                             .instruments_max = 50,
                                             .huge_pages = HugePages::Never});
    const LookAheadDistances ahead{.table = 9, .order = 9, .level = 9};
    replayed.set_look_ahead({.distances = ahead, .orders_min = 100});
    ASSERT_EQ(replayed.look_ahead(), kNoLookAhead);
    NullListener ignored;
    EXPECT_TRUE(replayed.replay_block(block.bytes(), ignored));
    EXPECT_EQ(replayed.books().checksum(), expected.books().checksum());
    ASSERT_GT(replayed.books().open_orders(), 100U);
    EXPECT_EQ(replayed.look_ahead(), ahead);
    const Bytes cut = block.bytes().first(block.bytes().size() - 1);
    EXPECT_FALSE(replayed.replay_block(cut, ignored));
}

TEST(ItchBooksProperty, FastBooksEqualTheirTwinBehindTheSameFeed) {
    const RandomBlock block(support::seed_of_this_test(2), 300'000);
    const auto fast = applied_one_by_one<book::L3Books>(block.bytes());
    const auto twin = applied_one_by_one<book::ReferenceBooks>(block.bytes());
    EXPECT_EQ(fast.books().checksum(), twin.books().checksum());
    EXPECT_EQ(fast.books().counters(), twin.books().counters());
    EXPECT_GT(fast.directory().symbol_mismatches(), 10U);
}

TEST(ItchBooksProperty, BooksByPriceCountAndShowWhatTheTwinDoesAndAllocateNothing) {
    const RandomBlock block(support::seed_of_this_test(4), 300'000);
    const auto twin = applied_one_by_one<book::ReferenceBooks>(block.bytes());
    ItchLevels levels = *ItchLevels::create({.orders_max = kManyOrders,
                                             .pages_max = 1'000,
                                             .instruments_max = 50,
                                             .dense_ids = 100'000,
                                             .huge_pages = HugePages::Never});
    NullListener ignored;
    const NoAllocScope scope;
    EXPECT_TRUE(levels.replay_block(block.bytes(), ignored));
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(levels.books().counters(), twin.books().counters());
    for (std::uint16_t id = 1; id <= kBounds.instruments_max; ++id) {
        EXPECT_EQ(levels.books().bbo({id}), twin.books().bbo({id}));
    }
}

/// Every update and its time, and how often there was none.
struct Updates : NullListener {
    std::vector<std::pair<book::BookUpdate, Time>> of_books;
    std::vector<Trade> trades;
    int refused = 0;

    void on_trade(const Trade& trade) noexcept { trades.push_back(trade); }
    void on_book(const book::BookUpdate& update, Time time) noexcept {
        of_books.emplace_back(update, time);
    }
    void on_refused(const book::BookUpdate& update, Time time) noexcept {
        of_books.emplace_back(update, time);
        ++refused;
    }
};

TEST(ItchBooksProperty, BooksByPriceTellAListenerWhatTheTwinTells) {
    const RandomBlock block(support::seed_of_this_test(6), 100'000);
    auto twin = *BasicItchBooks<book::ReferenceBooks>::create(kBounds);
    Updates expected;
    EXPECT_TRUE(twin.replay_block(block.bytes(), expected));
    ItchLevels levels = *ItchLevels::create({.orders_max = kManyOrders,
                                             .pages_max = 1'000,
                                             .instruments_max = 50,
                                             .dense_ids = 10'000,
                                             .huge_pages = HugePages::Never});
    Updates heard;
    EXPECT_TRUE(levels.replay_block(block.bytes(), heard));
    EXPECT_EQ(heard.of_books, expected.of_books);
    EXPECT_EQ(heard.trades, expected.trades);
    EXPECT_EQ(heard.refused, expected.refused);
    EXPECT_GT(heard.refused, 100);
}

/// From no message at all to more than the look-ahead holds.
TEST(ItchBooksProperty, BlocksOfEveryLengthAreReplayedToTheirEnd) {
    for (int messages = 0; messages < 150; ++messages) {
        const RandomBlock block(static_cast<std::uint64_t>(messages), messages);
        ItchBooks feed = *ItchBooks::create({.orders_max = kManyOrders,
                                             .levels_max = 200,
                                             .instruments_max = 50,
                                             .huge_pages = HugePages::Never});
        NullListener ignored;
        EXPECT_TRUE(feed.replay_block(block.bytes(), ignored));
        const FeedCounters& counters = feed.counters();
        EXPECT_EQ(counters.messages + counters.decode_errors + counters.unknown_types,
                  static_cast<std::uint64_t>(messages));
    }
}

TEST(ItchBooksProperty, ABlockCutInsideAMessageKeepsTheWholeOnesBeforeIt) {
    const RandomBlock block(support::seed_of_this_test(3), 40);
    for (std::size_t length = 0; length < block.bytes().size(); ++length) {
        const Bytes cut = block.bytes().first(length);
        protocols::FrameCursor cursor(cut);
        std::uint64_t whole = 0;
        for (Bytes message; cursor.next(message);) {
            ++whole;
        }
        ItchBooks feed = *ItchBooks::create({.orders_max = kManyOrders,
                                             .levels_max = 50,
                                             .instruments_max = 50,
                                             .huge_pages = HugePages::Never});
        NullListener ignored;
        EXPECT_EQ(feed.replay_block(cut, ignored), !cursor.is_truncated());
        const FeedCounters& counters = feed.counters();
        EXPECT_EQ(counters.messages + counters.decode_errors + counters.unknown_types, whole);
    }
}

}  // namespace
}  // namespace hotpath::feed
