#include "hotpath/backtest/statistics/overfitting.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace hotpath::backtest {

namespace {

constexpr std::uint32_t kBlocksMin = 4;
constexpr std::uint32_t kBlocksMax = 16;
constexpr std::size_t kBlockDaysMin = 2;

/// Days, sum and sum of squares: what a Sharpe ratio of any union of blocks is made of.
struct BlockSums {
    double days = 0;
    double sum = 0;
    double squares = 0;

    void add(const BlockSums& other) {
        days += other.days;
        sum += other.sum;
        squares += other.squares;
    }
    [[nodiscard]] double sharpe() const {
        const double mean = sum / days;
        const double variance = squares / days - mean * mean;
        // What rounding leaves of a variance of zero.
        constexpr double kNoise = 1e-12;
        return variance <= kNoise * squares / days ? 0 : mean / std::sqrt(variance);
    }
};

/// blocks[trial][block]
using Blocks = std::vector<std::vector<BlockSums>>;

Blocks cut_into_blocks(TrialMatrix trials, std::uint32_t count) {
    const std::size_t days = trials.front().size();
    const std::size_t block_days = days / count;
    const std::size_t begin = days - block_days * count;
    Blocks blocks(trials.size(), std::vector<BlockSums>(count));
    for (std::size_t trial = 0; trial < trials.size(); ++trial) {
        for (std::size_t day = begin; day < days; ++day) {
            const double value = trials[trial][day];
            blocks[trial][(day - begin) / block_days].add(
                {.days = 1, .sum = value, .squares = value * value});
        }
    }
    return blocks;
}

/// The Sharpe ratio of each trial in the blocks of a mask.
std::vector<double> sharpes_in(const Blocks& blocks, std::uint32_t mask) {
    std::vector<double> ratios;
    ratios.reserve(blocks.size());
    for (const std::vector<BlockSums>& trial : blocks) {
        BlockSums sums;
        for (std::size_t block = 0; block < trial.size(); ++block) {
            if (((mask >> block) & 1U) != 0) {
                sums.add(trial[block]);
            }
        }
        ratios.push_back(sums.sharpe());
    }
    return ratios;
}

/// Is the trial that is best inside at or below the median outside? Equal trials share their rank.
bool is_overfitted(const Blocks& blocks, std::uint32_t inside, std::uint32_t outside) {
    const std::vector<double> chosen_by = sharpes_in(blocks, inside);
    const auto best = std::ranges::max_element(chosen_by) - chosen_by.begin();
    const std::vector<double> judged_by = sharpes_in(blocks, outside);
    const double ratio = judged_by[static_cast<std::size_t>(best)];
    const auto below =
        std::ranges::count_if(judged_by, [&](double other) { return other < ratio; });
    const auto above =
        std::ranges::count_if(judged_by, [&](double other) { return other > ratio; });
    return below <= above;
}

bool is_matrix(TrialMatrix trials) {
    return trials.size() >= 2 && std::ranges::all_of(trials, [&](const std::vector<double>& trial) {
               return trial.size() == trials.front().size();
           });
}

}  // namespace

std::optional<OverfittingProbability> overfitting_probability(TrialMatrix trials,
                                                              std::uint32_t blocks_max) {
    if (!is_matrix(trials)) {
        return std::nullopt;
    }
    const std::size_t by_days = trials.front().size() / kBlockDaysMin;
    const auto count = static_cast<std::uint32_t>(
        std::min<std::size_t>({by_days, blocks_max, kBlocksMax}) / 2 * 2);
    if (count < kBlocksMin) {
        return std::nullopt;
    }
    const Blocks blocks = cut_into_blocks(trials, count);
    const std::uint32_t all = (1U << count) - 1;
    std::uint32_t splits = 0;
    std::uint32_t overfitted = 0;
    for (std::uint32_t inside = 0; inside <= all; ++inside) {
        if (std::popcount(inside) == static_cast<int>(count / 2)) {
            ++splits;
            overfitted += is_overfitted(blocks, inside, all & ~inside) ? 1U : 0U;
        }
    }
    return OverfittingProbability{
        .probability = static_cast<double>(overfitted) / static_cast<double>(splits),
        .blocks = count,
        .splits = splits};
}

}  // namespace hotpath::backtest
