// Headers that are read and written the short way: the usual order of a received header, and the
// header of a message that was sent before with another number and another time. Each beside its
// obvious twin.

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/session/inbound.hpp"
#include "hotpath/protocols/fix/session/memory_store.hpp"
#include "hotpath/protocols/fix/session/outbound.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::protocols::fix {
namespace {

bool is_of_header(Tag tag) {
    constexpr std::array kTags = {34,  49,  56,  52,  43,  97,  50,   57,   122, 115, 116,
                                  128, 129, 144, 145, 90,  91,  142,  143,  212, 213, 347,
                                  369, 370, 627, 628, 629, 630, 1128, 1129, 1156};
    return std::ranges::find(kTags, static_cast<int>(tag)) != kTags.end();
}

void take_obviously(const Field& field, InboundHeader& header) {
    switch (field.tag) {
        case tag::kMsgSeqNum:
            header.number = to_uint(field.value);
            break;
        case tag::kSenderCompId:
            header.sender_comp_id = field.value;
            break;
        case tag::kTargetCompId:
            header.target_comp_id = field.value;
            break;
        case tag::kSendingTime:
            header.sending_time = to_time(field.value);
            header.has_sending_time = true;
            break;
        case tag::kPossDupFlag:
            header.is_poss_dup = field.value == "Y";
            break;
        case tag::kPossResend:
            header.is_poss_resend = field.value == "Y";
            break;
        default:
            break;
    }
}

/// Field by field: all of the header, then as far as one is missing.
InboundHeader obvious_header(const FieldList& fields) {
    InboundHeader header;
    if (fields.size() < 3) {
        return header;
    }
    header.begin_string = fields[0].value;
    header.msg_type = fields[2].value;
    bool is_in_header = true;
    for (std::size_t at = 3; at < fields.size(); ++at) {
        is_in_header = is_in_header && is_of_header(fields[at].tag);
        const bool has_all = header.number && header.has_sending_time &&
                             !header.sender_comp_id.empty() && !header.target_comp_id.empty();
        if (!is_in_header && has_all) {
            break;
        }
        take_obviously(fields[at], header);
    }
    return header;
}

std::string random_header(Random& random) {
    std::vector<std::string> parts = {"34=" + std::to_string(random.below(2'000)), "49=EXCHANGE",
                                      "52=20240229-12:34:5" + std::to_string(random.below(10)) +
                                          "." + std::to_string(100 + random.below(900)),
                                      "56=TRADER01"};
    if (random.one_in(2)) {
        std::rotate(parts.begin(), parts.begin() + 1, parts.end());
        std::swap(parts[1], parts[2]);  // 49 56 52 34
        std::swap(parts[2], parts[3]);  // 49 56 34 52
    }
    constexpr std::array kOthers = {"43=Y",   "97=Y", "43=N", "50=DESK", "122=20240229-12:34:56",
                                    "34=x",   "34=7", "49=",  "52=",     "115=A",
                                    "1128=9", "11=1", "x=1",  "999999=1"};
    while (random.one_in(3)) {
        const auto place = parts.begin() + static_cast<std::ptrdiff_t>(random.below(parts.size()));
        parts.insert(place, kOthers[random.below(kOthers.size())]);
    }
    while (random.one_in(6) && !parts.empty()) {
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(random.below(parts.size())));
    }
    if (random.one_in(6)) {
        parts.emplace_back("35=8");
        std::rotate(parts.begin(), parts.end() - 1, parts.end());
    }
    std::string text = "8=FIX.4.4|9=100|35=8|";
    for (const std::string& part : parts) {
        text += part + '|';
    }
    text += "11=17|" + std::string(random.one_in(4) ? "49=LATE|34=9|52=20240229-12:34:56|" : "");
    text = support::with_soh(text + "10=100|");
    return random.one_in(12) ? text.substr(0, random.below(text.size())) : text;
}

TEST(FixHeaders, AReceivedHeaderIsTheOneReadFieldByField) {
    Random random(support::seed_of_this_test(51));
    FieldList fields{DataFields{}};
    TimestampReader times;
    InboundHeader header;
    std::uint64_t complete = 0;
    for (int n = 0; n < (support::is_long_run() ? 1'000'000 : 50'000); ++n) {
        const std::string message = random_header(random);
        static_cast<void>(fields.split(support::view_of(message)));
        read_header(fields, times, header);
        ASSERT_EQ(header, obvious_header(fields)) << message;
        complete += header.number && header.sending_time ? 1U : 0U;
    }
    EXPECT_GT(complete, 20'000U);
}

/// A whole header, every time.
std::string obvious_message(const SessionOptions& options, std::string_view type,
                            std::uint64_t number, Time now, std::string_view text) {
    std::array<std::byte, 512> buffer;
    MessageWriter writer(buffer);
    writer.begin(options.begin_string, type);
    writer.add_uint(tag::kMsgSeqNum, number);
    writer.add(tag::kSenderCompId, options.sender_comp_id);
    writer.add_time(tag::kSendingTime, now, options.time_precision);
    writer.add(tag::kTargetCompId, options.target_comp_id);
    writer.add(tag::kText, text);
    return support::text_of(writer.finish());
}

TEST(FixHeaders, ASentHeaderIsTheOneWrittenWhole) {
    Random random(support::seed_of_this_test(52));
    constexpr std::array<std::string_view, 8> kTypes = {"D", "D",  "D", "F",
                                                        "G", "AE", "8", "U12345678"};
    for (const TimePrecision precision :
         {TimePrecision::Seconds, TimePrecision::Milliseconds, TimePrecision::Nanoseconds}) {
        const SessionOptions options{
            .sender_comp_id = "TRADER01", .target_comp_id = "EX", .time_precision = precision};
        auto store = MemoryStore::create({.messages_max = 64, .bytes_max = 8'192});
        ASSERT_TRUE(store);
        auto owner = std::make_unique<Outbound>(options, *store);
        owner->start();
        Time now{1'709'210'096'789'123'456};
        for (int n = 0; n < 12'000; ++n) {
            if (random.one_in(50)) {  // a session may be moved
                owner = std::make_unique<Outbound>(std::move(*owner));
            }
            Outbound& out = *owner;
            now = now + Nanos{static_cast<std::int64_t>(random.below(400'000'000))};
            if (random.one_in(500)) {
                store->set_next_out(store->next_out() + random.below(20'000));
                out.restart_numbers();
            }
            const std::string_view type = kTypes[random.below(kTypes.size())];
            const std::uint64_t number = store->next_out();
            out.set_time(now, now);
            if (random.one_in(10)) {  // one that is not sent
                out.begin(kTypes[random.below(kTypes.size())]).add(tag::kText, "");
                ASSERT_EQ(out.finish(true), SendStatus::FieldRefused);
            }
            const std::size_t end = out.output_end();
            out.begin(type).add(tag::kText, "text");
            const SendStatus status = out.finish(true);
            if (type.size() > 8) {  // the store has no room for such a type
                ASSERT_EQ(status, SendStatus::StoreFull);
                continue;
            }
            ASSERT_EQ(status, SendStatus::Sent);
            const auto [first, second] = out.output_since(end);
            ASSERT_EQ(support::text_of(first) + support::text_of(second),
                      obvious_message(options, type, number, now, "text"));
            const auto stored = store->find(number);
            ASSERT_TRUE(stored);
            ASSERT_EQ(stored->msg_type, type);
            ASSERT_EQ(stored->fields, support::with_soh("58=text|"));
            if (random.one_in(20)) {
                out.take(out.front().size());
                out.resend(number, number);
                out.pump();
            }
            while (!out.is_empty()) {
                out.take(out.front().size());
            }
        }
    }
}

}  // namespace
}  // namespace hotpath::protocols::fix
