// The life of an order's place in the queue: acceptance, replacement, executions, snapshots, sessions.
#include "hotpath/engine/queue_places.hpp"

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "tests/support/trading_day.hpp"

namespace hotpath::engine {
namespace {

using support::TestFeed;
using Place = std::optional<TotalQty>;

constexpr std::uint16_t kBookLocate = 5;
const Symbol kBookSymbol = *Symbol::from("ABCD");
constexpr std::uint32_t kBid = 100'000;
constexpr std::uint64_t kVenueId = 500;

/// Bids 100 once there is an ask, replaces the bid by 200 on demand, and notes the place that each event shows.
struct PlaceWatcher : strategy::NullStrategy {
    static constexpr bool kFollowsQueue = true;

    void on_book(const book::BookView& book, const strategy::QueueContext& context,
                 oms::Intents& intents) noexcept {
        in_book = context.queue_ahead_qty(order);
        if (order.value == 0 && book.level_count(Side::Sell) != 0) {
            order = intents.enter({.instrument = book.instrument(),
                                   .side = Side::Buy,
                                   .qty = {100},
                                   .price = {kBid}});
        } else if (std::exchange(*replaces, false)) {
            original = std::exchange(order, intents.replace(order, {200}, {kBid}));
        }
    }
    void on_trade(const strategy::Trade&, const strategy::QueueContext& context) noexcept {
        in_trade = context.queue_ahead_qty(order);
    }
    void on_fill(const oms::Fill&, const strategy::QueueContext& context) noexcept {
        in_fill = context.queue_ahead_qty(order);
    }
    void on_books_state(strategy::BooksState, const strategy::QueueContext& context) noexcept {
        in_state = context.queue_ahead_qty(order);
    }

    explicit PlaceWatcher(bool& wants_replacement) : replaces(&wants_replacement) {}

    bool* replaces;
    ClOrdId order{};
    ClOrdId original{};
    Place in_book{};
    Place in_trade{};
    Place in_fill{};
    Place in_state{};
};

static_assert(strategy::QueueAwareStrategy<PlaceWatcher>);
static_assert(!strategy::QueueAwareStrategy<strategy::MarketMaker>);
// A strategy that does not follow the queue has an engine without it.
template <class S>
using EngineOf = protocols::nasdaq::NasdaqEngine<S>;
template <class S>
using EventsOf =
    FeedEvents<S, timing::NoTicks, typename EngineOf<S>::Feed, typename EngineOf<S>::Gateway>;
static_assert(feed::ChangeListener<EventsOf<PlaceWatcher>>);
static_assert(!feed::ChangeListener<EventsOf<strategy::MarketMaker>>);
static_assert(std::is_empty_v<QueuePlacesOf<strategy::MarketMaker>>);

/// A gap is not asked for, and another session of the feed is believed at once after a silence.
EngineOptions options_of_places() {
    EngineOptions options = support::small_engine_options();
    options.feed.requests.attempts_max = 0;
    options.feed.lines.believe_after = 1;
    return options;
}

class QueuePlacesDay : public testing::Test {
  protected:
    using Engine = protocols::nasdaq::NasdaqEngine<PlaceWatcher>;

