#pragma once
/// How a thread waits for a slot or an event: six strategies, from the fastest that burns its core
/// to the one that costs nothing while nothing comes. A strategy is a type; `wait(signal, ready)`
/// returns when ready() is true.
/// Signal connects sleeping threads with those that make progress: a thread that has published
/// reads it, and enters the kernel only when another sleeps. Only strategies with kBlocks sleep
/// there; with the others publishing does not even look.
///
/// Threads: any. Allocation: none. Complexity: wake_sleepers() is one read-modify-write.

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <thread>

#include "hotpath/core/cpu.hpp"

namespace hotpath::queue::disruptor {

/// Why no wake-up is lost: sleepers_ is changed by read-modify-writes alone (acquire and release),
/// so the sleeper's +1 and the publisher's +0 have an order. Publisher first: the sleeper's +1
/// reads from it, thereby sees what was published, and ready() is true before it sleeps. Sleeper
/// first: the publisher counts it and moves wakes_, which the sleeper had read before it asked
/// ready(): wait() finds it moved or is notified. With a load instead of the +0 both may miss each
/// other: a store and a later load of another word change places, even on x86.
class alignas(kCacheLine) Signal {
  public:
    /// Sleeps until ready(); the thread that makes it true must then call wake_sleepers() or
    /// wake_all().
    template <std::predicate Ready>
    void sleep_until(const Ready& ready) noexcept {
        sleepers_.fetch_add(1, std::memory_order_acq_rel);
        std::uint32_t wakes = wakes_.load(std::memory_order_acquire);
        while (!ready()) {
            wakes_.wait(wakes, std::memory_order_acquire);
            wakes = wakes_.load(std::memory_order_acquire);
        }
        sleepers_.fetch_sub(1, std::memory_order_relaxed);
    }

    void wake_sleepers() noexcept {
        if (sleepers_.fetch_add(0, std::memory_order_acq_rel) != 0) [[unlikely]] {
            wake_all();
        }
    }

    /// Also threads that are about to sleep. Release pairs with the acquire of wakes_ in
    /// sleep_until.
    void wake_all() noexcept {
        wakes_.fetch_add(1, std::memory_order_release);
        wakes_.notify_all();
    }

    [[nodiscard]] std::uint32_t wakes() const noexcept {
        return wakes_.load(std::memory_order_acquire);
    }
    [[nodiscard]] std::uint32_t sleepers() const noexcept {
        return sleepers_.load(std::memory_order_acquire);
    }

  private:
    std::atomic<std::uint32_t> sleepers_{0};
    std::atomic<std::uint32_t> wakes_{0};
};

/// Hints the core that this is a spin: it saves power and, with two threads a core, leaves the
/// other one more of it.
inline void pause_core() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb" ::: "memory");
#endif
}

/// Fastest to see an event. Burns its core, and slows a sibling hyperthread.
struct BusySpin {
    static constexpr bool kBlocks = false;

    template <std::predicate Ready>
    void wait(Signal& /*signal*/, const Ready& ready) const noexcept {
        while (!ready()) {
        }
    }
};

/// A busy spin that is kind to its core: sees an event one pause instruction later.
struct PauseSpin {
    static constexpr bool kBlocks = false;

    template <std::predicate Ready>
    void wait(Signal& /*signal*/, const Ready& ready) const noexcept {
        while (!ready()) {
            pause_core();
        }
    }
};

/// How often to look before something more patient is done.
struct Patience {
    std::uint32_t spins = 1'000;  // a pause between two looks
    std::uint32_t yields = 100;   // others may run between two looks
};

/// True as soon as ready() is, false when patience is over.
template <std::predicate Ready>
[[nodiscard]] bool watch(Patience patience, const Ready& ready) noexcept {
    for (std::uint32_t spin = 0; spin < patience.spins; ++spin) {
        if (ready()) {
            return true;
        }
        pause_core();
    }
    for (std::uint32_t yield = 0; yield < patience.yields; ++yield) {
        if (ready()) {
            return true;
        }
        std::this_thread::yield();
    }
    return ready();
}

/// Spins a while, then lets others run between two looks: for more threads than cores. The pause of
/// a spin takes 50 ns on recent cores, and meanwhile the one that is waited for may be waiting for
/// this core: no more of them than a switch of threads costs.
struct Yield {
    static constexpr bool kBlocks = false;
    std::uint32_t spins = 10;

    template <std::predicate Ready>
    void wait(Signal& /*signal*/, const Ready& ready) const noexcept {
        if (!watch({.spins = spins, .yields = 0}, ready)) {
            while (!ready()) {
                std::this_thread::yield();
            }
        }
    }
};

/// Spins, yields, then sleeps a fixed time between two looks: quiet, late by up to that time (and
/// the kernel's timer slack), and publishing pays nothing for it.
struct Sleep {
    static constexpr bool kBlocks = false;
    Patience patience{.spins = 100, .yields = 100};
    std::chrono::nanoseconds nap{50'000};

    template <std::predicate Ready>
    void wait(Signal& /*signal*/, const Ready& ready) const noexcept {
        if (!watch(patience, ready)) {
            while (!ready()) {
                std::this_thread::sleep_for(nap);
            }
        }
    }
};

/// Sleeps in the kernel until woken. Nothing is burnt; publishing pays a read-modify-write, and a
/// system call when a thread sleeps.
struct Block {
    static constexpr bool kBlocks = true;

    template <std::predicate Ready>
    void wait(Signal& signal, const Ready& ready) const noexcept {
        if (!ready()) {
            signal.sleep_until(ready);
        }
    }
};

/// Spins, then yields, then blocks: fast while events come, quiet when they stop.
struct Phased {
    static constexpr bool kBlocks = true;
    Patience patience{};

    template <std::predicate Ready>
    void wait(Signal& signal, const Ready& ready) const noexcept {
        if (!watch(patience, ready)) {
            signal.sleep_until(ready);
        }
    }
};

/// Valid wait strategies of Graph.
template <class Wait>
concept WaitStrategy = std::copyable<Wait> && requires(const Wait& wait, Signal& signal) {
    { Wait::kBlocks } -> std::convertible_to<bool>;
    wait.wait(signal, [] { return true; });
};

}  // namespace hotpath::queue::disruptor
