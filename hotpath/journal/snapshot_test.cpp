#include "hotpath/journal/snapshot.hpp"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/files.hpp"
#include "tests/support/journal_days.hpp"

namespace hotpath::journal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr std::uint64_t kAny = ~std::uint64_t{0};

std::vector<std::byte> state_of(std::uint64_t seq) {
    std::vector<std::byte> state(150);
    std::ranges::fill(state, static_cast<std::byte>(seq));
    return state;
}

void write(Storage& storage, std::uint64_t seq) {
    const auto chain = chain_behind(storage, seq);
    const SnapshotHeader header{
        .seq = seq, .state_hash = seq * 3, .created = {77}, .chain = chain && *chain ? **chain : 5};
    ASSERT_TRUE(write_snapshot(storage, header, state_of(seq)).has_value());
}

TEST(Snapshot, IsReadAsItWasWritten) {
    MemoryStorage storage;
    write(storage, 41);
    const auto snapshot = read_snapshot(storage, 41);
    ASSERT_TRUE(snapshot.has_value()) << snapshot.error().message;
    EXPECT_EQ(snapshot->header,
              (SnapshotHeader{.seq = 41, .state_hash = 123, .created = {77}, .chain = 5}));
    EXPECT_TRUE(std::ranges::equal(snapshot->state(), state_of(41)));
}

