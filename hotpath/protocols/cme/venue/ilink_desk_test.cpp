// iLink 3 order entry at the venue: each request and its reports.

#include "hotpath/protocols/cme/venue/ilink_desk.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/exchange/server/control.hpp"
#include "hotpath/protocols/nasdaq/ouch50/appendage.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "tests/support/ilink_venue.hpp"

namespace hotpath::exchange {
namespace {

using protocols::cme::ilink3::MassActionScope;
using protocols::cme::ilink3::OrderTypeReq;
using support::ilink_bytes;
using support::ilink_cancel;
using support::ilink_order;
using support::IlinkLines;
using support::IlinkVenueLog;
using IlinkTimeInForce = protocols::cme::ilink3::TimeInForce;
using Ask = support::IlinkTermsText;

constexpr SessionId kOurUser{0};
constexpr SessionId kTheirUser{1};
constexpr auto kSellSide = protocols::cme::ilink3::Side::Sell;
constexpr std::int64_t kDollar = 1'000'000'000;

TEST(IlinkDesk, AnOrderIsAcceptedAsNew) {
    IlinkVenueLog venue;
    EXPECT_EQ(venue.enter(kOurUser, {.id = "A1"}), IlinkLines{"0 New order 1 A1 R1 100@50.0000"});
    EXPECT_EQ(venue.log().exchange().session_orders(kOurUser), 1U);
    EXPECT_EQ(venue.log().desk_of<IlinkProtocol>().orders().size(), 1U);
}

TEST(IlinkDesk, AnOrderOfTheSchemaVersionBeforeIsTaken) {
    using protocols::cme::ilink3::NewOrderSingle;
    using protocols::cme::ilink3::OrderCancelReplaceRequest;
    IlinkVenueLog venue;
    EXPECT_EQ(
        venue.send(kOurUser, support::of_version_5<NewOrderSingle>(ilink_order({.id = "A1"}))),
        IlinkLines{"0 New order 1 A1 R1 100@50.0000"});
    EXPECT_EQ(
        venue
            .send(kOurUser, support::of_version_5<OrderCancelReplaceRequest>(
                                support::ilink_replacement({.id = "A2", .order_id = 1, .qty = 50})))
            .size(),
        1U);
    EXPECT_EQ(venue.log().exchange().session_orders(kOurUser), 1U);
}

TEST(IlinkDesk, AReportRepeatsTheLabelsOfTheRequest) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.request = 11});
    protocols::cme::ilink3::ExecutionReportNew report;
    ASSERT_EQ(report.open(venue.last()), protocols::DecodeStatus::Ok);
    EXPECT_EQ(report.load_sender_id(), "TRADER");
    EXPECT_EQ(report.load_location(), "DE");
    EXPECT_EQ(report.load_party_details_list_req_id(), 7U);
    EXPECT_EQ(report.load_order_request_id(), 11U);
    EXPECT_EQ(report.load_security_id(), 1);
    EXPECT_EQ(report.load_transact_time(), static_cast<std::uint64_t>(IlinkVenueLog::kNow));
    EXPECT_EQ(report.load_sending_time_epoch(), report.load_transact_time());
    EXPECT_FALSE(report.load_stop_px().load_mantissa().has_value());
    EXPECT_FALSE(report.load_min_qty().has_value());
    EXPECT_EQ(name(report.load_split_msg()), "") << "null, not the first of its values";
}

TEST(IlinkDesk, ATradeIsReportedToBothSides) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.id = "A1"});
    EXPECT_EQ(venue.enter(kTheirUser, {.id = "B1",
                                       .side = kSellSide,
                                       .qty = 40,
                                       .price = 49 * kDollar,
                                       .time_in_force = IlinkTimeInForce::FillAndKill}),
              (IlinkLines{
                  "1 New order 3 B1 R2 40@49.0000",
                  "0 TradeOutright order 1 A1 11 100@50.0000 last 40@50.0000 cum 40 leaves 60",
                  "1 TradeOutright order 3 B1 12 40@49.0000 last 40@50.0000 took cum 40 leaves 0",
              }));
    EXPECT_EQ(venue.log().desk_of<IlinkProtocol>().orders().size(), 1U);
}

