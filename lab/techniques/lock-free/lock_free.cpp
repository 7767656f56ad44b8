// Counting with a lock, with an atomic instruction, and with neither.

#include <array>
#include <atomic>
#include <mutex>
#include <thread>

#include "hotpath/core/cpu.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"
#include "lab/techniques/two_threads.hpp"

namespace hotpath::lab {
namespace {

// The C library leaves out the atomic instruction of a mutex as long as a process has never had a second thread. A trading system
// has several: so has this process, from the first call on, whatever runs first.
void have_two_threads() {
    static const bool have = [] {
        std::jthread([] {}).join();
        return true;
    }();
    keep(have);
}

struct alignas(kCacheLine) Locked {
    std::mutex mutex;
    std::uint64_t count = 0;
};
struct alignas(kCacheLine) Atomic {
    std::atomic<std::uint64_t> count{0};
};

Locked locked;
Atomic shared;
std::array<Atomic, 2> own;  // a cache line for each thread

// [before]
void add_locked(std::uint64_t items) {
    for (std::uint64_t i = 0; i < items; ++i) {
        const std::lock_guard guard(locked.mutex);
        ++locked.count;
    }
}
// [end]

// [after]
void add_atomic(std::uint64_t items) {
    for (std::uint64_t i = 0; i < items; ++i) {
        shared.count.fetch_add(1, std::memory_order_relaxed);
    }
}
// [end]

// [loop]
/// What an operation that the processor lacks needs: read, compute, try to exchange, begin again.
void add_by_exchange(std::uint64_t items) {
    for (std::uint64_t i = 0; i < items; ++i) {
        std::uint64_t seen = shared.count.load(std::memory_order_relaxed);
        while (!shared.count.compare_exchange_weak(seen, seen + 1, std::memory_order_relaxed)) {
        }
    }
}
// [end]

// [own]
/// The only writer of a counter: others may read it at any time, and no instruction locks anything.
void add_own(std::atomic<std::uint64_t>& count, std::uint64_t items) {
    for (std::uint64_t i = 0; i < items; ++i) {
        count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
}
// [end]

void add_own_first(std::uint64_t items) {
    add_own(own[0].count, items);
}
void add_own_second(std::uint64_t items) {
    add_own(own[1].count, items);
}

void reset() {
    have_two_threads();
    locked.count = 0;
    shared.count = 0;
    own[0].count = 0;
    own[1].count = 0;
}

std::uint64_t all_counted() {
    return locked.count + shared.count + own[0].count + own[1].count;
}

using Add = void (*)(std::uint64_t);

template <Add add>
std::uint64_t alone(std::uint64_t items) {
    reset();
    add(items);
    return all_counted();
}

/// Half of the items each, both threads at once: neither begins before both are there.
template <Add add, Add add_of_second = add>
std::uint64_t together(std::uint64_t items) {
    reset();
    std::atomic<int> arrived{0};
    const auto meet = [&arrived] {
        arrived.fetch_add(1);
        spin_until([&arrived] { return arrived.load() == 2; });
    };
    {
        const SecondThread second([&meet, items] {
            meet();
            add_of_second(items / 2);
        });
        meet();
        add(items - items / 2);
    }  // joins
    return all_counted();
}

// As published: `counter++`, sequentially consistent, 10,000 a call; one thread in all.
std::atomic<int> atomic_counter;
std::mutex counter_mutex;
int locked_counter;
constexpr std::uint64_t kPerCall = 10'000;

std::uint64_t published_mutex(std::uint64_t items) {
    have_two_threads();
    locked_counter = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const std::lock_guard<std::mutex> lock(counter_mutex);
        locked_counter++;
    }
    return static_cast<std::uint64_t>(locked_counter);
}

std::uint64_t published_atomic(std::uint64_t items) {
    have_two_threads();
    atomic_counter = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        atomic_counter++;
    }
    return static_cast<std::uint64_t>(atomic_counter.load());
}

// What belongs to one event: eight counters that change together.
constexpr std::size_t kFields = 8;

struct alignas(kCacheLine) LockedFields {
    std::mutex mutex;
    std::array<std::uint64_t, kFields> counts{};
};
LockedFields locked_fields;
alignas(kCacheLine) std::array<std::atomic<std::uint64_t>, kFields> atomic_fields;

// [fields]
/// One lock for all: a reader that takes it sees eight values of the same moment.
void count_event_locked(std::uint64_t amount) {
    const std::lock_guard guard(locked_fields.mutex);
    for (std::uint64_t& count : locked_fields.counts) {
        count += amount;
    }
}

/// Eight atomic instructions, one after the other; a reader may see some of them done.
void count_event_atomic(std::uint64_t amount) {
    for (std::atomic<std::uint64_t>& count : atomic_fields) {
        count.fetch_add(amount, std::memory_order_relaxed);
    }
}
// [end]

void count_event_own(std::uint64_t amount) {
    for (std::atomic<std::uint64_t>& count : atomic_fields) {
        count.store(count.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
    }
}

template <void (*count_event)(std::uint64_t)>
std::uint64_t count_events(std::uint64_t items) {
    have_two_threads();
    locked_fields.counts.fill(0);
    for (std::atomic<std::uint64_t>& count : atomic_fields) {
        count = 0;
    }
    for (std::uint64_t i = 0; i < items; ++i) {
        count_event(hidden(i % 3));
    }
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kFields; ++i) {
        sum = sum * 7 + locked_fields.counts[i] + atomic_fields[i].load();
    }
    return sum;
}

// A lock and an unlock are two calls of some ten instructions; an atomic addition is one, with the end of the loop.
constexpr double kLeastLock = 10;
constexpr double kLeastAtomic = 1;

constexpr std::array kPublished{
    Variant{.name = "mutex", .work = published_mutex, .instructions_min = kLeastLock},
    Variant{.name = "atomic", .work = published_atomic, .instructions_min = kLeastAtomic}};

constexpr std::array kAlone{
    Variant{.name = "mutex", .work = alone<add_locked>, .instructions_min = kLeastLock},
    Variant{.name = "atomic", .work = alone<add_atomic>, .instructions_min = kLeastAtomic},
    Variant{.name = "exchange_loop", .work = alone<add_by_exchange>, .instructions_min = 2},
    Variant{
        .name = "single_writer", .work = alone<add_own_first>, .instructions_min = kLeastAtomic}};

constexpr std::array kTogether{
    Variant{.name = "mutex", .work = together<add_locked>, .instructions_min = kLeastLock},
    Variant{.name = "atomic", .work = together<add_atomic>, .instructions_min = kLeastAtomic},
    Variant{.name = "exchange_loop", .work = together<add_by_exchange>, .instructions_min = 2},
    Variant{.name = "single_writer",
            .work = together<add_own_first, add_own_second>,
            .instructions_min = kLeastAtomic}};

constexpr std::array kEvents{Variant{.name = "one_lock",
                                     .work = count_events<count_event_locked>,
                                     .instructions_min = kLeastLock},
                             Variant{.name = "eight_atomics",
                                     .work = count_events<count_event_atomic>,
                                     .instructions_min = kFields},
                             Variant{.name = "single_writer",
                                     .work = count_events<count_event_own>,
                                     .instructions_min = kFields}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/increment",
               .items = 20 * kPerCall,
               .variants = kPublished,
               .published_ratio = 65'369.0 / 175'904.0},
    Comparison{.name = "uncontended", .unit = "ns/increment", .items = 200'000, .variants = kAlone},
    Comparison{.name = "contended",
               .unit = "ns/increment",
               .items = 400'000,
               .variants = kTogether,
               .items_counted = 10'000},
    Comparison{
        .name = "eight_counters", .unit = "ns/event", .items = 100'000, .variants = kEvents}};

constexpr Technique kTechnique{
    .name = "lock-free",
    .question = "is a counter without a lock faster than one with a lock, and what is faster yet?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
