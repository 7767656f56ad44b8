// DEEP's messages as ITCH's: levels, trades and the events that hold them together.
#include "hotpath/protocols/iex/capture/deep_translator.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/iex_segments.hpp"
#include "tests/support/iex_words.hpp"

namespace hotpath::capture::iex {
namespace {

using namespace support;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::int64_t kSent = kIexNineThirty + 1'000'000'000;
constexpr std::uint64_t kOpen = 34'200'000'000'000;  // 09:30, as ITCH has it

class DeepToItch : public ::testing::Test {
  protected:
    DeepToItch() {
        translator_.begin_day(kIexMidnight);
        translator_.set_sent_at(kSent);
    }

    void take(const auto&... messages) { (translator_.take(messages), ...); }
    /// The bid or ask of ABC, complete.
    void bid(std::uint32_t size, std::int64_t price, const DeepEvent& event = {}) {
        take(deep_level<Side::Buy>("ABC", size, price, event));
    }
    void ask(std::uint32_t size, std::int64_t price, const DeepEvent& event = {}) {
        take(deep_level<Side::Sell>("ABC", size, price, event));
    }
    /// The messages made since the last call, in words.
    std::vector<std::string> words() {
        IexWords listener;
        listener.take(translator_.block().bytes());
        translator_.block().clear();
        times_ = listener.times;
        return listener.words;
    }
    std::vector<std::string> words_at_the_end() {
        translator_.finish();
        return words();
    }

