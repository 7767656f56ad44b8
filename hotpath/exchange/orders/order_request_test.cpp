// The venue in its own words, without any protocol: requests go in, reports come out.

#include "hotpath/exchange/orders/order_request.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/orders/order_report.hpp"

namespace hotpath::exchange {
namespace {

using Kind = OrderRequest::Kind;

constexpr SessionId kRequester{0};
constexpr SessionId kCounterparty{1};
constexpr Time kRequestedAt{34'200'000'000'000};

class OrderRequests : public testing::Test {
  protected:
    OrderRequests() { EXPECT_EQ(exchange_.assign(*Symbol::from("AAPL"), {1}), InstrumentId{1}); }

    [[nodiscard]] static OrderRequest entered(std::uint32_t number, OrderSide side,
                                              std::uint32_t qty, std::int64_t price) {
        return {.kind = Kind::Enter,
                .number = {number},
                .symbol = *Symbol::from("AAPL"),
                .qty = {qty},
                .price = {price},
                .terms = {.side = side}};
    }

    /// The reports of one request.
    std::vector<OrderReport> apply(SessionId session, const OrderRequest& request,
                                   RejectReason refusal = RejectReason::None) {
        exchange_.apply(session, request, kRequestedAt, refusal);
        std::vector<OrderReport> reports(exchange_.reports().begin(), exchange_.reports().end());
        exchange_.clear_reports();
        exchange_.clear_feed();
        return reports;
    }

    /// The only report, which is of this kind.
    template <class Event>
    Event only(const std::vector<OrderReport>& reports) {
        EXPECT_EQ(reports.size(), 1U);
        const auto* const event = std::get_if<Event>(&reports.at(0).event);
        EXPECT_NE(event, nullptr);
        return event == nullptr ? Event{} : *event;
    }

