#pragma once
/// QueuePositions: quantity in line ahead of each of our own orders, exact after every event.
///
///   level of our order:   11   15   [17]   23   40        ids ascending: the queue
///                         |--ahead--|      |-behind-|
///
///   11 executes, cancels or is replaced     ahead shrinks by what left it
///   23 and 40 do                            ahead stays
///   10 arrives late (the opening cross)     ahead grows
///   17 executes in part, even out of turn   ahead stays, our leaves shrink
///   17 is replaced                          the new id is followed, from where its book puts it
///
/// No estimates: a level by price cannot tell a cancel behind us from one ahead, but an
/// L3 feed can. Follows the orders that BookChange names and asks the books only when an order of
/// ours is watched first or replaced. After the books are replaced (a snapshot): clear() and watch
/// again. Threads: that of the books. Allocation: the constructor. Complexity: on_change() O(1) for
/// an instrument or a level without an order of ours, else O(our orders at that price); watch() and
/// our replace O(distance to the nearer end of the queue). Twin: L3Books::queue_ahead_qty.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "hotpath/book/book_change.hpp"
#include "hotpath/book/order_books.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

/// One order of ours and its place in line.
struct QueuePosition {
    OrderView order{};
    TotalQty queue_ahead_qty{};

    friend constexpr bool operator==(const QueuePosition&, const QueuePosition&) = default;
};

struct QueuePositionsOptions {
    std::uint16_t instruments_max = 16'000;  // the books'
    std::uint32_t orders_max = 1'000;        // watched at one time
};

enum class WatchStatus : std::uint8_t { Ok, UnknownOrder, AlreadyWatched, Full };

class QueuePositions {
  public:
    explicit QueuePositions(const QueuePositionsOptions& options);

    /// Empty for an order that is not watched or no longer open.
    [[nodiscard]] std::optional<QueuePosition> find(OrderId id) const noexcept;
    [[nodiscard]] std::size_t size() const noexcept { return by_id_.size(); }

    /// An order that is open in `books`.
    template <OrderBooks Books>
    [[nodiscard]] WatchStatus watch(const Books& books, OrderId id) noexcept {
        const std::optional<OrderView> order = books.find(id);
        return order ? watch({.order = *order, .queue_ahead_qty = books.queue_ahead_qty(id)})
                     : WatchStatus::UnknownOrder;
    }
    /// False when it was not watched.
    bool unwatch(OrderId id) noexcept;
    void clear() noexcept;

    /// After each change of the books. Orders of ours that are gone are forgotten.
    template <OrderBooks Books>
    void on_change(const BookChange& change, const Books& books) noexcept {
        if (!is_watched(change.instrument()) || !change.changed_book()) [[likely]] {
            return;
        }
        follow_others(change);
        const bool is_moved = follow_ours(change);
        if (is_moved) [[unlikely]] {
            (void)watch(books, change.after.id);
        }
    }

  private:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    /// One price of one side of one instrument.
    struct LevelAddress {
        Price price{};
        InstrumentId instrument{};
        Side side = Side::Buy;

        friend constexpr bool operator==(const LevelAddress&, const LevelAddress&) = default;
    };
    struct LevelAddressHash {
        [[nodiscard]] std::uint64_t operator()(const LevelAddress& address) const noexcept;
    };
    struct Watch {
        QueuePosition position;
        std::uint32_t next = kNone;  // of the same level, or of the free ones
        std::uint32_t prev = kNone;
    };

    [[nodiscard]] static LevelAddress address_of(const OrderView& order) noexcept {
        return {.price = order.price, .instrument = order.instrument, .side = order.side};
    }
    [[nodiscard]] bool is_watched(InstrumentId instrument) const noexcept {
        return instrument.value < watched_.size() && watched_[instrument.value] != 0;
    }
    [[nodiscard]] WatchStatus watch(const QueuePosition& position) noexcept;

    /// Handles orders that leave or join queues ahead of ours.
    void follow_others(const BookChange& change) noexcept;
    /// True when the order is ours and has a new id, under which it is to be watched again.
    [[nodiscard]] bool follow_ours(const BookChange& change) noexcept;
    void leave_queue(const OrderView& order, Qty qty) noexcept;
    void join_queue(const OrderView& order, Qty qty) noexcept;
    template <class Change>
    void for_each_behind(const OrderView& order, Change&& change) noexcept;
    void link(std::uint32_t slot) noexcept;
    void unlink(std::uint32_t slot) noexcept;
    void forget(std::uint32_t slot) noexcept;

    FixedHashMap<OrderId, std::uint32_t> by_id_;                            // its slot
    FixedHashMap<LevelAddress, std::uint32_t, LevelAddressHash> by_level_;  // the first's slot
    FixedArray<Watch> watches_;
    FixedArray<std::uint32_t> watched_;  // orders, by instrument id
    std::uint32_t free_ = kNone;
};

}  // namespace hotpath::book
