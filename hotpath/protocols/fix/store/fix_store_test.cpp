#include "hotpath/protocols/fix/store/fix_store.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/files.hpp"
#include "hotpath/journal/journal.hpp"
#include "hotpath/protocols/fix/store/fix_records.hpp"
#include "tests/support/fix_stores.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::store {
namespace {

using journal::FaultKind;
using journal::MemoryStorage;
using support::Notes;
using support::open_fix_store;
using support::small_fix_store;
using support::state_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Time kLater{1'000};

void send(FixStore& store, std::string_view fields) {
    const Time time{static_cast<std::int64_t>(store.next_out()) * 10};
    ASSERT_TRUE(store.try_append({"D", time, fields}, store.next_out()));
}

TEST(FixStore, BeginsWithTheFirstNumbers) {
    MemoryStorage disk;
    const FixStore store = *open_fix_store(disk);
    EXPECT_EQ(state_of(store), "in 1 out 1 since 0");
    EXPECT_TRUE(store.is_durable());
}

TEST(FixStore, HasWhatWasDurableWhenItIsOpenedAgain) {
    MemoryStorage disk;
    std::string before;
    {
        FixStore store = *open_fix_store(disk);
        store.reset(Time{77});
        send(store, "11=1");
        send(store, "11=2");
        store.set_next_in(5);
        EXPECT_FALSE(store.is_durable());
        EXPECT_TRUE(store.make_durable(kLater));
        EXPECT_TRUE(store.is_durable());
        before = state_of(store);
    }
    EXPECT_EQ(before, "in 5 out 3 since 77; 1 D 10 11=1; 2 D 20 11=2");
    disk.restart(journal::Ending::Power);
    FixStore store = *open_fix_store(disk);
    EXPECT_EQ(state_of(store), before);
    EXPECT_EQ(store.recovered().records, 5U);
    EXPECT_EQ(store.recovered().rolled_back, 0U);
    store.set_next_out(1'000);
    send(store, "11=3");
    ASSERT_TRUE(store.close(kLater).has_value());
    EXPECT_EQ(state_of(*open_fix_store(disk)), "in 5 out 1001 since 77; 1000 D 10000 11=3");
}

TEST(FixStore, ATransactionWithoutItsCommitIsRolledBack) {
    MemoryStorage disk;
    for (int life = 0; life < 3; ++life) {
        FixStore store = *open_fix_store(disk);
        EXPECT_EQ(store.next_out(), life == 0 ? 1U : 2U);
        EXPECT_EQ(store.recovered().rolled_back, life == 0 ? 0U : 2U);
        if (life == 0) {
            send(store, "11=kept");
            ASSERT_TRUE(store.make_durable(kLater));
        }
        send(store, "11=life " + std::to_string(life));
        store.set_next_in(9);
        while (store.journal().poll()) {
        }
        EXPECT_EQ(store.journal().durable_seq(), store.journal().appended_seq());
        EXPECT_FALSE(store.is_durable());
    }
    FixStore store = *open_fix_store(disk);
    send(store, "11=after");
    ASSERT_TRUE(store.make_durable(kLater));
    EXPECT_EQ(state_of(*open_fix_store(disk)),
              "in 1 out 3 since 0; 1 D 10 11=kept; 2 D 20 11=after");
}

TEST(FixStore, NotesComeBackInTheirOrderWithTheirTransaction) {
    MemoryStorage disk;
    {
        Notes notes;
        FixStore store = *open_fix_store(disk, small_fix_store(), &notes);
        for (const char* note : {"one", "two"}) {
            ASSERT_TRUE(store.try_note(support::view_of(note)));
            store.set_next_in(store.next_in() + 1);
            ASSERT_TRUE(store.make_durable(kLater));
        }
        ASSERT_TRUE(store.try_note(support::view_of("lost")));
        while (store.journal().poll()) {
        }
    }
    Notes notes;
    EXPECT_EQ(open_fix_store(disk, small_fix_store(), &notes)->next_in(), 3U);
    EXPECT_THAT(notes.texts, ElementsAre("one", "two"));
    EXPECT_THAT(open_fix_store(disk).error().message,
                HasSubstr("record 1 of the FIX store: holds an application's note"));
}

TEST(FixStore, ACheckpointBoundsWhatIsReadAndTheSpace) {
    MemoryStorage disk;
    std::string before;
    {
        FixStore store = *open_fix_store(disk);
        for (int i = 1; i <= 1'000; ++i) {
            send(store, "11=" + std::to_string(i));
            store.set_next_in(store.next_in() + 1);
            ASSERT_TRUE(store.make_durable(kLater));
            while (store.journal().housekeep()) {
            }
            if (store.is_checkpoint_due()) {
                const auto written = store.checkpoint(kLater, support::view_of(std::to_string(i)));
                ASSERT_TRUE(written.has_value()) << written.error().message;
                EXPECT_FALSE(store.is_checkpoint_due());
            }
        }
        before = state_of(store);
    }
    const auto listing = journal::list_files(disk);
    EXPECT_LT(listing->segments.size(), 8U);
    EXPECT_EQ(listing->snapshots.size(), journal::kSnapshotsKept);
    Notes notes;
    const FixStore store = *open_fix_store(disk, small_fix_store(), &notes);
    EXPECT_EQ(state_of(store), before);
    EXPECT_LE(store.recovered().records, small_fix_store().checkpoint_records);
    EXPECT_THAT(notes.texts, ElementsAre("state:986"));
}

TEST(FixStore, ADamagedCheckpointIsPassedOverForTheOneBefore) {
    MemoryStorage disk;
    {
        FixStore store = *open_fix_store(disk);
        for (int i = 1; i <= 3; ++i) {
            send(store, "11=" + std::to_string(i));
            ASSERT_TRUE(store.checkpoint(kLater).has_value());
        }
    }
    const auto listing = journal::list_files(disk);
    disk.bytes_of(journal::snapshot_name(listing->snapshots.back())).back() ^= std::byte{1};
    const FixStore store = *open_fix_store(disk);
    EXPECT_EQ(state_of(store), "in 1 out 4 since 0; 1 D 10 11=1; 2 D 20 11=2; 3 D 30 11=3");
    EXPECT_EQ(store.recovered().records, 2U);
    EXPECT_EQ(store.recovered().passed_over.size(), 1U);
}

TEST(FixStore, RefusesWhatIsTooLongAndWhatMustBeForgottenTooSoon) {
    MemoryStorage disk;
    FixStore store = *open_fix_store(disk);
    const std::string longest(512 - kNumberBytes - 1 - 1, 'x');
    EXPECT_FALSE(store.try_append({"D", Time{}, longest + "x"}, 1));
    EXPECT_FALSE(store.try_note(support::view_of(std::string(513, 'x'))));
    EXPECT_TRUE(store.try_append({"D", Time{}, longest}, 1));
    int more = 0;
    while (store.try_append({"D", Time{}, longest}, 1)) {
        store.commit(kLater);
        ++more;
    }
    EXPECT_EQ(more, 7);  // eight of 502 bytes fill the 4,096
    EXPECT_FALSE(store.has_failed());
    EXPECT_TRUE(store.make_durable(kLater));
    EXPECT_EQ(state_of(*open_fix_store(disk)), state_of(store));
}

TEST(FixStore, ATransactionHasALargestLength) {
    MemoryStorage disk;
    FixStoreOptions options = small_fix_store();
    options.transaction_bytes_max = 200;
    FixStore store = *open_fix_store(disk, options);
    EXPECT_TRUE(store.try_append({"D", Time{}, std::string(90, 'x')}, 1));
    EXPECT_FALSE(store.try_append({"D", Time{}, std::string(90, 'x')}, 2));
    store.commit(kLater);
    EXPECT_TRUE(store.try_append({"D", Time{}, std::string(90, 'x')}, 2));
}

TEST(FixStore, AFullDiskRefusesMessagesAndStillCounts) {
    MemoryStorage disk;
    FixStore store = *open_fix_store(disk);
    disk.set_room(0);  // nothing beyond what is reserved
    while (store.try_append({"D", Time{}, "11=full"}, store.next_out())) {
        ASSERT_TRUE(store.make_durable(kLater));
        store.journal().housekeep();
    }
    const std::uint64_t next_out = store.next_out();
    EXPECT_GT(next_out, 50U);
    EXPECT_FALSE(store.has_failed());
    EXPECT_THAT(store.error(), HasSubstr("no new orders are accepted until there is room"));
    store.set_next_in(8);
    EXPECT_TRUE(store.make_durable(kLater)) << store.error();
    disk.set_room(1'000'000);
    while (store.journal().housekeep()) {
    }
    EXPECT_TRUE(store.try_append({"D", Time{}, "11=room"}, store.next_out()));
    EXPECT_TRUE(store.make_durable(kLater));
    const FixStore again = *open_fix_store(disk);
    EXPECT_EQ(again.next_out(), next_out + 1);
    EXPECT_EQ(again.next_in(), 8U);
}

TEST(FixStore, ANumberWithoutRoomStopsTheStore) {
    MemoryStorage disk;
    FixStore store = *open_fix_store(disk);
    disk.set_room(0);
    for (std::uint64_t number = 2; !store.has_failed(); ++number) {
        ASSERT_LT(number, 1'000U);
        store.set_next_in(number);
        static_cast<void>(store.make_durable(kLater));
    }
    EXPECT_THAT(store.error(), HasSubstr("a record was refused; the FIX store has stopped"));
    EXPECT_FALSE(store.make_durable(kLater));
    EXPECT_FALSE(store.try_append({"D", Time{}, "11=1"}, 1));
    EXPECT_FALSE(store.checkpoint(kLater).has_value());
    EXPECT_FALSE(store.close(kLater).has_value());
}

TEST(FixStore, AWriteWithoutRoomIsRepeatedWhenThereIsRoom) {
    MemoryStorage disk;
    FixStore store = *open_fix_store(disk);
    send(store, "11=1");
    disk.fail_next(FaultKind::NoRoom);
    for (int i = 0; i < 3; ++i) {
        EXPECT_FALSE(store.make_durable(kLater));
        EXPECT_FALSE(store.has_failed());
        EXPECT_FALSE(store.checkpoint(kLater).has_value());
    }
    EXPECT_FALSE(store.try_append({"D", Time{}, "11=2"}, 1));
    EXPECT_THAT(store.error(), HasSubstr("no new orders are accepted until there is room"));
    disk.fail_next(FaultKind::None);
    EXPECT_TRUE(store.make_durable(kLater)) << store.error();
    send(store, "11=2");
    ASSERT_TRUE(store.close(kLater).has_value());
    EXPECT_EQ(state_of(*open_fix_store(disk)), "in 1 out 3 since 0; 1 D 10 11=1; 2 D 20 11=2");
}

TEST(FixStore, AFullRingWaitsForTheDisk) {
    MemoryStorage disk;
    FixStore store = *open_fix_store(disk);
    for (std::uint64_t number = 1; number <= 100; ++number) {
        store.set_next_in(number);  // more than the ring's 64 slots
    }
    EXPECT_FALSE(store.has_failed());
    EXPECT_TRUE(store.make_durable(kLater));
    disk.fail_next(FaultKind::IoError);
    for (std::uint64_t number = 101; number <= 200; ++number) {
        store.set_next_in(number);
    }
    EXPECT_TRUE(store.has_failed());
    disk.restart(journal::Ending::Power);
    EXPECT_EQ(open_fix_store(disk)->next_in(), 100U);
}

TEST(FixStore, AFailedSyncIsFinal) {
    MemoryStorage disk;
    FixStore store = *open_fix_store(disk);
    send(store, "11=1");
    ASSERT_TRUE(store.make_durable(kLater));
    send(store, "11=2");
    disk.fail_next(FaultKind::IoError);
    EXPECT_FALSE(store.make_durable(kLater));
    EXPECT_TRUE(store.has_failed());
    EXPECT_FALSE(store.try_append({"D", Time{}, "11=3"}, 1));
    EXPECT_THAT(store.error(), HasSubstr("the journal has stopped"));
    disk.restart(journal::Ending::Power);
    EXPECT_EQ(state_of(*open_fix_store(disk)), "in 1 out 2 since 0; 1 D 10 11=1");
}

TEST(FixStore, DamageIsRefusedWithItsFile) {
    MemoryStorage disk;
    {
        FixStore store = *open_fix_store(disk);
        for (int i = 0; i < 3; ++i) {
            send(store, "11=1");
            ASSERT_TRUE(store.make_durable(kLater));
        }
    }
    disk.bytes_of(journal::segment_name(1))[journal::kSegmentHeaderBytes + 40] ^= std::byte{1};
    EXPECT_THAT(open_fix_store(disk).error().message, HasSubstr("00000000000000000001.journal"));
}

TEST(FixStore, AnotherJournalIsRefused) {
    for (const journal::RecordType type : {kSent, kReceived, journal::RecordType{99}}) {
        MemoryStorage disk;
        {
            auto other = *journal::Journal::open(std::make_unique<support::BorrowedStorage>(disk),
                                                 small_fix_store().journal, {});
            ASSERT_NE(other->append(type, {}, support::view_of("another")).seq, 0U);
            ASSERT_NE(other->append(kCommit, {}, {}).seq, 0U);
            ASSERT_TRUE(other->close({}).has_value());
        }
        EXPECT_THAT(open_fix_store(disk).error().message,
                    HasSubstr("the journal is not that of a FIX store"));
    }
}

TEST(FixStore, FewerMessagesAreKeptWithSmallerOptions) {
    MemoryStorage disk;
    {
        FixStore store = *open_fix_store(disk);
        for (const char* text : {"1", "2", "3"}) {
            send(store, text);
        }
        send(store, "a longer one");
        ASSERT_TRUE(store.make_durable(kLater));
    }
    FixStoreOptions options = small_fix_store();
    options.kept = {.messages_max = 2, .bytes_max = 100};
    EXPECT_EQ(state_of(*open_fix_store(disk, options)),
              "in 1 out 5 since 0; 3 D 30 3; 4 D 40 a longer one");
    options.kept.bytes_max = 5;
    EXPECT_THAT(open_fix_store(disk, options).error().message,
                HasSubstr("message 4 has 12 bytes of fields, more than bytes_max of the store"));
    options.kept.bytes_max = 0;
    EXPECT_THAT(open_fix_store(disk, options).error().message, HasSubstr("at least 1"));
}

TEST(FixStore, AllocatesNothingBetweenTwoSegments) {
    MemoryStorage disk;
    FixStoreOptions options = small_fix_store(journal::AckMode::Memory);
    options.journal.ring_slots = 1'024;
    FixStore store = *open_fix_store(disk, options);
    const NoAllocScope scope;
    for (std::uint64_t i = 0; i < 20; ++i) {
        ASSERT_TRUE(store.try_append({"D", Time{}, "11=1"}, store.next_out()));
        ASSERT_TRUE(store.try_note({}));
        store.set_next_in(i);
        ASSERT_TRUE(store.make_durable(kLater));
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::store
