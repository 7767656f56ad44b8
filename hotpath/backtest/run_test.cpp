// A run says why a recording cannot be played and which limits cannot be meant, and lists the instruments
// at its end.
#include "hotpath/backtest/run.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/backtest/fill_models.hpp"

namespace hotpath::backtest {
namespace {

using ::testing::StartsWith;

TEST(FlowFaults, NameTheCounterThatHasGrown) {
    const FlowTroubles before{.decode_errors = 1,
                              .impossible = 1,
                              .symbol_mismatches = 1,
                              .refused = 1,
                              .crossing_orders = 1};
    struct Row {
        void (*change)(FlowTroubles& now);
        std::string_view text;
    };
    const Row rows[] = {
        {[](FlowTroubles&) {}, ""},
        {[](FlowTroubles& now) { ++now.decode_errors; }, "it is not a message of ITCH 5.0"},
        {[](FlowTroubles& now) { ++now.impossible; },
         "its order is unknown, known already or has fewer shares: the recording is damaged or "
         "begins after the order"},
        {[](FlowTroubles& now) { ++now.symbol_mismatches; },
         "its symbol is not the one listed under its stock locate"},
        {[](FlowTroubles& now) { ++now.refused; },
         "the books are full: raise trading.orders_max, levels_max or instruments_max"},
        // It is judged at the end of its instant.
        {[](FlowTroubles& now) { ++now.crossing_orders; }, ""}};
    for (const Row& row : rows) {
        FlowTroubles now = before;
        row.change(now);
        EXPECT_EQ(fault_of(now, before), row.text);
    }
}

TEST(FlowFaults, TakeTheCountersThatMayMeanOne) {
    const FlowTroubles troubles = FlowTroubles::of({.decode_errors = 1,
                                                    .executions_out_of_turn = 9,
                                                    .crossing_orders = 5,
                                                    .impossible = 2,
                                                    .symbol_mismatches = 3,
                                                    .refused = 4});
    EXPECT_EQ(troubles, (FlowTroubles{.decode_errors = 1,
                                      .impossible = 2,
                                      .symbol_mismatches = 3,
                                      .refused = 4,
                                      .crossing_orders = 5}));
}

class ScaleFaults : public ::testing::Test {
  protected:
    /// An instrument at this price, in 1/10,000 dollar.
    [[nodiscard]] std::string fault_at(std::int64_t price) const {
        return scale_fault(counts_, refused_, {{.symbol = *Symbol::from("AAPL"), .mark = {price}}},
                           limits_);
    }
    void refuse(risk::RejectReason reason, std::uint64_t count) {
        refused_[static_cast<std::size_t>(reason)] += count;
        counts_.rejected_by_risk += count;
    }

