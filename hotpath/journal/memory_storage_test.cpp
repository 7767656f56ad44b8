// The disk in memory, which other tests trust: each fault is what its name says, and no more.
#include "hotpath/journal/memory_storage.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotpath::journal {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t kSectorBytes = MemoryStorage::kSector;

Bytes bytes_of_text(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::string contents(MemoryStorage& storage, const std::string& name) {
    const auto& bytes = storage.bytes_of(name);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

int error_of(const Io<void>& done) {
    return done ? 0 : done.error();
}

TEST(MemoryDisk, WritesReadsAndGrows) {
    MemoryStorage storage;
    const File file = *storage.create("a");
    EXPECT_EQ(*storage.size(file), 0U);
    ASSERT_TRUE(storage.write(file, 0, bytes_of_text("abcdef")).has_value());
    ASSERT_TRUE(storage.write(file, 2, bytes_of_text("XY")).has_value());
    ASSERT_TRUE(storage.write(file, 8, bytes_of_text("z")).has_value());
    EXPECT_EQ(contents(storage, "a"), std::string_view("abXYef\0\0z", 9));
    EXPECT_EQ(*storage.size(file), 9U);
    std::string into(4, '?');
    EXPECT_EQ(*storage.read(file, 1, std::as_writable_bytes(std::span(into))), 4U);
    EXPECT_EQ(into, "bXYe");
    into.assign(4, '?');
    EXPECT_EQ(*storage.read(file, 7, std::as_writable_bytes(std::span(into))), 2U);
    EXPECT_EQ(into, std::string("\0z??", 4));
    EXPECT_EQ(*storage.read(file, 9, std::as_writable_bytes(std::span(into))), 0U);
    EXPECT_EQ(*storage.read(file, 100, std::as_writable_bytes(std::span(into))), 0U);
    ASSERT_TRUE(storage.truncate(file, 3).has_value());
    EXPECT_EQ(contents(storage, "a"), "abX");
    EXPECT_EQ(storage.path_of("a"), "memory/a");
}

TEST(MemoryDisk, NamesAreTakenOnceMovedAndRemoved) {
    MemoryStorage storage;
    const File first = *storage.create("a");
    EXPECT_EQ(storage.create("a").error(), EEXIST);
    EXPECT_EQ(storage.open("b").error(), ENOENT);
    EXPECT_EQ(error_of(storage.rename("b", "c")), ENOENT);
    EXPECT_EQ(error_of(storage.remove("b")), ENOENT);
    ASSERT_TRUE(storage.write(first, 0, bytes_of_text("one")).has_value());
    (void)storage.create("b");
    ASSERT_TRUE(storage.rename("a", "b").has_value());
    EXPECT_FALSE(storage.has("a"));
    EXPECT_EQ(contents(storage, "b"), "one") << "replaced";
    EXPECT_THAT(*storage.list(), ElementsAre("b"));
    const File second = *storage.open("b");
    EXPECT_NE(second.number, first.number);
    EXPECT_EQ(*storage.size(second), 3U);
    ASSERT_TRUE(storage.remove("b").has_value());
    EXPECT_FALSE(storage.has("b"));
    EXPECT_EQ(*storage.size(second), 3U) << "an open file stays";
    storage.close(second);
    storage.close(File{});
    storage.close(File{99});
}

/// Operations of every kind, each of which must count.
TEST(MemoryDisk, EveryOperationCountsAsOne) {
    MemoryStorage storage;
    const File file = *storage.create("a");
    EXPECT_EQ(storage.operations(), 1U);
    std::vector<std::byte> into(1);
    (void)storage.list();
    (void)storage.open("a");
    (void)storage.size(file);
    (void)storage.reserve(file, 10);
    (void)storage.write(file, 0, into);
    (void)storage.sync(file);
    (void)storage.read(file, 0, into);
    (void)storage.truncate(file, 1);
    (void)storage.rename("a", "b");
    (void)storage.sync_folder();
    (void)storage.remove("b");
    EXPECT_EQ(storage.operations(), 12U);
    storage.close(file);
    storage.start_writeback(file, 0, 1);
    EXPECT_EQ(storage.operations(), 12U);
}

TEST(MemoryDisk, AnErrorIsAtItsOperationAndNothingIsDone) {
    MemoryStorage storage({.kind = FaultKind::IoError, .at_operation = 2});
    const File file = *storage.create("a");
    EXPECT_EQ(error_of(storage.write(file, 0, bytes_of_text("lost"))), EIO);
    EXPECT_EQ(contents(storage, "a"), "");
    ASSERT_TRUE(storage.write(file, 0, bytes_of_text("kept")).has_value());
    storage.fail_next(FaultKind::IoError);
    EXPECT_EQ(error_of(storage.rename("a", "b")), EIO);
    EXPECT_TRUE(storage.has("a"));
    storage.fail_next(FaultKind::IoError, 1);
    EXPECT_TRUE(storage.size(file).has_value());
    EXPECT_EQ(error_of(storage.remove("a")), EIO);
    EXPECT_TRUE(storage.has("a"));
    EXPECT_FALSE(storage.is_stopped());
}

/// The first bytes of a write may be there, never others.
void expect_a_beginning(const std::string& text, std::string_view of) {
    EXPECT_TRUE(of.starts_with(text)) << text;
}

TEST(MemoryDisk, AShortWriteLeavesABeginningAndPasses) {
    std::set<std::size_t> lengths;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        MemoryStorage storage({.kind = FaultKind::ShortWrite, .at_operation = 2, .seed = seed});
        const File file = *storage.create("a");
        EXPECT_EQ(error_of(storage.write(file, 0, bytes_of_text("abcd"))), EAGAIN);
        expect_a_beginning(contents(storage, "a"), "abcd");
        lengths.insert(contents(storage, "a").size());
        EXPECT_EQ(error_of(storage.write(file, 0, bytes_of_text("abcd"))), 0);
        EXPECT_EQ(contents(storage, "a"), "abcd");
    }
    EXPECT_THAT(lengths, ElementsAre(0, 1, 2, 3, 4));
}

TEST(MemoryDisk, NoRoomLastsAndNoRoomOncePasses) {
    for (const bool is_once : {false, true}) {
        MemoryStorage storage({.kind = is_once ? FaultKind::NoRoomOnce : FaultKind::NoRoom,
                               .at_operation = 2,
                               .seed = 3});
        const File file = *storage.create("a");
        EXPECT_EQ(error_of(storage.write(file, 0, bytes_of_text("abcd"))), ENOSPC);
        expect_a_beginning(contents(storage, "a"), "abcd");
        EXPECT_EQ(error_of(storage.write(file, 0, bytes_of_text("abcd"))), is_once ? 0 : ENOSPC);
        EXPECT_EQ(error_of(storage.rename("a", "b")), is_once ? 0 : ENOSPC);
    }
}

TEST(MemoryDisk, AStopIsBeforeItsOperationAndLastsUntilTheRestart) {
    MemoryStorage storage({.kind = FaultKind::Stop, .at_operation = 2});
    const File file = *storage.create("a");
    EXPECT_EQ(error_of(storage.write(file, 0, bytes_of_text("abcd"))), EIO);
    EXPECT_TRUE(storage.is_stopped());
    EXPECT_EQ(error_of(storage.write(file, 0, bytes_of_text("abcd"))), EIO);
    EXPECT_EQ(storage.list().error(), EIO);
    EXPECT_EQ(storage.operations(), 2U) << "nothing is counted of a machine that stands";
    storage.restart(Ending::Process);
    EXPECT_FALSE(storage.is_stopped());
    EXPECT_EQ(storage.operations(), 0U);
    EXPECT_EQ(contents(storage, "a"), "");
    EXPECT_TRUE(storage.open("a").has_value());
}

TEST(MemoryDisk, AStopHalfwayLeavesPartOfAWriteAndTheWholeOfAnythingElse) {
    MemoryStorage writing({.kind = FaultKind::StopHalfway, .at_operation = 2, .seed = 1});
    const File file = *writing.create("a");
    EXPECT_EQ(error_of(writing.write(file, 0, bytes_of_text("abcd"))), EIO);
    expect_a_beginning(contents(writing, "a"), "abcd");
    EXPECT_TRUE(writing.is_stopped());
    MemoryStorage renaming({.kind = FaultKind::StopHalfway, .at_operation = 2});
    (void)renaming.create("a");
    EXPECT_EQ(error_of(renaming.rename("a", "b")), 0);
    EXPECT_TRUE(renaming.has("b"));
    EXPECT_TRUE(renaming.is_stopped());
}

TEST(MemoryDisk, TheEndOfTheProcessLosesNothing) {
    MemoryStorage storage;
    const File file = *storage.create("a");
    ASSERT_TRUE(storage.write(file, 0, bytes_of_text("abcd")).has_value());
    storage.restart(Ending::Process);
    EXPECT_EQ(contents(storage, "a"), "abcd");
    storage.restart(Ending::Power);
    EXPECT_FALSE(storage.has("a") && contents(storage, "a").size() > 4);
}

TEST(MemoryDisk, PowerKeepsWhatIsDurableAndAnySectorsOfTheRest) {
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < 80; ++seed) {
        MemoryStorage storage({.kind = FaultKind::None, .at_operation = 0, .seed = seed});
        const File file = *storage.create("a");
        ASSERT_TRUE(storage.write(file, 0, std::vector(2 * kSectorBytes, std::byte{'o'})));
        ASSERT_TRUE(storage.sync(file).has_value());
        ASSERT_TRUE(storage.sync_folder().has_value());
        ASSERT_TRUE(storage.write(file, 0, std::vector(2 * kSectorBytes, std::byte{'n'})));
        storage.restart(Ending::Power);
        const std::string after = contents(storage, "a");
        ASSERT_EQ(after.size(), 2 * kSectorBytes);
        for (const std::size_t sector : {0U, 1U}) {
            const std::string part = after.substr(sector * kSectorBytes, kSectorBytes);
            EXPECT_EQ(part, std::string(kSectorBytes, part[0])) << "a sector is never torn";
        }
        seen.insert({after[0], after[kSectorBytes]});
    }
    EXPECT_THAT(seen, ElementsAre("nn", "no", "on", "oo"));
}

