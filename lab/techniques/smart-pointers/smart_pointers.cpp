// An order handed from function to function: by a raw pointer, by its only owner, by shared owners.

#include <array>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

struct Order {  // one cache line
    std::uint64_t id = 0;
    std::int64_t price = 0;
    std::int64_t qty = 0;
    std::array<std::uint64_t, 5> rest{};
};

/// libstdc++ counts without `lock` as long as the process has never had a second thread. A trading
/// system has; so has this one from here on.
void have_had_a_second_thread() {
    static const bool done = [] {
        const SecondThread other([] {});
        return true;
    }();
    keep(done);
}

Order order_of(std::uint64_t i) {
    return {.id = i, .price = static_cast<std::int64_t>(100 * i), .qty = 100, .rest = {}};
}

struct MakeRaw {
    static Order* make(const Order& order) { return new Order(order); }
    static void end(Order* order) { delete order; }
};
struct MakeUnique {
    static std::unique_ptr<Order> make(const Order& order) {
        return std::make_unique<Order>(order);
    }
    static void end(const std::unique_ptr<Order>&) {}
};
struct MakeShared {
    static std::shared_ptr<Order> make(const Order& order) {
        return std::make_shared<Order>(order);
    }
    static void end(const std::shared_ptr<Order>&) {}
};
struct MakeSharedOfNew {
    static std::shared_ptr<Order> make(const Order& order) {
        return std::shared_ptr<Order>(new Order(order));
    }
    static void end(const std::shared_ptr<Order>&) {}
};

// [published]
/// Makes an order, reads it, and ends it: the allocation is most of the time.
template <class Owner>
std::uint64_t make_and_end(std::uint64_t items) {
    have_had_a_second_thread();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const auto order = Owner::make(order_of(i));
        keep(*order);
        sum += order->id + static_cast<std::uint64_t>(order->qty);
        Owner::end(order);
    }
    return sum;
}
// [end]

// Three stages, each in a function that the compiler does not see into, as in another source file.
// [raw]
[[gnu::noinline]] std::uint64_t check_raw(const Order* order) {
    keep(order);
    return static_cast<std::uint64_t>(order->qty);
}
// [end]

// [unique]
[[gnu::noinline]] std::unique_ptr<Order> check_unique(std::unique_ptr<Order> order,
                                                      std::uint64_t& sum) {
    keep(order.get());
    sum += static_cast<std::uint64_t>(order->qty);
    return order;
}
// [end]

// [shared]
[[gnu::noinline]] std::uint64_t check_shared_copy(std::shared_ptr<const Order> order) {
    keep(order.get());
    return static_cast<std::uint64_t>(order->qty);
}

[[gnu::noinline]] std::uint64_t check_shared_reference(const std::shared_ptr<const Order>& order) {
    keep(order.get());
    return static_cast<std::uint64_t>(order->qty);
}

[[gnu::noinline]] std::shared_ptr<const Order> check_shared_move(std::shared_ptr<const Order> order,
                                                                 std::uint64_t& sum) {
    keep(order.get());
    sum += static_cast<std::uint64_t>(order->qty);
    return order;
}
// [end]

constexpr std::size_t kOrders = 1024;

template <class Owner>
auto& orders() {
    static auto made = [] {
        std::array<decltype(Owner::make(Order{})), kOrders> all;
        for (std::size_t i = 0; i < kOrders; ++i) {
            all[i] = Owner::make(order_of(i));
        }
        return all;
    }();
    return made;
}

std::uint64_t pass_raw(std::uint64_t items) {
    auto& all = orders<MakeUnique>();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const Order* const order = all[i % kOrders].get();
        sum += check_raw(order);
        sum += check_raw(order);
        sum += check_raw(order);
    }
    return sum;
}

std::uint64_t pass_unique(std::uint64_t items) {
    auto& all = orders<MakeUnique>();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        std::unique_ptr<Order>& order = all[i % kOrders];
        order = check_unique(std::move(order), sum);
        order = check_unique(std::move(order), sum);
        order = check_unique(std::move(order), sum);
    }
    return sum;
}

std::uint64_t pass_shared_reference(std::uint64_t items) {
    auto& all = orders<MakeShared>();
    have_had_a_second_thread();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const std::shared_ptr<const Order> order = all[i % kOrders];  // one copy for three stages
        sum += check_shared_reference(order);
        sum += check_shared_reference(order);
        sum += check_shared_reference(order);
    }
    return sum;
}

