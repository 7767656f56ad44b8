#pragma once
/// The venue's inputs and commands in words, for people who read a journal or operate a venue.
///
/// Threads: any. Allocation: strings. Complexity: O(1).

#include <optional>
#include <string>

#include "hotpath/core/bytes.hpp"
#include "hotpath/exchange/control.hpp"
#include "hotpath/journal/record.hpp"

namespace hotpath::app {

/// The records of a venue's journal that are its inputs.
inline constexpr journal::RecordType kVenueInputRecord = 1;

/// "halt AAPL, reason T1", "end of day of all instruments", "cancel all of session 1".
[[nodiscard]] std::string to_text(const exchange::Control& control);
/// "order of session 0", "halt AAPL, reason T1 (operator 0, request 7)"; nothing when the bytes are
/// no input.
[[nodiscard]] std::optional<std::string> input_text(Bytes record);

}  // namespace hotpath::app
