#include "hotpath/oms/orders.hpp"

#include <algorithm>
#include <bit>

#include "hotpath/core/assert.hpp"

namespace hotpath::oms {

Expected<Orders> Orders::create(const OrdersOptions& options) {
    if (!std::has_single_bit(options.orders_remembered) || options.executions_remembered == 0) {
        return fail(
            "orders: orders_remembered must be a power of two, executions_remembered at least 1");
    }
    if (options.open_orders_max == 0 || options.open_orders_max >= options.orders_remembered) {
        return fail("orders: open_orders_max must be at least 1 and below orders_remembered");
    }
    if (auto valid = validate(options.fee_rules); !valid) {
        return std::unexpected(valid.error());
    }
    return Orders(options);
}

Orders::Orders(const OrdersOptions& options)
    : mask_(options.orders_remembered - 1),
      open_orders_max_(options.open_orders_max),
      slots_(options.orders_remembered),
      positions_(std::size_t{options.instruments_max} + 1),
      changes_(positions_.size()),
      executions_(options.executions_remembered),
      fees_(options.fees, options.fee_rules),
      minimums_(options.fee_rules.order_min, options.orders_remembered) {
    open_.reserve(open_orders_max_);
}

// ---- queries

std::uint16_t Orders::instruments_max() const noexcept {
    return static_cast<std::uint16_t>(positions_.size() - 1);
}

bool Orders::finds_self_match(InstrumentId instrument, Side side, Price price) noexcept {
    const Side other = opposite(side);
    Price& own_best = positions_[instrument.value].own_best[side_index(other)];
    own_best = {};
    for (const ClOrdId id : open_) {
        const Order& order = slots_[slot_of(id)];  // at() would count a change
        const bool is_opposite = order.instrument == instrument && order.side == other;
        if (is_opposite && (own_best.value == 0 || is_better(other, order.price, own_best))) {
            own_best = order.price;
        }
    }
    return own_best.value != 0 && crosses(side, price, own_best);
}

// ---- may a request be made?

RequestStatus Orders::may_enter(ClOrdId id, InstrumentId instrument, Qty qty) const noexcept {
    if (instrument.value == 0 || instrument.value >= positions_.size()) {
        return RequestStatus::UnknownInstrument;
    }
    return qty.value == 0 ? RequestStatus::ZeroQty : may_open(id);
}

RequestStatus Orders::may_reduce(ClOrdId id, Qty open_qty) const noexcept {
    const Order* order = find(id);
    if (order == nullptr || !is_open(order->state)) {
        return RequestStatus::UnknownOrder;
    }
    if (state_.is_in_doubt) {
        return RequestStatus::Disconnected;
    }
    // While a replacement is in flight it is unknown which of the two orders will be open.
    if (order->state > OrderState::Live || order->is_replacing()) {
        return RequestStatus::RequestInFlight;
    }
    if (open_qty.value == 0) {
        return RequestStatus::ZeroQty;
    }
    return open_qty < order->leaves_qty ? RequestStatus::Ok : RequestStatus::NotLess;
}

RequestStatus Orders::may_cancel(ClOrdId id) const noexcept {
    const Order* order = find(id);
    if (order == nullptr || !is_open(order->state)) {
        return RequestStatus::UnknownOrder;
    }
    if (state_.is_in_doubt) {
        return RequestStatus::Disconnected;
    }
    return order->is_cancel_sent ? RequestStatus::RequestInFlight : RequestStatus::Ok;
}

// ---- requests

// The caller fills in what is the order's own, where it stays: an Order that is put together
// elsewhere and copied waits for its own narrow stores (docs/techniques/store-forwarding.md).
Order& Orders::open(ClOrdId id) noexcept {
    Order& slot = slots_[slot_of(id)];
    slot = Order{};
    slot.id = id;
    slot.state = OrderState::PendingNew;
    slot.open_index = static_cast<std::uint32_t>(open_.size());
    open_.push_back(id);
    state_.next_id = {id.value + 1};
    ++state_.account.messages;
    return slot;
}

void Orders::enter(const NewOrder& order) noexcept {
    HOTPATH_ASSERT(may_enter(order) == RequestStatus::Ok, "call may_enter() first");
    add(order);
}

void Orders::add(const NewOrder& order) noexcept {
    Order& slot = open(order.id);
    slot.side = order.side;
    slot.time_in_force = order.time_in_force;
    slot.is_post_only = order.is_post_only;
    slot.instrument = order.instrument;
    slot.price = order.price;
    slot.qty = order.qty;
    slot.leaves_qty = order.qty;
    // The result of recount() for a new order.
    slot.open_qty = order.qty;
    slot.open_value = order.price * order.qty;
    note_own_price(slot);
    Position& held = positions_[order.instrument.value];
    ++changes_[order.instrument.value];
    held.open(order.side) += order.qty.value;
    state_.account.open(order.side) += slot.open_value;
    ++held.open_orders;
    ++state_.account.open_orders;
    ++state_.counters.entered;
}

void Orders::replace(const ReplaceOrder& order) noexcept {
    HOTPATH_ASSERT(may_replace(order) == RequestStatus::Ok, "call may_replace() first");
    add(order);
}

void Orders::add(const ReplaceOrder& order) noexcept {
    Order& original = at(order.original);
    Order& slot = open(order.id);
    slot.predecessor = original.id;
    slot.side = original.side;
    slot.time_in_force = original.time_in_force;
    slot.is_post_only = original.is_post_only;
    slot.instrument = original.instrument;
    slot.price = order.price;
    slot.qty = order.qty;
    slot.cum_qty = original.cum_qty;
    slot.leaves_qty = order.qty - original.cum_qty;
    note_own_price(slot);
    original.state = OrderState::PendingReplace;
    original.successor = order.id;
    recount(original);
    ++state_.counters.replaces;
}

// The exposure stays until the venue answers: until then the whole of it may execute.
void Orders::reduce(ClOrdId id, Qty open_qty) noexcept {
    HOTPATH_ASSERT(may_reduce(id, open_qty) == RequestStatus::Ok, "call may_reduce() first");
    Order& order = at(id);
    order.reduce_to_qty = order.cum_qty + open_qty;
    update_state(order);
    ++state_.counters.reduces;
}

void Orders::cancel(ClOrdId id) noexcept {
    HOTPATH_ASSERT(may_cancel(id) == RequestStatus::Ok, "call may_cancel() first");
    Order& order = at(id);
    order.is_cancel_sent = true;
    update_state(order);
    ++state_.counters.cancels;
}

bool Orders::take_over(const NewOrder& order) noexcept {
    const bool is_one = order.instrument.value != 0 && order.instrument.value < positions_.size() &&
                        order.qty.value != 0 && has_place_for(order.id) == RequestStatus::Ok;
    if (is_one) {
        add(order);
    }
    return is_one;
}

bool Orders::take_over(const ReplaceOrder& order) noexcept {
    const Order* original = find(order.original);
    const bool is_one = original != nullptr && original->state == OrderState::Live &&
                        order.qty > original->cum_qty &&
                        has_place_for(order.id) == RequestStatus::Ok;
    if (is_one) {
        add(order);
    }
    return is_one;
}

void Orders::skip_ids_below(ClOrdId id) noexcept {
    state_.next_id = std::max(state_.next_id, id);
}

// ---- what a change of an order entails

Order& Orders::predecessor_of(const Order& order) noexcept {
    return at(order.predecessor);
}

// The remainder will not execute; the last of the open list takes the place that becomes free.
void Orders::close(Order& order, OrderState state) noexcept {
    const bool was_counted = !order.is_replacing() && state != OrderState::Replaced;
    positions_[order.instrument.value].open_orders -= was_counted ? 1U : 0U;
    state_.account.open_orders -= was_counted ? 1U : 0U;
    order.state = state;
    order.canceled_qty += order.leaves_qty;
    order.leaves_qty = {};
    uncount(order);
    const ClOrdId last = open_.back();
    at(last).open_index = order.open_index;
    open_[order.open_index] = last;
    open_.pop_back();
}

// An order that ends before its replacement arrives takes the replacement with it: the venue has
// nothing to replace, and ignores or rejects it.
void Orders::close_chain(Order& order, OrderState state) noexcept {
    const bool has_replacement = order.state == OrderState::PendingReplace;
    close(order, state);
    if (has_replacement) {
        close(at(order.successor), OrderState::Canceled);
    }
}

// Worst case: while a replacement is in flight either quantity may turn out to be the one that
// works.
Qty Orders::worst_open_qty(const Order& order) const noexcept {
    if (!is_open(order.state) || order.is_replacing()) {
        return {};
    }
    const Order* successor = replacement_of(order);
    return successor == nullptr ? order.leaves_qty
                                : std::max(order.leaves_qty, successor->leaves_qty);
}

Price Orders::worst_price(const Order& order) const noexcept {
    const Order* successor = replacement_of(order);
    return successor == nullptr ? order.price : std::max(order.price, successor->price);
}

const Order* Orders::replacement_of(const Order& order) const noexcept {
    return order.state == OrderState::PendingReplace ? find(order.successor) : nullptr;
}

void Orders::note_own_price(const Order& order) noexcept {
    Price& own_best = positions_[order.instrument.value].own_best[side_index(order.side)];
    if (own_best.value == 0 || is_better(order.side, order.price, own_best)) {
        own_best = order.price;
    }
}

void Orders::recount(Order& order) noexcept {
    Position& held = positions_[order.instrument.value];
    std::uint64_t& open_qty = held.open(order.side);
    open_qty -= order.open_qty.value;
    order.open_qty = worst_open_qty(order);
    open_qty += order.open_qty.value;
    Money& open_value = state_.account.open(order.side);
    open_value -= order.open_value;
    order.open_value = worst_price(order) * order.open_qty;
    open_value += order.open_value;
    if (open_qty == 0) {
        held.own_best[side_index(order.side)] = {};
    } else if (order.open_qty.value > 0) {
        note_own_price(order);
    }
}

// What recount() comes to for an order that is closed.
void Orders::uncount(Order& order) noexcept {
    Position& held = positions_[order.instrument.value];
    std::uint64_t& open_qty = held.open(order.side);
    open_qty -= order.open_qty.value;
    order.open_qty = {};
    state_.account.open(order.side) -= order.open_value;
    order.open_value = {};
    if (open_qty == 0) {
        held.own_best[side_index(order.side)] = {};
    }
}

// The state of an open order without a replacement in flight follows from what was asked and
// answered.
void Orders::update_state(Order& order) noexcept {
    if (order.successor.value != 0 || (order.predecessor.value != 0 && !order.is_accepted)) {
        return;
    }
    order.state = order.is_cancel_sent             ? OrderState::PendingCancel
                  : order.reduce_to_qty.value != 0 ? OrderState::PendingReduce
                  : order.is_accepted              ? OrderState::Live
                                                   : OrderState::PendingNew;
}

void Orders::end_reduction(Order& order) noexcept {
    order.reduce_to_qty = {};
    update_state(order);
}

const char* state_name(OrderState state) noexcept {
    switch (state) {
        case OrderState::None:
            return "none";
        case OrderState::PendingNew:
            return "pending new";
        case OrderState::Live:
            return "live";
        case OrderState::PendingReplace:
            return "pending replace";
        case OrderState::PendingReduce:
            return "pending reduce";
        case OrderState::PendingCancel:
            return "pending cancel";
        case OrderState::Executed:
            return "executed";
        case OrderState::Canceled:
            return "canceled";
        case OrderState::Replaced:
            return "replaced";
        case OrderState::Rejected:
            return "rejected";
    }
    return "unknown";
}

}  // namespace hotpath::oms
