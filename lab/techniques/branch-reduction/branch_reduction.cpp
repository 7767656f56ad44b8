// Pre-trade checks: a jump after each, or one jump after all of them.

#include <array>
#include <bit>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// As published: the same empty handlers, one error in ten. Without a use of each handler an optimising compiler leaves nothing of
// either loop.
int error_counter = 0;

bool check_for_error_a() {
    ++error_counter;
    return error_counter % 10 == 0;
}
bool check_for_error_b() {
    return false;
}
bool check_for_error_c() {
    return false;
}
void handle_error_a() {
    keep(1);
}
void handle_error_b() {
    keep(2);
}
void handle_error_c() {
    keep(3);
}
void execute_hotpath() {
    keep(0);
}

std::uint64_t published_branching(std::uint64_t items) {
    error_counter = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        if (check_for_error_a()) {
            handle_error_a();
        } else if (check_for_error_b()) {
            handle_error_b();
        } else if (check_for_error_c()) {
            handle_error_c();
        } else {
            execute_hotpath();
        }
    }
    return static_cast<std::uint64_t>(error_counter);
}

enum ErrorFlags : std::uint8_t { NoError = 0, ErrorA = 1 };

/// One check, where the other variant calls three.
ErrorFlags check_errors() {
    ++error_counter;
    return error_counter % 10 == 0 ? ErrorA : NoError;
}

void handle_error(ErrorFlags flags) {
    if ((flags & ErrorA) != 0) {
        handle_error_a();
    }
}

std::uint64_t published_reduced(std::uint64_t items) {
    error_counter = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        if (const ErrorFlags flags = check_errors(); flags != NoError) {
            handle_error(flags);
        } else {
            execute_hotpath();
        }
    }
    return static_cast<std::uint64_t>(error_counter);
}

struct Order {
    std::int64_t price;
    std::int64_t qty;
    std::int64_t signed_qty;  // above 0 buys
    std::uint32_t open_orders;
    std::uint32_t instrument_state;  // 0 trades
};

struct Limits {
    std::int64_t price_min;
    std::int64_t price_max;
    std::int64_t qty_max;
    std::int64_t position_max;
    std::int64_t notional_max;
    std::uint32_t open_orders_max;
};

/// Limits that an order breaks, a bit each; 0 may be sent. With many, the lowest is the one that counts.
using Broken = std::uint32_t;
constexpr std::size_t kLimits = 6;

// [before]
/// A jump after each check: six to guess, and the first that refuses spares the others.
[[gnu::noinline]] Broken six_branches(const Order& order, const Limits& limits,
                                      std::int64_t position) {
    if (order.instrument_state != 0) {
        return 1U << 0U;
    }
    if (order.price < limits.price_min || order.price > limits.price_max) {
        return 1U << 1U;
    }
    if (order.qty > limits.qty_max) {
        return 1U << 2U;
    }
    if (order.price * order.qty > limits.notional_max) {
        return 1U << 3U;
    }
    if (position + order.signed_qty > limits.position_max) {
        return 1U << 4U;
    }
    return order.open_orders >= limits.open_orders_max ? 1U << 5U : 0;
}
// [end]

// [after]
/// All six checks, their results as bits, and no jump.
[[gnu::noinline]] Broken one_mask(const Order& order, const Limits& limits, std::int64_t position) {
    const auto bit = [](bool is_broken, unsigned number) {
        return static_cast<Broken>(is_broken) << number;
    };
    return bit(order.instrument_state != 0, 0) |
           bit((order.price < limits.price_min) | (order.price > limits.price_max), 1) |
           bit(order.qty > limits.qty_max, 2) |
           bit(order.price * order.qty > limits.notional_max, 3) |
           bit(position + order.signed_qty > limits.position_max, 4) |
           bit(order.open_orders >= limits.open_orders_max, 5);
}
// [end]

constexpr Limits kLimitsOfAccount{.price_min = 9'000,
                                  .price_max = 11'000,
                                  .qty_max = 1'000,
                                  .position_max = 50'000,
                                  .notional_max = 20'000'000,
                                  .open_orders_max = 100};
