#pragma once
/// ReportTranslator: the one place where a FIX venue's messages become venue events.
///
///   ExecutionReport       New -> Accepted, Trade -> Executed, Replaced -> Replaced or Leaves, ...
///   OrderCancelReject     Rejected (of a replacement), CancelRejected (of a cancel, a reduction)
///   BusinessMessageReject the same, by BusinessRejectRefID
///   Heartbeat             NextId, when it answers our query
///
/// Part of FixCodec. FIX says how much an order leaves, not how much was taken off: that is the
/// event Leaves. A report without what its kind needs is Malformed and no event. Threads: one.
/// Allocation: none. Complexity: O(1) a message. Source: FIX 4.2 and 4.4, ExecutionReport,
/// OrderCancelReject, BusinessMessageReject.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "hotpath/core/fnv1a.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/oms/venue_events.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/dialect.hpp"
#include "hotpath/protocols/fix/trader/report_fields.hpp"
#include "hotpath/protocols/fix/trader/request_id.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::protocols::fix {

/// The TestReqID whose Heartbeat answers an account query: everything sent before it has arrived.
inline constexpr std::string_view kAccountQuery = "ACCOUNT";

/// MsgTypes of the session that the codec sends or reads.
inline constexpr char kHeartbeat = '0';
inline constexpr char kTestRequest = '1';
inline constexpr char kReject = '3';

/// A number of the venue's, or of its characters when they are none: ids are compared, not counted.
[[nodiscard]] inline std::uint64_t number_of(const protocols::fix::FieldText& id) noexcept {
    const auto number = protocols::fix::to_uint(id);
    return number ? *number : fnv1a(id);
}

/// Whole shares; 100 and 100.00 are the same.
[[nodiscard]] inline std::optional<Qty> to_qty(const protocols::fix::FieldText& text) noexcept {
    const auto decimal = protocols::fix::to_decimal(text);
    const auto units = decimal ? protocols::fix::to_units(*decimal, 0) : std::nullopt;
    if (!units || *units < 0 || *units > std::numeric_limits<std::uint32_t>::max()) {
        return std::nullopt;
    }
    return Qty{static_cast<std::uint32_t>(*units)};
}

/// Above 0, in units of 10^-decimals, exactly.
[[nodiscard]] inline std::optional<Price> to_price(const protocols::fix::FieldText& text,
                                                   unsigned decimals) noexcept {
    const auto decimal = protocols::fix::to_decimal(text);
    const auto units = decimal ? protocols::fix::to_units(*decimal, decimals) : std::nullopt;
    return units && *units > 0 ? std::optional(Price{*units}) : std::nullopt;
}

[[nodiscard]] inline protocols::fix::ExecCodes exec_codes_of(const ReportFields& m) noexcept {
    return {protocols::fix::to_code(m.exec_trans_type()), protocols::fix::to_code(m.exec_type())};
}

/// The format of a venue's reports.
struct ReportTerms {
    const protocols::fix::Dialect* dialect = nullptr;
    unsigned price_decimals = 0;
};

template <class Sink>
class ReportTranslator {
  public:
    ReportTranslator(const ReportTerms& terms, Sink& sink) noexcept : terms_(terms), sink_(sink) {}

    /// Malformed: a field that the message needs is missing or implausible; the sink got nothing.
    [[nodiscard]] protocols::DecodeStatus translate(const ReportFields& m) noexcept {
        if (m.msg_type().size() != 1) {
            return protocols::DecodeStatus::Ok;  // AE and others: not about an order's state
        }
        switch (m.msg_type().front()) {
            case app_type::kExecutionReport:
                return report(m);
            case app_type::kOrderCancelReject:
                return refuse(m.cl_ord_id(), m.reason());
            case app_type::kBusinessMessageReject:
                return refuse(m.ref_id(), m.reason());
            case kReject:  // of which request, it does not say
                return protocols::DecodeStatus::Malformed;
            case kHeartbeat:
                if (m.test_req_id() == kAccountQuery) {
                    sink_(oms::NextId{});
                }
                return protocols::DecodeStatus::Ok;
            default:
                return protocols::DecodeStatus::Ok;
        }
    }

  private:
    [[nodiscard]] protocols::DecodeStatus report(const ReportFields& m) noexcept {
        using protocols::fix::ExecKind;
        const RequestId id = to_request_id(m.cl_ord_id());
        switch (protocols::fix::to_kind(*terms_.dialect, exec_codes_of(m))) {
            case ExecKind::New:
                return accept(m, id);
            case ExecKind::Trade:
                return execute(m, id);
            case ExecKind::TradeCorrect:
                return correct(m, id);
            case ExecKind::TradeCancel:
                return break_trade(m, id);
            case ExecKind::DoneForDay:
            case ExecKind::Canceled:
            case ExecKind::Expired:
                return emit(oms::Leaves{.id = id.order, .leaves_qty = {}});
            case ExecKind::Replaced:
                return replace(m, id);
            case ExecKind::Rejected:
                return refuse(m.cl_ord_id(), m.reason());
            case ExecKind::Restated:
                return restate(m, id);
            case ExecKind::PendingCancel:
            case ExecKind::PendingReplace:
            case ExecKind::Status:
            case ExecKind::Other:
                break;
        }
        return protocols::DecodeStatus::Ok;
    }

