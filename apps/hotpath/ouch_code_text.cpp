#include "apps/hotpath/ouch_code_text.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hotpath/wire/ouch50/codes.hpp"

namespace hotpath::app {

namespace {

namespace ouch50 = wire::ouch50;

template <class Code>
using CodeWords = std::pair<Code, std::string_view>;

constexpr CodeWords<char> kSides[] = {{ouch50::side::kBuy, "buy"},
                                      {ouch50::side::kSell, "sell"},
                                      {ouch50::side::kSellShort, "sell short"},
                                      {ouch50::side::kSellShortExempt, "sell short exempt"}};

constexpr CodeWords<std::uint16_t> kRejectReasons[] = {
    {ouch50::reject_reason::kQuoteUnavailable, "no quote"},
    {ouch50::reject_reason::kInvalidDisplay, "display not allowed"},
    {ouch50::reject_reason::kInvalidMaxFloor, "displayed quantity not allowed"},
    {ouch50::reject_reason::kInvalidPegType, "peg not allowed"},
    {ouch50::reject_reason::kFatFinger, "price too far from the market"},
    {ouch50::reject_reason::kHalted, "instrument does not trade now"},
    {ouch50::reject_reason::kInvalidSide, "unknown side"},
    {ouch50::reject_reason::kProcessingError, "no room at the venue"},
    {ouch50::reject_reason::kFirmNotAuthorized, "firm missing or not allowed"},
    {ouch50::reject_reason::kInvalidMinQuantity, "minimum quantity not allowed"},
    {ouch50::reject_reason::kOther, "terms not allowed at this venue"},
    {ouch50::reject_reason::kCancelNotAllowed, "cancel not allowed"},
    {ouch50::reject_reason::kPeggingNotAllowed, "peg without a limit"},
    {ouch50::reject_reason::kInvalidQuantity, "quantity not allowed"},
    {ouch50::reject_reason::kInvalidCrossOrder, "order for a cross not allowed"},
    {ouch50::reject_reason::kReplaceNotAllowed, "replace not allowed"},
    {ouch50::reject_reason::kRoutingNotAllowed, "routing not allowed"},
    {ouch50::reject_reason::kInvalidSymbol, "unknown symbol"},
    {ouch50::reject_reason::kInvalidMidpointPostOnly, "post-only peg not allowed"},
    {ouch50::reject_reason::kInvalidPrice, "price not allowed"},
    {ouch50::reject_reason::kSharesExceedThreshold, "too many shares"},
    {ouch50::reject_reason::kMaximumNotionalValue, "order worth too much"},
    {ouch50::reject_reason::kPortMessageRate, "too many messages"}};

constexpr CodeWords<char> kCancelReasons[] = {
    {ouch50::cancel_reason::kUserRequested, "by request"},
    {ouch50::cancel_reason::kImmediateOrCancel, "it could not trade at once"},
    {ouch50::cancel_reason::kTimeout, "end of the day"},
    {ouch50::cancel_reason::kSupervisory, "by the venue"},
    {ouch50::cancel_reason::kHalted, "trading halted"},
    {ouch50::cancel_reason::kSelfMatchPrevention, "it met an order of the same owner"},
    {ouch50::cancel_reason::kPostOnly, "post-only and it would have traded"},
    {ouch50::cancel_reason::kMarketCollars, "price band"},
    {ouch50::cancel_reason::kSystem, "not executed in its cross"}};

constexpr CodeWords<char> kLiquidityFlags[] = {
    {ouch50::liquidity_flag::kAdded, "added"},
    {ouch50::liquidity_flag::kRemoved, "removed"},
    {ouch50::liquidity_flag::kOpeningCross, "opening cross"},
    {ouch50::liquidity_flag::kClosingCross, "closing cross"},
    {ouch50::liquidity_flag::kHaltCross, "reopening cross"},
    {ouch50::liquidity_flag::kNonDisplayedAdded, "added undisplayed"}};

constexpr CodeWords<char> kAiqStrategies[] = {
    {ouch50::aiq_strategy::kCancelOldest, "cancel oldest"},
    {ouch50::aiq_strategy::kCancelNewest, "cancel newest"},
    {ouch50::aiq_strategy::kDecrementBoth, "decrement both"}};

/// Empty for an unknown code.
template <class Code>
[[nodiscard]] std::string_view words_of(std::span<const CodeWords<Code>> table, Code code) {
    const auto found = std::ranges::find(table, code, &CodeWords<Code>::first);
    return found == table.end() ? std::string_view() : found->second;
}

[[nodiscard]] std::string words_or_code(std::span<const CodeWords<char>> table, char code) {
    const std::string_view words = words_of(table, code);
    const bool is_printable = code >= ' ' && code <= '~';
    return !words.empty() ? std::string(words)
           : is_printable ? std::string(1, code)
                          : fmt::format("{:#04x}", static_cast<unsigned char>(code));
}

}  // namespace

std::string side_text(char side) {
    return words_or_code(kSides, side);
}

std::string reject_reason_text(std::uint16_t reason) {
    const std::string_view words = words_of<std::uint16_t>(kRejectReasons, reason);
    return words.empty() ? fmt::format("{:#04x}", reason)
                         : fmt::format("{} (0x{:02x})", words, reason);
}

std::string cancel_reason_text(char reason) {
    return words_or_code(kCancelReasons, reason);
}

std::string liquidity_text(char flag) {
    return words_or_code(kLiquidityFlags, flag);
}

std::string aiq_strategy_text(char strategy) {
    return words_or_code(kAiqStrategies, strategy);
}

}  // namespace hotpath::app
