#include "hotpath/core/state_bytes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath {
namespace {

TEST(StateBytes, AreReadAsTheyWereWritten) {
    const std::array<std::byte, 3> text{std::byte{1}, std::byte{2}, std::byte{3}};
    StateWriter writer;
    writer.put(std::uint8_t{7});
    writer.put(std::uint64_t{1} << 40U);
    writer.put(true);
    writer.put(Time{-5});
    writer.put(Price{-1});
    writer.put_bytes(text);
    writer.put_bytes({});
    StateReader reader(writer.bytes());
    EXPECT_EQ(reader.get<std::uint8_t>(), 7);
    EXPECT_EQ(reader.get<std::uint64_t>(), std::uint64_t{1} << 40U);
    EXPECT_TRUE(reader.get_bool());
    EXPECT_EQ(reader.get_time(), Time{-5});
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

struct Pieces final : StateSink {
    void on_piece(Bytes piece) override {
        EXPECT_TRUE(sizes.empty() || sizes.back() == kStatePieceBytes) << "the last alone is short";
        sizes.push_back(piece.size());
        bytes.insert(bytes.end(), piece.begin(), piece.end());
    }
    std::vector<std::size_t> sizes;
    std::vector<std::byte> bytes;
};

TEST(StateBytes, InPiecesAreTheSame) {
    const std::vector<std::byte> large(kStatePieceBytes * 2 + 12'345, std::byte{9});
    for (const std::size_t small :
         {std::size_t{0}, kStatePieceBytes / 8 - 1, kStatePieceBytes / 8, std::size_t{200'000}}) {
        Pieces pieces;
        StateWriter whole;
        StateWriter split(pieces);
        for (StateWriter* writer : {&whole, &split}) {
            for (std::size_t n = 0; n < small; ++n) {
                writer->put(std::uint64_t{n});
            }
            writer->put_bytes(large);
            writer->put(Time{7});
            writer->finish();
        }
        EXPECT_TRUE(std::ranges::equal(pieces.bytes, whole.bytes())) << small;
        EXPECT_GE(pieces.sizes.size(), 3U);
    }
    Pieces none;
    StateWriter empty(none);
    empty.finish();
    EXPECT_TRUE(none.sizes.empty());
}

}  // namespace
}  // namespace hotpath
