// Commands of the venue itself through the server: answered, one input a step, nothing between the
// steps of one, and recovered anywhere it is the same venue.

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/exchange/day/day_time.hpp"
#include "hotpath/protocols/nasdaq/ouch50/appendage.hpp"
#include "tests/support/control_commands.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

using book::TradingState;
using support::BenchClient;
using support::ByteString;
using support::OrderText;
using support::small_venue;
using support::state_of;
using support::VenueBench;

constexpr std::uint32_t kStepsMax = 8;
constexpr std::uint32_t kOrdersMax = 400;

VenueServerOptions stepping_venue() {
    auto options = small_venue(2);
    options.exchange.executions_per_command_max = kStepsMax;
    options.exchange.session_orders_max = kOrdersMax;
    options.exchange.takes_extensions = true;
    options.replies.messages_max = 100'000;
    options.gate = {.bytes_max = 240'000, .outputs_max = 2'000};
    options.operator_users = {protocols::nasdaq::soupbintcp::Credentials::of("OPS", "A"),
                              protocols::nasdaq::soupbintcp::Credentials::of("NIGHT", "B")};
    return options;
}

Control of(ControlAction action, const char* symbol = "        ") {
    return {.action = action, .symbol = *Symbol::from(symbol)};
}
Control trading(TradingState state, const char* symbol = "        ") {
    Control control = of(ControlAction::SetTrading, symbol);
    control.state = state;
    return control;
}
Control crossing(match::CrossKind kind, const char* symbol = "        ") {
    Control control = of(ControlAction::Cross, symbol);
    control.cross = kind;
    return control;
}

class VenueServerControlTest : public testing::Test {
  protected:
    void control(const Control& control) {
        EXPECT_TRUE(bench_.server.try_control(control, bench_.now));
        bench_.take_records();
        bench_.make_durable();
    }
    void enter(const OrderText& order) {
        OrderText numbered = order;
        numbered.number = ++number_;
        client_.enter(numbered);
        bench_.make_durable();
        client_.poll();
    }
    [[nodiscard]] ControlAnswer last_answer() const {
        const protocols::SequencedStore& answers = bench_.server.answers();
        ControlAnswer answer;
        EXPECT_EQ(decode(answers.at(answers.size()), answer), protocols::DecodeStatus::Ok);
        return answer;
    }
    [[nodiscard]] std::size_t open() const {
        return bench_.server.log().exchange().session_orders({0});
    }

    VenueBench bench_{stepping_venue()};
    BenchClient client_{bench_, Port::OrderEntry, bench_.options.users[0]};
    std::uint32_t number_ = 0;
};

