#include "hotpath/messages/venue_input_text.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/exchange/fix/fix_numbers.hpp"
#include "hotpath/exchange/ilink/ilink_numbers.hpp"
#include "hotpath/exchange/server/input.hpp"
#include "hotpath/exchange/server/user_table.hpp"
#include "hotpath/wire/itch50/messages.hpp"
#include "hotpath/wire/ouch50/requests.hpp"
#include "tests/support/control_commands.hpp"
#include "tests/support/ilink_venue.hpp"

namespace hotpath::messages {
namespace {

namespace event = exchange::event;
using exchange::Control;
using exchange::ControlAction;

std::string text_of(const exchange::Input& input) {
    std::array<std::byte, exchange::kInputLengthMax> room{};
    return input_text(exchange::encode(input, room)).value_or("nothing");
}

std::string text_of(const Control& control) {
    std::array<std::byte, exchange::kControlLengthMax> room{};
    return text_of(
        {.event = event::Command{.from = {2}, .message = exchange::encode(control, room)}});
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
    EXPECT_EQ(to_text({.action = ControlAction::Suspend, .session = {3}}), "suspend session 3");
    exchange::Control limits{.action = ControlAction::SetLimits, .session = {3}};
    limits.limits[0] = {exchange::LimitChange::Kind::Set, 10};
    limits.limits[1] = {exchange::LimitChange::Kind::Set, 0};
    limits.limits[3] = {exchange::LimitChange::Kind::Configured, 0};
    EXPECT_EQ(to_text(limits),
              "limits of session 3: orders_per_second 10, order_value_max none, exposure_max as "
              "configured");
    exchange::Control broken{.action = ControlAction::BreakTrade};
    broken.trade.match = {7};
    EXPECT_EQ(to_text(broken), "break trade 7 (supervisory)");
    EXPECT_EQ(to_text({.action = ControlAction::StartDay}), "start of day");
    EXPECT_EQ(text_of({.action = ControlAction::StartDay,
                       .origin = exchange::ControlOrigin::Schedule,
                       .due = {14'400'000'000'000},
                       .day_start = {.date = 20'780}}),
              "start of day 2026-11-23 (schedule, due 04:00:00.000000000)");
}

TEST(VenueInputText, AnOrderIsSaidFieldByField) {
    wire::ouch50::EnterOrder order;
    order.store_user_ref_num(5);
    order.store_side('T');
    order.store_quantity(100);
    order.store_symbol(*Symbol::from("AAPL"));
    order.store_price(499'900);
    order.store_time_in_force('3');
    order.store_display('N');
    order.store_capacity('P');
    order.store_iso_eligibility('N');
    order.store_cross_type('N');
    const exchange::Input input{
        .time = {34'200'000'000'007},
        .event = event::RefusedOrder{.session = {3},
                                     .reason = exchange::RejectReason::RateTooHigh,
                                     .message = order.bytes()}};
    EXPECT_EQ(text_of(input),
              "refused order of session 3, reason 0x29: Enter Order, user_ref_num 5, side sell "
              "short, quantity 100, symbol AAPL, price 49.99, time_in_force ioc, display hidden, "
              "capacity principal, iso_eligibility no, cross_type continuous market, cl_ord_id "
              "(blank)");
    std::array<std::byte, exchange::kInputLengthMax> room{};
    const auto fields = input_fields(exchange::encode(input, room));
    EXPECT_EQ(fields["time"].get<std::string>(), "09:30:00.000000007");
    EXPECT_EQ(fields["session"], 3);
    EXPECT_EQ(fields["reason"].get<std::string>(), "0x29");
    EXPECT_EQ(fields["message"].get<std::string>(), "Enter Order");
    EXPECT_EQ(fields["quantity"], 100);
    EXPECT_EQ(fields["side"].get<std::string>(), "sell short");
}

TEST(VenueInputText, ABackgroundMessageIsSaidFieldByField) {
    wire::itch50::AddOrder add;
    add.store_stock_locate(2);
    add.store_timestamp(34'200'000'000'000);
    add.store_order_reference_number(77);
    add.store_buy_sell_indicator('B');
    add.store_shares(300);
    add.store_stock(*Symbol::from("GOOG"));
    add.store_price(1'500'100);
    EXPECT_EQ(
        text_of({.event = event::Background{add.bytes()}}),
        "background: Add Order, stock_locate 2, tracking_number 0, timestamp 09:30:00.000000000, "
        "order_reference_number 77, buy_sell_indicator buy, shares 300, stock GOOG, price "
        "150.01");
}

TEST(VenueInputText, AnyBytesOfAClientAreJson) {
    Random random(2);
    std::array<std::byte, wire::ouch50::EnterOrder::kLength> bytes{};
    for (int round = 0; round < 1'000; ++round) {
        std::ranges::generate(bytes, [&] { return static_cast<std::byte>(random.next()); });
        bytes.front() = std::byte{'O'};
        bytes[bytes.size() - 2] = bytes[bytes.size() - 1] = std::byte{0};
        std::array<std::byte, exchange::kInputLengthMax> room{};
        const auto fields =
            input_fields(exchange::encode({.event = event::RefusedOrder{.message = bytes}}, room));
        EXPECT_EQ(fields["message"].get<std::string>(), "Enter Order");
        EXPECT_NO_THROW(static_cast<void>(fields.dump()));
    }
}

TEST(VenueInputText, BytesThatAreNoMessageAreSaidToBeSo) {
    const std::byte noise{'?'};
    EXPECT_EQ(text_of({.event = event::Order{.message = {&noise, 1}}}),
              "order of session 0: no OUCH request, bytes 1");
    EXPECT_EQ(text_of({.event = event::Publication{{&noise, 1}}}),
              "publication: no ITCH message, bytes 1");
}

TEST(VenueInputText, EveryCommandAndInputHasWords) {
    Random random(1);
    for (int round = 0; round < 1'000; ++round) {
        EXPECT_FALSE(to_text(support::random_control(random)).empty());
    }
    EXPECT_EQ(text_of({.event = event::Order{.session = {3}}}), "order of session 3");
    EXPECT_EQ(text_of({.event = event::EndOfSession{}}), "end of session");
    const auto added = to_bytes(exchange::UserChange{.name = wire::to_alpha<6>("CAROL")});
    EXPECT_EQ(text_of({.event = event::User{{2}, added}}), "user CAROL has session 2");
    const std::string_view order =
        "35=D\x01"
        "11=17\x01"
        "\x02";
    EXPECT_EQ(text_of({.event = event::FixMessage{{2}, {}, std::as_bytes(std::span(order))}}),
              "FIX message of session 2: 35=D|11=17|.");
    EXPECT_EQ(text_of({.event = event::FixMessage{{2},
                                                  exchange::RejectReason::RateTooHigh,
                                                  std::as_bytes(std::span(order))}}),
              "FIX message of session 2, refused for 0x29: 35=D|11=17|.");
    const auto one = to_bytes(exchange::FixNumbers{.number = 7, .count = 1});
    EXPECT_EQ(text_of({.event = event::FixNumbers{{2}, one}}),
              "FIX numbers of session 2: 7 is the session's own");
    const auto three = to_bytes(exchange::FixNumbers{.number = 7, .count = 3});
    EXPECT_EQ(text_of({.event = event::FixNumbers{{2}, three}}),
              "FIX numbers of session 2: 7 to 9 are the session's own");
    const auto reset =
        to_bytes(exchange::FixNumbers{.kind = exchange::FixNumbers::Kind::Reset, .number = 4});
    EXPECT_EQ(text_of({.event = event::FixNumbers{{2}, reset}}),
              "FIX numbers of session 2: reset after 4 reports");
    EXPECT_EQ(input_text({}), std::nullopt);
}

TEST(VenueInputText, AnIlinkMessageIsItsNameNumberAndClOrdId) {
    const support::IlinkBytes message = support::ilink_order({.id = "A1"});
    EXPECT_EQ(text_of({.event = event::IlinkMessage{{2}, {}, message.view()}}),
              "iLink message of session 2: NewOrderSingle 0, A1");
    EXPECT_EQ(text_of({.event =
                           event::IlinkMessage{
                               {2}, exchange::RejectReason::RateTooHigh, message.view()}}),
              "iLink message of session 2, refused for 0x29: NewOrderSingle 0, A1");
    EXPECT_EQ(text_of({.event = event::IlinkMessage{{2}, {}, message.view().first(9)}}),
              "iLink message of session 2: 9 bytes");
    const auto numbers = to_bytes(exchange::IlinkNumbers{.uuid = 7, .next_incoming = 3});
    EXPECT_EQ(text_of({.event = event::IlinkNumbers{{2}, numbers}}),
              "iLink numbers of session 2: UUID 7, 3 is expected, not established");
}

}  // namespace
}  // namespace hotpath::messages
