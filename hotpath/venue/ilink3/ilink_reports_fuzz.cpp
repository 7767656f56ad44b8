// Whatever bytes come from an iLink 3 venue, the gateway neither crashes nor lets go of its
// invariants: the open quantity is the sum over its open orders, no order has a negative part, and
// every request that it writes can be read again.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/venue/ilink3/ilink_gateway.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::venue::ilink3 {
namespace {

constexpr InstrumentId kFuzzed{1};
constexpr std::size_t kReportMax = 512;

IlinkGateway make_gateway() {
    IlinkGateway gateway = std::move(*IlinkGateway::create({.orders = {.instruments_max = 1,
                                                                       .orders_remembered = 16,
                                                                       .open_orders_max = 8,
                                                                       .executions_remembered = 16},
                                                            .risk = support::wide_risk(1)}));
    const auto allowed = gateway.allow(kFuzzed, *Symbol::from("FUZZ"), support::wide_limits());
    HOTPATH_ASSERT(allowed.has_value(), "the limits must be valid");
    timing::StageStamps stamps;
    for (std::uint32_t id = 1; id <= 4; ++id) {
        gateway.send({.kind = oms::Intent::Kind::Enter,
                      .side = id % 2 == 0 ? Side::Buy : Side::Sell,
                      .instrument = kFuzzed,
                      .id = {id},
                      .qty = {100},
                      .price = {id % 2 == 0 ? 100'000 : 100'100}},
                     {.now = {0}, .reference_price = {100'000}}, stamps, timing::NoTicks{});
    }
    return gateway;
}

void check(const oms::Orders& orders) {
    std::uint64_t open = 0;
    for (const ClOrdId id : orders.open_orders()) {
        const oms::Order& order = *orders.find(id);
        const std::uint64_t parts =
            std::uint64_t{order.cum_qty.value} + order.canceled_qty.value + order.leaves_qty.value;
        HOTPATH_ASSERT(parts == order.qty.value, "quantity must be conserved");
        open += order.open_qty.value;
    }
    const oms::Position& held = orders.position(kFuzzed);
    HOTPATH_ASSERT(held.open(Side::Buy) + held.open(Side::Sell) == open,
                   "open quantity must be the sum over the orders");
}

void drain(IlinkGateway& gateway) {
    gateway.for_each_outgoing([&](Bytes message) {
        RequestId id;
        const wire::DecodeStatus status = wire::ilink3::visit_message(message, [&](const auto& m) {
            if constexpr (requires { m.load_order_request_id(); }) {
                id = to_request_id(m.load_order_request_id());
            }
        });
        HOTPATH_ASSERT(status == wire::DecodeStatus::Ok && id.order != ClOrdId{},
                       "every request must be a message with an id of ours");
    });
}

void request(IlinkGateway& gateway, std::size_t choice) {
    const ClOrdId next = gateway.orders().next_id();
    const ClOrdId last{next.value - 1};
    const oms::Intent intents[] = {{.kind = oms::Intent::Kind::Replace,
                                    .id = next,
                                    .original = last,
                                    .qty = {50},
                                    .price = {100'000}},
                                   {.kind = oms::Intent::Kind::Reduce, .id = last, .qty = {10}},
                                   {.kind = oms::Intent::Kind::Cancel, .id = last}};
    timing::StageStamps stamps;
    gateway.send(intents[choice % std::size(intents)], {.now = {0}, .reference_price = {100'000}},
                 stamps, timing::NoTicks{});
    drain(gateway);
}

/// A report whose header is its template's; the input is its block, cut or filled with zeros.
Bytes report_of(std::uint8_t choice, Bytes block, std::span<std::byte, kReportMax> room) {
    namespace messages = wire::ilink3;
    struct Shape {
        std::uint16_t template_id;
        std::size_t length;
    };
    constexpr std::array kShapes = {
        Shape{messages::ExecutionReportNew::kTemplateId,
              messages::ExecutionReportNew::kBlockLength},
        Shape{messages::ExecutionReportModify::kTemplateId,
              messages::ExecutionReportModify::kBlockLength},
        Shape{messages::ExecutionReportTradeOutright::kTemplateId,
              messages::ExecutionReportTradeOutright::kBlockLength},
        Shape{messages::ExecutionReportCancel::kTemplateId,
              messages::ExecutionReportCancel::kBlockLength},
        Shape{messages::ExecutionReportElimination::kTemplateId,
              messages::ExecutionReportElimination::kBlockLength},
        Shape{messages::OrderCancelReject::kTemplateId, messages::OrderCancelReject::kBlockLength},
        Shape{messages::OrderCancelReplaceReject::kTemplateId,
              messages::OrderCancelReplaceReject::kBlockLength},
    };
    constexpr std::size_t kGroupHeads = 6;  // of a trade's two groups: empty
    const Shape& shape = kShapes[choice % kShapes.size()];
    std::ranges::fill(room, std::byte{0});
    auto& header = messages::MessageHeader::at(room.data());
    header.store_block_length(static_cast<std::uint16_t>(shape.length));
    header.store_template_id(shape.template_id);
    header.store_schema_id(messages::kSchemaId);
    header.store_version(messages::kVersion);
    const Bytes taken = block.first(std::min(block.size(), shape.length));
    std::ranges::copy(taken, room.begin() + messages::MessageHeader::kLength);
    return Bytes(room).first(messages::MessageHeader::kLength + shape.length + kGroupHeads);
}

}  // namespace
}  // namespace hotpath::venue::ilink3

/// Messages behind two bytes each: a choice and a length. Choice 0 takes the bytes as they are, any
/// other as the block of one report; a length of 0 asks for a replacement, a reduction or a cancel of
/// the latest order, by turns.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hotpath;
    venue::ilink3::IlinkGateway gateway = venue::ilink3::make_gateway();
    venue::ilink3::drain(gateway);
    std::array<std::byte, venue::ilink3::kReportMax> room{};
    std::size_t requests = 0;
    for (Bytes rest = std::as_bytes(std::span(data, size)); rest.size() >= 2;) {
        const auto choice = std::to_integer<std::uint8_t>(rest[0]);
        const std::size_t length = std::min(std::to_integer<std::size_t>(rest[1]), rest.size() - 2);
        const Bytes body = rest.subspan(2, length);
        if (length == 0) {
            venue::ilink3::request(gateway, requests++);
        } else if (choice == 0) {
            gateway.on_message(body);
        } else {
            gateway.on_message(
                venue::ilink3::report_of(static_cast<std::uint8_t>(choice - 1), body, room));
        }
        venue::ilink3::drain(gateway);
        venue::ilink3::check(gateway.orders());
        rest = rest.subspan(2 + length);
    }
    gateway.stop(risk::TradingMode::Killed, risk::StopReason::Operator);
    gateway.cancel_all({0});
    return 0;
}
