// The journal between threads: the ring, the gate, room promised before it is needed.
#include "hotpath/journal/journal.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/files.hpp"
#include "tests/support/journal_days.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::journal {
namespace {

using support::count_day;
using support::day_options;
using support::day_payload;
using support::day_time;
using ::testing::HasSubstr;

struct OpenJournal {
    std::unique_ptr<Journal> journal;
    MemoryStorage* disk;
};

OpenJournal open_on(std::unique_ptr<MemoryStorage> storage, const JournalOptions& options) {
    MemoryStorage* const disk = storage.get();
    auto journal = Journal::open(std::move(storage), options, {1});
    HOTPATH_ASSERT(journal.has_value(), "the journal must open");
    return {.journal = std::move(*journal), .disk = disk};
}

OpenJournal open_new(const JournalOptions& options) {
    return open_on(std::make_unique<MemoryStorage>(), options);
}

Appended append_next(Journal& journal, Space space = Space::Normal) {
    const std::uint64_t seq = journal.appended_seq() + 1;
    return journal.append(static_cast<RecordType>(seq % 100), day_time(seq), day_payload(seq),
                          space);
}

TEST(Journal, NothingIsDurableBeforeTheJournalsThreadHasSaidSo) {
    for (const AckMode mode : {AckMode::Memory, AckMode::PageCache, AckMode::Sync}) {
        auto [journal, disk] = open_new(day_options(mode));
        const Appended appended = append_next(*journal);
        EXPECT_EQ(appended.seq, 1U);
        EXPECT_EQ(journal->durable_seq(), mode == AckMode::Memory ? 1U : 0U);
        EXPECT_TRUE(journal->poll());
        EXPECT_EQ(journal->durable_seq(), 1U);
        EXPECT_FALSE(journal->poll());
    }
}

TEST(Journal, RecordsOfEveryLengthComeThroughTheRing) {
    JournalOptions options = day_options(AckMode::Sync);
    options.segment_bytes = std::uint64_t{64} << 10U;
    auto [journal, disk] = open_new(options);
    std::uint64_t busy = 0;
    while (journal->appended_seq() < 2'000) {
        if (append_next(*journal).seq == 0) {
            ++busy;
            while (journal->poll() || journal->housekeep()) {
            }
        }
    }
    ASSERT_TRUE(journal->close({}).has_value());
    EXPECT_EQ(journal->durable_seq(), 2'000U);
    EXPECT_EQ(*count_day(*disk), 2'000U);
    EXPECT_GT(busy, 10U) << "the ring went round many times";
}

TEST(Journal, AReaderOfFewRecordsGivesTheCallerAHeadStartWhenTheHostWantsOne) {
    for (const std::uint32_t pauses_max : {0U, 2U}) {
        JournalOptions options = day_options(AckMode::PageCache);
        options.head_start = {.messages_few = 8, .pauses_max = pauses_max};
        auto [journal, disk] = open_new(options);
        for (const std::uint32_t pauses : {0U, 1U, 2U, 2U}) {  // those of the round before
            for (int record = 0; record < 3; ++record) {
                ASSERT_NE(append_next(*journal).seq, 0U);
            }
            EXPECT_TRUE(journal->poll());
            EXPECT_EQ(journal->pauses(), std::min(pauses, pauses_max));
            EXPECT_EQ(journal->durable_seq(), journal->appended_seq());
        }
        journal->poll();  // finds nothing
        journal->poll();
        EXPECT_EQ(journal->pauses(), 0U);
    }
}

TEST(Journal, AppendingAllocatesNothing) {
    JournalOptions options = day_options(AckMode::Sync);
    options.ring_slots = 4'096;
    options.segment_bytes = std::uint64_t{1} << 20U;
    auto [journal, disk] = open_new(options);
    const std::vector<std::byte> payload(90, std::byte{1});
    const NoAllocScope scope;
    std::int64_t taken = 0;
    while (journal->append(1, {taken}, payload).status == AppendStatus::Done) {
        ++taken;
    }
    EXPECT_EQ(journal->append(1, {}, payload, Space::Reserve).status, AppendStatus::Busy);
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(taken, 4'096 / 2);
}

/// Takes every commit and keeps none: what is left is the journal's thread itself.
class NowhereStorage final : public Storage {
  public:
    [[nodiscard]] std::string path_of(const std::string& name) const override { return name; }
    Io<std::vector<std::string>> list() override { return std::vector<std::string>{}; }
    Io<File> create(const std::string&) override { return File{1}; }
    Io<File> open(const std::string&) override { return File{1}; }
    void close(File) override {}
    Io<std::uint64_t> size(File) override { return std::uint64_t{0}; }
    Io<void> reserve(File, std::uint64_t) override { return {}; }
    Io<void> write(File, std::uint64_t, Bytes) override { return {}; }
    Io<void> sync(File) override { return {}; }
    Io<std::size_t> read(File, std::uint64_t, MutableBytes) override { return std::size_t{0}; }
    Io<void> truncate(File, std::uint64_t) override { return {}; }
    Io<void> rename(const std::string&, const std::string&) override { return {}; }
    Io<void> remove(const std::string&) override { return {}; }
    Io<void> sync_folder() override { return {}; }
    void start_writeback(File, std::uint64_t, std::uint64_t) override {}
    void begin_commit(const Commit& commit) override { done_ = {.ticket = commit.ticket}; }
    std::optional<CommitResult> poll_commit() override { return std::exchange(done_, {}); }

  private:
    std::optional<CommitResult> done_;
};

TEST(Journal, TheJournalsThreadAllocatesNothingWithinASegment) {
    JournalOptions options = day_options(AckMode::Sync);
    options.segment_bytes = std::uint64_t{1} << 20U;
    auto journal = *Journal::open(std::make_unique<NowhereStorage>(), options, {1});
    const std::vector<std::byte> payload(90, std::byte{1});
    const NoAllocScope scope;
    for (int i = 0; i < 5'000; ++i) {
        (void)journal->append(1, {i}, payload);
        journal->poll();
    }
    EXPECT_EQ(journal->durable_seq(), 5'000U);
    EXPECT_EQ(scope.allocations(), 0U);
}

TEST(Journal, WhatWasAcceptedAlwaysFindsRoom) {
    Random random(support::seed_of_this_test(4));
    for (int run = 0; run < 60; ++run) {
        auto storage = std::make_unique<MemoryStorage>();
        storage->set_room(2'048 * (3 + random.below(5)));
        auto [journal, disk] = open_on(std::move(storage), day_options(AckMode::Sync));
        std::uint64_t orders = 0;
        std::uint64_t cancels = 0;
        for (int i = 0; i < 2'000; ++i) {
            orders += append_next(*journal).seq != 0 ? 1U : 0U;
            cancels += random.one_in(9) && append_next(*journal, Space::Reserve).seq != 0 ? 1U : 0U;
            if (random.one_in(4)) {
                journal->poll();
            }
            if (random.one_in(6)) {
                journal->housekeep();
            }
        }
        EXPECT_FALSE(journal->is_accepting());
        EXPECT_EQ(append_next(*journal).status, AppendStatus::Full);
        EXPECT_THAT(journal->error(), HasSubstr("No space left"));
        EXPECT_FALSE(journal->has_failed());
        EXPECT_GT(cancels, 0U);
        const auto closed = journal->close({});
        EXPECT_TRUE(closed.has_value()) << closed.error().message;
        EXPECT_EQ(*count_day(*disk), orders + cancels);
    }
}

TEST(Journal, AfterAFailureNothingIsTakenAndDurableStandsStill) {
    MemoryStorage probe;
    support::write_day(probe, 1);
    auto [journal, disk] =
        open_on(std::make_unique<MemoryStorage>(
                    FaultPlan{.kind = FaultKind::IoError, .at_operation = probe.operations()}),
                day_options(AckMode::Sync));
    ASSERT_EQ(append_next(*journal).seq, 1U);
    journal->poll();
    EXPECT_TRUE(journal->has_failed());
    EXPECT_EQ(journal->durable_seq(), 0U);
    EXPECT_EQ(append_next(*journal).status, AppendStatus::Failed);
    EXPECT_EQ(append_next(*journal, Space::Reserve).status, AppendStatus::Failed);
    EXPECT_FALSE(journal->close({}).has_value());
    EXPECT_TRUE(journal->health().fault.is_final);
}

TEST(Journal, ASpareThatFailsForAnotherReasonThanRoomIsFinal) {
    for (const FaultKind kind : {FaultKind::IoError, FaultKind::NoRoomOnce}) {
        auto [journal, disk] = open_new(day_options(AckMode::PageCache));
        for (int n = 0; n < 100 && journal->health().spares_ready == 2; ++n) {
            (void)append_next(*journal);
            journal->poll();
        }
        ASSERT_EQ(journal->health().spares_ready, 1U) << "the next one is to be made";
        disk->fail_next(kind);
        journal->housekeep();
        journal->poll();
        EXPECT_EQ(journal->has_failed(), kind == FaultKind::IoError);
        EXPECT_THAT(journal->error(), HasSubstr("created as a spare segment"));
    }
}

TEST(Journal, ASyncOnDemandMakesDurableWhatTheModeDoesNot) {
    auto [journal, disk] = open_new(day_options(AckMode::PageCache));
    ASSERT_EQ(append_next(*journal).seq, 1U);
    journal->poll();
    EXPECT_EQ(journal->health().synced_seq, 0U);
    ASSERT_EQ(append_next(*journal).seq, 2U);
    journal->request_sync();
    journal->poll();
    EXPECT_EQ(journal->health().synced_seq, 2U);
}

TEST(Journal, ASyncOnDemandReachesWhatWaitsForTheNextSegment) {
    JournalOptions options = day_options(AckMode::PageCache);
    options.segment_bytes = std::uint64_t{64} << 10U;
    auto [journal, disk] = open_new(options);
    std::uint64_t waited = 0;
    for (int round = 0; round < 200; ++round) {
        for (int i = 0; i < 20 && append_next(*journal).seq != 0; ++i) {
        }
        journal->request_sync();
        journal->poll();
        const bool is_behind = journal->health().synced_seq < journal->appended_seq();
        waited += is_behind ? 1U : 0U;
        for (int turn = 0; turn < 100; ++turn) {
            journal->poll();
            journal->housekeep();
        }
        ASSERT_EQ(journal->health().synced_seq, journal->appended_seq()) << "round " << round;
    }
    EXPECT_GT(waited, 3U) << "segments ended in between";
}

TEST(Journal, ContinuesAfterARestart) {
    auto storage = std::make_unique<MemoryStorage>();
    support::write_day(*storage, 33);
    auto [journal, disk] = open_on(std::move(storage), day_options(AckMode::Sync));
    EXPECT_EQ(journal->recovered().next_seq, 34U);
    EXPECT_EQ(journal->epoch(), 2U);
    EXPECT_EQ(journal->durable_seq(), 33U);
    EXPECT_EQ(append_next(*journal).seq, 34U);
    EXPECT_EQ(append_next(*journal, Space::Reserve).seq, 35U);
    ASSERT_TRUE(journal->close({}).has_value());
    EXPECT_EQ(recover(*disk, RecoveryMode::Inspect)->next_seq, 36U);
}

TEST(Journal, TwoThreadsKeepOneJournal) {
    constexpr std::uint64_t kThrough = 20'000;
    auto [journal, disk] = open_new({.ack_mode = AckMode::Sync,
                                     .segment_bytes = std::uint64_t{256} << 10U,
                                     .payload_bytes_max = 128,
                                     .batch_bytes = 8'192,
                                     .ring_slots = 1'024});
    // The disk in memory has one owner: both threads of the journal's side in turn.
    std::atomic<bool> is_over{false};
    std::thread keeper([&] {
        while (!is_over.load(std::memory_order_acquire)) {
            const bool is_any = journal->poll();
            if (!journal->housekeep() && !is_any) {
                std::this_thread::yield();
            }
        }
    });
    std::uint64_t durable = 0;
    while (durable < kThrough) {
        if (journal->appended_seq() < kThrough) {
            (void)append_next(*journal);
        }
        const std::uint64_t now = journal->durable_seq();
        ASSERT_GE(now, durable);
        ASSERT_LE(now, journal->appended_seq());
        durable = now;
    }
    is_over.store(true, std::memory_order_release);
    keeper.join();
    ASSERT_TRUE(journal->close({}).has_value());
    EXPECT_EQ(*count_day(*disk), kThrough);
}

}  // namespace
}  // namespace hotpath::journal
