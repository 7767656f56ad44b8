#include "hotpath/timing/clock_pair.hpp"

#include <ctime>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace hotpath::timing {

bool SystemClocks::has_invariant_ticks() noexcept {
#if defined(__x86_64__)
    constexpr unsigned kAdvancedPowerManagement = 0x80000007;
    constexpr unsigned kInvariantTsc = 1U << 8U;
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    return __get_cpuid(kAdvancedPowerManagement, &eax, &ebx, &ecx, &edx) != 0 &&
           (edx & kInvariantTsc) != 0;
#elif defined(__aarch64__)
    return true;  // the architecture demands it of the generic timer
#else
    return false;
#endif
}

Time SystemClocks::nanos() noexcept {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return {std::int64_t{time.tv_sec} * kNanosPerSecond + time.tv_nsec};
}

}  // namespace hotpath::timing
