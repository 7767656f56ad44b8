#pragma once
/// Every message a client sends in OUCH 5.0: the specification's words, order and offsets.
///
/// Each is a zero-copy view and its own storage (see hotpath/protocols/message.hpp). kLength is the
/// fixed part; a message with an appendage_length continues for that many bytes (see
/// appendage.hpp). Values of one-character fields that our code uses have names in codes.hpp.
/// UserRefNum is unique within the day and strictly increasing per account: the venue ignores a
/// request that repeats one. Threads, allocation: none. Source: Nasdaq OUCH 5.0 specification, May
/// 2023; every offset is tested against tests/golden/protocols/ouch50.csv.

#include <string_view>

#include "hotpath/protocols/nasdaq/ouch50/fields.hpp"

namespace hotpath::protocols::nasdaq::ouch50 {

// clang-format off: each message is a table, as in the specification: type, offset, name, values.

struct EnterOrder : Request<EnterOrder, 'O', 47> {
    static constexpr std::string_view kName = "Enter Order";
    HOTPATH_FIELD(Uint32,       1, user_ref_num)
    HOTPATH_FIELD(Char,         5, side)                // B S, T short, E short exempt
    HOTPATH_FIELD(Uint32,       6, quantity)            // 1 to 999,999
    HOTPATH_FIELD(Stock,       10, symbol)
    HOTPATH_FIELD(LongPrice4,  18, price)
    HOTPATH_FIELD(Char,        26, time_in_force)       // 0 3 5 6 E: see time_in_force::
    HOTPATH_FIELD(Char,        27, display)             // Y visible, N hidden, A attributable
    HOTPATH_FIELD(Char,        28, capacity)            // A agency, P principal, R, O
    HOTPATH_FIELD(Char,        29, iso_eligibility)     // Y N: intermarket sweep order
    HOTPATH_FIELD(Char,        30, cross_type)          // N continuous market, O C H S R E A
    HOTPATH_FIELD(ClOrdIdText, 31, cl_ord_id)
    HOTPATH_FIELD(Uint16,      45, appendage_length)
};

struct ReplaceOrderRequest : Request<ReplaceOrderRequest, 'U', 40> {
    static constexpr std::string_view kName = "Replace Order Request";
    HOTPATH_FIELD(Uint32,       1, orig_user_ref_num)   // of the order to replace
    HOTPATH_FIELD(Uint32,       5, user_ref_num)        // of the order that takes its place
    HOTPATH_FIELD(Uint32,       9, quantity)            // in all: executed shares included
    HOTPATH_FIELD(LongPrice4,  13, price)
    HOTPATH_FIELD(Char,        21, time_in_force)       // 0 3 5 6 E: see time_in_force::
    HOTPATH_FIELD(Char,        22, display)             // Y visible, N hidden, A attributable
    HOTPATH_FIELD(Char,        23, iso_eligibility)     // Y N
    HOTPATH_FIELD(ClOrdIdText, 24, cl_ord_id)
    HOTPATH_FIELD(Uint16,      38, appendage_length)
};

struct CancelOrderRequest : Request<CancelOrderRequest, 'X', 9> {
    static constexpr std::string_view kName = "Cancel Order Request";
    HOTPATH_FIELD(Uint32,       1, user_ref_num)
    HOTPATH_FIELD(Uint32,       5, quantity)            // the order's new size; 0 cancels the rest
};

struct ModifyOrderRequest : Request<ModifyOrderRequest, 'M', 10> {
    static constexpr std::string_view kName = "Modify Order Request";
    HOTPATH_FIELD(Uint32,       1, user_ref_num)
    HOTPATH_FIELD(Char,         5, side)                // B S, T short, E short exempt
    HOTPATH_FIELD(Uint32,       6, quantity)            // the order's new size
};

struct AccountQueryRequest : Request<AccountQueryRequest, 'Q', 1> {
    static constexpr std::string_view kName = "Account Query Request";
};

// clang-format on

using Requests = MessageList<EnterOrder, ReplaceOrderRequest, CancelOrderRequest,
                             ModifyOrderRequest, AccountQueryRequest>;

}  // namespace hotpath::protocols::nasdaq::ouch50
