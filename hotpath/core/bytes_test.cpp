#include "hotpath/core/bytes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath {
namespace {

using ::testing::ElementsAre;

constexpr std::byte operator""_b(unsigned long long value) {
    return static_cast<std::byte>(value);
}

TEST(Bytes, TheFirstByteIsTheMostSignificant) {
    std::array<std::byte, 8> bytes{};
    store_be<std::uint16_t>(bytes.data(), 0x0102);
    store_be<std::uint32_t>(bytes.data() + 2, 0x03040506);
    EXPECT_THAT(bytes, ElementsAre(1_b, 2_b, 3_b, 4_b, 5_b, 6_b, 0_b, 0_b));
    EXPECT_EQ(load_be<std::uint64_t>(bytes.data()), 0x0102030405060000U);
    EXPECT_EQ(load_be<std::uint8_t>(bytes.data() + 5), 6U);
}

TEST(Bytes, TheFirstByteOfLittleEndianIsTheLeastSignificant) {
    std::array<std::byte, 8> bytes{};
    store_le<std::uint16_t>(bytes.data(), 0x0102);
    store_le<std::uint32_t>(bytes.data() + 2, 0x03040506);
    EXPECT_THAT(bytes, ElementsAre(2_b, 1_b, 6_b, 5_b, 4_b, 3_b, 0_b, 0_b));
    EXPECT_EQ(load_le<std::uint64_t>(bytes.data()), 0x0304050601'02U);
    EXPECT_EQ(load_le<std::uint8_t>(bytes.data() + 5), 3U);
}

TEST(Bytes, SixBytesHoldFortyEightBits) {
    std::array<std::byte, 8> bytes{0xee_b, 0_b, 0_b, 0_b, 0_b, 0_b, 0_b, 0xee_b};
    store_be48(bytes.data() + 1, 0x0102'0304'0506U);
    EXPECT_THAT(bytes, ElementsAre(0xee_b, 1_b, 2_b, 3_b, 4_b, 5_b, 6_b, 0xee_b));
    EXPECT_EQ(load_be48(bytes.data() + 1), 0x0102'0304'0506U);
}

// Loads what it stored, and nothing beside is touched, at every alignment.
template <class T>
void expect_round_trip(Random& random) {
    for (std::size_t at = 1; at <= 8; ++at) {
        std::array<std::byte, 24> bytes{};
        const auto value = static_cast<T>(random.next() | 1U);
        store_be<T>(bytes.data() + at, value);
        EXPECT_EQ(load_be<T>(bytes.data() + at), value);
        EXPECT_EQ(bytes[at - 1], 0_b);
        EXPECT_EQ(bytes[at + sizeof(T)], 0_b);
        EXPECT_NE(bytes[at + sizeof(T) - 1], 0_b);
    }
}

TEST(Bytes, LoadGivesWhatStoreWroteAtEveryAlignment) {
    Random random(support::seed_of_this_test(1));
    for (int i = 0; i < 100; ++i) {
        expect_round_trip<std::uint8_t>(random);
        expect_round_trip<std::uint16_t>(random);
        expect_round_trip<std::uint32_t>(random);
        expect_round_trip<std::uint64_t>(random);
    }
}

}  // namespace
}  // namespace hotpath
