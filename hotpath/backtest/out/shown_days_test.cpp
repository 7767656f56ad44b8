// A run shows its share while it runs, and each warning once.
#include "hotpath/backtest/out/shown_days.hpp"

#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

TEST(ShownRun, AnInputOfUnknownLengthHasNoShare) {
    EXPECT_EQ(share_of({.done = 7, .total = 0}), 0);
    EXPECT_EQ(share_of({.done = 5, .total = 10}), 0.5);
    EXPECT_EQ(share_of({.done = 11, .total = 10}), 1);
}

TEST(ShownRun, AWarningOfARecordingIsPrintedOncePerKind) {
    using Kind = DayWarning::Kind;
    ::testing::internal::CaptureStderr();
    ShownRun first({.label = "backtest", .total = 2});
    ShownRun second({.label = "2x latency", .total = 2});
    first.on_warning({.kind = Kind::TimesBack, .day = "a.itch", .text = "a.itch: times go back"});
    second.on_warning({.kind = Kind::TimesBack, .day = "a.itch", .text = "a.itch: times go back"});
    second.on_warning({.kind = Kind::EventsLeftOut, .day = "a.itch", .text = "a.itch: 3 left out"});
    first.on_warning({.kind = Kind::TimesBack, .day = "b.itch", .text = "b.itch: times go back"});
    EXPECT_EQ(::testing::internal::GetCapturedStderr(),
              "hotpath backtest: a.itch: times go back\n"
              "hotpath backtest: a.itch: 3 left out\n"
              "hotpath backtest: b.itch: times go back\n");
}

}  // namespace
}  // namespace hotpath::backtest
