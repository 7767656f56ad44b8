// The venue's reports about FIX orders, as messages to their sessions.

#include <variant>

#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/request_terms.hpp"
#include "hotpath/protocols/fix/digits.hpp"
#include "hotpath/protocols/fix/venue/fix_desk.hpp"
#include "hotpath/protocols/fix/venue/order_codes.hpp"

namespace hotpath::exchange {

namespace cxl = protocols::fix::cxl_rej_reason;
namespace fix = protocols::fix;
namespace ord_status = protocols::fix::ord_status;
using fix::ExecKind;

namespace {

/// 0: a cross has none.
[[nodiscard]] char liquidity_of(Liquidity liquidity) noexcept {
    switch (liquidity) {
        case Liquidity::Added:
        case Liquidity::AddedHidden:
            return fix::liquidity::kAdded;
        case Liquidity::Removed:
            return fix::liquidity::kRemoved;
        case Liquidity::None:
        case Liquidity::OpeningCross:
        case Liquidity::ClosingCross:
        case Liquidity::HaltCross:
            break;
    }
    return 0;
}

/// The ClOrdID of an order that did not come by FIX is its number: the client's text may be any characters, or none.
[[nodiscard]] IdText id_of(ClOrdId user_ref_num) noexcept {
    IdText id;
    char* const begin = id.characters.data();
    id.length = static_cast<std::uint8_t>(fix::write_uint(begin, user_ref_num.value) - begin);
    return id;
}

/// The terms of an order of another protocol that is open from now on, in FIX's words.
void take_terms(FixOrder& order, const report::Accepted& accepted) noexcept {
    const SessionOrder& taken = accepted.order;
    order.is_of_other_protocol = true;
    order.is_order = true;
    order.user_ref_num = taken.user_ref_num;
    order.id = id_of(order.user_ref_num);
    order.order_id = taken.id;
    order.symbol = accepted.symbol;
    order.side = to_fix_side(taken.terms.side);
    order.price = taken.price;
    order.ord_type = order.price == kMarketPrice ? fix::ord_type::kMarket : fix::ord_type::kLimit;
    order.time_in_force = to_fix_time_in_force(taken.terms.lifetime);
    order.leaves_qty = taken.leaves_qty();
    order.qty = order.cum_qty + order.leaves_qty;
}

}  // namespace

/// One report of the venue.
class FixDesk::ReportReader {
  public:
    /// `amended` is nullptr in an input that amends no trade.
    ReportReader(FixDesk& desk, const FixAddress& to, const AmendedTrade* amended) noexcept
        : desk_(desk), to_(to), amended_(amended) {}

    void operator()(const report::Accepted& accepted) noexcept {
        FixOrder* order = find(accepted.order.user_ref_num);
        if (order == nullptr && desk_.copied_) {
            FixOrder copied{.session = to_.session};
            take_terms(copied, accepted);
            order = &desk_.copied_->add(copied);
        }
        if (order != nullptr) {
            order->order_id = accepted.order.id;
            report(*order, {.kind = ExecKind::New});
        }
    }

    void operator()(const report::Replaced& replaced) noexcept {
        const SessionOrder& replacement = replaced.by.order;
        FixOrder* const order = find(replacement.user_ref_num);
        FixOrder* const original = find(replaced.original);
        if (order == nullptr && original != nullptr && desk_.copied_) {
            return replace_by_other(*original, replaced.by);
        }
        if (order == nullptr || original == nullptr) {
            return;
        }
        original->is_replaced = true;
        order->is_order = true;
        order->has_replaced = true;
        order->order_id = replacement.id;
        order->leaves_qty = replacement.leaves_qty();
        answer();
        report(*order, {.kind = ExecKind::Replaced, .original = original->id.view()});
    }

    void operator()(const report::Executed& executed) noexcept {
        FixOrder* const order = find(executed.number);
        if (order == nullptr) {
            return;
        }
        order->cum_qty += executed.qty;
        order->leaves_qty -= executed.qty;
        order->value += static_cast<std::uint64_t>(executed.price.value) * executed.qty.value;
        order->status =
            order->leaves_qty == Qty{} ? ord_status::kFilled : ord_status::kPartiallyFilled;
        report(*order, {.kind = ExecKind::Trade,
                        .last_qty = executed.qty,
                        .last_price = executed.price,
                        .match = executed.match,
                        .liquidity = liquidity_of(executed.liquidity)});
        forget_closed(*order);
    }

    /// OUCH modifies orders, perhaps one by FIX of the same user.
    void operator()(const report::Modified& modified) noexcept {
        FixOrder* const order = find(modified.number);
        if (order == nullptr) {
            return;
        }
        order->side = to_fix_side(modified.side);
        order->leaves_qty = modified.qty;
        order->qty = order->cum_qty + order->leaves_qty;
        report(*order,
               {.kind = ExecKind::Restated, .restatement = fix::restatement::kPartialDecline});
    }

