// Four turns of a loop written as one: with one sum or four, by hand or by the compiler, and for loops that are short.

#include <array>
#include <cassert>
#include <cstddef>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// ---- as published: the sum of 0 to 999, the bound read through a function of the benchmark library at every turn

struct State {
    std::vector<std::int64_t> arguments{1'000};

    [[nodiscard]] std::int64_t range(std::size_t at = 0) const {
        assert(at < arguments.size());
        return arguments[at];
    }
};

const State& state() {
    static const State made;
    return made;
}

// [published]
std::uint64_t published_loop(std::uint64_t items) {
    const State& benchmark = state();
    std::uint64_t sum = 0;
    for (std::uint64_t item = 0; item < items; ++item) {
        int result = 0;
        for (int i = 0; i < benchmark.range(0); ++i) {
            result += i;
        }
        keep(result);
        sum += static_cast<std::uint64_t>(result);
    }
    return sum;
}

std::uint64_t published_unrolled(std::uint64_t items) {
    const State& benchmark = state();
    std::uint64_t sum = 0;
    for (std::uint64_t item = 0; item < items; ++item) {
        int result = 0;
        for (int i = 0; i < benchmark.range(0); i += 4) {
            result += i + (i + 1) + (i + 2) + (i + 3);
        }
        keep(result);
        sum += static_cast<std::uint64_t>(result);
    }
    return sum;
}
// [end]

// ---- the quantity of many levels: integers, whose additions a compiler may reorder

constexpr std::size_t kLevels = 4'096;

const std::vector<std::uint32_t>& quantities() {
    static const std::vector<std::uint32_t> made = [] {
        Random random(1);
        std::vector<std::uint32_t> drawn(kLevels);
        for (std::uint32_t& qty : drawn) {
            qty = static_cast<std::uint32_t>(1 + random.below(1'000));
        }
        return drawn;
    }();
    return made;
}

// [integers]
std::uint64_t sum_loop(const std::uint32_t* qty, std::size_t count) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        sum += qty[i];
    }
    return sum;
}

std::uint64_t sum_unrolled(const std::uint32_t* qty, std::size_t count) {
    std::uint64_t sum = 0;
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        sum += qty[i];
        sum += qty[i + 1];
        sum += qty[i + 2];
        sum += qty[i + 3];
    }
    for (; i < count; ++i) {
        sum += qty[i];
    }
    return sum;
}
// [end]

std::uint64_t sum_four(const std::uint32_t* qty, std::size_t count) {
    std::array<std::uint64_t, 4> sums{};
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        sums[0] += qty[i];
        sums[1] += qty[i + 1];
        sums[2] += qty[i + 2];
        sums[3] += qty[i + 3];
    }
    for (; i < count; ++i) {
        sums[0] += qty[i];
    }
    return sums[0] + sums[1] + sums[2] + sums[3];
}

template <std::uint64_t (*sum_of)(const std::uint32_t*, std::size_t)>
std::uint64_t sum_quantities(std::uint64_t items) {
    std::uint64_t sum = 0;
    for (std::uint64_t done = 0; done < items; done += kLevels) {
        sum += sum_of(hidden(quantities().data()), hidden(kLevels));
    }
    return sum;
}

// ---- the mean of mid prices: double, whose additions a compiler must not reorder

const std::vector<double>& mids() {
    static const std::vector<double> made = [] {
        Random random(2);
        std::vector<double> drawn(kLevels);
        for (double& mid : drawn) {  // halves of a price unit: every sum of them is exact
            mid = static_cast<double>(random.below(2'000'000)) / 2;
        }
        return drawn;
    }();
    return made;
}

// [before]
[[gnu::noinline]] double mean_loop(const double* mid, std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        sum += mid[i];
    }
    return sum;
}
// [end]

// [one_sum]
[[gnu::noinline]] double mean_unrolled(const double* mid, std::size_t count) {
    double sum = 0;
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {  // a quarter of the jumps, and each addition waits as before
        sum += mid[i];
        sum += mid[i + 1];
        sum += mid[i + 2];
        sum += mid[i + 3];
    }
    for (; i < count; ++i) {
        sum += mid[i];
    }
    return sum;
}
// [end]

// [after]
[[gnu::noinline]] double mean_four_sums(const double* mid, std::size_t count) {
    double first = 0;
    double second = 0;
    double third = 0;
    double fourth = 0;
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {  // four additions under way at once
        first += mid[i];
        second += mid[i + 1];
        third += mid[i + 2];
        fourth += mid[i + 3];
    }
    for (; i < count; ++i) {
        first += mid[i];
    }
    return (first + second) + (third + fourth);
}
// [end]

