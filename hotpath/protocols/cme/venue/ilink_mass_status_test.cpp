// OrderMassStatusRequest at the venue: which orders each type is about, and what cannot be answered.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/exchange/orders/request_terms.hpp"
#include "hotpath/protocols/cme/venue/ilink_desk.hpp"
#include "tests/support/ilink_venue.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

using protocols::cme::ilink3::BooleanOptional;
using protocols::cme::ilink3::ExecutionReportStatus;
using protocols::cme::ilink3::MassStatusReqType;
using protocols::cme::ilink3::OrdStatusReqType;
using support::IlinkLines;
using support::IlinkVenueLog;

constexpr SessionId kAskingUser{0};
constexpr SessionId kSilentUser{1};
constexpr std::uint64_t kMassStatusReqId = 55;

struct StatusTerms {
    MassStatusReqType type = MassStatusReqType::All;
    std::optional<std::int32_t> security{};
    std::string_view group{};
    std::optional<std::uint8_t> segment{};
    OrdStatusReqType by{255};
    protocols::cme::ilink3::TimeInForce time_in_force{255};
    std::string_view sender = "TRADER";
};

support::IlinkBytes mass_status(const StatusTerms& terms) {
    return support::ilink_bytes<protocols::cme::ilink3::OrderMassStatusRequest>([&](auto& m) {
        m.store_mass_status_req_id(kMassStatusReqId);
        m.store_party_details_list_req_id(7);
        m.store_seq_num(9);
        m.store_sender_id(terms.sender);
        m.store_mass_status_req_type(terms.type);
        m.store_security_id(terms.security);
        m.store_security_group(terms.group);
        m.store_market_segment_id(terms.segment);
        m.store_ord_status_req_type(terms.by);
        m.store_time_in_force(terms.time_in_force);
    });
}

class IlinkMassStatus : public testing::Test {
  protected:
    static ExchangeOptions options() {
        ExchangeOptions options = support::logged_venue_options();
        options.takes_extensions = true;
        return options;
    }
    /// Orders 1, 3, 5 of ours, in two instruments; 7 of another's, which is no one's business.
    IlinkMassStatus() {
        venue.enter(kAskingUser, {.id = "buy", .request = 11});
        venue.enter(kAskingUser, {.id = "buy2", .security_id = 2});
        venue.enter(
            kAskingUser,
            {.id = "gtc", .time_in_force = protocols::cme::ilink3::TimeInForce::GoodTillCancel});
        venue.enter(kSilentUser, {.id = "other"});
        EXPECT_EQ(venue.log().exchange().session_orders(kAskingUser), 3U);
    }

    /// The reports, each opened; every one is the answer of the request.
    std::vector<ExecutionReportStatus> ask(const StatusTerms& terms) {
        std::vector<ExecutionReportStatus> reports;
        for (const std::string& line : venue.send(kAskingUser, mass_status(terms))) {
            EXPECT_TRUE(line.starts_with("0 Status ")) << line;
        }
        for (const auto& report : venue.all()) {
            ExecutionReportStatus opened;
            EXPECT_EQ(opened.open(report), protocols::DecodeStatus::Ok);
            EXPECT_EQ(opened.load_mass_status_req_id(), kMassStatusReqId);
            EXPECT_FALSE(opened.load_ord_status_req_id().has_value());
            EXPECT_EQ(opened.load_exec_id(), "0");
            reports.push_back(opened);
        }
        return reports;
    }
    /// The ClOrdIDs of the orders reported.
    std::string asked(const StatusTerms& terms) {
        std::string ids;
        for (const ExecutionReportStatus& report : ask(terms)) {
            ids += (ids.empty() ? "" : " ") + std::string(report.load_cl_ord_id());
        }
        return ids;
    }
    std::string refused(const StatusTerms& terms) {
        const IlinkLines lines = venue.send(kAskingUser, mass_status(terms));
        EXPECT_EQ(lines.size(), 1U);
        protocols::cme::ilink3::BusinessReject reject;
        if (reject.open(venue.last()) != protocols::DecodeStatus::Ok) {
            return "not refused";
        }
        EXPECT_EQ(reject.load_business_reject_ref_id(), kMassStatusReqId);
        EXPECT_EQ(reject.load_ref_seq_num(), 9U);
        EXPECT_EQ(reject.load_ref_msg_type(), "AF");
        return std::to_string(reject.load_business_reject_reason()) + " tag " +
               std::to_string(reject.load_ref_tag_id().value_or(0));
    }

    IlinkVenueLog venue{options()};
};

TEST_F(IlinkMassStatus, ReportsEveryOrderOfTheSessionAndMarksTheLast) {
    venue.enter(kSilentUser, {.id = "S", .side = protocols::cme::ilink3::Side::Sell, .qty = 30});
    const auto reports = ask({});
    ASSERT_EQ(reports.size(), 3U);
    EXPECT_EQ(reports[0].load_order_id(), 1U);
    EXPECT_EQ(reports[0].load_cl_ord_id(), "buy");
    EXPECT_EQ(reports[0].load_order_request_id(), 11U) << "of the order, not of the question";
    EXPECT_EQ(reports[0].load_ord_status(), protocols::cme::ilink3::OrderStatus::PartiallyFilled);
    EXPECT_EQ(reports[0].load_order_qty(), 100U);
    EXPECT_EQ(reports[0].load_cum_qty(), 30U);
    EXPECT_EQ(reports[0].load_leaves_qty(), 70U);
    EXPECT_EQ(reports[0].load_last_rpt_requested(), BooleanOptional::False);
    EXPECT_EQ(reports[1].load_order_id(), 3U);
    EXPECT_EQ(reports[1].load_security_id(), 2);
    EXPECT_EQ(reports[1].load_ord_status(), protocols::cme::ilink3::OrderStatus::New);
    EXPECT_EQ(reports[1].load_last_rpt_requested(), BooleanOptional::False);
    EXPECT_EQ(reports[2].load_order_id(), 5U);
    EXPECT_EQ(reports[2].load_last_rpt_requested(), BooleanOptional::True);
}

