#pragma once
/// L3Books: every open order of every instrument of a feed, in price and priority order.
///
///   OrderId -> OrderTable -> OrderRecord -> LevelRecord -> InstrumentBook
///       execute, reduce, remove: no search
///   InstrumentId, Side, Price -> PriceLadder -> LevelRecord -> queue's tail
///       add: O(1) at the best price
///
/// Priority within a level is ascending OrderId (see order_books.hpp). Input is never asserted:
/// every command returns a BookStatus, is counted, and when refused changes nothing. Threads: one
/// owner. Allocation: all memory is taken from one arena at create(). Complexity: amortised O(1)
/// near the touch; an add with an id below the level's highest walks the queue from its tail.
/// Reference: ReferenceBooks.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hotpath/book/level_pool.hpp"
#include "hotpath/book/order_table.hpp"
#include "hotpath/book/price_ladder.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/arena.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/prefetch.hpp"

namespace hotpath::book {

class L3Books {
  public:
    using Options = BooksOptions;
    /// Handle of an open order, valid until the next change of the books. It is false if there is
    /// no such order.
    using Cursor = OrderCursor;
    static constexpr PrefetchStep kLastPrefetch = PrefetchStep::Level;

    /// The part of a book that most updates need, in one cache line. Callers may keep a reference for
    /// queries without a look-up; it is valid as long as the books.
    struct alignas(kCacheLine) InstrumentBook {
        std::array<PriceLadder, 2> ladders;  // by side_index()
        std::uint32_t best_changes = 0;
        TradingState trading_state = TradingState::Unknown;

        [[nodiscard]] bool has_orders(Side side) const noexcept {
            return ladders[side_index(side)].best_rank() != kNoRank;
        }
        /// The side must have orders.
        [[nodiscard]] Price best_price(Side side) const noexcept {
            return price_of(side, ladders[side_index(side)].best_rank());
        }
        [[nodiscard]] bool is_crossed() const noexcept {
            return is_crossing(ladders[0].best_rank(), ladders[1].best_rank());
        }
    };
    static_assert(sizeof(InstrumentBook) == kCacheLine);

    /// Allocates all memory. Fails if it cannot, or if an option is out of range.
    [[nodiscard]] static Expected<L3Books> create(const BooksOptions& options);
    /// Bytes of address space that create() reserves; memory is what is touched (prefault: all).
    [[nodiscard]] static std::size_t memory_bytes(const BooksOptions& options);

