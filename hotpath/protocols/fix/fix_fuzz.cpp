// Any bytes as a FIX stream, received at once and in pieces, and as one message: the framer gives the
// same messages either way, the list is the obvious one, what it has is the same when it is written
// again, and the validator and the groups end. As in a session, each object takes one input after the other.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/fix/framer.hpp"
#include "hotpath/protocols/fix/group_cursor.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/validator.hpp"
#include "tests/support/fix_messages.hpp"

namespace {

using namespace hotpath;
using namespace hotpath::protocols::fix;

constexpr std::size_t kMessageMax = 4096;

const Dictionary& fix44() {
    static const Dictionary dictionary = *Dictionary::create(kFix44);
    return dictionary;
}

std::vector<std::string> framed(Bytes bytes, std::size_t piece) {
    std::vector<std::string> messages;
    static Framer framer(kMessageMax);
    framer.clear();
    while (!bytes.empty()) {
        Bytes stream = bytes.first(std::min(piece, bytes.size()));
        bytes = bytes.subspan(stream.size());
        Bytes message;
        for (FrameStatus status;
             (status = framer.next(stream, message)) != FrameStatus::NeedMore;) {
            if (status == FrameStatus::Whole) {
                messages.push_back(support::text_of(message));
            }
        }
        HOTPATH_ASSERT(stream.empty(), "everything received must be used up");
    }
    return messages;
}

void expect_obvious(const FieldList& list, std::string_view text) {
    const auto obvious = support::obvious_fields(text, list.data_fields());
    HOTPATH_ASSERT(list.size() == std::min<std::size_t>(obvious.size(), 256), "as many fields");
    for (std::size_t i = 0; i < list.size(); ++i) {
        HOTPATH_ASSERT(list[i].tag == obvious[i].first && list[i].value == obvious[i].second,
                       "the same fields as by the obvious way");
    }
}

/// A well-formed message, written again field by field, has the same bytes.
void expect_same_written_again(const FieldList& list, const std::string& message) {
    std::vector<std::byte> buffer(message.size() + 64);
    MessageWriter writer(buffer);
    const std::string begin_string(list[0].value);
    writer.begin(begin_string, list[2].value);
    for (std::size_t i = 3; i + 1 < list.size(); ++i) {
        const Tag tag = list[i + 1].tag;
        const bool is_length =
            list.data_fields().length_tag(tag) == list[i].tag && i + 2 < list.size();
        if (is_length) {
            writer.add_data(TagText::of(list[i].tag), TagText::of(tag), list[i + 1].value);
            ++i;
        } else {
            writer.add(TagText::of(list[i].tag), list[i].value);
        }
    }
    const Bytes again = writer.finish();
    // Leading zeros of a length are the one thing that is not kept; empty values are refused.
    const bool is_refused = writer.refused().status == WriteStatus::EmptyValue;
    HOTPATH_ASSERT(is_refused || again.size() <= message.size(), "no more than was received");
    FieldList second(list.data_fields());
    if (!again.empty() && again.size() == message.size()) {
        HOTPATH_ASSERT(support::text_of(again) == message, "the same bytes");
    }
}

void look_at_groups(const FieldList& list, DefinitionId message) {
    for (const MemberRow& member : fix44().members(message)) {
        if (member.group == 0) {
            continue;
        }
        GroupCursor group(fix44(), list, {message, list.all()}, member.tag);
        for (FieldRange entry; group.next(entry);) {
            HOTPATH_ASSERT(entry.first < entry.last && entry.last <= list.size(),
                           "within the list");
        }
    }
}

Validator validator(bool is_strict) {
    return Validator(fix44(), {.rejects_unknown_tags = is_strict,
                               .rejects_fields_of_other_messages = is_strict,
                               .rejects_other_order_in_groups = is_strict});
}

void look_at(const std::string& message) {
    static FieldList list(fix44().data_fields(), {.fields_max = 256});
    const SplitStatus status = list.split(support::view_of(message));
    expect_obvious(list, message);
    static Validator lenient = validator(false);
    static Validator strict = validator(true);
    for (Validator* const each : {&lenient, &strict}) {
        const Verdict verdict = each->check(list);
        HOTPATH_ASSERT(status == SplitStatus::Ok || verdict.reason != SessionRejectReason::Accepted,
                       "a malformed message is never accepted");
    }
    if (const auto type = fix44().message(list.value(tag::kMsgType).value_or(""))) {
        look_at_groups(list, *type);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) {
        return 0;
    }
    const Bytes bytes = std::as_bytes(std::span(data + 1, size - 1));
    const std::vector<std::string> messages = framed(bytes, kMessageMax * 16);
    HOTPATH_ASSERT(messages == framed(bytes, 1 + data[0]), "pieces must not matter");
    for (const std::string& message : messages) {
        look_at(message);
        static FieldList list(fix44().data_fields(), {.fields_max = 2'000});
        if (list.split(support::view_of(message)) == SplitStatus::Ok && list.size() > 3) {
            expect_same_written_again(list, message);
        }
    }
    // Fuzzers seldom find a CheckSum: the body is looked at with a right one, too.
    const std::string body = support::text_of(bytes);
    std::string message =
        "8=FIX.4.4\x01"
        "9=" +
        std::to_string(body.size() + 1) + "\x01" + body + "\x01";
    message += "10=" + support::check_sum_text(message) + "\x01";
    look_at(message);
    look_at(body);
    return 0;
}
