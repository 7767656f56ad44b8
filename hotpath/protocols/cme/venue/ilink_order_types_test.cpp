// Orders over iLink 3 that are not plain limit orders: stops, market orders whose leftover is a limit
// order, and passive orders.

#include <string>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/protocols/cme/venue/ilink_desk.hpp"
#include "tests/support/ilink_venue.hpp"

namespace hotpath::exchange {
namespace {

using protocols::cme::ilink3::OrderTypeReq;
using support::IlinkLines;
using support::IlinkVenueLog;
using Terms = support::IlinkTermsText;

constexpr SessionId kTypeUser{0};
constexpr SessionId kMarketUser{1};
constexpr std::int64_t kOneDollar = 1'000'000'000;
constexpr auto kSells = protocols::cme::ilink3::Side::Sell;
constexpr auto kPassive = protocols::cme::ilink3::ExecutionMode::Passive;

class IlinkOrderTypes : public testing::Test {
  protected:
    static ExchangeOptions options() {
        ExchangeOptions options = support::logged_venue_options();
        options.takes_extensions = true;
        return options;
    }
    /// The other user's orders: 1 is a bid of 100 at 50, 3 an ask of 60 at 51, 5 an ask of 100 at 52.
    void make_market() {
        venue.enter(kMarketUser, {.id = "M1"});
        venue.enter(kMarketUser, {.id = "M2", .side = kSells, .qty = 60, .price = 51 * kOneDollar});
        venue.enter(kMarketUser, {.id = "M3", .side = kSells, .price = 52 * kOneDollar});
    }
    [[nodiscard]] static Terms market_to_limit(std::uint32_t qty) {
        return {.id = "K1",
                .qty = qty,
                .price = std::nullopt,
                .type = OrderTypeReq::MarketWithLeftoverAsLimit};
    }

