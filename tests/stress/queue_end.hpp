#pragma once
/// The one difference between a queue's end and that of a channel in shared memory: the latter is
/// held together with what keeps it alive.
///
/// Threads: any. Allocation: none. Complexity: O(1).

namespace hotpath::stress {

/// The queue's own end.
template <class End>
[[nodiscard]] auto& queue_end(End& end) noexcept {
    if constexpr (requires { end.attachment(); }) {
        return *end;
    } else {
        return end;
    }
}

}  // namespace hotpath::stress