TEST(Snapshot, InPiecesIsTheSameFile) {
    MemoryStorage whole;
    MemoryStorage pieces;
    std::vector<std::byte> state(3 << 20U);
    for (std::size_t n = 0; n < state.size(); ++n) {
        state[n] = static_cast<std::byte>(n * 7 / 1'000);
    }
    const SnapshotHeader header{.seq = 8, .state_hash = 1, .created = {2}, .chain = 3};
    ASSERT_TRUE(write_snapshot(whole, header, state));
    SnapshotWriter writer(pieces, 8);
    for (std::size_t at = 0; at < state.size(); at += 100'003) {
        writer.add(Bytes(state).subspan(at, std::min<std::size_t>(100'003, state.size() - at)));
    }
    EXPECT_TRUE(list_files(pieces)->snapshots.empty()) << "no name before it is whole";
    ASSERT_TRUE(writer.finish(header));
    EXPECT_EQ(pieces.bytes_of(snapshot_name(8)), whole.bytes_of(snapshot_name(8)));
    EXPECT_EQ(check_snapshot(pieces, 8).value(), header);
    EXPECT_TRUE(std::ranges::equal(read_snapshot(pieces, 8)->state(), state));
}

TEST(Snapshot, ThatIsNotFinishedLeavesNothing) {
    MemoryStorage storage;
    {
        SnapshotWriter writer(storage, 8);
        writer.add(state_of(8));
    }
    EXPECT_THAT(*storage.list(), SizeIs(0));
    SnapshotWriter writer(storage, 8);
    storage.fail_next(FaultKind::IoError);
    writer.add(state_of(8));
    writer.add(state_of(8));
    const auto refused = writer.finish({.seq = 8});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("cannot be written"));
}

TEST(Snapshot, Rule6TheNewestThatIsWholeAndNotAheadOfTheJournalIsFound) {
    MemoryStorage storage;
    write(storage, 10);
    write(storage, 20);
    write(storage, 30);
    EXPECT_EQ(find_snapshot(storage, kAny)->found->header.seq, 30U);
    storage.bytes_of(snapshot_name(30))[100] ^= std::byte{1};
    auto search = find_snapshot(storage, kAny);
    EXPECT_EQ(search->found->header.seq, 20U);
    ASSERT_THAT(search->passed_over, SizeIs(1));
    EXPECT_THAT(search->passed_over[0], HasSubstr("the state is damaged"));
    search = find_snapshot(storage, 19);
    EXPECT_EQ(search->found->header.seq, 10U);
    EXPECT_THAT(search->passed_over[0], HasSubstr("ahead of the journal"));
    EXPECT_FALSE(find_snapshot(storage, 9)->found.has_value());
}

TEST(Snapshot, IsRefusedWithAnyBitFlippedAndAtEveryLength) {
    MemoryStorage storage;
    write(storage, 5);
    auto& bytes = storage.bytes_of(snapshot_name(5));
    const auto whole = bytes;
    for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
        bytes[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
        EXPECT_FALSE(read_snapshot(storage, 5).has_value()) << "bit " << bit;
        bytes = whole;
    }
    for (std::size_t size = 0; size < whole.size(); ++size) {
        bytes.resize(size);
        EXPECT_FALSE(read_snapshot(storage, 5).has_value()) << size << " bytes";
        bytes = whole;
    }
    EXPECT_TRUE(read_snapshot(storage, 5).has_value());
}

TEST(Snapshot, Rule6ANameIsAWholeSnapshotWhereverPowerEnds) {
    for (std::uint64_t n = 1; n < 20; ++n) {
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            MemoryStorage storage(
                {.kind = FaultKind::StopHalfway, .at_operation = n, .seed = seed});
            const bool is_done = write_snapshot(storage, {.seq = 9}, state_of(9)).has_value();
            storage.restart(Ending::Power, {.seed = seed});
            const auto search = find_snapshot(storage, kAny);
            ASSERT_TRUE(search.has_value());
            EXPECT_THAT(search->passed_over, SizeIs(0)) << "operation " << n;
            EXPECT_TRUE(search->found.has_value() || !is_done || n < 8) << "operation " << n;
            write(storage, 9);  // files that are left do not matter
            EXPECT_TRUE(find_snapshot(storage, kAny)->found.has_value());
        }
    }
}

TEST(Snapshot, RetiringKeepsTwoAndEveryRecordBehindTheOlder) {
    MemoryStorage storage;
    support::write_day(storage, 100);
    const auto all = list_files(storage)->segments;
    ASSERT_GE(all.size(), 5U);
    write(storage, 20);
    EXPECT_EQ(retire(storage, {{20}})->segments, 0U) << "with one snapshot everything stays";
    write(storage, all[2] - 1);
    write(storage, 90);
    const std::vector<std::uint64_t> own{20, all[2] - 1, 90};
    const auto retired = retire(storage, own);
    ASSERT_TRUE(retired.has_value()) << retired.error().message;
    EXPECT_EQ(retired->snapshots, 1U);
    EXPECT_EQ(retired->segments, 2U);
    const auto left = list_files(storage);
    EXPECT_THAT(left->snapshots, ElementsAre(all[2] - 1, 90));
    EXPECT_EQ(left->segments.front(), all[2]);
    // The newest damaged: the older and its records are there.
    storage.bytes_of(snapshot_name(90))[70] ^= std::byte{1};
    const auto recovery = recover(storage, RecoveryMode::CutTornTail);
    ASSERT_TRUE(recovery.has_value()) << recovery.error().message;
    EXPECT_EQ(recovery->snapshot->header.seq, all[2] - 1);
    EXPECT_EQ(recovery->next_seq, 101U);
    EXPECT_EQ(recovery->records, 101 - all[2]);
}

TEST(Snapshot, RetiringCountsNoDamagedSnapshot) {
    MemoryStorage storage;
    support::write_day(storage, 100);
    write(storage, 50);
    write(storage, 90);
    storage.bytes_of(snapshot_name(90))[70] ^= std::byte{1};
    const auto before = list_files(storage)->segments;
    EXPECT_EQ(retire(storage, {{50, 90}})->segments, 0U);
    EXPECT_EQ(list_files(storage)->segments, before);
}

TEST(Snapshot, OneThatIsAheadOfTheJournalIsPassedOverInRecovery) {
    MemoryStorage storage;
    support::write_day(storage, 40);
    write(storage, 30);
    write(storage, 45);
    const auto recovery = recover(storage, RecoveryMode::CutTornTail);
    ASSERT_TRUE(recovery.has_value()) << recovery.error().message;
    EXPECT_EQ(recovery->snapshot->header.seq, 30U);
    EXPECT_EQ(recovery->next_seq, 41U);
    EXPECT_THAT(recovery->passed_over, SizeIs(1));
}

}  // namespace
}  // namespace hotpath::journal