    // Queries made for each packet are inline: a level returned through memory would be copied
    // before its stores complete (docs/techniques/store-forwarding.md).
    [[nodiscard]] TradingState trading_state(InstrumentId instrument) const noexcept {
        return book_of(instrument).trading_state;
    }
    /// Returns an empty book for an unknown instrument.
    [[nodiscard]] const InstrumentBook& book_of(InstrumentId instrument) const noexcept {
        return books_[is_known(instrument) ? instrument.value : 0];
    }
    /// Returns the best level of a side, with 0 orders if it has none.
    [[nodiscard]] Level best(const InstrumentBook& book, Side side) const noexcept {
        const std::uint32_t level = book.ladders[side_index(side)].best_level();
        if (level == kNoLevel) [[unlikely]] {
            return {};
        }
        return level_view(level);
    }
    [[nodiscard]] Level best(InstrumentId instrument, Side side) const noexcept {
        return best(book_of(instrument), side);
    }
    [[nodiscard]] Bbo bbo(InstrumentId instrument) const noexcept {
        return {.bid = best(instrument, Side::Buy), .ask = best(instrument, Side::Sell)};
    }
    /// Returns a level with 0 orders when the price has none.
    [[nodiscard]] Level level(InstrumentId instrument, LevelKey key) const noexcept;
    /// Fills `levels` from the best level on. Returns the number filled.
    [[nodiscard]] std::size_t depth(InstrumentId instrument, Side side,
                                    std::span<Level> levels) const noexcept;
    [[nodiscard]] std::size_t level_count(InstrumentId instrument, Side side) const noexcept;
    [[nodiscard]] bool has_orders(InstrumentId instrument, Side side) const noexcept {
        return book_of(instrument).has_orders(side);
    }
    /// The side must have orders.
    [[nodiscard]] Price best_price(InstrumentId instrument, Side side) const noexcept {
        return book_of(instrument).best_price(side);
    }
    [[nodiscard]] std::optional<OrderView> find(OrderId id) const noexcept {
        const OrderCursor cursor = orders_.find(id);
        return cursor ? std::optional(order_view(cursor.slot)) : std::nullopt;
    }
    [[nodiscard]] Cursor cursor_of(OrderId id) const noexcept { return orders_.find(id); }
    /// Returns true if the order is open and the cursor, taken earlier, still points to it: then
    /// at(cursor) is valid. No search.
    [[nodiscard, gnu::always_inline]] inline bool is_at(Cursor cursor, OrderId id) const noexcept {
        return orders_.is_at(cursor, id);
    }
    /// Returns a counter, modulo 2^32, of changes of the best level of either side: its price, its
    /// quantity or one of its orders.
    [[nodiscard]] std::uint32_t best_changes(InstrumentId instrument) const noexcept {
        return book_of(instrument).best_changes;
    }
    [[nodiscard, gnu::always_inline]] inline OrderView at(Cursor cursor) const noexcept {
        return order_view(cursor.slot);
    }
    /// Returns the order that executes next on this side.
    [[nodiscard]] std::optional<OrderView> front(InstrumentId instrument, Side side) const noexcept;
    /// Returns the last order in the queue at this price.
    [[nodiscard]] std::optional<OrderView> back(InstrumentId instrument,
                                                LevelKey key) const noexcept;
    /// Returns the order that executes after this one on its side. If this one is gone: the first
    /// at its price, or else at the next price.
    [[nodiscard]] std::optional<OrderView> next_after(const OrderView& order) const noexcept;
    /// Returns the next level that is worse than this price, or a level with 0 orders.
    [[nodiscard]] Level next_level(InstrumentId instrument, LevelKey key) const noexcept;
    /// Return the first order in line at a price, and the order after another; false if there is
    /// none.
    [[nodiscard]] Cursor first_in_line(InstrumentId instrument, LevelKey key) const noexcept;
    [[nodiscard]] Cursor next_in_line(Cursor cursor) const noexcept {
        return {orders_[cursor.slot].next};
    }
    void prefetch(Cursor cursor) const noexcept { prefetch_for_read(&orders_[cursor.slot]); }
    /// Returns the quantity ahead of an order at its price; 0 for an unknown order. Walks the queue
    /// from the order to the nearer end.
    [[nodiscard]] TotalQty queue_ahead_qty(OrderId id) const noexcept;
    [[nodiscard]] std::uint32_t open_orders() const noexcept { return orders_.size(); }
    [[nodiscard]] std::uint32_t open_levels() const noexcept { return levels_.in_use(); }
    [[nodiscard]] std::uint16_t instruments_max() const noexcept { return instruments_max_; }
    [[nodiscard]] const BookCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] PageKind page_kind() const noexcept { return arena_.page_kind(); }
    /// Return the checksum of all books, or of one book; README.md defines it.
    [[nodiscard]] std::uint64_t checksum() const;
    [[nodiscard]] std::uint64_t checksum(InstrumentId instrument) const;

    /// Calls visit(const Level&) for each level, best first.
    template <class Visitor>
    void for_each_level(InstrumentId instrument, Side side, Visitor&& visit) const {
        const PriceLadder& ladder = ladder_of(instrument, side);
        ladder.for_each_from_best(rungs_, [&](std::uint32_t level) {
            visit(level_view(level));
            return true;
        });
    }

