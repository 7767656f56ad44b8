#pragma once
/// Every field of every OUCH 5.0 message, by the specification's name: kFields<M>.
///
/// For tests that visit all fields (tables, round trips, dumps). A field left out here is found by
/// the test that the fields of a message cover each of its bytes once.

#include "hotpath/wire/ouch50/replies.hpp"
#include "hotpath/wire/ouch50/requests.hpp"
#include "tests/support/message_fields.hpp"

namespace hotpath::support {

template <class M>
constexpr auto ouch50_request_fields(auto... own) {
    return std::tuple{field("type", &M::load_type, &M::store_type), own...};
}

template <class M>
constexpr auto ouch50_reply_fields(auto... own) {
    return std::tuple{field("type", &M::load_type, &M::store_type),
                      field("timestamp", &M::load_timestamp, &M::store_timestamp), own...};
}

template <>
inline constexpr auto kFields<wire::ouch50::EnterOrder> = [] {
    using M = wire::ouch50::EnterOrder;
    return ouch50_request_fields<M>(
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num),
        field("side", &M::load_side, &M::store_side),
        field("quantity", &M::load_quantity, &M::store_quantity),
        field("symbol", &M::load_symbol, &M::store_symbol),
        field("price", &M::load_price, &M::store_price),
        field("time_in_force", &M::load_time_in_force, &M::store_time_in_force),
        field("display", &M::load_display, &M::store_display),
        field("capacity", &M::load_capacity, &M::store_capacity),
        field("iso_eligibility", &M::load_iso_eligibility, &M::store_iso_eligibility),
        field("cross_type", &M::load_cross_type, &M::store_cross_type),
        field("cl_ord_id", &M::load_cl_ord_id, &M::store_cl_ord_id),
        field("appendage_length", &M::load_appendage_length, &M::store_appendage_length));
}();

template <>
inline constexpr auto kFields<wire::ouch50::ReplaceOrderRequest> = [] {
    using M = wire::ouch50::ReplaceOrderRequest;
    return ouch50_request_fields<M>(
        field("orig_user_ref_num", &M::load_orig_user_ref_num, &M::store_orig_user_ref_num),
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num),
        field("quantity", &M::load_quantity, &M::store_quantity),
        field("price", &M::load_price, &M::store_price),
        field("time_in_force", &M::load_time_in_force, &M::store_time_in_force),
        field("display", &M::load_display, &M::store_display),
        field("iso_eligibility", &M::load_iso_eligibility, &M::store_iso_eligibility),
        field("cl_ord_id", &M::load_cl_ord_id, &M::store_cl_ord_id),
        field("appendage_length", &M::load_appendage_length, &M::store_appendage_length));
}();

template <>
inline constexpr auto kFields<wire::ouch50::CancelOrderRequest> = [] {
    using M = wire::ouch50::CancelOrderRequest;
    return ouch50_request_fields<M>(
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num),
        field("quantity", &M::load_quantity, &M::store_quantity));
}();

template <>
inline constexpr auto kFields<wire::ouch50::ModifyOrderRequest> = [] {
    using M = wire::ouch50::ModifyOrderRequest;
    return ouch50_request_fields<M>(
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num),
        field("side", &M::load_side, &M::store_side),
        field("quantity", &M::load_quantity, &M::store_quantity));
}();

template <>
inline constexpr auto kFields<wire::ouch50::AccountQueryRequest> = [] {
    using M = wire::ouch50::AccountQueryRequest;
    return ouch50_request_fields<M>();
}();

template <>
inline constexpr auto kFields<wire::ouch50::SystemEvent> = [] {
    using M = wire::ouch50::SystemEvent;
    return ouch50_reply_fields<M>(field("event_code", &M::load_event_code, &M::store_event_code));
}();

template <>
inline constexpr auto kFields<wire::ouch50::OrderAccepted> = [] {
    using M = wire::ouch50::OrderAccepted;
    return ouch50_reply_fields<M>(
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num),
        field("side", &M::load_side, &M::store_side),
        field("quantity", &M::load_quantity, &M::store_quantity),
        field("symbol", &M::load_symbol, &M::store_symbol),
        field("price", &M::load_price, &M::store_price),
        field("time_in_force", &M::load_time_in_force, &M::store_time_in_force),
        field("display", &M::load_display, &M::store_display),
        field("order_reference_number", &M::load_order_reference_number,
              &M::store_order_reference_number),
        field("capacity", &M::load_capacity, &M::store_capacity),
        field("iso_eligibility", &M::load_iso_eligibility, &M::store_iso_eligibility),
        field("cross_type", &M::load_cross_type, &M::store_cross_type),
        field("order_state", &M::load_order_state, &M::store_order_state),
        field("cl_ord_id", &M::load_cl_ord_id, &M::store_cl_ord_id),
        field("appendage_length", &M::load_appendage_length, &M::store_appendage_length));
}();

