// The venue's reports about iLink 3 orders, as messages to their sessions.

#include <variant>

#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"
#include "hotpath/protocols/cme/venue/ilink_desk.hpp"
#include "hotpath/protocols/fix/codes.hpp"

namespace hotpath::exchange {

namespace cxl = protocols::fix::cxl_rej_reason;
namespace ilink3 = protocols::cme::ilink3;
using ilink3::ExecReason;

/// One report of the venue.
class IlinkDesk::ReportReader {
  public:
    /// `amended` is nullptr in an input that amends no trade.
    ReportReader(IlinkDesk& desk, const IlinkAddress& to, ExecReason why,
                 const AmendedTrade* amended) noexcept
        : desk_(desk), to_(to), why_(why), amended_(amended) {}

    void operator()(const report::Accepted& accepted) noexcept {
        const ClOrdId number = accepted.order.user_ref_num;
        if (!is_pending(Pending::Kind::Enter, number)) {
            return;
        }
        IlinkOrder order = desk_.pending_.order;
        order.user_ref_num = number;
        order.order_id = accepted.order.id;
        answer();
        IlinkOrder& added = desk_.orders_.add(order);
        desk_.reports_.accept(to_, added);
        if (added.terms.ord_type == ilink3::OrderTypeReq::MarketWithLeftoverAsLimit) {
            added.terms.ord_type = ilink3::OrderTypeReq::Limit;  // from here on it is one
        }
    }

    /// The session asked for it, or another protocol did: then it stays the order that it was.
    void operator()(const report::Replaced& replaced) noexcept {
        IlinkOrder* const order = find(replaced.original);
        if (order == nullptr) {
            return;
        }
        const SessionOrder& replacement = replaced.by.order;
        if (is_pending(Pending::Kind::Replace, replacement.user_ref_num)) {
            order->labels = desk_.pending_.order.labels;
            order->terms = desk_.pending_.order.terms;
            answer();
        } else {
            order->terms.price = replacement.price;
        }
        order->leaves_qty = replacement.leaves_qty();
        order->terms.qty = order->cum_qty + order->leaves_qty;
        desk_.orders_.rename(*order, replacement.user_ref_num);
        desk_.reports_.modify(to_, *order);
    }

    void operator()(const report::Executed& executed) noexcept {
        IlinkOrder* const order = find(executed.number);
        if (order == nullptr) {
            return;
        }
        order->cum_qty += executed.qty;
        order->leaves_qty -= executed.qty;
        desk_.reports_.execute(to_, *order,
                               {.last_qty = executed.qty,
                                .last_price = executed.price,
                                .match = executed.match,
                                .is_aggressor = executed.liquidity == Liquidity::Removed});
        forget_closed(*order);
    }

    void operator()(const report::Amended& amended) noexcept { amend(amended.number); }

    /// OUCH modifies orders of the same user.
    void operator()(const report::Modified& modified) noexcept {
        if (IlinkOrder* const order = find(modified.number)) {
            order->leaves_qty = modified.qty;
            order->terms.qty = order->cum_qty + order->leaves_qty;
            desk_.reports_.modify(to_, *order);
        }
    }

    void operator()(const report::Canceled& canceled) noexcept {
        if (IlinkOrder* const order = find(canceled.number)) {
            take_off(*order, canceled.qty, canceled.reason);
        }
    }
    void operator()(const report::Prevented& prevented) noexcept {
        if (IlinkOrder* const order = find(prevented.number)) {
            take_off(*order, prevented.qty, CancelReason::SelfMatch);
        }
    }

    void operator()(const report::Rejected& rejected) noexcept {
        const IlinkReason why = fix_reason_of(rejected.reason);
        if (is_pending(Pending::Kind::Enter, rejected.number)) {
            refuse_pending(why);
        } else if (is_pending(Pending::Kind::Replace, rejected.number)) {
            refuse_pending({cxl::kBrokerOption, why.text});
        }
    }

    /// iLink 3 does not say where an order stands in line, nor when a day begins and ends.
    void operator()(const report::Moved&) noexcept {}
    void operator()(const report::NextNumber&) noexcept {}
    void operator()(report::DayChange) noexcept {}

    void refuse_pending(const IlinkReason& why) noexcept {
        Pending pending = desk_.pending_;
        answer();
        switch (pending.kind) {
            case Pending::Kind::Enter:
                pending.order.leaves_qty = {};
                return desk_.reports_.reject(to_, pending.order, why);
            case Pending::Kind::Cancel:
                return desk_.reports_.reject_cancel(to_, pending.labels, pending.target_id, why);
            case Pending::Kind::Replace:
            case Pending::Kind::Reduce:
                return desk_.reports_.reject_modify(to_, pending.labels, pending.target_id, why);
            case Pending::Kind::CancelMany:
            case Pending::Kind::None:
                return;
        }
    }

