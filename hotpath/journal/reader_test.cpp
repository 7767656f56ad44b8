// A reader begins at a record, shows its segment's, and has a sentence for every refusal.
#include "hotpath/journal/reader.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/encoder.hpp"
#include "hotpath/journal/files.hpp"
#include "hotpath/journal/memory_storage.hpp"
#include "hotpath/journal/replay.hpp"

namespace hotpath::journal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Part {
    std::uint64_t records = 0;
    std::uint64_t epoch = 1;
};
using Parts = std::vector<Part>;

/// A journal made by hand: segments of so many empty records each, all but the last sealed.
class HandMade {
  public:
    explicit HandMade(const Parts& parts, std::uint64_t first_seq = 1) {
        std::uint64_t seq = first_seq;
        std::uint32_t chain = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const SegmentHeader header{.epoch = parts[i].epoch,
                                       .first_seq = seq,
                                       .segment_bytes = kBytes,
                                       .prev_chain = chain};
            write(header, parts[i].records, i + 1 < parts.size());
            seq = encoder_.next_seq();
            chain = encoder_.chain();
        }
    }

    [[nodiscard]] std::vector<std::byte>& segment(std::uint64_t first_seq) {
        return storage.bytes_of(segment_name(first_seq));
    }
    /// Rewrites a header with its checksum; the records no longer belong to it.
    void change_header(std::uint64_t first_seq, const std::function<void(SegmentHeader&)>& how) {
        SegmentHeader header = *to_segment_header(segment(first_seq));
        how(header);
        std::ranges::copy(to_bytes(header), segment(first_seq).begin());
    }

    MemoryStorage storage;

  private:
    static constexpr std::size_t kBytes = 512;

    void write(const SegmentHeader& header, std::uint64_t records, bool is_sealed) {
        std::vector<std::byte> bytes(kBytes);
        std::ranges::copy(encoder_.begin_segment(header), bytes.begin());
        std::size_t at = kSegmentHeaderBytes;
        for (std::uint64_t i = 0; i < records; ++i) {
            const auto seq = static_cast<std::int64_t>(encoder_.next_seq());
            at += encoder_.encode({.type = 9, .time = {10 * seq}}, {},
                                  MutableBytes(bytes).subspan(at));
        }
        if (is_sealed) {
            (void)encoder_.seal({}, MutableBytes(bytes).subspan(at));
        }
        const File file = *storage.create(segment_name(header.first_seq));
        ASSERT_TRUE(storage.write(file, 0, bytes).has_value());
    }

    JournalEncoder encoder_;
};

/// The numbers that are read, and the error that ends them if any.
struct ReadAll {
    std::vector<std::uint64_t> seqs{};
    std::string error{};
};

ReadAll read_all(JournalReader& reader) {
    ReadAll all;
    Record record;
    auto more = reader.next(record);
    for (; more && *more; more = reader.next(record)) {
        all.seqs.push_back(record.seq);
    }
    all.error = more ? "" : more.error().message;
    return all;
}

ReadAll read_all(Storage& storage, ReadFrom from = {}) {
    auto reader = JournalReader::open(storage, from);
    return reader ? read_all(*reader) : ReadAll{.seqs = {}, .error = reader.error().message};
}

