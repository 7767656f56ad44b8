#include "hotpath/sim/flow/fill_model.hpp"

#include <gtest/gtest.h>

namespace hotpath::sim::flow {
namespace {

std::uint64_t ahead_of(const FillModel& model, std::uint64_t ahead, std::uint64_t behind,
                       std::uint64_t canceled) {
    return canceled_ahead(model, {ahead}, {behind}, {canceled}).value;
}

TEST(FillModel, BackOfLineMovesUpOnlyWhenNoOrderBehindCouldHaveCanceled) {
    const FillModel model{.queue = QueueModel::BackOfLine};
    EXPECT_EQ(ahead_of(model, 500, 300, 300), 0U);
    EXPECT_EQ(ahead_of(model, 500, 300, 301), 1U);
    EXPECT_EQ(ahead_of(model, 500, 0, 200), 200U);
}

TEST(FillModel, ProportionalTakesTheSameShareOfBothParts) {
    const FillModel model{.queue = QueueModel::Proportional};
    EXPECT_EQ(ahead_of(model, 300, 100, 40), 30U);
    EXPECT_EQ(ahead_of(model, 0, 100, 40), 0U);
    EXPECT_EQ(ahead_of(model, 300, 0, 40), 40U);
}

TEST(FillModel, PowerAndLogarithmAreBetweenTheirNeighbours) {
    // 300^2 / (300^2 + 100^2) = 0.9; ln(301) / (ln(301) + ln(101)) = 0.5529.
    EXPECT_EQ(ahead_of({.queue = QueueModel::Power, .exponent = 2}, 300, 100, 100), 90U);
    EXPECT_EQ(ahead_of({.queue = QueueModel::Power, .exponent = 1}, 300, 100, 40), 30U);
    EXPECT_EQ(ahead_of({.queue = QueueModel::Logarithmic}, 300, 100, 100), 55U);
}

TEST(FillModel, ALargeExponentTakesFromTheLargerPartOnly) {
    const FillModel model{.queue = QueueModel::Power, .exponent = 100};
    EXPECT_EQ(ahead_of(model, 9'000'000'000, 1'000'000'000, 500), 500U);
    EXPECT_EQ(ahead_of(model, 1'000'000'000, 9'000'000'000, 500), 0U);
    EXPECT_EQ(ahead_of(model, 1'000'000, 1'000'000, 500), 250U);
}

TEST(FillModel, NeverTakesMoreThanThereIs) {
    for (const QueueModel queue : {QueueModel::BackOfLine, QueueModel::Proportional,
                                   QueueModel::Power, QueueModel::Logarithmic}) {
        for (std::uint64_t ahead = 0; ahead < 20; ++ahead) {
            for (std::uint64_t behind = 0; behind < 20; ++behind) {
                for (std::uint64_t canceled = 0; canceled <= ahead + behind; ++canceled) {
                    const std::uint64_t front = ahead_of({.queue = queue}, ahead, behind, canceled);
                    EXPECT_LE(front, ahead);
                    EXPECT_LE(front, canceled);
                    EXPECT_LE(canceled - front, behind);
                }
            }
        }
    }
}

}  // namespace
}  // namespace hotpath::sim::flow