TEST_F(IlinkMassStatus, HasTheReplacementUnderTheOrderIdOfTheEntry) {
    venue.replace(kAskingUser, {.id = "again", .order_id = 1, .qty = 120});
    const auto reports = ask({.type = MassStatusReqType::Instrument, .security = 1});
    ASSERT_EQ(reports.size(), 2U);
    EXPECT_EQ(reports[0].load_order_id(), 1U);
    EXPECT_EQ(reports[0].load_cl_ord_id(), "again");
    EXPECT_EQ(reports[0].load_order_qty(), 120U);
    EXPECT_EQ(reports[1].load_order_id(), 5U);
}

TEST_F(IlinkMassStatus, ReportsOfOneInstrumentGroupOrSegment) {
    EXPECT_EQ(asked({.type = MassStatusReqType::Instrument, .security = 2}), "buy2");
    const std::string second = venue.log().exchange().symbol({2}).str();
    EXPECT_EQ(asked({.type = MassStatusReqType::InstrumentGroup, .group = second.substr(0, 6)}),
              "buy2");
    EXPECT_EQ(asked({.type = MassStatusReqType::MarketSegment, .segment = kVenueSegment}),
              "buy buy2 gtc");
}

TEST_F(IlinkMassStatus, ReportsOfOneTimeInForceOrSender) {
    EXPECT_EQ(asked({.time_in_force = protocols::cme::ilink3::TimeInForce::GoodTillCancel}), "gtc");
    EXPECT_EQ(asked({.time_in_force = protocols::cme::ilink3::TimeInForce::Day}), "buy buy2");
    EXPECT_EQ(asked({.by = OrdStatusReqType::SenderID}), "buy buy2 gtc");
    EXPECT_EQ(asked({.by = OrdStatusReqType::SenderID, .sender = "ANOTHER"}), "");
    EXPECT_EQ(asked({.sender = "ANOTHER"}), "buy buy2 gtc") << "it is not asked about";
}

TEST_F(IlinkMassStatus, WithoutSuchAnOrderSaysSoInOneReport) {
    const auto reports = ask({.type = MassStatusReqType::InstrumentGroup, .group = "NONE"});
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(reports[0].load_ord_status(), protocols::cme::ilink3::OrderStatus::Undefined);
    EXPECT_EQ(reports[0].load_order_id(), 0U);
    EXPECT_EQ(reports[0].load_last_rpt_requested(), BooleanOptional::True);
    EXPECT_EQ(reports[0].load_text(), "no such order is open");
    EXPECT_EQ(reports[0].load_sender_id(), "TRADER");
    EXPECT_EQ(reports[0].load_party_details_list_req_id(), 7U);
}

TEST_F(IlinkMassStatus, OrdersOfTheSessionByOuchHaveNoReport) {
    const std::string listed = venue.log().exchange().symbol({1}).str();
    const auto order =
        support::to_message({.number = 4, .qty = 10, .price = 400'000, .symbol = listed.c_str()});
    venue.apply(event::Order{kAskingUser, order.bytes()});
    ASSERT_EQ(venue.log().exchange().session_orders(kAskingUser), 4U);
    EXPECT_EQ(asked({}), "buy buy2 gtc");
}

TEST_F(IlinkMassStatus, ARequestThatNamesNothingIsRefused) {
    EXPECT_EQ(refused({.type = MassStatusReqType::Instrument}), "5 tag 48");
    EXPECT_EQ(refused({.type = MassStatusReqType::Instrument, .security = 9}), "2 tag 48");
    EXPECT_EQ(refused({.type = MassStatusReqType::InstrumentGroup}), "5 tag 1151");
    EXPECT_EQ(refused({.type = MassStatusReqType::MarketSegment}), "5 tag 1300");
    EXPECT_EQ(refused({.type = MassStatusReqType::MarketSegment, .segment = 2}), "1 tag 1300");
    EXPECT_EQ(refused({.type = static_cast<MassStatusReqType>(2)}), "0 tag 585");
    EXPECT_EQ(refused({.by = OrdStatusReqType::Account}), "0 tag 5000");
    EXPECT_EQ(venue.log().desk_of<IlinkProtocol>().counters().business_rejects, 7U);
}

TEST_F(IlinkMassStatus, ItChangesNothing) {
    StateWriter before;
    venue.log().exchange().save(before);
    static_cast<void>(ask({}));
    StateWriter after;
    venue.log().exchange().save(after);
    EXPECT_TRUE(std::ranges::equal(before.bytes(), after.bytes()));
}

}  // namespace
}  // namespace hotpath::exchange
