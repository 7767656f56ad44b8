// Telling the compiler which way a jump goes: attributes of the branch, and cold code in a function elsewhere.

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// ---- the slides' AddOrder: levels in a vector, the best at its end, searched from there

using Levels = std::vector<std::pair<std::uint32_t, std::uint64_t>>;  // price, quantity

constexpr std::size_t kPrices = 48;
constexpr std::size_t kOrders = 1U << 14U;

struct Order {
    std::uint32_t price = 0;
    std::uint32_t qty = 0;
    std::uint32_t level = 0;
};

/// Mostly near the best price. `level` is beyond the book for one order in a thousand.
const std::vector<Order>& orders() {
    static const std::vector<Order> made = [] {
        Random random(1);
        std::vector<Order> drawn(kOrders);
        for (Order& order : drawn) {
            const std::uint64_t from_best = std::min(random.below(kPrices), random.below(8));
            order = {.price = static_cast<std::uint32_t>(50'000 - 100 * from_best),
                     .qty = static_cast<std::uint32_t>(1 + random.below(1'000)),
                     .level = static_cast<std::uint32_t>(
                         random.one_in(1'000) ? kPrices + random.below(4) : random.below(kPrices))};
        }
        return drawn;
    }();
    return made;
}

inline Levels::iterator find(Levels& levels, std::uint32_t price) {
    return std::find_if(levels.rbegin(), levels.rend(),
                        [price](const auto& level) { return level.first <= price; })
        .base();
}

// [likely]
[[gnu::noinline]] void add_likely(Levels& levels, std::uint32_t price, std::uint64_t qty) {
    const auto after = find(levels, price);
    if (after != levels.begin() && (after - 1)->first == price) [[likely]] {
        (after - 1)->second += qty;
    } else {
        levels.insert(after, {price, qty});
    }
}
// [end]

[[gnu::noinline]] void add_plain(Levels& levels, std::uint32_t price, std::uint64_t qty) {
    const auto after = find(levels, price);
    if (after != levels.begin() && (after - 1)->first == price) {
        (after - 1)->second += qty;
    } else {
        levels.insert(after, {price, qty});
    }
}

[[gnu::noinline]] void add_unlikely(Levels& levels, std::uint32_t price, std::uint64_t qty) {
    const auto after = find(levels, price);
    if (after != levels.begin() && (after - 1)->first == price) [[unlikely]] {
        (after - 1)->second += qty;
    } else {
        levels.insert(after, {price, qty});
    }
}

template <void (*add)(Levels&, std::uint32_t, std::uint64_t)>
std::uint64_t add_all(std::uint64_t items) {
    static Levels levels;
    levels.clear();
    const std::vector<Order>& all = orders();
    for (std::uint64_t i = 0; i < items; ++i) {
        const Order& order = all[i % kOrders];
        add(levels, order.price, order.qty);
    }
    std::uint64_t sum = 0;
    for (const auto& [price, qty] : levels) {
        sum = sum * 31 + price + qty;
    }
    return sum;
}

// ---- the slides' DeleteOrder: a check that must hold, and what happens when it does not

struct Book {
    std::array<std::uint64_t, kPrices> qty{};
    std::array<std::uint64_t, 16> report{};
    std::uint64_t errors = 0;
};

/// A report of a wrong order, with a buffer on the stack.
[[gnu::always_inline]] inline void handle_error(Book& book, const Order& order) {
    std::array<std::uint64_t, 16> text{};
    for (std::uint64_t at = 0; at < text.size(); ++at) {
        const std::uint64_t word = (order.price + at) * (order.qty | 1U) % (at + 3);
        text[at] = word * 31 + (std::uint64_t{order.level} << at);
    }
    keep(text);
    for (std::size_t at = 0; at < text.size(); ++at) {
        book.report[at] ^= text[at];
    }
    ++book.errors;
}

// [before]
[[gnu::noinline]] void remove_plain(Book& book, const Order& order) {
    if (order.level >= kPrices) {
        handle_error(book, order);
        return;
    }
    book.qty[order.level] -= order.qty;
}
// [end]

// [unlikely]
[[gnu::noinline]] void remove_unlikely(Book& book, const Order& order) {
    if (order.level >= kPrices) [[unlikely]] {
        handle_error(book, order);
        return;
    }
    book.qty[order.level] -= order.qty;
}
// [end]

// [after]
[[gnu::noinline]] void remove_cold(Book& book, const Order& order) {
    if (order.level >= kPrices) [[unlikely]] {
        [&]() __attribute__((noinline, cold)) { handle_error(book, order); }();
        return;
    }
    book.qty[order.level] -= order.qty;
}
// [end]

template <void (*remove)(Book&, const Order&)>
std::uint64_t remove_all(std::uint64_t items) {
    Book book;
    const std::vector<Order>& all = orders();
    for (std::uint64_t i = 0; i < items; ++i) {
        remove(book, all[i % kOrders]);
    }
    std::uint64_t sum = book.errors;
    for (const std::uint64_t qty : book.qty) {
        sum = sum * 31 + qty;
    }
    return sum + book.report[3];
}

// ---- a hint that is wrong: nine messages of ten are adds

constexpr std::size_t kMessages = 1U << 14U;

struct Message {
    std::uint32_t is_add = 0;
    std::uint32_t word = 0;
};

const std::vector<Message>& messages() {
    static const std::vector<Message> made = [] {
        Random random(2);
        std::vector<Message> drawn(kMessages);
        for (Message& message : drawn) {
            message = {.is_add = random.one_in(10) ? 0U : 1U,
                       .word = static_cast<std::uint32_t>(random.next())};
        }
        return drawn;
    }();
    return made;
}

struct Sums {
    std::uint64_t added = 0;
    std::uint64_t removed = 0;
    std::uint64_t changes = 0;
};

// [wrong]
[[gnu::noinline]] void apply_wrong(Sums& sums, const Message& message) {
    if (message.is_add != 0) [[unlikely]] {  // it is nine times of ten
        sums.added = (sums.added ^ message.word) + (message.word >> 7U);
    } else {
        sums.removed = sums.removed * 31 + message.word;
        ++sums.changes;
    }
}
// [end]

[[gnu::noinline]] void apply_plain(Sums& sums, const Message& message) {
    if (message.is_add != 0) {
        sums.added = (sums.added ^ message.word) + (message.word >> 7U);
    } else {
        sums.removed = sums.removed * 31 + message.word;
        ++sums.changes;
    }
}

[[gnu::noinline]] void apply_right(Sums& sums, const Message& message) {
    if (message.is_add != 0) [[likely]] {
        sums.added = (sums.added ^ message.word) + (message.word >> 7U);
    } else {
        sums.removed = sums.removed * 31 + message.word;
        ++sums.changes;
    }
}

template <void (*apply)(Sums&, const Message&)>
std::uint64_t apply_all(std::uint64_t items) {
    Sums sums;
    const std::vector<Message>& all = messages();
    for (std::uint64_t i = 0; i < items; ++i) {
        apply(sums, all[i % kMessages]);
    }
    return sums.added + sums.removed * 3 + sums.changes;
}

constexpr std::array kAdd{
    Variant{.name = "no_attribute", .work = add_all<add_plain>, .instructions_min = 20},
    Variant{.name = "likely", .work = add_all<add_likely>, .instructions_min = 20},
    Variant{.name = "unlikely", .work = add_all<add_unlikely>, .instructions_min = 20}};

constexpr std::array kRemove{
    Variant{.name = "no_attribute", .work = remove_all<remove_plain>, .instructions_min = 8},
    Variant{.name = "unlikely", .work = remove_all<remove_unlikely>, .instructions_min = 8},
    Variant{.name = "cold_function", .work = remove_all<remove_cold>, .instructions_min = 8}};

constexpr std::array kWrong{
    Variant{.name = "no_attribute", .work = apply_all<apply_plain>, .instructions_min = 8},
    Variant{.name = "likely", .work = apply_all<apply_right>, .instructions_min = 8},
    Variant{.name = "unlikely", .work = apply_all<apply_wrong>, .instructions_min = 8}};

constexpr std::array kComparisons{
    Comparison{.name = "add_order", .unit = "ns/order", .items = 50'000, .variants = kAdd},
    Comparison{.name = "remove_order", .unit = "ns/order", .items = 200'000, .variants = kRemove},
    Comparison{.name = "nine_of_ten", .unit = "ns/message", .items = 200'000, .variants = kWrong}};

constexpr Technique kTechnique{
    .name = "likely-and-cold",
    .question = "is code faster when the compiler knows which branch is rare?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
