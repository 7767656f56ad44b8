#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include <gtest/gtest.h>

#include "hotpath/book/types.hpp"

namespace hotpath::book {
namespace {

using AllCounters = std::array<std::uint64_t, sizeof(BookCounters) / sizeof(std::uint64_t)>;

TEST(BookCounters, ASumHasEveryCounter) {
    AllCounters some{};
    std::iota(some.begin(), some.end(), 1);
    auto sum = std::bit_cast<BookCounters>(some);
    sum += std::bit_cast<BookCounters>(some);
    const auto sums = std::bit_cast<AllCounters>(sum);
    for (std::size_t i = 0; i < some.size(); ++i) {
        EXPECT_EQ(sums[i], 2 * some[i]) << "counter " << i;
    }
}

}  // namespace
}  // namespace hotpath::book
