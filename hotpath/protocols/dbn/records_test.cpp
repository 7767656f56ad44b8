#include "hotpath/protocols/dbn/records.hpp"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/dbn/decode.hpp"
#include "tests/support/dbn_fields.hpp"
#include "tests/support/protocol_table.hpp"

namespace hotpath::protocols::dbn {
namespace {

using support::DbnField;
using support::DbnRecord;
using support::FieldRow;
using support::kDbnRecords;

std::string code_of(const DbnRecord& record) {
    constexpr char kDigits[] = "0123456789abcdef";
    return std::string("0x") + kDigits[record.rtype / 16] + kDigits[record.rtype % 16];
}

std::vector<FieldRow> rows_of(const DbnRecord& record) {
    return support::field_rows("dbn.csv", record.versions, code_of(record));
}

/// Where all ones lie, stored into a record of zeros, and that a one lies in a number's first byte.
void expect_place(const DbnField& field, std::size_t record_length, const FieldRow& row) {
    std::vector<std::byte> expected(record_length);
    std::fill_n(expected.begin() + static_cast<std::ptrdiff_t>(row.offset), row.length,
                std::byte{0xFF});
    std::vector<std::byte> bytes(record_length);
    field.fill(bytes.data(), 0xFF);
    EXPECT_EQ(bytes, expected);
    EXPECT_EQ(field.name, row.field);
    EXPECT_EQ(field.is_number, row.type != "c" && row.type != "a") << row.type;
    if (field.is_number) {
        std::ranges::fill(expected, std::byte{0});
        expected[row.offset] = std::byte{1};
        field.store_one(bytes.data());
        EXPECT_EQ(bytes, expected) << "little-endian";
        field.fill(bytes.data(), 0xFF);
        EXPECT_EQ(field.text(bytes.data()).starts_with('-'), row.type.starts_with('i')) << row.type;
    }
}

TEST(DbnRecords, EveryFieldStandsWhereTheSpecificationPutsIt) {
    for (const DbnRecord& record : kDbnRecords) {
        const std::vector<FieldRow> rows = rows_of(record);
        SCOPED_TRACE(code_of(record) + " of versions " + std::string(record.versions));
        ASSERT_EQ(record.fields.size(), rows.size());
        std::size_t end = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            SCOPED_TRACE(rows[i].field);
            ASSERT_EQ(rows[i].offset, end) << "fields follow each other without a hole";
            end = rows[i].offset + rows[i].length;
            ASSERT_LE(end, record.length);
            expect_place(record.fields[i], record.length, rows[i]);
        }
        EXPECT_EQ(end, record.length);
        EXPECT_EQ(std::to_string(record.length), rows.front().message_length);
    }
}

TEST(DbnRecords, ANewRecordIsItsLengthItsTypeAndZeros) {
    for (const DbnRecord& record : kDbnRecords) {
        std::vector<std::byte> expected(record.length);
        expected[0] = static_cast<std::byte>(record.length / 4);
        expected[1] = static_cast<std::byte>(record.rtype);
        EXPECT_EQ(record.make(), expected) << code_of(record);
    }
}

TEST(DbnRecords, TheLevelsOfARecordFollowItsHead) {
    Mbp10Msg record;
    for (std::size_t i = 0; i < Mbp10Msg::kLevels; ++i) {
        record.level(i).store_bid_px(static_cast<std::int64_t>(100 - i));
    }
    EXPECT_EQ(record.level(9).load_bid_px(), 91);
    EXPECT_EQ(Uint64::load(record.bytes().data() + kMbpHeadLength + 9 * BidAskPair::kLength), 91U);
    EXPECT_EQ(TradeMsg::kLength, kMbpHeadLength);
}

TEST(DbnText, EndsAtItsFirstZero) {
    constexpr auto kField = to_text<6>("AB");
    EXPECT_EQ(text_of(kField), "AB");
    EXPECT_EQ(text_of(to_text<3>("ABCD")), "AB") << "a zero is left";
    EXPECT_EQ(text_of(std::array{'A', 'B'}), "AB") << "no zero at all";
}

TEST(DbnCodes, ASchemaHasItsName) {
    EXPECT_EQ(schema::name(schema::kMbo), "mbo");
    EXPECT_EQ(schema::name(schema::kDefinition), "definition");
    EXPECT_EQ(schema::name(schema::kStatus), "status");
    EXPECT_EQ(schema::name(schema::kMixed), "mixed");
    EXPECT_EQ(schema::name(19), "bbo-1m");
    EXPECT_EQ(schema::name(20), "unknown");
}

}  // namespace
}  // namespace hotpath::protocols::dbn
