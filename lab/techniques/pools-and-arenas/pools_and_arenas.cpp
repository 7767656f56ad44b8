// Orders out of a pool or an arena, from the C library, and from two allocators made for speed.

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include <dlfcn.h>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/object_pool.hpp"
#include "hotpath/core/random.hpp"
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
static_assert(sizeof(Order) == 64);

constexpr std::size_t kLive = 1U << 13U;
constexpr std::size_t kBurst = 256;
constexpr std::size_t kDice = 1U << 16U;

void write(Order& order, std::uint64_t id) {
    order.id = id;
    order.price = static_cast<std::int64_t>(100 * id);
    order.qty = 100;
    keep(order);
}

// [before]
struct NewDelete {
    using Handle = Order*;

    Order* acquire() { return new Order(); }
    Order& operator[](Order* order) { return *order; }
    void release(Order* order) { delete order; }
};
// [end]

// [after]
struct Pool {
    using Handle = std::uint32_t;
    static constexpr std::uint32_t kOrdersMax = 2 * kLive;

    Arena arena =
        Arena::create(ObjectPool<Order>::arena_bytes(kOrdersMax), HugePages::Never).value();
    ObjectPool<Order> orders{arena, kOrdersMax};

    Pool() { arena.prefault(); }

    std::uint32_t acquire() { return orders.acquire(); }
    Order& operator[](std::uint32_t order) { return orders[order]; }
    void release(std::uint32_t order) { orders.release(order); }
};
// [end]

/// An allocator from a library that need not be there.
struct Allocator {
    void* (*allocate)(std::size_t bytes) = nullptr;
    void (*release)(void* memory) = nullptr;

    static Allocator load(const char* library, const char* allocate, const char* release) {
        void* const opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
        if (opened == nullptr) {
            return {};
        }
        return {
            .allocate = reinterpret_cast<void* (*)(std::size_t)>(dlsym(opened, allocate)),
            .release = reinterpret_cast<void (*)(void*)>(dlsym(opened, release)),
        };
    }
    [[nodiscard]] bool is_there() const { return allocate != nullptr && release != nullptr; }
};

const Allocator& mimalloc() {
    static const Allocator loaded = Allocator::load("libmimalloc.so.2", "mi_malloc", "mi_free");
    return loaded;
}

const Allocator& jemalloc() {
    static const Allocator loaded = Allocator::load("libjemalloc.so.2", "malloc", "free");
    return loaded;
}

template <const Allocator& (*loaded)()>
struct From {
    using Handle = Order*;

    Allocator allocator = loaded();

    Order* acquire() {
        return std::construct_at(static_cast<Order*>(allocator.allocate(sizeof(Order))));
    }
    Order& operator[](Order* order) { return *order; }
    void release(Order* order) { allocator.release(order); }
};

/// One of each kind, made when first needed.
template <class Orders>
Orders& source() {
    static Orders made;
    return made;
}

const std::vector<std::uint32_t>& dice() {
    static const std::vector<std::uint32_t> made = [] {
        Random random(1);
        std::vector<std::uint32_t> thrown(kDice);
        for (std::uint32_t& die : thrown) {
            die = static_cast<std::uint32_t>(random.next());
        }
        return thrown;
    }();
    return made;
}

// [published]
/// The same order's memory, again and again.
template <class Orders>
std::uint64_t take_and_give_back(std::uint64_t items) {
    Orders& orders = source<Orders>();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const auto order = orders.acquire();
        write(orders[order], i);
        sum += orders[order].id;
        orders.release(order);
    }
    return sum;
}
// [end]

// [lifetimes]
/// As many orders as ever; a random one ends, and a new one begins.
template <class Orders>
std::uint64_t replace_at_random(std::uint64_t items) {
    Orders& orders = source<Orders>();
    static std::vector<typename Orders::Handle> live = [&orders] {
        std::vector<typename Orders::Handle> all;
        for (std::size_t i = 0; i < kLive; ++i) {
            all.push_back(orders.acquire());
            write(orders[all.back()], i);
        }
        return all;
    }();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        auto& order = live[dice()[i % kDice] % kLive];
        sum += static_cast<std::uint64_t>(orders[order].qty == 100) + i;
        orders.release(order);
        order = orders.acquire();
        write(orders[order], i);
    }
    return sum;
}
// [end]

// [burst]
/// A burst of orders, each looked at once, and all of them end together.
template <class Orders>
std::uint64_t bursts(std::uint64_t items) {
    Orders& orders = source<Orders>();
    std::array<typename Orders::Handle, kBurst> burst{};
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; i += kBurst) {
        for (std::size_t k = 0; k < kBurst; ++k) {
            burst[k] = orders.acquire();
            write(orders[burst[k]], i + k);
        }
        for (const auto order : burst) {
            sum += orders[order].id;
            orders.release(order);
        }
    }
    return sum;
}

