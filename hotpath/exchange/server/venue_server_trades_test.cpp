// Trades that an operator breaks or corrects: what the feed, the sessions of every protocol and the
// drop copies are told, once; and the same in a replay of the journal.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "tests/support/venue_fix_client.hpp"
#include "tests/support/venue_ilink_client.hpp"

namespace hotpath::exchange {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;
using support::BenchClient;
using support::ByteString;
using support::fix_order;
using support::FixBenchClient;
using support::FixLines;
using support::IlinkBenchClient;
using support::IlinkLines;
using support::VenueBench;

constexpr std::int64_t kTraded = 500'000;

template <class Message>
const Message& last_reply(const BenchClient& client) {
    const Bytes reply = client.replies.back();
    EXPECT_EQ(std::to_integer<char>(reply.front()), Message::kType);
    return Message::at(reply.data());
}

/// Venue and commands of the tests below.
class AmendedTrades {
  public:
    explicit AmendedTrades(VenueServerOptions options)
        : bench([&] {
              options.cancel_on_disconnect_after = kForever;
              options.operator_users = {protocols::nasdaq::soupbintcp::Credentials::of("OPS", "A")};
              options.drop_copy_users = {
                  protocols::nasdaq::soupbintcp::Credentials::of("WATCH", "W")};
              return options;
          }()) {}

    ControlAnswer command(const Control& control) {
        EXPECT_TRUE(bench.server.try_control(control, bench.now));
        for (int turn = 0; turn < 3; ++turn) {  // one that waits for another
            bench.take_records();
            bench.make_durable();
            bench.turn();
        }
        const protocols::SequencedStore& answers = bench.server.answers();
        ControlAnswer answer;
        EXPECT_EQ(decode(answers.at(answers.size()), answer), protocols::DecodeStatus::Ok);
        return answer;
    }
    ControlAnswer break_trade(std::uint64_t match) { return command(breaking(match)); }
    ControlAnswer correct_trade(std::uint64_t match, std::int64_t price) {
        Control control = breaking(match);
        control.action = ControlAction::CorrectTrade;
        control.trade.corrected = {price};
        return command(control);
    }
    static Control breaking(std::uint64_t match) {
        Control control{.action = ControlAction::BreakTrade};
        control.trade.match = {match};
        control.trade.reason = AmendmentReason::Erroneous;
        return control;
    }
    /// Match numbers of the Broken Trades in the feed.
    [[nodiscard]] std::vector<std::uint64_t> broken_in_feed() const {
        std::vector<std::uint64_t> broken;
        for (const ByteString& packet : bench.packets) {
            protocols::nasdaq::moldudp64::PacketReader reader;
            if (reader.open(packet) != protocols::DecodeStatus::Ok) {
                continue;
            }
            protocols::FrameCursor messages = reader.messages();
            for (Bytes message; messages.next(message);) {
                if (std::to_integer<char>(message.front()) ==
                    protocols::nasdaq::itch50::BrokenTrade::kType) {
                    const auto& m = protocols::nasdaq::itch50::BrokenTrade::at(message.data());
                    EXPECT_EQ(m.load_stock_locate(), 1U);
                    broken.push_back(m.load_match_number());
                }
            }
        }
        return broken;
    }
    void expect_replays() {
        const ByteString live = support::state_of(bench.server);
        const std::uint64_t outputs = bench.server.log().output_checksum();
        bench.restart(bench.records.size());
        EXPECT_EQ(bench.server.log().output_checksum(), outputs);
        EXPECT_EQ(support::state_of(bench.server), live);
    }

    VenueBench bench;
};

class VenueServerTrades : public testing::Test {
  protected:
    void trade(std::uint32_t number, std::uint32_t qty = 100) {
        seller_.enter({.number = number, .side = 'S', .qty = qty, .price = kTraded});
        buyer_.enter({.number = number, .side = 'B', .qty = qty, .price = kTraded});
        poll();
    }
    void poll() {
        at_.bench.make_durable();
        seller_.poll();
        buyer_.poll();
    }

