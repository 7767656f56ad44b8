// Random messages of every type of every version: written, framed, split and validated.

#include <array>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/framer.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/validator.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/random_fix.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::protocols::fix {
namespace {

using support::fix_message;
using support::obvious_fields;
using support::text_of;
using support::view_of;

constexpr std::size_t kMessageMax = 1U << 18U;

/// A message of each type, `rounds` times.
template <class Check>
void for_random_messages(const DictionaryTables& tables, std::uint64_t seed, Check&& check) {
    const auto dictionary = *Dictionary::create(tables);
    Random random(support::seed_of_this_test(seed));
    support::RandomFix messages(dictionary, random);
    const auto rounds = support::rounds_of_this_run({.usual = 40, .long_run = 2'000});
    for (std::uint64_t round = 0; round < rounds; ++round) {
        for (const MessageRow& row : dictionary.messages()) {
            SCOPED_TRACE(row.name);
            const std::string body = messages.body(*dictionary.message(row.type));
            check(dictionary, body, random);
            if (testing::Test::HasFailure()) {
                return;
            }
        }
    }
}

/// What is written field by field is what framer and list give back.
void expect_same_after_writing(const Dictionary& dictionary, const std::string& body) {
    static std::vector<std::byte> buffer(kMessageMax);
    const auto fields = obvious_fields(body, dictionary.data_fields());
    MessageWriter writer(buffer);
    writer.begin(dictionary.begin_string(), fields.front().second);
    for (std::size_t i = 1; i < fields.size(); ++i) {
        const bool is_length = i + 1 < fields.size() && dictionary.data_fields().length_tag(
                                                            fields[i + 1].first) == fields[i].first;
        if (is_length) {
            writer.add_data(TagText::of(fields[i].first), TagText::of(fields[i + 1].first),
                            fields[i + 1].second);
            ++i;
        } else {
            writer.add(TagText::of(fields[i].first), fields[i].second);
        }
    }
    const Bytes written = writer.finish();
    Framer framer(kMessageMax);
    Bytes stream = written;
    Bytes message;
    ASSERT_EQ(framer.next(stream, message), FrameStatus::Whole);
    FieldList list(dictionary.data_fields(), {.fields_max = 20'000});
    ASSERT_EQ(list.split(message), SplitStatus::Ok);
    ASSERT_EQ(list.size(), fields.size() + 3) << "BeginString, BodyLength, CheckSum";
    for (std::size_t i = 0; i < fields.size(); ++i) {
        ASSERT_EQ(list[i + 2].tag, fields[i].first);
        ASSERT_EQ(list[i + 2].value, fields[i].second);
    }
}

TEST(FixCodec, WhatIsWrittenIsWhatIsRead) {
    for (const DictionaryTables* const tables : {&kFix42, &kFix44, &kFix50Sp2}) {
        for_random_messages(*tables, 31,
                            [](const Dictionary& dictionary, const std::string& body, Random&) {
                                expect_same_after_writing(dictionary, body);
                            });
    }
}

/// A message with its own characters: fix_message() would change `|`.
std::string framed(const Dictionary& dictionary, const std::string& body) {
    std::string text = "8=" + std::string(dictionary.begin_string()) + kSoh +
                       "9=" + std::to_string(body.size()) + kSoh + body;
    return text + "10=" + support::check_sum_text(text) + kSoh;
}

TEST(FixCodec, MessagesThatKeepToTheirDictionaryAreAccepted) {
    for (const DictionaryTables* const tables : {&kFix42, &kFix44, &kFix50Sp2}) {
        for_random_messages(*tables, 32,
                            [](const Dictionary& dictionary, const std::string& body, Random&) {
                                FieldList list(dictionary.data_fields(), {.fields_max = 20'000});
                                const std::string message = framed(dictionary, body);
                                ASSERT_EQ(list.split(view_of(message)), SplitStatus::Ok);
                                Validator validator(dictionary, {.rejects_unknown_tags = true});
                                const Verdict verdict = validator.check(list);
                                ASSERT_EQ(verdict.reason, SessionRejectReason::Accepted)
                                    << name(verdict.reason) << " " << verdict.tag << "\n"
                                    << body;
                            });
    }
}

/// One field left out, doubled, emptied or renamed: a required one's absence is always found, and
/// no change is accepted that leaves a contradiction.
TEST(FixCodec, AMessageWithoutARequiredFieldIsNeverAccepted) {
    for_random_messages(
        kFix44, 33, [](const Dictionary& dictionary, const std::string& body, Random& random) {
            const auto fields = obvious_fields(body, dictionary.data_fields());
            const auto type = *dictionary.message(fields.front().second);
            const std::size_t victim = 1 + random.below(fields.size() - 1);
            const Tag tag = fields[victim].first;
            const MemberRow* const in_header = dictionary.member(kHeader, tag);
            const MemberRow* const in_body = dictionary.member(type, tag);
            const MemberRow* const member = in_header != nullptr ? in_header : in_body;
            std::string changed;
            int times = 0;
            for (std::size_t i = 0; i < fields.size(); ++i) {
                times += fields[i].first == tag ? 1 : 0;
                if (i != victim) {
                    changed += std::to_string(fields[i].first) + "=" + fields[i].second + kSoh;
                }
            }
            if (member == nullptr || !member->is_required || times != 1) {
                return;
            }
            FieldList list(dictionary.data_fields(), {.fields_max = 20'000});
            const std::string message = framed(dictionary, changed);
            ASSERT_EQ(list.split(view_of(message)), SplitStatus::Ok);
            const Verdict verdict = Validator(dictionary, {}).check(list);
            ASSERT_NE(verdict.reason, SessionRejectReason::Accepted) << tag;
        });
}

}  // namespace
}  // namespace hotpath::protocols::fix
