#pragma once
/// Names for the values of DEEP's one-byte fields, one namespace per field.
///
/// Only values used by this code are named; others are documented at their fields in
/// deep_messages.hpp. Threads: constants. Allocation: none. Source: IEX DEEP Specification, and its
/// appendix A for the flags.

#include <cstdint>

namespace hotpath::protocols::iex {

/// Events of SystemEvent, in the order of a day.
namespace system_event {
inline constexpr char kStartOfMessages = 'O';
inline constexpr char kStartOfSystemHours = 'S';
inline constexpr char kStartOfRegularMarketHours = 'R';
inline constexpr char kEndOfRegularMarketHours = 'M';
inline constexpr char kEndOfSystemHours = 'E';
inline constexpr char kEndOfMessages = 'C';
}  // namespace system_event

namespace directory_flag {
inline constexpr std::uint8_t kTestSecurity = 0x80;
inline constexpr std::uint8_t kEtp = 0x20;  // an exchange traded product
}  // namespace directory_flag

/// States of TradingStatus.
namespace trading_status {
inline constexpr char kHalted = 'H';           // on every US market
inline constexpr char kOrderAcceptance = 'O';  // after a halt: IEX accepts orders and trades none
inline constexpr char kPaused = 'P';           // and IEX accepts orders
inline constexpr char kTrading = 'T';
}  // namespace trading_status

namespace operational_halt {
inline constexpr char kHalted = 'O';  // on IEX alone
}  // namespace operational_halt

namespace event_flag {
/// The event is complete; without it the book is between two states.
inline constexpr std::uint8_t kComplete = 0x01;
}  // namespace event_flag

}  // namespace hotpath::protocols::iex
