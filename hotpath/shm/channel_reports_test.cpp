// `hotpath shm` shows folders and files that are not as they should be, and removes some.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hotpath/shm/broadcast_channel.hpp"
#include "hotpath/shm/channels.hpp"
#include "hotpath/shm/spsc_channel.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::shm {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Orders = SpscChannel<std::uint64_t>;

class ChannelReportsTest : public ::testing::Test {
  protected:
    [[nodiscard]] Orders create_orders(const char* name = "orders",
                                       HugePages huge_pages = HugePages::Never) const {
        auto orders = Orders::create(place_, {.name = name,
                                              .slots = 64,
                                              .now = {.value = 17},
                                              .protocol = {"test", 9},
                                              .huge_pages = huge_pages});
        EXPECT_TRUE(orders.has_value()) << orders.error().message;
        return *orders;
    }
    [[nodiscard]] ChannelReport inspect(const char* name = "orders") const {
        const auto report = inspect_channel(place_, *ChannelName::from(name));
        EXPECT_TRUE(report.has_value()) << report.error().message;
        return *report;
    }
    [[nodiscard]] std::string removal_error(const char* name, Removal removal) const {
        const auto removed = remove_channel(place_, *ChannelName::from(name), removal);
        return removed ? "" : removed.error().message;
    }
    static void write_word(const fs::path& path, std::streamoff at, std::uint64_t word) {
        std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
        file.seekp(at);
        file.write(reinterpret_cast<const char*>(&word), sizeof word);
    }
    void write_private(const fs::path& path) const {
        std::ofstream(path) << "not a channel";
        ::chmod(path.c_str(), 0600);
    }

    support::TemporaryDirectory directory_;
    ChannelFolder place_{.folder = directory_ / "plain", .huge_folder = directory_ / "huge"};
};

TEST_F(ChannelReportsTest, AReportHasTheHeaderAndThePath) {
    const Orders orders = create_orders();
    const ChannelReport report = inspect();
    EXPECT_EQ(report.name, "orders");
    EXPECT_EQ(report.path, place_.folder / "orders");
    EXPECT_EQ(report.damage, "");
    EXPECT_EQ(report.header.checksum, orders.segment().header().checksum);
    EXPECT_EQ(report.header.created_at.value, 17);
    EXPECT_EQ(report.page_kind, PageKind::Plain);
    EXPECT_EQ(report.waiting, 0U);
}

TEST_F(ChannelReportsTest, AChannelThatCannotBeInspectedIsAnError) {
    const auto missing = inspect_channel(place_, *ChannelName::from("orders"));
    ASSERT_FALSE(missing.has_value());
    EXPECT_EQ(missing.error().message, (place_.folder / "orders").string() + ": no such channel");
    ASSERT_TRUE(make_folder(place_.folder).has_value());
    write_private(place_.folder / "orders");
    const auto damaged = inspect_channel(place_, *ChannelName::from("orders"));
    ASSERT_FALSE(damaged.has_value());
    EXPECT_THAT(damaged.error().message, HasSubstr("file size is 13, wanted at least 4096"));
}

TEST_F(ChannelReportsTest, BothFoldersAreListedTogetherByName) {
    (void)create_orders("c", HugePages::Never);
    (void)create_orders("b", HugePages::Try);
    (void)create_orders("a", HugePages::Never);
    const auto reports = list_channels(place_);
    ASSERT_TRUE(reports.has_value());
    std::vector<fs::path> paths;
    for (const ChannelReport& report : *reports) {
        paths.push_back(report.path);
    }
    EXPECT_THAT(paths,
                ElementsAre(place_.folder / "a", place_.huge_folder / "b", place_.folder / "c"));
}

