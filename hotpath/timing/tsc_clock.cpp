#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::timing {

const char* clock_source_name(ClockSource source) noexcept {
    return source == ClockSource::TickCounter ? "tick counter" : "kernel clock";
}

const char* fallback_reason_name(FallbackReason reason) noexcept {
    switch (reason) {
        case FallbackReason::None:
            return "none";
        case FallbackReason::NotInvariant:
            return "the processor's tick counter has no constant rate";
        case FallbackReason::UnsteadyRate:
            return "the processor's tick counter drifts from the kernel's clock";
    }
    return "unknown";
}

}  // namespace hotpath::timing
