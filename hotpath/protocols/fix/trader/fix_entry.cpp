#include "hotpath/protocols/fix/trader/fix_entry.hpp"

#include <algorithm>

#include "hotpath/protocols/fix/body_text.hpp"
#include "hotpath/protocols/fix/checksum.hpp"
#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/dictionary_tables.hpp"
#include "hotpath/protocols/fix/digits.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/trader/report_fields.hpp"
#include "hotpath/protocols/fix/trader/report_translator.hpp"
#include "hotpath/protocols/fix/trader/request_id.hpp"

namespace hotpath::protocols::fix {

namespace {

constexpr std::size_t kReportFieldsMax = 256;

/// Fields of a report about one order. `order_status` of FIX 4.2 is the ExecType of an execution.
struct ReportCodes {
    ExecKind kind = ExecKind::New;
    char order_status = ord_status::kNew;
};

[[nodiscard]] ReportCodes codes_of(const VenueAnswer& answer) noexcept {
    switch (answer.kind) {
        case VenueAnswer::Kind::Accepted:
            break;
        case VenueAnswer::Kind::Replaced:
            return {ExecKind::Replaced, ord_status::kNew};
        case VenueAnswer::Kind::Reduced:
            return {ExecKind::Restated, ord_status::kNew};
        case VenueAnswer::Kind::Canceled:
            return {ExecKind::Canceled, ord_status::kCanceled};
        case VenueAnswer::Kind::Executed:
            return {ExecKind::Trade, answer.leaves_qty == Qty{} ? ord_status::kFilled
                                                                : ord_status::kPartiallyFilled};
    }
    return {};
}

}  // namespace

FixExecutions::FixExecutions(const FixAccount& account)
    : dialect_(dialect_of(account.begin_string)),
      fields_(data_fields_of(kFix44), {.fields_max = kReportFieldsMax}) {}

std::optional<OwnExecution> FixExecutions::find(std::uint64_t, Bytes reply) noexcept {
    if (fields_.split(reply) != SplitStatus::Ok) {
        return std::nullopt;
    }
    const ReportFields m = ReportFields::of(fields_);
    if (m.msg_type().size() != 1 || m.msg_type().front() != app_type::kExecutionReport) {
        return std::nullopt;
    }
    const ClOrdId order = to_request_id(m.cl_ord_id()).order;
    switch (to_kind(*dialect_, {to_code(m.exec_trans_type()), to_code(m.exec_type())})) {
        case ExecKind::Trade:
            return OwnExecution{order, number_of(m.exec_id())};
        case ExecKind::TradeCancel:
            return OwnExecution{order, number_of(m.exec_ref_id())};
        default:
            return std::nullopt;
    }
}

Bytes LogonRedaction::add(Bytes piece) noexcept {
    constexpr std::size_t kCheckSumLength = MessageWriter::kCheckSumLength;
    constexpr std::size_t kTagLength = 3;  // 10=
    constexpr std::string_view kCheckSum =
        "\x01"
        "10=";
    const std::size_t taken = std::min(piece.size(), logon_.size() - length_);
    std::ranges::copy(piece.first(taken), logon_.begin() + static_cast<std::ptrdiff_t>(length_));
    length_ += taken;
    is_done_ = length_ == logon_.size();  // a longer one is not kept
    char* const text = reinterpret_cast<char*>(logon_.data());
    const std::string_view all(text, length_);
    if (taken == 0 || length_ < kCheckSumLength + 1 || all.back() != kSoh ||
        !all.substr(length_ - kCheckSumLength - 1).starts_with(kCheckSum)) {
        return {};
    }
    is_done_ = true;
    const std::string_view password = first_value(all, "554=");
    if (!password.empty()) {
        std::fill_n(text + (password.data() - text), password.size(), '*');
    }
    write_check_sum(text + length_ - kCheckSumLength + kTagLength,
                    checksum(Bytes(logon_).first(length_ - kCheckSumLength)));
    return Bytes(logon_).first(length_);
}

Expected<void> FixEntry::validate(const FixAccount& account) {
    if (dialect_of(account.begin_string) == nullptr) {
        return fail("trader: the version of FIX must be FIX.4.2 or FIX.4.4, got " +
                    account.begin_string);
    }
    return {};
}

FixCodec::Options FixEntry::codec_options(const FixAccount& account) {
    return {.dialect = dialect_of(account.begin_string)};
}

Bytes FixEntry::encode(const FixCodec::Options& options, const VenueAnswer& answer,
                       MutableBytes room) noexcept {
    const oms::Order& order = answer.order;
    const ReportCodes of = codes_of(answer);
    const ExecCodes codes = to_codes(*options.dialect, of.kind, of.order_status);
    const Decimal price{order.price.value, options.price_decimals};
    MessageWriter writer(room);
    writer.begin(options.dialect->begin_string, {&app_type::kExecutionReport, 1});
    writer.add_uint(tag::kOrderId, answer.venue_id.value);
    writer.add_uint(tag::kClOrdId, order.id.value);
    if (answer.kind == VenueAnswer::Kind::Replaced) {
        writer.add_uint(tag::kOrigClOrdId, order.predecessor.value);
    }
    writer.add_uint(tag::kExecId, answer.venue_id.value);
    if (codes.trans_type != 0) {
        writer.add_char(tag::kExecTransType, codes.trans_type);
    }
    writer.add_char(tag::kExecType, codes.type);
    writer.add_char(tag::kOrdStatus, of.order_status);
    writer.add(tag::kSymbol, answer.symbol.view());
    writer.add_char(tag::kSide, order.side == Side::Buy ? side::kBuy : side::kSell);
    writer.add_uint(tag::kOrderQty, order.qty.value);
    writer.add_char(tag::kOrdType, ord_type::kLimit);
    writer.add_decimal(tag::kPrice, price);
    writer.add_char(tag::kTimeInForce, to_code(order.time_in_force));
    if (answer.kind == VenueAnswer::Kind::Executed) {
        writer.add_uint(tag::kLastQty, answer.qty.value);
        writer.add_decimal(tag::kLastPx, price);
    }
    writer.add_uint(tag::kLeavesQty, answer.leaves_qty.value);
    writer.add_uint(tag::kCumQty, order.qty.value - answer.leaves_qty.value);
    writer.add_decimal(tag::kAvgPx, price);
    return writer.finish();
}

}  // namespace hotpath::protocols::fix