    AmendedTrades at_{support::small_venue(3)};
    BenchClient seller_{at_.bench, Port::OrderEntry, at_.bench.options.users[0]};
    BenchClient buyer_{at_.bench, Port::OrderEntry, at_.bench.options.users[1]};
};

TEST_F(VenueServerTrades, ABrokenTradeIsToldToBothSidesAndTheFeedOnce) {
    trade(1);
    trade(2);
    BenchClient copies(at_.bench, Port::DropCopy, at_.bench.options.drop_copy_users[0]);
    const ControlAnswer answer = at_.break_trade(3);
    EXPECT_EQ(answer.status, ControlStatus::Done);
    EXPECT_EQ(answer.control.symbol, *Symbol::from("AAPL"));
    EXPECT_EQ(answer.control.trade.qty, Qty{100});
    EXPECT_EQ(answer.control.trade.count, 2U);
    poll();
    for (const BenchClient* const client : {&seller_, &buyer_}) {
        EXPECT_EQ(client->types(), "AEAEB");
        const auto& broken = last_reply<ouch50::BrokenTrade>(*client);
        EXPECT_EQ(broken.load_user_ref_num(), 2U);
        EXPECT_EQ(broken.load_match_number(), 3U);
        EXPECT_EQ(broken.load_reason(), 'E');
    }
    EXPECT_EQ(at_.broken_in_feed(), std::vector<std::uint64_t>{3});
    copies.poll();
    EXPECT_EQ(
        std::ranges::count_if(copies.replies,
                              [](const ByteString& copy) {
                                  return copy[protocols::nasdaq::dropcopy::ReplyCopy::kLength] ==
                                         std::byte{'B'};
                              }),
        2)
        << "and to the drop copy";
    EXPECT_EQ(at_.break_trade(3).status, ControlStatus::TradeIsBroken);
    EXPECT_EQ(at_.correct_trade(3, kTraded).status, ControlStatus::TradeIsBroken);
    EXPECT_EQ(at_.break_trade(4).status, ControlStatus::UnknownTrade);
    poll();
    EXPECT_EQ(seller_.types(), "AEAEB");
    at_.expect_replays();
    EXPECT_EQ(at_.break_trade(3).status, ControlStatus::TradeIsBroken) << "after a restart, too";
    EXPECT_EQ(at_.break_trade(1).status, ControlStatus::Done);
}

TEST_F(VenueServerTrades, ACorrectedTradeHasItsNewPriceFromThenOn) {
    trade(1);
    EXPECT_EQ(at_.correct_trade(1, kTraded - 10'000).status, ControlStatus::Done);
    poll();
    for (const BenchClient* const client : {&seller_, &buyer_}) {
        EXPECT_EQ(client->types(), "AEF");
        const auto& corrected = last_reply<ouch50::TradeCorrection>(*client);
        EXPECT_EQ(corrected.load_user_ref_num(), 1U);
        EXPECT_EQ(corrected.load_match_number(), 1U);
        EXPECT_EQ(corrected.load_quantity(), 100U);
        EXPECT_EQ(corrected.load_price(), static_cast<std::uint64_t>(kTraded - 10'000));
    }
    EXPECT_TRUE(at_.broken_in_feed().empty()) << "ITCH has no such message";
    EXPECT_EQ(at_.correct_trade(1, kTraded + 10'000).control.trade.price, Price{kTraded - 10'000});
    EXPECT_EQ(at_.break_trade(1).control.trade.price, Price{kTraded + 10'000});
    poll();
    EXPECT_EQ(seller_.types(), "AEFFB");
    at_.expect_replays();
}

TEST_F(VenueServerTrades, TheOrderGetsNothingBack) {
    seller_.enter({.number = 1, .side = 'S', .qty = 300, .price = kTraded});
    buyer_.enter({.number = 1, .side = 'B', .qty = 100, .price = kTraded});
    poll();
    EXPECT_EQ(at_.break_trade(1).status, ControlStatus::Done);
    poll();
    const SessionOrder* const order =
        at_.bench.server.log().exchange().venue().orders.find({0}, ClOrdId{1});
    ASSERT_NE(order, nullptr);
    EXPECT_EQ(order->leaves_qty(), Qty{200});
    EXPECT_EQ(order->cum_qty, Qty{100});
    EXPECT_EQ(at_.bench.server.log().exchange().session_orders({1}), 0U);
}

TEST_F(VenueServerTrades, AReplacedOrderAndATradeWithOneself) {
    seller_.enter({.number = 1, .side = 'S', .qty = 100, .price = kTraded + 100});
    ouch50::ReplaceOrderRequest m;
    m.store_orig_user_ref_num(1);
    m.store_user_ref_num(2);
    m.store_quantity(300);
    m.store_price(static_cast<std::uint64_t>(kTraded));
    m.store_time_in_force(ouch50::time_in_force::kDay);
    m.store_display(ouch50::display::kVisible);
    seller_.request(m.bytes());
    seller_.enter({.number = 3, .side = 'B', .qty = 100, .price = kTraded});
    poll();
    const ControlAnswer answer = at_.break_trade(1);
    EXPECT_EQ(answer.status, ControlStatus::Done);
    ASSERT_EQ(answer.control.trade.count, 2U);
    EXPECT_EQ(answer.control.trade.parties_of[0].user_ref_num, ClOrdId{2});
    EXPECT_EQ(answer.control.trade.parties_of[0].side, OrderSide::Sell);
    EXPECT_EQ(answer.control.trade.parties_of[0].order_id, OrderId{1}) << "of its entry";
    EXPECT_EQ(answer.control.trade.parties_of[1].user_ref_num, ClOrdId{3});
    EXPECT_EQ(answer.control.trade.parties_of[1].side, OrderSide::Buy);
    poll();
    EXPECT_EQ(seller_.types(), "AUAEEBB");
    at_.expect_replays();
}

TEST_F(VenueServerTrades, TwoCommandsAtOnceBreakATradeOnce) {
    trade(1);
    EXPECT_TRUE(at_.bench.server.try_control(AmendedTrades::breaking(1), at_.bench.now));
    EXPECT_EQ(at_.break_trade(1).status, ControlStatus::TradeIsBroken)
        << "it waits until the first is durable";
    poll();
    EXPECT_EQ(seller_.types(), "AEB");
    EXPECT_EQ(at_.broken_in_feed(), std::vector<std::uint64_t>{1});
}

TEST_F(VenueServerTrades, ATradeOfADayThatHasEndedIsUnknown) {
    trade(1);
    ASSERT_TRUE(at_.bench.server.try_control({.action = ControlAction::StartDay}, at_.bench.now));
    EXPECT_EQ(at_.break_trade(1).status, ControlStatus::UnknownTrade)
        << "the new day's streams are not there yet";
    EXPECT_TRUE(at_.broken_in_feed().empty());
}

VenueServerOptions fix_venue() {
    return support::with_fix_copies(support::fix_venue_server(3, 1), {});
}

TEST(AmendedTradesOverFix, HaveTheExecIdOfTheTradeAndItsNewSums) {
    AmendedTrades at(fix_venue());
    FixBenchClient reader(at.bench, "COPIES", "COPYPASS", kFixDropCopy);
    reader.log_on();
    FixBenchClient client(at.bench, 0);
    client.log_on();
    client.send(fix_order("A1", "55=AAPL|54=1|38=200|40=2|44=50|59=0|"));
    BenchClient seller(at.bench, Port::OrderEntry, at.bench.options.users[1]);
    for (std::uint32_t number = 1; number <= 2; ++number) {
        seller.enter({.number = number, .side = 'S', .qty = 100, .price = kTraded});
        client.turn();
    }
    reader.turn();
    EXPECT_EQ(at.correct_trade(1, kTraded - 20'000).status, ControlStatus::Done);
    client.turn();
    EXPECT_EQ(client.reports, (FixLines{"A1 0", "A1 F", "A1 F", "A1 G"}));
    for (const char* const field : {"|19=11|", "|32=100|", "|31=48.0000|", "|14=200|",
                                    "|6=49.000000|", "|151=0|", "|39=2|"}) {
        EXPECT_TRUE(client.last.contains(field)) << field << " in " << client.last;
    }
    EXPECT_EQ(at.break_trade(3).status, ControlStatus::Done);
    client.turn();
    EXPECT_EQ(client.reports.back(), "A1 H");
    for (const char* const field : {"|19=31|", "|32=100|", "|31=50.0000|", "|14=100|",
                                    "|6=48.000000|", "|151=0|", "|39=4|"}) {
        EXPECT_TRUE(client.last.contains(field)) << field << " in " << client.last;
    }
    reader.turn();
    const FixLines tail(reader.reports.end() - 4, reader.reports.end());
    EXPECT_EQ(tail, (FixLines{"A1 G", "1 G", "A1 H", "2 H"}))
        << "the drop copy has the closed orders by OUCH, too";
    EXPECT_TRUE(reader.last.contains("|19=32|")) << reader.last;
    at.expect_replays();
}

TEST(AmendedTradesOverFix, AReplacementOfTheOrderCountsItNoMore) {
    AmendedTrades at(fix_venue());
    FixBenchClient client(at.bench, 0);
    client.log_on();
    client.send(fix_order("A1", "55=AAPL|54=1|38=200|40=2|44=50|59=0|"));
    BenchClient seller(at.bench, Port::OrderEntry, at.bench.options.users[1]);
    seller.enter({.number = 1, .side = 'S', .qty = 100, .price = kTraded});
    client.turn();
    client.send("35=G|11=A2|41=A1|55=AAPL|54=1|38=200|40=2|44=49|59=0|");
    at.break_trade(1);
    client.turn();
    EXPECT_EQ(client.reports.back(), "A1 H");
    client.send("35=H|11=A2|55=AAPL|54=1|");
    EXPECT_TRUE(client.last.contains("|14=0|")) << client.last;
    EXPECT_TRUE(client.last.contains("|151=100|")) << client.last;
    at.expect_replays();
}

TEST(AmendedTradesOverIlink, AreAddendaWithTheLabelsOfTheExecution) {
    AmendedTrades at(support::ilink_venue_server(3, 1));
    IlinkBenchClient client(at.bench, 0);
    client.log_on();
    client.send(support::ilink_order({.id = "A1"}));
    BenchClient seller(at.bench, Port::OrderEntry, at.bench.options.users[1]);
    seller.enter({.number = 1, .side = 'S', .qty = 100, .price = kTraded});
    client.turn();
    EXPECT_EQ(at.correct_trade(1, kTraded - 10'000).status, ControlStatus::Done);
    client.turn();
    EXPECT_EQ(at.break_trade(1).status, ControlStatus::Done);
    client.turn();
    EXPECT_EQ(client.reports, (IlinkLines{"New A1", "TradeOutright A1", "TradeAddendumOutright A1",
                                          "TradeAddendumOutright A1"}));
    protocols::cme::ilink3::ExecutionReportTradeAddendumOutright m;
    ASSERT_EQ(m.open(client.last), protocols::DecodeStatus::Ok);
    EXPECT_EQ(m.load_exec_type(), protocols::cme::ilink3::TradeAddendum::TradeCancel);
    EXPECT_EQ(m.load_orig_secondary_execution_id(), 1U);
    EXPECT_EQ(m.load_order_id(), 1U);
    EXPECT_EQ(m.load_last_qty(), 100U);
    EXPECT_EQ(m.load_last_px().load_mantissa(), 49'000'000'000);
    EXPECT_EQ(m.load_side(), protocols::cme::ilink3::Side::Buy);
    seller.poll();
    EXPECT_EQ(seller.types(), "AEFB");
    at.expect_replays();
}

}  // namespace
}  // namespace hotpath::exchange
