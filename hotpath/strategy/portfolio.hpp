#pragma once
/// Portfolio: several strategies in one trader, each with symbols of its alone. They share the
/// account, its limits and the thread, and none of them sees an event of another's symbol.
///
///   part 0: market_maker   AAPL, MSFT      book of MSFT  ──> part 0
///   part 1: pairs          KO, PEP         fill of KO    ──> part 1
///                                          timer, state of the books ──> all, in this order
/// Threads: the engine's. Allocation: create(). Complexity: the strategy's, and a load an event.

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/strategy/any_strategy.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::strategy {

class Portfolio {
  public:
    struct Part {
        AnyStrategy strategy;
        std::vector<Symbol> symbols{};
    };
    static constexpr std::size_t kPartsMax = 64;
    static constexpr bool kFollowsQueue = true;
    using Context = QueueContext;

    /// Refuses a symbol of two parts, a part without symbols, and more than kPartsMax parts.
    [[nodiscard]] static Expected<Portfolio> create(std::vector<Part> parts,
                                                    std::uint16_t instruments_max);

    [[nodiscard]] std::size_t parts() const noexcept { return parts_.size(); }
    /// Does any of them?
    [[nodiscard]] bool follows_queue() const noexcept {
        return std::ranges::any_of(parts_,
                                   [](const Part& part) { return part.strategy.follows_queue(); });
    }

    /// A symbol of no part has no strategy: nothing is sent for it.
    void on_instrument(const Instrument& instrument) noexcept;
    void on_book(const book::BookView& book, const Context& context,
                 oms::Intents& intents) noexcept {
        if (AnyStrategy* of = find(book.instrument()); of != nullptr) {
            of->on_book(book, context, intents);
        }
    }
    void prefetch(InstrumentId instrument) const noexcept {
        if (const AnyStrategy* of = find(instrument); of != nullptr) {
            of->prefetch(instrument);
        }
    }
    void on_timer(const Context& context, oms::Intents& intents) noexcept {
        for (Part& part : parts_) {
            part.strategy.on_timer(context, intents);
        }
    }
    void on_trade(const Trade& trade, const Context& context) noexcept {
        if (AnyStrategy* of = find(trade.instrument); of != nullptr) {
            of->on_trade(trade, context);
        }
    }
    void on_fill(const oms::Fill& fill, const Context& context) noexcept {
        if (AnyStrategy* of = find(fill.instrument); of != nullptr) {
            of->on_fill(fill, context);
        }
    }
    void on_reject(const oms::Rejection& rejection, const Context& context) noexcept {
        if (AnyStrategy* of = find(rejection.instrument); of != nullptr) {
            of->on_reject(rejection, context);
        }
    }
    void on_books_state(BooksState state, const Context& context) noexcept {
        for (Part& part : parts_) {
            part.strategy.on_books_state(state, context);
        }
    }

  private:
    static constexpr std::uint8_t kNone = 0xff;

    Portfolio(std::vector<Part> parts, std::uint16_t instruments_max)
        : parts_(std::move(parts)), part_of_(std::size_t{instruments_max} + 1, kNone) {}

    [[nodiscard]] const AnyStrategy* find(InstrumentId instrument) const noexcept {
        const bool is_known = instrument.value < part_of_.size();
        const std::uint8_t part = is_known ? part_of_[instrument.value] : kNone;
        return part == kNone ? nullptr : &parts_[part].strategy;
    }
    [[nodiscard]] AnyStrategy* find(InstrumentId instrument) noexcept {
        return const_cast<AnyStrategy*>(std::as_const(*this).find(instrument));
    }

    std::vector<Part> parts_;
    std::vector<std::uint8_t> part_of_;  // by InstrumentId
};

static_assert(QueueAwareStrategy<Portfolio>);

}  // namespace hotpath::strategy
