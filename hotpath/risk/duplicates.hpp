#pragma once
/// Duplicates: exact number of identical orders (instrument, side, price, quantity) in a window.
///
///   buckets   | 9, 3 orders | .. |      by hash: the number of the last order sent there, and how
///               |                       many were sent to it since it was last idle
///   sent      | 9 | -> | 4 | -> ...     each links to the one before it in its bucket
///
/// A bucket's count is never below the number of identical orders in the window. While it is below
/// the limit, which is nearly always, the answer needs one cache line and no unpredictable branch;
/// otherwise the orders of the bucket are compared one by one and recounted. Orders are stored in a
/// ring by number and never removed: an order older than the window, or overwritten in the ring and
/// so even older, ends the search. Threads: one. Allocation: at construction. Complexity: O(1); a
/// search O(orders of the bucket in the window).

#include <bit>
#include <cstdint>
#include <limits>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/risk/limits.hpp"

namespace hotpath::risk {

/// The fields that make two orders identical, in two words: assembled from narrow fields they would
/// be copied before their stores have left the core (docs/techniques/store-forwarding.md).
class OrderLikeness {
  public:
    OrderLikeness() = default;
    constexpr OrderLikeness(InstrumentId instrument, Side side, Price price, Qty qty) noexcept
        : price_(static_cast<std::uint64_t>(price.value)),
          rest_((std::uint64_t{qty.value} << 32U) | (std::uint64_t{instrument.value} << 1U) |
                static_cast<std::uint64_t>(side)) {}

    [[nodiscard]] constexpr std::uint64_t hash() const noexcept {
        return KeyHash<std::uint64_t>{}(KeyHash<std::uint64_t>{}(price_) ^ rest_);
    }
    friend constexpr bool operator==(const OrderLikeness&, const OrderLikeness&) = default;

    [[nodiscard]] constexpr std::uint64_t price() const noexcept { return price_; }
    /// Instrument, side and quantity.
    [[nodiscard]] constexpr std::uint64_t rest() const noexcept { return rest_; }

  private:
    std::uint64_t price_ = 0;
    std::uint64_t rest_ = 0;
};

class Duplicates {
    // Fields that are stored together are one word, or apart: two words side by side GCC puts together
    // in a vector register, which takes more instructions than both stores.
    struct Bucket {
        std::uint64_t latest = 0;  // the number of the last order sent there; 0: none
        // High half: the turn of the last lookup; a turn is a window or longer. Low half: how many
        // orders were sent there since a whole turn without any.
        std::uint64_t turn_and_orders = 0;
    };
    struct Sent {
        std::uint64_t price = 0;
        Time time{};
        std::uint64_t rest = 0;
        std::uint64_t previous = 0;  // the number of the one before it in its bucket; 0: none
    };
    struct State {
        std::uint32_t turn = 0;
        Time turn_end{std::numeric_limits<std::int64_t>::min()};
        std::uint64_t next = 1;  // the number of the next order
    };

  public:
    /// `orders_max`: the most orders noted in any window.
    Duplicates(const RateLimit& limit, std::uint32_t orders_max)
        : limit_(limit),
          sent_(std::bit_ceil(std::size_t{orders_max} + 1)),
          buckets_(sent_.size()),
          shift_(static_cast<std::uint32_t>(64 - std::countr_zero(buckets_.size()))) {}

    /// May one more identical order be sent? Times do not go back.
    [[nodiscard]] bool has_room(OrderLikeness order, Time now) noexcept {
        if (now >= state_.turn_end) [[unlikely]] {
            ++state_.turn;
            state_.turn_end = now + limit_.window;
        }
        Bucket& bucket = bucket_of(order);
        // Without a branch: both cases are common. When turn numbers wrap, after 2^32 turns, too much
        // is counted.
        const auto orders_then = static_cast<std::uint32_t>(bucket.turn_and_orders);
        const auto turn_then = static_cast<std::uint32_t>(bucket.turn_and_orders >> 32U);
        const std::uint32_t orders = state_.turn - turn_then <= 1 ? orders_then : 0;
        bucket.turn_and_orders = counted(orders);
        return orders < limit_.messages_max || search(bucket, order, now);
    }

    /// Notes an order that is sent. Call has_room() first.
    void note(OrderLikeness order, Time now) noexcept {
        Bucket& bucket = bucket_of(order);
        Sent& sent = sent_[place_of(state_.next)];
        sent.price = order.price();
        sent.rest = order.rest();
        sent.time = now;
        sent.previous = bucket.latest;
        bucket.latest = state_.next++;
        ++bucket.turn_and_orders;
    }

    /// Loads the line of the next order; its bucket depends on its terms. Changes nothing.
    void prefetch() const noexcept { prefetch_for_write(&sent_[place_of(state_.next)]); }

  private:
    [[nodiscard, gnu::noinline]] bool search(Bucket& bucket, OrderLikeness order,
                                             Time now) noexcept {
        std::uint32_t alike = 0;
        std::uint32_t all = 0;
        for (std::uint64_t number = bucket.latest; is_recent(number, now); ++all) {
            const Sent& sent = sent_[place_of(number)];
            const bool is_alike = sent.price == order.price() && sent.rest == order.rest();
            alike += is_alike ? 1U : 0U;
            if (alike == limit_.messages_max) {
                return false;
            }
            number = sent.previous;
        }
        bucket.turn_and_orders = counted(all);
        return true;
    }

    [[nodiscard]] std::uint64_t counted(std::uint32_t orders) const noexcept {
        return (std::uint64_t{state_.turn} << 32U) | orders;
    }
    [[nodiscard]] Bucket& bucket_of(OrderLikeness order) noexcept {
        return buckets_[order.hash() >> shift_];
    }
    /// One branch for all three, since none of them is predictable.
    [[nodiscard]] bool is_recent(std::uint64_t number, Time now) const noexcept {
        const bool is_kept = (number != 0) & (state_.next - number <= sent_.size());
        return is_kept & (now - sent_[place_of(number)].time < limit_.window);
    }
    [[nodiscard]] std::size_t place_of(std::uint64_t number) const noexcept {
        return number & (sent_.size() - 1);
    }

    RateLimit limit_;
    FixedArray<Sent> sent_;  // a ring, by number
    FixedArray<Bucket> buckets_;
    std::uint32_t shift_;
    State state_{};
};

}  // namespace hotpath::risk
