// The order of conditions, and whether the second is evaluated when the first has decided.

#include <array>
#include <cstddef>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// ---- as published; the expensive condition's loop has 100 turns here, 1,000,000 there

// [published]
bool expensive_condition(int i) {
    for (int j = 0; j < 100; ++j) {
    }
    return i % 2 == 0;
}

bool cheap_condition(int i) {
    return i % 2 != 0;
}

constexpr int kRange = 8;

std::uint64_t published_neither(std::uint64_t items) {
    std::uint64_t sum = 0;
    for (std::uint64_t item = 0; item < items; ++item) {
        bool result = false;
        for (int i = 0; i < hidden(kRange); ++i) {
            // As bits, since a compiler warns of "|" between bools.
            result = (static_cast<unsigned>(expensive_condition(i)) |
                      static_cast<unsigned>(cheap_condition(i))) != 0;
        }
        keep(result);
        sum += result ? 1U : 0U;
    }
    return sum;
}

std::uint64_t published_short_circuit(std::uint64_t items) {
    std::uint64_t sum = 0;
    for (std::uint64_t item = 0; item < items; ++item) {
        bool result = false;
        for (int i = 0; i < hidden(kRange); ++i) {
            result = cheap_condition(i) || expensive_condition(i);
        }
        keep(result);
        sum += result ? 1U : 0U;
    }
    return sum;
}
// [end]

// ---- may this order be sent: a flag of the instrument, its limits, a search among the latest orders

constexpr std::size_t kInstruments = 256;
constexpr std::size_t kOrders = 1U << 14U;
constexpr std::size_t kRecent = 64;

struct Order {
    std::uint32_t instrument = 0;
    std::uint32_t price = 0;
    std::uint32_t qty = 0;
};

struct Instrument {
    std::uint32_t price_low = 0;
    std::uint32_t price_high = 0;
    bool is_open = true;
};

struct Desk {
    std::vector<Instrument> instruments;
    std::vector<Order> orders;
    std::array<std::uint64_t, kRecent> recent{};  // instrument and price of the latest orders
};

