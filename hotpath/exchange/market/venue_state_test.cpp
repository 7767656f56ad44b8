// The venue's state as bytes: what is saved is loaded, the venue goes on as if nothing had been,
// and bytes that no venue has written are refused.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/order_report.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::exchange {
namespace {

class VenueState : public testing::Test {
  protected:
    using StateBytes = std::vector<std::byte>;

    static constexpr Time kSavedAt{34'200'000'000'000};

    static ExchangeOptions options(std::uint16_t sessions = 3) {
        return {.books = {.orders_max = 50,
                          .levels_max = 50,
                          .instruments_max = 2,
                          .huge_pages = HugePages::Never},
                .sessions_max = sessions,
                .session_orders_max = 4,
                .executions_per_command_max = 10,
                .takes_extensions = true};
    }
    static Exchange empty(const ExchangeOptions& of = options()) {
        return std::move(*Exchange::create(of));
    }
    static OrderRequest bid(std::uint32_t number, std::uint32_t qty, std::int64_t price) {
        return {.kind = OrderRequest::Kind::Enter,
                .number = {number},
                .symbol = *Symbol::from("ACME"),
                .qty = {qty},
                .price = {price}};
    }
    /// Two listed instruments, one halted; orders of all kinds; a suspended member, and one with a
    /// limit; a second day.
    static Exchange busy() {
        Exchange exchange = empty();
        EXPECT_EQ(exchange.assign(*Symbol::from("ACME"), {2}), InstrumentId{2});
        EXPECT_EQ(exchange.assign(*Symbol::from("OTHER"), {1}), InstrumentId{1});
        halt_operationally(exchange, {1});
        EXPECT_EQ(exchange.enter({.id = {2}, .instrument = {2}, .qty = {70}, .price = {490'000}},
                                 kSavedAt),
                  match::MatchStatus::Ok);
        OrderRequest kept = bid(5, 100, 500'000);
        kept.terms = {.side = OrderSide::Buy,
                      .lifetime = OrderLifetime::GoodTillCanceled,
                      .display = OrderDisplay::Attributable,
                      .capacity = OrderCapacity{'A'},
                      .sweep = SweepEligibility{'Y'},
                      .text = {'M', 'I', 'N', 'E'}};
        kept.options = OrderOptions{.firm = {{'G', 'S', 'C', 'O'}}};
        kept.options->name(OrderOption::Firm);
        exchange.apply({0}, kept, kSavedAt);
        OrderRequest at_close = bid(6, 10, 450'000);
        at_close.terms.cross = OrderCross::Closing;
        exchange.apply({0}, at_close, kSavedAt);
        OrderRequest hidden = bid(7, 30, 480'000);
        hidden.terms.display = OrderDisplay::Hidden;
        exchange.apply({1}, hidden, kSavedAt);
        OrderRequest sale = bid(1, 40, 500'000);
        sale.terms.side = OrderSide::Sell;
        exchange.apply({2}, sale, kSavedAt);  // trades with the first
        exchange.apply({2}, bid(2, 0, 500'000), kSavedAt);
        exchange.count_malformed();
        exchange.set_self_match({1}, SelfMatch::Decrement);
        exchange.change_limits({1}, {{{}, {LimitChange::Kind::Set, 5'000}, {}, {}}});
        exchange.set_suspended({2}, true, kSavedAt);
        EXPECT_EQ(exchange.set_bands({2}, {.lower = {100'000}, .upper = {500'000}}, kSavedAt),
                  match::Progress::Done);
        drop_outputs(exchange);
        return exchange;
    }
    static void halt_operationally(Exchange& exchange, InstrumentId instrument) {
        protocols::nasdaq::itch50::OperationalHalt halt;
        halt.store_stock_locate(instrument.value);
        halt.store_stock(exchange.symbol(instrument));
        halt.store_market_code('Q');
        halt.store_operational_halt_action('H');
        exchange.publish(halt.bytes());
    }
    static void drop_outputs(Exchange& exchange) {
        exchange.clear_feed();
        exchange.clear_reports();
    }

    static StateBytes saved(const Exchange& exchange) {
        StateWriter writer;
        exchange.save(writer);
        const Bytes bytes = writer.bytes();
        return {bytes.begin(), bytes.end()};
    }
    static bool loads(Exchange& exchange, Bytes bytes) {
        StateReader reader(bytes);
        exchange.load(reader);
        return reader.is_done();
    }
    static bool loads(Bytes bytes, const ExchangeOptions& of = options()) {
        Exchange exchange = empty(of);
        return loads(exchange, bytes);
    }
};

TEST_F(VenueState, IsTheSameAfterALoad) {
    const Exchange exchange = busy();
    const StateBytes bytes = saved(exchange);
    Exchange again = empty();
    ASSERT_TRUE(loads(again, bytes));
    EXPECT_EQ(saved(again), bytes);
    EXPECT_EQ(again.counters(), exchange.counters());
    EXPECT_EQ(again.counters().malformed, 1U);
    EXPECT_EQ(again.counters().rejected, 1U);
    EXPECT_EQ(again.counters().executions, 1U);
    EXPECT_EQ(again.symbol({2}), *Symbol::from("ACME"));
    EXPECT_TRUE(again.venue().instruments.is_operationally_halted({1}));
    EXPECT_FALSE(again.venue().instruments.is_operationally_halted({2}));
    EXPECT_EQ(again.books().checksum(), exchange.books().checksum());
    EXPECT_EQ(again.session_orders({0}), 2U);
    EXPECT_EQ(again.session_orders({1}), 1U);
    EXPECT_EQ(again.next_seq(), exchange.next_seq());
    EXPECT_EQ(again.next_background_id(), exchange.next_background_id());
    EXPECT_EQ(again.member({1}).limit(MemberLimit::OrderValue), 5'000);
    EXPECT_FALSE(again.member({1}).limit(MemberLimit::OrderRate).has_value());
    EXPECT_TRUE(again.member({2}).is_suspended);
    EXPECT_TRUE(again.member({0}).is_plain());
    EXPECT_EQ(again.venue().self_match[1], SelfMatch::Decrement);
    EXPECT_EQ(again.venue().self_match[0], SelfMatch::Allowed);
    EXPECT_EQ(again.limit_state({2}), match::LimitState::BidAtUpper);
    EXPECT_EQ(again.venue().limits[{2}].limit_since, kSavedAt);
}

TEST_F(VenueState, AnOpenOrderHasItsTermsAndItsFirm) {
    Exchange again = empty();
    ASSERT_TRUE(loads(again, saved(busy())));
    const SessionOrder* const order = again.venue().orders.find({0}, {5});
    ASSERT_NE(order, nullptr);
    EXPECT_EQ(order->qty, Qty{100});
    EXPECT_EQ(order->cum_qty, Qty{40});
    EXPECT_EQ(order->price, Price{500'000});
    EXPECT_EQ(order->instrument, InstrumentId{2});
    EXPECT_EQ(order->terms.side, OrderSide::Buy);
    EXPECT_EQ(order->terms.lifetime, OrderLifetime::GoodTillCanceled);
    EXPECT_EQ(order->terms.display, OrderDisplay::Attributable);
    EXPECT_EQ(order->terms.capacity, OrderCapacity{'A'});
    EXPECT_EQ(order->terms.sweep, SweepEligibility{'Y'});
    EXPECT_EQ(order->terms.cross, OrderCross::None);
    EXPECT_EQ(order->terms.text, (ClientText{'M', 'I', 'N', 'E'}));
    EXPECT_EQ(order->attribution(), (Attribution{{'G', 'S', 'C', 'O'}}));
    const SessionOrder* const at_close = again.venue().orders.find({0}, {6});
    ASSERT_NE(at_close, nullptr);
    EXPECT_EQ(at_close->terms.cross, OrderCross::Closing);
}

TEST_F(VenueState, AfterALoadRequestsHaveTheSameAnswers) {
    Exchange first = busy();
    Exchange second = empty();
    ASSERT_TRUE(loads(second, saved(first)));
    OrderRequest sale = bid(9, 100, 480'000);  // takes the bid, then the background's
    sale.terms.side = OrderSide::Sell;
    for (Exchange* const exchange : {&first, &second}) {
        exchange->apply({1}, bid(7, 10, 490'000), kSavedAt);  // a number that has been
        exchange->apply({0}, {.kind = OrderRequest::Kind::AskNumber}, kSavedAt);
        exchange->apply({2}, sale, kSavedAt);
    }
    ASSERT_EQ(first.reports().size(), second.reports().size());
    ASSERT_EQ(first.reports().size(), 5U) << "a number, accepted, two fills, one of the background";
    EXPECT_EQ(std::get<report::NextNumber>(second.reports()[0].event).number, ClOrdId{7});
    for (std::size_t n = 2; n < 5; ++n) {
        const auto& a = std::get<report::Executed>(first.reports()[n].event);
        const auto& b = std::get<report::Executed>(second.reports()[n].event);
        EXPECT_EQ(a.match, b.match);
        EXPECT_EQ(a.number, b.number);
        EXPECT_EQ(a.qty, b.qty);
    }
    EXPECT_EQ(saved(first), saved(second));
}

TEST_F(VenueState, CutOffAnywhereItIsRefused) {
    const StateBytes bytes = saved(busy());
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        EXPECT_FALSE(loads(Bytes(bytes).first(length))) << length;
    }
}

TEST_F(VenueState, OfAVenueWithOtherLimitsIsRefused) {
    const StateBytes bytes = saved(busy());
    EXPECT_FALSE(loads(bytes, options(2))) << "fewer sessions";
    EXPECT_FALSE(loads(bytes, options(4))) << "more sessions";
    ExchangeOptions more_instruments = options();
    more_instruments.books.instruments_max = 3;
    EXPECT_FALSE(loads(bytes, more_instruments));
    ExchangeOptions fewer_orders = options();
    fewer_orders.session_orders_max = 1;
    EXPECT_FALSE(loads(bytes, fewer_orders)) << "three orders of sessions where one has room";
    ExchangeOptions fewer_in_book = options();
    fewer_in_book.books.orders_max = 1;
    EXPECT_FALSE(loads(bytes, fewer_in_book));
}

TEST_F(VenueState, ASymbolOfTwoInstrumentsIsRefused) {
    StateBytes bytes = saved(busy());
    constexpr std::size_t kInstrument = 1 + 1 + Symbol::kLength;  // listed, halted, symbol
    for (std::size_t at = 2 + 2; at < 2 + kInstrument; ++at) {
        bytes[at + kInstrument] = bytes[at];
    }
    EXPECT_FALSE(loads(bytes));
}

TEST_F(VenueState, ASelfMatchChoiceThatIsNoneIsRefused) {
    // The choices are a byte a session; all else is the same in both states.
    Exchange allowed = empty();
    Exchange decrement = empty();
    decrement.set_self_match({2}, SelfMatch::Decrement);
    StateBytes bytes = saved(allowed);
    const StateBytes other = saved(decrement);
    ASSERT_EQ(bytes.size(), other.size());
    std::size_t at = 0;
    while (bytes[at] == other[at]) {
        ++at;
    }
    EXPECT_EQ(other[at], std::byte{3});
    bytes[at] = std::byte{3};
    EXPECT_TRUE(loads(bytes));
    bytes[at] = std::byte{4};
    EXPECT_FALSE(loads(bytes));
}

}  // namespace
}  // namespace hotpath::exchange