/// An arena gives nothing back: it begins again at its beginning, which must be zero.
std::uint64_t bursts_in_arena(std::uint64_t items) {
    alignas(kCacheLine) static std::array<std::byte, kBurst * sizeof(Order)> memory;
    std::array<Order*, kBurst> burst{};
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; i += kBurst) {
        std::memset(memory.data(), 0, memory.size());
        Arena arena = Arena::over(memory);
        for (std::size_t k = 0; k < kBurst; ++k) {
            burst[k] = arena.allocate<Order>(1).data();
            write(*burst[k], i + k);
        }
        for (const Order* const order : burst) {
            sum += order->id;
        }
    }
    return sum;
}
// [end]

// [storm]
/// Orders come until there are kLive, then they go in random order until none is left, and again.
template <class Orders>
std::uint64_t storms(std::span<std::uint32_t> taken) {
    Orders& orders = source<Orders>();
    static std::vector<typename Orders::Handle> live;
    live.reserve(kLive);
    bool is_growing = true;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < taken.size(); ++i) {
        if (is_growing) {
            const std::uint64_t start = ticks();
            const auto order = orders.acquire();
            write(orders[order], i);
            taken[i] = static_cast<std::uint32_t>(ticks() - start);
            live.push_back(order);
        } else {
            std::swap(live[dice()[i % kDice] % live.size()], live.back());
            const auto order = live.back();
            live.pop_back();
            sum += orders[order].id;
            const std::uint64_t start = ticks();
            orders.release(order);
            taken[i] = static_cast<std::uint32_t>(ticks() - start);
        }
        is_growing = live.empty() || (is_growing && live.size() < kLive);
    }
    for (const auto order : live) {
        orders.release(order);
    }
    live.clear();
    return sum;
}
// [end]

/// The variants of a comparison whose allocators are there.
template <class MakeVariant>
std::vector<Variant> present(const MakeVariant& make) {
    std::vector<Variant> variants { make.template operator()<NewDelete>("new_delete") };
    if (mimalloc().is_there()) {
        variants.push_back(make.template operator()<From<mimalloc>>("mimalloc"));
    }
    if (jemalloc().is_there()) {
        variants.push_back(make.template operator()<From<jemalloc>>("jemalloc"));
    }
    variants.push_back(make.template operator()<Pool>("object_pool"));
    return variants;
}

std::vector<Comparison> comparisons() {
    // An order is made by a few stores of vectors at least, and by a few more for the free list.
    static constexpr std::array kPublished{
        Variant{
            .name = "new_delete", .work = take_and_give_back<NewDelete>, .instructions_min = 10},
        Variant{.name = "object_pool", .work = take_and_give_back<Pool>, .instructions_min = 6}};
    static const std::vector<Variant> lifetimes = present([]<class Orders>(const char* name) {
        return Variant{.name = name, .work = replace_at_random<Orders>, .instructions_min = 10};
    });
    static const std::vector<Variant> in_bursts = [] {
        std::vector<Variant> variants = present([]<class Orders>(const char* name) {
            return Variant{.name = name, .work = bursts<Orders>, .instructions_min = 8};
        });
        variants.push_back({.name = "arena", .work = bursts_in_arena, .instructions_min = 5});
        return variants;
    }();
    static const std::vector<Variant> tails = present([]<class Orders>(const char* name) {
        return Variant{.name = name, .timed_work = storms<Orders>, .instructions_min = 10};
    });
    return {Comparison{.name = "published",
                       .unit = "ns/order",
                       .items = 400'000,
                       .variants = kPublished,
                       .published_ratio = 0.25},
            Comparison{.name = "random_lifetimes",
                       .unit = "ns/order",
                       .items = 200'000,
                       .variants = lifetimes},
            Comparison{.name = "bursts",
                       .unit = "ns/order",
                       .items = 1000 * kBurst,
                       .variants = in_bursts,
                       .items_counted = 8 * kBurst},
            Comparison{.name = "storms",
                       .unit = "ns/event",
                       .items = 4 * kLive,
                       .variants = tails,
                       .items_counted = 2 * kLive}};
}

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    static const std::vector<hotpath::lab::Comparison> made = hotpath::lab::comparisons();
    static const hotpath::lab::Technique technique{
        .name = "pools-and-arenas",
        .question = "how much faster are orders out of a pool than from an allocator?",
        .comparisons = made};
    return &technique;
}
