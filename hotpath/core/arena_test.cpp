#include "hotpath/core/arena.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/core/units.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath {
namespace {

constexpr std::size_t kHuge = Arena::kHugePageBytes;

// A kernel whose refusals the test chooses. Mappings come from the heap, in plain page alignment
// like real ones.
struct FakeKernel {
    bool has_reserved_huge_pages = false;
    bool merges_pages = false;
    std::size_t bytes_max = ~std::size_t{0};
    int maps = 0;
    int unmaps = 0;
    void* advised_from = nullptr;
    std::size_t advised_bytes = 0;
    std::size_t unmapped_bytes = 0;

    static constexpr std::size_t kPage = 4096;
};

FakeKernel kernel;

// MAP_HUGETLB is the only flag that an arena ever adds.
void* fake_map(std::size_t bytes, int flags) noexcept {
    ++kernel.maps;
    if (bytes > kernel.bytes_max || (flags != 0 && !kernel.has_reserved_huge_pages)) {
        errno = ENOMEM;
        return nullptr;
    }
    void* const memory = std::aligned_alloc(flags != 0 ? kHuge : FakeKernel::kPage, bytes);
    std::memset(memory, 0, bytes);
    return memory;
}

bool fake_advise(void* from, std::size_t bytes) noexcept {
    kernel.advised_from = from;
    kernel.advised_bytes = bytes;
    return kernel.merges_pages;
}

void fake_unmap(void* from, std::size_t bytes) noexcept {
    ++kernel.unmaps;
    kernel.unmapped_bytes = bytes;
    std::free(from);
}

constexpr MappingCalls kFakeCalls{.map = fake_map, .advise_huge = fake_advise, .unmap = fake_unmap};

class ArenaOnFakeKernel : public ::testing::Test {
  protected:
    ArenaOnFakeKernel() { kernel = {}; }
};

TEST(Arena, AllocationsAreZeroedAndBeginOnACacheLine) {
    Arena arena = Arena::create(10'000, HugePages::Never).value();
    for (const std::size_t n : {1U, 3U, 64U, 65U}) {
        const std::span<std::byte> bytes = arena.allocate<std::byte>(n);
        EXPECT_EQ(bytes.size(), n);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data()) % kCacheLine, 0U);
        EXPECT_TRUE(std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{0}; }));
        std::ranges::fill(bytes, std::byte{0xff});
    }
}

TEST(Arena, TheSumOfBytesForIsExactlyEnough) {
    const std::size_t bytes = Arena::bytes_for<std::uint64_t>(100) + Arena::bytes_for<char>(1) +
                              Arena::bytes_for<Price>(7);
    Arena arena = Arena::create(bytes, HugePages::Never).value();
    const std::size_t before = arena.remaining();
    std::ignore = arena.allocate<std::uint64_t>(100);
    std::ignore = arena.allocate<char>(1);
    std::ignore = arena.allocate<Price>(7);
    EXPECT_EQ(before - arena.remaining(), bytes);
}

TEST(Arena, AllocationsDoNotOverlap) {
    Arena arena = Arena::create(3 * kCacheLine, HugePages::Never).value();
    const std::span<char> first = arena.allocate<char>(kCacheLine);
    const std::span<char> second = arena.allocate<char>(1);
    const std::span<char> third = arena.allocate<char>(1);
    EXPECT_GE(second.data(), first.data() + first.size());
    EXPECT_GE(third.data(), second.data() + second.size());
}

TEST(Arena, NothingTakesNothing) {
    Arena arena = Arena::create(0, HugePages::Never).value();
    const std::size_t before = arena.remaining();
    EXPECT_TRUE(arena.allocate<std::uint64_t>(0).empty());
    EXPECT_EQ(arena.remaining(), before);
}

TEST(Arena, AllocatesNoHeapMemory) {
    const NoAllocScope scope;
    Arena arena = Arena::create(1'000'000, HugePages::Try).value();
    std::ignore = arena.allocate<std::uint64_t>(1000);
    EXPECT_EQ(scope.allocations(), 0U);
}

