// Terms beyond price and quantity on their way to OUCH and back: reductions, fill-or-kill,
// post-only.

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/appendage.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_gateway.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/trading_day.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::protocols::nasdaq {
namespace {

namespace ouch = protocols::nasdaq::ouch50;
namespace option = protocols::nasdaq::ouch50::option;
using oms::Intent;
using oms::RejectedBy;
using TermLines = std::vector<std::string>;

constexpr InstrumentId kTermsInstrument{2};
constexpr Price kTermsPrice{100'000};
constexpr std::uint32_t kTermsOpenMax = 4;
constexpr std::uint32_t kTermsOutboxMax = 3;

/// A line a request: type, number, quantity, time in force, options.
struct RequestLines : ouch::NullRequestListener {
    void on_enter_order(const ouch::EnterOrder& m, ouch::Appendage options) {
        add("O", m, options);
        requests.push_back(m);
    }
    void on_replace_order_request(const ouch::ReplaceOrderRequest& m, ouch::Appendage options) {
        add("U", m, options);
    }
    void on_cancel_order_request(const ouch::CancelOrderRequest& m) {
        lines.push_back("X " + std::to_string(m.load_user_ref_num()) + " " +
                        std::to_string(m.load_quantity()));
    }
    template <class Message>
    void add(const std::string& type, const Message& m, const ouch::Appendage& options) {
        std::string line = type + " " + std::to_string(m.load_user_ref_num()) + " " +
                           std::to_string(m.load_quantity()) + " " + m.load_time_in_force();
        if (const auto least = options.load<option::MinQty>()) {
            line += " min " + std::to_string(*least);
        }
        if (const auto code = options.load<option::PostOnly>()) {
            line += std::string(" post-only ") + *code;
        }
        lines.push_back(line);
    }
    TermLines lines;
    std::vector<ouch::EnterOrder> requests;
};

class OrderTerms : public testing::Test {
  protected:
    OrderTerms() { EXPECT_TRUE(gateway.allow(kTermsInstrument, kSymbol, support::wide_limits())); }

    oms::Rejection send(const Intent& intent) {
        timing::StageStamps stamps;
        const NoAllocScope scope;
        const oms::Rejection rejection = gateway.send(
            intent, {.now = {1'000}, .reference_price = kTermsPrice}, stamps, timing::NoTicks{});
        EXPECT_EQ(scope.allocations(), 0U);
        return rejection;
    }
    oms::Rejection enter(const oms::NewOrder& order) {
        return send({.kind = Intent::Kind::Enter,
                     .side = order.side,
                     .time_in_force = order.time_in_force,
                     .instrument = kTermsInstrument,
                     .is_post_only = order.is_post_only,
                     .id = gateway.orders().next_id(),
                     .qty = {100},
                     .price = kTermsPrice});
    }
    oms::Rejection reduce(std::uint32_t id, std::uint32_t open_qty) {
        return send({.kind = Intent::Kind::Reduce, .id = {id}, .qty = {open_qty}});
    }
    /// The venue takes everything that was sent.
    TermLines deliver() {
        RequestLines listener;
        gateway.for_each_outgoing([&](Bytes message) {
            EXPECT_EQ(ouch::decode_request(message, listener), protocols::DecodeStatus::Ok);
        });
        for (const ouch::EnterOrder& request : listener.requests) {
            EXPECT_FALSE(gateway.on_message(support::accepted(request).bytes()).is_trouble());
        }
        return listener.lines;
    }
    gateway::Report answer(const auto& reply) { return gateway.on_message(reply.bytes()); }
    [[nodiscard]] const oms::Order& order(std::uint32_t id) const {
        return *gateway.orders().find({id});
    }

    static inline const Symbol kSymbol = *Symbol::from("ABCD");
    OuchGateway gateway =
        std::move(*OuchGateway::create({.orders = {.instruments_max = 4,
                                                   .orders_remembered = 64,
                                                   .open_orders_max = kTermsOpenMax,
                                                   .executions_remembered = 16},
                                        .risk = support::wide_risk(4),
                                        .outbox_messages_max = kTermsOutboxMax}));
};

TEST_F(OrderTerms, FillOrKillIsImmediateWithAMinimumOfAllItsShares) {
    EXPECT_FALSE(enter({.time_in_force = TimeInForce::Fok}).is_refusal());
    EXPECT_EQ(deliver(), TermLines{"O 1 100 3 min 100"});
    EXPECT_EQ(order(1).time_in_force, TimeInForce::Fok);
}

TEST_F(OrderTerms, PostOnlyIsAnOptionOfTheOrderAndOfItsReplacement) {
    EXPECT_FALSE(enter({.is_post_only = true}).is_refusal());
    EXPECT_EQ(deliver(), TermLines{"O 1 100 0 post-only P"});
    EXPECT_FALSE(send({.kind = Intent::Kind::Replace,
                       .id = {2},
                       .original = {1},
                       .qty = {50},
                       .price = {99'900}})
                     .is_refusal());
    EXPECT_EQ(deliver(), TermLines{"U 2 50 0 post-only P"});
}

TEST_F(OrderTerms, PlainOrdersHaveNoOptions) {
    EXPECT_FALSE(enter({}).is_refusal());
    EXPECT_FALSE(enter({.time_in_force = TimeInForce::Ioc}).is_refusal());
    EXPECT_EQ(deliver(), (TermLines{"O 1 100 0", "O 2 100 3"}));
}

TEST_F(OrderTerms, PostOnlyAndImmediateIsRefusedBeforeItIsSent) {
    const oms::Rejection refused = enter({.time_in_force = TimeInForce::Ioc, .is_post_only = true});
    EXPECT_EQ(refused.by, RejectedBy::Orders);
    EXPECT_EQ(refused.code, static_cast<std::uint16_t>(oms::RequestStatus::PostOnlyTakes));
    EXPECT_EQ(deliver(), TermLines{});
}

TEST_F(OrderTerms, APostOnlyOrderThatTheVenueCancelsOnArrivalIsClosedUnfilled) {
    enter({.is_post_only = true});
    deliver();
    EXPECT_FALSE(answer(support::canceled(1, 100)).is_trouble());
    EXPECT_EQ(order(1).state, oms::OrderState::Canceled);
    EXPECT_EQ(order(1).cum_qty, Qty{});
    EXPECT_EQ(gateway.orders().position(kTermsInstrument).open(Side::Buy), 0U);
}

TEST_F(OrderTerms, AReductionSaysTheSizeThatIsLeftExecutedSharesIncluded) {
    enter({});
    deliver();
    answer(support::executed(1, 30, 7));
    EXPECT_FALSE(reduce(1, 20).is_refusal());
    EXPECT_EQ(deliver(), TermLines{"X 1 50"});
    EXPECT_EQ(order(1).state, oms::OrderState::PendingReduce);
    EXPECT_FALSE(answer(support::canceled(1, 50)).is_trouble());
    EXPECT_EQ(order(1).state, oms::OrderState::Live);
    EXPECT_EQ(order(1).leaves_qty, Qty{20});
    EXPECT_EQ(gateway.counters().reduces, 1U);
    EXPECT_EQ(gateway.counters().cancels, 0U);
}

TEST_F(OrderTerms, AReductionThatIsNoneIsRefusedAndNothingIsSent) {
    enter({});
    deliver();
    const oms::Rejection refused = reduce(1, 100);
    EXPECT_EQ(refused.by, RejectedBy::Orders);
    EXPECT_EQ(refused.code, static_cast<std::uint16_t>(oms::RequestStatus::NotLess));
    EXPECT_EQ(refused.id, ClOrdId{1});
    EXPECT_EQ(refused.instrument, kTermsInstrument);
    EXPECT_EQ(gateway.orders().next_id(), ClOrdId{2}) << "a reduction uses no id up";
    EXPECT_EQ(deliver(), TermLines{});
}

TEST_F(OrderTerms, AReductionIsNotRiskAndPassesAKilledGate) {
    enter({});
    deliver();
    gateway.stop(risk::TradingMode::Killed, risk::StopReason::Operator);
    EXPECT_EQ(enter({}).by, RejectedBy::Risk);
    EXPECT_FALSE(reduce(1, 10).is_refusal());
    EXPECT_EQ(deliver(), TermLines{"X 1 10"});
}

TEST_F(OrderTerms, ReductionsLeaveTheOutboxRoomToCancelEverything) {
    for (std::uint32_t id = 1; id <= kTermsOpenMax; ++id) {
        EXPECT_FALSE(enter({}).is_refusal());
        deliver();
    }
    oms::Rejection refused;
    for (std::uint32_t open_qty = 99; open_qty > 0 && !refused.is_refusal(); --open_qty) {
        const std::uint32_t id = 1 + open_qty % kTermsOpenMax;
        refused = reduce(id, open_qty);
        answer(support::canceled(id, order(id).leaves_qty.value - open_qty));
    }
    EXPECT_EQ(refused.by, RejectedBy::Gateway);
    EXPECT_EQ(refused.code, static_cast<std::uint16_t>(oms::DeskReject::OutboxFull));
    const std::uint32_t waiting = gateway.waiting();
    gateway.cancel_all({2'000});
    EXPECT_EQ(gateway.waiting(), waiting + kTermsOpenMax);
}

TEST_F(OrderTerms, OfAnOrderOfAnEarlierProcessAreThoseThatTheVenueStates) {
    gateway.begin_recovery();
    const auto report = [&](std::uint32_t id, char time_in_force, auto add_options) {
        ouch::WithAppendage<ouch::OrderAccepted> reply;
        reply.message().store_user_ref_num(id);
        reply.message().store_side(ouch::side::kBuy);
        reply.message().store_symbol(kSymbol);
        reply.message().store_quantity(100);
        reply.message().store_price(100'000);
        reply.message().store_time_in_force(time_in_force);
        reply.message().store_order_state(ouch::order_state::kLive);
        add_options(reply);
        EXPECT_FALSE(gateway.on_message(reply.bytes()).is_trouble());
    };
    report(1, ouch::time_in_force::kDay,
           [](auto& reply) { reply.template append<option::PostOnly>('P'); });
    report(2, ouch::time_in_force::kIoc,
           [](auto& reply) { reply.template append<option::MinQty>(100); });
    report(3, ouch::time_in_force::kIoc,
           [](auto& reply) { reply.template append<option::MinQty>(50); });
    report(4, ouch::time_in_force::kDay,
           [](auto& reply) { reply.template append<option::PostOnly>('N'); });
    EXPECT_TRUE(order(1).is_post_only);
    EXPECT_EQ(order(1).time_in_force, TimeInForce::Day);
    EXPECT_EQ(order(2).time_in_force, TimeInForce::Fok);
    EXPECT_EQ(order(3).time_in_force, TimeInForce::Ioc) << "a part of it would do";
    EXPECT_FALSE(order(4).is_post_only);
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq
