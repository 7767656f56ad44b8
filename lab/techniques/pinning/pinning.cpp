// Where a thread may run, beside a neighbour that computes: moved by the scheduler, pinned, pinned badly, with real-time priority.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <limits>
#include <span>
#include <thread>

#include <pthread.h>
#include <sched.h>

#include "hotpath/core/cpu.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"
#include "lab/techniques/two_threads.hpp"

namespace hotpath::lab {
namespace {

/// A unit of work of about a microsecond: a chain of multiplications, which has the same answer wherever it runs.
std::uint64_t unit_of_work(std::uint64_t value) {
    constexpr int kRounds = 600;
    for (int round = 0; round < kRounds; ++round) {
        value = (value ^ (value >> 29U)) * 0xbf58476d1ce4e5b9ULL;
    }
    return value;
}

void allow(const cpu_set_t& cores) {
    sched_setaffinity(0, sizeof(cores), &cores);
}

cpu_set_t one_core(std::size_t core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    return cores;
}

cpu_set_t every_core() {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    for (std::size_t core = 0; core <= last_core(); ++core) {
        CPU_SET(core, &cores);
    }
    return cores;
}

enum class Place : std::uint8_t { Anywhere, FirstCore, LastCore };

cpu_set_t cores_of(Place place) {
    return place == Place::Anywhere    ? every_core()
           : place == Place::FirstCore ? one_core(kFirstCore)
                                       : one_core(last_core());
}

// [neighbour]
/// Computes for some hundred microseconds, sleeps for some ten, and so on: a thread that the scheduler places again and again.
class Neighbour {
  public:
    explicit Neighbour(Place place)
        : thread_([this, place] {
              allow(cores_of(place));
              std::uint64_t value = 1;
              while (!is_over_.load(std::memory_order_relaxed)) {
                  for (int units = 0; units < kUnits; ++units) {
                      value = unit_of_work(value);
                  }
                  keep(value);
                  has_begun_.store(true, std::memory_order_release);
                  std::this_thread::sleep_for(std::chrono::microseconds(kSleepUs));
              }
          }) {
        spin_until([this] { return has_begun_.load(std::memory_order_acquire); });
    }
    Neighbour(const Neighbour&) = delete;
    Neighbour& operator=(const Neighbour&) = delete;
    ~Neighbour() { is_over_.store(true, std::memory_order_relaxed); }

  private:
    static constexpr int kUnits = 300;
    static constexpr int kSleepUs = 20;

    alignas(kCacheLine) std::atomic<bool> is_over_{false};
    std::atomic<bool> has_begun_{false};
    SecondThread thread_;
};
// [end]

// [class]
/// SCHED_FIFO while it lives: runs before every ordinary thread of its core. Without the right to it nothing changes.
class RealTime {
  public:
    RealTime() {
        pthread_getschedparam(pthread_self(), &policy_, &parameters_);
        constexpr sched_param kLow{.sched_priority = 1};
        pthread_setschedparam(pthread_self(), SCHED_FIFO, &kLow);
    }
    RealTime(const RealTime&) = delete;
    RealTime& operator=(const RealTime&) = delete;
    ~RealTime() { pthread_setschedparam(pthread_self(), policy_, &parameters_); }

  private:
    int policy_ = SCHED_OTHER;
    sched_param parameters_{};
};
// [end]

struct Ordinary {};

// [measured]
/// The caller does units of work beside its neighbour; each unit's time includes whatever came between.
template <Place Mine, Place Neighbours, class Class>
std::uint64_t units(std::span<std::uint32_t> took) {
    cpu_set_t before;
    sched_getaffinity(0, sizeof(before), &before);
    std::uint64_t value = 7;
    {
        const Neighbour neighbour(Neighbours);
        allow(cores_of(Mine));
        [[maybe_unused]] const Class scheduling;
        std::uint64_t begin = ticks();
        for (std::uint32_t& ticks_taken : took) {
            value = unit_of_work(value);
            const std::uint64_t end = ticks();
            ticks_taken = static_cast<std::uint32_t>(
                std::min<std::uint64_t>(end - begin, std::numeric_limits<std::uint32_t>::max()));
            begin = end;
        }
    }
    allow(before);
    return value;
}
// [end]

/// The whole run, its mean.
template <Place Mine, Place Neighbours, class Class>
std::uint64_t run(std::uint64_t items) {
    static std::array<std::uint32_t, 1U << 14U> took;
    std::uint64_t value = 0;
    while (items > 0) {
        const std::size_t now = std::min<std::uint64_t>(items, took.size());
        value += units<Mine, Neighbours, Class>(std::span(took).first(now));
        items -= now;
    }
    return value;
}

constexpr Place kAnywhere = Place::Anywhere;
constexpr Place kFirst = Place::FirstCore;
constexpr Place kLast = Place::LastCore;

// 600 rounds of three instructions at the least, and more for the neighbour; of that alone there are fewer than a thousand an item.
constexpr double kFloor = 1'500;

constexpr std::array kSingle{Variant{.name = "moved",
                                     .timed_work = units<kAnywhere, kAnywhere, Ordinary>,
                                     .instructions_min = kFloor},
                             Variant{.name = "pinned_apart",
                                     .timed_work = units<kLast, kFirst, Ordinary>,
                                     .instructions_min = kFloor},
                             Variant{.name = "pinned_apart_fifo",
                                     .timed_work = units<kLast, kFirst, RealTime>,
                                     .instructions_min = kFloor},
                             Variant{.name = "pinned_together",
                                     .timed_work = units<kFirst, kFirst, Ordinary>,
                                     .instructions_min = kFloor},
                             Variant{.name = "pinned_together_fifo",
                                     .timed_work = units<kFirst, kFirst, RealTime>,
                                     .instructions_min = kFloor}};

constexpr std::array kWhole{
    Variant{
        .name = "moved", .work = run<kAnywhere, kAnywhere, Ordinary>, .instructions_min = kFloor},
    Variant{
        .name = "pinned_apart", .work = run<kLast, kFirst, Ordinary>, .instructions_min = kFloor},
    Variant{.name = "pinned_together",
            .work = run<kFirst, kFirst, Ordinary>,
            .instructions_min = kFloor},
    Variant{.name = "pinned_together_fifo",
            .work = run<kFirst, kFirst, RealTime>,
            .instructions_min = kFloor}};

constexpr std::array kComparisons{Comparison{.name = "single_units",
                                             .unit = "ns/unit",
                                             .items = 10'000,
                                             .variants = kSingle,
                                             .items_counted = 1'500},
                                  Comparison{.name = "whole_run",
                                             .unit = "ns/unit",
                                             .items = 10'000,
                                             .variants = kWhole,
                                             .items_counted = 1'500}};

constexpr Technique kTechnique{
    .name = "pinning",
    .question = "what does a thread gain by a core that is its own, and what by a higher class?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
