// Every step of writing, reading and retiring snapshots, failing one at a time.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/files.hpp"
#include "hotpath/journal/snapshot.hpp"
#include "tests/support/journal_days.hpp"

namespace hotpath::journal {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::uint64_t kSnapshotSeq = 7;
constexpr const char* kSnapshotPath = "memory/00000000000000000007.snapshot";
constexpr SnapshotHeader kSnapshotHeader{
    .seq = kSnapshotSeq, .state_hash = 0x1122334455667788, .created = {99}, .chain = 0xaabbccdd};

std::vector<std::byte> state_bytes(std::size_t size) {
    std::vector<std::byte> state(size);
    for (std::size_t i = 0; i < size; ++i) {
        state[i] = static_cast<std::byte>(i * 131 + i / 251);
    }
    return state;
}

template <class Result>
std::string sentence(const Result& result) {
    return result ? "" : result.error().message;
}

TEST(SnapshotFile, IsTheBytesOfItsDrawing) {
    MemoryStorage storage;
    const auto state = state_bytes(21);
    ASSERT_TRUE(write_snapshot(storage, kSnapshotHeader, state).has_value());
    const auto& bytes = storage.bytes_of(snapshot_name(kSnapshotSeq));
    ASSERT_EQ(bytes.size(), 64U + 21);
    EXPECT_EQ(std::memcmp(bytes.data(), "hpsnap\x1a\n", 8), 0);
    EXPECT_EQ(load_le<std::uint32_t>(&bytes[8]), 2U);
    EXPECT_EQ(load_le<std::uint64_t>(&bytes[16]), 7U);
    EXPECT_EQ(load_le<std::uint64_t>(&bytes[24]), 0x1122334455667788U);
    EXPECT_EQ(load_le<std::uint64_t>(&bytes[32]), 99U);
    EXPECT_EQ(load_le<std::uint64_t>(&bytes[40]), 21U);
    EXPECT_EQ(load_le<std::uint32_t>(&bytes[48]), crc32c_portable(state));
    EXPECT_EQ(load_le<std::uint32_t>(&bytes[52]), 0xaabbccddU);
    EXPECT_EQ(load_le<std::uint64_t>(&bytes[56]), 0U);
    // The checksum is of all but itself.
    std::vector<std::byte> others(bytes.begin(), bytes.begin() + 12);
    others.insert(others.end(), bytes.begin() + 16, bytes.begin() + 64);
    EXPECT_EQ(load_le<std::uint32_t>(&bytes[12]), crc32c_portable(others));
    EXPECT_TRUE(std::ranges::equal(Bytes(bytes).subspan(64), state));
}

TEST(SnapshotFile, IsCheckedAtEverySizeAroundThePieceThatIsRead) {
    constexpr std::size_t kPiece = 1U << 20U;
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, kPiece - 1, kPiece, kPiece + 1, 2 * kPiece}) {
        MemoryStorage storage;
        const auto state = state_bytes(size);
        ASSERT_TRUE(write_snapshot(storage, kSnapshotHeader, state).has_value());
        EXPECT_EQ(check_snapshot(storage, kSnapshotSeq).value(), kSnapshotHeader) << size;
        EXPECT_TRUE(std::ranges::equal(read_snapshot(storage, kSnapshotSeq)->state(), state));
        auto& bytes = storage.bytes_of(snapshot_name(kSnapshotSeq));
        bytes.push_back(std::byte{});
        EXPECT_EQ(sentence(check_snapshot(storage, kSnapshotSeq)),
                  std::string(kSnapshotPath) + ": the state is cut short");
        if (size > 0) {
            bytes.resize(64 + size - 1);
            EXPECT_EQ(sentence(check_snapshot(storage, kSnapshotSeq)),
                      std::string(kSnapshotPath) + ": the state is cut short");
            bytes.resize(64 + size);
            bytes.back() = state.back() ^ std::byte{1};
            EXPECT_EQ(sentence(read_snapshot(storage, kSnapshotSeq)),
                      std::string(kSnapshotPath) + ": the state is damaged");
        }
    }
}

TEST(SnapshotFile, OfAnotherNumberThanItsNameIsRefused) {
    MemoryStorage storage;
    ASSERT_TRUE(write_snapshot(storage, kSnapshotHeader, {}).has_value());
    ASSERT_TRUE(storage.rename(snapshot_name(7), snapshot_name(8)).has_value());
    constexpr const char* kOther =
        "memory/00000000000000000008.snapshot: the header and the file "
        "name have different sequence numbers";
    EXPECT_EQ(sentence(check_snapshot(storage, 8)), kOther);
    EXPECT_EQ(sentence(read_snapshot(storage, 8)), kOther);
    EXPECT_EQ(sentence(read_snapshot_header(storage, 8)), kOther);
}

