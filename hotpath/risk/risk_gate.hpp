#pragma once
/// The pre-trade risk check: every order and every replacement passes check() before its bytes are
/// written: only check() makes an ApprovedOrder, and only an ApprovedOrder is encoded.
///
/// A missing input fails closed: no limits, no reference price (empty, crossed, stale or halted
/// book), a killed gate. Exposure is counted when an order is sent, not when it is accepted.
/// Cancels and reductions only lower risk, so they always pass; on_cancel() counts them on a
/// separate budget, so orders cannot starve them.
///
/// Two things stop trading by themselves: too many orders that follow an execution (Killed), and a
/// loss beyond the limit (ReducingOnly). Both latch, as a kill by an operator does: only resume(), an
/// operator's command, admits orders again. When mode() changes, the caller cancels all open
/// orders. Threads: one. Allocation: at create(). Complexity: O(1), except the search in
/// Duplicates. Source: README.md, with the regulations.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "hotpath/core/cpu.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/risk/account.hpp"
#include "hotpath/risk/approved_order.hpp"
#include "hotpath/risk/duplicates.hpp"
#include "hotpath/risk/firm_exposure.hpp"
#include "hotpath/risk/limits.hpp"
#include "hotpath/risk/multiples_of.hpp"
#include "hotpath/risk/rate_window.hpp"
#include "hotpath/risk/recent_activity.hpp"
#include "hotpath/risk/shared_limits.hpp"

namespace hotpath::risk {

/// Limits of the account and its pace, and the firm's limits that it shares.
struct RiskOptions {
    std::uint16_t instruments_max = 0;
    AccountLimits account;
    PaceLimits pace;
    FirmShare* firm = nullptr;               // outlives the gate; null: the firm's only gate
    ExposureShare* firm_exposure = nullptr;  // the same; only with `firm`
};

/// Counters of cancels and stops; those of rejections are the desk's.
struct RiskCounters {
    std::uint64_t cancels = 0;
    std::uint64_t cancels_over_budget = 0;
    std::uint64_t stops = 0;

    friend bool operator==(const RiskCounters&, const RiskCounters&) = default;
};

class RiskGate {
  public:
    /// Makes a gate whose instruments have no limits: every order is refused until set_limits().
    /// Fails if an option is out of range.
    [[nodiscard]] static Expected<RiskGate> create(const RiskOptions& options);

    /// Returns whether orders pass, only those that reduce a position, or none.
    [[nodiscard]] TradingMode mode() const noexcept { return state_.mode; }
    [[nodiscard]] bool is_killed() const noexcept { return state_.mode == TradingMode::Killed; }
    /// Returns the reason of the first stop since resume().
    [[nodiscard]] StopReason stop_reason() const noexcept { return state_.stop_reason; }
    /// Returns the instrument of that stop; 0 if it was of none in particular.
    [[nodiscard]] InstrumentId stop_instrument() const noexcept { return state_.stop_instrument; }
    [[nodiscard]] const RiskCounters& counters() const noexcept { return state_.counters; }

    /// Sets an instrument's limits. Fails if the instrument is unknown or a limit is out of range.
    [[nodiscard]] Expected<void> set_limits(InstrumentId instrument, const Limits& limits);
    /// Replaces an instrument's limits until a check at `until` or later. It is exceptional: at
    /// most kOverridesMax instruments at once, or it fails; also if a limit is out of range.
    [[nodiscard]] Expected<void> override_limits(InstrumentId instrument, const Limits& wider,
                                                 Time until);
    static constexpr std::size_t kOverridesMax = 8;

    /// Approves or refuses an order. An approved one counts as sent in every window, and is taken
    /// from the firm's limits.
    [[nodiscard]] Approval check(const OrderCheck& order, const Exposure& exposure,
                                 const Account& account, Time now) noexcept;
    /// Does the same, limit by limit in the order of RejectReason: check() calls it for an order
    /// that it does not approve at once, and it is its twin.
    [[nodiscard, gnu::noinline]] Approval check_in_turn(const OrderCheck& order,
                                                        const Exposure& exposure,
                                                        const Account& account, Time now) noexcept;
    /// Gives the firm back what the account no longer has open, and enters the account's exposure
    /// there. Call after every change of it by the venue.
    void release_closed(const Account& account) noexcept {
        if (firm_ != nullptr) {
            release_to_firm(account);
        }
    }

