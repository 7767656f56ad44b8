#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "tests/support/ouch50_fields.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/wire_listeners.hpp"

namespace hotpath::protocols::nasdaq::dropcopy {
namespace {

using support::Field;
using support::kOuch50Replies;
using support::MessageType;

ReplyCopy copy_of(std::string_view username, std::uint64_t sequence_number) {
    ReplyCopy copy;
    copy.store_username(to_alpha<6>(username));
    copy.store_sequence_number(sequence_number);
    return copy;
}

TEST(DropCopy, ThePrefixIsTypeAccountAndNumber) {
    const std::byte reply{'S'};
    std::array<std::byte, 16> room;
    ASSERT_EQ(encode(room, copy_of("FIRM1", 0x0102030405060708), Bytes(&reply, 1)), 16U);
    constexpr std::string_view kExpected("CFIRM1 \x01\x02\x03\x04\x05\x06\x07\x08S", 16);
    EXPECT_TRUE(std::ranges::equal(room, std::as_bytes(std::span(kExpected))));
}

TEST(DropCopy, EveryReplyIsReadAsItWasWritten) {
    Random random(support::seed_of_this_test(76));
    for (const MessageType& type : kOuch50Replies) {
        std::vector<std::byte> reply = type.make();
        for (const Field& field : type.fields) {
            if (field.name != "type" && field.name != "appendage_length") {
                field.store(reply.data(), support::random_value(random.next()));
            }
        }
        std::array<std::byte, 300> room;
        const std::size_t length = encode(room, copy_of("ABC", random.next()), reply);
        ASSERT_EQ(length, ReplyCopy::kLength + reply.size());

        CopiedReply copied;
        ASSERT_EQ(decode(Bytes(room).first(length), copied), DecodeStatus::Ok);
        EXPECT_EQ(trimmed(copied.copy->load_username()), "ABC");
        EXPECT_TRUE(std::ranges::equal(copied.reply, reply)) << type.name;
        std::array<std::byte, 300> again;
        ASSERT_EQ(encode(again, *copied.copy, copied.reply), length);
        EXPECT_TRUE(std::ranges::equal(Bytes(again).first(length), Bytes(room).first(length)));

        int heard = 0;
        support::Ouch50ReplyListener listener{[&](const auto&, auto...) { ++heard; }};
        EXPECT_EQ(ouch50::decode_reply(copied.reply, listener), DecodeStatus::Ok) << type.name;
        EXPECT_EQ(heard, 1);
    }
}

TEST(DropCopy, WhatIsNoCopyIsRefusedAndNothingIsSet) {
    const std::array<std::byte, 40> zeros{};
    const ReplyCopy alone;
    CopiedReply copied;
    EXPECT_EQ(decode({}, copied), DecodeStatus::Truncated);
    EXPECT_EQ(decode(zeros, copied), DecodeStatus::UnknownType);
    EXPECT_EQ(decode(alone.bytes().first(1), copied), DecodeStatus::Truncated);
    EXPECT_EQ(decode(alone.bytes(), copied), DecodeStatus::Truncated);
    EXPECT_EQ(copied.copy, nullptr);
}

TEST(DropCopy, WhatDoesNotFitIsNotWritten) {
    const std::array<std::byte, 5> reply{};
    std::array<std::byte, 20> room{};
    EXPECT_EQ(encode(MutableBytes(room).first(19), ReplyCopy(), reply), 0U);
    EXPECT_EQ(encode(room, ReplyCopy(), {}), 0U);
    EXPECT_TRUE(std::ranges::all_of(room, [](std::byte b) { return b == std::byte{}; }));
    EXPECT_EQ(encode(room, ReplyCopy(), reply), 20U);
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::dropcopy