TEST(SnapshotSteps, EachFailureOfWritingIsNamedAndLeavesNoSnapshot) {
    const std::string part = std::string(kSnapshotPath) + ".part: cannot be ";
    const std::array<std::string, 6> sentences{
        part + "created",
        part + "written",  // the state
        part + "written",  // the header
        part + "made durable", part + "renamed", "memory/: cannot be made durable"};
    for (std::uint64_t step = 0; step < sentences.size(); ++step) {
        MemoryStorage storage;
        storage.fail_next(FaultKind::IoError, 1 + step);  // first a leftover is removed
        EXPECT_EQ(sentence(write_snapshot(storage, kSnapshotHeader, state_bytes(10))),
                  sentences[step] + ": Input/output error");
        const bool is_named = step == 5;
        EXPECT_THAT(*storage.list(), SizeIs(is_named ? 1 : 0)) << step;
    }
}

TEST(SnapshotSteps, AWriterThatFailedWritesNothingMore) {
    MemoryStorage storage;
    SnapshotWriter writer(storage, kSnapshotSeq);
    storage.fail_next(FaultKind::IoError);
    writer.add(state_bytes(10));
    const std::uint64_t operations = storage.operations();
    writer.add(state_bytes(10));
    EXPECT_FALSE(writer.finish(kSnapshotHeader).has_value());
    EXPECT_EQ(storage.operations(), operations);
}

