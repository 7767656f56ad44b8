#include "hotpath/protocols/message.hpp"

#include <array>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::protocols {
namespace {

struct Sample : Message<Sample, 15> {
    HOTPATH_FIELD(Char, 0, kind)
    HOTPATH_FIELD(Uint48, 1, time)
    HOTPATH_FIELD(Int32, 7, offset)
    HOTPATH_FIELD(Alpha<4>, 11, text)
};

TEST(Message, IsItsBytesAtAnyAlignment) {
    static_assert(sizeof(Sample) == 15 && alignof(Sample) == 1);
    std::array<std::byte, 17> bytes{};
    for (const std::size_t at : {0UL, 1UL, 2UL}) {
        Sample& sample = Sample::at(bytes.data() + at);
        sample.store_time(0x0000'0102'0304'0506);
        EXPECT_EQ(sample.load_time(), 0x0000'0102'0304'0506U);
        EXPECT_EQ(sample.bytes().data(), bytes.data() + at);
        EXPECT_EQ(bytes[at + 1], std::byte{0x01});
        EXPECT_EQ(bytes[at + 6], std::byte{0x06});
    }
}

TEST(Message, ATimestampKeepsItsLower48BitsAndTouchesNoOthers) {
    Sample sample;
    sample.store_time(std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(sample.load_time(), (std::uint64_t{1} << 48U) - 1);
    EXPECT_EQ(sample.load_kind(), '\0');
    EXPECT_EQ(sample.load_offset(), 0);
}

TEST(Message, ASignedFieldIsTwosComplement) {
    Sample sample;
    for (const std::int32_t value : {0, 1, -1, std::numeric_limits<std::int32_t>::min(),
                                     std::numeric_limits<std::int32_t>::max()}) {
        sample.store_offset(value);
        EXPECT_EQ(sample.load_offset(), value);
    }
    sample.store_offset(-2);
    EXPECT_EQ(sample.bytes()[7], std::byte{0xFF});
    EXPECT_EQ(sample.bytes()[10], std::byte{0xFE});
}

TEST(Message, TextIsPaddedWithSpacesAndCutToTheField) {
    EXPECT_EQ(to_alpha<4>("AB"), (std::array{'A', 'B', ' ', ' '}));
    EXPECT_EQ(to_alpha<4>("ABCDE"), (std::array{'A', 'B', 'C', 'D'}));
    EXPECT_EQ(trimmed(to_alpha<4>("AB")), "AB");
    EXPECT_EQ(trimmed(to_alpha<4>("A B")), "A B");
    EXPECT_EQ(trimmed(to_alpha<4>("")), "");
}

TEST(DecodeStatus, EveryAnswerHasAName) {
    EXPECT_EQ(name(DecodeStatus::Ok), "ok");
    EXPECT_EQ(name(DecodeStatus::Malformed), "malformed");
    static_assert(static_cast<std::size_t>(DecodeStatus::Malformed) + 1 == kDecodeStatuses);
}

}  // namespace
}  // namespace hotpath::protocols
