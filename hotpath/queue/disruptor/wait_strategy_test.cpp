// How threads wait: every strategy returns when its condition holds, the blocking ones sleep in
// the kernel, lose no wake-up, and cost a publisher no system call while no thread sleeps.

#include "hotpath/queue/disruptor/wait_strategy.hpp"

#include <atomic>
#include <cstdint>
#include <thread>

#include <gtest/gtest.h>

#include "tests/support/seeds.hpp"

namespace hotpath::queue::disruptor {
namespace {

template <class Wait>
class DisruptorWait : public testing::Test {};

using Strategies = testing::Types<BusySpin, PauseSpin, Yield, Sleep, Block, Phased>;
TYPED_TEST_SUITE(DisruptorWait, Strategies);

TYPED_TEST(DisruptorWait, ReturnsAtOnceWhenTheConditionHolds) {
    Signal signal;
    int looks = 0;
    TypeParam{}.wait(signal, [&] { return ++looks == 1; });
    EXPECT_EQ(looks, 1);
    EXPECT_EQ(signal.sleepers(), 0U);
}

TYPED_TEST(DisruptorWait, LooksUntilTheConditionHolds) {
    Signal signal;
    std::atomic<bool> is_ready{false};
    std::atomic<bool> has_looked{false};
    std::thread waiting([&] {
        TypeParam{}.wait(signal, [&] {
            has_looked.store(true, std::memory_order_relaxed);
            return is_ready.load(std::memory_order_acquire);
        });
    });
    while (!has_looked.load(std::memory_order_relaxed)) {
        std::this_thread::yield();
    }
    is_ready.store(true, std::memory_order_release);
    signal.wake_sleepers();
    waiting.join();
    EXPECT_EQ(signal.sleepers(), 0U);
}

/// Two threads hand a number back and forth and sleep in between: a lost wake-up stops them.
template <class Wait>
void ping_pong(const Wait& wait, std::uint64_t rounds) {
    Signal signals[2];
    std::atomic<std::uint64_t> number{0};
    const auto play = [&](std::uint64_t me) {
        for (std::uint64_t turn = me; turn < 2 * rounds; turn += 2) {
            wait.wait(signals[me], [&] { return number.load(std::memory_order_acquire) == turn; });
            number.store(turn + 1, std::memory_order_release);
            signals[1 - me].wake_sleepers();
        }
    };
    std::thread other([&] { play(1); });
    play(0);
    other.join();
    EXPECT_EQ(number.load(), 2 * rounds);
}

TEST(DisruptorSignal, LosesNoWakeUpWhenEveryMessageIsSleptFor) {
    ping_pong(Block{}, support::is_long_run() ? 2'000'000 : 30'000);
}

TEST(DisruptorSignal, LosesNoWakeUpWhenPatienceEndsAsTheMessageComes) {
    ping_pong(Phased{.patience = {.spins = 0, .yields = 0}}, 10'000);
    ping_pong(Phased{.patience = {.spins = 30, .yields = 0}}, 10'000);
    ping_pong(Phased{.patience = {.spins = 5, .yields = 1}}, 10'000);
}

TEST(DisruptorSignal, WakesEveryoneWhoSleepsForTheSameThing) {
    Signal signal;
    std::atomic<bool> is_ready{false};
    const auto sleep = [&] {
        Block{}.wait(signal, [&] { return is_ready.load(std::memory_order_acquire); });
    };
    std::thread first(sleep);
    std::thread second(sleep);
    while (signal.sleepers() != 2) {
        std::this_thread::yield();
    }
    is_ready.store(true, std::memory_order_release);
    signal.wake_sleepers();
    first.join();
    second.join();
    EXPECT_EQ(signal.wakes(), 1U);
}

TEST(DisruptorSignal, ASleeperWhoseConditionDoesNotHoldSleepsOn) {
    Signal signal;
    std::atomic<std::uint32_t> looks{0};
    std::atomic<bool> is_ready{false};
    std::thread sleeping([&] {
        signal.sleep_until([&] {
            looks.fetch_add(1, std::memory_order_relaxed);
            return is_ready.load(std::memory_order_acquire);
        });
    });
    while (looks.load(std::memory_order_relaxed) == 0) {
        std::this_thread::yield();
    }
    signal.wake_sleepers();  // for somebody else's sake
    while (looks.load(std::memory_order_relaxed) < 2) {
        std::this_thread::yield();
    }
    EXPECT_EQ(signal.sleepers(), 1U);
    is_ready.store(true, std::memory_order_release);
    signal.wake_sleepers();
    sleeping.join();
}

TEST(DisruptorSignal, APublisherEntersTheKernelForSleepersOnly) {
    Signal signal;
    for (int i = 0; i < 1'000; ++i) {
        signal.wake_sleepers();
    }
    EXPECT_EQ(signal.wakes(), 0U);
}

}  // namespace
}  // namespace hotpath::queue::disruptor
