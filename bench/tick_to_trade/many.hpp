#pragma once
/// Many: runs several strategies of one type as one, in one thread, with one account. Each decides
/// in turn, and each gets every event: fills and rejections carry the order's id, and positions are
/// the account's. They share one list of intents, so together they have oms::kIntentsMax an event;
/// a strategy that finds it full tries again at the next. Threads: the engine's. Allocation: at
/// construction. Complexity: O(strategies) an event.

#include <utility>
#include <vector>

#include "hotpath/book/depth_view.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::strategy {

template <Strategy S>
class Many {
  public:
    explicit Many(std::vector<S> strategies) : strategies_(std::move(strategies)) {}

    [[nodiscard]] const std::vector<S>& strategies() const noexcept { return strategies_; }

    void on_instrument(const Instrument& instrument) noexcept {
        for (S& each : strategies_) {
            each.on_instrument(instrument);
        }
    }
    template <book::InstrumentView Book = book::BookView>
    void on_book(const Book& book, const Context& context, oms::Intents& intents) noexcept {
        for (S& each : strategies_) {
            each.on_book(book, context, intents);
        }
    }
    void prefetch(InstrumentId instrument) const noexcept {
        for (const S& each : strategies_) {
            strategy::prefetch(each, instrument);
        }
    }
    void on_timer(const Context& context, oms::Intents& intents) noexcept {
        for (S& each : strategies_) {
            each.on_timer(context, intents);
        }
    }
    void on_trade(const Trade& trade, const Context& context) noexcept {
        for (S& each : strategies_) {
            each.on_trade(trade, context);
        }
    }
    void on_fill(const oms::Fill& fill, const Context& context) noexcept {
        for (S& each : strategies_) {
            each.on_fill(fill, context);
        }
    }
    void on_reject(const oms::Rejection& rejection, const Context& context) noexcept {
        for (S& each : strategies_) {
            each.on_reject(rejection, context);
        }
    }
    void on_books_state(BooksState state, const Context& context) noexcept {
        for (S& each : strategies_) {
            each.on_books_state(state, context);
        }
    }

  private:
    std::vector<S> strategies_;
};

static_assert(Strategy<Many<NullStrategy>>);

}  // namespace hotpath::strategy
