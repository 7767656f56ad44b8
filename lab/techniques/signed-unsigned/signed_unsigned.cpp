// Signed or unsigned: as the type of an index, in a division, in a test of a range.

#include <array>
#include <cstdlib>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// As published: a loop that counts to ten, and rand() inside the time that is measured.
int count_to_ten_signed(int i) {
    int j = 0;
    for (int k = i; k < i + 10; ++k) {
        ++j;
    }
    return j;
}

int count_to_ten_unsigned(int i) {
    int j = 0;
    for (unsigned k = static_cast<unsigned>(i); k < static_cast<unsigned>(i + 10); ++k) {
        ++j;
    }
    return j;
}

template <int (*count)(int)>
std::uint64_t published(std::uint64_t items) {
    srand(1);
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const int start = rand() >> 1;  // i + 10 must not overflow
        volatile int result = count(start);
        sum += static_cast<std::uint64_t>(result);
    }
    return sum;
}

constexpr std::size_t kPrices = 1U << 13U;  // 32 KiB of prices
constexpr std::size_t kWindow = 256;
constexpr std::size_t kStarts = 1U << 10U;

struct Data {
    std::vector<std::uint32_t> prices;
    std::vector<std::uint32_t> starts;
    std::vector<std::int32_t> levels;
};

const Data& data() {
    static const Data made = [] {
        Random random(3);
        Data data;
        for (std::size_t i = 0; i < kPrices; ++i) {
            data.prices.push_back(static_cast<std::uint32_t>(random.below(10'000)));
            data.levels.push_back(static_cast<std::int32_t>(random.below(6'000)));
        }
        for (std::size_t i = 0; i < kStarts; ++i) {
            data.starts.push_back(static_cast<std::uint32_t>(random.below(kPrices - 2 * kWindow)));
        }
        return data;
    }();
    return made;
}

// [before]
/// Every second price of a window: bid, ask, bid, ask. A 32-bit index that is unsigned may pass 0 again, so that each step must be
/// computed in 32 bits.
template <class Index>
[[gnu::noinline]] std::uint32_t sum_window(const std::uint32_t* prices, Index first, Index count) {
    std::uint32_t sum = 0;
    for (Index i = first; i < first + 2 * count; i += 2) {
        sum += prices[i];
    }
    return sum;
}
// [end]

template <class Index>
std::uint64_t sum_windows(std::uint64_t items) {
    const Data& all = data();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += sum_window(all.prices.data(), static_cast<Index>(all.starts[i % kStarts]),
                          static_cast<Index>(kWindow));
    }
    return sum;
}

// [after]
/// Page of 64 levels and place in it. A negative level would round towards 0: the signed one needs corrections.
template <class Level>
[[gnu::noinline]] std::uint32_t page_and_place(Level level) {
    return static_cast<std::uint32_t>(level / 64 * 1'000 + level % 64);
}
// [end]

template <class Level>
std::uint64_t find_places(std::uint64_t items) {
    const Data& all = data();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += page_and_place(static_cast<Level>(all.levels[i % kPrices]));
    }
    return sum;
}

constexpr std::int32_t kLow = 1'000;
constexpr std::int32_t kCount = 4'000;

// [range]
[[gnu::noinline]] bool is_within_signed(std::int32_t level) {
    return level >= kLow && level < kLow + kCount;
}

[[gnu::noinline]] bool is_within_unsigned(std::int32_t level) {
    return static_cast<std::uint32_t>(level) - static_cast<std::uint32_t>(kLow) <
           static_cast<std::uint32_t>(kCount);
}
// [end]

template <bool (*is_within)(std::int32_t)>
std::uint64_t test_ranges(std::uint64_t items) {
    const Data& all = data();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        if (is_within(all.levels[i % kPrices])) {
            sum += i;
        }
    }
    return sum;
}

// rand() is most of it.
constexpr std::array kPublished{
    Variant{.name = "unsigned", .work = published<count_to_ten_unsigned>, .instructions_min = 15},
    Variant{.name = "signed", .work = published<count_to_ten_signed>, .instructions_min = 15}};

// A window of 256 prices, of which a vector of 64 bytes holds 16.
constexpr std::array kIndexes{
    Variant{
        .name = "unsigned_32", .work = sum_windows<std::uint32_t>, .instructions_min = 256 / 16},
    Variant{.name = "signed_32", .work = sum_windows<std::int32_t>, .instructions_min = 256 / 16},
    Variant{
        .name = "unsigned_64", .work = sum_windows<std::uint64_t>, .instructions_min = 256 / 16}};

constexpr std::array kDivisions{
    Variant{.name = "signed", .work = find_places<std::int32_t>, .instructions_min = 6},
    Variant{.name = "unsigned", .work = find_places<std::uint32_t>, .instructions_min = 5}};

constexpr std::array kRanges{
    Variant{.name = "two_signed", .work = test_ranges<is_within_signed>, .instructions_min = 6},
    Variant{
        .name = "one_unsigned", .work = test_ranges<is_within_unsigned>, .instructions_min = 6}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/call",
               .items = 200'000,
               .variants = kPublished,
               .published_ratio = 0.282 / 0.321},
    Comparison{.name = "index", .unit = "ns/window", .items = 20'000, .variants = kIndexes},
    Comparison{.name = "division", .unit = "ns/level", .items = 1'000'000, .variants = kDivisions},
    Comparison{.name = "range", .unit = "ns/level", .items = 400'000, .variants = kRanges}};

constexpr Technique kTechnique{.name = "signed-unsigned",
                               .question = "is a signed integer faster than an unsigned one?",
                               .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
