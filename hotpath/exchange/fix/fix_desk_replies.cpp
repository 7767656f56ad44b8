// The venue's replies about FIX orders, as reports to their sessions.

#include "hotpath/exchange/fix/fix_desk.hpp"
#include "hotpath/exchange/fix/ouch_codes.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/exchange/orders/request_terms.hpp"
#include "hotpath/wire/fix/digits.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/decode.hpp"

namespace hotpath::exchange {

namespace cxl = wire::fix::cxl_rej_reason;
namespace fix = wire::fix;
namespace ord_status = wire::fix::ord_status;
namespace ouch50 = wire::ouch50;
using fix::ExecKind;

namespace {

[[nodiscard]] char liquidity_of(char flag) noexcept {
    namespace liquidity_flag = ouch50::liquidity_flag;
    switch (flag) {
        case liquidity_flag::kAdded:
        case liquidity_flag::kNonDisplayedAdded:
            return fix::liquidity::kAdded;
        case liquidity_flag::kRemoved:
            return fix::liquidity::kRemoved;
        default:
            return 0;
    }
}

/// Its ClOrdID is its UserRefNum: the client's text may be any characters, or none.
[[nodiscard]] IdText id_of(ClOrdId user_ref_num) noexcept {
    IdText id;
    char* const begin = id.characters.data();
    id.length = static_cast<std::uint8_t>(fix::write_uint(begin, user_ref_num.value) - begin);
    return id;
}

/// What OUCH says of an order that is open from now on, in FIX's words.
template <class Message>
void take_ouch_terms(FixOrder& order, const Message& m) noexcept {
    order.is_by_ouch = true;
    order.is_order = true;
    order.user_ref_num = {m.load_user_ref_num()};
    order.id = id_of(order.user_ref_num);
    order.order_id = {m.load_order_reference_number()};
    order.symbol = m.load_symbol();
    order.side = to_fix_side(m.load_side());
    order.price = ouch50::to_price(m.load_price());
    order.ord_type = order.price == kMarketPrice ? fix::ord_type::kMarket : fix::ord_type::kLimit;
    order.time_in_force = to_fix_time_in_force(m.load_time_in_force());
    order.leaves_qty = {m.load_quantity()};
    order.qty = order.cum_qty + order.leaves_qty;
}

}  // namespace

/// The listener of one OUCH reply.
class FixDesk::ReplyReader : public ouch50::NullReplyListener {
  public:
    /// `amended` is nullptr in an input that amends no trade.
    ReplyReader(FixDesk& desk, const FixAddress& to, const AmendedTrade* amended) noexcept
        : desk_(desk), to_(to), amended_(amended) {}

    void on_order_accepted(const ouch50::OrderAccepted& m, ouch50::Appendage) noexcept {
        FixOrder* order = find(m.load_user_ref_num());
        if (order == nullptr && desk_.copied_) {
            FixOrder by_ouch{.session = to_.session};
            take_ouch_terms(by_ouch, m);
            order = &desk_.copied_->add(by_ouch);
        }
        if (order != nullptr) {
            order->order_id = {m.load_order_reference_number()};
            report(*order, {.kind = ExecKind::New});
        }
    }

    void on_order_replaced(const ouch50::OrderReplaced& m, ouch50::Appendage) noexcept {
        FixOrder* const order = find(m.load_user_ref_num());
        FixOrder* const original = find(m.load_orig_user_ref_num());
        if (order == nullptr && original != nullptr && desk_.copied_) {
            return replace_by_ouch(*original, m);
        }
        if (order == nullptr || original == nullptr) {
            return;
        }
        original->is_replaced = true;
        order->is_order = true;
        order->has_replaced = true;
        order->order_id = {m.load_order_reference_number()};
        order->leaves_qty = {m.load_quantity()};
        answer();
        report(*order, {.kind = ExecKind::Replaced, .original = original->id.view()});
    }

    void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) noexcept {
        FixOrder* const order = find(m.load_user_ref_num());
        if (order == nullptr) {
            return;
        }
        const Qty qty{m.load_quantity()};
        const Price price = ouch50::to_price(m.load_price());
        order->cum_qty += qty;
        order->leaves_qty -= qty;
        order->value += static_cast<std::uint64_t>(price.value) * qty.value;
        order->status =
            order->leaves_qty == Qty{} ? ord_status::kFilled : ord_status::kPartiallyFilled;
        report(*order, {.kind = ExecKind::Trade,
                        .last_qty = qty,
                        .last_price = price,
                        .match = {m.load_match_number()},
                        .liquidity = liquidity_of(m.load_liquidity_flag())});
        forget_closed(*order);
    }

    /// By OUCH, perhaps of an order by FIX of the same user.
    void on_order_modified(const ouch50::OrderModified& m) noexcept {
        FixOrder* const order = find(m.load_user_ref_num());
        if (order == nullptr) {
            return;
        }
        order->side = to_fix_side(m.load_side());
        order->leaves_qty = {m.load_quantity()};
        order->qty = order->cum_qty + order->leaves_qty;
        report(*order,
               {.kind = ExecKind::Restated, .restatement = fix::restatement::kPartialDecline});
    }

