// Code that seldom runs, among the code that always runs or in a function elsewhere.

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/core/checksum.hpp"
#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/other_work.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// ---- as published; the loops that stand for work have 500 turns here, 100,000 there

std::map<int, int> orders_by_id;
bool is_okay = false;

void spin() {
    for (volatile int i = 0; i < 500;) {
        const int next = i + 1;
        i = next;
    }
}

void send_to_client(const std::string&) {
    spin();
}
void remove_from_map(int id, std::map<int, int>& orders) {
    orders.erase(id);
}
void log_message(const std::string&) {
    spin();
}

// [published]
[[gnu::noinline]] void handle_error() {
    send_to_client("Order failed");
    remove_from_map(1, orders_by_id);
    log_message("Order failed");
}

std::uint64_t published_not_removed(std::uint64_t items) {
    std::uint64_t failed = 0;
    std::uint64_t counter = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        is_okay = (++counter % 10 != 0);
        if (is_okay) {
            // hot path: empty, as published
        } else {
            send_to_client("Order failed");
            remove_from_map(1, orders_by_id);
            log_message("Order failed");
            ++failed;
        }
    }
    return failed;
}

std::uint64_t published_removed(std::uint64_t items) {
    std::uint64_t failed = 0;
    std::uint64_t counter = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        is_okay = (++counter % 10 != 0);
        if (is_okay) {
            // hot path: empty, as published
        } else {
            handle_error();
            ++failed;
        }
    }
    return failed;
}
// [end]

// ---- an order is checked and encoded; a refusal is described for the log, which takes a buffer and many arguments

constexpr std::size_t kOrders = 1U << 14U;
constexpr std::size_t kLogBytes = 160;

struct Order {
    std::uint32_t instrument = 0;
    std::uint32_t price = 0;
    std::uint32_t qty = 0;
    std::uint32_t account = 0;
};

struct Limits {
    std::uint32_t price_low = 30'000;
    std::uint32_t price_high = 70'000;
    std::uint32_t qty_max = 1'000;
    std::uint32_t accounts = 64;
};

struct Sink {
    std::array<std::uint64_t, 4> message{};
    std::array<std::uint64_t, kLogBytes / 8> log{};
    std::uint64_t refused = 0;
    std::uint64_t checksum = 0;
};

/// Formats as a log would, without the library's time: which would hide what the place of the code costs.
[[gnu::always_inline]] inline void describe(Sink& sink, const Order& order, const Limits& limits,
                                            std::uint64_t reason) {
    std::array<std::uint64_t, kLogBytes / 8> text{};
    for (std::uint64_t at = 0; at < text.size(); ++at) {
        std::uint64_t word = reason + at * order.price;
        word = word * 31 + order.qty % (at + 3);
        word = word * 31 + (order.account ^ (limits.price_high >> at));
        word = word * 31 + std::uint64_t{limits.qty_max} * order.instrument;
        text[at] = word;
    }
    keep(text);
    for (std::size_t at = 0; at < text.size(); ++at) {
        sink.log[at] ^= text[at];
        sink.checksum += text[at] >> at;
    }
    ++sink.refused;
}

[[gnu::noinline, gnu::cold]] void describe_elsewhere(Sink& sink, const Order& order,
                                                     const Limits& limits, std::uint64_t reason) {
    describe(sink, order, limits, reason);
}

[[gnu::always_inline]] inline void encode(Sink& sink, const Order& order) {
    sink.message[0] = __builtin_bswap32(order.instrument);
    sink.message[1] = __builtin_bswap32(order.price);
    sink.message[2] = __builtin_bswap32(order.qty);
    sink.message[3] = __builtin_bswap32(order.account);
    sink.checksum += sink.message[1] ^ sink.message[2];
}

// [before]
/// Each refusal is described where it is found: four copies of the slow path between the checks.
[[gnu::noinline]] void accept_with_all(Sink& sink, const Order& order, const Limits& limits) {
    if (order.qty == 0 || order.qty > limits.qty_max) {
        return describe(sink, order, limits, 1);
    }
    if (order.price < limits.price_low) {
        return describe(sink, order, limits, 2);
    }
    if (order.price > limits.price_high) {
        return describe(sink, order, limits, 3);
    }
    if (order.account >= limits.accounts) {
        return describe(sink, order, limits, 4);
    }
    encode(sink, order);
}
// [end]

