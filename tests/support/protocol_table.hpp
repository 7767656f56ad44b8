#pragma once
/// The field tables of tests/golden/protocols, and the check of a message type against its rows.
///
/// A field's place is measured, not read from our source: all ones are stored into a message of
/// zeros, and the bytes that changed are the field's. The fields must be the table's, in its order,
/// by name, offset and length, and cover each byte of the message once. Tests only.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/symbol.hpp"
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
    std::ifstream file(protocol_file(table).value());
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

/// A value of a field's type whose bytes on the wire are all 0xFF.
template <class Value>
Value all_ones() {
    if constexpr (std::is_integral_v<Value>) {
        return static_cast<Value>(~Value{});
    } else if constexpr (std::is_same_v<Value, Symbol>) {
        return {all_ones<decltype(Symbol::characters)>()};
    } else {
        Value value;
        value.fill('\xFF');
        return value;
    }
}

/// What the type column says of the C++ type: c a char, a characters, the rest integers.
template <class Value>
bool is_of_type(std::string_view type) {
    if (type == "c") {
        return std::is_same_v<Value, char>;
    }
    return (type == "a") != std::is_integral_v<Value>;
}

template <class M>
void expect_fields_of_table(const std::vector<FieldRow>& rows) {
    std::size_t index = 0;
    std::size_t end = 0;
    for_each_field<M>([&](const auto& field) {
        ASSERT_LT(index, rows.size()) << field.name;
        const FieldRow& row = rows[index++];
        SCOPED_TRACE(row.message + "." + row.field);
        std::array<std::byte, M::kLength> bytes{};
        M& message = M::at(bytes.data());
        using Value = decltype(field.load(message));
        field.store(message, all_ones<Value>());
        const auto first = std::ranges::find(bytes, std::byte{0xFF});
        EXPECT_EQ(field.name, row.field);
        EXPECT_TRUE(is_of_type<Value>(row.type)) << row.type;
        EXPECT_EQ(static_cast<std::size_t>(first - bytes.begin()), row.offset);
        EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(bytes, std::byte{0xFF})), row.length);
        EXPECT_EQ(row.offset, end) << "fields follow each other without a hole";
        end = row.offset + row.length;
        if constexpr (std::is_integral_v<Value>) {
            field.store(message, Value{1});
            EXPECT_EQ(bytes[end - 1], std::byte{1}) << "big-endian";
            EXPECT_EQ(std::ranges::count(bytes, std::byte{0}),
                      static_cast<std::ptrdiff_t>(M::kLength - 1));
        }
    });
    EXPECT_EQ(index, rows.size());
    ASSERT_FALSE(rows.empty());
    EXPECT_EQ(std::to_string(M::kLength), rows.front().message_length);
    EXPECT_EQ(end, M::kLength);
}

}  // namespace hotpath::support
