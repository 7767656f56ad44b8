#include "hotpath/protocols/sequenced_store.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::protocols {
namespace {

using support::text_of;
using support::view_of;

TEST(SequencedStore, MessagesAreNumberedFromOne) {
    SequencedStore store = *SequencedStore::create({});
    EXPECT_TRUE(store.empty());
    EXPECT_EQ(store.next_sequence_number(), 1U);
    EXPECT_FALSE(store.contains(0));
    EXPECT_FALSE(store.contains(1));
    ASSERT_TRUE(store.try_append(view_of("one")));
    ASSERT_TRUE(store.try_append(view_of("")));
    ASSERT_TRUE(store.try_append(view_of("three")));
    EXPECT_EQ(text_of(store.at(1)), "one");
    EXPECT_EQ(text_of(store.at(2)), "");
    EXPECT_EQ(text_of(store.at(3)), "three");
    EXPECT_EQ(store.next_sequence_number(), 4U);
    EXPECT_FALSE(store.contains(4));
}

TEST(SequencedStore, EveryLimitIsExactAndARefusalChangesNothing) {
    SequencedStore store =
        *SequencedStore::create({.messages_max = 3, .bytes_max = 8, .message_length_max = 4});
    EXPECT_FALSE(store.try_append(view_of("12345"))) << "longer than one may be";
    EXPECT_TRUE(store.try_append(view_of("1234")));
    EXPECT_TRUE(store.try_append(view_of("567")));
    EXPECT_FALSE(store.try_append(view_of("89"))) << "more bytes than all may have";
    EXPECT_EQ(store.size(), 2U);
    EXPECT_TRUE(store.try_append(view_of("8")));
    EXPECT_FALSE(store.try_append(view_of(""))) << "more messages than there may be";
    EXPECT_EQ(text_of(store.at(3)), "8");
}

TEST(SequencedStore, AnEndedStreamTakesNothingAndKeepsEverything) {
    SequencedStore store = *SequencedStore::create({});
    ASSERT_TRUE(store.try_append(view_of("last")));
    store.end_session();
    EXPECT_TRUE(store.is_ended());
    EXPECT_FALSE(store.try_append(view_of("after")));
    EXPECT_EQ(text_of(store.at(1)), "last");
    store.clear();
    EXPECT_FALSE(store.is_ended());
    EXPECT_EQ(store.next_sequence_number(), 1U);
    EXPECT_TRUE(store.try_append(view_of("first")));
    EXPECT_EQ(text_of(store.at(1)), "first");
}

TEST(SequencedStore, WhatIsDroppedMakesRoomAndTheRestIsNumberedFromOne) {
    auto store = *SequencedStore::create({.messages_max = 3, .bytes_max = 8});
    for (const char* const text : {"one", "", "three"}) {
        ASSERT_TRUE(store.try_append(view_of(text)));
    }
    store.drop_first(1);
    ASSERT_EQ(store.size(), 2U);
    EXPECT_EQ(text_of(store.at(1)), "");
    EXPECT_EQ(text_of(store.at(2)), "three");
    ASSERT_TRUE(store.try_append(view_of("for")));
    EXPECT_EQ(text_of(store.at(3)), "for");
    store.drop_first(0);
    EXPECT_EQ(store.size(), 3U);
    store.drop_first(9);
    EXPECT_TRUE(store.empty());
}

TEST(SequencedStore, LimitsThatHoldNothingAreRefused) {
    EXPECT_FALSE(SequencedStore::create({.messages_max = 0}));
    EXPECT_FALSE(SequencedStore::create({.bytes_max = 0}));
    EXPECT_FALSE(SequencedStore::create({.message_length_max = 0}));
    EXPECT_FALSE(SequencedStore::create({.message_length_max = 65'535}));
    EXPECT_TRUE(SequencedStore::create({.bytes_max = 100, .message_length_max = 65'534}));
}

TEST(SequencedStore, HoldsWhatAVectorHolds) {
    Random random(support::seed_of_this_test(71));
    SequencedStore store = *SequencedStore::create({.messages_max = 2'000, .bytes_max = 50'000});
    std::vector<std::string> twin;
    for (int i = 0; i < 3'000; ++i) {
        const std::string message(random.below(60), static_cast<char>('a' + i % 26));
        std::size_t bytes = message.size();
        for (const std::string& kept : twin) {
            bytes += kept.size();
        }
        const bool fits = twin.size() < 2'000 && bytes <= 50'000;
        ASSERT_EQ(store.try_append(view_of(message)), fits);
        if (fits) {
            twin.push_back(message);
        }
    }
    ASSERT_EQ(store.size(), twin.size());
    for (std::size_t i = 0; i < twin.size(); ++i) {
        ASSERT_EQ(text_of(store.at(i + 1)), twin[i]);
    }
}

TEST(SequencedStore, AppendingAndReadingAllocateNothing) {
    SequencedStore store = *SequencedStore::create({});
    NoAllocScope scope;
    for (int i = 0; i < 1'000; ++i) {
        static_cast<void>(store.try_append(view_of("message")));
        static_cast<void>(store.at(store.size()));
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::protocols
