// What the desk makes of an intent: the fields of an approved order, and which refusal comes first.

#include "hotpath/oms/order_desk.hpp"

#include <utility>

#include <gtest/gtest.h>

#include "tests/support/wide_limits.hpp"

namespace hotpath::oms {
namespace {

constexpr InstrumentId kAllowed{1};
constexpr SendContext kContext{.now = {1}, .reference_price = {100'000}};

class ApprovedByDesk : public testing::Test {
  protected:
    ApprovedByDesk() {
        EXPECT_TRUE(
            desk.allow(kAllowed, *Symbol::from("ABCD"), support::wide_limits()).has_value());
    }
    static OrderDesk make_desk() {
        auto desk = OrderDesk::create({.orders = {.instruments_max = 2,
                                                  .orders_remembered = 16,
                                                  .open_orders_max = 4,
                                                  .executions_remembered = 16},
                                       .risk = support::wide_risk(2)});
        EXPECT_TRUE(desk.has_value());
        return std::move(*desk);
    }
    /// Approved and recorded.
    risk::OrderCheck approve(const Intent& intent) {
        const auto approved = desk.approve(intent, kContext);
        EXPECT_TRUE(approved.has_value());
        desk.record(*approved);
        return **approved;
    }
    void apply(const auto& event) {
        DeskReport report;
        desk.apply(event, report);
        desk.on_report(report, true);
        EXPECT_EQ(report.status, ReportStatus::Ok);
    }

    /// Of an event that may disagree with our record.
    DeskReport report_of(const auto& event) {
        DeskReport report;
        desk.apply(event, report);
        desk.on_report(report, true);
        return report;
    }

    const Intent enter{.kind = Intent::Kind::Enter,
                       .side = Side::Sell,
                       .time_in_force = TimeInForce::Ioc,
                       .instrument = kAllowed,
                       .id = {1},
                       .qty = {100},
                       .price = {100'100}};
    OrderDesk desk = make_desk();
};

TEST_F(ApprovedByDesk, AnApprovedOrderIsTheIntentAndWhatItAdds) {
    const risk::OrderCheck order = approve(enter);
    EXPECT_EQ(order.id, ClOrdId{1});
    EXPECT_EQ(order.original, ClOrdId{});
    EXPECT_EQ(order.instrument, kAllowed);
    EXPECT_EQ(order.side, Side::Sell);
    EXPECT_EQ(order.time_in_force, TimeInForce::Ioc);
    EXPECT_EQ(order.qty, Qty{100});
    EXPECT_EQ(order.total_qty, Qty{100});
    EXPECT_EQ(order.price, Price{100'100});
    EXPECT_EQ(order.open_qty_added, Qty{100});
    EXPECT_EQ(order.open_value_added, Money{100 * 100'100});
    EXPECT_TRUE(order.is_short) << "nothing is held";
}

TEST_F(ApprovedByDesk, AnApprovedReplacementIsItsOriginalsWithTheSharesExecuted) {
    static_cast<void>(approve(enter));
    apply(Accepted{.id = {1}, .venue_id = {9}, .qty = {100}, .price = {100'100}});
    apply(Executed{.id = {1}, .match = {1}, .qty = {30}, .price = {100'100}});
    const risk::OrderCheck order = approve({.kind = Intent::Kind::Replace,
                                            .id = {2},
                                            .original = {1},
                                            .qty = {90},
                                            .price = {100'200}});
    EXPECT_EQ(order.id, ClOrdId{2});
    EXPECT_EQ(order.original, ClOrdId{1});
    EXPECT_EQ(order.instrument, kAllowed);
    EXPECT_EQ(order.side, Side::Sell);
    EXPECT_EQ(order.time_in_force, TimeInForce::Ioc) << "the original's";
    EXPECT_EQ(order.qty, Qty{90});
    EXPECT_EQ(order.total_qty, Qty{120}) << "30 are executed";
    EXPECT_EQ(order.open_qty_added, Qty{20}) << "70 were open";
}

TEST_F(ApprovedByDesk, APostOnlyOrderStaysOneWhenItIsReplaced) {
    Intent passive = enter;
    passive.time_in_force = TimeInForce::Day;
    passive.is_post_only = true;
    EXPECT_TRUE(approve(passive).is_post_only);
    apply(Accepted{.id = {1}, .venue_id = {9}, .qty = {100}, .price = {100'100}});
    EXPECT_TRUE(approve({.kind = Intent::Kind::Replace,
                         .id = {2},
                         .original = {1},
                         .qty = {90},
                         .price = {100'200}})
                    .is_post_only);
}

TEST_F(ApprovedByDesk, APostOnlyOrderThatMustExecuteOnArrivalIsRefused) {
    Intent contradiction = enter;
    contradiction.is_post_only = true;
    for (const TimeInForce time_in_force : {TimeInForce::Ioc, TimeInForce::Fok}) {
        contradiction.time_in_force = time_in_force;
        const auto refused = desk.approve(contradiction, kContext);
        ASSERT_FALSE(refused.has_value());
        EXPECT_EQ(refused.error().by, RejectedBy::Orders);
        EXPECT_EQ(refused.error().code, static_cast<std::uint16_t>(RequestStatus::PostOnlyTakes));
        ++contradiction.id.value;
    }
}

TEST_F(ApprovedByDesk, AReductionCountsWithTheCancelsAndNotAsAnOrder) {
    static_cast<void>(approve(enter));
    const std::uint64_t messages = desk.orders().account().messages;
    const Intent reduction{.kind = Intent::Kind::Reduce, .id = {1}, .qty = {40}};
    ASSERT_EQ(desk.may_reduce(reduction), RequestStatus::Ok);
    desk.record_reduce(reduction, kContext.now);
    EXPECT_EQ(desk.orders().find({1})->state, OrderState::PendingReduce);
    EXPECT_EQ(desk.counters().reduces, 1U);
    EXPECT_EQ(desk.counters().cancels, 0U);
    EXPECT_EQ(desk.risk().counters().cancels, 1U);
    EXPECT_EQ(desk.orders().account().messages, messages);
}

TEST_F(ApprovedByDesk, OurRecordRefusesBeforeTheGateIsAsked) {
    desk.stop(risk::TradingMode::Killed, risk::StopReason::Operator);
    Intent impossible = enter;
    impossible.qty = {};
    const auto refused = desk.approve(impossible, kContext);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().by, RejectedBy::Orders);
    Intent possible = enter;
    possible.id = {2};
    const auto killed = desk.approve(possible, kContext);
    ASSERT_FALSE(killed.has_value());
    EXPECT_EQ(killed.error().by, RejectedBy::Risk);
    EXPECT_EQ(desk.counters().rejected_by_orders, 1U);
}

TEST_F(ApprovedByDesk, EachReportNamesItsOrderAndInstrument) {
    static_cast<void>(approve(enter));
    const auto expect_named = [](const DeskReport& report, const char* what) {
        EXPECT_EQ(report.id, ClOrdId{1}) << what;
        EXPECT_EQ(report.instrument, kAllowed) << what;
    };
    expect_named(report_of(Accepted{.id = {1}, .venue_id = {9}, .qty = {100}, .price = {100'100}}),
                 "accepted");
    const DeskReport executed =
        report_of(Executed{.id = {1}, .match = {1}, .qty = {30}, .price = {100'100}});
    expect_named(executed, "executed");
    EXPECT_TRUE(executed.is_fill);
    EXPECT_EQ(executed.fill.last_qty, Qty{30});
    expect_named(report_of(Corrected{.id = {1}, .match = {1}, .qty = {20}, .price = {100'100}}),
                 "corrected");
    expect_named(report_of(Broken{.id = {1}, .match = {1}}), "broken");
    expect_named(report_of(Moved{.id = {1}, .venue_id = {11}}), "moved");
    const DeskReport modified = report_of(Modified{.id = {1}});
    expect_named(modified, "modified");
    EXPECT_EQ(modified.status, ReportStatus::Mismatch) << "we request no such change";
    desk.record_cancel({1}, kContext.now);
    expect_named(report_of(CancelRejected{.id = {1}}), "cancel rejected");
    expect_named(report_of(Canceled{.id = {1}, .qty = {70}}), "canceled");
    EXPECT_FALSE(report_of(Executed{.id = {7}, .match = {2}, .qty = {1}}).is_fill);
    EXPECT_EQ(report_of(Canceled{.id = {7}}).instrument, InstrumentId{}) << "no order of ours";
}

TEST_F(ApprovedByDesk, AnOrderRejectedByTheVenueIsRefusedWithItsReason) {
    static_cast<void>(approve(enter));
    const DeskReport report = report_of(Rejected{.id = {1}, .code = 17});
    EXPECT_EQ(report.status, ReportStatus::Ok);
    EXPECT_EQ(report.rejection.by, RejectedBy::Venue);
    EXPECT_EQ(report.rejection.code, 17);
    EXPECT_EQ(report.rejection.instrument, kAllowed);
    EXPECT_EQ(report.rejection.id, ClOrdId{1});
    EXPECT_EQ(report.rejection.original, ClOrdId{});
}

TEST_F(ApprovedByDesk, AnOrderMovesToTheReferenceNumberItIsDisplayedUnder) {
    static_cast<void>(approve(enter));
    apply(Accepted{.id = {1}, .venue_id = {9}, .qty = {100}, .price = {100'100}});
    apply(Moved{.id = {1}, .venue_id = {}});
    EXPECT_EQ(desk.orders().find({1})->venue_id, OrderId{9}) << "0: under the same";
    apply(Moved{.id = {1}, .venue_id = {1}});
    EXPECT_EQ(desk.orders().find({1})->venue_id, OrderId{1});
}

TEST_F(ApprovedByDesk, CountsWhatItSentAndWhatItRead) {
    EXPECT_EQ(desk.counters(), DeskCounters{});
    static_cast<void>(approve(enter));
    apply(Accepted{.id = {1}, .venue_id = {9}, .qty = {100}, .price = {100'100}});
    static_cast<void>(approve({.kind = Intent::Kind::Replace,
                               .id = {2},
                               .original = {1},
                               .qty = {90},
                               .price = {100'200}}));
    apply(Replaced{
        .original = {1}, .id = {2}, .venue_id = {10}, .leaves_qty = {90}, .price = {100'200}});
    desk.record_cancel({2}, kContext.now);
    desk.on_report({}, false);
    DeskCounters expected;
    expected.enters = 1;
    expected.replaces = 1;
    expected.cancels = 1;
    expected.reports = 3;
    expected.unreadable_reports = 1;
    EXPECT_EQ(desk.counters(), expected);
}

// A strategy that fills itself again and again is killed.
TEST(OrderDesk, AnOrderAfterAnExecutionCountsAsARepeatedOne) {
    DeskOptions options{.orders = {.instruments_max = 2,
                                   .orders_remembered = 16,
                                   .open_orders_max = 4,
                                   .executions_remembered = 16},
                        .risk = support::wide_risk(2)};
    options.risk.pace.repeated_executions = {.messages_max = 1, .window = {1'000}};
    OrderDesk desk = std::move(*OrderDesk::create(options));
    ASSERT_TRUE(desk.allow(kAllowed, *Symbol::from("ABCD"), support::wide_limits()));
    Intent enter{.kind = Intent::Kind::Enter,
                 .side = Side::Buy,
                 .instrument = kAllowed,
                 .qty = {100},
                 .price = {100'000}};
    for (std::uint32_t id = 1; id <= 2; ++id) {
        enter.id = {id};
        const auto approved = desk.approve(enter, kContext);
        ASSERT_TRUE(approved.has_value()) << id;
        desk.record(*approved);
        DeskReport report;
        desk.apply(Executed{.id = {id}, .match = {id}, .qty = {100}, .price = {100'000}}, report);
        desk.on_report(report, true);
    }
    enter.id = {3};
    const auto refused = desk.approve(enter, kContext);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().by, RejectedBy::Risk);
    EXPECT_EQ(desk.risk().stop_reason(), risk::StopReason::RepeatedExecutions);
    EXPECT_EQ(desk.risk().mode(), risk::TradingMode::Killed);
}

}  // namespace
}  // namespace hotpath::oms
