#pragma once
/// Orders that the risk check refused, by reason: for people and for programs.
///
/// Threads: pure functions. Allocation: the text, the JSON. Complexity: O(reasons).

#include <cstdint>
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace hotpath::messages {

/// "294,000 reducing only, 521 message rate", the most first; "" without one. `by_reason`: the counts
/// by risk::RejectReason.
[[nodiscard]] std::string refusals_text(std::span<const std::uint64_t> by_reason);

/// {"reducing only": 294000, "message rate": 521}
[[nodiscard]] nlohmann::ordered_json refusals_json(std::span<const std::uint64_t> by_reason);

}  // namespace hotpath::messages