constexpr std::size_t kOrders = 1U << 14U;  // more than a branch predictor remembers

Order good_order(Random& random) {
    const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random.below(n)); };
    const std::int64_t qty = 1 + below(1'000);
    return {.price = 9'000 + below(2'000),
            .qty = qty,
            .signed_qty = random.one_in(2) ? qty : -qty,
            .open_orders = static_cast<std::uint32_t>(random.below(100)),
            .instrument_state = 0};
}

void break_limit(Order& order, std::uint64_t number) {
    switch (number) {
        case 0:
            order.instrument_state = 1;
            break;
        case 1:
            order.price = 12'000;
            break;
        case 2:
            order.qty = 1'500;
            break;
        case 3:
            order.qty = 1'001;
            order.price = 11'001;
            break;
        case 4:
            order.signed_qty = 60'000;
            break;
        default:
            order.open_orders = 200;
            break;
    }
}

enum class Stream : std::uint8_t { AllGood, HalfRefused, Halted };

template <Stream stream>
const std::vector<Order>& orders() {
    static const std::vector<Order> made = [] {
        Random random(7);
        std::vector<Order> orders;
        for (std::size_t i = 0; i < kOrders; ++i) {
            Order order = good_order(random);
            if (stream == Stream::HalfRefused && random.one_in(2)) {
                break_limit(order, random.below(kLimits));
            }
            if (stream == Stream::Halted) {
                break_limit(order, 0);
            }
            orders.push_back(order);
        }
        return orders;
    }();
    return made;
}

struct Outcome {
    std::int64_t shares_sent = 0;
    std::array<std::uint64_t, kLimits> refused{};
};

[[gnu::noinline]] void send(Outcome& outcome, const Order& order) {
    outcome.shares_sent += order.qty;
}
[[gnu::noinline]] void refuse(Outcome& outcome, Broken broken) {
    ++outcome.refused[static_cast<std::size_t>(std::countr_zero(broken))];
}

template <Broken (*check)(const Order&, const Limits&, std::int64_t), Stream stream>
std::uint64_t check_orders(std::uint64_t items) {
    const std::vector<Order>& all = orders<stream>();
    Outcome outcome;
    for (std::uint64_t i = 0; i < items; ++i) {
        const Order& order = all[i % kOrders];
        const Broken broken = check(order, kLimitsOfAccount, 1'000);
        if (broken == 0) {
            send(outcome, order);
        } else {
            refuse(outcome, broken);
        }
    }
    std::uint64_t sum = static_cast<std::uint64_t>(outcome.shares_sent);
    for (const std::uint64_t count : outcome.refused) {
        sum = sum * 1'000'003 + count;
    }
    return sum;
}

// The counter, its remainder by 10 and the jump.
constexpr std::array kPublished{
    Variant{.name = "branching", .work = published_branching, .instructions_min = 5},
    Variant{.name = "flags", .work = published_reduced, .instructions_min = 5}};

template <Stream stream>
constexpr std::array kVariants{
    // The loop, two calls and at least the first check.
    Variant{
        .name = "six_branches", .work = check_orders<six_branches, stream>, .instructions_min = 11},
    Variant{.name = "one_mask", .work = check_orders<one_mask, stream>, .instructions_min = 20}};

constexpr std::array kComparisons{Comparison{.name = "published",
                                             .unit = "ns/call",
                                             .items = 1'000'000,
                                             .variants = kPublished,
                                             .published_ratio = 4.68 / 7.35},
                                  Comparison{.name = "half_refused",
                                             .unit = "ns/order",
                                             .items = 200'000,
                                             .variants = kVariants<Stream::HalfRefused>},
                                  Comparison{.name = "none_refused",
                                             .unit = "ns/order",
                                             .items = 400'000,
                                             .variants = kVariants<Stream::AllGood>},
                                  Comparison{.name = "refused_at_once",
                                             .unit = "ns/order",
                                             .items = 400'000,
                                             .variants = kVariants<Stream::Halted>}};

constexpr Technique kTechnique{
    .name = "branch-reduction",
    .question = "do many checks with one jump after them cost less than a jump after each?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
