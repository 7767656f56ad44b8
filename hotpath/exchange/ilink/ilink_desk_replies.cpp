// The venue's replies about iLink 3 orders, as reports to their sessions.

#include "hotpath/exchange/ilink/ilink_desk.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"
#include "hotpath/wire/fix/codes.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/decode.hpp"

namespace hotpath::exchange {

namespace cxl = wire::fix::cxl_rej_reason;
namespace ilink3 = wire::ilink3;
namespace ouch50 = wire::ouch50;
using ilink3::ExecReason;

/// The listener of one OUCH reply.
class IlinkDesk::ReplyReader : public ouch50::NullReplyListener {
  public:
    /// `amended` is nullptr in an input that amends no trade.
    ReplyReader(IlinkDesk& desk, const IlinkAddress& to, ExecReason why,
                const AmendedTrade* amended) noexcept
        : desk_(desk), to_(to), why_(why), amended_(amended) {}

    void on_order_accepted(const ouch50::OrderAccepted& m, ouch50::Appendage) noexcept {
        if (!is_pending(Pending::Kind::Enter, m.load_user_ref_num())) {
            return;
        }
        IlinkOrder order = desk_.pending_.order;
        order.user_ref_num = {m.load_user_ref_num()};
        order.order_id = {m.load_order_reference_number()};
        answer();
        IlinkOrder& added = desk_.orders_.add(order);
        desk_.reports_.accept(to_, added);
        if (added.terms.ord_type == ilink3::OrderTypeReq::MarketWithLeftoverAsLimit) {
            added.terms.ord_type = ilink3::OrderTypeReq::Limit;  // from here on it is one
        }
    }

    /// By this session's request, or by OUCH: then it stays the order that it was.
    void on_order_replaced(const ouch50::OrderReplaced& m, ouch50::Appendage) noexcept {
        IlinkOrder* const order = find(m.load_orig_user_ref_num());
        if (order == nullptr) {
            return;
        }
        if (is_pending(Pending::Kind::Replace, m.load_user_ref_num())) {
            order->labels = desk_.pending_.order.labels;
            order->terms = desk_.pending_.order.terms;
            answer();
        } else {
            order->terms.price = ouch50::to_price(m.load_price());
        }
        order->leaves_qty = {m.load_quantity()};
        order->terms.qty = order->cum_qty + order->leaves_qty;
        desk_.orders_.rename(*order, {m.load_user_ref_num()});
        desk_.reports_.modify(to_, *order);
    }

    void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) noexcept {
        IlinkOrder* const order = find(m.load_user_ref_num());
        if (order == nullptr) {
            return;
        }
        const Qty qty{m.load_quantity()};
        order->cum_qty += qty;
        order->leaves_qty -= qty;
        const bool is_aggressor = m.load_liquidity_flag() == ouch50::liquidity_flag::kRemoved;
        desk_.reports_.execute(to_, *order,
                               {.last_qty = qty,
                                .last_price = ouch50::to_price(m.load_price()),
                                .match = {m.load_match_number()},
                                .is_aggressor = is_aggressor});
        forget_closed(*order);
    }

    void on_broken_trade(const ouch50::BrokenTrade& m) noexcept { amend(m.load_user_ref_num()); }
    void on_trade_correction(const ouch50::TradeCorrection& m) noexcept {
        amend(m.load_user_ref_num());
    }

    /// By OUCH, of an order of the same user.
    void on_order_modified(const ouch50::OrderModified& m) noexcept {
        if (IlinkOrder* const order = find(m.load_user_ref_num())) {
            order->leaves_qty = {m.load_quantity()};
            order->terms.qty = order->cum_qty + order->leaves_qty;
            desk_.reports_.modify(to_, *order);
        }
    }

