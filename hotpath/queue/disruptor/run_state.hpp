#pragma once
/// Whether the stages of a graph continue: running, draining up to a sequence number, or halted.
///
/// Memory order: drain() writes the target before the mode (release), is_over() reads the mode
/// first (acquire): a thread that sees Draining sees its target. The thread that changes the mode
/// then wakes all sleepers (Signal::wake_all), so none sleeps through it.
///
/// Threads: any. Allocation: none. Complexity: O(1); one line that is not written while events
/// flow.

#include <atomic>
#include <cstdint>

#include "hotpath/core/cpu.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue::disruptor {

template <PositionIndex Index>
class alignas(kCacheLine) RunState {
  public:
    /// True for a stage whose next event is `next` when it has nothing more to do.
    [[nodiscard]] bool is_over(Index next) const noexcept {
        const Mode mode = mode_.load(std::memory_order_acquire);
        if (mode == Mode::Running) [[likely]] {
            return false;
        }
        return mode == Mode::Halted ||
               positions_from(drain_to_.load(std::memory_order_relaxed), next) >= 0;
    }
    [[nodiscard]] bool is_halted() const noexcept {
        return mode_.load(std::memory_order_acquire) == Mode::Halted;
    }

    void halt() noexcept { mode_.store(Mode::Halted, std::memory_order_release); }

    /// A halt is stronger, whichever comes first.
    void drain(Index to) noexcept {
        drain_to_.store(to, std::memory_order_relaxed);
        Mode running = Mode::Running;
        mode_.compare_exchange_strong(running, Mode::Draining, std::memory_order_release,
                                      std::memory_order_relaxed);
    }

    void restart() noexcept { mode_.store(Mode::Running, std::memory_order_release); }

  private:
    enum class Mode : std::uint8_t { Running, Draining, Halted };

    std::atomic<Mode> mode_{Mode::Running};
    std::atomic<Index> drain_to_{0};
};

}  // namespace hotpath::queue::disruptor
