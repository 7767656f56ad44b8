// Looking up a price among sorted ones: a branch at every step, or none.

#include <algorithm>
#include <array>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

constexpr std::size_t kFew = 512;           // 2 KiB: all in the first cache
constexpr std::size_t kMany = 16'777'216;   // 64 MiB: in no cache
constexpr std::size_t kWanted = 1U << 14U;  // more than a branch predictor remembers

struct Data {
    std::vector<std::uint32_t> prices;
    std::vector<std::uint32_t> wanted;
};

enum class Keys : std::uint8_t { Random, InOrder };

template <std::size_t kPrices, Keys kKeys>
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
        if (kKeys == Keys::InOrder) {
            std::ranges::sort(data.wanted);
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

using Search = std::size_t (*)(const std::uint32_t*, std::size_t, std::uint32_t);

template <Search search, std::size_t kPrices, Keys kKeys>
std::uint64_t look_up(std::uint64_t items) {
    const Data& all = data<kPrices, kKeys>();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += search(all.prices.data(), all.prices.size(), all.wanted[i % kWanted]);
    }
    return sum;
}

/// Nine steps of 512 prices, each a load, a comparison and a move at least.
constexpr double kInstructionsMin = 9 * 3;

template <std::size_t kPrices, Keys kKeys>
constexpr std::array kSearches{Variant{.name = "bisection",
                                       .work = look_up<bisect, kPrices, kKeys>,
                                       .instructions_min = kInstructionsMin},
                               Variant{.name = "branchless",
                                       .work = look_up<bisect_branchless, kPrices, kKeys>,
                                       .instructions_min = kInstructionsMin},
                               Variant{.name = "std::lower_bound",
                                       .work = look_up<with_standard_library, kPrices, kKeys>,
                                       .instructions_min = kInstructionsMin}};

constexpr std::array kComparisons{Comparison{.name = "random_keys",
                                             .unit = "ns/lookup",
                                             .items = 100'000,
                                             .variants = kSearches<kFew, Keys::Random>},
                                  Comparison{.name = "keys_in_order",
                                             .unit = "ns/lookup",
                                             .items = 200'000,
                                             .variants = kSearches<kFew, Keys::InOrder>},
                                  Comparison{.name = "in_no_cache",
                                             .unit = "ns/lookup",
                                             .items = kWanted,
                                             .variants = kSearches<kMany, Keys::Random>}};

constexpr Technique kTechnique{
    .name = "branchless-search",
    .question = "is a search without branches faster than one that the processor must guess?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