TEST(IlinkDesk, AMarketOrderHasNoPrice) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.id = "A1", .qty = 10});
    EXPECT_EQ(venue.enter(kTheirUser, {.id = "B1",
                                       .side = kSellSide,
                                       .qty = 20,
                                       .price = std::nullopt,
                                       .type = OrderTypeReq::MarketWithProtection,
                                       .time_in_force = IlinkTimeInForce::FillAndKill}),
              (IlinkLines{
                  "1 New order 3 B1 R2 20@0.0000",
                  "0 TradeOutright order 1 A1 11 10@50.0000 last 10@50.0000 cum 10 leaves 0",
                  "1 TradeOutright order 3 B1 12 20@0.0000 last 10@50.0000 took cum 10 leaves 10",
                  "1 Elimination order 3 B1 R3 20@0.0000 cum 10",
              }));
}

TEST(IlinkDesk, WhatDoesNotExecuteAtOnceIsEliminated) {
    IlinkVenueLog venue;
    for (const IlinkTimeInForce time_in_force :
         {IlinkTimeInForce::FillAndKill, IlinkTimeInForce::FillOrKill}) {
        const IlinkLines lines =
            venue.enter(kOurUser, {.id = "A1", .qty = 5, .time_in_force = time_in_force});
        ASSERT_EQ(lines.size(), 2U);
        EXPECT_TRUE(lines[1].starts_with("0 Elimination order "));
    }
    EXPECT_EQ(venue.log().desk_of<IlinkProtocol>().orders().size(), 0U);
}

TEST(IlinkDesk, FillOrKillTakesAllOrNothing) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.id = "A1", .qty = 10});
    const IlinkLines lines = venue.enter(
        kTheirUser,
        {.id = "B1", .side = kSellSide, .qty = 11, .time_in_force = IlinkTimeInForce::FillOrKill});
    EXPECT_EQ(lines.back(), "1 Elimination order 3 B1 R3 11@50.0000 cum 0");
    EXPECT_EQ(venue.log().desk_of<IlinkProtocol>().orders().size(), 1U);
}

TEST(IlinkDesk, ACancelIsReportedUnderItsOwnLabels) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.id = "A1"});
    EXPECT_EQ(venue.cancel(kOurUser, 1, "C9"),
              IlinkLines{"0 Cancel order 1 C9 R2 100@50.0000 cum 0"});
    EXPECT_EQ(venue.log().exchange().session_orders(kOurUser), 0U);
    EXPECT_EQ(venue.cancel(kOurUser, 1, "C9"),
              IlinkLines{"0 OrderCancelReject order 1 C9 R3 reason 1: no such order is open"});
}

TEST(IlinkDesk, AnotherSessionsOrderIsUnknown) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.id = "A1"});
    EXPECT_EQ(venue.cancel(kTheirUser, 1),
              IlinkLines{"1 OrderCancelReject order 1 C1 R2 reason 1: no such order is open"});
    EXPECT_EQ(
        venue.replace(kTheirUser, {.id = "B2", .order_id = 1}),
        IlinkLines{"1 OrderCancelReplaceReject order 1 B2 R3 reason 1: no such order is open"});
    EXPECT_EQ(venue.log().exchange().session_orders(kOurUser), 1U);
}

TEST(IlinkDesk, WithoutAnOrderIdARequestIsAnsweredWithTheTag) {
    IlinkVenueLog venue;
    EXPECT_EQ(venue.send(kOurUser, ilink_cancel("C1", {})),
              IlinkLines{"0 BusinessReject reason 5 of F: OrderID is missing"});
    protocols::cme::ilink3::BusinessReject reject;
    ASSERT_EQ(reject.open(venue.last()), protocols::DecodeStatus::Ok);
    EXPECT_EQ(reject.load_ref_tag_id(), 37);
    EXPECT_EQ(venue.replace(kOurUser, {.id = "A2"}),
              IlinkLines{"0 BusinessReject reason 5 of G: OrderID is missing"});
    EXPECT_EQ(venue.log().desk_of<IlinkProtocol>().counters().business_rejects, 2U);
}

