// The watch of a loop: each part's time, and what is long in it.
#include "hotpath/jitter/loop_watch.hpp"

#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "hotpath/core/cpu.hpp"
#include "hotpath/jitter/core_list.hpp"

namespace hotpath::jitter {
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
                const OwnCode own(&watch, Work::Packet);
            }
            {
                const OwnCode own(&watch, Work::Status);
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

TEST(LoopWatch, ALongPieceIsFoundInItsPartAndItsWork) {
    on_last_core([](LoopWatch& watch) {
        for (const Work work : kAllOwnWorks) {
            const LoopPart part = part_of(work);
            const std::uint64_t before = watch.of(part).long_gaps();
            watch.begin_turn();
            {
                const OwnCode own(&watch, work);
                busy_for(watch, kLongTicks);
            }
            watch.end_turn(true);
            ASSERT_EQ(watch.of(part).long_gaps(), before + 1);
            ASSERT_EQ(watch.of(work).log.long_gaps(), 1U);
            EXPECT_EQ(watch.of(work).log.longest().front().work, work);
            EXPECT_EQ(watch.json()["work"][std::string(work_name(work))]["long"], 1);
        }
    });
}

TEST(LoopWatch, EveryLongPieceOfATurnIsCountedAndTheLongestAloneHasTheInterrupts) {
    on_last_core([](LoopWatch& watch) {
        watch.begin_turn();
        for (std::uint64_t n = 1; n <= 3; ++n) {
            OwnCode own(&watch, Work::Reply);
            busy_for(watch, n * kLongTicks);
        }
        watch.end_turn(true);
        const std::vector<Gap> longest = watch.of(Work::Reply).log.longest();
        ASSERT_EQ(longest.size(), 3U);
        EXPECT_GT(longest[0].evidence.window, Nanos{});
        EXPECT_EQ(longest[1].evidence.window, Nanos{});
        EXPECT_EQ(longest[2].evidence.window, Nanos{});
        EXPECT_EQ(longest[2].cause, Cause::Unexplained);
    });
}

TEST(LoopWatch, MoreLongPiecesThanATurnKeepsAreCounted) {
    on_last_core([](LoopWatch& watch) {
        watch.begin_turn();
        for (std::size_t n = 0; n < LoopWatch::kPiecesMax + 2; ++n) {
            const OwnCode own(&watch, Work::Timer);
            busy_for(watch, kLongTicks / 10);
        }
        watch.end_turn(true);
        EXPECT_EQ(watch.of(Work::Timer).log.long_gaps(), LoopWatch::kPiecesMax);
        EXPECT_EQ(watch.json()["pieces_unread"], 2);
    });
}

TEST(LoopWatch, AnInputThatSentIsAnOrderAndItsTimeIsInTheStages) {
    on_last_core([](LoopWatch& watch) {
        watch.begin_turn();
        {
            OwnCode own(&watch, Work::Packet);
            timing::StageStamps stamps;
            stamps.set(timing::Stage::Rx, watch.ticks());
            busy_for(watch, kLongTicks);
            stamps.set(timing::Stage::Book, watch.ticks());
            own.note(true, stamps);
        }
        watch.end_turn(true);
        EXPECT_EQ(watch.of(Work::Packet).log.lengths().count(), 0U);
        const WorkLog& order = watch.of(Work::Order);
        ASSERT_EQ(order.log.long_gaps(), 1U);
        const Nanos book = order.segments[static_cast<std::size_t>(Segment::Book)];
        const bool is_interrupted = order.log.longest().front().cause != Cause::Unexplained;
        EXPECT_TRUE(is_interrupted || book.value >= order.total.value * 9 / 10);
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
}  // namespace hotpath::jitter
