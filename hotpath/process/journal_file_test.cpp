// A journal that its owner's thread writes: records are there after close(), a folder has one owner.
#include "hotpath/process/journal_file.hpp"

#include <chrono>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/reader.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::process {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const journal::JournalOptions kOptions{.ack_mode = journal::AckMode::PageCache,
                                       .segment_bytes = std::uint64_t{1} << 20U};

void append(JournalFile& file, std::string_view text) {
    ASSERT_TRUE(file.has_room(text.size()));
    EXPECT_EQ(file.writer().append(1, {}, std::as_bytes(std::span(text)), journal::Space::Reserve),
              journal::AppendStatus::Done);
    while (file.maintain()) {
    }
}

[[nodiscard]] std::vector<std::string> texts_in(const std::filesystem::path& folder) {
    auto storage = journal::FileStorage::open_folder(folder, journal::Opening::ReadOnly);
    EXPECT_TRUE(storage);
    auto reader = journal::JournalReader::open(**storage);
    EXPECT_TRUE(reader);
    std::vector<std::string> texts;
    journal::Record record;
    for (auto more = reader->next(record); more && *more; more = reader->next(record)) {
        texts.emplace_back(reinterpret_cast<const char*>(record.payload.data()),
                           record.payload.size());
    }
    return texts;
}

TEST(JournalFile, ANextOwnerContinuesWhereTheLastOneClosed) {
    const support::TemporaryDirectory folder;
    {
        auto file = JournalFile::open(folder / "journal", kOptions);
        ASSERT_TRUE(file) << file.error().message;
        append(**file, "one");
        append(**file, "two");
        ASSERT_TRUE((*file)->close());
    }
    {
        auto file = JournalFile::open(folder / "journal", kOptions);
        ASSERT_TRUE(file) << file.error().message;
        append(**file, "three");
        ASSERT_TRUE((*file)->close());
    }
    EXPECT_THAT(texts_in(folder / "journal"), ElementsAre("one", "two", "three"));
}

TEST(JournalFile, AFolderHasOneOwner) {
    const support::TemporaryDirectory folder;
    auto first = JournalFile::open(folder / "journal", kOptions);
    ASSERT_TRUE(first) << first.error().message;
    const auto second = JournalFile::open(folder / "journal", kOptions);
    ASSERT_FALSE(second);
    EXPECT_THAT(second.error().message, HasSubstr("journal"));
    ASSERT_TRUE((*first)->close());
}

TEST(JournalFile, APatientOwnerGetsTheFolderWhenTheLastOneIsGone) {
    const support::TemporaryDirectory folder;
    auto first = JournalFile::open(folder / "journal", kOptions);
    ASSERT_TRUE(first) << first.error().message;
    std::thread leaving([&] {
        ASSERT_TRUE((*first)->close());
        first->reset();
    });
    const auto second = JournalFile::open(folder / "journal", kOptions, 60s);
    leaving.join();
    EXPECT_TRUE(second) << second.error().message;
}

TEST(JournalFile, ARecordThatNoSegmentHoldsHasNoRoom) {
    const support::TemporaryDirectory folder;
    auto file = JournalFile::open(folder / "journal", kOptions);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_TRUE((*file)->has_room(40));
    EXPECT_FALSE((*file)->has_room(kOptions.segment_bytes * 8));
    EXPECT_TRUE((*file)->can_make_room());
    ASSERT_TRUE((*file)->close());
}

}  // namespace
}  // namespace hotpath::process
