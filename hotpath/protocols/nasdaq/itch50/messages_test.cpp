#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/data_files.hpp"
#include "tests/support/itch50_fields.hpp"
#include "tests/support/protocol_table.hpp"

namespace hotpath::protocols::nasdaq::itch50 {
namespace {

using support::Field;
using support::FieldKind;
using support::FieldValue;
using support::kItch50Messages;
using support::MessageType;

/// One message as bytes, and its fields as the file writes them.
struct Vector {
    std::vector<std::byte> bytes;
    std::string fields;  // {"message_type": "S", "stock_locate": 82, ...
};

std::vector<std::byte> from_hex(const std::string& hex) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        bytes.push_back(static_cast<std::byte>(std::stoul(hex.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

/// The file's lines are {"hex": "53...", "fields": {...}}, and need no JSON parser.
std::vector<Vector> load_vectors() {
    constexpr std::string_view kBeforeHex = "{\"hex\": \"";
    constexpr std::string_view kBeforeFields = "\", \"fields\": ";
    std::ifstream file(support::golden_file("protocols/itch50_vectors.json"));
    std::vector<Vector> vectors;
    for (std::string line; std::getline(file, line);) {
        const std::size_t hex_end = line.find(kBeforeFields);
        if (line.starts_with(kBeforeHex) && hex_end != std::string::npos) {
            const std::size_t fields = hex_end + kBeforeFields.size();
            vectors.push_back(
                {from_hex(line.substr(kBeforeHex.size(), hex_end - kBeforeHex.size())),
                 line.substr(fields, line.rfind("}") - fields)});
        }
    }
    return vectors;
}

/// The type of a vector of the right length, nullptr for any other.
const MessageType* find_type(const std::vector<std::byte>& bytes) {
    const MessageType* const type =
        support::find_type(kItch50Messages, std::to_integer<char>(bytes.at(0)));
    return type != nullptr && type->length == bytes.size() ? type : nullptr;
}

/// A field's value as the vectors write it: integers as numbers, characters as text.
std::string to_json(const Field& field, const FieldValue& value) {
    if (field.kind == FieldKind::Integer) {
        return std::to_string(value.integer);
    }
    return '"' + std::string(value.characters.data(), field.characters) + '"';
}

FieldValue from_json(const Field& field, const std::string& fields) {
    const std::string before = '"' + std::string(field.name) + "\": ";
    const std::string value = fields.substr(fields.find(before) + before.size());
    if (field.kind == FieldKind::Integer) {
        return {.integer = std::stoull(value)};
    }
    FieldValue characters;
    value.copy(characters.characters.data(), field.characters, 1);  // behind the quote
    return characters;
}

TEST(Itch50Messages, EveryFieldStandsWhereTheSpecificationPutsIt) {
    for (const MessageType& type : kItch50Messages) {
        support::expect_fields_of_table(
            type.fields, type.length,
            support::field_rows("itch50.csv", "out", std::string(1, type.type)));
    }
}

TEST(Itch50Messages, EveryVectorLoadsItsValues) {
    std::set<char> types;
    for (const Vector& vector : load_vectors()) {
        SCOPED_TRACE(vector.fields);
        const MessageType* const type = find_type(vector.bytes);
        ASSERT_NE(type, nullptr);
        std::string loaded;
        for (const Field& field : type->fields) {
            loaded += loaded.empty() ? "{\"" : ", \"";
            loaded += std::string(field.name) + "\": ";
            loaded += to_json(field, field.load(vector.bytes.data()));
        }
        EXPECT_EQ(loaded + "}", vector.fields);
        types.insert(type->type);
    }
    EXPECT_EQ(types.size(), Messages::kCount);
}

TEST(Itch50Messages, StoringAVectorsValuesGivesItsBytes) {
    for (const Vector& vector : load_vectors()) {
        SCOPED_TRACE(vector.fields);
        const MessageType* const type = find_type(vector.bytes);
        ASSERT_NE(type, nullptr);
        std::vector<std::byte> stored(type->length);
        for (const Field& field : type->fields) {
            field.store(stored.data(), from_json(field, vector.fields));
        }
        EXPECT_EQ(stored, vector.bytes);
    }
}

TEST(Itch50Messages, ANewMessageIsItsTypeAndZeros) {
    for (const MessageType& type : kItch50Messages) {
        std::vector<std::byte> expected(type.length);
        expected[0] = static_cast<std::byte>(type.type);
        EXPECT_EQ(type.make(), expected) << type.name;
    }
}

TEST(Itch50Messages, LengthAndNameAreKnownForEveryTypeAndForNoOther) {
    std::set<std::string_view> names;
    for (int byte = 0; byte < 256; ++byte) {
        const char type = static_cast<char>(byte);
        EXPECT_EQ(message_length(type) == 0, message_name(type).empty());
        EXPECT_LE(message_length(type), kMessageLengthMax);
        names.insert(message_name(type));
    }
    EXPECT_EQ(names.size(), Messages::kCount + 1) << "23 different names, and none";
    EXPECT_EQ(message_length('A'), 36U);
    EXPECT_EQ(message_name('A'), "Add Order");
    EXPECT_EQ(message_length('a'), 0U);
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::itch50
