// Packets of another session: each source is named once, and a forger cannot fill the log.
#include "hotpath/live/run/stranger_news.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotpath::live {
namespace {

using ::testing::HasSubstr;

const auto kSession =
    protocols::nasdaq::moldudp64::Session{'O', 'T', 'H', 'E', 'R', ' ', ' ', ' ', ' ', ' '};

[[nodiscard]] net::Endpoint source(std::uint16_t port) {
    return {{0x7f000001}, port};
}

TEST(StrangerNews, OnlyAPacketThatIsCountedIsNews) {
    StrangerNews news;
    EXPECT_FALSE(news.take(feed::Line::A, 0));
    EXPECT_TRUE(news.take(feed::Line::A, 1));
    EXPECT_FALSE(news.take(feed::Line::A, 1)) << "no further one";
    EXPECT_TRUE(news.take(feed::Line::B, 1)) << "each line has its count";
}

TEST(StrangerNews, ASourceIsNamedOnce) {
    StrangerNews news;
    const auto first = news.note(feed::Line::A, kSession, source(1));
    ASSERT_TRUE(first);
    EXPECT_THAT(*first, HasSubstr("another session \"OTHER\" from 127.0.0.1:1 on line A"));
    EXPECT_FALSE(news.note(feed::Line::B, kSession, source(1)));
    const auto week = news.note(feed::Line::B, std::nullopt, source(2));
    ASSERT_TRUE(week);
    EXPECT_THAT(*week, HasSubstr("another trading week from 127.0.0.1:2 on line B"));
}

TEST(StrangerNews, ManySourcesAreCountedOnly) {
    StrangerNews news;
    for (std::uint16_t port = 1; port <= StrangerNews::kSourcesMax; ++port) {
        EXPECT_TRUE(news.note(feed::Line::A, kSession, source(port)));
    }
    EXPECT_FALSE(news.note(feed::Line::A, kSession, source(100)));
}

}  // namespace
}  // namespace hotpath::live
