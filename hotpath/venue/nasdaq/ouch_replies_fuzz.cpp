// Whatever bytes come from the order-entry session, the gateway neither crashes nor lets go of its
// invariants: the open quantity is the sum over its open orders, and no order has a negative part.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/venue/nasdaq/ouch_gateway.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::venue::nasdaq {
namespace {

constexpr InstrumentId kInstrument{1};

OuchGateway make_gateway() {
    OuchGateway gateway = std::move(*OuchGateway::create({.orders = {.instruments_max = 1,
                                                                     .orders_remembered = 16,
                                                                     .open_orders_max = 8,
                                                                     .executions_remembered = 16},
                                                          .risk = support::wide_risk(1)}));
    const auto allowed = gateway.allow(kInstrument, *Symbol::from("FUZZ"), support::wide_limits());
    HOTPATH_ASSERT(allowed.has_value(), "the limits must be valid");
    timing::StageStamps stamps;
    for (std::uint32_t id = 1; id <= 4; ++id) {
        gateway.send({.kind = oms::Intent::Kind::Enter,
                      .side = id % 2 == 0 ? Side::Buy : Side::Sell,
                      .instrument = kInstrument,
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
    const oms::Position& held = orders.position(kInstrument);
    HOTPATH_ASSERT(held.open(Side::Buy) + held.open(Side::Sell) == open,
                   "open quantity must be the sum over the orders");
}

}  // namespace
}  // namespace hotpath::venue::nasdaq

/// The input is messages behind one byte of length each. A length of 0 asks for a replacement of
/// the latest order.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hotpath;
    venue::nasdaq::OuchGateway gateway = venue::nasdaq::make_gateway();
    Bytes rest = std::as_bytes(std::span(data, size));
    while (!rest.empty()) {
        const std::size_t length = std::min(std::to_integer<std::size_t>(rest[0]), rest.size() - 1);
        if (length == 0) {
            const ClOrdId next = gateway.orders().next_id();
            timing::StageStamps stamps;
            gateway.send({.kind = oms::Intent::Kind::Replace,
                          .id = next,
                          .original = {next.value - 1},
                          .qty = {50},
                          .price = {100'000}},
                         {.now = {0}, .reference_price = {100'000}}, stamps, timing::NoTicks{});
        }
        gateway.on_message(rest.subspan(1, length));
        venue::nasdaq::check(gateway.orders());
        rest = rest.subspan(1 + length);
    }
    gateway.stop(risk::TradingMode::Killed, risk::StopReason::Operator);
    gateway.cancel_all({0});
    return 0;
}
