// A function's code where it is called, or a call of it: for small functions, for functions with an argument that is a
// constant, and for large ones.

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {

// [exported]
struct Level {
    std::uint32_t price = 0;
    std::uint32_t qty = 0;
};

/// In no anonymous namespace and not static: a shared library exports it, and the dynamic linker may put
/// another function of this name in its place.
std::uint64_t value_exported(const Level& level);
std::uint64_t value_exported(const Level& level) {
    return std::uint64_t{level.price} * level.qty;
}
// [end]

namespace {

// [published]
int add(int a, int b) {
    return a + b;
}

[[gnu::always_inline]] inline int add_inline(int a, int b) {
    return a + b;
}
// [end]

std::uint64_t published_without(std::uint64_t items) {
    int result = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        result = add(5, 6);
        keep(result);
    }
    return static_cast<std::uint64_t>(result);
}

std::uint64_t published_with(std::uint64_t items) {
    int result = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        result = add_inline(5, 6);
        keep(result);
    }
    return static_cast<std::uint64_t>(result);
}

// ---- a small function of a level, called for each

constexpr std::size_t kLevels = 4'096;

const std::vector<Level>& levels() {
    static const std::vector<Level> made = [] {
        Random random(1);
        std::vector<Level> drawn(kLevels);
        for (Level& level : drawn) {
            level = {.price = static_cast<std::uint32_t>(1 + random.below(100'000)),
                     .qty = static_cast<std::uint32_t>(1 + random.below(1'000))};
        }
        return drawn;
    }();
    return made;
}

// [before]
[[gnu::noinline]] std::uint64_t value_called(const Level& level) {
    return std::uint64_t{level.price} * level.qty;
}
// [end]

// [after]
[[gnu::always_inline]] inline std::uint64_t value_inlined(const Level& level) {
    return std::uint64_t{level.price} * level.qty;
}
// [end]

/// The compiler decides: it calls at -O0 and inlines from -O2 on.
std::uint64_t value_by_choice(const Level& level) {
    return std::uint64_t{level.price} * level.qty;
}

template <std::uint64_t (*value)(const Level&)>
std::uint64_t sum_values(std::uint64_t items) {
    const Level* const all = levels().data();
    std::uint64_t sum = 0;
    for (std::uint64_t done = 0; done < items; done += kLevels) {
        for (std::size_t i = 0; i < kLevels; ++i) {
            sum += value(all[i]);
        }
        keep(sum);
    }
    return sum;
}

std::uint64_t sum_inlined(std::uint64_t items) {
    const Level* const all = levels().data();
    std::uint64_t sum = 0;
    for (std::uint64_t done = 0; done < items; done += kLevels) {
        for (std::size_t i = 0; i < kLevels;
             ++i) {  // by name: a pointer to it is not always inlined
            sum += value_inlined(all[i]);
        }
        keep(sum);
    }
    return sum;
}

// ---- a function written once for both sides, called with a side that is a constant at the call

enum class Side : std::uint8_t { Buy, Sell };

constexpr std::uint32_t kDepth = 8;
constexpr std::size_t kOrders = 4'096;

struct Order {
    std::uint32_t price = 0;
    std::uint32_t qty = 0;
};

struct Market {
    std::array<std::array<Level, kDepth>, 2> sides{};  // best first
    std::vector<Order> orders;
};

const Market& market() {
    static const Market made = [] {
        Random random(2);
        Market drawn;
        for (std::uint32_t i = 0; i < kDepth; ++i) {
            drawn.sides[0][i] = {.price = 49'900 - 100 * i, .qty = 100 + 50 * i};
            drawn.sides[1][i] = {.price = 50'000 + 100 * i, .qty = 100 + 50 * i};
        }
        for (std::size_t i = 0; i < kOrders; ++i) {
            drawn.orders.push_back(
                {.price = static_cast<std::uint32_t>(49'000 + 100 * random.below(20)),
                 .qty = static_cast<std::uint32_t>(1 + random.below(1'500))});
        }
        return drawn;
    }();
    return made;
}

// [sides]
/// What an order would trade at once.
[[gnu::always_inline]] inline std::uint32_t tradable(Side side, const Market& market,
                                                     const Order& order) {
    const auto& opposite = market.sides[side == Side::Buy ? 1 : 0];
    const std::int64_t sign = side == Side::Buy ? 1 : -1;
    std::uint32_t qty = 0;
    for (const Level& level : opposite) {
        const bool is_reached = sign * (std::int64_t{level.price} - std::int64_t{order.price}) <= 0;
        qty += is_reached ? level.qty : 0;
    }
    return qty < order.qty ? qty : order.qty;
}

[[gnu::noinline]] std::uint32_t tradable_called(Side side, const Market& market,
                                                const Order& order) {
    return tradable(side, market, order);
}
// [end]

template <std::uint32_t (*buy_or_sell)(Side, const Market&, const Order&)>
std::uint64_t trade_called(std::uint64_t items) {
    const Market& all = market();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const Order& order = all.orders[i % kOrders];
        sum += buy_or_sell(Side::Buy, all, order);
        sum += 3 * std::uint64_t{buy_or_sell(Side::Sell, all, order)};
    }
    return sum;
}

std::uint64_t trade_inlined(std::uint64_t items) {
    const Market& all = market();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const Order& order = all.orders[i % kOrders];
        sum += tradable(Side::Buy, all, order);
        sum += 3 * std::uint64_t{tradable(Side::Sell, all, order)};
    }
    return sum;
}

// ---- a large function at 96 places

constexpr std::size_t kPlaces = 96;
constexpr std::size_t kCalls = 1U << 14U;

struct Record {
    std::array<std::uint64_t, 16> words{};
};

/// As an encoder of a long message: a few hundred bytes of code, without a loop.
[[gnu::always_inline]] inline std::uint64_t encode(Record& record, std::uint64_t word,
                                                   std::uint64_t salt) {
    std::uint64_t mixed = word ^ salt;
    [&]<std::size_t... n>(std::index_sequence<n...>) {
        ((mixed += __builtin_bswap64(mixed) ^ (mixed >> (n + 3)),
          record.words[n] = mixed + (word >> n)),
         ...);
    }(std::make_index_sequence<16>());
    return mixed;
}

[[gnu::noinline]] std::uint64_t encode_called(Record& record, std::uint64_t word,
                                              std::uint64_t salt) {
    return encode(record, word, salt);
}

// [places]
/// 96 message types, each with an encoder that ends in the common part: called,
template <std::size_t n>
[[gnu::noinline]] std::uint64_t place_with_call(Record& record, std::uint64_t word) {
    return encode_called(record, word, n);
}

/// or inlined, which makes 96 copies of it.
template <std::size_t n>
[[gnu::noinline]] std::uint64_t place_with_copy(Record& record, std::uint64_t word) {
    return encode(record, word, n);
}
// [end]

using Place = std::uint64_t (*)(Record&, std::uint64_t);

struct Places {
    std::array<Place, kPlaces> with_call{};
    std::array<Place, kPlaces> with_copy{};
    std::vector<std::uint8_t> calls;
};

const Places& places() {
    static const Places made = [] {
        Places drawn;
        [&]<std::size_t... n>(std::index_sequence<n...>) {
            drawn.with_call = {place_with_call<n>...};
            drawn.with_copy = {place_with_copy<n>...};
        }(std::make_index_sequence<kPlaces>());
        Random random(3);
        for (std::size_t i = 0; i < kCalls; ++i) {
            drawn.calls.push_back(static_cast<std::uint8_t>(random.below(kPlaces)));
        }
        return drawn;
    }();
    return made;
}

template <std::array<Place, kPlaces> Places::* table>
std::uint64_t encode_all(std::uint64_t items) {
    const Places& all = places();
    Record record;
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += (all.*table)[all.calls[i % kCalls]](record, i);
        sum ^= record.words[i % record.words.size()];
    }
    return sum;
}

// With a profile GCC unrolls this loop by eight: three instructions for eight items.
constexpr double kEmptyLoop = 0.2;

// Optimised, both are a store, a count and a jump.
constexpr std::array kPublished{
    Variant{.name = "function", .work = published_without, .instructions_min = kEmptyLoop},
    Variant{.name = "always_inline", .work = published_with, .instructions_min = kEmptyLoop}};

// Inlined and vectorised, eight levels take about ten instructions.
constexpr std::array kSmall{
    Variant{.name = "called", .work = sum_values<value_called>, .instructions_min = 5},
    Variant{.name = "exported", .work = sum_values<value_exported>, .instructions_min = 0.2},
    Variant{.name = "always_inline", .work = sum_inlined, .instructions_min = 0.2},
    Variant{.name = "as_compiled", .work = sum_values<value_by_choice>, .instructions_min = 0.2}};

constexpr std::array kConstant{
    Variant{.name = "called", .work = trade_called<tradable_called>, .instructions_min = 20},
    Variant{.name = "always_inline", .work = trade_inlined, .instructions_min = 20}};

constexpr std::array kLarge{
    Variant{.name = "called", .work = encode_all<&Places::with_call>, .instructions_min = 90},
    Variant{.name = "96_copies", .work = encode_all<&Places::with_copy>, .instructions_min = 90}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/addition",
               .items = 500'000,
               .variants = kPublished,
               .published_ratio = 1.90 / 2.39},
    Comparison{.name = "small_function",
               .unit = "ns/level",
               .items = 128 * kLevels,
               .variants = kSmall,
               .items_counted = 4 * kLevels},
    Comparison{.name = "constant_side", .unit = "ns/order", .items = 30'000, .variants = kConstant},
    Comparison{
        .name = "large_function", .unit = "ns/message", .items = 20'000, .variants = kLarge}};

constexpr Technique kTechnique{.name = "inlining",
                               .question = "is code faster without the call of a function?",
                               .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