TEST(MemoryDisk, PowerLeavesAnyOfTheNamesSinceTheFolderWasSynced) {
    std::set<std::vector<std::string>> seen;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        MemoryStorage storage({.kind = FaultKind::None, .at_operation = 0, .seed = seed});
        (void)storage.create("kept");
        ASSERT_TRUE(storage.sync_folder().has_value());
        (void)storage.create("new");
        ASSERT_TRUE(storage.rename("new", "renamed").has_value());
        storage.restart(Ending::Power);
        seen.insert(*storage.list());
        // A file that is there after a restart is there after the next one.
        const auto names = *storage.list();
        storage.restart(Ending::Power);
        EXPECT_EQ(*storage.list(), names);
    }
    EXPECT_EQ(seen,
              (std::set<std::vector<std::string>>{{"kept"}, {"kept", "new"}, {"kept", "renamed"}}));
}

TEST(MemoryDisk, WhatAFailedSyncWasToMakeDurableNeverIs) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        MemoryStorage storage({.kind = FaultKind::None, .at_operation = 0, .seed = seed});
        const File file = *storage.create("a");
        ASSERT_TRUE(storage.sync_folder().has_value());
        ASSERT_TRUE(storage.write(file, 0, bytes_of_text("abcd")).has_value());
        storage.fail_next(FaultKind::IoError);
        EXPECT_EQ(error_of(storage.sync(file)), EIO);
        EXPECT_EQ(error_of(storage.sync(file)), 0) << "the kernel says that it is clean";
        storage.restart(Ending::Power);
        EXPECT_EQ(contents(storage, "a").find_first_not_of('\0'), std::string::npos);
    }
}

