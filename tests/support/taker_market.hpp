#pragma once
/// The market of tests of strategies that take: the books of two instruments whose touch the test
/// places, the orders of one strategy, and a venue that answers at once.
///
///   TakerMarket market(*PairsTrading::create(options));
///   market.quote(0, 1'000'000);    the touch of the first instrument: this price less and plus a cent
///   market.show(0);                the strategy decides, the venue answers
///   market.position(0);
///
/// The venue executes what crosses the touch, at the touch, and cancels the rest. Instruments are 0
/// and 1. Threads: the test's. Allocation: the constructor. Tests only.

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::support {

inline constexpr std::array kTwoIds{InstrumentId{1}, InstrumentId{2}};
inline const std::array kTwoSymbols{*Symbol::from("AAA"), *Symbol::from("BBB")};

class TwoBooks {
  public:
    [[nodiscard]] const book::L3Books& books() const { return books_; }

    /// The only orders of instrument n are at these prices; 0: that side is empty.
    void quote(std::size_t n, Price bid, Price ask) {
        for (OrderId& id : quotes_[n]) {
            if (id != OrderId{}) {
                books_.remove(id);
            }
            id = {};
        }
        if (bid != Price{}) {
            quotes_[n][0] = add(n, Side::Buy, bid);
        }
        if (ask != Price{}) {
            quotes_[n][1] = add(n, Side::Sell, ask);
        }
    }

  private:
    OrderId add(std::size_t n, Side side, Price price) {
        const OrderId id{++last_id_};
        books_.add({.id = id,
                    .instrument = kTwoIds[n],
                    .side = side,
                    .price = price,
                    .leaves_qty = {1'000'000}});
        return id;
    }

    book::L3Books books_ = std::move(*book::L3Books::create({.orders_max = 16,
                                                             .levels_max = 64,
                                                             .instruments_max = 2,
                                                             .huge_pages = HugePages::Never}));
    std::array<std::array<OrderId, 2>, 2> quotes_{};
    std::uint64_t last_id_ = 0;
};

template <class S>
class TakerMarket {
  public:
    explicit TakerMarket(S strategy) : strategy_(std::move(strategy)) {
        for (std::size_t n = 0; n < kTwoIds.size(); ++n) {
            strategy_.on_instrument({kTwoIds[n], kTwoSymbols[n], {}});
        }
    }

    [[nodiscard]] const S& strategy() const { return strategy_; }
    [[nodiscard]] std::int64_t position(std::size_t n) const {
        return orders_.position(kTwoIds[n]).position.value;
    }
    [[nodiscard]] std::int64_t pnl() const { return orders_.account().pnl.value; }
    [[nodiscard]] Time now() const { return now_; }
    [[nodiscard]] int sent() const { return sent_; }

    void wait(Nanos duration) { now_ = now_ + duration; }
    void execute_nothing() { is_executing_ = false; }

    /// 0: the instrument has no touch.
    void quote(std::size_t n, std::int64_t mid) {
        books_.quote(n, mid == 0 ? Price{} : Price{mid - 100},
                     mid == 0 ? Price{} : Price{mid + 100});
    }
    void show(std::size_t n) {
        oms::Intents intents(orders_.next_id());
        strategy_.on_book({books_.books(), kTwoIds[n]}, {now_, orders_}, intents);
        answer(intents);
    }
    void timer() {
        oms::Intents intents(orders_.next_id());
        strategy_.on_timer({now_, orders_}, intents);
        answer(intents);
    }

  private:
    void answer(const oms::Intents& intents) {
        for (const oms::Intent& intent : intents.all()) {
            ++sent_;
            answer(intent);
        }
    }
    void answer(const oms::Intent& intent) {
        ASSERT_EQ(intent.kind, oms::Intent::Kind::Enter);
        ASSERT_EQ(intent.time_in_force, TimeInForce::Ioc);
        const oms::NewOrder order{.id = intent.id,
                                  .instrument = intent.instrument,
                                  .side = intent.side,
                                  .qty = intent.qty,
                                  .price = intent.price,
                                  .time_in_force = intent.time_in_force};
        ASSERT_EQ(orders_.may_enter(order), oms::RequestStatus::Ok);
        orders_.enter(order);
        orders_.on_accepted({.id = order.id, .qty = order.qty, .price = order.price});
        const book::Level touch = books_.books().best(order.instrument, opposite(order.side));
        if (is_executing_ && touch.orders != 0 && crosses(order.side, order.price, touch.price)) {
            oms::Fill fill;
            orders_.on_executed(
                {.id = order.id, .match = {++match_}, .qty = order.qty, .price = touch.price},
                fill);
        } else {
            orders_.on_canceled(order.id, order.qty);
        }
    }

    S strategy_;
    TwoBooks books_;
    oms::Orders orders_ = std::move(*oms::Orders::create({.instruments_max = 2}));
    Time now_{34'200 * kNanosPerSecond};
    std::uint64_t match_ = 0;
    int sent_ = 0;
    bool is_executing_ = true;
};

}  // namespace hotpath::support