    /// Two bids of 100 at our price, and our order, which the venue has not answered.
    void SetUp() override {
        open(TestFeed::directory(kBookLocate, kBookSymbol));
        hear(TestFeed::add(kBookLocate, 101, Side::Buy, kBid));
        hear(TestFeed::add(kBookLocate, 102, Side::Buy, kBid));
        hear(TestFeed::add(kBookLocate, 103, Side::Sell, 100'100));
        EXPECT_EQ(drain(), "O");
    }
    void open(const protocols::nasdaq::itch50::StockDirectory& directory) {
        hear(directory);
        hear(TestFeed::state(kBookLocate, kBookSymbol, 'T'));
    }
    template <class Message>
    void hear(const Message& message) {
        now_.value += 1'000;
        engine_.on_packet(feed_.packet(message), now_);
    }
    void join(std::uint64_t id) { hear(TestFeed::add(kBookLocate, id, Side::Buy, kBid)); }
    void leave(std::uint64_t id) { hear(TestFeed::remove(kBookLocate, id)); }
    void execute(std::uint64_t id, std::uint32_t qty) {
        protocols::nasdaq::itch50::OrderExecuted m;
        m.store_stock_locate(kBookLocate);
        m.store_order_reference_number(id);
        m.store_executed_shares(qty);
        hear(m);
    }
    void replace(std::uint64_t original, std::uint64_t id, std::uint32_t qty) {
        protocols::nasdaq::itch50::OrderReplace m;
        m.store_stock_locate(kBookLocate);
        m.store_original_order_reference_number(original);
        m.store_new_order_reference_number(id);
        m.store_shares(qty);
        m.store_price(kBid);
        hear(m);
    }
    template <class Message>
    void reply(const Message& message) {
        engine_.on_order_bytes(message.bytes(), now_);
    }
    void accept(std::uint64_t venue_id = kVenueId) {
        protocols::nasdaq::ouch50::OrderAccepted m = support::accepted(entered_);
        m.store_order_reference_number(venue_id);
        reply(m);
    }
    void accept_replacement(std::uint64_t venue_id) {
        protocols::nasdaq::ouch50::OrderReplaced m = support::replaced(replaced_, 200);
        m.store_order_reference_number(venue_id);
        reply(m);
    }
    void move_to(std::uint64_t venue_id) {
        protocols::nasdaq::ouch50::OrderPriorityUpdate m;
        m.store_user_ref_num(entered_.load_user_ref_num());
        m.store_order_reference_number(venue_id);
        reply(m);
    }
    /// Accepted and in the books, 200 ahead.
    void rest() {
        accept();
        join(kVenueId);
        ASSERT_EQ(place(), TotalQty{200});
    }
    void request_replacement() {
        wants_replacement_ = true;
        engine_.act({kBookLocate}, now_);
        EXPECT_EQ(drain(), "U");
    }
    /// The types of what the engine sent, which is taken note of.
    std::string drain() {
        std::string types;
        engine_.for_each_outgoing([&](Bytes message) {
            types += std::to_integer<char>(message.front());
            if (types.back() == 'O') {
                entered_ = protocols::nasdaq::ouch50::EnterOrder::at(message.data());
            } else if (types.back() == 'U') {
                replaced_ = protocols::nasdaq::ouch50::ReplaceOrderRequest::at(message.data());
            }
        });
        return types;
    }
    /// As the strategy sees it now.
    [[nodiscard]] Place place() { return place_of(engine_.strategy().order); }
    [[nodiscard]] Place place_of(ClOrdId id) {
        return engine_.is_current() ? engine_.queue_places().queue_ahead_qty(id) : Place{};
    }
    void begin_snapshot() {
        feed_.lose_one();
        hear(TestFeed::add(kBookLocate, 190, Side::Sell, 100'300));
        engine_.on_timer(now_ + Nanos{kNanosPerSecond});
        ASSERT_TRUE(engine_.wants_snapshot());
        engine_.on_snapshot_begin(now_);
    }
    template <class Message>
    void load(const Message& message) {
        engine_.on_snapshot_message(message.bytes(), now_);
    }
    void end_snapshot(std::uint64_t next) {
        protocols::nasdaq::glimpse50::EndOfSnapshot end;
        end.store_itch_sequence_number(protocols::nasdaq::glimpse50::to_characters(next));
        load(end);
    }

    bool wants_replacement_ = false;
    Engine engine_ =
        std::move(*Engine::create(options_of_places(), PlaceWatcher(wants_replacement_)));
    TestFeed feed_;
    Time now_{34'200 * kNanosPerSecond};
    protocols::nasdaq::ouch50::EnterOrder entered_;
    protocols::nasdaq::ouch50::ReplaceOrderRequest replaced_;
};

TEST_F(QueuePlacesDay, AnOrderThatTheVenueHasNotAnsweredHasNoPlace) {
    EXPECT_EQ(place(), std::nullopt);
    EXPECT_EQ(place_of({77}), std::nullopt) << "never ours";
}

TEST_F(QueuePlacesDay, AnOrderAcceptedFirstHasAPlaceOnceItIsInTheBooks) {
    accept();
    EXPECT_EQ(place(), std::nullopt) << "late, or hidden";
    join(120);
    EXPECT_EQ(place(), std::nullopt) << "another's";
    join(kVenueId);
    EXPECT_EQ(place(), TotalQty{300});
    EXPECT_EQ(engine_.strategy().in_book, TotalQty{300}) << "shown with the same packet";
}

TEST_F(QueuePlacesDay, AnOrderInTheBooksFirstHasAPlaceAtItsAcceptance) {
    join(kVenueId);
    join(600);
    EXPECT_EQ(place(), std::nullopt);
    accept();
    EXPECT_EQ(place(), TotalQty{200});
    EXPECT_EQ(engine_.strategy().in_book, TotalQty{200}) << "shown with the reply";
}

TEST_F(QueuePlacesDay, WhatLeavesAheadOfItMovesItUp) {
    rest();
    join(600);
    execute(101, 30);
    EXPECT_EQ(place(), TotalQty{170});
    leave(600);
    EXPECT_EQ(place(), TotalQty{170}) << "behind it";
    leave(102);
    EXPECT_EQ(place(), TotalQty{70});
    join(110);
    EXPECT_EQ(place(), TotalQty{170}) << "released late: an older number is ahead";
    replace(110, 700, 100);
    EXPECT_EQ(place(), TotalQty{70}) << "a replacement is behind";
}

TEST_F(QueuePlacesDay, ATradeShowsThePlaceBeforeIt) {
    rest();
    execute(101, 30);
    EXPECT_EQ(engine_.strategy().in_trade, TotalQty{200});
    EXPECT_EQ(engine_.strategy().in_book, TotalQty{170});
}

TEST_F(QueuePlacesDay, AnExecutionInPartKeepsThePlace) {
    rest();
    leave(101);
    leave(102);
    execute(kVenueId, 40);
    reply(support::executed(entered_.load_user_ref_num(), 40, 1));
    EXPECT_EQ(place(), TotalQty{0});
    EXPECT_EQ(engine_.strategy().in_fill, TotalQty{0});
    reply(support::executed(entered_.load_user_ref_num(), 60, 2));
    EXPECT_EQ(engine_.strategy().in_fill, std::nullopt) << "nothing is left of it";
    execute(kVenueId, 60);
    EXPECT_EQ(place(), std::nullopt);
}

TEST_F(QueuePlacesDay, ACanceledOrderHasNoPlaceWhetherFeedOrReplyComesFirst) {
    rest();
    leave(kVenueId);
    EXPECT_EQ(place(), std::nullopt) << "gone from the books";
    reply(support::canceled(entered_.load_user_ref_num(), 100));
    EXPECT_EQ(place(), std::nullopt);
    EXPECT_EQ(engine_.queue_places().size(), 0U);
}

TEST_F(QueuePlacesDay, AnOrderThatTheVenueSaysIsCanceledHasNoPlaceInTheBooks) {
    rest();
    reply(support::canceled(entered_.load_user_ref_num(), 100));
    EXPECT_EQ(place(), std::nullopt);
    leave(kVenueId);
    EXPECT_EQ(place(), std::nullopt);
}

TEST_F(QueuePlacesDay, AReplacementShownBeforeTheReplyHasItsPlaceAtTheReply) {
    rest();
    join(600);
    request_replacement();
    EXPECT_EQ(place_of(engine_.strategy().original), TotalQty{200}) << "until it is replaced";
    replace(kVenueId, 610, 200);
    EXPECT_EQ(place_of(engine_.strategy().original), std::nullopt) << "gone from the books";
    EXPECT_EQ(place(), std::nullopt) << "its venue id is not known yet";
    accept_replacement(610);
    EXPECT_EQ(place(), TotalQty{300});
    leave(600);
    EXPECT_EQ(place(), TotalQty{200});
}

TEST_F(QueuePlacesDay, AReplacementAnsweredBeforeItIsShownHasItsPlaceWhenItIsShown) {
    rest();
    request_replacement();
    accept_replacement(610);
    EXPECT_EQ(place(), std::nullopt);
    EXPECT_EQ(place_of(engine_.strategy().original), std::nullopt) << "closed";
    replace(kVenueId, 610, 200);
    EXPECT_EQ(place(), TotalQty{200});
    EXPECT_EQ(engine_.queue_places().size(), 1U);
}

TEST_F(QueuePlacesDay, AReplacementShownAsADeleteAndAnAddHasItsPlaceToo) {
    rest();
    request_replacement();
    leave(kVenueId);
    join(610);
    accept_replacement(610);
    EXPECT_EQ(place(), TotalQty{200});
}

TEST_F(QueuePlacesDay, ARefusedReplacementLeavesTheOriginalInItsPlace) {
    rest();
    request_replacement();
    protocols::nasdaq::ouch50::OrderRejected rejected;
    rejected.store_user_ref_num(replaced_.load_user_ref_num());
    reply(rejected);
    EXPECT_EQ(place(), std::nullopt);
    EXPECT_EQ(place_of(engine_.strategy().original), TotalQty{200});
}

TEST_F(QueuePlacesDay, AnOrderShownUnderAnotherNumberIsFollowedUnderIt) {
    rest();
    move_to(610);
    EXPECT_EQ(place(), std::nullopt) << "not shown yet";
    leave(kVenueId);
    join(610);
    EXPECT_EQ(place(), TotalQty{200});
    join(620);
    leave(610);
    move_to(620);
    EXPECT_EQ(place(), TotalQty{200}) << "shown before";
    EXPECT_EQ(engine_.queue_places().size(), 1U);
}

TEST_F(QueuePlacesDay, ABrokenOrderSessionChangesNoPlace) {
    rest();
    request_replacement();
    engine_.on_session_lost();
    leave(101);
    EXPECT_EQ(place_of(engine_.strategy().original), TotalQty{100});
    engine_.on_session_open();
    drain();
    reply(protocols::nasdaq::ouch50::AccountQueryResponse{});
    EXPECT_EQ(place(), std::nullopt) << "the replacement never arrived";
    EXPECT_EQ(place_of(engine_.strategy().original), TotalQty{100});
}

TEST_F(QueuePlacesDay, WhileTheBooksAreNotCurrentThePlaceIsUnknown) {
    rest();
    hear(TestFeed::remove(kBookLocate, 999));  // refused: the books are doubtful
    EXPECT_EQ(place(), std::nullopt);
    EXPECT_EQ(engine_.strategy().in_state, std::nullopt);
    engine_.accept_gap(now_);
    EXPECT_EQ(place(), TotalQty{200});
}

TEST_F(QueuePlacesDay, ASnapshotGivesThePlaceInTheNewBooks) {
    rest();
    begin_snapshot();
    EXPECT_EQ(place(), std::nullopt);
    EXPECT_EQ(engine_.queue_places().queue_ahead_qty(engine_.strategy().order), std::nullopt)
        << "the books are empty";
    load(TestFeed::state(kBookLocate, kBookSymbol, 'T'));
    load(TestFeed::add(kBookLocate, 103, Side::Sell, 100'100));
    load(TestFeed::add(kBookLocate, kVenueId, Side::Buy, kBid));
    load(TestFeed::add(kBookLocate, 102, Side::Buy, kBid));
    EXPECT_EQ(place(), std::nullopt) << "not whole yet";
    end_snapshot(9);
    ASSERT_TRUE(engine_.is_current());
    EXPECT_EQ(place(), TotalQty{100});
    EXPECT_EQ(engine_.strategy().in_state, TotalQty{100}) << "told with the state of the books";
}

TEST_F(QueuePlacesDay, InAnotherSessionOfTheFeedItsNumberIsAnothersOrder) {
    rest();
    feed_ = TestFeed("SECOND");
    now_ = now_ + options_of_places().feed_silence_max;
    open(TestFeed::directory(kBookLocate, kBookSymbol));
    engine_.accept_gap(now_);
    join(400);
    join(kVenueId);
    hear(TestFeed::add(kBookLocate, 401, Side::Sell, 100'100));
    ASSERT_TRUE(engine_.is_current());
    EXPECT_EQ(place(), std::nullopt) << "it was of the session before";
    reply(support::executed(entered_.load_user_ref_num(), 40, 1));
    EXPECT_EQ(place(), std::nullopt);
    move_to(400);
    EXPECT_EQ(place(), TotalQty{0}) << "a number that came after the change";
}

}  // namespace
}  // namespace hotpath::engine
