#pragma once
/// Why the venue refuses an order, in FIX's words: OrdRejReason (103), and Text (58) for what that
/// has no number for.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(reasons).

#include <cstdint>
#include <string_view>

#include "hotpath/exchange/orders/order_terms.hpp"
#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/dialect.hpp"

namespace hotpath::exchange {

struct FixReason {
    std::uint16_t code = protocols::fix::ord_rej_reason::kOther;
    std::string_view text{};  // never empty
};

[[nodiscard]] inline FixReason fix_reason_of(RejectReason reason) noexcept {
    namespace fix = protocols::fix::ord_rej_reason;
    switch (reason) {
        case RejectReason::InvalidSymbol:
            return {fix::kUnknownSymbol, "unknown symbol"};
        case RejectReason::Halted:
            return {fix::kExchangeClosed, "the instrument is halted"};
        case RejectReason::InvalidQty:
            return {fix::kIncorrectQuantity, "OrderQty is out of bounds"};
        case RejectReason::InvalidPrice:
            return {fix::kOther, "Price is out of bounds or between ticks"};
        case RejectReason::InvalidMinQty:
            return {fix::kUnsupportedCharacteristic, "MinQty cannot be honoured"};
        case RejectReason::InvalidMaxFloor:
            return {fix::kUnsupportedCharacteristic, "MaxFloor cannot be honoured"};
        case RejectReason::ValueTooHigh:
            return {fix::kExceedsLimit, "the order is worth too much"};
        case RejectReason::FatFinger:
            return {fix::kOther, "Price is too far from the market"};
        case RejectReason::ExposureTooHigh:
            return {fix::kExceedsLimit, "the open orders would be worth too much"};
        case RejectReason::RateTooHigh:
            return {fix::kOther, "too many orders a second"};
        case RejectReason::Suspended:
            return {fix::kOther, "the user is suspended by the venue"};
        case RejectReason::NoRoom:
            return {fix::kOther, "the venue has no room for the order"};
        default:
            return {fix::kOther, "the venue does not take such orders"};
    }
}

/// The numbers that a version has; others are the broker's option.
[[nodiscard]] inline std::uint16_t ord_rej_reason_in(const protocols::fix::Dialect& dialect,
                                                     std::uint16_t code) noexcept {
    return code <= dialect.ord_rej_reason_last ? code
                                               : protocols::fix::ord_rej_reason::kBrokerOption;
}
[[nodiscard]] inline std::uint16_t cxl_rej_reason_in(const protocols::fix::Dialect& dialect,
                                                     std::uint16_t code) noexcept {
    return code <= dialect.cxl_rej_reason_last ? code
                                               : protocols::fix::cxl_rej_reason::kBrokerOption;
}

}  // namespace hotpath::exchange
