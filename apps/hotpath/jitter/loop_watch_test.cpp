// The watch of a loop: each part's time, and what is long in it.
#include "apps/hotpath/jitter/loop_watch.hpp"

#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "apps/hotpath/jitter/core_list.hpp"
#include "hotpath/core/cpu.hpp"

namespace hotpath::app {
namespace {

/// Runs on a thread that is pinned and gone afterwards.
template <class Fn>
void on_last_core(Fn fn) {
    std::thread([&] {
        const std::uint32_t core = allowed_cores().back();
        ASSERT_TRUE(pin_this_thread(core));
        auto watch = LoopWatch::create({.core = core});
        ASSERT_TRUE(watch) << watch.error().message;
        watch->start();
        fn(*watch);
    }).join();
}

void busy_for(const LoopWatch& watch, std::uint64_t ticks) {
    const std::uint64_t begun = watch.ticks();
    while (watch.ticks() - begun < ticks) {
    }
}

/// At 1 to 5 ticks a nanosecond far more than the 10 us that a part may take.
constexpr std::uint64_t kLongTicks = 500'000;

TEST(LoopWatch, OwnCodeAndCallsOfATurnAddUp) {
    on_last_core([](LoopWatch& watch) {
        for (int n = 0; n < 1'000; ++n) {
            watch.begin_turn();
            {
                const OwnCode own(&watch, LoopPart::Handling);
            }
            {
                const OwnCode own(&watch, LoopPart::Housekeeping);
            }
            static_cast<void>(::getppid());
            watch.end_turn(n % 4 == 0);
        }
        EXPECT_EQ(watch.of(LoopPart::Handling).lengths().count(), 1'000U);
        EXPECT_EQ(watch.of(LoopPart::Calls).lengths().count(), 1'000U);
        EXPECT_EQ((watch.total(LoopPart::Handling) + watch.total(LoopPart::Housekeeping) +
                   watch.total(LoopPart::Calls)),
                  watch.watched());
        const auto json = watch.json();
        EXPECT_EQ(json["turns"], 1'000);
        EXPECT_EQ(json["turns_with_news"], 250);
    });
}

TEST(LoopWatch, ALongPieceIsFoundInItsPart) {
    on_last_core([](LoopWatch& watch) {
        for (const LoopPart part : {LoopPart::Handling, LoopPart::Housekeeping}) {
            watch.begin_turn();
            {
                const OwnCode own(&watch, part);
                busy_for(watch, kLongTicks);
            }
            watch.end_turn(true);
            ASSERT_EQ(watch.of(part).long_gaps(), 1U);
            EXPECT_EQ(watch.of(part).longest().front().part, part);
        }
    });
}

TEST(LoopWatch, LongCallsAreReadWithinATwentiethOfTheTimeAndCounted) {
    on_last_core([](LoopWatch& watch) {
        constexpr std::uint64_t kTurns = 500;
        for (std::uint64_t n = 0; n < kTurns; ++n) {
            watch.begin_turn();
            busy_for(watch, kLongTicks);
            watch.end_turn(true);
        }
        const auto json = watch.json();
        EXPECT_GT(json["parts"]["calls"]["long"], 0);
        EXPECT_EQ(json["parts"]["calls"]["long"].get<std::uint64_t>() +
                      json["calls_unread"].get<std::uint64_t>(),
                  kTurns);
    });
}

}  // namespace
}  // namespace hotpath::app
