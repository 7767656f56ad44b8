#pragma once
/// SharedExposure: a firm's limits on the gross and net value of all its engines together, each
/// running on its own thread. ExposureShare: one engine's part.
///
///   engine 1: net  300 long -- ExposureShare ─┐               | gross | a cache line each
///   engine 2: net -200      -- ExposureShare ─┼─ raise, move >| long  | sum of net, buys open
///   engine 3: net   50 long -- ExposureShare ─┘               | short | the negated sum, sells open
///
/// A share keeps a level for each of the three: never below its engine's own exposure with all its
/// open orders executed, and a block above it so that most orders find room without touching what
/// is shared. An order that needs a higher level raises it by one atomic addition, taken back when
/// the firm has no room: so levels that orders raise never exceed a limit together, in any
/// interleaving. What marks and executions change is moved afterwards, without asking: the sum is
/// then above the limit, and no engine adds to it. An order that only reduces a position passes and
/// counts. Engines that are long make room for those that are short. Threads: SharedExposure any
/// number up to kThreadsMax, a share one. Allocation: none. Complexity: O(1), without a loop or a
/// lock. Reference: the twin in firm_exposure_test.cpp.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/risk/account.hpp"

namespace hotpath::risk {

/// Inclusive, like all limits.
struct FirmExposureLimits {
    Money gross_max{};  // sum of all engines' gross values, open orders at their limits
    Money net_max{};    // of their net values together, with the open orders of either side
};

/// Which limit has no room.
enum class FirmExposure : std::uint8_t { Gross, Net, None };

/// Gross, long, short.
inline constexpr std::size_t kExposureLevels = 3;
using ExposureLevels = std::array<std::int64_t, kExposureLevels>;

class SharedExposure {
  public:
    static constexpr std::int64_t kLimitMax = std::int64_t{1} << 54U;
    /// This many threads at once cannot make a sum overflow.
    static constexpr std::int64_t kThreadsMax = 127;

    explicit SharedExposure(const FirmExposureLimits& limits) noexcept
        : sums_{{{limits.gross_max.value}, {limits.net_max.value}, {limits.net_max.value}}} {
        HOTPATH_ASSERT(is_valid(limits), "check is_valid(limits) first");
    }

    /// Is each limit set, and can it bind?
    [[nodiscard]] static constexpr bool is_valid(const FirmExposureLimits& limits) noexcept {
        const auto can_bind = [](Money limit) {
            return limit > Money{} && limit <= Money{kLimitMax};
        };
        return can_bind(limits.gross_max) && can_bind(limits.net_max);
    }

    /// `by` is above 0. False: nothing has changed.
    [[nodiscard]] bool try_raise(std::size_t level, std::int64_t by) noexcept {
        Sum& sum = sums_[level];
        if (by > 2 * kLimitMax) [[unlikely]] {
            return false;
        }
        const std::int64_t before = sum.value.fetch_add(by, std::memory_order_relaxed);
        if (before + by <= sum.max) [[likely]] {
            return true;
        }
        sum.value.fetch_sub(by, std::memory_order_relaxed);
        return false;
    }
    void move(std::size_t level, std::int64_t by) noexcept {
        sums_[level].value.fetch_add(by, std::memory_order_relaxed);
    }

    /// For display: the sum of the shares' levels, briefly with requests about to be refused.
    [[nodiscard]] Money sum(std::size_t level) const noexcept {
        return {sums_[level].value.load(std::memory_order_relaxed)};
    }

  private:
    struct alignas(kCacheLine) Sum {
        std::int64_t max;
        std::atomic<std::int64_t> value{0};
    };

    std::array<Sum, kExposureLevels> sums_;
};

/// An account's levels, with all its open orders executed; beyond kLimitMax they are that.
[[nodiscard]] inline ExposureLevels levels_of(const Account& account) noexcept {
    const auto bounded = [](Money value) {
        return std::clamp(value.value, -SharedExposure::kLimitMax, SharedExposure::kLimitMax);
    };
    constexpr auto kMost = static_cast<std::uint64_t>(SharedExposure::kLimitMax);
    const std::uint64_t gross = (account.gross_value + account.open_both()).bits();
    return {static_cast<std::int64_t>(std::min(gross, kMost)),
            bounded(account.net_value + account.open(Side::Buy)),
            bounded(account.open(Side::Sell) - account.net_value)};
}

class ExposureShare {
  public:
    /// `block`: how far a level is raised at once beyond an order's need. The firm's limits outlive
    /// the share.
    ExposureShare(SharedExposure& firm, Money block) noexcept : firm_(firm), block_(block.value) {
        HOTPATH_ASSERT(block > Money{} && block <= Money{SharedExposure::kLimitMax},
                       "a block must be above 0 and at most kLimitMax");
    }
    ExposureShare(const ExposureShare&) = delete;
    ExposureShare& operator=(const ExposureShare&) = delete;
    ~ExposureShare() {
        for (std::size_t level = 0; level < kExposureLevels; ++level) {
            firm_.move(level, -held_[level]);
        }
    }

    /// Returns None if the account may add `added` on this side.
    [[nodiscard]] FirmExposure try_hold(const Account& account, Side side, Money added,
                                        bool is_reducing) noexcept {
        Account then = account;
        then.open(side) += added;
        const ExposureLevels wanted = levels_of(then);
        const std::size_t net = net_level(side);
        const unsigned is_above =  // one branch for both
            unsigned{wanted[0] > held_[0]} | unsigned{wanted[net] > held_[net]};
        if (is_above == 0) [[likely]] {
            return FirmExposure::None;
        }
        if (!raise(0, wanted[0], is_reducing)) {
            return FirmExposure::Gross;
        }
        return raise(net, wanted[net], is_reducing) ? FirmExposure::None : FirmExposure::Net;
    }

    /// After every change of the account by the venue or by a mark.
    void settle(const Account& account) noexcept {
        const ExposureLevels now = levels_of(account);
        for (std::size_t level = 0; level < kExposureLevels; ++level) {
            const std::int64_t above = held_[level] - now[level];
            if (above < 0 || above > 2 * block_) [[unlikely]] {
                move_to(level, now[level] + (above < 0 ? 0 : block_));
            }
        }
    }

  private:
    [[nodiscard]] static constexpr std::size_t net_level(Side side) noexcept {
        return 1 + side_index(side);
    }

    /// A level that was raised for an order that is still refused stays until settle().
    [[nodiscard, gnu::noinline]] bool raise(std::size_t level, std::int64_t wanted,
                                            bool is_reducing) noexcept {
        const std::int64_t missing = wanted - held_[level];
        if (missing <= 0) {
            return true;
        }
        if (firm_.try_raise(level, missing + block_)) {
            held_[level] += missing + block_;
            return true;
        }
        if (firm_.try_raise(level, missing)) {
            held_[level] += missing;
            return true;
        }
        if (is_reducing) {
            move_to(level, wanted);
        }
        return is_reducing;
    }

    void move_to(std::size_t level, std::int64_t value) noexcept {
        firm_.move(level, value - held_[level]);
        held_[level] = value;
    }

    SharedExposure& firm_;
    std::int64_t block_;
    ExposureLevels held_{};
};

}  // namespace hotpath::risk
