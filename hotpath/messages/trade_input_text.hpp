#pragma once
/// A trader's journal in words: its records, and where a replay first differs from it.
///
/// Threads: any. Allocation: strings. Complexity: linear in the bytes.

#include <optional>
#include <string>

#include "hotpath/journal/record.hpp"
#include "hotpath/trader/input.hpp"
#include "hotpath/trader/input_replay.hpp"

namespace hotpath::messages {

/// "packet of line A: messages 17 to 19: ...", "received on order entry: ...", "command: kill".
[[nodiscard]] std::string to_text(const trader::Input& input);
/// A record of a trader's journal; nothing when it is none.
[[nodiscard]] std::optional<std::string> trader_record_text(const journal::Record& record);
/// Lines: which input, when, what it was, what was recorded, what was replayed.
[[nodiscard]] std::string difference_text(const trader::Difference& difference);

}  // namespace hotpath::messages
