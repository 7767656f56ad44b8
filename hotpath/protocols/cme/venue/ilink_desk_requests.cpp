// A client's requests: what can be answered here is, the rest becomes a request to the venue.

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/request_terms.hpp"
#include "hotpath/protocols/cme/ilink3/connection.hpp"
#include "hotpath/protocols/cme/venue/ilink_desk.hpp"
#include "hotpath/protocols/fix/codes.hpp"

namespace hotpath::exchange {

namespace business = protocols::fix::business_reject_reason;
namespace cxl = protocols::fix::cxl_rej_reason;
namespace ilink3 = protocols::cme::ilink3;
namespace reject = protocols::fix::ord_rej_reason;

namespace {

constexpr std::uint16_t kOrderIdTag = 37;

/// MsgType of the FIX message that a template stands for.
[[nodiscard]] std::string_view msg_type_of(std::uint16_t template_id) noexcept {
    switch (template_id) {
        case ilink3::NewOrderSingle::kTemplateId:
            return "D";
        case ilink3::OrderCancelReplaceRequest::kTemplateId:
            return "G";
        case ilink3::OrderCancelRequest::kTemplateId:
            return "F";
        case ilink3::OrderStatusRequest::kTemplateId:
            return "H";
        case ilink3::OrderMassActionRequest::kTemplateId:
            return "CA";
        case ilink3::OrderMassStatusRequest::kTemplateId:
            return "AF";
        default:
            return {};
    }
}

[[nodiscard]] OrderSide order_side_of(const IlinkTerms& terms) noexcept {
    if (terms.side == Side::Buy) {
        return OrderSide::Buy;
    }
    switch (terms.short_sale) {
        case ilink3::ShortSaleType::ShortSale:
            return OrderSide::SellShort;
        case ilink3::ShortSaleType::ShortSaleExempt:
            return OrderSide::SellShortExempt;
        default:
            return OrderSide::Sell;
    }
}

[[nodiscard]] OrderLifetime lifetime_of(ilink3::TimeInForce time_in_force) noexcept {
    switch (time_in_force) {
        case ilink3::TimeInForce::GoodTillCancel:
            return OrderLifetime::GoodTillCanceled;
        case ilink3::TimeInForce::FillAndKill:
        case ilink3::TimeInForce::FillOrKill:
            return OrderLifetime::Immediate;
        default:
            return OrderLifetime::Day;
    }
}

/// A fill-or-kill order is Ioc with a minimum of all that may trade.
[[nodiscard]] RequestTerms request_terms_of(const IlinkOrder& order, ClOrdId number) noexcept {
    const IlinkTerms& terms = order.terms;
    const bool is_fok = terms.time_in_force == ilink3::TimeInForce::FillOrKill;
    return {.number = number,
            .qty = terms.qty,
            .price = terms.price,
            .stop_price = terms.stop_price,
            .min_qty = is_fok ? order.leaves_qty : terms.min_qty,
            .max_floor = terms.display_qty,
            .lifetime = lifetime_of(terms.time_in_force),
            .is_post_only = terms.is_passive,
            .id = order.labels.cl_ord_id.view()};
}

/// All but OrderQty is the same, and that is not more. The venue does not change a side.
[[nodiscard]] bool keeps_its_place(const IlinkTerms& before, const IlinkTerms& asked) noexcept {
    IlinkTerms same = asked;
    same.qty = before.qty;
    return asked.qty <= before.qty && same == before && asked.min_qty == Qty{} &&
           asked.display_qty == Qty{};
}

}  // namespace

/// One message while it is carried out.
class IlinkDesk::RequestReader {
  public:
    RequestReader(IlinkDesk& desk, const DeskInput& input, Exchange& exchange) noexcept
        : desk_(desk),
          input_(input),
          exchange_(exchange),
          to_(address_of(input.session, exchange, input.now)) {}

    void on(const ilink3::NewOrderSingle& m) noexcept {
        IlinkOrder order{.session = input_.session, .labels = ilink_labels_of(m)};
        const auto terms = ilink_terms_of(m);
        if (!terms) {
            order.terms = echo_of(m);
            return desk_.reports_.reject(to_, order, terms.error());
        }
        order.terms = *terms;
        const Symbol& symbol = exchange_.symbol(terms->instrument);
        if (symbol == Symbol{}) {
            return desk_.reports_.reject(to_, order,
                                         {reject::kUnknownSymbol, "unknown SecurityID"});
        }
        if (!take_best_price(exchange_, order.terms)) {
            return desk_.reports_.reject(
                to_, order, {reject::kOther, "OrdType K needs a price on the other side"});
        }
        order.leaves_qty = terms->qty;
        const ClOrdId number = next_user_ref_num(exchange_, input_.session);
        desk_.pending_ = {.kind = Pending::Kind::Enter,
                          .session = input_.session,
                          .user_ref_num = number,
                          .order = order};
        submit(enter_request(request_terms_of(order, number), order_side_of(*terms), symbol));
    }

