// The deflated Sharpe ratio against the numbers of its paper, the probability of overfitting against
// a direct computation.
#include "hotpath/backtest/statistics/overfitting.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "hotpath/backtest/statistics/daily.hpp"
#include "hotpath/core/random.hpp"

namespace hotpath::backtest {
namespace {

/// The example of Bailey and Lopez de Prado (2014): a yearly ratio of 2.5 over 1,250 days, 250 a
/// year, variance of the trials' yearly ratios 1/2.
SharpeSample paper_sample(double skewness, double kurtosis) {
    return {.sharpe_per_day = 2.5 / std::sqrt(250.0),
            .days = 1'250,
            .skewness = skewness,
            .kurtosis = kurtosis};
}
TrialCount paper_trials(std::uint64_t trials) {
    return {.trials = trials, .sharpe_variance = 0.5 / 250};
}

std::vector<std::vector<double>> noise(std::size_t trials, std::size_t days) {
    Random random(3);
    std::vector<std::vector<double>> matrix(trials, std::vector<double>(days));
    for (std::vector<double>& trial : matrix) {
        for (double& day : trial) {
            day = random.unit_double() + random.unit_double() - 1;
        }
    }
    return matrix;
}

TEST(NormalDistribution, AndItsInverseAgree) {
    EXPECT_NEAR(normal_cdf(1.959963984540054), 0.975, 1e-15);
    EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-12);
    EXPECT_NEAR(normal_quantile(0.5), 0, 1e-12);
    EXPECT_NEAR(normal_quantile(1e-9), -5.997807015007687, 1e-9);
}

TEST(DeflatedSharpe, IsThatOfThePapersExample) {
    const auto deflated = deflated_sharpe(paper_sample(-3, 10), paper_trials(100));
    ASSERT_TRUE(deflated);
    EXPECT_NEAR(deflated->expected_max, 0.1132, 0.00005);
    EXPECT_NEAR(deflated->probability, 0.9004, 0.00005);
    EXPECT_NEAR(deflated_sharpe(paper_sample(-3, 10), paper_trials(46))->probability, 0.9505,
                0.00005);
    EXPECT_NEAR(deflated_sharpe(paper_sample(0, 3), paper_trials(88))->probability, 0.9505,
                0.00005);
}

TEST(DeflatedSharpe, OfOneTrialIsTheProbabilityOfARatioAboveZero) {
    const auto deflated = deflated_sharpe(paper_sample(0, 3), paper_trials(1));
    ASSERT_TRUE(deflated);
    EXPECT_EQ(deflated->expected_max, 0);
    EXPECT_EQ(deflated->probability, *probabilistic_sharpe(paper_sample(0, 3), 0));
}

TEST(DeflatedSharpe, FallsWithTheNumberOfTrials) {
    const auto few = deflated_sharpe(paper_sample(0, 3), paper_trials(10));
    const auto many = deflated_sharpe(paper_sample(0, 3), paper_trials(10'000));
    ASSERT_TRUE(few && many);
    EXPECT_GT(few->probability, many->probability);
}

TEST(DeflatedSharpe, TakesTheBestOfTheTrials) {
    auto trials = noise(20, 250);
    const auto of_noise = deflated_sharpe(trials);
    for (double& day : trials[4]) {
        day += 0.3;
    }
    const auto of_skill = deflated_sharpe(trials);
    ASSERT_TRUE(of_noise && of_skill);
    EXPECT_LT(of_noise->probability, 0.9);
    EXPECT_GT(of_skill->probability, 0.99);
    EXPECT_EQ(of_skill->trials, 20U);
}

TEST(DeflatedSharpe, WithoutTrialsOrVarianceIsNotDefined) {
    EXPECT_FALSE(deflated_sharpe(TrialMatrix{}));
    EXPECT_FALSE(deflated_sharpe(noise(1, 100)));
    EXPECT_FALSE(deflated_sharpe(std::vector<std::vector<double>>(5, std::vector<double>(9, 1.0))));
    EXPECT_FALSE(sharpe_sample(std::vector{1.0}));
    // An error term below 0: no distribution has these moments.
    EXPECT_FALSE(probabilistic_sharpe({.sharpe_per_day = 2, .days = 10, .skewness = 9}, 0));
}

/// The expected numbers are those of the definition written out in Python, with ranks and logits.
TEST(OverfittingProbability, AgreesWithADirectComputation) {
    std::vector<std::vector<double>> trials(5, std::vector<double>(16));
    for (int j = 0; j < 5; ++j) {
        for (int i = 0; i < 16; ++i) {
            trials[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)] =
                (i * 7 + j * 13) % 11 - 5 + 0.3 * j + (i * i * (j + 1)) % 5 * 0.7;
        }
    }
    const auto of_four = overfitting_probability(trials, 4);
    ASSERT_TRUE(of_four);
    EXPECT_EQ(of_four->splits, 6U);
    EXPECT_NEAR(of_four->probability, 4.0 / 6, 1e-12);
    const auto of_eight = overfitting_probability(trials);
    ASSERT_TRUE(of_eight);
    EXPECT_EQ(of_eight->blocks, 8U) << "two days a block";
    EXPECT_EQ(of_eight->splits, 70U);
    EXPECT_NEAR(of_eight->probability, 53.0 / 70, 1e-12);
}

TEST(OverfittingProbability, OfARealDifferenceIsZero) {
    auto trials = noise(10, 160);
    for (double& day : trials[3]) {
        day += 1;
    }
    const auto overfitting = overfitting_probability(trials);
    ASSERT_TRUE(overfitting);
    EXPECT_EQ(overfitting->splits, 12'870U);
    EXPECT_EQ(overfitting->probability, 0);
}

TEST(OverfittingProbability, OfTrialsThatNeverTradeIsOne) {
    const auto overfitting =
        overfitting_probability(std::vector<std::vector<double>>(4, std::vector<double>(8, 0.0)));
    ASSERT_TRUE(overfitting);
    EXPECT_EQ(overfitting->probability, 1);
}

TEST(OverfittingProbability, NeedsTwoTrialsOfTheSameEightDays) {
    EXPECT_FALSE(overfitting_probability({}));
    EXPECT_FALSE(overfitting_probability(noise(1, 100)));
    EXPECT_FALSE(overfitting_probability(noise(3, 7)));
    EXPECT_TRUE(overfitting_probability(noise(3, 8)));
    EXPECT_FALSE(overfitting_probability(noise(3, 100), 2));
    auto uneven = noise(3, 100);
    uneven[1].pop_back();
    EXPECT_FALSE(overfitting_probability(uneven));
}

}  // namespace
}  // namespace hotpath::backtest
