#pragma once
/// L2Books: the books of a whole feed by price: the levels of L3Books at half the cost, without the
/// orders' places in line.
///
///   OrderId -> OpenOrders -> level -> PricePages: totals, header             execute, reduce, remove
///   BookSide, Price -> slot -> recent page, or PriceLadder of pages -> level  add
///
/// The same commands give the same answers as L3Books gives, with one bound more: a level holds
/// LevelTotals::kOrdersMax orders and kQtyMax shares. Prices on the grid of L2BooksOptions::tick
/// are found by their page; the few between (of stocks below a dollar) have a page each, in a
/// separate ladder. Threads: one owner. Allocation: all memory is taken from one arena at create().
/// Complexity: O(1) near the touch, O(log pages) elsewhere; data moves only when a page opens or
/// closes. Reference: ReferenceBooks.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hotpath/book/open_orders.hpp"
#include "hotpath/book/price_ladder.hpp"
#include "hotpath/book/price_pages.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/arena.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::book {

/// Bounds of the books; create() takes all memory. The defaults hold a full Nasdaq day.
struct L2BooksOptions {
    std::uint32_t orders_max = 2'000'000;    // open at one time
    std::uint32_t pages_max = 350'000;       // sum over all sides of the most each ever has
    std::uint16_t instruments_max = 16'000;  // ids 1 to instruments_max
    std::uint32_t dense_ids = 0;  // order ids below this are found through an array, 8 bytes an id
    std::uint32_t tick = 100;     // price units; prices between the ticks are right, but slower
    HugePages huge_pages = HugePages::Try;
    bool prefault = false;  // touch all memory at create(), so that no command meets a page fault
};

class L2Books {
  public:
    using Options = L2BooksOptions;
    static constexpr PrefetchStep kLastPrefetch = PrefetchStep::Order;

    /// Allocates all memory. Fails if it cannot, or if an option is out of range.
    [[nodiscard]] static Expected<L2Books> create(const L2BooksOptions& options);
    /// Returns the bytes of address space that create() reserves. Memory in use is what is touched,
    /// or all with prefault.
    [[nodiscard]] static std::size_t memory_bytes(const L2BooksOptions& options);

