#pragma once
/// Every message a venue sends in OUCH 5.0: the specification's words, order and offsets.
///
/// Each is a zero-copy view and its own storage (see hotpath/protocols/message.hpp). kLength is the
/// fixed part; a message with an appendage_length continues for that many bytes (see
/// appendage.hpp). Values of one-character fields that our code uses have names in codes.hpp.
/// UserRefNum is the client's number of the order, order_reference_number the venue's, the same as
/// in ITCH. Threads, allocation: none. Source: Nasdaq OUCH 5.0 specification, May 2023; every
/// offset is tested against tests/golden/protocols/ouch50.csv.

#include <string_view>

#include "hotpath/protocols/nasdaq/ouch50/fields.hpp"

namespace hotpath::protocols::nasdaq::ouch50 {

// clang-format off: each message is a table, as in the specification: type, offset, name, values.

struct SystemEvent : Reply<SystemEvent, 'S', 10> {
    static constexpr std::string_view kName = "System Event";
    HOTPATH_FIELD(Char,         9, event_code)          // S start of day, E end of day
};

struct OrderAccepted : Reply<OrderAccepted, 'A', 64> {
    static constexpr std::string_view kName = "Order Accepted";
    HOTPATH_FIELD(Uint32,       9, user_ref_num)
    HOTPATH_FIELD(Char,        13, side)                // B S, T short, E short exempt
    HOTPATH_FIELD(Uint32,      14, quantity)
    HOTPATH_FIELD(Stock,       18, symbol)
    HOTPATH_FIELD(LongPrice4,  26, price)               // accepted: may be better than was asked
    HOTPATH_FIELD(Char,        34, time_in_force)
    HOTPATH_FIELD(Char,        35, display)             // Y N A, Z conformant
    HOTPATH_FIELD(Uint64,      36, order_reference_number)
    HOTPATH_FIELD(Char,        44, capacity)
    HOTPATH_FIELD(Char,        45, iso_eligibility)
    HOTPATH_FIELD(Char,        46, cross_type)
    HOTPATH_FIELD(Char,        47, order_state)         // L live, D dead: nothing more will come
    HOTPATH_FIELD(ClOrdIdText, 48, cl_ord_id)
    HOTPATH_FIELD(Uint16,      62, appendage_length)
};

struct OrderReplaced : Reply<OrderReplaced, 'U', 68> {
    static constexpr std::string_view kName = "Order Replaced";
    HOTPATH_FIELD(Uint32,       9, orig_user_ref_num)   // of the replaced order, which is dead
    HOTPATH_FIELD(Uint32,      13, user_ref_num)
    HOTPATH_FIELD(Char,        17, side)
    HOTPATH_FIELD(Uint32,      18, quantity)            // open from now on
    HOTPATH_FIELD(Stock,       22, symbol)
    HOTPATH_FIELD(LongPrice4,  30, price)
    HOTPATH_FIELD(Char,        38, time_in_force)
    HOTPATH_FIELD(Char,        39, display)
    HOTPATH_FIELD(Uint64,      40, order_reference_number)
    HOTPATH_FIELD(Char,        48, capacity)
    HOTPATH_FIELD(Char,        49, iso_eligibility)
    HOTPATH_FIELD(Char,        50, cross_type)
    HOTPATH_FIELD(Char,        51, order_state)         // L live, D dead
    HOTPATH_FIELD(ClOrdIdText, 52, cl_ord_id)
    HOTPATH_FIELD(Uint16,      66, appendage_length)
};

struct OrderCanceled : Reply<OrderCanceled, 'C', 18> {
    static constexpr std::string_view kName = "Order Canceled";
    HOTPATH_FIELD(Uint32,       9, user_ref_num)
    HOTPATH_FIELD(Uint32,      13, quantity)            // taken off by this message
    HOTPATH_FIELD(Char,        17, reason)              // see cancel_reason::
};

struct AiqCanceled : Reply<AiqCanceled, 'D', 32> {
    static constexpr std::string_view kName = "AIQ Canceled";
    HOTPATH_FIELD(Uint32,       9, user_ref_num)
    HOTPATH_FIELD(Uint32,      13, decrement_shares)    // taken off by this message
    HOTPATH_FIELD(Char,        17, reason)              // Q always: self-match prevention
    HOTPATH_FIELD(Uint32,      18, quantity_prevented)  // would have traded with oneself
    HOTPATH_FIELD(LongPrice4,  22, execution_price)     // the price of that trade
    HOTPATH_FIELD(Char,        30, liquidity_flag)
    HOTPATH_FIELD(Char,        31, aiq_strategy)        // see aiq_strategy::
};

struct OrderExecuted : Reply<OrderExecuted, 'E', 36> {
    static constexpr std::string_view kName = "Order Executed";
    HOTPATH_FIELD(Uint32,       9, user_ref_num)
    HOTPATH_FIELD(Uint32,      13, quantity)            // of this execution
    HOTPATH_FIELD(LongPrice4,  17, price)
    HOTPATH_FIELD(Char,        25, liquidity_flag)      // see liquidity_flag::
    HOTPATH_FIELD(Uint64,      26, match_number)        // unique within the day, as in ITCH
    HOTPATH_FIELD(Uint16,      34, appendage_length)
};

struct BrokenTrade : Reply<BrokenTrade, 'B', 36> {
    static constexpr std::string_view kName = "Broken Trade";
    HOTPATH_FIELD(Uint32,       9, user_ref_num)
    HOTPATH_FIELD(Uint64,      13, match_number)        // of the execution that is void
    HOTPATH_FIELD(Char,        21, reason)              // E C S X
    HOTPATH_FIELD(ClOrdIdText, 22, cl_ord_id)
};

struct TradeCorrection : Reply<TradeCorrection, 'F', 49> {
    static constexpr std::string_view kName = "Trade Correction";
    HOTPATH_FIELD(Uint32,       9, user_ref_num)
    HOTPATH_FIELD(Uint32,      13, quantity)            // of the execution, as it stands now
    HOTPATH_FIELD(LongPrice4,  17, price)               // the same
    HOTPATH_FIELD(Char,        25, liquidity_flag)
    HOTPATH_FIELD(Uint64,      26, match_number)        // of the execution that is corrected
    HOTPATH_FIELD(Char,        34, reason)              // N
    HOTPATH_FIELD(ClOrdIdText, 35, cl_ord_id)
};

struct OrderRejected : Reply<OrderRejected, 'J', 29> {
    static constexpr std::string_view kName = "Rejected";
    HOTPATH_FIELD(Uint32,       9, user_ref_num)
    HOTPATH_FIELD(Uint16,      13, reason)              // see reject_reason::
    HOTPATH_FIELD(ClOrdIdText, 15, cl_ord_id)
};

struct CancelPending : Reply<CancelPending, 'P', 13> {
    static constexpr std::string_view kName = "Cancel Pending";
    HOTPATH_FIELD(Uint32,       9, user_ref_num)
};

struct CancelReject : Reply<CancelReject, 'I', 13> {
    static constexpr std::string_view kName = "Cancel Reject";
    HOTPATH_FIELD(Uint32,       9, user_ref_num)
};

struct OrderPriorityUpdate : Reply<OrderPriorityUpdate, 'T', 30> {
    static constexpr std::string_view kName = "Order Priority Update";
    HOTPATH_FIELD(Uint32,       9, user_ref_num)
    HOTPATH_FIELD(LongPrice4,  13, price)
    HOTPATH_FIELD(Char,        21, display)
    HOTPATH_FIELD(Uint64,      22, order_reference_number)  // the order's new number
};

struct OrderModified : Reply<OrderModified, 'M', 18> {
    static constexpr std::string_view kName = "Order Modified";
    HOTPATH_FIELD(Uint32,       9, user_ref_num)
    HOTPATH_FIELD(Char,        13, side)
    HOTPATH_FIELD(Uint32,      14, quantity)            // open from now on
};

struct OrderRestated : Reply<OrderRestated, 'R', 16> {
    static constexpr std::string_view kName = "Order Restated";
    HOTPATH_FIELD(Uint32,       9, user_ref_num)
    HOTPATH_FIELD(Char,        13, reason)              // R display refreshed, P price moved
    HOTPATH_FIELD(Uint16,      14, appendage_length)
};

struct AccountQueryResponse : Reply<AccountQueryResponse, 'Q', 13> {
    static constexpr std::string_view kName = "Account Query Response";
    HOTPATH_FIELD(Uint32,       9, next_user_ref_num)
};

// clang-format on

using Replies = MessageList<SystemEvent, OrderAccepted, OrderReplaced, OrderCanceled, AiqCanceled,
                            OrderExecuted, BrokenTrade, TradeCorrection, OrderRejected,
                            CancelPending, CancelReject, OrderPriorityUpdate, OrderModified,
                            OrderRestated, AccountQueryResponse>;

}  // namespace hotpath::protocols::nasdaq::ouch50
