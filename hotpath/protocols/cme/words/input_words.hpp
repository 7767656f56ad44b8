#pragma once
/// A venue's inputs of iLink 3 sessions in words.
///
/// Threads: any. Allocation: strings. Complexity: linear in the bytes.

#include <string>

#include "hotpath/exchange/server/input.hpp"

namespace hotpath::messages {

/// The message's name, number and ClOrdID; of one that cannot be read its length.
[[nodiscard]] std::string message_words(const exchange::event::IlinkMessage& event);
/// "": they cannot be read.
[[nodiscard]] std::string numbers_words(const exchange::event::IlinkNumbers& event);

}  // namespace hotpath::messages