    [[nodiscard]] TradingState trading_state(InstrumentId instrument) const noexcept;
    /// Returns the best level of a side, with 0 orders if it has none.
    [[nodiscard]] Level best(InstrumentId instrument, Side side) const noexcept;
    [[nodiscard]] Bbo bbo(InstrumentId instrument) const noexcept;
    /// Returns a level with 0 orders if the price has none.
    [[nodiscard]] Level level(InstrumentId instrument, LevelKey key) const noexcept;
    /// Fills `levels` from the best level on. Returns the number filled.
    [[nodiscard]] std::size_t depth(InstrumentId instrument, Side side,
                                    std::span<Level> levels) const noexcept;
    /// Returns the number of levels of a side. O(pages of the side).
    [[nodiscard]] std::size_t level_count(InstrumentId instrument, Side side) const noexcept;
    /// Returns an open order, or nothing.
    [[nodiscard]] std::optional<OrderView> find(OrderId id) const noexcept;
    [[nodiscard]] std::uint32_t open_orders() const noexcept { return orders_.size(); }
    [[nodiscard]] std::uint16_t instruments_max() const noexcept {
        return static_cast<std::uint16_t>(instruments_max_);
    }
    [[nodiscard]] const BookCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] PageKind page_kind() const noexcept { return arena_.page_kind(); }

    /// Calls visit(const Level&) for each level, best first, until it returns false.
    template <class Visitor>
    void visit_from_best(InstrumentId instrument, Side side, Visitor&& visit) const;
    /// Calls visit(const Level&) for each level, best first.
    template <class Visitor>
    void for_each_level(InstrumentId instrument, Side side, Visitor&& visit) const {
        visit_from_best(instrument, side, [&](const Level& level) {
            visit(level);
            return true;
        });
    }

    // Defined in l2_books_commands.hpp and inlined into the feed's decoder: what its listener does
    // not read of an update is never worked out.

    /// Adds an order with an open quantity of leaves_qty.
    BookUpdate add(const OrderView& order) noexcept;
    /// Executes a quantity. More than the order's open quantity removes it, with status
    /// OverExecution.
    BookUpdate execute(OrderId id, Qty qty) noexcept;
    /// Cancels a part. The order's whole quantity removes it; more than that does so with status
    /// OverExecution.
    BookUpdate reduce(OrderId id, Qty qty) noexcept;
    BookUpdate remove(OrderId id) noexcept;
    /// Removes the order and adds the new one. If no level is free for it (LevelsFull), the
    /// original is removed all the same.
    BookUpdate replace(OrderId original, const Replacement& terms) noexcept;
    /// Sets the trading state; ignored for an unknown instrument.
    void set_trading_state(InstrumentId instrument, TradingState state) noexcept;

    /// Warm the caches for a later command, as in L3Books.
    void prefetch(OrderId id, InstrumentId instrument, PrefetchStep step) const noexcept;
    void prefetch_add(const OrderView& order, PrefetchStep step) const noexcept;

  private:
    /// Pages of one side used lately, by the lowest bits of their numbers: one whose key is the one
    /// wanted is found without a search. Both sides of an instrument are one cache line.
    struct RecentPages {
        static constexpr std::uint32_t kPages = 8;

        std::array<std::uint32_t, kPages> pages{};

        [[nodiscard]] std::uint32_t& at(std::uint32_t number) noexcept {
            return pages[number % kPages];
        }
        [[nodiscard]] std::uint32_t at(std::uint32_t number) const noexcept {
            return pages[number % kPages];
        }
    };
    static_assert(2 * sizeof(RecentPages) == kCacheLine);

    /// Searched when a page is not among the recent ones, opens or closes.
    struct SideLadders {
        PriceLadder pages;     // by ladder_rank_of() their numbers
        PriceLadder off_grid;  // levels between the ticks, by rank
        // The page left without levels last, which stays open, or has levels again; or kNone.
        std::uint32_t left_page = PricePages::kNone;
    };

    L2Books(const L2BooksOptions& options, Arena arena);

    [[nodiscard]] bool is_known(InstrumentId instrument) const noexcept {
        return instrument.value - 1U < instruments_max_;  // 0 wraps around
    }
    /// A side without levels when the instrument is unknown.
    [[nodiscard]] BookSide side_of(InstrumentId instrument, Side side) const noexcept {
        return {is_known(instrument) ? instrument : InstrumentId{}, side};
    }
    [[nodiscard]] bool is_crossed(BookSide side) const noexcept {
        const std::uint32_t bids = side.index() & ~1U;
        return is_crossing(best_[bids].rank, best_[bids + 1].rank);
    }
    /// Never kNoRank.
    [[nodiscard]] static Rank ladder_rank_of(std::uint32_t number) noexcept { return number + 1; }

    [[nodiscard]] Level level_view(std::uint32_t level) const noexcept;
    [[nodiscard]] OrderView order_view(OrderId id, const OpenOrder& order) const noexcept;
    /// kNoLevel when there is none.
    [[nodiscard]] std::uint32_t find_level(BookSide side, Price price) const noexcept;

    [[nodiscard]] BookStatus refusal(const OrderView& order) const noexcept;
    [[nodiscard]] BookUpdate place(BookSide side, const OrderView& order) noexcept;
    [[nodiscard]] BookUpdate take(OrderId id, OpenOrder& order, Qty qty) noexcept;
    [[nodiscard]] BookUpdate counted(BookUpdate update) noexcept;
    [[gnu::cold]] BookUpdate refuse(BookStatus status, OrderView order = {}) noexcept;
    /// The level's number, whether or not there is one yet; kNoLevel when no page is left.
    [[nodiscard]] std::uint32_t cursor_of(BookSide side, Price price) noexcept;

    [[nodiscard]] std::uint32_t find_or_open_page(PageKey key) noexcept;
    [[nodiscard]] std::uint32_t off_grid_place_of(BookSide side, Price price) noexcept;
    [[nodiscard]] std::uint32_t open_page(PriceLadder& ladder, PriceLadder::Cursor cursor,
                                          Rank rank, PageKey key) noexcept;
    void close_level(std::uint32_t level) noexcept;
    void leave_page(std::uint32_t level) noexcept;
    bool drop_left_page(SideLadders& ladders) noexcept;
    [[nodiscard]] Rung best_level_of(BookSide side) const noexcept;

    Arena arena_;
    OpenOrders orders_;
    PricePages pages_;
    LadderMemory rungs_;
    // By BookSide: the best levels by rank, with their numbers. Four instruments share one cache
    // line, so a whole market stays in the second cache. Instrument 0 stays empty.
    std::span<Rung> best_;
    std::span<RecentPages> recent_;
    std::span<SideLadders> ladders_;
    std::span<bool> has_off_grid_;            // levels between the ticks
    std::span<TradingState> trading_states_;  // by instrument id
    std::uint32_t instruments_max_;
    BookCounters counters_;
};

template <class Visitor>
void L2Books::visit_from_best(InstrumentId instrument, Side side, Visitor&& visit) const {
    const SideLadders& ladders = ladders_[side_of(instrument, side).index()];
    Rung next_between = ladders.off_grid.best();
    bool goes_on = true;
    const auto visit_between_above = [&](Rank rank) {
        for (; goes_on && next_between.rank > rank;
             next_between = ladders.off_grid.next_below(rungs_, next_between.rank)) {
            goes_on = visit(level_view(next_between.level));
        }
    };
    ladders.pages.for_each_from_best(rungs_, [&](std::uint32_t page) {
        std::uint64_t rest = pages_.header_of(page * PricePages::kPageLevels).occupied;
        while (goes_on && rest != 0) {
            const auto bit = static_cast<std::uint32_t>(std::bit_width(rest)) - 1;
            rest ^= std::uint64_t{1} << bit;
            const Level level = level_view(page * PricePages::kPageLevels + bit);
            visit_between_above(rank_of(side, level.price));
            goes_on = goes_on && visit(level);
        }
        return goes_on;
    });
    visit_between_above(kNoRank);
}

}  // namespace hotpath::book

#include "hotpath/book/l2_books_commands.hpp"  // IWYU pragma: export
