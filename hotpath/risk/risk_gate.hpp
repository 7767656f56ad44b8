#pragma once
/// The pre-trade risk check: every order and every replacement passes check() before its bytes are
/// written.
///
/// What is missing fails closed: no limits, no reference price (empty, crossed, stale or halted
/// book), a killed gate. Exposure is counted when an order is sent, not when it is accepted.
/// Cancels only take risk away, so they always pass; on_cancel() counts them on a budget of their
/// own, and a caller cannot starve them by sending orders. The kill switch latches: only
/// clear_kill(), an operator's command, opens the gate again. Threads: one. Allocation: at
/// create(). Complexity: O(1), no loop. Source: README.md, with the rules it follows.

#include <cstdint>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/risk/limits.hpp"
#include "hotpath/risk/rate_window.hpp"

namespace hotpath::risk {

/// What is about to be sent. A replacement is checked with its new total quantity.
struct OrderCheck {
    InstrumentId instrument{};
    Side side = Side::Buy;
    Qty qty{};
    Price price{};
    Price reference_price{};  // mid of the market; 0 when there is none to trust
    Qty open_qty_added{};     // what sending adds to the worst case: a new order's quantity, a
                              // replacement's excess
};

/// What is already at risk in the instrument, on the side of the order.
struct Exposure {
    std::int64_t position = 0;   // shares, negative when short
    std::uint64_t open_qty = 0;  // shares that open orders of this side may still execute
};

struct RiskOptions {
    std::uint16_t instruments_max = 0;
    RateLimit orders{};  // orders and replacements together
    RateLimit cancels{};
};

struct RiskCounters {
    std::uint64_t cancels = 0;
    std::uint64_t cancels_over_budget = 0;
};

class RiskGate {
  public:
    [[nodiscard]] static Expected<RiskGate> create(const RiskOptions& options);

    [[nodiscard]] bool is_killed() const noexcept { return killed_; }
    [[nodiscard]] const RiskCounters& counters() const noexcept { return counters_; }

    [[nodiscard]] Expected<void> set_limits(InstrumentId instrument, const Limits& limits);

    /// RejectReason::None when the order may be sent; it then counts as sent in the rate window.
    [[nodiscard]] RejectReason check(const OrderCheck& order, const Exposure& exposure,
                                     Nanos now) noexcept;

    void on_cancel(Nanos now) noexcept;

    void kill() noexcept { killed_ = true; }
    void clear_kill() noexcept { killed_ = false; }

  private:
    explicit RiskGate(const RiskOptions& options);

    bool killed_ = false;
    std::vector<Limits> limits_;  // by InstrumentId; order_qty_max 0 is "no limits"
    RateWindow orders_;
    RateWindow cancels_;
    RiskCounters counters_;
};

}  // namespace hotpath::risk
