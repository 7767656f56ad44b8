// OrderMassActionRequest at the venue: which orders each scope and each filter is about.

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "hotpath/exchange/orders/request_terms.hpp"
#include "hotpath/protocols/cme/venue/ilink_desk.hpp"
#include "tests/support/ilink_venue.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

using protocols::cme::ilink3::MassActionOrdType;
using protocols::cme::ilink3::MassActionScope;
using protocols::cme::ilink3::OrderTypeReq;
using protocols::cme::ilink3::SideOptional;
using support::IlinkLines;
using support::IlinkVenueLog;

constexpr SessionId kMassUser{0};
constexpr SessionId kOtherUser{1};

struct MassTerms {
    MassActionScope scope = MassActionScope::All;
    std::optional<std::int32_t> security{};
    std::string_view group{};
    std::optional<std::uint8_t> segment{};
    SideOptional side{255};
    MassActionOrdType type{'\0'};
    protocols::cme::ilink3::TimeInForce time_in_force{255};
    std::optional<std::uint8_t> request_type{};
};

support::IlinkBytes mass_action(const MassTerms& terms) {
    return support::ilink_bytes<protocols::cme::ilink3::OrderMassActionRequest>([&](auto& m) {
        m.store_mass_action_scope(terms.scope);
        m.store_security_id(terms.security);
        m.store_security_group(terms.group);
        m.store_market_segment_id(terms.segment);
        m.store_side(terms.side);
        m.store_ord_type(terms.type);
        m.store_time_in_force(terms.time_in_force);
        m.store_mass_cancel_request_type(terms.request_type);
    });
}

