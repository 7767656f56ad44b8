#pragma once
/// The data types of FIX fields, and whether characters have the form of one.
///
/// Types of several versions with one form are one here: Price, Qty and Amt are Decimal, UTCDate and
/// LocalMktDate are Date. Country, Currency, Exchange and Language are String: venues put codes of
/// other lengths there (USDT). Threads: values. Allocation: none. Complexity: O(characters). Source:
/// FIX 4.4, volume 1, data types; FIX 5.0 SP2.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hotpath::protocols::fix {

enum class FieldType : std::uint8_t {
    String,
    Char,            // one character
    Boolean,         // Y or N
    Int,             // digits, a minus before them
    Length,          // digits: bytes of the data field behind it
    NumInGroup,      // digits: entries of the group behind it
    SeqNum,          // digits
    Decimal,         // digits with at most one point, a minus before them
    MultipleChar,    // characters with spaces between them
    MultipleString,  // words with spaces between them
    Data,            // any bytes, SOH too: the length field before it says how many
    Date,            // YYYYMMDD
    Time,            // HH:MM:SS, with or without a fraction
    Timestamp,       // Date-Time
    MonthYear,       // YYYYMM, YYYYMMDD or YYYYMMw1 to w5
    DayOfMonth,      // 1 to 31
    TzTime,          // HH:MM, seconds or none, Z or an offset or none
    TzTimestamp,     // Date-TzTime
};
inline constexpr std::size_t kFieldTypes = 18;

[[nodiscard]] std::string_view name(FieldType type) noexcept;

/// The value is not empty.
[[nodiscard]] bool has_form(FieldType type, std::string_view value) noexcept;

}  // namespace hotpath::protocols::fix