    void operator()(const report::Canceled& canceled) noexcept {
        if (FixOrder* const order = find(canceled.number)) {
            take_off(*order, canceled.qty, canceled.reason);
        }
    }
    void operator()(const report::Prevented& prevented) noexcept {
        if (FixOrder* const order = find(prevented.number)) {
            take_off(*order, prevented.qty, CancelReason::SelfMatch);
        }
    }

    void operator()(const report::Rejected& rejected) noexcept {
        FixOrder* const order = find(rejected.number);
        if (order == nullptr) {
            return;
        }
        const FixReason reason = fix_reason_of(rejected.reason);
        const Pending& pending = desk_.pending_;
        if (pending.successor == order) {
            refuse_pending({cxl::kBrokerOption, reason.text});
            order->leaves_qty = {};
            return;
        }
        order->status = ord_status::kRejected;
        order->leaves_qty = {};
        report(*order, {.kind = ExecKind::Rejected, .rejection = reason});
    }

    void operator()(const report::Amended& amended) noexcept {
        amend(amended.is_broken ? ExecKind::TradeCancel : ExecKind::TradeCorrect, amended.number);
    }

    /// FIX does not say where an order stands in line, nor when a day begins and ends.
    void operator()(const report::Moved&) noexcept {}
    void operator()(const report::NextNumber&) noexcept {}
    void operator()(report::DayChange) noexcept {}

    void refuse_pending(const FixReason& reason) noexcept {
        const Pending pending = desk_.pending_;
        answer();
        desk_.reports_.reject_cancel(to_, {.id = pending.id.view(),
                                           .original = pending.target->id.view(),
                                           .order = pending.target,
                                           .response_to = pending.kind == Pending::Kind::Cancel
                                                              ? fix::cxl_rej_response_to::kCancel
                                                              : fix::cxl_rej_response_to::kReplace,
                                           .code = reason.code,
                                           .text = reason.text});
    }

  private:
    [[nodiscard]] FixOrder* find(ClOrdId number) noexcept {
        FixOrder* const order = desk_.orders_.find(to_.session, number);
        return order == nullptr && desk_.copied_ ? desk_.copied_->find(to_.session, number) : order;
    }
    void report(const FixOrder& order, const FixReportTerms& terms) noexcept {
        desk_.report(to_, order, terms);
    }
    /// A replacement by another protocol is an order of that protocol.
    void replace_by_other(FixOrder& original, const report::Accepted& replacement) noexcept {
        FixOrder successor = original;
        successor.has_replaced = true;
        take_terms(successor, replacement);
        const IdText id = original.id;
        if (original.is_of_other_protocol) {
            desk_.copied_->remove(original);
        }
        report(desk_.copied_->add(successor), {.kind = ExecKind::Replaced, .original = id.view()});
    }
    /// The desk keeps orders by FIX for the day, others as long as they are open.
    void forget_closed(FixOrder& order) noexcept {
        if (order.is_of_other_protocol && order.leaves_qty == Qty{}) {
            desk_.copied_->remove(order);
        }
    }
    void answer() noexcept { desk_.pending_ = {}; }

    /// Reports the order as it executed; its latest replacement has the new sums, too.
    void amend(ExecKind kind, ClOrdId number) noexcept {
        const TradeParty* const party =
            amended_ == nullptr ? nullptr : amended_->trade.find(to_.session, number);
        if (party == nullptr) {
            return;
        }
        FixOrder* const order = find(number);
        FixOrder* const current = find(party->current);
        for (FixOrder* const each : {order, current == order ? nullptr : current}) {
            if (each != nullptr) {
                revalue(*each, kind);
            }
        }
        const TradeAmendment& trade = amended_->trade;
        const bool is_broken = kind == ExecKind::TradeCancel;
        const FixReportTerms terms{.kind = kind,
                                   .last_qty = trade.qty,
                                   .last_price = is_broken ? trade.price : trade.corrected,
                                   .match = trade.match,
                                   .liquidity = liquidity_of(party->liquidity)};
        if (order != nullptr) {
            report(*order, terms);
        } else if (desk_.copied_) {
            report(closed_order_of(*party), terms);
        }
    }
    /// The order gets nothing back: it is filled no more, and what is left of it stays open.
    void revalue(FixOrder& order, ExecKind kind) const noexcept {
        const TradeAmendment& trade = amended_->trade;
        const auto value_at = [&](Price price) {
            return static_cast<std::uint64_t>(price.value) * trade.qty.value;
        };
        if (order.cum_qty < order.broken_qty + trade.qty || order.value < value_at(trade.price)) {
            return;  // its executions of an earlier day are not counted
        }
        order.value -= value_at(trade.price);
        if (kind == ExecKind::TradeCorrect) {
            order.value += value_at(trade.corrected);
            return;
        }
        order.broken_qty += trade.qty;
        if (order.status == ord_status::kFilled) {
            order.status = ord_status::kCanceled;
        }
    }
    /// An order of another protocol that is open no more: what is known of it.
    [[nodiscard]] FixOrder closed_order_of(const TradeParty& party) const noexcept {
        const bool is_broken = amended_->is_broken;
        FixOrder order{.session = party.session};
        order.is_of_other_protocol = true;
        order.is_order = true;
        order.user_ref_num = party.user_ref_num;
        order.id = id_of(party.user_ref_num);
        order.order_id = party.order_id;
        order.symbol = amended_->symbol;
        order.side = to_fix_side(party.side);
        order.price = amended_->trade.price;
        order.qty = amended_->trade.qty;
        order.cum_qty = is_broken ? Qty{} : amended_->trade.qty;
        order.value =
            static_cast<std::uint64_t>(amended_->trade.corrected.value) * order.cum_qty.value;
        order.status = is_broken ? ord_status::kCanceled : ord_status::kFilled;
        return order;
    }

