// Looking up a price among sorted ones: a branch at every step, or none.

#include <algorithm>
#include <array>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

constexpr std::size_t kPrices = 512;
constexpr std::size_t kWanted = 1U << 14U;  // more than a branch predictor remembers

struct Data {
    std::vector<std::uint32_t> prices;
    std::vector<std::uint32_t> wanted;
};

const Data& data() {
    static const Data made = [] {
        Random random(1);
        Data data;
        for (std::uint32_t price = 0; data.prices.size() < kPrices;
             price += 1 + static_cast<std::uint32_t>(random.next() % 8)) {
            data.prices.push_back(price);
        }
        for (std::size_t i = 0; i < kWanted; ++i) {
            data.wanted.push_back(static_cast<std::uint32_t>(random.next() % data.prices.back()));
        }
        return data;
    }();
    return made;
}

// [before]
/// The first of `count` prices that is not below `wanted`.
std::size_t bisect(const std::uint32_t* prices, std::size_t count, std::uint32_t wanted) {
    std::size_t first = 0;
    while (count > 0) {
        const std::size_t half = count / 2;
        if (prices[first + half] < wanted) {  // taken half of the time, at random
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}
// [end]

// [after]
std::size_t bisect_branchless(const std::uint32_t* prices, std::size_t count,
                              std::uint32_t wanted) {
    const std::uint32_t* first = prices;
    while (count > 1) {
        const std::size_t half = count / 2;
        first += static_cast<std::size_t>(first[half - 1] < wanted) *
                 half;  // a conditional move, or a product
        count -= half;
    }
    return static_cast<std::size_t>(first - prices) + static_cast<std::size_t>(*first < wanted);
}
// [end]

std::size_t with_standard_library(const std::uint32_t* prices, std::size_t count,
                                  std::uint32_t wanted) {
    return static_cast<std::size_t>(std::lower_bound(prices, prices + count, wanted) - prices);
}

template <std::size_t (*search)(const std::uint32_t*, std::size_t, std::uint32_t)>
std::uint64_t look_up(std::uint64_t items) {
    const Data& all = data();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += search(all.prices.data(), all.prices.size(), all.wanted[i % kWanted]);
    }
    return sum;
}

constexpr std::array kVariants{
    Variant{.name = "bisection", .work = look_up<bisect>, .instructions_min = 9 * 3},
    Variant{.name = "branchless", .work = look_up<bisect_branchless>, .instructions_min = 9 * 3},
    Variant{.name = "std::lower_bound",
            .work = look_up<with_standard_library>,
            .instructions_min = 9 * 3}};

constexpr std::array kComparisons{Comparison{
    .name = "random_keys", .unit = "ns/lookup", .items = 100'000, .variants = kVariants}};

constexpr Technique kTechnique{
    .name = "branchless-search",
    .question = "is a search without branches faster than one that the processor must guess?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
