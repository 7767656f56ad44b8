// The venue's day by itself: its configuration, its schedule, limit states; live and after
// restarts.

#include "hotpath/exchange/server/day_schedule.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

using book::TradingState;
using support::BenchClient;
using support::ByteString;
using support::small_venue;
using support::VenueBench;

constexpr Time kOpen{34'200 * kNanosPerSecond};  // VenueBench begins here
constexpr InstrumentId kAppleOfDay{1};

constexpr Nanos seconds(std::int64_t count) {
    return {count * kNanosPerSecond};
}
constexpr Time at(std::int64_t seconds_after_open) {
    return kOpen + seconds(seconds_after_open);
}

ScheduleEntry entry(Time when, ControlAction action) {
    ScheduleEntry made{.at = when};
    made.control.action = action;
    return made;
}
ScheduleEntry trading_at(Time when, TradingState state) {
    ScheduleEntry made = entry(when, ControlAction::SetTrading);
    made.control.state = state;
    return made;
}
ScheduleEntry cross_at(Time when, match::CrossKind kind) {
    ScheduleEntry made = entry(when, ControlAction::Cross);
    made.control.cross = kind;
    return made;
}

VenueServerOptions day_venue(const DayOptions& day) {
    auto options = small_venue(2);
    options.day = day;
    // A client of these tests neither sends heartbeats nor reads while the time goes by.
    options.soup.connection.silence_timeout = seconds(86'400);
    options.soup.connection.stall_timeout = seconds(86'400);
    return options;
}

DayOptions whole_day() {
    DayOptions day;
    ScheduleEntry indication = entry(at(1), ControlAction::Indicate);
    indication.every = seconds(1);
    indication.until = at(5);
    day.schedule = {
        cross_at(at(16), match::CrossKind::Closing),    entry(at(18), ControlAction::EndDay),
        trading_at(at(1), TradingState::QuotationOnly), indication,
        cross_at(at(5), match::CrossKind::Opening),     trading_at(at(10), TradingState::Halted),
        cross_at(at(12), match::CrossKind::Halt)};
    return day;
}

/// The commands in a list of records, as "QIIOHHC.": states, I, kinds of crosses, B bands, R rules.
std::string commands_in(const std::vector<ByteString>& records) {
    std::string text;
    for (const ByteString& record : records) {
        Input input;
        Control control;
        EXPECT_EQ(decode(record, input), protocols::DecodeStatus::Ok);
        const auto* const command = std::get_if<event::Command>(&input.event);
        if (command == nullptr) {
            continue;
        }
        EXPECT_EQ(decode(command->message, control), protocols::DecodeStatus::Ok);
        static constexpr std::string_view kStates = "?HPQT";
        static constexpr std::string_view kCrosses = "?ohc";
        switch (control.action) {
            case ControlAction::SetTrading:
                text += kStates[static_cast<std::size_t>(control.state)];
                break;
            case ControlAction::Cross:
                text += kCrosses[static_cast<std::size_t>(control.cross)];
                break;
            default:
                text += "?R..IB.KMS"[static_cast<std::size_t>(control.action)];
        }
    }
    return text;
}

TEST(DaySchedule, EachCommandAtItsTime) {
    VenueBench bench(day_venue(whole_day()));
    const auto at_time = [&](Time when) {
        bench.advance(when - bench.now);
        bench.make_durable();
        return commands_in(bench.records);
    };
    EXPECT_EQ(at_time(at(1) - seconds(1)), "");
    EXPECT_EQ(at_time(at(1)), "QI");
    EXPECT_EQ(at_time(at(4)), "QIIII");
    EXPECT_EQ(at_time(at(5)), "QIIIIo");
    EXPECT_EQ(at_time(at(11)), "QIIIIoH");
    EXPECT_EQ(at_time(at(17)), "QIIIIoHhc");
    EXPECT_EQ(at_time(at(100)), "QIIIIoHhc.");
    EXPECT_EQ(bench.server.next_deadline() > bench.now, true);
}

TEST(DaySchedule, CommandsDueAtTheStartAreExecutedAtOnceAndInOrder) {
    DayOptions day = whole_day();
    for (ScheduleEntry& each : day.schedule) {
        each.at = each.at - seconds(1'000);
        each.until = each.until - seconds(1'000);
    }
    VenueBench bench(day_venue(day));
    bench.server.on_timer(bench.now);
    bench.take_records();
    EXPECT_EQ(commands_in(bench.records), "QoHhc.") << "but for indications of then";
}

TEST(DaySchedule, ARestartAnywhereGoesOnWhereItWas) {
    VenueBench whole(day_venue(whole_day()));
    whole.advance(seconds(100));
    whole.make_durable();
    const std::string expected = commands_in(whole.records);
    for (std::size_t cut = 1; cut <= whole.records.size(); ++cut) {
        auto server = VenueServer::create(day_venue(whole_day()), nullptr);
        std::vector<ByteString> records;
        for (std::size_t n = 0; n < cut; ++n) {
            records.push_back(whole.records[n]);
            ASSERT_EQ(server->replay(records.back(), n + 1), ApplyStatus::Ok);
        }
        // Down until an hour later.
        server->start(cut + 1, at(3'600));
        server->on_timer(at(3'600));
        server->for_each_record(
            [&](const InputRecord& record) { records.push_back(support::to_bytes(record.bytes)); });
        std::string done = commands_in(records);
        std::string wanted = expected;
        // Indications of then are not told any more.
        std::erase(done, 'I');
        std::erase(wanted, 'I');
        EXPECT_EQ(done, wanted) << "stopped behind record " << cut;
    }
}

TEST(DaySchedule, TheConfigurationIsCarriedOutOnceAndWaitsForItsInstrument) {
    DayOptions day;
    day.configuration = {{.action = ControlAction::SetRules,
                          .origin = ControlOrigin::Configuration,
                          .symbol = *Symbol::from("LATE"),
                          .rules = {.tick = 100}},
                         {.action = ControlAction::SetSelfMatch,
                          .origin = ControlOrigin::Configuration,
                          .session = {1},
                          .self_match = SelfMatch::Decrement},
                         {.action = ControlAction::SetSelfMatch,
                          .origin = ControlOrigin::Configuration,
                          .session = {0}}};
    VenueBench bench(day_venue(day));
    bench.advance(seconds(1));
    EXPECT_EQ(commands_in(bench.records), "M") << "what is so already is not set";
    bench.list("LATE", 3);
    bench.advance(seconds(1));
    bench.advance(seconds(1));
    EXPECT_EQ(commands_in(bench.records), "MR");
    EXPECT_EQ(bench.server.log().exchange().venue().matcher.state({3}).rules.tick, 100);
    auto again = VenueServer::create(day_venue(day), nullptr);
    for (std::size_t n = 0; n < bench.records.size(); ++n) {
        ASSERT_EQ(again->replay(bench.records[n], n + 1), ApplyStatus::Ok);
    }
    again->start(bench.records.size() + 1, bench.now);
    again->on_timer(bench.now);
    again->for_each_record([](const InputRecord&) { FAIL() << "all of it is in the journal"; });
}

DayOptions limit_states() {
    DayOptions day;
    day.limit_state = {.is_on = true,
                       .pauses_after = seconds(15),
                       .reopens_after = seconds(300),
                       .band_basis_points = {500}};
    return day;
}

class LimitStateTest : public testing::Test {
  protected:
    LimitStateTest() {
        Control bands{.action = ControlAction::SetBands, .symbol = *Symbol::from("AAPL")};
        bands.bands = {{475'000}, {525'000}};
        EXPECT_TRUE(bench_.server.try_control(bands, bench_.now));
        bench_.take_records();
    }
    void enter(char side, std::int64_t price) {
        client_.enter({.number = ++number_, .side = side, .price = price});
    }
    [[nodiscard]] const match::InstrumentState& state() const {
        return bench_.server.log().exchange().venue().matcher.state(kAppleOfDay);
    }
    [[nodiscard]] std::string commands() const { return commands_in(bench_.records).substr(1); }

    VenueBench bench_{day_venue(limit_states())};
    BenchClient client_{bench_, Port::OrderEntry, bench_.options.users[0]};
    std::uint32_t number_ = 0;
};

TEST_F(LimitStateTest, AQuoteThatStaysAtABandPausesAndReopens) {
    enter('B', 525'000);
    EXPECT_EQ(state().limit_state, match::LimitState::BidAtUpper);
    bench_.advance(seconds(14));
    EXPECT_EQ(commands(), "");
    bench_.advance(seconds(2));
    EXPECT_EQ(commands(), "PB") << "paused, and open for any price";
    enter('S', 540'000);
    enter('B', 541'000);
    EXPECT_EQ(bench_.server.log().exchange().session_orders(), 1U) << "no orders in this halt";
    bench_.advance(seconds(298));
    EXPECT_EQ(commands(), "PB");
    bench_.advance(seconds(3));
    EXPECT_EQ(commands(), "PBh") << "no orders have met: bands are set by hand";
    EXPECT_EQ(state().phase, match::Phase::Continuous);
}

TEST_F(LimitStateTest, BandsAreSetAroundThePriceOfTheReopening) {
    Control rules{.action = ControlAction::SetRules, .symbol = *Symbol::from("AAPL")};
    rules.rules.takes_orders_in_halt = true;
    EXPECT_TRUE(bench_.server.try_control(rules, bench_.now));
    bench_.take_records();
    enter('B', 525'000);
    bench_.advance(seconds(16));
    enter('S', 540'000);
    enter('B', 540'000);
    bench_.advance(seconds(301));
    EXPECT_EQ(commands(), "RPBhB");
    EXPECT_EQ(state().bands, (match::PriceBands{{513'000}, {567'000}}));
    bench_.advance(seconds(1'000));
    EXPECT_EQ(commands(), "RPBhB") << "and that is all";
}

TEST_F(LimitStateTest, AQuoteThatLeavesTheBandInTimeIsLeftAlone) {
    enter('B', 525'000);
    bench_.advance(seconds(10));
    client_.cancel(1);
    bench_.advance(seconds(1'000));
    EXPECT_EQ(commands(), "");
}

TEST_F(LimitStateTest, AnOperatorTakesOverAPause) {
    enter('B', 525'000);
    bench_.advance(seconds(16));
    Control resume{.action = ControlAction::SetTrading,
                   .symbol = *Symbol::from("AAPL"),
                   .state = TradingState::Trading};
    EXPECT_TRUE(bench_.server.try_control(resume, bench_.now));
    bench_.advance(seconds(1'000));
    EXPECT_EQ(commands(), "PBT") << "it does not reopen what is open";
}

TEST_F(LimitStateTest, APauseGoesOnAfterARestart) {
    enter('B', 525'000);
    bench_.advance(seconds(16));
    bench_.make_durable();
    StateWriter saved;
    bench_.server.save(saved);
    auto again = VenueServer::create(day_venue(limit_states()), nullptr);
    StateReader reader(saved.bytes());
    again->load(reader);
    ASSERT_TRUE(reader.is_done());
    again->start(bench_.records.size() + 1, bench_.now);
    std::vector<ByteString> records;
    const auto take = [&](Time when) {
        again->on_timer(when);
        again->for_each_record(
            [&](const InputRecord& record) { records.push_back(support::to_bytes(record.bytes)); });
        return commands_in(records);
    };
    EXPECT_EQ(take(bench_.now + seconds(290)), "");
    EXPECT_EQ(take(bench_.now + seconds(300)), "h");
}

TEST(DayScheduleOptions, TooManyCommandsAreRefused) {
    DayOptions day;
    ScheduleEntry indication = entry(Time{0}, ControlAction::Indicate);
    indication.every = Nanos{1'000'000};
    indication.until = Time{2'000 * kNanosPerSecond};
    day.schedule = {indication};
    EXPECT_FALSE(DaySchedule::create(day));
}

/// Whatever is done by hand between: each command of the schedule once, in its order.
TEST(DayScheduleProperty, EachCommandOnceWhateverComesBetween) {
    const std::uint64_t first = support::seed_of_this_test(51);
    for (std::uint64_t seed = first; seed < first + 20; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        DayOptions day;
        for (int n = 0; n < 40; ++n) {
            const Time when = at(static_cast<std::int64_t>(random.below(50)));
            ScheduleEntry made = entry(when, ControlAction::SetBands);
            made.control.number = static_cast<std::uint32_t>(n);
            made.control.bands.lower = {static_cast<std::int64_t>(random.below(1'000))};
            day.schedule.push_back(made);
        }
        VenueBench bench(day_venue(day));
        BenchClient client(bench, Port::OrderEntry, bench.options.users[0]);
        while (bench.now < at(60)) {
            client.enter({.number = static_cast<std::uint32_t>(bench.now.value / 1'000'000)});
            bench.advance(Nanos{static_cast<std::int64_t>(random.below(3'000'000'000))});
            bench.make_durable();
        }
        std::ranges::sort(day.schedule, {}, [](const ScheduleEntry& each) {
            return std::pair(each.at, each.control.number);
        });
        std::size_t done = 0;
        for (const ByteString& record : bench.records) {
            Input input;
            Control control;
            ASSERT_EQ(decode(record, input), protocols::DecodeStatus::Ok);
            const auto* const command = std::get_if<event::Command>(&input.event);
            if (command == nullptr ||
                decode(command->message, control) != protocols::DecodeStatus::Ok) {
                continue;
            }
            ASSERT_LT(done, day.schedule.size());
            EXPECT_EQ(control.bands, day.schedule[done].control.bands);
            EXPECT_EQ(control.due, day.schedule[done].at);
            EXPECT_GE(input.time, control.due);
            ++done;
        }
        EXPECT_EQ(done, day.schedule.size());
    }
}

}  // namespace
}  // namespace hotpath::exchange
