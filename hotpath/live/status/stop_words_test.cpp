// Words of a stop: those of an earlier process, and those that this one keeps for the next.
#include "hotpath/live/status/stop_words.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::live {
namespace {

using risk::StopReason;
using risk::TradingMode;

[[nodiscard]] TradeStatus stopped(TradingMode mode, StopReason reason) {
    TradeStatus status;
    status.mode = mode;
    status.stop_reason = reason;
    return status;
}

TEST(StopWords, AnEarlierStopIsSaidInItsWords) {
    StopWords words;
    EXPECT_EQ(words.take_over({{.mode = TradingMode::Killed}, "the loss is above its limit"}),
              "trade: still killed since the last run: the loss is above its limit\n");
    EXPECT_EQ(std::string(words.before().data()), "the loss is above its limit");
}

TEST(StopWords, WithoutWordsTheReasonsNameIsSaid) {
    StopWords words;
    EXPECT_EQ(
        words.take_over({{.mode = TradingMode::ReducingOnly, .reason = StopReason::Journal}, ""}),
        "trade: still reduce-only since the last run: " +
            std::string(stop_name(StopReason::Journal)) + "\n");
}

TEST(StopWords, WordsThatAreTooLongAreCut) {
    StopWords words;
    const std::string text(trader::kWhyTextMax + 10, 'x');
    static_cast<void>(words.take_over({{.mode = TradingMode::Killed}, text}));
    EXPECT_EQ(words.before().back(), 'x');
}

TEST(StopWords, AStopIsNewsOnceAndAnotherReasonIsNewsAgain) {
    StopWords words;
    EXPECT_EQ(words.news(0, TradeStatus{.mode = TradingMode::Open}), "");
    const TradeStatus killed = stopped(TradingMode::Killed, StopReason::Journal);
    EXPECT_NE(words.news(0, killed), "");
    EXPECT_EQ(words.news(0, killed), "");
    EXPECT_NE(words.news(1, killed), "") << "each venue has its stop";
    EXPECT_NE(words.news(0, stopped(TradingMode::Killed, StopReason::Heartbeat)), "");
    EXPECT_EQ(words.news(0, TradeStatus{.mode = TradingMode::Open}), "");
    EXPECT_NE(words.news(0, killed), "") << "it was open between them";
}

TEST(StopWords, AStopInOrderIsNoNews) {
    StopWords words;
    TradeStatus status = stopped(TradingMode::Killed, StopReason::Operator);
    status.is_stopping = true;
    EXPECT_EQ(words.news(0, status), "");
}

struct NotedWords {
    void note_why(const trader::Why& why) { texts.emplace_back(why.text); }
    std::vector<std::string> texts{};
};

TEST(StopWords, TheRecorderGetsThoseOfEachVenue) {
    StopWords words;
    NotedWords recorder;
    RunStatus status;
    status.venues_count = 2;
    status.venues[0].mode = TradingMode::Open;
    status.venues[1] = stopped(TradingMode::Killed, StopReason::Journal);
    words.keep(recorder, 7, status);
    ASSERT_EQ(recorder.texts.size(), 2U);
    EXPECT_EQ(recorder.texts[0], "");
    EXPECT_EQ(recorder.texts[1], stop_text(status.venues[1]));
}

}  // namespace
}  // namespace hotpath::live
