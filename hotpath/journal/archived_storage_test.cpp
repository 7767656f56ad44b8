// A journal whose oldest segments are in an archive, read as one.
#include "hotpath/journal/archived_storage.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/files.hpp"
#include "hotpath/journal/snapshot.hpp"
#include "tests/support/journal_days.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::journal {
namespace {

namespace fs = std::filesystem;
using support::count_day;
using ::testing::HasSubstr;

constexpr std::uint64_t kArchivedRecords = 60;

class Archived : public ::testing::Test {
  protected:
    Archived() {
        writer_ = std::move(*FileStorage::open_folder(folder_, Opening::ReadWrite));
        support::write_day(*writer_, kArchivedRecords);
        segments_ = list_files(*writer_)->segments;
        HOTPATH_ASSERT(segments_.size() > 2, "the day must have three segments");
    }
    void archive(std::uint64_t first_seq) const {
        fs::create_directory(folder_ / kArchiveFolder);
        fs::rename(folder_ / segment_name(first_seq),
                   folder_ / kArchiveFolder / segment_name(first_seq));
    }

    support::TemporaryDirectory temporary_;
    fs::path folder_ = temporary_.path() / "day";
    std::unique_ptr<FileStorage> writer_;
    std::vector<std::uint64_t> segments_;
};

TEST_F(Archived, WithoutAnArchiveItIsTheFolder) {
    const auto storage = ArchivedStorage::open_folder(folder_);
    ASSERT_TRUE(storage);
    EXPECT_EQ(*count_day(**storage), kArchivedRecords);
}

TEST_F(Archived, SegmentsAreReadOnceWhereverTheyAre) {
    archive(segments_[0]);
    archive(segments_[1]);
    fs::copy(folder_ / kArchiveFolder / segment_name(segments_[1]), folder_);  // about to move
    std::ofstream(folder_ / kArchiveFolder / "chain") << "no segment";
    const auto storage = ArchivedStorage::open_folder(folder_);
    ASSERT_TRUE(storage);
    EXPECT_EQ(list_files(**storage)->segments, segments_);
    EXPECT_EQ(*count_day(**storage), kArchivedRecords);
    EXPECT_THAT((*storage)->path_of(segment_name(segments_[0])), HasSubstr("/archive/"));
    EXPECT_THAT((*storage)->path_of(segment_name(segments_[2])),
                ::testing::Not(HasSubstr("/archive/")));
}

TEST_F(Archived, ASegmentThatMovesAfterItWasListedIsFound) {
    fs::create_directory(folder_ / kArchiveFolder);
    const auto storage = ArchivedStorage::open_folder(folder_);
    auto reader = JournalReader::open(**storage);
    ASSERT_TRUE(reader);
    archive(segments_[0]);
    archive(segments_[1]);
    Record record;
    std::uint64_t records = 0;
    while (*reader->next(record)) {
        ++records;
    }
    EXPECT_EQ(records, kArchivedRecords);
}

/// What a snapshot makes unnecessary may be kept elsewhere, the oldest first; what cannot be stays.
TEST_F(Archived, ADisposalTakesThePlaceOfTheRemoval) {
    const std::array<std::uint64_t, 2> own{segments_[2] - 1, kArchivedRecords};
    for (const std::uint64_t seq : own) {
        ASSERT_TRUE(
            write_snapshot(*writer_, {.seq = seq, .chain = **chain_behind(*writer_, seq)}, {}));
    }
    std::vector<std::uint64_t> taken;
    const auto refused = retire(*writer_, own, [&](std::uint64_t first_seq) -> Expected<void> {
        if (!taken.empty()) {
            return fail("no room");
        }
        taken.push_back(first_seq);
        archive(first_seq);
        return {};
    });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "no room");
    const auto retired = retire(*writer_, own, [&](std::uint64_t first_seq) -> Expected<void> {
        taken.push_back(first_seq);
        archive(first_seq);
        return {};
    });
    ASSERT_TRUE(retired) << retired.error().message;
    EXPECT_EQ(retired->segments, 1U);
    EXPECT_EQ(taken, (std::vector<std::uint64_t>{segments_[0], segments_[1]}));
    EXPECT_EQ(*count_day(**ArchivedStorage::open_folder(folder_)), kArchivedRecords);
}

}  // namespace
}  // namespace hotpath::journal
