#pragma once
/// Names for the coded values of OUCH 5.0 fields, one namespace per field, and the translations of
/// side, price and time in force.
///
/// Only values used by this code are named; others are documented at their fields in requests.hpp
/// and replies.hpp. Threads: constants. Allocation: none.
/// Source: Nasdaq OUCH 5.0 specification, May 2023; reasons and flags are its appendices' as
/// an open implementation restates them (docs/reference/ouch50.md).

#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::protocols::nasdaq::ouch50 {

inline constexpr std::uint32_t kQuantityMax = 999'999;

namespace side {
inline constexpr char kBuy = 'B';
inline constexpr char kSell = 'S';
inline constexpr char kSellShort = 'T';
inline constexpr char kSellShortExempt = 'E';
}  // namespace side

namespace time_in_force {
inline constexpr char kDay = '0';
inline constexpr char kIoc = '3';
inline constexpr char kGtx = '5';  // until the end of the extended hours
inline constexpr char kGtt = '6';  // until the ExpireTime of the appendage
inline constexpr char kAfterHours = 'E';
inline constexpr char kGtc = '1';  // until it is canceled: not in OUCH, named as in FIX
}  // namespace time_in_force

namespace display {
inline constexpr char kVisible = 'Y';
inline constexpr char kHidden = 'N';
inline constexpr char kAttributable = 'A';
}  // namespace display

namespace capacity {
inline constexpr char kAgency = 'A';
inline constexpr char kPrincipal = 'P';
inline constexpr char kRisklessPrincipal = 'R';
inline constexpr char kOther = 'O';
}  // namespace capacity

namespace iso_eligibility {
inline constexpr char kEligible = 'Y';
inline constexpr char kNotEligible = 'N';
}  // namespace iso_eligibility

namespace cross_type {
inline constexpr char kContinuousMarket = 'N';
inline constexpr char kOpening = 'O';
inline constexpr char kClosing = 'C';
inline constexpr char kHaltOrIpo = 'H';
}  // namespace cross_type

namespace event_code {
inline constexpr char kStartOfDay = 'S';
inline constexpr char kEndOfDay = 'E';
}  // namespace event_code

namespace order_state {
inline constexpr char kLive = 'L';
inline constexpr char kDead = 'D';
}  // namespace order_state

namespace liquidity_flag {
inline constexpr char kAdded = 'A';
inline constexpr char kRemoved = 'R';
inline constexpr char kOpeningCross = 'O';
inline constexpr char kClosingCross = 'C';
inline constexpr char kHaltCross = 'K';
inline constexpr char kNonDisplayedAdded = 'J';
}  // namespace liquidity_flag

namespace cancel_reason {
inline constexpr char kUserRequested = 'U';
inline constexpr char kImmediateOrCancel = 'I';
inline constexpr char kTimeout = 'T';  // its time in force has ended
inline constexpr char kSupervisory = 'S';
inline constexpr char kHalted = 'H';
inline constexpr char kSelfMatchPrevention = 'Q';
inline constexpr char kPostOnly = 'G';  // it would have traded with a displayed order
inline constexpr char kMarketCollars = 'K';
inline constexpr char kSystem = 'Z';
}  // namespace cancel_reason

namespace reject_reason {
inline constexpr std::uint16_t kQuoteUnavailable = 0x01;
inline constexpr std::uint16_t kInvalidDisplay = 0x03;
inline constexpr std::uint16_t kInvalidMaxFloor = 0x04;
inline constexpr std::uint16_t kInvalidPegType = 0x05;
inline constexpr std::uint16_t kFatFinger = 0x06;
inline constexpr std::uint16_t kHalted = 0x07;
inline constexpr std::uint16_t kInvalidSide = 0x09;
inline constexpr std::uint16_t kProcessingError = 0x0A;
inline constexpr std::uint16_t kFirmNotAuthorized = 0x0C;
inline constexpr std::uint16_t kInvalidMinQuantity = 0x0D;
inline constexpr std::uint16_t kOther = 0x0F;
inline constexpr std::uint16_t kCancelNotAllowed = 0x10;
inline constexpr std::uint16_t kPeggingNotAllowed = 0x11;
inline constexpr std::uint16_t kInvalidQuantity = 0x13;
inline constexpr std::uint16_t kInvalidCrossOrder = 0x14;
inline constexpr std::uint16_t kReplaceNotAllowed = 0x15;
inline constexpr std::uint16_t kRoutingNotAllowed = 0x16;
inline constexpr std::uint16_t kInvalidSymbol = 0x17;
inline constexpr std::uint16_t kInvalidMidpointPostOnly = 0x1B;
inline constexpr std::uint16_t kInvalidPrice = 0x1D;
inline constexpr std::uint16_t kSharesExceedThreshold = 0x1E;
inline constexpr std::uint16_t kMaximumNotionalValue = 0x1F;
inline constexpr std::uint16_t kAggregateExposure = 0x20;
inline constexpr std::uint16_t kPortMessageRate = 0x29;
inline constexpr std::uint16_t kSuspended = 0x80;  // not in OUCH: by the venue's operator
}  // namespace reject_reason

namespace broken_trade_reason {
inline constexpr char kErroneous = 'E';
inline constexpr char kConsent = 'C';
inline constexpr char kSupervisory = 'S';
inline constexpr char kExternal = 'X';
}  // namespace broken_trade_reason

namespace price_type {
inline constexpr char kLimit = 'L';
inline constexpr char kMarketPeg = 'P';
inline constexpr char kMidpointPeg = 'M';
inline constexpr char kPrimaryPeg = 'R';
inline constexpr char kMarketMakerPeg = 'Q';
inline constexpr char kMidpoint = 'm';  // at entry only
}  // namespace price_type

namespace post_only {
inline constexpr char kPostOnly = 'P';
inline constexpr char kNo = 'N';
}  // namespace post_only

/// A venue's action when two orders of one firm meet.
namespace aiq_strategy {
inline constexpr char kCancelOldest = 'O';
inline constexpr char kCancelNewest = 'W';
inline constexpr char kDecrementBoth = 'D';
}  // namespace aiq_strategy

namespace restate_reason {
inline constexpr char kRefresh = 'R';  // replenishes the displayed quantity of a reserve order
}  // namespace restate_reason

/// Returns the side of a code. Any code but B is Sell: the decoder does not check values.
[[nodiscard]] constexpr Side to_side(char code) noexcept {
    return code == side::kBuy ? Side::Buy : Side::Sell;
}

/// Returns the code of a side.
[[nodiscard]] constexpr char to_code(Side order_side) noexcept {
    return order_side == Side::Buy ? side::kBuy : side::kSell;
}

/// Returns the code of a time in force. Fok is Ioc on the wire, with a MinQty of the whole order in
/// the appendage.
[[nodiscard]] constexpr char to_code(TimeInForce order_time_in_force) noexcept {
    return order_time_in_force == TimeInForce::Day ? time_in_force::kDay : time_in_force::kIoc;
}

/// Returns the price of a LongPrice4, which counts the price units of the default PriceScale. A
/// value beyond 2^63 - 1 becomes negative, which is not a valid price anywhere.
[[nodiscard]] constexpr Price to_price(std::uint64_t long_price4) noexcept {
    return {static_cast<std::int64_t>(long_price4)};
}

[[nodiscard]] constexpr std::uint64_t to_long_price4(Price price) noexcept {
    return static_cast<std::uint64_t>(price.value);
}

}  // namespace hotpath::protocols::nasdaq::ouch50