    Exchange exchange_ = std::move(
        *Exchange::create({.books = {.orders_max = 100, .levels_max = 100, .instruments_max = 2},
                           .sessions_max = 2,
                           .session_orders_max = 50}));
};

TEST_F(OrderRequests, AnOrderIsAcceptedWithItsTermsAndMeetsAnother) {
    OrderRequest offer = entered(1, OrderSide::SellShort, 100, 500'000);
    offer.terms.text = {'A', '1'};
    const auto accepted = only<report::Accepted>(apply(kRequester, offer));
    EXPECT_EQ(accepted.order.user_ref_num, ClOrdId{1});
    EXPECT_EQ(accepted.order.terms.side, OrderSide::SellShort);
    EXPECT_EQ(accepted.order.terms.text, offer.terms.text);
    EXPECT_EQ(accepted.order.leaves_qty(), Qty{100});
    EXPECT_EQ(accepted.symbol, *Symbol::from("AAPL"));
    EXPECT_FALSE(accepted.options.has_value());

    const auto reports = apply(kCounterparty, entered(7, OrderSide::Buy, 60, 500'000));
    ASSERT_EQ(reports.size(), 3U);
    EXPECT_TRUE(std::holds_alternative<report::Accepted>(reports[0].event));
    EXPECT_EQ(reports[0].session, kCounterparty);
    EXPECT_EQ(reports[1].session, kRequester);
    EXPECT_EQ(reports[1].time, kRequestedAt);
    const auto& sold = std::get<report::Executed>(reports[1].event);
    const auto& bought = std::get<report::Executed>(reports[2].event);
    EXPECT_EQ(sold.number, ClOrdId{1});
    EXPECT_EQ(sold.liquidity, Liquidity::Added);
    EXPECT_EQ(bought.number, ClOrdId{7});
    EXPECT_EQ(bought.liquidity, Liquidity::Removed);
    EXPECT_EQ(bought.qty, Qty{60});
    EXPECT_EQ(bought.match, sold.match);
    EXPECT_EQ(exchange_.session_orders(), 1U);
}

TEST_F(OrderRequests, ARefusalSaysWhy) {
    OrderRequest unknown = entered(1, OrderSide::Buy, 100, 500'000);
    unknown.symbol = *Symbol::from("NONE");
    EXPECT_EQ(only<report::Rejected>(apply(kRequester, unknown)).reason,
              RejectReason::InvalidSymbol);
    EXPECT_EQ(
        only<report::Rejected>(apply(kRequester, entered(2, OrderSide{'?'}, 1, 500'000))).reason,
        RejectReason::InvalidSide);
    EXPECT_EQ(
        only<report::Rejected>(apply(kRequester, entered(3, OrderSide::Buy, 0, 500'000))).reason,
        RejectReason::InvalidQty);
    EXPECT_EQ(
        only<report::Rejected>(apply(kRequester, entered(4, OrderSide::Buy, 1, 500'050))).reason,
        RejectReason::InvalidPrice);
    OrderRequest stop = entered(5, OrderSide::Buy, 1, 500'000);
    stop.options = OrderOptions{.stop_price = {510'000}};
    stop.options->name(OrderOption::StopPrice);
    EXPECT_EQ(only<report::Rejected>(apply(kRequester, stop)).reason, RejectReason::Other)
        << "this venue takes no extensions";
    const auto refused = only<report::Rejected>(
        apply(kRequester, entered(6, OrderSide::Buy, 1, 500'000), RejectReason::RateTooHigh));
    EXPECT_EQ(refused.reason, RejectReason::RateTooHigh);
    EXPECT_EQ(refused.number, ClOrdId{6});
    EXPECT_EQ(exchange_.counters().rejected, 6U);
    EXPECT_EQ(exchange_.session_orders(), 0U);
}

TEST_F(OrderRequests, ANumberIsTakenOnceAlsoByWhatIsRefused) {
    apply(kRequester, entered(5, OrderSide::Buy, 0, 500'000));
    EXPECT_TRUE(apply(kRequester, entered(5, OrderSide::Buy, 100, 500'000)).empty());
    EXPECT_TRUE(apply(kRequester, entered(4, OrderSide::Buy, 100, 500'000)).empty());
    EXPECT_EQ(exchange_.counters().ignored, 2U);
    EXPECT_EQ(only<report::NextNumber>(apply(kRequester, {.kind = Kind::AskNumber})).number,
              ClOrdId{6});
    EXPECT_EQ(only<report::NextNumber>(apply(kCounterparty, {.kind = Kind::AskNumber})).number,
              ClOrdId{1});
}

TEST_F(OrderRequests, AnOrderIsModifiedReplacedReducedAndCanceled) {
    apply(kRequester, entered(1, OrderSide::Sell, 100, 500'000));
    const auto modified = only<report::Modified>(
        apply(kRequester,
              {.kind = Kind::Modify, .number = {1}, .qty = {90}, .terms = {OrderSide::SellShort}}));
    EXPECT_EQ(modified.side, OrderSide::SellShort);
    EXPECT_EQ(modified.qty, Qty{90});
    EXPECT_TRUE(apply(kRequester, {.kind = Kind::Modify, .number = {1}, .qty = {90}}).empty())
        << "a sell does not become a buy";

    const auto replaced = only<report::Replaced>(apply(
        kRequester,
        {.kind = Kind::Replace, .number = {2}, .original = {1}, .qty = {80}, .price = {510'000}}));
    EXPECT_EQ(replaced.original, ClOrdId{1});
    EXPECT_EQ(replaced.by.order.user_ref_num, ClOrdId{2});
    EXPECT_EQ(replaced.by.order.price, Price{510'000});
    EXPECT_EQ(replaced.by.order.terms.side, OrderSide::SellShort) << "the original's";

    const auto reduced = only<report::Canceled>(
        apply(kRequester, {.kind = Kind::Reduce, .number = {2}, .qty = {50}}));
    EXPECT_EQ(reduced.qty, Qty{30});
    EXPECT_EQ(reduced.reason, CancelReason::Requested);
    EXPECT_EQ(only<report::Canceled>(apply(kRequester, {.kind = Kind::Reduce, .number = {2}})).qty,
              Qty{50});
    EXPECT_TRUE(apply(kRequester, {.kind = Kind::Reduce, .number = {2}}).empty());
    EXPECT_EQ(exchange_.session_orders(), 0U);
}

TEST_F(OrderRequests, OptionsAreRepeatedAsTheyWereNamed) {
    OrderRequest reserve = entered(1, OrderSide::Buy, 100, 500'000);
    reserve.options = OrderOptions{.group = 7, .customer_type = 'R', .max_floor = {40}};
    reserve.options->name(OrderOption::MaxFloor);
    reserve.options->name(OrderOption::CustomerType);
    const auto accepted = only<report::Accepted>(apply(kRequester, reserve));
    ASSERT_TRUE(accepted.options.has_value());
    EXPECT_TRUE(accepted.options->has(OrderOption::MaxFloor));
    EXPECT_TRUE(accepted.options->has(OrderOption::CustomerType));
    EXPECT_FALSE(accepted.options->has(OrderOption::Group)) << "it was not named";
    EXPECT_EQ(accepted.options->max_floor, Qty{40});
    EXPECT_EQ(accepted.options->customer_type, 'R');

    const auto reports = apply(kCounterparty, entered(1, OrderSide::Sell, 40, 500'000));
    ASSERT_EQ(reports.size(), 4U);
    const auto& moved = std::get<report::Moved>(reports[3].event);
    EXPECT_TRUE(moved.is_refreshed) << "the next part of the reserve";
    EXPECT_EQ(moved.shown, Qty{40});
    EXPECT_EQ(moved.number, ClOrdId{1});
}

}  // namespace
}  // namespace hotpath::exchange
