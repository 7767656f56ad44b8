// Messages that pass a filter and those that do not, and that the books of the wanted names are
// those of the whole feed.

#include "hotpath/protocols/nasdaq/feed/symbol_filter.hpp"

#include <array>
#include <initializer_list>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::feed {
namespace {

namespace itch_messages = protocols::nasdaq::itch50;
using protocols::nasdaq::moldudp64::Session;

constexpr Session kFirst{'F', 'I', 'R', 'S', 'T', ' ', ' ', ' ', ' ', ' '};
constexpr Session kSecond{'S', 'E', 'C', 'O', 'N', 'D', ' ', ' ', ' ', ' '};

Symbol symbol_of(std::uint16_t locate) {
    return *Symbol::from("N" + std::to_string(locate));
}

template <class Message>
Message of_locate(std::uint16_t locate) {
    Message message;
    message.store_stock_locate(locate);
    return message;
}

template <class Message>
Message naming(std::uint16_t locate) {
    auto message = of_locate<Message>(locate);
    message.store_stock(symbol_of(locate));
    return message;
}

class SymbolFilterTest : public ::testing::Test {
  protected:
    bool admits(const auto& message) { return filter.admits(message.bytes()); }

    SymbolFilter filter{{symbol_of(7), symbol_of(3)}};
};

TEST_F(SymbolFilterTest, TheDirectorySaysWhichLocateIsWhichSymbol) {
    EXPECT_TRUE(admits(naming<itch_messages::StockDirectory>(3)));
    EXPECT_FALSE(admits(naming<itch_messages::StockDirectory>(4)));
    EXPECT_TRUE(admits(of_locate<itch_messages::OrderDelete>(3)));
    EXPECT_FALSE(admits(of_locate<itch_messages::OrderDelete>(4)));
    EXPECT_FALSE(admits(naming<itch_messages::AddOrder>(4)));
    EXPECT_EQ(filter.kept_out(), 3U);
}

TEST_F(SymbolFilterTest, OfAFeedCutOutLaterTheFirstAddSays) {
    EXPECT_FALSE(admits(of_locate<itch_messages::OrderExecuted>(7)));
    EXPECT_TRUE(admits(naming<itch_messages::AddOrderMpid>(7)));
    EXPECT_TRUE(admits(of_locate<itch_messages::OrderExecuted>(7)));
}

TEST_F(SymbolFilterTest, MessagesOfNoInstrumentAndThoseTooShortAreLetThrough) {
    EXPECT_TRUE(admits(itch_messages::SystemEvent()));
    EXPECT_TRUE(filter.admits({}));
    EXPECT_TRUE(filter.admits(of_locate<itch_messages::OrderDelete>(4).bytes().first(11)));
    EXPECT_EQ(filter.kept_out(), 0U);
}

TEST_F(SymbolFilterTest, ANameCutOffTeachesNothing) {
    EXPECT_TRUE(filter.admits(naming<itch_messages::AddOrder>(4).bytes().first(35)));
    EXPECT_FALSE(admits(of_locate<itch_messages::OrderDelete>(4))) << "not known yet";
    EXPECT_FALSE(admits(naming<itch_messages::AddOrder>(4)));
}

TEST_F(SymbolFilterTest, WhatIsNotItchIsLetThroughToBeCountedUntilItsLocateIsKnown) {
    std::array<std::byte, 30> other{};
    other[0] = std::byte{0x19};
    other[2] = std::byte{4};
    EXPECT_TRUE(filter.admits(other));
    EXPECT_EQ(filter.kept_out(), 0U);
    EXPECT_FALSE(admits(naming<itch_messages::AddOrder>(4)));
    EXPECT_FALSE(filter.admits(other)) << "nothing of this locate is looked at";
}

TEST_F(SymbolFilterTest, ForgettingTheDayLearnsTheLocatesAgain) {
    EXPECT_TRUE(admits(naming<itch_messages::StockDirectory>(3)));
    filter.forget();
    auto other = of_locate<itch_messages::StockDirectory>(3);
    other.store_stock(symbol_of(4));
    EXPECT_FALSE(admits(other));
    EXPECT_FALSE(admits(of_locate<itch_messages::OrderDelete>(3)));
}

TEST(SymbolFilter, WithoutSymbolsEveryInstrumentIsWanted) {
    SymbolFilter filter;
    EXPECT_TRUE(filter.admits(of_locate<itch_messages::OrderDelete>(65'535).bytes()));
    EXPECT_EQ(filter.kept_out(), 0U);
}

/// A day of many names: directory first, then orders.
std::vector<std::byte> random_day(Random& random, std::uint16_t names, int messages) {
    std::vector<std::byte> block;
    const auto append = [&](Bytes message) {
        const std::size_t end = block.size();
        block.resize(end + protocols::kFramePrefixLength + message.size());
        ASSERT_NE(protocols::append_frame(MutableBytes(block).subspan(end), message), 0U);
    };
    for (std::uint16_t locate = 1; locate <= names; ++locate) {
        append(naming<itch_messages::StockDirectory>(locate).bytes());
    }
    std::vector<std::uint16_t> locates;  // of the orders, by id
    for (int i = 0; i < messages; ++i) {
        if (locates.size() < 100 || random.one_in(2)) {
            const auto locate = static_cast<std::uint16_t>(1 + random.below(names));
            auto add = naming<itch_messages::AddOrder>(locate);
            add.store_order_reference_number(locates.size());
            add.store_buy_sell_indicator(random.one_in(2) ? 'B' : 'S');
            add.store_shares(static_cast<std::uint32_t>(1 + random.below(500)));
            add.store_price(static_cast<std::uint32_t>(10'000 + 100 * random.below(50)));
            append(add.bytes());
            locates.push_back(locate);
        } else {
            const std::uint64_t id = random.below(locates.size());
            auto executed = of_locate<itch_messages::OrderExecuted>(locates[id]);
            executed.store_order_reference_number(id);
            executed.store_executed_shares(static_cast<std::uint32_t>(1 + random.below(300)));
            append(executed.bytes());
        }
    }
    return block;
}

constexpr std::uint16_t kNames = 400;
constexpr book::BooksOptions kWhole{.orders_max = 60'000,
                                    .levels_max = 60'000,
                                    .instruments_max = kNames,
                                    .huge_pages = HugePages::Never};

TEST(SymbolFilterProperty, WantedBooksAreThoseOfTheWholeFeedAndTheOthersDoNotExist) {
    Random random(support::seed_of_this_test(1));
    const std::vector<std::byte> day = random_day(random, kNames, 100'000);
    std::set<std::uint16_t> wanted;
    std::vector<Symbol> symbols;
    while (wanted.size() < 10) {
        wanted.insert(static_cast<std::uint16_t>(1 + random.below(kNames)));
    }
    for (const std::uint16_t locate : wanted) {
        symbols.push_back(symbol_of(locate));
    }
    ItchBooks whole = *ItchBooks::create(kWhole);
    NullListener ignored;
    ASSERT_TRUE(whole.replay_block(day, ignored));

    // Room for the orders of ten names, not of four hundred: the others never touch the tables.
    book::BooksOptions small = kWhole;
    small.orders_max = 3'000;
    FilteredItchBooks filtered = *FilteredItchBooks::create(small, SymbolFilter(symbols));
    {
        const NoAllocScope scope;
        ASSERT_TRUE(filtered.replay_block(day, ignored));
        EXPECT_EQ(scope.allocations(), 0U);
    }
    std::uint64_t open_orders = 0;
    for (std::uint16_t locate = 1; locate <= kNames; ++locate) {
        const std::uint64_t expected =
            wanted.contains(locate) ? whole.books().checksum({locate}) : 0U;
        ASSERT_EQ(filtered.books().checksum({locate}), expected) << locate;
        whole.books().for_each_order({locate}, Side::Buy, [&](const book::OrderView&) {
            open_orders += wanted.contains(locate) ? 1U : 0U;
        });
    }
    EXPECT_GT(open_orders, 100U);
    EXPECT_EQ(filtered.directory().size(), wanted.size());
    EXPECT_EQ(filtered.counters().messages + filtered.filter().kept_out(),
              whole.counters().messages);
    EXPECT_EQ(filtered.books().counters().orders_full, 0U);
}

class FilteredPacketsTest : public ::testing::Test {
  protected:
    PacketStatus receive(std::uint64_t sequence_number, const Session& session,
                         std::initializer_list<Bytes> messages) {
        protocols::nasdaq::moldudp64::PacketWriter writer(buffer_, session, sequence_number);
        for (const Bytes message : messages) {
            EXPECT_TRUE(writer.try_append(message));
        }
        return handler.on_packet(writer.finish(), ignored);
    }
    static itch_messages::AddOrder add(std::uint16_t locate, std::uint64_t id) {
        auto message = naming<itch_messages::AddOrder>(locate);
        message.store_order_reference_number(id);
        message.store_buy_sell_indicator('B');
        message.store_shares(100);
        return message;
    }

    FilteredItchHandler handler =
        *FilteredItchHandler::create(kWhole, SymbolFilter({symbol_of(3)}));
    NullListener ignored;

  private:
    std::array<std::byte, protocols::nasdaq::moldudp64::kPacketLengthMax> buffer_{};
};

TEST_F(FilteredPacketsTest, MessagesKeptOutCountInTheSequenceAllTheSame) {
    EXPECT_EQ(receive(1, kFirst, {add(4, 1).bytes(), add(3, 2).bytes()}), PacketStatus::Ok);
    EXPECT_EQ(receive(3, kFirst, {add(4, 3).bytes()}), PacketStatus::Ok);
    EXPECT_EQ(handler.next_sequence_number(), 4U);
    EXPECT_EQ(handler.books().open_orders(), 1U);
    EXPECT_TRUE(handler.books().find({2}));
}

TEST_F(FilteredPacketsTest, AnotherSessionNamesItsInstrumentsAnew) {
    EXPECT_EQ(receive(1, kFirst, {add(3, 1).bytes()}), PacketStatus::Ok);
    auto renamed = add(9, 2);
    renamed.store_stock(symbol_of(3));
    auto unwanted = add(3, 3);
    unwanted.store_stock(symbol_of(9));
    EXPECT_EQ(receive(1, kSecond, {renamed.bytes(), unwanted.bytes()}), PacketStatus::Ok);
    EXPECT_TRUE(handler.books().find({2}));
    EXPECT_FALSE(handler.books().find({3}));
}

}  // namespace
}  // namespace hotpath::feed
