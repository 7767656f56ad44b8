#pragma once
/// Decodes one OUCH 5.0 message and calls the listener's function for it; one function a direction.
///
///   struct Fills : ouch50::NullReplyListener {
///       void on_order_executed(const OrderExecuted& m, Appendage) { shares += m.load_quantity(); }
///       std::uint64_t shares = 0;
///   };
///
/// The length must be exactly the type's, with its appendage where it has one, and the appendage
/// well-formed; other values are not checked. Messages are views into the bytes given.
/// Threads: any. Allocation: none. Complexity: one switch; O(elements) of an appendage.

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/nasdaq/ouch50/appendage.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"

namespace hotpath::protocols::nasdaq::ouch50 {

/// A listener that ignores every request. Derive from it and redefine the functions needed.
struct NullRequestListener {
    void on_enter_order(const EnterOrder&, Appendage) noexcept {}
    void on_replace_order_request(const ReplaceOrderRequest&, Appendage) noexcept {}
    void on_cancel_order_request(const CancelOrderRequest&) noexcept {}
    void on_modify_order_request(const ModifyOrderRequest&) noexcept {}
    void on_account_query_request(const AccountQueryRequest&) noexcept {}
};

/// A listener that ignores every reply. Derive from it and redefine the functions needed.
struct NullReplyListener {
    void on_system_event(const SystemEvent&) noexcept {}
    void on_order_accepted(const OrderAccepted&, Appendage) noexcept {}
    void on_order_replaced(const OrderReplaced&, Appendage) noexcept {}
    void on_order_canceled(const OrderCanceled&) noexcept {}
    void on_aiq_canceled(const AiqCanceled&) noexcept {}
    void on_order_executed(const OrderExecuted&, Appendage) noexcept {}
    void on_broken_trade(const BrokenTrade&) noexcept {}
    void on_trade_correction(const TradeCorrection&) noexcept {}
    void on_order_rejected(const OrderRejected&) noexcept {}
    void on_cancel_pending(const CancelPending&) noexcept {}
    void on_cancel_reject(const CancelReject&) noexcept {}
    void on_order_priority_update(const OrderPriorityUpdate&) noexcept {}
    void on_order_modified(const OrderModified&) noexcept {}
    void on_order_restated(const OrderRestated&, Appendage) noexcept {}
    void on_account_query_response(const AccountQueryResponse&) noexcept {}
};

namespace detail {

// clang-format off: one line a message
void dispatch(auto& l, const EnterOrder& m, Appendage a) { l.on_enter_order(m, a); }
void dispatch(auto& l, const ReplaceOrderRequest& m, Appendage a) { l.on_replace_order_request(m, a); }
void dispatch(auto& l, const CancelOrderRequest& m) { l.on_cancel_order_request(m); }
void dispatch(auto& l, const ModifyOrderRequest& m) { l.on_modify_order_request(m); }
void dispatch(auto& l, const AccountQueryRequest& m) { l.on_account_query_request(m); }

void dispatch(auto& l, const SystemEvent& m) { l.on_system_event(m); }
void dispatch(auto& l, const OrderAccepted& m, Appendage a) { l.on_order_accepted(m, a); }
void dispatch(auto& l, const OrderReplaced& m, Appendage a) { l.on_order_replaced(m, a); }
void dispatch(auto& l, const OrderCanceled& m) { l.on_order_canceled(m); }
void dispatch(auto& l, const AiqCanceled& m) { l.on_aiq_canceled(m); }
void dispatch(auto& l, const OrderExecuted& m, Appendage a) { l.on_order_executed(m, a); }
void dispatch(auto& l, const BrokenTrade& m) { l.on_broken_trade(m); }
void dispatch(auto& l, const TradeCorrection& m) { l.on_trade_correction(m); }
void dispatch(auto& l, const OrderRejected& m) { l.on_order_rejected(m); }
void dispatch(auto& l, const CancelPending& m) { l.on_cancel_pending(m); }
void dispatch(auto& l, const CancelReject& m) { l.on_cancel_reject(m); }
void dispatch(auto& l, const OrderPriorityUpdate& m) { l.on_order_priority_update(m); }
void dispatch(auto& l, const OrderModified& m) { l.on_order_modified(m); }
void dispatch(auto& l, const OrderRestated& m, Appendage a) { l.on_order_restated(m, a); }
void dispatch(auto& l, const AccountQueryResponse& m) { l.on_account_query_response(m); }
// clang-format on

template <class M>
[[nodiscard]] DecodeStatus deliver(Bytes message, auto& listener) {
    if (message.size() != M::kLength) [[unlikely]] {
        return compare_length(message.size(), M::kLength);
    }
    dispatch(listener, M::at(message.data()));
    return DecodeStatus::Ok;
}

template <HasAppendage M>
[[nodiscard]] DecodeStatus deliver(Bytes message, auto& listener) {
    if (message.size() < M::kLength) [[unlikely]] {
        return DecodeStatus::Truncated;
    }
    const M& fixed = M::at(message.data());
    const Appendage appendage(message.subspan(M::kLength));
    if (appendage.bytes().size() != fixed.load_appendage_length()) [[unlikely]] {
        return compare_length(appendage.bytes().size(), fixed.load_appendage_length());
    }
    if (!appendage.is_well_formed()) [[unlikely]] {
        return DecodeStatus::Malformed;
    }
    dispatch(listener, fixed, appendage);
    return DecodeStatus::Ok;
}

}  // namespace detail

/// Decodes a client's message and calls the listener's function for it if the result is Ok.
template <class Listener>
[[nodiscard]] DecodeStatus decode_request(Bytes message, Listener& listener) {
    using detail::deliver;
    if (message.empty()) {
        return DecodeStatus::Truncated;
    }
    switch (std::to_integer<char>(message.front())) {
        case EnterOrder::kType:
            return deliver<EnterOrder>(message, listener);
        case ReplaceOrderRequest::kType:
            return deliver<ReplaceOrderRequest>(message, listener);
        case CancelOrderRequest::kType:
            return deliver<CancelOrderRequest>(message, listener);
        case ModifyOrderRequest::kType:
            return deliver<ModifyOrderRequest>(message, listener);
        case AccountQueryRequest::kType:
            return deliver<AccountQueryRequest>(message, listener);
        default:
            return DecodeStatus::UnknownType;
    }
}

/// Decodes a venue's message and calls the listener's function for it if the result is Ok.
template <class Listener>
[[nodiscard]] DecodeStatus decode_reply(Bytes message, Listener& listener) {
    using detail::deliver;
    if (message.empty()) {
        return DecodeStatus::Truncated;
    }
    switch (std::to_integer<char>(message.front())) {
        case SystemEvent::kType:
            return deliver<SystemEvent>(message, listener);
        case OrderAccepted::kType:
            return deliver<OrderAccepted>(message, listener);
        case OrderReplaced::kType:
            return deliver<OrderReplaced>(message, listener);
        case OrderCanceled::kType:
            return deliver<OrderCanceled>(message, listener);
        case AiqCanceled::kType:
            return deliver<AiqCanceled>(message, listener);
        case OrderExecuted::kType:
            return deliver<OrderExecuted>(message, listener);
        case BrokenTrade::kType:
            return deliver<BrokenTrade>(message, listener);
        case TradeCorrection::kType:
            return deliver<TradeCorrection>(message, listener);
        case OrderRejected::kType:
            return deliver<OrderRejected>(message, listener);
        case CancelPending::kType:
            return deliver<CancelPending>(message, listener);
        case CancelReject::kType:
            return deliver<CancelReject>(message, listener);
        case OrderPriorityUpdate::kType:
            return deliver<OrderPriorityUpdate>(message, listener);
        case OrderModified::kType:
            return deliver<OrderModified>(message, listener);
        case OrderRestated::kType:
            return deliver<OrderRestated>(message, listener);
        case AccountQueryResponse::kType:
            return deliver<AccountQueryResponse>(message, listener);
        default:
            return DecodeStatus::UnknownType;
    }
}

}  // namespace hotpath::protocols::nasdaq::ouch50
