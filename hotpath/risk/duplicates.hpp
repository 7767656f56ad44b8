#pragma once
/// Duplicates: how many orders alike (instrument, side, price, quantity) were sent in a window,
/// exactly.
///
///   latest    | 9 | 0 | 7 | .. |        by hash: the number of the last order sent there, or 0
///               |
///   sent      | 9 | -> | 4 | -> 0       each knows the one before it in its bucket
///
/// Orders stand in a ring by their number. Nothing is ever taken out: what is older than the window
/// ends the search, and so does what the ring has written over, which is older still. Threads: one.
/// Allocation: at construction. Complexity: O(orders alike in the window), so at most the limit.

#include <bit>
#include <cstdint>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/risk/limits.hpp"

namespace hotpath::risk {

/// What makes two orders alike, in two words: put together from narrow fields it would be copied
/// before their stores have left the core (docs/techniques/store-forwarding.md).
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

  private:
    std::uint64_t price_ = 0;
    std::uint64_t rest_ = 0;
};

class Duplicates {
  public:
    /// `orders_max`: no more orders than these are ever noted in a window.
    Duplicates(const RateLimit& limit, std::uint32_t orders_max)
        : limit_(limit),
          sent_(std::bit_ceil(std::size_t{orders_max} + 1)),
          latest_(2 * sent_.size()),
          shift_(static_cast<std::uint32_t>(64 - std::countr_zero(latest_.size()))) {}

    /// May one more like it be sent? Times do not go back.
    [[nodiscard]] bool has_room(const OrderLikeness& order, Nanos now) const noexcept {
        std::uint32_t alike = 0;
        for (std::uint64_t number = latest_[bucket_of(order)]; is_recent(number, now);
             number = sent_[place_of(number)].previous) {
            alike += sent_[place_of(number)].order == order ? 1U : 0U;
            if (alike == limit_.messages_max) {
                return false;
            }
        }
        return true;
    }

    /// It is sent.
    void note(const OrderLikeness& order, Nanos now) noexcept {
        std::uint64_t& latest = latest_[bucket_of(order)];
        Sent& sent = sent_[place_of(next_)];
        sent.order = order;
        sent.time = now;
        sent.previous = latest;
        latest = next_++;
    }

  private:
    struct Sent {
        OrderLikeness order{};
        Nanos time{};
        std::uint64_t previous = 0;  // the number of the one before it in its bucket; 0: none
    };

    [[nodiscard]] std::size_t bucket_of(const OrderLikeness& order) const noexcept {
        return order.hash() >> shift_;
    }
    /// One branch for all three, since none of them can be foreseen.
    [[nodiscard]] bool is_recent(std::uint64_t number, Nanos now) const noexcept {
        const bool is_kept = (number != 0) & (next_ - number <= sent_.size());
        return is_kept & (now - sent_[place_of(number)].time < limit_.window);
    }
    [[nodiscard]] std::size_t place_of(std::uint64_t number) const noexcept {
        return number & (sent_.size() - 1);
    }

    RateLimit limit_;
    FixedArray<Sent> sent_;             // a ring, by number
    FixedArray<std::uint64_t> latest_;  // by bucket
    std::uint32_t shift_;
    std::uint64_t next_ = 1;
};

}  // namespace hotpath::risk
