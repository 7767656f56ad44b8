#pragma once
/// An inventory-aware market maker: one bid and one ask an instrument, at the touch or away from
/// it.
///
/// The fair price is the microprice of the others' best bid and ask; the reservation price leans
/// against the inventory, in proportion to the market's spread; quotes are half_spread away from
/// it, never ahead of the others' touch, never more than would take the inventory beyond
/// inventory_max if executed. A quote moves only when its price does, and is worked out only when the
/// others' touch or the inventory has changed. A decision that had nothing to send is not made again
/// while the best levels, our orders and the position stay as they were. All in integers. Model,
/// parameters and risks: docs/design/strategies/market-maker.md. Threads: the engine's. Allocation:
/// at construction. Complexity: O(1) a decision (two levels a side).

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/book/book_view.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::strategy {

/// Sizes and distances of the quotes.
struct MarketMakerOptions {
    std::uint16_t instruments_max = 16'000;     // ids 1 to instruments_max
    Qty quote_qty{100};                         // shares on each side
    SignedQty inventory_max{1'000};             // long or short
    std::int64_t half_spread = 50;              // price units, from reservation price to quote
    std::int64_t inventory_skew_percent = 100;  // of the market's spread, at inventory_max
    std::int64_t hysteresis_percent = 25;       // of the spread: smaller moves are ignored
    BasisPoints spread_bps_max{200};            // no quotes in a market wider than this
    Nanos reject_pause{kNanosPerSecond};        // quotes stay out after a rejection
};

class MarketMaker : public NullStrategy {
  public:
    explicit MarketMaker(const MarketMakerOptions& options);

    [[nodiscard]] const MarketMakerOptions& options() const noexcept { return options_; }

    /// Quotes from live books, or from a copy of a book.
    template <book::InstrumentView Book = book::BookView>
    void on_book(const Book& book, const Context& context, oms::Intents& intents) noexcept {
        Quotes& quotes = quotes_of(book.instrument());
        if (!is_settled(quotes, book, context.orders)) {
            decide(book, context, quotes, intents);
        }
    }
    /// Loads our quotes in the instrument; changes nothing.
    void prefetch(InstrumentId instrument) const noexcept {
        prefetch_whole(quotes_[instrument.value]);
    }
    void on_reject(const oms::Rejection& rejection, const Context& context) noexcept;
    void on_books_state(BooksState state, const Context&) noexcept;

  private:
    /// Target price and quantity of one side. Quantity 0: no quote.
    struct Target {
        Qty qty{};
        Price price{};
    };
    /// The best level of the others, without our order. Quantity 0: none.
    struct OthersLevel {
        Price price{};
        TotalQty qty{};
    };
    /// The inputs of the targets besides our own history: the others' best levels, our position,
    /// the instrument's price scale.
    struct Basis {
        OthersLevel bid{};
        OthersLevel ask{};
        SignedQty inventory{};
        PriceScale scale{};
    };
    /// How the basis was read from the book.
    struct Sight {
        std::array<book::OrderCursor, 2> own{};  // by Side: place of our order when last seen
        bool is_of_best = false;                 // read from the best levels only
    };
    /// Counters at a decision that sent nothing: while they are unchanged, the next one sends nothing.
    struct Settled {
        std::uint32_t best_changes = 0;   // the book's counter
        std::uint32_t order_changes = 0;  // the instrument's counter in Orders
        bool is_so = false;
    };
    /// Our quotes in one instrument.
    struct Quotes {
        std::array<ClOrdId, 2> ids{};  // by Side: the last order sent
        Time paused_until{};
        std::array<Target, 2> targets{};  // by Side, for this basis
        Basis basis{};
        Sight sight{};
        Settled settled{};
        Price reservation{};
    };
    /// The last order sent on each Side; null if it is no longer stored.
    using OwnOrders = std::array<const oms::Order*, 2>;

    [[nodiscard]] Quotes& quotes_of(InstrumentId instrument) noexcept {
        HOTPATH_ASSERT(instrument.value <= options_.instruments_max,
                       "the instrument must be at most instruments_max");
        return quotes_[instrument.value];
    }
    template <book::InstrumentView Book>
    [[nodiscard]] static bool is_settled(const Quotes& quotes, const Book& book,
                                         const oms::Orders& orders) noexcept {
        if constexpr (book::LiveView<Book>) {
            return quotes.settled.is_so && quotes.settled.best_changes == book.best_changes() &&
                   quotes.settled.order_changes == orders.changes(book.instrument()) &&
                   quotes.basis.scale == book.scale();
        } else {
            return false;
        }
    }
    template <book::InstrumentView Book>
    void decide(const Book& book, const Context& context, Quotes& quotes,
                oms::Intents& intents) const noexcept;
    /// Updates basis and targets.
    template <book::InstrumentView Book>
    [[gnu::always_inline]] inline void look(const Book& book, const oms::Orders& orders,
                                            const OwnOrders& own, Quotes& quotes) const noexcept;
    template <book::InstrumentView Book>
    [[nodiscard, gnu::always_inline]] inline static OthersLevel others_best(
        Side side, const oms::Order* order, const Book& book, const oms::Orders& orders,
        Sight& sight) noexcept;
    template <book::InstrumentView Book>
    [[nodiscard, gnu::noinline]] static OthersLevel others_second(Side side,
                                                                  const oms::Order* order,
                                                                  const Book& book,
                                                                  const oms::Orders& orders,
                                                                  book::OrderCursor& last) noexcept;
    // Inlined: a call would store the values that decide() holds in registers.
    [[nodiscard, gnu::always_inline]] inline static bool is_another(const Basis& a,
                                                                    const Basis& b) noexcept;
    /// Sets targets and reservation price. Not inlined: most packets leave the basis unchanged.
    [[gnu::noinline]] void aim(Quotes& quotes) const noexcept;
    [[nodiscard]] bool is_quotable(const book::Bbo& touch) const noexcept;
    [[nodiscard]] Price reservation_price(const book::Bbo& touch,
                                          SignedQty inventory) const noexcept;
    [[nodiscard]] Target target(Side side, Price behind, SignedQty inventory,
                                std::int64_t tick) const noexcept;
    void follow(const book::Bbo& touch, SignedQty inventory, Quotes& quotes) const noexcept;
    [[nodiscard, gnu::always_inline]] inline static ClOrdId steer(const oms::NewOrder& wanted,
                                                                  const oms::Order* order,
                                                                  ClOrdId id,
                                                                  oms::Intents& intents) noexcept;

    MarketMakerOptions options_;
    std::vector<Quotes> quotes_;  // by InstrumentId
    bool is_stale_ = false;
};

static_assert(DepthStrategy<MarketMaker>);

}  // namespace hotpath::strategy
