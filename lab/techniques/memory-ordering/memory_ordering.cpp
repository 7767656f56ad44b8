// What each memory order costs: stores, loads, counters, and messages between two threads.

#include <array>
#include <memory>

#include "hotpath/core/cpu.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/memory-ordering/orders.hpp"
#include "lab/techniques/technique.hpp"
#include "lab/techniques/two_threads.hpp"

namespace hotpath::lab {
namespace {

using orders::Word;

struct alignas(kCacheLine) Published {
    std::array<std::uint64_t, 4> quote{};
    Word index{0};
};

// [publish]
/// A quote of four words is written and its index published, in a line that no other core wants.
template <void (*Store)(Word&, std::uint64_t)>
std::uint64_t publish(std::uint64_t items) {
    static Published line;
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        line.quote = {i, i + 1, i ^ 7U, i * 3};
        Store(line.index, i);
        sum += line.quote[i % 4];
    }
    return sum + line.index.load();
}
// [end]

template <std::uint64_t (*Load)(const Word&)>
std::uint64_t look(std::uint64_t items) {
    static Published line;
    line.index.store(3);
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += Load(line.index) * i;
    }
    return sum;
}

template <void (*Add)(Word&)>
std::uint64_t count(std::uint64_t items) {
    Published line;
    for (std::uint64_t i = 0; i < items; ++i) {
        Add(line.index);
    }
    return line.index.load();
}

// [hand-over]
/// Messages through a ring to another thread, each published when it is written.
template <void (*Store)(Word&, std::uint64_t)>
std::uint64_t hand_over(std::uint64_t items) {
    constexpr std::uint64_t kSlots = 1'024;
    const auto messages = std::make_unique<std::array<std::uint64_t, kSlots>>();
    Published written;
    Published read;
    std::uint64_t sum = 0;
    {
        const SecondThread consumer([&, items] {
            std::uint64_t written_seen = 0;
            for (std::uint64_t i = 0; i < items; ++i) {
                if (i == written_seen) {
                    spin_until([&] {
                        written_seen = orders::load_acquire(written.index);
                        return i != written_seen;
                    });
                }
                sum = sum * 3 + (*messages)[i % kSlots];
                Store(read.index, i + 1);
            }
        });
        std::uint64_t read_seen = 0;
        for (std::uint64_t i = 0; i < items; ++i) {
            if (i - read_seen == kSlots) {
                spin_until([&] {
                    read_seen = orders::load_acquire(read.index);
                    return i - read_seen != kSlots;
                });
            }
            (*messages)[i % kSlots] = i ^ 5U;
            Store(written.index, i + 1);
        }
    }
    return sum;
}
// [end]

// Each is a call of a function in another source, and a loop around it.
constexpr std::array kStores{
    Variant{.name = "seq_cst", .work = publish<orders::store_seq_cst>, .instructions_min = 9},
    Variant{.name = "release_then_fence",
            .work = publish<orders::store_release_then_fence>,
            .instructions_min = 9},
    Variant{.name = "release", .work = publish<orders::store_release>, .instructions_min = 9},
    Variant{.name = "relaxed", .work = publish<orders::store_relaxed>, .instructions_min = 9}};

constexpr std::array kLoads{
    Variant{.name = "seq_cst", .work = look<orders::load_seq_cst>, .instructions_min = 5},
    Variant{.name = "acquire", .work = look<orders::load_acquire>, .instructions_min = 5},
    Variant{.name = "relaxed", .work = look<orders::load_relaxed>, .instructions_min = 5}};

constexpr std::array kCounters{
    Variant{.name = "add_seq_cst", .work = count<orders::add_seq_cst>, .instructions_min = 3},
    Variant{.name = "add_acq_rel", .work = count<orders::add_acq_rel>, .instructions_min = 3},
    Variant{.name = "add_relaxed", .work = count<orders::add_relaxed>, .instructions_min = 3},
    Variant{.name = "one_writer", .work = count<orders::count_alone>, .instructions_min = 3}};

// Relaxed is no variant here: it is wrong.
constexpr std::array kHandedOver{
    Variant{.name = "seq_cst", .work = hand_over<orders::store_seq_cst>, .instructions_min = 10},
    Variant{.name = "release", .work = hand_over<orders::store_release>, .instructions_min = 10}};

constexpr std::array kComparisons{
    Comparison{.name = "stores", .unit = "ns/publication", .items = 500'000, .variants = kStores},
    Comparison{.name = "loads", .unit = "ns/look", .items = 1'000'000, .variants = kLoads},
    Comparison{.name = "counters", .unit = "ns/count", .items = 500'000, .variants = kCounters},
    Comparison{.name = "two_threads",
               .unit = "ns/message",
               .items = 200'000,
               .variants = kHandedOver,
               .items_counted = 4'000}};

constexpr Technique kTechnique{
    .name = "memory-ordering",
    .question = "which memory orders cost something, and on which processor?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
