#include "hotpath/measure/verdict.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/measure/statistics.hpp"

namespace hotpath::measure {

namespace {

/// The rank, from 1, of the sorted ratio at which the interval begins; it ends at the same rank from above. It is the
/// largest for which a fair coin, tossed once a round, gives fewer heads in at most 2.5 of 100 series.
std::size_t rank_of_low_end(std::size_t rounds) {
    constexpr double kOneSide = 0.025;
    double probability = std::pow(0.5, static_cast<double>(rounds));  // of no head at all
    double sum = probability;
    std::size_t rank = 0;
    while (sum <= kOneSide) {
        ++rank;
        probability *= static_cast<double>(rounds - rank + 1) / static_cast<double>(rank);
        sum += probability;
    }
    return rank;
}

Verdict verdict_of(double low, double high) {
    constexpr double kFaster = 1 - kEffectMin;
    if (high < kFaster) {
        return Verdict::Faster;
    }
    if (low > 1 / kFaster) {
        return Verdict::Slower;
    }
    constexpr double kAlike = 1 - kEqualWithin;
    return low >= kAlike && high <= 1 / kAlike ? Verdict::NoDifference : Verdict::Undecided;
}

}  // namespace

std::string_view name(Verdict verdict) noexcept {
    constexpr std::array<std::string_view, kVerdicts> kNames{"faster", "slower", "no difference",
                                                             "undecided"};
    return kNames[static_cast<std::size_t>(verdict)];
}

Ratio ratio_of(std::span<const double> times, std::span<const double> base) {
    HOTPATH_ASSERT(times.size() == base.size() && !times.empty(),
                   "both variants must have run in every round");
    std::vector<double> ratios(times.size());
    std::ranges::transform(times, base, ratios.begin(),
                           [](double time, double first) { return first > 0 ? time / first : 1; });
    std::ranges::sort(ratios);
    const std::size_t rounds = ratios.size();
    const double median = measure::median(ratios);
    if (rounds < kRoundsMin) {
        return {.median = median,
                .low = ratios.front(),
                .high = ratios.back(),
                .verdict = Verdict::Undecided};
    }
    const std::size_t rank = rank_of_low_end(rounds);
    const double low = ratios[rank - 1];
    const double high = ratios[rounds - rank];
    return {.median = median, .low = low, .high = high, .verdict = verdict_of(low, high)};
}

}  // namespace hotpath::measure
