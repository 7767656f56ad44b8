// FIX order entry at the venue: each request and its reports, in both dialects.

#include "hotpath/protocols/fix/venue/fix_desk.hpp"

#include <array>
#include <cstddef>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/exchange/server/control.hpp"
#include "hotpath/protocols/fix/validator.hpp"
#include "tests/support/fix_venue.hpp"

namespace hotpath::exchange {
namespace {

using support::FixLines;
using support::FixVenue;

constexpr SessionId kUs{0};
constexpr SessionId kThem{1};
constexpr std::string_view kBuy = "55=AAPL|54=1|38=100|40=2|44=50|59=0|";

std::string order(std::string_view id, std::string_view terms = kBuy) {
    return "35=D|11=" + std::string(id) + "|" + std::string(terms);
}
std::string replacement(std::string_view id, std::string_view original, std::string_view terms) {
    return "35=G|11=" + std::string(id) + "|41=" + std::string(original) + "|" + std::string(terms);
}
std::string cancel(std::string_view id, std::string_view original) {
    return "35=F|11=" + std::string(id) + "|41=" + std::string(original) + "|55=AAPL|54=1|";
}

TEST(FixDesk, AnOrderIsAcceptedAsNew) {
    FixVenue venue;
    EXPECT_EQ(venue.send(kUs, order("A1")),
              FixLines{"0 35=8|37=1|11=A1|17=R1|150=0|39=0|55=AAPL|54=1|38=100|40=2|44=50.0000|"
                       "59=0|151=100|14=0|6=0|"});
    EXPECT_EQ(venue.log().exchange().session_orders(kUs), 1U);
}

TEST(FixDesk, BytesInADataFieldAreNotFields) {
    FixVenue venue;
    EXPECT_EQ(venue.send(kUs, "35=D|95=8|96=x|11=ZZZ|11=A1|" + std::string(kBuy)),
              FixLines{"0 35=8|37=1|11=A1|17=R1|150=0|39=0|55=AAPL|54=1|38=100|40=2|44=50.0000|"
                       "59=0|151=100|14=0|6=0|"});
    EXPECT_EQ(venue.send(kUs, "35=D|11=A2|" + std::string(kBuy) + "95=8|96=x|11=ZZZ|").size(), 1U);
    EXPECT_EQ(venue.log().desk_of<FixProtocol>().orders().size(), 2U);
    const FixLines wrong = venue.send(kUs, "35=D|11=A3|" + std::string(kBuy) + "95=7|96=x|11=ZZZ|");
    ASSERT_EQ(wrong.size(), 1U);
    EXPECT_NE(wrong[0].find("|380=0|58=the message cannot be read|"), std::string::npos);
    EXPECT_EQ(venue.log().exchange().session_orders(kUs), 2U);
}

TEST(FixDesk, TheSameIn42HasExecTransType) {
    FixVenue venue;
    EXPECT_EQ(venue.send_as("FIX.4.2", kUs, order("A1")),
              FixLines{"0 35=8|37=1|11=A1|17=R1|20=0|150=0|39=0|55=AAPL|54=1|38=100|40=2|44=50.0000"
                       "|59=0|151=100|14=0|6=0|"});
}

TEST(FixDesk, ATradeIsReportedToBothSidesInTheirOwnDialect) {
    FixVenue venue;
    venue.send_as("FIX.4.2", kUs, order("A1"));
    EXPECT_EQ(
        venue.send(kThem, order("B1", "55=AAPL|54=2|38=40|40=2|44=49.5|59=3|")),
        (FixLines{"1 35=8|37=3|11=B1|17=R2|150=0|39=0|55=AAPL|54=2|38=40|40=2|44=49.5000|59=3|"
                  "151=40|14=0|6=0|",
                  "0 35=8|37=1|11=A1|17=11|20=0|150=1|39=1|55=AAPL|54=1|38=100|40=2|44=50.0000|"
                  "59=0|32=40|31=50.0000|151=60|14=40|6=50.000000|",
                  "1 35=8|37=3|11=B1|17=12|150=F|39=2|55=AAPL|54=2|38=40|40=2|44=49.5000|59=3|"
                  "32=40|31=50.0000|851=2|151=0|14=40|6=50.000000|"}));
}

TEST(FixDesk, TheAveragePriceIsOfAllExecutions) {
    FixVenue venue;
    venue.send(kUs, order("A1", "55=AAPL|54=1|38=1|40=2|44=50|"));
    venue.send(kUs, order("A2", "55=AAPL|54=1|38=2|40=2|44=49.99|"));
    const FixLines lines = venue.send(kThem, order("B1", "55=AAPL|54=2|38=3|40=2|44=49|"));
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_NE(lines.back().find("|14=3|6=49.993333|"), std::string::npos) << lines.back();
}

TEST(FixDesk, WhatDoesNotExecuteAtOnceIsCanceled) {
    FixVenue venue;
    for (const std::string_view time_in_force : {"3", "4"}) {
        const std::string id = "A" + std::string(time_in_force);
        const FixLines lines = venue.send(
            kUs,
            order(id, "55=AAPL|54=1|38=100|40=2|44=50|59=" + std::string(time_in_force) + "|"));
        ASSERT_EQ(lines.size(), 2U);
        EXPECT_NE(lines[1].find("|150=4|39=4|"), std::string::npos);
        EXPECT_NE(lines[1].find("|151=0|14=0|6=0|58=not executed at once|"), std::string::npos);
    }
}

TEST(FixDesk, ACancelIsReportedUnderItsOwnId) {
    FixVenue venue;
    venue.send(kUs, order("A1"));
    EXPECT_EQ(
        venue.send(kUs, cancel("A2", "A1")),
        FixLines{"0 35=8|37=1|11=A2|41=A1|17=R2|150=4|39=4|55=AAPL|54=1|38=100|40=2|44=50.0000|"
                 "59=0|151=0|14=0|6=0|"});
    EXPECT_EQ(venue.log().exchange().session_orders(kUs), 0U);
}

TEST(FixDesk, ACancelOfNothingIsRefusedWithTheReason) {
    FixVenue venue;
    EXPECT_EQ(venue.send(kUs, cancel("A2", "A1")),
              FixLines{"0 35=9|37=NONE|11=A2|41=A1|39=8|434=1|102=1|58=unknown OrigClOrdID|"});
    venue.send(kUs, order("A1"));
    venue.send(kUs, cancel("A3", "A1"));
    EXPECT_EQ(venue.send(kUs, cancel("A4", "A1")),
              FixLines{"0 35=9|37=1|11=A4|41=A1|39=4|434=1|102=0|58=the order is no longer open|"});
    EXPECT_EQ(
        venue.send(kUs, cancel("A3", "A1")),
        FixLines{"0 35=9|37=1|11=A3|41=A1|39=4|434=1|102=6|58=ClOrdID has been used before|"});
    EXPECT_EQ(venue.send_as("FIX.4.2", kUs, cancel("A3", "A1")),
              FixLines{"0 35=9|37=1|11=A3|41=A1|39=4|434=1|102=2|58=ClOrdID has been used before|"})
        << "FIX 4.2 has no number for it";
    EXPECT_EQ(venue.send(kUs, cancel("A5", "A3")),
              FixLines{"0 35=9|37=NONE|11=A5|41=A3|39=8|434=1|102=1|58=unknown OrigClOrdID|"})
        << "the id of a cancel is no order's";
    EXPECT_EQ(venue.send(kThem, cancel("A5", "A1")).front().substr(0, 11), "1 35=9|37=N")
        << "of another session";
}

TEST(FixDesk, ACancelThatContradictsItsOrderIsRefused) {
    FixVenue venue;
    venue.send(kUs, order("A1"));
    EXPECT_EQ(venue.send(kUs, "35=F|11=A2|41=A1|55=MSFT|54=1|"),
              FixLines{"0 35=9|37=1|11=A2|41=A1|39=0|434=1|102=2|58=Symbol is not the order's|"});
    EXPECT_EQ(venue.send(kUs, "35=F|11=A2|41=A1|55=AAPL|54=2|"),
              FixLines{"0 35=9|37=1|11=A2|41=A1|39=0|434=1|102=2|58=Side is not the order's|"});
    EXPECT_EQ(venue.log().exchange().session_orders(kUs), 1U);
}

TEST(FixDesk, AReplacementTakesTheOriginalsPlace) {
    FixVenue venue;
    venue.send(kUs, order("A1"));
    venue.send(kThem, order("B1", "55=AAPL|54=2|38=30|40=2|44=50|"));
    EXPECT_EQ(
        venue.send(kUs, replacement("A2", "A1", "55=AAPL|54=1|38=130|40=2|44=51|")),
        FixLines{"0 35=8|37=5|11=A2|41=A1|17=R3|150=5|39=1|55=AAPL|54=1|38=130|40=2|44=51.0000|"
                 "59=0|151=100|14=30|6=50.000000|"});
    EXPECT_EQ(venue.send(kUs, cancel("A3", "A1")),
              FixLines{"0 35=9|37=1|11=A3|41=A1|39=1|434=1|102=0|58=the order has been replaced|"});
    EXPECT_EQ(venue.send(kUs, cancel("A4", "A2")).front().substr(0, 24),
              "0 35=8|37=5|11=A4|41=A2|");
}

TEST(FixDesk, AReplacedOrderWithoutExecutionsIsReplacedIn42) {
    FixVenue venue;
    venue.send_as("FIX.4.2", kUs, order("A1"));
    const FixLines lines =
        venue.send_as("FIX.4.2", kUs, replacement("A2", "A1", "55=AAPL|54=1|38=130|40=2|44=51|"));
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_NE(lines[0].find("|20=0|150=5|39=5|"), std::string::npos) << lines[0];
}

TEST(FixDesk, AReductionKeepsItsPlaceInTheQueue) {
    FixVenue venue;
    venue.send(kUs, order("A1"));
    venue.send(kThem, order("B1"));
    EXPECT_EQ(
        venue.send(kUs, replacement("A2", "A1", "55=AAPL|54=1|38=60|40=2|44=50|")),
        FixLines{"0 35=8|37=1|11=A2|41=A1|17=R3|150=5|39=0|55=AAPL|54=1|38=60|40=2|44=50.0000|"
                 "59=0|151=60|14=0|6=0|"})
        << "the same OrderID: the same place";
    const FixLines lines = venue.send(kThem, order("B2", "55=AAPL|54=2|38=70|40=2|44=50|"));
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(lines[1].substr(0, 17), "0 35=8|37=1|11=A2") << "first in the queue";
    EXPECT_EQ(lines[3].substr(0, 17), "1 35=8|37=3|11=B1");
}

TEST(FixDesk, AReductionToLessThanIsExecutedFillsTheOrder) {
    FixVenue venue;
    venue.send(kUs, order("A1"));
    venue.send(kThem, order("B1", "55=AAPL|54=2|38=30|40=2|44=50|"));
    EXPECT_EQ(
        venue.send(kUs, replacement("A2", "A1", "55=AAPL|54=1|38=20|40=2|44=50|")),
        FixLines{"0 35=8|37=1|11=A2|41=A1|17=R3|150=5|39=2|55=AAPL|54=1|38=30|40=2|44=50.0000|"
                 "59=0|151=0|14=30|6=50.000000|"});
    EXPECT_EQ(venue.log().exchange().session_orders(kUs), 0U);
}

TEST(FixDesk, AReplacementOfNoMoreThanIsExecutedFillsTheOrderWhateverItsPrice) {
    FixVenue venue;
    venue.send(kUs, order("A1"));
    venue.send(kThem, order("B1", "55=AAPL|54=2|38=30|40=2|44=50|"));
    EXPECT_EQ(
        venue.send(kUs, replacement("A2", "A1", "55=AAPL|54=1|38=30|40=2|44=51|")),
        FixLines{"0 35=8|37=1|11=A2|41=A1|17=R3|150=5|39=2|55=AAPL|54=1|38=30|40=2|44=50.0000|"
                 "59=0|151=0|14=30|6=50.000000|"});
    EXPECT_EQ(venue.log().exchange().session_orders(kUs), 0U);
}

TEST(FixDesk, TheSameAgainChangesTheNameOnly) {
    FixVenue venue;
    venue.send(kUs, order("A1"));
    EXPECT_EQ(
        venue.send(kUs, replacement("A2", "A1", kBuy)),
        FixLines{"0 35=8|37=1|11=A2|41=A1|17=R2|150=5|39=0|55=AAPL|54=1|38=100|40=2|44=50.0000|"
                 "59=0|151=100|14=0|6=0|"});
    EXPECT_EQ(venue.send(kUs, cancel("A3", "A2")).front().substr(0, 24),
              "0 35=8|37=1|11=A3|41=A2|");
}

TEST(FixDesk, ARefusedReplacementLeavesTheOriginal) {
    FixVenue venue;
    venue.send(kUs, order("A1"));
    EXPECT_EQ(
        venue.send(kUs, replacement("A2", "A1", "55=AAPL|54=1|38=100|40=2|44=50.001|")),
        FixLines{"0 35=9|37=1|11=A2|41=A1|39=0|434=2|102=2|58=Price is out of bounds or between "
                 "ticks|"});
    EXPECT_EQ(venue.send(kUs, replacement("A3", "A1", "55=AAPL|54=1|38=0|40=2|44=50|")),
              FixLines{"0 35=9|37=1|11=A3|41=A1|39=0|434=2|102=2|58=OrderQty must be above 0|"});
    EXPECT_EQ(venue.send(kUs, replacement("A4", "A9", kBuy)),
              FixLines{"0 35=9|37=NONE|11=A4|41=A9|39=8|434=2|102=1|58=unknown OrigClOrdID|"});
    EXPECT_EQ(venue.send(kUs, cancel("A5", "A1")).front().substr(0, 24),
              "0 35=8|37=1|11=A5|41=A1|");
}

TEST(FixDesk, RefusedOrdersGetTheirReason) {
    const struct {
        std::string_view terms;
        std::string_view report;  // from OrdRejReason on, and its text
        std::string_view text;
    } kCases[] = {
        {"55=NONE1|54=1|38=100|40=2|44=50|", "|103=1|", "|58=unknown symbol|"},
        {"55=ABCDEFGHI|54=1|38=100|40=2|44=50|", "|103=1|", "|58=unknown symbol|"},
        {"55=AAPL|54=8|38=100|40=2|44=50|", "|103=11|", "|58=Side must be 1, 2, 5 or 6|"},
        {"55=AAPL|54=1|38=0|40=2|44=50|", "|103=13|", "|58=OrderQty is out of bounds|"},
        {"55=AAPL|54=1|38=1000000|40=2|44=50|", "|103=13|", "|58=OrderQty is out of bounds|"},
        {"55=AAPL|54=1|38=0.5|40=2|44=50|", "|103=13|", "|58=quantities must be whole shares|"},
        {"55=AAPL|54=1|38=99999999999|40=2|44=50|", "|103=13|", "|58=quantities must be whole"},
        {"55=AAPL|54=1|38=-1|40=2|44=50|", "|103=13|", "|58=quantities must be whole shares|"},
        {"55=AAPL|54=1|38=100|40=2|44=0|", "|103=99|", "|58=prices must be above 0"},
        {"55=AAPL|54=1|38=100|40=2|44=-5|", "|103=99|", "|58=prices must be above 0"},
        {"55=AAPL|54=1|38=100|40=2|44=50.00001|", "|103=99|", "|58=prices must be above 0"},
        {"55=AAPL|54=1|38=100|40=2|44=1e9|", "|103=99|", "|58=prices must be above 0"},
        {"55=AAPL|54=1|38=100|40=2|44=200001|", "|103=99|", "|58=Price is out of bounds"},
        {"55=AAPL|54=1|38=100|40=2|44=214748.3647|", "|103=99|", "|58=prices must be above 0"},
        {"55=AAPL|54=1|38=100|40=2|44=50.005|", "|103=99|", "|58=Price is out of bounds"},
        {"55=AAPL|54=1|38=100|40=P|44=50|", "|103=11|", "|58=OrdType must be 1, 2, 3 or 4|"},
        {"55=AAPL|54=1|38=100|40=4|44=50|99=49|", "|103=99|", "|58=the venue does not take such"},
        {"55=AAPL|54=1|38=100|40=2|44=50|59=2|", "|103=11|", "|58=TimeInForce must be 0, 1, 3"},
        {"55=AAPL|54=1|38=100|40=2|44=50|59=1|", "|103=99|", "|58=the venue does not take such"},
        {"55=AAPL|54=1|38=100|40=2|44=50|18=G|", "|103=11|", "|58=ExecInst must be 6|"},
        {"55=AAPL|54=1|38=100|40=2|44=50|110=101|", "|103=11|", "|58=MinQty cannot be honoured|"},
        {"55=AAPL|54=1|38=100|40=2|44=50|59=4|110=1|", "|103=11|", "|58=fill or kill has neither"},
    };
    FixVenue venue;
    int number = 0;
    for (const auto& refused : kCases) {
        const FixLines lines =
            venue.send(kUs, order("A" + std::to_string(++number), refused.terms));
        ASSERT_EQ(lines.size(), 1U) << refused.terms;
        EXPECT_NE(lines[0].find("|150=8|39=8" + std::string(refused.report)), std::string::npos)
            << lines[0];
        EXPECT_NE(lines[0].find(refused.text), std::string::npos) << lines[0];
        EXPECT_NE(lines[0].find("|151=0|14=0|6=0|"), std::string::npos) << lines[0];
    }
    EXPECT_EQ(venue.log().exchange().session_orders(kUs), 0U);
}

TEST(FixDesk, AMissingFieldIsABusinessReject) {
    const struct {
        std::string_view body;
        std::string_view answer;
    } kCases[] = {
        {"35=D|55=AAPL|54=1|38=100|40=2|44=50|", "372=D|380=5|58=a required field is missing: 11|"},
        {"35=D|11=A1|54=1|38=100|40=2|44=50|",
         "372=D|379=A1|380=5|58=a required field is missing: 55|"},
        {"35=D|11=A1|55=AAPL|38=100|40=2|44=50|",
         "372=D|379=A1|380=5|58=a required field is missing: 54|"},
        {"35=D|11=A1|55=AAPL|54=1|40=2|44=50|",
         "372=D|379=A1|380=5|58=a required field is missing: 38|"},
        {"35=D|11=A1|55=AAPL|54=1|38=100|44=50|",
         "372=D|379=A1|380=5|58=a required field is missing: 40|"},
        {"35=D|11=A1|55=AAPL|54=1|38=100|40=2|",
         "372=D|379=A1|380=5|58=a required field is missing: 44|"},
        {"35=D|11=A1|55=AAPL|54=1|38=100|40=3|",
         "372=D|379=A1|380=5|58=a required field is missing: 99|"},
        {"35=F|11=A1|55=AAPL|54=1|", "372=F|379=A1|380=5|58=a required field is missing: 41|"},
        {"35=G|11=A1|55=AAPL|54=1|38=1|40=2|44=50|",
         "372=G|379=A1|380=5|58=a required field is missing: 41|"},
        {"35=H|55=AAPL|54=1|", "372=H|380=5|58=a required field is missing: 11|"},
        {"35=q|530=7|", "372=q|380=5|58=a required field is missing: 11|"},
        {"35=D|11=0123456789012345678901234567890123456|55=AAPL|",
         "372=D|380=0|58=ClOrdID must have at most 36 characters|"},
        {"35=E|66=LIST|", "372=E|380=3|58=the venue has no such message|"},
        {"35=AB|11=A1|", "372=AB|379=A1|380=3|58=the venue has no such message|"},
    };
    FixVenue venue;
    int number = 2;  // two publications came before
    for (const auto& wrong : kCases) {
        const std::string expected = "0 35=j|45=" + std::to_string(++number - 2) + "|";
        EXPECT_EQ(venue.send(kUs, wrong.body), FixLines{expected + std::string(wrong.answer)})
            << wrong.body;
    }
    EXPECT_EQ(venue.send(kUs, order("A1")).front().substr(0, 17), "0 35=8|37=1|11=A1")
        << "an id of a message that could not be carried out is not used up";
}

TEST(FixDesk, ADuplicateIsRefusedAndOneThatSaysSoIsAnswered) {
    FixVenue venue;
    venue.send(kUs, order("A1"));
    EXPECT_EQ(
        venue.send(kUs, order("A1")),
        FixLines{"0 35=8|37=NONE|11=A1|17=R2|150=8|39=8|103=6|55=AAPL|54=1|40=2|59=0|151=0|14=0|"
                 "6=0|58=ClOrdID has been used before|"});
    for (const std::string_view flag : {"43=Y|", "97=Y|"}) {
        EXPECT_EQ(
            venue.send(kUs, order("A1", std::string(kBuy) + std::string(flag))),
            FixLines{"0 35=8|37=1|11=A1|17=0|150=I|39=0|55=AAPL|54=1|38=100|40=2|44=50.0000|59=0|"
                     "151=100|14=0|6=0|"});
    }
    EXPECT_EQ(venue.log().exchange().session_orders(kUs), 1U);
    EXPECT_EQ(venue.send(kThem, order("A1")).front().substr(0, 17), "1 35=8|37=3|11=A1")
        << "ids are the session's own";
}

TEST(FixDesk, AStatusRequestIsAnsweredInEveryState) {
    FixVenue venue;
    const auto status = [&](std::string_view id) {
        const FixLines lines = venue.send(kUs, "35=H|11=" + std::string(id) + "|55=AAPL|54=1|");
        EXPECT_EQ(lines.size(), 1U);
        return lines.front().substr(lines.front().find("|150="), 12);
    };
    venue.send(kUs, order("A1"));
    EXPECT_EQ(status("A1"), "|150=I|39=0|");
    venue.send(kThem, order("B1", "55=AAPL|54=2|38=30|40=2|44=50|"));
    EXPECT_EQ(status("A1"), "|150=I|39=1|");
    venue.send(kThem, order("B2", "55=AAPL|54=2|38=70|40=2|44=50|"));
    EXPECT_EQ(status("A1"), "|150=I|39=2|");
    venue.send(kUs, order("A2"));
    venue.send(kUs, cancel("A3", "A2"));
    EXPECT_EQ(status("A2"), "|150=I|39=4|");
    venue.send(kUs, order("A4", "55=NONE1|54=1|38=100|40=2|44=50|"));
    EXPECT_EQ(status("A4"), "|150=I|39=8|");
    EXPECT_EQ(status("A9"), "|150=I|39=8|") << "unknown";
    EXPECT_EQ(status("A3"), "|150=I|39=8|") << "a cancel's id is no order";
}

TEST(FixDesk, AMassCancelIsAcknowledgedAndReportedOrderByOrder) {
    FixVenue venue;
    venue.send(kUs, order("A1"));
    venue.send(kUs, order("A2", "55=MSFT|54=1|38=100|40=2|44=50|"));
    venue.send(kThem, order("B1"));
    EXPECT_EQ(
        venue.send(kUs, "35=q|11=A3|530=1|55=MSFT|"),
        (FixLines{"0 35=r|11=A3|37=NONE|530=1|531=1|533=1|",
                  "0 35=8|37=3|11=A2|17=R4|150=4|39=4|55=MSFT|54=1|38=100|40=2|44=50.0000|59=0|"
                  "151=0|14=0|6=0|58=canceled by the venue|"}));
    const FixLines all = venue.send(kUs, "35=q|11=A4|530=7|");
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0], "0 35=r|11=A4|37=NONE|530=7|531=7|533=1|");
    EXPECT_EQ(venue.log().exchange().session_orders(kUs), 0U);
    EXPECT_EQ(venue.log().exchange().session_orders(kThem), 1U);
    EXPECT_EQ(venue.send(kUs, "35=q|11=A5|530=7|"),
              FixLines{"0 35=r|11=A5|37=NONE|530=7|531=7|533=0|"});
    EXPECT_EQ(
        venue.send(kUs, "35=q|11=A6|530=4|"),
        FixLines{"0 35=r|11=A6|37=NONE|530=4|531=0|532=99|58=MassCancelRequestType must be 1 or "
                 "7|"});
    EXPECT_EQ(venue.send(kUs, "35=q|11=A7|530=1|55=NONE1|"),
              FixLines{"0 35=r|11=A7|37=NONE|530=1|531=0|532=99|58=unknown symbol|"});
    EXPECT_EQ(venue.send_as("FIX.4.2", kUs, "35=q|11=A8|530=7|").front().substr(0, 6), "0 35=j")
        << "FIX 4.2 has no such message";
}

