#pragma once
/// A gateway that any bytes are given to as its venue's messages, and what must hold after each, for
/// fuzz targets.
///
///   auto gateway = fuzzed_gateway<FixGateway>();   // four orders wait in its outbox
///   request_change(gateway, choice);               // of the latest order
///   gateway.on_message(bytes);
///   check_orders(gateway.orders());
///   stop_and_cancel(gateway);                      // at the end
///
/// Threads: one. Allocation: fuzzed_gateway(). Fuzz targets only.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/gateway/order_gateway.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tick_source.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::support {

inline constexpr InstrumentId kFuzzedInstrument{1};
inline constexpr oms::SendContext kFuzzedContext{.now = {0}, .reference_price = {100'000}};

/// Orders 1 to 4, of 100, are sent: sells at $10.01 and buys at $10.00 by turns. The bounds are those
/// that a short input reaches.
template <class Gateway>
[[nodiscard]] Gateway fuzzed_gateway(const typename Gateway::CodecOptions& codec = {}) {
    Gateway gateway = std::move(*Gateway::create({.orders = {.instruments_max = 1,
                                                             .orders_remembered = 16,
                                                             .open_orders_max = 8,
                                                             .executions_remembered = 16},
                                                  .risk = wide_risk(1)},
                                                 codec));
    const auto allowed = gateway.allow(kFuzzedInstrument, *Symbol::from("FUZZ"), wide_limits());
    HOTPATH_ASSERT(allowed.has_value(), "the limits must be valid");
    timing::StageStamps stamps;
    for (std::uint32_t id = 1; id <= 4; ++id) {
        gateway.send({.kind = oms::Intent::Kind::Enter,
                      .side = id % 2 == 0 ? Side::Buy : Side::Sell,
                      .instrument = kFuzzedInstrument,
                      .id = {id},
                      .qty = {100},
                      .price = {id % 2 == 0 ? 100'000 : 100'100}},
                     kFuzzedContext, stamps, timing::NoTicks{});
    }
    return gateway;
}

/// Asserts that no order has a negative part and that the open quantity is the sum over the orders.
inline void check_orders(const oms::Orders& orders) {
    std::uint64_t open = 0;
    for (const ClOrdId id : orders.open_orders()) {
        const oms::Order& order = *orders.find(id);
        const std::uint64_t parts =
            std::uint64_t{order.cum_qty.value} + order.canceled_qty.value + order.leaves_qty.value;
        HOTPATH_ASSERT(parts == order.qty.value, "quantity must be conserved");
        open += order.open_qty.value;
    }
    const oms::Position& held = orders.position(kFuzzedInstrument);
    HOTPATH_ASSERT(held.open(Side::Buy) + held.open(Side::Sell) == open,
                   "open quantity must be the sum over the orders");
}

/// Asks for a replacement, a reduction or a cancel of the latest order: `choice` modulo 3. The
/// gateway may refuse it.
template <class Gateway>
void request_change(Gateway& gateway, std::size_t choice) {
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
    gateway.send(intents[choice % std::size(intents)], kFuzzedContext, stamps, timing::NoTicks{});
}

template <class Gateway>
void stop_and_cancel(Gateway& gateway) {
    gateway.stop(risk::TradingMode::Killed, risk::StopReason::Operator);
    gateway.cancel_all({0});
}

}  // namespace hotpath::support