    /// Calls visit(const OrderView&) for each order: best level first, in priority order.
    template <class Visitor>
    void for_each_order(InstrumentId instrument, Side side, Visitor&& visit) const {
        const PriceLadder& ladder = ladder_of(instrument, side);
        ladder.for_each_from_best(rungs_, [&](std::uint32_t level) {
            for (std::uint32_t slot = levels_[level].head; slot != kNoSlot;
                 slot = orders_[slot].next) {
                visit(order_view(slot));
            }
            return true;
        });
    }

    /// Does what for_each_order does, but stops when visit() returns false.
    template <class Visitor>
    void for_each_order_while(InstrumentId instrument, Side side, Visitor&& visit) const {
        const PriceLadder& ladder = ladder_of(instrument, side);
        ladder.for_each_from_best(rungs_, [&](std::uint32_t level) {
            std::uint32_t slot = levels_[level].head;
            while (slot != kNoSlot && visit(order_view(slot))) {
                slot = orders_[slot].next;
            }
            return slot == kNoSlot;
        });
    }

    // Each command has two parts, which pass terms and outcome in registers. Returning a BookUpdate
    // through memory takes seven stores, which wait for any earlier store to a cold line.

    /// Adds an order with an open quantity of leaves_qty. Feed orders have no tag and spend no
    /// instruction on one.
    [[gnu::always_inline]] inline BookUpdate add(const OrderView& order) noexcept {
        const Outcome outcome =
            order.tag == 0
                ? enter(order.id, order.instrument, order.side, order.price, order.leaves_qty)
                : enter_tagged(order.id, order.instrument, order.side, order.price,
                               {order.leaves_qty, order.tag});
        return {.status = outcome.status(),
                .side = order.side,
                .instrument = order.instrument,
                .qty = outcome.status() == BookStatus::Ok ? order.leaves_qty : Qty{},
                .price = order.price,
                .bbo_changed = outcome.bbo_changed(),
                .crossed = outcome.crossed()};
    }
    /// Executes a quantity. More than the open quantity removes the order: OverExecution.
    [[gnu::always_inline]] inline BookUpdate execute(OrderId id, Qty qty) noexcept {
        return take_part(id, qty).update();
    }
    /// Cancels a part: the order keeps its place in line. Its open quantity or more removes it.
    [[gnu::always_inline]] inline BookUpdate reduce(OrderId id, Qty qty) noexcept {
        return take_part(id, qty).update();
    }
    [[gnu::always_inline]] inline BookUpdate remove(OrderId id) noexcept {
        return take_all(id).update();
    }
    /// Removes the order and adds the new one, which is queued by its id even at the same price. If
    /// no level is free for it (LevelsFull), the original is removed all the same.
    [[gnu::always_inline]] inline BookUpdate replace(OrderId original,
                                                     const Replacement& replacement) noexcept {
        const Outcome outcome =
            exchange(original, replacement.id, replacement.qty, replacement.price);
        if (replacement.tag != 0 && outcome.status() == BookStatus::Ok) [[unlikely]] {
            tag_order(replacement.id, replacement.tag);
        }
        BookUpdate update = outcome.update();
        if (update.status != BookStatus::UnknownOrder) [[likely]] {
            update.price = replacement.price;
        }
        return update;
    }
    /// Executes `qty`, or all that is left, of the first order in line, which must exist.
    FrontExecution execute_front(InstrumentId instrument, Side side, Qty qty) noexcept;
    /// `qty` must be less than the order's open quantity.
    void reduce_at(Cursor cursor, Qty qty) noexcept;
    void remove_at(Cursor cursor) noexcept;
    void set_tag(Cursor cursor, std::uint32_t tag) noexcept { orders_.set_tag(cursor.slot, tag); }
    /// Has no effect for an unknown instrument.
    void set_trading_state(InstrumentId instrument, TradingState state) noexcept;

