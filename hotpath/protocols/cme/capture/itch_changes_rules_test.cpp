// Changes of an MDP 3.0 channel become messages of ITCH, rule by rule, by order and by price.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/protocols/cme/capture/itch_changes.hpp"
#include "tests/support/dbn_day.hpp"

namespace hotpath::capture::mdp3 {
namespace {

using book::BookVerb;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Time kStart{1'000};

class Mdp3Changes : public ::testing::Test {
  protected:
    Mdp3Changes() {
        EXPECT_TRUE(directory_.admits({1}, *Symbol::from("ABC")));
        EXPECT_TRUE(directory_.admits({2}, *Symbol::from("DEF")));
        changes_.set_directory(directory_);
        changes_.set_sent_at({1'000'000});
    }

    static book::OrderView order(std::uint64_t id, std::uint32_t qty, std::int64_t price = 5'000,
                                 std::uint16_t instrument = 1) {
        return {.id = {id},
                .instrument = {instrument},
                .side = Side::Buy,
                .price = {price},
                .leaves_qty = {qty}};
    }
    void change(BookVerb verb, const book::OrderView& before, const book::OrderView& after,
                Time time = kStart) {
        changes_.on_change({.verb = verb, .before = before, .after = after}, time);
    }
    void add(std::uint64_t id, std::uint32_t qty, Time time = kStart) {
        change(BookVerb::Add, {}, order(id, qty), time);
    }
    void trade(std::uint64_t qty, feed::TradeKind kind = feed::TradeKind::Displayed,
               std::int64_t price = 5'000, std::uint16_t instrument = 1) {
        changes_.on_trade({.kind = kind,
                           .resting_side = Side::Buy,
                           .instrument = {instrument},
                           .price = {price},
                           .qty = {qty},
                           .venue_time = kStart});
    }
    /// The messages since the last call.
    std::vector<std::string> words() {
        support::ItchWords listener;
        protocols::FrameCursor frames(changes_.block().bytes());
        for (Bytes message; frames.next(message);) {
            static_cast<void>(protocols::nasdaq::itch50::decode(message, listener));
        }
        times_ = listener.times;
        changes_.block().clear();
        return listener.words;
    }
    std::vector<std::string> event() {
        changes_.on_end_of_event(kStart);
        return words();
    }
    /// Lists the instrument, so that the next words are those of the test.
    void begin() {
        add(1, 30);
        EXPECT_THAT(words(), ElementsAre("R ABC", "H T", "A 1 B30@5000"));
    }

    feed::InstrumentDirectory directory_{2};
    StreamStats stats_;
    ItchChanges changes_{2, stats_};
    std::vector<std::uint64_t> times_;
};

TEST_F(Mdp3Changes, AnOrderIsReducedExecutedOrRemovedByWhatLeavesIt) {
    begin();
    change(BookVerb::Reduce, order(1, 30), order(1, 20));
    EXPECT_THAT(words(), ElementsAre("X 1 10"));
    trade(5);
    change(BookVerb::Reduce, order(1, 20), order(1, 15));
    EXPECT_THAT(event(), ElementsAre("E 1 5"));
    trade(5);
    change(BookVerb::Reduce, order(1, 15), order(1, 8));
    EXPECT_THAT(event(), ElementsAre("E 1 5", "X 1 2")) << "more left it than traded";
    trade(3);
    change(BookVerb::Remove, order(1, 8), order(1, 0));
    EXPECT_THAT(event(), ElementsAre("E 1 3", "D 1"));
    EXPECT_TRUE(changes_.has_taken());
}

TEST_F(Mdp3Changes, ATradeIsExecutedOnceAndOnlyAtItsPriceAndSide) {
    begin();
    add(2, 10);
    (void)words();
    trade(12);
    change(BookVerb::Remove, order(1, 30), order(1, 0));
    change(BookVerb::Remove, order(2, 10), order(2, 0));
    EXPECT_THAT(event(), ElementsAre("E 1 12", "D 1", "D 2"));
    add(3, 10);
    (void)words();
    trade(4, feed::TradeKind::Displayed, 5'001);
    change(BookVerb::Reduce, order(3, 10), order(3, 6));
    EXPECT_THAT(event(), ElementsAre("X 3 4", "P B4@5001"));
}

TEST_F(Mdp3Changes, WhatNoOrderTradedIsATradeAtTheEndOfTheEvent) {
    begin();
    trade(7, feed::TradeKind::Hidden, 4'990);
    EXPECT_THAT(words(), IsEmpty()) << "not before the end of the event";
    EXPECT_THAT(event(), ElementsAre("P B7@4990"));
    EXPECT_THAT(event(), IsEmpty()) << "and once";
    changes_.on_trade({.kind = feed::TradeKind::Displayed,
                       .resting_side = Side::Sell,
                       .instrument = {1},
                       .price = {5'100},
                       .qty = {std::uint64_t{1} << 40U},
                       .venue_time = kStart});
    EXPECT_THAT(event(), ElementsAre("P S4294967295@5100")) << "as much as a message can say";
}

TEST_F(Mdp3Changes, EachInstrumentHasItsListingBeforeItsFirstMessage) {
    begin();
    change(BookVerb::Add, {}, order(9, 5, 4'000, 2));
    EXPECT_THAT(words(), ElementsAre("R 2: DEF", "H 2: T", "A 2: 9 B5@4000"));
    trade(2, feed::TradeKind::Displayed, 4'000, 2);
    trade(3);
    change(BookVerb::Reduce, order(9, 5, 4'000, 2), order(9, 3, 4'000, 2));
    EXPECT_THAT(event(), ElementsAre("E 2: 9 2", "P B3@5000"));
}

TEST_F(Mdp3Changes, AReplacementOfNothingLeftIsARemoval) {
    begin();
    change(BookVerb::Replace, order(1, 30), order(2, 0));
    EXPECT_THAT(event(), ElementsAre("D 1"));
}

TEST_F(Mdp3Changes, AReplacementUnderTheSameIdIsARemovalAndAnAdd) {
    begin();
    change(BookVerb::Replace, order(1, 30), order(1, 40));
    EXPECT_THAT(event(), ElementsAre("D 1", "A 1 B40@5000"));
    trade(15);
    change(BookVerb::Replace, order(1, 40), order(1, 50));
    EXPECT_THAT(event(), ElementsAre("E 1 15", "D 1", "A 1 B50@5000"));
    trade(50);
    change(BookVerb::Replace, order(1, 50), order(1, 20));
    EXPECT_THAT(event(), ElementsAre("E 1 50", "A 1 B20@5000")) << "used up: no removal";
}

TEST_F(Mdp3Changes, TimesDoNotRunBackwardsNorPastTheSending) {
    add(1, 30, {500});
    add(2, 30, {400});
    add(3, 30, {700});
    changes_.set_sent_at({650});
    add(4, 30, {900});
    (void)words();
    EXPECT_THAT(times_, ElementsAre(500, 500, 500, 500, 700, 700)) << "R, H and four orders";
}

TEST_F(Mdp3Changes, TradingStatesAreThoseOfItchAndAnUnknownOneIsNone) {
    begin();
    for (const auto& [state, word] : {std::pair(book::TradingState::Halted, "H H"),
                                      {book::TradingState::Paused, "H P"},
                                      {book::TradingState::QuotationOnly, "H Q"},
                                      {book::TradingState::Trading, "H T"}}) {
        changes_.on_trading_state({1}, state, kStart);
        EXPECT_THAT(words(), ElementsAre(word));
    }
    changes_.on_trading_state({1}, book::TradingState::Unknown, kStart);
    EXPECT_THAT(words(), IsEmpty());
}

TEST_F(Mdp3Changes, OrdersOfASnapshotAreCounted) {
    begin();
    EXPECT_EQ(stats_.snapshot_records, 0U);
    changes_.on_feed_state(feed::FeedState::SnapshotLoading, kStart);
    add(2, 5);
    change(BookVerb::Reduce, order(2, 5), order(2, 4));
    EXPECT_EQ(stats_.snapshot_records, 1U) << "adds alone";
    changes_.on_feed_state(feed::FeedState::Live, kStart);
    add(3, 5);
    EXPECT_EQ(stats_.snapshot_records, 1U);
}

TEST_F(Mdp3Changes, ARefusedChangeIsCountedWithItsInstrument) {
    changes_.on_refused({.instrument = {2}}, {34'200'000'000'000});
    EXPECT_EQ(stats_.skipped_events, 1U);
    EXPECT_EQ(to_text(changes_.block().skips()),
              "1 changes of orders that no book took (the first: DEF at 00:00:00.001000000)")
        << "not later than it was sent";
    EXPECT_FALSE(changes_.has_taken());
    EXPECT_THAT(words(), IsEmpty());
}

TEST_F(Mdp3Changes, ByPriceALevelIsOneOrderMadeAtTheEndOfTheEvent) {
    changes_.set_by_price();
    add(1, 30);
    EXPECT_THAT(words(), ElementsAre("R ABC", "H T"));
    EXPECT_THAT(event(), ElementsAre("A 1 B30@5000"));
    trade(10);
    change(BookVerb::Reduce, order(1, 30), order(1, 20));
    EXPECT_THAT(words(), IsEmpty());
    EXPECT_THAT(event(), ElementsAre("E 1 10"));
    change(BookVerb::Reduce, order(1, 20), order(1, 15));
    add(2, 5, {2'000});
    EXPECT_THAT(words(), ElementsAre("X 1 5")) << "a later time ends the event before";
    EXPECT_EQ(times_.front(), 1'000U);
}

TEST_F(Mdp3Changes, TheEndOfTheRecordingHandsOutWhatWaitsAndEndsTheDay) {
    begin();
    trade(7);
    changes_.finish();
    EXPECT_THAT(words(), ElementsAre("P B7@5000"));
    StreamStats stats;
    ItchChanges nothing(1, stats);
    nothing.finish();
    EXPECT_TRUE(nothing.block().bytes().empty()) << "a day that did not begin does not end";
}

}  // namespace
}  // namespace hotpath::capture::mdp3
