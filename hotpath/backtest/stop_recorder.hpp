#pragma once
/// StopRecorder: finds when the risk gate of a trader ended its trading, from outside.
///
/// The gate latches (a loss, too many orders after executions, a disagreement with the venue), or a
/// limit of the whole day is used up, so that no order passes any more. An orderly stop at the end of
/// a session is none. Threads: the trader's. Allocation: none. Complexity: two comparisons a look.

#include <cstdint>
#include <optional>
#include <span>

#include "hotpath/backtest/result.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/risk/risk_gate.hpp"

namespace hotpath::backtest {

class StopRecorder {
  public:
    /// The first latch; else the used-up limit since whose first refusal no order has passed.
    [[nodiscard]] const std::optional<TradingStop>& stop() const noexcept {
        return latched_ ? latched_ : used_up_;
    }

    /// After each event of the trader.
    template <class Trader>
    void look(const Trader& trader, Time now) {
        if (trader.orders().next_id() != next_id_) [[unlikely]] {
            next_id_ = trader.orders().next_id();
            const auto& counters = trader.orders().counters();
            note_refused(trader.gateway().counters().rejected_by_risk,
                         counters.entered + counters.replaces, now);
        }
        if (trader.gateway().risk().mode() != mode_) [[unlikely]] {
            note_latched(trader.gateway().risk(), trader.gateway().trouble().instrument, now);
        }
    }

  private:
    void note_refused(std::span<const std::uint64_t> by_reason, std::uint64_t sent, Time now);
    /// `disputed`: of the venue's first report that contradicts the trader's record.
    void note_latched(const risk::RiskGate& gate, InstrumentId disputed, Time now);

    ClOrdId next_id_{1};
    risk::TradingMode mode_ = risk::TradingMode::Open;
    std::optional<TradingStop> latched_;
    std::optional<TradingStop> used_up_;
    std::uint64_t refused_ = 0;  // for a limit of the whole day
    std::uint64_t sent_ = 0;     // orders, when the first was refused so
};

}  // namespace hotpath::backtest
