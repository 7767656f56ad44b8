#pragma once
/// What the books of a recording rest on, in words: for a person as a line, for a machine as JSON.
///
/// Books that are an estimate must be called so wherever they are shown. Threads: any. Allocation:
/// the texts.

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "hotpath/capture/message_stream.hpp"

namespace hotpath::app {

/// The line for a person; none when the recording holds every order.
[[nodiscard]] std::optional<std::string> book_source_text(const capture::BookSource& source);

/// Adds the keys book_basis, and of published levels book_file and book_levels.
void add_book_source(nlohmann::ordered_json& json, const capture::BookSource& source);

/// Of several recordings: the one whose books are least certain.
[[nodiscard]] capture::BookSource least_certain(const capture::BookSource& a,
                                                const capture::BookSource& b);

}  // namespace hotpath::app
