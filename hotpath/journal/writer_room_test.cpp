// A writer keeps the promises of its room, and has sentences for its failures.
#include <array>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/files.hpp"
#include "hotpath/journal/writer.hpp"
#include "tests/support/journal_days.hpp"

namespace hotpath::journal {
namespace {

using support::day_options;
using support::JournalDay;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Records of at most 128 bytes with 90 of payload; segments of 2,048; a seal has 48.
constexpr std::uint64_t kUnsure = 128 + 48;

std::unique_ptr<JournalDay> open_day(Storage& storage, AckMode mode = AckMode::Sync) {
    auto day = JournalDay::open(storage, day_options(mode));
    EXPECT_TRUE(day.has_value()) << day.error().message;
    return std::move(*day);
}

TEST(WriterRoom, IsTheSegmentsAndTheSparesLessOneRecordAndASealEach) {
    MemoryStorage storage;
    auto day = open_day(storage);
    JournalWriter& writer = day->writer();
    constexpr std::uint64_t kEach = 2'048 - 64 - kUnsure;
    EXPECT_EQ(writer.free_bytes(Space::Reserve), 3 * kEach);
    EXPECT_EQ(writer.free_bytes(Space::Normal), 2 * kEach) << "the last spare is for cancels";
    const std::array<std::byte, 8> payload{};
    ASSERT_EQ(writer.append(1, {}, payload), AppendStatus::Done);
    EXPECT_EQ(writer.appended_bytes(), 40U);
    EXPECT_EQ(writer.free_bytes(Space::Normal), 2 * kEach - 40);
    EXPECT_EQ(writer.free_bytes(Space::Reserve), 3 * kEach - 40);
    ASSERT_TRUE(day->spares().take().has_value());
    EXPECT_EQ(writer.free_bytes(Space::Normal), kEach - 40);
    ASSERT_TRUE(day->spares().take().has_value());
    EXPECT_EQ(writer.free_bytes(Space::Normal), 0U);
    EXPECT_EQ(writer.free_bytes(Space::Reserve), kEach - 40);
    EXPECT_FALSE(writer.is_accepting());
}

TEST(WriterRoom, EndsWhereOnlyTheUnsureBytesAreLeft) {
    MemoryStorage storage;
    auto day = open_day(storage);
    JournalWriter& writer = day->writer();
    (void)day->spares().take();
    (void)day->spares().take();
    const std::array<std::byte, 16> payload{};
    ASSERT_EQ(writer.append(1, {}, payload, Space::Reserve), AppendStatus::Done);
    std::uint64_t used = 64 + 48;
    while (writer.free_bytes(Space::Reserve) > 0) {
        EXPECT_EQ(writer.free_bytes(Space::Reserve), 2'048 - used - kUnsure);
        ASSERT_EQ(writer.append(1, {}, {}, Space::Reserve), AppendStatus::Done);
        ASSERT_TRUE(writer.flush().has_value());
        used += 32;
    }
    EXPECT_EQ(used, 2'048 - kUnsure);
    // A longest record still fits where its length is a multiple of eight.
    const std::vector<std::byte> longest(90);
    EXPECT_EQ(writer.append(1, {}, longest, Space::Reserve), AppendStatus::Done);
    ASSERT_TRUE(writer.flush().has_value());
    EXPECT_EQ(writer.append(1, {}, {}, Space::Reserve), AppendStatus::Full);
    EXPECT_EQ(writer.fault().step, JournalFault::Step::NewSegment);
    EXPECT_EQ(writer.fault().error, ENOSPC);
    EXPECT_EQ(writer.fault().file, writer.next_seq());
    EXPECT_FALSE(writer.has_failed());
}

TEST(WriterRoom, ASegmentIsFilledToTheLastByteBeforeItsSeal) {
    MemoryStorage storage;
    auto day = open_day(storage);
    JournalWriter& writer = day->writer();
    for (std::size_t i = 0; i < (2'048 - 64 - 48) / 32; ++i) {  // 60 records, 16 bytes left
        ASSERT_EQ(writer.append(1, {}, {}), AppendStatus::Done) << i;
        ASSERT_TRUE(writer.flush().has_value());
    }
    EXPECT_THAT(list_files(storage)->segments, ElementsAre(1));
    ASSERT_EQ(writer.append(1, {}, {}), AppendStatus::Done);
    EXPECT_THAT(list_files(storage)->segments, ElementsAre(1, 61));
}

TEST(WriterRoom, ARecordThatEndsExactlyAtTheSealFits) {
    MemoryStorage storage;
    auto day = open_day(storage);
    JournalWriter& writer = day->writer();
    const std::array<std::byte, 16> payload{};  // 48 bytes a record
    ASSERT_EQ(writer.append(1, {}, payload), AppendStatus::Done);
    for (std::size_t i = 0; i < (2'048 - 64 - 48 - 48) / 32; ++i) {
        ASSERT_EQ(writer.append(1, {}, {}), AppendStatus::Done);
        ASSERT_TRUE(writer.flush().has_value());
    }
    EXPECT_THAT(list_files(storage)->segments, ElementsAre(1));
    ASSERT_EQ(writer.append(1, {}, {}), AppendStatus::Done);
    EXPECT_THAT(list_files(storage)->segments, ElementsAre(1, 61));
}

TEST(WriterRoom, AGroupHoldsAsManyBytesAsItMay) {
    MemoryStorage storage;
    auto day = open_day(storage);
    JournalWriter& writer = day->writer();
    const std::uint64_t before = storage.operations();
    for (int i = 0; i < 512 / 32; ++i) {
        ASSERT_EQ(writer.append(1, {}, {}), AppendStatus::Done);
    }
    EXPECT_EQ(storage.operations(), before) << "nothing is written before the group is full";
    ASSERT_EQ(writer.append(1, {}, {}), AppendStatus::Done);
    EXPECT_EQ(storage.operations() - before, 2U) << "one write, one sync";
    EXPECT_EQ(writer.written_seq(), 0U) << "the result was not taken yet";
    writer.poll();
    EXPECT_EQ(writer.written_seq(), 17U);
}

TEST(WriterHeader, HasEpochTimeBuildAndChain) {
    MemoryStorage storage;
    JournalOptions options = day_options(AckMode::Sync);
    options.build_id = 0xb01d;
    std::uint32_t chain = 0;
    {
        auto day = JournalDay::open(storage, options);
        EXPECT_EQ((*day)->writer().chain(), 0U);
        (*day)->append(3);
        chain = (*day)->writer().chain();
        EXPECT_EQ(chain, **chain_behind(storage, 3));
        EXPECT_EQ((*day)->writer().epoch(), 1U);
    }
    auto day = JournalDay::open(storage, options);
    EXPECT_EQ((*day)->writer().chain(), chain);
    EXPECT_EQ((*day)->writer().durable_seq(), 3U);
    EXPECT_EQ((*day)->writer().written_seq(), 3U);
    EXPECT_EQ((*day)->writer().synced_seq(), 3U);
    EXPECT_EQ((*day)->writer().appended_bytes(), 0U) << "since it was opened";
    const auto header = to_segment_header(storage.bytes_of(segment_name(4)));
    ASSERT_TRUE(header.has_value());
    EXPECT_EQ(*header, (SegmentHeader{.epoch = 2,
                                      .first_seq = 4,
                                      .created = support::day_time(4),
                                      .build_id = 0xb01d,
                                      .segment_bytes = 2'048,
                                      .prev_chain = chain}));
}

TEST(WriterClose, SealsWithTheTimeAndTheCountOfRecords) {
    MemoryStorage storage;
    auto day = open_day(storage);
    day->append(2);
    const std::uint64_t end = 64 + day->writer().appended_bytes();
    ASSERT_TRUE(day->writer().close({99}).has_value());
    const auto& bytes = storage.bytes_of(segment_name(1));
    ASSERT_EQ(bytes.size(), end + 48);
    EXPECT_EQ(load_le<std::uint64_t>(&bytes[end + 8]), 3U) << "the next record's number";
    EXPECT_EQ(load_le<std::uint64_t>(&bytes[end + 16]), 99U);
    EXPECT_EQ(load_le<std::uint16_t>(&bytes[end + 28]), kSeal);
    EXPECT_EQ(load_le<std::uint16_t>(&bytes[end + 30]), 1U) << "all before it are on disk";
    EXPECT_EQ(load_le<std::uint64_t>(&bytes[end + 32]), 2U);
}

TEST(WriterClose, WritesWhatWaitsAndMakesItDurableInAnyMode) {
    for (const AckMode mode : {AckMode::Memory, AckMode::PageCache, AckMode::Sync}) {
        MemoryStorage storage;
        auto day = open_day(storage, mode);
        day->append(5, false);
        ASSERT_TRUE(day->writer().close({}).has_value());
        EXPECT_EQ(day->writer().synced_seq(), 5U);
        storage.restart(Ending::Power);
        EXPECT_EQ(*support::count_day(storage), 5U);
    }
}

TEST(WriterClose, ThatFailsAtItsSealIsAnErrorWithTheSegment) {
    for (const auto& [skipped, word] : {std::pair(0U, "written"), {1U, "made durable"}}) {
        MemoryStorage storage;
        auto day = open_day(storage);
        day->append(2);
        storage.fail_next(FaultKind::IoError, skipped);
        const auto closed = day->writer().close({});
        ASSERT_FALSE(closed.has_value());
        EXPECT_EQ(closed.error().message,
                  std::string("memory/00000000000000000001.journal: cannot be ") + word +
                      " (2048 bytes): Input/output error; what is on disk is unknown, the journal "
                      "has stopped");
        EXPECT_TRUE(day->writer().has_failed());
    }
}

TEST(WriterClose, WithoutRoomForASealIsAnErrorThatMayPass) {
    MemoryStorage storage;
    auto day = open_day(storage);
    day->append(2);
    storage.fail_next(FaultKind::NoRoomOnce);
    EXPECT_FALSE(day->writer().close({}).has_value());
    EXPECT_FALSE(day->writer().has_failed());
}

TEST(WriterOpen, FailsWithTheStepOfItsFirstSegment) {
    MemoryStorage probe;
    (void)open_day(probe);
    std::set<std::string> reasons;
    for (std::uint64_t n = 1; n <= probe.operations(); ++n) {
        MemoryStorage storage({.kind = FaultKind::IoError, .at_operation = n});
        const auto day = JournalDay::open(storage, day_options(AckMode::Sync));
        if (!day) {
            reasons.insert(day.error().message);
        }
    }
    constexpr const char* kStopped =
        " (2048 bytes): Input/output error; what is on disk is unknown, the journal has stopped";
    EXPECT_THAT(reasons, ::testing::Contains("memory/: cannot be listed: Input/output error"));
    EXPECT_THAT(reasons, ::testing::Contains(
                             std::string("memory/00000000000000000001.journal: cannot be begun as "
                                         "a segment") +
                             kStopped));
}

TEST(JournalFaultSentence, NamesFileStepBytesAndReason) {
    const MemoryStorage storage;
    EXPECT_EQ(JournalFault{}.sentence(storage), "no error");
    EXPECT_EQ((JournalFault{
                   .step = JournalFault::Step::NewSpare, .error = ENOSPC, .file = 3, .bytes = 100})
                  .sentence(storage),
              "memory/spare-3.journal: cannot be created as a spare segment (100 bytes): No space "
              "left on device; no new orders are accepted until there is room");
    for (const int gone : {ENOENT, ESTALE}) {
        EXPECT_EQ(
            (JournalFault{.step = JournalFault::Step::Sync,
                          .error = gone,
                          .file = 7,
                          .bytes = 8,
                          .is_final = true})
                .sentence(storage),
            "memory/00000000000000000007.journal: cannot be made durable (8 bytes): it or its "
            "folder has been removed or replaced; what is on disk is unknown, the journal has "
            "stopped");
    }
}

TEST(JournalFault, OfASpareIsFinalUnlessItMayPass) {
    for (const auto& [kind, error, is_final] :
         {std::tuple(FaultKind::IoError, EIO, true), {FaultKind::NoRoom, ENOSPC, false}}) {
        MemoryStorage storage;
        auto day = open_day(storage);
        EXPECT_EQ(day->writer().fault().step, JournalFault::Step::None);
        (void)day->spares().take();
        storage.fail_next(kind);
        EXPECT_FALSE(day->spares().poll());
        const JournalFault fault = day->writer().fault();
        EXPECT_EQ(fault.step, JournalFault::Step::NewSpare);
        EXPECT_EQ(fault.error, error);
        EXPECT_EQ(fault.file, 4U) << "one in use, two made";
        EXPECT_EQ(fault.bytes, 2'048U);
        EXPECT_EQ(fault.is_final, is_final);
    }
}

TEST(WriterRoom, AfterTheDiskIsFullTheSegmentBeginsOnceThereIsASpare) {
    MemoryStorage storage;
    auto day = open_day(storage);
    JournalWriter& writer = day->writer();
    (void)day->spares().take();
    (void)day->spares().take();
    while (writer.append(1, {}, {}, Space::Reserve) == AppendStatus::Done) {
        ASSERT_TRUE(writer.flush().has_value());
    }
    const std::uint64_t seq = writer.next_seq();
    EXPECT_EQ(writer.free_bytes(Space::Reserve), 0U) << "the segment is sealed";
    EXPECT_FALSE(writer.poll());
    while (day->spares().poll()) {
    }
    EXPECT_TRUE(writer.poll());
    EXPECT_EQ(writer.fault().step, JournalFault::Step::None);
    EXPECT_TRUE(storage.has(segment_name(seq)));
    EXPECT_EQ(writer.append(1, {}, {}, Space::Reserve), AppendStatus::Done);
    ASSERT_TRUE(writer.flush().has_value());
    EXPECT_THAT(recover(storage, RecoveryMode::Inspect)->next_seq, seq + 1);
}

}  // namespace
}  // namespace hotpath::journal
