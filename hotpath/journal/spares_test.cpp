// Spare segments: made step by step, taken in order, adopted from an earlier run when they are zeros.
#include "hotpath/journal/spares.hpp"

#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/files.hpp"
#include "hotpath/journal/memory_storage.hpp"
#include "hotpath/journal/zeros.hpp"

namespace hotpath::journal {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint64_t kSpareBytes = 1'024;

class SparesTest : public ::testing::Test {
  protected:
    [[nodiscard]] std::unique_ptr<SpareKeeper> keeper(std::uint32_t wanted = 2,
                                                      std::uint64_t bytes = kSpareBytes) {
        return std::make_unique<SpareKeeper>(storage_, bytes, wanted);
    }
    static void make_all(SpareKeeper& spares) {
        while (spares.poll()) {
        }
    }
    void leave(const std::string& name, std::uint64_t bytes, std::byte last = {}) {
        const auto file = storage_.create(name);
        std::vector<std::byte> contents(bytes);
        if (bytes > 0) {
            contents.back() = last;
        }
        ASSERT_TRUE(storage_.write(*file, 0, contents).has_value());
        storage_.close(*file);
    }

    MemoryStorage storage_;
};

TEST_F(SparesTest, AreMadeUntilThereAreAsManyAsWanted) {
    const auto spares = keeper(3);
    EXPECT_EQ(spares->ready(), 0U);
    EXPECT_EQ(spares->wanted(), 3U);
    EXPECT_EQ(spares->segment_bytes(), kSpareBytes);
    make_all(*spares);
    EXPECT_EQ(spares->ready(), 3U);
    EXPECT_THAT(*storage_.list(),
                ElementsAre("spare-1.journal", "spare-2.journal", "spare-3.journal"));
    for (const std::uint64_t number : {1U, 2U, 3U}) {
        const auto& bytes = storage_.bytes_of(spare_name(number));
        EXPECT_EQ(bytes.size(), kSpareBytes);
        EXPECT_TRUE(is_zero(bytes));
    }
    const std::uint64_t before = storage_.operations();
    EXPECT_FALSE(spares->poll());
    EXPECT_EQ(storage_.operations(), before) << "there is nothing to do";
}

TEST_F(SparesTest, AreTakenInOrderAndReplacedUnderNewNumbers) {
    const auto spares = keeper(2);
    make_all(*spares);
    const auto first = spares->take();
    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(first->number, 1U);
    EXPECT_TRUE(first->file.is_open());
    EXPECT_EQ(*storage_.size(first->file), kSpareBytes);
    EXPECT_EQ(spares->ready(), 1U);
    make_all(*spares);
    EXPECT_EQ(spares->ready(), 2U);
    EXPECT_EQ(spares->take()->number, 2U);
    EXPECT_EQ(spares->take()->number, 3U);
    EXPECT_FALSE(spares->take().has_value());
    EXPECT_EQ(spares->ready(), 0U);
}

TEST_F(SparesTest, AreDurableBeforeTheyAreReady) {
    const auto spares = keeper(1);
    make_all(*spares);
    ASSERT_TRUE(storage_.sync_folder().has_value());
    storage_.restart(Ending::Power);
    EXPECT_EQ(storage_.bytes_of("spare-1.journal").size(), kSpareBytes);
}

TEST_F(SparesTest, AreWrittenAMebibyteAStep) {
    constexpr std::uint64_t kBytes = 2 * SpareKeeper::kStepBytes + 8;
    const auto spares = keeper(1, kBytes);
    const auto size = [&] { return storage_.bytes_of("spare-1.journal").size(); };
    EXPECT_TRUE(spares->poll());  // named, its room reserved
    EXPECT_EQ(size(), 0U);
    for (const std::uint64_t bytes :
         {SpareKeeper::kStepBytes, 2 * SpareKeeper::kStepBytes, kBytes}) {
        const std::uint64_t before = storage_.operations();
        EXPECT_TRUE(spares->poll());
        EXPECT_EQ(size(), bytes);
        EXPECT_EQ(storage_.operations() - before, 1U);
        EXPECT_EQ(spares->ready(), 0U);
    }
    EXPECT_FALSE(spares->poll());  // durable
    EXPECT_EQ(spares->ready(), 1U);
}

TEST_F(SparesTest, OfAnEarlierRunAreAdoptedWhenTheyAreWholeAndZero) {
    leave("spare-4.journal", kSpareBytes);
    leave("spare-5.journal", kSpareBytes - 1);
    leave("spare-6.journal", kSpareBytes + 1);
    leave("spare-7.journal", kSpareBytes, std::byte{1});
    leave("spare-10.journal", kSpareBytes);
    leave("00000000000000000001.journal", kSpareBytes);
    const auto spares = keeper(3);
    ASSERT_TRUE(spares->adopt().has_value());
    EXPECT_EQ(spares->ready(), 2U);
    EXPECT_THAT(*storage_.list(),
                ElementsAre("00000000000000000001.journal", "spare-10.journal", "spare-4.journal"));
    make_all(*spares);
    EXPECT_EQ(spares->take()->number, 4U);
    EXPECT_EQ(spares->take()->number, 10U);
    EXPECT_EQ(spares->take()->number, 11U) << "no number is used twice";
}

TEST_F(SparesTest, MoreThanWantedAreRemoved) {
    for (const char* const name : {"spare-1.journal", "spare-2.journal", "spare-3.journal"}) {
        leave(name, kSpareBytes);
    }
    const auto spares = keeper(2);
    ASSERT_TRUE(spares->adopt().has_value());
    EXPECT_EQ(spares->ready(), 2U);
    EXPECT_THAT(*storage_.list(), ElementsAre("spare-1.journal", "spare-2.journal"));
}

TEST_F(SparesTest, ThatCannotBeListedOrRemovedAreAnError) {
    leave("spare-1.journal", 5);
    const auto spares = keeper(1);
    storage_.fail_next(FaultKind::IoError);
    EXPECT_EQ(spares->adopt().error().message, "memory/: cannot be listed: Input/output error");
    storage_.fail_next(FaultKind::IoError, 4);  // list, open, size, read
    EXPECT_EQ(spares->adopt().error().message,
              "memory/spare-1.journal: cannot be removed: Input/output error");
}

TEST_F(SparesTest, OneThatCannotBeMadeDurableAgainIsRemoved) {
    leave("spare-1.journal", kSpareBytes);
    const auto spares = keeper(1);
    storage_.fail_next(FaultKind::IoError, 5);  // list, open, size, read, open
    ASSERT_TRUE(spares->adopt().has_value());
    EXPECT_EQ(spares->ready(), 0U);
    EXPECT_THAT(*storage_.list(), IsEmpty());
}

TEST_F(SparesTest, AFailureAtAnyStepLeavesNoFileAndIsTriedAgain) {
    for (const std::uint64_t skipped : {0U, 1U, 2U, 3U}) {  // create, reserve, write, sync
        MemoryStorage storage;
        SpareKeeper spares(storage, kSpareBytes, 1);
        storage.fail_next(FaultKind::IoError, skipped);
        make_all(spares);
        EXPECT_EQ(spares.failure(), EIO) << skipped;
        EXPECT_EQ(spares.failed_number(), 1U) << skipped;
        EXPECT_EQ(spares.ready(), 0U);
        EXPECT_THAT(*storage.list(), IsEmpty());
        make_all(spares);
        EXPECT_EQ(spares.failure(), 0);
        EXPECT_EQ(spares.ready(), 1U);
        EXPECT_EQ(spares.take()->number, skipped == 0 ? 1U : 2U);
    }
}

TEST_F(SparesTest, WithoutRoomTheReasonStandsUntilThereIsSome) {
    storage_.set_room(kSpareBytes + 10);
    const auto spares = keeper(2);
    make_all(*spares);
    EXPECT_EQ(spares->ready(), 1U);
    EXPECT_EQ(spares->failure(), ENOSPC);
    EXPECT_EQ(spares->failed_number(), 2U);
    EXPECT_FALSE(spares->poll());
    EXPECT_EQ(spares->failure(), ENOSPC);
    EXPECT_EQ(spares->failed_number(), 3U) << "each attempt has a number";
    storage_.set_room(2 * kSpareBytes);
    make_all(*spares);
    EXPECT_EQ(spares->failure(), 0);
    EXPECT_EQ(spares->ready(), 2U);
}

}  // namespace
}  // namespace hotpath::journal
