// The writer on a disk in memory: groups, segments, a full disk, a disk that breaks its word.
#include "hotpath/journal/writer.hpp"

#include <cerrno>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/files.hpp"
#include "tests/support/journal_days.hpp"

namespace hotpath::journal {
namespace {

using support::count_day;
using support::day_options;
using support::JournalDay;
using ::testing::HasSubstr;

TEST(Writer, SaysWhatIsDurableInTheSenseOfTheMode) {
    for (const AckMode mode : {AckMode::Memory, AckMode::PageCache, AckMode::Sync}) {
        MemoryStorage storage;
        auto day = JournalDay::open(storage, day_options(mode));
        JournalWriter& writer = (*day)->writer();
        ASSERT_EQ((*day)->append_next(), AppendStatus::Done);
        EXPECT_EQ(writer.durable_seq(), mode == AckMode::Memory ? 1U : 0U);
        ASSERT_TRUE(writer.flush().has_value());
        EXPECT_EQ(writer.durable_seq(), 1U);
        EXPECT_EQ(writer.written_seq(), 1U);
        EXPECT_EQ(writer.synced_seq(), mode == AckMode::Sync ? 1U : 0U);
        ASSERT_TRUE(writer.sync().has_value());
        EXPECT_EQ(writer.synced_seq(), 1U);
    }
}

TEST(Writer, CommitsWhatCameMeanwhileAsOneGroup) {
    MemoryStorage storage;
    auto day = JournalDay::open(storage, day_options(AckMode::Sync));
    (*day)->append(5, false);
    const std::uint64_t before = storage.operations();
    EXPECT_TRUE((*day)->writer().poll());
    EXPECT_EQ(storage.operations() - before, 2U) << "one write, one sync";
    EXPECT_EQ((*day)->writer().synced_seq(), 5U);
    EXPECT_FALSE((*day)->writer().poll());
    EXPECT_EQ(storage.operations() - before, 2U) << "and nothing when there is nothing";
}

TEST(Writer, SegmentsHaveTheirFirstNumberAsNameAndAreSealed) {
    MemoryStorage storage;
    support::write_day(storage, 60);
    const auto segments = list_files(storage)->segments;
    ASSERT_GE(segments.size(), 3U);
    auto reader = JournalReader::open(storage);
    Record record;
    std::uint64_t records = 0;
    while (*reader->next(record)) {
        ++records;
        const auto segment = reader->segment();
        EXPECT_EQ(segment->header.first_seq, segments[reader->segments_read() - 1]);
        EXPECT_EQ(segment->file_bytes, 2'048U);
    }
    EXPECT_EQ(records, 60U);
}

TEST(Writer, AClosedJournalGivesUnusedRoomBack) {
    MemoryStorage storage;
    auto day = JournalDay::open(storage, day_options(AckMode::Sync));
    (*day)->append(2);
    ASSERT_TRUE((*day)->writer().close({}).has_value());
    EXPECT_LT(storage.bytes_of(segment_name(1)).size(), 512U);
    const auto recovery = recover(storage, RecoveryMode::Inspect);
    EXPECT_TRUE(recovery->last->is_sealed);
    EXPECT_EQ(recovery->next_seq, 3U);
}

TEST(Writer, WithoutASpareOnlyCancelsAreAcceptedWhileTheSegmentLasts) {
    MemoryStorage storage;
    storage.set_room(4 * 2'048);
    auto day = JournalDay::open(storage, day_options(AckMode::Sync));
    ASSERT_TRUE(day.has_value()) << day.error().message;
    JournalWriter& writer = (*day)->writer();
    const auto keep_house = [&] {
        while ((*day)->spares().poll()) {
        }
    };
    while (writer.is_accepting()) {
        (*day)->append(1);
        keep_house();
    }
    EXPECT_EQ((*day)->append_next(), AppendStatus::Full);
    EXPECT_THAT(writer.fault().sentence(storage), HasSubstr("memory/spare-"));
    EXPECT_THAT(writer.fault().sentence(storage), HasSubstr("(2048 bytes): No space left"));
    EXPECT_EQ(writer.free_bytes(Space::Normal), 0U);
    EXPECT_FALSE(writer.has_failed());
    std::uint64_t cancels = 0;
    std::uint64_t promised = 0;
    for (std::uint64_t room = writer.free_bytes(Space::Reserve); room >= record_bytes(90);
         room = writer.free_bytes(Space::Reserve)) {
        promised = room;
        ASSERT_EQ((*day)->append_next(Space::Reserve), AppendStatus::Done) << promised;
        ASSERT_TRUE(writer.flush().has_value());
        keep_house();
        ++cancels;
    }
    EXPECT_GT(cancels, 5U);
    AppendStatus status = AppendStatus::Done;
    while (status == AppendStatus::Done) {
        status = (*day)->append_next(Space::Reserve);
    }
    EXPECT_EQ(status, AppendStatus::Full) << "the process goes on";
    storage.set_room(100 * 2'048);
    keep_house();
    writer.poll();
    EXPECT_TRUE(writer.is_accepting()) << "room again";
    (*day)->append(20);
    EXPECT_EQ(*count_day(storage), writer.next_seq() - 1);
}

TEST(Writer, AWriteThatFindsNoRoomIsDoneAgain) {
    MemoryStorage probe;
    support::write_day(probe, 3);
    for (std::uint64_t n = 1; n <= probe.operations(); ++n) {
        MemoryStorage storage({.kind = FaultKind::NoRoomOnce, .at_operation = n, .seed = n});
        auto day = JournalDay::open(storage, day_options(AckMode::Sync));
        if (!day) {
            continue;  // no room at set-up is an error there
        }
        JournalWriter& writer = (*day)->writer();
        for (int i = 0; i < 3 && !writer.has_failed(); ++i) {
            ASSERT_EQ((*day)->append_next(), AppendStatus::Done) << "operation " << n;
            for (int tries = 0; tries < 3 && writer.synced_seq() + 1 < writer.next_seq(); ++tries) {
                writer.poll();
            }
            while ((*day)->spares().poll()) {
            }
            ASSERT_TRUE(writer.has_failed() || writer.is_accepting()) << n;
        }
        if (!writer.has_failed()) {  // an fdatasync without room is final
            EXPECT_EQ(*count_day(storage), 3U);
        }
    }
}

TEST(Writer, Rule4AFailedFdatasyncIsFinalAndNotTriedAgain) {
    MemoryStorage probe;
    support::write_day(probe, 1);
    // Of the last record: write, sync, then the look for its spare, which there is.
    MemoryStorage storage({.kind = FaultKind::IoError, .at_operation = probe.operations()});
    auto day = JournalDay::open(storage, day_options(AckMode::Sync));
    JournalWriter& writer = (*day)->writer();
    ASSERT_EQ((*day)->append_next(), AppendStatus::Done);
    EXPECT_FALSE(writer.flush().has_value());
    EXPECT_TRUE(writer.has_failed());
    EXPECT_EQ(writer.fault().step, JournalFault::Step::Sync);
    EXPECT_EQ(writer.durable_seq(), 0U);
    const std::uint64_t operations = storage.operations();
    EXPECT_EQ((*day)->append_next(), AppendStatus::Failed);
    EXPECT_EQ((*day)->append_next(Space::Reserve), AppendStatus::Failed);
    writer.poll();
    EXPECT_FALSE(writer.sync().has_value());
    EXPECT_FALSE(writer.close({}).has_value());
    EXPECT_EQ(storage.operations(), operations) << "the disk is not asked again";
    EXPECT_THAT(writer.fault().sentence(storage), HasSubstr("the journal has stopped"));
}

TEST(Writer, SaysWhichOptionIsWrong) {
    MemoryStorage storage;
    const auto refused = [&](auto change) {
        JournalOptions options = day_options(AckMode::Sync);
        change(options);
        return options.check().error().message;
    };
    EXPECT_THAT(refused([](auto& o) { o.segment_bytes = 300; }), HasSubstr("segment_bytes"));
    EXPECT_THAT(refused([](auto& o) { o.batch_bytes = 100; }), HasSubstr("batch_bytes"));
    EXPECT_THAT(refused([](auto& o) { o.spares = 0; }), HasSubstr("spares"));
    EXPECT_THAT(refused([](auto& o) { o.commits_max = 5; }), HasSubstr("commits_max"));
    EXPECT_THAT(refused([](auto& o) { o.ring_slots = 6; }), HasSubstr("ring_slots"));
    EXPECT_THAT(refused([](auto& o) { o.payload_bytes_max = 70'000; }),
                HasSubstr("payload_bytes_max"));
    EXPECT_EQ(to_ack_mode("pagecache"), AckMode::PageCache);
    EXPECT_EQ(to_ack_mode("Sync"), std::nullopt);
}

/// Commits that come back when the test says, in any order.
class SlowStorage final : public Storage {
  public:
    explicit SlowStorage(MemoryStorage& disk) : disk_(disk) {}

    std::vector<Commit> under_way;
    std::vector<CommitResult> done;

    void finish(std::size_t i) {
        const Commit commit = under_way[i];
        under_way.erase(under_way.begin() + static_cast<std::ptrdiff_t>(i));
        disk_.begin_commit(commit);
        done.push_back(*disk_.poll_commit());
    }

    std::string path_of(const std::string& name) const override { return disk_.path_of(name); }
    Io<std::vector<std::string>> list() override { return disk_.list(); }
    Io<File> create(const std::string& name) override { return disk_.create(name); }
    Io<File> open(const std::string& name) override { return disk_.open(name); }
    void close(File file) override { disk_.close(file); }
    Io<std::uint64_t> size(File file) override { return disk_.size(file); }
    Io<void> reserve(File file, std::uint64_t bytes) override { return disk_.reserve(file, bytes); }
    Io<void> write(File file, std::uint64_t offset, Bytes bytes) override {
        return disk_.write(file, offset, bytes);
    }
    Io<void> sync(File file) override { return disk_.sync(file); }
    Io<std::size_t> read(File file, std::uint64_t offset, MutableBytes into) override {
        return disk_.read(file, offset, into);
    }
    Io<void> truncate(File file, std::uint64_t bytes) override {
        return disk_.truncate(file, bytes);
    }
    Io<void> rename(const std::string& from, const std::string& to) override {
        return disk_.rename(from, to);
    }
    Io<void> remove(const std::string& name) override { return disk_.remove(name); }
    Io<void> sync_folder() override { return disk_.sync_folder(); }
    void start_writeback(File, std::uint64_t, std::uint64_t) override {}
    void begin_commit(const Commit& commit) override { under_way.push_back(commit); }
    std::optional<CommitResult> poll_commit() override {
        if (done.empty()) {
            return std::nullopt;
        }
        const CommitResult result = done.front();
        done.erase(done.begin());
        return result;
    }

  private:
    MemoryStorage& disk_;
};

TEST(Writer, AGroupCountsOnlyBehindThoseBeforeIt) {
    MemoryStorage disk;
    SlowStorage storage(disk);
    JournalOptions options = day_options(AckMode::Sync);
    options.commits_max = 3;
    auto day = JournalDay::open(storage, options);
    ASSERT_TRUE(day.has_value());
    JournalWriter& writer = (*day)->writer();
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ((*day)->append_next(), AppendStatus::Done);
        EXPECT_TRUE(writer.poll());
    }
    ASSERT_EQ(storage.under_way.size(), 3U);
    ASSERT_EQ((*day)->append_next(), AppendStatus::Done);
    EXPECT_FALSE(writer.poll()) << "no fourth at a time";
    storage.finish(2);
    storage.finish(1);
    EXPECT_TRUE(writer.poll()) << "a fourth, now";
    EXPECT_EQ(writer.durable_seq(), 0U);
    storage.finish(0);
    writer.poll();
    EXPECT_EQ(writer.durable_seq(), 3U);
    storage.finish(0);
    writer.poll();
    EXPECT_EQ(writer.durable_seq(), 4U);
    EXPECT_EQ(*count_day(disk), 4U);
}

TEST(Writer, WhileAGroupIsUnderWayRecordsWaitInTheNextUntilBothAreFull) {
    MemoryStorage disk;
    SlowStorage storage(disk);
    auto day = JournalDay::open(storage, day_options(AckMode::Sync));
    JournalWriter& writer = (*day)->writer();
    ASSERT_EQ(writer.append(1, {}, {}), AppendStatus::Done);
    writer.poll();
    std::uint64_t taken = 0;
    while (writer.append(1, {}, {}) == AppendStatus::Done) {
        ++taken;
    }
    EXPECT_EQ(taken, 512U / record_bytes(0));
    EXPECT_EQ(writer.append(1, {}, {}), AppendStatus::Busy);
    storage.finish(0);
    writer.poll();
    EXPECT_EQ(writer.append(1, {}, {}), AppendStatus::Done);
}

TEST(Writer, AWriteThatIsCutShortIsRepeatedAHundredTimesAndIsThenAFailure) {
    MemoryStorage disk;
    SlowStorage storage(disk);
    auto day = JournalDay::open(storage, day_options(AckMode::Sync));
    JournalWriter& writer = (*day)->writer();
    const auto cut_short = [&](int times) {
        for (int n = 0; n < times && !writer.has_failed(); ++n) {
            ASSERT_EQ(storage.under_way.size(), 1U);
            storage.done.push_back({.ticket = storage.under_way[0].ticket, .error = EAGAIN});
            storage.under_way.clear();
            writer.poll();
        }
    };
    for (int group = 0; group < 2; ++group) {
        ASSERT_EQ((*day)->append_next(), AppendStatus::Done);
        writer.poll();
        cut_short(100);
        ASSERT_FALSE(writer.has_failed());
        storage.finish(0);
        writer.poll();
        EXPECT_EQ(writer.durable_seq(), (*day)->writer().next_seq() - 1);
    }
    ASSERT_EQ((*day)->append_next(), AppendStatus::Done);
    writer.poll();
    cut_short(1'000);
    EXPECT_TRUE(writer.has_failed());
    EXPECT_TRUE(storage.under_way.empty()) << "and no further attempt";
    EXPECT_EQ(writer.durable_seq(), 2U);
}

}  // namespace
}  // namespace hotpath::journal