TEST(FixDesk, ARefusalOfTheServersIsReportedAsTheVenues) {
    constexpr auto kRate = RejectReason::RateTooHigh;
    FixVenue venue;
    const FixLines lines = venue.send(kUs, order("A1"), kRate);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_NE(lines[0].find("|150=8|39=8|103=99|"), std::string::npos) << lines[0];
    EXPECT_NE(lines[0].find("|58=too many orders a second|"), std::string::npos);
    venue.send(kUs, order("A2"));
    EXPECT_EQ(venue.send(kUs, replacement("A3", "A2", "55=AAPL|54=1|38=50|40=2|44=50|"), kRate),
              FixLines{"0 35=9|37=1|11=A3|41=A2|39=0|434=2|102=2|58=too many orders a second|"});
    EXPECT_EQ(venue.send(kUs, cancel("A4", "A2"), kRate).front().substr(0, 24),
              "0 35=8|37=1|11=A4|41=A2|")
        << "a cancel is never refused";
}

TEST(FixDesk, AFullTableOfIdsTakesCancelsAlone) {
    FixVenue venue(support::logged_venue_options(), {FixDeskOptions{.ids_max = 16}, {}});
    for (int n = 1; n <= 16; ++n) {
        EXPECT_NE(venue.send(kUs, order("A" + std::to_string(n))).front().find("|39=0|"),
                  std::string::npos);
    }
    EXPECT_NE(venue.send(kUs, order("A17")).front().find("|58=no more ClOrdIDs are taken today|"),
              std::string::npos);
    EXPECT_NE(venue.send(kUs, replacement("A18", "A1", kBuy))
                  .front()
                  .find("|58=no more ClOrdIDs are taken today|"),
              std::string::npos);
    EXPECT_NE(venue.send(kUs, cancel("A19", "A1")).front().find("|11=A19|41=A1|"),
              std::string::npos);
    const FixLines all = venue.send(kUs, "35=q|11=A20|530=7|");
    EXPECT_EQ(all.size(), 16U) << "fifteen, and the acknowledgement";
}

