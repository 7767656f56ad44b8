// The streams of OUCH replies: what is counted when, what is kept, and the drop copy of it.

#include "hotpath/protocols/nasdaq/venue/ouch_replies.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

#include <gtest/gtest.h>

#include "tests/support/port_bench.hpp"

namespace hotpath::exchange {
namespace {

using protocols::nasdaq::soupbintcp::Credentials;
using support::CoreBench;

struct OuchRepliesTest : testing::Test {
    explicit OuchRepliesTest(std::uint32_t replies_max = 1'000, std::uint32_t copies_max = 0)
        : options(options_of(replies_max, copies_max)),
          bench(options),
          replies(*OuchReplies::create(bench.core)) {
        bench.start();
        EXPECT_TRUE(replies.make_sessions(2));
    }
    static VenueServerOptions options_of(std::uint32_t replies_max, std::uint32_t copies_max) {
        VenueServerOptions made = support::small_venue(2);
        made.drop_copy_users = {Credentials::of("RISK", "R")};
        made.replies.messages_max = replies_max;
        made.drop_copies.messages_max = copies_max;
        return made;
    }
    bool keep(SessionId session) {
        return replies.try_keep(session, std::as_bytes(std::span("reply")));
    }

    VenueServerOptions options;
    CoreBench bench;
    OuchReplies replies;
};

TEST_F(OuchRepliesTest, AReplyIsInTheStreamOfItsSessionAndInTheDropCopy) {
    EXPECT_TRUE(keep({0}));
    EXPECT_TRUE(keep({1}));
    EXPECT_TRUE(keep({1}));
    EXPECT_EQ(replies.of({0}).size(), 1U);
    EXPECT_EQ(replies.of({1}).size(), 2U);
    EXPECT_EQ(replies.drop_copies().size(), 3U);
    EXPECT_EQ(bench.core.counters().drop_copies_not_kept, 0U);
}

TEST_F(OuchRepliesTest, ADaysCountsAreThoseOfTheStreamsAfterARestart) {
    EXPECT_EQ(replies.free({0}, 5'000), 1'000U);
    EXPECT_EQ(replies.free({0}, 10), 10U) << "another protocol has less room";
    EXPECT_TRUE(keep({0}));
    EXPECT_EQ(replies.made({0}), 0U) << "it was counted when its input was applied";
    replies.count_kept();
    EXPECT_EQ(replies.made({0}), 1U);
    EXPECT_EQ(replies.free({0}, 5'000), 999U);
    replies.begin_counts();
    EXPECT_EQ(replies.made({0}), 0U);
}

TEST_F(OuchRepliesTest, AfterTheSessionNothingIsKeptAndNothingIsLost) {
    replies.end_session();
    EXPECT_TRUE(keep({0}));
    EXPECT_EQ(replies.of({0}).size(), 0U);
    EXPECT_EQ(bench.core.counters().replies_not_kept, 0U);
    replies.clear();
    EXPECT_TRUE(keep({0}));
    EXPECT_EQ(replies.of({0}).size(), 1U);
}

TEST_F(OuchRepliesTest, WhatIsSavedLoads) {
    EXPECT_TRUE(keep({0}));
    EXPECT_TRUE(keep({1}));
    StateWriter writer;
    replies.save_copies(writer);
    replies.save(writer);
    OuchReplies loaded = *OuchReplies::create(bench.core);
    EXPECT_TRUE(loaded.make_sessions(2));
    StateReader reader(writer.bytes());
    loaded.load_copies(reader);
    loaded.load(reader);
    EXPECT_TRUE(reader.is_done());
    EXPECT_EQ(loaded.drop_copies().size(), 2U);
    EXPECT_EQ(loaded.of({0}).size(), 1U);
    EXPECT_EQ(loaded.of({1}).size(), 1U);
}

struct OuchCopiesFullTest : OuchRepliesTest {
    OuchCopiesFullTest() : OuchRepliesTest(1'000, 1) {}
};

TEST_F(OuchCopiesFullTest, AFullDropCopyIsCutShortByTheNextReply) {
    EXPECT_TRUE(keep({0}));
    EXPECT_FALSE(replies.is_drop_copy_cut_short());
    EXPECT_TRUE(keep({1}));
    EXPECT_TRUE(replies.is_drop_copy_cut_short());
    EXPECT_EQ(bench.core.counters().drop_copies_not_kept, 1U);
    EXPECT_EQ(replies.of({1}).size(), 1U);
}

struct OuchStreamFullTest : OuchRepliesTest {
    OuchStreamFullTest() : OuchRepliesTest(1) {}
};

TEST_F(OuchStreamFullTest, AReplyWithoutRoomIsCountedAsTheVenuesFault) {
    EXPECT_TRUE(keep({0}));
    EXPECT_FALSE(keep({0}));
    EXPECT_EQ(bench.core.counters().replies_not_kept, 1U);
    EXPECT_EQ(replies.of({0}).size(), 1U);
}

}  // namespace
}  // namespace hotpath::exchange
