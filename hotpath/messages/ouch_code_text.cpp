#include "hotpath/messages/ouch_code_text.hpp"

#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "hotpath/messages/field_words.hpp"
#include "hotpath/wire/ouch50/codes.hpp"

namespace hotpath::messages {

namespace {

namespace ouch50 = wire::ouch50;

constexpr std::array kSides{CodeWord{ouch50::side::kBuy, "buy"},
                            CodeWord{ouch50::side::kSell, "sell"},
                            CodeWord{ouch50::side::kSellShort, "sell short"},
                            CodeWord{ouch50::side::kSellShortExempt, "sell short exempt"}};

constexpr std::array kRejectReasons{
    CodeWord{ouch50::reject_reason::kQuoteUnavailable, "no quote"},
    CodeWord{ouch50::reject_reason::kInvalidDisplay, "display not allowed"},
    CodeWord{ouch50::reject_reason::kInvalidMaxFloor, "displayed quantity not allowed"},
    CodeWord{ouch50::reject_reason::kInvalidPegType, "peg not allowed"},
    CodeWord{ouch50::reject_reason::kFatFinger, "price too far from the market"},
    CodeWord{ouch50::reject_reason::kHalted, "instrument does not trade now"},
    CodeWord{ouch50::reject_reason::kInvalidSide, "unknown side"},
    CodeWord{ouch50::reject_reason::kProcessingError, "no room at the venue"},
    CodeWord{ouch50::reject_reason::kFirmNotAuthorized, "firm missing or not allowed"},
    CodeWord{ouch50::reject_reason::kInvalidMinQuantity, "minimum quantity not allowed"},
    CodeWord{ouch50::reject_reason::kOther, "terms not allowed at this venue"},
    CodeWord{ouch50::reject_reason::kCancelNotAllowed, "cancel not allowed"},
    CodeWord{ouch50::reject_reason::kPeggingNotAllowed, "peg without a limit"},
    CodeWord{ouch50::reject_reason::kInvalidQuantity, "quantity not allowed"},
    CodeWord{ouch50::reject_reason::kInvalidCrossOrder, "order for a cross not allowed"},
    CodeWord{ouch50::reject_reason::kReplaceNotAllowed, "replace not allowed"},
    CodeWord{ouch50::reject_reason::kRoutingNotAllowed, "routing not allowed"},
    CodeWord{ouch50::reject_reason::kInvalidSymbol, "unknown symbol"},
    CodeWord{ouch50::reject_reason::kInvalidMidpointPostOnly, "post-only peg not allowed"},
    CodeWord{ouch50::reject_reason::kInvalidPrice, "price not allowed"},
    CodeWord{ouch50::reject_reason::kSharesExceedThreshold, "too many shares"},
    CodeWord{ouch50::reject_reason::kMaximumNotionalValue, "order worth too much"},
    CodeWord{ouch50::reject_reason::kAggregateExposure, "open orders worth too much"},
    CodeWord{ouch50::reject_reason::kPortMessageRate, "too many messages"},
    CodeWord{ouch50::reject_reason::kSuspended, "user suspended by the venue"}};

constexpr std::array kBreakReasons{
    CodeWord{ouch50::broken_trade_reason::kErroneous, "erroneous"},
    CodeWord{ouch50::broken_trade_reason::kConsent, "by consent"},
    CodeWord{ouch50::broken_trade_reason::kSupervisory, "supervisory"},
    CodeWord{ouch50::broken_trade_reason::kExternal, "external"}};

constexpr std::array kCancelReasons{
    CodeWord{ouch50::cancel_reason::kUserRequested, "by request"},
    CodeWord{ouch50::cancel_reason::kImmediateOrCancel, "it could not trade at once"},
    CodeWord{ouch50::cancel_reason::kTimeout, "end of the day"},
    CodeWord{ouch50::cancel_reason::kSupervisory, "by the venue"},
    CodeWord{ouch50::cancel_reason::kHalted, "trading halted"},
    CodeWord{ouch50::cancel_reason::kSelfMatchPrevention, "it met an order of the same owner"},
    CodeWord{ouch50::cancel_reason::kPostOnly, "post-only and it would have traded"},
    CodeWord{ouch50::cancel_reason::kMarketCollars, "price band"},
    CodeWord{ouch50::cancel_reason::kSystem, "not executed in its cross"}};

constexpr std::array kLiquidityFlags{
    CodeWord{ouch50::liquidity_flag::kAdded, "added"},
    CodeWord{ouch50::liquidity_flag::kRemoved, "removed"},
    CodeWord{ouch50::liquidity_flag::kOpeningCross, "opening cross"},
    CodeWord{ouch50::liquidity_flag::kClosingCross, "closing cross"},
    CodeWord{ouch50::liquidity_flag::kHaltCross, "reopening cross"},
    CodeWord{ouch50::liquidity_flag::kNonDisplayedAdded, "added undisplayed"}};

constexpr std::array kAiqStrategies{
    CodeWord{ouch50::aiq_strategy::kCancelOldest, "cancel oldest"},
    CodeWord{ouch50::aiq_strategy::kCancelNewest, "cancel newest"},
    CodeWord{ouch50::aiq_strategy::kDecrementBoth, "decrement both"}};

/// A space, too, is shown as it is.
template <std::size_t N>
[[nodiscard]] std::string word_or_character(char code, const std::array<CodeWord<char>, N>& words) {
    const std::string_view word = find_word(code, words);
    return word.empty() ? character_text(code) : std::string(word);
}

}  // namespace

std::string side_text(char side) {
    return word_or_character(side, kSides);
}

std::string reject_reason_text(std::uint16_t reason) {
    const std::string_view word = find_word(reason, kRejectReasons);
    return word.empty() ? fmt::format("{:#04x}", reason)
                        : fmt::format("{} (0x{:02x})", word, reason);
}

std::string cancel_reason_text(char reason) {
    return word_or_character(reason, kCancelReasons);
}

std::string liquidity_text(char flag) {
    return word_or_character(flag, kLiquidityFlags);
}

std::string break_reason_text(char reason) {
    return word_of(reason, kBreakReasons);
}

std::string aiq_strategy_text(char strategy) {
    return word_or_character(strategy, kAiqStrategies);
}

}  // namespace hotpath::messages