    [[nodiscard]] bool is_asked_for(const FixOrder& order, Pending::Kind kind,
                                    CancelReason reason) const noexcept {
        return desk_.pending_.kind == kind && desk_.pending_.target == &order &&
               reason == CancelReason::Requested;
    }

    /// For the client, or for a reason of the venue's.
    void take_off(FixOrder& order, Qty qty, CancelReason reason) noexcept {
        if (is_asked_for(order, Pending::Kind::Reduce, reason)) {
            return take_off_for_reduction(order, qty);
        }
        order.leaves_qty -= qty;
        if (order.leaves_qty != Qty{}) {
            order.qty -= qty;
            return report(order, {.kind = ExecKind::Restated,
                                  .restatement = fix::restatement::kPartialDecline,
                                  .text = cancel_text(reason)});
        }
        const bool is_over = reason == CancelReason::Expired;
        order.status = is_over ? ord_status::kExpired : ord_status::kCanceled;
        FixReportTerms terms{.kind = is_over ? ExecKind::Expired : ExecKind::Canceled,
                             .text = cancel_text(reason)};
        const IdText id = desk_.pending_.id;
        if (is_asked_for(order, Pending::Kind::Cancel, reason)) {
            answer();
            terms.id = id.view();
            terms.original = order.id.view();
        }
        report(order, terms);
        forget_closed(order);
    }

    void take_off_for_reduction(FixOrder& order, Qty qty) noexcept {
        FixOrder& successor = *desk_.pending_.successor;
        answer();
        desk_.hand_over(order, successor);
        successor.qty = order.qty - qty;
        successor.leaves_qty = order.leaves_qty - qty;
        if (successor.leaves_qty == Qty{}) {
            successor.status = ord_status::kFilled;
        }
        report(successor, {.kind = ExecKind::Replaced, .original = order.id.view()});
    }

    FixDesk& desk_;
    FixAddress to_;
    const AmendedTrade* amended_;
};

/// To the venue it is the same order, under the same UserRefNum.
void FixDesk::hand_over(FixOrder& target, FixOrder& successor) noexcept {
    const IdText id = successor.id;
    const Qty qty = successor.qty;
    successor = target;
    successor.id = id;
    successor.qty = qty;
    successor.has_replaced = true;
    target.is_replaced = true;
    orders_.name(successor, target.user_ref_num);
}

void FixDesk::on_reports(const Exchange& exchange, Time now, bool /*is_disconnect*/) noexcept {
    for (const OrderReport& report : exchange.reports()) {
        ReportReader reader(*this, address_of(report.session, exchange, now), exchange.amended());
        std::visit(reader, report.event);
    }
    finish_pending(exchange, now);
    if (day_ != exchange.day().number) {
        day_ = exchange.day().number;
        orders_.begin_day(exchange.venue().orders);
        if (copied_) {
            copied_->begin_day(exchange.venue().orders);
        }
    }
}

/// A rejected order was none: no drop copy has it.
void FixDesk::report(const FixAddress& to, const FixOrder& order,
                     const FixReportTerms& terms) noexcept {
    if (order.is_of_other_protocol) {
        return reports_.copy_only(to, order, terms);
    }
    reports_.report(to, order, terms);
    if (copied_ && terms.kind != ExecKind::Rejected) {
        reports_.copy(to, order, terms);
    }
}

/// The venue ignores in silence what changes nothing; FIX does not.
void FixDesk::finish_pending(const Exchange& exchange, Time now) noexcept {
    if (pending_.kind != Pending::Kind::None) {
        ReportReader reader(*this, address_of(pending_.target->session, exchange, now), nullptr);
        reader.refuse_pending({cxl::kTooLate, "the order is no longer open"});
    }
}

}  // namespace hotpath::exchange