    void on_order_canceled(const ouch50::OrderCanceled& m) noexcept {
        if (FixOrder* const order = find(m.load_user_ref_num())) {
            take_off(*order, {m.load_quantity()}, m.load_reason());
        }
    }
    void on_aiq_canceled(const ouch50::AiqCanceled& m) noexcept {
        if (FixOrder* const order = find(m.load_user_ref_num())) {
            take_off(*order, {m.load_decrement_shares()}, m.load_reason());
        }
    }

    void on_order_rejected(const ouch50::OrderRejected& m) noexcept {
        FixOrder* const order = find(m.load_user_ref_num());
        if (order == nullptr) {
            return;
        }
        const FixReason reason = fix_reason_of(m.load_reason());
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

    void on_cancel_reject(const ouch50::CancelReject& m) noexcept {
        const FixOrder* const order = find(m.load_user_ref_num());
        if (order != nullptr && desk_.pending_.target == order) {
            refuse_pending({cxl::kBrokerOption, "the order cannot be canceled now"});
        }
    }

    void on_broken_trade(const ouch50::BrokenTrade& m) noexcept {
        amend(ExecKind::TradeCancel, m.load_user_ref_num());
    }
    void on_trade_correction(const ouch50::TradeCorrection& m) noexcept {
        amend(ExecKind::TradeCorrect, m.load_user_ref_num());
    }

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
    [[nodiscard]] FixOrder* find(std::uint32_t user_ref_num) noexcept {
        FixOrder* const order = desk_.orders_.find(to_.session, ClOrdId{user_ref_num});
        return order == nullptr && desk_.copied_
                   ? desk_.copied_->find(to_.session, ClOrdId{user_ref_num})
                   : order;
    }
    void report(const FixOrder& order, const FixReportTerms& terms) noexcept {
        desk_.report(to_, order, terms);
    }
    /// The replacement of any order by OUCH is an order by OUCH.
    void replace_by_ouch(FixOrder& original, const ouch50::OrderReplaced& m) noexcept {
        FixOrder successor = original;
        successor.has_replaced = true;
        take_ouch_terms(successor, m);
        const IdText id = original.id;
        if (original.is_by_ouch) {
            desk_.copied_->remove(original);
        }
        report(desk_.copied_->add(successor), {.kind = ExecKind::Replaced, .original = id.view()});
    }
    /// The desk keeps orders by FIX for the day, those by OUCH as long as they are open.
    void forget_closed(FixOrder& order) noexcept {
        if (order.is_by_ouch && order.leaves_qty == Qty{}) {
            desk_.copied_->remove(order);
        }
    }
    void answer() noexcept { desk_.pending_ = {}; }

    /// Reports the order as it executed; its latest replacement has the new sums, too.
    void amend(ExecKind kind, std::uint32_t user_ref_num) noexcept {
        const TradeParty* const party =
            amended_ == nullptr ? nullptr : amended_->trade.find(to_.session, {user_ref_num});
        if (party == nullptr) {
            return;
        }
        FixOrder* const order = find(user_ref_num);
        FixOrder* const current = find(party->current.value);
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
                                   .liquidity = liquidity_of(party->liquidity_flag)};
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
    /// An order by OUCH or iLink 3 that is open no more: what is known of it.
    [[nodiscard]] FixOrder closed_order_of(const TradeParty& party) const noexcept {
        const bool is_broken = amended_->is_broken;
        FixOrder order{.session = party.session};
        order.is_by_ouch = true;
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
                                    char reason) const noexcept {
        return desk_.pending_.kind == kind && desk_.pending_.target == &order &&
               reason == ouch50::cancel_reason::kUserRequested;
    }

    /// For the client, or for a reason of the venue's.
    void take_off(FixOrder& order, Qty qty, char reason) noexcept {
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
        const bool is_over = reason == ouch50::cancel_reason::kTimeout;
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

void FixDesk::on_replies(const Exchange& exchange, Time now) noexcept {
    for (const Reply& reply : exchange.replies()) {
        ReplyReader reader(*this, address_of(reply.session, exchange, now), exchange.amended());
        static_cast<void>(wire::ouch50::decode_reply(reply.message, reader));
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
    if (order.is_by_ouch) {
        return reports_.copy_only(to, order, terms);
    }
    reports_.report(to, order, terms);
    if (copied_ && terms.kind != ExecKind::Rejected) {
        reports_.copy(to, order, terms);
    }
}

/// OUCH ignores in silence what changes nothing; FIX does not.
void FixDesk::finish_pending(const Exchange& exchange, Time now) noexcept {
    if (pending_.kind != Pending::Kind::None) {
        ReplyReader reader(*this, address_of(pending_.target->session, exchange, now), nullptr);
        reader.refuse_pending({cxl::kTooLate, "the order is no longer open"});
    }
}

}  // namespace hotpath::exchange
