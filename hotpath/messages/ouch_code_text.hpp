#pragma once
/// The codes of OUCH 5.0 in words: why an order was rejected or canceled, how it traded.
///
///   reject_reason_text(0x17) == "unknown symbol"       an unknown code is shown as it is
///
/// Threads: any. Allocation: strings. Source: the appendices of OUCH 5.0 as codes.hpp has them, and
/// their meaning at Hotpath's venue (docs/reference/ouch50.md).

#include <cstdint>
#include <string>

namespace hotpath::messages {

[[nodiscard]] std::string side_text(char side);
[[nodiscard]] std::string reject_reason_text(std::uint16_t reason);
[[nodiscard]] std::string cancel_reason_text(char reason);
[[nodiscard]] std::string liquidity_text(char flag);
[[nodiscard]] std::string break_reason_text(char reason);
[[nodiscard]] std::string aiq_strategy_text(char strategy);

}  // namespace hotpath::messages