TEST(IlinkDesk, AReplacementKeepsItsOrderId) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.id = "A1"});
    EXPECT_EQ(
        venue.replace(kOurUser, {.id = "A2", .order_id = 1, .qty = 120, .price = 51 * kDollar}),
        IlinkLines{"0 Modify order 1 A2 R2 120@51.0000 cum 0 leaves 120"});
    EXPECT_EQ(
        venue.replace(kOurUser, {.id = "A3", .order_id = 1, .qty = 120, .price = 52 * kDollar}),
        IlinkLines{"0 Modify order 1 A3 R3 120@52.0000 cum 0 leaves 120"});
    const IlinkLines trade = venue.enter(kTheirUser, {.id = "B1", .side = kSellSide, .qty = 20});
    ASSERT_EQ(trade.size(), 3U);
    EXPECT_EQ(trade[1],
              "0 TradeOutright order 1 A3 11 120@52.0000 last 20@52.0000 cum 20 leaves 100");
    EXPECT_EQ(venue.cancel(kOurUser, 1), IlinkLines{"0 Cancel order 1 C1 R5 120@52.0000 cum 20"});
}

TEST(IlinkDesk, AReductionKeepsItsPlaceInTheQueue) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.id = "A1"});
    venue.enter(kTheirUser, {.id = "B1"});
    EXPECT_EQ(venue.replace(kOurUser, {.id = "A2", .order_id = 1, .qty = 60}),
              IlinkLines{"0 Modify order 1 A2 R3 60@50.0000 cum 0 leaves 60"});
    const IlinkLines lines = venue.enter({2}, {.id = "S", .side = kSellSide, .qty = 10});
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_TRUE(lines[1].starts_with("0 TradeOutright order 1 A2 "));
    EXPECT_EQ(venue.replace(kOurUser, {.id = "A3", .order_id = 1, .qty = 60}),
              IlinkLines{"0 Modify order 1 A3 R5 60@50.0000 cum 10 leaves 50"})
        << "its labels change";
}

TEST(IlinkDesk, AReductionToWhatHasTradedEndsTheOrder) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.id = "A1"});
    venue.enter(kTheirUser, {.id = "S", .side = kSellSide, .qty = 30});
    EXPECT_EQ(venue.replace(kOurUser, {.id = "A2", .order_id = 1, .qty = 20}),
              IlinkLines{"0 Modify order 1 A2 R3 30@50.0000 cum 30 leaves 0"});
    EXPECT_EQ(venue.log().desk_of<IlinkProtocol>().orders().size(), 0U);
    EXPECT_EQ(venue.log().exchange().session_orders(kOurUser), 0U);
}

TEST(IlinkDesk, AReplacementThatTradesOnArrivalIsModifiedFirst) {
    IlinkVenueLog venue;
    venue.enter(kTheirUser, {.id = "S", .side = kSellSide, .price = 51 * kDollar});
    venue.enter(kOurUser, {.id = "A1"});
    const IlinkLines lines =
        venue.replace(kOurUser, {.id = "A2", .order_id = 3, .price = 51 * kDollar});
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0], "0 Modify order 3 A2 R3 100@51.0000 cum 0 leaves 100");
    EXPECT_TRUE(lines[2].starts_with("0 TradeOutright order 3 A2 11 "));
    EXPECT_EQ(venue.log().desk_of<IlinkProtocol>().orders().size(), 0U);
}

