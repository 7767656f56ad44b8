// The gateway with iLink 3: what leaves for each request, and what the venue's reports do to our
// orders.

#include "hotpath/protocols/cme/trader/ilink_gateway.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/gateway_fixture.hpp"
#include "tests/support/ilink_messages.hpp"

namespace hotpath::protocols::cme {
namespace {

using oms::Intent;
using oms::OrderState;
using support::ilink_bytes;
using support::IlinkBytes;
using Lines = std::vector<std::string>;

/// Its labels are those of the codec's options; `id` is what was asked.
template <class Message>
[[nodiscard]] std::string labels_of(const Message& m) {
    const RequestId id = to_request_id(m.load_order_request_id());
    EXPECT_EQ(m.load_cl_ord_id(), std::to_string(id.order.value));
    EXPECT_EQ(m.load_sender_id(), "TRADER");
    EXPECT_EQ(m.load_location(), "DE");
    EXPECT_EQ(m.load_party_details_list_req_id(), 7U);
    constexpr std::string_view kKinds[] = {"", "C", "R"};
    return " " + std::to_string(id.order.value) +
           std::string(kKinds[static_cast<std::size_t>(id.kind)]) +
           (id.number == 0 ? "" : std::to_string(id.number));
}
template <class Message>
[[nodiscard]] std::string instrument_of(const Message& m) {
    return " in " + std::to_string(m.load_security_id()) +
           (m.load_side() == ilink3::Side::Buy ? " buy" : " sell");
}
template <class Message>
[[nodiscard]] std::string terms_of(const Message& m) {
    EXPECT_EQ(m.load_ord_type(), ilink3::OrderTypeReq::Limit);
    const auto code = static_cast<unsigned>(m.load_time_in_force());
    return instrument_of(m) + " " + std::to_string(m.load_order_qty()) + "@" +
           std::to_string(*m.load_price().load_mantissa() / 100'000) +
           (code == 0 ? "" : " tif " + std::to_string(code)) +
           (m.load_execution_mode() == ilink3::ExecutionMode::Passive ? " passive" : "") +
           (m.load_short_sale_type() == ilink3::ShortSaleType::ShortSale ? " short" : "");
}

/// A request as a line: its name, what was asked, OrderID, and the order's terms.
struct RequestLine {
    void on(const ilink3::NewOrderSingle& m) { text = labels_of(m) + terms_of(m); }
    void on(const ilink3::OrderCancelReplaceRequest& m) {
        text = labels_of(m) + " of " + std::to_string(m.load_order_id().value_or(0)) + terms_of(m);
    }
    void on(const ilink3::OrderCancelRequest& m) {
        text = labels_of(m) + " of " + std::to_string(m.load_order_id().value_or(0)) +
               instrument_of(m);
    }
    template <class Message>
    void on(const Message&) {}

    std::string text{};
};

[[nodiscard]] std::string request_line(Bytes message) {
    RequestLine line;
    EXPECT_EQ(ilink3::visit_message(message,
                                    [&](const auto& m) {
                                        line.on(m);
                                        line.text.insert(0, m.kName);
                                    }),
              protocols::DecodeStatus::Ok);
    return line.text;
}

class IlinkGatewayTest : public support::GatewayFixture<IlinkGateway> {
  protected:
    IlinkGatewayTest()
        : GatewayFixture({.sender_id = "TRADER", .location = "DE", .party_list = 7}) {}

    Lines sent() {
        Lines lines;
        gateway.for_each_outgoing([&](Bytes message) { lines.push_back(request_line(message)); });
        return lines;
    }

    /// OrderID is 1,000 more than the id of the order that was entered.
    template <class Message>
    gateway::Report report(std::uint32_t order_id, RequestId request, std::int64_t price,
                           auto&& more) {
        const IlinkBytes message =
            support::ilink_report<Message>({.order_id = order_id,
                                            .request_id = to_order_request_id(request),
                                            .price_mantissa = price * 100'000},
                                           more);
        return gateway.on_message(message.view());
    }
    gateway::Report accept(std::uint32_t id, Side side = Side::Buy) {
        const bool is_buy = side == Side::Buy;
        return report<ilink3::ExecutionReportNew>(
            1'000 + id, {.order = {id}}, is_buy ? 100'000 : 100'200, [&](auto& m) {
                m.store_order_qty(100);
                m.store_security_id(kInstrument.value);
                m.store_side(is_buy ? ilink3::Side::Buy : ilink3::Side::Sell);
            });
    }
    gateway::Report modify(std::uint32_t order_id, RequestId request, std::int64_t price,
                           std::uint32_t leaves) {
        return report<ilink3::ExecutionReportModify>(order_id, request, price,
                                                     [&](auto& m) { m.store_leaves_qty(leaves); });
    }
    gateway::Report execute(std::uint32_t order_id, RequestId request, std::uint32_t qty,
                            std::uint32_t leaves) {
        return report<ilink3::ExecutionReportTradeOutright>(
            order_id, request, 100'000, [&](auto& m) {
                m.store_last_px(support::price_of_mantissa(10'000'000'000));
                m.store_last_qty(qty);
                m.store_leaves_qty(leaves);
                m.store_exec_id(std::to_string(++executions_));
            });
    }
    gateway::Report close(std::uint32_t order_id, RequestId request) {
        return report<ilink3::ExecutionReportCancel>(order_id, request, 100'000, [](auto&) {});
    }
    template <class Message>
    gateway::Report reject(std::uint32_t order_id, RequestId request) {
        return report<Message>(order_id, request, 0, [](auto&) {});
    }
    [[nodiscard]] static RequestId cancel_of(std::uint32_t id, std::uint32_t number) {
        return {.order = {id}, .kind = RequestId::Kind::Cancel, .number = number};
    }
    [[nodiscard]] static RequestId reduction_of(std::uint32_t id, std::uint32_t number) {
        return {.order = {id}, .kind = RequestId::Kind::Reduce, .number = number};
    }

  private:
    int executions_ = 0;
};

TEST_F(IlinkGatewayTest, AnEnterBecomesANewOrderSingle) {
    enter(1);
    EXPECT_EQ(sent(), Lines{"NewOrderSingle 1 in 2 buy 100@100000"});
    EXPECT_EQ(order(1).state, OrderState::PendingNew);
    EXPECT_FALSE(accept(1).is_trouble());
    EXPECT_EQ(order(1).state, OrderState::Live);
    EXPECT_EQ(order(1).venue_id, OrderId{1'001});
}

TEST_F(IlinkGatewayTest, TermsAreTimeInForceAndExecutionMode) {
    enter(1, Side::Buy, TimeInForce::Ioc);
    enter(2, Side::Buy, TimeInForce::Fok);
    enter(3, Side::Buy, TimeInForce::Day, true);
    EXPECT_EQ(sent(), (Lines{"NewOrderSingle 1 in 2 buy 100@100000 tif 3",
                             "NewOrderSingle 2 in 2 buy 100@100000 tif 4",
                             "NewOrderSingle 3 in 2 buy 100@100000 passive"}));
}

TEST_F(IlinkGatewayTest, ASellThatThePositionDoesNotCoverIsMarkedShort) {
    enter(1, Side::Sell);
    EXPECT_EQ(sent(), Lines{"NewOrderSingle 1 in 2 sell 100@100200 short"});
}

TEST_F(IlinkGatewayTest, AReplacementCarriesTheTotalQuantityAndTheOrderId) {
    enter(1);
    accept(1);
    EXPECT_FALSE(execute(1'001, {.order = {1}}, 30, 70).is_trouble());
    sent();
    replace(1, 2, 100);
    EXPECT_EQ(sent(), Lines{"OrderCancelReplaceRequest 2 of 1001 in 2 buy 130@100100"});
    EXPECT_FALSE(modify(1'001, {.order = {2}}, 100'100, 100).is_trouble());
    EXPECT_EQ(order(2).state, OrderState::Live);
    EXPECT_EQ(order(2).leaves_qty, Qty{100});
    EXPECT_EQ(order(1).state, OrderState::Replaced);
    replace(2, 3, 50);
    EXPECT_EQ(sent(), Lines{"OrderCancelReplaceRequest 3 of 1001 in 2 buy 80@100100"});
}

TEST_F(IlinkGatewayTest, AnExecutionBeforeTheReplacementIsTheOriginals) {
    enter(1);
    accept(1);
    replace(1, 2, 100);
    const gateway::Report executed = execute(1'001, {.order = {1}}, 30, 70);
    EXPECT_FALSE(executed.is_trouble());
    EXPECT_EQ(executed.fill.id, ClOrdId{1});
    EXPECT_FALSE(modify(1'001, {.order = {2}}, 100'100, 70).is_trouble());
    EXPECT_EQ(execute(1'001, {.order = {2}}, 10, 60).fill.id, ClOrdId{2});
}

TEST_F(IlinkGatewayTest, ARefusedReplacementLeavesTheOriginal) {
    enter(1);
    accept(1);
    replace(1, 2, 50);
    const gateway::Report refused = reject<ilink3::OrderCancelReplaceReject>(1'001, {.order = {2}});
    EXPECT_EQ(refused.rejection.by, oms::RejectedBy::Venue);
    EXPECT_EQ(refused.rejection.id, ClOrdId{2});
    EXPECT_EQ(order(1).state, OrderState::Live);
    EXPECT_EQ(order(2).state, OrderState::Rejected);
    sent();
    cancel(1);
    EXPECT_EQ(sent(), Lines{"OrderCancelRequest 1C1 of 1001 in 2 buy"});
}

TEST_F(IlinkGatewayTest, BeforeItsFirstReportAnOrderIsNotChanged) {
    enter(1);
    sent();
    const oms::Rejection refused = send(replacement(1, 2, 50));
    EXPECT_EQ(refused.by, oms::RejectedBy::Orders);
    EXPECT_EQ(refused.code, static_cast<std::uint16_t>(oms::RequestStatus::RequestInFlight));
    EXPECT_EQ(send({.kind = Intent::Kind::Reduce, .id = {1}, .qty = {10}}).code,
              static_cast<std::uint16_t>(oms::RequestStatus::RequestInFlight));
    EXPECT_EQ(sent(), Lines{});
    accept(1);
    replace(1, 3, 50);
    EXPECT_EQ(sent(), Lines{"OrderCancelReplaceRequest 3 of 1001 in 2 buy 50@100100"});
}

TEST_F(IlinkGatewayTest, ACancelWaitsForTheFirstReport) {
    enter(1);
    enter(2);
    sent();
    cancel(1);
    EXPECT_EQ(sent(), Lines{});
    EXPECT_EQ(order(1).state, OrderState::PendingCancel);
    accept(2);
    EXPECT_EQ(sent(), Lines{});
    EXPECT_FALSE(accept(1).is_trouble());
    EXPECT_EQ(sent(), Lines{"OrderCancelRequest 1C1 of 1001 in 2 buy"});
    EXPECT_FALSE(close(1'001, cancel_of(1, 1)).is_trouble());
    EXPECT_EQ(order(1).state, OrderState::Canceled);
    accept(2);
    EXPECT_EQ(sent(), Lines{}) << "once";
}

TEST_F(IlinkGatewayTest, AWaitingCancelOfARejectedOrderIsForgotten) {
    enter(1);
    cancel(1);
    EXPECT_FALSE(reject<ilink3::ExecutionReportReject>(0, {.order = {1}}).is_trouble());
    EXPECT_EQ(order(1).state, OrderState::Rejected);
    sent();
    EXPECT_EQ(sent(), Lines{});
}

TEST_F(IlinkGatewayTest, ACancelIsAskedForUnderAnIdOfItsOwn) {
    enter(1);
    accept(1);
    cancel(1);
    sent();
    EXPECT_FALSE(reject<ilink3::OrderCancelReject>(1'001, cancel_of(1, 1)).is_trouble());
    EXPECT_EQ(order(1).state, OrderState::Live);
    cancel(1);
    EXPECT_EQ(sent(), Lines{"OrderCancelRequest 1C2 of 1001 in 2 buy"});
}

TEST_F(IlinkGatewayTest, AReductionKeepsTheOrder) {
    enter(1);
    accept(1);
    sent();
    reduce(1, 40);
    EXPECT_EQ(sent(), Lines{"OrderCancelReplaceRequest 1R1 of 1001 in 2 buy 40@100000"});
    EXPECT_FALSE(modify(1'001, reduction_of(1, 1), 100'000, 40).is_trouble());
    EXPECT_EQ(order(1).state, OrderState::Live);
    EXPECT_EQ(order(1).leaves_qty, Qty{40});
}

TEST_F(IlinkGatewayTest, AReductionThatExecutionsHaveMadeIsAnswered) {
    enter(1);
    accept(1);
    reduce(1, 40);
    EXPECT_FALSE(execute(1'001, {.order = {1}}, 60, 40).is_trouble());
    EXPECT_FALSE(modify(1'001, reduction_of(1, 1), 100'000, 0).is_trouble());
    EXPECT_EQ(order(1).state, OrderState::Canceled) << "as OUCH: what is left goes";
    EXPECT_EQ(order(1).cum_qty, Qty{60});
}

TEST_F(IlinkGatewayTest, ACancelOfAnOrderBeingReplacedMeetsWhicheverIsOpen) {
    enter(1);
    accept(1);
    replace(1, 2, 100);
    sent();
    cancel(1);
    EXPECT_EQ(sent(), (Lines{"OrderCancelRequest 1C1 of 1001 in 2 buy",
                             "OrderCancelRequest 2C2 of 1001 in 2 buy"}));
    EXPECT_FALSE(modify(1'001, {.order = {2}}, 100'100, 100).is_trouble());
    EXPECT_EQ(order(2).state, OrderState::PendingCancel);
    EXPECT_FALSE(close(1'001, cancel_of(1, 1)).is_trouble());
    EXPECT_EQ(order(2).state, OrderState::Canceled);
    EXPECT_FALSE(reject<ilink3::OrderCancelReject>(1'001, cancel_of(2, 2)).is_trouble());
    EXPECT_TRUE(gateway.orders().open_orders().empty());
}

TEST_F(IlinkGatewayTest, AndTheOriginalIfTheReplacementIsRefused) {
    enter(1);
    accept(1);
    replace(1, 2, 100);
    cancel(2);
    EXPECT_FALSE(reject<ilink3::OrderCancelReplaceReject>(1'001, {.order = {2}}).is_trouble());
    EXPECT_FALSE(close(1'001, cancel_of(2, 1)).is_trouble());
    EXPECT_EQ(order(1).state, OrderState::Canceled);
    EXPECT_TRUE(gateway.orders().open_orders().empty());
}

TEST_F(IlinkGatewayTest, TheOrdersOfAnEarlierProcessAreTakenOverByTheirOrderIds) {
    gateway.begin_recovery();
    EXPECT_FALSE(accept(4).is_trouble());
    EXPECT_FALSE(modify(1'004, reduction_of(4, 41), 100'000, 60).is_trouble());
    EXPECT_FALSE(modify(1'004, {.order = {5}}, 100'100, 60).is_trouble());
    EXPECT_FALSE(execute(1'004, {.order = {5}}, 10, 50).is_trouble());
    EXPECT_FALSE(accept(6).is_trouble());
    EXPECT_FALSE(close(1'006, cancel_of(6, 42)).is_trouble());
    gateway.on_reconnected({}, [](const oms::Order&) {});
    EXPECT_EQ(sent(), Lines{"OrderCancelRequest 5C43 of 1004 in 2 buy"});
    EXPECT_EQ(gateway.orders().position(kInstrument).position, SignedQty{10});
    EXPECT_EQ(gateway.orders().next_id(), ClOrdId{7});
}

TEST_F(IlinkGatewayTest, AnOrderOfAnEarlierProcessInAnotherInstrumentIsTrouble) {
    gateway.begin_recovery();
    const gateway::Report foreign =
        report<ilink3::ExecutionReportNew>(1'004, {.order = {4}}, 100'000, [](auto& m) {
            m.store_order_qty(100);
            m.store_security_id(3);
            m.store_side(ilink3::Side::Buy);
        });
    EXPECT_EQ(foreign.status, oms::ReportStatus::UnknownInstrument);
    EXPECT_TRUE(foreign.is_trouble());
}

/// MDP 3.0's instruments have dense ids of ours beside the venue's SecurityIDs.
TEST_F(IlinkGatewayTest, NamesTheInstrumentByTheVenuesNumber) {
    constexpr std::int32_t kSecurityId = 70'001;
    ASSERT_TRUE(
        gateway.allow(kInstrument, *Symbol::from("ABCD"), support::wide_limits(), kSecurityId));
    gateway.begin_recovery();
    const auto accepted = [&](std::uint32_t id, std::int32_t security_id) {
        return report<ilink3::ExecutionReportNew>(1'000 + id, {.order = {id}}, 100'000,
                                                  [&](auto& m) {
                                                      m.store_order_qty(100);
                                                      m.store_security_id(security_id);
                                                      m.store_side(ilink3::Side::Buy);
                                                  });
    };
    EXPECT_FALSE(accepted(4, kSecurityId).is_trouble());
    EXPECT_EQ(accepted(5, kInstrument.value).status, oms::ReportStatus::UnknownInstrument);
    gateway.on_reconnected({}, [](const oms::Order&) {});
    EXPECT_EQ(sent(), Lines{"OrderCancelRequest 4C1 of 1004 in 70001 buy"});
}

TEST_F(IlinkGatewayTest, AWaitingCancelThatABrokenSessionLeftInDoubtIsNotSentByItself) {
    enter(1);
    cancel(1);
    sent();
    gateway.on_disconnected();
    EXPECT_FALSE(accept(1).is_trouble()) << "the next session replays it";
    EXPECT_EQ(sent(), Lines{});
    gateway.on_reconnected({}, [](const oms::Order&) {});
    EXPECT_EQ(order(1).state, OrderState::Live);
    cancel(1);
    EXPECT_EQ(sent(), Lines{"OrderCancelRequest 1C1 of 1001 in 2 buy"});
}

TEST_F(IlinkGatewayTest, TheAccountQueryIsASequence) {
    gateway.query_account();
    EXPECT_EQ(sent(), Lines{"Sequence"});
    EXPECT_TRUE(
        gateway.on_message(ilink_bytes<ilink3::Sequence>([](auto&) {}).view()).is_account_answer);
}

TEST(IlinkCodecOptions, AreChecked) {
    EXPECT_TRUE(IlinkCodec::validate({}).has_value());
    EXPECT_FALSE(IlinkCodec::validate({.sender_id = std::string(21, 'A')}).has_value());
    EXPECT_FALSE(IlinkCodec::validate({.sender_id = "A B"}).has_value());
    EXPECT_FALSE(IlinkCodec::validate({.location = "USNYC1"}).has_value());
    EXPECT_FALSE(IlinkCodec::validate({.price_decimals = 10}).has_value());
}

}  // namespace
}  // namespace hotpath::protocols::cme
