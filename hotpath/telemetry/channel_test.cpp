// A trader's end and observers' ends of one channel: late, slow, stopped, killed, restarted.
#include "hotpath/telemetry/channel.hpp"

#include <atomic>
#include <csignal>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hotpath/shm/channels.hpp"
#include "hotpath/telemetry/publisher.hpp"
#include "hotpath/telemetry/reader.hpp"
#include "hotpath/telemetry/summary.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::telemetry {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t kAll = 1'000'000;

/// Each event's number twice: what does not match is torn.
struct Heard {
    void on_stages(const StageRecord& record) {
        numbers.push_back(record.header.number);
        is_torn = is_torn || record.local_time.value != static_cast<std::int64_t>(numbers.back());
    }
    void on_state(const StateRecord& record) { states.push_back(record); }
    void on_instrument(const InstrumentRecord& record) { rows.push_back(record); }

    std::vector<std::uint64_t> numbers{};
    std::vector<StateRecord> states{};
    std::vector<InstrumentRecord> rows{};
    bool is_torn = false;
};

void publish_events(Publisher& publisher, std::uint64_t count) {
    const timing::StageStamps stamps;
    for (std::uint64_t n = 0; n < count; ++n) {
        const auto time = static_cast<std::int64_t>(publisher.events());
        publisher.publish({.local_time = {time}}, stamps);
    }
}

void publish_state(Publisher& publisher, std::span<InstrumentRecord> rows) {
    StateRecord state;
    publisher.publish(state, rows, 1);
}

class Channel : public ::testing::Test {
  protected:
    [[nodiscard]] shm::BroadcastChannel::Writer writer() const {
        auto made = attach_writer(place_, {.name = "trader", .ring_bytes = kRingBytesMin});
        EXPECT_TRUE(made.has_value()) << made.error().message;
        return std::move(*made);
    }
    [[nodiscard]] Reader reader() const {
        auto made = Reader::open(place_, "trader", {});
        EXPECT_TRUE(made.has_value()) << made.error().message;
        return std::move(*made);
    }

    support::TemporaryDirectory directory_;
    shm::ChannelFolder place_{.folder = directory_ / "channels", .huge_folder = {}};
};

TEST_F(Channel, CarriesEventsAndStatesWithTheirRows) {
    auto writer = this->writer();
    Publisher publisher(*writer, {.session = 5, .tick_ratio = {3, 1}, .state_every_ticks = 10});
    Reader reader = this->reader();
    publish_events(publisher, 3);
    std::vector<InstrumentRecord> rows(2);
    rows[1].position = {-300};
    EXPECT_TRUE(publisher.is_state_due(10));
    StateRecord state;
    publisher.publish(state, rows, 15);
    EXPECT_FALSE(publisher.is_state_due(24));
    EXPECT_TRUE(publisher.is_state_due(25));
    Heard heard;
    EXPECT_FALSE(reader.poll(heard, kAll));
    EXPECT_EQ(heard.numbers, (std::vector<std::uint64_t>{0, 1, 2}));
    ASSERT_EQ(heard.states.size(), 1U);
    EXPECT_EQ(heard.states[0].session, 5U);
    EXPECT_EQ(heard.states[0].events, 3U);
    EXPECT_EQ(heard.states[0].tick_ratio.ticks, 3U);
    ASSERT_EQ(heard.rows.size(), 2U);
    EXPECT_EQ(heard.rows[1].position, SignedQty{-300});
    EXPECT_EQ(heard.rows[1].row, 1U);
    EXPECT_EQ(reader.counters().damaged, 0U);
}

TEST_F(Channel, OnlyEventsThatSentWhenAskedFor) {
    auto writer = this->writer();
    Publisher publisher(*writer, {.events = EventChoice::Sent});
    Reader reader = this->reader();
    publisher.publish({.is_sent = false}, {});
    publisher.publish({.is_sent = true, .local_time = {1}}, {});
    Heard heard;
    EXPECT_FALSE(reader.poll(heard, kAll));
    EXPECT_EQ(heard.numbers, std::vector<std::uint64_t>{1});
    EXPECT_EQ(publisher.events(), 2U);
}

TEST_F(Channel, AReaderThatJoinsLateHasTheLastState) {
    auto writer = this->writer();
    Publisher publisher(*writer, {});
    std::vector<InstrumentRecord> rows(kInstrumentsMax);
    publish_state(publisher, rows);
    Summary summary;
    Reader reader = this->reader();
    EXPECT_FALSE(reader.poll(summary, kAll));
    EXPECT_TRUE(summary.has_state());
    EXPECT_EQ(summary.rows().size(), kInstrumentsMax);
}

TEST_F(Channel, AReaderThatWasLappedKnowsHowMuchItMissed) {
    auto writer = this->writer();
    Publisher publisher(*writer, {});
    Reader reader = this->reader();
    constexpr std::uint64_t kEvents = 10'000;  // seven times the ring
    publish_events(publisher, kEvents);
    Heard heard;
    EXPECT_FALSE(reader.poll(heard, kAll));
    EXPECT_GT(reader.counters().lost, kEvents / 2);
    EXPECT_EQ(reader.counters().lost + heard.numbers.size(), kEvents);
    EXPECT_EQ(heard.numbers.back(), kEvents - 1);
    EXPECT_FALSE(heard.is_torn);
}

