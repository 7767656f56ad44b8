#pragma once
/// Why the venue refuses an order, in FIX's words: OrdRejReason (103), and Text (58) for what that
/// has no number for.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(reasons).

#include <cstdint>
#include <string_view>

#include "hotpath/wire/fix/codes.hpp"
#include "hotpath/wire/fix/dialect.hpp"
#include "hotpath/wire/ouch50/codes.hpp"

namespace hotpath::exchange {

struct FixReason {
    std::uint16_t code = wire::fix::ord_rej_reason::kOther;
    std::string_view text{};  // never empty
};

/// For a reject reason of OUCH.
[[nodiscard]] inline FixReason fix_reason_of(std::uint16_t ouch_reason) noexcept {
    namespace fix = wire::fix::ord_rej_reason;
    namespace ouch = wire::ouch50::reject_reason;
    switch (ouch_reason) {
        case ouch::kInvalidSymbol:
            return {fix::kUnknownSymbol, "unknown symbol"};
        case ouch::kHalted:
            return {fix::kExchangeClosed, "the instrument is halted"};
        case ouch::kInvalidQuantity:
            return {fix::kIncorrectQuantity, "OrderQty is out of bounds"};
        case ouch::kInvalidPrice:
            return {fix::kOther, "Price is out of bounds or between ticks"};
        case ouch::kInvalidMinQuantity:
            return {fix::kUnsupportedCharacteristic, "MinQty cannot be honoured"};
        case ouch::kInvalidMaxFloor:
            return {fix::kUnsupportedCharacteristic, "MaxFloor cannot be honoured"};
        case ouch::kMaximumNotionalValue:
            return {fix::kExceedsLimit, "the order is worth too much"};
        case ouch::kFatFinger:
            return {fix::kOther, "Price is too far from the market"};
        case ouch::kAggregateExposure:
            return {fix::kExceedsLimit, "the open orders would be worth too much"};
        case ouch::kPortMessageRate:
            return {fix::kOther, "too many orders a second"};
        case ouch::kSuspended:
            return {fix::kOther, "the user is suspended by the venue"};
        case ouch::kProcessingError:
            return {fix::kOther, "the venue has no room for the order"};
        default:
            return {fix::kOther, "the venue does not take such orders"};
    }
}

/// The numbers that a version has; others are the broker's option.
[[nodiscard]] inline std::uint16_t ord_rej_reason_in(const wire::fix::Dialect& dialect,
                                                     std::uint16_t code) noexcept {
    return code <= dialect.ord_rej_reason_last ? code : wire::fix::ord_rej_reason::kBrokerOption;
}
[[nodiscard]] inline std::uint16_t cxl_rej_reason_in(const wire::fix::Dialect& dialect,
                                                     std::uint16_t code) noexcept {
    return code <= dialect.cxl_rej_reason_last ? code : wire::fix::cxl_rej_reason::kBrokerOption;
}

}  // namespace hotpath::exchange
