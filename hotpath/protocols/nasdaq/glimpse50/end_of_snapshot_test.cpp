// The end of a GLIMPSE snapshot: where its fields stand, and the number in it as characters.

#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"

#include <array>
#include <limits>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/support/protocol_table.hpp"

namespace hotpath::protocols::nasdaq::glimpse50 {
namespace {

using support::expect_fields_of_table;
using support::field;
using support::field_rows;

constexpr std::uint64_t kHighest = std::numeric_limits<std::uint64_t>::max();

std::array<char, kSequenceNumberLength> characters(std::string_view text) {
    return to_alpha<kSequenceNumberLength>(text);
}

TEST(EndOfSnapshot, EveryFieldStandsWhereTheSpecificationPutsIt) {
    using M = EndOfSnapshot;
    const std::array fields{field<&M::load_type, &M::store_type>("type"),
                            field<&M::load_itch_sequence_number, &M::store_itch_sequence_number>(
                                "itch_sequence_number")};
    expect_fields_of_table(fields, M::kLength, field_rows("glimpse50.csv", "out", "G"));
}

TEST(EndOfSnapshot, ItsTypeIsNoTypeOfItch) {
    EXPECT_EQ(itch50::Messages::length(EndOfSnapshot::kType), 0U);
}

TEST(EndOfSnapshot, ANumberWrittenIsTheNumberRead) {
    for (const std::uint64_t number : {std::uint64_t{1}, std::uint64_t{10}, std::uint64_t{999},
                                       std::uint64_t{268'744'780}, kHighest}) {
        EndOfSnapshot message;
        message.store_itch_sequence_number(to_characters(number));
        std::uint64_t read = 0;
        EXPECT_EQ(decode_end_of_snapshot(message.bytes(), read), DecodeStatus::Ok);
        EXPECT_EQ(read, number);
    }
}

TEST(EndOfSnapshot, DigitsArePaddedOnEitherSide) {
    EXPECT_EQ(to_sequence_number(characters("12345")), 12'345U);
    EXPECT_EQ(to_sequence_number(characters("               12345")), 12'345U);
    EXPECT_EQ(to_sequence_number(characters("   12345")), 12'345U);
    EXPECT_EQ(to_sequence_number(characters("00000000000000012345")), 12'345U);
    EXPECT_EQ(to_sequence_number(characters("18446744073709551615")), kHighest);
}

TEST(EndOfSnapshot, WhatIsNoNumberIsMalformed) {
    for (const std::string_view text :
         {"", "0", "00000000000000000000", "12 45", "-1", "+1", "1.5", "0x10", "abc",
          "18446744073709551616", "99999999999999999999"}) {
        EndOfSnapshot message;
        message.store_itch_sequence_number(characters(text));
        std::uint64_t read = 7;
        EXPECT_EQ(decode_end_of_snapshot(message.bytes(), read), DecodeStatus::Malformed) << text;
        EXPECT_EQ(read, 7U) << text;
    }
}

TEST(EndOfSnapshot, AMessageOfAnotherLengthOrTypeIsRefused) {
    EndOfSnapshot message;
    message.store_itch_sequence_number(to_characters(1));
    std::array<std::byte, EndOfSnapshot::kLength + 1> longer{};
    std::ranges::copy(message.bytes(), longer.begin());
    std::uint64_t read = 7;
    EXPECT_EQ(decode_end_of_snapshot({}, read), DecodeStatus::Truncated);
    EXPECT_EQ(decode_end_of_snapshot(message.bytes().first(20), read), DecodeStatus::Truncated);
    EXPECT_EQ(decode_end_of_snapshot(longer, read), DecodeStatus::Oversized);
    longer.front() = std::byte{'A'};
    EXPECT_EQ(decode_end_of_snapshot(longer, read), DecodeStatus::UnknownType);
    EXPECT_FALSE(is_end_of_snapshot(longer));
    EXPECT_FALSE(is_end_of_snapshot({}));
    EXPECT_EQ(read, 7U);
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::glimpse50