TEST_F(Channel, PollTakesNoMoreThanItIsAskedTo) {
    auto writer = this->writer();
    Publisher publisher(*writer, {});
    Reader reader = this->reader();
    publish_events(publisher, 5);
    Heard heard;
    EXPECT_TRUE(reader.poll(heard, 3));
    EXPECT_EQ(heard.numbers.size(), 3U);
    EXPECT_FALSE(reader.poll(heard, 3));
    EXPECT_EQ(heard.numbers.size(), 5U);
}

TEST_F(Channel, ReadersInOtherThreadsTakeWholeRecordsInOrder) {
    auto writer = this->writer();
    Publisher publisher(*writer, {});
    constexpr std::uint64_t kEvents = 200'000;
    std::atomic<int> ready{0};
    std::vector<std::uint64_t> seen(2);
    std::vector<std::thread> threads;
    for (std::uint64_t& total : seen) {
        threads.emplace_back([&] {
            Reader reader = this->reader();
            ++ready;
            Heard heard;
            while (heard.numbers.empty() || heard.numbers.back() + 1 < kEvents) {
                (void)reader.poll(heard, 1'000);
            }
            EXPECT_FALSE(heard.is_torn);
            EXPECT_TRUE(std::ranges::is_sorted(heard.numbers));
            total = heard.numbers.size() + reader.counters().lost;
        });
    }
    while (ready < 2) {
        std::this_thread::yield();
    }
    publish_events(publisher, kEvents);
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(seen, (std::vector<std::uint64_t>{kEvents, kEvents}));
}

TEST_F(Channel, AStateIsSeenWithAllItsRowsOrNotAtAll) {
    auto writer = this->writer();
    Publisher publisher(*writer, {});
    Reader reader = this->reader();
    std::atomic<bool> is_over{false};
    std::thread trader([&] {
        std::vector<InstrumentRecord> rows(3);
        for (int n = 0; n < 20'000; ++n) {
            publish_state(publisher, rows);
        }
        is_over = true;
    });
    Heard heard;
    std::uint64_t broken = 0;
    for (bool last = false; !last;) {
        last = is_over;
        heard = {};
        const std::uint64_t lost = reader.counters().lost;
        (void)reader.poll(heard, 4);  // a state and its rows
        const bool is_whole = heard.states.size() != 1 || heard.rows.size() == 3;
        broken += !is_whole && lost == reader.counters().lost ? 1U : 0U;
    }
    trader.join();
    EXPECT_EQ(broken, 0U);
}

TEST_F(Channel, PublishingAllocatesNothing) {
    auto writer = this->writer();
    Publisher publisher(*writer, {});
    std::vector<InstrumentRecord> rows(kInstrumentsMax);
    const NoAllocScope scope;
    publish_events(publisher, 5'000);
    publish_state(publisher, rows);
    EXPECT_EQ(scope.allocations(), 0U);
}

TEST_F(Channel, AReaderGoesOnWithTheNextTraderOfAKilledOne) {
    Reader* reader = nullptr;
    {
        auto first = this->writer();  // makes the channel
    }
    Reader stayed = this->reader();
    reader = &stayed;
    EXPECT_EQ(reader->writer().presence, shm::Presence::Left);
    const pid_t child = ::fork();
    if (child == 0) {
        auto writer = attach_writer(place_, {.name = "trader", .ring_bytes = kRingBytesMin});
        Publisher publisher(**writer, {.session = 1});
        publish_state(publisher, {});
        publish_events(publisher, 10);
        (void)(*writer)->claim(96);  // dies in the middle of an event
        ::kill(::getpid(), SIGKILL);
    }
    ASSERT_GT(child, 0);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    EXPECT_EQ(reader->writer().presence, shm::Presence::Crashed);
    Heard heard;
    EXPECT_FALSE(reader->poll(heard, kAll));
    EXPECT_EQ(heard.numbers.size(), 10U);
    auto writer = this->writer();
    Publisher publisher(*writer, {.session = 2});
    publish_state(publisher, {});
    publish_events(publisher, 4);
    EXPECT_EQ(reader->writer().presence, shm::Presence::Attached);
    EXPECT_FALSE(reader->poll(heard, kAll));
    EXPECT_EQ(heard.numbers.size(), 14U);
    ASSERT_EQ(heard.states.size(), 2U);
    EXPECT_EQ(heard.states[1].session, 2U);
    EXPECT_EQ(reader->counters().lost, 0U);
    EXPECT_FALSE(reader->is_removed());
}

TEST_F(Channel, RemovedUnderItsReadersTheySayIt) {
    {
        auto first = this->writer();
    }
    const Reader reader = this->reader();
    ASSERT_TRUE(shm::remove_channel(place_, *shm::ChannelName::from("trader"), shm::Removal::Forced)
                    .has_value());
    EXPECT_TRUE(reader.is_removed());
}

TEST_F(Channel, ASecondTraderAndAnotherProtocolAreRefusedInWords) {
    const auto first = this->writer();
    EXPECT_FALSE(attach_writer(place_, {.name = "trader", .ring_bytes = kRingBytesMin}));
    ASSERT_TRUE(shm::BroadcastChannel::create(
        place_, {.name = "other", .capacity_bytes = kRingBytesMin, .protocol = {"test", 1}}));
    const auto reader = Reader::open(place_, "other", {});
    ASSERT_FALSE(reader.has_value());
    EXPECT_THAT(reader.error().message, HasSubstr("hotpath.telemetry"));
    EXPECT_FALSE(Reader::open(place_, "absent", {}).has_value());
}

}  // namespace
}  // namespace hotpath::telemetry
