// One writer's latest value: whole or refused, counted, and readable again after a writer that died
// in the middle of a store.

#include "hotpath/queue/seqlock.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::queue {
namespace {

struct Quote {
    std::uint64_t bid = 0;
    std::uint64_t ask = 0;
    std::uint32_t seq = 0;

    bool operator==(const Quote&) const = default;
};

// As a writer leaves it that dies between the first and the last store of a value.
template <class T>
void die_while_storing(Seqlock<T>& seqlock) {
    auto& version = *reinterpret_cast<std::atomic<std::uint64_t>*>(&seqlock);
    version.store(version.load() | 1U);
}

TEST(Seqlock, GivesTheLatestValue) {
    Seqlock<Quote> latest;
    latest.store({.bid = 1, .ask = 2, .seq = 3});
    latest.store({.bid = 4, .ask = 5, .seq = 6});
    EXPECT_EQ(latest.load(), (Quote{.bid = 4, .ask = 5, .seq = 6}));
}

TEST(Seqlock, HoldsZeroBytesBeforeTheFirstStore) {
    const Seqlock<Quote> latest;
    EXPECT_EQ(latest.version(), 0U);
    EXPECT_EQ(latest.load(), Quote{});
}

TEST(Seqlock, AFirstValueCountsAsStored) {
    const Seqlock<Quote> latest(Quote{.bid = 7, .ask = 8, .seq = 9});
    EXPECT_EQ(latest.version(), 1U);
    EXPECT_EQ(latest.load(), (Quote{.bid = 7, .ask = 8, .seq = 9}));
}

TEST(Seqlock, TheVersionCountsTheStores) {
    Seqlock<std::uint8_t> latest;
    for (std::uint8_t i = 1; i < 200; ++i) {
        latest.store(i);
        EXPECT_EQ(latest.version(), i);
        EXPECT_EQ(latest.load(), i);
    }
}

TEST(Seqlock, AStoreInProgressIsRefusedAndLeavesTheOldValueInPlace) {
    Seqlock<Quote> latest(Quote{.bid = 1, .ask = 1, .seq = 1});
    die_while_storing(latest);
    Quote into{.bid = 5, .ask = 5, .seq = 5};
    EXPECT_FALSE(latest.try_load(into));
    EXPECT_EQ(into, (Quote{.bid = 5, .ask = 5, .seq = 5}));
}

TEST(Seqlock, AWriterGoesOnAfterOneThatDiedInTheMiddle) {
    Seqlock<Quote> latest(Quote{.bid = 1, .ask = 1, .seq = 1});
    die_while_storing(latest);
    latest.store({.bid = 2, .ask = 2, .seq = 2});
    Quote into;
    ASSERT_TRUE(latest.try_load(into));
    EXPECT_EQ(into, (Quote{.bid = 2, .ask = 2, .seq = 2}));
    EXPECT_EQ(latest.version(), 2U);
}

template <std::size_t ValueBytes>
void expect_every_byte_back() {
    Random random(support::seed_of_this_test(ValueBytes));
    Seqlock<std::array<std::uint8_t, ValueBytes>> latest;
    std::array<std::uint8_t, ValueBytes> sent{};
    for (int i = 0; i < 100; ++i) {
        for (std::uint8_t& byte : sent) {
            byte = static_cast<std::uint8_t>(random.next());
        }
        latest.store(sent);
        EXPECT_EQ(latest.load(), sent);
    }
}

TEST(Seqlock, ValuesOfAnySizeComeBackWhole) {
    expect_every_byte_back<1>();
    expect_every_byte_back<7>();
    expect_every_byte_back<8>();
    expect_every_byte_back<57>();
    expect_every_byte_back<4'096>();
}

TEST(Seqlock, OfAValueStoredInPartTheRestIsAnEarlierOnesFromTheNextWordOn) {
    using Value = std::array<std::uint8_t, 37>;
    Seqlock<Value> latest;
    Value first;
    first.fill(1);
    latest.store(first);
    for (std::size_t bytes = 0; bytes <= 40; ++bytes) {
        latest.store(first);
        Value second;
        second.fill(2);
        latest.store_first(second, bytes);
        const Value loaded = latest.load();
        const std::size_t stored = std::min(bytes_in_words(bytes), loaded.size());
        for (std::size_t at = 0; at < loaded.size(); ++at) {
            ASSERT_EQ(loaded[at], at < stored ? 2 : 1) << at << " of " << bytes;
        }
    }
    EXPECT_EQ(latest.version(), 1 + 2 * 41U);
}

TEST(Seqlock, ASmallValueSharesTheLineWithItsVersion) {
    EXPECT_EQ(sizeof(Seqlock<std::array<std::uint8_t, 56>>), kCacheLine);
    EXPECT_EQ(sizeof(Seqlock<std::array<std::uint8_t, 57>>), 2 * kCacheLine);
    EXPECT_EQ(alignof(Seqlock<char>), kCacheLine);
}

TEST(Seqlock, NeitherStoreNorLoadAllocates) {
    Seqlock<Quote> latest;
    const NoAllocScope scope;
    latest.store({.bid = 1, .ask = 2, .seq = 3});
    const Quote quote = latest.load();
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(quote.seq, 3U);
}

using Wide = std::array<std::uint64_t, 12>;

struct Seen {
    std::uint64_t mixtures = 0;
    std::uint64_t steps_back = 0;
    std::uint64_t loads = 0;
};

Seen read_until(const Seqlock<Wide>& latest, std::uint64_t last) {
    Seen seen;
    std::uint64_t newest = 0;
    while (newest < last) {
        Wide value;
        if (!latest.try_load(value)) {
            std::this_thread::yield();
            continue;
        }
        ++seen.loads;
        for (const std::uint64_t word : value) {
            seen.mixtures += word != value[0] ? 1U : 0U;
        }
        seen.steps_back += value[0] < newest ? 1U : 0U;
        newest = std::max(newest, value[0]);
    }
    return seen;
}

TEST(Seqlock, TwoReadersSeeWholeValuesInOrderWhileTheWriterGoesOn) {
    const std::uint64_t stores = support::is_long_run() ? 20'000'000 : 200'000;
    Seqlock<Wide> latest;
    std::vector<Seen> seen(2);
    std::vector<std::thread> readers;
    readers.reserve(seen.size());
    for (Seen& of_reader : seen) {
        readers.emplace_back([&] { of_reader = read_until(latest, stores); });
    }
    for (std::uint64_t i = 1; i <= stores; ++i) {
        Wide value;
        value.fill(i);
        latest.store(value);
    }
    for (std::thread& reader : readers) {
        reader.join();
    }
    for (const Seen& of_reader : seen) {
        EXPECT_EQ(of_reader.mixtures, 0U);
        EXPECT_EQ(of_reader.steps_back, 0U);
        EXPECT_GT(of_reader.loads, 0U);
    }
}

}  // namespace
}  // namespace hotpath::queue
