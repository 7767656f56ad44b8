// Two threads that write different variables of one cache line take the line from each other.

#include <array>
#include <atomic>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// [layout]
/// Two counters of messages, each written by one thread only, `kApart` bytes from each other.
template <std::size_t kApart>
struct alignas(256) Counters {
    std::atomic<std::uint64_t> ours{0};
    std::array<std::byte, kApart - sizeof(std::uint64_t)> between{};
    std::atomic<std::uint64_t> theirs{0};
};
// [end]

/// One writer needs no atomic addition: a load, an addition, a store.
struct CountAlone {
    static void add(std::atomic<std::uint64_t>& counter) {
        counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
};
struct CountLocked {
    static void add(std::atomic<std::uint64_t>& counter) {
        counter.fetch_add(1, std::memory_order_relaxed);
    }
};

/// Returns when both threads have come, or when one has waited for long.
void meet(std::atomic<int>& present) {
    present.fetch_add(1);
    for (int i = 0; present.load() < 2 && i < 100'000; ++i) {
        sched_yield();
    }
}

template <std::size_t kApart, class Count>
std::uint64_t count_on_two_cores(std::uint64_t items) {
    static Counters<kApart> counters;
    counters.ours = 0;
    counters.theirs = 0;
    std::atomic<int> present{0};
    {
        const SecondThread other([&present, items] {
            meet(present);
            for (std::uint64_t i = 0; i < items; ++i) {
                Count::add(counters.theirs);
            }
        });
        meet(present);
        for (std::uint64_t i = 0; i < items; ++i) {
            Count::add(counters.ours);
        }
    }
    return counters.ours + counters.theirs;
}

// Each thread's loop may be as little as one addition to memory an item.
template <class Count>
constexpr std::array kCounting{
    Variant{.name = "one_line", .work = count_on_two_cores<8, Count>, .instructions_min = 1},
    Variant{
        .name = "neighbouring_lines", .work = count_on_two_cores<64, Count>, .instructions_min = 1},
    Variant{
        .name = "128_bytes_apart", .work = count_on_two_cores<128, Count>, .instructions_min = 1}};

// [limits]
/// What the trader reads for every order, and a counter that the receiver writes for every packet.
template <std::size_t kApart>
struct alignas(256) Shared {
    std::atomic<std::int64_t> qty_max{500};
    std::array<std::byte, kApart - sizeof(std::int64_t)> between{};
    std::atomic<std::uint64_t> packets{0};
};
// [end]

constexpr std::size_t kOrders = 1U << 14U;

const std::vector<std::int64_t>& quantities() {
    static const std::vector<std::int64_t> made = [] {
        Random random(1);
        std::vector<std::int64_t> all(kOrders);
        for (std::int64_t& qty : all) {
            qty = static_cast<std::int64_t>(random.below(1000));
        }
        return all;
    }();
    return made;
}

template <std::size_t kApart>
std::uint64_t check_orders(std::uint64_t items) {
    static Shared<kApart> both;
    // By a pointer of unknown origin: else Clang sees that nothing writes the limit, and compares
    // with a constant.
    Shared<kApart>& shared = *hidden(&both);
    const std::vector<std::int64_t>& all = quantities();
    std::atomic<int> present{0};
    std::atomic<bool> is_over{false};
    std::uint64_t admitted = 0;
    {
        const SecondThread receiver([&shared, &present, &is_over] {
            meet(present);
            while (!is_over.load(std::memory_order_relaxed)) {
                CountAlone::add(shared.packets);
                for (int i = 0; i < 4; ++i) {  // the rest of its work for a packet
                    _mm_pause();
                }
            }
        });
        meet(present);
        for (std::uint64_t i = 0; i < items; ++i) {
            admitted += static_cast<std::uint64_t>(all[i % kOrders] <=
                                                   shared.qty_max.load(std::memory_order_relaxed));
        }
        is_over = true;
    }
    return admitted;
}

// A load, a comparison, an addition and the loop's end.
constexpr std::array kChecking{
    Variant{.name = "one_line", .work = check_orders<8>, .instructions_min = 2},
    Variant{.name = "neighbouring_lines", .work = check_orders<64>, .instructions_min = 2},
    Variant{.name = "128_bytes_apart", .work = check_orders<128>, .instructions_min = 2}};

// [alone]
/// One thread's counter of an instrument, in `kBytes`.
template <std::size_t kBytes>
struct alignas(kBytes) InstrumentCounter {
    std::uint64_t trades = 0;
};
// [end]

constexpr std::size_t kInstruments = 1U << 14U;
constexpr std::size_t kTrades = 1U << 16U;

const std::vector<std::uint32_t>& instruments() {
    static const std::vector<std::uint32_t> made = [] {
        Random random(2);
        std::vector<std::uint32_t> all(kTrades);
        for (std::uint32_t& instrument : all) {
            instrument = static_cast<std::uint32_t>(random.below(kInstruments));
        }
        return all;
    }();
    return made;
}

template <std::size_t kBytes>
std::uint64_t count_alone(std::uint64_t items) {
    static std::vector<InstrumentCounter<kBytes>> counters(kInstruments);
    const std::vector<std::uint32_t>& trades = instruments();
    const std::uint64_t before = counters[trades[0]].trades;
    for (std::uint64_t i = 0; i < items; ++i) {
        ++counters[trades[i % kTrades]].trades;
    }
    return counters[trades[0]].trades - before;
}

constexpr std::array kAlone{
    Variant{.name = "dense", .work = count_alone<8>, .instructions_min = 2},
    Variant{.name = "a_line_each", .work = count_alone<64>, .instructions_min = 2},
    Variant{.name = "128_bytes_each", .work = count_alone<128>, .instructions_min = 2}};

constexpr std::array kComparisons{Comparison{.name = "own_counters",
                                             .unit = "ns/message",
                                             .items = 4'000'000,
                                             .variants = kCounting<CountAlone>,
                                             .items_counted = 20'000},
                                  Comparison{.name = "atomic_additions",
                                             .unit = "ns/message",
                                             .items = 200'000,
                                             .variants = kCounting<CountLocked>,
                                             .items_counted = 20'000},
                                  Comparison{.name = "limits_beside_a_counter",
                                             .unit = "ns/order",
                                             .items = 4'000'000,
                                             .variants = kChecking,
                                             .items_counted = 20'000},
                                  Comparison{.name = "one_thread",
                                             .unit = "ns/trade",
                                             .items = 3'000'000,
                                             .variants = kAlone,
                                             .items_counted = 20'000}};

constexpr Technique kTechnique{
    .name = "false-sharing",
    .question = "what do two threads lose when their variables are in one cache line?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
