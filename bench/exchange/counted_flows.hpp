#pragma once
/// The instructions of a command in the five flows of matching, for hotpath-counted: `matching.FLOW`
/// is the matcher alone, counted inside measured_matching, `exchange.FLOW` a venue from OUCH to OUCH
/// and ITCH, inside measured_exchange.
///
/// Threads: one. Allocation: yes.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hotpath::bench {

struct CountedFlow {
    std::uint64_t commands = 0;
    std::uint64_t answer = 0;
};

[[nodiscard]] std::vector<std::string> counted_flow_names();

/// No commands when there is no such name.
[[nodiscard]] CountedFlow count_flow(std::string_view name);

}  // namespace hotpath::bench
