#pragma once
/// The maximum error of this machine's clock from UTC, as the kernel reports it for whatever keeps
/// it (chrony, ntpd, PTP): an upper bound.
///
/// Threads: any. Allocation: none. Complexity: a system call. Source: Linux adjtimex(2).

#include <sys/timex.h>

#include "hotpath/core/units.hpp"

namespace hotpath::live {

struct UtcDistance {
    bool is_synchronized = false;  // somebody keeps it
    Nanos error_max{};             // valid only while one does
};

[[nodiscard]] inline UtcDistance utc_distance() noexcept {
    timex kernel{};
    const int state = ::adjtimex(&kernel);
    return {
        .is_synchronized = state >= 0 && state != TIME_ERROR && (kernel.status & STA_UNSYNC) == 0,
        .error_max = {static_cast<std::int64_t>(kernel.maxerror) * 1'000}};
}

/// The error is above the limit or unknown; a limit of 0 allows anything.
[[nodiscard]] constexpr bool is_clock_off(const UtcDistance& clock, Nanos error_max) noexcept {
    return error_max > Nanos{} && (!clock.is_synchronized || clock.error_max > error_max);
}

}  // namespace hotpath::live