TEST(IlinkDesk, AReplacementOfAnotherSideOrInstrumentIsRefused) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.id = "A1"});
    const std::string why =
        "0 OrderCancelReplaceReject order 1 A2 R2 reason 2: SecurityID and Side must be the "
        "order's";
    EXPECT_EQ(venue.replace(kOurUser, {.id = "A2", .order_id = 1, .side = kSellSide}),
              IlinkLines{why});
    const IlinkLines other = venue.replace(kOurUser, {.id = "A2", .order_id = 1, .security_id = 2});
    ASSERT_EQ(other.size(), 1U);
    EXPECT_TRUE(other[0].ends_with("SecurityID and Side must be the order's"));
    const IlinkLines price = venue.replace(kOurUser, {.id = "A2", .order_id = 1, .price = 0});
    ASSERT_EQ(price.size(), 1U);
    EXPECT_TRUE(price[0].ends_with("prices must be above 0 and have at most four decimals"));
    const IlinkLines high =
        venue.replace(kOurUser, {.id = "A2", .order_id = 1, .price = 300'000 * kDollar});
    ASSERT_EQ(high.size(), 1U) << "the venue refuses it";
    EXPECT_TRUE(high[0].starts_with("0 OrderCancelReplaceReject order 1 A2 "));
    EXPECT_EQ(venue.log().exchange().session_orders(kOurUser), 1U);
    EXPECT_EQ(venue.log().desk_of<IlinkProtocol>().orders().size(), 1U);
}

TEST(IlinkDesk, AnOrderThatTheVenueDoesNotTakeIsRejectedWithTheReason) {
    IlinkVenueLog venue;
    const auto refused = [&](const Ask& ask) {
        const IlinkLines lines = venue.enter(kOurUser, ask);
        const std::string line = lines.size() == 1 ? lines[0] : "?";
        EXPECT_TRUE(line.starts_with("0 Reject order 0 A1 R")) << line;
        const std::size_t at = line.find("reason ");
        return at == std::string::npos ? line : line.substr(at + 7);
    };
    EXPECT_EQ(refused({.security_id = 3}), "1: unknown SecurityID");
    EXPECT_EQ(refused({.security_id = -1}), "1: unknown SecurityID");
    EXPECT_EQ(refused({.security_id = 65'537}), "1: unknown SecurityID");
    EXPECT_EQ(refused({.qty = 0}), "13: OrderQty is out of bounds");
    EXPECT_EQ(refused({.price = 50'000'000'001}),
              "99: prices must be above 0 and have at most four decimals");
    EXPECT_EQ(refused({.price = std::nullopt}),
              "99: prices must be above 0 and have at most four decimals");
    EXPECT_EQ(refused({.price = 214'748'364'700'000}),
              "99: prices must be above 0 and have at most four decimals")
        << "OUCH's price of a market order";
    EXPECT_EQ(refused({.type = static_cast<OrderTypeReq>('5')}),
              "11: OrdType must be 1, 2, 3, 4 or K");
    EXPECT_EQ(refused({.mode = protocols::cme::ilink3::ExecutionMode::Aggressive}),
              "11: ExecutionMode must be P or null");
    EXPECT_EQ(refused({.stop = 51 * kDollar, .type = OrderTypeReq::StopWithProtection}),
              "99: the venue does not take such orders")
        << "without its extensions";
    EXPECT_EQ(refused({.type = OrderTypeReq::StopWithProtection}),
              "99: prices must be above 0 and have at most four decimals");
    EXPECT_EQ(refused({.type = OrderTypeReq::MarketWithLeftoverAsLimit}),
              "99: OrdType K needs a price on the other side");
    EXPECT_EQ(refused({.time_in_force = IlinkTimeInForce::GoodTillDate}),
              "11: TimeInForce must be 0, 1, 3 or 4");
    EXPECT_EQ(refused({.time_in_force = IlinkTimeInForce::FillOrKill, .min_qty = 5}),
              "11: fill or kill has no MinQty");
    EXPECT_EQ(refused({.side = static_cast<protocols::cme::ilink3::Side>(3)}),
              "11: Side must be 1 or 2");
    EXPECT_EQ(venue.log().exchange().session_orders(kOurUser), 0U);
    EXPECT_EQ(venue.log().desk_of<IlinkProtocol>().orders().size(), 0U);
}

TEST(IlinkDesk, WhatIsRefusedAtThePortIsRejected) {
    IlinkVenueLog venue;
    constexpr auto kRate = RejectReason::RateTooHigh;
    EXPECT_EQ(venue.send(kOurUser, ilink_order({.id = "A1"}), kRate),
              IlinkLines{"0 Reject order 0 A1 R1 100@50.0000 reason 99: too many orders a second"});
    venue.enter(kOurUser, {.id = "A1"});
    EXPECT_EQ(
        venue.send(kOurUser, support::ilink_replacement({.id = "A2", .order_id = 1, .qty = 200}),
                   kRate),
        IlinkLines{"0 OrderCancelReplaceReject order 1 A2 R3 reason 2: too many orders a "
                   "second"});
}

TEST(IlinkDesk, AStatusRequestTellsWhatIsOpen) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.id = "A1"});
    venue.enter(kTheirUser, {.id = "S", .side = kSellSide, .qty = 30});
    const auto ask = [&](std::uint64_t order_id) {
        return venue.send(kOurUser,
                          ilink_bytes<protocols::cme::ilink3::OrderStatusRequest>([&](auto& m) {
                              m.store_order_id(order_id);
                              m.store_ord_status_req_id(5);
                          }));
    };
    EXPECT_EQ(ask(1), IlinkLines{"0 Status order 1 A1 0 100@50.0000 cum 30 leaves 70"});
    protocols::cme::ilink3::ExecutionReportStatus report;
    ASSERT_EQ(report.open(venue.last()), protocols::DecodeStatus::Ok);
    EXPECT_EQ(report.load_ord_status(), protocols::cme::ilink3::OrderStatus::PartiallyFilled);
    EXPECT_EQ(report.load_ord_status_req_id(), 5U);
    EXPECT_EQ(ask(3), IlinkLines{"0 Status order 3  0 0@0.0000 cum 0 leaves 0: no such order is "
                                 "open"});
}

TEST(IlinkDesk, ADisconnectSaysSoInTheCancel) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.id = "A1"});
    EXPECT_EQ(venue.apply(event::CancelAll{kOurUser, CancelCause::Disconnected}),
              IlinkLines{"0 Cancel order 1 A1 R2 100@50.0000 cum 0 for 100"});
    venue.enter(kOurUser, {.id = "A2"});
    EXPECT_EQ(venue.apply(event::CancelAll{kOurUser, CancelCause::NoRoom}),
              IlinkLines{"0 Cancel order 3 A2 R4 100@50.0000 cum 0 for 8"});
}