TEST(MemoryDisk, RoomIsForBytesOrReservationsWhicheverAreMore) {
    MemoryStorage storage;
    storage.set_room(100);
    const File first = *storage.create("a");
    const File second = *storage.create("b");
    EXPECT_EQ(error_of(storage.reserve(first, 101)), ENOSPC);
    EXPECT_EQ(error_of(storage.reserve(first, 100)), 0);
    EXPECT_EQ(error_of(storage.write(second, 0, bytes_of_text("x"))), ENOSPC);
    EXPECT_EQ(error_of(storage.write(first, 0, std::vector<std::byte>(100))), 0);
    EXPECT_EQ(error_of(storage.write(first, 100, bytes_of_text("x"))), ENOSPC);
    EXPECT_EQ(error_of(storage.write(first, 99, bytes_of_text("x"))), 0) << "within the file";
    ASSERT_TRUE(storage.truncate(first, 60).has_value());
    EXPECT_EQ(error_of(storage.write(second, 0, std::vector<std::byte>(41))), ENOSPC);
    EXPECT_EQ(error_of(storage.write(second, 0, std::vector<std::byte>(40))), 0);
    EXPECT_EQ(error_of(storage.reserve(second, 40)), 0) << "has that many already";
    ASSERT_TRUE(storage.remove("a").has_value());
    EXPECT_EQ(error_of(storage.reserve(second, 100)), 0);
}

