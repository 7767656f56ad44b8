// Each message of a FIX venue as a venue event, in both dialects, and messages that are none.

#include <string>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/trader/fix_codec.hpp"
#include "tests/support/decoded_event.hpp"
#include "tests/support/fix_messages.hpp"

namespace hotpath::protocols::fix {
namespace {

support::DecodedEvent read(std::string_view body, const FixCodec::Options& options = {}) {
    const FixCodec codec({.instruments_max = 1, .orders_remembered = 2}, options);
    const std::string message = support::with_soh(body);
    return support::decode_event(codec, support::view_of(message));
}

template <class Event>
Event event_of(std::string_view body, const FixCodec::Options& options = {}) {
    SCOPED_TRACE(body);
    return support::expect_event<Event>(read(body, options));
}

const FixCodec::Options k42{.dialect = &protocols::fix::kDialect42};

constexpr std::string_view kNew =
    "35=8|11=3|37=77|17=1|20=0|150=0|39=0|55=ABCD|54=5|38=100|40=2|44=1.23|59=4|18=6|151=100|";

TEST(FixEvents, TellOfAnAcceptedOrder) {
    for (const FixCodec::Options& options : {FixCodec::Options{}, k42}) {
        const auto accepted = event_of<oms::Accepted>(kNew, options);
        EXPECT_EQ(accepted.id, ClOrdId{3});
        EXPECT_EQ(accepted.venue_id, OrderId{77});
        EXPECT_EQ(accepted.qty, Qty{100});
        EXPECT_EQ(accepted.price, Price{12'300});
        EXPECT_EQ(accepted.side, Side::Sell);
        EXPECT_EQ(accepted.time_in_force, TimeInForce::Fok);
        EXPECT_TRUE(accepted.is_post_only);
        EXPECT_EQ(accepted.symbol, *Symbol::from("ABCD"));
    }
}

TEST(FixEvents, TellOfExecutionsInBothDialects) {
    for (const std::string codes : {"150=F|39=1|", "20=0|150=1|39=1|", "20=0|150=2|39=2|"}) {
        const auto executed =
            event_of<oms::Executed>("35=8|11=3|17=55|" + codes + "32=40|31=1.2345|851=1|",
                                    codes.starts_with("20") ? k42 : FixCodec::Options{});
        EXPECT_EQ(executed.id, ClOrdId{3});
        EXPECT_EQ(executed.match, MatchId{55});
        EXPECT_EQ(executed.qty, Qty{40});
        EXPECT_EQ(executed.price, Price{12'345});
        EXPECT_EQ(executed.liquidity, oms::Liquidity::Added);
    }
}

TEST(FixEvents, AnExecutionOfAnEarlierCodeIsNotMissed) {
    EXPECT_EQ(event_of<oms::Executed>("35=8|11=3|17=5|150=2|39=2|32=40|31=1|").qty, Qty{40});
}

TEST(FixEvents, AnExecIdOfAnyCharactersIsAnId) {
    const auto id_of = [](std::string_view exec_id) {
        return event_of<oms::Executed>("35=8|11=3|17=" + std::string(exec_id) +
                                       "|150=F|39=1|32=40|31=1|")
            .match;
    };
    EXPECT_EQ(id_of("T-1/A"), id_of("T-1/A"));
    EXPECT_NE(id_of("T-1/A"), id_of("T-1/B"));
    EXPECT_EQ(id_of("12"), MatchId{12});
}

TEST(FixEvents, TellOfCorrectedAndCanceledTrades) {
    for (const std::string codes : {"150=G|", "20=2|150=1|"}) {
        const auto corrected =
            event_of<oms::Corrected>("35=8|11=3|17=56|19=55|" + codes + "39=1|32=30|31=1.1|",
                                     codes.starts_with("20") ? k42 : FixCodec::Options{});
        EXPECT_EQ(corrected.match, MatchId{55});
        EXPECT_EQ(corrected.qty, Qty{30});
        EXPECT_EQ(corrected.price, Price{11'000});
    }
    for (const std::string codes : {"150=H|", "20=1|150=1|"}) {
        const auto broken =
            event_of<oms::Broken>("35=8|11=3|17=57|19=55|" + codes + "39=1|",
                                  codes.starts_with("20") ? k42 : FixCodec::Options{});
        EXPECT_EQ(broken.id, ClOrdId{3});
        EXPECT_EQ(broken.match, MatchId{55});
    }
}

TEST(FixEvents, CanceledExpiredAndDoneForDayLeaveNothing) {
    for (const std::string type : {"4", "C", "3"}) {
        const auto left =
            event_of<oms::Leaves>("35=8|11=3C1|41=3|17=58|150=" + type + "|39=4|151=0|");
        EXPECT_EQ(left.id, ClOrdId{3});
        EXPECT_EQ(left.leaves_qty, Qty{});
    }
}

TEST(FixEvents, TellOfReplacementsAndReductions) {
    const auto replaced = event_of<oms::Replaced>(
        "35=8|11=4|41=3|37=78|17=59|150=5|39=0|44=1.25|38=90|151=60|14=30|");
    EXPECT_EQ(replaced.original, ClOrdId{3});
    EXPECT_EQ(replaced.id, ClOrdId{4});
    EXPECT_EQ(replaced.venue_id, OrderId{78});
    EXPECT_EQ(replaced.leaves_qty, Qty{60});
    EXPECT_EQ(replaced.price, Price{12'500});
    EXPECT_EQ(event_of<oms::Replaced>("35=8|11=4|41=3R7|37=78|150=5|39=0|44=1|151=60|").original,
              ClOrdId{3});
    const auto reduced = event_of<oms::Leaves>("35=8|11=3R7|41=3|37=78|150=5|39=0|151=60|");
    EXPECT_EQ(reduced.id, ClOrdId{3});
    EXPECT_EQ(reduced.leaves_qty, Qty{60});
}

TEST(FixEvents, ARestatementIsLessOrAChange) {
    EXPECT_EQ(event_of<oms::Leaves>("35=8|11=3|150=D|39=1|151=60|378=5|").leaves_qty, Qty{60});
    EXPECT_EQ(event_of<oms::Modified>("35=8|11=3|150=D|39=1|151=60|378=3|").id, ClOrdId{3});
}

TEST(FixEvents, RefusalsAreOfWhatWasAsked) {
    EXPECT_EQ(event_of<oms::Rejected>("35=8|11=3|150=8|39=8|103=6|").code, 6);
    EXPECT_EQ(event_of<oms::Rejected>("35=8|11=3|150=8|39=8|").code, 99) << "without a reason";
    EXPECT_EQ(event_of<oms::Rejected>("35=9|11=4|41=3|434=2|102=1|").id, ClOrdId{4});
    EXPECT_EQ(event_of<oms::CancelRejected>("35=9|11=3C9|41=3|434=1|102=1|").id, ClOrdId{3});
    EXPECT_EQ(event_of<oms::CancelRejected>("35=9|11=3R9|41=3|434=2|102=1|").id, ClOrdId{3});
    EXPECT_EQ(event_of<oms::Rejected>("35=j|372=D|379=3|380=4|").id, ClOrdId{3});
    EXPECT_EQ(event_of<oms::CancelRejected>("35=j|372=F|379=3C1|380=4|").id, ClOrdId{3});
}

TEST(FixEvents, PendingAndStatusChangeNothing) {
    for (const std::string type : {"6", "E", "A", "I", "9", "7", "B"}) {
        const auto nothing = read("35=8|11=3|150=" + type + "|39=0|151=60|");
        EXPECT_EQ(nothing.status, protocols::DecodeStatus::Ok);
        EXPECT_EQ(nothing.events, 0) << type;
    }
    EXPECT_EQ(read("35=8|11=3|20=3|150=2|39=2|151=0|", k42).events, 0);
    EXPECT_EQ(read("35=B|148=NEWS|").events, 0);
    EXPECT_EQ(read("35=AE|571=1|").events, 0);
}

TEST(FixEvents, AReportOfAnIdThatIsNotOursIsOfNoOrder) {
    for (const std::string_view id : {"X3", "3X", "3C", "3C1X", "-3", "99999999999", "3c1"}) {
        EXPECT_EQ(event_of<oms::Leaves>("35=8|11=" + std::string(id) + "|150=4|39=4|151=0|").id,
                  ClOrdId{})
            << id;
    }
}

TEST(FixEvents, WhatLacksAFieldThatItsKindNeedsIsMalformed) {
    const std::string_view wrong[] = {
        "35=8|11=3|37=7|150=0|39=0|55=ABCD|54=1|38=100|",             // no price
        "35=8|11=3|37=7|150=0|39=0|55=ABCD|54=1|38=100|44=0|",        // none either
        "35=8|11=3|37=7|150=0|39=0|55=ABCD|54=1|38=100|44=-1|",       //
        "35=8|11=3|37=7|150=0|39=0|55=ABCD|54=1|38=100|44=1.23456|",  // not our units
        "35=8|11=3|37=7|150=0|39=0|55=ABCD|54=1|38=100|44=99999999999999999|",
        "35=8|11=3|37=7|150=0|39=0|55=ABCD|54=1|38=0|44=1|",       // nothing
        "35=8|11=3|37=7|150=0|39=0|55=ABCD|54=1|38=0.5|44=1|",     // half a share
        "35=8|11=3|37=7|150=0|39=0|55=ABCD|54=8|38=1|44=1|",       // a cross
        "35=8|11=3|37=7|150=0|39=0|55=ABCDEFGHI|54=1|38=1|44=1|",  // too long
        "35=8|11=3|150=F|39=1|17=5|32=0|31=1|",                    //
        "35=8|11=3|150=F|39=1|17=5|32=10|",                        // no price
        "35=8|11=3|150=F|39=1|32=10|31=1|",                        // no ExecID
        "35=8|11=3|150=G|39=1|17=5|32=10|31=1|",                   // no ExecRefID
        "35=8|11=3|150=H|39=1|17=5|",                              // no ExecRefID
        "35=8|11=4|41=3|150=5|39=0|44=1|",                         // no LeavesQty
        "35=8|11=4|41=3|150=5|39=0|151=1|",                        // no Price
        "35=8|11=3|150=D|39=0|",                                   // no LeavesQty
        "35=9|41=3|434=1|",                                        // no ClOrdID
        "35=j|372=D|380=0|",                                       // of what?
        "35=3|45=7|",                                              // of what?
        "35=8|11=3|=5|150=4|",                                     // no field
    };
    for (const std::string_view body : wrong) {
        const auto result = read(body);
        EXPECT_EQ(result.status, protocols::DecodeStatus::Malformed) << body;
        EXPECT_EQ(result.events, 0) << body;
    }
}

TEST(FixEvents, PricesOfOtherDecimalsAreExact) {
    const FixCodec::Options eight{.price_decimals = 8};
    EXPECT_EQ(
        event_of<oms::Executed>("35=8|11=3|17=5|150=F|39=1|32=40|31=0.00012345|", eight).price,
        Price{12'345});
}

}  // namespace
}  // namespace hotpath::protocols::fix
