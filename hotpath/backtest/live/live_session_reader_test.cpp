// The session that a trader's records describe is the one that it traded, over each protocol of orders and market data.

#include "hotpath/backtest/live/live_session_reader.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/input_records.hpp"
#include "tests/support/trader_world.hpp"

namespace hotpath::backtest {
namespace {

using support::InputLog;
using testing::HasSubstr;
using LoggedWorld = support::BasicTraderWorld<support::LoggedTrader>;

class JournalOfATrader : public testing::Test {
  protected:
    void add_start(const trader::Start& start) {
        static_cast<void>(support::LogRecorder({&log_}).start(start));
    }
    void add_input(const trader::Input& input) { support::LogRecorder({&log_}).on_input(input); }
    [[nodiscard]] Expected<LiveSession> read() const {
        LiveSessionReader reader(
            [this](const std::string& config) -> Expected<trader::TraderOptions> {
                return config == "options" ? Expected<trader::TraderOptions>(options_)
                                           : fail("the options must be 'options'");
            });
        std::uint64_t seq = 0;
        for (const InputLog::Entry& entry : log_.entries) {
            auto added = reader.add(
                {.seq = ++seq, .time = entry.time, .type = entry.type, .payload = entry.payload});
            if (!added) {
                return std::unexpected(added.error());
            }
        }
        return reader.finish();
    }
    [[nodiscard]] std::string error() const {
        const auto session = read();
        return session ? "no error" : session.error().message;
    }

    InputLog log_;
    trader::TraderOptions options_ = support::trader_at_the_venue();
};

TEST_F(JournalOfATrader, IsTheSessionThatWasTraded) {
    LoggedWorld world(options_);
    support::log_all(world, log_);
    const Time begun = world.venue.now;
    world.trade_with_faults();
    world.loses = [](feed::Line) { return true; };
    world.other_enters('B', 499'200, 100);
    world.run_until_idle();
    world.loses = [](feed::Line) { return false; };
    world.other_enters('B', 499'300, 100);
    world.advance_ms(3'000);
    world.trader().stop(world.venue.now);
    world.advance_ms(500);
    const auto session = read();
    ASSERT_TRUE(session) << session.error().message;
    const oms::OrdersCounters& traded = world.trader().engine().orders().counters();
    EXPECT_EQ(session->orders.size(), traded.entered + traded.replaces);
    std::int64_t position = 0;
    std::size_t fills = 0;
    for (const SessionOrder& order : session->orders) {
        EXPECT_EQ(order.symbol, *Symbol::from("AAPL"));
        EXPECT_GE(order.sent, begun);
        for (const SessionFill& fill : order.fills) {
            position += signed_qty(order.side, fill.qty).value;
            EXPECT_GE(fill.at, order.sent);
            ++fills;
        }
    }
    EXPECT_EQ(fills, traded.executions);
    EXPECT_GT(fills, 0U);
    EXPECT_EQ(position, world.position());
    EXPECT_EQ(session->config, "options");
    EXPECT_EQ(session->symbols, options_.engine.symbols);
    EXPECT_GT(session->feed_gaps, 0U) << "both lines have lost the message before another";
    EXPECT_FALSE(session->answers_query_itself);
    ASSERT_TRUE(session->events.opened && session->events.stopped && session->events.ended);
    EXPECT_LT(*session->events.opened, *session->events.stopped);
    EXPECT_LE(*session->events.stopped, *session->events.ended);
    EXPECT_FALSE(session->events.timers.empty());
    EXPECT_FALSE(session->feed.empty());
    EXPECT_TRUE(session->entries.empty());
    EXPECT_GE(session->requests.size(), session->orders.size());
}

TEST_F(JournalOfATrader, OverMdp3HasPacketsAndTheirEntries) {
    options_ = support::mdp3_trader_at_the_venue(feed::Mdp3Depth::ByOrder);
    LoggedWorld world(options_);
    support::log_all(world, log_);
    world.make_market();
    world.advance_ms(500);
    world.other_takes('S', 60);
    world.run_until_idle();
    const auto session = read();
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_EQ(session->feed.size(), session->entries.size() + 1) << "and the one that is not read";
    ASSERT_FALSE(session->orders.empty());
    EXPECT_EQ(session->orders.front().symbol, *Symbol::from("AAPL"));
}

TEST_F(JournalOfATrader, WithoutAStartOrRecordsIsNone) {
    EXPECT_THAT(error(), HasSubstr("must be a trader's journal, got one without records"));
    add_input({.number = 1, .event = trader::event::Timer{}});
    EXPECT_EQ(error(), "must be a trader's journal");
}

TEST_F(JournalOfATrader, OfADemoIsRefused) {
    add_start({.subject = trader::Subject::Engine, .text = "options"});
    EXPECT_THAT(error(), HasSubstr("must be the journal of hotpath trade, not of hotpath demo"));
}

TEST_F(JournalOfATrader, HasTheErrorOfItsConfiguration) {
    add_start({.text = "others"});
    EXPECT_EQ(error(), "the options must be 'options'");
}

TEST_F(JournalOfATrader, OfTwoVenuesIsRefused) {
    add_start({.text = "options"});
    add_input({.number = 1, .venue = 1, .event = trader::event::Timer{}});
    EXPECT_EQ(error(), "must be the journal of a trader of one venue");
}

TEST_F(JournalOfATrader, WithLevelsForMarketDataIsRefused) {
    options_ = support::mdp3_trader_at_the_venue(feed::Mdp3Depth::ByPrice);
    add_start({.text = "options"});
    EXPECT_THAT(error(), HasSubstr("must be the journal of a trader with market data by order"));
}

TEST_F(JournalOfATrader, WithASecondRunAfterOrdersIsRefusedAndWithoutThemItIsTheSession) {
    add_start({.text = "options"});
    add_input({.number = 1, .now = {50}, .event = trader::event::Timer{}});
    LoggedWorld world(options_);
    support::log_all(world, log_);
    world.make_market();
    world.advance_ms(500);
    const auto session = read();
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_GT(session->events.timers.front(), Time{50}) << "the first run's is gone";
    EXPECT_FALSE(session->orders.empty());
    add_start({.text = "options"});
    EXPECT_THAT(error(), HasSubstr("must hold one run of a trader that sent orders, got several"));
}

}  // namespace
}  // namespace hotpath::backtest
