// The file of a channel: complete or absent, private, and used only after it was checked.
#include "hotpath/shm/segment.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hotpath/shm/attachment.hpp"
#include "hotpath/shm/spsc_channel.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::shm {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

using Channel = SpscChannel<std::uint64_t>;

class SegmentTest : public ::testing::Test {
  protected:
    [[nodiscard]] Expected<Channel> create(IfPresent if_present = IfPresent::Refuse) const {
        return Channel::create(place_, {.name = "orders",
                                        .slots = 64,
                                        .now = {1'700'000'000'000'000'000},
                                        .protocol = {"test.orders", 3},
                                        .if_present = if_present});
    }
    [[nodiscard]] Expected<Channel> open() const {
        return Channel::open(place_, {.name = "orders"});
    }
    [[nodiscard]] fs::path path() const { return place_.folder / "orders"; }

    void expect_refused(const Expected<Channel>& channel, const std::string& what) const {
        ASSERT_FALSE(channel.has_value()) << what;
        EXPECT_THAT(channel.error().message, HasSubstr(what));
        EXPECT_EQ(channel.error().message.find('\n'), std::string::npos);
    }

    [[nodiscard]] SegmentHeader header() const {
        SegmentHeader header;
        std::ifstream(path(), std::ios::binary)
            .read(reinterpret_cast<char*>(&header), sizeof header);
        return header;
    }
    void write(const SegmentHeader& header) const {
        std::fstream(path(), std::ios::binary | std::ios::in | std::ios::out)
            .write(reinterpret_cast<const char*>(&header), sizeof header);
    }
    /// As somebody would who knows the checksum.
    void change(const std::function<void(SegmentHeader&)>& how) const {
        SegmentHeader changed = header();
        how(changed);
        changed.checksum = changed.computed_checksum();
        write(changed);
    }

    support::TemporaryDirectory directory_;
    ChannelFolder place_{.folder = directory_ / "channels", .huge_folder = {}};
};

