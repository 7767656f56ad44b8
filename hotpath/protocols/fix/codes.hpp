#pragma once
/// Names for the coded values of FIX fields used by order entry and market data, one namespace per field, and
/// the translations of side and time in force.
///
/// Only values used by this code are named. Where FIX 4.2 and 4.4 differ: dialect.hpp. Threads:
/// constants. Allocation: none. Source: FIX 4.2 and 4.4, the fields' values.

#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/core/units.hpp"

namespace hotpath::protocols::fix {

/// MsgType (35) of application messages, those of one character.
namespace app_type {
inline constexpr char kExecutionReport = '8';
inline constexpr char kOrderCancelReject = '9';
inline constexpr char kNewOrderSingle = 'D';
inline constexpr char kOrderCancelRequest = 'F';
inline constexpr char kOrderCancelReplaceRequest = 'G';
inline constexpr char kOrderStatusRequest = 'H';
inline constexpr char kMarketDataRequest = 'V';
inline constexpr char kMarketDataSnapshot = 'W';
inline constexpr char kMarketDataIncrement = 'X';
inline constexpr char kMarketDataRequestReject = 'Y';
inline constexpr char kBusinessMessageReject = 'j';
inline constexpr char kOrderMassCancelRequest = 'q';
inline constexpr char kOrderMassCancelReport = 'r';
}  // namespace app_type

namespace side {
inline constexpr char kBuy = '1';
inline constexpr char kSell = '2';
inline constexpr char kSellShort = '5';
inline constexpr char kSellShortExempt = '6';
}  // namespace side

namespace ord_type {
inline constexpr char kMarket = '1';
inline constexpr char kLimit = '2';
inline constexpr char kStop = '3';
inline constexpr char kStopLimit = '4';
}  // namespace ord_type

namespace time_in_force {
inline constexpr char kDay = '0';
inline constexpr char kGtc = '1';
inline constexpr char kIoc = '3';
inline constexpr char kFok = '4';
}  // namespace time_in_force

namespace exec_inst {
inline constexpr char kParticipateDontInitiate = '6';  // post-only
}  // namespace exec_inst

namespace handl_inst {
inline constexpr char kAutomated = '1';
}  // namespace handl_inst

namespace ord_status {
inline constexpr char kNew = '0';
inline constexpr char kPartiallyFilled = '1';
inline constexpr char kFilled = '2';
inline constexpr char kDoneForDay = '3';
inline constexpr char kCanceled = '4';
inline constexpr char kReplaced = '5';  // FIX 4.2
inline constexpr char kPendingCancel = '6';
inline constexpr char kRejected = '8';
inline constexpr char kExpired = 'C';
inline constexpr char kPendingReplace = 'E';
}  // namespace ord_status

namespace liquidity {
inline constexpr char kAdded = '1';
inline constexpr char kRemoved = '2';
}  // namespace liquidity

namespace restatement {
inline constexpr char kRepricing = '3';
inline constexpr char kPartialDecline = '5';
}  // namespace restatement

namespace cxl_rej_response_to {
inline constexpr char kCancel = '1';
inline constexpr char kReplace = '2';
}  // namespace cxl_rej_response_to

namespace ord_rej_reason {
inline constexpr std::uint16_t kBrokerOption = 0;
inline constexpr std::uint16_t kUnknownSymbol = 1;
inline constexpr std::uint16_t kExchangeClosed = 2;
inline constexpr std::uint16_t kExceedsLimit = 3;
inline constexpr std::uint16_t kUnknownOrder = 5;
inline constexpr std::uint16_t kDuplicateOrder = 6;
inline constexpr std::uint16_t kUnsupportedCharacteristic = 11;  // FIX 4.4
inline constexpr std::uint16_t kIncorrectQuantity = 13;          // FIX 4.4
inline constexpr std::uint16_t kOther = 99;                      // FIX 4.4
}  // namespace ord_rej_reason

namespace cxl_rej_reason {
inline constexpr std::uint16_t kTooLate = 0;
inline constexpr std::uint16_t kUnknownOrder = 1;
inline constexpr std::uint16_t kBrokerOption = 2;
inline constexpr std::uint16_t kDuplicateClOrdId = 6;  // FIX 4.4
}  // namespace cxl_rej_reason

namespace business_reject_reason {
inline constexpr std::uint16_t kOther = 0;
inline constexpr std::uint16_t kUnknownId = 1;
inline constexpr std::uint16_t kUnknownSecurity = 2;
inline constexpr std::uint16_t kUnsupportedMessageType = 3;
inline constexpr std::uint16_t kNotAvailable = 4;
inline constexpr std::uint16_t kFieldMissing = 5;
inline constexpr std::uint16_t kNotAuthorized = 6;  // FIX 4.4
}  // namespace business_reject_reason

namespace subscription_type {  // SubscriptionRequestType
inline constexpr char kSnapshot = '0';
inline constexpr char kSubscribe = '1';
inline constexpr char kUnsubscribe = '2';
}  // namespace subscription_type

namespace md_entry_type {
inline constexpr char kBid = '0';
inline constexpr char kOffer = '1';
inline constexpr char kTrade = '2';
}  // namespace md_entry_type

namespace md_update_action {
inline constexpr char kNew = '0';
inline constexpr char kChange = '1';
inline constexpr char kDelete = '2';
}  // namespace md_update_action

namespace md_req_rej_reason {
inline constexpr char kUnknownSymbol = '0';
inline constexpr char kDuplicateId = '1';
inline constexpr char kBandwidth = '2';
inline constexpr char kPermissions = '3';
inline constexpr char kSubscriptionType = '4';
inline constexpr char kMarketDepth = '5';
inline constexpr char kUpdateType = '6';
inline constexpr char kAggregatedBook = '7';
inline constexpr char kEntryType = '8';
inline constexpr char kTradingSession = '9';  // FIX 4.4, as are the following
inline constexpr char kScope = 'A';
inline constexpr char kOpenCloseSettlFlag = 'B';
inline constexpr char kImplicitDelete = 'C';
}  // namespace md_req_rej_reason

namespace mass_cancel {
inline constexpr char kRejected = '0';
inline constexpr char kOfSecurity = '1';
inline constexpr char kAll = '7';
}  // namespace mass_cancel

/// The code as the value of a field; a view of the constant.
[[nodiscard]] constexpr std::string_view text_of(const char& code) noexcept {
    return {&code, 1};
}

/// Every kind of sell is Sell; empty for cross, undisclosed and others.
[[nodiscard]] constexpr std::optional<Side> to_side(char code) noexcept {
    switch (code) {
        case side::kBuy:
            return Side::Buy;
        case side::kSell:
        case side::kSellShort:
        case side::kSellShortExempt:
            return Side::Sell;
        default:
            return std::nullopt;
    }
}

[[nodiscard]] constexpr char to_code(TimeInForce order_time_in_force) noexcept {
    switch (order_time_in_force) {
        case TimeInForce::Day:
            break;
        case TimeInForce::Ioc:
            return time_in_force::kIoc;
        case TimeInForce::Fok:
            return time_in_force::kFok;
    }
    return time_in_force::kDay;
}

/// Empty if the core has no such time in force.
[[nodiscard]] constexpr std::optional<TimeInForce> to_time_in_force(char code) noexcept {
    switch (code) {
        case time_in_force::kDay:
            return TimeInForce::Day;
        case time_in_force::kIoc:
            return TimeInForce::Ioc;
        case time_in_force::kFok:
            return TimeInForce::Fok;
        default:
            return std::nullopt;
    }
}

}  // namespace hotpath::protocols::fix