TEST(FixDesk, OrdersOfAHaltedInstrumentAreReportedCanceled) {
    FixVenue venue;
    venue.send(kUs, order("A1"));
    protocols::nasdaq::itch50::StockTradingAction halt;
    halt.store_stock_locate(1);
    halt.store_stock(*Symbol::from("AAPL"));
    halt.store_trading_state('H');
    const FixLines lines = venue.apply(event::Publication{halt.bytes()});
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_NE(lines[0].find("|11=A1|17=R2|150=4|39=4|"), std::string::npos) << lines[0];
    EXPECT_NE(venue.send(kUs, order("A2")).front().find("|39=8|103=2|"), std::string::npos);
}

/// As the operator's command, step by step.
void start_day(FixVenue& venue) {
    std::array<std::byte, kControlLengthMax> room{};
    const Bytes command = encode(Control{.action = ControlAction::StartDay}, room);
    do {
        venue.apply(event::Command{SessionId{}, command});
    } while (venue.log().desk().unfinished());
}

TEST(FixDesk, AnOrderThatAnEndedDayTookAlongIsClosed) {
    FixVenue venue;
    venue.send(kUs, order("A1"));
    venue.apply(event::EndOfSession{});
    start_day(venue);
    ASSERT_EQ(venue.log().exchange().session_orders(kUs), 0U);
    EXPECT_EQ(venue.log().desk_of<FixProtocol>().orders().size(), 0U);
    // The first order of the new day has the number of the old one.
    venue.send(kUs, order("A2"));
    EXPECT_EQ(venue.send(kUs, cancel("A3", "A1")).front().substr(0, 9), "0 35=9|37");
    EXPECT_EQ(venue.log().exchange().session_orders(kUs), 1U);
}

