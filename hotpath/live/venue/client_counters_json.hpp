#pragma once
/// The counters of a port's clients as JSON, in the names of a venue's state.
///
/// Functions. Threads: any. Allocation: the JSON.

#include <cstdint>
#include <span>

#include <nlohmann/json.hpp>

#include "hotpath/exchange/server/client_counters.hpp"

namespace hotpath::live {

/// Connections, logins, and those of both that were refused.
[[nodiscard]] nlohmann::ordered_json logins_json(const exchange::ClientCounters& counters);
/// Connections that were closed, by reason; `counts`: by CloseReason.
[[nodiscard]] nlohmann::ordered_json closed_json(std::span<const std::uint64_t> counts);

}  // namespace hotpath::live
