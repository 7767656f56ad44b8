#include "hotpath/exchange/server/input.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"

namespace hotpath::exchange {
namespace {

using Room = std::array<std::byte, kInputLengthMax>;

TEST(Input, IsDecodedAsItWasEncoded) {
    Random random(1);
    std::vector<std::byte> message(kInputMessageMax);
    for (int round = 0; round < 10'000; ++round) {
        std::ranges::generate(message, [&] { return static_cast<std::byte>(random.next()); });
        const std::size_t length = random.below(kInputMessageMax + 1);
        const Input input{.kind = static_cast<InputKind>(1 + random.below(kInputKinds)),
                          .session = {static_cast<std::uint16_t>(random.next())},
                          .reason = static_cast<std::uint16_t>(random.next()),
                          .time = {static_cast<std::int64_t>(random.next())},
                          .outputs = static_cast<std::uint32_t>(random.next()),
                          .message = Bytes(message).first(length)};
        Room room{};
        Input decoded;
        ASSERT_EQ(decode(encode(input, room), decoded), wire::DecodeStatus::Ok);
        EXPECT_EQ(decoded.kind, input.kind);
        EXPECT_EQ(decoded.session, input.session);
        EXPECT_EQ(decoded.reason, input.reason);
        EXPECT_EQ(decoded.time, input.time);
        EXPECT_EQ(decoded.outputs, input.outputs);
        EXPECT_TRUE(std::ranges::equal(decoded.message, input.message));
    }
}

TEST(Input, WhatIsNoInputIsRefused) {
    Room room{};
    const Bytes record = encode({.kind = InputKind::EndOfSession}, room);
    Input input;
    EXPECT_EQ(decode(record, input), wire::DecodeStatus::Ok);
    EXPECT_EQ(decode(record.first(kInputHeaderLength - 1), input), wire::DecodeStatus::Truncated);
    EXPECT_EQ(decode({}, input), wire::DecodeStatus::Truncated);
    const std::vector<std::byte> too_long(kInputLengthMax + 1);
    EXPECT_EQ(decode(too_long, input), wire::DecodeStatus::Oversized);
    for (const unsigned kind : {0U, static_cast<unsigned>(kInputKinds) + 1, 255U}) {
        room[0] = static_cast<std::byte>(kind);
        EXPECT_EQ(decode(record, input), wire::DecodeStatus::UnknownType) << kind;
    }
    room[0] = std::byte{1};
    room[1] = std::byte{1};
    EXPECT_EQ(decode(record, input), wire::DecodeStatus::UnknownType) << "the zero is one";
}

TEST(Input, EveryKindHasAName) {
    for (std::size_t kind = 1; kind <= kInputKinds; ++kind) {
        EXPECT_NE(name(static_cast<InputKind>(kind)), "none");
    }
    EXPECT_EQ(name(static_cast<InputKind>(99)), "none");
}

}  // namespace
}  // namespace hotpath::exchange