// [after]
[[gnu::noinline]] void accept(Sink& sink, const Order& order, const Limits& limits) {
    if (order.qty == 0 || order.qty > limits.qty_max) {
        return describe_elsewhere(sink, order, limits, 1);
    }
    if (order.price < limits.price_low) {
        return describe_elsewhere(sink, order, limits, 2);
    }
    if (order.price > limits.price_high) {
        return describe_elsewhere(sink, order, limits, 3);
    }
    if (order.account >= limits.accounts) {
        return describe_elsewhere(sink, order, limits, 4);
    }
    encode(sink, order);
}
// [end]

/// One order in `refused_one_in` is beyond a limit.
template <std::uint64_t refused_one_in>
const std::vector<Order>& orders() {
    static const std::vector<Order> made = [] {
        Random random(1);
        std::vector<Order> drawn(kOrders);
        for (Order& order : drawn) {
            const std::uint64_t beyond = random.one_in(refused_one_in) ? 1 + random.below(4) : 0;
            order = {.instrument = static_cast<std::uint32_t>(random.below(1'000)),
                     .price = static_cast<std::uint32_t>(30'000 + random.below(40'000)),
                     .qty = static_cast<std::uint32_t>(1 + random.below(1'000)),
                     .account = static_cast<std::uint32_t>(random.below(64))};
            order.qty = beyond == 1 ? 0 : order.qty;
            order.price = beyond == 2 ? 1 : beyond == 3 ? 90'000 : order.price;
            order.account = beyond == 4 ? 64 : order.account;
        }
        return drawn;
    }();
    return made;
}

using Accept = void (*)(Sink&, const Order&, const Limits&);

template <Accept accept_order, std::uint64_t refused_one_in>
std::uint64_t accept_all(std::uint64_t items) {
    const std::vector<Order>& all = orders<refused_one_in>();
    const Limits limits{.accounts = hidden(64U)};
    Sink sink;
    for (std::uint64_t i = 0; i < items; ++i) {
        accept_order(sink, all[i % kOrders], limits);
    }
    return sink.checksum + sink.refused;
}

// ---- the same two when the path is cold: how many lines of code the hot path lies in

constexpr std::uint64_t kSeldom = 1'000;

template <Accept accept_order>
std::uint64_t accept_cold(std::span<std::uint32_t> samples) {
    const std::vector<Order>& all = orders<kSeldom>();
    const Limits limits{.accounts = hidden(64U)};
    Sink sink;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        do_other_work();
        const Order order = all[i % kOrders];  // the data are warm: what is cold is the code
        keep(order);
        const std::uint64_t before = ticks();
        accept_order(sink, order, limits);
        samples[i] = static_cast<std::uint32_t>(ticks() - before);
    }
    return sink.checksum + sink.refused;
}

// A tenth of the items spins twice 500 turns of three instructions.
constexpr std::array kPublished{
    Variant{.name = "not_removed", .work = published_not_removed, .instructions_min = 250},
    Variant{.name = "removed", .work = published_removed, .instructions_min = 250}};

constexpr std::array kRare{
    Variant{.name = "among_the_hot",
            .work = accept_all<accept_with_all, kSeldom>,
            .instructions_min = 18},
    Variant{.name = "elsewhere", .work = accept_all<accept, kSeldom>, .instructions_min = 18}};

constexpr std::array kOften{
    Variant{
        .name = "among_the_hot", .work = accept_all<accept_with_all, 2>, .instructions_min = 140},
    Variant{.name = "elsewhere", .work = accept_all<accept, 2>, .instructions_min = 140}};

// The memory walk is half a million loads, of at least two instructions each.
constexpr double kWalk = 0.5 * 2 * static_cast<double>(kOtherLines);

constexpr std::array kCold{
    Variant{.name = "among_the_hot",
            .timed_work = accept_cold<accept_with_all>,
            .instructions_min = kWalk},
    Variant{.name = "elsewhere", .timed_work = accept_cold<accept>, .instructions_min = kWalk}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/order",
               .items = 20'000,
               .variants = kPublished,
               .published_ratio = 24755.0 / 28074.0},
    Comparison{.name = "refused_seldom", .unit = "ns/order", .items = 200'000, .variants = kRare},
    Comparison{.name = "refused_often", .unit = "ns/order", .items = 20'000, .variants = kOften},
    Comparison{
        .name = "cold", .unit = "ns/order", .items = 12, .variants = kCold, .items_counted = 2}};

constexpr Technique kTechnique{
    .name = "slow-path-removal",
    .question = "is the common path faster when the code of the rare one is elsewhere?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
