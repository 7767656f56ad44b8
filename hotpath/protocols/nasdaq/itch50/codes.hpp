#pragma once
/// Names for the one-character values of ITCH 5.0 fields, one namespace per field, and the
/// translations of side and price.
///
/// Only values used by this code are named; others are documented at their fields in messages.hpp.
/// Threads: constants. Allocation: none. Source: Nasdaq TotalView-ITCH 5.0 specification.

#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::protocols::nasdaq::itch50 {

/// Event codes of SystemEvent, in the order of a day.
namespace event_code {
inline constexpr char kStartOfMessages = 'O';
inline constexpr char kStartOfSystemHours = 'S';
inline constexpr char kStartOfMarketHours = 'Q';
inline constexpr char kEndOfMarketHours = 'M';
inline constexpr char kEndOfSystemHours = 'E';
inline constexpr char kEndOfMessages = 'C';
}  // namespace event_code

/// Trading states of StockTradingAction.
namespace trading_state {
inline constexpr char kHalted = 'H';         // on every US market
inline constexpr char kPaused = 'P';         // on every US market, by the LULD rules
inline constexpr char kQuotationOnly = 'Q';  // orders are accepted and shown, but do not trade
inline constexpr char kTrading = 'T';
}  // namespace trading_state

/// Cross types of CrossTrade and Noii.
namespace cross_type {
inline constexpr char kOpening = 'O';
inline constexpr char kClosing = 'C';
inline constexpr char kHaltOrIpo = 'H';
inline constexpr char kExtendedClose = 'A';
}  // namespace cross_type

namespace buy_sell_indicator {
inline constexpr char kBuy = 'B';
inline constexpr char kSell = 'S';
}  // namespace buy_sell_indicator

/// Any code but B is a sell: the decoder checks lengths, not values.
[[nodiscard]] constexpr Side to_side(char indicator) noexcept {
    return indicator == buy_sell_indicator::kBuy ? Side::Buy : Side::Sell;
}

[[nodiscard]] constexpr char to_buy_sell_indicator(Side side) noexcept {
    return side == Side::Buy ? buy_sell_indicator::kBuy : buy_sell_indicator::kSell;
}

/// A Price4 counts the price units of the default PriceScale.
[[nodiscard]] constexpr Price to_price(std::uint32_t price4) noexcept {
    return {price4};
}

}  // namespace hotpath::protocols::nasdaq::itch50
