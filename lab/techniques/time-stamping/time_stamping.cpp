// Asking what time it is.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <span>
#include <vector>

#include "hotpath/core/random.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tsc_clock.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

using timing::Stage;
using timing::TscClock;

// [stamps]
std::uint64_t of_kernel() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(time.tv_nsec);
}

std::uint64_t of_steady_clock() {
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

std::uint64_t of_system_clock() {
    return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
}

/// May be read before what stands before it is done, and after what stands after it has begun.
[[gnu::used]] std::uint64_t of_rdtsc() {
    return __rdtsc();
}

/// Waits for everything before it to be done.
[[gnu::used]] std::uint64_t of_rdtscp() {
    unsigned core = 0;
    return __rdtscp(&core);
}

std::uint64_t of_rdtsc_after_fence() {
    _mm_lfence();
    return __rdtsc();
}
// [end]

const TscClock& tsc_clock() {
    static const TscClock made = [] {
        Expected<TscClock> clock = TscClock::create();
        if (!clock) {
            std::abort();  // the kernel's clock stands still
        }
        return *clock;
    }();
    return made;
}

/// The ticks as nanoseconds of the kernel's clock: a multiplication and a shift.
std::uint64_t of_tsc_clock() {
    return static_cast<std::uint64_t>(tsc_clock().now().value);
}

/// How many stamps are not before the one before: all of them.
template <std::uint64_t (*Read)()>
std::uint64_t stamps(std::uint64_t items) {
    std::uint64_t in_order = 0;
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const std::uint64_t now = Read();
        in_order += now >= last ? 1 : 0;
        last = now;
        keep(now);
    }
    return in_order;
}

/// system_clock may be set back while it is read: counted are the stamps alone.
std::uint64_t system_stamps(std::uint64_t items) {
    std::uint64_t made = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        keep(of_system_clock());
        ++made;
    }
    return made;
}

/// What an event's stages do: some arithmetic each, a few nanoseconds.
std::uint64_t stage_work(std::uint64_t value) {
    for (int round = 0; round < 8; ++round) {
        value = (value ^ (value >> 29U)) * 0xbf58476d1ce4e5b9ULL;
    }
    return value;
}

struct NoClock {
    static void begin() {}
    static void stamp(Stage /*stage*/) {}
};

/// Ticks now, nanoseconds later, by the thread that reads them.
struct TicksOnly {
    timing::StageStamps stages;

    void begin() { stages.begin(timing::SystemClocks{}); }
    void stamp(Stage stage) { stages.stamp(stage, timing::SystemClocks{}); }
};

struct SteadyClock {
    std::array<std::uint64_t, timing::kStages> nanos{};

    void begin() { stamp(Stage::Rx); }
    void stamp(Stage stage) { nanos[static_cast<std::size_t>(stage)] = of_steady_clock(); }
};

// [stages]
/// An event of seven stages, each stamped when it ends.
template <class Clock>
std::uint64_t events(std::uint64_t items) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        Clock clock;
        clock.begin();
        std::uint64_t value = i;
        for (const Stage stage : std::span(timing::kAllStages).subspan(1)) {
            value = stage_work(value);
            clock.stamp(stage);
        }
        keep(clock);
        sum += value;
    }
    return sum;
}
// [end]

constexpr std::size_t kLines = 1U << 19U;  // 32 MiB, more than a second-level cache

struct alignas(64) Line {
    std::uint64_t value = 0;
};

const std::vector<Line>& lines() {
    static const std::vector<Line> made = [] {
        std::vector<Line> lines(kLines);
        for (std::size_t i = 0; i < kLines; ++i) {
            lines[i].value = i * 3;
        }
        return lines;
    }();
    return made;
}

// [miss]
/// How long a load from memory takes, by that clock: without a fence it is read before the load is done.
template <std::uint64_t (*Read)()>
std::uint64_t around_a_miss(std::span<std::uint32_t> took) {
    const std::vector<Line>& all = lines();
    Random random(took.size());
    std::uint64_t sum = 0;
    for (std::uint32_t& ticks_taken : took) {
        const std::size_t wanted = random.next() % kLines;
        const std::uint64_t begin = Read();
        const std::uint64_t value = all[wanted].value;
        keep(value);
        const std::uint64_t end = Read();
        ticks_taken = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(end - begin, std::numeric_limits<std::uint32_t>::max()));
        sum += value;
        _mm_lfence();  // one item does not reach into the next
    }
    return sum;
}
// [end]

// The loop, the comparison and the stamp; one of the kernel's is a call and a dozen instructions more.
constexpr std::array kStamps{
    Variant{.name = "steady_clock", .work = stamps<of_steady_clock>, .instructions_min = 15},
    Variant{.name = "system_clock", .work = system_stamps, .instructions_min = 15},
    Variant{.name = "clock_gettime", .work = stamps<of_kernel>, .instructions_min = 15},
    Variant{.name = "tsc_clock", .work = stamps<of_tsc_clock>, .instructions_min = 12}};

constexpr std::array kTicks{
    Variant{.name = "rdtscp", .work = stamps<of_rdtscp>, .instructions_min = 4},
    Variant{.name = "lfence_rdtsc", .work = stamps<of_rdtsc_after_fence>, .instructions_min = 4},
    Variant{.name = "lfence_rdtsc_lfence", .work = stamps<ticks>, .instructions_min = 4},
    Variant{.name = "rdtsc", .work = stamps<of_rdtsc>, .instructions_min = 4}};

// Six stages of eight rounds of three instructions.
constexpr std::array kEvents{
    Variant{.name = "steady_clock", .work = events<SteadyClock>, .instructions_min = 150},
    Variant{.name = "ticks", .work = events<TicksOnly>, .instructions_min = 110},
    Variant{.name = "no_stamps", .work = events<NoClock>, .instructions_min = 90}};

constexpr std::array kMisses{
    Variant{
        .name = "lfence_rdtsc_lfence", .timed_work = around_a_miss<ticks>, .instructions_min = 20},
    Variant{.name = "rdtscp", .timed_work = around_a_miss<of_rdtscp>, .instructions_min = 20},
    Variant{.name = "rdtsc", .timed_work = around_a_miss<of_rdtsc>, .instructions_min = 20}};

constexpr std::array kComparisons{
    Comparison{.name = "times", .unit = "ns/stamp", .items = 100'000, .variants = kStamps},
    Comparison{.name = "ticks", .unit = "ns/stamp", .items = 200'000, .variants = kTicks},
    Comparison{.name = "seven_stages", .unit = "ns/event", .items = 20'000, .variants = kEvents},
    Comparison{.name = "around_a_miss", .unit = "ns/load", .items = 10'000, .variants = kMisses}};

constexpr Technique kTechnique{
    .name = "time-stamping",
    .question = "what does it cost to ask for the time, and what is the answer worth?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
