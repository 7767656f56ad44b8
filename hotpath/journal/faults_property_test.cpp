// A fault at every operation, a flip of every bit: what was acknowledged is there afterwards, in
// the class that the mode promises, or the journal says that it is damaged. Never silently
// different.
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/files.hpp"
#include "hotpath/journal/recovery.hpp"
#include "hotpath/journal/snapshot.hpp"
#include "tests/support/fault_sweep.hpp"
#include "tests/support/journal_days.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::journal {
namespace {

using support::count_day;
using support::day_options;
using support::FaultSweep;
using support::JournalDay;

constexpr std::uint64_t kRecords = 70;  // some four segments

struct Swept {
    std::uint64_t acknowledged = 0;
    std::uint64_t appended = 0;
    std::uint64_t operations = 0;
    bool has_finished = false;
};

/// A day of two epochs with snapshots, groups of one to three records, until something fails.
Swept live(MemoryStorage& storage, AckMode mode) {
    Swept swept;
    for (const std::uint64_t until : {kRecords / 2, kRecords}) {
        auto day = JournalDay::open(storage, day_options(mode));
        if (!day) {
            return swept;
        }
        JournalWriter& writer = (*day)->writer();
        swept.appended = std::max(swept.appended, writer.next_seq() - 1);
        while (writer.next_seq() <= until) {
            if ((*day)->append_next() != AppendStatus::Done) {
                return swept;
            }
            swept.appended = writer.next_seq() - 1;
            const bool is_done = swept.appended % 3 != 0 || writer.flush().has_value();
            swept.acknowledged = std::max(swept.acknowledged, writer.durable_seq());
            for (int step = 0; step < 8 && (*day)->spares().poll(); ++step) {
            }
            if (!is_done) {
                return swept;
            }
            if (swept.appended % 20 == 0) {
                const SnapshotHeader header{
                    .seq = swept.appended, .state_hash = swept.appended, .chain = writer.chain()};
                if (!writer.sync() || !write_snapshot(storage, header, {})) {
                    return swept;
                }
            }
        }
        if (!writer.close({})) {
            return swept;
        }
        swept.acknowledged = std::max(swept.acknowledged, writer.durable_seq());
    }
    swept.has_finished = true;
    return swept;
}

/// Whether what the mode acknowledged survives that ending.
bool is_promised(const FaultSweep& sweep) {
    return sweep.mode == AckMode::Sync ||
           (sweep.mode == AckMode::PageCache && sweep.ending == Ending::Process);
}

class AFaultAtEveryOperation : public ::testing::TestWithParam<FaultSweep> {};

std::vector<FaultSweep> all_sweeps() {
    std::vector<FaultSweep> sweeps;
    for (const FaultKind fault : {FaultKind::IoError, FaultKind::ShortWrite, FaultKind::NoRoom,
                                  FaultKind::NoRoomOnce, FaultKind::Stop, FaultKind::StopHalfway}) {
        for (const AckMode mode : {AckMode::Memory, AckMode::PageCache, AckMode::Sync}) {
            for (const Ending ending : {Ending::Process, Ending::Power}) {
                sweeps.push_back({.fault = fault, .mode = mode, .ending = ending});
            }
        }
    }
    return sweeps;
}

INSTANTIATE_TEST_SUITE_P(Journal, AFaultAtEveryOperation, ::testing::ValuesIn(all_sweeps()),
                         [](const auto& sweep) { return name_of(sweep.param); });

TEST_P(AFaultAtEveryOperation, LosesNothingThatWasAcknowledged) {
    const FaultSweep sweep = GetParam();
    const std::uint64_t seeds = support::is_long_run() ? 40 : 2;
    Random random(support::seed_of_this_test(17));
    std::uint64_t cut = 0;
    for (std::uint64_t i = 0; i < seeds; ++i) {
        const std::uint64_t seed = random.next();
        bool has_finished = false;
        for (std::uint64_t n = 1; !has_finished; ++n) {
            MemoryStorage storage({.kind = sweep.fault, .at_operation = n, .seed = seed + n});
            const Swept swept = live(storage, sweep.mode);
            has_finished = storage.operations() < n;
            storage.restart(sweep.ending, {.seed = seed ^ n});
            auto day = JournalDay::open(storage, day_options(sweep.mode));
            ASSERT_TRUE(day.has_value()) << "operation " << n << ": " << day.error().message;
            const std::uint64_t found = (*day)->recovery().next_seq - 1;
            ASSERT_TRUE((*day)->recovery().put_aside.empty()) << "every snapshot is the journal's";
            cut += (*day)->recovery().dropped_bytes > 0 ? 1U : 0U;
            ASSERT_LE(found, swept.appended) << "operation " << n;
            if (is_promised(sweep)) {
                ASSERT_GE(found, swept.acknowledged) << "operation " << n;
            }
            (*day)->append(3);
            const auto counted = count_day(storage);
            ASSERT_TRUE(counted.has_value())
                << "operation " << n << ": " << counted.error().message;
            ASSERT_EQ(*counted, found + 3) << "operation " << n;
        }
    }
    RecordProperty("tails_cut", std::to_string(cut));
}

/// What recovery makes of a journal with one bit flipped.
struct Flipped {
    bool is_refused = false;
    std::uint64_t found = 0;
    std::uint64_t dropped = 0;
};

Flipped recover_flipped(std::uint64_t records, AckMode mode, const std::string& name,
                        std::size_t bit) {
    MemoryStorage storage;
    support::write_day(storage, records, mode);
    storage.bytes_of(name)[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
    const auto recovery = recover(storage, RecoveryMode::CutTornTail);
    if (!recovery) {
        return {.is_refused = true};
    }
    const auto counted = count_day(storage);
    EXPECT_TRUE(counted.has_value()) << "bit " << bit << ": " << counted.error().message;
    EXPECT_EQ(*counted, recovery->next_seq - 1);
    return {.found = recovery->next_seq - 1, .dropped = recovery->dropped_bytes};
}

TEST(ABitFlippedAnywhere, IsRefusedOrCutFromTheTailAndNeverSilentlyDifferent) {
    constexpr std::uint64_t kFew = 12;
    for (const AckMode mode : {AckMode::PageCache, AckMode::Sync}) {
        MemoryStorage whole;
        support::write_day(whole, kFew, mode);
        const std::string name = segment_name(1);
        auto reader = JournalReader::open(whole);
        Record record;
        std::size_t last = 0;
        while (*reader->next(record)) {
            last = static_cast<std::size_t>(reader->record_offset());
        }
        const std::size_t end = static_cast<std::size_t>(reader->stop().offset);
        const std::size_t size = whole.bytes_of(name).size();
        for (std::size_t bit = 0; bit < size * 8; ++bit) {
            const Flipped flipped = recover_flipped(kFew, mode, name, bit);
            const std::size_t byte = bit / 8;
            if (byte < last) {  // the header, or a record with another behind it
                ASSERT_TRUE(flipped.is_refused) << "bit " << bit;
            } else if (byte < end) {
                ASSERT_FALSE(flipped.is_refused) << "bit " << bit;
                ASSERT_EQ(flipped.found, kFew - 1) << "bit " << bit;
                ASSERT_GT(flipped.dropped, 0U) << "bit " << bit;
            } else {
                ASSERT_EQ(flipped.found, kFew) << "bit " << bit;
                ASSERT_GT(flipped.dropped, 0U) << "bit " << bit;
            }
        }
    }
}

TEST(ABitFlippedAnywhere, OfASegmentThatOthersFollowIsRefused) {
    MemoryStorage whole;
    support::write_day(whole, 40);
    const std::string name = segment_name(1);
    auto reader = JournalReader::open(whole);
    Record record;
    while (reader->segments_read() < 2 && *reader->next(record)) {
    }
    const std::size_t size = whole.bytes_of(name).size();
    std::uint64_t behind_the_seal = 0;
    for (std::size_t bit = 0; bit < size * 8; bit += 3) {
        const Flipped flipped = recover_flipped(40, AckMode::Sync, name, bit);
        if (!flipped.is_refused) {
            ASSERT_EQ(flipped.found, 40U) << "bit " << bit;
            ++behind_the_seal;
        }
    }
    EXPECT_LT(behind_the_seal, 300U * 8U) << "zeros behind the seal alone may change";
}

/// Whether a damaged journal is refused, or all of it is there all the same.
testing::AssertionResult is_refused_or_whole(MemoryStorage& storage, std::uint64_t records,
                                             std::uint64_t& refused) {
    const auto recovery = recover(storage, RecoveryMode::CutTornTail);
    if (!recovery) {
        ++refused;
        return testing::AssertionSuccess();
    }
    const auto counted = count_day(storage);
    if (!counted) {
        return testing::AssertionFailure() << "recovered, and then: " << counted.error().message;
    }
    return *counted == records
               ? testing::AssertionSuccess()
               : testing::AssertionFailure() << *counted << " records of " << records;
}

TEST(ASectorThatCannotBeRead, IsRefusedOrHoldsNoRecord) {
    constexpr std::uint64_t kMany = 50;
    MemoryStorage whole;
    support::write_day(whole, kMany);
    const auto names = whole.list();
    std::uint64_t refused = 0;
    for (const std::string& name : *names) {
        for (std::uint64_t sector = 0;; ++sector) {
            MemoryStorage storage;
            support::write_day(storage, kMany);
            if (!storage.lose_sector(name, sector)) {
                break;
            }
            EXPECT_TRUE(is_refused_or_whole(storage, kMany, refused)) << name << ' ' << sector;
        }
    }
    EXPECT_GE(refused, 4U) << "all segments are read";
}

/// It was acknowledged, and lies in another place of its segment.
TEST(AMisdirectedWrite, IsRefused) {
    constexpr std::uint64_t kMany = 50;
    std::uint64_t tried = 0;
    std::uint64_t refused = 0;
    for (std::size_t back = 0; back < 40; ++back) {
        for (std::int64_t sectors = -4; sectors <= 4; ++sectors) {
            MemoryStorage storage;
            support::write_day(storage, kMany);
            if (storage.misdirect(back, sectors)) {
                ++tried;
                EXPECT_TRUE(is_refused_or_whole(storage, kMany, refused))
                    << back << " writes before the last, by " << sectors;
            }
        }
    }
    EXPECT_GE(tried, 60U);
    EXPECT_GE(refused, 40U);
}

}  // namespace
}  // namespace hotpath::journal
