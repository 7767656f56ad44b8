#pragma once
/// The command streams that matching is measured on, each of one instrument: an ordinary mixture,
/// and those that hurt.
///
/// A flow is made by matching it while it is drawn, so that cancels and reductions name orders that
/// are open. The same flow on every run of the same scale. Threads: one owner. Allocation: free.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"

namespace hotpath::bench {

enum class CommandKind : std::uint64_t { Limit, Ioc, Cancel, Reduce };

/// One command as it lies in the file that peers in other languages read: five words.
struct Command {
    CommandKind kind = CommandKind::Limit;
    std::uint64_t is_sell = 0;
    std::uint64_t id = 0;
    std::int64_t price = 0;
    std::uint64_t qty = 0;
};
static_assert(sizeof(Command) == 40);

struct MatchingFlow {
    std::string_view name;
    std::vector<Command> commands;
    std::uint64_t highest_id = 0;
};

/// mixed, deep_level, wide_swing, mass_cancel, open.
[[nodiscard]] std::vector<MatchingFlow> matching_flows(std::size_t commands);

/// Writes the commands where a peer's program finds them; the path.
[[nodiscard]] Expected<std::string> write_flow(const MatchingFlow& flow);

}  // namespace hotpath::bench
