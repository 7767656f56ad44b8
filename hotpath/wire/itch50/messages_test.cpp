#include "hotpath/wire/itch50/messages.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/data_files.hpp"
#include "tests/support/itch50_fields.hpp"
#include "tests/support/protocol_table.hpp"

namespace hotpath::wire::itch50 {
namespace {

using nlohmann::json;

json load_vectors() {
    std::ifstream file(support::protocol_file("itch50_vectors.json").value());
    return json::parse(file);
}

std::vector<std::byte> from_hex(const std::string& hex) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        bytes.push_back(static_cast<std::byte>(std::stoul(hex.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

/// A field's value as the vectors write it: integers as numbers, characters as text.
template <class Value>
json to_json(const Value& value) {
    if constexpr (std::is_same_v<Value, char>) {
        return std::string(1, value);
    } else if constexpr (std::is_integral_v<Value>) {
        return value;
    } else if constexpr (std::is_same_v<Value, Symbol>) {
        return std::string(value.characters.begin(), value.characters.end());
    } else {
        return std::string(value.begin(), value.end());
    }
}

template <class Value>
Value from_json(const json& value) {
    if constexpr (std::is_same_v<Value, char>) {
        return value.get<std::string>().at(0);
    } else if constexpr (std::is_integral_v<Value>) {
        return value.get<Value>();
    } else if constexpr (std::is_same_v<Value, Symbol>) {
        return Symbol::from(value.get<std::string>()).value();
    } else {
        return to_alpha<std::tuple_size_v<Value>>(value.get<std::string>());
    }
}

TEST(Itch50Messages, EveryFieldStandsWhereTheSpecificationPutsIt) {
    Messages::for_each([]<class M>() {
        const std::string code(1, M::kType);
        support::expect_fields_of_table<M>(support::field_rows("itch50.csv", "out", code));
    });
}

/// Calls visit.operator()<M>(bytes, fields) for each vector with its message type; returns the
/// types.
std::set<char> for_each_vector(auto visit) {
    std::set<char> types;
    for (const json& vector : load_vectors()) {
        const std::vector<std::byte> bytes = from_hex(vector["hex"]);
        SCOPED_TRACE(vector["hex"]);
        Messages::for_each([&]<class M>() {
            if (M::kType == std::to_integer<char>(bytes.at(0))) {
                types.insert(M::kType);
                ASSERT_EQ(bytes.size(), M::kLength);
                visit.template operator()<M>(bytes, vector["fields"]);
            }
        });
    }
    return types;
}

TEST(Itch50Messages, EveryVectorLoadsItsValues) {
    const auto types = for_each_vector([]<class M>(const auto& bytes, const json& fields) {
        const M& message = M::at(bytes.data());
        support::for_each_field<M>([&](const auto& field) {
            EXPECT_EQ(to_json(field.load(message)), fields[std::string(field.name)]) << field.name;
        });
    });
    EXPECT_EQ(types.size(), Messages::kCount);
}

TEST(Itch50Messages, StoringAVectorsValuesGivesItsBytes) {
    for_each_vector([]<class M>(const auto& bytes, const json& fields) {
        M message;
        support::for_each_field<M>([&](const auto& field) {
            using Value = decltype(field.load(message));
            field.store(message, from_json<Value>(fields[std::string(field.name)]));
        });
        EXPECT_TRUE(std::ranges::equal(message.bytes(), bytes));
    });
}

TEST(Itch50Messages, ANewMessageIsItsTypeAndZeros) {
    Messages::for_each([]<class M>() {
        const M message;
        EXPECT_EQ(message.load_message_type(), M::kType);
        EXPECT_EQ(std::ranges::count(message.bytes(), std::byte{0}),
                  static_cast<std::ptrdiff_t>(M::kLength - 1));
    });
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
}  // namespace hotpath::wire::itch50