    /// Prefetches the data that a command on this order, or its add, will touch. Call the steps in
    /// order, some messages apart. Order and instrument may be unknown.
    [[gnu::always_inline]] inline void prefetch(OrderId id, InstrumentId instrument,
                                                PrefetchStep step) const noexcept;
    /// For an order still to be added, in place of the steps after Table: prefetches its price's
    /// section of the ladder, and its level.
    [[gnu::always_inline]] inline void prefetch_add(const OrderView& order,
                                                    PrefetchStep step) const noexcept;
    /// For idle time: prefetches what the next messages of the instrument, which have not arrived,
    /// probably touch on one side: book, levels near the touch, first orders of their queues, slots
    /// of the next order and level.
    void prefetch_near(InstrumentId instrument, Side side) const noexcept;
    /// Does the same for a few more distant levels, in turn.
    void prefetch_far(InstrumentId instrument, Side side, std::uint64_t turn) const noexcept;

  private:
    static constexpr std::uint32_t kNearLevels = 4;
    static constexpr std::uint32_t kNearOrders = 4;  // orders of a level, and its last order
    static constexpr std::uint32_t kFarLevels = 4;   // levels after the near ones, in turn
    static constexpr std::uint32_t kFarTurns = 8;

    /// Slots before and after a place in a queue.
    struct Neighbours {
        std::uint32_t prev;
        std::uint32_t next;
    };

    /// A BookUpdate packed into two registers; its price must be in range.
    struct Outcome {
        std::uint64_t order = 0;  // from the lowest bit: status 8, side 8, instrument 16, qty 32
        std::uint64_t level = 0;  // price 32, bbo_changed 1, crossed 1

        [[nodiscard]] BookStatus status() const noexcept {
            return static_cast<BookStatus>(order & 0xffU);
        }
        [[nodiscard]] bool bbo_changed() const noexcept { return (level >> 32U & 1U) != 0; }
        [[nodiscard]] bool crossed() const noexcept { return (level >> 33U & 1U) != 0; }
        [[nodiscard, gnu::always_inline]] inline BookUpdate update() const noexcept {
            return {.status = status(),
                    .side = static_cast<Side>(order >> 8U & 0xffU),
                    .instrument = {static_cast<std::uint16_t>(order >> 16U)},
                    .qty = {static_cast<std::uint32_t>(order >> 32U)},
                    .price = {static_cast<std::uint32_t>(level)},
                    .bbo_changed = bbo_changed(),
                    .crossed = crossed()};
        }
    };

    L3Books(const BooksOptions& options, Arena arena);

    [[nodiscard]] bool is_known(InstrumentId instrument) const noexcept {
        return instrument.value != 0 && instrument.value <= instruments_max_;
    }
    [[nodiscard]] const PriceLadder& ladder_of(InstrumentId instrument, Side side) const noexcept {
        return book_of(instrument).ladders[side_index(side)];
    }
    [[nodiscard]] Level level_view(std::uint32_t level) const noexcept {
        const LevelRecord& record = levels_[level];
        return {.price = record.price, .qty = record.qty, .orders = record.orders};
    }
    [[nodiscard, gnu::always_inline]] inline OrderView order_view(
        std::uint32_t slot) const noexcept {
        const OrderRecord& record = orders_[slot];
        const LevelRecord& level = levels_[record.level()];
        return {.id = orders_.id_of(slot),
                .instrument = level.instrument,
                .side = level.side,
                .price = level.price,
                .leaves_qty = record.leaves_qty,
                .tag = orders_.tag_of(slot)};
    }

    void prefetch_levels(const PriceLadder& ladder, std::uint32_t first,
                         std::uint32_t count) const noexcept;
    void prefetch_queue(std::uint32_t level) const noexcept;
    void prefetch_around(const OrderRecord& record) const noexcept {
        levels_.prefetch(record.level());
        prefetch_for_write(&orders_[record.prev]);
        prefetch_for_write(&orders_[record.next]);
    }

