#include "hotpath/protocols/nasdaq/ouch50/appendage.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "tests/support/data_files.hpp"
#include "tests/support/message_fields.hpp"
#include "tests/support/protocol_table.hpp"

namespace hotpath::protocols::nasdaq::ouch50 {
namespace {

Appendage appendage_of(std::string_view text) {
    return Appendage(std::as_bytes(std::span(text)));
}

template <class Option>
typename Option::Value random_value(std::uint64_t random) {
    return support::ValueType<typename Option::Value>::restore(support::random_value(random));
}

TEST(Ouch50Appendage, TheOptionsAreThoseOfTheTableAndNoOther) {
    std::ifstream file(support::golden_file("protocols/ouch50_options.csv"));
    std::string line;
    std::getline(file, line);
    std::size_t rows = 0;
    for (; std::getline(file, line); ++rows) {
        std::istringstream cells(line);
        std::string tag, name, type, length;
        std::getline(std::getline(std::getline(cells, tag, ','), name, ','), type, ',') >> length;
        bool is_known = false;
        Options::for_each([&]<class Option>() {
            if (std::to_string(Option::kTag) == tag) {
                is_known = true;
                EXPECT_EQ(std::to_string(Option::kLength), length) << name;
                EXPECT_EQ(support::ValueType<typename Option::Value>::kKind, support::kind_of(type))
                    << name;
            }
        });
        EXPECT_TRUE(is_known) << name;
    }
    EXPECT_EQ(rows, 21U);
    EXPECT_EQ(rows, 256U - static_cast<std::size_t>(std::ranges::count(Options::kValueLengths, 0)));
}

TEST(Ouch50Appendage, EveryOptionFitsOnceAndComesBack) {
    WithAppendage<EnterOrder> order;
    std::uint64_t seed = 1'000'003;
    Options::for_each([&]<class Option>() {
        const auto value = random_value<Option>(seed += 7);
        EXPECT_TRUE(order.append<Option>(value));
    });
    EXPECT_EQ(order.bytes().size(), EnterOrder::kLength + kAppendageLengthMax);
    EXPECT_FALSE(order.append<option::PostOnly>('P')) << "nothing fits any more";

    const Appendage appendage(order.bytes().subspan(EnterOrder::kLength));
    EXPECT_EQ(order.message().load_appendage_length(), appendage.bytes().size());
    EXPECT_TRUE(appendage.is_well_formed());
    seed = 1'000'003;
    Options::for_each([&]<class Option>() {
        const auto value = random_value<Option>(seed += 7);
        EXPECT_EQ(appendage.load<Option>(), value) << int{Option::kTag};
    });
}

TEST(Ouch50Appendage, AnElementIsItsLengthWithTheTagThenTheTagThenTheValue) {
    WithAppendage<EnterOrder> order;
    order.append<option::MinQty>(0x01020304);
    order.append<option::PegOffset>(-1);
    const Bytes appendage = order.bytes().subspan(EnterOrder::kLength);
    EXPECT_TRUE(std::ranges::equal(appendage,
                                   appendage_of({"\5\3\1\2\3\4\5\7\xFF\xFF\xFF\xFF", 12}).bytes()));
}

TEST(Ouch50Appendage, AnOptionThatIsNotThereHasNoValue) {
    EXPECT_EQ(Appendage().load<option::MinQty>(), std::nullopt);
    EXPECT_EQ(appendage_of({"\2\14P", 3}).load<option::MinQty>(), std::nullopt);
    EXPECT_EQ(appendage_of({"\2\14P", 3}).load<option::PostOnly>(), 'P');
}

TEST(Ouch50Appendage, AnUnknownTagIsSteppedOver) {
    const Appendage appendage = appendage_of({"\4\310abc\2\14P", 8});
    EXPECT_TRUE(appendage.is_well_formed());
    EXPECT_EQ(appendage.load<option::PostOnly>(), 'P');
}

TEST(Ouch50Appendage, OfATagThatComesTwiceTheFirstCounts) {
    EXPECT_EQ(appendage_of({"\2\14P\2\14N", 6}).load<option::PostOnly>(), 'P');
}

TEST(Ouch50Appendage, LengthsThatDoNotAddUpAreMalformedAndTheWalkEnds) {
    const std::string_view malformed[] = {
        {"\0", 1},           // half an element
        {"\0\14", 2},        // a length that does not even cover the tag
        {"\3\14P", 3},       // longer than what is left
        {"\2\14P\2", 4},     // a good element, then half of one
        {"\3\14PP", 4},      // a known tag with another value's length
        {"\4\3\1\2\3", 5},   // a MinQty of three bytes
        {"\1\14", 2},        // a known tag without its value
        {"\377\310abc", 5},  // an unknown tag longer than what is left
    };
    for (const std::string_view text : malformed) {
        Appendage appendage = appendage_of(text);
        EXPECT_FALSE(appendage.is_well_formed());
        int elements = 0;
        for (TagValue element; appendage.next(element);) {
            ++elements;
        }
        EXPECT_LE(elements, 1);
    }
}

TEST(Ouch50Appendage, AMalformedAppendageIsNotDelivered) {
    WithAppendage<EnterOrder> order;
    order.append<option::PostOnly>('P');
    std::array<std::byte, EnterOrder::kLength + 3> bytes;
    std::ranges::copy(order.bytes(), bytes.begin());
    bytes[EnterOrder::kLength] = std::byte{9};
    struct Deaf : NullRequestListener {
        void on_enter_order(const EnterOrder&, Appendage) { FAIL(); }
    } listener;
    EXPECT_EQ(decode_request(bytes, listener), DecodeStatus::Malformed);
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::ouch50
