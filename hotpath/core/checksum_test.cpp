#include "hotpath/core/checksum.hpp"

#include <cstdint>
#include <initializer_list>
#include <set>
#include <span>
#include <string_view>

#include <gtest/gtest.h>

namespace hotpath {
namespace {

std::uint64_t checksum_of(std::initializer_list<std::uint64_t> words) {
    Checksum checksum;
    for (const std::uint64_t word : words) {
        checksum.add(word);
    }
    return checksum.value();
}

std::uint64_t checksum_of(std::initializer_list<std::string_view> texts) {
    Checksum checksum;
    for (const std::string_view text : texts) {
        checksum.add(std::as_bytes(std::span(text)));
    }
    return checksum.value();
}

TEST(Checksum, EqualInputsGiveEqualChecksums) {
    EXPECT_EQ(checksum_of({1U, 2U, 3U}), checksum_of({1U, 2U, 3U}));
    EXPECT_EQ(checksum_of({"ITCH", "OUCH"}), checksum_of({"ITCH", "OUCH"}));
}

TEST(Checksum, OrderAndZerosCount) {
    EXPECT_NE(checksum_of({1U, 2U}), checksum_of({2U, 1U}));
    EXPECT_NE(checksum_of({0U}), Checksum{}.value());
    EXPECT_NE(checksum_of({0U}), checksum_of({0U, 0U}));
}

TEST(Checksum, WhereOneRunOfBytesEndsCounts) {
    EXPECT_NE(checksum_of({"ab", "c"}), checksum_of({"a", "bc"}));
    EXPECT_NE(checksum_of({"", "abc"}), checksum_of({"abc", ""}));
    EXPECT_NE(checksum_of({std::string_view("a\0", 2)}), checksum_of({"a"}));
}

TEST(Checksum, EveryBitOfAnInputChangesIt) {
    std::set<std::uint64_t> seen{checksum_of({0U, 0U})};
    for (std::uint64_t bit = 1; bit != 0; bit <<= 1U) {
        seen.insert(checksum_of({bit, 0U}));
        seen.insert(checksum_of({0U, bit}));
    }
    EXPECT_EQ(seen.size(), 1U + 2 * 64);
}

// Checksums are committed and compared between machines and compilers: the function itself may not
// drift.
TEST(Checksum, IsTheOneItAlwaysWas) {
    EXPECT_EQ(checksum_of({1U, 2U, 3U}), 13970180949236865482ULL);
    EXPECT_EQ(checksum_of({"a longer text than eight bytes"}), 13524213969891926002ULL);
}

}  // namespace
}  // namespace hotpath