    StreamStats stats_;
    DeepTranslator translator_{stats_};
    std::vector<std::uint64_t> times_;
};

TEST_F(DeepToItch, APriceIsOneOrderThatGrowsShrinksAndLeaves) {
    bid(100, 25'0000);
    bid(300, 25'0000, {.after_open = 1});
    bid(40, 25'0000, {.after_open = 2});
    bid(40, 25'0000, {.after_open = 3});
    bid(0, 25'0000, {.after_open = 4});
    EXPECT_THAT(words(), ElementsAre("R ABC", "H T", "A 1 B100@250000", "U 1 2 300@250000",
                                     "X 2 260", "D 2"));
    EXPECT_THAT(times_, ElementsAre(kOpen, kOpen, kOpen, kOpen + 1, kOpen + 2, kOpen + 4));
}

TEST_F(DeepToItch, ATradeExecutesWhatItsEventTakesOffTheLevel) {
    ask(300, 25'0000);
    words();
    take(deep_trade("ABC", 100, 25'0000, 7, 5));
    EXPECT_THAT(words(), IsEmpty()) << "the levels of the event come after it";
    ask(200, 25'0000, {.after_open = 5});
    EXPECT_THAT(words(), ElementsAre("E 1 100"));
}

TEST_F(DeepToItch, ATradeBeyondWhatIsDisplayedIsOfHiddenOrders) {
    ask(100, 25'0000);
    words();
    take(deep_trade("ABC", 150, 25'0000, 7, 5));
    ask(0, 25'0000, {.after_open = 5});
    EXPECT_THAT(words(), ElementsAre("E 1 100", "P B50@250000"));
}

TEST_F(DeepToItch, ALevelThatWasRefilledBehindItsTradeDisplaysNothingLess) {
    ask(100, 25'0000);
    words();
    take(deep_trade("ABC", 100, 25'0000, 7, 5));
    ask(100, 25'0000, {.after_open = 5});
    EXPECT_THAT(words(), ElementsAre("P B100@250000"));
}

TEST_F(DeepToItch, TradesOfHiddenOrdersAloneEndWithTheInstrumentsNextTimestamp) {
    take(deep_trade("ABC", 10, 25'0000, 7, 5), deep_trade("ABC", 20, 25'0100, 8, 5));
    EXPECT_THAT(words(), ElementsAre("R ABC", "H T"));
    bid(100, 24'0000, {.after_open = 9});
    EXPECT_THAT(words(), ElementsAre("P B10@250000", "P B20@250100", "A 1 B100@240000"));
    EXPECT_THAT(times_, ElementsAre(kOpen + 5, kOpen + 5, kOpen + 9));
}

TEST_F(DeepToItch, TradesOfHiddenOrdersAloneEndAMillisecondAfterTheirSegmentWasSent) {
    take(deep_trade("ABC", 10, 25'0000, 7, 5));
    words();
    translator_.set_sent_at(kSent + DeepTranslator::kEventSpanNs);
    EXPECT_THAT(words(), IsEmpty());
    translator_.set_sent_at(kSent + DeepTranslator::kEventSpanNs + 1);
    EXPECT_THAT(words(), ElementsAre("P B10@250000"));
    EXPECT_THAT(times_, ElementsAre(kOpen + 5));
    EXPECT_THAT(words_at_the_end(), IsEmpty()) << "once";
}

TEST_F(DeepToItch, ALevelThatIsStillToComeIsWaitedForHoweverLong) {
    bid(50, 25'0000, {.after_open = 5, .is_complete = false});
    words();
    translator_.set_sent_at(kSent + 100 * DeepTranslator::kEventSpanNs);
    EXPECT_THAT(words(), IsEmpty());
    EXPECT_THAT(words_at_the_end(), ElementsAre("A 1 B50@250000"));
}

TEST_F(DeepToItch, OtherInstrumentsBetweenATradeAndItsLevelDoNotPartThem) {
    ask(300, 25'0000);
    words();
    take(deep_trade("ABC", 100, 25'0000, 7, 5));
    take(deep_level<Side::Buy>("DEF", 10, 9'0000, {.after_open = 7}));
    words();
    ask(200, 25'0000, {.after_open = 5});
    EXPECT_THAT(words(), ElementsAre("E 1 100"));
}

TEST_F(DeepToItch, TradesThatNothingFollowsComeAtTheEnd) {
    take(deep_trade("ABC", 10, 25'0000, 7));
    EXPECT_THAT(words_at_the_end(), ElementsAre("R ABC", "H T", "P B10@250000"));
}

TEST_F(DeepToItch, TheBookBetweenTwoStatesOfAnEventIsNotShown) {
    ask(100, 25'0000);
    words();
    // A bid at the ask's price, before the ask is gone.
    bid(50, 25'0000, {.after_open = 5, .is_complete = false});
    EXPECT_THAT(words(), IsEmpty());
    ask(0, 25'0000, {.after_open = 5});
    EXPECT_THAT(words(), ElementsAre("D 1", "A 2 B50@250000"));
}

TEST_F(DeepToItch, AnEventIsNotEndedByOtherInstrumentsBetweenItsMessages) {
    bid(50, 25'0000, {.after_open = 5, .is_complete = false});
    take(deep_level<Side::Buy>("DEF", 10, 9'0000, {.after_open = 7}));
    EXPECT_THAT(words(), ElementsAre("R ABC", "H T", "R 2: DEF", "H 2: T", "A 2: 1 B10@90000"));
    bid(60, 24'9900, {.after_open = 5});
    EXPECT_THAT(words(), ElementsAre("A 2 B60@249900", "A 3 B50@250000"));
    EXPECT_THAT(times_, ElementsAre(kOpen + 7, kOpen + 7)) << "times do not run backwards";
}

TEST_F(DeepToItch, AnEventWhoseEndIsMissingEndsWithTheInstrumentsNextTime) {
    bid(50, 25'0000, {.after_open = 5, .is_complete = false});
    words();
    bid(60, 24'9900, {.after_open = 6});
    EXPECT_THAT(words(), ElementsAre("A 1 B50@250000", "A 2 B60@249900"));
    EXPECT_THAT(times_, ElementsAre(kOpen + 5, kOpen + 6));
}

TEST_F(DeepToItch, AHugeEventIsHandedOutInParts) {
    for (std::uint32_t i = 0; i < DeepTranslator::kEventMax + 2; ++i) {
        take(deep_trade("ABC", 1, 25'0000, i + 1));
    }
    EXPECT_EQ(words().size(), 2 + DeepTranslator::kEventMax);
    EXPECT_EQ(words_at_the_end().size(), 2U);
}

TEST_F(DeepToItch, ABrokenTradeHasTheMatchNumberOfItsMessages) {
    ask(100, 25'0000);
    take(deep_trade("ABC", 150, 25'0000, 7'001, 5));
    take(deep_trade<deep::TradeBreak>("ABC", 150, 25'0000, 7'001, 5));
    std::vector<std::uint64_t> matches;
    protocols::FrameCursor frames(translator_.block().bytes());
    for (Bytes message; frames.next(message);) {
        if (std::to_integer<char>(message.front()) == 'P') {
            matches.push_back(
                protocols::nasdaq::itch50::Trade::at(message.data()).load_match_number());
        }
    }
    EXPECT_THAT(matches, ElementsAre(7'001U));
    EXPECT_THAT(words(), ElementsAre("R ABC", "H T", "A 1 S100@250000", "P B150@250000", "B 7001"));
}

TEST_F(DeepToItch, AnExecutionHasTheTradesMatchNumber) {
    ask(100, 25'0000);
    translator_.block().clear();
    take(deep_trade("ABC", 60, 25'0000, 7'001, 5));
    ask(40, 25'0000, {.after_open = 5});
    protocols::FrameCursor frames(translator_.block().bytes());
    Bytes message;
    ASSERT_TRUE(frames.next(message));
    const auto& execution = protocols::nasdaq::itch50::OrderExecuted::at(message.data());
    EXPECT_EQ(execution.load_message_type(), 'E');
    EXPECT_EQ(execution.load_match_number(), 7'001U);
}

TEST_F(DeepToItch, TradingStatusesAreTradingStates) {
    take(deep_status("ABC", 'H'), deep_status("ABC", 'O', 1), deep_status("ABC", 'P', 2),
         deep_status("ABC", 'T', 3));
    EXPECT_THAT(words(), ElementsAre("R ABC", "H H", "H Q", "H P", "H T"));
    take(deep_status("ABC", '?', 4));
    EXPECT_EQ(stats_.skipped_events, 1U);
}

TEST_F(DeepToItch, ATradingStatusKeepsItsReason) {
    take(deep_status("ABC", 'H'));
    protocols::FrameCursor frames(translator_.block().bytes());
    Bytes message;
    ASSERT_TRUE(frames.next(message) && frames.next(message));
    const auto& action = protocols::nasdaq::itch50::StockTradingAction::at(message.data());
    EXPECT_EQ(protocols::trimmed(action.load_reason()), "T1");
}

TEST_F(DeepToItch, AHaltOnIexAloneHidesTheStatusUntilItEnds) {
    const auto halt = [](char status, std::int64_t time) {
        auto message = deep_message<deep::OperationalHaltStatus>("ABC", time);
        message.store_operational_halt_status(status);
        return owned(message);
    };
    take(halt('N', 0), deep_status("ABC", 'T', 1), halt('O', 2), deep_status("ABC", 'T', 3),
         halt('O', 4), halt('N', 5));
    EXPECT_THAT(words(), ElementsAre("R ABC", "H T", "H H", "H H", "H T"));
}

TEST_F(DeepToItch, ADirectoryMessageFillsTheDirectory) {
    auto listing = deep_message<deep::SecurityDirectory>("ZIEXT");
    listing.store_flags(0xA0);
    listing.store_round_lot_size(40);
    listing.store_luld_tier(2);
    take(owned(listing));
    protocols::FrameCursor frames(translator_.block().bytes());
    Bytes message;
    ASSERT_TRUE(frames.next(message));
    EXPECT_FALSE(Bytes(frames.rest()).size() > 0) << "a directory alone says nothing of its state";
    const auto& directory = protocols::nasdaq::itch50::StockDirectory::at(message.data());
    EXPECT_EQ(directory.load_stock().view(), "ZIEXT");
    EXPECT_EQ(directory.load_stock_locate(), 1);
    EXPECT_EQ(directory.load_round_lot_size(), 40U);
    EXPECT_EQ(directory.load_authenticity(), 'T');
    EXPECT_EQ(directory.load_etp_flag(), 'Y');
    EXPECT_EQ(directory.load_luld_reference_price_tier(), '2');
}

TEST_F(DeepToItch, ADirectoryMessageAfterLevelsIsOfTheSameLocate) {
    bid(100, 25'0000);
    words();
    take(owned(deep_message<deep::SecurityDirectory>("ABC", 1)));
    EXPECT_THAT(words(), ElementsAre("R ABC"));
}

TEST_F(DeepToItch, SystemEventsAreThoseOfItch) {
    for (const char event : {'O', 'S', 'R', 'M', 'E', 'C', '?'}) {
        deep::SystemEvent message;
        message.store_system_event(event);
        message.store_timestamp(kIexNineThirty);
        take(owned(message));
    }
    EXPECT_THAT(words(), ElementsAre("S O", "S S", "S Q", "S M", "S E", "S C"));
    EXPECT_EQ(stats_.unread_records, 1U);
}

TEST_F(DeepToItch, NoTimeRunsBackwardsAndNoneIsAfterItsSegmentWasSent) {
    take(deep_status("ABC", 'T', 50), deep_status("ABC", 'T', 20),
         deep_status("ABC", 'T', 5'000'000'000), deep_status("ABC", 'T', -40'000'000'000'000));
    words();
    EXPECT_THAT(times_, ElementsAre(kOpen + 50, kOpen + 50, kOpen + 50, kOpen + 1'000'000'000,
                                    kOpen + 1'000'000'000));
}

TEST_F(DeepToItch, TypesThatChangeNoBookAreCounted) {
    take(owned(deep_message<deep::RetailLiquidityIndicator>("ABC")),
         owned(deep_message<deep::ShortSalePriceTestStatus>("ABC")),
         owned(deep_message<deep::SecurityEvent>("ABC")),
         owned(deep_message<deep::OfficialPrice>("ABC")),
         owned(deep_message<deep::AuctionInformation>("ABC")), bytes_of("?unknown"));
    EXPECT_THAT(words_at_the_end(), IsEmpty());
    EXPECT_EQ(stats_.records, 6U);
    EXPECT_EQ(stats_.unread_records, 6U);
    EXPECT_EQ(stats_.skipped_events, 0U);
}

TEST_F(DeepToItch, ALongerMessageIsTakenAndAShorterOneIsSkipped) {
    OwnedBytes longer = deep_level<Side::Buy>("ABC", 100, 25'0000);
    longer.resize(longer.size() + 4);
    OwnedBytes shorter = deep_level<Side::Buy>("ABC", 300, 25'0000);
    shorter.pop_back();
    take(longer, shorter);
    EXPECT_THAT(words(), ElementsAre("R ABC", "H T", "A 1 B100@250000"));
    EXPECT_EQ(stats_.extended_records, 1U);
    EXPECT_EQ(to_text(translator_.block().skips()),
              "1 messages that are shorter than their type (the first: type '8' of 29 bytes at "
              "09:30:00.000000000)");
}

TEST_F(DeepToItch, PricesThatItchCannotHaveAreSkippedAndTheirEventStillEnds) {
    bid(100, 25'0000, {.is_complete = false});
    bid(1, 525'000'0000);
    bid(1, -1, {.after_open = 1});
    take(deep_trade("ABC", 1, 525'000'0000, 7, 2), deep_trade("ABC", 0, 25'0000, 8, 3));
    EXPECT_THAT(words_at_the_end(), ElementsAre("R ABC", "H T", "A 1 B100@250000"));
    ASSERT_EQ(translator_.block().skips().size(), 2U);
    EXPECT_EQ(translator_.block().skips()[0].events, 3U);
    EXPECT_EQ(translator_.block().skips()[0].first,
              "price 525000.0000 of ABC at 09:30:00.000000000");
    EXPECT_EQ(translator_.block().skips()[1].kind, "records of no shares");
}

TEST_F(DeepToItch, ASymbolThatIsNotPrintableIsSkipped) {
    auto message = deep_message<deep::PriceLevelUpdate<Side::Buy>>("AB");
    message.store_symbol({{'A', '\0', ' ', ' ', ' ', ' ', ' ', ' '}});
    take(owned(message));
    message.store_symbol({});
    take(owned(message));
    EXPECT_THAT(words_at_the_end(), IsEmpty());
    EXPECT_EQ(stats_.skipped_events, 2U);
}

TEST_F(DeepToItch, InstrumentsBeyondTheLocatesOfItchAreSkipped) {
    const auto symbol_of = [](std::size_t i) {
        std::string symbol = "A";
        for (; i > 0; i /= 26) {
            symbol += static_cast<char>('A' + i % 26);
        }
        return symbol;
    };
    for (std::size_t i = 0; i <= DeepTranslator::kInstrumentsMax; ++i) {
        take(deep_status(symbol_of(i), 'T'));
        translator_.block().clear();
    }
    EXPECT_EQ(stats_.skipped_events, 1U);
    EXPECT_EQ(stats_.messages, 2 * DeepTranslator::kInstrumentsMax);
}

}  // namespace
}  // namespace hotpath::capture::iex
