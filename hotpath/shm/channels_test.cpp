// Looking at channels and removing them, as `hotpath shm` does.
#include "hotpath/shm/channels.hpp"

#include <cstdint>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "hotpath/shm/broadcast_channel.hpp"
#include "hotpath/shm/spsc_channel.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::shm {
namespace {

using ::testing::HasSubstr;

using Orders = SpscChannel<std::uint64_t>;

class ChannelsTest : public ::testing::Test {
  protected:
    [[nodiscard]] Orders create_orders() const {
        return *Orders::create(place_, {.name = "orders", .slots = 64});
    }
    [[nodiscard]] ChannelReport inspect(const char* name) const {
        const auto report = inspect_channel(place_, *ChannelName::from(name));
        EXPECT_TRUE(report.has_value()) << report.error().message;
        return *report;
    }

    support::TemporaryDirectory directory_;
    ChannelFolder place_{.folder = directory_ / "channels", .huge_folder = {}};
};

TEST_F(ChannelsTest, NoFolderIsNoChannels) {
    const auto channels = list_channels(place_);
    ASSERT_TRUE(channels.has_value());
    EXPECT_TRUE(channels->empty());
    EXPECT_FALSE(std::filesystem::exists(place_.folder)) << "looking changes nothing";
}

TEST_F(ChannelsTest, AreListedByNameDamagedOnesWithTheReason) {
    (void)create_orders();
    (void)BroadcastChannel::create(place_, {.name = "feed", .capacity_bytes = 4'096});
    std::ofstream(place_.folder / "letter") << "Dear exchange";
    ::chmod((place_.folder / "letter").c_str(), 0600);
    std::ofstream(place_.folder / ".being-made.part") << "";
    const auto channels = list_channels(place_);
    ASSERT_TRUE(channels.has_value());
    ASSERT_EQ(channels->size(), 3U);
    EXPECT_EQ((*channels)[0].name, "feed");
    EXPECT_EQ((*channels)[0].header.kind, Kind::Broadcast);
    EXPECT_EQ((*channels)[1].name, "letter");
    EXPECT_THAT((*channels)[1].damage, HasSubstr("file size is 13"));
    EXPECT_EQ((*channels)[2].name, "orders");
    EXPECT_EQ((*channels)[2].damage, "");
}

TEST_F(ChannelsTest, SayWhoSitsInThemAndWhatWaits) {
    const Orders channel = create_orders();
    EXPECT_FALSE(inspect("orders").is_in_use());
    auto producer = channel.attach_producer({});
    EXPECT_EQ(inspect("orders").writer.presence, Presence::Attached);
    EXPECT_EQ(inspect("orders").reader.presence, Presence::Never);
    (void)(*producer)->try_push(1);
    (void)(*producer)->try_push(2);
    EXPECT_EQ(inspect("orders").waiting, 2U);
    {
        const auto consumer = channel.attach_consumer({});
        EXPECT_EQ(inspect("orders").readers, 1U);
        EXPECT_EQ(inspect("orders").reader.presence, Presence::Attached);
    }
    EXPECT_EQ(inspect("orders").reader.presence, Presence::Left);
    EXPECT_EQ(inspect("orders").readers, 0U);
}

TEST_F(ChannelsTest, CountTheReadersOfABroadcast) {
    const auto channel =
        BroadcastChannel::create(place_, {.name = "feed", .capacity_bytes = 4'096});
    const auto one = channel->attach_reader({}, queue::StartAt::Newest);
    const auto two = channel->attach_reader({}, queue::StartAt::Newest);
    EXPECT_EQ(inspect("feed").readers, 2U);
    EXPECT_FALSE(inspect("feed").waiting.has_value());
}

TEST_F(ChannelsTest, AreRemovedOnlyWhenUnusedUnlessForced) {
    const Orders channel = create_orders();
    const auto name = *ChannelName::from("orders");
    auto producer = channel.attach_producer({});
    const auto refused = remove_channel(place_, name, Removal::IfUnused);
    ASSERT_FALSE(refused.has_value());
    EXPECT_THAT(refused.error().message, HasSubstr("is in use"));
    EXPECT_TRUE(remove_channel(place_, name, Removal::Forced).has_value());
    EXPECT_TRUE((*producer)->try_push(1)) << "who is attached goes on";
    const auto gone = remove_channel(place_, name, Removal::Forced);
    ASSERT_FALSE(gone.has_value());
    EXPECT_THAT(gone.error().message, HasSubstr("no such channel"));
}

TEST_F(ChannelsTest, AreRemovedAlsoWhenDamaged) {
    const Orders channel = create_orders();
    std::filesystem::resize_file(channel.segment().path(), 10);
    EXPECT_TRUE(
        remove_channel(place_, *ChannelName::from("orders"), Removal::IfUnused).has_value());
}

TEST_F(ChannelsTest, LeaveNothingOfKilledCreators) {
    (void)create_orders();
    std::ofstream(place_.folder / ".feed.part") << "half";
    EXPECT_EQ(*remove_leftovers(place_), 1U);
    EXPECT_FALSE(std::filesystem::exists(place_.folder / ".feed.part"));
    EXPECT_EQ(inspect("orders").damage, "");
}

}  // namespace
}  // namespace hotpath::shm
