// A buyer in a market that falls by a tenth in minutes: which controls act, and that none is
// exceeded, by an account made of the session's bytes alone.
#include "hotpath/sim/market/flash_crash.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/risk/limits.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/sim/session/session.hpp"
#include "tests/support/conservation.hpp"

namespace hotpath::sim::session {
namespace {

using market::FlashCrash;

constexpr book::BooksOptions kBooks{
    .orders_max = 100'000, .levels_max = 20'000, .instruments_max = 100};
constexpr SignedQty kPositionMax{1'000};
constexpr Money kLossMax{5'000'000};  // 500 dollars
constexpr Money kNoLoss{1'000'000'000'000};
constexpr BasisPoints kNoJump{9'999};

/// Joins the best bid from shortly before the crash until the bottom, whatever it holds: only the
/// risk gate bounds it.
class DipBuyer : public strategy::NullStrategy {
  public:
    void on_book(const book::BookView& book, const strategy::Context& context,
                 oms::Intents& intents) noexcept {
        const Price bid = book.best_bid().price;
        if (context.now < kFrom || book.bbo().bid.orders == 0) {
            return;
        }
        const oms::Order* const own = context.orders.find(order_);
        if (context.now >= FlashCrash::kBottom) {
            if (own != nullptr && own->state == oms::OrderState::Live && !own->is_cancel_sent) {
                intents.cancel(order_);
            }
            return;
        }
        if (own == nullptr || !oms::is_open(own->state)) {
            order_ = intents.enter({.id = {},
                                    .instrument = book.instrument(),
                                    .side = Side::Buy,
                                    .qty = kQty,
                                    .price = bid});
        } else if (own->state == oms::OrderState::Live && own->price < bid) {
            order_ = intents.replace(order_, kQty, bid);
        }
    }
    void on_reject(const oms::Rejection& rejection, const strategy::Context&) noexcept {
        order_ = order_ == rejection.id ? rejection.original : order_;
    }

  private:
    static constexpr Time kFrom = FlashCrash::kBegins - Nanos{10 * kNanosPerSecond};
    static constexpr Qty kQty{100};

    ClOrdId order_{};
};

using Trader = protocols::nasdaq::NasdaqEngine<DipBuyer>;

/// The account after each event, and what was sent in which mode.
class Watch {
  public:
    explicit Watch(const engine::EngineOptions& options)
        : account_(
              {.limits = options.limits, .account = options.account, .fees = options.orders.fees}) {
    }

    void on_order_sent(Bytes message) {
        const std::uint64_t before = account_.orders();
        account_.on_request(message);
        orders_falling_ += is_falling_ ? account_.orders() - before : 0;
    }
    void on_reply_sent(Bytes) {}
    void on_feed_sent(Bytes) {}
    void on_reply_due(Bytes message) { account_.on_reply(message); }
    void on_packet(const Trader& trader, Time now) { look(trader, now); }
    void on_reply(const Trader& trader, Time now) { look(trader, now); }
    void on_timer(const Trader& trader, Time now) { look(trader, now); }

    [[nodiscard]] const support::Conservation& account() const { return account_; }
    [[nodiscard]] const std::string& fault() const { return fault_; }
    [[nodiscard]] std::uint64_t orders_falling() const { return orders_falling_; }
    [[nodiscard]] bool grew_after_stop() const { return grew_after_stop_; }
    [[nodiscard]] Time stopped_at() const { return stopped_at_; }
    [[nodiscard]] Money pnl_at_stop() const { return pnl_at_stop_; }

  private:
    void look(const Trader& trader, Time now) {
        is_falling_ = FlashCrash{.happens = true}.is_falling(now);
        fault_ = fault_.empty()
                     ? account_.fault(trader.orders(), trader.feed().market().directory())
                     : fault_;
        std::int64_t held = 0;
        for (const auto& [symbol, of] : account_.held()) {
            held += std::abs(of.position.value);
        }
        const bool is_stopped = trader.gateway().risk().mode() != risk::TradingMode::Open;
        if (is_stopped && stopped_at_ == kNever) {
            stopped_at_ = now;
            pnl_at_stop_ = trader.orders().account().pnl;
            settle_by_ = now + Nanos{kNanosPerSecond};
        }
        // What was on its way when trading stopped may still execute.
        grew_after_stop_ =
            grew_after_stop_ || (is_stopped && now > settle_by_ && held > held_before_);
        held_before_ = held;
    }

    support::Conservation account_;
    std::string fault_;
    std::uint64_t orders_falling_ = 0;
    std::int64_t held_before_ = 0;
    Time stopped_at_ = kNever;
    Time settle_by_ = kNever;
    Money pnl_at_stop_{};
    bool is_falling_ = false;
    bool grew_after_stop_ = false;
};

struct Limits {
    bool has_flash_crash = true;
    Money loss_max = kNoLoss;
    BasisPoints jump_bps = kNoJump;
    SignedQty position_max = kPositionMax;
};

/// The buyer in the one instrument of a day.
auto trade(const Limits& limits) {
    engine::EngineOptions options;
    options.books = kBooks;
    options.limits.position_max = limits.position_max;
    options.account.loss_max = limits.loss_max;
    options.volatility = {.jump_bps = limits.jump_bps,
                          .window = {30 * kNanosPerSecond},
                          .pause = {30 * kNanosPerSecond}};
    Session<Trader, Watch> session(
        {}, {.venue = std::move(*exchange::OuchExchange::create({.books = kBooks})),
             .flow = std::move(*flow::RecordedFlow::create(kBooks)),
             .trader = std::move(*Trader::create(options, DipBuyer())),
             .observer = Watch(options)});
    auto market = market::MarketGenerator::create({.seed = 2,
                                                   .messages = 100'000,
                                                   .instruments = 1,
                                                   .has_flash_crash = limits.has_flash_crash});
    for (Bytes message = market->next(); !message.empty(); message = market->next()) {
        session.on_message(message);
    }
    session.finish();
    EXPECT_EQ(session.observer().fault(), "");
    EXPECT_FALSE(session.trader().is_killed());
    EXPECT_LE(session.observer().account().position_most(), limits.position_max.value);
    return session;
}

std::uint64_t refused(const Trader& trader, risk::RejectReason reason) {
    return trader.gateway().counters().rejected_by_risk[static_cast<std::size_t>(reason)];
}

TEST(FlashCrash, ThePositionStopsAtItsLimitWhileEverybodySells) {
    const auto session = trade({});
    EXPECT_EQ(session.observer().account().position_most(), kPositionMax.value);
    EXPECT_GT(refused(session.trader(), risk::RejectReason::Position), 0U);
    EXPECT_EQ(session.observer().stopped_at(), kNever);
}

TEST(FlashCrash, ALossBeyondItsLimitLeavesOrdersThatReduce) {
    const auto session = trade({.loss_max = kLossMax});
    const Watch& watch = session.observer();
    EXPECT_EQ(session.trader().gateway().risk().stop_reason(), risk::StopReason::Loss);
    EXPECT_GE(watch.stopped_at(), FlashCrash::kBegins);
    EXPECT_LT(watch.stopped_at(), FlashCrash::kBottom);
    EXPECT_FALSE(watch.grew_after_stop());
    // It is found at the first mark beyond the limit: not far beyond.
    EXPECT_LT(watch.pnl_at_stop().value, -kLossMax.value);
    EXPECT_GT(watch.pnl_at_stop().value, -kLossMax.value * 3 / 2);
}

TEST(FlashCrash, AUsualDayWithTheSameLimitsIsTradedToItsEnd) {
    const auto session = trade({.has_flash_crash = false, .loss_max = kLossMax, .jump_bps = {50}});
    EXPECT_EQ(session.observer().stopped_at(), kNever);
    EXPECT_GT(session.observer().orders_falling(), 0U);
}

TEST(FlashCrash, TheGuardAgainstJumpsKeepsQuotesOutOfTheFall) {
    constexpr SignedQty kWide{100'000};
    const auto guarded = trade({.jump_bps = {50}, .position_max = kWide});
    const auto open = trade({.position_max = kWide});
    EXPECT_LT(guarded.observer().account().position_most() * 4,
              open.observer().account().position_most());
}

}  // namespace
}  // namespace hotpath::sim::session
