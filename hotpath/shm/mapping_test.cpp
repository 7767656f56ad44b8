// A file's memory: readable, writable where that was requested, and unmapped by its owner.
#include "hotpath/shm/mapping.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::shm {
namespace {

constexpr std::size_t kPageBytes = 4'096;
constexpr std::size_t kMappedBytes = 4 * kPageBytes;

class MappingTest : public ::testing::Test {
  protected:
    MappingTest() {
        std::ofstream(path_) << std::string(kMappedBytes, 'a');
        file_ = Descriptor(::open(path_.c_str(), O_RDWR | O_CLOEXEC));
    }

    [[nodiscard]] Mapping map(Access access, HugePages huge_pages = HugePages::Never) const {
        auto mapping = Mapping::map(
            file_,
            {.path = path_, .bytes = kMappedBytes, .access = access, .huge_pages = huge_pages});
        EXPECT_TRUE(mapping.has_value()) << mapping.error().message;
        return std::move(*mapping);
    }

    support::TemporaryDirectory directory_;
    std::filesystem::path path_ = directory_ / "memory";
    Descriptor file_{-1};
};

/// The kernel knows which addresses are mapped.
bool is_mapped(const std::byte* memory) {
    std::array<unsigned char, kMappedBytes / kPageBytes> resident{};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): the kernel does not write to it
    return ::mincore(const_cast<std::byte*>(memory), kMappedBytes, resident.data()) == 0;
}

TEST_F(MappingTest, ShowsTheWholeFileAndWritesReachIt) {
    const Mapping mapping = map(Access::ReadWrite);
    ASSERT_EQ(mapping.memory().size(), kMappedBytes);
    EXPECT_TRUE(
        std::ranges::all_of(mapping.memory(), [](std::byte b) { return b == std::byte{'a'}; }));
    mapping.memory()[0] = std::byte{'x'};
    mapping.memory()[kMappedBytes - 1] = std::byte{'z'};
    char first = 0;
    char last = 0;
    ASSERT_EQ(::pread(file_.number(), &first, 1, 0), 1);
    ASSERT_EQ(::pread(file_.number(), &last, 1, kMappedBytes - 1), 1);
    EXPECT_EQ(first, 'x');
    EXPECT_EQ(last, 'z');
}

TEST_F(MappingTest, TwoMappingsOfAFileAreTheSameMemory) {
    const Mapping writing = map(Access::ReadWrite);
    const Mapping reading = map(Access::ReadOnly);
    writing.memory()[kPageBytes] = std::byte{7};
    EXPECT_EQ(reading.memory()[kPageBytes], std::byte{7});
}

TEST_F(MappingTest, AReadersMappingCannotBeWrittenThrough) {
    const Mapping mapping = map(Access::ReadOnly);
    EXPECT_EQ(mapping.memory()[0], std::byte{'a'});
    EXPECT_DEATH(mapping.memory()[0] = std::byte{1}, "");
}

/// The kernel refuses advice that does not exist; qemu-user accepts all of it, and does nothing.
bool is_advice_ignored(MutableBytes memory) {
    constexpr int kNoAdvice = -1;
    return ::madvise(memory.data(), memory.size(), kNoAdvice) == 0;
}

/// The kernel's page table of this process: one word a page, its highest bit set when it is mapped.
std::uint64_t pages_in_place(const Descriptor& pagemap, MutableBytes memory) {
    std::array<std::uint64_t, kMappedBytes / kPageBytes> entries{};
    const auto first = reinterpret_cast<std::uintptr_t>(memory.data()) / kPageBytes;
    EXPECT_EQ(::pread(pagemap.number(), entries.data(), sizeof entries,
                      static_cast<off_t>(first * sizeof(std::uint64_t))),
              static_cast<ssize_t>(sizeof entries));
    return static_cast<std::uint64_t>(
        std::ranges::count_if(entries, [](std::uint64_t of_page) { return of_page >> 63U != 0; }));
}

TEST_F(MappingTest, EveryPageIsInPlaceBeforeItIsTouched) {
    const Descriptor pagemap(::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC));
    if (!pagemap || ::sysconf(_SC_PAGESIZE) != static_cast<long>(kPageBytes)) {
        GTEST_SKIP() << "needs /proc/self/pagemap and pages of 4 KiB";
    }
    for (const Access access : {Access::ReadOnly, Access::ReadWrite}) {
        const Mapping mapping = map(access);
        if (is_advice_ignored(mapping.memory())) {
            GTEST_SKIP() << "needs a kernel that takes advice about memory; this is an emulator";
        }
        EXPECT_EQ(pages_in_place(pagemap, mapping.memory()), kMappedBytes / kPageBytes);
    }
}

TEST_F(MappingTest, TheMemoryIsUnmappedByItsLastOwnerAndNotBefore) {
    const std::byte* memory = nullptr;
    {
        Mapping first = map(Access::ReadWrite);
        memory = first.memory().data();
        const Mapping second(std::move(first));
        EXPECT_TRUE(
            first.memory()
                .empty());  // NOLINT(bugprone-use-after-move): a moved-from mapping is empty
        EXPECT_EQ(second.memory().data(), memory);
        EXPECT_EQ(second.memory().size(), kMappedBytes);
        EXPECT_TRUE(is_mapped(memory));
    }
    EXPECT_FALSE(is_mapped(memory));
    EXPECT_EQ(errno, ENOMEM);
}

TEST_F(MappingTest, AnAssignedMappingReleasesWhatItHad) {
    const std::byte* old_memory = nullptr;
    const std::byte* new_memory = nullptr;
    {
        Mapping kept = map(Access::ReadWrite);
        old_memory = kept.memory().data();
        {
            Mapping other = map(Access::ReadWrite);
            new_memory = other.memory().data();
            kept = std::move(other);
        }
        EXPECT_EQ(kept.memory().data(), new_memory);
        EXPECT_TRUE(is_mapped(new_memory));
        EXPECT_FALSE(is_mapped(old_memory));
    }
    EXPECT_FALSE(is_mapped(new_memory));
}

TEST_F(MappingTest, AFileThatCannotBeMappedIsAnErrorWithItsPath) {
    const auto closed = Mapping::map(Descriptor(-1), {.path = "/x/orders", .bytes = kPageBytes});
    ASSERT_FALSE(closed.has_value());
    EXPECT_EQ(closed.error().message, "/x/orders: cannot be mapped: Bad file descriptor");
    const auto empty = Mapping::map(file_, {.path = "/x/orders", .bytes = 0});
    ASSERT_FALSE(empty.has_value());
    EXPECT_EQ(empty.error().message, "/x/orders: cannot be mapped: Invalid argument");
    const Descriptor reading(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
    EXPECT_FALSE(
        Mapping::map(reading, {.bytes = kPageBytes, .access = Access::ReadWrite}).has_value());
    EXPECT_TRUE(
        Mapping::map(reading, {.bytes = kPageBytes, .access = Access::ReadOnly}).has_value());
}

TEST_F(MappingTest, SmallFilesHavePlainPages) {
    EXPECT_EQ(map(Access::ReadWrite, HugePages::Never).page_kind(), PageKind::Plain);
    EXPECT_EQ(map(Access::ReadWrite, HugePages::Try).page_kind(), PageKind::Plain);
    EXPECT_EQ(huge_page_bytes(file_), 0U);
    EXPECT_EQ(huge_page_bytes(Descriptor(-1)), 0U);
}

}  // namespace
}  // namespace hotpath::shm