template <>
inline constexpr auto kFields<wire::ouch50::OrderReplaced> = [] {
    using M = wire::ouch50::OrderReplaced;
    return ouch50_reply_fields<M>(
        field("orig_user_ref_num", &M::load_orig_user_ref_num, &M::store_orig_user_ref_num),
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num),
        field("side", &M::load_side, &M::store_side),
        field("quantity", &M::load_quantity, &M::store_quantity),
        field("symbol", &M::load_symbol, &M::store_symbol),
        field("price", &M::load_price, &M::store_price),
        field("time_in_force", &M::load_time_in_force, &M::store_time_in_force),
        field("display", &M::load_display, &M::store_display),
        field("order_reference_number", &M::load_order_reference_number,
              &M::store_order_reference_number),
        field("capacity", &M::load_capacity, &M::store_capacity),
        field("iso_eligibility", &M::load_iso_eligibility, &M::store_iso_eligibility),
        field("cross_type", &M::load_cross_type, &M::store_cross_type),
        field("order_state", &M::load_order_state, &M::store_order_state),
        field("cl_ord_id", &M::load_cl_ord_id, &M::store_cl_ord_id),
        field("appendage_length", &M::load_appendage_length, &M::store_appendage_length));
}();

template <>
inline constexpr auto kFields<wire::ouch50::OrderCanceled> = [] {
    using M = wire::ouch50::OrderCanceled;
    return ouch50_reply_fields<M>(
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num),
        field("quantity", &M::load_quantity, &M::store_quantity),
        field("reason", &M::load_reason, &M::store_reason));
}();

template <>
inline constexpr auto kFields<wire::ouch50::AiqCanceled> = [] {
    using M = wire::ouch50::AiqCanceled;
    return ouch50_reply_fields<M>(
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num),
        field("decrement_shares", &M::load_decrement_shares, &M::store_decrement_shares),
        field("reason", &M::load_reason, &M::store_reason),
        field("quantity_prevented", &M::load_quantity_prevented, &M::store_quantity_prevented),
        field("execution_price", &M::load_execution_price, &M::store_execution_price),
        field("liquidity_flag", &M::load_liquidity_flag, &M::store_liquidity_flag),
        field("aiq_strategy", &M::load_aiq_strategy, &M::store_aiq_strategy));
}();

template <>
inline constexpr auto kFields<wire::ouch50::OrderExecuted> = [] {
    using M = wire::ouch50::OrderExecuted;
    return ouch50_reply_fields<M>(
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num),
        field("quantity", &M::load_quantity, &M::store_quantity),
        field("price", &M::load_price, &M::store_price),
        field("liquidity_flag", &M::load_liquidity_flag, &M::store_liquidity_flag),
        field("match_number", &M::load_match_number, &M::store_match_number),
        field("appendage_length", &M::load_appendage_length, &M::store_appendage_length));
}();

template <>
inline constexpr auto kFields<wire::ouch50::BrokenTrade> = [] {
    using M = wire::ouch50::BrokenTrade;
    return ouch50_reply_fields<M>(
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num),
        field("match_number", &M::load_match_number, &M::store_match_number),
        field("reason", &M::load_reason, &M::store_reason),
        field("cl_ord_id", &M::load_cl_ord_id, &M::store_cl_ord_id));
}();

template <>
inline constexpr auto kFields<wire::ouch50::OrderRejected> = [] {
    using M = wire::ouch50::OrderRejected;
    return ouch50_reply_fields<M>(
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num),
        field("reason", &M::load_reason, &M::store_reason),
        field("cl_ord_id", &M::load_cl_ord_id, &M::store_cl_ord_id));
}();

template <>
inline constexpr auto kFields<wire::ouch50::CancelPending> = [] {
    using M = wire::ouch50::CancelPending;
    return ouch50_reply_fields<M>(
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num));
}();

template <>
inline constexpr auto kFields<wire::ouch50::CancelReject> = [] {
    using M = wire::ouch50::CancelReject;
    return ouch50_reply_fields<M>(
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num));
}();

template <>
inline constexpr auto kFields<wire::ouch50::OrderPriorityUpdate> = [] {
    using M = wire::ouch50::OrderPriorityUpdate;
    return ouch50_reply_fields<M>(
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num),
        field("price", &M::load_price, &M::store_price),
        field("display", &M::load_display, &M::store_display),
        field("order_reference_number", &M::load_order_reference_number,
              &M::store_order_reference_number));
}();

template <>
inline constexpr auto kFields<wire::ouch50::OrderModified> = [] {
    using M = wire::ouch50::OrderModified;
    return ouch50_reply_fields<M>(
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num),
        field("side", &M::load_side, &M::store_side),
        field("quantity", &M::load_quantity, &M::store_quantity));
}();

template <>
inline constexpr auto kFields<wire::ouch50::OrderRestated> = [] {
    using M = wire::ouch50::OrderRestated;
    return ouch50_reply_fields<M>(
        field("user_ref_num", &M::load_user_ref_num, &M::store_user_ref_num),
        field("reason", &M::load_reason, &M::store_reason),
        field("appendage_length", &M::load_appendage_length, &M::store_appendage_length));
}();

template <>
inline constexpr auto kFields<wire::ouch50::AccountQueryResponse> = [] {
    using M = wire::ouch50::AccountQueryResponse;
    return ouch50_reply_fields<M>(
        field("next_user_ref_num", &M::load_next_user_ref_num, &M::store_next_user_ref_num));
}();

}  // namespace hotpath::support
