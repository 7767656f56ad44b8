#include "hotpath/oms/order_desk.hpp"

#include <algorithm>

namespace hotpath::oms {

namespace {

template <class Code>
std::uint16_t to_code(Code code) noexcept {
    return static_cast<std::uint16_t>(code);
}

}  // namespace

Rejection lost(const Order& order) noexcept {
    return {.by = RejectedBy::Gateway,
            .code = to_code(DeskReject::Lost),
            .instrument = order.instrument,
            .id = order.id,
            .original = order.predecessor};
}

Expected<OrderDesk> OrderDesk::create(const DeskOptions& options) {
    auto orders = Orders::create(options.orders);
    if (!orders) {
        return std::unexpected(orders.error());
    }
    auto risk = risk::RiskGate::create(options.risk);
    if (!risk) {
        return std::unexpected(risk.error());
    }
    return OrderDesk(options, std::move(*orders), std::move(*risk));
}

OrderDesk::OrderDesk(const DeskOptions& options, Orders orders, risk::RiskGate risk)
    : orders_(std::move(orders)),
      risk_(std::move(risk)),
      symbols_(std::size_t{orders_.instruments_max()} + 1),
      venue_qty_max_(options.venue_qty_max) {}

Expected<void> OrderDesk::allow(InstrumentId instrument, Symbol symbol,
                                const risk::Limits& limits) {
    auto set = risk_.set_limits(instrument, limits);
    if (set) {
        symbols_[instrument.value] = symbol;
    }
    return set;
}

// ---- may it be sent?

// Field by field where they stay: an order made first and copied whole waits for its own stores
// (docs/techniques/store-forwarding.md).
RequestStatus OrderDesk::complete_enter(const Intent& intent, risk::OrderCheck& order) noexcept {
    const RequestStatus status = orders_.may_enter(intent.id, intent.instrument, intent.qty);
    if (status != RequestStatus::Ok) {
        return status;
    }
    if (intent.is_post_only && intent.time_in_force != TimeInForce::Day) [[unlikely]] {
        return RequestStatus::PostOnlyTakes;
    }
    order.id = intent.id;
    order.original = {};
    order.instrument = intent.instrument;
    order.side = intent.side;
    order.time_in_force = intent.time_in_force;
    order.is_post_only = intent.is_post_only;
    order.qty = intent.qty;
    order.total_qty = intent.qty;
    order.price = intent.price;
    order.open_qty_added = intent.qty;
    order.open_value_added = intent.price * intent.qty;
    order.is_short = orders_.is_short(intent.instrument, intent.side, intent.qty);
    return status;
}

RequestStatus OrderDesk::complete_replace(const Intent& intent, risk::OrderCheck& order) noexcept {
    const Order* const original = orders_.find(intent.original);
    if (original == nullptr) {
        return RequestStatus::UnknownOrder;
    }
    const ReplaceOrder replacement{.original = intent.original,
                                   .id = intent.id,
                                   .qty = original->cum_qty + intent.qty,
                                   .price = intent.price};
    const RequestStatus status = orders_.may_replace(original, replacement);
    if (status != RequestStatus::Ok) {
        return status;
    }
    order.id = intent.id;
    order.original = intent.original;
    order.instrument = original->instrument;
    order.side = original->side;
    order.time_in_force = original->time_in_force;
    order.is_post_only = original->is_post_only;
    order.qty = intent.qty;
    order.total_qty = replacement.qty;
    order.price = intent.price;
    order.open_qty_added = Orders::open_qty_added(*original, replacement);
    order.open_value_added = Orders::open_value_added(*original, replacement);
    order.is_short = orders_.is_short(original->instrument, original->side, order.open_qty_added);
    return status;
}

RequestStatus OrderDesk::complete(const Intent& intent, risk::OrderCheck& order) noexcept {
    HOTPATH_ASSERT(intent.needs_approval(), "a cancel or a reduction needs no approval");
    return intent.kind == Intent::Kind::Enter ? complete_enter(intent, order)
                                              : complete_replace(intent, order);
}

std::expected<risk::ApprovedOrder, Rejection> OrderDesk::approve(
    const Intent& intent, const SendContext& context) noexcept {
    risk::OrderCheck& order = order_;
    const RequestStatus status = complete(intent, order);
    if (status != RequestStatus::Ok) {
        return std::unexpected(refuse(intent, status));
    }
    if (symbols_[order.instrument.value] == Symbol{}) {
        return std::unexpected(refuse(intent, DeskReject::NoSymbol));
    }
    if (order.total_qty > venue_qty_max_) {
        return std::unexpected(refuse(intent, DeskReject::QtyBeyondVenue));
    }
    order.reference_price = context.reference_price;
    order.would_self_match = orders_.would_self_match(order.instrument, order.side, order.price);
    const risk::Approval approval = risk_.check(
        order, orders_.exposure(order.instrument, order.side), orders_.account(), context.now);
    if (!approval.is_approved()) {
        return std::unexpected(refuse(intent, approval.reason()));
    }
    return approval.order();
}

Rejection OrderDesk::refuse(const Intent& intent, RequestStatus status) noexcept {
    ++state_.counters.rejected_by_orders;
    return refused(intent, RejectedBy::Orders, to_code(status));
}

Rejection OrderDesk::refuse(const Intent& intent, DeskReject reason) noexcept {
    ++state_.counters.rejected_by_gateway;
    return refused(intent, RejectedBy::Gateway, to_code(reason));
}

Rejection OrderDesk::refuse(const Intent& intent, risk::RejectReason reason) noexcept {
    ++state_.counters.rejected_by_risk[to_code(reason)];
    Rejection refusal = refused(intent, RejectedBy::Risk, to_code(reason));
    refusal.is_momentary = reason == risk::RejectReason::SelfMatch;
    return refusal;
}

// A refused id is used up all the same: the strategy has seen it.
Rejection OrderDesk::refused(const Intent& intent, RejectedBy by, std::uint16_t code) noexcept {
    if (intent.needs_approval()) {
        orders_.skip_ids_below({intent.id.value + 1});
    }
    const Order* const known = orders_.find(intent.needs_approval() ? intent.original : intent.id);
    return {.by = by,
            .code = code,
            .instrument = known == nullptr ? intent.instrument : known->instrument,
            .id = intent.id,
            .original = intent.original};
}

// ---- it is sent

void OrderDesk::record(const risk::ApprovedOrder& order) noexcept {
    if (order->is_new()) {
        orders_.enter({.id = order->id,
                       .instrument = order->instrument,
                       .side = order->side,
                       .qty = order->qty,
                       .price = order->price,
                       .time_in_force = order->time_in_force,
                       .is_post_only = order->is_post_only});
        ++state_.counters.enters;
    } else {
        orders_.replace({.original = order->original,
                         .id = order->id,
                         .qty = order->total_qty,
                         .price = order->price});
        ++state_.counters.replaces;
    }
}

void OrderDesk::record_cancel(ClOrdId id, Time now) noexcept {
    orders_.cancel(id);
    risk_.on_cancel(now);
    ++state_.counters.cancels;
}

void OrderDesk::record_reduce(const Intent& intent, Time now) noexcept {
    orders_.reduce(intent.id, intent.qty);
    risk_.on_cancel(now);
    ++state_.counters.reduces;
}

// ---- the venue's events

void OrderDesk::apply(const Accepted& event, DeskReport& report) noexcept {
    const bool is_ours = !is_unknown(event.id) || take_over(event, report);
    note(event.id, report);
    if (is_ours) {
        report.status = orders_.on_accepted(event);
    }
}

void OrderDesk::apply(const Replaced& event, DeskReport& report) noexcept {
    const bool is_ours = !is_unknown(event.id) || take_over(event, report);
    note(event.id, report);
    if (is_ours) {
        report.status = orders_.on_replaced(event);
    }
}

void OrderDesk::apply(const Executed& event, DeskReport& report) noexcept {
    note(event.id, report);
    report.status = orders_.on_executed(event, report.fill);
    report.is_fill = report.fill.id == event.id;
}

void OrderDesk::apply(const Canceled& event, DeskReport& report) noexcept {
    note(event.id, report);
    report.status = orders_.on_canceled(event.id, event.qty);
}

void OrderDesk::apply(const Leaves& event, DeskReport& report) noexcept {
    note(event.id, report);
    report.status = orders_.on_leaves(event.id, event.leaves_qty);
}

void OrderDesk::apply(const Rejected& event, DeskReport& report) noexcept {
    note(event.id, report);
    if (is_unknown(event.id)) {
        return orders_.skip_ids_below({event.id.value + 1});  // refused in another process's time
    }
    report.status = orders_.on_rejected(event.id);
    if (report.status == ReportStatus::Ok) {
        report.rejection = {.by = RejectedBy::Venue,
                            .code = event.code,
                            .instrument = report.instrument,
                            .id = event.id,
                            .original = orders_.find(event.id)->predecessor};
    }
}

void OrderDesk::apply(const CancelRejected& event, DeskReport& report) noexcept {
    note(event.id, report);
    report.status = orders_.on_cancel_rejected(event.id);
}

void OrderDesk::apply(const Broken& event, DeskReport& report) noexcept {
    note(event.id, report);
    report.status = orders_.on_broken(event.id, event.match);
}

void OrderDesk::apply(const Corrected& event, DeskReport& report) noexcept {
    note(event.id, report);
    report.status = orders_.on_corrected(event);
}

void OrderDesk::apply(const Moved& event, DeskReport& report) noexcept {
    note(event.id, report);
    if (event.venue_id.value != 0) {
        orders_.on_moved(event.id, event.venue_id);
    }
}

void OrderDesk::apply(const Modified& event, DeskReport& report) noexcept {
    note(event.id, report);
    report.status = ReportStatus::Mismatch;
}

void OrderDesk::apply(const NextId& event, DeskReport& report) noexcept {
    orders_.skip_ids_below(event.id);
    report.is_account_answer = true;
}

void OrderDesk::on_report(const DeskReport& report, bool is_readable) noexcept {
    ++state_.counters.reports;
    state_.counters.unreadable_reports += is_readable ? 0U : 1U;
    if (report.is_fill) {
        risk_.on_execution(report.fill.instrument);
        risk_.watch(orders_.account(), report.fill.instrument);
    }
    risk_.release_closed(orders_.account());
}

void OrderDesk::note(ClOrdId id, DeskReport& report) const noexcept {
    const Order* const order = orders_.find(id);
    report.id = id;
    report.instrument = order == nullptr ? InstrumentId{} : order->instrument;
}

// ---- orders of an earlier process

bool OrderDesk::is_unknown(ClOrdId id) const noexcept {
    return state_.is_recovering && orders_.find(id) == nullptr;
}

bool OrderDesk::take_over(const Accepted& event, DeskReport& report) noexcept {
    const auto known = std::ranges::find(symbols_, event.symbol);
    if (known == symbols_.end()) {
        report.status = ReportStatus::UnknownInstrument;
        unknown_symbol_ = unknown_symbol_ == Symbol{} ? event.symbol : unknown_symbol_;
        return false;
    }
    const bool is_taken = orders_.take_over(
        NewOrder{.id = event.id,
                 .instrument = {static_cast<std::uint16_t>(known - symbols_.begin())},
                 .side = event.side,
                 .qty = event.qty,
                 .price = event.price,
                 .time_in_force = event.time_in_force,
                 .is_post_only = event.is_post_only});
    report.status = is_taken ? ReportStatus::Ok : ReportStatus::Mismatch;
    return is_taken;
}

bool OrderDesk::take_over(const Replaced& event, DeskReport& report) noexcept {
    const Order* const replaced = orders_.find(event.original);
    const Qty executed = replaced == nullptr ? Qty{} : replaced->cum_qty;
    const bool is_taken = orders_.take_over(ReplaceOrder{.original = event.original,
                                                         .id = event.id,
                                                         .qty = executed + event.leaves_qty,
                                                         .price = event.price});
    report.status = is_taken ? ReportStatus::Ok : ReportStatus::Mismatch;
    return is_taken;
}

}  // namespace hotpath::oms
