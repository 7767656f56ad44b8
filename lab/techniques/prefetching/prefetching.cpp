// Asking for a cache line before it is needed: how far ahead, and for what.

#include <algorithm>
#include <array>
#include <vector>

#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// As published: the sum of a million integers from the first to the last, with and without a prefetch of each.
constexpr std::uint64_t kNumbers = 1U << 20U;

const std::vector<int>& numbers() {
    static const std::vector<int> made(kNumbers, 1);
    return made;
}

std::uint64_t published_plain(std::uint64_t items) {
    const std::vector<int>& all = numbers();
    std::uint64_t total = 0;
    for (std::uint64_t left = items; left > 0; left -= std::min(left, kNumbers)) {
        long sum = 0;
        for (const int& number : all) {
            sum += number;
        }
        keep(sum);
        total += static_cast<std::uint64_t>(sum);
    }
    return total;
}

std::uint64_t published_prefetch(std::uint64_t items) {
    const std::vector<int>& all = numbers();
    std::uint64_t total = 0;
    for (std::uint64_t left = items; left > 0; left -= std::min(left, kNumbers)) {
        long sum = 0;
        constexpr std::size_t kDistance = 10;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (i + kDistance < all.size()) {
                __builtin_prefetch(&all[i + kDistance], 0, 3);
            }
            sum += all[i];
        }
        keep(sum);
        total += static_cast<std::uint64_t>(sum);
    }
    return total;
}

struct alignas(64) Order {
    std::uint32_t id;
    std::uint32_t price;
    std::uint32_t leaves_qty;
};

struct Executed {
    std::uint32_t id;
    std::uint32_t qty;
};

struct Market {
    std::vector<Order> orders;       // by id
    std::vector<Executed> messages;  // of orders at random
};

template <std::uint32_t orders_max, std::uint32_t messages_max, bool is_predictable>
const Market& market() {
    static const Market made = [] {
        Random random(5);
        Market market;
        for (std::uint32_t id = 0; id < orders_max; ++id) {
            market.orders.push_back({.id = id, .price = 10'000, .leaves_qty = 100});
        }
        for (std::uint32_t i = 0; i < messages_max; ++i) {
            market.messages.push_back({.id = static_cast<std::uint32_t>(random.below(orders_max)),
                                       .qty = !is_predictable && random.one_in(2) ? 100U : 50U});
        }
        return market;
    }();
    return made;
}

struct Counts {
    std::uint64_t removed = 0;
    std::uint64_t reduced = 0;
};
[[gnu::noinline]] void on_removed(Counts& counts, const Order& order) {
    counts.removed += order.leaves_qty;
}
[[gnu::noinline]] void on_reduced(Counts& counts, const Order& order, std::uint32_t qty) {
    counts.reduced += order.leaves_qty - qty;
}

// What is done depends on the record. Of records in memory the processor guesses half of the jumps wrong: it cannot run ahead to the
// next record by itself. In the cache there is no wait to run ahead of, and all messages are alike.
[[gnu::noinline]] std::uint64_t execute(Counts& counts, const Order& order,
                                        const Executed& message) {
    if (order.leaves_qty == message.qty) {
        on_removed(counts, order);
    } else {
        on_reduced(counts, order, message.qty);
    }
    return order.id == message.id ? 1 : 0;
}

constexpr std::size_t kMemoryMessages = 1U << 21U;
constexpr std::size_t kCacheMessages = 1U << 13U;

// [after]
/// Applies messages; the record of the message `distance` later is asked for meanwhile.
template <std::size_t distance>
[[gnu::noinline]] std::uint64_t apply(const Market& market, std::size_t first, std::size_t count) {
    const std::size_t wrap = market.messages.size() - 1;
    Counts counts;
    std::uint64_t known = 0;
    for (std::size_t i = first; i < first + count; ++i) {
        if constexpr (distance > 0) {
            prefetch_for_read(&market.orders[market.messages[(i + distance) & wrap].id]);
        }
        const Executed& message = market.messages[i & wrap];
        known += execute(counts, market.orders[message.id], message);
    }
    keep(counts);
    return known;
}
// [end]

// [deleted]
/// A function without effect, as GCC sees it: calls of it are deleted, with the prefetch.
[[gnu::noinline]] void prefetch_record(const Market& market, std::size_t message) {
    __builtin_prefetch(&market.orders[market.messages[message].id]);
}

[[gnu::noinline]] std::uint64_t apply_as_first_written(const Market& market, std::size_t first,
                                                       std::size_t count) {
    const std::size_t wrap = market.messages.size() - 1;
    Counts counts;
    std::uint64_t known = 0;
    for (std::size_t i = first; i < first + count; ++i) {
        prefetch_record(market, (i + 16) & wrap);
        const Executed& message = market.messages[i & wrap];
        known += execute(counts, market.orders[message.id], message);
    }
    keep(counts);
    return known;
}
// [end]

using Apply = std::uint64_t (*)(const Market&, std::size_t, std::size_t);

// Each run, of any variant, goes on where the last one ended: otherwise its orders would still be in the caches. The answer, how many
// orders were found, does not depend on the place.
std::size_t next_message = 0;

template <Apply apply>
std::uint64_t out_of_memory(std::uint64_t items) {
    const Market& all = market<1U << 21U, kMemoryMessages, false>();  // 128 MiB of orders
    const std::size_t first = next_message;
    next_message += items;
    return apply(all, first, items);
}

template <Apply apply>
std::uint64_t out_of_cache(std::uint64_t items) {
    return apply(market<128, kCacheMessages, true>(), 0, items);  // 8 KiB of orders
}

// A whole pass is counted; the plain sum is vectorised, at most 32 numbers a few instructions.
constexpr std::array kPublished{
    Variant{.name = "plain", .work = published_plain, .instructions_min = 0.1},
    Variant{.name = "prefetch", .work = published_prefetch, .instructions_min = 1}};

// Two loads, a comparison, two calls.
constexpr double kLeast = 10;
constexpr std::array kMemory{
    Variant{.name = "distance_0", .work = out_of_memory<apply<0>>, .instructions_min = kLeast},
    Variant{.name = "distance_4", .work = out_of_memory<apply<4>>, .instructions_min = kLeast + 2},
    Variant{
        .name = "distance_16", .work = out_of_memory<apply<16>>, .instructions_min = kLeast + 2},
    Variant{
        .name = "distance_64", .work = out_of_memory<apply<64>>, .instructions_min = kLeast + 2},
    Variant{.name = "16_as_first_written",
            .work = out_of_memory<apply_as_first_written>,
            .instructions_min = kLeast}};

constexpr std::array kCache{
    Variant{.name = "distance_0", .work = out_of_cache<apply<0>>, .instructions_min = kLeast},
    Variant{
        .name = "distance_16", .work = out_of_cache<apply<16>>, .instructions_min = kLeast + 2}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/number",
               .items = 2 * kNumbers,
               .variants = kPublished,
               .published_ratio = 6'301'400.0 / 8'235'924.0,
               .items_counted = kNumbers},
    Comparison{
        .name = "orders_in_memory", .unit = "ns/message", .items = 50'000, .variants = kMemory},
    Comparison{
        .name = "orders_in_cache", .unit = "ns/message", .items = 200'000, .variants = kCache}};

constexpr Technique kTechnique{
    .name = "prefetching",
    .question = "does asking for a cache line before it is needed save the wait?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
