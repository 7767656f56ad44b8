#pragma once
/// Every field of every OUCH 5.0 message, by the specification's name: kFields<M>, and all messages
/// of each direction: kOuch50Requests and kOuch50Replies.
///
/// For tests that visit all fields (tables, round trips, dumps). A field left out here is found by
/// the test that the fields of a message cover each of its bytes once.

#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "tests/support/message_fields.hpp"

namespace hotpath::support {

template <class M>
constexpr auto ouch50_request_fields(auto... own) {
    return std::array{field<&M::load_type, &M::store_type>("type"), own...};
}

template <class M>
constexpr auto ouch50_reply_fields(auto... own) {
    return std::array{field<&M::load_type, &M::store_type>("type"),
                      field<&M::load_timestamp, &M::store_timestamp>("timestamp"), own...};
}

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::EnterOrder> = [] {
    using M = protocols::nasdaq::ouch50::EnterOrder;
    return ouch50_request_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_side, &M::store_side>("side"),
        field<&M::load_quantity, &M::store_quantity>("quantity"),
        field<&M::load_symbol, &M::store_symbol>("symbol"),
        field<&M::load_price, &M::store_price>("price"),
        field<&M::load_time_in_force, &M::store_time_in_force>("time_in_force"),
        field<&M::load_display, &M::store_display>("display"),
        field<&M::load_capacity, &M::store_capacity>("capacity"),
        field<&M::load_iso_eligibility, &M::store_iso_eligibility>("iso_eligibility"),
        field<&M::load_cross_type, &M::store_cross_type>("cross_type"),
        field<&M::load_cl_ord_id, &M::store_cl_ord_id>("cl_ord_id"),
        field<&M::load_appendage_length, &M::store_appendage_length>("appendage_length"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::ReplaceOrderRequest> = [] {
    using M = protocols::nasdaq::ouch50::ReplaceOrderRequest;
    return ouch50_request_fields<M>(
        field<&M::load_orig_user_ref_num, &M::store_orig_user_ref_num>("orig_user_ref_num"),
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_quantity, &M::store_quantity>("quantity"),
        field<&M::load_price, &M::store_price>("price"),
        field<&M::load_time_in_force, &M::store_time_in_force>("time_in_force"),
        field<&M::load_display, &M::store_display>("display"),
        field<&M::load_iso_eligibility, &M::store_iso_eligibility>("iso_eligibility"),
        field<&M::load_cl_ord_id, &M::store_cl_ord_id>("cl_ord_id"),
        field<&M::load_appendage_length, &M::store_appendage_length>("appendage_length"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::CancelOrderRequest> = [] {
    using M = protocols::nasdaq::ouch50::CancelOrderRequest;
    return ouch50_request_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_quantity, &M::store_quantity>("quantity"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::ModifyOrderRequest> = [] {
    using M = protocols::nasdaq::ouch50::ModifyOrderRequest;
    return ouch50_request_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_side, &M::store_side>("side"),
        field<&M::load_quantity, &M::store_quantity>("quantity"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::AccountQueryRequest> = [] {
    using M = protocols::nasdaq::ouch50::AccountQueryRequest;
    return ouch50_request_fields<M>();
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::SystemEvent> = [] {
    using M = protocols::nasdaq::ouch50::SystemEvent;
    return ouch50_reply_fields<M>(field<&M::load_event_code, &M::store_event_code>("event_code"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::OrderAccepted> = [] {
    using M = protocols::nasdaq::ouch50::OrderAccepted;
    return ouch50_reply_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_side, &M::store_side>("side"),
        field<&M::load_quantity, &M::store_quantity>("quantity"),
        field<&M::load_symbol, &M::store_symbol>("symbol"),
        field<&M::load_price, &M::store_price>("price"),
        field<&M::load_time_in_force, &M::store_time_in_force>("time_in_force"),
        field<&M::load_display, &M::store_display>("display"),
        field<&M::load_order_reference_number, &M::store_order_reference_number>(
            "order_reference_number"),
        field<&M::load_capacity, &M::store_capacity>("capacity"),
        field<&M::load_iso_eligibility, &M::store_iso_eligibility>("iso_eligibility"),
        field<&M::load_cross_type, &M::store_cross_type>("cross_type"),
        field<&M::load_order_state, &M::store_order_state>("order_state"),
        field<&M::load_cl_ord_id, &M::store_cl_ord_id>("cl_ord_id"),
        field<&M::load_appendage_length, &M::store_appendage_length>("appendage_length"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::OrderReplaced> = [] {
    using M = protocols::nasdaq::ouch50::OrderReplaced;
    return ouch50_reply_fields<M>(
        field<&M::load_orig_user_ref_num, &M::store_orig_user_ref_num>("orig_user_ref_num"),
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_side, &M::store_side>("side"),
        field<&M::load_quantity, &M::store_quantity>("quantity"),
        field<&M::load_symbol, &M::store_symbol>("symbol"),
        field<&M::load_price, &M::store_price>("price"),
        field<&M::load_time_in_force, &M::store_time_in_force>("time_in_force"),
        field<&M::load_display, &M::store_display>("display"),
        field<&M::load_order_reference_number, &M::store_order_reference_number>(
            "order_reference_number"),
        field<&M::load_capacity, &M::store_capacity>("capacity"),
        field<&M::load_iso_eligibility, &M::store_iso_eligibility>("iso_eligibility"),
        field<&M::load_cross_type, &M::store_cross_type>("cross_type"),
        field<&M::load_order_state, &M::store_order_state>("order_state"),
        field<&M::load_cl_ord_id, &M::store_cl_ord_id>("cl_ord_id"),
        field<&M::load_appendage_length, &M::store_appendage_length>("appendage_length"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::OrderCanceled> = [] {
    using M = protocols::nasdaq::ouch50::OrderCanceled;
    return ouch50_reply_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_quantity, &M::store_quantity>("quantity"),
        field<&M::load_reason, &M::store_reason>("reason"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::AiqCanceled> = [] {
    using M = protocols::nasdaq::ouch50::AiqCanceled;
    return ouch50_reply_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_decrement_shares, &M::store_decrement_shares>("decrement_shares"),
        field<&M::load_reason, &M::store_reason>("reason"),
        field<&M::load_quantity_prevented, &M::store_quantity_prevented>("quantity_prevented"),
        field<&M::load_execution_price, &M::store_execution_price>("execution_price"),
        field<&M::load_liquidity_flag, &M::store_liquidity_flag>("liquidity_flag"),
        field<&M::load_aiq_strategy, &M::store_aiq_strategy>("aiq_strategy"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::OrderExecuted> = [] {
    using M = protocols::nasdaq::ouch50::OrderExecuted;
    return ouch50_reply_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_quantity, &M::store_quantity>("quantity"),
        field<&M::load_price, &M::store_price>("price"),
        field<&M::load_liquidity_flag, &M::store_liquidity_flag>("liquidity_flag"),
        field<&M::load_match_number, &M::store_match_number>("match_number"),
        field<&M::load_appendage_length, &M::store_appendage_length>("appendage_length"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::BrokenTrade> = [] {
    using M = protocols::nasdaq::ouch50::BrokenTrade;
    return ouch50_reply_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_match_number, &M::store_match_number>("match_number"),
        field<&M::load_reason, &M::store_reason>("reason"),
        field<&M::load_cl_ord_id, &M::store_cl_ord_id>("cl_ord_id"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::TradeCorrection> = [] {
    using M = protocols::nasdaq::ouch50::TradeCorrection;
    return ouch50_reply_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_quantity, &M::store_quantity>("quantity"),
        field<&M::load_price, &M::store_price>("price"),
        field<&M::load_liquidity_flag, &M::store_liquidity_flag>("liquidity_flag"),
        field<&M::load_match_number, &M::store_match_number>("match_number"),
        field<&M::load_reason, &M::store_reason>("reason"),
        field<&M::load_cl_ord_id, &M::store_cl_ord_id>("cl_ord_id"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::OrderRejected> = [] {
    using M = protocols::nasdaq::ouch50::OrderRejected;
    return ouch50_reply_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_reason, &M::store_reason>("reason"),
        field<&M::load_cl_ord_id, &M::store_cl_ord_id>("cl_ord_id"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::CancelPending> = [] {
    using M = protocols::nasdaq::ouch50::CancelPending;
    return ouch50_reply_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::CancelReject> = [] {
    using M = protocols::nasdaq::ouch50::CancelReject;
    return ouch50_reply_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::OrderPriorityUpdate> = [] {
    using M = protocols::nasdaq::ouch50::OrderPriorityUpdate;
    return ouch50_reply_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_price, &M::store_price>("price"),
        field<&M::load_display, &M::store_display>("display"),
        field<&M::load_order_reference_number, &M::store_order_reference_number>(
            "order_reference_number"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::OrderModified> = [] {
    using M = protocols::nasdaq::ouch50::OrderModified;
    return ouch50_reply_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_side, &M::store_side>("side"),
        field<&M::load_quantity, &M::store_quantity>("quantity"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::OrderRestated> = [] {
    using M = protocols::nasdaq::ouch50::OrderRestated;
    return ouch50_reply_fields<M>(
        field<&M::load_user_ref_num, &M::store_user_ref_num>("user_ref_num"),
        field<&M::load_reason, &M::store_reason>("reason"),
        field<&M::load_appendage_length, &M::store_appendage_length>("appendage_length"));
}();

template <>
inline constexpr auto kFields<protocols::nasdaq::ouch50::AccountQueryResponse> = [] {
    using M = protocols::nasdaq::ouch50::AccountQueryResponse;
    return ouch50_reply_fields<M>(
        field<&M::load_next_user_ref_num, &M::store_next_user_ref_num>("next_user_ref_num"));
}();

inline constexpr auto kOuch50Requests = message_types(protocols::nasdaq::ouch50::Requests{});
inline constexpr auto kOuch50Replies = message_types(protocols::nasdaq::ouch50::Replies{});

}  // namespace hotpath::support