TEST(IlinkDesk, ChangesByOuchAreReported) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.id = "A1"});
    protocols::nasdaq::ouch50::WithAppendage<protocols::nasdaq::ouch50::ReplaceOrderRequest>
        replace;
    replace.message().store_orig_user_ref_num(1);
    replace.message().store_user_ref_num(2);
    replace.message().store_quantity(80);
    replace.message().store_price(490'000);
    replace.message().store_time_in_force(protocols::nasdaq::ouch50::time_in_force::kDay);
    replace.message().store_display(protocols::nasdaq::ouch50::display::kVisible);
    EXPECT_EQ(venue.apply(event::Order{kOurUser, replace.bytes()}),
              IlinkLines{"0 Modify order 1 A1 R2 80@49.0000 cum 0 leaves 80"});
    protocols::nasdaq::ouch50::CancelOrderRequest cancel;
    cancel.store_user_ref_num(2);
    EXPECT_EQ(venue.apply(event::Order{kOurUser, cancel.bytes()}),
              IlinkLines{"0 Cancel order 1 A1 R3 80@49.0000 cum 0"});
    EXPECT_EQ(venue.log().desk_of<IlinkProtocol>().orders().size(), 0U);
}

TEST(IlinkDesk, WhatCannotBeReadIsAnsweredAndCounted) {
    IlinkVenueLog venue;
    support::IlinkBytes order = ilink_order({.id = "A1"});
    order.length = 40;
    EXPECT_EQ(venue.send(kOurUser, order),
              IlinkLines{"0 BusinessReject reason 0 of D: the message cannot be read"});
    EXPECT_EQ(venue.log().desk_of<IlinkProtocol>().counters().malformed, 1U);
    const auto report = ilink_bytes<protocols::cme::ilink3::ExecutionReportNew>([](auto&) {});
    EXPECT_EQ(venue.send(kOurUser, report),
              IlinkLines{"0 BusinessReject reason 3 of : the venue has no such message"});
    support::IlinkBytes unknown = ilink_order({.id = "A1"});
    protocols::cme::ilink3::MessageHeader::at(unknown.room.data()).store_template_id(599);
    EXPECT_EQ(venue.send(kOurUser, unknown),
              IlinkLines{"0 BusinessReject reason 3 of : the venue has no such message"});
    EXPECT_EQ(venue.apply(event::IlinkMessage{kOurUser, {}, {}}).size(), 1U);
    EXPECT_EQ(venue.log().exchange().session_orders(kOurUser), 0U);
}

