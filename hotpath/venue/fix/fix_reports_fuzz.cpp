// Whatever bytes come from a FIX venue, the gateway neither crashes nor lets go of its invariants:
// the open quantity is the sum over its open orders, no order has a negative part, and every
// request that it writes can be read again.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/venue/fix/fix_gateway.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::venue::fix {
namespace {

constexpr InstrumentId kInstrument{1};

FixGateway make_gateway(const wire::fix::Dialect& dialect) {
    FixGateway gateway = std::move(*FixGateway::create({.orders = {.instruments_max = 1,
                                                                   .orders_remembered = 16,
                                                                   .open_orders_max = 8,
                                                                   .executions_remembered = 16},
                                                        .risk = support::wide_risk(1)},
                                                       {.dialect = &dialect}));
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

void request(FixGateway& gateway, std::size_t choice) {
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
    wire::fix::FieldList fields{wire::fix::DataFields{}};
    gateway.for_each_outgoing([&](Bytes message) {
        HOTPATH_ASSERT(fields.split(message) == wire::fix::SplitStatus::Ok,
                       "every request must be FIX fields");
        HOTPATH_ASSERT(to_request_id(*fields.value(wire::fix::tag::kClOrdId)).order != ClOrdId{},
                       "every request must have an id of ours");
    });
}

}  // namespace
}  // namespace hotpath::venue::fix

/// The first byte selects the dialect; then messages behind one byte of length each, `|` for SOH. A
/// length of 0 asks for a replacement, a reduction or a cancel of the latest order, by turns.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hotpath;
    if (size == 0) {
        return 0;
    }
    venue::fix::FixGateway gateway =
        venue::fix::make_gateway(data[0] % 2 == 0 ? wire::fix::kDialect44 : wire::fix::kDialect42);
    std::vector<std::byte> text(size - 1);
    std::ranges::transform(std::span(data + 1, size - 1), text.begin(), [](std::uint8_t byte) {
        return byte == '|' ? std::byte{wire::fix::kSoh} : std::byte{byte};
    });
    std::size_t requests = 0;
    for (Bytes rest = text; !rest.empty();) {
        const std::size_t length = std::min(std::to_integer<std::size_t>(rest[0]), rest.size() - 1);
        if (length == 0) {
            venue::fix::request(gateway, requests++);
        }
        gateway.on_message(rest.subspan(1, length));
        venue::fix::check(gateway.orders());
        rest = rest.subspan(1 + length);
    }
    gateway.stop(risk::TradingMode::Killed, risk::StopReason::Operator);
    gateway.cancel_all({0});
    return 0;
}
