#include "hotpath/trader/own_executions.hpp"

#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"
#include "hotpath/protocols/cme/trader/report_translator.hpp"
#include "hotpath/protocols/cme/trader/request_id.hpp"
#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/dictionary_tables.hpp"
#include "hotpath/protocols/fix/trader/report_fields.hpp"
#include "hotpath/protocols/fix/trader/report_translator.hpp"
#include "hotpath/protocols/fix/trader/request_id.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/exec_number.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"

namespace hotpath::trader {

namespace fix = protocols::fix;
namespace ouch50 = protocols::nasdaq::ouch50;

namespace {

constexpr std::size_t kFieldsMax = 256;

/// A correction changes no position.
[[nodiscard]] std::optional<OwnExecution> find_broken(
    const protocols::cme::ilink3::ExecutionReportTradeAddendumOutright& m) noexcept {
    const auto order = protocols::cme::order_number_of(m.load_cl_ord_id());
    const auto match = m.load_orig_secondary_execution_id();
    if (m.load_exec_type() != protocols::cme::ilink3::TradeAddendum::TradeCancel || !order ||
        !match) {
        return std::nullopt;
    }
    const Side side = m.load_side() == protocols::cme::ilink3::Side::Buy ? Side::Buy : Side::Sell;
    return OwnExecution{*order, protocols::nasdaq::dropcopy::exec_number({*match}, side)};
}

[[nodiscard]] std::optional<OwnExecution> find_in_trade(Bytes report) noexcept {
    namespace ilink3 = protocols::cme;
    protocols::cme::ilink3::ExecutionReportTradeAddendumOutright addendum;
    if (addendum.open(report) == protocols::DecodeStatus::Ok) {
        return find_broken(addendum);
    }
    protocols::cme::ilink3::ExecutionReportTradeOutright trade;
    if (trade.open(report) != protocols::DecodeStatus::Ok) {
        return std::nullopt;
    }
    return OwnExecution{ilink3::to_request_id(trade.load_order_request_id()).order,
                        ilink3::exec_number_of(trade.load_exec_id())};
}

template <class Reply>
[[nodiscard]] std::optional<ClOrdId> order_of(Bytes reply) noexcept {
    const bool is_one = !reply.empty() && std::to_integer<char>(reply.front()) == Reply::kType &&
                        reply.size() >= Reply::kLength;
    return is_one ? std::optional(ClOrdId{Reply::at(reply.data()).load_user_ref_num()})
                  : std::nullopt;
}

}  // namespace

OwnExecutions::OwnExecutions(const std::optional<FixAccount>& fix, bool is_ilink)
    : dialect_(fix ? protocols::fix::dialect_of(fix->begin_string) : nullptr),
      is_ilink_(is_ilink),
      fields_(protocols::fix::data_fields_of(protocols::fix::kFix44),
              {.fields_max = fix ? kFieldsMax : std::size_t{1}}) {}

std::optional<OwnExecution> OwnExecutions::find(std::uint64_t number, Bytes reply) noexcept {
    if (dialect_ != nullptr) {
        return find_in_report(reply);
    }
    if (is_ilink_) {
        return find_in_trade(reply);
    }
    std::optional<ClOrdId> order = order_of<ouch50::OrderExecuted>(reply);
    order = order ? order : order_of<ouch50::BrokenTrade>(reply);
    return order ? std::optional(OwnExecution{*order, number}) : std::nullopt;
}

std::optional<OwnExecution> OwnExecutions::find_in_report(Bytes reply) noexcept {
    if (fields_.split(reply) != fix::SplitStatus::Ok) {
        return std::nullopt;
    }
    const protocols::fix::ReportFields m = protocols::fix::ReportFields::of(fields_);
    if (m.msg_type().size() != 1 || m.msg_type().front() != fix::app_type::kExecutionReport) {
        return std::nullopt;
    }
    const ClOrdId order = protocols::fix::to_request_id(m.cl_ord_id()).order;
    switch (
        fix::to_kind(*dialect_, {fix::to_code(m.exec_trans_type()), fix::to_code(m.exec_type())})) {
        case fix::ExecKind::Trade:
            return OwnExecution{order, protocols::fix::number_of(m.exec_id())};
        case fix::ExecKind::TradeCancel:
            return OwnExecution{order, protocols::fix::number_of(m.exec_ref_id())};
        default:
            return std::nullopt;
    }
}

}  // namespace hotpath::trader
