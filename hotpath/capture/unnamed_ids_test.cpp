// Ids for orders without a name, the block of messages of a translated recording, and the words on
// events that were left out.
#include "hotpath/capture/unnamed_ids.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/capture/itch_block.hpp"
#include "hotpath/capture/skips.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::capture {
namespace {

class UnnamedIdsTest : public ::testing::Test {
  protected:
    std::uint64_t next(std::uint64_t behind = 0) {
        return ids_.next({behind}, [this](std::uint64_t id) { return live_.contains(id); }).value;
    }
    void name(std::uint64_t id) { ids_.on_named({id}); }

    UnnamedIds ids_;
    std::set<std::uint64_t> live_;
};

TEST_F(UnnamedIdsTest, ComeFromTheGapBelowTheHighestFromItsTop) {
    name(5);
    EXPECT_EQ(next(), 4U);
    EXPECT_EQ(next(), 3U);
    EXPECT_EQ(next(), 2U);
    EXPECT_EQ(next(), 1U);
    EXPECT_EQ(next(), 6U) << "above all when no gap is left";
    EXPECT_EQ(next(), 7U);
}

TEST_F(UnnamedIdsTest, NeighboursLeaveNoGapAndEarlierNamesChangeNothing) {
    name(1);
    name(2);
    EXPECT_EQ(next(), 3U);
    name(10);
    name(4);
    EXPECT_EQ(next(), 9U);
    name(11);
    EXPECT_EQ(next(), 8U) << "an id without a gap keeps the one before";
}

TEST_F(UnnamedIdsTest, TheLargestGapOfBeforeIsKeptInReserve) {
    name(10);  // 1 to 9
    name(14);  // 11 to 13
    name(16);  // 15
    EXPECT_EQ(next(), 15U);
    EXPECT_EQ(next(), 9U) << "1 to 9 is larger than 11 to 13";
    name(30);  // 17 to 29
    EXPECT_EQ(next(), 29U);
    EXPECT_EQ(next(25), 28U);
    name(32);  // 31; 17 to 27 is larger than what is left of 1 to 9
    EXPECT_EQ(next(), 31U);
    EXPECT_EQ(next(), 27U);
}

TEST_F(UnnamedIdsTest, AreBehindTheIdThatTheyFollow) {
    name(10);
    EXPECT_EQ(next(8), 9U);
    EXPECT_EQ(next(8), 11U) << "8 and lower ones are not behind 8";
    EXPECT_EQ(next(7), 8U);
}

TEST_F(UnnamedIdsTest, PassOverLiveOnes) {
    name(5);
    live_ = {4, 2, 6, 7};
    EXPECT_EQ(next(), 3U);
    EXPECT_EQ(next(), 1U);
    EXPECT_EQ(next(), 8U);
    name(20);
    live_.insert(19);
    EXPECT_EQ(next(), 18U);
}

TEST_F(UnnamedIdsTest, NoneComesTwiceWhateverIsNamed) {
    Random random(support::seed_of_this_test(23));
    std::set<std::uint64_t> given;
    std::uint64_t highest = 0;
    for (int step = 0; step < 20'000; ++step) {
        if (random.one_in(3)) {
            highest += 1 + random.below(4);
            if (!given.contains(highest)) {  // else the caller renumbers its order
                name(highest);
                live_.insert(highest);
            }
        } else {
            const std::uint64_t behind = highest - std::min(highest, random.below(6));
            const std::uint64_t id = next(behind);
            ASSERT_GT(id, behind);
            ASSERT_FALSE(live_.contains(id));
            ASSERT_TRUE(given.insert(id).second) << id;
            live_.insert(id);
        }
    }
}

TEST(ItchBlock, CompletesEachMessageAndCountsIt) {
    StreamStats stats;
    ItchBlock block(stats);
    protocols::nasdaq::itch50::OrderDelete message;
    message.store_order_reference_number(77);
    block.set_time({34'200'000'000'001});
    block.put(message, 3, 0x8000);
    block.set_time({34'200'000'000'002});
    block.put(message, 4);
    EXPECT_EQ(stats.messages, 2U);
    ASSERT_EQ(block.bytes().size(), 2U * (2 + 19));
    const auto& first = protocols::nasdaq::itch50::OrderDelete::at(block.bytes().data() + 2);
    EXPECT_EQ(first.load_stock_locate(), 3U);
    EXPECT_EQ(first.load_tracking_number(), 0x8000U);
    EXPECT_EQ(first.load_timestamp(), 34'200'000'000'001U);
    const auto& second = protocols::nasdaq::itch50::OrderDelete::at(block.bytes().data() + 23);
    EXPECT_EQ(second.load_stock_locate(), 4U);
    EXPECT_EQ(second.load_tracking_number(), 0U);
    EXPECT_EQ(second.load_timestamp(), 34'200'000'000'002U);
    block.clear();
    EXPECT_TRUE(block.bytes().empty());
    EXPECT_EQ(stats.messages, 2U);
}

TEST(ItchBlock, SaysWhichEventsMadeNoMessage) {
    StreamStats stats;
    ItchBlock block(stats);
    int asked = 0;
    const auto first = [&] { return "order " + std::to_string(++asked); };
    block.set_time({1});
    block.skip("events of unknown orders", 0, first);
    EXPECT_TRUE(block.skips().empty()) << "none is not skipped";
    block.skip("events of unknown orders", 2, first);
    block.set_time({3'600'000'000'000});
    block.skip("others", 1, first);
    block.skip("events of unknown orders", 3, first);
    EXPECT_EQ(stats.skipped_events, 6U);
    EXPECT_EQ(asked, 2) << "words are made for the first of a kind alone";
    EXPECT_EQ(to_text(block.skips()),
              "5 events of unknown orders (the first: order 1 at 00:00:00.000000001); "
              "1 others (the first: order 2 at 01:00:00.000000000)");
    EXPECT_EQ(to_text({}), "");
}

TEST(ClockText, HasHoursMinutesSecondsAndNanoseconds) {
    EXPECT_EQ(clock_text({34'200'000'000'001}), "09:30:00.000000001");
    EXPECT_EQ(clock_text({86'399'999'999'999}), "23:59:59.999999999");
    EXPECT_EQ(clock_text({3'661'000'000'000}), "01:01:01.000000000");
    EXPECT_EQ(clock_text({100 * 3'600'000'000'000}), "100:00:00.000000000") << "beyond a day";
}

}  // namespace
}  // namespace hotpath::capture
