// Every storage has in common: classes of errors, commits one after the other, whole files.
#include "hotpath/journal/storage.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>

#include "hotpath/journal/file_bytes.hpp"
#include "hotpath/journal/memory_storage.hpp"

namespace hotpath::journal {
namespace {

Bytes bytes_in(std::string_view text) {
    return std::as_bytes(std::span(text));
}

TEST(StorageErrors, AreFullPassingShortageOrNeither) {
    for (const auto& [error, full, passing, shortage] :
         {std::tuple<int, bool, bool, bool>{ENOSPC, true, false, false},
          {EDQUOT, true, false, false},
          {EFBIG, true, false, false},
          {EAGAIN, false, true, false},
          {EINTR, false, true, false},
          {EMFILE, false, false, true},
          {ENFILE, false, false, true},
          {ENOMEM, false, false, true},
          {EIO, false, false, false},
          {ESTALE, false, false, false},
          {0, false, false, false}}) {
        EXPECT_EQ(is_full(error), full) << error;
        EXPECT_EQ(is_passing(error), passing) << error;
        EXPECT_EQ(is_shortage(error), shortage) << error;
    }
}

TEST(StorageFile, IsOpenFromNumberZeroOn) {
    EXPECT_FALSE(File{}.is_open());
    EXPECT_FALSE(File{-1}.is_open());
    EXPECT_TRUE(File{0}.is_open());
}

class DirectCommitsTest : public ::testing::Test {
  protected:
    DirectCommitsTest() : file_(*storage_.create("a")) {}

    void begin(std::uint64_t ticket, bool is_synced = false) {
        storage_.begin_commit({.file = file_,
                               .offset = 4 * ticket,
                               .bytes = bytes_in("abcd"),
                               .is_synced = is_synced,
                               .ticket = ticket});
    }

    MemoryStorage storage_;
    File file_;
};

TEST_F(DirectCommitsTest, ResultsComeInOrderAndOnceForAnyNumberWaiting) {
    std::uint64_t next_begun = 0;
    std::uint64_t next_taken = 0;
    EXPECT_FALSE(storage_.poll_commit().has_value());
    for (std::uint64_t waiting = 1; waiting <= Storage::kCommitsMax; ++waiting) {
        for (int round = 0; round < 3; ++round) {
            for (std::uint64_t i = 0; i < waiting; ++i) {
                begin(next_begun++);
            }
            for (std::uint64_t i = 0; i < waiting; ++i) {
                const auto result = storage_.poll_commit();
                ASSERT_TRUE(result.has_value());
                EXPECT_EQ(result->ticket, next_taken++);
                EXPECT_EQ(result->error, 0);
            }
            EXPECT_FALSE(storage_.poll_commit().has_value());
        }
    }
    EXPECT_EQ(storage_.bytes_of("a").size(), 4 * next_begun);
}

TEST_F(DirectCommitsTest, ACommitIsSyncedOnlyWhenThatIsRequested) {
    const std::uint64_t before = storage_.operations();
    begin(0, false);
    EXPECT_EQ(storage_.operations() - before, 1U) << "one write";
    begin(1, true);
    EXPECT_EQ(storage_.operations() - before, 3U) << "a write and a sync";
}

TEST_F(DirectCommitsTest, AFailureNamesItsErrorAndItsStep) {
    storage_.fail_next(FaultKind::IoError);
    begin(0, true);
    const auto written = storage_.poll_commit();
    EXPECT_EQ(written->ticket, 0U);
    EXPECT_EQ(written->error, EIO);
    EXPECT_EQ(written->failed_at, CommitStep::Write);
    storage_.fail_next(FaultKind::IoError, 1);
    begin(1, true);
    const auto synced = storage_.poll_commit();
    EXPECT_EQ(synced->ticket, 1U);
    EXPECT_EQ(synced->error, EIO);
    EXPECT_EQ(synced->failed_at, CommitStep::Sync);
    begin(2, true);
    EXPECT_EQ(storage_.poll_commit()->error, 0);
}

TEST_F(DirectCommitsTest, NeedsNoThreadAndIsAlwaysReady) {
    EXPECT_TRUE(storage_.is_ready());
    begin(0);
    EXPECT_TRUE(storage_.is_ready());
    EXPECT_FALSE(storage_.carry_out());
}

TEST(StorageView, IsACopyOfTheFile) {
    MemoryStorage storage;
    const File file = *storage.create("a");
    ASSERT_TRUE(storage.write(file, 0, bytes_in("some text")).has_value());
    const auto view = storage.view("a");
    ASSERT_TRUE(view.has_value());
    EXPECT_TRUE(std::ranges::equal(view->bytes(), bytes_in("some text")));
    ASSERT_TRUE(storage.write(file, 0, bytes_in("SOME")).has_value());
    EXPECT_TRUE(std::ranges::equal(view->bytes(), bytes_in("some text")));
}

TEST(StorageView, ThatFailsAtAnyStepIsThatError) {
    for (const std::uint64_t skipped : {0U, 1U, 2U}) {  // open, size, read
        MemoryStorage storage;
        const File file = *storage.create("a");
        ASSERT_TRUE(storage.write(file, 0, bytes_in("text")).has_value());
        storage.fail_next(FaultKind::IoError, skipped);
        const auto view = storage.view("a");
        ASSERT_FALSE(view.has_value()) << skipped;
        EXPECT_EQ(view.error(), EIO);
    }
    EXPECT_EQ(MemoryStorage().view("a").error(), ENOENT);
}

TEST(FileBytes, OfACopyStayValidAcrossMoves) {
    FileBytes first(std::vector<std::byte>(3, std::byte{7}));
    const std::byte* const where = first.bytes().data();
    FileBytes second(std::move(first));
    EXPECT_EQ(second.bytes().data(), where);
    EXPECT_EQ(second.bytes().size(), 3U);
    EXPECT_TRUE(first.bytes().empty());  // NOLINT(bugprone-use-after-move)
    FileBytes third;
    EXPECT_TRUE(third.bytes().empty());
    third = std::move(second);
    EXPECT_EQ(third.bytes().data(), where);
    EXPECT_EQ(third.bytes()[2], std::byte{7});
}

bool is_page_mapped(const void* page) {
    unsigned char resident = 0;
    return ::mincore(const_cast<void*>(page), 1, &resident) == 0;
}

TEST(FileBytes, OfAMappingAreUnmappedOnceByTheLastOwner) {
    constexpr std::size_t kBytes = 4'096;
    void* const mapping = ::mmap(nullptr, kBytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(mapping, MAP_FAILED);
    {
        FileBytes last;
        {
            FileBytes first =
                FileBytes::of_mapping({static_cast<const std::byte*>(mapping), kBytes});
            FileBytes second(std::move(first));
            last = std::move(second);
        }
        EXPECT_EQ(last.bytes().data(), mapping);
        EXPECT_TRUE(is_page_mapped(mapping));
    }
    EXPECT_FALSE(is_page_mapped(mapping));
}

}  // namespace
}  // namespace hotpath::journal
