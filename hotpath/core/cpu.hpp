#pragma once
/// The processor as this thread sees it: its cache line, how many cores there are, and staying on
/// one of them.
///
/// Pinning is set-up: it is done once by the thread itself before its loop begins, never on the hot
/// path. Threads: any; pin_this_thread() concerns the caller only. Allocation: only an error's
/// message.

#include <cstddef>
#include <cstdint>

#include "hotpath/core/error.hpp"

namespace hotpath {

/// The unit of transfer between cores: x86-64, and all current aarch64 server parts.
inline constexpr std::size_t kCacheLine = 64;

/// Cores that this process may run on (its affinity mask: a container sees its share), at least 1.
[[nodiscard]] std::uint32_t cpu_count() noexcept;

/// From here on the calling thread runs on `core` alone. Fails for a core that is not there or not
/// ours.
[[nodiscard]] Expected<void> pin_this_thread(std::uint32_t core);

}  // namespace hotpath
