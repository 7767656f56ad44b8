// The engine's patience with a gap that may still be filled: open orders stay and nothing new is
// sent until the gap is filled or the patience ends; then the strategy decides without waiting for
// a message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/engine/engine.hpp"
#include "tests/support/lossy_day.hpp"
#include "tests/support/trading_day.hpp"

namespace hotpath::engine {
namespace {

using feed::FeedState;
using feed::Line;
using strategy::BooksState;
using support::kInstrument;
using support::kLocate;
using support::kSymbol;
using support::Packet;
using support::TestFeed;
using ::testing::ElementsAre;

constexpr Nanos kPatience{50'000'000};

class GapPatience : public support::LossyDay {
  protected:
    void SetUp() override { make(patient()); }
    static EngineOptions patient(Nanos patience = kPatience) {
        EngineOptions options = support::small_engine_options();
        options.gap_patience = patience;
        return options;
    }
    [[nodiscard]] std::size_t shown() const { return engine_.strategy().books.size(); }
    /// The market is open, a bid of ours is in it, and a packet is asked for again.
    Packet quote_and_lose_one() {
        open_market();
        engine_.for_each_outgoing([&](Bytes message) {
            entered_ = protocols::nasdaq::ouch50::EnterOrder::at(message.data());
        });
        engine_.on_order_bytes(support::accepted(entered_).bytes(), now_);
        Packet lost = lose_one();
        pass(support::small_engine_options().feed.requests.gap_timeout);
        return lost;
    }
    void pass_to_the_end_of_the_patience(Nanos less = {}) {
        while (engine_.next_deadline() < lost_at() + kPatience) {
            pass(engine_.next_deadline() - now_);
            requests();
        }
        now_ = lost_at() + kPatience - less;
        engine_.on_timer(now_);
    }
    [[nodiscard]] Time lost_at() const {
        return opened_ + Nanos{5'000};  // four packets open the market, the fifth shows the loss
    }

    protocols::nasdaq::ouch50::EnterOrder entered_;
    Time opened_ = now_;
};

TEST_F(GapPatience, OpenOrdersStayThroughAGapThatIsFilledInTime) {
    const Packet lost = quote_and_lose_one();
    EXPECT_EQ(engine_.feed().state(), FeedState::Requesting);
    EXPECT_FALSE(engine_.is_stale());
    EXPECT_FALSE(engine_.is_current());
    EXPECT_EQ(drain(), "");
    pass_to_the_end_of_the_patience(Nanos{1});
    EXPECT_EQ(drain(), "") << "a nanosecond before its end";
    hear(lost, Line::Replies);
    EXPECT_TRUE(engine_.is_current());
    EXPECT_EQ(drain(), "") << "it stands already";
    EXPECT_THAT(engine_.strategy().states, ElementsAre(BooksState::Current));
    EXPECT_EQ(engine_.counters().stale_periods, 0U);
    EXPECT_EQ(engine_.counters().gaps_outwaited, 1U);
}

TEST_F(GapPatience, AtItsEndEverythingIsPulled) {
    const Packet lost = quote_and_lose_one();
    pass_to_the_end_of_the_patience();
    EXPECT_TRUE(engine_.is_stale());
    EXPECT_EQ(drain(), "X");
    EXPECT_THAT(engine_.strategy().states, ElementsAre(BooksState::Current, BooksState::Stale));
    hear(lost, Line::Replies);
    EXPECT_THAT(engine_.strategy().states,
                ElementsAre(BooksState::Current, BooksState::Stale, BooksState::Current));
    EXPECT_EQ(engine_.counters().stale_periods, 1U);
    EXPECT_EQ(engine_.counters().gaps_outwaited, 0U);
}

TEST_F(GapPatience, APacketAtItsEndPullsToo) {
    quote_and_lose_one();
    now_ = lost_at() + kPatience - Nanos{1'000};
    hear(add(6));
    EXPECT_TRUE(engine_.is_stale());
    EXPECT_EQ(drain(), "X");
}

TEST_F(GapPatience, WithoutAnyAGapPullsAtOnce) {
    make(patient(Nanos{0}));
    open_market();
    EXPECT_EQ(drain(), "O");
    lose_one();
    EXPECT_TRUE(engine_.is_stale());
    EXPECT_EQ(drain(), "X");
}

TEST_F(GapPatience, NothingNewIsSentWhileTheGapIsOpen) {
    const Packet lost = quote_and_lose_one();
    const std::size_t before = shown();
    engine_.on_order_bytes(support::canceled(entered_.load_user_ref_num(), 100).bytes(), now_);
    ASSERT_TRUE(engine_.orders().open_orders().empty());
    engine_.act(kInstrument, now_);
    EXPECT_FALSE(engine_.is_tradable(kInstrument));
    EXPECT_EQ(drain(), "") << "a bid on books that are behind adds risk";
    EXPECT_EQ(shown(), before);
    hear(lost, Line::B);
    EXPECT_EQ(drain(), "O") << "and it is entered when they are whole, without another message";
    EXPECT_EQ(shown(), before + 1);
}

TEST_F(GapPatience, ATimerIsKeptForTheEndOfTheGap) {
    const Packet lost = quote_and_lose_one();
    const int before = engine_.strategy().timers;
    pass({2'000'000});
    EXPECT_EQ(engine_.strategy().timers, before);
    hear(lost, Line::Replies);
    EXPECT_EQ(engine_.strategy().timers, before + 1);
    hear(add(6));
    EXPECT_EQ(engine_.strategy().timers, before + 1) << "once";
}

TEST_F(GapPatience, AHaltIsNotWaitedWith) {
    open_market();
    engine_.for_each_outgoing([&](Bytes message) {
        entered_ = protocols::nasdaq::ouch50::EnterOrder::at(message.data());
    });
    engine_.on_order_bytes(support::accepted(entered_).bytes(), now_);
    const Packet halt = packet(TestFeed::state(kLocate, kSymbol, 'H'));
    hear(add(6));
    lose_one();
    hear(halt, Line::B);
    ASSERT_FALSE(engine_.is_current()) << "there is another gap";
    ASSERT_FALSE(engine_.is_stale());
    EXPECT_EQ(drain(), "X");
}

TEST_F(GapPatience, AnOrderAcceptedAfterAKillIsPulledAlthoughAGapIsOpen) {
    open_market();
    engine_.for_each_outgoing([&](Bytes message) {
        entered_ = protocols::nasdaq::ouch50::EnterOrder::at(message.data());
    });
    lose_one();
    engine_.stop(risk::TradingMode::Killed, risk::StopReason::Operator, now_);
    engine_.on_order_bytes(support::accepted(entered_).bytes(), now_);
    EXPECT_EQ(drain(), "X");
}

TEST_F(GapPatience, GapsInARowHaveOnePatience) {
    open_market();
    EXPECT_EQ(drain(), "O");
    Packet lost = lose_one();
    const Time since = now_;
    for (std::uint64_t id = 10; now_ - since < kPatience - Nanos{10'000'000}; id += 2) {
        now_ = now_ + Nanos{8'000'000};
        const Packet next = lose_one(id);
        hear(lost, Line::B);
        ASSERT_FALSE(engine_.is_current());
        lost = next;
    }
    EXPECT_EQ(drain(), "");
    now_ = since + kPatience;
    engine_.on_timer(now_);
    EXPECT_EQ(drain(), "X") << "so long has no decision been made about what is open";
}

TEST_F(GapPatience, AGapThatIsGivenUpIsNotWaitedFor) {
    EngineOptions options = support::options_without_requests();
    options.gap_patience = kPatience;
    make(options);
    open_market();
    EXPECT_EQ(drain(), "O");
    lose_one();
    EXPECT_EQ(drain(), "");
    pass(options.feed.requests.gap_timeout);
    ASSERT_TRUE(engine_.wants_snapshot());
    EXPECT_TRUE(engine_.is_stale());
    EXPECT_EQ(drain(), "X");
}

TEST_F(GapPatience, StaleBooksAreNotTradedUntilTheyAreWhole) {
    const Packet lost = quote_and_lose_one();
    pass_to_the_end_of_the_patience();
    ASSERT_TRUE(engine_.is_stale());
    drain();
    const Packet also_lost = lose_one(10);
    hear(lost, Line::Replies);
    EXPECT_TRUE(engine_.is_stale()) << "another gap has no patience of its own";
    hear(also_lost, Line::B);
    EXPECT_TRUE(engine_.is_current());
}

TEST_F(GapPatience, LateJoinersAreNotTakenForPatientOnes) {
    for (int n = 0; n < 3; ++n) {
        feed_.lose_one();
    }
    hear(packet(TestFeed::directory(kLocate, kSymbol)));
    hear(add(1, Side::Buy, 99'900));
    hear(add(2, Side::Sell, 100'100));
    EXPECT_TRUE(engine_.is_stale());
    EXPECT_TRUE(engine_.strategy().states.empty());
}

TEST(GapPatienceOptions, APatienceBeyondTheBoundIsRefused) {
    EngineOptions options = support::small_engine_options();
    options.gap_patience = EngineOptions::kGapPatienceMax;
    EXPECT_TRUE(validate(options).has_value());
    options.gap_patience.value += 1;
    ASSERT_FALSE(validate(options).has_value());
    EXPECT_EQ(validate(options).error().message, "engine: gap_patience_ms must be 0 to 1 second");
    options.gap_patience = Nanos{-1};
    EXPECT_FALSE(validate(options).has_value());
}

}  // namespace
}  // namespace hotpath::engine
