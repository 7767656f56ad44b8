#include "hotpath/protocols/fix/validator.hpp"

#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/support/fix_messages.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::protocols::fix {
namespace {

using support::fix_message;
using support::view_of;
using Reason = SessionRejectReason;

const Dictionary& fix44() {
    static const Dictionary dictionary = *Dictionary::create(kFix44);
    return dictionary;
}

/// The verdict with the characters of a tag that is none kept beyond the message.
struct Judged {
    Reason reason;
    Tag tag;
    std::string tag_text;

    friend bool operator==(const Judged&, const Judged&) = default;
};

void PrintTo(const Judged& judged, std::ostream* out) {
    *out << name(judged.reason) << " " << judged.tag << " " << judged.tag_text;
}

Judged judge(const Dictionary& dictionary, const std::string& message,
             const Validator::Options& options = {}) {
    FieldList fields(dictionary.data_fields());
    (void)fields.split(view_of(message));
    Validator validator(dictionary, options);
    const NoAllocScope scope;
    const Verdict verdict = validator.check(fields);
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(validator.count(verdict.reason), 1U);
    return {verdict.reason, verdict.tag, std::string(verdict.tag_text)};
}

constexpr std::string_view kMessageHeader = "34=2|49=TW|52=20240229-12:34:56.789|56=ISLD|";

Judged judge_heartbeat(std::string_view fields, const Validator::Options& options = {}) {
    return judge(
        fix44(),
        fix_message("FIX.4.4", "35=0|" + std::string(kMessageHeader) + std::string(fields)),
        options);
}

/// Fields behind the required ones of an order.
Judged judge_order(std::string_view fields, const Validator::Options& options = {}) {
    return judge(fix44(),
                 fix_message("FIX.4.4", "35=D|" + std::string(kMessageHeader) +
                                            "11=ID|40=1|54=1|38=002000.00|55=INTC|"
                                            "60=20240229-12:34:56|" +
                                            std::string(fields)),
                 options);
}

const Judged kGood{Reason::Accepted, kNoTag, ""};

TEST(FixValidator, AMessageThatKeepsToItsDictionaryIsAccepted) {
    EXPECT_EQ(judge_heartbeat(""), kGood);
    EXPECT_EQ(judge_heartbeat("112=HELLO|"), kGood);
    EXPECT_EQ(judge_order("21=1|"), kGood);
    EXPECT_EQ(judge_order("167=CS|18=G 6|114=Y|423=6|44=-1.5|"), kGood);
    EXPECT_EQ(judge_order("354=3|355=a|b|58=x|"), kGood) << "data";
    EXPECT_EQ(judge_order("386=2|336=1|336=2|"), kGood) << "a group";
    EXPECT_EQ(judge_order("386=0|"), kGood) << "a group without entries";
    EXPECT_EQ(judge_order("453=2|448=A|447=D|452=1|802=2|523=x|803=1|523=y|448=B|"), kGood)
        << "a group in a group";
    EXPECT_EQ(judge_order("93=2|89=ab|"), kGood) << "the trailer's fields";
}

TEST(FixValidator, Reason0TagsThatAreNoNumber) {
    EXPECT_EQ(judge_heartbeat("0=HI|"), (Judged{Reason::InvalidTagNumber, kNoTag, "0"}));
    EXPECT_EQ(judge_heartbeat("-1=HI|"), (Judged{Reason::InvalidTagNumber, kNoTag, "-1"}));
    EXPECT_EQ(judge_heartbeat("4garbled9=TW|"),
              (Judged{Reason::InvalidTagNumber, kNoTag, "4garbled9"}));
}

TEST(FixValidator, Reason0UnknownTagsWhereTheyAreNotKept) {
    for (const auto& [field, tag] : {std::pair{"999=HI|", 999U}, std::pair{"5000=HI|", 5000U}}) {
        EXPECT_EQ(judge_heartbeat(field), kGood);
        EXPECT_EQ(judge_heartbeat(field, {.rejects_unknown_tags = true}),
                  (Judged{Reason::InvalidTagNumber, tag, ""}));
    }
    EXPECT_EQ(judge_order("453=1|448=A|9999=x|447=D|"), kGood) << "within a group, too";
    EXPECT_EQ(judge_heartbeat("999=|"), (Judged{Reason::TagWithoutValue, 999, ""}));
}

TEST(FixValidator, Reason1RequiredFieldsThatAreMissing) {
    EXPECT_EQ(judge(fix44(), fix_message("FIX.4.4", "35=0|34=2|49=TW|52=20240229-12:34:56|")),
              (Judged{Reason::RequiredTagMissing, tag::kTargetCompId, ""}));
    EXPECT_EQ(judge(fix44(), fix_message("FIX.4.4", "35=D|" + std::string(kMessageHeader) +
                                                        "40=1|60=20240229-12:34:56|54=1|55=INTC|")),
              (Judged{Reason::RequiredTagMissing, tag::kClOrdId, ""}));
    EXPECT_EQ(judge(fix44(), support::with_soh("8=FIX.4.4|9=5|34=1|10=000|")),
              (Judged{Reason::RequiredTagMissing, tag::kMsgType, ""}));
    EXPECT_EQ(
        judge(fix44(), support::with_soh("8=FIX.4.4|9=5|35=0|" + std::string(kMessageHeader))),
        (Judged{Reason::RequiredTagMissing, tag::kCheckSum, ""}));
}

TEST(FixValidator, Reason1TheLengthOfData) {
    EXPECT_EQ(judge_order("355=abc|"),
              (Judged{Reason::RequiredTagMissing, tag::kEncodedTextLen, ""}));
}

TEST(FixValidator, Reason1AFieldThatEachEntryRequires) {
    // MarketDataSnapshotFullRefresh: MDEntryType is required in each entry, and begins it.
    const std::string begin = "35=V|" + std::string(kMessageHeader) + "262=q|263=0|264=1|";
    EXPECT_EQ(judge(fix44(), fix_message("FIX.4.4", begin + "267=1|269=0|146=1|55=IBM|")), kGood);
    EXPECT_EQ(judge(fix44(), fix_message("FIX.4.4", begin + "267=1|269=0|")),
              (Judged{Reason::RequiredTagMissing, 146, ""}));
    // NewOrderList: each order of the list must have its ClOrdID, ListSeqNo and Side.
    const std::string list = "35=E|" + std::string(kMessageHeader) + "66=L|394=1|68=2|73=2|";
    EXPECT_EQ(
        judge(fix44(), fix_message("FIX.4.4", list + "11=a|67=1|55=X|54=1|11=b|67=2|55=X|54=2|")),
        kGood);
    EXPECT_EQ(judge(fix44(), fix_message("FIX.4.4", list + "11=a|67=1|55=X|11=b|67=2|55=X|54=2|")),
              (Judged{Reason::RequiredTagMissing, tag::kSide, ""}))
        << "in the first entry";
    EXPECT_EQ(judge(fix44(), fix_message("FIX.4.4", list + "11=a|67=1|55=X|54=1|11=b|67=2|55=X|")),
              (Judged{Reason::RequiredTagMissing, tag::kSide, ""}))
        << "in the last entry";
}

TEST(FixValidator, Reason2FieldsOfOtherMessages) {
    EXPECT_EQ(judge_heartbeat("55=MSFT|"), (Judged{Reason::TagNotDefinedForMessage, 55, ""}));
    EXPECT_EQ(judge_heartbeat("55=MSFT|", {.rejects_fields_of_other_messages = false}), kGood);
}

TEST(FixValidator, Reason4FieldsWithoutAValue) {
    EXPECT_EQ(judge_heartbeat("112=|"), (Judged{Reason::TagWithoutValue, 112, ""}));
    EXPECT_EQ(judge(fix44(), fix_message("FIX.4.4", "35=|34=2|")),
              (Judged{Reason::TagWithoutValue, tag::kMsgType, ""}));
    EXPECT_EQ(judge_order("386=|"), (Judged{Reason::TagWithoutValue, 386, ""}));
}

TEST(FixValidator, Reason5ValuesThatTheFieldDoesNotHave) {
    EXPECT_EQ(judge_order("21=4|"), (Judged{Reason::ValueIncorrect, 21, ""}));
    EXPECT_EQ(judge_order("167=BOO|"), (Judged{Reason::ValueIncorrect, 167, ""}));
    EXPECT_EQ(judge_order("18=G ?|"), (Judged{Reason::ValueIncorrect, 18, ""})) << "one of several";
}

TEST(FixValidator, Reason6ValuesOfAnotherForm) {
    EXPECT_EQ(judge_order("44=+200.00|"), (Judged{Reason::IncorrectFormat, 44, ""}));
    EXPECT_EQ(judge_order("110=1e3|"), (Judged{Reason::IncorrectFormat, 110, ""}));
    EXPECT_EQ(judge_order("126=20240230-00:00:00|"), (Judged{Reason::IncorrectFormat, 126, ""}));
    EXPECT_EQ(judge_order("21=11|"), (Judged{Reason::IncorrectFormat, 21, ""}));
    EXPECT_EQ(judge_order("114=yes|"), (Judged{Reason::IncorrectFormat, 114, ""}));
    EXPECT_EQ(judge_order("386=x|"), (Judged{Reason::IncorrectFormat, 386, ""}));
    EXPECT_EQ(judge_order("354=9|355=a|"), (Judged{Reason::IncorrectFormat, 355, ""}));
}

TEST(FixValidator, Reason11TypesThatNoMessageHas) {
    for (const std::string_view type : {"*", "ZZZ", "verylongtype"}) {
        EXPECT_EQ(judge(fix44(), fix_message("FIX.4.4", "35=" + std::string(type) + "|" +
                                                            std::string(kMessageHeader))),
                  (Judged{Reason::InvalidMsgType, tag::kMsgType, ""}));
    }
}

TEST(FixValidator, Reason13RepeatedFields) {
    EXPECT_EQ(judge_order("40=2|"), (Judged{Reason::TagRepeated, 40, ""}));
    EXPECT_EQ(judge_order("453=1|448=A|447=D|447=D|"), (Judged{Reason::TagRepeated, 447, ""}));
    EXPECT_EQ(judge_heartbeat("10=000|"), (Judged{Reason::TagRepeated, 10, ""}));
}

TEST(FixValidator, Reason14FieldsOfAnEarlierSection) {
    EXPECT_EQ(judge(fix44(), fix_message("FIX.4.4", "35=D|55=MSFT|34=3|49=TW|56=ISLD|")),
              (Judged{Reason::TagOutOfOrder, tag::kMsgSeqNum, ""}));
    EXPECT_EQ(judge_order("93=2|89=ab|21=1|"), (Judged{Reason::TagOutOfOrder, 21, ""}));
    EXPECT_EQ(judge_order("93=2|89=ab|43=Y|"), (Judged{Reason::TagOutOfOrder, 43, ""}));
}

TEST(FixValidator, Reason15EntriesInAnotherOrder) {
    EXPECT_EQ(judge_order("453=1|447=D|448=A|"), (Judged{Reason::GroupOutOfOrder, 447, ""}));
    EXPECT_EQ(judge_order("453=1|448=A|452=1|447=D|"), (Judged{Reason::GroupOutOfOrder, 447, ""}));
    EXPECT_EQ(judge_order("453=1|448=A|452=1|447=D|", {.rejects_other_order_in_groups = false}),
              kGood);
    EXPECT_EQ(judge_order("453=1|447=D|448=A|", {.rejects_other_order_in_groups = false}),
              (Judged{Reason::GroupOutOfOrder, 447, ""}))
        << "an entry begins with its first field";
}

TEST(FixValidator, Reason16CountsThatAreNotTheEntries) {
    EXPECT_EQ(judge_order("386=3|336=1|336=2|"), (Judged{Reason::IncorrectCount, 386, ""}));
    EXPECT_EQ(judge_order("386=1|336=1|336=2|"), (Judged{Reason::IncorrectCount, 386, ""}));
    EXPECT_EQ(judge_order("386=1|21=1|"), (Judged{Reason::IncorrectCount, 386, ""}));
    EXPECT_EQ(judge_order("386=0|336=1|"), (Judged{Reason::IncorrectCount, 386, ""}));
    EXPECT_EQ(judge_order("453=1|448=A|802=2|523=x|"), (Judged{Reason::IncorrectCount, 802, ""}));
    EXPECT_EQ(judge_order("386=99999999999999999999|"), (Judged{Reason::IncorrectCount, 386, ""}));
}

TEST(FixValidator, Reason17DelimitersWithinAValue) {
    EXPECT_EQ(judge_order("58=a|b|"), (Judged{Reason::DelimiterInValue, 58, ""}));
    EXPECT_EQ(judge(fix44(), support::with_soh("8=FIX.4.4|9=5|35=0|112=a")),
              (Judged{Reason::DelimiterInValue, 35, ""}));
}

TEST(FixValidator, Reason99MoreFieldsThanAListTakes) {
    FieldList fields(fix44().data_fields(), {.fields_max = 8});
    const std::string message =
        fix_message("FIX.4.4", "35=0|" + std::string(kMessageHeader) + "112=A|");
    (void)fields.split(view_of(message));
    Validator validator(fix44(), {});
    EXPECT_EQ(validator.check(fields).reason, Reason::Other);
    EXPECT_EQ(validator.count(Reason::Other), 1U);
}

TEST(FixValidator, WhatIsWrongBeforeAMalformedFieldIsFoundFirst) {
    EXPECT_EQ(judge_heartbeat("55=MSFT|0=x|"), (Judged{Reason::TagNotDefinedForMessage, 55, ""}));
}

TEST(FixValidator, AFieldOfAnOuterGroupClosesTheInnerOne) {
    EXPECT_EQ(judge_order("453=2|448=A|802=1|523=x|803=1|448=B|802=1|523=y|386=1|336=1|"), kGood);
}

TEST(FixValidator, GroupsNestedTooDeeplyAreRefused) {
    // Each group of nine has the next one's count as its second field.
    constexpr std::size_t kGroups = Validator::kDepthMax + 1;
    std::vector<FieldRow> fields{{8, FieldType::String, "BeginString", {}},
                                 {10, FieldType::String, "CheckSum", {}},
                                 {35, FieldType::String, "MsgType", {}}};
    std::vector<MemberRow> members{{8, false, 0}, {35, true, 0}, {10, false, 0}, {101, false, 1}};
    std::vector<GroupRow> groups;
    std::string text = "8=X|35=M|";
    for (std::uint16_t i = 1; i <= kGroups; ++i) {
        fields.push_back({100U + i, FieldType::NumInGroup, "Count", {}});
        groups.push_back({100U + i, {static_cast<std::uint32_t>(members.size()), 2}});
        members.push_back({200U + i, false, 0});
        const bool is_last = i == kGroups;
        members.push_back(is_last ? MemberRow{300, false, 0}
                                  : MemberRow{101U + i, false, static_cast<std::uint16_t>(i + 1)});
        text += std::to_string(100 + i) + "=1|" + std::to_string(200 + i) + "=x|";
    }
    for (std::uint32_t i = 1; i <= kGroups; ++i) {
        fields.push_back({200U + i, FieldType::String, "First", {}});
    }
    fields.push_back({300, FieldType::String, "Last", {}});
    const MessageRow message{"M", "Message", false, {3, 1}};
    const auto dictionary = Dictionary::create({.begin_string = "X",
                                                .fields = fields,
                                                .values = {},
                                                .members = members,
                                                .groups = groups,
                                                .messages = {&message, 1},
                                                .data_fields = {},
                                                .header = {0, 2},
                                                .trailer = {2, 1}});
    ASSERT_TRUE(dictionary) << dictionary.error().message;
    EXPECT_EQ(judge(*dictionary, support::with_soh(text)),
              (Judged{Reason::Other, 100 + kGroups, ""}));
    const std::string_view shallower = std::string_view(text).substr(0, text.find("109="));
    EXPECT_EQ(judge(*dictionary, support::with_soh(shallower)), kGood);
}

TEST(FixValidator, TheHeaderOfFix50IsTheTransports) {
    const auto dictionary = *Dictionary::create(kFix50Sp2);
    const std::string begin = "35=D|1128=9|" + std::string(kMessageHeader);
    EXPECT_EQ(judge(dictionary,
                    fix_message("FIXT.1.1", begin + "11=ID|55=X|54=1|60=20240229-12:34:56|40=1|")),
              kGood);
    EXPECT_EQ(judge(dictionary, fix_message("FIXT.1.1", "35=A|" + std::string(kMessageHeader) +
                                                            "98=0|108=30|")),
              (Judged{Reason::RequiredTagMissing, tag::kDefaultApplVerId, ""}));
}

TEST(FixValidator, ReasonsHaveTheSentencesOfTheStandard) {
    std::set<std::string_view> names;
    for (int reason = -1; reason <= 18; ++reason) {
        names.insert(name(static_cast<Reason>(reason)));
    }
    names.insert(name(Reason::Other));
    EXPECT_EQ(names.size(), 21U);
    EXPECT_EQ(name(Reason::IncorrectCount), "Incorrect NumInGroup count for repeating group");
    EXPECT_EQ(name(Reason::Other), "Other");
}

}  // namespace
}  // namespace hotpath::protocols::fix
