#pragma once
/// Tools to measure the variants of a technique: values that the compiler can neither remove nor predict, a second thread,
/// a tick counter.
///
/// Threads: stated at each function. Allocation: none but a thread's. Source: Google Benchmark's DoNotOptimize; Paoloni, "How to
/// Benchmark Code Execution Times on Intel IA-32 and IA-64" (2010), for the fences of core_ticks().

#include <concepts>
#include <cstdint>
#include <thread>
#include <utility>

#include <sched.h>
#include <x86intrin.h>

namespace hotpath::lab {

/// Forces the compiler to compute the value.
template <class T>
inline void keep(const T& value) {
    asm volatile("" : : "m"(value) : "memory");
}
template <class T>
    requires std::integral<T> || std::is_pointer_v<T>
inline void keep(const T& value) {
    asm volatile("" : : "r"(value) : "memory");
}

/// Returns the value, which the compiler must treat as unknown from here on.
template <class T>
    requires std::integral<T> || std::is_pointer_v<T>
[[nodiscard]] inline T hidden(T value) {
    asm volatile("" : "+r"(value));
    return value;
}

/// Reads the time-stamp counter after all earlier instructions and before any later one. Costs about 20 ns, in
/// steps of 10 ns on some hosts: time work of less than 50 ns in groups.
[[nodiscard]] inline std::uint64_t ticks() {
    _mm_lfence();
    const std::uint64_t now = __rdtsc();
    _mm_lfence();
    return now;
}

/// Runs a second thread on the first core; the measuring thread is pinned to the last.
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
        sched_setaffinity(0, sizeof(cores), &cores);  // failure costs precision, not correctness
    }

    std::jthread thread_;
};

}  // namespace hotpath::lab
