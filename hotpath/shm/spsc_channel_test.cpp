// Two ends of a lossless channel in one process; tests/crash has them in two, and kills them.
#include "hotpath/shm/spsc_channel.hpp"

#include <array>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::shm {
namespace {

using ::testing::HasSubstr;

using Channel = SpscChannel<std::uint64_t>;

class SpscChannelTest : public ::testing::Test {
  protected:
    [[nodiscard]] Channel create(std::size_t slots = 64) const {
        auto channel = Channel::create(place_, {.name = "orders", .slots = slots});
        EXPECT_TRUE(channel.has_value()) << channel.error().message;
        return *channel;
    }

    support::TemporaryDirectory directory_;
    ChannelFolder place_{.folder = directory_ / "channels", .huge_folder = {}};
};

/// The next message, or nothing.
std::optional<std::uint64_t> pop(Channel::Consumer& consumer) {
    std::uint64_t message = 0;
    return consumer->try_pop(message) ? std::optional(message) : std::nullopt;
}

void die() {
    ::kill(::getpid(), SIGKILL);
}

/// What a process does until it dies.
template <class Life>
void in_a_dying_process(Life&& life) {
    const pid_t child = ::fork();
    if (child == 0) {
        life();
        ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
}

TEST_F(SpscChannelTest, CarriesMessagesInOrder) {
    const Channel channel = create();
    auto producer = channel.attach_producer({});
    auto consumer = Channel::open(place_, {.name = "orders"})->attach_consumer({});
    for (std::uint64_t i = 0; i < 1'000; ++i) {
        ASSERT_TRUE((*producer)->try_push(i));
        ASSERT_EQ(pop(*consumer), i);
    }
    EXPECT_EQ(pop(*consumer), std::nullopt);
}

TEST_F(SpscChannelTest, CarriesMessagesBetweenThreads) {
    constexpr std::uint64_t kMessages = 200'000;
    const Channel channel = create();
    auto producer = channel.attach_producer({});
    auto consumer = channel.attach_consumer({});
    std::thread writer([&] {
        for (std::uint64_t i = 0; i < kMessages;) {
            if ((*producer)->try_push(i)) {
                ++i;
            } else {
                std::this_thread::yield();
            }
        }
    });
    for (std::uint64_t expected = 0; expected < kMessages;) {
        if (const auto message = pop(*consumer)) {
            ASSERT_EQ(*message, expected++);
        } else {
            std::this_thread::yield();
        }
    }
    writer.join();
}

TEST_F(SpscChannelTest, RefusesASecondProducerAndASecondConsumer) {
    const Channel channel = create();
    const auto producer = channel.attach_producer({});
    const auto consumer = channel.attach_consumer({});
    const std::string own = std::to_string(::getpid());
    const auto second_producer = Channel::open(place_, {.name = "orders"})->attach_producer({});
    ASSERT_FALSE(second_producer.has_value());
    EXPECT_THAT(second_producer.error().message, HasSubstr("has a writer already, process " + own));
    const auto second_consumer = channel.attach_consumer({});
    ASSERT_FALSE(second_consumer.has_value());
    EXPECT_THAT(second_consumer.error().message, HasSubstr("has a reader already, process " + own));
}

TEST_F(SpscChannelTest, KeepsItsMessagesWhileNoProcessIsAttached) {
    (void)create();
    {
        auto producer = Channel::open(place_, {.name = "orders"})->attach_producer({});
        ASSERT_TRUE((*producer)->try_push(7));
        ASSERT_TRUE((*producer)->try_push(8));
    }
    auto consumer = Channel::open(place_, {.name = "orders"})->attach_consumer({});
    EXPECT_EQ(pop(*consumer), 7U);
    EXPECT_EQ(pop(*consumer), 8U);
}

TEST_F(SpscChannelTest, TellsAFarewellFromACrash) {
    const Channel channel = create();
    {
        const auto first = channel.attach_producer({});
        EXPECT_EQ(first->attachment().epoch(), 1U);
        EXPECT_FALSE(first->attachment().is_after_crash());
        EXPECT_EQ(first->attachment().spsc_reader().presence, Presence::Never);
    }
    const auto consumer = channel.attach_consumer({});
    EXPECT_EQ(consumer->attachment().writer().presence, Presence::Left);
    in_a_dying_process([&] {
        auto second = channel.attach_producer({});
        (void)(*second)->try_push(1);
        die();  // before the destructor says farewell
    });
    const EndState after = consumer->attachment().writer();
    EXPECT_EQ(after.presence, Presence::Crashed);
    EXPECT_EQ(after.epoch, 2U);
    const auto third = channel.attach_producer({});
    EXPECT_EQ(third->attachment().epoch(), 3U);
    EXPECT_TRUE(third->attachment().is_after_crash());
    EXPECT_EQ(consumer->attachment().writer().presence, Presence::Attached);
    EXPECT_EQ(consumer->attachment().writer_epoch(), 3U);
    EXPECT_EQ(consumer->attachment().writer().holder_pid, static_cast<std::uint64_t>(::getpid()));
}

TEST_F(SpscChannelTest, ForgetsAClaimOfAProducerThatDied) {
    const Channel channel = create();
    in_a_dying_process([&] {
        auto producer = channel.attach_producer({});
        (void)(*producer)->try_push(1);
        *(*producer)->claim() = 666;
        die();
    });
    auto producer = channel.attach_producer({});
    ASSERT_TRUE((*producer)->try_push(2));
    auto consumer = channel.attach_consumer({});
    EXPECT_EQ(pop(*consumer), 1U);
    EXPECT_EQ(pop(*consumer), 2U);
}

TEST_F(SpscChannelTest, DeliversAgainWhatAConsumerHeldWhenItDied) {
    const Channel channel = create();
    auto producer = channel.attach_producer({});
    ASSERT_TRUE((*producer)->try_push(1));
    ASSERT_TRUE((*producer)->try_push(2));
    in_a_dying_process([&] {
        auto consumer = channel.attach_consumer({});
        (void)(*consumer)->front();
        (*consumer)->pop();
        (void)(*consumer)->front();
        die();
    });
    auto consumer = channel.attach_consumer({});
    EXPECT_TRUE(consumer->attachment().is_after_crash());
    EXPECT_EQ(pop(*consumer), 2U);
}

TEST_F(SpscChannelTest, KnowsThatItWasRemoved) {
    const Channel channel = create();
    const auto producer = channel.attach_producer({});
    EXPECT_FALSE(producer->attachment().is_removed());
    std::filesystem::remove(channel.segment().path());
    EXPECT_TRUE(producer->attachment().is_removed());
}

TEST_F(SpscChannelTest, RefusesASizeThatIsNone) {
    for (const std::size_t slots : {0U, 1U, 2U, 3U, 63U}) {
        const auto channel = Channel::create(place_, {.name = "orders", .slots = slots});
        ASSERT_FALSE(channel.has_value());
        EXPECT_THAT(channel.error().message, HasSubstr("slots must be a power of two, 4 to 2^32"));
    }
    EXPECT_FALSE(Channel::create(place_, {.name = "a/b", .slots = 64}).has_value());
    const std::string name(32, 'p');
    EXPECT_FALSE(
        Channel::create(place_, {.name = "a", .slots = 64, .protocol = {name, 1}}).has_value());
}

/// Whatever is written into the ring's memory: attaching says no, or gives an end that stays
/// inside and comes to an end.
TEST_F(SpscChannelTest, SurvivesAnyDamageToItsRing) {
    Random random(support::seed_of_this_test(31));
    const Channel channel = create();
    std::uint64_t refused = 0;
    const std::uint64_t tries = support::rounds_of_this_run({.usual = 300, .long_run = 20'000});
    for (std::uint64_t i = 0; i < tries; ++i) {
        const auto fresh = Channel::create(
            place_, {.name = "orders", .slots = 64, .if_present = IfPresent::Replace});
        {
            std::fstream file(fresh->segment().path(),
                              std::ios::binary | std::ios::in | std::ios::out);
            for (std::uint64_t n = random.below(5) + 1; n > 0; --n) {
                const std::uint64_t words = fresh->segment().header().ring_bytes / 8;
                const std::uint64_t at = SegmentHeader::kHeaderBytes + 8 * random.below(words);
                const std::uint64_t word = random.one_in(2) ? random.next() : random.below(200);
                file.seekp(static_cast<std::streamoff>(at));
                file.write(reinterpret_cast<const char*>(&word), sizeof word);
            }
        }
        auto producer = fresh->attach_producer({});
        auto consumer = fresh->attach_consumer({});
        refused += producer && consumer ? 0U : 1U;
        for (std::uint64_t n = 0; n < 200; ++n) {
            (void)(producer && (*producer)->try_push(n));
            (void)(consumer && pop(*consumer));
        }
    }
    EXPECT_GT(refused, tries / 4);
}

}  // namespace
}  // namespace hotpath::shm
