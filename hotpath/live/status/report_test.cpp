// The trader's health line, JSON and positions, made of plain numbers: no trader is needed for the text.
#include "hotpath/live/status/report.hpp"

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hotpath/live/status/feed_alarm.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::live {
namespace {

using text::dollars;

const Symbol kHeldSymbol = *Symbol::from("AAPL");

/// Trading, with one position.
TradeStatus some_status() {
    TradeStatus status{.is_in_doubt = false, .is_recovering = false};
    status.feed = {.state = feed::FeedState::Live, .is_stale = false, .is_current = true};
    status.feed.next_seq = 61;
    status.open_orders = 4;
    status.orders.entered = 9;
    status.orders.executions = 5;
    status.account.pnl = {12'500};
    status.positions_count = 1;
    status.positions[0] = {.symbol = kHeldSymbol,
                           .is_listed = true,
                           .position = {-300},
                           .realized_pnl = {20'000},
                           .unrealized_pnl = {-5'000},
                           .fees = {2'500},
                           .cash = {30'025'000},
                           .bought_qty = 1'200,
                           .sold_qty = 1'500,
                           .bid = {100'000},
                           .ask = {100'100},
                           .mark = {100'050},
                           .bid_qty = {7},
                           .ask_qty = {8}};
    return status;
}

TEST(TradeReport, TheHealthLineSaysItsNumbers) {
    EXPECT_EQ(trade_health(some_status()),
              "trading, feed 61 " + std::string(name(feed::FeedState::Live)) +
                  ", 4 open orders, 9 entered, 5 executions, AAPL -300, P&L " + dollars({12'500}) +
                  ", no drop copy");
}

TEST(TradeReport, TheHealthLineSaysWhatIsWrong) {
    TradeStatus status = some_status();
    status.positions[0].is_listed = false;
    status.positions[0].position = {0};
    status.lines_lost = 7;
    const std::string line = trade_health(status);
    EXPECT_NE(line.find(", flat, "), std::string::npos) << line;
    EXPECT_NE(line.find("WARNING: the feed does not list AAPL"), std::string::npos) << line;
    EXPECT_NE(line.find("7 LINES OF OUTPUT LOST"), std::string::npos) << line;
    status.feed.state = feed::FeedState::SnapshotLoading;
    EXPECT_EQ(trade_health(status).find("does not list"), std::string::npos) << "not read yet";
}

TEST(TradeReport, OneWordSaysWhatItIsDoing) {
    TradeStatus status = some_status();
    EXPECT_EQ(doing(status), "trading");
    status.feed.is_stale = true;
    EXPECT_EQ(doing(status), "stale");
    status.is_in_doubt = true;
    EXPECT_EQ(doing(status), "no session");
    status.is_recovering = true;
    EXPECT_EQ(doing(status), "logging on");
    status.feed.is_foreign = true;
    EXPECT_EQ(doing(status), "another feed");
    status.mode = risk::TradingMode::ReducingOnly;
    EXPECT_EQ(doing(status), "reducing only");
    status.is_stopping = true;
    EXPECT_EQ(doing(status), "stopping");
    status.is_stopped = true;
    EXPECT_EQ(doing(status), "stopped");
}

TEST(TradeReport, AStopSaysWhy) {
    TradeStatus status = some_status();
    EXPECT_EQ(stop_text(status), "");
    status.mode = risk::TradingMode::Killed;
    status.stop_reason = risk::StopReason::Heartbeat;
    EXPECT_EQ(stop_text(status), "heartbeat");
    status.stop_reason = risk::StopReason::Disagreement;
    status.trouble = oms::ReportStatus::OverExecution;
    status.trouble_id = {17};
    EXPECT_EQ(stop_text(status), "the venue's reply about order 17: " +
                                     std::string(status_name(oms::ReportStatus::OverExecution)));
    status.trouble_decode = protocols::DecodeStatus::Malformed;
    EXPECT_EQ(stop_text(status), "malformed reply from the venue");
    status.copies.finding = trader::Finding::Differs;
    status.copies.own = {.number = 5, .symbol = kHeldSymbol, .position = {100}};
    status.copies.copied = {.number = 6, .symbol = kHeldSymbol, .position = {200}};
    const std::string differ =
        "positions differ: AAPL 100 after reply 5 by order entry, AAPL 200 after reply 6 by drop "
        "copy";
    EXPECT_EQ(stop_text(status), differ);
    status.copies.is_first = false;
    EXPECT_EQ(stop_text(status), "malformed reply from the venue") << "the first reason";
    status.copies.finding = trader::Finding::Behind;
    status.trouble_decode = protocols::DecodeStatus::Ok;
    status.trouble = oms::ReportStatus::UnknownInstrument;
    status.unknown_symbol = *Symbol::from("MSFT");
    EXPECT_EQ(stop_text(status),
              "order 17 of the account is in MSFT, which is not in trading.symbols");
}

/// Nothing has gone wrong in this process.
TEST(TradeReport, AStopOfAnEarlierProcessSaysWhatThatOneSaid) {
    TradeStatus status = some_status();
    status.mode = risk::TradingMode::Killed;
    status.stop_reason = risk::StopReason::Disagreement;
    EXPECT_EQ(stop_text(status), "an earlier process disagreed with the venue");
    const std::string why = "positions differ: AAPL 50 ... 51 by drop copy";
    std::ranges::copy(why, status.stopped_before.begin());
    EXPECT_EQ(stop_text(status), why);
    status.copies.finding = trader::Finding::NumbersMissing;
    EXPECT_EQ(stop_text(status), "the drop copy: numbers are missing");
}

TEST(TradeReport, ExecutionsThatWaitAreNoAgreement) {
    TradeStatus status = some_status();
    status.time = {20 * kNanosPerSecond};
    status.copies = {.is_used = true,
                     .others_copies = 7,
                     .waiting = 183,
                     .waiting_since = {8 * kNanosPerSecond}};
    EXPECT_NE(trade_health(status).find("drop copy waits (0 executions, 183 wait since 12.0 s, 7 "
                                        "copies of other users)"),
              std::string::npos)
        << trade_health(status);
    RunStatus run{.venues = {status}};
    const nlohmann::json json = nlohmann::json::parse(run_json({}, run))["drop_copy"];
    EXPECT_EQ(json["waiting"], 183);
    EXPECT_EQ(json["waiting_ms"], 12'000);
    EXPECT_EQ(json["copies_of_others"], 7);
    status.mode = risk::TradingMode::Killed;
    status.stop_reason = risk::StopReason::Disagreement;
    status.copies.finding = trader::Finding::AnotherUser;
    EXPECT_EQ(stop_text(status),
              "the order-entry session is not of account.user: 183 executions wait for copies, and "
              "all 7 copies are of other users");
}

TEST(TradeReport, AForeignFeedSaysWhatCameAndTheAlarmOnlyOnce) {
    FeedStatus feed{.messages_given = 10, .messages_undecoded = 9, .is_foreign = true};
    EXPECT_EQ(foreign_text(feed),
              "9 of 10 messages are not ITCH 5.0 (unknown type or wrong length), more than half: "
              "this is another feed, expected ITCH 5.0 in MoldUDP64; trading is off");
    FeedAlarm alarm;
    EXPECT_EQ(alarm.note(feed), "hotpath trade: market data: " + foreign_text(feed) + "\n");
    EXPECT_EQ(alarm.note(feed), "");
    feed.is_foreign = false;
    EXPECT_EQ(alarm.note(feed), "");
    feed.is_foreign = true;
    EXPECT_NE(alarm.note(feed), "") << "a second time";
    EXPECT_EQ(foreign_text({.packets_malformed = 3, .packets = {1, 2, 1}}).substr(0, 35),
              "3 of 4 packets are not MoldUDP64, m");
}

TEST(TradeReport, AFeedWhoseTimeGoesBackWithinASessionSaysSo) {
    constexpr auto at_hour = [](std::int64_t hour) { return Time{hour * 3'600 * kNanosPerSecond}; };
    FeedAlarm alarm;
    EXPECT_EQ(alarm.note({.sessions = 1, .last_time = at_hour(78)}), "");
    EXPECT_EQ(alarm.note({.sessions = 1, .last_time = at_hour(78) - Nanos{1}}), "") << "a snapshot";
    EXPECT_EQ(alarm.note({.sessions = 1, .last_time = Time{1'300'000'000}}),
              "hotpath trade: market data: its time went back from 77:59:59.999999999 to "
              "00:00:01.300000000\n");
    EXPECT_EQ(alarm.note({.sessions = 1, .last_time = at_hour(5)}), "");
    EXPECT_EQ(alarm.note({.sessions = 2, .last_time = at_hour(1)}), "") << "another day";
}

TEST(TradeReport, AForeignFeedOfMdp3SaysSo) {
    FeedStatus feed{.messages_given = 10, .messages_undecoded = 9, .protocol = 1};
    EXPECT_EQ(foreign_text(feed),
              "9 of 10 packets have no message of MDP 3.0's schema, more than half: this is "
              "another feed, expected MDP 3.0; trading is off");
    feed = {.packets_malformed = 3, .packets = {1, 2, 1}, .protocol = 1};
    EXPECT_EQ(foreign_text(feed).substr(0, 32), "3 of 4 packets are not MDP 3.0, ");
}

TEST(TradeReport, TheFeedOfMdp3HasItsLoops) {
    RunStatus status{.venues = {some_status()}};
    const auto feed_of = [&] { return nlohmann::json::parse(run_json({}, status))["feed"]; };
    EXPECT_EQ(feed_of()["protocol"], "itch");
    EXPECT_TRUE(feed_of()["mdp3"].is_null());
    status.venues[0].feed.protocol = protocols::MarketFeeds::index_of("mdp3");
    status.venues[0].feed.counters = {12, 0, 1, 2};
    EXPECT_EQ(feed_of()["protocol"], "mdp3");
    EXPECT_EQ(feed_of()["mdp3"]["loop_packets"], 12);
    EXPECT_EQ(feed_of()["mdp3"]["snapshot_loops"], 2);
}

TEST(TradeReport, PositionsAreALineASymbolAndTheSum) {
    TradeStatus status = some_status();
    status.positions_not_shown = 2;
    EXPECT_EQ(positions_text(status),
              "AAPL           -300 shares, bought 1,200, sold 1,500, realized " +
                  dollars({20'000}) + ", unrealized " + dollars({-5'000}) + ", fees " +
                  dollars({2'500}) + ", mark 10.0050, closing would cost $1.50" +
                  "\nand 2 more symbols\nall               5 executions, P&L " + dollars({12'500}) +
                  "\n");
}

TEST(TradeReport, AnOpenPositionSaysHowOldItsMarkIsAndWhatClosingCosts) {
    RunStatus status;
    TradeStatus& venue = status.venues[0] = some_status();
    const auto json_of = [&] {
        return nlohmann::json::parse(run_json({}, status))["positions"][0];
    };
    EXPECT_EQ(json_of()["mark"], 100'050);
    EXPECT_EQ(json_of()["mark_age_s"], 0.0);
    EXPECT_EQ(json_of()["cost_to_close"], 15'000);
    venue.time = Time{10 * 3'600 * kNanosPerSecond};
    venue.positions[0].mark_old_since = venue.time - Nanos{90 * 60 * kNanosPerSecond};
    venue.positions[0].ask = {};
    EXPECT_NE(positions_text(venue).find(", mark 10.0050 (1 h 30 min old), the market has no order "
                                         "to close with\n"),
              std::string::npos)
        << positions_text(venue);
    EXPECT_EQ(json_of()["mark_age_s"], 5'400.0);
    EXPECT_TRUE(json_of()["cost_to_close"].is_null());
}

TEST(TradeReport, TheJsonHasTheSameNumbers) {
    RunStatus status;
    status.venues[0] = some_status();
    status.venues[0].feed.packets = {3, 4, 5};
    status.venues[0].positions[0].book = {.checksum = 0xabc, .next_seq = 61};
    const auto json = nlohmann::json::parse(run_json({}, status));
    EXPECT_EQ(json["running"], true);
    EXPECT_EQ(json["doing"], "trading");
    EXPECT_EQ(json["trading"]["mode"], "open");
    EXPECT_EQ(json["feed"]["next_seq"], 61);
    EXPECT_EQ(json["feed"]["packets_b"], 4);
    EXPECT_TRUE(json["feed"]["another_feed"].is_null());
    EXPECT_EQ(json["orders"]["open"], 4);
    EXPECT_EQ(json["money"]["pnl"], 12'500);
    EXPECT_TRUE(json["drop_copy"].is_null());
    EXPECT_TRUE(json["links"]["order_entry"].is_null()) << "not used";
    const auto& position = json["positions"][0];
    EXPECT_EQ(position["symbol"], "AAPL");
    EXPECT_EQ(position["position"], -300);
    EXPECT_EQ(position["fees"], 2'500);
    const auto& book = json["books"][0];
    EXPECT_EQ(book["bid"]["price"], 100'000);
    EXPECT_EQ(book["ask"]["qty"], 8);
    EXPECT_EQ(book["checksum_next_seq"], 61);
}

TEST(TradeReport, WhatARiskLimitRefusedIsNamed) {
    RunStatus status;
    status.venues[0] = some_status();
    status.venues[0]
        .gateway.rejected_by_risk[static_cast<std::size_t>(risk::RejectReason::PriceCollar)] = 3;
    const auto json = nlohmann::json::parse(run_json({}, status));
    EXPECT_EQ(json["orders"]["rejected_by_risk"],
              nlohmann::json({{std::string(reason_name(risk::RejectReason::PriceCollar)), 3}}));
}

TEST(TradeReport, TwoVenuesHaveANetPositionAtTheFirstOnesMark) {
    RunStatus status;
    status.venues_count = 2;
    status.venues[0] = some_status();
    status.venues[1] = some_status();
    status.venues[1].positions[0].position = {500};
    status.venues[1].positions[0].cash = {-50'000'000};
    status.firm_taken = {8, 1'000, 40};
    status.firm_exposure = {7'000, 500, -300};
    TradeConfig config;
    config.second.emplace();
    const auto json = nlohmann::json::parse(run_json(config, status));
    const std::int64_t pnl = 30'025'000 - 50'000'000 - 2 * 2'500 + 200 * 100'050;
    EXPECT_EQ(json["positions"][0]["net"], 200);
    EXPECT_EQ(json["positions"][0]["pnl"], pnl);
    EXPECT_EQ(json["money"]["pnl"], pnl);
    EXPECT_EQ(json["firm"]["messages"], 40);
    EXPECT_EQ(json["firm"]["gross"], 7'000);
    EXPECT_EQ(json["firm"]["short"], -300);
    ASSERT_EQ(json["venues"].size(), 2U);
    EXPECT_EQ(json["venues"][1]["positions"][0]["position"], 500);
    const std::string health = run_health(status);
    EXPECT_NE(health.find("P&L " + dollars({pnl})), std::string::npos) << health;
    EXPECT_NE(health.find("trade: second venue: trading"), std::string::npos) << health;
}

}  // namespace
}  // namespace hotpath::live
