#include <set>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/replies.hpp"
#include "hotpath/wire/ouch50/requests.hpp"
#include "tests/support/ouch50_fields.hpp"
#include "tests/support/protocol_table.hpp"

namespace hotpath::wire::ouch50 {
namespace {

TEST(Ouch50Messages, EveryFieldOfARequestStandsWhereTheSpecificationPutsIt) {
    Requests::for_each([]<class M>() {
        const std::string code(1, M::kType);
        support::expect_fields_of_table<M>(support::field_rows("ouch50.csv", "in", code));
    });
}

TEST(Ouch50Messages, EveryFieldOfAReplyStandsWhereTheSpecificationPutsIt) {
    Replies::for_each([]<class M>() {
        const std::string code(1, M::kType);
        support::expect_fields_of_table<M>(support::field_rows("ouch50.csv", "out", code));
    });
}

/// The types in the table's column `code` of one direction, and how many the list knows.
template <class List>
void expect_all_types_of_table(std::string_view direction) {
    for (int byte = 0; byte < 256; ++byte) {
        const char type = static_cast<char>(byte);
        const auto rows = support::field_rows("ouch50.csv", direction, std::string(1, type));
        EXPECT_EQ(List::length(type) != 0, !rows.empty()) << type;
        EXPECT_EQ(List::name(type).empty(), rows.empty()) << type;
    }
}

TEST(Ouch50Messages, TheListsHaveTheTypesOfTheTableAndNoOther) {
    expect_all_types_of_table<Requests>("in");
    expect_all_types_of_table<Replies>("out");
    EXPECT_EQ(Requests::kCount, 5U);
    EXPECT_EQ(Replies::kCount, 14U);
}

TEST(Ouch50Messages, ExactlyTheMessagesWithAnAppendageSayItsLengthLast) {
    const std::set<std::string_view> expected{"Enter Order",    "Replace Order Request",
                                              "Order Accepted", "Order Replaced",
                                              "Order Executed", "Order Restated"};
    std::set<std::string_view> found;
    const auto look = [&]<class M>() {
        if constexpr (HasAppendage<M>) {
            found.insert(M::kName);
            M message;
            message.store_appendage_length(0xABCD);
            EXPECT_EQ(message.bytes()[M::kLength - 1], std::byte{0xCD});
        }
    };
    Requests::for_each(look);
    Replies::for_each(look);
    EXPECT_EQ(found, expected);
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
}

}  // namespace
}  // namespace hotpath::wire::ouch50
