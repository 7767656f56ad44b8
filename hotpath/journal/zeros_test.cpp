#include "hotpath/journal/zeros.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::journal {
namespace {

/// The same, byte by byte.
[[nodiscard]] std::size_t before_zeros(const std::vector<std::byte>& bytes) {
    const auto last = std::find_if(bytes.rbegin(), bytes.rend(),
                                   [](std::byte byte) { return byte != std::byte{}; });
    return static_cast<std::size_t>(bytes.rend() - last);
}

TEST(Zeros, AreFoundAtEveryLengthAndBehindEveryByte) {
    for (const std::size_t size : {0U, 1U, 31U, 32U, 33U, 4'095U, 4'096U, 4'097U, 12'300U}) {
        std::vector<std::byte> bytes(size);
        EXPECT_TRUE(is_zero(bytes)) << size;
        EXPECT_EQ(bytes_before_zeros(bytes), 0U) << size;
        for (std::size_t at = 0; at < size; at += size > 100 ? 17 : 1) {
            bytes[at] = std::byte{1};
            EXPECT_FALSE(is_zero(bytes)) << size << ' ' << at;
            EXPECT_EQ(bytes_before_zeros(bytes), before_zeros(bytes)) << size << ' ' << at;
            bytes[at] = std::byte{};
        }
    }
}

TEST(Zeros, BytesThatAreAllTheSameAreNone) {
    const std::vector<std::byte> bytes(100, std::byte{7});
    EXPECT_FALSE(is_zero(bytes));
    EXPECT_EQ(bytes_before_zeros(bytes), 100U);
}

}  // namespace
}  // namespace hotpath::journal
