#include "hotpath/protocols/nasdaq/trader/ouch_gateway.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::protocols::nasdaq {
namespace {

namespace ouch = protocols::nasdaq::ouch50;
using oms::Intent;
using oms::RejectedBy;
using risk::RejectReason;

constexpr InstrumentId kInstrument{2};
/// Sells do not meet our buys, replaced at 100,100, either.
constexpr std::int64_t kAsk = 100'200;
constexpr oms::SendContext kContext{.now = {1'000}, .reference_price = {100'000}};

gateway::GatewayOptions small_options() {
    return {.orders = {.instruments_max = 4,
                       .orders_remembered = 64,
                       .open_orders_max = 4,
                       .executions_remembered = 16},
            .risk = support::wide_risk(4),
            .outbox_messages_max = 3};
}

/// The fields of enters and replacements that no order changes.
class Constants : public ouch::NullRequestListener {
  public:
    void on_enter_order(const ouch::EnterOrder& m, ouch::Appendage) {
        text +=
            {m.load_display(), m.load_capacity(), m.load_iso_eligibility(), m.load_cross_type()};
        add(m.load_cl_ord_id());
    }
    void on_replace_order_request(const ouch::ReplaceOrderRequest& m, ouch::Appendage) {
        text += {m.load_display(), m.load_iso_eligibility()};
        add(m.load_cl_ord_id());
    }
    std::string text;

  private:
    void add(const ouch::ClOrdIdText::Value& id) {
        text += std::string(id.begin(), id.end()) + "|";
    }
};

/// What left the gateway, as one line a message.
struct SentLines : ouch::NullRequestListener {
    void on_enter_order(const ouch::EnterOrder& m, ouch::Appendage) {
        add({"O", num(m.load_user_ref_num()), std::string(1, m.load_side()), num(m.load_quantity()),
             m.load_symbol().str(), num(m.load_price()), std::string(1, m.load_time_in_force())});
    }
    void on_replace_order_request(const ouch::ReplaceOrderRequest& m, ouch::Appendage) {
        add({"U", num(m.load_orig_user_ref_num()), num(m.load_user_ref_num()),
             num(m.load_quantity()), num(m.load_price()), std::string(1, m.load_time_in_force())});
    }
    void on_cancel_order_request(const ouch::CancelOrderRequest& m) {
        add({"X", num(m.load_user_ref_num()), num(m.load_quantity())});
    }
    static std::string num(std::uint64_t n) { return std::to_string(n); }
    void add(const std::vector<std::string>& words) {
        std::string line;
        for (const std::string& word : words) {
            line += (line.empty() ? "" : " ") + word;
        }
        lines.push_back(line);
    }
    std::vector<std::string> lines;
};

class Gateway : public testing::Test {
  protected:
    Gateway() {
        EXPECT_TRUE(
            gateway.allow(kInstrument, *Symbol::from("ABCD"), support::wide_limits()).has_value());
    }

