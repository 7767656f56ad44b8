#pragma once
/// ReferenceBooks: the books written in the most obvious way, to be the judge of L3Books in tests.
///
/// The same commands, answers and counters, made of std::map. Threads: one owner. Allocation: on
/// every add, so never on a hot path. Complexity: O(log n) a command.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "hotpath/book/types.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::book {

class ReferenceBooks {
  public:
    using Options = BooksOptions;
    using Cursor = const OrderView*;
    static constexpr PrefetchStep kLastPrefetch = PrefetchStep::Level;

    [[nodiscard]] static Expected<ReferenceBooks> create(const BooksOptions& options);

    [[nodiscard]] TradingState trading_state(InstrumentId instrument) const;
    [[nodiscard]] Level best(InstrumentId instrument, Side side) const;
    [[nodiscard]] Bbo bbo(InstrumentId instrument) const;
    [[nodiscard]] Level level(InstrumentId instrument, LevelKey key) const;
    [[nodiscard]] std::size_t depth(InstrumentId instrument, Side side,
                                    std::span<Level> levels) const;
    [[nodiscard]] std::size_t level_count(InstrumentId instrument, Side side) const;
    [[nodiscard]] bool has_orders(InstrumentId instrument, Side side) const {
        return !side_of(instrument, side).empty();
    }
    [[nodiscard]] Price best_price(InstrumentId instrument, Side side) const {
        return best(instrument, side).price;
    }
    [[nodiscard]] std::optional<OrderView> find(OrderId id) const;
    [[nodiscard]] Cursor cursor_of(OrderId id) const;
    [[nodiscard]] OrderView at(Cursor cursor) const { return *cursor; }
    [[nodiscard]] std::optional<OrderView> front(InstrumentId instrument, Side side) const;
    [[nodiscard]] std::optional<OrderView> back(InstrumentId instrument, LevelKey key) const;
    [[nodiscard]] std::optional<OrderView> next_after(const OrderView& order) const;
    [[nodiscard]] TotalQty queue_ahead_qty(OrderId id) const;
    [[nodiscard]] std::uint32_t open_orders() const;
    [[nodiscard]] std::uint16_t instruments_max() const { return options_.instruments_max; }
    [[nodiscard]] const BookCounters& counters() const { return counters_; }
    [[nodiscard]] std::uint64_t checksum() const;
    [[nodiscard]] std::uint64_t checksum(InstrumentId instrument) const;

    template <class Visitor>
    void for_each_level(InstrumentId instrument, Side side, Visitor&& visit) const {
        for (const auto& [rank, queue] : side_of(instrument, side)) {
            visit(level_of(side, rank, queue));
        }
    }

    template <class Visitor>
    void for_each_order(InstrumentId instrument, Side side, Visitor&& visit) const {
        for (const auto& [rank, queue] : side_of(instrument, side)) {
            for (const auto& [id, qty] : queue) {
                visit(orders_.at(id));
            }
        }
    }

    template <class Visitor>
    void for_each_order_while(InstrumentId instrument, Side side, Visitor&& visit) const {
        for (const auto& [rank, queue] : side_of(instrument, side)) {
            for (const auto& [id, qty] : queue) {
                if (!visit(orders_.at(id))) {
                    return;
                }
            }
        }
    }

    BookUpdate add(const OrderView& order) noexcept;
    BookUpdate execute(OrderId id, Qty qty) noexcept;
    BookUpdate reduce(OrderId id, Qty qty) noexcept;
    BookUpdate remove(OrderId id) noexcept;
    FrontExecution execute_front(InstrumentId instrument, Side side, Qty qty) noexcept;
    void reduce_at(Cursor cursor, Qty qty) noexcept { reduce(cursor->id, qty); }
    void remove_at(Cursor cursor) noexcept { remove(cursor->id); }
    void set_tag(Cursor cursor, std::uint32_t tag) noexcept { orders_.at(cursor->id).tag = tag; }
    BookUpdate replace(OrderId original, const Replacement& replacement) noexcept;
    void set_trading_state(InstrumentId instrument, TradingState state) noexcept;

    /// The twin has no caches to warm.
    void prefetch(OrderId, InstrumentId, PrefetchStep) const noexcept {}
    void prefetch_add(const OrderView&, PrefetchStep) const noexcept {}

  private:
    using Queue = std::map<OrderId, Qty>;
    /// Keyed so that the best level comes first: by -price for bids, by price for asks.
    using SideBook = std::map<std::int64_t, Queue>;

    struct Book {
        SideBook bids;
        SideBook asks;
        TradingState trading_state = TradingState::Unknown;
    };

    explicit ReferenceBooks(const BooksOptions& options)
        : options_(options), books_(std::size_t{options.instruments_max} + 1) {}

    [[nodiscard]] static std::int64_t rank_of(Side side, Price price) {
        return -sign(side) * price.value;
    }
    [[nodiscard]] static Level level_of(Side side, std::int64_t rank, const Queue& queue);
    [[nodiscard]] bool is_known(InstrumentId instrument) const;
    [[nodiscard]] const SideBook& side_of(InstrumentId instrument, Side side) const;
    [[nodiscard]] SideBook& side_of(InstrumentId instrument, Side side);
    [[nodiscard]] bool is_crossed(InstrumentId instrument) const;

    [[nodiscard]] BookUpdate try_add(const OrderView& order);
    [[nodiscard]] BookUpdate try_take(OrderId id, Qty qty);
    [[nodiscard]] BookUpdate try_replace(OrderId original, const Replacement& replacement);
    [[nodiscard]] BookUpdate take(const OrderView& order, Qty qty);
    BookUpdate counted(BookUpdate update) noexcept;

    BooksOptions options_;
    std::vector<Book> books_;  // by instrument id
    std::map<OrderId, OrderView> orders_;
    std::size_t levels_ = 0;
    BookCounters counters_;
};

}  // namespace hotpath::book