    [[nodiscard]] protocols::DecodeStatus accept(const ReportFields& m, RequestId id) noexcept {
        const auto qty = to_qty(m.order_qty());
        const auto price = price_of(m.price());
        const auto side = fix::to_side(fix::to_code(m.side()));
        const auto symbol = Symbol::from(m.symbol());
        if (!qty || *qty == Qty{} || !price || !side || !symbol) {
            return protocols::DecodeStatus::Malformed;
        }
        return emit(oms::Accepted{
            .id = id.order,
            .venue_id = {number_of(m.order_id())},
            .qty = *qty,
            .price = *price,
            .side = *side,
            .time_in_force =
                fix::to_time_in_force(fix::to_code(m.time_in_force())).value_or(TimeInForce::Day),
            .is_post_only = m.exec_inst().find(fix::exec_inst::kParticipateDontInitiate) !=
                            std::string_view::npos,
            .symbol = *symbol});
    }

    [[nodiscard]] protocols::DecodeStatus execute(const ReportFields& m, RequestId id) noexcept {
        const auto qty = to_qty(m.last_qty());
        const auto price = price_of(m.last_price());
        if (!qty || *qty == Qty{} || !price || m.exec_id().empty()) {
            return protocols::DecodeStatus::Malformed;
        }
        return emit(
            oms::Executed{.id = id.order,
                          .match = {number_of(m.exec_id())},
                          .qty = *qty,
                          .price = *price,
                          .liquidity = to_liquidity(protocols::fix::to_code(m.liquidity()))});
    }

    [[nodiscard]] protocols::DecodeStatus correct(const ReportFields& m, RequestId id) noexcept {
        const auto qty = to_qty(m.last_qty());
        const auto price = price_of(m.last_price());
        if (!qty || *qty == Qty{} || !price || m.exec_ref_id().empty()) {
            return protocols::DecodeStatus::Malformed;
        }
        return emit(oms::Corrected{
            .id = id.order, .match = {number_of(m.exec_ref_id())}, .qty = *qty, .price = *price});
    }

    [[nodiscard]] protocols::DecodeStatus break_trade(const ReportFields& m,
                                                      RequestId id) noexcept {
        if (m.exec_ref_id().empty()) {
            return protocols::DecodeStatus::Malformed;
        }
        return emit(oms::Broken{.id = id.order, .match = {number_of(m.exec_ref_id())}});
    }

    [[nodiscard]] protocols::DecodeStatus replace(const ReportFields& m, RequestId id) noexcept {
        const auto leaves = to_qty(m.leaves_qty());
        if (!leaves) {
            return protocols::DecodeStatus::Malformed;
        }
        if (id.kind != RequestId::Kind::Order) {
            return emit(oms::Leaves{.id = id.order, .leaves_qty = *leaves});
        }
        const auto price = price_of(m.price());
        if (!price) {
            return protocols::DecodeStatus::Malformed;
        }
        return emit(oms::Replaced{.original = to_request_id(m.orig_cl_ord_id()).order,
                                  .id = id.order,
                                  .venue_id = {number_of(m.order_id())},
                                  .leaves_qty = *leaves,
                                  .price = *price});
    }

    /// Less of it without our request; another price is a change that our record cannot have.
    [[nodiscard]] protocols::DecodeStatus restate(const ReportFields& m, RequestId id) noexcept {
        const auto leaves = to_qty(m.leaves_qty());
        if (!leaves) {
            return protocols::DecodeStatus::Malformed;
        }
        if (protocols::fix::to_code(m.restatement()) == protocols::fix::restatement::kRepricing) {
            return emit(oms::Modified{id.order});
        }
        return emit(oms::Leaves{.id = id.order, .leaves_qty = *leaves});
    }

    /// Finds the refused request by its id: an order, a replacement, or a cancel or reduction.
    [[nodiscard]] protocols::DecodeStatus refuse(const protocols::fix::FieldText& request,
                                                 const protocols::fix::FieldText& reason) noexcept {
        if (request.empty()) {
            return protocols::DecodeStatus::Malformed;
        }
        const RequestId id = to_request_id(request);
        if (id.kind != RequestId::Kind::Order) {
            return emit(oms::CancelRejected{id.order});
        }
        const std::uint64_t code =
            protocols::fix::to_uint(reason).value_or(protocols::fix::ord_rej_reason::kOther);
        constexpr std::uint64_t kCodeMax = std::numeric_limits<std::uint16_t>::max();
        return emit(oms::Rejected{id.order, static_cast<std::uint16_t>(std::min(code, kCodeMax))});
    }

    [[nodiscard]] std::optional<Price> price_of(
        const protocols::fix::FieldText& text) const noexcept {
        return to_price(text, terms_.price_decimals);
    }
    [[nodiscard]] static oms::Liquidity to_liquidity(char code) noexcept {
        if (code == liquidity::kAdded) {
            return oms::Liquidity::Added;
        }
        return code == liquidity::kRemoved ? oms::Liquidity::Removed : oms::Liquidity::Other;
    }
    template <class Event>
    [[nodiscard]] protocols::DecodeStatus emit(const Event& event) noexcept {
        sink_(event);
        return protocols::DecodeStatus::Ok;
    }

    ReportTerms terms_;
    Sink& sink_;
};

}  // namespace hotpath::protocols::fix
