#pragma once
/// The instructions of one kind of level update in one container, for hotpath-counted: names
/// `level_update.CONTAINER.KIND`, all counted inside measured_level_update.
///
/// The flow is a small generated day, because recordings cannot be shipped with the budgets.
/// Threads: one. Allocation: yes.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hotpath::bench {

struct CountedLevels {
    std::uint64_t updates = 0;
    std::uint64_t answer = 0;
};

[[nodiscard]] std::vector<std::string> counted_level_names();

/// No updates when there is no such name.
[[nodiscard]] CountedLevels count_level_updates(std::string_view name);

}  // namespace hotpath::bench
