// Float and double in one expression: what the conversions cost.

#include <array>
#include <cstdlib>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// As published: one product of a random number, and rand() inside the time that is measured. The products are used, or an optimising
// compiler would leave nothing but rand(). They differ in their last bits: the answer is of the random numbers.
std::uint64_t published_mixed(std::uint64_t items) {
    srand(1);
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const float b = static_cast<float>(rand());
        const float a = static_cast<float>(b * 1.23);
        keep(a);
        sum += static_cast<std::uint64_t>(b);
    }
    return sum;
}

std::uint64_t published_unmixed(std::uint64_t items) {
    srand(1);
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const float b = static_cast<float>(rand());
        const float a = b * 1.23F;
        keep(a);
        sum += static_cast<std::uint64_t>(b);
    }
    return sum;
}

// Prices in ticks of a quarter: every result below is exact in both types, so that all variants agree.
constexpr std::size_t kPrices = 2'048;

template <class Number>
const std::vector<Number>& changes() {
    static const std::vector<Number> made = [] {
        Random random(9);
        std::vector<Number> changes;
        for (std::size_t i = 0; i < kPrices; ++i) {
            const auto ticks = static_cast<std::int32_t>(random.below(41)) - 20;
            changes.push_back(static_cast<Number>(ticks));
        }
        return changes;
    }();
    return made;
}

// [before]
/// Each change in ticks times the tick: an array to an array. `Tick` is the type of the one factor.
template <class Number, class Tick>
[[gnu::noinline]] void to_prices(const Number* __restrict ticks, Number* __restrict prices,
                                 Tick tick) {
    for (std::size_t i = 0; i < kPrices; ++i) {
        prices[i] = static_cast<Number>(static_cast<Tick>(ticks[i]) * tick);
    }
}
// [end]

template <class Number, class Tick>
std::uint64_t convert_arrays(std::uint64_t items) {
    const std::vector<Number>& ticks = changes<Number>();
    static std::vector<Number> prices(kPrices);
    std::int64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const Tick tick = static_cast<Tick>(hidden(static_cast<std::int64_t>(1 + i % 4))) / 4;
        to_prices(ticks.data(), prices.data(), tick);
        keep(prices[0]);
        sum += static_cast<std::int64_t>(prices[i % kPrices] * 4);
    }
    return static_cast<std::uint64_t>(sum);
}

// [after]
/// A running mark: each value waits for the one before. `Sum` is the type that is kept, `Change` that of what is added.
template <class Sum, class Change>
inline Sum run(const Change* changes, std::size_t count) {
    Sum sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        sum = static_cast<Sum>(sum + changes[i]);
    }
    return sum;
}

[[gnu::noinline]] float run_mixed(const double* changes, std::size_t count) {
    return run<float>(changes, count);
}
// [end]
[[gnu::noinline]] float run_float(const float* changes, std::size_t count) {
    return run<float>(changes, count);
}
[[gnu::noinline]] double run_double(const double* changes, std::size_t count) {
    return run<double>(changes, count);
}
[[gnu::noinline]] std::int64_t run_integer(const std::int64_t* changes, std::size_t count) {
    return run<std::int64_t>(changes, count);
}

template <class Change, auto run_once>
std::uint64_t run_marks(std::uint64_t items) {
    const std::vector<Change>& all = changes<Change>();
    std::int64_t total = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        total += static_cast<std::int64_t>(run_once(all.data(), kPrices - i % 64));
    }
    return static_cast<std::uint64_t>(total);
}

// rand() is most of it.
constexpr std::array kPublished{
    Variant{.name = "mixed", .work = published_mixed, .instructions_min = 15},
    Variant{.name = "float", .work = published_unmixed, .instructions_min = 15}};

// A vector holds 8 or 16 numbers.
constexpr std::array kArrays{
    Variant{.name = "float_and_double",
            .work = convert_arrays<float, double>,
            .instructions_min = kPrices / 8},
    Variant{
        .name = "float", .work = convert_arrays<float, float>, .instructions_min = kPrices / 16},
    Variant{
        .name = "double", .work = convert_arrays<double, double>, .instructions_min = kPrices / 8}};

// Sums of floating point are not reordered, so each takes an addition; those of integers are vectorised.
constexpr std::array kMarks{
    Variant{.name = "float_and_double",
            .work = run_marks<double, run_mixed>,
            .instructions_min = kPrices},
    Variant{.name = "float", .work = run_marks<float, run_float>, .instructions_min = kPrices / 2},
    Variant{
        .name = "double", .work = run_marks<double, run_double>, .instructions_min = kPrices / 2},
    Variant{.name = "integer",
            .work = run_marks<std::int64_t, run_integer>,
            .instructions_min = kPrices / 16}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/product",
               .items = 300'000,
               .variants = kPublished,
               .published_ratio = 14.2 / 21.6},
    Comparison{.name = "running_sum", .unit = "ns/sum", .items = 500, .variants = kMarks},
    Comparison{.name = "array", .unit = "ns/array", .items = 4'000, .variants = kArrays}};

constexpr Technique kTechnique{
    .name = "mixing-floats",
    .question = "what does an expression with both float and double cost?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
