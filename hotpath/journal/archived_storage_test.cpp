// A journal whose oldest segments are in an archive, read as one.
#include "hotpath/journal/archived_storage.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <utility>
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

/// Moves segments to the archive, as many as there is room for.
class Mover final : public SegmentTaker {
  public:
    Mover(fs::path folder, std::size_t room) : folder_(std::move(folder)), room_(room) {}

    Expected<void> take(std::uint64_t first_seq) override {
        if (taken.size() == room_) {
            return fail("no room");
        }
        taken.push_back(first_seq);
        fs::create_directory(folder_ / kArchiveFolder);
        fs::rename(folder_ / segment_name(first_seq),
                   folder_ / kArchiveFolder / segment_name(first_seq));
        return {};
    }

    std::vector<std::uint64_t> taken;

  private:
    fs::path folder_;
    std::size_t room_;
};

/// The oldest first; those that it does not take stay.
TEST_F(Archived, ATakerGetsWhatASnapshotMakesUnnecessary) {
    const std::array<std::uint64_t, 2> own{segments_[2] - 1, kArchivedRecords};
    for (const std::uint64_t seq : own) {
        ASSERT_TRUE(
            write_snapshot(*writer_, {.seq = seq, .chain = **chain_behind(*writer_, seq)}, {}));
    }
    Mover first(folder_, 1);
    const auto refused = retire(*writer_, own, &first);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "no room");
    EXPECT_EQ(first.taken, (std::vector<std::uint64_t>{segments_[0]}));
    Mover second(folder_, 9);
    const auto retired = retire(*writer_, own, &second);
    ASSERT_TRUE(retired) << retired.error().message;
    EXPECT_EQ(retired->segments, 1U);
    EXPECT_EQ(second.taken, (std::vector<std::uint64_t>{segments_[1]}));
    EXPECT_EQ(*count_day(**ArchivedStorage::open_folder(folder_)), kArchivedRecords);
}

}  // namespace
}  // namespace hotpath::journal