    OrderCounts counts_{};
    std::array<std::uint64_t, risk::kRejectReasons> refused_{};
    // A cent, from a dollar on; 5,000 dollars.
    risk::Limits limits_{.order_notional_max = {50'000'000}, .tick = 100, .fine_below = {10'000}};
};

TEST_F(ScaleFaults, AreNotOfARunThatSentAnOrder) {
    counts_.entered = 1;
    EXPECT_EQ(fault_at(900'000'000), "");
}

TEST_F(ScaleFaults, EveryOrderWasRefusedForItsPriceOrValue) {
    refuse(risk::RejectReason::PriceTick, 3);
    refuse(risk::RejectReason::OrderNotional, 2);
    refuse(risk::RejectReason::PriceCollar, 1);
    EXPECT_EQ(fault_at(1'012'500),
              "no order was within the limits, which refused all 6 for price or value; AAPL is at "
              "$101.2500: are the limits or the scale of the recording's prices wrong?");
    refuse(risk::RejectReason::Position, 1);
    EXPECT_EQ(fault_at(1'012'500), "") << "one was refused for another reason";
}

TEST_F(ScaleFaults, OneShareIsAboveTheValueOfAnOrder) {
    EXPECT_EQ(fault_at(50'000'000), "") << "5,000 dollars are allowed";
    EXPECT_EQ(fault_at(50'000'100),
              "no order was sent: limits.order_notional_max must allow at least one share; AAPL is "
              "at $5000: are the limits or the scale of the recording's prices wrong?");
}

TEST_F(ScaleFaults, NoPriceIsAMultipleOfTheTick) {
    EXPECT_THAT(fault_at(1'012'525),
                StartsWith("no order was sent: the market's prices must be multiples of "
                           "limits.tick; AAPL is at $101.2525: "));
    EXPECT_EQ(fault_at(1'012'550), "") << "halfway between two multiples is a mid of such prices";
    EXPECT_EQ(fault_at(9'999), "") << "below a dollar every price is a multiple";
    limits_.tick = 1;
    EXPECT_EQ(fault_at(1'012'525), "") << "half a unit is no price";
}

TEST_F(ScaleFaults, AreThoseOfEveryInstrument) {
    const InstrumentResult off{.symbol = *Symbol::from("AAPL"), .mark = {1'012'525}};
    const InstrumentResult fine{.symbol = *Symbol::from("MSFT"), .mark = {1'012'500}};
    EXPECT_NE(scale_fault(counts_, refused_, {off, off}, limits_), "");
    EXPECT_EQ(scale_fault(counts_, refused_, {off, fine}, limits_), "");
}

TEST_F(ScaleFaults, ThePriceIsTheMarketsOwnAndNotAMark) {
    InstrumentResult held{.symbol = *Symbol::from("AAPL"), .mark = {1'012'525}};
    held.hold_to = {1'012'500};
    EXPECT_EQ(scale_fault(counts_, refused_, {held}, limits_), "");
}

/// A venue that lists AAPL as 1 and MSFT as 2, and a trader who has no position.
class Instruments : public ::testing::Test {
  protected:
    static constexpr book::BooksOptions kBooks{
        .orders_max = 16, .levels_max = 16, .instruments_max = 4, .huge_pages = HugePages::Never};

    Instruments() {
        options_.books = kBooks;
        static_cast<void>(venue_.assign(*Symbol::from("AAPL"), {1}));
        static_cast<void>(venue_.assign(*Symbol::from("MSFT"), {2}));
    }

    [[nodiscard]] Expected<std::vector<InstrumentResult>> find(
        std::vector<Symbol> symbols, std::span<const InstrumentId> ids = {}) {
        options_.symbols = std::move(symbols);
        return instruments_of(options_, venue_,
                              {.orders = orders_, .books = books_, .now = {5}, .ids = ids},
                              prices_);
    }

    engine::EngineOptions options_;
    exchange::OuchExchange venue_ =
        *exchange::OuchExchange::create({.books = kBooks, .sessions_max = 1});
    book::L3Books books_ = *book::L3Books::create(kBooks);
    oms::Orders orders_ = *oms::Orders::create({.instruments_max = 4});
    std::vector<HoldPrice> prices_{{.instrument = {2}, .first = {10}, .last = {12}}};
};

TEST_F(Instruments, AreThoseOfTheVenueWithoutSymbols) {
    const auto found = find({});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 2U);
    EXPECT_EQ((*found)[0].symbol, *Symbol::from("AAPL"));
    EXPECT_EQ((*found)[0].hold_from, Price{});
    EXPECT_EQ((*found)[1].id, InstrumentId{2});
    EXPECT_EQ((*found)[1].hold_from, Price{10});
    EXPECT_EQ((*found)[1].hold_to, Price{12});
}

TEST_F(Instruments, AreThoseThatAreTraded) {
    const auto found = find({*Symbol::from("MSFT")});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 1U);
    EXPECT_EQ((*found)[0].symbol, *Symbol::from("MSFT"));
}

TEST_F(Instruments, HaveTheTradersIdsAndThePricesOfTheVenues) {
    const std::array<InstrumentId, 5> ids{{{}, {3}, {1}, {}, {}}};
    const auto found = find({}, ids);
    ASSERT_TRUE(found);
    EXPECT_EQ((*found)[0].id, InstrumentId{3});
    EXPECT_EQ((*found)[1].id, InstrumentId{1});
    EXPECT_EQ((*found)[1].hold_from, Price{10});
}

TEST_F(Instruments, ASymbolWithoutAMessageIsNamed) {
    EXPECT_EQ(find({*Symbol::from("AAPL"), *Symbol::from("IBM")}).error().message,
              "no message of IBM in the recording");
}

TEST(FillModels, HaveANameEach) {
    using enum sim::flow::QueueModel;
    struct Row {
        std::string_view name;
        sim::flow::FillModel model;
        bool is_by_price;
    };
    const Row rows[] = {{"exact", {}, false},
                        {"matched", sim::flow::kMatched, false},
                        {"back_of_line", {.queue = BackOfLine}, true},
                        {"proportional", {.queue = Proportional}, true},
                        {"power", {.queue = Power}, true},
                        {"logarithmic", {.queue = Logarithmic}, true}};
    ASSERT_EQ(std::size(rows), kFillModels.size());
    for (std::size_t n = 0; n < std::size(rows); ++n) {
        EXPECT_EQ(kFillModels[n], rows[n].name);
        EXPECT_EQ(fill_model(n), rows[n].model) << rows[n].name;
        EXPECT_EQ(fill_model(n).is_by_price(), rows[n].is_by_price) << rows[n].name;
    }
}

TEST(RunOptionsOfADay, AreThoseOfTheConfiguration) {
    BacktestConfig config;
    config.market.messages = 10'000;
    config.fills = sim::flow::kMatched;
    config.crossed = CrossedBook::Allowed;
    config.sample_every = {7};
    config.session.timer_interval = {9};
    config.sessions = sim::session::SessionProtocols{.orders = 1};
    const RunOptions options = run_options(config, {.name = "seed 1", .seed = 1});
    EXPECT_EQ(options.fills, sim::flow::kMatched);
    EXPECT_EQ(options.crossed, CrossedBook::Allowed);
    EXPECT_EQ(options.sample_every, Nanos{7});
    EXPECT_EQ(options.session.timer_interval, Nanos{9});
    EXPECT_EQ(options.sessions, config.sessions);
}

}  // namespace
}  // namespace hotpath::backtest
