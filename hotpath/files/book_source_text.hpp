#pragma once
/// The source of a recording's books: as a line for people, as JSON for programs.
///
/// Estimated books must be labelled as such wherever they are shown. Threads: any. Allocation:
/// the texts.

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "hotpath/capture/message_stream.hpp"

namespace hotpath::files {

/// The line for a person; none when the recording holds every order.
[[nodiscard]] std::optional<std::string> book_source_text(const capture::BookSource& source);

/// Adds the keys book_basis, of published levels book_file, and of these and by price book_levels.
void add_book_source(nlohmann::ordered_json& json, const capture::BookSource& source);

/// The kind of a backtest's data: "by order", "by price: 10 levels a side", "trades alone".
[[nodiscard]] std::string data_text(const capture::BookSource& source);

/// The recording whose books are least certain, among several.
[[nodiscard]] capture::BookSource least_certain(const capture::BookSource& a,
                                                const capture::BookSource& b);

}  // namespace hotpath::files
