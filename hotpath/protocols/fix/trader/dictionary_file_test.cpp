#include "hotpath/protocols/fix/trader/dictionary_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/dictionary_tables.hpp"
#include "hotpath/protocols/fix/validator.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::protocols::fix {
namespace {

using protocols::fix::Dictionary;
using protocols::fix::DictionaryTables;
using protocols::fix::FieldType;
using protocols::fix::SessionRejectReason;

/// A venue's small dialect: own fields, a component, a group, data.
constexpr std::string_view kVenue = R"(<?xml version='1.0' encoding='UTF-8'?>
<fix type='FIX' major='4' minor='4'>
  <header>
    <field name='BeginString' required='Y'/>
    <field name='BodyLength' required='Y'/>
    <field name='MsgType' required='Y'/>
  </header>
  <messages>
    <!-- one message -->
    <message name='Order' msgtype='D' msgcat='app'>
      <field name='ClOrdID' required='Y'/>
      <component name='Instrument' required='N'/>
      <group name='NoLegs' required='N'>
        <field name='LegID' required='N'/>
        <component name='Instrument' required='Y'/>
      </group>
      <field name='BlobLen' required='N'/>
      <field name='Blob' required='N'/>
    </message>
  </messages>
  <trailer>
    <field name='CheckSum' required='Y'/>
  </trailer>
  <components>
    <component name='Instrument'>
      <field name='Symbol' required='Y'/>
    </component>
  </components>
  <fields>
    <field number='8' name='BeginString' type='STRING'/>
    <field number='9' name='BodyLength' type='LENGTH'/>
    <field number='10' name='CheckSum' type='STRING'/>
    <field number='11' name='ClOrdID' type='STRING'/>
    <field number='35' name='MsgType' type='STRING'/>
    <field number='55' name='Symbol' type='STRING'/>
    <field number='555' name='NoLegs' type='NUMINGROUP'/>
    <field number='70001' name='LegID' type='INT'/>
    <field number='70002' name='BlobLen' type='LENGTH'/>
    <field number='70003' name='Blob' type='DATA'/>
    <field number='70004' name='Kind' type='CHAR'>
      <value enum='A' description='ONE'/>
      <value enum='AB' description='TWO'/>
    </field>
  </fields>
</fix>
)";

/// kVenue with one piece replaced.
std::string with(std::string_view from, std::string_view to) {
    std::string xml(kVenue);
    const std::size_t place = xml.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    return xml.replace(place, from.size(), to);
}

std::string error_of(std::string_view xml) {
    const auto dictionary = parse_dictionary({"venue.xml", xml});
    return dictionary ? "no error" : dictionary.error().message;
}

SessionRejectReason judged(const Dictionary& dictionary, std::string_view body) {
    const std::string message = support::fix_message("FIX.4.4", body);
    protocols::fix::FieldList fields(dictionary.data_fields());
    (void)fields.split(support::view_of(message));
    return protocols::fix::Validator(dictionary, {}).check(fields).reason;
}

TEST(FixDictionaryFile, AVenuesDialectAcceptsWhatItShouldAndRejectsTheRest) {
    const auto dictionary = parse_dictionary({"venue.xml", kVenue});
    ASSERT_TRUE(dictionary) << dictionary.error().message;
    EXPECT_EQ(dictionary->begin_string(), "FIX.4.4");
    using enum SessionRejectReason;
    EXPECT_EQ(judged(*dictionary, "35=D|11=a|"), Accepted) << "an optional component";
    EXPECT_EQ(judged(*dictionary, "35=D|11=a|555=1|70001=1|55=X|"), Accepted);
    EXPECT_EQ(judged(*dictionary, "35=D|11=a|70002=3|70003=a|b|"), Accepted) << "own data";
    EXPECT_EQ(judged(*dictionary, "35=D|55=X|"), RequiredTagMissing);
    EXPECT_EQ(judged(*dictionary, "35=D|11=a|555=1|70001=1|"), RequiredTagMissing)
        << "a required component of an entry";
    EXPECT_EQ(judged(*dictionary, "35=D|11=a|555=2|70001=1|55=X|"), IncorrectCount);
    EXPECT_EQ(judged(*dictionary, "35=D|11=a|555=1|70001=x|55=X|"), IncorrectFormat);
    EXPECT_EQ(judged(*dictionary, "35=D|11=a|70004=A|"), TagNotDefinedForMessage);
    EXPECT_EQ(judged(*dictionary, "35=8|"), InvalidMsgType);
    EXPECT_EQ(dictionary->field("Kind")->type, FieldType::String) << "a value of two characters";
}

