#pragma once
/// Lists of cores as the kernel and taskset write them: "0,2-5".
///
/// Threads: any. Allocation: free. Complexity: O(cores).

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"

namespace hotpath::jitter {

/// The highest core that a list may name: what the affinity mask of a thread can hold.
inline constexpr std::uint32_t kCoreMax = 1'023;

/// Ascending, each core once. An empty text is an empty list: that is what the kernel writes when
/// there is none ("(null)" too).
[[nodiscard]] Expected<std::vector<std::uint32_t>> parse_core_list(std::string_view text);
/// For an option of a command line: the error, or "".
[[nodiscard]] std::string check_core_list(const std::string& text);
[[nodiscard]] std::string core_list_text(std::span<const std::uint32_t> cores);

/// The cores that this process may run on.
[[nodiscard]] std::vector<std::uint32_t> allowed_cores();
/// The cores of --cores, each of which this process may use; "": all that it may use.
[[nodiscard]] Expected<std::vector<std::uint32_t>> chosen_cores(std::string_view text);

}  // namespace hotpath::jitter
