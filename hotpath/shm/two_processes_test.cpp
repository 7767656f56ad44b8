// A channel between two processes, without kills: tests/crash kills them.
#include <array>
#include <cstdint>
#include <span>

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hotpath/shm/broadcast_channel.hpp"
#include "hotpath/shm/spsc_channel.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::shm {
namespace {

using Numbers = SpscChannel<std::uint64_t>;

class TwoProcessesTest : public ::testing::Test {
  protected:
    /// Runs `life` in a child, which exits in order with 0 when it returns true.
    template <class Life>
    static pid_t begin(Life&& life) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::_exit(life() ? 0 : 1);
        }
        return child;
    }
    static void expect_success(pid_t child) {
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFEXITED(status));
        EXPECT_EQ(WEXITSTATUS(status), 0);
    }

    support::TemporaryDirectory directory_;
    ChannelFolder place_{.folder = directory_ / "channels", .huge_folder = {}};
};

constexpr std::uint64_t kMessages = 5'000;

TEST_F(TwoProcessesTest, EveryMessageArrivesOnceAndInOrderThroughASmallRing) {
    const auto channel = Numbers::create(place_, {.name = "numbers", .slots = 4});
    ASSERT_TRUE(channel.has_value());
    const pid_t child = begin([&] {
        auto producer = Numbers::open(place_, {.name = "numbers"})->attach_producer({});
        for (std::uint64_t i = 0; i < kMessages;) {
            if ((*producer)->try_push(i * i)) {
                ++i;
            } else {
                ::sched_yield();
            }
        }
        return true;
    });
    auto consumer = channel->attach_consumer({});
    for (std::uint64_t i = 0; i < kMessages;) {
        std::uint64_t message = 0;
        if ((*consumer)->try_pop(message)) {
            ASSERT_EQ(message, i * i);
            ++i;
        } else {
            ::sched_yield();
        }
    }
    expect_success(child);
    std::uint64_t message = 0;
    EXPECT_FALSE((*consumer)->try_pop(message));
    EXPECT_EQ(consumer->attachment().writer().presence, Presence::Left);
    EXPECT_EQ(consumer->attachment().writer_epoch(), 1U);
}

TEST_F(TwoProcessesTest, AReplyComesBackThroughASecondChannel) {
    const auto there = Numbers::create(place_, {.name = "there", .slots = 4});
    const auto back = Numbers::create(place_, {.name = "back", .slots = 4});
    const pid_t child = begin([&] {
        auto questions = there->attach_consumer({});
        auto answers = back->attach_producer({});
        for (std::uint64_t question = 1; question != 0;) {
            if ((*questions)->try_pop(question)) {
                (void)(*answers)->try_push(question + 1);
            } else {
                ::sched_yield();
            }
        }
        return true;
    });
    auto questions = there->attach_producer({});
    auto answers = back->attach_consumer({});
    for (const std::uint64_t question : {7U, 41U, 0U}) {
        ASSERT_TRUE((*questions)->try_push(question));
        std::uint64_t answer = 0;
        while (!(*answers)->try_pop(answer)) {
            ::sched_yield();
        }
        EXPECT_EQ(answer, question + 1);
    }
    expect_success(child);
}

/// A record that shows a torn copy: its number in every word.
using Record = std::array<std::uint64_t, 8>;

TEST_F(TwoProcessesTest, ASlowReaderLosesACountedNumberOfWholeRecords) {
    const auto channel =
        BroadcastChannel::create(place_, {.name = "feed", .capacity_bytes = 4'096});
    ASSERT_TRUE(channel.has_value());
    auto reader = channel->attach_reader({}, queue::StartAt::Oldest);
    const pid_t child = begin([&] {
        auto writer = channel->attach_writer({});
        Record record{};
        for (std::uint64_t i = 0; i < kMessages; ++i) {
            record.fill(i);
            (*writer)->write(std::as_bytes(std::span(record)));
        }
        return true;
    });
    std::uint64_t next = 0;
    std::uint64_t received = 0;
    std::uint64_t lost = 0;
    while (next < kMessages) {
        Record record{};
        const auto result = (*reader)->try_read(std::as_writable_bytes(std::span(record)));
        if (result.status == queue::BroadcastStatus::Record) {
            ASSERT_EQ(result.length, sizeof record);
            for (const std::uint64_t word : record) {
                ASSERT_EQ(word, next);
            }
            ++next;
            ++received;
        } else if (result.status == queue::BroadcastStatus::Empty) {
            ::sched_yield();
        } else {
            // None is lost by a call during whose search the writer goes around the ring.
            ASSERT_EQ(result.status, queue::BroadcastStatus::Lapped);
            next += result.lost;
            lost += result.lost;
        }
    }
    EXPECT_EQ(received + lost, kMessages);
    expect_success(child);
}

}  // namespace
}  // namespace hotpath::shm
