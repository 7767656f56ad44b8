// An engine without sessions, observed: its journal replays like a trader's.
#include "hotpath/trader/observed_engine.hpp"

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"
#include "tests/support/input_records.hpp"

namespace hotpath::trader {
namespace {

using Logged = ObservedEngine<strategy::MarketMaker, timing::NoTicks, support::LogRecorder>;
using Quoting = EngineSubject<strategy::MarketMaker>;

constexpr exchange::SessionId kOurs{0};
constexpr exchange::SessionId kOthers{1};
constexpr strategy::MarketMakerOptions kEngineQuotes{.instruments_max = 3, .quote_qty = {100}};

[[nodiscard]] engine::EngineOptions small_engine() {
    engine::EngineOptions options;
    options.books = {.orders_max = 1'000,
                     .levels_max = 1'000,
                     .instruments_max = 3,
                     .huge_pages = HugePages::Never};
    options.symbols = {*Symbol::from("AAPL")};
    return options;
}

struct Engines : ReplaySubjects {
    [[nodiscard]] Expected<std::unique_ptr<ReplaySubject>> make(const Start& start) override {
        EXPECT_EQ(start.subject, Subject::Engine);
        auto engine = Quoting::Observed::create(options, strategy::MarketMaker(kEngineQuotes));
        return std::make_unique<Quoting>(std::move(*engine));
    }
    engine::EngineOptions options = small_engine();
};

/// A venue with an engine at it, bytes handed over at once.
class ObservedEngineAtAVenue : public testing::Test {
  protected:
    void SetUp() override {
        engine.observer() = support::LogRecorder({&log});
        ASSERT_TRUE(engine.observer().start({.subject = Subject::Engine, .text = "[demo]\n"}));
        protocols::nasdaq::itch50::StockTradingAction action;
        action.store_stock_locate(1);
        action.store_stock(*Symbol::from("AAPL"));
        action.store_trading_state('T');
        venue.publish(action.bytes());
        move_all();
        for (std::uint32_t n = 0; n < 10; ++n) {
            other_enters('B', 499'000 - n * 100);
            other_enters('S', 501'000 + n * 100);
        }
        engine.on_timer(now);
        move_all();
        // What the others quote at the best price was there first; then comes the engine's.
        other_enters('S', 490'000, 100);
        other_enters('B', 510'000, 100);
    }

    void other_enters(char side, std::uint64_t price, std::uint32_t qty = 50) {
        protocols::nasdaq::ouch50::EnterOrder order;
        order.store_user_ref_num(++number);
        order.store_side(side);
        order.store_quantity(qty);
        order.store_symbol(*Symbol::from("AAPL"));
        order.store_price(price);
        order.store_time_in_force('0');
        order.store_display('Y');
        order.store_capacity('A');
        order.store_iso_eligibility('N');
        order.store_cross_type('N');
        venue.on_order_bytes(kOthers, order.bytes(), now);
        move_all();
    }

    /// Until nothing moves.
    void move_all() {
        for (bool is_moving = true; is_moving; now = now + Nanos{1'000}) {
            is_moving = false;
            std::vector<std::vector<std::byte>> replies;
            for (const exchange::Reply& reply : venue.replies()) {
                if (reply.session == kOurs) {
                    replies.emplace_back(reply.message.begin(), reply.message.end());
                }
            }
            std::vector<std::vector<std::byte>> packets;
            for (const Bytes packet : venue.feed_packets()) {
                packets.emplace_back(packet.begin(), packet.end());
            }
            venue.clear_replies();
            venue.clear_feed();
            for (const auto& reply : replies) {
                engine.on_order_bytes(reply, now);
                is_moving = send() || is_moving;
            }
            for (const auto& packet : packets) {
                engine.on_packet(packet, now);
                is_moving = send() || is_moving;
            }
        }
    }
    bool send() {
        bool has_sent = false;
        engine.for_each_outgoing([&](Bytes message) {
            venue.on_order_bytes(kOurs, message, now);
            has_sent = true;
        });
        return has_sent;
    }

    Time now{1};
    std::uint32_t number = 0;
    support::InputLog log;
    exchange::OuchExchange venue = std::move(
        *exchange::OuchExchange::create({.books = small_engine().books, .sessions_max = 2}));
    Logged engine =
        std::move(*Logged::create(small_engine(), strategy::MarketMaker(kEngineQuotes)));
};

TEST_F(ObservedEngineAtAVenue, ItsJournalReplaysToTheSameBytes) {
    EXPECT_GT(engine.orders().counters().executions, 0U);
    Engines engines;
    const support::Replayed replayed = support::replay(log, engines);
    EXPECT_FALSE(replayed.difference.has_value());
    EXPECT_EQ(replayed.counters.inputs, engine.inputs());
    EXPECT_GT(replayed.counters.output_bytes[0], 90U);
}

TEST_F(ObservedEngineAtAVenue, AnotherLimitIsFound) {
    Engines engines;
    engines.options.limits.order_qty_max = {99};
    const support::Replayed replayed = support::replay(log, engines);
    ASSERT_TRUE(replayed.difference.has_value());
    EXPECT_TRUE(replayed.difference->replayed.venues[0].outputs[0].empty());
    EXPECT_FALSE(replayed.difference->recorded.venues[0].outputs[0].empty());
}

}  // namespace
}  // namespace hotpath::trader
