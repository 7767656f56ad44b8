// Whether the fastest candidate is chosen, and only when it is one.
#include "hotpath/tune/choice.hpp"

#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"

namespace hotpath::tune {
namespace {

using ::testing::HasSubstr;

constexpr Rounds kRounds{.trial = 5, .confirming = 11, .seed = 3};

/// A candidate that takes `ns` and a random part of it more.
[[nodiscard]] Candidate candidate_of(double ns, double noise, std::uint64_t answer = 7) {
    auto random = std::make_shared<Random>(static_cast<std::uint64_t>(ns * 1'000));
    return {.words = std::to_string(ns), .run = [=] {
                const double part = static_cast<double>(random->below(1'000)) / 1'000;
                return CandidateRun{.ns = ns * (1 + noise * part), .answer = answer};
            }};
}

[[nodiscard]] Knob knob_of(std::vector<Candidate> candidates) {
    return {.name = "knob", .key = "", .unit = "ns an item", .candidates = std::move(candidates)};
}

TEST(TuneChoice, TheFastestIsChosenWhenItIsFasterInFurtherRounds) {
    const auto choice = choose(knob_of({candidate_of(100, 0.02), candidate_of(90, 0.02),
                                        candidate_of(70, 0.02), candidate_of(130, 0.02)}),
                               kRounds);
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->chosen, 2U);
    ASSERT_TRUE(choice->confirmation);
    EXPECT_EQ(choice->confirmation->candidate, 2U);
    EXPECT_EQ(choice->confirmation->rounds, 11U);
    EXPECT_NEAR(choice->confirmation->ratio.median, 0.7, 0.02);
    EXPECT_LT(choice->confirmation->ratio.high, 0.75);
    ASSERT_EQ(choice->tried.size(), 4U);
    EXPECT_EQ(choice->tried[0].ratio, 1);
    EXPECT_NEAR(choice->tried[3].ratio, 1.3, 0.05);
    EXPECT_LE(choice->tried[1].low_ns, choice->tried[1].median_ns);
    EXPECT_LE(choice->tried[1].median_ns, choice->tried[1].high_ns);
}

TEST(TuneChoice, TheDefaultStaysWhenNothingIsFaster) {
    const auto choice =
        choose(knob_of({candidate_of(100, 0.01), candidate_of(101, 0.01), candidate_of(99, 0.01)}),
               kRounds);
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->chosen, 0U);
    EXPECT_FALSE(choice->confirmation) << "a hundredth is an accident of the code's place";
}

TEST(TuneChoice, ACandidateThatWonTheTrialByLuckDoesNotWinAgain) {
    auto runs = std::make_shared<int>(0);
    const Candidate lucky{.words = "lucky", .run = [runs] {
                              // One run to check the answer, five of the trial.
                              return CandidateRun{.ns = ++*runs <= 6 ? 50.0 : 100.0, .answer = 7};
                          }};
    const auto choice = choose(knob_of({candidate_of(100, 0), lucky}), kRounds);
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->tried[1].ratio, 0.5);
    ASSERT_TRUE(choice->confirmation);
    EXPECT_EQ(choice->confirmation->ratio.median, 1);
    EXPECT_EQ(choice->chosen, 0U);
    EXPECT_EQ(*runs, 1 + 5 + 11);
}

TEST(TuneChoice, AControlIsNeverChosenAndAFasterOneMeansThatNothingIsDecided) {
    for (const double control_ns : {50.0, 90.0, 98.0, 150.0}) {
        Knob knob =
            knob_of({candidate_of(100, 0), candidate_of(control_ns, 0), candidate_of(80, 0)});
        knob.control = 1;
        const auto choice = choose(knob, kRounds);
        ASSERT_TRUE(choice);
        EXPECT_EQ(choice->is_decided, control_ns > 97);
        EXPECT_EQ(choice->chosen, control_ns > 97 ? 2U : 0U);
        EXPECT_EQ(choice->confirmation.has_value(), control_ns > 97);
    }
}

TEST(TuneChoice, TooFewConfirmingRoundsChooseNothing) {
    const auto choice = choose(knob_of({candidate_of(100, 0), candidate_of(50, 0)}),
                               {.trial = 1, .confirming = measure::kRoundsMin - 1, .seed = 1});
    ASSERT_TRUE(choice);
    ASSERT_TRUE(choice->confirmation);
    EXPECT_EQ(choice->chosen, 0U);
}

TEST(TuneChoice, ACandidateWithAnotherAnswerIsAnErrorThatNamesIt) {
    const auto choice = choose(knob_of({candidate_of(100, 0), candidate_of(50, 0, 8)}), kRounds);
    ASSERT_FALSE(choice);
    EXPECT_THAT(
        choice.error().message,
        HasSubstr("knob: candidate 50.000000 gives the result 0000000000000008, the default "
                  "0000000000000007"));
}

TEST(TuneChoice, TheSameSeedRunsTheCandidatesInTheSameOrder) {
    const auto order_of = [](std::uint64_t seed) {
        auto order = std::make_shared<std::string>();
        std::vector<Candidate> candidates;
        for (const char* name : {"a", "b", "c", "d"}) {
            candidates.push_back({.words = name, .run = [=] {
                                      *order += name;
                                      return CandidateRun{.ns = 1, .answer = 0};
                                  }});
        }
        EXPECT_TRUE(choose(knob_of(candidates), {.trial = 6, .confirming = 6, .seed = seed}));
        return *order;
    };
    EXPECT_EQ(order_of(1), order_of(1));
    EXPECT_NE(order_of(1), order_of(2));
}

}  // namespace
}  // namespace hotpath::tune
