#include "hotpath/protocols/fix/session/memory_store.hpp"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/session/held_messages.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::protocols::fix {
namespace {

TEST(FixMemoryStore, KeepsWhatWasSentUntilItNeedsTheRoom) {
    MemoryStore store = *MemoryStore::create({.messages_max = 3, .bytes_max = 100});
    for (int i = 1; i <= 4; ++i) {
        const std::string fields = "11=" + std::to_string(i);
        ASSERT_TRUE(store.try_append({"D", Time{i}, fields}, 5));
    }
    EXPECT_EQ(store.next_out(), 5U);
    EXPECT_EQ(store.first_kept(), 2U);
    EXPECT_FALSE(store.find(1));
    EXPECT_FALSE(store.find(5));
    ASSERT_TRUE(store.find(4));
    EXPECT_EQ(store.find(4)->msg_type, "D");
    EXPECT_EQ(store.find(4)->fields, "11=4");
    EXPECT_EQ(store.find(4)->sending_time, Time{4});
}

TEST(FixMemoryStore, ForgetsNothingThatMustBeKept) {
    MemoryStore store = *MemoryStore::create({.messages_max = 2, .bytes_max = 10});
    ASSERT_TRUE(store.try_append({"D", Time{}, "123456"}, 1));
    EXPECT_FALSE(store.try_append({"D", Time{}, "12345"}, 1));
    EXPECT_TRUE(store.find(1));
    EXPECT_TRUE(store.try_append({"D", Time{}, "12345"}, 2));
    EXPECT_FALSE(store.find(1));
    EXPECT_EQ(store.find(2)->fields, "12345");
    EXPECT_FALSE(store.try_append({"D", Time{}, "12345678901"}, 9));
    EXPECT_FALSE(store.try_append({"123456789", Time{}, "1"}, 9));
    EXPECT_EQ(store.next_out(), 3U);
}

TEST(FixMemoryStore, NumbersCanBeSetAndReset) {
    MemoryStore store = *MemoryStore::create({});
    ASSERT_TRUE(store.try_append({"D", Time{}, "1"}, 1));
    store.set_next_out(2'000);
    store.set_next_in(17);
    EXPECT_EQ(store.first_kept(), 2'000U);
    EXPECT_FALSE(store.find(1));
    ASSERT_TRUE(store.try_append({"D", Time{}, "2"}, 2'000));
    EXPECT_EQ(store.find(2'000)->fields, "2");
    store.reset(Time{5});
    EXPECT_EQ(store.next_out(), 1U);
    EXPECT_EQ(store.next_in(), 1U);
    EXPECT_EQ(store.created_at(), Time{5});
    EXPECT_FALSE(store.find(1));
}

TEST(FixMemoryStoreProperty, HasTheNewestOfARandomStreamAsItWas) {
    Random random(support::seed_of_this_test(4));
    for (int round = 0; round < 50; ++round) {
        const std::size_t messages_max = 1 + random.below(20);
        const std::size_t bytes_max = 50 + random.below(400);
        MemoryStore store =
            *MemoryStore::create({.messages_max = messages_max, .bytes_max = bytes_max});
        std::map<std::uint64_t, std::string> twin;
        for (int i = 0; i < 500; ++i) {
            const std::string fields(random.below(50), static_cast<char>('a' + random.below(26)));
            const std::uint64_t keep_from = store.next_out() - random.below(3);
            const std::uint64_t number = store.next_out();
            const std::uint64_t first = store.first_kept();
            if (store.try_append({"D", Time{i}, fields}, keep_from)) {
                twin[number] = fields;
            } else {
                EXPECT_EQ(store.next_out(), number);
                EXPECT_EQ(store.first_kept(), first);
            }
            EXPECT_LE(store.next_out() - store.first_kept(), messages_max);
            for (std::uint64_t n = store.first_kept(); n < store.next_out(); ++n) {
                ASSERT_TRUE(store.find(n));
                ASSERT_EQ(store.find(n)->fields, twin.at(n));
            }
        }
    }
}

TEST(FixHeldMessages, GivesEachMessageBackInItsTurn) {
    HeldMessages held(4, 8);
    EXPECT_TRUE(held.is_empty());
    EXPECT_TRUE(held.try_hold(12, 10, support::view_of("twelve")));
    EXPECT_TRUE(held.try_hold(13, 10, {}));
    EXPECT_FALSE(held.try_hold(14, 10, support::view_of("far")));
    EXPECT_FALSE(held.try_hold(11, 10, support::view_of("123456789")));
    EXPECT_FALSE(held.take(10));
    EXPECT_FALSE(held.take(11));
    EXPECT_EQ(support::text_of(held.take(12).value()), "twelve");
    EXPECT_FALSE(held.take(12));
    EXPECT_TRUE(held.take(13).value().empty());
    EXPECT_TRUE(held.is_empty());
}

TEST(FixHeldMessages, HeldMessagesBelowASequenceResetAreDropped) {
    HeldMessages held(4, 8);
    EXPECT_TRUE(held.try_hold(12, 10, support::view_of("old")));
    EXPECT_FALSE(held.take(100));
    EXPECT_TRUE(held.is_empty());
    EXPECT_TRUE(held.try_hold(12, 10, support::view_of("old")));
    EXPECT_TRUE(held.try_hold(104, 102, support::view_of("new")));
    EXPECT_EQ(support::text_of(held.take(104).value()), "new");
    EXPECT_TRUE(held.is_empty());
    EXPECT_TRUE(held.try_hold(12, 10, support::view_of("old")));
    held.clear();
    EXPECT_FALSE(held.take(12));
}

}  // namespace
}  // namespace hotpath::protocols::fix
