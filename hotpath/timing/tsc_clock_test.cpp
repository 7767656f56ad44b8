#include "hotpath/timing/tsc_clock.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::timing {
namespace {

constexpr std::int64_t kSecond = kNanosPerSecond;
constexpr std::int64_t kMillisecond = 1'000'000;

/// A machine whose true time moves only when a clock is read (or the test says so), and whose two
/// clocks are whatever functions of true time the test wants.
struct Machine {
    using Clock = std::function<std::int64_t(std::int64_t true_ns)>;

    bool has_invariant_ticks = true;
    std::int64_t true_ns = 1'000 * kSecond;
    Clock ticks = [](std::int64_t ns) { return ns * 26 / 10; };
    Clock kernel = [](std::int64_t ns) { return ns; };
    /// How long the n-th reading of the kernel's clock takes.
    std::function<std::int64_t(int n)> kernel_read_ns = [](int) { return 25; };
    int kernel_reads = 0;
};

struct FakeClocks {
    Machine* machine = nullptr;

    [[nodiscard]] bool has_invariant_ticks() const { return machine->has_invariant_ticks; }
    [[nodiscard]] std::uint64_t ticks() const noexcept {
        machine->true_ns += 10;
        return static_cast<std::uint64_t>(machine->ticks(machine->true_ns));
    }
    [[nodiscard]] Time nanos() const noexcept {
        // The value is taken in the middle of the call; an interrupt comes after that.
        const std::int64_t duration = machine->kernel_read_ns(machine->kernel_reads++);
        const std::int64_t until_taken = std::min<std::int64_t>(duration / 2, 100);
        machine->true_ns += until_taken;
        const Time time{machine->kernel(machine->true_ns)};
        machine->true_ns += duration - until_taken;
        return time;
    }
};

using FakeClock = CalibratedClock<FakeClocks>;

TEST(CalibratedClock, KeepsStepWithTheKernelsClock) {
    Machine machine;
    const FakeClock clock = FakeClock::create({&machine}).value();
    EXPECT_EQ(clock.source(), ClockSource::TickCounter);
    EXPECT_EQ(clock.reason(), FallbackReason::None);
    machine.true_ns += 100 * kSecond;
    // A window is 10 ms and a reading good to a nanosecond or two: 0.1 ppm.
    EXPECT_NEAR(static_cast<double>((clock.now() - Time{machine.true_ns}).value), 0, 10'000);
    EXPECT_EQ(clock.recheck().ppm(), 0);
}

TEST(CalibratedClock, ConvertsDurationsAndTimes) {
    Machine machine;
    const FakeClock clock = FakeClock::create({&machine}).value();
    EXPECT_NEAR(static_cast<double>(clock.to_duration(26'000'000).value), 10e6, 10);
    const std::uint64_t ticks = clock.ticks();
    machine.true_ns += kSecond;
    EXPECT_NEAR(static_cast<double>((clock.to_time(ticks) - Time{machine.true_ns - kSecond}).value),
                0, 1'000);
}

TEST(CalibratedClock, AnInterruptInAReadingDoesNotSpoilIt) {
    Machine machine;
    machine.kernel_read_ns = [](int n) { return n % 3 == 0 ? 200'000 : 25; };
    const FakeClock clock = FakeClock::create({&machine}).value();
    EXPECT_EQ(clock.source(), ClockSource::TickCounter);
    machine.true_ns += 10 * kSecond;
    EXPECT_EQ(clock.recheck().ppm(), 0);
}

TEST(CalibratedClock, ReadsTheKernelsClockWhereTicksAreNotInvariant) {
    Machine machine;
    machine.has_invariant_ticks = false;
    const FakeClock clock = FakeClock::create({&machine}).value();
    EXPECT_EQ(clock.source(), ClockSource::Kernel);
    EXPECT_EQ(clock.reason(), FallbackReason::NotInvariant);
    EXPECT_NEAR(static_cast<double>(clock.now().value), static_cast<double>(machine.true_ns), 50);
    EXPECT_EQ(clock.to_duration(1234), Nanos{1234})
        << "a tick of the kernel's clock is a nanosecond";
    machine.true_ns += kSecond;
    EXPECT_EQ(clock.recheck().error, Nanos{0});
}

// Each of these counters is refused; the clock goes on with the kernel's.
void expect_refused(Machine::Clock ticks) {
    Machine machine;
    machine.ticks = std::move(ticks);
    const FakeClock clock = FakeClock::create({&machine}).value();
    EXPECT_EQ(clock.source(), ClockSource::Kernel);
    EXPECT_EQ(clock.reason(), FallbackReason::UnsteadyRate);
}

TEST(CalibratedClock, RefusesACounterThatStandsStill) {
    expect_refused([](std::int64_t) { return 5; });
}

TEST(CalibratedClock, RefusesACounterThatRunsBackwards) {
    expect_refused([](std::int64_t ns) { return -ns * 26 / 10; });
}

TEST(CalibratedClock, RefusesACounterThatChangesItsRate) {
    // Twice as fast in every other 7 ms: no two windows of 10 ms hold the same share of each.
    expect_refused([](std::int64_t ns) {
        constexpr std::int64_t kHalf = 7 * kMillisecond;
        const std::int64_t rest = ns % (2 * kHalf);
        return ns / (2 * kHalf) * 3 * kHalf + (rest < kHalf ? rest : kHalf + 2 * (rest - kHalf));
    });
}

TEST(CalibratedClock, TriesAgainAfterADisturbance) {
    Machine machine;
    const std::int64_t disturbed_until = machine.true_ns + 15 * kMillisecond;
    machine.ticks = [disturbed_until](std::int64_t ns) {
        return ns * 2 + (ns < disturbed_until ? 0 : 5 * kMillisecond);
    };
    const FakeClock clock = FakeClock::create({&machine}).value();
    EXPECT_EQ(clock.source(), ClockSource::TickCounter);
    EXPECT_NEAR(static_cast<double>(clock.to_duration(2'000'000).value), 1e6, 1);
}

TEST(CalibratedClock, AKernelClockThatStandsStillIsAnError) {
    Machine machine;
    machine.kernel = [](std::int64_t) { return 77; };
    const auto clock = FakeClock::create({&machine}, {.readings_max = 1000});
    ASSERT_FALSE(clock.has_value());
    EXPECT_NE(clock.error().message.find("CLOCK_MONOTONIC stands still"), std::string::npos);
}

TEST(CalibratedClock, RecheckTellsHowFarAndHowFastItDrifts) {
    for (const std::int64_t drift_ppm : {-50, -7, 7, 50}) {
        Machine machine;
        const FakeClock clock = FakeClock::create({&machine}).value();
        const std::int64_t bend = machine.true_ns;
        machine.ticks = [bend, drift_ppm](std::int64_t ns) {
            return (ns + (ns - bend) * drift_ppm / 1'000'000) * 26 / 10;
        };
        machine.true_ns += 100 * kSecond;
        const ClockDrift drift = clock.recheck();
        EXPECT_NEAR(static_cast<double>(drift.ppm()), static_cast<double>(drift_ppm), 1);
        EXPECT_NEAR(static_cast<double>(drift.error.value), static_cast<double>(drift_ppm) * 1e5,
                    2e4);
        EXPECT_NEAR(static_cast<double>(drift.elapsed.value), 100e9, 100e6);
    }
}

TEST(ClockDrift, NoTimeIsNoDrift) {
    EXPECT_EQ((ClockDrift{.error = {5}, .elapsed = {0}}).ppm(), 0);
}

TEST(ReadPair, TakesTheMiddleOfTheQuickestReading) {
    Machine machine;
    machine.ticks = [](std::int64_t ns) { return ns; };
    machine.kernel_read_ns = [](int n) { return n == 9 ? 200 : 5'000; };
    const PairedReading reading = read_pair(FakeClocks{&machine});
    EXPECT_NEAR(static_cast<double>(reading.ticks), static_cast<double>(reading.time.value), 10);
}

TEST(TscClock, OnThisMachineAgreesWithTheKernel) {
    const TscClock clock = TscClock::create().value();
    const Time before = SystemClocks::nanos();
    const Time now = clock.now();
    const Time after = SystemClocks::nanos();
    // A thread may sleep between two readings, but not between a moment and itself: only the error
    // counts here.
    constexpr Nanos kTolerance{kMillisecond};
    EXPECT_GE(now + kTolerance, before) << clock_source_name(clock.source());
    EXPECT_LE(now, after + kTolerance) << fallback_reason_name(clock.reason());
}

TEST(TscClock, NeverRunsBackwards) {
    const TscClock clock = TscClock::create().value();
    const NoAllocScope scope;
    Time before = clock.now();
    for (int i = 0; i < 10'000; ++i) {
        const Time now = clock.now();
        ASSERT_GE(now, before);
        before = now;
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

TEST(ClockNames, AreForPeople) {
    EXPECT_STREQ(clock_source_name(ClockSource::TickCounter), "tick counter");
    EXPECT_STREQ(clock_source_name(ClockSource::Kernel), "kernel clock");
    EXPECT_STREQ(fallback_reason_name(FallbackReason::None), "none");
    EXPECT_NE(std::string(fallback_reason_name(FallbackReason::NotInvariant)).find("rate"),
              std::string::npos);
    EXPECT_NE(std::string(fallback_reason_name(FallbackReason::UnsteadyRate)).find("drift"),
              std::string::npos);
}

}  // namespace
}  // namespace hotpath::timing