const Desk& desk() {
    static const Desk made = [] {
        Random random(1);
        Desk drawn;
        for (std::size_t i = 0; i < kInstruments; ++i) {
            drawn.instruments.push_back(
                {.price_low = 30'000, .price_high = 70'000, .is_open = !random.one_in(10)});
        }
        for (std::size_t i = 0; i < kOrders; ++i) {
            drawn.orders.push_back(
                {.instrument = static_cast<std::uint32_t>(random.below(kInstruments)),
                 .price = static_cast<std::uint32_t>(random.below(100'000)),
                 .qty = static_cast<std::uint32_t>(1 + random.below(1'000))});
        }
        for (std::uint64_t& each : drawn.recent) {
            each = random.next();
        }
        return drawn;
    }();
    return made;
}

// [conditions]
/// One load that the path needs anyway; false for one order in ten.
bool is_open(const Desk& desk, const Order& order) {
    return desk.instruments[order.instrument].is_open;
}
/// Two comparisons; false for six orders in ten.
bool is_in_collar(const Desk& desk, const Order& order) {
    const Instrument& instrument = desk.instruments[order.instrument];
    return order.price >= instrument.price_low && order.price <= instrument.price_high;
}
/// 64 comparisons; almost never false.
[[gnu::noinline]] bool is_no_duplicate(const Desk& desk, const Order& order) {
    const std::uint64_t key = (std::uint64_t{order.instrument} << 32U) + order.price;
    for (const std::uint64_t each : desk.recent) {
        if (each == key) {
            return false;
        }
    }
    return true;
}
// [end]

// [before]
bool may_send_expensive_first(const Desk& desk, const Order& order) {
    return is_no_duplicate(desk, order) && is_open(desk, order) && is_in_collar(desk, order);
}
// [end]

// [after]
bool may_send_cheap_first(const Desk& desk, const Order& order) {
    return is_open(desk, order) && is_in_collar(desk, order) && is_no_duplicate(desk, order);
}
// [end]

bool may_send_selective_first(const Desk& desk, const Order& order) {
    return is_in_collar(desk, order) && is_open(desk, order) && is_no_duplicate(desk, order);
}

bool may_send_all(const Desk& desk, const Order& order) {
    const auto all = static_cast<unsigned>(is_no_duplicate(desk, order)) &
                     static_cast<unsigned>(is_open(desk, order)) &
                     static_cast<unsigned>(is_in_collar(desk, order));
    return all != 0;
}

template <bool (*may_send)(const Desk&, const Order&)>
std::uint64_t check(std::uint64_t items) {
    const Desk& all = desk();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const Order& order = all.orders[i % kOrders];
        if (may_send(all, order)) {
            sum += order.price;
        }
    }
    return sum;
}

// ---- four comparisons of one clock each, with answers that come in no order

struct Quote {
    std::uint32_t bid = 0;
    std::uint32_t ask = 0;
    std::uint32_t bid_qty = 0;
    std::uint32_t ask_qty = 0;
};

const std::vector<Quote>& quotes() {
    static const std::vector<Quote> made = [] {
        Random random(2);
        std::vector<Quote> drawn(kOrders);
        const auto draw = [&] { return static_cast<std::uint32_t>(random.below(1'000)); };
        for (Quote& quote : drawn) {
            quote = {.bid = draw(), .ask = draw(), .bid_qty = draw(), .ask_qty = draw()};
        }
        return drawn;
    }();
    return made;
}

constexpr std::uint32_t kLimit = 300;  // each comparison is true in seven of ten cases

// [random_and]
[[gnu::noinline]] bool is_wanted(const Quote& quote) {
    return quote.bid >= kLimit && quote.ask >= kLimit && quote.bid_qty >= kLimit &&
           quote.ask_qty >= kLimit;
}
// [end]

// [random_bits]
[[gnu::noinline]] bool is_wanted_bits(const Quote& quote) {
    const auto wanted = static_cast<unsigned>(quote.bid >= kLimit) &
                        static_cast<unsigned>(quote.ask >= kLimit) &
                        static_cast<unsigned>(quote.bid_qty >= kLimit) &
                        static_cast<unsigned>(quote.ask_qty >= kLimit);
    return wanted != 0;
}
// [end]

template <bool (*is_true)(const Quote&)>
std::uint64_t count(std::uint64_t items) {
    const std::vector<Quote>& all = quotes();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += is_true(all[i % kOrders]) ? 1U : 0U;
    }
    return sum;
}

// Optimised, the empty loop is gone, and of eight turns only their count need be left.
constexpr std::array kPublished{
    Variant{.name = "expensive_or_cheap", .work = published_neither, .instructions_min = 16},
    Variant{.name = "cheap_or_expensive", .work = published_short_circuit, .instructions_min = 16}};

// The search is 64 comparisons, vectorised by some compilers; nine tenths of four tenths of the orders come to it
// when it is last.
constexpr std::array kCheck{
    Variant{
        .name = "expensive_first", .work = check<may_send_expensive_first>, .instructions_min = 45},
    Variant{.name = "all_evaluated", .work = check<may_send_all>, .instructions_min = 45},
    Variant{.name = "cheap_first", .work = check<may_send_cheap_first>, .instructions_min = 20},
    Variant{.name = "selective_first",
            .work = check<may_send_selective_first>,
            .instructions_min = 20}};

constexpr std::array kRandom{
    Variant{.name = "short_circuit", .work = count<is_wanted>, .instructions_min = 8},
    Variant{.name = "bitwise", .work = count<is_wanted_bits>, .instructions_min = 8}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/loop",
               .items = 4'000,
               .variants = kPublished,
               .published_ratio = 5'638'579.0 / 11'264'440.0,
               .items_counted = 2'000},
    Comparison{.name = "order_of_checks", .unit = "ns/order", .items = 50'000, .variants = kCheck},
    Comparison{
        .name = "random_answers", .unit = "ns/quote", .items = 200'000, .variants = kRandom}};

constexpr Technique kTechnique{
    .name = "short-circuiting",
    .question = "does the order of conditions matter, and is && faster than &?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
