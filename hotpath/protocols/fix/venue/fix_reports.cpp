#include "hotpath/protocols/fix/venue/fix_reports.hpp"

#include <algorithm>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/protocols/fix/tags.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/exec_number.hpp"

namespace hotpath::exchange {

namespace fix = protocols::fix;
namespace tag = protocols::fix::tag;
using fix::Dialect;
using fix::ExecKind;
using fix::MessageWriter;

namespace {

constexpr std::uint8_t kReportPriceDecimals = 4;
constexpr std::uint8_t kAverageDecimals = kReportPriceDecimals + 2;
constexpr std::string_view kNoOrder = "NONE";

void add_text(MessageWriter& writer, fix::TagText tag, std::string_view text) noexcept {
    if (!text.empty()) {
        writer.add(tag, text);
    }
}

void add_code(MessageWriter& writer, fix::TagText tag, char code) noexcept {
    if (code != 0) {
        writer.add_char(tag, code);
    }
}

/// A market order has no price, and one that is no stop no stop price.
void add_price(MessageWriter& writer, fix::TagText tag, Price price) noexcept {
    if (price != Price{} && price != kMarketPrice) {
        writer.add_decimal(tag, {price.value, kReportPriceDecimals});
    }
}

void add_order_id(MessageWriter& writer, OrderId id) noexcept {
    if (id == OrderId{}) {
        writer.add(tag::kOrderId, kNoOrder);
    } else {
        writer.add_uint(tag::kOrderId, id.value);
    }
}

void add_average(MessageWriter& writer, const FixOrder& order) noexcept {
    const std::uint64_t shares = (order.cum_qty - order.broken_qty).value;
    if (shares == 0) {
        return writer.add_uint(tag::kAvgPx, 0);
    }
    // The rest in hundredths: the value times a hundred could overflow.
    const std::uint64_t whole = order.value / shares;
    const std::uint64_t hundredths = (order.value % shares * 100 + shares / 2) / shares;
    writer.add_decimal(tag::kAvgPx,
                       {static_cast<std::int64_t>(whole * 100 + hundredths), kAverageDecimals});
}

[[nodiscard]] std::uint64_t exec_number_of(const FixOrder& order, MatchId match) noexcept {
    const Side side = order.side == fix::side::kBuy ? Side::Buy : Side::Sell;
    return protocols::nasdaq::dropcopy::exec_number(match, side);
}

void add_terms(MessageWriter& writer, const FixOrder& order) noexcept {
    if (order.symbol != Symbol{}) {
        writer.add(tag::kSymbol, order.symbol.view());
    } else {
        writer.add(tag::kSymbol, kNoOrder);
    }
    writer.add_char(tag::kSide, order.side);
    if (order.qty != Qty{}) {
        writer.add_uint(tag::kOrderQty, order.qty.value);
    }
    writer.add_char(tag::kOrdType, order.ord_type);
    add_price(writer, tag::kPrice, order.price);
    add_price(writer, tag::kStopPx, order.stop_price);
    writer.add_char(tag::kTimeInForce, order.time_in_force);
    add_code(writer, tag::kExecInst, order.exec_inst);
}

}  // namespace

char ord_status_of(const FixOrder& order, const Dialect& dialect) noexcept {
    const bool is_untouched = order.status == fix::ord_status::kNew;
    return is_untouched && order.has_replaced && dialect.has_replaced_status
               ? fix::ord_status::kReplaced
               : order.status;
}

MessageWriter FixReports::begin(const FixAddress& to, char msg_type) noexcept {
    MessageWriter writer(room_);
    writer.begin(to.dialect->begin_string, {&msg_type, 1});
    return writer;
}

void FixReports::finish(const FixAddress& to, const MessageWriter& writer) noexcept {
    HOTPATH_ASSERT(writer.refused().status == fix::WriteStatus::Ok,
                   "every field of a report must be writable");
    replies_.append(to.session, std::as_bytes(std::span(writer.body())));
}

/// An answer to a status request is no event: its ExecID is 0, as the standard says.
void FixReports::add_exec_id(MessageWriter& writer, const FixOrder& order,
                             const FixReportTerms& terms) const noexcept {
    if (terms.kind == ExecKind::Status) {
        return writer.add_uint(tag::kExecId, 0);
    }
    if (terms.kind == ExecKind::Trade) {
        return writer.add_uint(tag::kExecId, exec_number_of(order, terms.match));
    }
    std::array<char, fix::kIntLengthMax + 1> text;
    text[0] = 'R';
    const char* const end = fix::write_uint(text.data() + 1, reports_);
    writer.add(tag::kExecId, {text.data(), end});
}

void FixReports::count(const FixReportTerms& terms) noexcept {
    reports_ += terms.kind != ExecKind::Status && terms.kind != ExecKind::Trade ? 1U : 0U;
}

void FixReports::report(const FixAddress& to, const FixOrder& order,
                        const FixReportTerms& terms) noexcept {
    count(terms);
    finish(to, begin_report(to, order, terms));
}

void FixReports::copy(const FixAddress& to, const FixOrder& order,
                      const FixReportTerms& terms) noexcept {
    const FixAddress as_44{.session = to.session, .dialect = &fix::kDialect44, .time = to.time};
    MessageWriter writer = begin_report(as_44, order, terms);
    writer.add_boolean(tag::kCopyMsgIndicator, true);
    HOTPATH_ASSERT(writer.refused().status == fix::WriteStatus::Ok,
                   "every field of a drop copy must be writable");
    copies_.append(to.session, std::as_bytes(std::span(writer.body())));
}

void FixReports::copy_only(const FixAddress& to, const FixOrder& order,
                           const FixReportTerms& terms) noexcept {
    count(terms);
    copy(to, order, terms);
}

MessageWriter FixReports::begin_report(const FixAddress& to, const FixOrder& order,
                                       const FixReportTerms& terms) noexcept {
    const Dialect& dialect = *to.dialect;
    const char status = ord_status_of(order, dialect);
    const fix::ExecCodes codes = fix::to_codes(dialect, terms.kind, status);
    MessageWriter writer = begin(to, fix::app_type::kExecutionReport);
    add_order_id(writer, order.order_id);
    writer.add(tag::kClOrdId, terms.id.empty() ? order.id.view() : terms.id);
    add_text(writer, tag::kOrigClOrdId, terms.original);
    add_exec_id(writer, order, terms);
    const bool is_amendment =
        terms.kind == ExecKind::TradeCancel || terms.kind == ExecKind::TradeCorrect;
    if (is_amendment) {
        writer.add_uint(tag::kExecRefId, exec_number_of(order, terms.match));
    }
    add_code(writer, tag::kExecTransType, codes.trans_type);
    writer.add_char(tag::kExecType, codes.type);
    writer.add_char(tag::kOrdStatus, status);
    if (status == fix::ord_status::kRejected) {
        writer.add_uint(tag::kOrdRejReason, ord_rej_reason_in(dialect, terms.rejection.code));
    }
    add_terms(writer, order);
    if (terms.kind == ExecKind::Trade || is_amendment) {
        writer.add_uint(tag::kLastQty, terms.last_qty.value);
        writer.add_decimal(tag::kLastPx, {terms.last_price.value, kReportPriceDecimals});
        add_code(writer, tag::kLastLiquidityInd, dialect.has_liquidity ? terms.liquidity : '\0');
    }
    writer.add_uint(tag::kLeavesQty, order.leaves_qty.value);
    writer.add_uint(tag::kCumQty, (order.cum_qty - order.broken_qty).value);
    add_average(writer, order);
    writer.add_time(tag::kTransactTime, to.time, fix::TimePrecision::Milliseconds);
    add_code(writer, tag::kExecRestatementReason, terms.restatement);
    add_text(writer, tag::kText, terms.text.empty() ? terms.rejection.text : terms.text);
    return writer;
}

void FixReports::reject_cancel(const FixAddress& to, const FixCancelReject& reject) noexcept {
    const bool is_known = reject.order != nullptr;
    MessageWriter writer = begin(to, fix::app_type::kOrderCancelReject);
    add_order_id(writer, is_known ? reject.order->order_id : OrderId{});
    writer.add(tag::kClOrdId, reject.id);
    writer.add(tag::kOrigClOrdId, reject.original);
    writer.add_char(tag::kOrdStatus, is_known ? ord_status_of(*reject.order, *to.dialect)
                                              : fix::ord_status::kRejected);
    writer.add_char(tag::kCxlRejResponseTo, reject.response_to);
    writer.add_uint(tag::kCxlRejReason, cxl_rej_reason_in(*to.dialect, reject.code));
    writer.add_time(tag::kTransactTime, to.time, fix::TimePrecision::Milliseconds);
    add_text(writer, tag::kText, reject.text);
    finish(to, writer);
}

void FixReports::reject_message(const FixAddress& to, const FixBusinessReject& reject) noexcept {
    MessageWriter writer = begin(to, fix::app_type::kBusinessMessageReject);
    if (reject.number != 0) {
        writer.add_uint(tag::kRefSeqNum, reject.number);
    }
    writer.add(tag::kRefMsgType, reject.msg_type);
    add_text(writer, tag::kBusinessRejectRefId, reject.id);
    writer.add_uint(tag::kBusinessRejectReason, reject.code);
    add_text(writer, tag::kText, reject.text);
    finish(to, writer);
}

void FixReports::report_mass_cancel(const FixAddress& to,
                                    const FixMassCancelReport& report) noexcept {
    MessageWriter writer = begin(to, fix::app_type::kOrderMassCancelReport);
    add_text(writer, tag::kClOrdId, report.id);
    writer.add(tag::kOrderId, kNoOrder);
    writer.add_char(tag::kMassCancelRequestType, report.request);
    writer.add_char(tag::kMassCancelResponse, report.response);
    if (report.response == fix::mass_cancel::kRejected) {
        writer.add_uint(tag::kMassCancelRejectReason, fix::ord_rej_reason::kOther);
    } else {
        writer.add_uint(tag::kTotalAffectedOrders, report.orders);
    }
    writer.add_time(tag::kTransactTime, to.time, fix::TimePrecision::Milliseconds);
    add_text(writer, tag::kText, report.text);
    finish(to, writer);
}

}  // namespace hotpath::exchange
