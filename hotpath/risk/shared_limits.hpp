#pragma once
/// SharedLimits: what all engines of a firm may have open together, and send in a day, when each
/// runs on a thread of its own. FirmShare: one engine's part of it, fetched in blocks.
///
///   engine 1 -- FirmShare ─┐                 | orders open |  a cache line each: who takes of
///   engine 2 -- FirmShare ─┼─ try_take ────> | value open  |  one does not fetch the lines of
///   engine 3 ──────────────┘  give_back      | messages    |  the others
///
/// To ask is to take: one atomic addition a limit, given back when there was no room. So what has
/// been granted is never more than a limit, whatever the threads do; what does not fit may for a
/// moment stand in the way of what would: then that is refused, too. Relaxed, because each counter
/// is judged by itself and nothing else is handed over with it. A share makes of nearly all of that
/// a subtraction in memory of its own, and pays with what it has fetched and does not use: up to
/// two blocks of each limit. Beside each engine's own RiskGate, not in its place. Threads:
/// SharedLimits any number up to kThreadsMax, a share one. Allocation: none. Complexity: O(1),
/// without a loop or a lock. Twin: tests/support/locked_limits.hpp.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/cpu.hpp"

namespace hotpath::risk {

/// Inclusive, as all limits.
struct FirmLimits {
    std::uint64_t open_orders_max = 0;
    std::uint64_t open_value_max = 0;  // price units x shares
    std::uint64_t messages_max = 0;    // orders and replacements of a day
};

/// What sending takes, besides a message. A replacement opens no order, and only the value that it
/// adds.
struct FirmOrder {
    std::uint64_t orders = 1;
    std::uint64_t value = 0;
};

/// Which limit has no room.
enum class FirmLimit : std::uint8_t { OpenOrders, OpenValue, Messages, None };

inline constexpr std::array kFirmLimits{FirmLimit::OpenOrders, FirmLimit::OpenValue,
                                        FirmLimit::Messages};

class SharedLimits {
  public:
    static constexpr std::uint64_t kLimitMax = std::uint64_t{1} << 56U;
    /// So many at once cannot make a counter overflow.
    static constexpr std::uint64_t kThreadsMax = 127;

    explicit SharedLimits(const FirmLimits& limits) noexcept
        : counters_{{{limits.open_orders_max}, {limits.open_value_max}, {limits.messages_max}}} {
        HOTPATH_ASSERT(is_valid(limits), "check is_valid(limits) first");
    }

    /// Is each of them set, and can it bind?
    [[nodiscard]] static constexpr bool is_valid(const FirmLimits& limits) noexcept {
        const auto can_bind = [](std::uint64_t limit) { return limit > 0 && limit <= kLimitMax; };
        return can_bind(limits.open_orders_max) && can_bind(limits.open_value_max) &&
               can_bind(limits.messages_max);
    }

    /// None: all of it is taken, and the order may be sent. Else nothing is.
    [[nodiscard]] FirmLimit try_reserve(const FirmOrder& order) noexcept {
        if (!try_take(FirmLimit::OpenOrders, order.orders)) {
            return FirmLimit::OpenOrders;
        }
        if (!try_take(FirmLimit::OpenValue, order.value)) {
            give_back(FirmLimit::OpenOrders, order.orders);
            return FirmLimit::OpenValue;
        }
        if (!try_take(FirmLimit::Messages, 1)) {
            release(order);
            return FirmLimit::Messages;
        }
        return FirmLimit::None;
    }

    /// Part or all of what was reserved is no longer open. A message sent stays sent.
    void release(const FirmOrder& order) noexcept {
        give_back(FirmLimit::OpenValue, order.value);
        give_back(FirmLimit::OpenOrders, order.orders);
    }

