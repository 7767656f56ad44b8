#pragma once
/// What measurements with two threads share: waiting for the other thread, and moving to a core for a while.
///
/// spin_until() looks without a pause and gives the core away now and then: with a core each that happens only while a thread is
/// starting; on one core or under valgrind it lets the other thread go on. yield_until() gives it away after every look. Both are
/// bounded: after 20 million yields, a minute or more, they end the process.
/// Threads: any; OnCore concerns the caller only. Allocation: none.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <sched.h>
#include <unistd.h>

namespace hotpath::lab {

inline constexpr int kYieldsMax = 20'000'000;

/// Gives the core away after every `LooksPerYield` looks.
template <int LooksPerYield, std::predicate Ready>
inline void look_until(const Ready& ready) {
    for (int yields = 0; yields < kYieldsMax; ++yields) {
        for (int looks = 0; looks < LooksPerYield; ++looks) {
            if (ready()) {
                return;
            }
        }
        sched_yield();
    }
    std::fputs("lab: the other thread did not answer\n", stderr);
    std::abort();
}

template <std::predicate Ready>
inline void spin_until(const Ready& ready) {
    constexpr int kLooksPerYield = 1'000;
    look_until<kLooksPerYield>(ready);
}

template <std::predicate Ready>
inline void yield_until(const Ready& ready) {
    look_until<1>(ready);
}

inline constexpr std::size_t kFirstCore = 0;

[[nodiscard]] inline std::size_t last_core() {
    return static_cast<std::size_t>(sysconf(_SC_NPROCESSORS_ONLN)) - 1;
}

/// The calling thread runs on that core alone; afterwards where it was allowed to before. Without that core it stays where it is.
class OnCore {
  public:
    explicit OnCore(std::size_t core) {
        sched_getaffinity(0, sizeof(before_), &before_);
        cpu_set_t only;
        CPU_ZERO(&only);
        CPU_SET(core, &only);
        sched_setaffinity(0, sizeof(only), &only);
    }
    OnCore(const OnCore&) = delete;
    OnCore& operator=(const OnCore&) = delete;
    ~OnCore() { sched_setaffinity(0, sizeof(before_), &before_); }

  private:
    cpu_set_t before_{};
};

}  // namespace hotpath::lab
