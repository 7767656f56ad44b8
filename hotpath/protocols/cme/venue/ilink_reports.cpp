#include "hotpath/protocols/cme/venue/ilink_reports.hpp"

#include <charconv>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/exec_number.hpp"

namespace hotpath::exchange {

namespace ilink3 = protocols::cme::ilink3;
using ilink3::BooleanFlag;

namespace {

[[nodiscard]] std::int64_t mantissa_of(Price price) noexcept {
    return price == kMarketPrice ? 0 : price.value * kIlinkMantissaPerUnit;
}

[[nodiscard]] ilink3::Price to_wire(Price price) noexcept {
    ilink3::Price made;
    made.store_mantissa(mantissa_of(price));
    return made;
}

[[nodiscard]] ilink3::PriceOptional to_optional(Price price) noexcept {
    ilink3::PriceOptional made;
    if (price != Price{} && price != kMarketPrice) {
        made.store_mantissa(mantissa_of(price));
    }
    return made;
}

[[nodiscard]] std::optional<std::uint32_t> to_optional(Qty qty) noexcept {
    return qty == Qty{} ? std::nullopt : std::optional(qty.value);
}

/// Reports have no code of a stop without a limit.
[[nodiscard]] ilink3::OrderType reported_type(ilink3::OrderTypeReq type) noexcept {
    return type == ilink3::OrderTypeReq::StopWithProtection ? ilink3::OrderType::StopLimit
                                                            : static_cast<ilink3::OrderType>(type);
}

/// What every report has, with the labels of a request.
template <class Message>
void store_labels(Message& m, const IlinkAddress& to, const IlinkLabels& labels) noexcept {
    const auto time = static_cast<std::uint64_t>(to.time.value);
    m.store_sending_time_epoch(time);
    if constexpr (requires { m.store_transact_time(time); }) {
        m.store_transact_time(time);
    }
    if constexpr (requires { m.store_cl_ord_id({}); }) {
        m.store_cl_ord_id(labels.cl_ord_id.view());
    }
    if constexpr (requires { m.store_order_request_id(labels.request_id); }) {
        m.store_order_request_id(labels.request_id);
    }
    if constexpr (requires { m.store_manual_order_indicator(labels.manual); }) {
        m.store_manual_order_indicator(labels.manual);
    }
    m.store_sender_id(labels.sender_id.view());
    m.store_location(labels.location.view());
    m.store_party_details_list_req_id(labels.party_list);
}

/// What every execution report has of its order.
template <class Message>
void store_order(Message& m, const IlinkOrder& order) noexcept {
    const IlinkTerms& terms = order.terms;
    m.store_order_id(order.order_id.value);
    if constexpr (requires { m.store_price(to_optional(terms.price)); }) {
        m.store_price(to_optional(terms.price));
    } else {
        m.store_price(to_wire(terms.price));
    }
    m.store_stop_px(to_optional(terms.stop_price));
    m.store_security_id(terms.instrument.value);
    m.store_order_qty(terms.qty.value);
    if constexpr (requires { m.store_min_qty({}); }) {
        m.store_min_qty(to_optional(terms.min_qty));
        m.store_display_qty(to_optional(terms.display_qty));
    }
    if constexpr (requires { m.store_cum_qty(0); }) {
        m.store_cum_qty(order.cum_qty.value);
    }
    if constexpr (requires { m.store_leaves_qty(0); }) {
        m.store_leaves_qty(order.leaves_qty.value);
    }
    m.store_ord_type(reported_type(terms.ord_type));
    if (terms.is_passive) {
        m.store_execution_mode(ilink3::ExecutionMode::Passive);
    }
    m.store_side(terms.side == Side::Buy ? ilink3::Side::Buy : ilink3::Side::Sell);
    m.store_time_in_force(terms.time_in_force);
    if (terms.side == Side::Sell) {
        m.store_short_sale_type(terms.short_sale);
    }
}

}  // namespace

template <class Message, class Fill>
void IlinkReports::write(const IlinkAddress& to, Fill&& fill) noexcept {
    const protocols::cme::sbe::Encoded encoded = Message::encode(room_, fill);
    HOTPATH_ASSERT(encoded.status == protocols::cme::sbe::EncodeStatus::Ok,
                   "a report must fit kIlinkReportLengthMax bytes");
    outbox_.append(to.session, encoded.bytes);
}

std::string_view IlinkReports::exec_id_of(std::uint64_t number) noexcept {
    const auto end = std::to_chars(exec_id_.data(), exec_id_.data() + exec_id_.size(), number).ptr;
    return {exec_id_.data(), end};
}

std::string_view IlinkReports::next_exec_id() noexcept {
    exec_id_[0] = 'R';
    const auto end =
        std::to_chars(exec_id_.data() + 1, exec_id_.data() + exec_id_.size(), ++numbered_).ptr;
    return {exec_id_.data(), end};
}

void IlinkReports::accept(const IlinkAddress& to, const IlinkOrder& order) noexcept {
    write<ilink3::ExecutionReportNew>(to, [&](auto& m) {
        m.store_exec_id(next_exec_id());
        store_labels(m, to, order.labels);
        store_order(m, order);
    });
}

void IlinkReports::modify(const IlinkAddress& to, const IlinkOrder& order) noexcept {
    write<ilink3::ExecutionReportModify>(to, [&](auto& m) {
        m.store_exec_id(next_exec_id());
        store_labels(m, to, order.labels);
        store_order(m, order);
    });
}

void IlinkReports::execute(const IlinkAddress& to, const IlinkOrder& order,
                           const IlinkTrade& trade) noexcept {
    const std::uint64_t number =
        protocols::nasdaq::dropcopy::exec_number(trade.match, order.terms.side);
    write<ilink3::ExecutionReportTradeOutright>(to, [&](auto& m) {
        m.store_exec_id(exec_id_of(number));
        store_labels(m, to, order.labels);
        store_order(m, order);
        m.store_last_px(to_wire(trade.last_price));
        m.store_last_qty(trade.last_qty.value);
        m.store_sec_exec_id(trade.match.value);
        m.store_md_trade_entry_id(static_cast<std::uint32_t>(trade.match.value));
        m.store_side_trade_id(static_cast<std::uint32_t>(number));
        m.store_trade_date(to.date);
        m.store_aggressor_indicator(trade.is_aggressor ? BooleanFlag::True : BooleanFlag::False);
        m.store_ord_status(order.leaves_qty == Qty{} ? ilink3::OrderStatusTrade::Filled
                                                     : ilink3::OrderStatusTrade::PartiallyFilled);
    });
}

void IlinkReports::cancel(const IlinkAddress& to, const IlinkOrder& order,
                          const IlinkLabels& labels,
                          std::optional<ilink3::ExecReason> why) noexcept {
    write<ilink3::ExecutionReportCancel>(to, [&](auto& m) {
        m.store_exec_id(next_exec_id());
        store_labels(m, to, labels);
        store_order(m, order);
        if (why) {
            m.store_exec_restatement_reason(*why);
        }
    });
}

void IlinkReports::eliminate(const IlinkAddress& to, const IlinkOrder& order) noexcept {
    write<ilink3::ExecutionReportElimination>(to, [&](auto& m) {
        m.store_exec_id(next_exec_id());
        store_labels(m, to, order.labels);
        store_order(m, order);
    });
}

void IlinkReports::reject(const IlinkAddress& to, const IlinkOrder& order,
                          const IlinkReason& why) noexcept {
    write<ilink3::ExecutionReportReject>(to, [&](auto& m) {
        m.store_exec_id(next_exec_id());
        store_labels(m, to, order.labels);
        store_order(m, order);
        m.store_ord_rej_reason(why.code);
        m.store_text(why.text);
    });
}

/// SecExecID and SideTradeID are the execution's own: the same trade stands, or stands no more.
void IlinkReports::amend(const IlinkAddress& to, const AmendedTrade& amended,
                         const TradeParty& party) noexcept {
    const bool is_buy = party.side == OrderSide::Buy;
    const TradeAmendment& trade = amended.trade;
    const auto side_trade_id = static_cast<std::uint32_t>(
        protocols::nasdaq::dropcopy::exec_number(trade.match, is_buy ? Side::Buy : Side::Sell));
    const ilink3::TradeAddendum kind = amended.is_broken ? ilink3::TradeAddendum::TradeCancel
                                                         : ilink3::TradeAddendum::TradeCorrection;
    write<ilink3::ExecutionReportTradeAddendumOutright>(to, [&](auto& m) {
        m.store_exec_id(next_exec_id());
        store_labels(m, to, ilink_labels_of(party.labels));
        m.store_last_px(to_wire(amended.is_broken ? trade.price : trade.corrected));
        m.store_order_id(party.order_id.value);
        m.store_sec_exec_id(trade.match.value);
        m.store_orig_secondary_execution_id(trade.match.value);
        m.store_security_id(amended.instrument.value);
        m.store_last_qty(trade.qty.value);
        m.store_side_trade_id(side_trade_id);
        m.store_orig_side_trade_id(side_trade_id);
        m.store_trade_date(to.date);
        m.store_ord_status(kind);
        m.store_exec_type(kind);
        m.store_side(is_buy ? ilink3::Side::Buy : ilink3::Side::Sell);
    });
}

template <class Message>
void IlinkReports::write_cancel_reject(const IlinkAddress& to, const IlinkLabels& labels,
                                       OrderId order_id, const IlinkReason& why) noexcept {
    write<Message>(to, [&](auto& m) {
        m.store_exec_id(next_exec_id());
        store_labels(m, to, labels);
        m.store_order_id(order_id.value);
        m.store_cxl_rej_reason(why.code);
        m.store_text(why.text);
    });
}

void IlinkReports::reject_cancel(const IlinkAddress& to, const IlinkLabels& labels,
                                 OrderId order_id, const IlinkReason& why) noexcept {
    write_cancel_reject<ilink3::OrderCancelReject>(to, labels, order_id, why);
}
void IlinkReports::reject_modify(const IlinkAddress& to, const IlinkLabels& labels,
                                 OrderId order_id, const IlinkReason& why) noexcept {
    write_cancel_reject<ilink3::OrderCancelReplaceReject>(to, labels, order_id, why);
}

/// An answer is no event: its ExecID is 0.
void IlinkReports::status(const IlinkAddress& to, const IlinkStatusRequest& request,
                          const IlinkOrder* order) noexcept {
    write<ilink3::ExecutionReportStatus>(to, [&](auto& m) {
        if (order != nullptr) {
            store_labels(m, to, order->labels);
            store_order(m, *order);
            m.store_ord_status(order->cum_qty == Qty{} ? ilink3::OrderStatus::New
                                                       : ilink3::OrderStatus::PartiallyFilled);
        } else {
            store_labels(m, to, request.labels);
            m.store_order_id(request.order_id.value);
            m.store_ord_status(ilink3::OrderStatus::Undefined);
            m.store_text("no such order is open");
        }
        m.store_exec_id("0");
        if (request.is_mass) {
            m.store_mass_status_req_id(request.id);
        } else {
            m.store_ord_status_req_id(request.id);
        }
        m.store_last_rpt_requested(request.is_last ? ilink3::BooleanOptional::True
                                                   : ilink3::BooleanOptional::False);
    });
}

void IlinkReports::reject_message(const IlinkAddress& to,
                                  const IlinkBusinessReject& reject) noexcept {
    write<ilink3::BusinessReject>(to, [&](auto& m) {
        store_labels(m, to, reject.labels);
        m.store_business_reject_ref_id(reject.labels.request_id);
        m.store_ref_seq_num(reject.number);
        if (reject.tag != 0) {
            m.store_ref_tag_id(reject.tag);
        }
        m.store_business_reject_reason(reject.code);
        m.store_ref_msg_type(reject.msg_type);
        m.store_text(reject.text);
    });
}

void IlinkReports::report_mass_action(const IlinkAddress& to,
                                      const IlinkMassReport& report) noexcept {
    constexpr std::uint8_t kOther = 99;
    write<ilink3::OrderMassActionReport>(to, [&](auto& m) {
        store_labels(m, to, report.labels);
        m.store_mass_action_report_id(++numbered_);
        m.store_security_id(report.filter.security_id);
        m.store_security_group(report.filter.security_group.view());
        m.store_market_segment_id(report.filter.market_segment);
        m.store_side(report.filter.side);
        m.store_ord_type(report.filter.ord_type);
        m.store_time_in_force(report.filter.time_in_force);
        m.store_mass_action_response(report.is_accepted ? ilink3::MassActionResponse::Accepted
                                                        : ilink3::MassActionResponse::Rejected);
        m.store_mass_action_scope(report.filter.scope);
        m.store_total_affected_orders(report.orders);
        m.store_last_fragment(BooleanFlag::True);
        if (!report.is_accepted) {
            m.store_mass_action_reject_reason(kOther);
        }
    });
}

}  // namespace hotpath::exchange
