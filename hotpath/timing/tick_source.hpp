#pragma once
/// Where stage stamps come from: a concept, and the source that measures nothing.
///
/// A tick is the source's own unit (TSC cycles, simulated nanoseconds); the reader of the stamps
/// converts them with the clock that made them. An engine is a template over its TickSource, so
/// that NoTicks compiles to nothing. Threads: as the source says. Allocation: none. Complexity: one
/// instruction at best.

#include <concepts>
#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::timing {

template <class T>
concept TickSource = requires(const T& source) {
    { source.ticks() } noexcept -> std::same_as<std::uint64_t>;
};

/// A tick source with the length of a tick and the time. Monotonic.
template <class T>
concept Clock = TickSource<T> && requires(const T& clock, std::uint64_t ticks) {
    { clock.now() } noexcept -> std::same_as<Time>;
    { clock.to_duration(ticks) } noexcept -> std::same_as<Nanos>;
};

/// Always zero: for replays and tests that do not measure time.
struct NoTicks {
    [[nodiscard]] static constexpr std::uint64_t ticks() noexcept { return 0; }
};

static_assert(TickSource<NoTicks>);

}  // namespace hotpath::timing
