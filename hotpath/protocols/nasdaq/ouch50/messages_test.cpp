#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "tests/support/ouch50_fields.hpp"
#include "tests/support/protocol_table.hpp"

namespace hotpath::protocols::nasdaq::ouch50 {
namespace {

using support::field_rows;
using support::kOuch50Replies;
using support::kOuch50Requests;
using support::MessageType;

TEST(Ouch50Messages, EveryFieldOfARequestStandsWhereTheSpecificationPutsIt) {
    for (const MessageType& type : kOuch50Requests) {
        expect_fields_of_table(type.fields, type.length,
                               field_rows("ouch50.csv", "in", std::string(1, type.type)));
    }
}

TEST(Ouch50Messages, EveryFieldOfAReplyStandsWhereTheSpecificationPutsIt) {
    for (const MessageType& type : kOuch50Replies) {
        expect_fields_of_table(type.fields, type.length,
                               field_rows("ouch50.csv", "out", std::string(1, type.type)));
    }
}

/// The types in the table's column `code` of one direction, and those the list knows.
template <class List>
void expect_all_types_of_table(std::string_view direction) {
    for (int byte = 0; byte < 256; ++byte) {
        const char type = static_cast<char>(byte);
        const auto rows = field_rows("ouch50.csv", direction, std::string(1, type));
        EXPECT_EQ(List::length(type) != 0, !rows.empty()) << type;
        EXPECT_EQ(List::name(type).empty(), rows.empty()) << type;
    }
}

TEST(Ouch50Messages, TheListsHaveTheTypesOfTheTableAndNoOther) {
    expect_all_types_of_table<Requests>("in");
    expect_all_types_of_table<Replies>("out");
    EXPECT_EQ(Requests::kCount, 5U);
    EXPECT_EQ(Replies::kCount, 15U);
}

/// The names of the messages with an appendage_length, which must be their last two bytes.
std::set<std::string_view> with_appendage(std::span<const MessageType> types) {
    std::set<std::string_view> names;
    for (const MessageType& type : types) {
        if (type.fields.back().name == "appendage_length") {
            names.insert(type.name);
            std::vector<std::byte> bytes = type.make();
            type.fields.back().store(bytes.data(), {.integer = 0xABCD});
            EXPECT_EQ(bytes[type.length - 2], std::byte{0xAB});
            EXPECT_EQ(bytes[type.length - 1], std::byte{0xCD});
        }
    }
    return names;
}

TEST(Ouch50Messages, ExactlyTheMessagesWithAnAppendageSayItsLengthLast) {
    using Names = std::set<std::string_view>;
    EXPECT_EQ(with_appendage(kOuch50Requests), (Names{"Enter Order", "Replace Order Request"}));
    EXPECT_EQ(with_appendage(kOuch50Replies),
              (Names{"Order Accepted", "Order Replaced", "Order Executed", "Order Restated"}));
}

TEST(Ouch50Codes, SidePriceAndTimeInForceSurviveTheWire) {
    EXPECT_EQ(to_side(to_code(Side::Buy)), Side::Buy);
    for (const char code : {to_code(Side::Sell), side::kSellShort, side::kSellShortExempt}) {
        EXPECT_EQ(to_side(code), Side::Sell);
    }
    EXPECT_EQ(to_price(to_long_price4(Price{1'999'999'900})), Price{1'999'999'900});
    EXPECT_LT(to_price(~std::uint64_t{0}).value, 0) << "no price";
    EXPECT_EQ(to_code(TimeInForce::Day), time_in_force::kDay);
    EXPECT_EQ(to_code(TimeInForce::Ioc), time_in_force::kIoc);
    EXPECT_EQ(to_code(TimeInForce::Fok), time_in_force::kIoc) << "with a MinQty of all of it";
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::ouch50