    IlinkVenueLog venue{options()};
};

TEST_F(IlinkOrderTypes, AStopWithoutALimitWaitsAndThenTakesWhatIsThere) {
    make_market();
    EXPECT_EQ(venue.enter(kTypeUser, {.id = "S1",
                                      .qty = 80,
                                      .price = std::nullopt,
                                      .stop = 51 * kOneDollar,
                                      .type = OrderTypeReq::StopWithProtection}),
              IlinkLines{"0 New order 7 S1 R4 80@0.0000"});
    EXPECT_EQ(venue.log().exchange().session_orders(kTypeUser), 1U);
    const IlinkLines lines = venue.enter(
        kMarketUser,
        {.id = "T", .qty = 60, .price = 51 * kOneDollar});  // with the same user's ask, at 51
    EXPECT_EQ(venue.log().exchange().session_orders(kTypeUser), 0U);
    EXPECT_TRUE(lines.back().starts_with("0 TradeOutright order 7 S1 ")) << lines.back();
    EXPECT_TRUE(lines.back().ends_with("last 80@52.0000 took cum 80 leaves 0")) << lines.back();
}

/// Reports have no code of their own for it: 4, without a price.
TEST_F(IlinkOrderTypes, AStopWithoutALimitIsReportedAsAStop) {
    venue.enter(kTypeUser, {.id = "S1",
                            .price = std::nullopt,
                            .stop = 51 * kOneDollar,
                            .type = OrderTypeReq::StopWithProtection});
    protocols::cme::ilink3::ExecutionReportNew report;
    ASSERT_EQ(report.open(venue.last()), protocols::DecodeStatus::Ok);
    EXPECT_EQ(report.load_ord_type(), protocols::cme::ilink3::OrderType::StopLimit);
    EXPECT_EQ(report.load_stop_px().load_mantissa(), 51 * kOneDollar);
    EXPECT_EQ(report.load_price().load_mantissa(), 0);
}

TEST_F(IlinkOrderTypes, AMarketOrderWithLeftoverTradesAtTheBestPriceAndRestsThere) {
    make_market();
    EXPECT_EQ(venue.enter(kTypeUser, market_to_limit(100)),
              (IlinkLines{
                  "0 New order 7 K1 R4 100@51.0000",
                  "1 TradeOutright order 3 M2 12 60@51.0000 last 60@51.0000 cum 60 leaves 0",
                  "0 TradeOutright order 7 K1 11 100@51.0000 last 60@51.0000 took cum 60 leaves 40",
              }));
    EXPECT_EQ(venue.log().exchange().books().bbo({1}).bid.price, Price{510'000});
    EXPECT_EQ(venue.log().exchange().books().bbo({1}).bid.qty, TotalQty{40});
}

TEST_F(IlinkOrderTypes, ItsLeftoverIsALimitOrder) {
    make_market();
    venue.enter(kTypeUser, market_to_limit(100));
    EXPECT_EQ(
        venue.replace(kTypeUser, {.id = "K2", .order_id = 7, .qty = 90, .price = 51 * kOneDollar}),
        IlinkLines{"0 Modify order 7 K2 R5 90@51.0000 cum 60 leaves 30"});
    const auto place = venue.log().exchange().books().front({1}, Side::Buy);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->id, OrderId{7}) << "with less of it, it keeps its place";
    Terms again = market_to_limit(100);
    again.order_id = 7;
    EXPECT_EQ(venue.replace(kTypeUser, again),
              IlinkLines{"0 OrderCancelReplaceReject order 7 K1 R6 reason 2: OrdType K is of new "
                         "orders"});
}

TEST_F(IlinkOrderTypes, AMarketOrderWithLeftoverNeedsAPriceToTradeAt) {
    venue.enter(kMarketUser, {.id = "M1"});
    EXPECT_EQ(venue.enter(kTypeUser, market_to_limit(10)),
              IlinkLines{"0 Reject order 0 K1 R2 10@0.0000 reason 99: OrdType K needs a price on "
                         "the other side"});
}

TEST_F(IlinkOrderTypes, APassiveOrderRestsOrIsCanceled) {
    make_market();
    const IlinkLines rests = venue.enter(
        kTypeUser, {.id = "P1", .price = 50 * kOneDollar + kOneDollar / 2, .mode = kPassive});
    EXPECT_EQ(rests, IlinkLines{"0 New order 7 P1 R4 100@50.5000"});
    protocols::cme::ilink3::ExecutionReportNew report;
    ASSERT_EQ(report.open(venue.last()), protocols::DecodeStatus::Ok);
    EXPECT_EQ(report.load_execution_mode(), kPassive);
    const IlinkLines would_take =
        venue.enter(kTypeUser, {.id = "P2", .price = 51 * kOneDollar, .mode = kPassive});
    ASSERT_FALSE(would_take.empty());
    EXPECT_EQ(would_take.back().find("Trade"), std::string::npos) << would_take.back();
    EXPECT_EQ(venue.log().exchange().session_orders(kTypeUser), 1U);
    EXPECT_EQ(venue.log().exchange().counters().executions, 0U);
    EXPECT_EQ(venue.log().desk_of<IlinkProtocol>().orders().size(),
              venue.log().exchange().session_orders());
}

TEST_F(IlinkOrderTypes, AStateThatIsSavedHasThem) {
    make_market();
    venue.enter(kTypeUser, {.id = "P1", .price = 49 * kOneDollar, .mode = kPassive});
    venue.enter(kTypeUser, {.id = "S1",
                            .price = std::nullopt,
                            .stop = 55 * kOneDollar,
                            .type = OrderTypeReq::StopWithProtection});
    StateWriter state;
    venue.log().save(state);
    VenueLog loaded = *VenueLog::create(options(), nullptr, support::ilink_desks());
    StateReader reader(state.bytes());
    loaded.load(reader);
    ASSERT_TRUE(reader.is_done());
    EXPECT_EQ(loaded.state_checksum(), venue.log().state_checksum());
    const IlinkOrder* const kept =
        loaded.desk_of<IlinkProtocol>().orders().find(kTypeUser, OrderId{7});
    ASSERT_NE(kept, nullptr);
    EXPECT_TRUE(kept->terms.is_passive);
}

}  // namespace
}  // namespace hotpath::exchange