TEST(MemoryDisk, ALostSectorFailsEveryReadThatTouchesIt) {
    MemoryStorage storage;
    const File file = *storage.create("a");
    ASSERT_TRUE(storage.write(file, 0, std::vector<std::byte>(3 * kSectorBytes)).has_value());
    EXPECT_FALSE(storage.is_damaged());
    EXPECT_FALSE(storage.lose_sector("b", 0));
    EXPECT_FALSE(storage.lose_sector("a", 3)) << "the file ends before it";
    EXPECT_TRUE(storage.lose_sector("a", 1));
    EXPECT_FALSE(storage.lose_sector("a", 1)) << "it is lost already";
    EXPECT_TRUE(storage.is_damaged());
    const auto read = [&](std::uint64_t from, std::size_t bytes) {
        std::vector<std::byte> into(bytes);
        const auto done = storage.read(file, from, into);
        return done ? 0 : done.error();
    };
    EXPECT_EQ(read(0, kSectorBytes), 0);
    EXPECT_EQ(read(0, kSectorBytes + 1), EIO);
    EXPECT_EQ(read(2 * kSectorBytes - 1, 1), EIO);
    EXPECT_EQ(read(2 * kSectorBytes, kSectorBytes), 0);
    storage.repair();
    EXPECT_FALSE(storage.is_damaged());
    EXPECT_EQ(read(0, 3 * kSectorBytes), 0);
}

TEST(MemoryDisk, AMisdirectedWriteIsReadWhereItWentUntilTheRepair) {
    MemoryStorage storage;
    const File file = *storage.create("a");
    ASSERT_TRUE(storage.write(file, 0, std::vector(2 * kSectorBytes, std::byte{'o'})));
    ASSERT_TRUE(storage.write(file, 0, bytes_of_text("new")).has_value());
    ASSERT_TRUE(storage.write(file, kSectorBytes, bytes_of_text("la")).has_value());
    EXPECT_FALSE(storage.misdirect(0, 0)) << "not another place";
    EXPECT_FALSE(storage.misdirect(1, -1)) << "before the file";
    EXPECT_FALSE(storage.misdirect(1, 2)) << "after the file";
    EXPECT_FALSE(storage.misdirect(3, 1)) << "there was no such write";
    EXPECT_FALSE(storage.is_damaged());
    ASSERT_TRUE(storage.misdirect(1, 1));
    EXPECT_TRUE(storage.is_damaged());
    const auto read = [&] {
        std::string into(2 * kSectorBytes, '?');
        EXPECT_TRUE(storage.read(file, 0, std::as_writable_bytes(std::span(into))).has_value());
        return into;
    };
    std::string wanted(2 * kSectorBytes, 'o');
    wanted.replace(0, 3, 3, '\0');
    wanted.replace(kSectorBytes, 3, "law");  // a later write is over what went astray
    EXPECT_EQ(read(), wanted);
    storage.repair();
    wanted.replace(0, 3, "new");
    wanted.replace(kSectorBytes, 3, "lao");
    EXPECT_EQ(read(), wanted);
}

TEST(MemoryDisk, AFileWithAMisdirectedWriteGrowsAndShrinksAsAnyOther) {
    MemoryStorage storage;
    const File file = *storage.create("a");
    ASSERT_TRUE(storage.write(file, 0, std::vector(2 * kSectorBytes, std::byte{'o'})));
    ASSERT_TRUE(storage.write(file, 0, bytes_of_text("new")).has_value());
    ASSERT_TRUE(storage.misdirect(0, 1));
    ASSERT_TRUE(storage.write(file, 2 * kSectorBytes, bytes_of_text("end")).has_value());
    std::string into(4, '?');
    EXPECT_EQ(*storage.read(file, 2 * kSectorBytes, std::as_writable_bytes(std::span(into))), 3U);
    EXPECT_EQ(into, "end?");
    ASSERT_TRUE(storage.truncate(file, 2).has_value());
    into.assign(4, '?');
    EXPECT_EQ(*storage.read(file, 0, std::as_writable_bytes(std::span(into))), 2U);
    EXPECT_EQ(into, std::string("\0\0??", 4));
}

TEST(MemoryDisk, TheSameSeedLosesTheSame) {
    const auto after_power = [](std::uint64_t seed) {
        MemoryStorage storage({.kind = FaultKind::None, .at_operation = 0, .seed = seed});
        const File file = *storage.create("a");
        (void)storage.sync_folder();
        (void)storage.write(file, 0, std::vector(20 * kSectorBytes, std::byte{'x'}));
        storage.restart(Ending::Power);
        return contents(storage, "a");
    };
    EXPECT_EQ(after_power(9), after_power(9));
    EXPECT_NE(after_power(9), after_power(10));
}

}  // namespace
}  // namespace hotpath::journal
