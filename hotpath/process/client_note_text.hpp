#pragma once
/// Why a client was disconnected or refused, as one line for an operator, without its password.
///
///   "ALICE at 127.0.0.1:50412 (order entry): superseded by another login"
///
/// Threads: any. Allocation: strings. Complexity: O(1).

#include <string>
#include <string_view>

#include "hotpath/protocols/nasdaq/soupbintcp/client_notes.hpp"

namespace hotpath::process {

/// `port` names the port. Characters of a user name that cannot be printed are shown as '?'.
[[nodiscard]] std::string note_text(const protocols::nasdaq::soupbintcp::ClientNote& note,
                                    std::string_view port);

}  // namespace hotpath::process
