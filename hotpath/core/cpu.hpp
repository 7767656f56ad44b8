#pragma once
/// The processor: cache line size, number of usable cores, and pinning of the calling thread to
/// one core.
///
/// Pinning is set-up: each thread pins itself once, before its loop begins, never on the hot
/// path. Threads: any; pin_this_thread() affects the caller only. Allocation: only an error's
/// message.

#include <cstddef>
#include <cstdint>

#include "hotpath/core/error.hpp"

namespace hotpath {

/// The unit of transfer between cores: x86-64, and all current aarch64 server parts.
inline constexpr std::size_t kCacheLine = 64;

/// The number of cores in the affinity mask of this process (a container may have few); at least 1.
[[nodiscard]] std::uint32_t cpu_count() noexcept;

/// Pins the calling thread to `core`. Fails if the core does not exist or this process may not use
/// it.
[[nodiscard]] Expected<void> pin_this_thread(std::uint32_t core);

}  // namespace hotpath
