#pragma once
/// ReportTranslator: the one place where an iLink 3 venue's messages become venue events.
///
///   522 ExecutionReportNew          Accepted
///   525 ExecutionReportTradeOutright  Executed
///   548 ExecutionReportTradeAddendumOutright  Broken, Corrected
///   531 ExecutionReportModify       Replaced, Leaves (of a reduction, or less without our request),
///                                   Modified (another price without our request)
///   524, 534 Elimination, Cancel    Leaves nothing
///   523, 535, 536, 521 rejects      Rejected (of an order, a replacement), CancelRejected
///   506 Sequence                    NextId: the link's answer to our query
///
/// The order is found by OrderID, the request by OrderRequestID. Part of IlinkCodec. A
/// report without what its kind needs is Malformed and no event. Threads: one. Allocation: none.
/// Complexity: O(1) a message. Source: CME, "iLink 3 Application Layer" (public).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "hotpath/core/fnv1a.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/oms/venue_events.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"
#include "hotpath/protocols/cme/trader/order_ids.hpp"
#include "hotpath/protocols/cme/trader/request_id.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/exec_number.hpp"

namespace hotpath::protocols::cme {

/// The number in ExecID, or one of its characters when it is none: ids are compared, not counted.
[[nodiscard]] constexpr std::uint64_t exec_number_of(std::string_view exec_id) noexcept {
    constexpr std::size_t kDigitsMax = 19;
    std::uint64_t number = 0;
    bool is_number = exec_id.size() <= kDigitsMax;
    for (const char c : exec_id) {
        is_number = is_number && c >= '0' && c <= '9';
        number = number * 10 + static_cast<unsigned char>(c - '0');
    }
    return is_number ? number : fnv1a(exec_id);
}

/// ClOrdIDs of ours are order numbers; nullopt for any other.
[[nodiscard]] constexpr std::optional<ClOrdId> order_number_of(
    std::string_view cl_ord_id) noexcept {
    std::uint64_t number = 0;
    constexpr std::size_t kDigitsMax = 10;
    bool is_number = !cl_ord_id.empty() && cl_ord_id.size() <= kDigitsMax;
    for (const char c : cl_ord_id) {
        is_number = is_number && c >= '0' && c <= '9';
        number = number * 10 + static_cast<unsigned char>(c - '0');
    }
    return is_number && number != 0 && number <= std::numeric_limits<std::uint32_t>::max()
               ? std::optional(ClOrdId{static_cast<std::uint32_t>(number)})
               : std::nullopt;
}

/// An order in an instrument that is not traded here has this one, which no venue lists.
inline constexpr Symbol kUnlisted = *Symbol::from("?");

/// What reports are read by.
struct ReportTerms {
    std::int64_t mantissa_per_unit = 1;  // of Price
    Qty qty_max{};
    std::span<const std::int32_t> security_ids{};  // by InstrumentId; 0: none
    std::span<const Symbol> symbols{};             // the same
};

template <class Sink>
class ReportTranslator {
  public:
    ReportTranslator(const ReportTerms& terms, OrderIds& ids, Sink& sink) noexcept
        : terms_(terms), ids_(ids), sink_(sink) {}

    // Malformed: a field that the message needs is missing or implausible; the sink got nothing.
    [[nodiscard]] protocols::DecodeStatus on(
        const protocols::cme::ilink3::ExecutionReportNew& m) noexcept {
        const Qty qty{m.load_order_qty()};
        const auto price = price_of(m.load_price().load_mantissa());
        const OrderId order_id{m.load_order_id()};
        const ilink3::Side side = m.load_side();
        const bool is_side = side == ilink3::Side::Buy || side == ilink3::Side::Sell;
        if (qty == Qty{} || qty > terms_.qty_max || !price || !is_side || order_id == OrderId{}) {
            return protocols::DecodeStatus::Malformed;
        }
        const ClOrdId id = to_request_id(m.load_order_request_id()).order;
        hold(order_id, {.id = id, .price = *price});
        return emit(
            oms::Accepted{.id = id,
                          .venue_id = order_id,
                          .qty = qty,
                          .price = *price,
                          .side = side == ilink3::Side::Buy ? Side::Buy : Side::Sell,
                          .time_in_force = to_time_in_force(m.load_time_in_force()),
                          .is_post_only = m.load_execution_mode() == ilink3::ExecutionMode::Passive,
                          .symbol = symbol_of(m.load_security_id())});
    }

