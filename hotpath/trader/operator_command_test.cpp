#include "hotpath/trader/operator_command.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"

namespace hotpath::trader {
namespace {

using protocols::DecodeStatus;
using Buffer = std::array<std::byte, kOperatorAnswerLength>;

OperatorCommand random_command(Random& random) {
    OperatorCommand command{
        .action = static_cast<OperatorAction>(1 + random.below(kOperatorActions)),
        .origin = static_cast<OperatorOrigin>(1 + random.below(kOperatorOrigins)),
        .reason = static_cast<risk::StopReason>(random.below(risk::kStopReasons)),
        .number = static_cast<std::uint32_t>(random.next()),
        .by = protocols::to_alpha<6>("OPS")};
    if (command.action == OperatorAction::Cancel || command.action == OperatorAction::Override) {
        command.symbol = *Symbol::from("AAPL");
    }
    if (command.action == OperatorAction::Override) {
        command.duration = {1 + static_cast<std::int64_t>(random.below(1'000'000))};
    }
    return command;
}

TEST(OperatorCommandCodec, EveryCommandAndAnswerIsDecodedAsItWasEncoded) {
    Random random(1);
    for (int round = 0; round < 20'000; ++round) {
        const OperatorCommand command = random_command(random);
        Buffer room{};
        Buffer again{};
        OperatorCommand decoded;
        const Bytes bytes = encode(command, room);
        ASSERT_EQ(decode(bytes, decoded), DecodeStatus::Ok);
        ASSERT_TRUE(std::ranges::equal(encode(decoded, again), bytes));
        OperatorAnswer answer{
            .status = static_cast<OperatorStatus>(random.below(kOperatorStatuses)),
            .mode = static_cast<risk::TradingMode>(random.below(3)),
            .reason = command.reason,
            .is_stale = random.below(2) == 0,
            .is_in_doubt = random.below(2) == 0,
            .is_stopping = random.below(2) == 0,
            .open_orders = static_cast<std::uint32_t>(random.next()),
            .time = {static_cast<std::int64_t>(random.next())},
            .pnl = {static_cast<std::int64_t>(random.next())},
            .configuration = random.next(),
            .command = command};
        const Bytes answered = encode(answer, room);
        OperatorAnswer heard;
        ASSERT_EQ(decode(answered, heard), DecodeStatus::Ok);
        ASSERT_TRUE(std::ranges::equal(encode(heard, again), answered));
        EXPECT_EQ(heard.pnl, answer.pnl);
        EXPECT_EQ(heard.command.number, command.number);
    }
}

TEST(OperatorCommandCodec, ALengthThatIsNotExactIsRefused) {
    Buffer room{};
    OperatorCommand decoded;
    (void)encode(OperatorCommand{}, room);
    for (std::size_t length = 0; length < kOperatorCommandLength; ++length) {
        EXPECT_EQ(decode(Bytes(room).first(length), decoded), DecodeStatus::Truncated);
    }
    EXPECT_EQ(decode(Bytes(room).first(kOperatorCommandLength + 1), decoded),
              DecodeStatus::Oversized);
}

TEST(OperatorCommandCodec, AValueThatNoSuchCommandHasIsRefused) {
    const auto decoded_with = [](std::size_t at, unsigned value, OperatorCommand command = {}) {
        Buffer room{};
        (void)encode(command, room);
        room[at] = static_cast<std::byte>(value);
        OperatorCommand decoded;
        return decode(Bytes(room).first(kOperatorCommandLength), decoded);
    };
    EXPECT_EQ(decoded_with(0, 1), DecodeStatus::Ok);
    EXPECT_EQ(decoded_with(0, 0), DecodeStatus::UnknownType);
    EXPECT_EQ(decoded_with(0, kOperatorActions + 1), DecodeStatus::UnknownType);
    EXPECT_EQ(decoded_with(1, 0), DecodeStatus::UnknownType);
    EXPECT_EQ(decoded_with(1, kOperatorOrigins + 1), DecodeStatus::UnknownType);
    EXPECT_EQ(decoded_with(2, risk::kStopReasons), DecodeStatus::Malformed);
    EXPECT_EQ(decoded_with(3, 1), DecodeStatus::Malformed);
    EXPECT_EQ(decoded_with(16, 7), DecodeStatus::Malformed) << "no text";
    EXPECT_EQ(decoded_with(22, 1), DecodeStatus::Malformed);
    EXPECT_EQ(decoded_with(8, 'A'), DecodeStatus::Malformed) << "a symbol of a command for all";
    EXPECT_EQ(decoded_with(31, 1), DecodeStatus::Malformed) << "a duration of no override";
    EXPECT_EQ(decoded_with(0, static_cast<unsigned>(OperatorAction::Cancel)),
              DecodeStatus::Malformed)
        << "of which instrument?";
    const OperatorCommand forever{
        .action = OperatorAction::Override, .symbol = *Symbol::from("AAPL"), .duration = {-1}};
    EXPECT_EQ(decoded_with(3, 0, forever), DecodeStatus::Malformed);
}

TEST(OperatorCommandCodec, EverythingHasANameOfItsOwn) {
    std::set<std::string_view> names;
    for (std::size_t n = 1; n <= kOperatorActions; ++n) {
        names.insert(name(static_cast<OperatorAction>(n)));
    }
    EXPECT_EQ(names.size(), kOperatorActions);
    names.clear();
    for (std::size_t n = 1; n <= kOperatorOrigins; ++n) {
        names.insert(name(static_cast<OperatorOrigin>(n)));
    }
    EXPECT_EQ(names.size(), kOperatorOrigins);
    names.clear();
    for (std::size_t n = 0; n < kOperatorStatuses; ++n) {
        names.insert(name(static_cast<OperatorStatus>(n)));
    }
    EXPECT_EQ(names.size(), kOperatorStatuses);
}

}  // namespace
}  // namespace hotpath::trader
