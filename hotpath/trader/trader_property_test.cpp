// Random faults on every connection and line, and a venue that crashes: whenever everything has
// calmed down, the trader's position, orders and books are the venue's.
#include <gtest/gtest.h>

#include "tests/support/faulty_days.hpp"

namespace hotpath::trader {
namespace {

TEST(TraderProperty, AfterAnyFaultsItAgreesWithTheVenue) {
    using Day = support::FaultyDay<support::TraderWorld>;
    const support::FaultyDaysTotals totals =
        support::run_faulty_days<Day>({.usual = 60, .long_run = 2'000});
    // A test in which nothing goes wrong proves nothing.
    EXPECT_GT(totals.executions, totals.days * 10);
    EXPECT_GT(totals.crashes, totals.days);
    EXPECT_GT(totals.records_lost, totals.days / 10);
    EXPECT_GT(totals.sessions, totals.days * 5);
    EXPECT_GT(totals.snapshots, totals.days / 10);
    EXPECT_GT(totals.requests_lost, totals.days / 10);
    EXPECT_GT(totals.gaps, totals.days);
}

}  // namespace
}  // namespace hotpath::trader