TEST(FixDesk, ADuplicateThatNamesAnOverlongOriginalIsRefused) {
    FixVenue venue;
    venue.send(kUs, order("A1"));
    const std::string overlong(700, 'x');
    for (const std::string& message : {cancel("A1", overlong), replacement("A1", overlong, kBuy)}) {
        EXPECT_EQ(venue.send(kUs, message).front().substr(0, 7), "0 35=j|") << message;
    }
}

TEST(FixDesk, AMessageThatCannotBeReadIsRefusedAndNotDropped) {
    FixVenue venue;
    EXPECT_EQ(venue.send(kUs, order("A1", std::string(kBuy) + "noise|")),
              FixLines{"0 35=j|45=1|372=D|379=A1|380=0|58=the message cannot be read|"});
    EXPECT_EQ(venue.log().exchange().session_orders(kUs), 0U);
}

TEST(FixDesk, BytesThatAreNoFixAreCountedAndNotAnswered) {
    FixVenue venue;
    for (const std::string_view noise : {"", "x", "=\x01", "35=\x01", "8=FIX.4.4\x01"}) {
        EXPECT_EQ(venue.apply(event::FixMessage{kUs, {}, std::as_bytes(std::span(noise))}),
                  FixLines{});
    }
    EXPECT_EQ(venue.log().desk_of<FixProtocol>().counters().malformed, 5U);
}

TEST(FixDesk, AVenueWithoutFixTakesNone) {
    const ExchangeOptions options = support::logged_venue_options();
    VenueLog log = std::move(*VenueLog::create(options, nullptr));
    EXPECT_FALSE(log.takes<FixProtocol>());
    EXPECT_EQ(log.apply({.event = event::FixMessage{}}), ApplyStatus::Impossible);
    EXPECT_FALSE(VenueLog::create(options, nullptr, {FixDeskOptions{.ids_max = 17}, {}}));
}

}  // namespace
}  // namespace hotpath::exchange
