#pragma once
/// A venue's inputs of FIX sessions in words.
///
/// Threads: any. Allocation: strings. Complexity: linear in the bytes.

#include <string>

#include "hotpath/exchange/server/input.hpp"

namespace hotpath::messages {

/// Fields with | behind each; other bytes that do not print are dots.
[[nodiscard]] std::string message_words(const exchange::event::FixMessage& event);
/// "": they cannot be read.
[[nodiscard]] std::string numbers_words(const exchange::event::FixNumbers& event);

}  // namespace hotpath::messages