    void on(const ilink3::OrderCancelReplaceRequest& m) noexcept {
        const IlinkLabels labels = ilink_labels_of(m);
        const auto id = m.load_order_id();
        if (!id) {
            return reject_without_id(labels);
        }
        const OrderId order_id{*id};
        const auto refuse = [&](const IlinkReason& why) {
            desk_.reports_.reject_modify(to_, labels, order_id, why);
        };
        IlinkOrder* const target = desk_.orders_.find(input_.session, order_id);
        if (target == nullptr) {
            return refuse({cxl::kUnknownOrder, "no such order is open"});
        }
        auto terms = ilink_terms_of(m);
        if (!terms || terms->qty == Qty{}) {
            return refuse(
                {cxl::kBrokerOption, terms ? "OrderQty must be above 0" : terms.error().text});
        }
        if (terms->instrument != target->terms.instrument || terms->side != target->terms.side) {
            return refuse({cxl::kBrokerOption, "SecurityID and Side must be the order's"});
        }
        if (terms->ord_type == ilink3::OrderTypeReq::MarketWithLeftoverAsLimit) {
            return refuse({cxl::kBrokerOption, "OrdType K is of new orders"});
        }
        terms->short_sale = target->terms.short_sale;
        if (input_.refusal != RejectReason::None) {
            return refuse({cxl::kBrokerOption, fix_reason_of(input_.refusal).text});
        }
        replace(*target, labels, *terms);
    }

    void on(const ilink3::OrderCancelRequest& m) noexcept {
        const IlinkLabels labels = ilink_labels_of(m);
        const auto id = m.load_order_id();
        if (!id) {
            return reject_without_id(labels);
        }
        const OrderId order_id{*id};
        IlinkOrder* const target = desk_.orders_.find(input_.session, order_id);
        if (target == nullptr) {
            return desk_.reports_.reject_cancel(to_, labels, order_id,
                                                {cxl::kUnknownOrder, "no such order is open"});
        }
        desk_.pending_ = {.kind = Pending::Kind::Cancel,
                          .session = input_.session,
                          .target = target,
                          .target_id = order_id,
                          .labels = labels};
        submit(reduce_request(target->user_ref_num));
    }

    void on(const ilink3::OrderStatusRequest& m) noexcept {
        const OrderId order_id{m.load_order_id()};
        desk_.reports_.status(
            to_,
            {.labels = ilink_labels_of(m), .order_id = order_id, .id = m.load_ord_status_req_id()},
            desk_.orders_.find(input_.session, order_id));
    }

    /// A report of each order of iLink 3, by OrderID; of none when there is none.
    void on(const ilink3::OrderMassStatusRequest& m) noexcept {
        const IlinkFilter filter = IlinkFilter::of(m);
        IlinkStatusRequest request{
            .labels = ilink_labels_of(m), .is_mass = true, .id = m.load_mass_status_req_id()};
        auto fault = filter.fault_in(m, exchange_);
        if (input_.refusal != RejectReason::None) {
            fault = {.code = business::kNotAvailable, .text = "no room for the answer"};
        }
        if (fault) {
            request.labels.request_id = request.id;
            return reject_message({.labels = request.labels,
                                   .code = fault->code,
                                   .tag = fault->tag,
                                   .text = fault->text});
        }
        const std::span<OrderId> meant =
            select(filter, [](const SessionOrder&, const IlinkOrder* known) {
                return known == nullptr ? OrderId{} : known->order_id;
            });
        std::ranges::sort(meant, {}, &OrderId::value);
        for (const OrderId& id : meant) {
            request.is_last = &id == &meant.back();
            desk_.reports_.status(to_, request, desk_.orders_.find(input_.session, id));
        }
        if (meant.empty()) {
            desk_.reports_.status(to_, request, nullptr);
        }
    }

    /// The session's orders of every protocol, as the venue cancels them.
    void on(const ilink3::OrderMassActionRequest& m) noexcept {
        const IlinkLabels labels = ilink_labels_of(m);
        const IlinkFilter filter = IlinkFilter::of(m);
        IlinkMassReport report{
            .labels = labels, .filter = filter, .is_accepted = filter.is_supported(m, exchange_)};
        std::span<OrderId> meant;
        if (report.is_accepted) {
            meant = select(filter, [&](const SessionOrder& order, const IlinkOrder* known) {
                report.orders += known == nullptr ? 0U : 1U;
                return order.id;
            });
        }
        desk_.reports_.report_mass_action(to_, report);
        if (report.is_accepted) {
            desk_.pending_ = {
                .kind = Pending::Kind::CancelMany, .session = input_.session, .labels = labels};
            exchange_.cancel(meant, input_.now);
        }
    }