TEST(SnapshotSteps, ALeftoverOfAKilledWriterIsReplaced) {
    MemoryStorage storage;
    const File left = *storage.create(snapshot_name(kSnapshotSeq) + ".part");
    ASSERT_TRUE(storage.write(left, 0, state_bytes(1'000)).has_value());
    ASSERT_TRUE(write_snapshot(storage, kSnapshotHeader, state_bytes(10)).has_value());
    EXPECT_THAT(*storage.list(), ElementsAre(snapshot_name(kSnapshotSeq)));
    EXPECT_EQ(storage.bytes_of(snapshot_name(kSnapshotSeq)).size(), 74U);
}

TEST(SnapshotSteps, EachFailureOfReadingIsNamed) {
    const std::string path = std::string(kSnapshotPath) + ": cannot be ";
    // Check: open, header, state. Then the view: open, size, read.
    const std::array<std::string, 6> sentences{path + "opened", path + "read", path + "read",
                                               path + "read",   path + "read", path + "read"};
    for (std::uint64_t step = 0; step < sentences.size(); ++step) {
        MemoryStorage storage;
        ASSERT_TRUE(write_snapshot(storage, kSnapshotHeader, state_bytes(10)).has_value());
        storage.fail_next(FaultKind::IoError, step);
        EXPECT_EQ(sentence(read_snapshot(storage, kSnapshotSeq)),
                  sentences[step] + ": Input/output error")
            << step;
        storage.fail_next(FaultKind::IoError, step);
        EXPECT_EQ(sentence(read_snapshot_header(storage, kSnapshotSeq)),
                  step < 2 ? sentences[step] + ": Input/output error" : "");
    }
    MemoryStorage empty;
    EXPECT_EQ(sentence(check_snapshot(empty, kSnapshotSeq)),
              path + "opened: No such file or directory");
}

/// 60 records, segments of some twenty, and a snapshot of the journal's history at each number.
class SnapshotsOfADay : public ::testing::Test {
  protected:
    SnapshotsOfADay() { support::write_day(storage_, 60); }
    void snapshot(std::uint64_t seq, std::uint32_t flip = 0) {
        const auto chain = chain_behind(storage_, seq);
        const SnapshotHeader header{.seq = seq, .chain = chain && *chain ? **chain ^ flip : 1};
        ASSERT_TRUE(write_snapshot(storage_, header, state_bytes(5)).has_value());
    }
    [[nodiscard]] Membership membership(std::uint64_t seq) {
        return membership_of(storage_, *read_snapshot_header(storage_, seq));
    }

    MemoryStorage storage_;
};

TEST_F(SnapshotsOfADay, BelongWhereTheirChainIsTheJournals) {
    snapshot(20);
    snapshot(30, 1);
    snapshot(60);
    snapshot(61);
    EXPECT_EQ(membership(20), Membership::Own);
    EXPECT_EQ(membership(30), Membership::Foreign);
    EXPECT_EQ(membership(60), Membership::Own);
    EXPECT_EQ(membership(61), Membership::Ahead);
    ASSERT_TRUE(storage_.remove(segment_name(1)).has_value());
    EXPECT_EQ(membership_of(storage_, {.seq = 5}), Membership::Unknown);
    EXPECT_EQ(why_not_own(storage_, 30, Membership::Foreign),
              "memory/00000000000000000030.snapshot: belongs to another history: the journal's "
              "record 30 is not the one that this snapshot was taken at");
    EXPECT_EQ(
        why_not_own(storage_, 61, Membership::Ahead),
        "memory/00000000000000000061.snapshot: ahead of the journal, which ends before record "
        "61");
}

TEST_F(SnapshotsOfADay, TheNewestOwnOneAtOrBeforeTheLimitIsFound) {
    for (const std::uint64_t seq : {10U, 20U, 30U}) {
        snapshot(seq);
    }
    for (const auto& [limit, found] : {std::pair<std::uint64_t, std::uint64_t>{10, 10},
                                       {19, 10},
                                       {20, 20},
                                       {29, 20},
                                       {30, 30},
                                       {60, 30}}) {
        const auto search = find_snapshot(storage_, limit);
        ASSERT_TRUE(search.has_value());
        EXPECT_EQ(search->found->header.seq, found) << limit;
        EXPECT_THAT(search->passed_over, SizeIs((30 - found) / 10)) << limit;
    }
    EXPECT_FALSE(find_snapshot(storage_, 9)->found.has_value());
    storage_.fail_next(FaultKind::IoError);
    EXPECT_FALSE(find_snapshot(storage_, 60).has_value());
}

TEST_F(SnapshotsOfADay, RetiringNeedsTwoGoodOnesBeforeASegmentGoes) {
    const auto segments = list_files(storage_)->segments;
    ASSERT_GE(segments.size(), 3U);
    snapshot(segments[2] - 1);
    snapshot(segments[2]);
    const std::array own{segments[2] - 1, segments[2]};
    const auto with_one = retire(storage_, std::span(own).first(1));
    ASSERT_TRUE(with_one.has_value());
    EXPECT_EQ(with_one->snapshots, 0U);
    EXPECT_EQ(with_one->segments, 0U);
    const auto with_two = retire(storage_, own);
    ASSERT_TRUE(with_two.has_value());
    EXPECT_EQ(with_two->snapshots, 0U);
    EXPECT_EQ(with_two->segments, 2U) << "the older snapshot is of the third segment's beginning";
    EXPECT_EQ(list_files(storage_)->segments.front(), segments[2]);
    EXPECT_EQ(recover(storage_, RecoveryMode::CutTornTail)->next_seq, 61U);
}

TEST_F(SnapshotsOfADay, ASegmentWithARecordAfterTheOlderSnapshotStays) {
    const auto segments = list_files(storage_)->segments;
    snapshot(segments[1] - 2);
    snapshot(segments[2]);
    const std::array own{segments[1] - 2, segments[2]};
    EXPECT_EQ(retire(storage_, own)->segments, 0U);
    EXPECT_EQ(list_files(storage_)->segments, segments);
}

TEST_F(SnapshotsOfADay, OlderSnapshotsThanTheTwoKeptAreRemovedAlsoForeignOnes) {
    for (const std::uint64_t seq : {10U, 20U, 30U, 40U}) {
        snapshot(seq, seq == 20 ? 1 : 0);
    }
    const std::array<std::uint64_t, 3> own{10, 30, 40};
    const auto retired = retire(storage_, own);
    ASSERT_TRUE(retired.has_value());
    EXPECT_EQ(retired->snapshots, 2U);
    EXPECT_THAT(list_files(storage_)->snapshots, ElementsAre(30, 40));
}

TEST_F(SnapshotsOfADay, AFileThatCannotBeRemovedIsNamed) {
    for (const std::uint64_t seq : {10U, 20U, 30U}) {
        snapshot(seq);
    }
    const std::array<std::uint64_t, 3> own{10, 20, 30};
    // List, then open, header and state of each of the two that are kept.
    storage_.fail_next(FaultKind::IoError, 1 + 2 * 3);
    EXPECT_EQ(sentence(retire(storage_, own)),
              "memory/00000000000000000010.snapshot: cannot be removed: Input/output error");
    EXPECT_THAT(list_files(storage_)->snapshots, ElementsAre(10, 20, 30));
    storage_.fail_next(FaultKind::IoError);
    EXPECT_EQ(sentence(retire(storage_, own)), "memory/: cannot be listed: Input/output error");
}

/// Refuses every segment.
class RefusingTaker final : public SegmentTaker {
  public:
    Expected<void> take(std::uint64_t first_seq) override {
        asked.push_back(first_seq);
        return fail("no room in the archive");
    }
    std::vector<std::uint64_t> asked;
};

TEST_F(SnapshotsOfADay, ATakerThatRefusesStopsTheRetiring) {
    const auto segments = list_files(storage_)->segments;
    snapshot(segments[2]);
    snapshot(60);
    const std::array<std::uint64_t, 2> own{segments[2], 60};
    RefusingTaker taker;
    EXPECT_EQ(sentence(retire(storage_, own, &taker)), "no room in the archive");
    EXPECT_THAT(taker.asked, ElementsAre(1));
    EXPECT_EQ(list_files(storage_)->segments, segments);
}

}  // namespace
}  // namespace hotpath::journal
