// From one trading day to the next in one journal: what stays, what restarts, and the messages to
// clients and receivers of both days.

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/session_names.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

namespace itch50 = protocols::nasdaq::itch50;
using protocols::nasdaq::soupbintcp::CloseReason;
using protocols::nasdaq::soupbintcp::to_session;
using support::BenchClient;
using support::ByteString;
using support::OrderText;
using support::small_venue;
using support::state_of;
using support::VenueBench;

constexpr char kGtc = protocols::nasdaq::ouch50::time_in_force::kGtc;
constexpr Nanos hours(std::int64_t count) {
    return {count * 3'600 * kNanosPerSecond};
}
constexpr Time at_hour(std::int64_t count) {
    return Time{} + hours(count);
}
constexpr std::uint32_t kSunday = 20'779;  // 2026-11-22

SessionName session_name(std::string_view text) {
    return protocols::to_alpha<SessionName{}.size()>(text);
}

TEST(SessionNames, CountOn) {
    const auto of = [](std::string_view first, std::uint32_t day) {
        const SessionName name = session_of_day(session_name(first), day);
        EXPECT_TRUE(name == session_name(protocols::without_padding(name)))
            << "padded on the right";
        return std::string(protocols::without_padding(name));
    };
    EXPECT_EQ(of("HOTPATH", 1), "HOTPATH");
    EXPECT_EQ(of("HOTPATH", 2), "HOTPATH002");
    EXPECT_EQ(of("HOTPATH", 999), "HOTPATH999");
    EXPECT_EQ(of("HOTPATH", 1'000), "HOTPAT1000");
    EXPECT_EQ(of("S07", 2), "S08");
    EXPECT_EQ(of("S09", 92), "S100");
    EXPECT_EQ(of("ABCDEFGHIJ", 2), "ABCDEFG002");
    EXPECT_EQ(of("ABCDEFGHI9", 2), "ABCDEFGH10");
    EXPECT_EQ(of("0000000001", 3), "0000000003");
    EXPECT_EQ(of("A", 4'294'967'295), "4294967295");
}

/// What a session of the feed has said: its packets, its messages by their types, its books.
struct SessionOfFeed : itch50::NullListener {
    void on_stock_directory(const itch50::StockDirectory&) { text += 'R'; }
    void on_system_event(const itch50::SystemEvent& m) {
        text += static_cast<char>(m.load_event_code() + ('a' - 'A'));
    }
    void on_stock_trading_action(const itch50::StockTradingAction& m) {
        text += m.load_trading_state();
    }
    void on_add_order(const itch50::AddOrder& m) {
        text += 'A';
        expect_ok(books.add({.id = {m.load_order_reference_number()},
                             .instrument = {m.load_stock_locate()},
                             .side = itch50::to_side(m.load_buy_sell_indicator()),
                             .price = itch50::to_price(m.load_price()),
                             .leaves_qty = {m.load_shares()}}));
    }
    void on_order_executed(const itch50::OrderExecuted& m) {
        text += 'E';
        matches.push_back(m.load_match_number());
        expect_ok(books.execute({m.load_order_reference_number()}, {m.load_executed_shares()}));
    }
    void on_order_cancel(const itch50::OrderCancel& m) {
        expect_ok(books.reduce({m.load_order_reference_number()}, {m.load_cancelled_shares()}));
    }
    void on_order_delete(const itch50::OrderDelete& m) {
        text += 'D';
        expect_ok(books.remove({m.load_order_reference_number()}));
    }
    static void expect_ok(const book::BookUpdate& update) {
        EXPECT_EQ(update.status, book::BookStatus::Ok);
    }

    std::string text;
    std::uint64_t next_seq = 1;
    bool has_ended = false;
    std::vector<std::uint64_t> matches;
    book::L3Books books = std::move(*book::L3Books::create(small_venue(1).exchange.books));
};

/// By name. Numbers have no gap, and nothing follows the end.
std::map<std::string, SessionOfFeed> sessions_of(const std::vector<ByteString>& packets) {
    std::map<std::string, SessionOfFeed> sessions;
    for (const ByteString& packet : packets) {
        protocols::nasdaq::moldudp64::PacketReader reader;
        EXPECT_EQ(reader.open(packet), protocols::DecodeStatus::Ok);
        const SessionName name = reader.session();
        SessionOfFeed& session = sessions[std::string(protocols::without_padding(name))];
        EXPECT_EQ(reader.sequence_number(), session.next_seq);
        EXPECT_TRUE(!session.has_ended || reader.is_end_of_session());
        session.next_seq = reader.next_sequence_number();
        session.has_ended = reader.is_end_of_session();
        protocols::FrameCursor messages = reader.messages();
        for (Bytes message; messages.next(message);) {
            EXPECT_EQ(itch50::decode(message, session), protocols::DecodeStatus::Ok);
        }
    }
    return sessions;
}

VenueServerOptions venue_of_days() {
    auto options = small_venue(2);
    options.exchange.takes_extensions = true;
    options.drop_copy_users = {protocols::nasdaq::soupbintcp::Credentials::of("RISK", "R")};
    options.operator_users = {protocols::nasdaq::soupbintcp::Credentials::of("OPS", "O")};
    // Clients of these tests do not read for days.
    options.soup.connection.silence_timeout = hours(48);
    options.soup.connection.stall_timeout = hours(48);
    options.cancel_on_disconnect_after = kForever;
    return options;
}

Control start_day() {
    return {.action = ControlAction::StartDay};
}

class TradingDayTest : public testing::Test {
  protected:
    explicit TradingDayTest(const VenueServerOptions& options = venue_of_days())
        : bench_(options), client_(bench_, Port::OrderEntry, bench_.options.users[0]) {}

    void enter(const OrderText& order) {
        client_.enter(order);
        run_until_idle();
    }
    void run_until_idle() {
        bench_.make_durable();
        client_.poll();
    }
    void control(const Control& command) {
        EXPECT_TRUE(bench_.server.try_control(command, bench_.now));
        bench_.take_records();
        run_until_idle();
    }
    [[nodiscard]] const Exchange& exchange() const { return bench_.server.log().exchange(); }
    [[nodiscard]] std::uint64_t id_of(std::uint32_t number) const {
        for (const ByteString& reply : client_.replies) {
            const auto& m = protocols::nasdaq::ouch50::OrderAccepted::at(reply.data());
            if (reply.size() >= m.kLength && reply.front() == std::byte{'A'} &&
                m.load_user_ref_num() == number) {
                return m.load_order_reference_number();
            }
        }
        return 0;
    }
    void expect_replays_to_the_same() const {
        auto again = VenueServer::create(bench_.options, nullptr);
        for (std::size_t n = 0; n < bench_.records.size(); ++n) {
            ASSERT_EQ(again->replay(bench_.records[n], n + 1), ApplyStatus::Ok) << n + 1;
        }
        EXPECT_EQ(state_of(*again), state_of(bench_.server));
    }

    VenueBench bench_;
    BenchClient client_;
};

TEST_F(TradingDayTest, OrdersOfTheDayAreGoneAndTheOthersStandWhereTheyStood) {
    enter({.number = 1, .price = 490'000});
    enter({.number = 2, .price = 490'000, .time_in_force = kGtc});
    enter({.number = 3, .side = 'S', .price = 510'000, .time_in_force = kGtc});
    enter({.number = 4, .qty = 70, .price = 490'000, .time_in_force = kGtc});
    const std::uint64_t second = id_of(2);
    const std::uint64_t third = id_of(3);
    control(start_day());
    EXPECT_EQ(client_.types(), "AAAACS") << "the order of the day, and the day";
    EXPECT_TRUE(client_.has_ended);
    const auto sessions = sessions_of(bench_.packets);
    ASSERT_EQ(sessions.size(), 2U);
    EXPECT_EQ(sessions.at("HOTPATH").text, "RRAAAAHDHec");
    EXPECT_TRUE(sessions.at("HOTPATH").has_ended);
    EXPECT_EQ(sessions.at("HOTPATH002").text, "oRHRHAAATTs");
    EXPECT_EQ(sessions.at("HOTPATH002").books.checksum(), exchange().books().checksum());
    EXPECT_EQ(exchange().books().find({second})->leaves_qty, Qty{100});

    client_.come_back();
    run_until_idle();
    EXPECT_EQ(client_.types(), "S");
    EXPECT_EQ(
        protocols::nasdaq::ouch50::SystemEvent::at(client_.replies[0].data()).load_event_code(),
        'S');
    enter({.number = 4});
    EXPECT_EQ(client_.types(), "S") << "UserRefNums go on: orders are known by them";
    BenchClient other(bench_, Port::OrderEntry, bench_.options.users[1]);
    other.enter({.number = 1, .side = 'S', .qty = 120, .price = 490'000});
    run_until_idle();
    EXPECT_EQ(client_.types(), "SEE") << "the earlier first";
    client_.cancel(3);
    run_until_idle();
    EXPECT_EQ(client_.types(), "SEEC");
    EXPECT_FALSE(exchange().books().find({third}));
    const auto later = sessions_of(bench_.packets);
    EXPECT_EQ(later.at("HOTPATH002").matches, (std::vector<std::uint64_t>{1, 3}));
    expect_replays_to_the_same();
}

TEST_F(TradingDayTest, YesterdaysSessionIsNotAvailable) {
    control(start_day());
    client_.come_back(to_session("HOTPATH"));
    EXPECT_FALSE(client_.is_logged_in);
    EXPECT_EQ(client_.rejected, 'S') << "session not available";
    client_.come_back(to_session("HOTPATH002"));
    EXPECT_TRUE(client_.is_logged_in);
    BenchClient risk(bench_, Port::DropCopy, bench_.options.drop_copy_users[0]);
    risk.come_back(to_session("HOTPATH"));
    EXPECT_EQ(risk.rejected, 'S');
    BenchClient ops(bench_, Port::Operator, bench_.options.operator_users[0]);
    EXPECT_TRUE(ops.is_logged_in);
    bench_.server.end_of_session(bench_.now);
    bench_.take_records();
    run_until_idle();
    control(start_day());
    client_.come_back(to_session("HOTPATH002"));
    EXPECT_EQ(client_.rejected, 'S');
    EXPECT_EQ(bench_.server.feed().session(), session_name("HOTPATH003"));
}

TEST_F(TradingDayTest, BandsHaltsAndLimitStatesAreOfTheDay) {
    Control bands{.action = ControlAction::SetBands, .symbol = *Symbol::from("AAPL")};
    bands.bands = {{450'000}, {550'000}};
    control(bands);
    Control halt{.action = ControlAction::SetTrading, .symbol = *Symbol::from("GOOG")};
    control(halt);
    control(start_day());
    client_.come_back();
    enter({.number = 1, .price = 600'000});
    enter({.number = 2, .symbol = "GOOG"});
    EXPECT_EQ(client_.types(), "SAA");
    EXPECT_EQ(exchange().venue().limits[{1}], LimitRecord{});
}

TEST_F(TradingDayTest, OrdersThatWouldTradeWaitForACross) {
    Control collect{.action = ControlAction::SetTrading};
    collect.state = book::TradingState::QuotationOnly;
    control(collect);
    enter({.number = 1, .side = 'B', .price = 510'000, .time_in_force = kGtc});
    enter({.number = 2, .side = 'S', .price = 490'000, .time_in_force = kGtc});
    control(start_day());
    EXPECT_EQ(sessions_of(bench_.packets).at("HOTPATH002").text, "oRHRHAAQTs");
    Control cross{.action = ControlAction::Cross, .symbol = *Symbol::from("AAPL")};
    control(cross);
    EXPECT_EQ(exchange().session_orders(), 0U);
    client_.come_back();
    run_until_idle();
    EXPECT_EQ(client_.types(), "SEE");
}

TEST_F(TradingDayTest, ASessionThatIsOverEndsItsDayInSilence) {
    enter({.number = 1});
    enter({.number = 2, .price = 480'000, .time_in_force = kGtc});
    bench_.server.end_of_session(bench_.now);
    bench_.take_records();
    run_until_idle();
    EXPECT_TRUE(client_.has_ended);
    control(start_day());
    const auto sessions = sessions_of(bench_.packets);
    EXPECT_EQ(sessions.at("HOTPATH").text, "RRAA");
    EXPECT_EQ(sessions.at("HOTPATH002").text, "oRHRHATTs");
    client_.come_back();
    run_until_idle();
    EXPECT_EQ(client_.types(), "S");
    EXPECT_EQ(exchange().session_orders(), 1U);
    expect_replays_to_the_same();
}

TEST_F(TradingDayTest, ASnapshotIsOfOneSession) {
    enter({.number = 1});
    enter({.number = 2, .price = 480'000, .time_in_force = kGtc});
    BenchClient reader(bench_, Port::Glimpse, bench_.options.users[1]);
    ASSERT_TRUE(reader.is_logged_in);
    control(start_day());
    EXPECT_TRUE(reader.is_cut_off()) << "it asked for the one before";
    BenchClient next(bench_, Port::Glimpse, bench_.options.users[1]);
    for (int turn = 0; turn < 100 && !next.has_ended; ++turn) {
        bench_.turn();
        next.poll();
    }
    EXPECT_EQ(next.types(), "RRHHAG");
    std::uint64_t next_seq = 0;
    ASSERT_EQ(protocols::nasdaq::glimpse50::decode_end_of_snapshot(next.replies.back(), next_seq),
              protocols::DecodeStatus::Ok);
    EXPECT_EQ(next_seq, exchange().next_seq());
}

/// An operator's command is answered in the session that it begins.
TEST_F(TradingDayTest, AnOperatorComesBackForTheAnswer) {
    BenchClient ops(bench_, Port::Operator, bench_.options.operator_users[0]);
    std::array<std::byte, kControlLengthMax> room{};
    ops.request(encode(start_day(), room));
    run_until_idle();
    EXPECT_TRUE(ops.has_ended || (ops.poll(), ops.has_ended));
    ops.come_back();
    ASSERT_EQ(ops.replies.size(), 1U);
    ControlAnswer answer;
    ASSERT_EQ(decode(ops.replies[0], answer), protocols::DecodeStatus::Ok);
    EXPECT_EQ(answer.status, ControlStatus::Done);
    EXPECT_EQ(answer.applied, 2U);
}

struct PlainVenueTest : TradingDayTest {
    static VenueServerOptions options() {
        auto plain = venue_of_days();
        plain.exchange.takes_extensions = false;
        return plain;
    }
    PlainVenueTest() : TradingDayTest(options()) {}
};

TEST_F(PlainVenueTest, WhereNoOrderOutlivesItsDayUserRefNumsBeginAnew) {
    enter({.number = 7});
    control(start_day());
    EXPECT_EQ(exchange().session_orders(), 0U);
    client_.come_back();
    enter({.number = 1});
    EXPECT_EQ(client_.types(), "SA");
}

struct PausingVenueTest : TradingDayTest {
    static VenueServerOptions options() {
        auto pausing = venue_of_days();
        pausing.between_sessions = Nanos{2 * kNanosPerSecond};
        return pausing;
    }
    PausingVenueTest() : TradingDayTest(options()) {}

    [[nodiscard]] Bytes ask_again(std::string_view session) {
        request_.store_session(session_name(session));
        request_.store_sequence_number(1);
        request_.store_requested_message_count(1);
        return bench_.server.on_request(request_.bytes());
    }

    protocols::nasdaq::moldudp64::RequestPacket request_;
};

TEST_F(PausingVenueTest, BetweenTwoSessionsAClientThatMissedMessagesReadsTheRest) {
    BenchClient late(bench_, Port::OrderEntry, bench_.options.users[1]);
    late.enter({.number = 1, .symbol = "GOOG"});
    control(start_day());
    EXPECT_TRUE(client_.has_ended);
    EXPECT_TRUE(bench_.server.is_between_sessions());
    EXPECT_TRUE(bench_.server.may_read());
    EXPECT_GT(bench_.server.next_deadline(), bench_.now);
    bench_.advance(Nanos{1'500'000'000});
    EXPECT_TRUE(bench_.server.is_between_sessions());
    late.come_back(to_session("HOTPATH"));
    EXPECT_EQ(late.types(), "ACS");
    EXPECT_TRUE(late.has_ended);
    EXPECT_FALSE(ask_again("HOTPATH").empty());
    EXPECT_EQ(sessions_of(bench_.packets).size(), 1U) << "the end is said again and again";

    bench_.advance(Nanos{600'000'000});
    bench_.make_durable();
    EXPECT_FALSE(bench_.server.is_between_sessions());
    EXPECT_TRUE(ask_again("HOTPATH").empty());
    EXPECT_FALSE(ask_again("HOTPATH002").empty());
    EXPECT_EQ(sessions_of(bench_.packets).at("HOTPATH002").text, "oRHRHTTs");
    late.come_back(to_session("HOTPATH"));
    EXPECT_EQ(late.rejected, 'S');
}

TEST_F(PausingVenueTest, AVenueThatDiesBetweenTwoSessionsBeginsTheNextOne) {
    enter({.number = 1, .time_in_force = kGtc});
    control(start_day());
    auto again = VenueServer::create(bench_.options, nullptr);
    for (std::size_t n = 0; n < bench_.records.size(); ++n) {
        ASSERT_EQ(again->replay(bench_.records[n], n + 1), ApplyStatus::Ok);
    }
    again->start(bench_.records.size() + 1, bench_.now);
    again->on_timer(bench_.now + Nanos{1'000'000'000});
    EXPECT_TRUE(again->is_between_sessions()) << "clients have their time to come back";
    again->on_timer(bench_.now + Nanos{2'000'000'000});
    EXPECT_FALSE(again->log().desk().unfinished());
    EXPECT_EQ(again->log().exchange().day().number, 2U);
    EXPECT_EQ(again->log().exchange().session_orders(), 1U);
}

DayPlan plan_of(std::uint32_t date, Nanos midnight) {
    DayPlan plan{.date = date, .midnight = midnight, .begins_at = at_hour(4) + midnight};
    plan.schedule.push_back({.at = at_hour(9)});
    plan.schedule.back().control.action = ControlAction::SetTrading;
    plan.schedule.push_back({.at = at_hour(20)});
    plan.schedule.back().control.action = ControlAction::EndDay;
    return plan;
}

TEST_F(TradingDayTest, EachDayBeginsByItsPlanAndHasItsOwnTimes) {
    ASSERT_TRUE(bench_.server.set_schedule(plan_of(kSunday, {}).schedule));
    ASSERT_TRUE(bench_.server.set_next_day(plan_of(kSunday, {})));
    control(start_day());
    EXPECT_EQ(exchange().day(), (TradingDay{2, kSunday})) << "the plan's date";
    const auto time_at = [&](Time when) {
        bench_.now = when;
        bench_.turn();
        bench_.make_durable();
        return bench_.server.log().time();
    };
    EXPECT_GE(time_at(at_hour(20)), at_hour(20)) << "the end of the day";
    EXPECT_EQ(bench_.server.log().desk().schedule().due, at_hour(20));
    ASSERT_TRUE(bench_.server.set_next_day(plan_of(kSunday + 1, hours(24))));
    EXPECT_EQ(exchange().day().number, 2U);
    EXPECT_EQ(time_at(at_hour(28)), at_hour(4)) << "counted from another midnight";
    EXPECT_EQ(exchange().day(), (TradingDay{3, kSunday + 1}));
    EXPECT_EQ(bench_.server.log().desk().schedule(), SchedulePosition{});
    EXPECT_EQ(time_at(at_hour(33)), at_hour(9));
    EXPECT_EQ(bench_.server.log().desk().schedule().due, at_hour(9));
    client_.come_back();
    enter({.number = 1});
    EXPECT_EQ(client_.types(), "SJ") << "halted at nine";
    EXPECT_EQ(time_at(at_hour(44)), at_hour(20));
    EXPECT_EQ(time_at(at_hour(100)), at_hour(20)) << "without a plan there is no next day";
    expect_replays_to_the_same();
}

TEST_F(TradingDayTest, AFirstDayKeepsASessionThatNoClientHasSeen) {
    auto server = VenueServer::create(venue_of_days(), nullptr);
    server->start(1, bench_.now);
    ASSERT_TRUE(server->set_next_day(plan_of(kSunday, {})));
    ASSERT_TRUE(server->try_control(start_day(), bench_.now));
    server->for_each_record([](const InputRecord&) {});
    server->on_durable(server->last_seq(), bench_.now);
    std::vector<ByteString> packets;
    server->for_each_packet([&](Bytes packet) { packets.push_back(support::to_bytes(packet)); });
    EXPECT_EQ(sessions_of(packets).at("HOTPATH").text, "os");
    EXPECT_EQ(server->log().exchange().day(), (TradingDay{1, kSunday}));
    EXPECT_EQ(server->replies({0}).size(), 1U) << "the start of the day";
}

/// Random orders over days, good till canceled or not: each day's feed builds the venue's books.
TEST(TradingDayProperty, EveryDaysFeedBuildsTheVenuesBooks) {
    const std::uint64_t first = support::seed_of_this_test(51);
    const std::uint64_t seeds = support::is_long_run() ? 100 : 4;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        VenueBench bench(venue_of_days());
        BenchClient client(bench, Port::OrderEntry, bench.options.users[0]);
        std::uint32_t number = 0;
        for (int day = 1; day <= 4; ++day) {
            for (int n = 0; n < 200; ++n) {
                client.enter({.number = ++number,
                              .side = random.one_in(2) ? 'B' : 'S',
                              .qty = static_cast<std::uint32_t>(1 + random.below(300)),
                              .price = 499'000 + 100 * static_cast<std::int64_t>(random.below(21)),
                              .symbol = random.one_in(2) ? "AAPL" : "GOOG",
                              .time_in_force = random.one_in(3) ? kGtc : '0'});
                bench.make_durable();
            }
            EXPECT_GT(bench.server.log().exchange().session_orders(), 5U);
            EXPECT_TRUE(bench.server.try_control(start_day(), bench.now));
            bench.take_records();
            bench.make_durable();
            client.come_back();
        }
        const auto sessions = sessions_of(bench.packets);
        ASSERT_EQ(sessions.size(), 5U);
        EXPECT_EQ(sessions.at("HOTPATH005").books.checksum(),
                  bench.server.log().exchange().books().checksum());
    }
}

}  // namespace
}  // namespace hotpath::exchange