    /// Of one limit alone.
    [[nodiscard]] bool try_take(FirmLimit limit, std::uint64_t amount) noexcept {
        Counter& counter = counters_[index_of(limit)];
        if (amount == 0 || amount > counter.max) [[unlikely]] {
            return amount == 0;
        }
        const std::uint64_t before = counter.taken.fetch_add(amount, std::memory_order_relaxed);
        if (before + amount <= counter.max) [[likely]] {
            return true;
        }
        give_back(limit, amount);
        return false;
    }
    void give_back(FirmLimit limit, std::uint64_t amount) noexcept {
        if (amount != 0) {
            counters_[index_of(limit)].taken.fetch_sub(amount, std::memory_order_relaxed);
        }
    }

    /// For people: what is reserved or fetched, and for a moment what is about to be refused.
    [[nodiscard]] std::uint64_t taken(FirmLimit limit) const noexcept {
        return counters_[index_of(limit)].taken.load(std::memory_order_relaxed);
    }

  private:
    struct alignas(kCacheLine) Counter {
        std::uint64_t max;
        std::atomic<std::uint64_t> taken{0};
    };

    [[nodiscard]] static constexpr std::size_t index_of(FirmLimit limit) noexcept {
        return static_cast<std::size_t>(limit);
    }

    std::array<Counter, kFirmLimits.size()> counters_;
};

class FirmShare {
  public:
    /// `block`: what is fetched at once beyond what an order needs. The firm's limits outlive the
    /// share.
    FirmShare(SharedLimits& firm, const FirmLimits& block) noexcept
        : firm_(firm), block_{block.open_orders_max, block.open_value_max, block.messages_max} {
        HOTPATH_ASSERT(SharedLimits::is_valid(block), "check is_valid(block) first");
    }
    FirmShare(const FirmShare&) = delete;
    FirmShare& operator=(const FirmShare&) = delete;
    /// What is free goes back; what is reserved stays reserved.
    ~FirmShare() {
        for (std::size_t k = 0; k < free_.size(); ++k) {
            firm_.give_back(kFirmLimits[k], free_[k]);
        }
    }

    [[nodiscard]] FirmLimit try_reserve(const FirmOrder& order) noexcept {
        const Amounts wanted{order.orders, order.value, 1};
        const bool is_there =
            free_[0] >= wanted[0] && free_[1] >= wanted[1] && free_[2] >= wanted[2];
        if (!is_there) [[unlikely]] {
            const FirmLimit missing = fetch(wanted);
            if (missing != FirmLimit::None) {
                return missing;
            }
        }
        for (std::size_t k = 0; k < free_.size(); ++k) {
            free_[k] -= wanted[k];
        }
        return FirmLimit::None;
    }

    void release(const FirmOrder& order) noexcept {
        free_[0] += order.orders;
        free_[1] += order.value;
        if (free_[0] > 2 * block_[0] || free_[1] > 2 * block_[1]) [[unlikely]] {
            return_surplus();
        }
    }

  private:
    using Amounts = std::array<std::uint64_t, kFirmLimits.size()>;

    /// What is fetched for an order that is refused all the same stays in the share.
    [[nodiscard, gnu::noinline]] FirmLimit fetch(const Amounts& wanted) noexcept {
        for (std::size_t k = 0; k < free_.size(); ++k) {
            const std::uint64_t missing = wanted[k] > free_[k] ? wanted[k] - free_[k] : 0;
            if (missing == 0) {
                continue;
            }
            const bool has_block = missing <= SharedLimits::kLimitMax &&
                                   firm_.try_take(kFirmLimits[k], missing + block_[k]);
            if (!has_block && !firm_.try_take(kFirmLimits[k], missing)) {
                return kFirmLimits[k];
            }
            free_[k] += has_block ? missing + block_[k] : missing;
        }
        return FirmLimit::None;
    }

    [[gnu::noinline]] void return_surplus() noexcept {
        for (std::size_t k = 0; k < free_.size(); ++k) {
            const std::uint64_t surplus = free_[k] > block_[k] ? free_[k] - block_[k] : 0;
            firm_.give_back(kFirmLimits[k], surplus);
            free_[k] -= surplus;
        }
    }

    SharedLimits& firm_;
    Amounts block_;
    Amounts free_{};
};

}  // namespace hotpath::risk
