#include "apps/hotpath/venue_input_text.hpp"

#include <array>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/exchange/input.hpp"
#include "tests/support/control_commands.hpp"

namespace hotpath::app {
namespace {

using exchange::Control;
using exchange::ControlAction;

std::string text_of(const exchange::Input& input) {
    std::array<std::byte, exchange::kInputLengthMax> room{};
    return input_text(exchange::encode(input, room)).value_or("nothing");
}

std::string text_of(const Control& control) {
    std::array<std::byte, exchange::kControlLengthMax> room{};
    return text_of({.kind = exchange::InputKind::Control,
                    .session = {2},
                    .message = exchange::encode(control, room)});
}

TEST(VenueInputText, CommandsAreSaidInWords) {
    const Symbol apple = *Symbol::from("AAPL");
    EXPECT_EQ(text_of({.action = ControlAction::SetTrading,
                       .number = 7,
                       .symbol = apple,
                       .reason = {'T', '1', ' ', ' '}}),
              "halt AAPL, reason T1 (operator 2, request 7)");
    EXPECT_EQ(text_of({.action = ControlAction::Cross,
                       .origin = exchange::ControlOrigin::Schedule,
                       .due = {34'200'000'000'000},
                       .symbol = apple,
                       .reference = {505'000}}),
              "opening cross of AAPL near 50.50 (schedule, due 09:30:00.000000000)");
    EXPECT_EQ(text_of({.action = ControlAction::SetBands,
                       .origin = exchange::ControlOrigin::LimitState,
                       .symbol = apple,
                       .bands = {{450'000}, {510'000}}}),
              "bands of AAPL: 45.00 to 51.00 (limit state)");
    EXPECT_EQ(text_of({.action = ControlAction::SetSelfMatch,
                       .origin = exchange::ControlOrigin::Configuration,
                       .session = {1},
                       .self_match = exchange::SelfMatch::CancelOldest}),
              "self match of session 1: cancel oldest (configuration)");
    EXPECT_EQ(to_text({.action = ControlAction::EndDay}), "end of day of all instruments");
    EXPECT_EQ(to_text({.action = ControlAction::StartDay}), "start of day");
    EXPECT_EQ(text_of({.action = ControlAction::StartDay,
                       .origin = exchange::ControlOrigin::Schedule,
                       .due = {14'400'000'000'000},
                       .day_start = {.date = 20'780}}),
              "start of day 2026-11-23 (schedule, due 04:00:00.000000000)");
}

TEST(VenueInputText, EveryCommandAndInputHasWords) {
    Random random(1);
    for (int round = 0; round < 1'000; ++round) {
        EXPECT_FALSE(to_text(support::random_control(random)).empty());
    }
    EXPECT_EQ(text_of({.kind = exchange::InputKind::Order, .session = {3}}), "order of session 3");
    EXPECT_EQ(text_of({.kind = exchange::InputKind::EndOfSession}), "end of session");
    EXPECT_EQ(input_text({}), std::nullopt);
}

}  // namespace
}  // namespace hotpath::app