    oms::Rejection send(const Intent& intent, const oms::SendContext& context = kContext) {
        timing::StageStamps stamps;
        return gateway.send(intent, context, stamps, timing::NoTicks{});
    }
    oms::Rejection enter(std::uint32_t id, Side side = Side::Buy, std::uint32_t qty = 100) {
        return send({.kind = Intent::Kind::Enter,
                     .side = side,
                     .instrument = kInstrument,
                     .id = {id},
                     .qty = {qty},
                     .price = {side == Side::Buy ? 100'000 : kAsk}});
    }
    oms::Rejection replace(std::uint32_t original, std::uint32_t id, std::uint32_t qty) {
        return send({.kind = Intent::Kind::Replace,
                     .id = {id},
                     .original = {original},
                     .qty = {qty},
                     .price = {100'100}});
    }
    std::vector<std::string> sent() {
        SentLines listener;
        gateway.for_each_outgoing([&](Bytes message) {
            EXPECT_EQ(ouch::decode_request(message, listener), protocols::DecodeStatus::Ok);
        });
        return listener.lines;
    }
    gateway::Report accept(std::uint32_t id, std::uint32_t qty = 100) {
        ouch::OrderAccepted m;
        m.store_user_ref_num(id);
        m.store_quantity(qty);
        m.store_price(100'000);
        m.store_order_reference_number(1'000 + id);
        m.store_order_state(ouch::order_state::kLive);
        return gateway.on_message(m.bytes());
    }
    gateway::Report execute(std::uint32_t id, std::uint32_t qty, std::uint64_t match,
                            std::uint64_t price = 100'000) {
        ouch::OrderExecuted m;
        m.store_user_ref_num(id);
        m.store_quantity(qty);
        m.store_price(price);
        m.store_match_number(match);
        return gateway.on_message(m.bytes());
    }

    OuchGateway gateway = std::move(*OuchGateway::create(small_options()));
};

using Lines = std::vector<std::string>;

TEST_F(Gateway, AnEnterBecomesOneMessageWithOurIdAsUserRefNum) {
    EXPECT_FALSE(enter(1).is_refusal());
    EXPECT_EQ(sent(), Lines{"O 1 B 100 ABCD 100000 0"});
    EXPECT_EQ(gateway.orders().find({1})->state, oms::OrderState::PendingNew);
}

TEST_F(Gateway, StatesWhatIsTheSameInEveryMessage) {
    Constants constants;
    enter(1);
    accept(1);
    replace(1, 2, 100);
    gateway.for_each_outgoing(
        [&](Bytes message) { static_cast<void>(ouch::decode_request(message, constants)); });
    const std::string blank(ouch::ClOrdIdText::Value{}.size(), ' ');
    EXPECT_EQ(constants.text, "YPNN" + blank + "|YN" + blank + "|");
}

TEST_F(Gateway, AnIocSaysSo) {
    send({.kind = Intent::Kind::Enter,
          .time_in_force = TimeInForce::Ioc,
          .instrument = kInstrument,
          .id = {1},
          .qty = {5},
          .price = {100'000}});
    EXPECT_EQ(sent(), Lines{"O 1 B 5 ABCD 100000 3"});
}

TEST_F(Gateway, ASellThatThePositionDoesNotCoverIsMarkedShort) {
    enter(1);
    accept(1);
    execute(1, 100, 7);
    enter(2, Side::Sell, 60);
    enter(3, Side::Sell, 40);
    EXPECT_EQ(sent(), (Lines{"O 1 B 100 ABCD 100000 0", "O 2 S 60 ABCD 100200 0",
                             "O 3 S 40 ABCD 100200 0"}));
    enter(4, Side::Sell, 1);
    EXPECT_EQ(sent(), Lines{"O 4 T 1 ABCD 100200 0"});
}

TEST_F(Gateway, AReplacementCarriesTheTotalQuantityOnTheWire) {
    enter(1);
    accept(1);
    execute(1, 30, 7);
    sent();
    EXPECT_FALSE(replace(1, 2, 100).is_refusal());
    EXPECT_EQ(sent(), Lines{"U 1 2 130 100100 0"});
    EXPECT_EQ(gateway.orders().find({2})->leaves_qty, Qty{100});
}

TEST_F(Gateway, ACancelIsOfEverythingLeft) {
    enter(1);
    sent();
    EXPECT_FALSE(send({.kind = Intent::Kind::Cancel, .id = {1}}).is_refusal());
    EXPECT_EQ(sent(), Lines{"X 1 0"});
    const oms::Rejection again = send({.kind = Intent::Kind::Cancel, .id = {1}});
    EXPECT_EQ(again.by, RejectedBy::Orders);
    EXPECT_EQ(again.instrument, kInstrument);
    EXPECT_TRUE(sent().empty());
}

TEST_F(Gateway, ACancelOfAnOrderBeingReplacedGoesToBothIds) {
    enter(1);
    accept(1);
    replace(1, 2, 100);
    sent();
    send({.kind = Intent::Kind::Cancel, .id = {1}});
    EXPECT_EQ(sent(), (Lines{"X 1 0", "X 2 0"}));
}

TEST_F(Gateway, ACancelOfAReplacementInFlightGoesToBothIds) {
    enter(1);
    accept(1);
    replace(1, 2, 100);
    sent();
    send({.kind = Intent::Kind::Cancel, .id = {2}});
    EXPECT_EQ(sent(), (Lines{"X 2 0", "X 1 0"}));
}

TEST_F(Gateway, WhatTheRiskGateRefusesIsNeitherSentNorCounted) {
    const oms::Rejection refused = send({.kind = Intent::Kind::Enter,
                                         .instrument = kInstrument,
                                         .id = {1},
                                         .qty = {500'001},
                                         .price = {100'000}});
    EXPECT_EQ(refused.by, RejectedBy::Risk);
    EXPECT_EQ(refused.code, static_cast<std::uint16_t>(RejectReason::OrderQty));
    EXPECT_EQ(refused.instrument, kInstrument);
    EXPECT_TRUE(sent().empty());
    EXPECT_EQ(gateway.orders().position(kInstrument).open(Side::Buy), 0U);
    EXPECT_EQ(gateway.counters().rejected_by_risk[static_cast<std::size_t>(RejectReason::OrderQty)],
              1U);
    EXPECT_EQ(enter(1).by, RejectedBy::Orders) << "its id is used up";
    EXPECT_FALSE(enter(2).is_refusal());
}

TEST_F(Gateway, ARefusedReplacementLeavesTheOriginalAsItWas) {
    enter(1);
    accept(1);
    const oms::Rejection refused = replace(1, 2, 500'001);
    EXPECT_EQ(refused.by, RejectedBy::Risk);
    EXPECT_EQ(refused.original, ClOrdId{1});
    EXPECT_EQ(gateway.orders().find({1})->state, oms::OrderState::Live);
    EXPECT_FALSE(replace(1, 3, 50).is_refusal());
}

TEST_F(Gateway, WithoutAReferencePriceOnlyCancelsPass) {
    enter(1);
    accept(1);
    const oms::SendContext blind{.now = {2'000}, .reference_price = {0}};
    EXPECT_EQ(send({.kind = Intent::Kind::Enter,
                    .instrument = kInstrument,
                    .id = {2},
                    .qty = {1},
                    .price = {100'000}},
                   blind)
                  .by,
              RejectedBy::Risk);
    EXPECT_EQ(send({.kind = Intent::Kind::Replace,
                    .id = {3},
                    .original = {1},
                    .qty = {1},
                    .price = {100'000}},
                   blind)
                  .by,
              RejectedBy::Risk);
    EXPECT_FALSE(send({.kind = Intent::Kind::Cancel, .id = {1}}, blind).is_refusal());
}

TEST_F(Gateway, AnOrderThatCouldTradeWithOneOfOursWaits) {
    enter(1);
    const Intent sell{.kind = Intent::Kind::Enter,
                      .side = Side::Sell,
                      .instrument = kInstrument,
                      .id = {2},
                      .qty = {100},
                      .price = {100'000}};
    const oms::Rejection refused = send(sell);
    EXPECT_EQ(refused.code, static_cast<std::uint16_t>(RejectReason::SelfMatch));
    EXPECT_TRUE(refused.is_momentary);
    Intent away = sell;
    away.id = {3};
    away.price = {100'100};
    EXPECT_FALSE(send(away).is_refusal());
}

TEST_F(Gateway, FeesAreTheVenuesWordOnLiquidity) {
    gateway::GatewayOptions options = small_options();
    options.orders.fees = {.added = {-20}, .removed = {30}, .other = {5}};
    gateway = std::move(*OuchGateway::create(options));
    ASSERT_TRUE(gateway.allow(kInstrument, *Symbol::from("ABCD"), support::wide_limits()));
    enter(1);
    accept(1);
    std::uint64_t match = 0;
    for (const char flag : {'A', 'J', 'R', 'O'}) {
        ouch::OrderExecuted m;
        m.store_user_ref_num(1);
        m.store_quantity(10);
        m.store_price(100'000);
        m.store_liquidity_flag(flag);
        m.store_match_number(++match);
        EXPECT_TRUE(gateway.on_message(m.bytes()).is_fill);
    }
    EXPECT_EQ(gateway.orders().position(kInstrument).fees, Money{10 * (-20 - 20 + 30 + 5)});
    EXPECT_EQ(gateway.orders().account().pnl, Money{10 * (20 + 20 - 30 - 5)});
}

TEST_F(Gateway, AnInstrumentThatWasNotAllowedIsRefused) {
    const oms::Rejection refused = send({.kind = Intent::Kind::Enter,
                                         .instrument = {3},
                                         .id = {1},
                                         .qty = {1},
                                         .price = {100'000}});
    EXPECT_EQ(refused.by, RejectedBy::Gateway);
    EXPECT_EQ(refused.code, static_cast<std::uint16_t>(oms::DeskReject::NoSymbol));
    EXPECT_EQ(
        send({.kind = Intent::Kind::Enter, .instrument = {5}, .id = {2}, .qty = {1}, .price = {1}})
            .by,
        RejectedBy::Orders);
}

TEST_F(Gateway, AnOutboxThatIsNotDrainedRefusesOrdersButHasRoomToCancelThemAll) {
    enter(1);
    EXPECT_EQ(sent().size(), 1U);
    EXPECT_FALSE(enter(2).is_refusal());
    EXPECT_FALSE(enter(3).is_refusal());
    EXPECT_FALSE(enter(4).is_refusal());
    const oms::Rejection refused = enter(5);
    EXPECT_EQ(refused.by, RejectedBy::Gateway);
    EXPECT_EQ(refused.code, static_cast<std::uint16_t>(oms::DeskReject::OutboxFull));
    gateway.stop(risk::TradingMode::Killed, risk::StopReason::Operator);
    gateway.cancel_all({1'000});
    EXPECT_EQ(sent().size(), 7U) << "to the last byte";
    EXPECT_EQ(gateway.risk().counters().cancels, 4U);
}

TEST_F(Gateway, AMessageThatABrokenSessionDidNotTakeIsNotSentInTheNext) {
    EXPECT_FALSE(enter(1).is_refusal());
    gateway.on_disconnected();
    EXPECT_TRUE(sent().empty()) << "it counts as sent and not arrived";
    std::vector<std::uint32_t> lost;
    gateway.on_reconnected({2}, [&](const oms::Order& order) { lost.push_back(order.id.value); });
    EXPECT_EQ(lost, std::vector<std::uint32_t>{1});
    EXPECT_TRUE(sent().empty());
}

TEST_F(Gateway, KilledItSendsCancelsAndNothingElse) {
    enter(1);
    accept(1);
    enter(2, Side::Sell);
    replace(1, 3, 50);
    sent();
    gateway.stop(risk::TradingMode::Killed, risk::StopReason::Operator);
    gateway.cancel_all({1'000});
    EXPECT_EQ(sent(), (Lines{"X 1 0", "X 2 0", "X 3 0"}));
    EXPECT_EQ(enter(4).code, static_cast<std::uint16_t>(RejectReason::KillSwitch));
    gateway.cancel_all({1'000});
    EXPECT_TRUE(sent().empty()) << "nothing is canceled twice";
    gateway.resume();
    EXPECT_FALSE(enter(5).is_refusal());
}

TEST_F(Gateway, CancelsOfOneInstrumentLeaveTheOthersAlone) {
    ASSERT_TRUE(gateway.allow({1}, *Symbol::from("WXYZ"), support::wide_limits()).has_value());
    enter(1);
    send({.kind = Intent::Kind::Enter,
          .instrument = {1},
          .id = {2},
          .qty = {1},
          .price = {100'000}});
    sent();
    gateway.cancel_all({1}, {1'000});
    EXPECT_EQ(sent(), Lines{"X 2 0"});
}

// ---- reports

TEST_F(Gateway, AnExecutionIsReportedWithItsFill) {
    enter(1);
    accept(1);
    const gateway::Report report = execute(1, 40, 7);
    EXPECT_TRUE(report.is_fill);
    EXPECT_EQ(report.fill.last_qty, Qty{40});
    EXPECT_EQ(report.fill.position, SignedQty{40});
    EXPECT_EQ(report.instrument, kInstrument);
    EXPECT_FALSE(report.is_trouble());
    const gateway::Report again = execute(1, 40, 7);
    EXPECT_FALSE(again.is_fill);
    EXPECT_FALSE(again.is_trouble());
}

TEST_F(Gateway, AVenueRejectCarriesItsReason) {
    enter(1);
    ouch::OrderRejected m;
    m.store_user_ref_num(1);
    m.store_reason(ouch::reject_reason::kHalted);
    const gateway::Report report = gateway.on_message(m.bytes());
    EXPECT_EQ(report.rejection.by, RejectedBy::Venue);
    EXPECT_EQ(report.rejection.code, ouch::reject_reason::kHalted);
    EXPECT_EQ(report.rejection.instrument, kInstrument);
}

TEST_F(Gateway, CanceledAndSelfMatchPreventionTakeQuantityOff) {
    enter(1);
    accept(1);
    ouch::AiqCanceled prevented;
    prevented.store_user_ref_num(1);
    prevented.store_decrement_shares(30);
    EXPECT_FALSE(gateway.on_message(prevented.bytes()).is_trouble());
    EXPECT_EQ(gateway.orders().find({1})->leaves_qty, Qty{70});
    ouch::OrderCanceled canceled;
    canceled.store_user_ref_num(1);
    canceled.store_quantity(70);
    EXPECT_FALSE(gateway.on_message(canceled.bytes()).is_trouble());
    EXPECT_EQ(gateway.orders().find({1})->state, oms::OrderState::Canceled);
}

TEST_F(Gateway, ExecutionsThatCannotBeTrueAreTroubleAndAreNotBooked) {
    enter(1);
    accept(1);
    EXPECT_TRUE(execute(1, 0, 7).is_trouble());
    EXPECT_TRUE(execute(1, 1'000'000, 8).is_trouble());
    EXPECT_TRUE(execute(1, 1, 9, 0).is_trouble());
    EXPECT_TRUE(execute(1, 1, 10, ~std::uint64_t{0}).is_trouble());
    EXPECT_EQ(gateway.orders().position(kInstrument).position, SignedQty{0});
}

TEST_F(Gateway, BytesItCannotReadAreTrouble) {
    const std::byte unknown[] = {std::byte{'?'}};
    EXPECT_TRUE(gateway.on_message(unknown).is_trouble());
    EXPECT_TRUE(gateway.on_message({}).is_trouble());
    const ouch::OrderExecuted m;
    EXPECT_TRUE(gateway.on_message(Bytes(m.bytes()).first(20)).is_trouble());
    EXPECT_EQ(gateway.counters().unreadable_reports, 3U);
}

TEST_F(Gateway, ReportsOfOrdersWeNeverSentAreTrouble) {
    EXPECT_TRUE(accept(9).is_trouble());
    EXPECT_TRUE(execute(9, 1, 7).is_trouble());
    ouch::OrderModified modified;
    EXPECT_TRUE(gateway.on_message(modified.bytes()).is_trouble());
}

TEST_F(Gateway, AnOrderIsKnownByThePlaceWhereItStandsNow) {
    enter(1);
    accept(1);
    ouch::OrderPriorityUpdate moved;
    moved.store_user_ref_num(1);
    moved.store_order_reference_number(900);
    EXPECT_FALSE(gateway.on_message(moved.bytes()).is_trouble());
    EXPECT_EQ(gateway.orders().find({1})->venue_id, OrderId{900});
    ouch::WithAppendage<ouch::OrderRestated> refreshed;
    refreshed.message().store_user_ref_num(1);
    refreshed.append<ouch::option::SecondaryOrdRefNum>(902);
    EXPECT_FALSE(gateway.on_message(refreshed.bytes()).is_trouble());
    EXPECT_EQ(gateway.orders().find({1})->venue_id, OrderId{902});
    moved.store_user_ref_num(77);
    EXPECT_FALSE(gateway.on_message(moved.bytes()).is_trouble()) << "it is of no order of ours";
}

TEST_F(Gateway, OptionsInAnAnswerChangeNothingOfTheOrder) {
    enter(1);
    ouch::WithAppendage<ouch::OrderAccepted> accepted;
    accepted.message().store_user_ref_num(1);
    accepted.message().store_quantity(100);
    accepted.message().store_price(100'000);
    accepted.message().store_order_reference_number(5);
    accepted.append<ouch::option::Firm>({'G', 'S', 'C', 'O'});
    accepted.append<ouch::extension::StopPrice>(90'000);
    EXPECT_FALSE(gateway.on_message(accepted.bytes()).is_trouble());
    EXPECT_EQ(gateway.orders().find({1})->state, oms::OrderState::Live);
    EXPECT_EQ(gateway.orders().find({1})->leaves_qty, Qty{100});
}

TEST_F(Gateway, MessagesThatChangeNoOrderAreNoTrouble) {
    EXPECT_FALSE(gateway.on_message(ouch::SystemEvent{}.bytes()).is_trouble());
    EXPECT_FALSE(gateway.on_message(ouch::CancelPending{}.bytes()).is_trouble());
    ouch::AccountQueryResponse next;
    next.store_next_user_ref_num(40);
    EXPECT_FALSE(gateway.on_message(next.bytes()).is_trouble());
    EXPECT_EQ(gateway.orders().next_id(), ClOrdId{40});
}

struct CountingTicks {
    std::uint64_t ticks() const noexcept { return ++*count; }
    std::uint64_t* count;
};

TEST_F(Gateway, StampsRiskAndEncodeOfTheFirstMessageOfATick) {
    std::uint64_t count = 0;
    timing::StageStamps stamps;
    const CountingTicks ticks{&count};
    const Intent intent{.kind = Intent::Kind::Enter,
                        .instrument = kInstrument,
                        .id = {1},
                        .qty = {1},
                        .price = {100'000}};
    gateway.send(intent, kContext, stamps, ticks);
    EXPECT_EQ(stamps.at(timing::Stage::Risk), 1U);
    EXPECT_EQ(stamps.at(timing::Stage::Encode), 2U);
    Intent second = intent;
    second.id = {2};
    gateway.send(second, kContext, stamps, ticks);
    EXPECT_EQ(stamps.at(timing::Stage::Encode), 2U);
}

TEST_F(Gateway, StampsRiskAndEncodeOfACancelAndNoEncodeOfARefusedOne) {
    EXPECT_FALSE(enter(1).is_refusal());
    std::uint64_t count = 0;
    const CountingTicks ticks{&count};
    timing::StageStamps refused;
    gateway.send({.kind = Intent::Kind::Cancel, .id = {9}}, kContext, refused, ticks);
    EXPECT_EQ(refused.at(timing::Stage::Risk), 1U);
    EXPECT_EQ(refused.at(timing::Stage::Encode), 0U);
    timing::StageStamps stamps;
    gateway.send({.kind = Intent::Kind::Cancel, .id = {1}}, kContext, stamps, ticks);
    EXPECT_EQ(stamps.at(timing::Stage::Risk), 2U);
    EXPECT_EQ(stamps.at(timing::Stage::Encode), 3U);
}

TEST(OuchGateway, IsNotMadeFromOptionsThatCannotWork) {
    gateway::GatewayOptions options = small_options();
    options.orders.open_orders_max = 0;
    EXPECT_FALSE(OuchGateway::create(options));
    options = small_options();
    options.risk.pace.orders = {};
    EXPECT_FALSE(OuchGateway::create(options));
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq
