#include "bench/growth/memory.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <string_view>

#include <malloc.h>

namespace hotpath::bench::growth {

std::size_t resident_bytes(std::istream& rollup) {
    // Rss has transparent huge pages, and none of the pool's.
    constexpr std::array<std::string_view, 3> kCounted{
        "Rss:", "Shared_Hugetlb:", "Private_Hugetlb:"};
    constexpr std::size_t kBytesInKibibyte = 1024;
    std::size_t bytes = 0;
    for (std::string line; std::getline(rollup, line);) {
        if (std::ranges::any_of(kCounted, [&](auto name) { return line.starts_with(name); })) {
            bytes += kBytesInKibibyte * std::stoull(line.substr(line.find(':') + 1));
        }
    }
    return bytes;
}

std::size_t resident_bytes() {
    std::ifstream rollup("/proc/self/smaps_rollup");
    return resident_bytes(rollup);
}

namespace {

std::size_t resident_without_freed_bytes() {
    malloc_trim(0);
    return resident_bytes();
}

}  // namespace

MemoryGrowth::MemoryGrowth() : before_(resident_without_freed_bytes()) {}

Metric MemoryGrowth::metric() const {
    constexpr double kBytesInMebibyte = 1024 * 1024;
    const std::size_t now = std::max(resident_bytes(), before_);
    return {"memory", "MiB", static_cast<double>(now - before_) / kBytesInMebibyte};
}

}  // namespace hotpath::bench::growth
