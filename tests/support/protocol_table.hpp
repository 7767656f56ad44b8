#pragma once
/// The field tables of tests/golden/protocols, and the check of a message type against its rows.
///
/// A field's place is measured, not read from our source: all ones are stored into a message of
/// zeros, and the bytes that changed are the field's. The fields must be the table's, in its order,
/// by name, offset and length, and cover each byte of the message once. Tests only.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/data_files.hpp"
#include "tests/support/message_fields.hpp"

namespace hotpath::support {

struct FieldRow {
    std::string direction, code, message, message_length, field;
    std::size_t offset = 0, length = 0;
    std::string type;
};

/// The rows of direction `direction` and message `code`, without the variable parts.
inline std::vector<FieldRow> field_rows(std::string_view table, std::string_view direction,
                                        std::string_view code) {
    std::ifstream file(golden_file("protocols") / table);
    std::vector<FieldRow> rows;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream cells(line);
        std::array<std::string, 8> cell;
        for (std::string& text : cell) {
            std::getline(cells, text, ',');
        }
        if (cell[0] == direction && cell[1] == code && cell[7] != "var") {
            const std::string length = cell[3].substr(cell[3].find_first_not_of(">="));
            rows.push_back({cell[0], cell[1], cell[2], length, cell[4], std::stoul(cell[5]),
                            std::stoul(cell[6]), cell[7]});
        }
    }
    return rows;
}

/// The C++ type of a type column: c a char, a characters, the rest integers.
inline FieldKind kind_of(std::string_view type) {
    if (type == "c") {
        return FieldKind::Character;
    }
    return type == "a" ? FieldKind::Text : FieldKind::Integer;
}

/// Where all ones lie, stored into a message of zeros, and that a one lies in an integer's last byte, of
/// little-endian ones in the first.
inline void expect_field_of_row(const Field& field, std::size_t message_length, const FieldRow& row,
                                std::endian order) {
    FieldValue all_ones{.integer = ~std::uint64_t{0}};
    all_ones.characters.fill('\xFF');
    std::vector<std::byte> expected(message_length);
    std::fill_n(expected.begin() + static_cast<std::ptrdiff_t>(row.offset), row.length,
                std::byte{0xFF});
    std::vector<std::byte> bytes(message_length);
    field.store(bytes.data(), all_ones);
    EXPECT_EQ(bytes, expected);
    EXPECT_EQ(field.name, row.field);
    EXPECT_EQ(field.kind, kind_of(row.type)) << row.type;
    if (field.kind == FieldKind::Integer) {
        std::ranges::fill(expected, std::byte{0});
        const bool is_big = order == std::endian::big;
        expected[row.offset + (is_big ? row.length - 1 : 0)] = std::byte{1};
        field.store(bytes.data(), {.integer = 1});
        EXPECT_EQ(bytes, expected) << (is_big ? "big-endian" : "little-endian");
    }
}

inline void expect_fields_of_table(std::span<const Field> fields, std::size_t message_length,
                                   const std::vector<FieldRow>& rows,
                                   std::endian order = std::endian::big) {
    ASSERT_FALSE(rows.empty());
    ASSERT_EQ(fields.size(), rows.size()) << rows.front().message;
    std::size_t end = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const FieldRow& row = rows[i];
        SCOPED_TRACE(row.message + "." + row.field);
        ASSERT_EQ(row.offset, end) << "fields follow each other without a hole";
        end = row.offset + row.length;
        ASSERT_LE(end, message_length);
        expect_field_of_row(fields[i], message_length, row, order);
    }
    EXPECT_EQ(std::to_string(message_length), rows.front().message_length);
    EXPECT_EQ(end, message_length);
}

}  // namespace hotpath::support
