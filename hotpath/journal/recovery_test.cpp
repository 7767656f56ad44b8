// The rules of recovery (docs/guide/journal.md), each by its name, on a disk in memory.
#include "hotpath/journal/recovery.hpp"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/files.hpp"
#include "hotpath/journal/replay.hpp"
#include "hotpath/journal/snapshot.hpp"
#include "tests/support/journal_days.hpp"

namespace hotpath::journal {
namespace {

using support::count_day;
using support::day_options;
using support::JournalDay;
using support::write_day;
using ::testing::HasSubstr;

struct LastSegment {
    std::string name;
    std::size_t end = 0;                // behind the last record
    std::vector<std::size_t> starts{};  // of its records
};

LastSegment last_segment(Storage& storage) {
    auto reader = JournalReader::open(storage);
    LastSegment last;
    Record record;
    std::uint64_t segment = 0;
    for (auto more = reader->next(record); more && *more; more = reader->next(record)) {
        if (reader->segments_read() != segment) {
            segment = reader->segments_read();
            last.starts.clear();
        }
        last.starts.push_back(static_cast<std::size_t>(reader->record_offset()));
    }
    last.name = reader->stop().segment;
    last.end = static_cast<std::size_t>(reader->stop().offset);
    return last;
}

Expected<Recovery> recover_day(Storage& storage) {
    return recover(storage, RecoveryMode::CutTornTail);
}

TEST(Recovery, ANewFolderIsAnEmptyJournal) {
    MemoryStorage storage;
    const auto recovery = recover_day(storage);
    ASSERT_TRUE(recovery.has_value());
    EXPECT_EQ(recovery->next_seq, 1U);
    EXPECT_EQ(recovery->epoch, 0U);
}

TEST(Recovery, EveryRecordIsThereAfterEveryNumberOfThem) {
    for (std::uint64_t records = 0; records < 120; ++records) {
        MemoryStorage storage;
        write_day(storage, records);
        const auto recovery = recover_day(storage);
        ASSERT_TRUE(recovery.has_value()) << recovery.error().message;
        EXPECT_EQ(recovery->next_seq, records + 1);
        EXPECT_EQ(recovery->dropped_bytes, 0U);
        EXPECT_EQ(*count_day(storage), records);
    }
}

TEST(Recovery, Rule1TheTailIsCutBehindTheLastWholeRecordWhereverItWasTruncated) {
    MemoryStorage whole;
    write_day(whole, 30);
    const LastSegment last = last_segment(whole);
    const std::size_t third_last = last.starts[last.starts.size() - 3];
    for (std::size_t size = third_last; size < last.end; ++size) {
        MemoryStorage storage;
        write_day(storage, 30);
        storage.bytes_of(last.name).resize(size);
        const auto left =
            std::ranges::count_if(last.starts, [&](std::size_t start) { return start < size; });
        const bool is_between = std::ranges::count(last.starts, size) != 0;
        const auto before = 30 - static_cast<std::uint64_t>(last.starts.size());
        const auto kept = before + static_cast<std::uint64_t>(left) - (is_between ? 0U : 1U);
        const auto recovery = recover_day(storage);
        ASSERT_TRUE(recovery.has_value()) << recovery.error().message;
        EXPECT_EQ(recovery->next_seq, kept + 1) << "truncated at " << size;
        auto day = JournalDay::open(storage, day_options(AckMode::Sync));
        ASSERT_TRUE(day.has_value()) << day.error().message;
        (*day)->append(5);
        EXPECT_EQ(*count_day(storage), kept + 5);
    }
}

TEST(Recovery, Rule1ZerosAndGarbageBehindTheCutAreDroppedAndCounted) {
    for (const bool is_garbage : {false, true}) {
        MemoryStorage storage;
        write_day(storage, 30);
        const LastSegment last = last_segment(storage);
        auto& bytes = storage.bytes_of(last.name);
        const std::size_t cut = last.starts.back() + 10;
        Random random(5);
        std::generate(bytes.begin() + static_cast<std::ptrdiff_t>(cut), bytes.end(), [&] {
            return is_garbage ? static_cast<std::byte>(random.next() | 1U) : std::byte{};
        });
        const std::uint64_t dropped = is_garbage ? bytes.size() - last.starts.back() : 10;
        const auto recovery = recover_day(storage);
        ASSERT_TRUE(recovery.has_value()) << recovery.error().message;
        EXPECT_EQ(recovery->next_seq, 30U);
        EXPECT_LE(recovery->dropped_bytes, dropped);
        EXPECT_GT(recovery->dropped_bytes, 0U);
        EXPECT_TRUE(std::ranges::all_of(Bytes(bytes).subspan(last.starts.back()),
                                        [](std::byte byte) { return byte == std::byte{}; }))
            << "zeroed";
        EXPECT_EQ(recover_day(storage)->dropped_bytes, 0U) << "and once only";
    }
}

TEST(Recovery, Rule2DamageInTheMiddleIsRefusedWithFileAndOffset) {
    MemoryStorage storage;
    write_day(storage, 30);
    const LastSegment last = last_segment(storage);
    const std::size_t damaged = last.starts[last.starts.size() - 2];
    storage.bytes_of(last.name)[damaged + kRecordHeaderBytes] ^= std::byte{1};
    const auto recovery = recover_day(storage);
    ASSERT_FALSE(recovery.has_value());
    EXPECT_THAT(recovery.error().message, HasSubstr("memory/" + last.name));
    EXPECT_THAT(recovery.error().message, HasSubstr("at byte " + std::to_string(damaged)));
    EXPECT_THAT(recovery.error().message, HasSubstr("record 30 is intact after it"));
}

TEST(Recovery, Rule2RepairTruncateCutsThereAndKeepsWhatItCutBeside) {
    MemoryStorage storage;
    write_day(storage, 60);
    const auto listing = list_files(storage);
    ASSERT_GE(listing->segments.size(), 3U);
    const std::string second = segment_name(listing->segments[1]);
    auto& bytes = storage.bytes_of(second);
    bytes[kSegmentHeaderBytes + 200] ^= std::byte{4};
    const auto damaged = bytes;
    ASSERT_FALSE(recover_day(storage).has_value());
    const auto recovery = recover(storage, RecoveryMode::RepairTruncate);
    ASSERT_TRUE(recovery.has_value()) << recovery.error().message;
    EXPECT_GE(recovery->next_seq, listing->segments[1]);
    EXPECT_LT(recovery->next_seq, listing->segments[2]);
    EXPECT_EQ(recovery->put_aside.size(), listing->segments.size() - 1);
    EXPECT_EQ(storage.bytes_of(second + ".damaged"), damaged);
    EXPECT_TRUE(storage.has(segment_name(listing->segments[2]) + ".cut"));
    auto day = JournalDay::open(storage, day_options(AckMode::Sync));
    ASSERT_TRUE(day.has_value()) << day.error().message;
    const std::uint64_t kept = recovery->next_seq - 1;
    (*day)->append(7);
    EXPECT_EQ(*count_day(storage), kept + 7);
}

TEST(Recovery, Rule2ADamagedHeaderIsRefusedAndRepairPutsTheSegmentAside) {
    MemoryStorage storage;
    write_day(storage, 60);
    const auto segments = list_files(storage)->segments;
    storage.bytes_of(segment_name(segments[1]))[20] ^= std::byte{1};
    const auto refused = recover_day(storage);
    ASSERT_FALSE(refused.has_value());
    EXPECT_THAT(refused.error().message, HasSubstr("the header is damaged"));
    const auto repaired = recover(storage, RecoveryMode::RepairTruncate);
    ASSERT_TRUE(repaired.has_value()) << repaired.error().message;
    EXPECT_EQ(repaired->next_seq, segments[1]);
}

TEST(Recovery, Rule3AMissingSegmentIsRefused) {
    for (const std::size_t missing : {0U, 1U}) {
        MemoryStorage storage;
        write_day(storage, 60);
        const auto segments = list_files(storage)->segments;
        ASSERT_TRUE(storage.remove(segment_name(segments[missing])).has_value());
        const auto recovery = recover_day(storage);
        ASSERT_FALSE(recovery.has_value());
        EXPECT_THAT(recovery.error().message,
                    HasSubstr(missing == 0 ? "no snapshot covers the earlier records"
                                           : "records are missing"));
    }
}

TEST(Recovery, Rule3ASegmentOfAnotherJournalIsRefused) {
    MemoryStorage one;
    MemoryStorage other;
    write_day(one, 60);
    auto day = JournalDay::open(other, day_options(AckMode::Sync));
    for (int i = 0; i < 100 && list_files(other)->segments.size() < 3; ++i) {
        ASSERT_EQ((*day)->writer().append(1, {}, {}), AppendStatus::Done);
        ASSERT_TRUE((*day)->writer().flush().has_value());
        while ((*day)->spares().poll()) {
        }
    }
    const auto segments = list_files(one)->segments;
    auto& bytes = one.bytes_of(segment_name(segments[1]));
    auto header = *to_segment_header(bytes);
    header.prev_chain ^= 1U;
    std::ranges::copy(to_bytes(header), bytes.begin());
    const auto recovery = recover_day(one);
    ASSERT_FALSE(recovery.has_value());
    EXPECT_THAT(recovery.error().message, HasSubstr("does not continue the previous segment"));
}

TEST(Recovery, Rule6ASnapshotSavesReadingWhatIsBeforeIt) {
    MemoryStorage storage;
    write_day(storage, 60);
    const std::vector<std::byte> state(100, std::byte{7});
    const SnapshotHeader header{.seq = 45, .state_hash = 99, .chain = **chain_behind(storage, 45)};
    ASSERT_TRUE(write_snapshot(storage, header, state).has_value());
    const auto recovery = recover_day(storage);
    ASSERT_TRUE(recovery.has_value()) << recovery.error().message;
    ASSERT_TRUE(recovery->snapshot.has_value());
    EXPECT_EQ(recovery->snapshot->header.state_hash, 99U);
    EXPECT_TRUE(std::ranges::equal(recovery->snapshot->state(), state));
    EXPECT_EQ(recovery->first_seq(), 46U);
    EXPECT_EQ(recovery->next_seq, 61U);
    EXPECT_LT(recovery->records, 60U) << "the segments before it were not read";
    auto reader = JournalReader::open(storage, {.first_seq = recovery->first_seq()});
    Record record;
    ASSERT_TRUE(*reader->next(record));
    EXPECT_EQ(record.seq, 46U);
}

TEST(Recovery, Rule7AStateThatIsNotTheRecordedOneIsRefused) {
    for (const bool is_same : {true, false}) {
        MemoryStorage storage;
        auto day = JournalDay::open(storage, day_options(AckMode::Sync));
        ASSERT_TRUE(day.has_value());
        (*day)->append(10);
        std::array<std::byte, kStateHashPayloadBytes> hash{};
        store_le(hash.data(), std::uint64_t{10});
        ASSERT_EQ((*day)->writer().append(kStateHash, {}, hash), AppendStatus::Done);
        ASSERT_TRUE((*day)->writer().flush().has_value());
        auto reader = JournalReader::open(storage);
        std::uint64_t state = is_same ? 0 : 1;
        const auto replayed = replay(
            *reader, [&](const Record&) { return ++state, Expected<void>(); },
            [&] { return state; });
        EXPECT_EQ(replayed.has_value(), is_same);
        if (is_same) {
            EXPECT_EQ(replayed->records, 10U);
            EXPECT_EQ(replayed->hashes, 1U);
        } else {
            EXPECT_THAT(replayed.error().message, HasSubstr("the state after record 10"));
        }
    }
}

TEST(Recovery, AReplayEndsAtTheRecordThatIsRefused) {
    MemoryStorage storage;
    auto day = JournalDay::open(storage, day_options(AckMode::Sync));
    ASSERT_TRUE(day.has_value());
    (*day)->append(10);
    ASSERT_TRUE((*day)->writer().flush().has_value());
    auto reader = JournalReader::open(storage);
    std::uint64_t last = 0;
    const auto refuse_the_fourth = [&](const Record& record) -> Expected<void> {
        last = record.seq;
        return record.seq == 4 ? fail("record 4 is refused") : Expected<void>();
    };
    const auto replayed = replay(*reader, refuse_the_fourth, [] { return std::uint64_t{0}; });
    ASSERT_FALSE(replayed.has_value());
    EXPECT_EQ(replayed.error().message, "record 4 is refused");
    EXPECT_EQ(last, 4U);
}

TEST(Recovery, Rule8SequenceNumbersGoOnAndTheEpochIsNew) {
    MemoryStorage storage;
    std::uint64_t records = 0;
    for (std::uint64_t epoch = 1; epoch <= 12; ++epoch) {
        auto day = JournalDay::open(storage, day_options(AckMode::Sync));
        ASSERT_TRUE(day.has_value()) << day.error().message;
        EXPECT_EQ((*day)->writer().epoch(), epoch);
        EXPECT_EQ((*day)->writer().next_seq(), records + 1);
        const std::uint64_t more = epoch % 4 * 9;  // also none at all
        (*day)->append(more);
        records += more;
        if (epoch % 3 == 0) {
            ASSERT_TRUE((*day)->writer().close({}).has_value());
        }
        EXPECT_EQ(*count_day(storage), records);
    }
}

TEST(Recovery, Rule10TimeIsTheRecords) {
    MemoryStorage storage;
    write_day(storage, 3);
    auto reader = JournalReader::open(storage);
    Record record;
    while (*reader->next(record)) {
        EXPECT_EQ(record.time, support::day_time(record.seq));
    }
}

TEST(Recovery, AReaderBeginsAtAGivenRecordAndIsRefusedAfterTheEnd) {
    MemoryStorage storage;
    write_day(storage, 60);
    for (std::uint64_t from = 1; from <= 61; ++from) {
        auto reader = JournalReader::open(storage, {.first_seq = from});
        ASSERT_TRUE(reader.has_value()) << reader.error().message;
        Record record;
        const auto more = reader->next(record);
        ASSERT_TRUE(more.has_value());
        EXPECT_EQ(*more, from <= 60);
        EXPECT_TRUE(!*more || record.seq == from);
    }
    EXPECT_FALSE(JournalReader::open(storage, {.first_seq = 62}).has_value());
}

}  // namespace
}  // namespace hotpath::journal
