// An end's record in the channel's first page: who is attached, how often, and how the last one left.
#include "hotpath/shm/attachment.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "hotpath/shm/broadcast_channel.hpp"
#include "hotpath/shm/spsc_channel.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::shm {
namespace {

using ::testing::HasSubstr;

using Orders = SpscChannel<std::uint64_t>;

/// The record as it is in the file.
struct RecordBytes {
    std::uint64_t epoch;
    std::uint64_t holder_pid;
    std::int64_t attached_ns;

    bool operator==(const RecordBytes&) const = default;
};

class AttachmentTest : public ::testing::Test {
  protected:
    [[nodiscard]] Orders create_orders() const {
        return *Orders::create(place_, {.name = "orders", .slots = 64});
    }
    [[nodiscard]] BroadcastChannel create_feed() const {
        return *BroadcastChannel::create(place_, {.name = "feed", .capacity_bytes = 4'096});
    }
    static RecordBytes record_at(const Segment& segment, std::streamoff offset) {
        std::ifstream file(segment.path(), std::ios::binary);
        file.seekg(offset);
        RecordBytes record{};
        file.read(reinterpret_cast<char*>(&record), sizeof record);
        return record;
    }
    static Attachment attach(const Segment& segment, const AttachRequest& request) {
        auto attachment = Attachment::attach(segment, request);
        EXPECT_TRUE(attachment.has_value()) << attachment.error().message;
        return std::move(*attachment);
    }

    support::TemporaryDirectory directory_;
    ChannelFolder place_{.folder = directory_ / "channels", .huge_folder = {}};
    std::uint64_t own_pid_ = static_cast<std::uint64_t>(::getpid());
};

constexpr RecordBytes kUnused{};

TEST_F(AttachmentTest, WritesTheWritersRecordAtByte1024AndTheReadersAt1088) {
    const Orders orders = create_orders();
    EXPECT_EQ(record_at(orders.segment(), 1'024), kUnused);
    {
        const Attachment writer =
            attach(orders.segment(), {.role = Role::Writer, .now = {.value = 11}});
        EXPECT_EQ(record_at(orders.segment(), 1'024), (RecordBytes{1, own_pid_, 11}));
        EXPECT_EQ(record_at(orders.segment(), 1'088), kUnused);
        const Attachment reader =
            attach(orders.segment(), {.role = Role::SpscReader, .now = {.value = 22}});
        EXPECT_EQ(record_at(orders.segment(), 1'088), (RecordBytes{1, own_pid_, 22}));
    }
    EXPECT_EQ(record_at(orders.segment(), 1'024), (RecordBytes{1, 0, 11}));
    EXPECT_EQ(record_at(orders.segment(), 1'088), (RecordBytes{1, 0, 22}));
    const Attachment again = attach(orders.segment(), {.role = Role::Writer, .now = {.value = 33}});
    EXPECT_EQ(record_at(orders.segment(), 1'024), (RecordBytes{2, own_pid_, 33}));
    EXPECT_EQ(again.epoch(), 2U);
}

TEST_F(AttachmentTest, OfABroadcastsReaderChangesNothing) {
    const BroadcastChannel feed = create_feed();
    (void)attach(feed.segment(), {.role = Role::Writer});
    (void)attach(feed.segment(), {.role = Role::Writer});
    const RecordBytes before = record_at(feed.segment(), 1'024);
    {
        const Attachment reader = attach(feed.segment(), {.role = Role::BroadcastReader});
        EXPECT_EQ(reader.epoch(), 2U) << "the writer's";
        EXPECT_FALSE(reader.is_after_crash());
        EXPECT_EQ(reader.writer_epoch(), 2U);
    }
    EXPECT_EQ(record_at(feed.segment(), 1'024), before);
    EXPECT_EQ(record_at(feed.segment(), 1'088), kUnused);
}

TEST_F(AttachmentTest, IsGivenUpOnceByItsLastOwner) {
    const Orders orders = create_orders();
    std::optional<Attachment> kept;
    {
        Attachment first = attach(orders.segment(), {.role = Role::Writer});
        kept.emplace(std::move(first));
    }
    EXPECT_EQ(record_at(orders.segment(), 1'024).holder_pid, own_pid_);
    EXPECT_FALSE(Attachment::attach(orders.segment(), {.role = Role::Writer}).has_value());
    kept.reset();
    EXPECT_EQ(record_at(orders.segment(), 1'024).holder_pid, 0U);
    EXPECT_FALSE(attach(orders.segment(), {.role = Role::Writer}).is_after_crash());
}

TEST_F(AttachmentTest, SeesItsOwnEndAsAttachedAndTheOtherAsItIs) {
    const Orders orders = create_orders();
    const Attachment writer = attach(orders.segment(), {.role = Role::Writer});
    EXPECT_EQ(writer.writer().presence, Presence::Attached);
    EXPECT_EQ(writer.writer().epoch, 1U);
    EXPECT_EQ(writer.writer().holder_pid, own_pid_);
    EXPECT_EQ(writer.spsc_reader().presence, Presence::Never);
    EXPECT_EQ(writer.spsc_reader().epoch, 0U);
    {
        const Attachment reader = attach(orders.segment(), {.role = Role::SpscReader});
        EXPECT_EQ(writer.spsc_reader().presence, Presence::Attached);
        EXPECT_EQ(reader.spsc_reader().presence, Presence::Attached);
        EXPECT_EQ(reader.writer().presence, Presence::Attached);
    }
    EXPECT_EQ(writer.spsc_reader().presence, Presence::Left);
    EXPECT_EQ(writer.spsc_reader().epoch, 1U);
    EXPECT_EQ(writer.spsc_reader().holder_pid, 0U);
}

TEST_F(AttachmentTest, HasTheRingBehindTheFirstPage) {
    const Orders orders = create_orders();
    const Attachment writer = attach(orders.segment(), {.role = Role::Writer});
    EXPECT_EQ(writer.ring().size(), orders.segment().header().segment_bytes - 4'096);
    writer.ring()[0] = std::byte{0x5a};
    std::ifstream file(orders.segment().path(), std::ios::binary);
    file.seekg(4'096);
    EXPECT_EQ(file.get(), 0x5a);
}

TEST_F(AttachmentTest, RefusesAChannelThatWasRemovedOrReplaced) {
    const Orders orders = create_orders();
    std::filesystem::rename(orders.segment().path(), directory_ / "hidden");
    const auto gone = Attachment::attach(orders.segment(), {.role = Role::Writer});
    ASSERT_FALSE(gone.has_value());
    EXPECT_EQ(gone.error().message, orders.segment().path().string() + ": no such channel");
    // A channel as long, of the same kind, and created at another time is another.
    (void)Orders::create(place_, {.name = "orders", .slots = 64, .now = {.value = 1}});
    const auto replaced = Attachment::attach(orders.segment(), {.role = Role::Writer});
    ASSERT_FALSE(replaced.has_value());
    EXPECT_EQ(replaced.error().message,
              orders.segment().path().string() + ": is not the channel that was opened");
    EXPECT_EQ(record_at(orders.segment(), 1'024), kUnused) << "a refused end leaves no trace";
}

TEST_F(AttachmentTest, RefusesAChannelWhoseRightsWereWidened) {
    const Orders orders = create_orders();
    std::filesystem::permissions(orders.segment().path(), std::filesystem::perms{0604});
    const auto attached = Attachment::attach(orders.segment(), {.role = Role::SpscReader});
    ASSERT_FALSE(attached.has_value());
    EXPECT_THAT(attached.error().message, HasSubstr("mode is 0604, wanted 0600"));
}

TEST_F(AttachmentTest, KnowsThatTheChannelLostItsName) {
    const Orders orders = create_orders();
    const Attachment writer = attach(orders.segment(), {.role = Role::Writer});
    std::filesystem::rename(orders.segment().path(), directory_ / "renamed");
    EXPECT_FALSE(writer.is_removed()) << "another name is a name";
    std::filesystem::remove(directory_ / "renamed");
    EXPECT_TRUE(writer.is_removed());
}

struct StateCase {
    std::uint64_t epoch;
    std::uint64_t pid;
    bool is_lock_taken;
    Presence presence;
};

TEST(EndState, FollowsFromLockAndRecord) {
    for (const StateCase& of : {
             StateCase{0, 0, false, Presence::Never},
             StateCase{0, 0, true, Presence::Attached},   // between its lock and its record
             StateCase{0, 42, false, Presence::Crashed},  // between its process and its epoch
             StateCase{7, 0, false, Presence::Left},
             StateCase{7, 42, false, Presence::Crashed},
             StateCase{7, 42, true, Presence::Attached},
         }) {
        EndRecord record{};
        record.epoch = of.epoch;
        record.holder_pid = of.pid;
        const EndState state = state_of(record, of.is_lock_taken);
        EXPECT_EQ(state.presence, of.presence) << of.epoch << " " << of.pid;
        EXPECT_EQ(state.epoch, of.epoch);
        EXPECT_EQ(state.holder_pid, of.pid);
    }
}

}  // namespace
}  // namespace hotpath::shm