TEST(Reader, ReadsEverySegmentInOrder) {
    HandMade made(Parts{{3}, {2}, {1}});
    auto reader = JournalReader::open(made.storage);
    ASSERT_TRUE(reader.has_value());
    EXPECT_FALSE(reader->segment().has_value()) << "before the first record";
    EXPECT_EQ(reader->next_seq(), 1U);
    EXPECT_THAT(reader->segments_left(), ElementsAre(1, 4, 6));
    EXPECT_EQ(reader->segments_read(), 0U);
    const ReadAll all = read_all(*reader);
    EXPECT_EQ(all.error, "");
    EXPECT_THAT(all.seqs, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_EQ(reader->next_seq(), 7U);
    EXPECT_EQ(reader->segments_read(), 3U);
    EXPECT_THAT(reader->segments_left(), IsEmpty());
    Record record;
    EXPECT_FALSE(*reader->next(record)) << "and in later calls";
}

TEST(Reader, ShowsTheSegmentAsFarAsItWasRead) {
    HandMade made(Parts{{3}, {2}});
    auto reader = JournalReader::open(made.storage);
    Record record;
    for (std::uint64_t n = 1; n <= 3; ++n) {
        ASSERT_TRUE(*reader->next(record));
        EXPECT_EQ(record.type, 9U);
        EXPECT_EQ(record.time.value, static_cast<std::int64_t>(10 * n));
        EXPECT_EQ(reader->record_offset(), 64 + 32 * (n - 1));
        EXPECT_EQ(reader->segment()->records, n);
        EXPECT_EQ(reader->segment()->end_offset, 64 + 32 * n);
        EXPECT_FALSE(reader->segment()->is_sealed);
        EXPECT_EQ(reader->segment()->file_bytes, 512U);
        EXPECT_THAT(reader->segments_left(), ElementsAre(4));
    }
    ASSERT_TRUE(*reader->next(record));
    EXPECT_EQ(reader->segment()->header.first_seq, 4U);
    EXPECT_EQ(reader->record_offset(), 64U);
    ASSERT_TRUE(*reader->next(record));
    ASSERT_FALSE(*reader->next(record));
    EXPECT_EQ(reader->stop().segment, segment_name(4));
    EXPECT_EQ(reader->stop().offset, 128U);
    EXPECT_EQ(reader->stop().scan, ScanStop::EndOfData);
    EXPECT_EQ(reader->stop().tail.tail, Tail::Clean);
}

TEST(Reader, BeginsAtAnyRecordOrBehindTheLast) {
    HandMade made(Parts{{3}, {2}}, 101);
    for (std::uint64_t first = 101; first <= 106; ++first) {
        auto reader = JournalReader::open(made.storage, {.first_seq = first});
        ASSERT_TRUE(reader.has_value()) << first;
        EXPECT_EQ(reader->next_seq(), first);
        EXPECT_EQ(read_all(*reader).seqs.size(), 106 - first);
    }
    EXPECT_EQ(read_all(made.storage, {.first_seq = 100}).error,
              "memory/00000000000000000101.journal: the journal begins here; record 100, the first "
              "to read, is before it");
    EXPECT_EQ(read_all(made.storage, {.first_seq = 107}).error,
              "memory/: the journal ends with record 105; record 107, the first to read, is "
              "missing");
}

TEST(Reader, OfNoJournalReadsNothingUnlessARecordIsWanted) {
    MemoryStorage empty;
    EXPECT_THAT(read_all(empty).seqs, IsEmpty());
    EXPECT_EQ(read_all(empty).error, "");
    EXPECT_EQ(read_all(empty, {.first_seq = 1}).error, "memory/: no journal in this directory");
    EXPECT_EQ(read_all(empty, {.first_seq = 0, .is_one_segment = true}).error, "");
    empty.fail_next(FaultKind::IoError);
    EXPECT_EQ(read_all(empty).error, "memory/: cannot be listed: Input/output error");
}

TEST(Reader, OfOneSegmentEndsWithIt) {
    HandMade made(Parts{{3}, {2}, {1}});
    EXPECT_THAT(read_all(made.storage, {.first_seq = 0, .is_one_segment = true}).seqs,
                ElementsAre(1, 2, 3));
    EXPECT_THAT(read_all(made.storage, {.first_seq = 4, .is_one_segment = true}).seqs,
                ElementsAre(4, 5));
    EXPECT_THAT(read_all(made.storage, {.first_seq = 5, .is_one_segment = true}).seqs,
                ElementsAre(5));
}

TEST(Reader, ASegmentMayHaveNoRecords) {
    HandMade made(Parts{{2}, {0}});
    EXPECT_THAT(read_all(made.storage).seqs, ElementsAre(1, 2));
    EXPECT_THAT(read_all(made.storage, {.first_seq = 3}).seqs, IsEmpty());
}

struct Damage {
    std::string error;
    std::vector<std::uint64_t> read;
    std::function<void(HandMade&)> how;
};

TEST(Reader, RefusesAHeaderThatDoesNotContinueTheSegmentBefore) {
    const std::string second = "memory/" + segment_name(4) + ": at byte 0, record 4: ";
    const std::vector<Damage> damages{
        {second + "the header is damaged",
         {1, 2, 3},
         [](HandMade& made) { made.segment(4)[0] ^= std::byte{1}; }},
        {second + "the header is damaged",
         {1, 2, 3},
         [](HandMade& made) { made.segment(4).resize(63); }},
        {second + "the header's first record is 5, which is not the one in the file name",
         {1, 2, 3},
         [](HandMade& made) { made.change_header(4, [](auto& h) { h.first_seq = 5; }); }},
        {second + "it does not continue the previous segment",
         {1, 2, 3},
         [](HandMade& made) { made.change_header(4, [](auto& h) { ++h.prev_chain; }); }},
        {second + "its epoch 1 is older than 2, the epoch of the previous segment",
         {1, 2, 3},
         [](HandMade& made) { made.change_header(4, [](auto& h) { h.epoch = 1; }); }},
        {"memory/" + segment_name(6) +
             ": at byte 0, record 4: it begins with record 6 where "
             "record 4 follows: records are missing",
         {1, 2, 3},
         [](HandMade& made) { (void)made.storage.remove(segment_name(4)); }},
        {"memory/" + segment_name(1) +
             ": at byte 160, record 4: end of data, and later segments "
             "follow",
         {1, 2, 3},
         [](HandMade& made) { std::fill_n(made.segment(1).begin() + 160, 48, std::byte{}); }},
        {"memory/" + segment_name(1) +
             ": at byte 96, record 2: wrong checksum, and later segments "
             "follow",
         {1},
         [](HandMade& made) { made.segment(1)[100] ^= std::byte{1}; }}};
    for (const Damage& damage : damages) {
        HandMade made(Parts{{3, 2}, {2, 2}, {1, 3}});
        damage.how(made);
        const ReadAll all = read_all(made.storage);
        EXPECT_EQ(all.error, damage.error);
        EXPECT_EQ(all.seqs, damage.read);
    }
}

TEST(Reader, TheFirstSegmentReadMayContinueAnything) {
    HandMade made(Parts{{3}, {2}});
    EXPECT_THAT(read_all(made.storage, {.first_seq = 4}).seqs, ElementsAre(4, 5));
    ASSERT_TRUE(made.storage.remove(segment_name(1)).has_value());
    EXPECT_THAT(read_all(made.storage).seqs, ElementsAre(4, 5));
}

TEST(Reader, RefusesDamageInTheLastSegmentWithTheRecordBehindIt) {
    HandMade made(Parts{{2}, {3}});
    made.segment(3)[64 + 16] ^= std::byte{1};
    const ReadAll all = read_all(made.storage);
    EXPECT_THAT(all.seqs, ElementsAre(1, 2));
    EXPECT_EQ(all.error, "memory/" + segment_name(3) +
                             ": at byte 64, record 3: wrong checksum, and record 4 is intact after "
                             "it, at byte 96");
}

TEST(Reader, NamesTheFileThatItCannotRead) {
    HandMade made(Parts{{2}, {3}});
    auto reader = JournalReader::open(made.storage);
    Record record;
    ASSERT_TRUE(*reader->next(record));
    ASSERT_TRUE(*reader->next(record));
    made.storage.fail_next(FaultKind::IoError);
    const auto more = reader->next(record);
    ASSERT_FALSE(more.has_value());
    EXPECT_EQ(more.error().message,
              "memory/" + segment_name(3) + ": cannot be opened: Input/output error");
}

TEST(ChainBehind, IsThatOfTheReaderAfterEachRecord) {
    HandMade made(Parts{{3}, {2}}, 11);
    std::vector<std::uint32_t> chains;
    auto reader = JournalReader::open(made.storage);
    Record record;
    while (*reader->next(record)) {
        chains.push_back(reader->chain());
    }
    for (std::uint64_t seq = 11; seq <= 15; ++seq) {
        const auto chain = chain_behind(made.storage, seq);
        ASSERT_TRUE(chain.has_value()) << chain.error().message;
        EXPECT_EQ(*chain, chains[seq - 11]) << seq;
    }
    EXPECT_EQ(*chain_behind(made.storage, 10), 0U) << "before the first record";
    EXPECT_EQ(*chain_behind(made.storage, 16), std::nullopt) << "after the last one";
    const auto before = chain_behind(made.storage, 9);
    ASSERT_FALSE(before.has_value());
    EXPECT_EQ(before.error().message, "memory/: the journal begins after record 9");
    MemoryStorage empty;
    EXPECT_EQ(chain_behind(empty, 1).error().message, "memory/: the journal begins after record 1");
}

TEST(ChainBehind, OfADamagedSegmentIsAnError) {
    HandMade made(Parts{{3}, {2}});
    made.segment(4)[70] ^= std::byte{1};
    EXPECT_TRUE(chain_behind(made.storage, 2).has_value()) << "another segment";
    EXPECT_FALSE(chain_behind(made.storage, 4).has_value());
    made.storage.fail_next(FaultKind::IoError);
    EXPECT_FALSE(chain_behind(made.storage, 2).has_value());
}

TEST(Replay, CountsRecordsAndHashesAndKeepsTheLastTime) {
    HandMade made(Parts{{3}, {2}});
    auto reader = JournalReader::open(made.storage, {.first_seq = 2});
    std::vector<std::uint64_t> applied;
    const auto replayed = replay(
        *reader,
        [&](const Record& record) {
            applied.push_back(record.seq);
            return Expected<void>();
        },
        [] { return std::uint64_t{0}; });
    ASSERT_TRUE(replayed.has_value());
    EXPECT_THAT(applied, ElementsAre(2, 3, 4, 5));
    EXPECT_EQ(replayed->records, 4U);
    EXPECT_EQ(replayed->hashes, 0U);
    EXPECT_EQ(replayed->last_seq, 5U);
    EXPECT_EQ(replayed->last_time.value, 50);
}

TEST(Replay, OfNothingIsNothing) {
    MemoryStorage empty;
    auto reader = JournalReader::open(empty);
    const auto replayed = replay(
        *reader, [](const Record&) { return Expected<void>(); }, [] { return std::uint64_t{0}; });
    ASSERT_TRUE(replayed.has_value());
    EXPECT_EQ(replayed->records, 0U);
    EXPECT_EQ(replayed->hashes, 0U);
    EXPECT_EQ(replayed->last_seq, 0U);
    EXPECT_EQ(replayed->last_time.value, 0);
}

TEST(Replay, EndsWithTheReadersError) {
    HandMade made(Parts{{3}, {2}});
    made.segment(4)[0] ^= std::byte{1};
    auto reader = JournalReader::open(made.storage);
    const auto replayed = replay(
        *reader, [](const Record&) { return Expected<void>(); }, [] { return std::uint64_t{0}; });
    ASSERT_FALSE(replayed.has_value());
    EXPECT_THAT(replayed.error().message, HasSubstr("the header is damaged"));
}

}  // namespace
}  // namespace hotpath::journal
