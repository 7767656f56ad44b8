// The rules of orders at their bounds, and requests made of terms that all protocols share.

#include "hotpath/exchange/orders/order_rules.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/exchange/orders/order_conditions.hpp"
#include "hotpath/exchange/orders/request_terms.hpp"

namespace hotpath::exchange {
namespace {

SessionOrder ruled_order() {
    return {.id = {},
            .session = {},
            .instrument = {1},
            .user_ref_num = {1},
            .qty = {100},
            .cum_qty = {},
            .price = {500'000},
            .terms = {}};
}

TEST(OrderRules, PricesAreOnTheTickUpToTwoHundredThousandDollars) {
    const std::pair<std::int64_t, bool> prices[] = {{0, false},
                                                    {1, true},
                                                    {9'999, true},
                                                    {10'000, true},
                                                    {10'001, false},
                                                    {10'050, false},
                                                    {10'100, true},
                                                    {-100, false},
                                                    {500'000, true},
                                                    {2'000'000'000, true},
                                                    {2'000'000'100, false},
                                                    {0x7FFF'FFFF, true},
                                                    {0x7FFF'FFFE, false}};
    for (const auto& [price, is_valid] : prices) {
        EXPECT_EQ(is_valid_price({price}), is_valid) << price;
    }
}

TEST(OrderRules, QuantitiesAreOneToAMillionLessOne) {
    EXPECT_FALSE(is_valid_qty({0}));
    EXPECT_TRUE(is_valid_qty({1}));
    EXPECT_TRUE(is_valid_qty({999'999}));
    EXPECT_FALSE(is_valid_qty({1'000'000}));
}

TEST(OrderRules, EveryLetterIsKnownOrNot) {
    for (int code = 0; code < 128; ++code) {
        const char letter = static_cast<char>(code);
        EXPECT_EQ(is_known(OrderSide{letter}),
                  letter != 0 && std::string_view("BSTE").contains(letter))
            << code;
        EXPECT_EQ(is_known(OrderDisplay{letter}),
                  letter != 0 && std::string_view("YNA").contains(letter))
            << code;
        EXPECT_EQ(is_honoured(OrderLifetime{letter}, false),
                  letter != 0 && std::string_view("035").contains(letter))
            << code;
        EXPECT_EQ(is_honoured(OrderLifetime{letter}, true),
                  letter != 0 && std::string_view("0135").contains(letter))
            << code;
    }
    EXPECT_EQ(to_side(OrderSide::Buy), Side::Buy);
    for (const OrderSide side :
         {OrderSide::Sell, OrderSide::SellShort, OrderSide::SellShortExempt}) {
        EXPECT_EQ(to_side(side), Side::Sell);
    }
}

TEST(OrderRules, TheFirstRuleThatIsBrokenIsTheReason) {
    SessionOrder order = ruled_order();
    EXPECT_EQ(reject_reason_of(order, false), RejectReason::None);
    order.terms.lifetime = OrderLifetime::GoodTillCanceled;
    EXPECT_EQ(reject_reason_of(order, false), RejectReason::Other);
    EXPECT_EQ(reject_reason_of(order, true), RejectReason::None);
    order.terms.lifetime = OrderLifetime{'9'};
    order.terms.display = OrderDisplay{'?'};
    EXPECT_EQ(reject_reason_of(order, true), RejectReason::InvalidDisplay);
    order.price = {};
    EXPECT_EQ(reject_reason_of(order, true), RejectReason::InvalidPrice);
    order.qty = {};
    EXPECT_EQ(reject_reason_of(order, true), RejectReason::InvalidQty);
    order.terms.side = OrderSide{'?'};
    EXPECT_EQ(reject_reason_of(order, true), RejectReason::InvalidSide);
}

TEST(OrderRules, AMatchersRefusalHasItsReason) {
    using match::MatchStatus;
    const std::pair<MatchStatus, RejectReason> reasons[] = {
        {MatchStatus::Ok, RejectReason::None},
        {MatchStatus::OffTick, RejectReason::InvalidPrice},
        {MatchStatus::OutsideBands, RejectReason::InvalidPrice},
        {MatchStatus::OddLot, RejectReason::InvalidQty},
        {MatchStatus::ZeroQty, RejectReason::InvalidQty},
        {MatchStatus::Halted, RejectReason::Halted},
        {MatchStatus::UnknownInstrument, RejectReason::InvalidSymbol},
        {MatchStatus::UnknownOrder, RejectReason::Other},
        {MatchStatus::DuplicateOrder, RejectReason::Other},
        {MatchStatus::BadConditions, RejectReason::Other},
        {MatchStatus::NotInThisPhase, RejectReason::Other}};
    for (const auto& [status, reason] : reasons) {
        EXPECT_EQ(reject_reason_of(status), reason) << static_cast<int>(status);
    }
}

TEST(OrderRules, AFirmIsOneToFourCapitalsOrDigits) {
    const auto named = [](std::string_view mpid, const Attribution& known = {},
                          OrderDisplay display = OrderDisplay::Visible) {
        OrderOptions options{.firm = {{mpid[0], mpid[1], mpid[2], mpid[3]}}};
        options.name(OrderOption::Firm);
        const auto firm = firm_of(options, display, known);
        return firm ? std::string(firm->mpid.data(), firm->mpid.size())
                    : std::to_string(static_cast<int>(firm.error()));
    };
    for (const std::string_view good : {"A   ", "AZ09", "Z9  ", "0   ", "    "}) {
        EXPECT_EQ(named(good), good);
    }
    for (const std::string_view bad :
         {" A  ", "A B ", "a   ", "AB_ ", "A@  ", "[   ", "/   ", ":   "}) {
        EXPECT_EQ(named(bad), "12") << bad;
    }
    EXPECT_EQ(named("    ", {}, OrderDisplay::Attributable), "12") << "it must have a name";
    const Attribution known{{'G', 'S', 'C', 'O'}};
    EXPECT_EQ(named("A   ", known), "A   ") << "the request's own";
    EXPECT_EQ(firm_of(std::nullopt, OrderDisplay::Attributable, known), known);
    EXPECT_EQ(firm_of(std::nullopt, OrderDisplay::Attributable, {}),
              std::unexpected(RejectReason::FirmNotAuthorized));
    EXPECT_EQ(firm_of(OrderOptions{}, OrderDisplay::Visible, known), known) << "it names none";
}

TEST(RequestTerms, NameTheOptionsThatTheyHave) {
    const OrderRequest plain =
        enter_request({.number = {4}, .qty = {100}, .price = {500'000}, .id = "ABC"},
                      OrderSide::SellShort, *Symbol::from("ACME"));
    EXPECT_EQ(plain.kind, OrderRequest::Kind::Enter);
    EXPECT_EQ(plain.number, ClOrdId{4});
    EXPECT_EQ(plain.symbol, *Symbol::from("ACME"));
    EXPECT_EQ(plain.terms.side, OrderSide::SellShort);
    EXPECT_FALSE(plain.options.has_value());

    const auto options = [](const RequestTerms& terms) {
        const OrderRequest request = replace_request(terms, {3});
        EXPECT_EQ(request.kind, OrderRequest::Kind::Replace);
        EXPECT_EQ(request.original, ClOrdId{3});
        return request.options.value_or(OrderOptions{});
    };
    const auto bit = [](OrderOption option) { return static_cast<std::uint16_t>(option); };
    EXPECT_EQ(options({.min_qty = {1}}).named, bit(OrderOption::MinQty));
    EXPECT_EQ(options({.min_qty = {1}}).min_qty, Qty{1});
    EXPECT_EQ(options({.max_floor = {1}}).named, bit(OrderOption::MaxFloor));
    EXPECT_EQ(options({.stop_price = {1}}).named, bit(OrderOption::StopPrice));
    EXPECT_EQ(options({.is_post_only = true}).named, bit(OrderOption::PostOnly));
    EXPECT_EQ(options({.is_post_only = true}).post_only, OrderPostOnly::Yes);
    const OrderOptions all =
        options({.stop_price = {7}, .min_qty = {5}, .max_floor = {6}, .is_post_only = true});
    EXPECT_EQ(all.named, bit(OrderOption::MinQty) | bit(OrderOption::MaxFloor) |
                             bit(OrderOption::StopPrice) | bit(OrderOption::PostOnly));
    EXPECT_EQ(all.max_floor, Qty{6});
    EXPECT_EQ(all.stop_price, Price{7});
}

TEST(RequestTerms, AnIdIsTheOrdersTextWhereItFits) {
    const auto text = [](std::string_view id) {
        const ClientText of = request_of(OrderRequest::Kind::Enter, {.id = id}).terms.text;
        return std::string(of.data(), of.size());
    };
    EXPECT_EQ(text(""), "              ");
    EXPECT_EQ(text("ABC"), "ABC           ");
    EXPECT_EQ(text("ABCDEFGHIJKLMN"), "ABCDEFGHIJKLMN");
    EXPECT_EQ(text("ABCDEFGHIJKLMNO"), "              ") << "fifteen characters";
}

TEST(RequestTerms, AReductionToNothingIsACancel) {
    EXPECT_EQ(reduce_request({9}).kind, OrderRequest::Kind::Reduce);
    EXPECT_EQ(reduce_request({9}).qty, Qty{0});
    EXPECT_EQ(reduce_request({9}, {40}).qty, Qty{40});
    EXPECT_EQ(reduce_request({9}, {40}).number, ClOrdId{9});
}

TEST(RequestTerms, OnlyACancelThatTheClientRequestedHasNoWords) {
    EXPECT_EQ(cancel_text(CancelReason::Requested), "");
    const std::pair<CancelReason, std::string_view> texts[] = {
        {CancelReason::NotImmediate, "not executed at once"},
        {CancelReason::Expired, "the day has ended"},
        {CancelReason::Halted, "the instrument is halted"},
        {CancelReason::SelfMatch, "it would have traded with an order of the same owner"},
        {CancelReason::PostOnly, "it would have traded on arrival"},
        {CancelReason::PriceBands, "it is beyond the price bands"},
        {CancelReason::Supervisory, "canceled by the venue"},
        {CancelReason::System, "canceled by the venue"}};
    for (const auto& [reason, text] : texts) {
        EXPECT_EQ(cancel_text(reason), text);
    }
}

TEST(RequestTerms, ATimeOfTheDayIsUtcByItsDate) {
    Exchange exchange = std::move(
        *Exchange::create({.books = {.orders_max = 10, .levels_max = 10, .instruments_max = 1},
                           .sessions_max = 2,
                           .session_orders_max = 4}));
    const Time noon{43'200 * kNanosPerSecond};
    EXPECT_EQ(utc_of(exchange, noon), noon) << "a day without a date";
    EXPECT_EQ(utc_of(exchange, Time{-1}), Time{0}) << "never before 1970";
    while (exchange.start_day({.date = 20'779}, {}) == match::Progress::More) {
        exchange.clear_feed();
        exchange.clear_reports();
    }
    EXPECT_EQ(utc_of(exchange, noon), Time{(20'779LL * 86'400 + 43'200) * kNanosPerSecond});
    EXPECT_EQ(next_user_ref_num(exchange, {1}), ClOrdId{1});
    exchange.apply({1}, {.kind = OrderRequest::Kind::Enter, .number = {41}}, noon);
    EXPECT_EQ(next_user_ref_num(exchange, {1}), ClOrdId{42}) << "also of a refused order";
    EXPECT_EQ(next_user_ref_num(exchange, {0}), ClOrdId{1});
}

}  // namespace
}  // namespace hotpath::exchange
