#include "bench/growth/memory.hpp"

#include <cstddef>
#include <cstring>
#include <memory>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "bench/growth/growth_tests.hpp"

namespace hotpath::bench::growth {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20U;
constexpr double kRingMiB = 8;

using Blocks = std::vector<std::unique_ptr<std::byte[]>>;

Blocks touched_blocks(std::size_t bytes) {
    constexpr std::size_t kBlockBytes = 16 * 1024;  // of the heap, not of a mapping of its own
    Blocks blocks;
    for (std::size_t n = 0; n < bytes / kBlockBytes; ++n) {
        blocks.push_back(std::make_unique_for_overwrite<std::byte[]>(kBlockBytes));
        std::memset(blocks.back().get(), 1, kBlockBytes);
    }
    return blocks;
}

/// Leaves freed memory in the heap, as inputs that were made before do. The block stays above it.
[[nodiscard]] Blocks leave_freed_heap() {
    Blocks blocks = touched_blocks(32 * kMebibyte);
    blocks.erase(blocks.begin(), blocks.end() - 1);
    return blocks;
}

double memory_of(const Measurement& measured) {
    for (const Metric& metric : measured.metrics) {
        if (metric.name == "memory") {
            return metric.value;
        }
    }
    return -1;
}

TEST(MemoryGrowth, HeapThatWasFreedBeforeCountsWhenItIsUsedAgain) {
    const Blocks above = leave_freed_heap();
    const MemoryGrowth memory;
    const Blocks used = touched_blocks(8 * kMebibyte);
    EXPECT_GE(memory.metric().value, kRingMiB);
    EXPECT_LT(memory.metric().value, 1.5 * kRingMiB);
}

TEST(MemoryGrowth, ARingTakesAtLeastItsBytes) {
    const Blocks above = leave_freed_heap();
    const auto clock = timing::TscClock::create();
    ASSERT_TRUE(clock.has_value());
    const auto tests = reader_tests({.quick = true, .clock = *clock});
    ASSERT_TRUE(tests.has_value());
    const Measurement measured = tests->front().subjects.front().run();
    ASSERT_EQ(measured.error, "");
    EXPECT_GE(memory_of(measured), kRingMiB);
}

TEST(MemoryGrowth, PagesOfTheHugePoolCountAsResident) {
    std::istringstream rollup(
        "00400000-7ffd3c5e9000 ---p 00000000 00:00 0    [rollup]\n"
        "Rss:                1024 kB\n"
        "Pss:                 512 kB\n"
        "Anonymous:           640 kB\n"
        "AnonHugePages:       256 kB\n"
        "Shared_Hugetlb:     2048 kB\n"
        "Private_Hugetlb:    4096 kB\n");
    EXPECT_EQ(resident_bytes(rollup), (1024 + 2048 + 4096) * std::size_t{1024});
}

}  // namespace
}  // namespace hotpath::bench::growth
