// The records in a trader's channel: every event once, with the stages that it went through and,
// when it sent, the moment the transport had taken the order.
#include "hotpath/trader/telemetry_observer.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/queue/broadcast.hpp"
#include "hotpath/telemetry/decode.hpp"
#include "hotpath/trader/trader.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/trader_world.hpp"

namespace hotpath::trader {
namespace {

using telemetry::EventKind;
using telemetry::StageRecord;
using timing::Stage;

/// Every reading is a tick later.
struct CountedTicks {
    static inline std::uint64_t last = 0;
    [[nodiscard]] static std::uint64_t ticks() noexcept { return ++last; }
};

using Telemetry = TelemetryObserver<CountedTicks>;

/// The channel of the trader that is under test: worlds make traders without being told of one.
telemetry::Publisher* publisher_now = nullptr;

struct Published : Telemetry {
    Published() : Telemetry(publisher_now, {}) {}
};

using Observed = Trader<strategy::MarketMaker, CountedTicks, Published>;

struct Heard {
    void on_stages(const StageRecord& record) { events.push_back(record); }
    void on_state(const telemetry::StateRecord&) {}
    void on_instrument(const telemetry::InstrumentRecord&) {}

    std::vector<StageRecord> events{};
};

/// Logged on, and quoting.
template <class World>
void trade(World& world) {
    world.make_market();
    world.advance_ms(500);
}

class TelemetryOfATrader : public ::testing::Test {
  protected:
    TelemetryOfATrader() : writer_(queue_.writer()), publisher_(writer_, {}) {
        publisher_now = &publisher_;
    }

    [[nodiscard]] std::vector<StageRecord> events() {
        Heard heard;
        std::vector<std::byte> room(512);
        for (;;) {
            const auto result = reader_.try_read(room);
            if (result.status != queue::BroadcastStatus::Record) {
                EXPECT_EQ(result.status, queue::BroadcastStatus::Empty);
                return heard.events;
            }
            EXPECT_EQ(telemetry::decode(std::span(room).first(result.length), heard),
                      telemetry::RecordStatus::Ok);
        }
    }

    queue::BroadcastQueue queue_{std::size_t{1} << 22U};
    queue::BroadcastReader reader_{queue_.reader()};
    queue::BroadcastWriter writer_;
    telemetry::Publisher publisher_;
};

[[nodiscard]] bool is_complete(const StageRecord& event) {
    return std::ranges::is_sorted(event.stamps) && event.stamps.front() != 0;
}

TEST_F(TelemetryOfATrader, EveryEventIsToldOnceAndOrdersHaveEveryStage) {
    support::BasicTraderWorld<Observed> world;
    trade(world);
    ASSERT_GT(world.open_orders(), 0U);
    const std::vector<StageRecord> events = this->events();
    ASSERT_FALSE(events.empty());
    EXPECT_EQ(events.size(), publisher_.events());
    std::vector<std::uint64_t> numbers;
    std::size_t complete = 0;
    for (const StageRecord& event : events) {
        numbers.push_back(event.header.number);
        EXPECT_NE(event.at(Stage::Rx), 0U);
        complete += event.is_sent != 0 && is_complete(event) ? 1U : 0U;
        if (event.is_sent == 0) {
            EXPECT_EQ(event.at(Stage::Tx), 0U);
            EXPECT_EQ(event.instrument, InstrumentId{});
        } else {
            EXPECT_EQ(event.instrument, support::kAapl);
        }
    }
    EXPECT_GT(complete, 0U);
    EXPECT_TRUE(std::ranges::is_sorted(numbers));
    EXPECT_EQ(numbers.back() + 1, publisher_.events());
}

TEST_F(TelemetryOfATrader, PacketsAndRepliesAreTold) {
    support::BasicTraderWorld<Observed> world;
    trade(world);
    world.other_takes('B', 100);
    world.run_until_idle();
    const std::vector<StageRecord> events = this->events();
    for (const EventKind kind : {EventKind::Packet, EventKind::Reply}) {
        EXPECT_TRUE(std::ranges::any_of(
            events, [&](const StageRecord& event) { return event.event == kind; }));
    }
    EXPECT_TRUE(std::ranges::all_of(events, [&](const StageRecord& event) {
        return event.local_time.value > 0 || event.venue_time.value >= 0;
    }));
}

TEST_F(TelemetryOfATrader, WithoutAPublisherNothingIsTold) {
    publisher_now = nullptr;
    support::BasicTraderWorld<Observed> world;
    trade(world);
    EXPECT_GT(world.open_orders(), 0U);
    EXPECT_TRUE(events().empty());
}

/// What the trader does is the same whether anybody is told of it.
TEST_F(TelemetryOfATrader, ChangesNothing) {
    const auto run = [] {
        support::BasicTraderWorld<Observed> world;
        trade(world);
        for (int n = 0; n < 5; ++n) {
            world.make_market();
            world.run_until_idle();
            world.other_takes(n % 2 == 0 ? 'B' : 'S', 100);
            world.run_until_idle();
            world.advance({kNanosPerSecond});
        }
        return std::pair(world.position(), world.trader().engine().orders().counters().entered);
    };
    const auto told = run();
    publisher_now = nullptr;
    EXPECT_EQ(run(), told);
    EXPECT_GT(told.second, 2U);
}

}  // namespace
}  // namespace hotpath::trader
