// A trader with two venues: what it refuses, and that a command is for both.
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/strategy/latency_arbitrage.hpp"
#include "hotpath/trader/trader.hpp"
#include "tests/support/trader_world.hpp"

namespace hotpath::trader {
namespace {

using strategy::ArbitrageLegs;

constexpr risk::FirmLimits kFirm{
    .open_orders_max = 8, .open_value_max = {1'000'000}, .messages_max = 1'000};
constexpr risk::FirmExposureLimits kExposure{.gross_max = {4'000'000}, .net_max = {2'000'000}};

[[nodiscard]] ArbitrageLegs legs() {
    return std::move(
        *ArbitrageLegs::create({.symbols = {*Symbol::from("AAPL")}, .instruments_max = 3}));
}
[[nodiscard]] std::vector<TraderOptions> options_of(std::size_t venues) {
    return std::vector<TraderOptions>(venues, support::trader_at_the_venue());
}

struct Shown {
    std::vector<Input> inputs{};
    std::vector<ModeChange> modes{};
    std::vector<Venue> done{};
};
struct Showing {
    void on_input(const Input& input) noexcept { shown->inputs.push_back(input); }
    void on_output(const Output&) noexcept {}
    void on_mode(const ModeChange& change) noexcept { shown->modes.push_back(change); }
    template <class AtVenue>
    void on_done(const Input& input, const AtVenue&) noexcept {
        shown->done.push_back(input.venue);
    }
    [[nodiscard]] bool must_stop() const noexcept { return is_full; }
    Shown* shown = nullptr;
    bool is_full = false;
};
using Both = Trader<ArbitrageLegs, timing::NoTicks, Showing>;

TEST(TraderVenues, AsManyAsTheStrategyTradesAt) {
    using One = Trader<strategy::NullStrategy>;
    EXPECT_TRUE(One::create(options_of(1).front(), {}));
    const auto two_for_one = One::create({options_of(2), kFirm, kExposure}, {});
    ASSERT_FALSE(two_for_one);
    EXPECT_EQ(two_for_one.error().message,
              "trader: the strategy trades at 1 venues, got options of 2");
    const auto one_for_two = Trader<ArbitrageLegs>::create(options_of(1).front(), legs());
    ASSERT_FALSE(one_for_two);
    EXPECT_EQ(one_for_two.error().message,
              "trader: the strategy trades at 2 venues, got options of 1");
}

TEST(TraderVenues, SeveralNeedTheFirmsLimits) {
    risk::FirmLimits without_messages = kFirm;
    without_messages.messages_max = 0;
    EXPECT_FALSE(
        Trader<ArbitrageLegs>::create({options_of(2), without_messages, kExposure}, legs()));
    EXPECT_FALSE(Trader<ArbitrageLegs>::create(
        {options_of(2), kFirm, {.gross_max = {4'000'000}, .net_max = {}}}, legs()));
    const auto trader = Trader<ArbitrageLegs>::create({options_of(2), kFirm, kExposure}, legs());
    ASSERT_TRUE(trader);
    EXPECT_EQ(trader->venues(), 2U);
    ASSERT_NE(trader->firm(), nullptr);
    EXPECT_EQ(trader->firm()->taken(risk::FirmLimit::OpenOrders), 0U);
    ASSERT_NE(trader->firm_exposure(), nullptr);
    EXPECT_EQ(trader->firm_exposure()->sum(0), Money{});
    EXPECT_EQ(Trader<strategy::NullStrategy>::create(options_of(1).front(), {})->firm(), nullptr);
}

TEST(TraderVenues, ACommandIsOneInputForBoth) {
    Shown shown;
    auto trader = Both::create({options_of(2), kFirm, kExposure}, legs(), {}, {.shown = &shown});
    ASSERT_TRUE(trader);
    trader->kill({1});
    EXPECT_TRUE(trader->at(0).engine().is_killed());
    EXPECT_TRUE(trader->at(1).engine().is_killed());
    ASSERT_EQ(shown.inputs.size(), 1U);
    ASSERT_EQ(shown.modes.size(), 2U);
    EXPECT_EQ(shown.modes[0].venue, 0);
    EXPECT_EQ(shown.modes[1].venue, 1);
    EXPECT_EQ(shown.modes[1].number, 1U);
    const OperatorAnswer answer = trader->on_operator({.action = OperatorAction::Resume}, {2});
    EXPECT_EQ(answer.status, OperatorStatus::Done);
    EXPECT_EQ(answer.mode, risk::TradingMode::Open);
    EXPECT_FALSE(trader->at(1).engine().is_killed());
    EXPECT_EQ(shown.modes.size(), 4U);
}

/// A journal that cannot record any more stops both, whichever's input it could not take.
TEST(TraderVenues, AnObserverThatIsFullStopsBoth) {
    Shown shown;
    auto trader = Both::create({options_of(2), kFirm, kExposure}, legs(), {}, {.shown = &shown});
    ASSERT_TRUE(trader);
    trader->observer().is_full = true;
    VenueInputs(*trader, 1).on_timer({1});
    EXPECT_TRUE(trader->at(0).engine().is_killed());
    EXPECT_TRUE(trader->at(1).engine().is_killed());
    EXPECT_EQ(shown.inputs.at(0).venue, 1);
    EXPECT_EQ(shown.done, (std::vector<Venue>{1}));
    EXPECT_EQ(shown.modes.size(), 2U);
}

TEST(TraderVenues, WhatBecameOfACommandAtBoth) {
    using enum OperatorStatus;
    EXPECT_EQ(status_at_both(Done, Done), Done);
    EXPECT_EQ(status_at_both(Done, UnknownInstrument), Done) << "one of them has it";
    EXPECT_EQ(status_at_both(UnknownInstrument, Done), Done);
    EXPECT_EQ(status_at_both(UnknownInstrument, UnknownInstrument), UnknownInstrument);
    EXPECT_EQ(status_at_both(NothingToAccept, Done), Done);
    EXPECT_EQ(status_at_both(Done, NeedsSecond), NeedsSecond);
    EXPECT_EQ(status_at_both(NotAllowed, Done), NotAllowed);
    EXPECT_EQ(status_at_both(StillStopped, Done), StillStopped);
}

TEST(TraderVenues, AnAnswerIsTheStricterModeAndTheSums) {
    const OperatorAnswer open{.is_stale = true, .open_orders = 2, .pnl = {100}};
    const OperatorAnswer killed{.mode = risk::TradingMode::Killed,
                                .reason = risk::StopReason::Loss,
                                .is_in_doubt = true,
                                .is_stopping = true,
                                .open_orders = 3,
                                .pnl = {-250}};
    for (const auto& [a, b] : {std::pair(open, killed), std::pair(killed, open)}) {
        const OperatorAnswer both = answer_of_both(a, b);
        EXPECT_EQ(both.mode, risk::TradingMode::Killed);
        EXPECT_EQ(both.reason, risk::StopReason::Loss);
        EXPECT_TRUE(both.is_stale && both.is_in_doubt && both.is_stopping);
        EXPECT_EQ(both.open_orders, 5U);
        EXPECT_EQ(both.pnl, Money{-150});
    }
}

TEST(VenueObservers, EachReceivesWhatIsOfItsVenue) {
    Shown first;
    Shown second;
    VenueObservers<Showing> both({{.shown = &first}, {.shown = &second}});
    both.on_input({.venue = 1});
    both.on_mode({.venue = 0});
    both.on_done({.venue = 1}, 0);
    EXPECT_EQ(first.inputs.size(), 0U);
    EXPECT_EQ(first.modes.size(), 1U);
    EXPECT_EQ(second.inputs.size(), 1U);
    EXPECT_EQ(second.done.size(), 1U);
    EXPECT_FALSE(both.must_stop());
    VenueObservers<Showing> one_full({{.shown = &first}, {.shown = &second, .is_full = true}});
    EXPECT_TRUE(one_full.must_stop());
}

}  // namespace
}  // namespace hotpath::trader
