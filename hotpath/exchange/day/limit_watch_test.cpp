// LimitWatch: what the schedule must know of price bands after a restart; and the bounds of a day's
// times.

#include "hotpath/exchange/day/limit_watch.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/exchange/day/day_change_position.hpp"
#include "hotpath/exchange/day/day_time.hpp"

namespace hotpath::exchange {
namespace {

using match::LimitState;

class LimitWatchTest : public testing::Test {
  protected:
    using Found = std::vector<std::pair<std::uint16_t, LimitRecord>>;

    static constexpr Time kEarly{1'000};
    static constexpr Time kLate{2'000};

    static Found records(const LimitWatch& watch) {
        Found found;
        watch.for_each([&](InstrumentId instrument, const LimitRecord& record) {
            found.emplace_back(instrument.value, record);
        });
        return found;
    }
    static bool loads(LimitWatch& watch, Bytes bytes) {
        StateReader reader(bytes);
        watch.load(reader);
        return reader.is_done();
    }
    static StateWriter state_of_one(std::uint16_t instrument, const LimitRecord& record) {
        StateWriter writer;
        writer.put(std::uint32_t{1});
        writer.put(instrument);
        writer.put(record.limit_since);
        writer.put(record.paused_since);
        writer.put(record.cross_price);
        return writer;
    }

    LimitWatch watch_{3};
};

TEST_F(LimitWatchTest, AQuoteAtABandHasItsTimeUntilItLeaves) {
    EXPECT_EQ(records(watch_), Found{});
    watch_.on_limit_state({2}, LimitState::BidAtUpper, kEarly);
    EXPECT_EQ(watch_[{2}], (LimitRecord{.limit_since = kEarly}));
    watch_.on_limit_state({2}, LimitState::AskAtLower, kLate);
    EXPECT_EQ(watch_[{2}].limit_since, kLate) << "the other band has its own time";
    EXPECT_EQ(records(watch_), (Found{{2, {.limit_since = kLate}}}));
    watch_.on_limit_state({2}, LimitState::None, kLate);
    EXPECT_EQ(records(watch_), Found{});
}

TEST_F(LimitWatchTest, APauseEndsWithTradingOrWithACross) {
    watch_.on_paused({1}, kEarly);
    EXPECT_EQ(watch_[{1}].paused_since, kEarly);
    watch_.on_trading({1});
    EXPECT_EQ(watch_[{1}], LimitRecord{});
    watch_.on_paused({1}, kLate);
    watch_.on_cross({1}, {500'000});
    EXPECT_EQ(watch_[{1}], (LimitRecord{.cross_price = {500'000}}));
    watch_.on_bands({1});
    EXPECT_EQ(records(watch_), Found{});
}

TEST_F(LimitWatchTest, WhatEndsOneMatterLeavesTheOthers) {
    watch_.on_limit_state({1}, LimitState::BidAtUpper, kEarly);
    watch_.on_paused({1}, kLate);
    watch_.on_bands({1});
    EXPECT_EQ(watch_[{1}], (LimitRecord{.limit_since = kEarly, .paused_since = kLate}));
    watch_.on_cross({1}, {7});
    EXPECT_EQ(watch_[{1}], (LimitRecord{.limit_since = kEarly, .cross_price = {7}}));
    watch_.on_trading({1});
    EXPECT_EQ(watch_[{1}].cross_price, Price{7});
    watch_.forget({1});
    EXPECT_EQ(records(watch_), Found{});
}

TEST_F(LimitWatchTest, InstrumentsAreVisitedByIdUpToTheLast) {
    watch_.on_paused({3}, kEarly);
    watch_.on_paused({1}, kLate);
    EXPECT_EQ(records(watch_),
              (Found{{1, {.paused_since = kLate}}, {3, {.paused_since = kEarly}}}));
    watch_.on_paused({1}, kEarly);  // again: still one record
    watch_.forget({3});
    EXPECT_EQ(records(watch_), (Found{{1, {.paused_since = kEarly}}}));
}

TEST_F(LimitWatchTest, IsTheSameAfterALoad) {
    watch_.on_paused({3}, kEarly);
    watch_.on_cross({1}, {500'000});
    StateWriter writer;
    watch_.save(writer);
    LimitWatch again(3);
    ASSERT_TRUE(loads(again, writer.bytes()));
    EXPECT_EQ(records(again), records(watch_));
    again.forget({1});
    again.forget({3});
    EXPECT_EQ(records(again), Found{}) << "the number of records was loaded, too";
}

TEST_F(LimitWatchTest, ARecordOfNoInstrumentOrOfNothingIsRefused) {
    LimitWatch of_three(3);
    EXPECT_TRUE(loads(of_three, state_of_one(3, {.paused_since = kEarly}).bytes()));
    LimitWatch again(3);
    EXPECT_FALSE(loads(again, state_of_one(4, {.paused_since = kEarly}).bytes()));
    LimitWatch another(3);
    EXPECT_FALSE(loads(another, state_of_one(1, {}).bytes())) << "an empty record is not saved";
    StateWriter without_records;
    without_records.put(std::uint32_t{1});
    LimitWatch cut(3);
    EXPECT_FALSE(loads(cut, without_records.bytes()));
}

TEST(DayChangePositions, AreTheSameAfterALoad) {
    using Stage = DayChangePosition::Stage;
    for (const Stage stage : {Stage::None, Stage::Standing, Stage::Greeting}) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            const DayChangePosition position{.stage = stage,
                                             .is_first = side == Side::Sell,
                                             .next = 70'000,
                                             .side = side,
                                             .last = {1ULL << 40U}};
            StateWriter writer;
            position.save(writer);
            DayChangePosition again;
            StateReader reader(writer.bytes());
            again.load(reader);
            ASSERT_TRUE(reader.is_done());
            EXPECT_EQ(again.stage, stage);
            EXPECT_EQ(again.is_first, position.is_first);
            EXPECT_EQ(again.next, 70'000U);
            EXPECT_EQ(again.side, side);
            EXPECT_EQ(again.last, position.last);
        }
    }
}

TEST(DayChangePositions, BehindTheLastStageAreRefused) {
    StateWriter writer;
    DayChangePosition{.stage = DayChangePosition::Stage::Greeting}.save(writer);
    std::vector<std::byte> bytes(writer.bytes().begin(), writer.bytes().end());
    EXPECT_EQ(bytes[0], std::byte{8});
    bytes[0] = std::byte{9};
    StateReader reader(bytes);
    DayChangePosition position;
    position.load(reader);
    EXPECT_FALSE(reader.is_ok());
    EXPECT_EQ(position.stage, DayChangePosition::Stage::None);
}

TEST(FeedTime, StopsAtTheLastThatItchCanCarry) {
    constexpr std::int64_t kLast = 281'474'976'710'655;  // 48 bits, 78.2 hours
    EXPECT_EQ(feed_time(Time{0}), Time{0});
    EXPECT_EQ(feed_time(Time{kLast - 1}), Time{kLast - 1});
    EXPECT_EQ(feed_time(Time{kLast}), Time{kLast});
    EXPECT_EQ(feed_time(Time{kLast + 1}), Time{kLast});
    EXPECT_EQ(kDayEndsBy, Time{kLast - 60'000'000'000});
}

}  // namespace
}  // namespace hotpath::exchange
