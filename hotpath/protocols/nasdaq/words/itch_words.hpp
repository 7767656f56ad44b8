#pragma once
/// Messages of ITCH 5.0 and GLIMPSE 5.0 in words.
///
/// Threads: any. Allocation: strings. Complexity: O(1).

#include <string>

#include "hotpath/core/bytes.hpp"

namespace hotpath::protocols::nasdaq {

/// The name of its type: "Add Order"; of other bytes their length.
[[nodiscard]] std::string itch_name(Bytes message);

}  // namespace hotpath::protocols::nasdaq