TEST_F(SegmentTest, HasModeSixHundredInAFolderOfOurOwn) {
    ::umask(0);
    ASSERT_TRUE(create().has_value());
    struct stat status{};
    ASSERT_EQ(::stat(path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777U, 0600U);
    ASSERT_EQ(::stat(place_.folder.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777U, 0700U);
}

TEST_F(SegmentTest, SaysWhoMadeItWhenAndWhatFor) {
    ASSERT_TRUE(create().has_value());
    const auto channel = open();
    ASSERT_TRUE(channel.has_value()) << channel.error().message;
    const SegmentHeader& header = channel->segment().header();
    EXPECT_EQ(header.creator_pid, static_cast<std::uint32_t>(::getpid()));
    EXPECT_EQ(header.created_at.value, 1'700'000'000'000'000'000);
    EXPECT_EQ(header.protocol(), "test.orders");
    EXPECT_EQ(header.protocol_version, 3U);
    EXPECT_EQ(channel->slots(), 64U);
}

TEST_F(SegmentTest, IsNotMadeTwice) {
    ASSERT_TRUE(create().has_value());
    expect_refused(create(), "exists already");
}

TEST_F(SegmentTest, IsResumedWhenItFits) {
    ASSERT_TRUE(create().has_value());
    const SegmentHeader first = header();
    ASSERT_TRUE(create(IfPresent::Resume).has_value());
    EXPECT_EQ(header().checksum, first.checksum);
}

TEST_F(SegmentTest, IsNotResumedByAProgramThatWantsAnother) {
    ASSERT_TRUE(create().has_value());
    expect_refused(Channel::create(place_, {.name = "orders",
                                            .slots = 128,
                                            .protocol = {"test.orders", 3},
                                            .if_present = IfPresent::Resume}),
                   "slots is 64, wanted 128");
}

TEST_F(SegmentTest, IsReplacedOnlyWhenNoProcessIsAttached) {
    const auto channel = create();
    ASSERT_TRUE(channel.has_value());
    {
        const auto consumer = channel->attach_consumer({});
        expect_refused(create(IfPresent::Replace), "is in use");
    }
    ASSERT_TRUE(create(IfPresent::Replace).has_value());
}

TEST_F(SegmentTest, ReplacesADamagedOne) {
    fs::create_directory(place_.folder);
    fs::permissions(place_.folder, fs::perms::owner_all);
    std::ofstream(path()) << "not a channel";
    ::chmod(path().c_str(), 0600);
    expect_refused(create(IfPresent::Resume), "file size is 13, wanted at least 4096");
    EXPECT_TRUE(create(IfPresent::Replace).has_value());
}

TEST_F(SegmentTest, IsNotHinderedByWhatAKilledCreatorLeft) {
    fs::create_directory(place_.folder);
    fs::permissions(place_.folder, fs::perms::owner_all);
    std::ofstream(place_.folder / ".orders.part") << "half a channel";
    EXPECT_TRUE(create().has_value());
    EXPECT_FALSE(fs::exists(place_.folder / ".orders.part"));
}

TEST_F(SegmentTest, IsNotFoundBeforeItIsThere) {
    expect_refused(open(), "channels");
    ASSERT_TRUE(make_folder(place_.folder).has_value());
    expect_refused(open(), "no such channel");
}

TEST_F(SegmentTest, SaysWhenThereIsNotEnoughMemory) {
    struct Large {
        std::array<std::byte, 65'536> bytes;
    };
    const auto channel =
        SpscChannel<Large>::create(place_, {.name = "large", .slots = std::size_t{1} << 32U});
    ASSERT_FALSE(channel.has_value());
    EXPECT_THAT(channel.error().message, HasSubstr("cannot reserve"));
    EXPECT_TRUE(fs::is_empty(place_.folder));
}

TEST_F(SegmentTest, RefusesWiderRights) {
    ASSERT_TRUE(create().has_value());
    ::chmod(path().c_str(), 0640);
    expect_refused(open(), "mode is 0640, wanted 0600");
}

TEST_F(SegmentTest, RefusesAnotherOwner) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "only root can give a file away";
    }
    ASSERT_TRUE(create().has_value());
    ASSERT_EQ(::chown(path().c_str(), 65534, 65534), 0);
    expect_refused(open(), "owner is user 65534, wanted user 0");
}

TEST_F(SegmentTest, RefusesASymbolicLink) {
    ASSERT_TRUE(create().has_value());
    fs::rename(path(), directory_ / "elsewhere");
    fs::create_symlink(directory_ / "elsewhere", path());
    expect_refused(open(), "cannot be opened");
}

TEST_F(SegmentTest, RefusesWhatIsNoFile) {
    ASSERT_TRUE(make_folder(place_.folder).has_value());
    ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);
    expect_refused(open(), "type is not a file");
}

TEST_F(SegmentTest, RefusesAFolderThatOthersMayWriteTo) {
    ASSERT_TRUE(create().has_value());
    ::chmod(place_.folder.c_str(), 0777);
    expect_refused(open(), "mode is 0777, wanted 0700");
    expect_refused(create(), "mode is 0777, wanted 0700");
}

struct Change {
    const char* message;
    std::function<void(SegmentHeader&)> how;
};

