// Several strategies in one trader: each receives what is of its symbols, and nothing else.
#include "hotpath/strategy/portfolio.hpp"

#include <concepts>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/oms/orders.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::strategy {
namespace {

const Symbol kAapl = *Symbol::from("AAPL");
const Symbol kMsft = *Symbol::from("MSFT");
const Symbol kKo = *Symbol::from("KO");
constexpr InstrumentId kAaplId{1};
constexpr InstrumentId kMsftId{2};
constexpr InstrumentId kKoId{3};

[[nodiscard]] AnyStrategy quoting(std::uint32_t qty) {
    return AnyStrategy(MarketMaker({.instruments_max = 3, .quote_qty = {qty}}));
}

/// A part each, which cannot be copied.
template <class... Parts>
[[nodiscard]] std::vector<Portfolio::Part> parts(Parts... each) {
    std::vector<Portfolio::Part> all;
    (all.push_back(std::move(each)), ...);
    return all;
}
[[nodiscard]] Portfolio::Part part(std::uint32_t qty, std::vector<Symbol> symbols) {
    return {.strategy = quoting(qty), .symbols = std::move(symbols)};
}
/// 100 shares of AAPL, 300 of MSFT.
[[nodiscard]] Portfolio two() {
    return std::move(*Portfolio::create(parts(part(100, {kAapl}), part(300, {kMsft})), 3));
}

class Portfolios : public testing::Test {
  protected:
    void SetUp() override {
        for (const InstrumentId id : {kAaplId, kMsftId, kKoId}) {
            std::uint64_t order = id.value * 10ULL;
            for (const auto& [side, price] : {std::pair(Side::Buy, 100'000),
                                              {Side::Sell, 100'400},
                                              {Side::Buy, 99'900},
                                              {Side::Sell, 100'500}}) {
                books_.add({.id = {++order},
                            .instrument = id,
                            .side = side,
                            .price = {price},
                            .leaves_qty = {100}});
            }
        }
    }
    [[nodiscard]] std::size_t intents_of(Portfolio& portfolio, InstrumentId id) {
        oms::Intents intents({1});
        portfolio.on_book({books_, id}, placeless(), intents);
        return intents.all().size();
    }

    /// Without places.
    [[nodiscard]] QueueContext placeless() const { return {{{}, orders_}, nullptr}; }

    book::L3Books books_ = *book::L3Books::create({.orders_max = 100,
                                                   .levels_max = 100,
                                                   .instruments_max = 3,
                                                   .huge_pages = HugePages::Never});
    oms::Orders orders_ = *oms::Orders::create({.instruments_max = 3});
};

TEST_F(Portfolios, ABookGoesToTheStrategyOfItsSymbol) {
    Portfolio portfolio = two();
    EXPECT_EQ(portfolio.parts(), 2U);
    EXPECT_EQ(intents_of(portfolio, kAaplId), 0U) << "not named yet";
    portfolio.on_instrument({.id = kAaplId, .symbol = kAapl});
    portfolio.on_instrument({.id = kMsftId, .symbol = kMsft});
    portfolio.on_instrument({.id = kKoId, .symbol = kKo});
    for (const auto& [id, qty] : {std::pair(kAaplId, 100U), {kMsftId, 300U}}) {
        oms::Intents intents({1});
        portfolio.on_book({books_, id}, placeless(), intents);
        ASSERT_EQ(intents.all().size(), 2U) << "both sides";
        EXPECT_EQ(intents.all()[0].qty, Qty{qty});
        EXPECT_EQ(intents.all()[0].instrument, id);
    }
    EXPECT_EQ(intents_of(portfolio, kKoId), 0U) << "of no strategy";
    EXPECT_EQ(intents_of(portfolio, {65'000}), 0U) << "of no instrument";
}

/// A strategy that was refused pauses its quotes; the other's go on.
TEST_F(Portfolios, ARejectionIsItsStrategysAlone) {
    Portfolio portfolio = two();
    portfolio.on_instrument({.id = kAaplId, .symbol = kAapl});
    portfolio.on_instrument({.id = kMsftId, .symbol = kMsft});
    portfolio.on_reject({.instrument = kMsftId}, placeless());
    EXPECT_EQ(intents_of(portfolio, kAaplId), 2U);
    EXPECT_EQ(intents_of(portfolio, kMsftId), 0U);
    portfolio.on_reject({.instrument = kKoId}, placeless());
    EXPECT_EQ(intents_of(portfolio, kAaplId), 2U);
}

/// The state of the books is for all.
TEST_F(Portfolios, StaleBooksAreForAll) {
    Portfolio portfolio = two();
    portfolio.on_instrument({.id = kAaplId, .symbol = kAapl});
    portfolio.on_instrument({.id = kMsftId, .symbol = kMsft});
    portfolio.on_books_state(BooksState::Stale, placeless());
    EXPECT_EQ(intents_of(portfolio, kAaplId) + intents_of(portfolio, kMsftId), 0U);
    portfolio.on_books_state(BooksState::Current, placeless());
    EXPECT_EQ(intents_of(portfolio, kAaplId) + intents_of(portfolio, kMsftId), 4U);
}

TEST_F(Portfolios, EventsAllocateNothing) {
    Portfolio portfolio = two();
    portfolio.on_instrument({.id = kAaplId, .symbol = kAapl});
    oms::Intents intents({1});
    const QueueContext context = placeless();
    const NoAllocScope scope;
    portfolio.on_book({books_, kAaplId}, context, intents);
    portfolio.prefetch(kAaplId);
    portfolio.on_timer(context, intents);
    portfolio.on_trade({.instrument = kAaplId}, context);
    portfolio.on_fill({.instrument = kAaplId}, context);
    portfolio.on_reject({.instrument = kAaplId}, context);
    portfolio.on_instrument({.id = kMsftId, .symbol = kMsft});
    EXPECT_EQ(scope.allocations(), 0U);
}

/// Notes whether it was given a place.
struct PlaceTaker : NullStrategy {
    static constexpr bool kFollowsQueue = true;
    explicit PlaceTaker(std::optional<TotalQty>& seen) : last(&seen) {}
    void on_book(const book::BookView&, const QueueContext& context, oms::Intents&) noexcept {
        *last = context.queue_ahead_qty({1});
    }
    void on_fill(const oms::Fill&, const QueueContext& context) noexcept {
        *last = context.queue_ahead_qty({1});
    }
    std::optional<TotalQty>* last;
};

TEST_F(Portfolios, OneWithAPartThatFollowsTheQueueGivesItItsPlace) {
    std::optional<TotalQty> seen;
    std::vector<Portfolio::Part> both;
    both.push_back({.strategy = AnyStrategy(PlaceTaker(seen)), .symbols = {kAapl}});
    both.push_back(
        {.strategy = AnyStrategy(MarketMaker({.instruments_max = 3})), .symbols = {kMsft}});
    auto portfolio = std::move(*Portfolio::create(std::move(both), 3));
    EXPECT_TRUE(portfolio.follows_queue());
    EXPECT_FALSE(two().follows_queue());
    portfolio.on_instrument({.id = kAaplId, .symbol = kAapl});
    portfolio.on_instrument({.id = kMsftId, .symbol = kMsft});
    orders_.enter({.id = {1}, .instrument = kAaplId, .qty = {100}, .price = {100'000}});
    orders_.on_accepted({.id = {1}, .venue_id = {99}, .qty = {100}, .price = {100'000}});
    books_.add({.id = {99},
                .instrument = kAaplId,
                .side = Side::Buy,
                .price = {100'000},
                .leaves_qty = {100}});
    QueuePlaces places({.instruments_max = 3, .orders_max = 8});
    places.on_report({1}, orders_, books_);
    const QueueContext context{{{}, orders_}, &places};
    oms::Intents intents({2});
    portfolio.on_book({books_, kAaplId}, context, intents);
    EXPECT_EQ(std::exchange(seen, {}), TotalQty{100});
    portfolio.on_fill({.instrument = kAaplId}, context);
    EXPECT_EQ(seen, TotalQty{100});
    EXPECT_TRUE(intents.all().empty());
    portfolio.on_book({books_, kMsftId}, context, intents);
    EXPECT_EQ(intents.all().size(), 2U) << "the other part quotes as ever";
    portfolio.on_book({books_, kAaplId}, placeless(), intents);
    EXPECT_EQ(seen, std::nullopt) << "the books are not current";
}

TEST(PortfolioOptions, RefuseASymbolOfTwoAndAPartWithoutOne) {
    const auto twice = Portfolio::create(parts(part(1, {kAapl}), part(1, {kMsft, kAapl})), 3);
    ASSERT_FALSE(twice);
    EXPECT_EQ(twice.error().message,
              "portfolio: a symbol must belong to one strategy, got AAPL twice");
    const auto none = Portfolio::create(parts(part(1, {})), 3);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message, "portfolio: each strategy must have a symbol");
    EXPECT_FALSE(Portfolio::create({}, 3));
}

}  // namespace
}  // namespace hotpath::strategy
