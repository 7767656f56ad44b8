// A snapshot belongs to one history of its journal: what was cut away, and what was copied here
// from another journal, is never loaded, however its number compares.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/files.hpp"
#include "hotpath/journal/snapshot.hpp"
#include "tests/support/journal_days.hpp"

namespace hotpath::journal {
namespace {

using support::day_options;
using support::JournalDay;
using support::write_day;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

void write_own(Storage& storage, std::uint64_t seq) {
    const SnapshotHeader header{.seq = seq, .chain = **chain_behind(storage, seq)};
    ASSERT_TRUE(write_snapshot(storage, header, {}).has_value());
}

/// Flips a bit of the record before this one; the journal then ends before it.
void damage_before(MemoryStorage& storage, std::uint64_t seq) {
    auto reader = JournalReader::open(storage, {.first_seq = seq - 1});
    Record record;
    ASSERT_TRUE(*reader->next(record));
    const std::string name = segment_name(reader->segment()->header.first_seq);
    const std::uint64_t at = reader->record_offset() + record_at::kTime;
    const std::array<std::byte, 1> flipped{storage.bytes_of(name)[at] ^ std::byte{1}};
    const auto file = storage.open(name);
    ASSERT_TRUE(file && storage.write(*file, at, flipped) && storage.sync(*file));
    storage.close(*file);
}

/// Records 1 to 90, snapshots at 20, 60 and 80; cut before 60, and gone on to `until`.
void write_two_histories(MemoryStorage& storage, std::uint64_t until) {
    write_day(storage, 90);
    for (const std::uint64_t seq : {20U, 60U, 80U}) {
        write_own(storage, seq);
    }
    const std::vector<std::byte> at_60 = storage.bytes_of(snapshot_name(60));
    const std::vector<std::byte> at_80 = storage.bytes_of(snapshot_name(80));
    // As older builds did: the segments are cut, and the snapshots stay.
    const auto segments = list_files(storage)->segments;
    const auto first_gone = std::ranges::upper_bound(segments, 30U);
    for (auto later = first_gone; later != segments.end(); ++later) {
        ASSERT_TRUE(storage.remove(segment_name(*later)).has_value());
    }
    auto day = JournalDay::open(storage, day_options(AckMode::Sync));
    ASSERT_TRUE(day.has_value()) << day.error().message;
    ASSERT_THAT((*day)->recovery().put_aside, SizeIs(2));
    (*day)->append(until - ((*day)->writer().next_seq() - 1));
    for (const auto& [seq, bytes] : {std::pair{60U, at_60}, std::pair{80U, at_80}}) {
        const auto file = storage.create(snapshot_name(seq));
        ASSERT_TRUE(file && storage.write(*file, 0, bytes) && storage.sync(*file));
        storage.close(*file);
    }
    ASSERT_TRUE(storage.sync_folder().has_value());
}

TEST(SnapshotHistory, TheChainBehindARecordIsTheSameWhereverItStands) {
    MemoryStorage storage;
    write_day(storage, 100);
    const auto segments = list_files(storage)->segments;
    auto reader = JournalReader::open(storage);
    Record record;
    while (*reader->next(record)) {
        EXPECT_EQ(**chain_behind(storage, record.seq), reader->chain()) << record.seq;
    }
    EXPECT_FALSE(chain_behind(storage, 101)->has_value());
    ASSERT_TRUE(storage.remove(segment_name(segments[0])).has_value());
    EXPECT_TRUE(chain_behind(storage, segments[1] - 1)->has_value()) << "in the next one's header";
    EXPECT_FALSE(chain_behind(storage, segments[1] - 2).has_value());
}

TEST(SnapshotHistory, TheWriterHasTheChainThatAReaderFinds) {
    MemoryStorage storage;
    for (int epoch = 0; epoch < 3; ++epoch) {
        auto day = JournalDay::open(storage, day_options(AckMode::Sync));
        ASSERT_TRUE(day.has_value()) << day.error().message;
        for (int n = 0; n < 50; ++n) {
            (*day)->append(1);
            const std::uint64_t seq = (*day)->writer().next_seq() - 1;
            ASSERT_EQ(**chain_behind(storage, seq), (*day)->writer().chain()) << seq;
        }
        const std::uint32_t chain = (*day)->writer().chain();
        ASSERT_TRUE((*day)->writer().close({}).has_value());
        EXPECT_EQ((*day)->writer().chain(), chain);
    }
}

TEST(SnapshotHistory, OneOfAHistoryThatWasCutAwayIsPassedOverAndPutAside) {
    MemoryStorage storage;
    write_two_histories(storage, 90);
    const auto looked = recover(storage, RecoveryMode::Inspect);
    ASSERT_TRUE(looked.has_value()) << looked.error().message;
    EXPECT_EQ(looked->snapshot->header.seq, 20U);
    EXPECT_THAT(looked->put_aside, IsEmpty());
    const auto recovery = recover(storage, RecoveryMode::CutTornTail);
    ASSERT_TRUE(recovery.has_value()) << recovery.error().message;
    EXPECT_EQ(recovery->snapshot->header.seq, 20U);
    ASSERT_THAT(recovery->passed_over, SizeIs(2));
    EXPECT_THAT(recovery->passed_over[0],
                HasSubstr("80.snapshot: belongs to another history: the journal's record 80"));
    EXPECT_THAT(recovery->snapshots, ElementsAre(20));
    EXPECT_THAT(list_files(storage)->snapshots, ElementsAre(20));
    EXPECT_TRUE(storage.has(snapshot_name(80) + ".cut-2")) << "the first one is still there";
}

TEST(SnapshotHistory, RetiringCountsNoneThatIsNotKnownToBeOfTheHistory) {
    MemoryStorage storage;
    write_two_histories(storage, 70);
    const auto segments = list_files(storage)->segments;
    EXPECT_EQ(retire(storage, {{20}})->segments, 0U);
    write_own(storage, 65);
    const auto retired = retire(storage, {{20, 65}});
    ASSERT_TRUE(retired.has_value()) << retired.error().message;
    EXPECT_EQ(retired->snapshots, 0U);
    EXPECT_THAT(list_files(storage)->snapshots, ElementsAre(20, 60, 65, 80));
    EXPECT_LE(list_files(storage)->segments.front(), 21U) << "every record behind 20 is there";
}

TEST(SnapshotHistory, WithoutOneToBeginWithTheReasonIsSaid) {
    MemoryStorage storage;
    write_two_histories(storage, 90);
    ASSERT_TRUE(storage.remove(snapshot_name(20)).has_value());
    ASSERT_TRUE(storage.remove(segment_name(1)).has_value());
    const auto recovery = recover(storage, RecoveryMode::CutTornTail);
    ASSERT_FALSE(recovery.has_value());
    EXPECT_THAT(recovery.error().message, HasSubstr("no snapshot covers the earlier records"));
    EXPECT_THAT(recovery.error().message, HasSubstr("60.snapshot: belongs to another history"));
}

TEST(SnapshotHistory, TheFirstVersionOfTheFormatIsRefusedInWords) {
    MemoryStorage storage;
    write_day(storage, 30);
    write_own(storage, 20);
    storage.bytes_of(snapshot_name(20))[8] = std::byte{1};
    const auto recovery = recover(storage, RecoveryMode::CutTornTail);
    ASSERT_TRUE(recovery.has_value()) << recovery.error().message;
    EXPECT_FALSE(recovery->snapshot.has_value()) << "every record is there instead";
    ASSERT_THAT(recovery->passed_over, SizeIs(1));
    EXPECT_THAT(recovery->passed_over[0], HasSubstr("format version must be 2, got 1"));
}

TEST(SnapshotHistory, ARepairPutsAsideWhatIsBeyondTheCut) {
    MemoryStorage storage;
    write_day(storage, 90);
    for (const std::uint64_t seq : {20U, 40U, 60U}) {
        write_own(storage, seq);
    }
    damage_before(storage, 61);  // in the segment that recovery begins with
    const auto recovery = recover(storage, RecoveryMode::RepairTruncate);
    ASSERT_TRUE(recovery.has_value()) << recovery.error().message;
    EXPECT_EQ(recovery->next_seq, 60U);
    EXPECT_EQ(recovery->snapshot->header.seq, 40U);
    EXPECT_THAT(list_files(storage)->snapshots, ElementsAre(20, 40));
    EXPECT_TRUE(storage.has(snapshot_name(60) + ".cut"));
}

TEST(SnapshotHistory, ARepairThatIsInterruptedAnywhereCanBeDoneAgain) {
    for (const FaultKind kind : {FaultKind::Stop, FaultKind::StopHalfway, FaultKind::IoError}) {
        bool has_finished = false;
        for (std::uint64_t n = 1; !has_finished; ++n) {
            MemoryStorage storage;
            write_day(storage, 90);
            write_own(storage, 40);
            write_own(storage, 60);
            damage_before(storage, 61);
            storage.restart(Ending::Process, {.kind = kind, .at_operation = n});
            has_finished = recover(storage, RecoveryMode::RepairTruncate).has_value();
            storage.restart(Ending::Power, {.seed = n});
            const auto recovery = recover(storage, RecoveryMode::RepairTruncate);
            ASSERT_TRUE(recovery.has_value()) << n << ": " << recovery.error().message;
            ASSERT_EQ(recovery->next_seq, 60U) << "operation " << n;
            ASSERT_THAT(list_files(storage)->snapshots, ElementsAre(40)) << "operation " << n;
        }
    }
}

}  // namespace
}  // namespace hotpath::journal
