// The rows of the stages' table: what is counted in them, and what is not.
#include "hotpath/telemetry/latencies.hpp"

#include <array>

#include <gtest/gtest.h>

namespace hotpath::telemetry {
namespace {

using Stamps = std::array<std::uint64_t, timing::kStages>;

const timing::TickScale kNanosecondTicks;

[[nodiscard]] StageRecord event(const Stamps& stamps, bool is_sent) {
    return {.is_sent = is_sent ? std::uint8_t{1} : std::uint8_t{0}, .stamps = stamps};
}

TEST(Latencies, TheStagesOfAnOrderAddUpToItsWay) {
    Latencies latencies;
    latencies.record(event({1'000, 1'010, 1'030, 1'060, 1'061, 1'070, 1'100}, true),
                     kNanosecondTicks);
    std::int64_t sum = 0;
    for (const Span span :
         {Span::Decode, Span::Book, Span::Decide, Span::Risk, Span::Encode, Span::Tx}) {
        EXPECT_EQ(latencies.of(span).count(), 1U);
        sum += latencies.of(span).max().value;
    }
    EXPECT_EQ(latencies.of(Span::Decide).max().value, 30);
    EXPECT_EQ(latencies.of(Span::TickToOrder).max().value, 70);
    EXPECT_EQ(latencies.of(Span::WireToWire).max().value, 100);
    EXPECT_EQ(sum, 100);
    EXPECT_EQ(latencies.of(Span::NoOrder).count(), 0U);
}

TEST(Latencies, TicksAreConvertedByTheirScale) {
    Latencies latencies;
    latencies.record(event({100, 110, 130, 160, 170, 200, 0}, true),
                     timing::TickScale({.ticks = 2, .nanos = 1}));
    EXPECT_EQ(latencies.of(Span::TickToOrder).max().value, 50);
}

TEST(Latencies, AnOrderThatTheTransportHasNotTakenHasNoTx) {
    Latencies latencies;
    latencies.record(event({100, 110, 130, 160, 170, 200, 0}, true), kNanosecondTicks);
    EXPECT_EQ(latencies.of(Span::TickToOrder).count(), 1U);
    EXPECT_EQ(latencies.of(Span::Tx).count(), 0U);
    EXPECT_EQ(latencies.of(Span::WireToWire).count(), 0U);
}

TEST(Latencies, WithoutAnOrderTheLastStageReachedCounts) {
    Latencies latencies;
    latencies.record(event({100, 110, 130, 160, 0, 0, 0}, false), kNanosecondTicks);
    latencies.record(event({100, 0, 0, 0, 0, 0, 0}, false), kNanosecondTicks);
    EXPECT_EQ(latencies.of(Span::NoOrder).count(), 1U);
    EXPECT_EQ(latencies.of(Span::NoOrder).max().value, 60);
    EXPECT_EQ(latencies.of(Span::Decode).count(), 0U);
}

TEST(Latencies, AnOrderThatNoBookCausedHasNoRow) {
    Latencies latencies;
    latencies.record(event({100, 0, 0, 160, 170, 200, 210}, true), kNanosecondTicks);
    EXPECT_EQ(latencies.of(Span::WireToWire).count(), 0U);
    EXPECT_EQ(latencies.disordered(), 0U);
}

TEST(Latencies, StampsOutOfOrderAreCountedAndNothingElse) {
    Latencies latencies;
    latencies.record(event({100, 90, 130, 160, 170, 200, 210}, true), kNanosecondTicks);
    latencies.record(event({0, 90, 130, 160, 170, 200, 210}, true), kNanosecondTicks);
    latencies.record(event({100, 110, 0, 105, 0, 0, 0}, false), kNanosecondTicks);
    EXPECT_EQ(latencies.disordered(), 3U);
    EXPECT_EQ(latencies.of(Span::WireToWire).count(), 0U);
    EXPECT_EQ(latencies.of(Span::NoOrder).count(), 0U);
}

TEST(Latencies, MergedAreThoseOfBoth) {
    Latencies one;
    Latencies other;
    one.record(event({100, 110, 130, 160, 170, 200, 210}, true), kNanosecondTicks);
    other.record(event({100, 110, 130, 160, 170, 200, 310}, true), kNanosecondTicks);
    one.merge(other);
    EXPECT_EQ(one.of(Span::WireToWire).count(), 2U);
    EXPECT_EQ(one.of(Span::WireToWire).max().value, 210);
    one.clear();
    EXPECT_TRUE(one.of(Span::WireToWire).empty());
}

}  // namespace
}  // namespace hotpath::telemetry
