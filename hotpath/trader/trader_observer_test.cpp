// An observer's record is complete: another trader with the same inputs puts out the same bytes.
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/trader/trader.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/trader_world.hpp"

namespace hotpath::trader {
namespace {

using support::ByteString;

struct Heard {
    struct Event {
        Input input{};
        ByteString bytes{};
        std::map<OutputPort, ByteString> outputs{};
        bool is_done = false;
    };
    std::vector<Event> events{};
    std::vector<ModeChange> modes{};
    bool must_stop = false;
};

/// Keeps everything.
struct Listening {
    void on_input(const Input& input) noexcept {
        const Bytes bytes = bytes_of(input.event);
        heard->events.push_back({.input = input, .bytes = support::to_bytes(bytes)});
        heard->events.back().input.event = with_bytes(input.event, {});
    }
    void on_output(const Output& output) noexcept {
        EXPECT_EQ(output.number, heard->events.back().input.number);
        ByteString& all = heard->events.back().outputs[output.port];
        all.insert(all.end(), output.bytes.begin(), output.bytes.end());
    }
    void on_mode(const ModeChange& change) noexcept { heard->modes.push_back(change); }
    template <class Trader>
    void on_done(const Input& input, const Trader&) noexcept {
        EXPECT_EQ(input.number, heard->events.back().input.number);
        heard->events.back().is_done = true;
    }
    [[nodiscard]] bool must_stop() const noexcept { return heard->must_stop; }

    std::shared_ptr<Heard> heard = std::make_shared<Heard>();
};

using Observed = Trader<strategy::MarketMaker, timing::NoTicks, Listening>;
using HeardWorld = support::BasicTraderWorld<Observed>;

class ObservedTrading : public testing::Test {
  protected:
    [[nodiscard]] Heard& heard() { return *world.trader().observer().heard; }

    HeardWorld world;
};

TEST_F(ObservedTrading, InputsAreNumberedWithoutAHole) {
    world.trade_with_faults();
    ASSERT_GT(heard().events.size(), 100U);
    EXPECT_EQ(heard().events.size(), world.trader().inputs());
    for (std::size_t n = 0; n < heard().events.size(); ++n) {
        EXPECT_EQ(heard().events[n].input.number, n + 1);
        EXPECT_TRUE(heard().events[n].is_done);
    }
}

TEST_F(ObservedTrading, AnotherTraderToWhichItIsToldPutsOutTheSame) {
    world.trade_with_faults();
    world.trader().stop(world.venue.now);
    world.advance_ms(1'000);
    auto other = Observed::create(
        world.options, strategy::MarketMaker({.instruments_max = 3, .quote_qty = {100}}));
    ASSERT_TRUE(other.has_value());
    std::size_t bytes = 0;
    for (const Heard::Event& event : heard().events) {
        Input input = event.input;
        input.event = with_bytes(input.event, event.bytes);
        other->apply(input);
        const Heard::Event& again = other->observer().heard->events.back();
        ASSERT_EQ(again.input.number, event.input.number) << name(kind_of(event.input.event));
        ASSERT_EQ(again.outputs, event.outputs) << "input " << event.input.number;
        for (const auto& [port, output] : event.outputs) {
            bytes += output.size();
        }
    }
    EXPECT_GT(bytes, 500U);
    EXPECT_EQ(other->engine().books().checksum(), world.trader().engine().books().checksum());
}

TEST_F(ObservedTrading, EveryByteSentWasObservedBefore) {
    world.trade_with_faults();
    ByteString put_out;
    for (const Heard::Event& event : heard().events) {
        if (event.outputs.contains(OutputPort::OrderEntry)) {
            const ByteString& output = event.outputs.at(OutputPort::OrderEntry);
            put_out.insert(put_out.end(), output.begin(), output.end());
        }
    }
    std::size_t sent = 0;
    for (const Heard::Event& event : heard().events) {
        const auto* written = std::get_if<event::Written>(&event.input.event);
        sent += written != nullptr && written->port == Port::OrderEntry ? written->bytes : 0U;
    }
    EXPECT_GT(sent, 0U);
    EXPECT_LE(sent, put_out.size()) << "what was on its way when it broke was not sent";
}

TEST_F(ObservedTrading, TheOperatorsKillIsHeardWithItsMode) {
    world.trade_with_faults();
    EXPECT_TRUE(heard().modes.empty());
    world.trader().kill(world.venue.now);
    ASSERT_EQ(heard().modes.size(), 1U);
    EXPECT_EQ(heard().modes[0].mode, risk::TradingMode::Killed);
    EXPECT_EQ(heard().modes[0].reason, risk::StopReason::Operator);
    EXPECT_EQ(heard().modes[0].number, world.trader().inputs());
    EXPECT_TRUE(std::holds_alternative<event::Kill>(heard().events.back().input.event));
}

TEST_F(ObservedTrading, AnObserverThatCannotKeepWhatHappensStopsTrading) {
    world.trade_with_faults();
    EXPECT_GT(world.open_orders(), 0U);
    heard().must_stop = true;
    world.advance_ms(500);
    EXPECT_TRUE(world.trader().engine().is_killed());
    EXPECT_EQ(world.trader().engine().gateway().risk().stop_reason(), risk::StopReason::Journal);
    EXPECT_EQ(world.open_orders(), 0U) << "what was open is canceled";
    ASSERT_EQ(heard().modes.size(), 1U);
}

TEST_F(ObservedTrading, RequestsAreAnInputOnlyWhenThereAreAny) {
    world.make_market();
    world.advance_ms(500);
    for (const Heard::Event& event : heard().events) {
        EXPECT_NE(kind_of(event.input.event), InputKind::RequestsTaken);
    }
    world.trade_with_faults();
    std::size_t taken = 0;
    for (const Heard::Event& event : heard().events) {
        const bool is_taking = kind_of(event.input.event) == InputKind::RequestsTaken;
        taken += is_taking ? 1U : 0U;
        EXPECT_EQ(event.outputs.contains(OutputPort::Requests), is_taking);
    }
    EXPECT_GT(taken, 0U);
}

/// Hears that it is told, and no more.
struct Counting {
    void on_input(const Input&) noexcept { ++inputs; }
    void on_output(const Output&) noexcept {}
    void on_mode(const ModeChange&) noexcept {}
    template <class Trader>
    void on_done(const Input&, const Trader&) noexcept {
        ++done;
    }
    [[nodiscard]] bool must_stop() const noexcept { return is_full; }
    std::uint64_t inputs = 0;
    std::uint64_t done = 0;
    bool is_full = false;
};

TEST(Observers, EachHearsEverythingAndOneIsEnoughToStop) {
    Observers<Counting, NullObserver, Counting> both({}, {}, {});
    both.on_input({});
    both.on_done({}, 0);
    EXPECT_EQ(both.get<0>().inputs, 1U);
    EXPECT_EQ(both.get<2>().done, 1U);
    EXPECT_FALSE(both.must_stop());
    both.get<2>().is_full = true;
    EXPECT_TRUE(both.must_stop());
}

TEST(Observers, WithoutOneNothingIsCountedOrAllocated) {
    using Bare = Trader<strategy::NullStrategy>;
    auto trader = Bare::create(support::trader_at_the_venue(), strategy::NullStrategy{});
    ASSERT_TRUE(trader.has_value());
    const NoAllocScope no_alloc;
    trader->on_timer({1});
    EXPECT_EQ(trader->inputs(), 0U) << "there is no observer";
    EXPECT_EQ(no_alloc.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::trader
