// The latencies of a live session's messages, as they go into its files.
#include "hotpath/backtest/live/live_session.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "hotpath/sim/session/latency_model.hpp"

namespace hotpath::backtest {
namespace {

using sim::session::LatencyModel;

LatencyModel model_of(const std::vector<LiveMessage>& messages) {
    return LatencyModel({.recorded = latency_samples(messages)});
}

TEST(LiveMessages, AMessageWithoutAnArrivalHasTheLatencyOfTheOneBefore) {
    LatencyModel model = model_of({{.sent = {100}, .received = {150}}, {.sent = {200}}});
    EXPECT_EQ(model.arrival({100}), Time{150});
    EXPECT_EQ(model.arrival({200}), Time{250});
}

// The trader stopped at 300: it read the message of 200 and none of those that follow.
TEST(LiveMessages, WhatTheTraderNeverReadArrivesAfterItsEnd) {
    std::vector<LiveMessage> messages{{.sent = {100}, .received = {150}},
                                      {.sent = {200}, .received = {250}}};
    LatencyModel as_read = model_of(messages);
    EXPECT_EQ(as_read.arrival({100}), Time{150});
    EXPECT_EQ(as_read.arrival({200}), Time{250});
    EXPECT_EQ(as_read.arrival({210}), Time{260}) << "without the end it would have been in time";
    add_unread(messages, {300});
    LatencyModel model = model_of(messages);
    EXPECT_EQ(model.arrival({100}), Time{150});
    EXPECT_EQ(model.arrival({200}), Time{250});
    EXPECT_GT(model.arrival({210}), Time{300});
    LatencyModel together = model_of(messages);
    EXPECT_EQ(together.arrival({200}), Time{250});
    EXPECT_GT(together.arrival({200}), Time{300}) << "another one of the same instant";
}

TEST(LiveMessages, ASessionWithoutMessagesHasNoneUnread) {
    std::vector<LiveMessage> none;
    add_unread(none, {300});
    EXPECT_TRUE(none.empty());
}

}  // namespace
}  // namespace hotpath::backtest