TEST(IlinkDesk, AReplayMakesTheSameReportsAndAStateThatIsLoadedGoesOn) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.id = "A1"});
    venue.enter(kTheirUser, {.id = "B1", .side = kSellSide, .qty = 30});
    venue.replace(kOurUser, {.id = "A2", .order_id = 1, .qty = 90, .price = 48 * kDollar});
    VenueLog again =
        *VenueLog::create(support::logged_venue_options(), nullptr, support::ilink_desks());
    for (const auto& record : venue.records()) {
        Input input;
        ASSERT_EQ(decode(record, input), protocols::DecodeStatus::Ok);
        ASSERT_EQ(again.apply(input), ApplyStatus::Ok);
        again.clear_outputs();
    }
    EXPECT_EQ(again.output_checksum(), venue.log().output_checksum());
    StateWriter state;
    again.save(state);
    VenueLog loaded =
        *VenueLog::create(support::logged_venue_options(), nullptr, support::ilink_desks());
    StateReader reader(state.bytes());
    loaded.load(reader);
    ASSERT_TRUE(reader.is_done());
    EXPECT_EQ(loaded.state_checksum(), venue.log().state_checksum());
    const support::IlinkBytes cancel = ilink_cancel("C1", 1);
    ASSERT_EQ(loaded.apply({.time = {IlinkVenueLog::kNow},
                            .outputs = loaded.outputs_so_far(),
                            .event = event::IlinkMessage{kOurUser, {}, cancel.view()}}),
              ApplyStatus::Ok);
    ASSERT_EQ(loaded.outputs_of<IlinkProtocol>(IlinkProtocol::kReports).size(), 1U);
    EXPECT_EQ(
        support::ilink_line(loaded.outputs_of<IlinkProtocol>(IlinkProtocol::kReports)[0].message),
        "Cancel order 1 C1 R4 90@48.0000 cum 30");
}

TEST(IlinkDesk, TheEndOfTheDayEliminatesDayOrders) {
    IlinkVenueLog venue;
    venue.enter(kOurUser, {.id = "A1"});
    Control end{.action = ControlAction::EndDay, .origin = ControlOrigin::Configuration};
    std::array<std::byte, kControlLengthMax> room{};
    const IlinkLines lines = venue.apply(event::Command{{}, encode(end, room)});
    EXPECT_EQ(lines, IlinkLines{"0 Elimination order 1 A1 R2 100@50.0000 cum 0"});
    EXPECT_EQ(venue.log().desk_of<IlinkProtocol>().orders().size(), 0U);
}

}  // namespace
}  // namespace hotpath::exchange
