// The venue's reports, checked against our record: the second half of Orders.

#include <algorithm>

#include "hotpath/core/assert.hpp"
#include "hotpath/oms/orders.hpp"

namespace hotpath::oms {

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
    ++state_.counters.accepted;
    if (was_executed) {
        return count(ReportStatus::Late);
    }
    if (report.is_dead) {
        close(*order, OrderState::Canceled);
    } else {
        update_state(*order);
        recount(*order);
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
    ++state_.counters.accepted;
    if (report.is_dead || order->leaves_qty.value == 0) {
        close(*order, OrderState::Canceled);
    } else {
        // In flight it could be canceled, and not reduced.
        order->state = order->is_cancel_sent ? OrderState::PendingCancel : OrderState::Live;
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
    const FeeTerms terms{.liquidity = report.liquidity, .qty = report.qty, .price = report.price};
    const std::uint8_t tier = fees_.tier(state_.executed_today);
    const Execution execution{.instrument = order->instrument,
                              .side = order->side,
                              .qty = report.qty,
                              .price = report.price,
                              .fee = fees_.fee(terms, tier),
                              .liquidity = report.liquidity,
                              .tier = tier};
    executions_.add(key, execution);
    book(key, execution);
    ++state_.counters.executions;
    ++state_.account.executions;

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
            .position = position(order->instrument).position};
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
        return count(ReportStatus::Ok);
    }
    // Also when the venue took as much off for another reason: it ignores the reduction then.
    if (order->qty - order->canceled_qty <= order->reduce_to_qty) {
        end_reduction(*order);
    }
    recount(*order);
    return count(ReportStatus::Ok);
}

ReportStatus Orders::on_leaves(ClOrdId id, Qty leaves_qty) noexcept {
    Order* order = find_mutable(id);
    if (order == nullptr) {
        return missing(id);
    }
    if (!is_open(order->state)) {
        return count(ReportStatus::Late);
    }
    if (order->is_replacing() || leaves_qty > order->leaves_qty) {
        return count(ReportStatus::Mismatch);
    }
    if (leaves_qty < order->leaves_qty) {
        return on_canceled(id, order->leaves_qty - leaves_qty);
    }
    // Executions have taken off as much as a reduction would have.
    const bool is_answer = order->reduce_to_qty.value != 0;
    if (is_answer) {
        end_reduction(*order);
    }
    return count(is_answer ? ReportStatus::Ok : ReportStatus::Duplicate);
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
    ++state_.counters.rejected;
    const bool was_replacing = order->is_replacing();
    close(*order, OrderState::Rejected);
    if (was_replacing) {
        Order& original = predecessor_of(*order);
        original.successor = {};
        update_state(original);
        recount(original);
    }
    return count(ReportStatus::Ok);
}

void Orders::on_moved(ClOrdId id, OrderId venue_id) noexcept {
    Order* order = find_mutable(id);
    if (order != nullptr && is_open(order->state)) {
        order->venue_id = venue_id;
    }
}

ReportStatus Orders::on_cancel_rejected(ClOrdId id) noexcept {
    Order* order = find_mutable(id);
    if (order == nullptr) {
        return missing(id);
    }
    const bool is_reducing = order->reduce_to_qty.value != 0;
    if (!is_open(order->state) || (!is_reducing && !order->is_cancel_sent)) {
        return count(ReportStatus::Late);
    }
    // A reduction is not sent after a cancel, so it is answered first.
    order->is_cancel_sent = order->is_cancel_sent && is_reducing;
    end_reduction(*order);
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
    take_back({.id = id, .match = match}, *execution);
    ++state_.counters.broken;
    return count(ReportStatus::Ok);
}

ReportStatus Orders::on_corrected(const Corrected& report) noexcept {
    Execution* execution = executions_.find({.id = report.id, .match = report.match});
    if (execution == nullptr) {
        return count(ReportStatus::UnknownOrder);
    }
    if (execution->is_broken || report.qty.value == 0 || report.price.value <= 0) {
        return count(ReportStatus::Mismatch);
    }
    if (report.qty == execution->qty && report.price == execution->price) {
        return count(ReportStatus::Duplicate);
    }
    const ExecutionKey key{.id = report.id, .match = report.match};
    take_back(key, *execution);
    execution->qty = report.qty;
    execution->price = report.price;
    execution->fee =
        fees_.fee({.liquidity = execution->liquidity, .qty = report.qty, .price = report.price},
                  execution->tier);
    book(key, *execution);
    ++state_.counters.corrected;
    return count(ReportStatus::Ok);
}

// ---- money