std::uint64_t pass_shared_move(std::uint64_t items) {
    auto& all = orders<MakeShared>();
    have_had_a_second_thread();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        std::shared_ptr<const Order> order = all[i % kOrders];
        order = check_shared_move(std::move(order), sum);
        order = check_shared_move(std::move(order), sum);
        order = check_shared_move(std::move(order), sum);
    }
    return sum;
}

std::uint64_t pass_shared_copy(std::uint64_t items) {
    auto& all = orders<MakeShared>();
    have_had_a_second_thread();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const std::shared_ptr<Order>& order = all[i % kOrders];
        sum += check_shared_copy(order);
        sum += check_shared_copy(order);
        sum += check_shared_copy(order);
    }
    return sum;
}

/// Returns when both threads have come, or when one has waited for long.
void meet(std::atomic<int>& present) {
    present.fetch_add(1);
    for (int i = 0; present.load() < 2 && i < 100'000; ++i) {
        sched_yield();
    }
}

// [two]
/// Two threads look at instruments' parameters, each for every order: in objects of which both have
/// an owner, or each thread in its own.
template <bool kIsShared, std::uint64_t (*check)(const std::shared_ptr<Order>&)>
std::uint64_t look_from_two_threads(std::uint64_t items) {
    static const auto ours = std::make_shared<Order>(order_of(1));
    static const auto theirs = kIsShared ? ours : std::make_shared<Order>(order_of(1));
    std::atomic<int> present{0};
    std::uint64_t sum = 0;
    {
        const SecondThread other([&present, items] {
            meet(present);
            for (std::uint64_t i = 0; i < items; ++i) {
                keep(check(theirs));
            }
        });
        meet(present);
        for (std::uint64_t i = 0; i < items; ++i) {
            sum += check(ours);
        }
    }
    return sum;
}
// [end]

std::uint64_t by_raw_pointer(const std::shared_ptr<Order>& order) {
    return check_raw(order.get());
}
std::uint64_t by_copy(const std::shared_ptr<Order>& order) {
    return check_shared_copy(order);
}

// The stores of an order, two calls of the allocator.
constexpr std::array kPublished{
    Variant{.name = "raw", .work = make_and_end<MakeRaw>, .instructions_min = 15},
    Variant{.name = "unique_ptr", .work = make_and_end<MakeUnique>, .instructions_min = 15},
    Variant{.name = "make_shared", .work = make_and_end<MakeShared>, .instructions_min = 15},
    Variant{.name = "shared_ptr_of_new",
            .work = make_and_end<MakeSharedOfNew>,
            .instructions_min = 15}};

// Three calls: a call, a load and a return each.
constexpr std::array kPassing{
    Variant{.name = "raw", .work = pass_raw, .instructions_min = 6},
    Variant{.name = "unique_ptr_moved", .work = pass_unique, .instructions_min = 12},
    Variant{.name = "shared_ptr_reference", .work = pass_shared_reference, .instructions_min = 9},
    Variant{.name = "shared_ptr_moved", .work = pass_shared_move, .instructions_min = 15},
    Variant{.name = "shared_ptr_copied", .work = pass_shared_copy, .instructions_min = 15}};

constexpr std::array kTwoThreads{Variant{.name = "raw_pointer",
                                         .work = look_from_two_threads<true, by_raw_pointer>,
                                         .instructions_min = 3},
                                 Variant{.name = "copies_of_own_object",
                                         .work = look_from_two_threads<false, by_copy>,
                                         .instructions_min = 6},
                                 Variant{.name = "copies_of_one_object",
                                         .work = look_from_two_threads<true, by_copy>,
                                         .instructions_min = 6}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/order",
               .items = 200'000,
               .variants = kPublished,
               .published_ratio = 1.05},
    Comparison{.name = "three_stages", .unit = "ns/order", .items = 200'000, .variants = kPassing},
    Comparison{.name = "two_threads",
               .unit = "ns/order",
               .items = 50'000,
               .variants = kTwoThreads,
               .items_counted = 10'000}};

constexpr Technique kTechnique{
    .name = "smart-pointers",
    .question = "what do owning pointers cost when orders are handed from stage to stage?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
