#include "hotpath/protocols/fix/dictionary.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/group_cursor.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::protocols::fix {
namespace {

using support::fix_message;
using support::view_of;

constexpr const DictionaryTables* kVersions[] = {&kFix42, &kFix44, &kFix50Sp2};

TEST(FixDictionary, TheVersionsHaveTheirBeginStringsAndMessages) {
    const std::string_view begin_strings[] = {"FIX.4.2", "FIX.4.4", "FIXT.1.1"};
    const std::size_t messages[] = {46, 92, 117};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto dictionary = Dictionary::create(*kVersions[i]);
        ASSERT_TRUE(dictionary) << dictionary.error().message;
        EXPECT_EQ(dictionary->begin_string(), begin_strings[i]);
        EXPECT_EQ(dictionary->messages().size(), messages[i]);
        const auto logon = dictionary->message("A");
        ASSERT_TRUE(logon);
        EXPECT_EQ(dictionary->message_row(*logon).name, "Logon");
        EXPECT_TRUE(dictionary->message_row(*logon).is_admin);
        const auto report = dictionary->message("8");
        ASSERT_TRUE(report);
        EXPECT_EQ(dictionary->message_row(*report).name, "ExecutionReport");
        EXPECT_FALSE(dictionary->message_row(*report).is_admin);
        EXPECT_TRUE(dictionary->member(*report, tag::kOrdStatus)->is_required);
        EXPECT_EQ(dictionary->member(*report, tag::kBeginString), nullptr);
        EXPECT_TRUE(dictionary->member(kHeader, tag::kBeginString)->is_required);
        EXPECT_TRUE(dictionary->member(kTrailer, tag::kCheckSum)->is_required);
    }
}

TEST(FixDictionary, EveryFieldMessageAndMemberIsFoundAndNoOther) {
    for (const DictionaryTables* const tables : kVersions) {
        const auto dictionary = *Dictionary::create(*tables);
        std::set<Tag> tags;
        for (const FieldRow& row : tables->fields) {
            tags.insert(row.tag);
            ASSERT_NE(dictionary.field(row.tag), nullptr);
            EXPECT_EQ(dictionary.field(row.tag)->name, row.name);
            EXPECT_EQ(dictionary.field(row.name)->tag, row.tag);
        }
        for (Tag tag = 0; tag < 3'000; ++tag) {
            EXPECT_EQ(dictionary.field(tag) != nullptr, tags.contains(tag));
        }
        for (const MessageRow& row : tables->messages) {
            const auto message = dictionary.message(row.type);
            ASSERT_TRUE(message);
            EXPECT_EQ(dictionary.message_row(*message).name, row.name);
            std::set<Tag> members;
            for (const MemberRow& member :
                 tables->members.subspan(row.members.first, row.members.count)) {
                members.insert(member.tag);
                ASSERT_NE(dictionary.member(*message, member.tag), nullptr);
                EXPECT_EQ(*dictionary.member(*message, member.tag), member);
            }
            for (const Tag tag : tags) {
                EXPECT_EQ(dictionary.place(*message, tag).is_member, members.contains(tag));
            }
        }
        for (const std::string_view type : {"", "*", "zz", "D1", "123456789"}) {
            EXPECT_FALSE(dictionary.message(type)) << type;
        }
        EXPECT_FALSE(dictionary.message(std::string_view("D\0", 2)));
    }
}

TEST(FixDictionary, AFieldMayHaveItsValuesAndNoOther) {
    const auto dictionary = *Dictionary::create(kFix44);
    const FieldRow& side = *dictionary.field("Side");
    EXPECT_TRUE(dictionary.may_have(side, "1"));
    EXPECT_TRUE(dictionary.may_have(side, "9"));
    for (const std::string_view bad : {"", "0", "H", "11"}) {
        EXPECT_FALSE(dictionary.may_have(side, bad)) << bad;
    }
    EXPECT_TRUE(dictionary.may_have(*dictionary.field("Symbol"), "anything"));
}

