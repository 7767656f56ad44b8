#pragma once
/// The venue's inputs and commands in words, for reading a journal or operating a venue.
///
/// Threads: any. Allocation: strings. Complexity: O(1).

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "hotpath/core/bytes.hpp"
#include "hotpath/exchange/server/control.hpp"
#include "hotpath/journal/record.hpp"

namespace hotpath::messages {

/// The records of a venue's journal that are its inputs.
inline constexpr journal::RecordType kVenueInputRecord = 1;

/// "halt AAPL, reason T1", "end of day of all instruments", "cancel all of session 1".
[[nodiscard]] std::string to_text(const exchange::Control& control);
/// "order of session 0: Enter Order, user_ref_num 5, side buy, quantity 100, ...", "halt AAPL,
/// reason T1 (operator 0, request 7)"; nothing when the bytes are no input.
[[nodiscard]] std::optional<std::string> input_text(Bytes record);
/// The same for machines: kind, time, checksum of the outputs before it, session and reason where
/// it has them, and its message field by field; empty when the bytes are no input.
[[nodiscard]] nlohmann::ordered_json input_fields(Bytes record);

}  // namespace hotpath::messages
