// What it costs to ask the kernel: by a system call, by a page that it shares, or not at all.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <fcntl.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "system-calls: %s must work here: it does not\n", what);
        std::_Exit(1);
    }
}

using Nanoseconds = std::uint64_t;

Nanoseconds to_nanoseconds(const timespec& time) {
    return static_cast<Nanoseconds>(time.tv_sec) * 1'000'000'000U +
           static_cast<Nanoseconds>(time.tv_nsec);
}

// [before]
/// Enters the kernel.
Nanoseconds time_by_call() {
    timespec time{};
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
    return to_nanoseconds(time);
}
// [end]

// [after]
/// The same clock, computed in the process: from the counter of the processor and a page that the kernel keeps up to date (vDSO).
Nanoseconds time_by_page() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return to_nanoseconds(time);
}

/// The page alone, as of the last tick of the kernel: some milliseconds old.
Nanoseconds time_of_last_tick() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return to_nanoseconds(time);
}

/// The counter alone.
Nanoseconds time_by_counter() {
    return __rdtsc();
}
// [end]

/// How many readings there were: no clock says 0.
template <Nanoseconds (*now)()>
std::uint64_t read_clock(std::uint64_t items) {
    std::uint64_t readings = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        readings += now() != 0 ? 1U : 0U;
    }
    return readings;
}

int event_counter() {
    static const int made = [] {
        const int descriptor = eventfd(0, EFD_NONBLOCK);
        require(descriptor >= 0, "eventfd()");
        return descriptor;
    }();
    return made;
}

// Each makes one system call, and is 1 if its answer was the expected one.
std::uint64_t ask_process_id() {
    static const long expected = getpid();
    return syscall(SYS_getpid) == expected ? 1 : 0;
}
std::uint64_t read_empty_event() {
    std::uint64_t count = 0;
    return read(event_counter(), &count, sizeof count) < 0 ? 1 : 0;
}
std::uint64_t signal_event() {
    const std::uint64_t one = 1;
    return write(event_counter(), &one, sizeof one) == sizeof one ? 1 : 0;
}
std::uint64_t yield() {
    return sched_yield() == 0 ? 1 : 0;
}

template <std::uint64_t (*call)()>
std::uint64_t make_calls(std::uint64_t items) {
    std::uint64_t done = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        done += call();
    }
    // The next variant finds an event that has not been signalled.
    std::uint64_t drained = 0;
    const ssize_t bytes = read(event_counter(), &drained, sizeof drained);
    keep(bytes);
    return done;
}

int null_file() {
    static const int made = [] {
        const int descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC);
        require(descriptor >= 0, "/dev/null");
        return descriptor;
    }();
    return made;
}

constexpr std::size_t kLines = 16;
constexpr std::size_t kLineBytes = 64;
std::array<std::array<char, kLineBytes>, kLines> lines{};

// [lines]
/// Sixteen lines of a log, a call each.
std::uint64_t write_each_line() {
    ssize_t written = 0;
    for (const auto& line : lines) {
        written += write(null_file(), line.data(), line.size());
    }
    return static_cast<std::uint64_t>(written);
}

/// The same lines by one call, from where they are.
std::uint64_t write_gathered() {
    std::array<iovec, kLines> pieces;
    for (std::size_t i = 0; i < kLines; ++i) {
        pieces[i] = {.iov_base = lines[i].data(), .iov_len = kLineBytes};
    }
    return static_cast<std::uint64_t>(writev(null_file(), pieces.data(), kLines));
}
// [end]

template <std::uint64_t (*write_lines)()>
std::uint64_t write_all(std::uint64_t items) {
    std::uint64_t bytes = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        bytes += write_lines();
    }
    return bytes;
}

// Nothing of the kernel is counted: what is left of a call is setting it up and looking at its answer.
constexpr std::array kClocks{
    Variant{.name = "system_call", .work = read_clock<time_by_call>, .instructions_min = 8},
    Variant{.name = "vdso", .work = read_clock<time_by_page>, .instructions_min = 8},
    Variant{.name = "vdso_coarse", .work = read_clock<time_of_last_tick>, .instructions_min = 8},
    Variant{.name = "rdtsc", .work = read_clock<time_by_counter>, .instructions_min = 3}};

constexpr std::array kCalls{
    Variant{.name = "getpid", .work = make_calls<ask_process_id>, .instructions_min = 5},
    Variant{.name = "read_eventfd", .work = make_calls<read_empty_event>, .instructions_min = 5},
    Variant{.name = "write_eventfd", .work = make_calls<signal_event>, .instructions_min = 5},
    Variant{.name = "sched_yield", .work = make_calls<yield>, .instructions_min = 4}};

constexpr std::array kWrites{
    Variant{
        .name = "write_each", .work = write_all<write_each_line>, .instructions_min = kLines * 5},
    Variant{.name = "writev", .work = write_all<write_gathered>, .instructions_min = kLines}};

// `call` has few items: on a busy machine each sched_yield() waits for the others' time slices.
constexpr std::array kComparisons{
    Comparison{.name = "clock", .unit = "ns/reading", .items = 20'000, .variants = kClocks},
    Comparison{
        .name = "call", .unit = "ns/call", .items = 300, .variants = kCalls, .items_counted = 500},
    Comparison{
        .name = "sixteen_lines", .unit = "ns/16 lines", .items = 1'000, .variants = kWrites}};

constexpr Technique kTechnique{
    .name = "system-calls",
    .question = "what does a system call cost, and which can be avoided?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
