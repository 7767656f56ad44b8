#include "hotpath/protocols/fix/field_list.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::protocols::fix {
namespace {

using support::obvious_fields;
using support::ObviousFields;
using support::view_of;
using support::with_soh;

DataFields raw_data() {
    DataFields fields;
    EXPECT_TRUE(fields.try_add({tag::kRawDataLength, tag::kRawData}));
    EXPECT_TRUE(fields.try_add({5001, 5002}));
    return fields;
}

ObviousFields listed(const FieldList& fields) {
    ObviousFields list;
    for (const Field field : fields) {
        list.emplace_back(field.tag, field.value);
    }
    return list;
}

struct Split {
    SplitStatus status;
    ObviousFields fields;
    std::size_t malformed_place;
};
Split split(std::string_view text) {
    FieldList fields(raw_data());
    const SplitStatus status = fields.split(view_of(text));
    EXPECT_EQ(fields.status(), status);
    EXPECT_EQ(listed(fields), obvious_fields(text, raw_data())) << text;
    return {status, listed(fields), fields.malformed_place()};
}

TEST(FixFieldList, FieldsStandInTheOrderOfTheMessage) {
    const Split message = split(with_soh("8=FIX.4.4|35=D|55=IBM|5001234=custom|55=again|"));
    EXPECT_EQ(message.status, SplitStatus::Ok);
    EXPECT_EQ(message.fields,
              (ObviousFields{
                  {8, "FIX.4.4"}, {35, "D"}, {55, "IBM"}, {5'001'234, "custom"}, {55, "again"}}));
}

TEST(FixFieldList, ValuesAreViewsAndNothingIsAllocated) {
    const std::string text = with_soh("8=FIX.4.4|35=D|55=IBM|");
    FieldList fields(raw_data());
    const NoAllocScope scope;
    EXPECT_EQ(fields.split(view_of(text)), SplitStatus::Ok);
    EXPECT_EQ(fields[2].value.data(), text.data() + text.find("IBM"));
    EXPECT_EQ(scope.allocations(), 0U);
}

TEST(FixFieldList, AFieldIsFoundByItsTagWithinARange) {
    FieldList fields(raw_data());
    const std::string text = with_soh("35=D|55=IBM|55=AAPL|58=|");
    ASSERT_EQ(fields.split(view_of(text)), SplitStatus::Ok);
    EXPECT_EQ(fields.value(55), "IBM");
    EXPECT_EQ(fields.value(55, {2, 4}), "AAPL");
    EXPECT_EQ(fields.value(58), "") << "empty, and there";
    EXPECT_EQ(fields.value(54), std::nullopt);
    EXPECT_EQ(fields.find(58, {0, 3}), 3U);
    EXPECT_EQ(fields.size(), 4U);
}

TEST(FixFieldList, DataIsAsLongAsItsLengthSays) {
    const Split message = split(with_soh("95=8|96=a|b=c|10|58=x|5001=2|5002=|||35=D|"));
    EXPECT_EQ(message.status, SplitStatus::Ok);
    EXPECT_EQ(message.fields, (ObviousFields{{95, "8"},
                                             {96, with_soh("a|b=c|10")},
                                             {58, "x"},
                                             {5001, "2"},
                                             {5002, with_soh("||")},
                                             {35, "D"}}));
}

TEST(FixFieldList, ALongDataFieldMayHoldAnyNumberOfDelimiters) {
    const std::string data(300, kSoh);
    const std::string text = with_soh("35=A|95=300|96=") + data + with_soh("|98=0|");
    EXPECT_EQ(split(text).fields, (ObviousFields{{35, "A"}, {95, "300"}, {96, data}, {98, "0"}}));
}

TEST(FixFieldList, DataWithAWrongLengthIsMalformed) {
    for (const std::string_view length : {"2", "4", "100", "x", "", "99999999999999999999"}) {
        const Split message = split(with_soh("35=A|95=" + std::string(length) + "|96=abc|98=0|"));
        EXPECT_EQ(message.status, SplitStatus::DataLength) << length;
        EXPECT_EQ(message.malformed_place, 2U);
        EXPECT_EQ(message.fields.back(), (ObviousFields::value_type{98, "0"})) << "it goes on";
    }
}

TEST(FixFieldList, DataWithoutALengthEndsAtItsDelimiter) {
    const Split message = split(with_soh("96=abc|98=0|96=d|"));
    EXPECT_EQ(message.status, SplitStatus::Ok);
    EXPECT_EQ(message.fields, (ObviousFields{{96, "abc"}, {98, "0"}, {96, "d"}}));
}

TEST(FixFieldList, ATagThatIsNoNumberIsKeptAndNamed) {
    for (const std::string_view bad :
         {"0=a", "-1=a", "+1=a", "055=a", "5 5=a", "=a", "x=a", "12345678=a", "123456789=a",
          "5a=", "\xff=a", ":=a", "/=a"}) {
        const Split message = split(with_soh("35=D|" + std::string(bad) + "|58=x|"));
        EXPECT_EQ(message.status, SplitStatus::InvalidTag) << bad;
        EXPECT_EQ(message.malformed_place, 1U);
        EXPECT_EQ(message.fields,
                  (ObviousFields{{35, "D"}, {kNoTag, std::string(bad)}, {58, "x"}}));
    }
}

TEST(FixFieldList, CharactersWithoutAnEqualSignAreADelimiterWithinAValue) {
    for (const std::string_view bad : {"", "abc", "55", "a longer text without it"}) {
        const Split message = split(with_soh("35=D|58=x|" + std::string(bad) + "|59=0|"));
        EXPECT_EQ(message.status, SplitStatus::NoEqualSign) << bad;
        EXPECT_EQ(message.malformed_place, 2U);
    }
}

TEST(FixFieldList, TheFirstMalformedFieldIsTheOneNamed) {
    const Split message = split(with_soh("35=D|abc|x=1|95=7|96=a|"));
    EXPECT_EQ(message.status, SplitStatus::NoEqualSign);
    EXPECT_EQ(message.malformed_place, 1U);
}

TEST(FixFieldList, AMessageEndsWithADelimiter) {
    EXPECT_EQ(split(with_soh("35=D|58=x")).status, SplitStatus::Unterminated);
    EXPECT_EQ(split("3").status, SplitStatus::Unterminated);
    EXPECT_EQ(split("").status, SplitStatus::Ok);
}

TEST(FixFieldList, MoreFieldsThanItTakesAreRefused) {
    FieldList fields(raw_data(), {.fields_max = 3});
    const std::string text = with_soh("1=a|2=b|3=c|4=d|");
    EXPECT_EQ(fields.split(view_of(text)), SplitStatus::TooManyFields);
    EXPECT_EQ(fields.size(), 3U);
    EXPECT_EQ(fields.malformed_place(), 3U);
    const std::string fewer = with_soh("1=a|2=b|3=c|");
    EXPECT_EQ(fields.split(view_of(fewer)), SplitStatus::Ok) << "the message before is forgotten";
}

TEST(FixFieldList, EveryStatusHasAName) {
    for (std::size_t i = 0; i < kSplitStatuses; ++i) {
        EXPECT_FALSE(name(static_cast<SplitStatus>(i)).empty());
    }
}

TEST(FixDataFields, ADataFieldHasOneLengthField) {
    DataFields fields = raw_data();
    EXPECT_TRUE(fields.try_add({tag::kRawDataLength, tag::kRawData})) << "the same again";
    EXPECT_FALSE(fields.try_add({90, tag::kRawData}));
    EXPECT_EQ(fields.length_tag(tag::kRawData), tag::kRawDataLength);
    EXPECT_EQ(fields.length_tag(5002), 5001U);
    EXPECT_EQ(fields.length_tag(55), kNoTag);
    for (Tag tag = 10'000; fields.pairs().size() < DataFields::kPairsMax; tag += 2) {
        EXPECT_TRUE(fields.try_add({tag, tag + 1}));
    }
    EXPECT_FALSE(fields.try_add({1, 2})) << "full";
}

/// Random characters of those that matter, so that every status and every block border comes up.
std::string random_text(Random& random) {
    constexpr std::string_view kCharacters = "0123456789=|||==959600x-";
    std::string text;
    for (std::uint64_t i = random.below(300); i > 0; --i) {
        if (random.one_in(12)) {
            text += "|95=" + std::to_string(random.below(12)) + "|96=";
        }
        text += random.one_in(40) ? static_cast<char>(random.below(256))
                                  : kCharacters[random.below(kCharacters.size())];
    }
    return with_soh(text);
}

TEST(FixFieldList, RandomTextIsSplitAsByTheObviousTwin) {
    Random random(support::seed_of_this_test(24));
    const auto rounds = support::rounds_of_this_run({.usual = 50'000, .long_run = 5'000'000});
    FieldList fields(raw_data());
    for (std::uint64_t round = 0; round < rounds; ++round) {
        const std::string text = random_text(random);
        (void)fields.split(view_of(text));
        ASSERT_EQ(listed(fields), obvious_fields(text, raw_data())) << text;
    }
}

}  // namespace
}  // namespace hotpath::protocols::fix
