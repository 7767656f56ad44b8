#include "hotpath/book/queue_positions.hpp"

#include <algorithm>

#include "hotpath/core/assert.hpp"

namespace hotpath::book {

QueuePositions::QueuePositions(const QueuePositionsOptions& options)
    : by_id_(options.orders_max),
      by_level_(options.orders_max),
      watches_(options.orders_max),
      watched_(std::size_t{options.instruments_max} + 1) {
    clear();
}

std::uint64_t QueuePositions::LevelAddressHash::operator()(
    const LevelAddress& address) const noexcept {
    constexpr std::uint64_t kOdd = 0xff51'afd7'ed55'8ccdULL;  // Murmur3's finaliser
    const std::uint64_t book =
        std::uint64_t{address.instrument.value} * 2 + side_index(address.side);
    const auto price = static_cast<std::uint64_t>(address.price.value);
    return KeyHash<std::uint64_t>{}(price ^ (book * kOdd));
}

std::optional<QueuePosition> QueuePositions::find(OrderId id) const noexcept {
    const std::uint32_t* const slot = by_id_.find(id);
    return slot == nullptr ? std::nullopt : std::optional(watches_[*slot].position);
}

WatchStatus QueuePositions::watch(const QueuePosition& position) noexcept {
    const OrderView& order = position.order;
    if (by_id_.find(order.id) != nullptr) {
        return WatchStatus::AlreadyWatched;
    }
    if (free_ == kNone) {
        return WatchStatus::Full;
    }
    HOTPATH_ASSERT(order.instrument.value < watched_.size(),
                   "the instrument must be below the books' instruments_max");
    const std::uint32_t slot = free_;
    free_ = watches_[slot].next;
    watches_[slot].position = position;
    (void)by_id_.try_insert(order.id, slot);
    link(slot);
    ++watched_[order.instrument.value];
    return WatchStatus::Ok;
}

bool QueuePositions::unwatch(OrderId id) noexcept {
    const std::uint32_t* const slot = by_id_.find(id);
    if (slot == nullptr) {
        return false;
    }
    forget(*slot);
    return true;
}

void QueuePositions::clear() noexcept {
    by_id_.clear();
    by_level_.clear();
    std::ranges::fill(watched_.items(), 0U);
    free_ = kNone;
    for (std::size_t slot = watches_.size(); slot-- > 0;) {
        watches_[slot].next = free_;
        free_ = static_cast<std::uint32_t>(slot);
    }
}

void QueuePositions::follow_others(const BookChange& change) noexcept {
    const OrderView& before = change.before;
    const OrderView& after = change.after;
    if (change.verb == BookVerb::Add) {
        join_queue(after, after.leaves_qty);
    } else if (change.verb == BookVerb::Replace) {
        leave_queue(before, before.leaves_qty);
        join_queue(after, after.leaves_qty);
    } else {
        leave_queue(before, before.leaves_qty - after.leaves_qty);
    }
}

bool QueuePositions::follow_ours(const BookChange& change) noexcept {
    const std::uint32_t* const slot = by_id_.find(change.before.id);
    if (slot == nullptr) {
        return false;
    }
    const bool is_open = change.after.leaves_qty.value != 0;
    if (is_open && change.verb != BookVerb::Replace) {
        watches_[*slot].position.order.leaves_qty = change.after.leaves_qty;
        return false;
    }
    forget(*slot);
    return is_open;
}

void QueuePositions::leave_queue(const OrderView& order, Qty qty) noexcept {
    for_each_behind(order, [qty](QueuePosition& ours) { ours.queue_ahead_qty -= qty; });
}

void QueuePositions::join_queue(const OrderView& order, Qty qty) noexcept {
    for_each_behind(order, [qty](QueuePosition& ours) { ours.queue_ahead_qty += qty; });
}

template <class Change>
void QueuePositions::for_each_behind(const OrderView& order, Change&& change) noexcept {
    const std::uint32_t* const first = by_level_.find(address_of(order));
    std::uint32_t slot = first == nullptr ? kNone : *first;
    for (; slot != kNone; slot = watches_[slot].next) {
        if (QueuePosition& ours = watches_[slot].position; ours.order.id > order.id) {
            change(ours);
        }
    }
}

void QueuePositions::link(std::uint32_t slot) noexcept {
    Watch& watch = watches_[slot];
    const LevelAddress address = address_of(watch.position.order);
    watch.prev = kNone;
    watch.next = kNone;
    if (std::uint32_t* const first = by_level_.find(address)) {
        watch.next = *first;
        watches_[*first].prev = slot;
        *first = slot;
    } else {
        (void)by_level_.try_insert(address, slot);
    }
}

void QueuePositions::unlink(std::uint32_t slot) noexcept {
    const Watch& watch = watches_[slot];
    if (watch.next != kNone) {
        watches_[watch.next].prev = watch.prev;
    }
    if (watch.prev != kNone) {
        watches_[watch.prev].next = watch.next;
    } else if (watch.next != kNone) {
        *by_level_.find(address_of(watch.position.order)) = watch.next;
    } else {
        by_level_.erase(address_of(watch.position.order));
    }
}

void QueuePositions::forget(std::uint32_t slot) noexcept {
    const OrderView& order = watches_[slot].position.order;
    unlink(slot);
    --watched_[order.instrument.value];
    by_id_.erase(order.id);
    watches_[slot].next = free_;
    free_ = slot;
}

}  // namespace hotpath::book