TEST(FixDictionaryFile, AnErrorNamesTheFileTheLineAndTheElement) {
    EXPECT_EQ(error_of(with("name='ClOrdID' required='Y'", "name='ClOrdId' required='Y'")),
              "venue.xml:11: <field name='ClOrdId'>: name must be that of a field in <fields>");
    EXPECT_EQ(
        error_of(with("<component name='Instrument' required='N'/>",
                      "<component name='Instr' required='N'/>")),
        "venue.xml:12: <component name='Instr'>: name must be that of a component in <components>");
    EXPECT_EQ(error_of(with("name='Symbol' required='Y'", "name='Symbol'")),
              "venue.xml:26: <field name='Symbol'>: attribute required must be Y or N");
    EXPECT_EQ(error_of(with("name='LegID' type='INT'", "name='LegID' type='INTEGER'")),
              "venue.xml:37: <field name='LegID'>: type \"INTEGER\" is unknown");
    EXPECT_EQ(error_of(with("number='70001'", "number='0'")),
              "venue.xml:37: <field name='LegID'>: number must be 1 to 9999999");
    EXPECT_EQ(error_of(with("number='70001'", "number='55'")),
              "venue.xml:37: <field name='LegID'>: name and number must be unique in <fields>");
    EXPECT_EQ(error_of(with("name='LegID' type", "name='Symbol' type")),
              "venue.xml:37: <field name='Symbol'>: name and number must be unique in <fields>");
    EXPECT_EQ(error_of(with("enum='AB'", "num='AB'")),
              "venue.xml:42: <value>: attribute enum is missing");
    EXPECT_EQ(error_of(with("msgtype='D'", "type='D'")),
              "venue.xml:10: <message name='Order'>: expected <message> with a name and a msgtype");
    EXPECT_EQ(
        error_of(with("<field name='Blob' required='N'/>", "<filed name='Blob' required='N'/>")),
        "venue.xml:18: <filed name='Blob'>: expected <field>, <group> or <component>");
    EXPECT_EQ(
        error_of(with("<field name='Blob' required='N'/>", "<field name='ClOrdID' required='N'/>")),
        "venue.xml:10: <message name='Order'>: field 11 (ClOrdID) is listed twice");
    EXPECT_EQ(
        error_of(with("<field name='Symbol' required='Y'/>",
                      "<component name='Instrument' required='Y'/>")),
        "venue.xml:25: <component name='Instrument'>: components and groups are nested more than "
        "32 deep");
    EXPECT_EQ(error_of(with("number='8' name='BeginString'", "number='8'")),
              "venue.xml:30: <field>: expected <field> with a name");
}

TEST(FixDictionaryFile, WhatIsNoDictionaryIsRefused) {
    EXPECT_EQ(error_of("<html/>"), "venue.xml:1: <html>: the root must be <fix>");
    EXPECT_EQ(error_of("\n\n<fix"),
              "venue.xml:3: is not well-formed XML: Error parsing start element tag");
    EXPECT_EQ(error_of(""), "venue.xml:1: is not well-formed XML: No document element found");
    EXPECT_EQ(error_of(with("major='4' ", "")), "venue.xml:2: <fix>: attribute major is missing");
    EXPECT_EQ(error_of("<fix type='FIX' major='4' minor='4'><header/></fix>"),
              "venue.xml:1: <fix>: there is no <trailer>");
    const std::size_t header = kVenue.find("<header>");
    const std::size_t end = kVenue.find("</header>");
    EXPECT_EQ(error_of(with(kVenue.substr(header, end - header + 9), "<header/>")),
              "venue.xml:3: <header>: must not be empty: this version of FIX also needs the "
              "dictionary of its transport (FIXT.1.1)");
    EXPECT_EQ(error_of(with("name='BlobLen' type='LENGTH'", "name='BlobLen' type='INT'")),
              "no error");
}

TEST(FixDictionaryFile, AFileIsReadAndAMissingOneIsNamed) {
    const support::TemporaryDirectory directory;
    const std::filesystem::path file = directory / "venue.xml";
    std::ofstream(file) << kVenue;
    EXPECT_TRUE(load_dictionary(file));
    const auto missing = load_dictionary(directory.path() / "none.xml");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message,
              (directory.path() / "none.xml").string() + ": cannot be read, or is empty");
    EXPECT_FALSE(load_dictionary(file, directory.path() / "none.xml"));
    EXPECT_FALSE(load_dictionary(directory.path() / "none.xml", file));
}

/// The same definitions: members, groups, fields, values.
void expect_same(const Dictionary& a, const Dictionary& b) {
    EXPECT_EQ(a.begin_string(), b.begin_string());
    EXPECT_TRUE(std::ranges::equal(a.groups(), b.groups()));
    EXPECT_TRUE(std::ranges::equal(a.messages(), b.messages()));
    EXPECT_TRUE(std::ranges::equal(a.data_fields().pairs(), b.data_fields().pairs()));
    const std::size_t definitions = 2 + a.groups().size() + a.messages().size();
    for (std::uint16_t i = 0; i < definitions; ++i) {
        EXPECT_TRUE(std::ranges::equal(a.members({i}), b.members({i}))) << i;
    }
    for (protocols::fix::Tag tag = 0; tag < 10'000; ++tag) {
        const auto* const field = a.field(tag);
        ASSERT_EQ(field == nullptr, b.field(tag) == nullptr) << tag;
        if (field != nullptr) {
            EXPECT_EQ(*field, *b.field(tag));
            EXPECT_TRUE(std::ranges::equal(a.values(*field), b.values(*b.field(tag))));
        }
    }
}

TEST(FixDictionaryFile, TheXmlOfQuickFixGivesTheGeneratedTables) {
    const std::filesystem::path spec =
        std::filesystem::path(HOTPATH_SOURCE_DIR) / "build" / "fix" / "spec";
    if (!std::filesystem::exists(spec / "FIX44.xml")) {
        GTEST_SKIP() << "no XML: tools/fix_dictionaries.py --fetch";
    }
    const auto check = [](const Expected<Dictionary>& loaded, const DictionaryTables& tables) {
        ASSERT_TRUE(loaded) << loaded.error().message;
        expect_same(*loaded, *Dictionary::create(tables));
    };
    check(load_dictionary(spec / "FIX42.xml"), protocols::fix::kFix42);
    check(load_dictionary(spec / "FIX44.xml"), protocols::fix::kFix44);
    check(load_dictionary(spec / "FIXT11.xml", spec / "FIX50SP2.xml"), protocols::fix::kFix50Sp2);
}

}  // namespace
}  // namespace hotpath::protocols::fix