    [[nodiscard]] protocols::DecodeStatus on(
        const protocols::cme::ilink3::ExecutionReportTradeOutright& m) noexcept {
        const Qty qty{m.load_last_qty()};
        const auto price = price_of(m.load_last_px().load_mantissa());
        const std::string_view exec_id = m.load_exec_id();
        if (qty == Qty{} || qty > terms_.qty_max || !price || exec_id.empty()) {
            return protocols::DecodeStatus::Malformed;
        }
        const ClOrdId id = id_of(m);
        if (m.load_leaves_qty() == 0) {
            ids_.on_closed({m.load_order_id()});
        }
        const bool has_taken =
            m.load_aggressor_indicator() == protocols::cme::ilink3::BooleanFlag::True;
        return emit(oms::Executed{
            .id = id,
            .match = {exec_number_of(exec_id)},
            .qty = qty,
            .price = *price,
            .liquidity = has_taken ? oms::Liquidity::Removed : oms::Liquidity::Added});
    }

    /// The order is the one of the ClOrdID, which ours are the decimal numbers of; the execution has
    /// the ExecID that our venue makes of the trade's number and side.
    [[nodiscard]] protocols::DecodeStatus on(
        const protocols::cme::ilink3::ExecutionReportTradeAddendumOutright& m) noexcept {
        const Qty qty{m.load_last_qty()};
        const auto price = price_of(m.load_last_px().load_mantissa());
        const auto match = m.load_orig_secondary_execution_id();
        const auto id = order_number_of(m.load_cl_ord_id());
        const bool is_side = m.load_side() == protocols::cme::ilink3::Side::Buy ||
                             m.load_side() == protocols::cme::ilink3::Side::Sell;
        if (qty == Qty{} || qty > terms_.qty_max || !price || !match || !id || !is_side) {
            return protocols::DecodeStatus::Malformed;
        }
        const MatchId execution{protocols::nasdaq::dropcopy::exec_number(
            {*match}, m.load_side() == protocols::cme::ilink3::Side::Buy ? Side::Buy : Side::Sell)};
        return m.load_exec_type() == protocols::cme::ilink3::TradeAddendum::TradeCancel
                   ? emit(oms::Broken{.id = *id, .match = execution})
                   : emit(oms::Corrected{
                         .id = *id, .match = execution, .qty = qty, .price = *price});
    }

    [[nodiscard]] protocols::DecodeStatus on(
        const protocols::cme::ilink3::ExecutionReportModify& m) noexcept {
        const auto price = price_of(m.load_price().load_mantissa());
        const Qty leaves{m.load_leaves_qty()};
        if (!price || leaves > terms_.qty_max) {
            return protocols::DecodeStatus::Malformed;
        }
        const OrderId order_id{m.load_order_id()};
        const RequestId request = to_request_id(m.load_order_request_id());
        const Holder* const known = ids_.holder_of(order_id);
        const Holder before = known == nullptr ? Holder{} : *known;
        const bool is_replacement =
            request.kind == RequestId::Kind::Order && before.id != request.order;
        const ClOrdId id = is_replacement || known == nullptr ? request.order : before.id;
        hold(order_id, {.id = id, .price = *price});
        if (leaves == Qty{}) {
            ids_.on_closed(order_id);
        }
        if (is_replacement) {
            return emit(oms::Replaced{.original = before.id,
                                      .id = id,
                                      .venue_id = order_id,
                                      .leaves_qty = leaves,
                                      .price = *price});
        }
        return known != nullptr && before.price != *price
                   ? emit(oms::Modified{id})
                   : emit(oms::Leaves{.id = id, .leaves_qty = leaves});
    }

    [[nodiscard]] protocols::DecodeStatus on(
        const protocols::cme::ilink3::ExecutionReportCancel& m) noexcept {
        return close(m);
    }
    [[nodiscard]] protocols::DecodeStatus on(
        const protocols::cme::ilink3::ExecutionReportElimination& m) noexcept {
        return close(m);
    }