    /// What only a venue sends, or only the session takes.
    template <class Message>
    void on(const Message&) noexcept {
        refuse(business::kUnsupportedMessageType, "the venue has no such message");
    }

    void refuse(std::uint16_t code, std::string_view text) noexcept {
        reject_message({.code = code, .text = text});
    }

  private:
    /// The ids that id_of(order, known) names, {0}: none, of the session's orders of every protocol
    /// that the filter has. Valid until the next call.
    template <class IdOf>
    [[nodiscard]] std::span<OrderId> select(const IlinkFilter& filter, IdOf&& id_of) noexcept {
        std::size_t meant = 0;
        exchange_.venue().orders.for_each([&](const SessionOrder& order) {
            if (order.session != input_.session) {
                return;
            }
            const IlinkOrder* const known = desk_.orders_.find(order.session, order.user_ref_num);
            if (filter.has(order, known, exchange_)) {
                desk_.meant_[meant] = id_of(order, known);
                meant += desk_.meant_[meant] == OrderId{} ? 0U : 1U;
            }
        });
        return desk_.meant_.items().first(meant);
    }

    /// What can be repeated of an order that was never taken.
    [[nodiscard]] static IlinkTerms echo_of(const ilink3::NewOrderSingle& m) noexcept {
        return {.instrument = to_instrument(m.load_security_id()),
                .side = m.load_side() == ilink3::Side::Buy ? Side::Buy : Side::Sell,
                .ord_type = m.load_ord_type(),
                .time_in_force = m.load_time_in_force(),
                .qty = {m.load_order_qty()}};
    }

    void replace(IlinkOrder& target, const IlinkLabels& labels, const IlinkTerms& terms) noexcept {
        IlinkOrder successor = target;
        successor.labels = labels;
        successor.terms = terms;
        if (!keeps_its_place(target.terms, terms)) {
            successor.leaves_qty = terms.qty - std::min(terms.qty, target.cum_qty);
            const ClOrdId number = next_user_ref_num(exchange_, input_.session);
            ask(Pending::Kind::Replace, target, successor, number);
            return submit(
                replace_request(request_terms_of(successor, number), target.user_ref_num));
        }
        if (terms.qty == target.terms.qty) {  // its labels change only
            target.labels = labels;
            return desk_.reports_.modify(to_, target);
        }
        ask(Pending::Kind::Reduce, target, successor, {});
        submit(reduce_request(target.user_ref_num, terms.qty));
    }

    void ask(Pending::Kind kind, IlinkOrder& target, const IlinkOrder& successor,
             ClOrdId number) noexcept {
        desk_.pending_ = {.kind = kind,
                          .session = input_.session,
                          .user_ref_num = number,
                          .order = successor,
                          .target = &target,
                          .target_id = target.order_id,
                          .labels = successor.labels};
    }

    void submit(const OrderRequest& request) noexcept {
        exchange_.apply(input_.session, request, input_.now, input_.refusal);
    }

    void reject_without_id(const IlinkLabels& labels) noexcept {
        reject_message({.labels = labels,
                        .code = business::kFieldMissing,
                        .tag = kOrderIdTag,
                        .text = "OrderID is missing"});
    }
    void reject_message(IlinkBusinessReject rejected) noexcept {
        ++desk_.counters_.business_rejects;
        if (const auto number = ilink_number_of(input_.message)) {
            rejected.number = *number;
            rejected.msg_type =
                msg_type_of(ilink3::MessageHeader::at(input_.message.data()).load_template_id());
        }
        desk_.reports_.reject_message(to_, rejected);
    }

    IlinkDesk& desk_;
    const DeskInput& input_;
    Exchange& exchange_;
    IlinkAddress to_;
};

/// A cancel that was refused at the port is carried out: only orders are refused there.
void IlinkDesk::on_message(const DeskInput& input, Exchange& exchange) noexcept {
    ++counters_.messages;
    RequestReader reader(*this, input, exchange);
    const protocols::DecodeStatus status =
        ilink3::visit_message(input.message, [&](const auto& m) { reader.on(m); });
    if (status == protocols::DecodeStatus::UnknownType) {
        reader.refuse(business::kUnsupportedMessageType, "the venue has no such message");
    } else if (status != protocols::DecodeStatus::Ok) {
        ++counters_.malformed;
        reader.refuse(business::kOther, "the message cannot be read");
    }
}

}  // namespace hotpath::exchange