TEST_F(SegmentTest, NamesFileFieldFoundAndWanted) {
    const std::vector<Change> changes{
        {"major version is 2, wanted 1", [](SegmentHeader& h) { h.major = 2; }},
        {"kind is 7, wanted spsc or broadcast", [](SegmentHeader& h) { h.kind = Kind{7}; }},
        {"kind is broadcast, wanted spsc", [](SegmentHeader& h) { h.kind = Kind::Broadcast; }},
        {"header size is 64, wanted 4096", [](SegmentHeader& h) { h.header_bytes = 64; }},
        {"record size is 4, wanted 8", [](SegmentHeader& h) { h.record_bytes = 4; }},
        {"record size is 0, wanted 1 to", [](SegmentHeader& h) { h.record_bytes = 0; }},
        {"slots is 63, wanted a power of two", [](SegmentHeader& h) { h.slots = 63; }},
        {"slots is 0, wanted a power of two", [](SegmentHeader& h) { h.slots = 0; }},
        {"ring size is 1152, wanted 640 for 32 slots", [](SegmentHeader& h) { h.slots = 32; }},
        {"ring size is 18446744073709551615, wanted at most",
         [](SegmentHeader& h) { h.ring_bytes = ~0ULL; }},
        {"file size is 8192, wanted 9000", [](SegmentHeader& h) { h.segment_bytes = 9'000; }},
        {"magic is \"?ext....\"",
         [](SegmentHeader& h) { h.magic = {'\x01', 'e', 'x', 't', '.', '.', '.', '.'}; }}};
    ASSERT_TRUE(create().has_value());
    const SegmentHeader good = header();
    for (const Change& change_of : changes) {
        write(good);
        change(change_of.how);
        const auto channel = open();
        ASSERT_FALSE(channel.has_value()) << change_of.message;
        EXPECT_THAT(channel.error().message,
                    AllOf(HasSubstr(path().string()), HasSubstr(change_of.message)));
    }
    write(good);
    EXPECT_TRUE(open().has_value());
}

TEST_F(SegmentTest, TakesALaterMinorVersion) {
    ASSERT_TRUE(create().has_value());
    change([](SegmentHeader& h) {
        h.minor = 9;
        h.reserved[0] = std::byte{1};
    });
    EXPECT_TRUE(open().has_value());
}

TEST_F(SegmentTest, RefusesAnotherProtocol) {
    ASSERT_TRUE(create().has_value());
    expect_refused(Channel::open(place_, {.name = "orders", .protocol = {"test.fills", 3}}),
                   "protocol is \"test.orders\", wanted \"test.fills\"");
    expect_refused(Channel::open(place_, {.name = "orders", .protocol = {"test.orders", 4}}),
                   "protocol version is 3, wanted 4");
    EXPECT_TRUE(
        Channel::open(place_, {.name = "orders", .protocol = {"test.orders", 3}}).has_value());
}

TEST_F(SegmentTest, NoticesEveryChangedByteOfItsHeader) {
    ASSERT_TRUE(create().has_value());
    const SegmentHeader good = header();
    for (std::size_t at = 0; at < sizeof good; ++at) {
        SegmentHeader changed = good;
        reinterpret_cast<unsigned char*>(&changed)[at] ^= 0x40U;
        write(changed);
        EXPECT_FALSE(open().has_value()) << "byte " << at;
    }
}

TEST_F(SegmentTest, NoticesEveryTruncation) {
    ASSERT_TRUE(create().has_value());
    const auto whole = fs::file_size(path());
    fs::resize_file(path(), whole + 1);
    expect_refused(open(), "file size is");
    for (std::uintmax_t bytes = whole; bytes > 0;) {
        bytes -= bytes > 300 ? 61 : 1;
        fs::resize_file(path(), bytes);
        const auto channel = open();
        ASSERT_FALSE(channel.has_value()) << bytes;
        EXPECT_THAT(channel.error().message, HasSubstr("file size is"));
    }
}

TEST_F(SegmentTest, IsNotAttachedWhenItChangedSinceItWasOpened) {
    const auto channel = create();
    ASSERT_TRUE(channel.has_value());
    ASSERT_TRUE(create(IfPresent::Replace).has_value());
    change([](SegmentHeader& h) { h.creator_pid = 1; });
    const auto producer = channel->attach_producer({});
    ASSERT_FALSE(producer.has_value());
    EXPECT_THAT(producer.error().message, HasSubstr("is not the channel"));
    fs::resize_file(path(), 5'000);
    EXPECT_FALSE(channel->attach_producer({}).has_value());
}

}  // namespace
}  // namespace hotpath::shm
