#include "hotpath/exchange/server/input.hpp"

#include <algorithm>
#include <array>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"

namespace hotpath::exchange {
namespace {

using RecordRoom = std::array<std::byte, kInputLengthMax>;

struct Contents {
    std::uint32_t session = 0;
    std::uint32_t reason = 0;
    std::vector<std::byte> message{};

    bool operator==(const Contents&) const = default;
};

Contents contents_of(const Event& event) {
    return std::visit(
        [](const auto& e) {
            Contents contents;
            if constexpr (requires { e.session; }) {
                contents.session = e.session.value;
            }
            if constexpr (requires { e.from; }) {
                contents.session = e.from.value;
            }
            if constexpr (requires { e.reason; }) {
                contents.reason = static_cast<std::uint32_t>(e.reason);
            }
            if constexpr (requires { e.cause; }) {
                contents.reason = static_cast<std::uint32_t>(e.cause);
            }
            if constexpr (requires { e.message; }) {
                contents.message.assign(e.message.begin(), e.message.end());
            }
            return contents;
        },
        event);
}

Event random_event(Random& random, Bytes message) {
    const SessionId session{static_cast<std::uint16_t>(random.next())};
    const auto reason = RejectReason{static_cast<std::uint16_t>(random.next())};
    static constexpr std::array<CancelCause, 3> kCauses{
        CancelCause::Disconnected, CancelCause::NoRoom, CancelCause::UserRemoved};
    const std::array<Event, kInputKinds> events{
        event::Options{message},
        event::Order{session, message},
        event::RefusedOrder{session, reason, message},
        event::CancelAll{session, kCauses[random.below(kCauses.size())]},
        event::Background{message},
        event::Publication{message},
        event::EndOfSession{},
        event::Command{session, message},
        event::User{session, message},
        event::FixMessage{session, reason, message},
        event::FixNumbers{session, message},
        event::IlinkMessage{session, reason, message},
        event::IlinkNumbers{session, message}};
    return events[random.below(events.size())];
}

TEST(Input, IsDecodedAsItWasEncoded) {
    Random random(1);
    std::vector<std::byte> message(kInputMessageMax);
    for (int round = 0; round < 10'000; ++round) {
        std::ranges::generate(message, [&] { return static_cast<std::byte>(random.next()); });
        const Input input{.time = {static_cast<std::int64_t>(random.next())},
                          .outputs = static_cast<std::uint32_t>(random.next()),
                          .event = random_event(
                              random, Bytes(message).first(random.below(kInputMessageMax + 1)))};
        RecordRoom room{};
        Input decoded;
        ASSERT_EQ(decode(encode(input, room), decoded), protocols::DecodeStatus::Ok);
        EXPECT_EQ(kind_of(decoded.event), kind_of(input.event));
        EXPECT_EQ(decoded.time, input.time);
        EXPECT_EQ(decoded.outputs, input.outputs);
        EXPECT_EQ(contents_of(decoded.event), contents_of(input.event));
    }
}

TEST(Input, WhatIsNoInputIsRefused) {
    RecordRoom room{};
    const Bytes record = encode({.event = event::EndOfSession{}}, room);
    Input input;
    EXPECT_EQ(decode(record, input), protocols::DecodeStatus::Ok);
    EXPECT_EQ(decode(record.first(kInputHeaderLength - 1), input),
              protocols::DecodeStatus::Truncated);
    EXPECT_EQ(decode({}, input), protocols::DecodeStatus::Truncated);
    const std::vector<std::byte> too_long(kInputLengthMax + 1);
    EXPECT_EQ(decode(too_long, input), protocols::DecodeStatus::Oversized);
    for (const unsigned kind : {0U, static_cast<unsigned>(kInputKinds) + 1, 255U}) {
        room[0] = static_cast<std::byte>(kind);
        EXPECT_EQ(decode(record, input), protocols::DecodeStatus::UnknownType) << kind;
    }
    room[0] = std::byte{1};
    room[1] = std::byte{1};
    EXPECT_EQ(decode(record, input), protocols::DecodeStatus::UnknownType) << "the zero is one";
}

// What an event does not have cannot be in its record.
TEST(Input, AFieldThatTheEventDoesNotHaveIsRefused) {
    constexpr std::size_t kSessionAt = 2;
    constexpr std::size_t kReasonAt = 4;
    Input input;
    RecordRoom room{};
    const Bytes end = encode({.event = event::EndOfSession{}}, room);
    for (const std::size_t at : {kSessionAt, kReasonAt}) {
        room[at] = std::byte{1};
        EXPECT_EQ(decode(end, input), protocols::DecodeStatus::Malformed) << at;
        room[at] = std::byte{0};
    }
    EXPECT_EQ(decode(Bytes(room).first(end.size() + 1), input), protocols::DecodeStatus::Malformed)
        << "an end of session with a message";
    const Bytes order = encode({.event = event::Order{{3}, {}}}, room);
    EXPECT_EQ(decode(order, input), protocols::DecodeStatus::Ok);
    room[kReasonAt + 1] = std::byte{1};
    EXPECT_EQ(decode(order, input), protocols::DecodeStatus::Malformed) << "an order with a reason";
    const Bytes cancel = encode({.event = event::CancelAll{{3}, CancelCause::NoRoom}}, room);
    EXPECT_EQ(decode(cancel, input), protocols::DecodeStatus::Ok);
    room[kReasonAt + 1] = std::byte{1};
    EXPECT_EQ(decode(cancel, input), protocols::DecodeStatus::Malformed) << "a cause that is none";
}

TEST(Input, EveryKindHasAName) {
    for (std::size_t kind = 1; kind <= kInputKinds; ++kind) {
        EXPECT_NE(name(static_cast<InputKind>(kind)), "none");
    }
    EXPECT_EQ(name(static_cast<InputKind>(99)), "none");
}

}  // namespace
}  // namespace hotpath::exchange
