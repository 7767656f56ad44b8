#pragma once
/// Names for values of DBN fields: record types, actions, sides, flags, schemas, and the values that
/// stand for "undefined".
///
/// Only values that code here uses. Threads: constants. Allocation: none. Complexity: O(1). Source:
/// the crate dbn 0.73.0.

#include <cstdint>
#include <iterator>
#include <limits>
#include <string_view>

#include "hotpath/core/units.hpp"

namespace hotpath::protocols::dbn {

inline constexpr std::uint8_t kVersionMin = 1;
inline constexpr std::uint8_t kVersionMax = 3;

inline constexpr std::int64_t kUndefinedPrice = std::numeric_limits<std::int64_t>::max();
inline constexpr std::uint32_t kUndefinedSize = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint64_t kUndefinedTime = std::numeric_limits<std::uint64_t>::max();
/// A price is a count of these in one unit of currency.
inline constexpr std::int64_t kPriceUnitsPerCurrency = 1'000'000'000;

/// MboMsg and the records by price.
namespace action {
inline constexpr char kAdd = 'A';
inline constexpr char kCancel = 'C';  // all of an order or a part: size is what is taken off
inline constexpr char kModify = 'M';  // price and size from now on
inline constexpr char kClear = 'R';   // every order of the instrument is gone
inline constexpr char kTrade = 'T';   // an aggressor has traded; changes no book
inline constexpr char kFill = 'F';    // a resting order has traded; changes no book
inline constexpr char kNone = 'N';
}  // namespace action

/// The aggressor's in a T, else the resting order's.
namespace side {
inline constexpr char kAsk = 'A';
inline constexpr char kBid = 'B';
inline constexpr char kNone = 'N';
}  // namespace side

[[nodiscard]] constexpr char to_code(Side of) noexcept {
    return of == Side::Buy ? side::kBid : side::kAsk;
}

namespace flag {
inline constexpr std::uint8_t kLast = 0x80;          // the last record of its event
inline constexpr std::uint8_t kTopOfBook = 0x40;     // stands for a whole side of the book
inline constexpr std::uint8_t kSnapshot = 0x20;      // from a snapshot, not from the live feed
inline constexpr std::uint8_t kMaybeBadBook = 0x04;  // the channel has lost data
}  // namespace flag

namespace rtype {
inline constexpr std::uint8_t kTrade = 0x00;
inline constexpr std::uint8_t kMbp1 = 0x01;
inline constexpr std::uint8_t kMbp10 = 0x0A;
inline constexpr std::uint8_t kStatus = 0x12;
inline constexpr std::uint8_t kInstrumentDef = 0x13;
inline constexpr std::uint8_t kError = 0x15;
inline constexpr std::uint8_t kSymbolMapping = 0x16;
inline constexpr std::uint8_t kSystem = 0x17;
inline constexpr std::uint8_t kMbo = 0xA0;
}  // namespace rtype

/// StatusMsg.
namespace status_action {
inline constexpr std::uint16_t kPreOpen = 1;
inline constexpr std::uint16_t kNewPriceIndication = 6;  // 1 to 6: orders are taken and not matched
inline constexpr std::uint16_t kTrading = 7;
inline constexpr std::uint16_t kHalt = 8;
inline constexpr std::uint16_t kPause = 9;
inline constexpr std::uint16_t kSuspend = 10;
inline constexpr std::uint16_t kNotAvailable = 15;
}  // namespace status_action

/// Metadata: how instruments are named.
namespace stype {
inline constexpr std::uint8_t kInstrumentId = 0;
inline constexpr std::uint8_t kRawSymbol = 1;
}  // namespace stype

/// Metadata: the kind of all records of a file.
namespace schema {
inline constexpr std::uint16_t kMbo = 0;
inline constexpr std::uint16_t kMbp1 = 1;
inline constexpr std::uint16_t kMbp10 = 2;
inline constexpr std::uint16_t kTbbo = 3;
inline constexpr std::uint16_t kTrades = 4;
inline constexpr std::uint16_t kDefinition = 9;
inline constexpr std::uint16_t kStatus = 11;
inline constexpr std::uint16_t kMixed = 0xFFFF;

[[nodiscard]] constexpr std::string_view name(std::uint16_t code) noexcept {
    constexpr std::string_view kNames[] = {
        "mbo",      "mbp-1",    "mbp-10",     "tbbo",       "trades", "ohlcv-1s",  "ohlcv-1m",
        "ohlcv-1h", "ohlcv-1d", "definition", "statistics", "status", "imbalance", "ohlcv-eod",
        "cmbp-1",   "cbbo-1s",  "cbbo-1m",    "tcbbo",      "bbo-1s", "bbo-1m"};
    if (code == kMixed) {
        return "mixed";
    }
    return code < std::size(kNames) ? kNames[code] : "unknown";
}
}  // namespace schema

}  // namespace hotpath::protocols::dbn