// change() is of the position, its cash or its mark.
template <class Change>
void Orders::revalue(Position& held, Change&& change) noexcept {
    const Money value = held.value();
    const Money cash = held.cash;
    change();
    state_.account.net_value += held.value() - value;
    state_.account.gross_value += magnitude(held.value()) - magnitude(value);
    state_.account.pnl += held.value() - value + held.cash - cash;
}

// The mark of a position that begins is what was paid for it: an older one is of another time.
void Orders::book(const ExecutionKey& key, const Execution& execution) noexcept {
    Position& held = positions_[execution.instrument.value];
    ++changes_[execution.instrument.value];
    if (held.position == SignedQty{}) {
        held.mark = execution.price;
        held.market_mid = Position::kNotMarked;
        held.mark_old_since = kNever;
    }
    revalue(held, [&] { held.execute(execution.side, execution.qty, execution.price); });
    state_.account.traded_value += execution.price * execution.qty;
    state_.executed_today += execution.qty;
    pay(held, execution.fee + minimums_.on_executed(key.id, execution.fee));
}

void Orders::take_back(const ExecutionKey& key, const Execution& execution) noexcept {
    Position& held = positions_[execution.instrument.value];
    ++changes_[execution.instrument.value];
    revalue(held, [&] { held.undo(execution.side, execution.qty, execution.price); });
    state_.account.traded_value -= execution.price * execution.qty;
    state_.executed_today -= execution.qty;
    pay(held, minimums_.on_broken(key.id, execution.fee) - execution.fee);
}

void Orders::pay(Position& held, Money fee) noexcept {
    held.fees += fee;
    state_.account.pnl -= fee;
}

void Orders::change_mark(InstrumentId instrument, Price price) noexcept {
    HOTPATH_ASSERT(price.value > 0, "the price must be above 0");
    Position& held = positions_[instrument.value];
    revalue(held, [&] { held.mark = price; });
    held.market_mid = price;
    held.mark_old_since = kNever;
}

void Orders::keep_mark(InstrumentId instrument, Time now) noexcept {
    Position& held = positions_[instrument.value];
    held.market_mid = {};
    held.mark_old_since = std::min(held.mark_old_since, now);
}

void Orders::adjust(const Adjustment& adjustment) noexcept {
    HOTPATH_ASSERT(adjustment.instrument.value < positions_.size() && adjustment.new_shares > 0 &&
                       adjustment.old_shares > 0,
                   "the instrument must be traded here and its shares above 0");
    Position& held = positions_[adjustment.instrument.value];
    const bool is_of_mark =
        adjustment.new_shares == adjustment.old_shares && adjustment.dividend == Price{};
    changes_[adjustment.instrument.value] += is_of_mark ? 0U : 1U;
    revalue(held, [&] { held.adjust(adjustment); });
}

// ---- a broken session

void Orders::on_disconnected() noexcept {
    state_.is_in_doubt = true;
    for (const ClOrdId id : open_) {
        Order& order = at(id);
        order.is_in_doubt =
            !order.is_accepted || order.is_cancel_sent || order.reduce_to_qty.value != 0;
    }
}

/// True when the order itself never arrived.
bool Orders::resolve_doubt(Order& order) noexcept {
    order.is_in_doubt = false;
    if (!order.is_accepted) {
        ++state_.counters.lost;
        (void)on_rejected(order.id);
        return true;
    }
    while (order.is_cancel_sent || order.reduce_to_qty.value != 0) {
        ++state_.counters.lost;
        (void)on_cancel_rejected(order.id);
    }
    return false;
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
    const bool was_sent = id.value != 0 && id < state_.next_id;
    return count(was_sent ? ReportStatus::Late : ReportStatus::UnknownOrder);
}

ReportStatus Orders::count(ReportStatus status) noexcept {
    switch (status) {
        case ReportStatus::Ok:
            break;
        case ReportStatus::Duplicate:
            ++state_.counters.duplicates;
            break;
        case ReportStatus::Late:
            ++state_.counters.late;
            break;
        case ReportStatus::UnknownOrder:
            ++state_.counters.unknown_orders;
            break;
        case ReportStatus::OverExecution:
            ++state_.counters.over_executions;
            break;
        case ReportStatus::Mismatch:
        case ReportStatus::UnknownInstrument:
            ++state_.counters.mismatches;
            break;
    }
    return status;
}

std::string_view status_name(ReportStatus status) noexcept {
    switch (status) {
        case ReportStatus::Ok:
            return "ok";
        case ReportStatus::Duplicate:
            return "duplicate";
        case ReportStatus::Late:
            return "late";
        case ReportStatus::UnknownOrder:
            return "unknown order";
        case ReportStatus::OverExecution:
            return "over-execution";
        case ReportStatus::Mismatch:
            return "mismatch";
        case ReportStatus::UnknownInstrument:
            return "instrument is not traded here";
    }
    return "unknown";
}

}  // namespace hotpath::oms
