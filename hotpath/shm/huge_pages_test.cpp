// Where a channel's pages come from, and that one name is one channel whichever folder it is in.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "hotpath/shm/channels.hpp"
#include "hotpath/shm/spsc_channel.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::shm {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

using Channel = SpscChannel<std::uint64_t>;

/// Pages that no process has taken, by the kernel's account.
std::uint64_t free_huge_pages() {
    std::ifstream memory("/proc/meminfo");
    for (std::string line; std::getline(memory, line);) {
        if (line.starts_with("HugePages_Free:")) {
            return std::stoull(line.substr(15));
        }
    }
    return 0;
}

class HugePagesTest : public ::testing::Test {
  protected:
    [[nodiscard]] Expected<Channel> create(HugePages huge_pages = HugePages::Try,
                                           IfPresent if_present = IfPresent::Refuse) const {
        return Channel::create(
            place_,
            {.name = "orders", .slots = 64, .huge_pages = huge_pages, .if_present = if_present});
    }

    support::TemporaryDirectory directory_;
    ChannelFolder place_{.folder = directory_ / "plain", .huge_folder = directory_ / "huge"};
};

TEST_F(HugePagesTest, AChannelIsMadeInTheFolderForThemWhenThereIsOne) {
    const auto channel = create();
    ASSERT_TRUE(channel.has_value()) << channel.error().message;
    EXPECT_EQ(channel->segment().path(), place_.huge_folder / "orders");
    EXPECT_TRUE(Channel::open(place_, {.name = "orders"}).has_value());
}

TEST_F(HugePagesTest, ItIsToldWhatThePagesAre) {
    const auto channel = create();
    const auto producer = channel->attach_producer({});
    // This folder is on no hugetlbfs, whatever it is called.
    EXPECT_EQ(producer->attachment().page_kind(), PageKind::Plain);
}

TEST_F(HugePagesTest, ANameIsTakenInBothFolders) {
    ASSERT_TRUE(create(HugePages::Never).has_value());
    const auto again = create(HugePages::Try);
    ASSERT_FALSE(again.has_value());
    EXPECT_THAT(again.error().message, HasSubstr("exists already"));
    ASSERT_TRUE(
        remove_channel(place_, *ChannelName::from("orders"), Removal::IfUnused).has_value());
    ASSERT_TRUE(create(HugePages::Try).has_value());
    EXPECT_FALSE(create(HugePages::Never).has_value());
    EXPECT_EQ(list_channels(place_)->size(), 1U);
}

TEST_F(HugePagesTest, PlainOnesAreTakenWhenTheFolderForThemCannotBeUsed) {
    std::ofstream(place_.huge_folder) << "not a folder";
    const auto channel = create();
    ASSERT_TRUE(channel.has_value()) << channel.error().message;
    EXPECT_EQ(channel->segment().path(), place_.folder / "orders");
}

/// The system's own mount: pages come from it while there are any.
TEST_F(HugePagesTest, AreUsedWhereTheSystemHasThem) {
    const ChannelFolder standard = ChannelFolder::standard();
    if (standard.huge_folder.empty() || free_huge_pages() == 0) {
        GTEST_SKIP() << "no hugetlbfs is mounted, or it has no free pages";
    }
    place_.huge_folder = standard.huge_folder.string() + "-test-" + std::to_string(::getpid());
    {
        const auto channel = create();
        ASSERT_TRUE(channel.has_value()) << channel.error().message;
        EXPECT_EQ(channel->segment().header().segment_bytes % (std::uint64_t{2} << 20U), 0U);
        auto producer = channel->attach_producer({});
        auto consumer = channel->attach_consumer({});
        EXPECT_EQ(producer->attachment().page_kind(), PageKind::Huge);
        EXPECT_TRUE((*producer)->try_push(42));
        std::uint64_t message = 0;
        EXPECT_TRUE((*consumer)->try_pop(message));
        EXPECT_EQ(message, 42U);
        EXPECT_EQ(list_channels(place_)->front().page_kind, PageKind::Huge);
    }
    EXPECT_TRUE(create(HugePages::Try, IfPresent::Replace).has_value());
    fs::remove_all(place_.huge_folder);
}

}  // namespace
}  // namespace hotpath::shm
