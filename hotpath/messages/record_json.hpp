#pragma once
/// A journal's record in words and as JSON: for `hotpath journal dump` and the Python package.
///
/// Threads: any. Allocation: the texts. Complexity: linear in the payload.

#include <string>

#include <nlohmann/json.hpp>

#include "hotpath/core/bytes.hpp"
#include "hotpath/journal/reader.hpp"
#include "hotpath/journal/record.hpp"

namespace hotpath::messages {

/// Two hexadecimal digits a byte.
[[nodiscard]] std::string hex_text(Bytes bytes);

/// A venue's input or a trader's record; empty for other records.
[[nodiscard]] std::string record_text(const journal::Record& record);

/// seq, time_ns, type, flags, epoch, segment, offset, payload; input where the record has words, fields
/// where it is a venue's input. `reader` has just returned the record.
[[nodiscard]] nlohmann::ordered_json record_json(const journal::Record& record,
                                                 const journal::JournalReader& reader);

}  // namespace hotpath::messages
