#include "hotpath/exchange/server/control.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/control_commands.hpp"

namespace hotpath::exchange {
namespace {

using protocols::DecodeStatus;
using ControlRoom = std::array<std::byte, kControlAnswerLengthMax>;

TEST(ControlCodec, EveryCommandIsDecodedAsItWasEncoded) {
    Random random(1);
    for (int round = 0; round < 20'000; ++round) {
        const Control control = support::random_control(random);
        ControlRoom room{};
        ControlRoom again{};
        Control decoded;
        const Bytes bytes = encode(control, room);
        ASSERT_EQ(decode(bytes, decoded), DecodeStatus::Ok) << name(control.action);
        EXPECT_TRUE(std::ranges::equal(encode(decoded, again), bytes));
        EXPECT_EQ(decoded.symbol, control.symbol);
        EXPECT_EQ(decoded.due, control.due);
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            ASSERT_EQ(decode(bytes.first(length), decoded), DecodeStatus::Truncated);
        }
        ControlAnswer answer{.status = ControlStatus::NotInThisPhase,
                             .from = {3},
                             .applied = 7,
                             .refused = 8,
                             .time = {9},
                             .control = control};
        const Bytes answered = encode(answer, room);
        answer = {};
        ASSERT_EQ(decode(answered, answer), DecodeStatus::Ok);
        EXPECT_TRUE(std::ranges::equal(encode(answer, again), answered));
        EXPECT_EQ(answer.refused, 8U);
    }
}

TEST(ControlCodec, OneByteMoreIsRefused) {
    ControlRoom room{};
    const std::size_t length = encode({.action = ControlAction::EndDay}, room).size();
    Control decoded;
    EXPECT_EQ(decode(Bytes(room).first(length + 1), decoded), DecodeStatus::Oversized);
}

/// The command with one byte set to something else.
DecodeStatus decode_with(const Control& control, std::size_t at, std::uint8_t value) {
    ControlRoom room{};
    const std::size_t length = encode(control, room).size();
    room[at] = std::byte{value};
    Control decoded;
    return decode(Bytes(room).first(length), decoded);
}

TEST(ControlCodec, ValuesThatNoCommandHasAreRefused) {
    const Control rules{.action = ControlAction::SetRules};
    EXPECT_EQ(decode_with(rules, 0, 0), DecodeStatus::UnknownType);
    EXPECT_EQ(decode_with(rules, 0, kControlActions + 1), DecodeStatus::UnknownType);
    EXPECT_EQ(decode_with(rules, 1, 0), DecodeStatus::UnknownType);
    EXPECT_EQ(decode_with(rules, 1, kControlOrigins + 1), DecodeStatus::UnknownType);
    EXPECT_EQ(decode_with(rules, 2, 1), DecodeStatus::UnknownType);
    EXPECT_EQ(decode_with(rules, 16, '\n'), DecodeStatus::Malformed) << "of a symbol";
    EXPECT_EQ(decode_with(rules, 31, 0), DecodeStatus::Malformed) << "a tick of 0";
    EXPECT_EQ(decode_with(rules, 35, 0), DecodeStatus::Malformed) << "a lot of 0";
    EXPECT_EQ(decode_with(rules, 36, 2), DecodeStatus::Malformed) << "neither true nor false";
    const Control trading{.action = ControlAction::SetTrading};
    EXPECT_EQ(decode_with(trading, 24, 'X'), DecodeStatus::Malformed);
    const Control cross{.action = ControlAction::Cross};
    EXPECT_EQ(decode_with(cross, 24, 'X'), DecodeStatus::Malformed);
    EXPECT_EQ(decode_with(cross, 25, 0x80), DecodeStatus::Malformed) << "a negative price";
    const Control bands{.action = ControlAction::SetBands, .bands = {{5}, {6}}};
    EXPECT_EQ(decode_with(bands, 31, 7), DecodeStatus::Malformed) << "the lower is the higher";
    const Control self_match{.action = ControlAction::SetSelfMatch};
    EXPECT_EQ(decode_with(self_match, 26, 4), DecodeStatus::Malformed);
}

TEST(ControlCodec, EverythingHasAName) {
    for (std::size_t action = 1; action <= kControlActions; ++action) {
        EXPECT_NE(name(static_cast<ControlAction>(action)), "none");
    }
    for (std::size_t origin = 1; origin <= kControlOrigins; ++origin) {
        EXPECT_NE(name(static_cast<ControlOrigin>(origin)), "none");
    }
    EXPECT_EQ(name(static_cast<ControlAction>(99)), "none");
    EXPECT_EQ(name(ControlStatus::NotInThisPhase), "not in this phase");
}

}  // namespace
}  // namespace hotpath::exchange
