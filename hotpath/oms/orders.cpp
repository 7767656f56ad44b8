#include "hotpath/oms/orders.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "hotpath/core/assert.hpp"

namespace hotpath::oms {
namespace {

// Not given out: the id after it would be 0.
constexpr ClOrdId kLastId{std::numeric_limits<std::uint32_t>::max()};

}  // namespace

Expected<Orders> Orders::create(const OrdersOptions& options) {
    if (!std::has_single_bit(options.orders_remembered) || options.executions_remembered == 0) {
        return fail(
            "orders: orders_remembered is a power of two, executions_remembered at least 1");
    }
    if (options.open_orders_max == 0 || options.open_orders_max >= options.orders_remembered) {
        return fail("orders: open_orders_max is at least 1 and below orders_remembered");
    }
    return Orders(options);
}

Orders::Orders(const OrdersOptions& options)
    : mask_(options.orders_remembered - 1),
      open_orders_max_(options.open_orders_max),
      slots_(options.orders_remembered),
      positions_(std::size_t{options.instruments_max} + 1),
      executions_(options.executions_remembered) {
    open_.reserve(open_orders_max_);
}

// ---- queries

const Order* Orders::find(ClOrdId id) const noexcept {
    const Order& order = slots_[slot_of(id)];
    return order.state != OrderState::None && order.id == id ? &order : nullptr;
}

Order* Orders::find_mutable(ClOrdId id) noexcept {
    Order& order = slots_[slot_of(id)];
    return order.state != OrderState::None && order.id == id ? &order : nullptr;
}

Order& Orders::at(ClOrdId id) noexcept {
    Order* order = find_mutable(id);
    HOTPATH_ASSERT(order != nullptr, "both halves of a replacement are remembered");
    return *order;
}

std::uint16_t Orders::instruments_max() const noexcept {
    return static_cast<std::uint16_t>(positions_.size() - 1);
}

const Position& Orders::position(InstrumentId instrument) const noexcept {
    HOTPATH_ASSERT(instrument.value < positions_.size(), "an instrument that was planned for");
    return positions_[instrument.value];
}

risk::Exposure Orders::exposure(InstrumentId instrument, Side side) const noexcept {
    const Position& held = position(instrument);
    return {.position = held.position, .open_qty = held.open(side)};
}

Qty Orders::open_qty_added(const ReplaceOrder& order) const noexcept {
    const Order* original = find(order.original);
    HOTPATH_ASSERT(original != nullptr, "may_replace said Ok");
    const Qty leaves = order.qty - original->cum_qty;
    return leaves > original->leaves_qty ? leaves - original->leaves_qty : Qty{0};
}

// ---- may a request be made?

RequestStatus Orders::may_open(ClOrdId id) const noexcept {
    if (id < next_id_ || id == kLastId) {
        return RequestStatus::IdNotIncreasing;
    }
    // An order that stays open while the ids go once round the table keeps its slot: this id is
    // passed over.
    if (open_.size() == open_orders_max_ || is_open(slots_[slot_of(id)].state)) {
        return RequestStatus::OrdersFull;
    }
    return RequestStatus::Ok;
}

RequestStatus Orders::may_enter(const NewOrder& order) const noexcept {
    if (order.instrument.value == 0 || order.instrument.value >= positions_.size()) {
        return RequestStatus::UnknownInstrument;
    }
    return order.qty.value == 0 ? RequestStatus::ZeroQty : may_open(order.id);
}

RequestStatus Orders::may_replace(const ReplaceOrder& order) const noexcept {
    const Order* original = find(order.original);
    if (original == nullptr || !is_open(original->state)) {
        return RequestStatus::UnknownOrder;
    }
    if (original->state != OrderState::Live) {
        return RequestStatus::RequestInFlight;
    }
    return order.qty <= original->cum_qty ? RequestStatus::ZeroQty : may_open(order.id);
}

RequestStatus Orders::may_cancel(ClOrdId id) const noexcept {
    const Order* order = find(id);
    if (order == nullptr || !is_open(order->state)) {
        return RequestStatus::UnknownOrder;
    }
    return order->is_cancel_sent ? RequestStatus::RequestInFlight : RequestStatus::Ok;
}

// ---- requests

void Orders::enter(const NewOrder& order) noexcept {
    HOTPATH_ASSERT(may_enter(order) == RequestStatus::Ok, "asked before");
    recount(open({.id = order.id,
                  .side = order.side,
                  .time_in_force = order.time_in_force,
                  .instrument = order.instrument,
                  .price = order.price,
                  .qty = order.qty,
                  .leaves_qty = order.qty}));
    ++counters_.entered;
}

void Orders::replace(const ReplaceOrder& order) noexcept {
    HOTPATH_ASSERT(may_replace(order) == RequestStatus::Ok, "asked before");
    Order& original = at(order.original);
    open({.id = order.id,
          .predecessor = original.id,
          .side = original.side,
          .time_in_force = original.time_in_force,
          .instrument = original.instrument,
          .price = order.price,
          .qty = order.qty,
          .cum_qty = original.cum_qty,
          .leaves_qty = order.qty - original.cum_qty});
    original.state = OrderState::PendingReplace;
    original.successor = order.id;
    recount(original);
    ++counters_.replaces;
}

void Orders::cancel(ClOrdId id) noexcept {
    HOTPATH_ASSERT(may_cancel(id) == RequestStatus::Ok, "asked before");
    Order& order = at(id);
    order.is_cancel_sent = true;
    settle(order);
    ++counters_.cancels;
}

void Orders::skip_ids_below(ClOrdId id) noexcept {
    next_id_ = std::max(next_id_, id);
}

// ---- reports

ReportStatus Orders::on_accepted(const Accepted& report) noexcept {
    Order* order = find_mutable(report.id);
    if (order == nullptr) {
        return missing(report.id);
    }
    if (order->is_accepted) {
        return count(ReportStatus::Duplicate);
    }
    const bool was_executed = order->state == OrderState::Executed;
    if (order->is_replacing() || (!is_open(order->state) && !was_executed)) {
        return count(ReportStatus::Mismatch);
    }
    order->is_accepted = true;
    order->venue_id = report.venue_id;
    order->price = report.price;
    ++counters_.accepted;
    if (was_executed) {
        return count(ReportStatus::Late);
    }
    if (report.is_dead) {
        close(*order, OrderState::Canceled);
    } else {
        settle(*order);
    }
    return count(report.qty == order->qty ? ReportStatus::Ok : ReportStatus::Mismatch);
}

ReportStatus Orders::on_replaced(const Replaced& report) noexcept {
    Order* order = find_mutable(report.id);
    if (order == nullptr) {
        return missing(report.id);
    }
    if (order->is_accepted) {
        return count(ReportStatus::Duplicate);
    }
    if (!order->is_replacing() || order->predecessor != report.original) {
        return count(ReportStatus::Mismatch);
    }
    close(predecessor_of(*order), OrderState::Replaced);
    order->is_accepted = true;
    order->venue_id = report.venue_id;
    order->price = report.price;
    ++counters_.accepted;
    if (report.is_dead || order->leaves_qty.value == 0) {
        close(*order, OrderState::Canceled);
    } else {
        settle(*order);
        recount(*order);
    }
    return count(report.is_dead || report.leaves_qty == order->leaves_qty ? ReportStatus::Ok
                                                                          : ReportStatus::Mismatch);
}

ReportStatus Orders::on_executed(const Executed& report, Fill& fill) noexcept {
    const ExecutionKey key{.id = report.id, .match = report.match};
    if (executions_.find(key) != nullptr) {
        return count(ReportStatus::Duplicate);
    }
    Order* order = find_mutable(report.id);
    if (order == nullptr) {
        return count(ReportStatus::UnknownOrder);
    }
    executions_.add(key, {.instrument = order->instrument,
                          .side = order->side,
                          .qty = report.qty,
                          .price = report.price});
    Position& held = positions_[order->instrument.value];
    held.execute(order->side, report.qty, report.price);
    ++counters_.executions;

    // A replacement cannot execute before it is replaced: its predecessor's quantity would be taken
    // twice.
    const bool can_execute = is_open(order->state) && !order->is_replacing();
    const Qty taken = can_execute ? std::min(report.qty, order->leaves_qty) : Qty{0};
    take_executed(*order, taken);
    fill = {.id = order->id,
            .instrument = order->instrument,
            .side = order->side,
            .last_qty = report.qty,
            .last_price = report.price,
            .leaves_qty = order->leaves_qty,
            .position = held.position};
    return count(taken == report.qty ? ReportStatus::Ok : ReportStatus::OverExecution);
}

ReportStatus Orders::on_canceled(ClOrdId id, Qty qty) noexcept {
    Order* order = find_mutable(id);
    if (order == nullptr) {
        return missing(id);
    }
    if (!is_open(order->state)) {
        return count(ReportStatus::Late);
    }
    if (order->is_replacing() || qty > order->leaves_qty) {
        return count(ReportStatus::Mismatch);
    }
    order->leaves_qty -= qty;
    order->canceled_qty += qty;
    if (order->leaves_qty.value == 0) {
        close_chain(*order, OrderState::Canceled);
    } else {
        recount(*order);
    }
    return count(ReportStatus::Ok);
}

ReportStatus Orders::on_rejected(ClOrdId id) noexcept {
    Order* order = find_mutable(id);
    if (order == nullptr) {
        return missing(id);
    }
    if (!is_open(order->state)) {
        return count(ReportStatus::Late);
    }
    if (order->is_accepted) {
        return count(ReportStatus::Mismatch);
    }
    ++counters_.rejected;
    const bool was_replacing = order->is_replacing();
    close(*order, OrderState::Rejected);
    if (was_replacing) {
        Order& original = predecessor_of(*order);
        original.successor = {};
        settle(original);
        recount(original);
    }
    return count(ReportStatus::Ok);
}

ReportStatus Orders::on_cancel_rejected(ClOrdId id) noexcept {
    Order* order = find_mutable(id);
    if (order == nullptr) {
        return missing(id);
    }
    if (!is_open(order->state) || !order->is_cancel_sent) {
        return count(ReportStatus::Late);
    }
    order->is_cancel_sent = false;
    settle(*order);
    return count(ReportStatus::Ok);
}

ReportStatus Orders::on_broken(ClOrdId id, MatchId match) noexcept {
    Execution* execution = executions_.find({.id = id, .match = match});
    if (execution == nullptr) {
        return count(ReportStatus::UnknownOrder);
    }
    if (execution->is_broken) {
        return count(ReportStatus::Duplicate);
    }
    execution->is_broken = true;
    positions_[execution->instrument.value].undo(execution->side, execution->qty, execution->price);
    ++counters_.broken;
    return count(ReportStatus::Ok);
}

// ---- the parts

Order& Orders::predecessor_of(const Order& order) noexcept {
    return at(order.predecessor);
}

Order& Orders::open(const Order& order) noexcept {
    Order& slot = slots_[slot_of(order.id)];
    slot = order;
    slot.state = OrderState::PendingNew;
    slot.open_index = static_cast<std::uint32_t>(open_.size());
    open_.push_back(order.id);
    next_id_ = {order.id.value + 1};
    return slot;
}

// What is left will not execute any more; the last of the open list takes the place that becomes
// free.
void Orders::close(Order& order, OrderState state) noexcept {
    order.state = state;
    order.canceled_qty += order.leaves_qty;
    order.leaves_qty = {};
    recount(order);
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
    const Order* successor =
        order.state == OrderState::PendingReplace ? find(order.successor) : nullptr;
    return successor == nullptr ? order.leaves_qty
                                : std::max(order.leaves_qty, successor->leaves_qty);
}

void Orders::recount(Order& order) noexcept {
    std::uint64_t& open_qty = positions_[order.instrument.value].open(order.side);
    open_qty -= order.open_qty.value;
    order.open_qty = worst_open_qty(order);
    open_qty += order.open_qty.value;
}

// The state of an open order without a replacement in flight follows from what was asked and
// answered.
void Orders::settle(Order& order) noexcept {
    if (order.successor.value != 0 || (order.predecessor.value != 0 && !order.is_accepted)) {
        return;
    }
    order.state = order.is_cancel_sent ? OrderState::PendingCancel
                  : order.is_accepted  ? OrderState::Live
                                       : OrderState::PendingNew;
}

void Orders::take_executed(Order& order, Qty qty) noexcept {
    if (qty.value == 0) {
        return;
    }
    order.leaves_qty -= qty;
    order.cum_qty += qty;
    if (order.state == OrderState::PendingReplace) {
        Order& successor = at(order.successor);
        const Qty carried = std::min(qty, successor.leaves_qty);
        successor.cum_qty += carried;
        successor.leaves_qty -= carried;
    }
    if (order.leaves_qty.value == 0) {
        close_chain(order, OrderState::Executed);
    } else {
        recount(order);
    }
}

// Only closed orders are forgotten, so a report about a forgotten one is late; about an id never
// sent it is a riddle.
ReportStatus Orders::missing(ClOrdId id) noexcept {
    const bool was_sent = id.value != 0 && id < next_id_;
    return count(was_sent ? ReportStatus::Late : ReportStatus::UnknownOrder);
}

ReportStatus Orders::count(ReportStatus status) noexcept {
    switch (status) {
        case ReportStatus::Ok:
            break;
        case ReportStatus::Duplicate:
            ++counters_.duplicates;
            break;
        case ReportStatus::Late:
            ++counters_.late;
            break;
        case ReportStatus::UnknownOrder:
            ++counters_.unknown_orders;
            break;
        case ReportStatus::OverExecution:
            ++counters_.over_executions;
            break;
        case ReportStatus::Mismatch:
            ++counters_.mismatches;
            break;
    }
    return status;
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
