#pragma once
/// The two strategies of the benchmark, which every side has in its own language.
///
///   TouchReader   reads the best prices after each event, and sends nothing
///   TouchQuoter   the same, and keeps an order of 100 shares at the best price of each side; when
///                 that moves, its order follows
///
/// A quote alone at the best price is not followed: the best price is others'. Threads: the
/// engine's. Allocation: at construction. Complexity: O(1) an event.

#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

#include "bench/backtest/best_prices.hpp"
#include "hotpath/book/book_view.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::bench::backtests {

/// Nanoseconds of CLOCK_MONOTONIC: comparable between processes.
[[nodiscard]] inline std::int64_t monotonic_ns() {
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

/// What a strategy has seen; it outlives the run, which the strategy does not. Of the books of one
/// instant the last counts: our venue may publish several messages for one event of a level.
class Seen {
  public:
    void add(Time now, const book::Bbo& bbo) noexcept {
        if (first_event_ns_ == 0) [[unlikely]] {
            first_event_ns_ = monotonic_ns();
        }
        if (now != at_) {
            finish();
            at_ = now;
        }
        bid_ = bbo.bid.price;
        ask_ = bbo.ask.price;
        is_two_sided_ = bbo.is_two_sided();
    }
    /// The day has ended.
    void finish() noexcept {
        if (is_two_sided_) {
            prices_.add(bid_, ask_);
        }
        is_two_sided_ = false;
    }

    [[nodiscard]] const BestPrices& prices() const noexcept { return prices_; }
    /// When it was shown the first book.
    [[nodiscard]] std::int64_t first_event_ns() const noexcept { return first_event_ns_; }

  private:
    BestPrices prices_;
    std::int64_t first_event_ns_ = 0;
    Time at_{};
    Price bid_{};
    Price ask_{};
    bool is_two_sided_ = false;
};

class TouchReader : public strategy::NullStrategy {
  public:
    explicit TouchReader(Seen& seen) : seen_(&seen) {}

    void on_book(const book::BookView& book, const strategy::Context& context,
                 oms::Intents&) noexcept {
        seen_->add(context.now, book.bbo());
    }

  private:
    Seen* seen_;
};

class TouchQuoter : public strategy::NullStrategy {
  public:
    TouchQuoter(Seen& seen, std::uint16_t instruments_max)
        : seen_(&seen), quotes_(std::size_t{instruments_max} + 1) {}

    void on_book(const book::BookView& book, const strategy::Context& context,
                 oms::Intents& intents) noexcept {
        seen_->add(context.now, book.bbo());
        Quotes& ids = quotes_[book.instrument().value];
        for (const Side side : {Side::Buy, Side::Sell}) {
            ClOrdId& id = ids[side_index(side)];
            follow(book, side, context.orders, id, intents);
        }
    }
    void on_reject(const oms::Rejection& rejection, const strategy::Context&) noexcept {
        for (ClOrdId& id : quotes_[rejection.instrument.value]) {
            id = id == rejection.id ? rejection.original : id;
        }
    }

  private:
    using Quotes = std::array<ClOrdId, 2>;  // by side; 0: none
    static constexpr Qty kQty{100};

    static void follow(const book::BookView& book, Side side, const oms::Orders& orders,
                       ClOrdId& id, oms::Intents& intents) noexcept {
        const oms::Order* const own = orders.find(id);
        const book::Level best = others_best(book, side, own, orders);
        if (best.orders == 0) {
            return;
        }
        if (own == nullptr || !oms::is_open(own->state)) {
            id = intents.enter({.id = {},
                                .instrument = book.instrument(),
                                .side = side,
                                .qty = kQty,
                                .price = best.price});
        } else if (own->state == oms::OrderState::Live && own->price != best.price) {
            id = intents.replace(id, kQty, best.price);
        }
    }

    /// A level of one order may be ours; right after a replacement it may be the one replaced.
    static book::Level others_best(const book::BookView& book, Side side, const oms::Order* own,
                                   const oms::Orders& orders) noexcept {
        const book::Level best = book.best(side);
        if (best.orders != 1 || own == nullptr || !is_ours(book.front(side)->id, *own, orders)) {
            return best;
        }
        std::array<book::Level, 2> levels{};
        static_cast<void>(book.depth(side, levels));
        return levels[1];
    }
    static bool is_ours(OrderId shown, const oms::Order& own, const oms::Orders& orders) noexcept {
        const oms::Order* const replaced = orders.find(own.predecessor);
        return shown == own.venue_id || (replaced != nullptr && shown == replaced->venue_id);
    }

    Seen* seen_;
    std::vector<Quotes> quotes_;  // by instrument id
};

}  // namespace hotpath::bench::backtests