TEST_F(VenueServerControlTest, ADayFromTheOpenToTheClose) {
    control(trading(TradingState::QuotationOnly));
    EXPECT_EQ(last_answer().applied, 2U);
    enter({.side = 'B', .price = 510'000});
    enter({.side = 'S', .price = 500'000});
    EXPECT_EQ(open(), 2U) << "collected";
    control(crossing(match::CrossKind::Opening));
    EXPECT_EQ(last_answer().status, ControlStatus::Done);
    EXPECT_EQ(open(), 0U) << "traded in the cross";
    enter({.side = 'B', .price = 500'000});
    control(trading(TradingState::Halted, "AAPL"));
    enter({.side = 'S', .price = 500'000});
    EXPECT_EQ(client_.types().back(), 'J') << "halted";
    control(trading(TradingState::Trading, "AAPL"));
    enter({.side = 'S', .qty = 40, .price = 500'000});
    EXPECT_EQ(client_.types().back(), 'E');
    control(crossing(match::CrossKind::Closing));
    EXPECT_EQ(last_answer().status, ControlStatus::Done) << "it stops trading itself";
    EXPECT_EQ(open(), 1U);
    control(of(ControlAction::EndDay));
    EXPECT_EQ(open(), 0U);
    client_.poll();
    EXPECT_EQ(client_.types().back(), 'C');
    enter({.side = 'B', .price = 500'000});
    EXPECT_EQ(client_.types().back(), 'J') << "the day is over";
}

TEST_F(VenueServerControlTest, WhatCannotBeIsAnswered) {
    control(of(ControlAction::EndDay, "NONE"));
    EXPECT_EQ(last_answer().status, ControlStatus::UnknownInstrument);
    control(crossing(match::CrossKind::Opening, "AAPL"));
    EXPECT_EQ(last_answer().status, ControlStatus::NotInThisPhase);
    EXPECT_EQ(last_answer().refused, 1U);
    Control kill = of(ControlAction::CancelSession);
    kill.session = {7};
    control(kill);
    EXPECT_EQ(last_answer().status, ControlStatus::UnknownSession);
    control(trading(TradingState::QuotationOnly, "AAPL"));
    enter({.side = 'B', .price = 510'000});
    enter({.side = 'S', .price = 500'000});
    control(trading(TradingState::Trading));
    EXPECT_EQ(last_answer().status, ControlStatus::Done) << "as far as it may";
    EXPECT_EQ(last_answer().applied, 1U);
    EXPECT_EQ(last_answer().refused, 1U) << "orders would trade: a cross comes first";
}

TEST_F(VenueServerControlTest, EverythingOfASessionIsCanceled) {
    for (int n = 0; n < 20; ++n) {
        enter({.side = n % 2 == 0 ? 'B' : 'S', .price = n % 2 == 0 ? 490'000 : 510'000});
    }
    Control kill = of(ControlAction::CancelSession);
    control(kill);
    EXPECT_EQ(open(), 0U);
    EXPECT_EQ(last_answer().status, ControlStatus::Done);
}

TEST(VenueAnswers, AStreamThatIsFullBeginsAnewAndItsReadersAreCutOffByName) {
    VenueServerOptions options = stepping_venue();
    options.answers.messages_max = 3;
    VenueBench bench(options);
    BenchClient reader(bench, Port::Operator, options.operator_users[1]);
    BenchClient ops(bench, Port::Operator, options.operator_users[0]);
    const auto ask = [&] {
        std::array<std::byte, kControlLengthMax> room{};
        EXPECT_TRUE(
            ops.soup.try_send(encode(trading(TradingState::Halted, "AAPL"), room), bench.now));
        ops.poll();
        bench.make_durable();
        ops.poll();
        reader.poll();
    };
    for (int n = 0; n < 3; ++n) {
        ask();
    }
    EXPECT_EQ(ops.replies.size(), 3U);
    EXPECT_FALSE(ops.is_cut_off());
    ask();
    EXPECT_TRUE(ops.is_cut_off());
    EXPECT_TRUE(reader.is_cut_off());
    EXPECT_EQ(ops.reason(), protocols::nasdaq::soupbintcp::CloseReason::StreamFull);
    EXPECT_EQ(bench.server.answers().size(), 1U) << "the answer is there, and the stream has room";
    ops.come_back();
    ASSERT_EQ(ops.replies.size(), 1U);
    ControlAnswer answer;
    ASSERT_EQ(decode(ops.replies[0], answer), protocols::DecodeStatus::Ok);
    EXPECT_EQ(answer.status, ControlStatus::Done);
    ask();
    EXPECT_EQ(ops.replies.size(), 2U);
    EXPECT_EQ(bench.server.counters().answers_restarted, 1U);
    EXPECT_EQ(bench.server.counters().answers_not_kept, 0U);
}

TEST_F(VenueServerControlTest, ALongCommandIsManyInputsAndNothingComesBetween) {
    for (std::uint32_t n = 0; n < 10 * kStepsMax; ++n) {
        enter({.side = 'B', .price = 490'000});
    }
    const std::size_t before = bench_.records.size();
    control(of(ControlAction::EndDay));
    EXPECT_EQ(open(), 0U);
    EXPECT_GE(bench_.records.size() - before, 10U);
    EXPECT_LE(bench_.records.size() - before, 13U);
    EXPECT_EQ(bench_.server.answers().size(), 1U) << "one answer";
}

TEST_F(VenueServerControlTest, WithoutRoomACommandWaitsAndSoDoesEverybody) {
    for (std::uint32_t n = 0; n < kOrdersMax; ++n) {
        client_.enter({.number = ++number_, .price = 490'000});
    }
    // Nothing is durable: the gate fills up in the middle of it.
    EXPECT_TRUE(bench_.server.try_control(of(ControlAction::EndDay), bench_.now));
    bench_.take_records();
    EXPECT_TRUE(bench_.server.log().desk().unfinished());
    EXPECT_GT(open(), 0U);
    EXPECT_LT(open(), kOrdersMax);
    EXPECT_FALSE(bench_.server.may_read());
    EXPECT_GT(bench_.server.next_deadline(), bench_.now) << "there is nothing to do but wait";
    bench_.make_durable();
    EXPECT_EQ(bench_.server.next_deadline(), Time{0}) << "go on at once";
    bench_.server.on_timer(bench_.now);
    bench_.take_records();
    bench_.make_durable();
    EXPECT_EQ(open(), 0U);
    EXPECT_EQ(last_answer().status, ControlStatus::Done);
    EXPECT_TRUE(bench_.server.may_read());
}

TEST_F(VenueServerControlTest, SelfMatchIsASessionsOwn) {
    Control choice = of(ControlAction::SetSelfMatch);
    choice.self_match = SelfMatch::CancelOldest;
    control(choice);
    enter({.side = 'B', .price = 500'000});
    enter({.side = 'S', .price = 500'000});
    EXPECT_EQ(client_.types(), "AAD") << "the older is gone";
    EXPECT_EQ(open(), 1U);
}

/// Of each message of the feed.
[[nodiscard]] std::vector<Time> feed_times(const std::vector<ByteString>& packets) {
    constexpr std::size_t kHeader = 20;
    constexpr std::size_t kTimeAt = 2 + 5;
    std::vector<Time> times;
    for (const ByteString& packet : packets) {
        const Bytes bytes(packet);
        for (std::size_t at = kHeader; at + kTimeAt + 6 <= bytes.size();
             at += std::size_t{2} + load_be<std::uint16_t>(&bytes[at])) {
            times.push_back({static_cast<std::int64_t>(load_be48(&bytes[at + kTimeAt]))});
        }
    }
    return times;
}

/// A venue without a schedule on its fourth day.
TEST_F(VenueServerControlTest, ADayEndsBeforeTheFeedHasNoMoreTimesForIt) {
    constexpr Time kLate = kDayEndsBy - Nanos{1};
    bench_.now = kLate;
    enter({.side = 'B', .price = 500'000});
    EXPECT_EQ(open(), 1U);
    EXPECT_EQ(bench_.server.next_deadline(), kDayEndsBy);
    bench_.now = kDayEndsBy + Nanos{3 * 3'600 * kNanosPerSecond};  // it was away
    bench_.server.on_timer(bench_.now);
    bench_.take_records();
    bench_.make_durable();
    EXPECT_TRUE(bench_.server.log().has_ended());
    const std::vector<Time> times = feed_times(bench_.packets);
    EXPECT_TRUE(std::ranges::is_sorted(times)) << "no time goes back";
    ASSERT_FALSE(times.empty());
    EXPECT_LE(times.back(), kFeedTimeMax);
    // The calendar's next day has its own midnight.
    bench_.packets.clear();
    const Nanos days{3 * 86'400 * kNanosPerSecond};
    ASSERT_TRUE(bench_.server.set_next_day({.date = 3, .midnight = days}));
    ASSERT_TRUE(bench_.server.try_control(of(ControlAction::StartDay), bench_.now));
    for (int n = 0; n < 8; ++n) {
        bench_.now = bench_.now + Nanos{kNanosPerSecond};
        bench_.server.on_timer(bench_.now);
        bench_.take_records();
        bench_.make_durable();
    }
    EXPECT_FALSE(bench_.server.log().has_ended());
    const std::vector<Time> next = feed_times(bench_.packets);
    ASSERT_FALSE(next.empty());
    EXPECT_LT(next.back(), Time{86'400 * kNanosPerSecond});
}

TEST_F(VenueServerControlTest, AfterTheEndNoneIsTaken) {
    bench_.server.end_of_session(bench_.now);
    EXPECT_FALSE(bench_.server.try_control(of(ControlAction::EndDay), bench_.now));
}

/// An operator at the venue's port.
struct BenchOperator : BenchClient {
    BenchOperator(VenueBench& at, std::size_t user)
        : BenchClient(at, Port::Operator, at.options.operator_users[user]) {}

    void ask(const Control& control) {
        std::array<std::byte, kControlLengthMax> room{};
        request(encode(control, room));
    }
    [[nodiscard]] ControlAnswer answer(std::size_t n) const {
        ControlAnswer answer;
        EXPECT_EQ(decode(replies.at(n), answer), protocols::DecodeStatus::Ok);
        return answer;
    }
};

TEST_F(VenueServerControlTest, AnOperatorIsAnsweredWhenTheJournalHasIt) {
    BenchOperator night(bench_, 1);
    ASSERT_TRUE(night.is_logged_in);
    Control halt = trading(TradingState::Halted, "AAPL");
    halt.number = 77;
    halt.origin = ControlOrigin::Schedule;
    night.ask(halt);
    EXPECT_TRUE(night.replies.empty()) << "not before it is durable";
    bench_.make_durable();
    night.poll();
    ASSERT_EQ(night.replies.size(), 1U);
    EXPECT_EQ(night.answer(0).status, ControlStatus::Done);
    EXPECT_EQ(night.answer(0).from, SessionId{1});
    EXPECT_EQ(night.answer(0).control.number, 77U);
    EXPECT_EQ(night.answer(0).control.origin, ControlOrigin::Operator) << "whatever it says";
    BenchOperator day(bench_, 0);
    ASSERT_EQ(day.replies.size(), 1U) << "all read one stream, from the first answer";
}

TEST_F(VenueServerControlTest, WhoIsNoOperatorIsNotLetIn) {
    BenchClient trader(bench_, Port::Operator, bench_.options.users[0]);
    EXPECT_FALSE(trader.is_logged_in);
    BenchClient operator_of_orders(bench_, Port::OrderEntry, bench_.options.operator_users[0]);
    EXPECT_FALSE(operator_of_orders.is_logged_in);
}

TEST_F(VenueServerControlTest, WhatIsNoCommandCutsAnOperatorOff) {
    BenchOperator ops(bench_, 0);
    ops.request(support::to_message({.number = 1}).bytes());
    EXPECT_TRUE(ops.is_cut_off());
    EXPECT_EQ(bench_.server.counters().malformed, 1U);
    enter({});
    EXPECT_EQ(client_.types(), "A") << "and no other client";
}

TEST_F(VenueServerControlTest, AnswersSurviveARestart) {
    BenchOperator ops(bench_, 0);
    ops.ask(of(ControlAction::EndDay));
    bench_.make_durable();
    ops.poll();
    auto again = VenueServer::create(stepping_venue(), nullptr);
    for (std::size_t n = 0; n < bench_.records.size(); ++n) {
        ASSERT_EQ(again->replay(bench_.records[n], n + 1), ApplyStatus::Ok);
    }
    ASSERT_EQ(again->answers().size(), 1U);
    EXPECT_EQ(support::to_bytes(again->answers().at(1)), ops.replies[0]);
}

struct Trader {
    Trader(VenueBench& bench, std::size_t user)
        : client(bench, Port::OrderEntry, bench.options.users[user]) {}

    void act(Random& random) {
        if (client.has_ended || client.is_cut_off()) {
            client.come_back();  // a day has begun
        }
        if (random.one_in(5)) {
            return client.cancel(number - static_cast<std::uint32_t>(random.below(20)));
        }
        auto m = support::to_message(
            {.number = ++number,
             .side = random.one_in(2) ? 'B' : 'S',
             .qty = static_cast<std::uint32_t>(10 * (1 + random.below(30))),
             .price = 499'000 + 100 * static_cast<std::int64_t>(random.below(21)),
             .symbol = random.one_in(2) ? "AAPL" : "GOOG"});
        if (random.one_in(6)) {
            static constexpr std::string_view kCrossTypes = "OCH";
            m.store_cross_type(kCrossTypes[random.below(kCrossTypes.size())]);
        }
        if (random.one_in(6)) {
            m.store_time_in_force(protocols::nasdaq::ouch50::time_in_force::kGtc);
        }
        if (!random.one_in(6)) {
            return client.request(m.bytes());
        }
        protocols::nasdaq::ouch50::WithAppendage<protocols::nasdaq::ouch50::EnterOrder> stop;
        stop.message() = m;
        stop.append<protocols::nasdaq::ouch50::extension::StopPrice>(499'000 +
                                                                     100 * random.below(21));
        client.request(stop.bytes());
    }

    BenchClient client;
    std::uint32_t number = 20;
};

/// A venue of the same options from a saved state and the records behind it.
ByteString recovered_state(const std::vector<ByteString>& records, std::size_t from,
                           const ByteString& saved) {
    auto server = support::server_with_state(stepping_venue(), saved);
    for (std::size_t n = from; n < records.size(); ++n) {
        EXPECT_EQ(server->replay(records[n], n + 1), ApplyStatus::Ok) << "record " << n + 1;
    }
    return state_of(*server);
}

TEST(VenueServerControlProperty, RecoveredAtAnyInputItIsTheSameVenue) {
    const std::uint64_t first = support::seed_of_this_test(41);
    const std::uint64_t seeds = support::is_long_run() ? 200 : 8;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        VenueBench bench(stepping_venue());
        Trader traders[] = {{bench, 0}, {bench, 1}};
        std::map<std::size_t, ByteString> states{
            {0, state_of(*VenueServer::create(stepping_venue(), nullptr))}};
        for (int round = 0; round < 600; ++round) {
            if (random.one_in(8)) {
                EXPECT_TRUE(bench.server.try_control(support::random_control(random), bench.now));
                bench.take_records();
            }
            traders[random.below(2)].act(random);
            bench.make_durable();
            bench.now = bench.now + Nanos{1'000};
            if (random.one_in(60)) {
                states[bench.records.size()] = state_of(bench.server);
            }
        }
        bench.make_durable();
        const ByteString whole = state_of(bench.server);
        for (const auto& [at, state] : states) {
            EXPECT_EQ(recovered_state(bench.records, at, state), whole) << "from record " << at;
        }
        EXPECT_GT(bench.server.log().exchange().counters().executions, 20U);
        EXPECT_GT(bench.server.log().exchange().day().number, 2U);
    }
}

/// Each state before a record, also between the steps of a command, goes on to the same end.
void stop_between_the_steps_of(ControlAction action) {
    VenueBench bench(stepping_venue());
    Trader trader(bench, 0);
    Random random(support::seed_of_this_test(43));
    for (int n = 0; n < 200; ++n) {
        trader.act(random);
        bench.make_durable();
    }
    const std::size_t before = bench.records.size();
    EXPECT_TRUE(bench.server.try_control(of(action), bench.now));
    bench.take_records();
    bench.make_durable();
    ASSERT_GT(bench.records.size(), before + 3);
    for (std::size_t cut = before + 1; cut <= bench.records.size(); ++cut) {
        auto server = VenueServer::create(stepping_venue(), nullptr);
        for (std::size_t n = 0; n < cut; ++n) {
            ASSERT_EQ(server->replay(bench.records[n], n + 1), ApplyStatus::Ok);
        }
        server->start(cut + 1, bench.now);
        std::vector<ByteString> records(bench.records.begin(),
                                        bench.records.begin() + static_cast<std::ptrdiff_t>(cut));
        server->on_timer(bench.now);
        server->for_each_record(
            [&](const InputRecord& record) { records.push_back(support::to_bytes(record.bytes)); });
        server->on_durable(records.size(), bench.now);
        EXPECT_FALSE(server->log().desk().unfinished());
        // The disconnect of everybody comes behind the rest of the command.
        ASSERT_GE(records.size(), bench.records.size());
        records.resize(bench.records.size());
        EXPECT_EQ(records, bench.records) << "stopped behind record " << cut;
    }
}

TEST(VenueServerControlProperty, StoppedBetweenTheStepsOfACommandItGoesOn) {
    stop_between_the_steps_of(ControlAction::EndDay);
}

TEST(VenueServerControlProperty, StoppedBetweenTwoDaysItGoesOn) {
    stop_between_the_steps_of(ControlAction::StartDay);
}

}  // namespace
}  // namespace hotpath::exchange
