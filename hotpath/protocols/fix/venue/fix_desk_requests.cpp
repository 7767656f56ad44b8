// A client's requests: what can be answered here is, the rest becomes a request to the venue.

#include <algorithm>
#include <array>
#include <span>

#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/request_terms.hpp"
#include "hotpath/protocols/fix/digits.hpp"
#include "hotpath/protocols/fix/values.hpp"
#include "hotpath/protocols/fix/venue/fix_desk.hpp"
#include "hotpath/protocols/fix/venue/order_codes.hpp"

namespace hotpath::exchange {

namespace app_type = protocols::fix::app_type;
namespace business = protocols::fix::business_reject_reason;
namespace cxl = protocols::fix::cxl_rej_reason;
namespace fix = protocols::fix;
namespace ord_status = protocols::fix::ord_status;
namespace response = protocols::fix::cxl_rej_response_to;
namespace tag = protocols::fix::tag;

namespace {

/// A fill-or-kill order is Ioc with a minimum of all that may trade.
[[nodiscard]] RequestTerms request_terms_of(const FixOrder& order, const FixTerms& terms) noexcept {
    const bool is_fok = order.time_in_force == fix::time_in_force::kFok;
    return {.number = order.user_ref_num,
            .qty = order.qty,
            .price = order.price,
            .stop_price = order.stop_price,
            .min_qty = is_fok ? order.leaves_qty : terms.min_qty,
            .max_floor = terms.max_floor,
            .lifetime = to_lifetime(order.time_in_force),
            .is_post_only = order.exec_inst == fix::exec_inst::kParticipateDontInitiate,
            .id = order.id.view()};
}

void take_terms(FixOrder& order, const FixTerms& terms) noexcept {
    order.ord_type = terms.ord_type;
    order.time_in_force = terms.time_in_force;
    order.exec_inst = terms.exec_inst;
    order.price = terms.price;
    order.stop_price = terms.stop_price;
    order.qty = terms.qty;
}

/// For a report about an order that was never taken: what can be repeated of it.
void echo(FixOrder& order, const FixRequest& request) noexcept {
    order.symbol = Symbol::from(request.symbol).value_or(Symbol{});
    const char side = request.side.size() == 1 ? request.side.front() : '\0';
    order.side = fix::to_side(side) ? side : order.side;
}

[[nodiscard]] bool keeps_its_place(const FixOrder& target, const FixTerms& terms) noexcept {
    return terms.qty <= target.qty && terms.price == target.price &&
           terms.stop_price == target.stop_price && terms.ord_type == target.ord_type &&
           terms.time_in_force == target.time_in_force && terms.exec_inst == target.exec_inst &&
           terms.min_qty == Qty{} && terms.max_floor == Qty{};
}

}  // namespace

void FixDesk::dispatch(Current& current, Exchange& exchange) noexcept {
    if (current.input.refusal == kOfDropCopy) {
        return reject_message(current, business::kNotAuthorized,
                              "a drop copy session takes no requests");
    }
    const std::string_view type = current.request.msg_type;
    switch (type.size() == 1 ? type.front() : '\0') {
        case app_type::kNewOrderSingle:
            return enter(current, exchange);
        case app_type::kOrderCancelReplaceRequest:
            return replace(current, exchange);
        case app_type::kOrderCancelRequest:
            return cancel(current, exchange);
        case app_type::kOrderStatusRequest:
            return report_status(current);
        case app_type::kOrderMassCancelRequest:
            if (current.from.dialect->has_mass_cancel) {
                return cancel_many(current, exchange);
            }
            break;
        default:
            break;
    }
    reject_message(current, business::kUnsupportedMessageType, "the venue has no such message");
}

/// False: the message has been answered. A duplicate that says it may be one is asked about, not
/// refused: the client lost the answer.
bool FixDesk::take_id(Current& current) noexcept {
    const std::string_view text = current.request.id;
    const auto id = IdText::from(text);
    if (!id) {
        if (text.empty()) {
            reject_missing(current, tag::kClOrdId);
        } else {
            reject_message(current, business::kOther, "ClOrdID must have at most 36 characters");
        }
        return false;
    }
    current.id = *id;
    if (FixOrder* const known = orders_.find(current.input.session, text)) {
        ++counters_.duplicates;
        answer_duplicate(current, *known);
        return false;
    }
    return true;
}

void FixDesk::answer_duplicate(const Current& current, FixOrder& known) noexcept {
    if (current.request.is_perhaps_known() && known.is_order) {
        return reports_.report(current.from, known, {.kind = fix::ExecKind::Status});
    }
    constexpr std::string_view kText = "ClOrdID has been used before";
    const char type = current.request.msg_type.front();
    if (type == app_type::kNewOrderSingle) {
        FixOrder refused{.id = current.id, .session = current.input.session};
        return reject_order(current, refused, {fix::ord_rej_reason::kDuplicateOrder, kText});
    }
    if (type == app_type::kOrderMassCancelRequest) {
        return reports_.report_mass_cancel(current.from, {.id = current.id.view(),
                                                          .request = fix::mass_cancel::kAll,
                                                          .response = fix::mass_cancel::kRejected,
                                                          .text = kText});
    }
    if (current.request.original.empty()) {
        return reject_missing(current, tag::kOrigClOrdId);
    }
    if (current.request.original.size() > IdText::kLengthMax) {
        return reject_message(current, business::kUnknownId, "unknown OrigClOrdID");
    }
    const bool is_cancel = type == app_type::kOrderCancelRequest;
    reject_cancel(current, orders_.find(current.input.session, current.request.original),
                  is_cancel ? response::kCancel : response::kReplace,
                  {cxl::kDuplicateClOrdId, kText});
}

void FixDesk::enter(const Current& asked, Exchange& exchange) noexcept {
    Current current = asked;
    if (!take_id(current)) {
        return;
    }
    if (const fix::Tag missing = missing_field(current.request); missing != fix::kNoTag) {
        return reject_missing(current, missing);
    }
    if (orders_.is_full()) {
        FixOrder refused{.id = current.id, .session = current.input.session};
        return reject_order(current, refused,
                            {fix::ord_rej_reason::kOther, "no more ClOrdIDs are taken today"});
    }
    FixOrder& order = orders_.add(current.input.session, current.id);
    order.is_order = true;
    echo(order, current.request);
    const auto terms = fix_terms_of(current.request);
    if (!terms) {
        return reject_order(current, order, terms.error());
    }
    take_terms(order, *terms);
    order.leaves_qty = order.qty;
    orders_.name(order, next_user_ref_num(exchange, order.session));
    submit(current,
           enter_request(request_terms_of(order, *terms), to_order_side(order.side), order.symbol),
           exchange);
}

void FixDesk::replace(const Current& asked, Exchange& exchange) noexcept {
    Current current = asked;
    if (!take_id(current)) {
        return;
    }
    FixOrder* const target = target_of(current, response::kReplace);
    if (target == nullptr) {
        return;
    }
    if (const fix::Tag missing = missing_field(current.request); missing != fix::kNoTag) {
        return reject_missing(current, missing);
    }
    const auto terms = fix_terms_of(current.request);
    if (!terms || terms->qty == Qty{}) {
        return reject_cancel(
            current, target, response::kReplace,
            {cxl::kBrokerOption, terms ? "OrderQty must be above 0" : terms.error().text});
    }
    if (current.input.refusal != RejectReason::None || orders_.is_full()) {
        const std::string_view why = current.input.refusal != RejectReason::None
                                         ? fix_reason_of(current.input.refusal).text
                                         : "no more ClOrdIDs are taken today";
        return reject_cancel(current, target, response::kReplace, {cxl::kBrokerOption, why});
    }
    FixOrder& successor = orders_.add(current.input.session, current.id);
    const IdText id = successor.id;
    successor = *target;
    successor.id = id;
    successor.is_order = false;  // until the venue has replaced the target
    successor.user_ref_num = {};
    take_terms(successor, *terms);
    // Nothing is left for any other term to be about (FIX 4.2, appendix D, matrices 11 and 12).
    const bool is_done = terms->qty <= target->cum_qty;
    if (is_done || keeps_its_place(*target, *terms)) {
        return reduce(current, *target, successor, exchange);
    }
    successor.leaves_qty = successor.qty - target->cum_qty;
    orders_.name(successor, next_user_ref_num(exchange, successor.session));
    pending_ = {.kind = Pending::Kind::Replace,
                .target = target,
                .successor = &successor,
                .id = current.id};
    submit(current, replace_request(request_terms_of(successor, *terms), target->user_ref_num),
           exchange);
}

/// The order stays where it is in its queue. The same quantity again changes its name only.
void FixDesk::reduce(const Current& current, FixOrder& target, FixOrder& successor,
                     Exchange& exchange) noexcept {
    if (successor.qty == target.qty) {
        hand_over(target, successor);
        return report(current.from, successor,
                      {.kind = fix::ExecKind::Replaced, .original = target.id.view()});
    }
    pending_ = {.kind = Pending::Kind::Reduce,
                .target = &target,
                .successor = &successor,
                .id = current.id};
    submit(current, reduce_request(target.user_ref_num, successor.qty), exchange);
}

/// A cancel is carried out also when no more ids are kept.
void FixDesk::cancel(const Current& asked, Exchange& exchange) noexcept {
    Current current = asked;
    if (!take_id(current)) {
        return;
    }
    FixOrder* const target = target_of(current, response::kCancel);
    if (target == nullptr) {
        return;
    }
    if (!orders_.is_full()) {
        orders_.add(current.input.session, current.id);
    }
    pending_ = {.kind = Pending::Kind::Cancel, .target = target, .id = current.id};
    submit(current, reduce_request(target->user_ref_num), exchange);
}

void FixDesk::cancel_many(const Current& asked, Exchange& exchange) noexcept {
    Current current = asked;
    if (!take_id(current)) {
        return;
    }
    const std::string_view type = current.request.mass_cancel_type;
    const char scope = type.size() == 1 ? type.front() : '\0';
    const auto symbol = Symbol::from(current.request.symbol);
    const InstrumentId instrument =
        symbol ? exchange.venue().instruments.find(*symbol) : InstrumentId{};
    const bool is_of_security = scope == fix::mass_cancel::kOfSecurity;
    FixMassCancelReport report{.id = current.id.view(),
                               .request = scope == 0 ? fix::mass_cancel::kAll : scope,
                               .response = scope};
    if (!is_of_security && scope != fix::mass_cancel::kAll) {
        report.response = fix::mass_cancel::kRejected;
        report.text = "MassCancelRequestType must be 1 or 7";
    } else if (is_of_security && instrument == InstrumentId{}) {
        report.response = fix::mass_cancel::kRejected;
        report.text = "unknown symbol";
    }
    if (report.response == fix::mass_cancel::kRejected) {
        return reports_.report_mass_cancel(current.from, report);
    }
    if (!orders_.is_full()) {
        orders_.add(current.input.session, current.id);
    }
    orders_.for_each_open(current.input.session, [&](const FixOrder& order) {
        report.orders += !is_of_security || order.symbol == *symbol ? 1U : 0U;
    });
    reports_.report_mass_cancel(current.from, report);
    exchange.cancel_all(current.input.session, Canceling::Everything, current.input.now,
                        is_of_security ? instrument : InstrumentId{});
}

void FixDesk::report_status(const Current& current) noexcept {
    const std::string_view text = current.request.id;
    const auto id = IdText::from(text);
    if (!id) {
        return text.empty() ? reject_missing(current, tag::kClOrdId)
                            : reject_message(current, business::kUnknownId, "unknown ClOrdID");
    }
    const FixOrder* const known = orders_.find(current.input.session, text);
    if (known != nullptr && known->is_order) {
        return reports_.report(current.from, *known, {.kind = fix::ExecKind::Status});
    }
    FixOrder unknown{.id = *id, .session = current.input.session, .status = ord_status::kRejected};
    echo(unknown, current.request);
    reports_.report(current.from, unknown,
                    {.kind = fix::ExecKind::Status,
                     .rejection = {fix::ord_rej_reason::kUnknownOrder, "unknown ClOrdID"}});
}

FixOrder* FixDesk::target_of(const Current& current, char response_to) noexcept {
    const FixRequest& request = current.request;
    if (request.original.empty()) {
        reject_missing(current, tag::kOrigClOrdId);
        return nullptr;
    }
    if (request.original.size() > IdText::kLengthMax) {
        reject_message(current, business::kUnknownId, "unknown OrigClOrdID");
        return nullptr;
    }
    FixOrder* const target = orders_.find(current.input.session, request.original);
    FixReason reason{.code = cxl::kUnknownOrder};
    if (target == nullptr || !target->is_order) {
        reason.text = "unknown OrigClOrdID";
        reject_cancel(current, nullptr, response_to, reason);
        return nullptr;
    }
    const char side = request.side.size() == 1 ? request.side.front() : '\0';
    if (!target->is_open()) {
        reason = {cxl::kTooLate, target->is_replaced ? "the order has been replaced"
                                                     : "the order is no longer open"};
    } else if (!request.symbol.empty() && request.symbol != target->symbol.view()) {
        reason = {cxl::kBrokerOption, "Symbol is not the order's"};
    } else if (!request.side.empty() && fix::to_side(side) != fix::to_side(target->side)) {
        reason = {cxl::kBrokerOption, "Side is not the order's"};
    } else {
        return target;
    }
    reject_cancel(current, target, response_to, reason);
    return nullptr;
}

void FixDesk::submit(const Current& current, const OrderRequest& request,
                     Exchange& exchange) noexcept {
    exchange.apply(current.input.session, request, current.input.now, current.input.refusal);
}

void FixDesk::reject_order(const Current& current, FixOrder& order,
                           const FixReason& reason) noexcept {
    echo(order, current.request);
    order.is_order = true;
    order.status = ord_status::kRejected;
    order.leaves_qty = {};
    reports_.report(current.from, order, {.kind = fix::ExecKind::Rejected, .rejection = reason});
}

void FixDesk::reject_cancel(const Current& current, const FixOrder* order, char response_to,
                            const FixReason& reason) noexcept {
    reports_.reject_cancel(current.from, {.id = current.id.view(),
                                          .original = current.request.original,
                                          .order = order,
                                          .response_to = response_to,
                                          .code = reason.code,
                                          .text = reason.text});
}

void FixDesk::reject_message(const Current& current, std::uint16_t code,
                             std::string_view text) noexcept {
    ++counters_.business_rejects;
    const std::string_view id = current.request.id;
    reports_.reject_message(current.from,
                            {.msg_type = current.request.msg_type,
                             .id = id.size() <= IdText::kLengthMax ? id : std::string_view{},
                             .number = fix::to_uint(current.request.number).value_or(0),
                             .code = code,
                             .text = text});
}

void FixDesk::reject_missing(const Current& current, fix::Tag tag) noexcept {
    constexpr std::string_view kText = "a required field is missing: ";
    std::array<char, kText.size() + fix::kIntLengthMax> text;
    std::ranges::copy(kText, text.begin());
    const char* const end = fix::write_uint(text.data() + kText.size(), tag);
    reject_message(current, business::kFieldMissing, {text.data(), end});
}

}  // namespace hotpath::exchange