  private:
    [[nodiscard]] IlinkOrder* find(ClOrdId number) noexcept {
        return desk_.orders_.find(to_.session, number);
    }
    [[nodiscard]] bool is_pending(Pending::Kind kind, ClOrdId number) const noexcept {
        const Pending& pending = desk_.pending_;
        return pending.kind == kind && pending.session == to_.session &&
               pending.user_ref_num == number;
    }
    void answer() noexcept { desk_.pending_ = {}; }
    void amend(ClOrdId number) noexcept {
        const TradeParty* const party =
            amended_ == nullptr ? nullptr : amended_->trade.find(to_.session, number);
        if (party != nullptr && party->has_labels) {
            desk_.reports_.amend(to_, *amended_, *party);
        }
    }
    [[nodiscard]] bool is_asked_for(const IlinkOrder& order, Pending::Kind kind,
                                    CancelReason why) const noexcept {
        return desk_.pending_.kind == kind && desk_.pending_.target == &order &&
               why == CancelReason::Requested;
    }
    void forget_closed(IlinkOrder& order) noexcept {
        if (order.leaves_qty == Qty{}) {
            if (desk_.pending_.target == &order) {
                desk_.pending_.target = nullptr;  // another order may take its place
            }
            desk_.orders_.remove(order);
        }
    }

    /// For the client, or for a reason of the venue's.
    void take_off(IlinkOrder& order, Qty qty, CancelReason why) noexcept {
        order.leaves_qty -= qty;
        if (is_asked_for(order, Pending::Kind::Reduce, why)) {
            order.labels = desk_.pending_.labels;
            answer();
            order.terms.qty -= qty;
            desk_.reports_.modify(to_, order);
            return forget_closed(order);
        }
        if (order.leaves_qty != Qty{}) {
            order.terms.qty -= qty;
            return desk_.reports_.modify(to_, order);
        }
        if (why == CancelReason::NotImmediate || why == CancelReason::Expired) {
            desk_.reports_.eliminate(to_, order);
        } else if (is_asked_for(order, Pending::Kind::Cancel, why)) {
            const IlinkLabels labels = desk_.pending_.labels;
            answer();
            desk_.reports_.cancel(to_, order, labels, std::nullopt);
        } else {
            desk_.reports_.cancel(to_, order, order.labels, restatement_of(why));
        }
        forget_closed(order);
    }

    /// nullopt: the session asked for it, by this protocol or another.
    [[nodiscard]] std::optional<ExecReason> restatement_of(CancelReason why) const noexcept {
        const Pending& pending = desk_.pending_;
        switch (why) {
            case CancelReason::Requested:
                return std::nullopt;
            case CancelReason::SelfMatch:
                return ExecReason::SelfMatchPreventionNewest;
            case CancelReason::Supervisory:
                return pending.kind == Pending::Kind::CancelMany && pending.session == to_.session
                           ? std::nullopt
                           : std::optional(why_);
            default:
                return ExecReason::MarketExchangeOption;
        }
    }

    IlinkDesk& desk_;
    IlinkAddress to_;
    ExecReason why_;
    const AmendedTrade* amended_;
};

void IlinkDesk::on_reports(const Exchange& exchange, Time now, bool is_disconnect) noexcept {
    const ExecReason why =
        is_disconnect ? ExecReason::CancelOnDisconnect : ExecReason::MarketExchangeOption;
    for (const OrderReport& report : exchange.reports()) {
        ReportReader reader(*this, address_of(report.session, exchange, now), why,
                            exchange.amended());
        std::visit(reader, report.event);
    }
    if (pending_.kind != Pending::Kind::None) {
        finish_pending(exchange, now);
    }
    if (day_ != exchange.day().number) {
        day_ = exchange.day().number;
        orders_.begin_day(exchange.venue().orders);
    }
}

/// The venue ignores in silence what changes nothing, and what comes after the end of a session.
void IlinkDesk::finish_pending(const Exchange& exchange, Time now) noexcept {
    const bool is_enter = pending_.kind == Pending::Kind::Enter;
    ReportReader reader(*this, address_of(pending_.session, exchange, now), {}, nullptr);
    reader.refuse_pending(is_enter ? IlinkReason{protocols::fix::ord_rej_reason::kExchangeClosed,
                                                 "the venue is closed"}
                                   : IlinkReason{cxl::kTooLate, "the order is no longer open"});
}

}  // namespace hotpath::exchange