    /// Loads what check() of an order of this instrument, one of the gate's, will touch; changes nothing.
    void prefetch(InstrumentId instrument) const noexcept {
        prefetch_whole(instruments_[instrument.value]);
        orders_.prefetch();
        repeated_executions_.prefetch();
        duplicates_.prefetch();
    }

    /// Counts a cancel or a reduction that is sent.
    void on_cancel(Time now) noexcept;
    /// Counts an execution of ours: the next order of the instrument repeats it.
    void on_execution(InstrumentId instrument) noexcept;
    /// Takes the account after a change of this instrument: stops trading if the loss is too large,
    /// even without an order.
    void watch(const Account& account, InstrumentId changed = {}) noexcept {
        if (account.pnl < loss_floor_) [[unlikely]] {
            stop(TradingMode::ReducingOnly, StopReason::Loss, changed);
        }
    }

    /// Stops trading and latches. Killed is stricter than ReducingOnly and never becomes it.
    void stop(TradingMode mode, StopReason reason, InstrumentId instrument = {}) noexcept;
    /// Resets the latch, and only that, at an operator's command. A loss still beyond its limit
    /// stops again at once.
    void resume() noexcept;

  private:
    struct InstrumentState {
        bool was_executed = false;  // since the last order
        RecentActivity activity{};
    };
    struct alignas(kCacheLine) Instrument {
        Limits limits{};      // order_qty_max 0 is "no limits"
        MultiplesOf ticks{};  // of limits.tick
        InstrumentState state{};
    };

    struct Override {
        InstrumentId instrument{};  // 0: none
        Time until = kNever;
        Limits own{};  // to be put back
    };

    explicit RiskGate(const RiskOptions& options);
    void put_limits(InstrumentId instrument, const Limits& limits) noexcept;
    void end_overrides() noexcept;

    [[nodiscard]] RejectReason check_all(const OrderCheck& order, const Exposure& exposure,
                                         const Account& account, Time now) noexcept;
    [[nodiscard, gnu::noinline]] RejectReason reserve_of_firm(const OrderCheck& order,
                                                              const Exposure& exposure,
                                                              const Account& account) noexcept;
    void release_to_firm(const Account& account) noexcept;
    [[nodiscard]] RejectReason check_pace(const OrderCheck& order, Instrument& instrument) noexcept;

    // All limits at once. Inlined: they are one chain.
    [[nodiscard, gnu::always_inline]] inline bool is_unusual(const Account& account) const noexcept;
    [[nodiscard, gnu::always_inline]] inline static bool breaks_limit_of_order(
        const OrderCheck& order, const Instrument& instrument) noexcept;
    [[nodiscard, gnu::always_inline]] inline bool breaks_limit_of_account(
        const OrderCheck& order, const Exposure& exposure, const Account& account,
        const Limits& limits) const noexcept;
    [[nodiscard, gnu::always_inline]] inline bool breaks_pace(const OrderCheck& order,
                                                              Instrument& instrument) noexcept;

    /// All state but the tables.
    struct State {
        TradingMode mode = TradingMode::Open;
        StopReason stop_reason = StopReason::None;
        InstrumentId stop_instrument{};
        Time next_override_end = kNever;
        // The latest seen: a clock that is set back admits nothing more.
        Time now{std::numeric_limits<std::int64_t>::min() / 4};
        FirmOrder reserved{.orders = 0};  // of the firm, for open orders
        RiskCounters counters;
    };

    State state_{};
    FirmShare* firm_;
    ExposureShare* firm_exposure_;
    AccountLimits account_limits_;
    Money loss_floor_;  // -account_limits_.loss_max
    Nanos instrument_window_;
    FixedArray<Instrument> instruments_;  // by InstrumentId
    RateWindow orders_;
    RateWindow cancels_;
    RateWindow repeated_executions_;
    Duplicates duplicates_;
    std::array<Override, kOverridesMax> overrides_{};
};

}  // namespace hotpath::risk
