// What a gap is blamed on: an example for each cause, and the places where two are possible.
#include "hotpath/jitter/gap.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/jitter/gap_log.hpp"

namespace hotpath::jitter {
namespace {

constexpr Nanos kTick{14'000};

[[nodiscard]] Cause cause_of(Nanos length, const GapEvidence& evidence,
                             LoopPart part = LoopPart::Handling, bool is_virtual = true) {
    return attribute({.length = length, .part = part, .evidence = evidence},
                     {.is_virtual = is_virtual, .tick_typical = kTick});
}

TEST(GapCause, CountersOfTheThreadTakePrecedence) {
    const GapEvidence all{.off_core = {20'000},
                          .forced_switches = 1,
                          .own_switches = 1,
                          .faults = 1,
                          .ticks = 1,
                          .other_core = 1,
                          .device = 1};
    EXPECT_EQ(cause_of({20'000}, all), Cause::PageFault);
    GapEvidence less = all;
    less.faults = 0;
    EXPECT_EQ(cause_of({20'000}, less), Cause::OwnWait);
    less.own_switches = 0;
    EXPECT_EQ(cause_of({20'000}, less), Cause::AnotherThread);
}

TEST(GapCause, AThreadThatWasReadyForItsCoreDidNotWait) {
    GapEvidence evidence{
        .off_core = {20'000}, .run_delay = {19'000}, .forced_switches = 1, .own_switches = 1};
    EXPECT_EQ(cause_of({20'000}, evidence), Cause::AnotherThread);
    evidence.run_delay = {1'000};
    EXPECT_EQ(cause_of({20'000}, evidence), Cause::OwnWait);
    evidence.run_delay = {19'000};
    evidence.forced_switches = 0;
    EXPECT_EQ(cause_of({20'000}, evidence), Cause::OwnWait);
}

TEST(GapCause, TimeThatTheKernelDidNotCountIsStolenOnAVirtualMachineOnly) {
    const GapEvidence evidence{.off_core = {3'900'000}, .ticks = 1};
    EXPECT_EQ(cause_of({4'000'000}, evidence), Cause::Stolen);
    EXPECT_EQ(cause_of({4'000'000}, evidence, LoopPart::Handling, false), Cause::Unexplained);
    EXPECT_EQ(cause_of({4'000'000}, {.off_core = {100}}), Cause::Unexplained);
}

TEST(GapCause, AnInterruptThatWaitedForTheCoreDoesNotExplainALongTheft) {
    EXPECT_EQ(cause_of({4'000'000}, {.off_core = {3'900'000}, .device = 1}), Cause::Stolen);
    EXPECT_EQ(cause_of({40'000}, {.off_core = {39'000}, .device = 1}), Cause::Device);
}

TEST(GapCause, ATickExplainsAGapOfATicksLength) {
    EXPECT_EQ(cause_of({15'000}, {.ticks = 3}), Cause::TimerTick);
    EXPECT_EQ(cause_of({8 * kTick.value}, {.ticks = 1}), Cause::TimerTick);
    EXPECT_EQ(cause_of({8 * kTick.value + 1}, {.ticks = 1}), Cause::Unexplained);
    EXPECT_EQ(attribute({.length = {900'000}, .evidence = {.ticks = 1}}, {}), Cause::TimerTick)
        << "as long as the length of a tick is not known";
}

TEST(GapCause, AGapShorterThanAnyInterruptHasNone) {
    const AttributionContext context{.tick_typical = kTick, .interrupt_least = {7'000}};
    const GapEvidence evidence{.ticks = 1, .other_core = 1, .device = 1};
    EXPECT_EQ(attribute({.length = {6'999}, .evidence = evidence}, context), Cause::Unexplained);
    EXPECT_EQ(attribute({.length = {7'000}, .evidence = evidence}, context), Cause::Device);
    EXPECT_EQ(
        attribute({.length = {6'999}, .part = LoopPart::Calls, .evidence = evidence}, context),
        Cause::OwnCall);
}

TEST(GapCause, OtherCoresInterruptsAreForPagesWhenPagesMoved) {
    EXPECT_EQ(cause_of({15'000}, {.ticks = 1, .other_core = 1}), Cause::OtherCore);
    EXPECT_EQ(cause_of({15'000}, {.other_core = 1, .page_moves = 512}), Cause::PageMoves);
    EXPECT_EQ(cause_of({15'000}, {.ticks = 1, .page_moves = 512}), Cause::TimerTick);
}

TEST(GapCause, ACallThatRunsSoftirqsItselfIsTheLoopsCall) {
    EXPECT_EQ(cause_of({15'000}, {.device = 2}), Cause::Device);
    EXPECT_EQ(cause_of({15'000}, {.device = 2}, LoopPart::Calls), Cause::OwnCall);
    EXPECT_EQ(cause_of({15'000}, {}, LoopPart::Calls), Cause::OwnCall);
    EXPECT_EQ(cause_of({15'000}, {}), Cause::Unexplained);
}

TEST(GapCause, AnUnexplainedGapIsTheHostsForASpinAndOursForALoop) {
    EXPECT_EQ(owner_of(Cause::Unexplained, Watched::Spin), Owner::Host);
    EXPECT_EQ(owner_of(Cause::Unexplained, Watched::Loop), Owner::Ours);
    EXPECT_EQ(owner_of(Cause::PageFault, Watched::Loop), Owner::Ours);
    EXPECT_EQ(owner_of(Cause::Stolen, Watched::Loop), Owner::Host);
    EXPECT_EQ(owner_of(Cause::TimerTick, Watched::Loop), Owner::Kernel);
}

TEST(GapCause, EveryCauseHasWords) {
    std::set<std::string_view> words;
    for (const Cause cause : kAllCauses) {
        words.insert(cause_name(cause));
        words.insert(cause_text(cause, Watched::Spin));
    }
    EXPECT_EQ(words.size(), 2 * kCauses);
    EXPECT_NE(cause_text(Cause::Unexplained, Watched::Loop),
              cause_text(Cause::Unexplained, Watched::Spin));
}

TEST(GapLog, KeepsTheLongestAndCountsAll) {
    GapLog log;
    const auto many = static_cast<std::int64_t>(GapLog::kLongestKept) * 3;
    for (std::int64_t n = 0; n < many; ++n) {
        const std::int64_t length = (n * 7919) % many + 1;  // every length once, in no order
        log.count({length});
        log.add({.length = {length}, .cause = n % 2 == 0 ? Cause::TimerTick : Cause::Stolen});
    }
    EXPECT_EQ(log.lengths().count(), static_cast<std::uint64_t>(many));
    EXPECT_EQ(log.long_gaps(), static_cast<std::uint64_t>(many));
    EXPECT_EQ(log.of(Cause::TimerTick).lengths.count(), static_cast<std::uint64_t>(many / 2));
    const auto longest = log.longest();
    ASSERT_EQ(longest.size(), GapLog::kLongestKept);
    for (std::size_t n = 0; n < longest.size(); ++n) {
        EXPECT_EQ(longest[n].length.value, many - static_cast<std::int64_t>(n));
    }
}

TEST(TickLength, IsTheMedianOfTicksThatCameAlone) {
    TickLength tick;
    for (int n = 0; n < 31; ++n) {
        tick.note({10'000}, {.ticks = 1});
        tick.note({900'000}, {.ticks = 1, .device = 1});
        tick.note({900'000}, {.forced_switches = 1, .ticks = 1});
        tick.note({900'000}, {});
    }
    EXPECT_EQ(tick.typical(), Nanos{}) << "31 ticks are not enough";
    tick.note({10'000}, {.ticks = 1});
    EXPECT_NEAR(static_cast<double>(tick.typical().value), 10'000, 100);
    EXPECT_NEAR(static_cast<double>(tick.least().value), 10'000, 100);
}

}  // namespace
}  // namespace hotpath::jitter
