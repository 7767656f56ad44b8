// The venue's health line and JSON, made of plain numbers: no venue is needed for the text.
#include "apps/hotpath/exchange/report.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/hotpath/exchange/sessions.hpp"
#include "hotpath/exchange/day/day_time.hpp"
#include "hotpath/protocols/cme/venue/ilink_ports.hpp"

namespace hotpath::app {
namespace {

constexpr exchange::JournalRoom kNoRoomForOrders{.takes_orders = false};
constexpr exchange::JournalRoom kNoRoom{.takes_orders = false, .bytes = 0};

ExchangeHealth some_health() {
    return {.last_seq = 12,
            .durable_seq = 11,
            .sessions_logged_in = 2,
            .instruments_listed = 3,
            .instruments_trading = 3,
            .open_orders = 40,
            .executions = 5,
            .feed_next_seq = 61};
}

TEST(ExchangeReport, TheHealthLineSaysItsNumbers) {
    EXPECT_EQ(exchange_health(some_health()),
              "record 12 (11 durable), 2 sessions, 40 open orders, 5 executions, feed 61");
}

TEST(ExchangeReport, TheHealthLineSaysWhatIsWrong) {
    ExchangeHealth health = some_health();
    health.room = kNoRoomForOrders;
    health.instruments_trading = 1;
    health.lines_lost = 7;
    EXPECT_EQ(exchange_health(health),
              "record 12 (11 durable, NO ROOM: orders are refused), 2 sessions, 40 open orders, 5 "
              "executions, feed 61, CLOSED: 2 of 3 instruments do not trade now, 7 LINES OF OUTPUT "
              "LOST");
    health.room = kNoRoom;
    EXPECT_NE(exchange_health(health).find("NO ROOM AT ALL: every input is refused"),
              std::string::npos);
}

TEST(ExchangeReport, TheJsonSaysTheSameNumbersAndTheDetail) {
    ExchangeHealth health = some_health();
    health.lines_lost = 7;
    ExchangeDetail detail{.is_running = false,
                          .books = {{.symbol = *Symbol::from("AAPL"), .instrument = {4}}},
                          .trading = {{.state = book::TradingState::Trading, .instruments = 3}},
                          .sessions = {{.user = protocols::to_alpha<6>("ALICE"),
                                        .session = 1,
                                        .replies = 30,
                                        .replies_max = 100,
                                        .replies_for_orders = 60}}};
    detail.clients.logins_not_looked_at = 9;
    detail.tls_failures = 7;
    detail.connections_not_taken = 3;
    detail.handshakes_refused = 8;
    detail.logins_refused_for_certificate = 6;
    const auto json = nlohmann::json::parse(exchange_json(health, detail));
    EXPECT_EQ(json["running"], false);
    EXPECT_EQ(json["journal"]["last_seq"], 12);
    EXPECT_EQ(json["venue"]["open_orders"], 40);
    EXPECT_EQ(json["feed"]["next_seq"], 61);
    EXPECT_EQ(json["output"]["lines_lost"], 7);
    EXPECT_EQ(json["clients"]["logins_not_looked_at"], 9);
    EXPECT_EQ(json["clients"]["tls_failures"], 7);
    EXPECT_EQ(json["clients"]["not_taken"], 3);
    EXPECT_EQ(json["clients"]["handshakes_refused"], 8);
    EXPECT_EQ(json["clients"]["logins_refused_for_certificate"], 6);
    EXPECT_EQ(json["day"]["instruments"]["trading"], 3);
    EXPECT_EQ(json["sessions"][0]["user"], "ALICE");
    EXPECT_EQ(json["sessions"][0]["room"]["used"], 0.5);
    EXPECT_EQ(json["books"][0]["locate"], 4);
    EXPECT_TRUE(json["books"][0]["bid"].is_null() && json["books"][0]["checksum"].is_null());
    EXPECT_TRUE(json["drop_copy"].is_null() && json["day"]["schedule_done"].is_null());
}

TEST(ExchangeReport, PortsAndPublishersOfProtocolsHaveTheirPlacesInTheJson) {
    const ExchangeDetail detail{
        .protocol_ports = {{.port = exchange::kIlinkOrders,
                            .at = {.address = {0x7F00'0001}, .port = 26'410}}},
        .publishers = {{}, {.key = "fix_market_data", .json = [] {
                                return nlohmann::ordered_json{{"sessions", 3}};
                            }}}};
    const auto json = nlohmann::ordered_json::parse(exchange_json(some_health(), detail));
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) {
        keys.push_back(key);
    }
    EXPECT_EQ(keys,
              (std::vector<std::string>{"running", "order_entry", "glimpse", "requests",
                                        "drop_copy", "fix", "fix_drop_copy", "ilink", "operator",
                                        "fix_market_data", "recovered", "journal", "venue", "books",
                                        "day", "clients", "sessions", "feed", "output"}));
    EXPECT_TRUE(json["fix"].is_null() && json["fix_drop_copy"].is_null());
    EXPECT_EQ(json["ilink"], "127.0.0.1:26410");
    EXPECT_EQ(json["fix_market_data"]["sessions"], 3);
    EXPECT_TRUE(json["clients"].contains("fix_copies_not_kept"));
}

TEST(DayRoom, SaysBeforeADayHasNoMoreTimesAndThen) {
    constexpr auto at_hour = [](std::int64_t hour) { return Time{hour * 3'600 * kNanosPerSecond}; };
    DayRoom room;
    EXPECT_TRUE(room.news(1, at_hour(59)).empty());
    ASSERT_EQ(room.news(1, at_hour(61)).size(), 1U);
    EXPECT_TRUE(room.news(1, at_hour(71)).empty()) << "once";
    EXPECT_EQ(
        room.news(1, at_hour(77)).front(),
        "the day has lasted for 77 hours: its session ends after 78, when the feed has no more "
        "times for it; start the next day: hotpath operate start-of-day");
    EXPECT_TRUE(room.news(1, exchange::kDayEndsBy - Nanos{1}).empty());
    EXPECT_NE(room.news(1, exchange::kDayEndsBy).front().find("its session has ended"),
              std::string::npos);
    EXPECT_TRUE(room.news(1, at_hour(90)).empty());
    EXPECT_TRUE(room.news(2, at_hour(9)).empty()) << "another day";
    EXPECT_EQ(room.news(2, at_hour(100)).size(), 1U) << "at once the last";
}

}  // namespace
}  // namespace hotpath::app