TEST(FixDictionary, DataFieldsHaveTheLengthFieldsThatStandBeforeThem) {
    const auto dictionary = *Dictionary::create(kFix50Sp2);
    EXPECT_EQ(dictionary.data_fields().length_tag(tag::kRawData), tag::kRawDataLength);
    EXPECT_EQ(dictionary.data_fields().length_tag(tag::kSignature), tag::kSignatureLength);
    EXPECT_EQ(dictionary.data_fields().length_tag(1185), 1184U);
    for (const DictionaryTables* const tables : kVersions) {
        const auto data = Dictionary::create(*tables)->data_fields();
        for (const FieldRow& row : tables->fields) {
            EXPECT_EQ(data.is_data(row.tag), row.type == FieldType::Data) << row.name;
        }
    }
}

/// The smallest tables: a header of MsgType, a message M of a group, a trailer.
struct SmallTables {
    std::vector<FieldRow> fields{{10, FieldType::String, "CheckSum", {}},
                                 {35, FieldType::String, "MsgType", {}},
                                 {100, FieldType::NumInGroup, "NoThings", {}},
                                 {101, FieldType::Char, "Thing", {0, 1}},
                                 {70'000, FieldType::String, "Own", {}}};
    std::vector<ValueRow> values{{"a", "A"}};
    std::vector<MemberRow> members{
        {35, true, 0}, {10, true, 0}, {101, false, 0}, {100, false, 1}, {70'000, false, 0}};
    std::vector<GroupRow> groups{{100, {2, 1}}};
    std::vector<MessageRow> messages{{"M", "Message", false, {3, 2}}};
    std::vector<DataPair> data_fields;
    RowRange header{0, 1};
    RowRange trailer{1, 1};

    [[nodiscard]] Expected<Dictionary> create() const {
        return Dictionary::create({.begin_string = "X.1",
                                   .fields = fields,
                                   .values = values,
                                   .members = members,
                                   .groups = groups,
                                   .messages = messages,
                                   .data_fields = data_fields,
                                   .header = header,
                                   .trailer = trailer});
    }
    void expect_refused(std::string_view what) const {
        const auto dictionary = create();
        ASSERT_FALSE(dictionary) << what;
        EXPECT_NE(dictionary.error().message.find(what), std::string::npos)
            << dictionary.error().message;
    }
};

TEST(FixDictionary, ItOutlivesItsTables) {
    auto tables = std::make_unique<SmallTables>();
    std::string name = "Message, a name that is not kept in place";
    tables->messages[0].name = name;
    const auto dictionary = *tables->create();
    tables.reset();
    name.assign(name.size(), '?');
    EXPECT_EQ(dictionary.messages()[0].name, "Message, a name that is not kept in place");
    EXPECT_EQ(dictionary.begin_string(), "X.1");
}

TEST(FixDictionary, AVenuesOwnTagMayBeLarge) {
    const auto dictionary = *SmallTables().create();
    EXPECT_EQ(dictionary.field(70'000)->name, "Own");
    EXPECT_EQ(dictionary.field(70'001), nullptr);
    EXPECT_NE(dictionary.member(*dictionary.message("M"), 70'000), nullptr);
}

TEST(FixDictionary, TablesThatContradictThemselvesAreRefusedWithAReason) {
    SmallTables tables;
    tables.members[3].tag = 99;
    tables.expect_refused("Message: member 99 must be a defined field");
    tables = {};
    tables.members[3].group = 2;
    tables.expect_refused("member 100 must be a defined field, and its group a defined group");
    tables = {};
    tables.members[4] = tables.members[3];
    tables.expect_refused("Message: member 100 is listed twice");
    tables = {};
    tables.groups[0].count = 99;
    tables.expect_refused("group 99 must have a count field");
    tables = {};
    tables.groups[0].members.count = 0;
    tables.expect_refused("group NoThings must have");
    tables = {};
    tables.fields[0].tag = 0;
    tables.expect_refused("its number must be 1 to 9999999, found 0");
    tables = {};
    tables.fields[1].tag = 10;
    tables.expect_refused("fields must be unique and in ascending order of their tags");
    tables = {};
    tables.fields[3].values = {0, 2};
    tables.expect_refused("values of field \"Thing\" are outside");
    tables = {};
    tables.messages[0].members = {4, 2};
    tables.expect_refused("members of message \"Message\" are outside");
    tables = {};
    tables.trailer = {6, 0};
    tables.expect_refused("header, trailer or a group");
    tables = {};
    tables.messages[0].type = "";
    tables.expect_refused("its type must have 1 to 8 characters");
    tables = {};
    tables.messages.push_back(tables.messages[0]);
    tables.expect_refused("two messages have the type \"M\"");
    tables = {};
    tables.data_fields = {{100, 99}};
    tables.expect_refused("data field 99 and its length field 100");
    tables = {};
    tables.members.assign(Dictionary::kMembersMax + 1, {101, false, 0});
    tables.messages[0].members = {0, Dictionary::kMembersMax + 1};
    tables.expect_refused("must have at most 1024 members, got 1025");
}

TEST(FixGroupCursor, EntriesAndTheirGroupsAreHandedOutInOrder) {
    const auto dictionary = *Dictionary::create(kFix44);
    const std::string order = fix_message(
        "FIX.4.4",
        "35=D|453=2|448=A|447=D|452=1|802=2|523=x|803=1|523=y|7001=own|448=B|386=1|336=1|");
    FieldList fields(dictionary.data_fields());
    ASSERT_EQ(fields.split(view_of(order)), SplitStatus::Ok);
    const DefinitionId message = *dictionary.message("D");
    const NoAllocScope scope;
    GroupCursor parties(dictionary, fields, {message, fields.all()}, tag::kNoPartyIds);
    FieldRange party;
    ASSERT_TRUE(parties.next(party));
    EXPECT_EQ(fields.value(tag::kPartyId, party), "A");
    EXPECT_EQ(fields.value(tag::kPartyRole, party), "1");
    GroupCursor subs(dictionary, fields, {parties.definition(), party}, tag::kNoPartySubIds);
    FieldRange sub;
    ASSERT_TRUE(subs.next(sub));
    EXPECT_EQ(fields.value(tag::kPartySubId, sub), "x");
    EXPECT_EQ(fields.value(tag::kPartySubIdType, sub), "1");
    ASSERT_TRUE(subs.next(sub));
    EXPECT_EQ(fields.value(tag::kPartySubId, sub), "y");
    EXPECT_EQ(fields.value(tag::kPartySubIdType, sub), std::nullopt);
    EXPECT_EQ(fields.value(7001, sub), "own") << "an unknown field stays in its entry";
    EXPECT_FALSE(subs.next(sub));
    ASSERT_TRUE(parties.next(party));
    EXPECT_EQ(fields.value(tag::kPartyId, party), "B");
    EXPECT_EQ(fields.value(tag::kPartyRole, party), std::nullopt);
    EXPECT_FALSE(parties.next(party)) << "TradingSessionID is no party";
    EXPECT_EQ(scope.allocations(), 0U);
}

TEST(FixGroupCursor, WhereThereIsNoGroupThereIsNoEntry) {
    const auto dictionary = *Dictionary::create(kFix44);
    FieldList fields(dictionary.data_fields());
    const DefinitionId message = *dictionary.message("D");
    const auto has_entry = [&](std::string_view body, Tag count) {
        const std::string order = fix_message("FIX.4.4", body);
        EXPECT_EQ(fields.split(view_of(order)), SplitStatus::Ok);
        FieldRange entry;
        return GroupCursor(dictionary, fields, {message, fields.all()}, count).next(entry);
    };
    EXPECT_TRUE(has_entry("35=D|386=1|336=1|", 386));
    EXPECT_FALSE(has_entry("35=D|386=0|", 386));
    EXPECT_FALSE(has_entry("35=D|386=1|55=X|", 386));
    EXPECT_FALSE(has_entry("35=D|", 386)) << "no count";
    EXPECT_FALSE(has_entry("35=D|55=1|336=1|", 55)) << "no group's count";
    EXPECT_FALSE(has_entry("35=D|268=1|269=0|", 268)) << "another message's group";
}

}  // namespace
}  // namespace hotpath::protocols::fix
