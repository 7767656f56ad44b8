#pragma once
/// SharedLimits: limits on open orders and daily messages of all engines of a firm, each running on
/// its own thread. FirmShare: one engine's part, fetched in blocks.
///
///   engine 1 -- FirmShare ─┐                 | orders open |  a cache line each: taking from
///   engine 2 -- FirmShare ─┼─ try_take ────> | value open  |  one does not fetch the lines of
///   engine 3 ──────────────┘  give_back      | messages    |  the others
/// A request takes at once: one atomic addition a limit, given back when there was no room. So the
/// granted total never exceeds a limit, in any interleaving; a request that does not fit may
/// briefly block one that would fit, which is then refused too. Relaxed, because each counter is
/// checked alone and publishes no other data. A share turns nearly all requests into a subtraction
/// in its private memory; the cost is capacity fetched and unused, up to two blocks of each limit.
/// In addition to each engine's RiskGate, not in its place. Threads: SharedLimits any number up to
/// kThreadsMax, a share one. Allocation: none. Complexity: O(1), without a loop or a lock.
/// Reference: tests/support/locked_limits.hpp.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::risk {

/// Inclusive, like all limits.
struct FirmLimits {
    std::uint64_t open_orders_max = 0;
    Money open_value_max{};
    std::uint64_t messages_max = 0;  // orders and replacements of a day
};

/// The limits that an order uses besides one message. A replacement opens no order and uses only
/// the value that it adds.
struct FirmOrder {
    std::uint64_t orders = 1;
    Money value{};
};

/// Which limit has no room.
enum class FirmLimit : std::uint8_t { OpenOrders, OpenValue, Messages, None };

inline constexpr std::array kFirmLimits{FirmLimit::OpenOrders, FirmLimit::OpenValue,
                                        FirmLimit::Messages};

class SharedLimits {
  public:
    static constexpr std::uint64_t kLimitMax = std::uint64_t{1} << 56U;
    /// This many threads at once cannot make a counter overflow.
    static constexpr std::uint64_t kThreadsMax = 127;

    explicit SharedLimits(const FirmLimits& limits) noexcept
        : counters_{
              {{limits.open_orders_max}, {limits.open_value_max.bits()}, {limits.messages_max}}} {
        HOTPATH_ASSERT(is_valid(limits), "check is_valid(limits) first");
    }

    /// Is each limit set, and can it bind?
    [[nodiscard]] static constexpr bool is_valid(const FirmLimits& limits) noexcept {
        const auto can_bind = [](std::uint64_t limit) { return limit > 0 && limit <= kLimitMax; };
        return can_bind(limits.open_orders_max) && can_bind(limits.open_value_max.bits()) &&
               can_bind(limits.messages_max);
    }

    /// Returns None if all is reserved and the order may be sent; else nothing is reserved.
    [[nodiscard]] FirmLimit try_reserve(const FirmOrder& order) noexcept {
        if (!try_take(FirmLimit::OpenOrders, order.orders)) {
            return FirmLimit::OpenOrders;
        }
        if (!try_take(FirmLimit::OpenValue, order.value.bits())) {
            give_back(FirmLimit::OpenOrders, order.orders);
            return FirmLimit::OpenValue;
        }
        if (!try_take(FirmLimit::Messages, 1)) {
            release(order);
            return FirmLimit::Messages;
        }
        return FirmLimit::None;
    }

    /// Part or all of the reserved orders are no longer open. Messages are not given back.
    void release(const FirmOrder& order) noexcept {
        give_back(FirmLimit::OpenValue, order.value.bits());
        give_back(FirmLimit::OpenOrders, order.orders);
    }

    /// For one limit only.
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

    /// For display: reserved or fetched, briefly including requests about to be refused.
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
    /// `block`: how much is fetched at once beyond an order's need. The firm's limits outlive the
    /// share.
    FirmShare(SharedLimits& firm, const FirmLimits& block) noexcept
        : firm_(firm),
          block_{block.open_orders_max, block.open_value_max.bits(), block.messages_max} {
        HOTPATH_ASSERT(SharedLimits::is_valid(block), "check is_valid(block) first");
    }
    FirmShare(const FirmShare&) = delete;
    FirmShare& operator=(const FirmShare&) = delete;
    /// Gives the free part back; reserved capacity stays reserved.
    ~FirmShare() {
        for (std::size_t k = 0; k < free_.size(); ++k) {
            firm_.give_back(kFirmLimits[k], free_[k]);
        }
    }

    [[nodiscard]] FirmLimit try_reserve(const FirmOrder& order) noexcept {
        const Amounts wanted{order.orders, order.value.bits(), 1};
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
        free_[1] += order.value.bits();
        if (free_[0] > 2 * block_[0] || free_[1] > 2 * block_[1]) [[unlikely]] {
            return_surplus();
        }
    }

  private:
    using Amounts = std::array<std::uint64_t, kFirmLimits.size()>;

    /// Capacity fetched for an order that is still refused stays in the share.
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