    /// Fits in one register.
    struct Tagged {
        Qty qty;
        std::uint32_t tag;
    };

    [[nodiscard]] Outcome enter(OrderId id, InstrumentId instrument, Side side, Price price,
                                Qty qty) noexcept;
    [[nodiscard]] Outcome enter_tagged(OrderId id, InstrumentId instrument, Side side, Price price,
                                       Tagged tagged) noexcept;
    [[nodiscard]] Outcome take_part(OrderId id, Qty qty) noexcept;
    [[nodiscard]] Outcome take_all(OrderId id) noexcept;
    [[nodiscard]] Outcome exchange(OrderId original, OrderId id, Qty qty, Price price) noexcept;
    [[gnu::cold]] void tag_order(OrderId id, std::uint32_t tag) noexcept;  // the order must be open

    /// The place of a new order.
    struct Place {
        InstrumentId instrument;
        Side side;
        std::uint32_t tag = 0;
        Price price;
    };
    [[nodiscard, gnu::always_inline]] inline Outcome enter_at(OrderId id, Qty qty,
                                                              const Place& at) noexcept;
    [[nodiscard, gnu::always_inline]] inline Outcome place(OrderId id, Qty qty,
                                                           const Place& at) noexcept;
    [[nodiscard, gnu::always_inline]] inline Outcome take(std::uint32_t slot, Qty qty) noexcept;
    [[gnu::always_inline]] inline Outcome counted(Outcome outcome) noexcept;
    [[nodiscard, gnu::cold]] Outcome refuse(BookStatus status, std::uint32_t slot) noexcept;
    [[gnu::always_inline]] inline void open_level(std::uint32_t level, std::uint32_t slot,
                                                  OrderId id, Qty qty, const Place& at) noexcept;
    [[gnu::always_inline]] inline void append(std::uint32_t slot, std::uint32_t level, OrderId id,
                                              Qty qty) noexcept;
    [[gnu::always_inline]] inline void unlink(const OrderRecord& record,
                                              LevelRecord& level) noexcept;
    [[nodiscard, gnu::noinline]] Neighbours make_way(std::uint32_t slot, LevelRecord& level,
                                                     OrderId id) noexcept;

    Arena arena_;
    OrderTable orders_;
    LevelPool<std::uint32_t> levels_;
    LadderMemory rungs_;
    std::span<InstrumentBook> books_;  // by instrument id; 0 stays empty
    std::uint16_t instruments_max_;
    BookCounters counters_;
};

// A record without a live order may be prefetched as well: testing for one would be an unpredictable
// branch.
void L3Books::prefetch(OrderId id, InstrumentId instrument, PrefetchStep step) const noexcept {
    const InstrumentBook& book = book_of(instrument);
    if (step == PrefetchStep::Table) {
        orders_.prefetch_entry(id);
        prefetch_for_write(&book);
    } else if (!orders_.is_dense(id)) [[unlikely]] {
        if (step == PrefetchStep::Order) {
            orders_.prefetch_record(id);
        } else {
            prefetch_around(orders_[orders_.find(id).slot]);
        }
    } else if (const OrderRecord& record = orders_[orders_.dense_slot_of(id)];
               step == PrefetchStep::Order) {
        prefetch_around(record);
    } else {
        const Side side = levels_[record.level()].side;
        book.ladders[side_index(side)].prefetch_best(rungs_);
    }
}

void L3Books::prefetch_add(const OrderView& order, PrefetchStep step) const noexcept {
    const PriceLadder& ladder = ladder_of(order.instrument, order.side);
    const Rank rank = rank_of(order.side, order.price);
    if (step == PrefetchStep::Order) {
        ladder.prefetch(rungs_, rank);
    } else if (step == PrefetchStep::Level) {
        if (const auto cursor = ladder.find(rungs_, rank); cursor.level != kNoLevel) {
            levels_.prefetch(cursor.level);
        }
    }
}

}  // namespace hotpath::book