TEST_F(ChannelReportsTest, ADamagedFileIsShownByNamePathAndReason) {
    ASSERT_TRUE(make_folder(place_.folder).has_value());
    write_private(place_.folder / "letter");
    const auto reports = list_channels(place_);
    ASSERT_EQ(reports->size(), 1U);
    const ChannelReport& report = reports->front();
    EXPECT_EQ(report.name, "letter");
    EXPECT_EQ(report.path, place_.folder / "letter");
    EXPECT_EQ(report.damage, report.path.string() + ": file size is 13, wanted at least 4096");
    EXPECT_FALSE(report.is_in_use());
    EXPECT_FALSE(report.waiting.has_value());
    for (const EndState& end : {report.writer, report.reader}) {
        EXPECT_EQ(end.presence, Presence::Never);
        EXPECT_EQ(end.epoch, 0U);
        EXPECT_EQ(end.holder_pid, 0U);
    }
}

TEST_F(ChannelReportsTest, AFolderThatOthersMayWriteToIsNotListed) {
    for (const fs::path& folder : {place_.folder, place_.huge_folder}) {
        ASSERT_TRUE(make_folder(folder).has_value());
        ASSERT_EQ(::chmod(folder.c_str(), 0722), 0);
        const auto reports = list_channels(place_);
        ASSERT_FALSE(reports.has_value());
        EXPECT_THAT(reports.error().message, HasSubstr(folder.string() + ": mode is 0722"));
        ASSERT_EQ(::chmod(folder.c_str(), 0700), 0);
    }
}