class IlinkMassAction : public testing::Test {
  protected:
    static ExchangeOptions options() {
        ExchangeOptions options = support::logged_venue_options();
        options.takes_extensions = true;
        return options;
    }
    /// Orders 1, 3, 5, 7, 9 of ours, in two instruments; 11 of another's.
    IlinkMassAction() {
        venue.enter(kMassUser, {.id = "buy"});
        venue.enter(kMassUser, {.id = "buy2", .security_id = 2});
        venue.enter(
            kMassUser,
            {.id = "sell", .side = protocols::cme::ilink3::Side::Sell, .price = 60'000'000'000});
        venue.enter(kMassUser, {.id = "stop",
                                .price = 70'000'000'000,
                                .stop = 65'000'000'000,
                                .type = OrderTypeReq::StopLimit});
        venue.enter(
            kMassUser,
            {.id = "gtc", .time_in_force = protocols::cme::ilink3::TimeInForce::GoodTillCancel});
        venue.enter(kOtherUser, {.id = "other"});
        EXPECT_EQ(venue.log().exchange().session_orders(kMassUser), 5U);
    }
    /// The ClOrdIDs of the orders canceled, or "rejected".
    std::string canceled_by(const MassTerms& terms) {
        std::string ids;
        std::size_t reports = 0;
        const IlinkLines lines = venue.send(kMassUser, mass_action(terms));
        for (const std::string& line : lines) {
            if (line.starts_with("0 Cancel order ")) {
                const std::size_t at = line.find(' ', 15) + 1;
                ids += (ids.empty() ? "" : " ") + line.substr(at, line.find(' ', at) - at);
                ++reports;
            }
        }
        if (lines.empty() || lines[0].find("accepted orders") == std::string::npos) {
            EXPECT_EQ(reports, 0U);
            return "rejected";
        }
        EXPECT_TRUE(lines[0].ends_with(" orders " + std::to_string(reports))) << lines[0];
        EXPECT_EQ(venue.log().exchange().session_orders(kOtherUser), 1U);
        EXPECT_LE(venue.log().desk_of<IlinkProtocol>().orders().size(),
                  venue.log().exchange().session_orders());
        return ids;
    }

    IlinkVenueLog venue{options()};
};

TEST_F(IlinkMassAction, WithoutAFilterCancelsAllOfTheSession) {
    EXPECT_EQ(canceled_by({}), "buy buy2 sell stop gtc");
    EXPECT_EQ(canceled_by({}), "") << "accepted, of no order";
}

TEST_F(IlinkMassAction, CancelsOfOneInstrument) {
    EXPECT_EQ(canceled_by({.scope = MassActionScope::Instrument, .security = 2}), "buy2");
    EXPECT_EQ(canceled_by({.scope = MassActionScope::Instrument, .security = 9}), "rejected");
    EXPECT_EQ(canceled_by({.scope = MassActionScope::Instrument}), "rejected");
}

TEST_F(IlinkMassAction, CancelsOfAGroupWhichIsTheBeginningOfTheSymbol) {
    const std::string second = venue.log().exchange().symbol({2}).str();
    EXPECT_EQ(
        canceled_by({.scope = MassActionScope::InstrumentGroup, .group = second.substr(0, 6)}),
        "buy2");
    EXPECT_EQ(canceled_by({.scope = MassActionScope::InstrumentGroup, .group = "NONE"}), "");
    EXPECT_EQ(canceled_by({.scope = MassActionScope::InstrumentGroup}), "rejected");
}

TEST_F(IlinkMassAction, TheVenueIsOneMarketSegment) {
    EXPECT_EQ(canceled_by({.scope = MassActionScope::MarketSegment, .segment = 2}), "rejected");
    EXPECT_EQ(canceled_by({.scope = MassActionScope::MarketSegment, .segment = kVenueSegment}),
              "buy buy2 sell stop gtc");
}

TEST_F(IlinkMassAction, CancelsOfOneSide) {
    EXPECT_EQ(canceled_by({.side = SideOptional::Sell}), "sell");
    EXPECT_EQ(canceled_by(
                  {.scope = MassActionScope::Instrument, .security = 1, .side = SideOptional::Buy}),
              "buy stop gtc");
}

TEST_F(IlinkMassAction, CancelsOfOneOrderType) {
    EXPECT_EQ(canceled_by({.type = MassActionOrdType::StopLimit}), "stop");
    EXPECT_EQ(canceled_by({.type = MassActionOrdType::Limit}), "buy buy2 sell gtc");
}

TEST_F(IlinkMassAction, CancelsOfOneTimeInForce) {
    EXPECT_EQ(canceled_by({.time_in_force = protocols::cme::ilink3::TimeInForce::GoodTillCancel}),
              "gtc");
    EXPECT_EQ(canceled_by({.time_in_force = protocols::cme::ilink3::TimeInForce::GoodTillDate}),
              "");
    EXPECT_EQ(canceled_by({.time_in_force = protocols::cme::ilink3::TimeInForce::Day}),
              "buy buy2 sell stop");
}

TEST_F(IlinkMassAction, ItsReportRepeatsTheFilter) {
    venue.send(kMassUser, mass_action({.scope = MassActionScope::InstrumentGroup,
                                       .group = "NONE",
                                       .side = SideOptional::Buy,
                                       .type = MassActionOrdType::Limit}));
    protocols::cme::ilink3::OrderMassActionReport report;
    ASSERT_EQ(report.open(venue.last()), protocols::DecodeStatus::Ok);
    EXPECT_EQ(report.load_mass_action_scope(), MassActionScope::InstrumentGroup);
    EXPECT_EQ(report.load_security_group(), "NONE");
    EXPECT_EQ(report.load_side(), SideOptional::Buy);
    EXPECT_EQ(report.load_ord_type(), MassActionOrdType::Limit);
}

TEST_F(IlinkMassAction, AnotherScopeOrAFieldThatTheVenueDoesNotLookAtIsRejected) {
    EXPECT_EQ(canceled_by({.scope = static_cast<MassActionScope>(2)}), "rejected");
    EXPECT_EQ(canceled_by({.request_type = 100}), "rejected");
    EXPECT_EQ(venue.log().exchange().session_orders(kMassUser), 5U);
}

/// Of every protocol; an order by OUCH has no report over iLink 3.
TEST_F(IlinkMassAction, TakesTheSessionsOrdersByOuchToo) {
    const std::string listed = venue.log().exchange().symbol({1}).str();
    const auto order =
        support::to_message({.number = 6, .qty = 10, .price = 400'000, .symbol = listed.c_str()});
    venue.apply(event::Order{kMassUser, order.bytes()});
    ASSERT_EQ(venue.log().exchange().session_orders(kMassUser), 6U);
    EXPECT_EQ(canceled_by({.side = SideOptional::Sell}), "sell");
    EXPECT_EQ(venue.log().exchange().session_orders(kMassUser), 5U);
    EXPECT_EQ(canceled_by({.side = SideOptional::Buy, .type = MassActionOrdType::Limit}),
              "buy buy2 gtc");
    EXPECT_EQ(venue.log().exchange().session_orders(kMassUser), 1U) << "the stop is left";
}

}  // namespace
}  // namespace hotpath::exchange
