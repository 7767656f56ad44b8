// The examples of README.md, compiled and run.
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "tests/support/trading_day.hpp"

namespace hotpath {
namespace {

struct ReadmeBidder : strategy::NullStrategy {
    void on_book(const book::BookView& book, const strategy::Context& context,
                 oms::Intents& intents) noexcept {
        if (context.orders.open_orders().empty()) {
            order_ = intents.enter({.instrument = book.instrument(),
                                    .side = Side::Buy,
                                    .qty = {100},
                                    .price = book.best_bid().price});
        }
    }
    ClOrdId order_;
};
static_assert(strategy::Strategy<ReadmeBidder>);

struct PatientBidder : ReadmeBidder {
    static constexpr bool kFollowsQueue = true;
    static constexpr TotalQty kNearFront{200};

    void on_book(const book::BookView& book, const strategy::QueueContext& context,
                 oms::Intents& intents) noexcept {
        ReadmeBidder::on_book(book, context, intents);
        const oms::Order* order = context.orders.find(order_);
        const auto ahead = context.queue_ahead_qty(order_);
        if (order == nullptr || !ahead || *ahead < kNearFront) {
            return;  // not in the books yet, or too near the front to start again at the back
        }
        if (const Price best = book.best_bid().price; order->price < best) {
            order_ = intents.replace(order_, order->qty, best);
        }
    }
};
static_assert(strategy::QueueAwareStrategy<PatientBidder>);

class PatientBidderDay : public testing::Test {
  protected:
    static constexpr std::uint16_t kLocate = 5;

    void SetUp() override {
        const Symbol symbol = *Symbol::from("ABCD");
        hear(support::TestFeed::directory(kLocate, symbol));
        hear(support::TestFeed::state(kLocate, symbol, 'T'));
        bid(10, 99'900);
        bid(11, 99'900);
        hear(support::TestFeed::add(kLocate, 12, Side::Sell, 100'400));
        EXPECT_EQ(sent(), "O");
        protocols::nasdaq::ouch50::OrderAccepted accepted = support::accepted(entered_);
        accepted.store_order_reference_number(20);
        engine_.on_order_bytes(accepted.bytes(), now_);
    }
    template <class Message>
    void hear(const Message& message) {
        now_.value += 1'000;
        engine_.on_packet(feed_.packet(message), now_);
    }
    void bid(std::uint64_t id, std::uint32_t price) {
        hear(support::TestFeed::add(kLocate, id, Side::Buy, price));
    }
    std::string sent() {
        std::string types;
        engine_.for_each_outgoing([&](Bytes message) {
            types += std::to_integer<char>(message.front());
            if (types == "O") {
                entered_ = protocols::nasdaq::ouch50::EnterOrder::at(message.data());
            }
        });
        return types;
    }

    using Engine = protocols::nasdaq::NasdaqEngine<PatientBidder>;
    Engine engine_ = std::move(*Engine::create(support::small_engine_options(), {}));
    support::TestFeed feed_;
    Time now_{34'200 * kNanosPerSecond};
    protocols::nasdaq::ouch50::EnterOrder entered_;
};

TEST_F(PatientBidderDay, ABidFarBackFollowsTheMarket) {
    bid(20, 99'900);  // ours, 200 ahead
    EXPECT_EQ(sent(), "");
    bid(21, 100'000);
    EXPECT_EQ(sent(), "U");
}

TEST_F(PatientBidderDay, ABidNearTheFrontStays) {
    bid(20, 99'900);
    hear(support::TestFeed::remove(kLocate, 10));  // 100 ahead
    bid(21, 100'000);
    EXPECT_EQ(sent(), "");
}

TEST_F(PatientBidderDay, ABidWhosePlaceIsUnknownStays) {
    bid(21, 100'000);
    EXPECT_EQ(sent(), "");
}

}  // namespace
}  // namespace hotpath
