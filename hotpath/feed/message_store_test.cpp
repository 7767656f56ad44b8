// MessageStore: the window of messages that wait, against a std::map as its twin.

#include "hotpath/feed/message_store.hpp"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::feed {
namespace {

Bytes bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}
std::string text_of(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

MessageStore small_store() {
    return MessageStore({.messages_max = 64, .message_length_max = 8});
}

TEST(MessageStore, KeepsWhatLiesInItsWindowOnce) {
    MessageStore store = small_store();
    EXPECT_TRUE(store.try_keep(1, bytes_of("first")));
    EXPECT_TRUE(store.try_keep(64, bytes_of("last")));
    EXPECT_FALSE(store.try_keep(1, bytes_of("again")));
    EXPECT_FALSE(store.try_keep(65, bytes_of("beyond")));
    EXPECT_FALSE(store.try_keep(0, bytes_of("before")));
    EXPECT_EQ(text_of(store.at(1)), "first");
    EXPECT_EQ(text_of(store.at(64)), "last");
    EXPECT_EQ(store.size(), 2U);
}

TEST(MessageStore, AMessageMayHaveNoBytesAndTheLongestFits) {
    MessageStore store = small_store();
    EXPECT_TRUE(store.try_keep(2, {}));
    EXPECT_TRUE(store.at(2).empty());
    EXPECT_TRUE(store.try_keep(3, bytes_of("12345678")));
    EXPECT_FALSE(store.try_keep(4, bytes_of("123456789")));
    EXPECT_EQ(text_of(store.at(3)), "12345678");
}

TEST(MessageStore, TheWindowMovesOverWhatIsMissingAndWhatIsKept) {
    MessageStore store = small_store();
    EXPECT_TRUE(store.try_keep(2, bytes_of("two")));
    store.advance();
    store.advance();
    EXPECT_EQ(store.base(), 3U);
    EXPECT_TRUE(store.empty());
    EXPECT_FALSE(store.contains(66)) << "the slot that held message 2 is free";
    EXPECT_TRUE(store.try_keep(66, bytes_of("new")));
}

TEST(MessageStore, JumpsByAnyDistance) {
    for (const std::uint64_t distance : {1U, 63U, 64U, 65U, 1'000'000U}) {
        MessageStore store = small_store();
        EXPECT_TRUE(store.try_keep(1, bytes_of("one")));
        EXPECT_TRUE(store.try_keep(64, bytes_of("last")));
        store.advance_to(1 + distance);
        EXPECT_EQ(store.base(), 1 + distance);
        EXPECT_EQ(store.size(), distance < 64 ? 1U : 0U);
        EXPECT_EQ(store.first_kept(store.base(), store.end()), distance < 64 ? 64U : store.end());
        store.advance_to(1);
        EXPECT_EQ(store.base(), 1 + distance) << "never back";
        store.restart_at(1);
        EXPECT_EQ(store.base(), 1U);
        EXPECT_TRUE(store.empty());
    }
}

TEST(MessageStore, EqualsItsTwinAtEveryStep) {
    Random random(support::seed_of_this_test(1));
    MessageStore store({.messages_max = 128, .message_length_max = 8});
    std::map<std::uint64_t, std::string> twin;
    for (int step = 0; step < 20'000; ++step) {
        if (random.one_in(4)) {
            const std::uint64_t base = store.base() + random.below(random.one_in(20) ? 300 : 12);
            store.advance_to(base);
            twin.erase(twin.begin(), twin.lower_bound(base));
        } else if (random.one_in(4)) {
            store.advance();
            twin.erase(twin.begin(), twin.lower_bound(store.base()));
        } else {
            const std::uint64_t number = store.base() + random.below(140);
            const std::string text = std::to_string(random.below(10'000'000));
            const bool fits = number < store.end() && !twin.contains(number);
            EXPECT_EQ(store.try_keep(number, bytes_of(text)), fits);
            if (fits) {
                twin[number] = text;
            }
        }
        ASSERT_EQ(store.size(), twin.size());
        const std::uint64_t from = store.base() + random.below(128);
        const std::uint64_t until = from + random.below(store.end() - from + 1);
        const auto kept = twin.lower_bound(from);
        ASSERT_EQ(store.first_kept(from, until),
                  kept == twin.end() ? until : std::min(until, kept->first));
        std::uint64_t missing = from;
        while (missing < until && twin.contains(missing)) {
            ++missing;
        }
        ASSERT_EQ(store.first_missing(from, until), missing);
        if (kept != twin.end()) {
            ASSERT_EQ(text_of(store.at(kept->first)), kept->second);
        }
    }
}

TEST(MessageStore, AllocatesNothingAfterConstruction) {
    MessageStore store = small_store();
    const std::string text = "message";
    const NoAllocScope scope;
    for (std::uint64_t number = 1; number < 500; ++number) {
        EXPECT_TRUE(store.try_keep(number + 10, bytes_of(text)));
        store.advance();
    }
    store.restart_at(7);
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::feed
