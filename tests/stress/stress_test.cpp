// The short form of the stress suite: every queue, every form, a moment each. script/evidence queues
// sends a billion messages through each.

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/stress/cases.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::stress {
namespace {

class Stress : public ::testing::TestWithParam<Case> {};

// A ring of few slots makes its threads take turns, which is slow where they share a core.
std::uint64_t messages_of(const Case& form) {
    const std::uint64_t few = form.share == Share::Large ? 300 : 2'000;
    return std::min<std::uint64_t>(few * form.slots, few * 100);
}

TEST_P(Stress, ArrivesOnceWholeAndInOrderOrIsReportedLost) {
    const Plan plan{.messages = messages_of(GetParam()), .seed = support::seed_of_this_test(1)};
    const Report report = GetParam().run(plan);
    EXPECT_EQ(report.faults.text(), "none");
    EXPECT_GE(report.sent, plan.messages);
    EXPECT_GT(report.stalls, 0U);
    EXPECT_GT(report.empty, 0U) << "no consumer met the empty queue";
    if (GetParam().lossy) {
        EXPECT_GT(report.gaps, 0U) << "no consumer was lapped";
    } else {
        EXPECT_GT(report.full, 0U) << "no producer met the full queue";
        EXPECT_EQ(report.lost, 0U);
    }
}

INSTANTIATE_TEST_SUITE_P(Queues, Stress, ::testing::ValuesIn(all_cases()),
                         [](const auto& form) { return form.param.queue + "_" + form.param.form; });

}  // namespace
}  // namespace hotpath::stress
