#include "hotpath/risk/risk_gate.hpp"

#include <limits>

namespace hotpath::risk {
namespace {

// Price units x shares; what does not fit 64 bits is more than any limit (set_limits sees to that).
std::uint64_t notional(Price price, Qty qty) noexcept {
    std::uint64_t product = 0;
    const auto units = static_cast<std::uint64_t>(price.value);
    const bool overflow = __builtin_mul_overflow(units, std::uint64_t{qty.value}, &product);
    return overflow ? std::numeric_limits<std::uint64_t>::max() : product;
}

// floor(reference x bps / 10,000) without the product, which may not fit.
std::int64_t collar_width(Price reference, std::uint32_t bps) noexcept {
    const auto units = static_cast<std::uint64_t>(reference.value);
    const std::uint64_t whole = units / kBasisPoints * bps;
    const std::uint64_t rest = units % kBasisPoints * bps / kBasisPoints;
    return static_cast<std::int64_t>(whole + rest);
}

std::int64_t distance(Price a, Price b) noexcept {
    return a > b ? a - b : b - a;
}

// Every open order of this side fills, none of the other side does.
std::int64_t worst_position(const OrderCheck& order, const Exposure& exposure) noexcept {
    return sign(order.side) * exposure.position + static_cast<std::int64_t>(exposure.open_qty) +
           std::int64_t{order.open_qty_added.value};
}

}  // namespace

RejectReason RiskGate::check(const OrderCheck& order, const Exposure& exposure,
                             Nanos now) noexcept {
    if (killed_) {
        return RejectReason::KillSwitch;
    }
    if (order.instrument.value >= limits_.size() ||
        limits_[order.instrument.value].order_qty_max.value == 0) {
        return RejectReason::NoLimits;
    }
    const Limits& limits = limits_[order.instrument.value];
    if (order.qty.value == 0 || order.qty > limits.order_qty_max) {
        return RejectReason::OrderQty;
    }
    if (order.price.value <= 0) {
        return RejectReason::PriceCollar;
    }
    if (notional(order.price, order.qty) > limits.order_notional_max) {
        return RejectReason::OrderNotional;
    }
    if (order.reference_price.value <= 0) {
        return RejectReason::NoReferencePrice;
    }
    if (distance(order.price, order.reference_price) >
        collar_width(order.reference_price, limits.collar_bps)) {
        return RejectReason::PriceCollar;
    }
    if (worst_position(order, exposure) > limits.position_max) {
        return RejectReason::Position;
    }
    // Last, because it takes a place in the window: an order refused above was not sent.
    return orders_.try_take(now) ? RejectReason::None : RejectReason::MessageRate;
}

void RiskGate::on_cancel(Nanos now) noexcept {
    ++counters_.cancels;
    counters_.cancels_over_budget += cancels_.try_take(now) ? 0U : 1U;
}

Expected<void> RiskGate::set_limits(InstrumentId instrument, const Limits& limits) {
    if (instrument.value == 0 || instrument.value >= limits_.size()) {
        return fail("risk limits: instrument " + std::to_string(instrument.value) +
                    " is not one of 1 to " + std::to_string(limits_.size() - 1));
    }
    auto valid = validate(limits);
    if (valid) {
        limits_[instrument.value] = limits;
    }
    return valid;
}

Expected<RiskGate> RiskGate::create(const RiskOptions& options) {
    if (options.orders.messages_max == 0 || options.orders.window.value <= 0 ||
        options.cancels.messages_max == 0 || options.cancels.window.value <= 0) {
        return fail("risk: orders and cancels each need a message rate and a window");
    }
    return RiskGate(options);
}

// Instrument ids start at 1, so the table has one entry more than there are instruments.
RiskGate::RiskGate(const RiskOptions& options)
    : limits_(std::size_t{options.instruments_max} + 1),
      orders_(options.orders),
      cancels_(options.cancels) {}

}  // namespace hotpath::risk
