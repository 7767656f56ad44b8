// The names of a journal's files: which are, which are not, and what a folder's listing makes of them.
#include "hotpath/journal/files.hpp"

#include <cerrno>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/memory_storage.hpp"

namespace hotpath::journal {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();

void make_file(MemoryStorage& storage, const std::string& name, const std::string& text = "") {
    const auto file = storage.create(name);
    ASSERT_TRUE(file.has_value());
    const OpenFile open(storage, *file);
    ASSERT_TRUE(storage.write(*file, 0, std::as_bytes(std::span(text))).has_value());
}

std::string text_of(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(FileNames, HaveTwentyDigitsSoThatTheySortByNumber) {
    EXPECT_EQ(segment_name(1), "00000000000000000001.journal");
    EXPECT_EQ(segment_name(kLargest), "18446744073709551615.journal");
    EXPECT_EQ(snapshot_name(1'000), "00000000000000001000.snapshot");
    EXPECT_EQ(spare_name(3), "spare-3.journal");
    EXPECT_LT(segment_name(999), segment_name(1'000));
    EXPECT_LT(segment_name(9), segment_name(10));
}

TEST(FileNames, GiveTheirNumberBack) {
    for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{9},
                                       std::uint64_t{10}, kLargest - 1, kLargest}) {
        EXPECT_EQ(segment_first_seq(segment_name(number)), number);
        EXPECT_EQ(snapshot_seq(snapshot_name(number)), number);
        EXPECT_EQ(spare_number(spare_name(number)), number);
    }
}

TEST(FileNames, OfOneKindAreNotThoseOfAnother) {
    for (const std::string& name : {snapshot_name(7), spare_name(7)}) {
        EXPECT_EQ(segment_first_seq(name), std::nullopt) << name;
    }
    for (const std::string& name : {segment_name(7), spare_name(7)}) {
        EXPECT_EQ(snapshot_seq(name), std::nullopt) << name;
    }
    for (const std::string& name : {segment_name(7), snapshot_name(7)}) {
        EXPECT_EQ(spare_number(name), std::nullopt) << name;
    }
}

TEST(FileNames, ThatAreNearlyRightAreNotASegments) {
    for (const char* const name :
         {"", ".journal", "1.journal", "0000000000000000001.journal",      // 19 digits
          "000000000000000000001.journal",                                 // 21
          "18446744073709551616.journal",                                  // 2^64
          "0000000000000000000x.journal", "x0000000000000000001.journal",  //
          "+0000000000000000001.journal", "-0000000000000000001.journal",  //
          " 0000000000000000001.journal", "00000000000000000001.Journal",  //
          "00000000000000000001.journal.cut", "00000000000000000001-journal",
          "00000000000000000001.journal ", "00000000000000000001"}) {
        EXPECT_EQ(segment_first_seq(name), std::nullopt) << name;
    }
}

TEST(FileNames, ThatAreNearlyRightAreNotASpares) {
    for (const char* const name :
         {"spare-.journal", "spare-x.journal", "spare--1.journal", "spare-1.snapshot",
          "Spare-1.journal", "spare1.journal", "spare-1.journal.cut", "spare-1x.journal",
          "spare-18446744073709551616.journal"}) {
        EXPECT_EQ(spare_number(name), std::nullopt) << name;
    }
    EXPECT_EQ(spare_number("spare-007.journal"), 7U);
}

TEST(Listing, SortsEachKindByNumberAndIgnoresWhatItDoesNotKnow) {
    MemoryStorage storage;
    for (const char* const name :
         {"spare-10.journal", "spare-9.journal", "00000000000000000100.journal",
          "00000000000000000001.journal", "00000000000000000050.snapshot",
          "00000000000000000007.snapshot", "00000000000000000060.snapshot.part", "x.part",
          "00000000000000000001.journal.damaged", "00000000000000000001.journal.cut-2",
          "notes.txt"}) {
        make_file(storage, name);
    }
    const auto listing = list_files(storage);
    ASSERT_TRUE(listing.has_value());
    EXPECT_THAT(listing->segments, ElementsAre(1, 100));
    EXPECT_THAT(listing->snapshots, ElementsAre(7, 50));
    EXPECT_THAT(listing->spares, ElementsAre(9, 10)) << "by number, not by name";
    EXPECT_THAT(listing->unfinished, ElementsAre("00000000000000000060.snapshot.part", "x.part"));
}

TEST(Listing, OfAnEmptyFolderIsEmpty) {
    MemoryStorage storage;
    const auto listing = list_files(storage);
    ASSERT_TRUE(listing.has_value());
    EXPECT_THAT(listing->segments, IsEmpty());
    EXPECT_THAT(listing->snapshots, IsEmpty());
    EXPECT_THAT(listing->spares, IsEmpty());
    EXPECT_THAT(listing->unfinished, IsEmpty());
}

TEST(Listing, ThatFailsIsAnErrorWithTheFolder) {
    MemoryStorage storage;
    storage.fail_next(FaultKind::IoError);
    const auto listing = list_files(storage);
    ASSERT_FALSE(listing.has_value());
    EXPECT_EQ(listing.error().message, "memory/: cannot be listed: Input/output error");
}

TEST(ReadFile, GivesTheWholeFile) {
    MemoryStorage storage;
    make_file(storage, "a", "twelve bytes");
    make_file(storage, "empty");
    const auto bytes = read_file(storage, "a");
    ASSERT_TRUE(bytes.has_value());
    EXPECT_EQ(text_of(*bytes), "twelve bytes");
    const auto empty = read_file(storage, "empty");
    ASSERT_TRUE(empty.has_value());
    EXPECT_THAT(*empty, IsEmpty());
}

TEST(ReadFile, KeepsLargerMemoryForTheNextFile) {
    MemoryStorage storage;
    make_file(storage, "long", "twelve bytes");
    make_file(storage, "short", "five!");
    std::vector<std::byte> memory;
    ASSERT_TRUE(read_file(storage, "long", memory).has_value());
    EXPECT_EQ(memory.size(), 12U);
    const std::byte* const before = memory.data();
    const auto bytes = read_file(storage, "short", memory);
    ASSERT_TRUE(bytes.has_value());
    EXPECT_EQ(text_of(*bytes), "five!");
    EXPECT_EQ(memory.data(), before);
    EXPECT_EQ(memory.size(), 12U);
}

TEST(ReadFile, NamesTheStepThatFailed) {
    constexpr const char* kReason = ": Input/output error";
    for (const auto& [skipped, what] : {std::pair<std::uint64_t, std::string>{0, "opened"},
                                        {1, "asked for its size"},
                                        {2, "read"}}) {
        MemoryStorage storage;
        make_file(storage, "a", "text");
        storage.fail_next(FaultKind::IoError, skipped);
        const auto bytes = read_file(storage, "a");
        ASSERT_FALSE(bytes.has_value());
        EXPECT_EQ(bytes.error().message, "memory/a: cannot be " + what + kReason);
    }
    MemoryStorage storage;
    const auto missing = read_file(storage, "a");
    ASSERT_FALSE(missing.has_value());
    EXPECT_EQ(missing.error().message, "memory/a: cannot be opened: No such file or directory");
}

TEST(RemoveIfThere, RemovesAFileAndIgnoresAMissingOne) {
    MemoryStorage storage;
    make_file(storage, "a");
    remove_if_there(storage, "a");
    EXPECT_FALSE(storage.has("a"));
    remove_if_there(storage, "a");
    EXPECT_FALSE(storage.has("a"));
}

TEST(FailOn, IsPathWhatAndReason) {
    const MemoryStorage storage;
    EXPECT_EQ(fail_on(storage, "x", "renamed", EACCES).error().message,
              "memory/x: cannot be renamed: Permission denied");
}

}  // namespace
}  // namespace hotpath::journal
