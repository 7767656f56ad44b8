// One instruction for several numbers: written by hand, and by the compiler.

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include <immintrin.h>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// As published: c = a + b for 10,000 floats. The arrays there have no values; ours have, and the result is used.
constexpr std::size_t kFloats = 10'000;

void add_arrays(const float* a, const float* b, float* c, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        c[i] = a[i] + b[i];
    }
}

void add_arrays_sse2(const float* a, const float* b, float* c, std::size_t size) {
    for (std::size_t i = 0; i < size; i += 4) {
        _mm_storeu_ps(&c[i], _mm_add_ps(_mm_loadu_ps(&a[i]), _mm_loadu_ps(&b[i])));
    }
}

template <void (*add)(const float*, const float*, float*, std::size_t)>
std::uint64_t published(std::uint64_t items) {
    static const std::vector<float> a(kFloats, 1.0F);
    static const std::vector<float> b(kFloats, 2.0F);
    static std::vector<float> c(kFloats);
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        add(a.data(), b.data(), c.data(), kFloats);
        keep(c[0]);
        sum += static_cast<std::uint64_t>(c[i % kFloats]);
    }
    return sum;
}

bool has_avx2() {
    static const bool has = __builtin_cpu_supports("avx2") != 0;
    return has;
}

// [before]
/// The sum of a window of spreads. The compiler may not change the order of additions: the rounding would differ.
[[gnu::noinline]] double sum_in_order(const double* spreads, std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        sum += spreads[i];
    }
    return sum;
}
// [end]

// [four]
/// Four sums without a vector in the source: what the order of additions costs, and what the instruction set does.
[[gnu::noinline]] double sum_in_four(const double* spreads, std::size_t count) {
    std::array<double, 4> sums{};
    for (std::size_t i = 0; i < count; i += 4) {
        for (std::size_t lane = 0; lane < 4; ++lane) {
            sums[lane] += spreads[i + lane];
        }
    }
    return sums[0] + sums[1] + sums[2] + sums[3];
}
// [end]

// [after]
[[gnu::target("avx2"), gnu::noinline]] double sum_avx2(const double* spreads, std::size_t count) {
    __m256d sums = _mm256_setzero_pd();
    for (std::size_t i = 0; i < count; i += 4) {
        sums = _mm256_add_pd(sums, _mm256_loadu_pd(spreads + i));
    }
    alignas(32) std::array<double, 4> lanes;
    _mm256_store_pd(lanes.data(), sums);
    return lanes[0] + lanes[1] + lanes[2] + lanes[3];
}
// [end]

double sum_avx2_or_four(const double* spreads, std::size_t count) {
    return has_avx2() ? sum_avx2(spreads, count) : sum_in_four(spreads, count);
}

constexpr std::size_t kSpreads = 2'048;
constexpr std::size_t kWindow = 256;

/// Whole numbers: every order of additions gives the same sum.
template <double (*sum)(const double*, std::size_t)>
std::uint64_t sum_windows(std::uint64_t items) {
    static const std::vector<double> spreads = [] {
        Random random(2);
        std::vector<double> made(kSpreads);
        for (double& spread : made) {
            spread = static_cast<double>(random.below(100));
        }
        return made;
    }();
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        total +=
            static_cast<std::uint64_t>(sum(spreads.data() + i % (kSpreads - kWindow), kWindow));
    }
    return total;
}

using Search = std::size_t (*)(const std::int32_t*, std::size_t);

// [search]
/// Where the highest bid is, the first if there are several.
[[gnu::noinline]] std::size_t best_by_loop(const std::int32_t* bids, std::size_t count) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < count; ++i) {
        if (bids[i] > bids[best]) {
            best = i;
        }
    }
    return best;
}
// [end]

[[gnu::noinline]] std::size_t best_by_two_loops(const std::int32_t* bids, std::size_t count) {
    std::int32_t best = bids[0];
    for (std::size_t i = 1; i < count; ++i) {
        best = std::max(best, bids[i]);
    }
    return static_cast<std::size_t>(std::find(bids, bids + count, best) - bids);
}

// [search-avx2]
/// First the highest bid, eight a step, then its place. `count` is a multiple of 8.
[[gnu::target("avx2"), gnu::noinline]] std::size_t best_avx2(const std::int32_t* bids,
                                                             std::size_t count) {
    const auto load = [bids](std::size_t i) __attribute__((target("avx2"))) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i_u*>(bids + i));
    };
    __m256i highest = load(0);
    for (std::size_t i = 8; i < count; i += 8) {
        highest = _mm256_max_epi32(highest, load(i));
    }
    // The highest of eight, in every lane.
    highest = _mm256_max_epi32(highest, _mm256_permute2x128_si256(highest, highest, 1));
    highest = _mm256_max_epi32(highest, _mm256_shuffle_epi32(highest, 0b01'00'11'10));
    highest = _mm256_max_epi32(highest, _mm256_shuffle_epi32(highest, 0b10'11'00'01));
    for (std::size_t i = 0;; i += 8) {
        const int equal =
            _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(highest, load(i))));
        if (equal != 0) {
            return i + static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(equal)));
        }
    }
}
// [end]

std::size_t best_avx2_or_loops(const std::int32_t* bids, std::size_t count) {
    return has_avx2() ? best_avx2(bids, count) : best_by_two_loops(bids, count);
}

constexpr std::size_t kBids = 1U << 13U;

template <Search search, std::size_t count>
std::uint64_t search_bids(std::uint64_t items) {
    static const std::vector<std::int32_t> bids = [] {
        Random random(4);
        std::vector<std::int32_t> made(kBids);
        for (std::int32_t& bid : made) {
            bid = static_cast<std::int32_t>(random.below(10'000));
        }
        return made;
    }();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += search(bids.data() + i * count % kBids, count);
    }
    return sum;
}

// A vector holds 16 floats or 8 doubles: two loads, an addition, a store.
constexpr std::array kPublished{
    Variant{.name = "loop", .work = published<add_arrays>, .instructions_min = kFloats / 16},
    Variant{.name = "sse2", .work = published<add_arrays_sse2>, .instructions_min = kFloats / 4}};

constexpr std::array kSums{
    Variant{.name = "in_order", .work = sum_windows<sum_in_order>, .instructions_min = kWindow / 2},
    Variant{.name = "four_sums", .work = sum_windows<sum_in_four>, .instructions_min = kWindow / 4},
    Variant{
        .name = "avx2", .work = sum_windows<sum_avx2_or_four>, .instructions_min = kWindow / 4}};

template <std::size_t count>
constexpr std::array kSearches{
    Variant{.name = "loop", .work = search_bids<best_by_loop, count>, .instructions_min = count},
    Variant{.name = "two_loops",
            .work = search_bids<best_by_two_loops, count>,
            .instructions_min = count / 4},
    Variant{.name = "avx2",
            .work = search_bids<best_avx2_or_loops, count>,
            .instructions_min = count / 4}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/array",
               .items = 500,
               .variants = kPublished,
               .published_ratio = 10'929.0 / 21'447.0},
    Comparison{.name = "sum_of_256", .unit = "ns/window", .items = 20'000, .variants = kSums},
    Comparison{
        .name = "best_of_1024", .unit = "ns/search", .items = 5'000, .variants = kSearches<1'024>},
    Comparison{
        .name = "best_of_16", .unit = "ns/search", .items = 200'000, .variants = kSearches<16>}};

constexpr Technique kTechnique{
    .name = "simd",
    .question = "are vector instructions written by hand faster than the compiler's loop?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