    [[nodiscard]] protocols::DecodeStatus on(
        const protocols::cme::ilink3::ExecutionReportReject& m) noexcept {
        const RequestId request = to_request_id(m.load_order_request_id());
        return refuse(request, request.order, m.load_ord_rej_reason());
    }
    [[nodiscard]] protocols::DecodeStatus on(
        const protocols::cme::ilink3::OrderCancelReject& m) noexcept {
        return refuse(to_request_id(m.load_order_request_id()), id_of(m), m.load_cxl_rej_reason());
    }
    [[nodiscard]] protocols::DecodeStatus on(
        const protocols::cme::ilink3::OrderCancelReplaceReject& m) noexcept {
        return refuse(to_request_id(m.load_order_request_id()), id_of(m), m.load_cxl_rej_reason());
    }
    [[nodiscard]] protocols::DecodeStatus on(
        const protocols::cme::ilink3::BusinessReject& m) noexcept {
        const auto id = m.load_business_reject_ref_id();
        if (!id) {
            return protocols::DecodeStatus::Malformed;  // of which request, it does not say
        }
        const RequestId request = to_request_id(*id);
        return refuse(request, request.order, m.load_business_reject_reason());
    }

    [[nodiscard]] protocols::DecodeStatus on(const protocols::cme::ilink3::Sequence&) noexcept {
        return emit(oms::NextId{});
    }
    /// Status, mass actions, the session's own: not about an order's state.
    template <class Message>
    [[nodiscard]] protocols::DecodeStatus on(const Message&) noexcept {
        return protocols::DecodeStatus::Ok;
    }

  private:
    /// The order that has the OrderID; of a closed one, and of a stranger, what was asked for.
    template <class Message>
    [[nodiscard]] ClOrdId id_of(const Message& m) const noexcept {
        const Holder* const holder = ids_.holder_of({m.load_order_id()});
        return holder != nullptr ? holder->id : to_request_id(m.load_order_request_id()).order;
    }
    void hold(OrderId order_id, const Holder& holder) noexcept {
        if (holder.id != ClOrdId{}) {
            ids_.on_held(order_id, holder);
        }
    }

    template <class Message>
    [[nodiscard]] protocols::DecodeStatus close(const Message& m) noexcept {
        const ClOrdId id = id_of(m);
        ids_.on_closed({m.load_order_id()});
        return emit(oms::Leaves{.id = id, .leaves_qty = {}});
    }

    /// An order or a replacement by its id, or what only lowers an order by the order's.
    [[nodiscard]] protocols::DecodeStatus refuse(RequestId request, ClOrdId lowered,
                                                 std::uint16_t code) noexcept {
        return request.kind == RequestId::Kind::Order ? emit(oms::Rejected{request.order, code})
                                                      : emit(oms::CancelRejected{lowered});
    }

    /// Looked at in turn: an order's first report alone has it, and few instruments are traded.
    [[nodiscard]] Symbol symbol_of(std::int32_t security_id) const noexcept {
        const auto at = std::ranges::find(terms_.security_ids, security_id);
        const bool is_one = security_id != 0 && at != terms_.security_ids.end();
        return is_one ? terms_.symbols[static_cast<std::size_t>(at - terms_.security_ids.begin())]
                      : kUnlisted;
    }
    /// Above 0, exactly in our units.
    [[nodiscard]] std::optional<Price> price_of(std::int64_t mantissa) const noexcept {
        const bool is_price = mantissa > 0 && mantissa % terms_.mantissa_per_unit == 0;
        return is_price ? std::optional(Price{mantissa / terms_.mantissa_per_unit}) : std::nullopt;
    }
    [[nodiscard]] static TimeInForce to_time_in_force(
        protocols::cme::ilink3::TimeInForce code) noexcept {
        switch (code) {
            case protocols::cme::ilink3::TimeInForce::FillAndKill:
                return TimeInForce::Ioc;
            case protocols::cme::ilink3::TimeInForce::FillOrKill:
                return TimeInForce::Fok;
            default:
                return TimeInForce::Day;
        }
    }
    template <class Event>
    [[nodiscard]] protocols::DecodeStatus emit(const Event& event) noexcept {
        sink_(event);
        return protocols::DecodeStatus::Ok;
    }

    ReportTerms terms_;
    OrderIds& ids_;
    Sink& sink_;
};

}  // namespace hotpath::protocols::cme