TEST(Arena, PrefaultKeepsWhatIsWritten) {
    Arena arena = Arena::create(100'000, HugePages::Never).value();
    const std::span<std::uint32_t> numbers = arena.allocate<std::uint32_t>(20'000);
    std::ranges::fill(numbers, 7);
    arena.prefault();
    EXPECT_TRUE(std::ranges::all_of(numbers, [](std::uint32_t n) { return n == 7; }));
}

TEST(Arena, RecordsStayWhereTheyAreWhenItMoves) {
    Arena first = Arena::create(1000, HugePages::Never).value();
    const std::span<int> numbers = first.allocate<int>(2);
    numbers[1] = 5;
    Arena second = std::move(first);
    Arena third = Arena::create(1000, HugePages::Never).value();
    third = std::move(second);
    EXPECT_EQ(numbers[1], 5);
    EXPECT_EQ(third.remaining(), third.capacity() - kCacheLine);
}

TEST(Arena, AnAbsurdSizeIsAnErrorThatNamesIt) {
    const auto absurd = Arena::create(~std::size_t{0}, HugePages::Try);
    ASSERT_FALSE(absurd.has_value());
    EXPECT_NE(absurd.error().message.find("18446744073709551615 bytes"), std::string::npos);
}

TEST_F(ArenaOnFakeKernel, TakesReservedHugePagesWhereThereAreSome) {
    kernel.has_reserved_huge_pages = true;
    const Arena arena = Arena::create(3'000'000, HugePages::Try, kFakeCalls).value();
    EXPECT_EQ(arena.page_kind(), PageKind::Huge);
    EXPECT_EQ(arena.capacity(), 2 * kHuge);
    EXPECT_EQ(kernel.maps, 1);
}

TEST_F(ArenaOnFakeKernel, AdvisesTheKernelToMergeAlignedPagesOtherwise) {
    kernel.merges_pages = true;
    Arena arena = Arena::create(3'000'000, HugePages::Try, kFakeCalls).value();
    EXPECT_EQ(arena.page_kind(), PageKind::TransparentHuge);
    EXPECT_EQ(arena.capacity(), 2 * kHuge);
    EXPECT_EQ(kernel.advised_bytes, 2 * kHuge);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(kernel.advised_from) % kHuge, 0U);
    const std::span<std::byte> all = arena.allocate<std::byte>(2 * kHuge);
    EXPECT_EQ(all.data(), kernel.advised_from);
    std::ranges::fill(all, std::byte{1});
}

TEST_F(ArenaOnFakeKernel, IsPlainWhereTheAdviceIsRefused) {
    const Arena arena = Arena::create(3'000'000, HugePages::Try, kFakeCalls).value();
    EXPECT_EQ(arena.page_kind(), PageKind::Plain);
    EXPECT_GE(arena.capacity(), 3'000'000U);
}

TEST_F(ArenaOnFakeKernel, IsPlainWhereOnlyTheBareSizeIsGranted) {
    kernel.bytes_max = 3'000'000 + FakeKernel::kPage;
    const Arena arena = Arena::create(3'000'000, HugePages::Try, kFakeCalls).value();
    EXPECT_EQ(arena.page_kind(), PageKind::Plain);
    EXPECT_EQ(kernel.maps, 3);
    EXPECT_LT(arena.capacity(), 3'000'000 + FakeKernel::kPage);
}

TEST_F(ArenaOnFakeKernel, NeverAsksForHugePagesWhenToldNotTo) {
    kernel.has_reserved_huge_pages = true;
    kernel.merges_pages = true;
    const Arena arena = Arena::create(3'000'000, HugePages::Never, kFakeCalls).value();
    EXPECT_EQ(arena.page_kind(), PageKind::Plain);
    EXPECT_EQ(kernel.advised_from, nullptr);
}

TEST_F(ArenaOnFakeKernel, TheErrorOfNoMemoryNamesTheSizeAndTheCause) {
    kernel.bytes_max = 0;
    const auto none = Arena::create(3'000'000, HugePages::Try, kFakeCalls);
    ASSERT_FALSE(none.has_value());
    EXPECT_NE(none.error().message.find("3000000 bytes"), std::string::npos)
        << none.error().message;
    EXPECT_NE(none.error().message.find(std::strerror(ENOMEM)), std::string::npos);
}

TEST_F(ArenaOnFakeKernel, GivesItsWholeMappingBackOnce) {
    {
        Arena first = Arena::create(3'000'000, HugePages::Try, kFakeCalls).value();
        Arena second = std::move(first);
        EXPECT_EQ(kernel.unmaps, 0);
    }
    EXPECT_EQ(kernel.unmaps, 1);
    EXPECT_EQ(kernel.unmapped_bytes, 3 * kHuge) << "the page mapped for alignment goes too";
}

TEST(Arena, EveryKindOfPageHasAName) {
    EXPECT_STREQ(page_kind_name(PageKind::Huge), "huge pages");
    EXPECT_STREQ(page_kind_name(PageKind::TransparentHuge), "transparent huge pages");
    EXPECT_STREQ(page_kind_name(PageKind::Plain), "plain pages");
}

TEST(ArenaDeathTest, StopsWhenItRunsOut) {
    Arena arena = Arena::create(1, HugePages::Never).value();
    const std::size_t capacity = arena.capacity();
    EXPECT_DEATH(std::ignore = arena.allocate<std::byte>(capacity + 1), "sized for all");
    EXPECT_DEATH(std::ignore = arena.allocate<std::uint64_t>(~std::size_t{0} / 8), "address space");
    std::ignore = arena.allocate<std::byte>(capacity);
    EXPECT_EQ(arena.remaining(), 0U);
    EXPECT_DEATH(std::ignore = arena.allocate<std::byte>(1), "sized for all");
}

}  // namespace
}  // namespace hotpath
