// Two groups on their way to disk at a time: their bytes, their order, by two threads.
#include "hotpath/journal/overlapped_storage.hpp"

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/journal/journal.hpp"
#include "tests/support/journal_days.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::journal {
namespace {

using support::day_options;
using support::day_payload;
using support::day_time;

constexpr std::size_t kFileBytes = std::size_t{256} << 10U;

/// One file of zeros, and what should be in it.
class Overlapped : public ::testing::Test {
  protected:
    Overlapped() : expected_(kFileBytes) {
        auto opened = OverlappedStorage::open_folder(folder_ / "day");
        HOTPATH_ASSERT(opened.has_value(), "the folder must open");
        storage_ = std::move(*opened);
        file_ = *storage_->create("file");
        HOTPATH_ASSERT(storage_->write(file_, 0, expected_).has_value(),
                       "the zeros must be written");
    }
    ~Overlapped() override { storage_->close(file_); }

    void begin(std::uint64_t offset, Bytes bytes) {
        std::ranges::copy(bytes, expected_.begin() + static_cast<std::ptrdiff_t>(offset));
        storage_->begin_commit({.file = file_,
                                .offset = offset,
                                .bytes = bytes,
                                .is_synced = true,
                                .ticket = tickets_++});
    }
    void carry_out_all() {
        while (storage_->carry_out()) {
        }
        while (const auto result = storage_->poll_commit()) {
            EXPECT_EQ(result->error, 0);
            EXPECT_EQ(result->ticket, taken_back_++);
        }
    }
    [[nodiscard]] bool is_as_expected() {
        std::vector<std::byte> found(kFileBytes + 1);
        const auto size = storage_->read(file_, 0, found);
        found.resize(kFileBytes);
        return size && *size == kFileBytes && found == expected_;
    }

    [[nodiscard]] static std::vector<std::byte> bytes_of(std::size_t size, Random& random) {
        std::vector<std::byte> bytes(size);
        for (std::byte& byte : bytes) {
            byte = static_cast<std::byte>(random.next() | 1U);
        }
        return bytes;
    }

    support::TemporaryDirectory folder_;
    std::unique_ptr<OverlappedStorage> storage_;
    File file_;
    std::vector<std::byte> expected_;
    std::uint64_t tickets_ = 0;
    std::uint64_t taken_back_ = 0;
};

TEST_F(Overlapped, CommitsOfAnyLengthFollowOneAnother) {
    Random random(support::seed_of_this_test(61));
    const std::uint64_t header = 64;  // as a segment begins: through the page cache
    const auto first = bytes_of(header, random);
    std::ranges::copy(first, expected_.begin());
    ASSERT_TRUE(storage_->write(file_, 0, first).has_value());
    std::uint64_t offset = header;
    std::vector<std::vector<std::byte>> groups;
    for (;;) {
        const std::size_t most = random.one_in(8) ? 100'000 : random.one_in(2) ? 6'000 : 300;
        groups.push_back(bytes_of(8 * (1 + random.below(most / 8)), random));
        if (offset + groups.back().size() > kFileBytes) {
            break;
        }
        begin(offset, groups.back());
        offset += groups.back().size();
        if (random.one_in(2) || tickets_ - taken_back_ == Storage::kCommitsMax) {
            carry_out_all();
            ASSERT_TRUE(is_as_expected()) << "up to byte " << offset;
        }
    }
    carry_out_all();
    EXPECT_TRUE(is_as_expected());
}

TEST_F(Overlapped, AGroupThatIsWrittenAgainLeavesWhatIsBehindIt) {
    Random random(1);
    const auto first = bytes_of(1'000, random);
    const auto second = bytes_of(1'000, random);
    const auto third = bytes_of(5'000, random);
    begin(0, first);
    begin(1'000, second);
    carry_out_all();
    begin(0, first);
    begin(2'000, third);
    carry_out_all();
    EXPECT_TRUE(is_as_expected());
}

TEST_F(Overlapped, AGroupAtTheFilesEndDoesNotMakeItLonger) {
    Random random(1);
    ASSERT_TRUE(storage_->truncate(file_, kFileBytes - 1'000).has_value());
    const auto last = bytes_of(2'000, random);
    const auto more = bytes_of(96, random);
    begin(kFileBytes - 4'000, last);
    begin(kFileBytes - 2'000, more);
    carry_out_all();
    EXPECT_EQ(*storage_->size(file_), kFileBytes - 1'000);
    ASSERT_TRUE(storage_->truncate(file_, kFileBytes).has_value());
    EXPECT_TRUE(is_as_expected());
}

TEST_F(Overlapped, IsReadyWhenTheCommitBeforeIsWritten) {
    Random random(1);
    const auto bytes = bytes_of(100, random);
    EXPECT_TRUE(storage_->is_ready());
    begin(0, bytes);
    EXPECT_FALSE(storage_->is_ready());
    EXPECT_FALSE(storage_->poll_commit().has_value());
    EXPECT_TRUE(storage_->carry_out());
    EXPECT_TRUE(storage_->is_ready());
    EXPECT_FALSE(storage_->carry_out()) << "nothing is left to do";
}

TEST(OverlappedJournal, KeepsEveryRecordByTwoThreadsOverSegmentsAndRestarts) {
    const support::TemporaryDirectory folder;
    JournalOptions options = day_options(AckMode::Sync);
    options.segment_bytes = std::size_t{64} << 10U;
    options.batch_bytes = 16'384;
    options.commits_max = 2;
    std::uint64_t records = 0;
    for (int epoch = 1; epoch <= 3; ++epoch) {
        auto storage = OverlappedStorage::open_folder(folder / "day");
        ASSERT_TRUE(storage.has_value()) << storage.error().message;
        auto journal = Journal::open(std::move(*storage), options, {1});
        ASSERT_TRUE(journal.has_value()) << journal.error().message;
        EXPECT_EQ((*journal)->recovered().next_seq, records + 1);
        std::atomic<bool> is_over{false};
        const auto keep = [&] {
            while (!is_over.load()) {
                (*journal)->poll();
            }
        };
        std::thread one(keep);
        std::thread other(keep);
        records += support::rounds_of_this_run({.usual = 4'000, .long_run = 400'000});
        while ((*journal)->durable_seq() < records && !(*journal)->has_failed()) {
            const std::uint64_t seq = (*journal)->appended_seq() + 1;
            if (seq <= records) {
                (void)(*journal)->append(static_cast<RecordType>(seq % 100), day_time(seq),
                                         day_payload(seq));
            }
            (*journal)->housekeep();
        }
        is_over.store(true);
        one.join();
        other.join();
        ASSERT_FALSE((*journal)->has_failed()) << (*journal)->error();
        if (epoch % 2 == 0) {
            ASSERT_TRUE((*journal)->close({}).has_value());
        }
    }
    auto files = FileStorage::open_folder(folder / "day", Opening::ReadOnly);
    ASSERT_TRUE(files.has_value());
    const auto counted = support::count_day(**files);
    ASSERT_TRUE(counted.has_value()) << counted.error().message;
    EXPECT_EQ(*counted, records);
}

}  // namespace
}  // namespace hotpath::journal