    void on_order_canceled(const ouch50::OrderCanceled& m) noexcept {
        if (IlinkOrder* const order = find(m.load_user_ref_num())) {
            take_off(*order, {m.load_quantity()}, m.load_reason());
        }
    }
    void on_aiq_canceled(const ouch50::AiqCanceled& m) noexcept {
        if (IlinkOrder* const order = find(m.load_user_ref_num())) {
            take_off(*order, {m.load_decrement_shares()}, m.load_reason());
        }
    }

    void on_order_rejected(const ouch50::OrderRejected& m) noexcept {
        const IlinkReason why = fix_reason_of(m.load_reason());
        if (is_pending(Pending::Kind::Enter, m.load_user_ref_num())) {
            refuse_pending(why);
        } else if (is_pending(Pending::Kind::Replace, m.load_user_ref_num())) {
            refuse_pending({cxl::kBrokerOption, why.text});
        }
    }
    void on_cancel_reject(const ouch50::CancelReject& m) noexcept {
        const IlinkOrder* const order = find(m.load_user_ref_num());
        if (order != nullptr && desk_.pending_.target == order) {
            refuse_pending({cxl::kBrokerOption, "the order cannot be canceled now"});
        }
    }

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
    [[nodiscard]] IlinkOrder* find(std::uint32_t user_ref_num) noexcept {
        return desk_.orders_.find(to_.session, ClOrdId{user_ref_num});
    }
    [[nodiscard]] bool is_pending(Pending::Kind kind, std::uint32_t user_ref_num) const noexcept {
        const Pending& pending = desk_.pending_;
        return pending.kind == kind && pending.session == to_.session &&
               pending.user_ref_num == ClOrdId{user_ref_num};
    }
    void answer() noexcept { desk_.pending_ = {}; }
    void amend(std::uint32_t user_ref_num) noexcept {
        const TradeParty* const party =
            amended_ == nullptr ? nullptr : amended_->trade.find(to_.session, {user_ref_num});
        if (party != nullptr && party->is_by_ilink) {
            desk_.reports_.amend(to_, *amended_, *party);
        }
    }
    [[nodiscard]] bool is_asked_for(const IlinkOrder& order, Pending::Kind kind,
                                    char why) const noexcept {
        return desk_.pending_.kind == kind && desk_.pending_.target == &order &&
               why == ouch50::cancel_reason::kUserRequested;
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
    void take_off(IlinkOrder& order, Qty qty, char why) noexcept {
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
        if (why == ouch50::cancel_reason::kImmediateOrCancel ||
            why == ouch50::cancel_reason::kTimeout) {
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
    [[nodiscard]] std::optional<ExecReason> restatement_of(char why) const noexcept {
        const Pending& pending = desk_.pending_;
        switch (why) {
            case ouch50::cancel_reason::kUserRequested:
                return std::nullopt;
            case ouch50::cancel_reason::kSelfMatchPrevention:
                return ExecReason::SelfMatchPreventionNewest;
            case ouch50::cancel_reason::kSupervisory:
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

void IlinkDesk::on_replies(const Exchange& exchange, Time now, ExecReason why) noexcept {
    for (const Reply& reply : exchange.replies()) {
        ReplyReader reader(*this, address_of(reply.session, exchange, now), why,
                           exchange.amended());
        static_cast<void>(ouch50::decode_reply(reply.message, reader));
    }
    if (pending_.kind != Pending::Kind::None) {
        finish_pending(exchange, now);
    }
    if (day_ != exchange.day().number) {
        day_ = exchange.day().number;
        orders_.begin_day(exchange.venue().orders);
    }
}

/// OUCH ignores in silence what changes nothing, and what comes after the end of a session.
void IlinkDesk::finish_pending(const Exchange& exchange, Time now) noexcept {
    const bool is_enter = pending_.kind == Pending::Kind::Enter;
    ReplyReader reader(*this, address_of(pending_.session, exchange, now), {}, nullptr);
    reader.refuse_pending(
        is_enter ? IlinkReason{wire::fix::ord_rej_reason::kExchangeClosed, "the venue is closed"}
                 : IlinkReason{cxl::kTooLate, "the order is no longer open"});
}

}  // namespace hotpath::exchange
