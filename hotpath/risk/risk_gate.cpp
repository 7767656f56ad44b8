#include "hotpath/risk/risk_gate.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "hotpath/core/price_distance.hpp"

namespace hotpath::risk {
namespace {

// What does not fit 64 bits is more than any limit (validate() sees to that).
Money notional(Price price, Qty qty) noexcept {
    std::uint64_t product = 0;
    const auto units = static_cast<std::uint64_t>(price.value);
    const bool overflow = __builtin_mul_overflow(units, std::uint64_t{qty.value}, &product);
    return Money::wrapped(overflow ? std::numeric_limits<std::uint64_t>::max() : product);
}

// Every open order of this side fills, none of the other side does.
SignedQty worst_position(const OrderCheck& order, const Exposure& exposure) noexcept {
    return sign(order.side) * exposure.position +
           SignedQty{static_cast<std::int64_t>(exposure.open_qty)} +
           to_signed(order.open_qty_added);
}

bool is_on_tick(Price price, const Limits& limits, const MultiplesOf& ticks) noexcept {
    const bool is_fine = price < limits.fine_below;
    return price.value > 0 && (is_fine || ticks.contain(static_cast<std::uint64_t>(price.value)));
}

OrderLikeness likeness_of(const OrderCheck& order) noexcept {
    return {order.instrument, order.side, order.price, order.qty};
}

// ---- what the order is

RejectReason check_order(const OrderCheck& order, const Limits& limits,
                         const MultiplesOf& ticks) noexcept {
    if (order.qty.value == 0 || order.qty > limits.order_qty_max) {
        return RejectReason::OrderQty;
    }
    if (!is_on_tick(order.price, limits, ticks)) {
        return RejectReason::PriceTick;
    }
    if (is_above(notional(order.price, order.qty), limits.order_notional_max)) {
        return RejectReason::OrderNotional;
    }
    if (order.reference_price.value <= 0) {
        return RejectReason::NoReferencePrice;
    }
    if (is_beyond(distance(order.price, order.reference_price), order.reference_price,
                  limits.collar_bps)) {
        return RejectReason::PriceCollar;
    }
    if (order.is_short && !limits.may_sell_short) {
        return RejectReason::ShortSale;
    }
    return order.would_self_match ? RejectReason::SelfMatch : RejectReason::None;
}

// ---- what the instrument and the account come to with it

RejectReason check_instrument(const OrderCheck& order, const Exposure& exposure,
                              const Limits& limits) noexcept {
    if (worst_position(order, exposure) > limits.position_max) {
        return RejectReason::Position;
    }
    const bool is_full = exposure.open_orders >= limits.open_orders_max;
    return order.is_new() && is_full ? RejectReason::OpenOrders : RejectReason::None;
}

// An order that can only bring the position nearer to zero adds nothing to what is at risk.
RejectReason check_account(const OrderCheck& order, const Account& account,
                           const AccountLimits& limits, bool is_reducing) noexcept {
    const Money added = order.open_value_added;
    if (order.is_new() && account.open_orders >= limits.open_orders_max) {
        return RejectReason::OpenOrders;
    }
    if (is_above(account.traded_value + account.open_both() + added, limits.traded_max)) {
        return RejectReason::TradedValue;
    }
    if (account.messages >=
        limits.messages_free + account.executions * limits.messages_per_fill_max) {
        return RejectReason::OrderToTrade;
    }
    // Without branches on the kind of order: they are unpredictable.
    if (!is_reducing &
        is_above(account.gross_value + account.open_both() + added, limits.gross_max)) {
        return RejectReason::GrossExposure;
    }
    const Money held = sign(order.side) * account.net_value;
    const bool is_too_much = held + account.open(order.side) + added > limits.net_max;
    return (!is_reducing & is_too_much) ? RejectReason::NetExposure : RejectReason::None;
}

}  // namespace

// ---- limit by limit

// Last, because it takes places in the windows: an order refused before was not sent. The session's
// place is taken first, so that a refusal by its rate leaves no trace in the others.
RejectReason RiskGate::check_pace(const OrderCheck& order, Instrument& instrument) noexcept {
    const RecentActivity::Sum recent =
        instrument.state.activity.recent(state_.now, instrument_window_);
    if (recent.messages >= instrument.limits.messages_max) {
        return RejectReason::InstrumentRate;
    }
    const Price low = std::min(recent.low, order.price);
    const Price high = std::max(recent.high, order.price);
    if (is_beyond(distance(high, low), low, instrument.limits.drift_bps)) {
        return RejectReason::PriceDrift;
    }
    const OrderLikeness likeness = likeness_of(order);
    if (!duplicates_.has_room(likeness, state_.now)) {
        return RejectReason::Duplicate;
    }
    if (!orders_.try_take(state_.now)) {
        return RejectReason::MessageRate;
    }
    if (instrument.state.was_executed) {
        instrument.state.was_executed = false;
        if (!repeated_executions_.try_take(state_.now)) {
            stop(TradingMode::Killed, StopReason::RepeatedExecutions, order.instrument);
            return RejectReason::KillSwitch;
        }
    }
    instrument.state.activity.note(order.price);
    duplicates_.note(likeness, state_.now);
    return RejectReason::None;
}

RejectReason RiskGate::check_all(const OrderCheck& order, const Exposure& exposure,
                                 const Account& account, Time now) noexcept {
    state_.now = std::max(state_.now, now);
    if (state_.now >= state_.next_override_end) [[unlikely]] {
        end_overrides();
    }
    watch(account, order.instrument);
    if (is_killed()) [[unlikely]] {
        return RejectReason::KillSwitch;
    }
    if (order.instrument.value >= instruments_.size() ||
        instruments_[order.instrument.value].limits.order_qty_max.value == 0) [[unlikely]] {
        return RejectReason::NoLimits;
    }
    Instrument& instrument = instruments_[order.instrument.value];
    RejectReason reason = check_order(order, instrument.limits, instrument.ticks);
    if (reason != RejectReason::None) [[unlikely]] {
        return reason;
    }
    reason = check_instrument(order, exposure, instrument.limits);
    if (reason != RejectReason::None) [[unlikely]] {
        return reason;
    }
    const bool is_reducing = worst_position(order, exposure) <= SignedQty{};
    if (state_.mode == TradingMode::ReducingOnly && !is_reducing) {
        return RejectReason::ReducingOnly;
    }
    reason = check_account(order, account, account_limits_, is_reducing);
    return reason != RejectReason::None ? reason : check_pace(order, instrument);
}

Approval RiskGate::check_in_turn(const OrderCheck& order, const Exposure& exposure,
                                 const Account& account, Time now) noexcept {
    const RejectReason reason = check_all(order, exposure, account, now);
    if (reason != RejectReason::None || firm_ == nullptr) [[likely]] {
        return {reason, order};
    }
    return {reserve_of_firm(order, exposure, account), order};
}

// ---- all limits at once

// Nearly every order passes, so that the way of such an order has no reasons: a chain of conditions
// with one way out, to check_in_turn(), which finds the reason. What is done here before, is done
// there again without effect.

bool RiskGate::is_unusual(const Account& account) const noexcept {
    return state_.now >= state_.next_override_end || state_.mode != TradingMode::Open ||
           account.pnl < loss_floor_;
}

// An instrument without limits has an order_qty_max of 0, which no quantity passes.
bool RiskGate::breaks_limit_of_order(const OrderCheck& order,
                                     const Instrument& instrument) noexcept {
    const Limits& limits = instrument.limits;
    return order.qty.value - 1 >= limits.order_qty_max.value ||
           !is_on_tick(order.price, limits, instrument.ticks) ||
           is_above(notional(order.price, order.qty), limits.order_notional_max) ||
           order.reference_price.value <= 0 || !are_narrow(order.price, order.reference_price) ||
           is_beyond_narrow(distance(order.price, order.reference_price), order.reference_price,
                            limits.collar_bps) ||
           // Without branches on what an order is: they are unpredictable.
           ((order.is_short & !limits.may_sell_short) | order.would_self_match) != 0;
}

bool RiskGate::breaks_limit_of_account(const OrderCheck& order, const Exposure& exposure,
                                       const Account& account,
                                       const Limits& limits) const noexcept {
    const AccountLimits& all = account_limits_;
    const Money open_then = account.open_both() + order.open_value_added;
    return worst_position(order, exposure) > limits.position_max ||
           (order.is_new() && (exposure.open_orders >= limits.open_orders_max ||
                               account.open_orders >= all.open_orders_max)) ||
           is_above(account.traded_value + open_then, all.traded_max) ||
           account.messages >= all.messages_free + account.executions * all.messages_per_fill_max ||
           // Both for an order that is not reducing: check_in_turn() looks whether it is.
           is_above(account.gross_value + open_then, all.gross_max) ||
           sign(order.side) * account.net_value + account.open(order.side) +
                   order.open_value_added >
               all.net_max;
}

bool RiskGate::breaks_pace(const OrderCheck& order, Instrument& instrument) noexcept {
    const RecentActivity::Sum then =
        instrument.state.activity.recent(state_.now, instrument_window_) +
        RecentActivity::Sum{.messages = 1, .low = order.price, .high = order.price};
    return then.messages > instrument.limits.messages_max || !are_narrow(then.high, then.low) ||
           is_beyond_narrow(static_cast<std::uint64_t>(then.high - then.low), then.low,
                            instrument.limits.drift_bps) ||
           !duplicates_.has_room(likeness_of(order), state_.now) || orders_.is_full(state_.now) ||
           instrument.state.was_executed;
}

Approval RiskGate::check(const OrderCheck& order, const Exposure& exposure, const Account& account,
                         Time now) noexcept {
    state_.now = {state_.now.value < now.value ? now.value : state_.now.value};
    Instrument& instrument =
        instruments_[order.instrument.value < instruments_.size() ? order.instrument.value : 0];
    if (is_unusual(account) || breaks_limit_of_order(order, instrument) ||
        breaks_limit_of_account(order, exposure, account, instrument.limits) ||
        breaks_pace(order, instrument)) [[unlikely]] {
        return check_in_turn(order, exposure, account, now);
    }
    orders_.take(state_.now);
    instrument.state.activity.note(order.price);
    duplicates_.note(likeness_of(order), state_.now);
    return {firm_ == nullptr ? RejectReason::None : reserve_of_firm(order, exposure, account),
            order};
}

// After all others, which forget what they let through and is not sent when their windows have
// passed; the firm's messages of a day are not given back.
RejectReason RiskGate::reserve_of_firm(const OrderCheck& order, const Exposure& exposure,
                                       const Account& account) noexcept {
    if (firm_exposure_ != nullptr) {
        const bool is_reducing = worst_position(order, exposure) <= SignedQty{};
        const FirmExposure missing =
            firm_exposure_->try_hold(account, order.side, order.open_value_added, is_reducing);
        if (missing != FirmExposure::None) {
            return missing == FirmExposure::Gross ? RejectReason::FirmGrossExposure
                                                  : RejectReason::FirmNetExposure;
        }
    }
    const FirmOrder wanted{.orders = order.is_new() ? 1U : 0U, .value = order.open_value_added};
    switch (firm_->try_reserve(wanted)) {
        case FirmLimit::OpenOrders:
            return RejectReason::FirmOpenOrders;
        case FirmLimit::OpenValue:
            return RejectReason::FirmOpenValue;
        case FirmLimit::Messages:
            return RejectReason::FirmMessages;
        case FirmLimit::None:
            break;
    }
    state_.reserved.orders += wanted.orders;
    state_.reserved.value += wanted.value;
    return RejectReason::None;
}

// Orders of an earlier process were never reserved: until they are canceled more is open than is
// reserved.
void RiskGate::release_to_firm(const Account& account) noexcept {
    const auto surplus = [](std::uint64_t reserved, std::uint64_t open) {
        return reserved > open ? reserved - open : 0;
    };
    const FirmOrder closed{
        .orders = surplus(state_.reserved.orders, account.open_orders),
        .value = Money::wrapped(surplus(state_.reserved.value.bits(), account.open_both().bits()))};
    firm_->release(closed);
    state_.reserved.orders -= closed.orders;
    state_.reserved.value -= closed.value;
    if (firm_exposure_ != nullptr) {
        firm_exposure_->settle(account);
    }
}

void RiskGate::on_cancel(Time now) noexcept {
    state_.now = std::max(state_.now, now);
    ++state_.counters.cancels;
    state_.counters.cancels_over_budget += cancels_.try_take(state_.now) ? 0U : 1U;
}

void RiskGate::on_execution(InstrumentId instrument) noexcept {
    if (instrument.value < instruments_.size()) {
        instruments_[instrument.value].state.was_executed = true;
    }
}

void RiskGate::stop(TradingMode mode, StopReason reason, InstrumentId instrument) noexcept {
    if (mode <= state_.mode) {
        return;
    }
    state_.mode = mode;
    if (state_.stop_reason == StopReason::None) {
        state_.stop_reason = reason;
        state_.stop_instrument = instrument;
    }
    ++state_.counters.stops;
}

void RiskGate::resume() noexcept {
    state_.mode = TradingMode::Open;
    state_.stop_reason = StopReason::None;
    state_.stop_instrument = {};
}

Expected<void> RiskGate::set_limits(InstrumentId instrument, const Limits& limits) {
    if (instrument.value == 0 || instrument.value >= instruments_.size()) {
        return fail("risk limits: instrument " + std::to_string(instrument.value) + " must be 1.." +
                    std::to_string(instruments_.size() - 1));
    }
    auto valid = validate(limits);
    if (valid) {
        std::ranges::replace_if(
            overrides_, [=](const Override& of) { return of.instrument == instrument; },
            Override{});
        put_limits(instrument, limits);
    }
    return valid;
}

Expected<RiskGate> RiskGate::create(const RiskOptions& options) {
    if (options.firm == nullptr && options.firm_exposure != nullptr) {
        return fail("risk limits: firm_exposure must not be set without firm");
    }
    if (auto valid = validate(options.account); !valid) {
        return std::unexpected(valid.error());
    }
    if (auto valid = validate(options.pace); !valid) {
        return std::unexpected(valid.error());
    }
    return RiskGate(options);
}

// Instrument ids start at 1, so the table has one entry more than there are instruments.
RiskGate::RiskGate(const RiskOptions& options)
    : firm_(options.firm),
      firm_exposure_(options.firm_exposure),
      account_limits_(options.account),
      loss_floor_(-options.account.loss_max),
      instrument_window_(options.pace.instrument_window),
      instruments_(std::size_t{options.instruments_max} + 1),
      orders_(options.pace.orders),
      cancels_(options.pace.cancels),
      repeated_executions_(options.pace.repeated_executions),
      duplicates_(options.pace.duplicates, options.pace.orders.messages_max) {}

}  // namespace hotpath::risk