TEST_F(ChannelReportsTest, WaitingIsBetweenNoneAndAllSlotsWhateverTheRingSays) {
    const Orders orders = create_orders();
    constexpr std::streamoff kProduced = 4'096;
    constexpr std::streamoff kConsumed = 4'096 + 64;
    write_word(orders.segment().path(), kConsumed, 1'000);
    for (const auto& [produced, waiting] : {std::pair<std::uint64_t, std::uint64_t>{1'000, 0},
                                            {1'001, 1},
                                            {1'063, 63},
                                            {1'064, 64},
                                            {1'065, 64},
                                            {999, 0},
                                            {1'000 + (std::uint64_t{1} << 63U), 0}}) {
        write_word(orders.segment().path(), kProduced, produced);
        EXPECT_EQ(inspect().waiting, waiting) << produced;
    }
    // Positions wrap: the producer is two messages ahead.
    write_word(orders.segment().path(), kConsumed, ~std::uint64_t{0});
    write_word(orders.segment().path(), kProduced, 1);
    EXPECT_EQ(inspect().waiting, 2U);
}

TEST_F(ChannelReportsTest, ARingTooSmallForPositionsHasNoWaitingMessages) {
    const Orders orders = create_orders();
    for (const auto& [ring_bytes, has_waiting] : {std::pair(127U, false), {128U, true}}) {
        SegmentHeader header = orders.segment().header();
        header.ring_bytes = ring_bytes;
        header.checksum = header.computed_checksum();
        std::fstream(orders.segment().path(), std::ios::binary | std::ios::in | std::ios::out)
            .write(reinterpret_cast<const char*>(&header), sizeof header);
        EXPECT_EQ(inspect().waiting.has_value(), has_waiting);
    }
}

TEST_F(ChannelReportsTest, EitherEndAloneMakesAChannelInUse) {
    const Orders orders = create_orders();
    EXPECT_FALSE(inspect().is_in_use());
    {
        const auto consumer = orders.attach_consumer({});
        EXPECT_TRUE(inspect().is_in_use());
        EXPECT_THAT(removal_error("orders", Removal::IfUnused), HasSubstr("is in use"));
    }
    {
        const auto producer = orders.attach_producer({});
        EXPECT_TRUE(inspect().is_in_use());
        EXPECT_EQ(inspect().readers, 0U);
    }
    EXPECT_FALSE(inspect().is_in_use());
    EXPECT_EQ(removal_error("orders", Removal::IfUnused), "");
    EXPECT_FALSE(fs::exists(orders.segment().path()));
}

TEST_F(ChannelReportsTest, ABroadcastHasAWriterAndReadersAndNoReadersRecord) {
    const auto feed = BroadcastChannel::create(
        place_, {.name = "feed", .capacity_bytes = 4'096, .huge_pages = HugePages::Never});
    const auto writer = feed->attach_writer({});
    const auto reader = feed->attach_reader({}, queue::StartAt::Newest);
    const ChannelReport report = inspect("feed");
    EXPECT_EQ(report.writer.presence, Presence::Attached);
    EXPECT_EQ(report.writer.epoch, 1U);
    EXPECT_EQ(report.readers, 1U);
    EXPECT_EQ(report.reader.presence, Presence::Never);
}

TEST_F(ChannelReportsTest, AMissingChannelCannotBeRemoved) {
    const std::string missing = (place_.folder / "orders").string() + ": no such channel";
    EXPECT_EQ(removal_error("orders", Removal::IfUnused), missing);
    EXPECT_EQ(removal_error("orders", Removal::Forced), missing);
}

TEST_F(ChannelReportsTest, RemovingALinkLeavesWhatItLeadsTo) {
    ASSERT_TRUE(make_folder(place_.folder).has_value());
    write_private(directory_ / "letter");
    fs::create_symlink(directory_ / "letter", place_.folder / "orders");
    EXPECT_THAT(removal_error("orders", Removal::IfUnused), HasSubstr("cannot be opened"));
    EXPECT_EQ(removal_error("orders", Removal::Forced), "");
    EXPECT_FALSE(fs::exists(fs::symlink_status(place_.folder / "orders")));
    EXPECT_TRUE(fs::exists(directory_ / "letter"));
}

TEST_F(ChannelReportsTest, ADirectoryIsNoChannelToRemove) {
    fs::create_directories(place_.folder / "orders");
    fs::permissions(place_.folder, fs::perms::owner_all);
    EXPECT_THAT(removal_error("orders", Removal::IfUnused), HasSubstr("cannot be opened"));
    EXPECT_THAT(removal_error("orders", Removal::Forced), HasSubstr("cannot be removed"));
}

TEST_F(ChannelReportsTest, LeftoversOfBothFoldersAreRemovedAndNothingElse) {
    (void)create_orders("orders", HugePages::Never);
    (void)create_orders("fills", HugePages::Try);
    for (const fs::path& file :
         {place_.folder / ".a.part", place_.folder / ".b.part", place_.huge_folder / ".c.part",
          place_.folder / "d.part", place_.folder / ".hidden"}) {
        write_private(file);
    }
    EXPECT_EQ(remove_leftovers(place_), 3U);
    EXPECT_FALSE(fs::exists(place_.folder / ".a.part"));
    EXPECT_FALSE(fs::exists(place_.huge_folder / ".c.part"));
    EXPECT_TRUE(fs::exists(place_.folder / "d.part"));
    EXPECT_TRUE(fs::exists(place_.folder / ".hidden"));
    EXPECT_TRUE(fs::exists(place_.folder / "orders"));
    EXPECT_TRUE(fs::exists(place_.huge_folder / "fills"));
    EXPECT_EQ(remove_leftovers(place_), 0U);
}

TEST_F(ChannelReportsTest, LeftoversAreNotLookedForInFoldersThatAreNotOurs) {
    EXPECT_FALSE(remove_leftovers(place_).has_value()) << "there is no folder to lock";
    ASSERT_TRUE(make_folder(place_.folder).has_value());
    EXPECT_EQ(remove_leftovers(place_), 0U) << "there is no folder of huge pages";
    ASSERT_TRUE(make_folder(place_.huge_folder).has_value());
    write_private(place_.huge_folder / ".c.part");
    ASSERT_EQ(::chmod(place_.huge_folder.c_str(), 0777), 0);
    EXPECT_EQ(remove_leftovers(place_), 0U);
    EXPECT_TRUE(fs::exists(place_.huge_folder / ".c.part"));
}

TEST_F(ChannelReportsTest, AChannelOfHugePagesIsNotResumedFromAFolderThatOthersMayWriteTo) {
    (void)create_orders("orders", HugePages::Try);
    ASSERT_EQ(::chmod(place_.huge_folder.c_str(), 0777), 0);
    const auto resumed =
        Orders::create(place_, {.name = "orders", .slots = 64, .if_present = IfPresent::Resume});
    ASSERT_FALSE(resumed.has_value());
    EXPECT_THAT(resumed.error().message, HasSubstr("mode is 0777, wanted 0700"));
}

}  // namespace
}  // namespace hotpath::shm
