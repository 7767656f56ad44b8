#include "hotpath/core/state_bytes.hpp"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

namespace hotpath {
namespace {

TEST(StateBytes, AreReadAsTheyWereWritten) {
    const std::array<std::byte, 3> text{std::byte{1}, std::byte{2}, std::byte{3}};
    StateWriter writer;
    writer.put(std::uint8_t{7});
    writer.put(std::uint64_t{1} << 40U);
    writer.put(true);
    writer.put(Nanos{-5});
    writer.put(Price{-1});
    writer.put_bytes(text);
    writer.put_bytes({});
    StateReader reader(writer.bytes());
    EXPECT_EQ(reader.get<std::uint8_t>(), 7);
    EXPECT_EQ(reader.get<std::uint64_t>(), std::uint64_t{1} << 40U);
    EXPECT_TRUE(reader.get_bool());
    EXPECT_EQ(reader.get_nanos(), Nanos{-5});
    EXPECT_EQ(reader.get_price(), Price{-1});
    EXPECT_TRUE(std::ranges::equal(reader.get_bytes(), text));
    EXPECT_FALSE(reader.is_done());
    EXPECT_TRUE(reader.get_bytes().empty());
    EXPECT_TRUE(reader.is_done());
}

TEST(StateBytes, WhatIsMissingReadsAsZeroAndIsRemembered) {
    StateWriter writer;
    writer.put(std::uint16_t{0x0102});
    StateReader reader(writer.bytes());
    EXPECT_EQ(reader.get<std::uint32_t>(), 0U);
    EXPECT_FALSE(reader.is_ok());
    EXPECT_EQ(reader.get<std::uint8_t>(), 0U) << "nothing is read after it";
}

TEST(StateBytes, ALengthBeyondTheEndIsRefused) {
    StateWriter writer;
    writer.put(~std::uint64_t{0});
    StateReader reader(writer.bytes());
    EXPECT_TRUE(reader.get_bytes().empty());
    EXPECT_FALSE(reader.is_done());
}

TEST(StateBytes, TheReaderOfAnImpossibleValueRefuses) {
    StateReader reader({});
    EXPECT_TRUE(reader.is_done());
    reader.refuse();
    EXPECT_FALSE(reader.is_ok());
}

}  // namespace
}  // namespace hotpath
