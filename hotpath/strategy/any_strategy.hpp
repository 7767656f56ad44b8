#pragma once
/// AnyStrategy: any strategy of one venue, chosen at run time, as one type. Whatever is a template
/// over strategies is compiled once for it, and serves strategies that are compiled later.
///
/// Its engine keeps the places of its orders in the queue when the strategy in it follows the queue,
/// and looks up no changes of the books otherwise. A trader compiled for one strategy's own type
/// saves the call. Threads: the engine's. Allocation: at construction. Complexity: the strategy's,
/// and one virtual call an event.

#include <concepts>
#include <memory>
#include <utility>

#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::strategy {

class AnyStrategy {
  public:
    static constexpr bool kFollowsQueue = true;  // each event comes with a QueueContext
    using Context = QueueContext;

    template <class S>
        requires(!std::same_as<S, AnyStrategy> && Strategy<S>)
    explicit AnyStrategy(S strategy)
        : follows_queue_(strategy::follows_queue(strategy)),
          held_(std::make_unique<Held<S>>(std::move(strategy))) {}

    /// Does the strategy in it?
    [[nodiscard]] bool follows_queue() const noexcept { return follows_queue_; }
    void on_instrument(const Instrument& instrument) noexcept { held_->on_instrument(instrument); }
    void on_book(const book::BookView& book, const Context& context,
                 oms::Intents& intents) noexcept {
        held_->on_book(book, context, intents);
    }
    void prefetch(InstrumentId instrument) const noexcept { held_->prefetch(instrument); }
    void on_timer(const Context& context, oms::Intents& intents) noexcept {
        held_->on_timer(context, intents);
    }
    void on_trade(const Trade& trade, const Context& context) noexcept {
        held_->on_trade(trade, context);
    }
    void on_fill(const oms::Fill& fill, const Context& context) noexcept {
        held_->on_fill(fill, context);
    }
    void on_reject(const oms::Rejection& rejection, const Context& context) noexcept {
        held_->on_reject(rejection, context);
    }
    void on_books_state(BooksState state, const Context& context) noexcept {
        held_->on_books_state(state, context);
    }

  private:
    struct Events {
        Events() = default;
        Events(const Events&) = delete;
        Events& operator=(const Events&) = delete;
        virtual ~Events() = default;

        virtual void on_instrument(const Instrument& instrument) noexcept = 0;
        virtual void on_book(const book::BookView& book, const Context& context,
                             oms::Intents& intents) noexcept = 0;
        virtual void prefetch(InstrumentId instrument) const noexcept = 0;
        virtual void on_timer(const Context& context, oms::Intents& intents) noexcept = 0;
        virtual void on_trade(const Trade& trade, const Context& context) noexcept = 0;
        virtual void on_fill(const oms::Fill& fill, const Context& context) noexcept = 0;
        virtual void on_reject(const oms::Rejection& rejection,
                               const Context& context) noexcept = 0;
        virtual void on_books_state(BooksState state, const Context& context) noexcept = 0;
    };

    template <class S>
    struct Held final : Events {
        explicit Held(S held) : strategy(std::move(held)) {}

        void on_instrument(const Instrument& instrument) noexcept override {
            strategy.on_instrument(instrument);
        }
        void on_book(const book::BookView& book, const Context& context,
                     oms::Intents& intents) noexcept override {
            strategy.on_book(book, context, intents);
        }
        void prefetch(InstrumentId instrument) const noexcept override {
            prefetch_whole(strategy);
            strategy::prefetch(strategy, instrument);
        }
        void on_timer(const Context& context, oms::Intents& intents) noexcept override {
            strategy.on_timer(context, intents);
        }
        void on_trade(const Trade& trade, const Context& context) noexcept override {
            strategy.on_trade(trade, context);
        }
        void on_fill(const oms::Fill& fill, const Context& context) noexcept override {
            strategy.on_fill(fill, context);
        }
        void on_reject(const oms::Rejection& rejection, const Context& context) noexcept override {
            strategy.on_reject(rejection, context);
        }
        void on_books_state(BooksState state, const Context& context) noexcept override {
            strategy.on_books_state(state, context);
        }

        S strategy;
    };

    bool follows_queue_;
    std::unique_ptr<Events> held_;
};

static_assert(QueueAwareStrategy<AnyStrategy>);

}  // namespace hotpath::strategy
