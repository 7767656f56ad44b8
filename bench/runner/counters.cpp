#include "bench/runner/counters.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace hotpath::bench {
namespace {

constexpr std::array<std::uint64_t, 3> kEvents{PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_INSTRUCTIONS,
                                               PERF_COUNT_HW_BRANCH_MISSES};

Descriptor open_counter(std::uint64_t event) {
    perf_event_attr attributes{};
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.size = sizeof(attributes);
    attributes.config = event;
    attributes.disabled = 1;
    attributes.inherit = 1;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    constexpr int kThisProcess = 0;
    constexpr int kAnyCore = -1;
    constexpr int kNoGroup = -1;
    return Descriptor(static_cast<int>(::syscall(SYS_perf_event_open, &attributes, kThisProcess,
                                                 kAnyCore, kNoGroup, PERF_FLAG_FD_CLOEXEC)));
}

std::uint64_t value_of(const Descriptor& counter) {
    std::uint64_t value = 0;
    return ::read(counter.number(), &value, sizeof(value)) == static_cast<ssize_t>(sizeof(value))
               ? value
               : 0;
}

}  // namespace

Expected<Counters> Counters::create() {
    Counters counters;
    for (const std::uint64_t event : kEvents) {
        counters.counters_.push_back(open_counter(event));
        if (!counters.counters_.back()) {
            return fail(
                fmt::format("this machine shows no hardware counters: {}", std::strerror(errno)));
        }
    }
    return counters;
}

void Counters::start() noexcept {
    for (const Descriptor& counter : counters_) {
        ::ioctl(counter.number(), PERF_EVENT_IOC_RESET, 0);
        ::ioctl(counter.number(), PERF_EVENT_IOC_ENABLE, 0);
    }
}

CounterValues Counters::stop() noexcept {
    for (const Descriptor& counter : counters_) {
        ::ioctl(counter.number(), PERF_EVENT_IOC_DISABLE, 0);
    }
    return {.cycles = value_of(counters_[0]),
            .instructions = value_of(counters_[1]),
            .branches_missed = value_of(counters_[2])};
}

}  // namespace hotpath::bench
