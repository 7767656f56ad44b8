// The feed of either protocol behind one type: what each has, and what it has not.
#include "hotpath/protocols/trader/market_feed.hpp"

#include <gtest/gtest.h>

namespace hotpath::protocols {
namespace {

constexpr book::BooksOptions kFewBooks{
    .orders_max = 100, .levels_max = 100, .instruments_max = 3, .huge_pages = HugePages::Never};

TEST(MarketFeed, HasTheProtocolOfItsOptions) {
    const auto itch = MarketFeed::create(kFewBooks, {}, {}, {});
    ASSERT_TRUE(itch.has_value());
    EXPECT_EQ(itch->protocol(), "ITCH 5.0");
    EXPECT_EQ(itch->get<cme::Mdp3MarketData>(), nullptr);
    const auto mdp3 =
        MarketFeed::create(kFewBooks, feed::mdp3_feed_options(), {}, feed::Mdp3Options{});
    ASSERT_TRUE(mdp3.has_value());
    EXPECT_EQ(mdp3->protocol(), "MDP 3.0");
    ASSERT_NE(mdp3->get<cme::Mdp3MarketData>(), nullptr);
    for (const MarketFeed* either : {&*itch, &*mdp3}) {
        EXPECT_EQ(either->state(), feed::FeedState::Idle);
        EXPECT_TRUE(either->is_stale());
        EXPECT_EQ(either->market().directory().size(), 0U);
        EXPECT_EQ(either->market().messages_given(), 0U);
        EXPECT_FALSE(either->market().is_foreign());
        EXPECT_EQ(either->lines().sessions(), 0U);
        EXPECT_EQ(either->books().instruments_max(), 3U);
    }
}

/// A loop's packets count only in the lines' week.
TEST(MarketFeed, WantsNoLoopBeforeItsFirstPacketAndNoneOfItch) {
    const auto itch = MarketFeed::create(kFewBooks, {}, {}, {});
    const auto mdp3 =
        MarketFeed::create(kFewBooks, feed::mdp3_feed_options(), {}, feed::Mdp3Options{});
    for (const feed::FeedLoop loop : feed::kAllFeedLoops) {
        EXPECT_FALSE(itch->wants(loop, true)) << name(loop);
        EXPECT_FALSE(mdp3->wants(loop, true)) << name(loop);
    }
}

TEST(MarketFeed, RefusesWrongOptionsOfEitherProtocol) {
    const auto units = MarketFeed::create(kFewBooks, feed::mdp3_feed_options(), {},
                                          feed::Mdp3Options{.units_per_currency = 7});
    ASSERT_FALSE(units.has_value());
    EXPECT_NE(units.error().message.find("units_per_currency"), std::string::npos);
    feed::LiveFeedOptions no_room;
    no_room.lines.store.messages_max = 100;  // no power of two
    EXPECT_FALSE(MarketFeed::create(kFewBooks, no_room, {}, {}).has_value());
    EXPECT_FALSE(MarketFeed::create(kFewBooks, no_room, {}, feed::Mdp3Options{}).has_value());
}

}  // namespace
}  // namespace hotpath::protocols
