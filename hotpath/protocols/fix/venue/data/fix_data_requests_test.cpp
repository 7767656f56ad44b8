// Market data requests: what is served, each reason of a refusal, and the end of a subscription.

#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/fix_data_venue.hpp"

namespace hotpath::exchange {
namespace {

using support::DataVenue;
using support::FixDataClient;
using support::market_data_request;
using support::MarketDataTerms;
using Lines = std::vector<std::string>;

constexpr InstrumentId kDataAapl{1};
constexpr InstrumentId kDataGoog{2};

FixDataOptions small_data_server() {
    FixDataOptions options = support::data_server(3);
    options.depth_max = 10;
    options.subscriptions_max = 4;
    options.users[2].symbols = {*Symbol::from("GOOG")};
    return options;
}

class FixDataRequests : public testing::Test {
  protected:
    void SetUp() override {
        client_.log_on();
        ASSERT_TRUE(client_.session().is_logged_on()) << client_.logout;
    }
    /// Bids at 50.0000, 49.9900, ... and offers at 51.0000, 51.0100, ... of Apple.
    void fill(int levels) {
        for (int n = 0; n < levels; ++n) {
            venue_.enter(kDataAapl, Side::Buy, 100U + static_cast<std::uint32_t>(n),
                         500'000 - 100 * n);
            venue_.enter(kDataAapl, Side::Sell, 200U + static_cast<std::uint32_t>(n),
                         510'000 + 100 * n);
        }
        venue_.publish();
    }
    std::string refusal_of(const MarketDataTerms& terms, FixDataClient& client) {
        client.refusals.clear();
        client.send(market_data_request(terms));
        return client.refusals.empty() ? "" : client.refusals.front();
    }
    std::string refusal_of(const MarketDataTerms& terms) { return refusal_of(terms, client_); }

    DataVenue venue_{1, small_data_server()};
    FixDataClient client_{venue_, 0};
};

TEST_F(FixDataRequests, ASnapshotIsOneRefreshASymbol) {
    fill(3);
    venue_.enter(kDataGoog, Side::Sell, 7, 1'234'500);
    client_.send(
        market_data_request({.type = "0", .update_type = "", .symbols = {"AAPL", "GOOG"}}));
    EXPECT_EQ(client_.book("R1", "AAPL").levels(Side::Buy), venue_.levels(kDataAapl, Side::Buy, 3));
    EXPECT_EQ(client_.book("R1", "AAPL").levels(Side::Sell),
              venue_.levels(kDataAapl, Side::Sell, 3));
    EXPECT_EQ(client_.book("R1", "GOOG").levels(Side::Sell),
              (std::vector<book::Level>{{.price = {1'234'500}, .qty = {7}, .orders = 1}}));
    EXPECT_EQ(venue_.server().subscriptions(0), 0U);
    fill(4);
    client_.turn();
    EXPECT_EQ(client_.book("R1", "AAPL").refreshes, 1);
    EXPECT_EQ(client_.book("R1", "AAPL").increments, 0);
}

TEST_F(FixDataRequests, AnEmptyBookIsARefreshWithoutEntries) {
    client_.send(market_data_request({}));
    EXPECT_EQ(client_.book("R1", "AAPL").refreshes, 1);
    EXPECT_TRUE(client_.book("R1", "AAPL").levels(Side::Buy).empty());
    EXPECT_EQ(client_.others, Lines{}) << "the client's engine accepts it";
}

TEST_F(FixDataRequests, MarketDepthIsTheNumberOfLevels) {
    fill(12);
    for (const std::string depth : {"1", "2", "10"}) {
        client_.send(market_data_request({.id = depth, .type = "0", .depth = depth}));
        EXPECT_EQ(client_.book(depth, "AAPL").levels(Side::Buy),
                  venue_.levels(kDataAapl, Side::Buy, std::stoul(depth)));
    }
    client_.send(market_data_request({.id = "ALL", .type = "0", .depth = "0"}));
    EXPECT_EQ(client_.book("ALL", "AAPL").levels(Side::Sell).size(), 10U) << "depth_max";
}

TEST_F(FixDataRequests, EntryTypesSayWhatIsSent) {
    fill(2);
    client_.send(market_data_request({.id = "B", .entry_types = "0"}));
    client_.send(market_data_request({.id = "T", .entry_types = "2"}));
    venue_.enter(kDataAapl, Side::Buy, 30, 510'000);  // it trades with an offer
    client_.turn();
    EXPECT_EQ(client_.book("B", "AAPL").levels(Side::Buy).size(), 2U);
    EXPECT_TRUE(client_.book("B", "AAPL").levels(Side::Sell).empty());
    EXPECT_EQ(client_.book("B", "AAPL").increments, 0);
    EXPECT_TRUE(client_.book("T", "AAPL").levels(Side::Sell).empty());
    EXPECT_EQ(client_.book("T", "AAPL").trades,
              (std::vector<book::Level>{{.price = {510'000}, .qty = {30}}}));
    client_.send(market_data_request({.id = "S", .type = "0", .entry_types = "2"}));
    EXPECT_EQ(client_.book("S", "AAPL").last_trade, (book::Level{.price = {510'000}, .qty = {30}}));
}

TEST_F(FixDataRequests, ALevelThatEntersAndOneThatLeavesTheDepthAreBothSaid) {
    fill(3);
    client_.send(market_data_request({.depth = "2"}));
    venue_.enter(kDataAapl, Side::Buy, 1, 500'100);
    client_.turn();
    EXPECT_EQ(client_.book("R1", "AAPL").levels(Side::Buy), venue_.levels(kDataAapl, Side::Buy, 2));
    static_cast<void>(venue_.venue().cancel(venue_.last_id(), venue_.now()));
    client_.turn();
    EXPECT_EQ(client_.book("R1", "AAPL").levels(Side::Buy), venue_.levels(kDataAapl, Side::Buy, 2));
    EXPECT_EQ(client_.contradictions, 0);
    EXPECT_EQ(client_.book("R1", "AAPL").increments, 2);
    venue_.enter(kDataAapl, Side::Buy, 1, 400'000);
    client_.turn();
    EXPECT_EQ(client_.book("R1", "AAPL").increments, 2) << "it is below what was asked for";
}

TEST_F(FixDataRequests, WithFullRefreshEachChangeIsARefresh) {
    fill(1);
    client_.send(market_data_request({.depth = "1", .update_type = "0"}));
    venue_.enter(kDataAapl, Side::Buy, 1, 500'100);
    client_.turn();
    venue_.enter(kDataAapl, Side::Buy, 1, 400'000);
    client_.turn();
    EXPECT_EQ(client_.book("R1", "AAPL").refreshes, 2);
    EXPECT_EQ(client_.book("R1", "AAPL").increments, 0);
    EXPECT_EQ(client_.book("R1", "AAPL").levels(Side::Buy), venue_.levels(kDataAapl, Side::Buy, 1));
}

TEST_F(FixDataRequests, AnEndedSubscriptionIsSilent) {
    client_.send(market_data_request({.id = "A", .symbols = {"AAPL", "GOOG"}}));
    client_.send(market_data_request({.id = "B"}));
    EXPECT_EQ(venue_.server().subscriptions(0), 3U);
    client_.send(market_data_request({.id = "A", .type = "2", .symbols = {"AAPL", "GOOG"}}));
    EXPECT_EQ(venue_.server().subscriptions(0), 1U);
    fill(1);
    client_.turn();
    EXPECT_EQ(client_.book("A", "AAPL").increments, 0);
    EXPECT_EQ(client_.book("B", "AAPL").increments, 1);
    EXPECT_EQ(client_.refusals, Lines{});
}

TEST_F(FixDataRequests, ASymbolTwiceInARequestIsSubscribedToOnce) {
    client_.send(market_data_request({.symbols = {"AAPL", "AAPL"}}));
    EXPECT_EQ(venue_.server().subscriptions(0), 1U);
    EXPECT_EQ(client_.book("R1", "AAPL").refreshes, 1);
}

TEST_F(FixDataRequests, EachRefusalHasItsReason) {
    EXPECT_EQ(refusal_of({.symbols = {"AAPL", "NONE"}}), "R1 0");
    EXPECT_EQ(refusal_of({.symbols = {"LONGSYMBOL"}}), "R1 0");
    EXPECT_EQ(refusal_of({.id = "R2"}), "");
    EXPECT_EQ(refusal_of({.id = "R2", .symbols = {"GOOG"}}), "R2 1");
    EXPECT_EQ(refusal_of({.id = "R3", .depth = "11"}), "R3 5");
    EXPECT_EQ(refusal_of({.id = "R3", .depth = "-1"}), "R3 5");
    EXPECT_EQ(refusal_of({.id = "R3", .update_type = ""}), "R3 6");
    EXPECT_EQ(refusal_of({.id = "R3", .more = "266=N|"}), "R3 7");
    EXPECT_EQ(refusal_of({.id = "R3", .entry_types = "07"}), "R3 8");
    EXPECT_EQ(refusal_of({.id = "R3", .more = "546=1|"}), "R3 A");
    EXPECT_EQ(refusal_of({.id = "R3", .more = "286=0|"}), "R3 B");
    EXPECT_EQ(refusal_of({.id = "R3", .more = "547=Y|"}), "R3 C");
    EXPECT_EQ(refusal_of({.id = "R3", .type = "2"}), "R3 -") << "FIX has no reason for it";
    EXPECT_EQ(client_.refusal_text, "no subscription has this MDReqID");
    EXPECT_EQ(refusal_of({.id = std::string(33, 'x')}), std::string(32, 'x') + " -");
    EXPECT_EQ(refusal_of({.id = "R3", .more = "266=Y|547=N|"}), "");
    EXPECT_EQ(venue_.server().counters().requests_refused, 13U);
    EXPECT_EQ(venue_.server().subscriptions(0), 2U);
}

TEST_F(FixDataRequests, ATradingSessionIsRefused) {
    client_.send(market_data_request({}) + "386=1|336=X|");
    EXPECT_EQ(client_.refusals, Lines{"R1 9"});
}

TEST_F(FixDataRequests, ASessionHasRoomForSoManySymbols) {
    EXPECT_EQ(refusal_of({.id = "A", .symbols = {"AAPL", "GOOG", "IBM"}}), "");
    EXPECT_EQ(refusal_of({.id = "B", .symbols = {"AAPL", "GOOG"}}), "B 2");
    EXPECT_EQ(venue_.server().subscriptions(0), 3U) << "none of it, or all";
    EXPECT_EQ(refusal_of({.id = "C"}), "");
    EXPECT_EQ(refusal_of({.id = "D"}), "D 2");
    EXPECT_EQ(refusal_of({.id = "A", .type = "2"}), "");
    EXPECT_EQ(refusal_of({.id = "D"}), "");
}

TEST_F(FixDataRequests, AUserMayAskForItsSymbolsAlone) {
    FixDataClient other(venue_, 2);
    other.log_on();
    EXPECT_EQ(refusal_of({.symbols = {"GOOG", "AAPL"}}, other), "R1 3");
    EXPECT_EQ(refusal_of({.symbols = {"GOOG"}}, other), "");
}

TEST_F(FixDataRequests, AValueThatFixDoesNotHaveIsTheSessionsReject) {
    client_.send(market_data_request({.type = "7"}));
    client_.send(market_data_request({.update_type = "7"}));
    EXPECT_EQ(client_.others, (Lines{"3 5", "3 5"}));
}

TEST_F(FixDataRequests, AnotherMessageIsRefused) {
    client_.send("35=D|11=1|55=AAPL|54=1|60=20251126-12:00:00|38=100|40=2|44=50|");
    EXPECT_EQ(client_.others, Lines{"j 3"});
}

TEST_F(FixDataRequests, TwoSessionsOfTwoVersionsHaveTheSameBook) {
    FixDataClient other(venue_, 1);
    other.log_on();
    ASSERT_TRUE(other.session().is_logged_on()) << other.logout;
    client_.send(market_data_request({}));
    other.send(market_data_request({}));
    fill(5);
    client_.turn();
    other.turn();
    for (FixDataClient* const each : {&client_, &other}) {
        EXPECT_EQ(each->book("R1", "AAPL").levels(Side::Buy),
                  venue_.levels(kDataAapl, Side::Buy, 5));
    }
}

/// The reasons that a dictionary keeps from the server.
TEST(DataRequestFields, WithoutADictionaryEachIsRefused) {
    const auto reason_of = [](std::string_view fields) {
        const std::string text = support::with_soh(fields);
        protocols::fix::FieldList list{protocols::fix::DataFields{}};
        static_cast<void>(list.split(std::as_bytes(std::span(text))));
        const ReadDataRequest read = read_data_request(list, 10);
        return read.refusal ? std::string(1, read.refusal->reason) : "";
    };
    EXPECT_EQ(reason_of("262=A|263=3|264=1|"), "4");
    EXPECT_EQ(reason_of("262=A|264=1|"), "4");
    EXPECT_EQ(reason_of("262=A|263=1|265=1|"), "5");
    EXPECT_EQ(reason_of("262=A|263=1|264=1|265=2|"), "6");
    EXPECT_EQ(reason_of("262=A|263=0|264=1|269=0|"), "");
    EXPECT_EQ(reason_of("262=A|263=2|"), "");
    EXPECT_EQ(reason_of("263=0|264=1|"), std::string(1, '\0'));
}

}  // namespace
}  // namespace hotpath::exchange
