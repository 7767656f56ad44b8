#pragma once
/// What the variants of a technique need to be measured honestly: values that the compiler can neither drop nor know, a second thread,
/// ticks.
///
/// Threads: as each says. Allocation: none but a thread's. Source: Google Benchmark's DoNotOptimize; Paoloni, "How to Benchmark Code
/// Execution Times on Intel IA-32 and IA-64" (2010), for the fences of ticks().

#include <concepts>
#include <cstdint>
#include <thread>
#include <utility>

#include <sched.h>
#include <x86intrin.h>

namespace hotpath::lab {

/// The value is used here, so it must have been computed.
template <class T>
inline void keep(const T& value) {
    asm volatile("" : : "m"(value) : "memory");
}
template <class T>
    requires std::integral<T> || std::is_pointer_v<T>
inline void keep(const T& value) {
    asm volatile("" : : "r"(value) : "memory");
}

/// The same value, of which the compiler knows nothing any more.
template <class T>
    requires std::integral<T> || std::is_pointer_v<T>
[[nodiscard]] inline T hidden(T value) {
    asm volatile("" : "+r"(value));
    return value;
}

/// Ticks of the time-stamp counter: nothing before the call is still running, nothing after it has begun. About 20 ns, in
/// steps of 10 ns on some hosts: what takes less than 50 ns is timed many at once.
[[nodiscard]] inline std::uint64_t ticks() {
    _mm_lfence();
    const std::uint64_t now = __rdtsc();
    _mm_lfence();
    return now;
}

/// On the first core; the thread that measures is on the last.
class SecondThread {
  public:
    template <std::invocable F>
    explicit SecondThread(F work)
        : thread_([work = std::move(work)] {
              pin_to_first_core();
              work();
          }) {}

  private:
    static void pin_to_first_core() {
        cpu_set_t cores;
        CPU_ZERO(&cores);
        CPU_SET(0, &cores);
        sched_setaffinity(0, sizeof(cores), &cores);  // elsewhere it is less sharp, not wrong
    }

    std::jthread thread_;
};

}  // namespace hotpath::lab