template <double (*sum_of)(const double*, std::size_t)>
std::uint64_t average(std::uint64_t items) {
    double sum = 0;
    for (std::uint64_t done = 0; done < items; done += kLevels) {
        sum += sum_of(hidden(mids().data()), hidden(kLevels));
    }
    return static_cast<std::uint64_t>(sum);
}

// ---- an order walks a few levels: how many is different each time

constexpr std::size_t kDepth = 16;
constexpr std::size_t kOrders = 1U << 14U;

struct Walks {
    std::array<std::uint32_t, kDepth> qty{};
    std::vector<std::uint32_t> levels;  // 1 to 6 of each order
};

const Walks& walks() {
    static const Walks made = [] {
        Random random(3);
        Walks drawn;
        for (std::uint32_t& qty : drawn.qty) {
            qty = static_cast<std::uint32_t>(100 + random.below(900));
        }
        for (std::size_t i = 0; i < kOrders; ++i) {
            drawn.levels.push_back(static_cast<std::uint32_t>(1 + random.below(6)));
        }
        return drawn;
    }();
    return made;
}

[[gnu::noinline]] std::uint64_t walk_loop(const std::uint32_t* qty, std::size_t count) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        sum = (sum + qty[i]) ^ (sum >> 3U);  // as a state that goes from level to level
    }
    return sum;
}

[[gnu::noinline]] std::uint64_t walk_unrolled(const std::uint32_t* qty, std::size_t count) {
    std::uint64_t sum = 0;
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        sum = (sum + qty[i]) ^ (sum >> 3U);
        sum = (sum + qty[i + 1]) ^ (sum >> 3U);
        sum = (sum + qty[i + 2]) ^ (sum >> 3U);
        sum = (sum + qty[i + 3]) ^ (sum >> 3U);
    }
    for (; i < count; ++i) {
        sum = (sum + qty[i]) ^ (sum >> 3U);
    }
    return sum;
}

template <std::uint64_t (*walk)(const std::uint32_t*, std::size_t)>
std::uint64_t walk_all(std::uint64_t items) {
    const Walks& all = walks();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += walk(all.qty.data(), all.levels[i % kOrders]);
    }
    return sum;
}

// Clang computes the sum by a formula: what is left of a loop of 1,000 turns is about ten instructions.
constexpr std::array kPublished{
    Variant{.name = "loop", .work = published_loop, .instructions_min = 3},
    Variant{.name = "unrolled", .work = published_unrolled, .instructions_min = 3}};

// Vectorised, eight numbers at a time, or sixteen.
constexpr std::array kIntegers{
    Variant{.name = "loop", .work = sum_quantities<sum_loop>, .instructions_min = 0.1},
    Variant{.name = "unrolled", .work = sum_quantities<sum_unrolled>, .instructions_min = 0.1},
    Variant{.name = "four_sums", .work = sum_quantities<sum_four>, .instructions_min = 0.1}};

// A load and an addition of each, or of two where a compiler makes vectors of the four sums.
constexpr std::array kDoubles{
    Variant{.name = "loop", .work = average<mean_loop>, .instructions_min = 0.5},
    Variant{.name = "unrolled", .work = average<mean_unrolled>, .instructions_min = 0.5},
    Variant{.name = "four_sums", .work = average<mean_four_sums>, .instructions_min = 0.1}};

constexpr std::array kShort{
    Variant{.name = "loop", .work = walk_all<walk_loop>, .instructions_min = 18},
    Variant{.name = "unrolled", .work = walk_all<walk_unrolled>, .instructions_min = 18}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/loop",
               .items = 1'000,
               .variants = kPublished,
               .published_ratio = 1260.0 / 4539.0,
               .items_counted = 1'000},
    Comparison{.name = "integers",
               .unit = "ns/level",
               .items = 128 * kLevels,
               .variants = kIntegers,
               .items_counted = 4 * kLevels},
    Comparison{.name = "doubles",
               .unit = "ns/price",
               .items = 128 * kLevels,
               .variants = kDoubles,
               .items_counted = 4 * kLevels},
    Comparison{.name = "short_loops", .unit = "ns/order", .items = 100'000, .variants = kShort}};

constexpr Technique kTechnique{
    .name = "loop-unrolling",
    .question = "is a loop faster when four of its turns are written as one?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
