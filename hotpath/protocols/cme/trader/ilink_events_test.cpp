// Each message of an iLink 3 venue as a venue event, and messages that are none.

#include <cstdint>
#include <optional>

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/trader/ilink_codec.hpp"
#include "tests/support/decoded_event.hpp"
#include "tests/support/ilink_messages.hpp"

namespace hotpath::protocols::cme {
namespace {

using support::ilink_bytes;
using support::IlinkBytes;
using support::price_of_mantissa;

constexpr std::uint64_t kVenueOrder = 77;

/// What the n-th order asked for.
[[nodiscard]] std::uint64_t entered(std::uint32_t id) {
    return to_order_request_id({.order = {id}});
}
[[nodiscard]] std::uint64_t canceled(std::uint32_t id) {
    return to_order_request_id({.order = {id}, .kind = RequestId::Kind::Cancel, .number = 1});
}
[[nodiscard]] std::uint64_t reduced(std::uint32_t id) {
    return to_order_request_id({.order = {id}, .kind = RequestId::Kind::Reduce, .number = 2});
}

template <class Message>
[[nodiscard]] IlinkBytes about(std::uint64_t request, auto&& more) {
    return support::ilink_report<Message>(
        {.order_id = kVenueOrder, .request_id = request, .price_mantissa = 1'230'000'000}, more);
}
[[nodiscard]] IlinkBytes new_order(std::uint32_t id, auto&& more) {
    return about<ilink3::ExecutionReportNew>(entered(id), [&](auto& m) {
        m.store_order_qty(100);
        m.store_side(ilink3::Side::Sell);
        m.store_security_id(1);
        m.store_time_in_force(ilink3::TimeInForce::FillOrKill);
        more(m);
    });
}
[[nodiscard]] IlinkBytes new_order(std::uint32_t id) {
    return new_order(id, [](auto&) {});
}
[[nodiscard]] IlinkBytes modified(std::uint64_t request, std::uint32_t leaves,
                                  std::int64_t mantissa = 1'230'000'000) {
    return about<ilink3::ExecutionReportModify>(request, [&](auto& m) {
        m.store_price(price_of_mantissa(mantissa));
        m.store_leaves_qty(leaves);
    });
}
[[nodiscard]] IlinkBytes traded(std::uint64_t request, auto&& more) {
    return about<ilink3::ExecutionReportTradeOutright>(request, [&](auto& m) {
        m.store_last_px(price_of_mantissa(1'234'500'000));
        m.store_last_qty(40);
        m.store_leaves_qty(60);
        m.store_exec_id("55");
        more(m);
    });
}
[[nodiscard]] IlinkBytes traded(std::uint64_t request) {
    return traded(request, [](auto&) {});
}

class IlinkEvents : public testing::Test {
  protected:
    IlinkEvents() { codec.allow({1}, *Symbol::from("ABCD"), 1); }

    support::DecodedEvent read(const IlinkBytes& message) { return read(message.view()); }
    support::DecodedEvent read(Bytes message) { return support::decode_event(codec, message); }
    template <class Event>
    Event event_of(const IlinkBytes& message) {
        return support::expect_event<Event>(read(message));
    }
    void expect_malformed(const IlinkBytes& message) {
        const auto result = read(message);
        EXPECT_EQ(result.status, protocols::DecodeStatus::Malformed);
        EXPECT_EQ(result.events, 0);
    }

    IlinkCodec codec{{.instruments_max = 2, .orders_remembered = 8}, {}};
};

TEST_F(IlinkEvents, ReportsOfTheSchemaVersionBeforeAreRead) {
    const auto accepted =
        event_of<oms::Accepted>(support::of_version_5<ilink3::ExecutionReportNew>(new_order(4)));
    EXPECT_EQ(accepted.id, ClOrdId{4});
    const auto executed = event_of<oms::Executed>(
        support::of_version_5<ilink3::ExecutionReportTradeOutright>(traded(entered(4))));
    EXPECT_EQ(executed.qty, Qty{40});
}

TEST_F(IlinkEvents, AnAcceptedOrder) {
    const auto accepted = event_of<oms::Accepted>(
        new_order(3, [](auto& m) { m.store_execution_mode(ilink3::ExecutionMode::Passive); }));
    EXPECT_EQ(accepted.id, ClOrdId{3});
    EXPECT_EQ(accepted.venue_id, OrderId{77});
    EXPECT_EQ(accepted.qty, Qty{100});
    EXPECT_EQ(accepted.price, Price{12'300});
    EXPECT_EQ(accepted.side, Side::Sell);
    EXPECT_EQ(accepted.time_in_force, TimeInForce::Fok);
    EXPECT_TRUE(accepted.is_post_only);
    EXPECT_EQ(accepted.symbol, *Symbol::from("ABCD"));
    EXPECT_TRUE(codec.may_change({3}));
}

[[nodiscard]] IlinkBytes amended(ilink3::TradeAddendum kind, auto&& more) {
    return ilink_bytes<ilink3::ExecutionReportTradeAddendumOutright>([&](auto& m) {
        m.store_cl_ord_id("3");
        m.store_order_id(kVenueOrder);
        m.store_last_px(price_of_mantissa(1'234'500'000));
        m.store_last_qty(40);
        m.store_orig_secondary_execution_id(5);
        m.store_side(ilink3::Side::Sell);
        m.store_exec_type(kind);
        m.store_ord_status(kind);
        more(m);
    });
}

TEST_F(IlinkEvents, ABrokenAndACorrectedTradeAreOfTheExecutionTheyName) {
    using ilink3::TradeAddendum;
    const auto as_it_is = [](auto&) {};
    const auto broken = event_of<oms::Broken>(amended(TradeAddendum::TradeCancel, as_it_is));
    EXPECT_EQ(broken.id, ClOrdId{3});
    EXPECT_EQ(broken.match, MatchId{52}) << "the ExecID of 525: the sell of trade 5";
    const auto corrected =
        event_of<oms::Corrected>(amended(TradeAddendum::TradeCorrection, as_it_is));
    EXPECT_EQ(corrected.match, MatchId{52});
    EXPECT_EQ(corrected.qty, Qty{40});
    EXPECT_EQ(corrected.price, Price{12'345});
    for (const char* const id : {"", "A1", "0", "4294967296"}) {
        expect_malformed(
            amended(TradeAddendum::TradeCancel, [&](auto& m) { m.store_cl_ord_id(id); }));
    }
    expect_malformed(amended(TradeAddendum::TradeCancel, [](auto& m) { m.store_last_qty(0); }));
    expect_malformed(amended(TradeAddendum::TradeCancel,
                             [](auto& m) { m.store_orig_secondary_execution_id(std::nullopt); }));
}

TEST_F(IlinkEvents, AnOrderInAnotherInstrumentHasASymbolThatIsNotTraded) {
    for (const std::int32_t security : {0, 2, 3, -1, 2'000'000'000}) {
        const auto accepted =
            event_of<oms::Accepted>(new_order(3, [&](auto& m) { m.store_security_id(security); }));
        EXPECT_EQ(accepted.symbol, kUnlisted) << security;
    }
}

TEST_F(IlinkEvents, AnExecution) {
    read(new_order(3));
    const auto executed = event_of<oms::Executed>(traded(entered(3)));
    EXPECT_EQ(executed.id, ClOrdId{3});
    EXPECT_EQ(executed.match, MatchId{55});
    EXPECT_EQ(executed.qty, Qty{40});
    EXPECT_EQ(executed.price, Price{12'345});
    EXPECT_EQ(executed.liquidity, oms::Liquidity::Added);
    EXPECT_EQ(event_of<oms::Executed>(
                  traded(entered(3),
                         [](auto& m) { m.store_aggressor_indicator(ilink3::BooleanFlag::True); }))
                  .liquidity,
              oms::Liquidity::Removed);
}

TEST_F(IlinkEvents, AnExecIdOfAnyCharactersIsAnId) {
    EXPECT_EQ(exec_number_of("12"), 12U);
    EXPECT_EQ(exec_number_of("T-1/A"), exec_number_of("T-1/A"));
    EXPECT_NE(exec_number_of("T-1/A"), exec_number_of("T-1/B"));
    EXPECT_NE(exec_number_of("99999999999999999999"), exec_number_of("99999999999999999998"));
}

TEST_F(IlinkEvents, ACancelAndAnEliminationLeaveNothing) {
    read(new_order(3));
    const auto left =
        event_of<oms::Leaves>(about<ilink3::ExecutionReportCancel>(canceled(3), [](auto&) {}));
    EXPECT_EQ(left.id, ClOrdId{3});
    EXPECT_EQ(left.leaves_qty, Qty{});
    read(new_order(4));
    EXPECT_EQ(
        event_of<oms::Leaves>(about<ilink3::ExecutionReportElimination>(entered(4), [](auto&) {}))
            .id,
        ClOrdId{4});
}

TEST_F(IlinkEvents, AReplacementTakesTheOrderIdOver) {
    read(new_order(3));
    const auto replaced = event_of<oms::Replaced>(modified(entered(4), 60, 1'250'000'000));
    EXPECT_EQ(replaced.original, ClOrdId{3});
    EXPECT_EQ(replaced.id, ClOrdId{4});
    EXPECT_EQ(replaced.venue_id, OrderId{77});
    EXPECT_EQ(replaced.leaves_qty, Qty{60});
    EXPECT_EQ(replaced.price, Price{12'500});
    EXPECT_TRUE(codec.may_change({4}));
    EXPECT_EQ(event_of<oms::Executed>(traded(entered(4))).id, ClOrdId{4});
    EXPECT_EQ(
        event_of<oms::Leaves>(about<ilink3::ExecutionReportCancel>(canceled(3), [](auto&) {})).id,
        ClOrdId{4})
        << "a cancel of the original has met its replacement";
}

TEST_F(IlinkEvents, AReductionIsTheSameOrder) {
    read(new_order(3));
    const auto left = event_of<oms::Leaves>(modified(reduced(3), 40));
    EXPECT_EQ(left.id, ClOrdId{3});
    EXPECT_EQ(left.leaves_qty, Qty{40});
    EXPECT_EQ(event_of<oms::Executed>(traded(reduced(3))).id, ClOrdId{3});
}

TEST_F(IlinkEvents, AModificationWithoutOurRequestIsLessOrAChange) {
    read(new_order(3));
    EXPECT_EQ(event_of<oms::Leaves>(modified(entered(3), 70)).leaves_qty, Qty{70});
    EXPECT_EQ(event_of<oms::Modified>(modified(entered(3), 70, 1'250'000'000)).id, ClOrdId{3});
}

TEST_F(IlinkEvents, RefusalsAreOfWhatWasAsked) {
    read(new_order(3));
    const auto rejected = event_of<oms::Rejected>(about<ilink3::ExecutionReportReject>(
        entered(5), [](auto& m) { m.store_ord_rej_reason(11); }));
    EXPECT_EQ(rejected.id, ClOrdId{5});
    EXPECT_EQ(rejected.code, 11);
    EXPECT_EQ(
        event_of<oms::Rejected>(about<ilink3::OrderCancelReplaceReject>(entered(4), [](auto&) {}))
            .id,
        ClOrdId{4});
    EXPECT_EQ(event_of<oms::CancelRejected>(
                  about<ilink3::OrderCancelReplaceReject>(reduced(3), [](auto&) {}))
                  .id,
              ClOrdId{3});
    EXPECT_EQ(
        event_of<oms::CancelRejected>(about<ilink3::OrderCancelReject>(canceled(3), [](auto&) {}))
            .id,
        ClOrdId{3});
}

TEST_F(IlinkEvents, ABusinessRejectNamesTheRequest) {
    const auto reject = [](std::optional<std::uint64_t> request) {
        return ilink_bytes<ilink3::BusinessReject>([&](auto& m) {
            m.store_business_reject_ref_id(request);
            m.store_business_reject_reason(3);
        });
    };
    EXPECT_EQ(event_of<oms::Rejected>(reject(entered(3))).code, 3);
    EXPECT_EQ(event_of<oms::CancelRejected>(reject(canceled(3))).id, ClOrdId{3});
    expect_malformed(reject(std::nullopt));
}

TEST_F(IlinkEvents, ASequenceAnswersTheQuery) {
    EXPECT_EQ(event_of<oms::NextId>(ilink_bytes<ilink3::Sequence>([](auto&) {})).id, ClOrdId{});
}

TEST_F(IlinkEvents, StatusAndMassActionsChangeNothing) {
    for (const IlinkBytes& message :
         {about<ilink3::ExecutionReportStatus>(entered(3), [](auto&) {}),
          ilink_bytes<ilink3::OrderMassActionReport>([](auto&) {})}) {
        const auto nothing = read(message);
        EXPECT_EQ(nothing.status, protocols::DecodeStatus::Ok);
        EXPECT_EQ(nothing.events, 0);
    }
}

TEST_F(IlinkEvents, AReportOfARequestThatIsNotOursIsOfNoOrder) {
    constexpr std::uint64_t kNoKind = 3;
    for (const std::uint64_t request : {kNoKind << 32U | 3, std::uint64_t{1} << 32U | 3,
                                        std::uint64_t{1} << 34U | 3, ~std::uint64_t{0}}) {
        EXPECT_EQ(to_request_id(request), RequestId{});
        EXPECT_EQ(
            event_of<oms::Leaves>(about<ilink3::ExecutionReportCancel>(request, [](auto&) {})).id,
            ClOrdId{});
    }
}

TEST_F(IlinkEvents, EveryRequestIdComesBack) {
    for (const RequestId id :
         {RequestId{.order = {1}}, RequestId{{~0U}, RequestId::Kind::Cancel, 1},
          RequestId{{7}, RequestId::Kind::Reduce, kRequestNumberMax}}) {
        EXPECT_EQ(to_request_id(to_order_request_id(id)), id);
    }
}

TEST_F(IlinkEvents, WhatLacksAFieldThatItsKindNeedsIsMalformed) {
    expect_malformed(new_order(3, [](auto& m) { m.store_price(price_of_mantissa(0)); }));
    expect_malformed(
        new_order(3, [](auto& m) { m.store_price(price_of_mantissa(-1'000'000'000)); }));
    expect_malformed(new_order(
        3, [](auto& m) { m.store_price(price_of_mantissa(1'230'000'001)); }));  // not our units
    expect_malformed(new_order(3, [](auto& m) { m.store_order_qty(0); }));
    expect_malformed(new_order(3, [](auto& m) { m.store_order_qty(1'000'000'000); }));
    expect_malformed(new_order(3, [](auto& m) { m.store_side(ilink3::Side{3}); }));
    expect_malformed(new_order(3, [](auto& m) { m.store_order_id(0); }));
    expect_malformed(traded(entered(3), [](auto& m) { m.store_last_qty(0); }));
    expect_malformed(traded(entered(3), [](auto& m) { m.store_exec_id(""); }));
    expect_malformed(traded(entered(3), [](auto& m) { m.store_last_px(ilink3::Price{}); }));
    expect_malformed(modified(entered(3), 10, 0));
    expect_malformed(modified(entered(3), 1'000'000'000));
    EXPECT_FALSE(codec.may_change({3}));
}

TEST_F(IlinkEvents, AShortMessageAndAnUnknownOneAreNoEvents) {
    const IlinkBytes whole = new_order(3);
    EXPECT_NE(read(whole.view().first(whole.length - 1)).status, protocols::DecodeStatus::Ok);
    EXPECT_NE(read(Bytes{}).status, protocols::DecodeStatus::Ok);
    IlinkBytes unknown = whole;
    store_le(&unknown.room[2], std::uint16_t{526});  // a trade of a spread: it must not be missed
    EXPECT_EQ(read(unknown).status, protocols::DecodeStatus::UnknownType);
}

TEST_F(IlinkEvents, PricesOfOtherDecimalsAreExact) {
    IlinkCodec nine({.instruments_max = 1, .orders_remembered = 2}, {.price_decimals = 9});
    const auto executed = support::expect_event<oms::Executed>(
        support::decode_event(nine, traded(entered(3)).view()));
    EXPECT_EQ(executed.price, Price{1'234'500'000});
}

}  // namespace
}  // namespace hotpath::protocols::cme
