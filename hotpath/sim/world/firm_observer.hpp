#pragma once
/// FirmObserver: what a trader of two venues may do at both together, checked by the bytes on the
/// wires alone. It shares no code with `risk`, `oms` and `gateway`.
///
///   RiskObserver at venue 0 ─┐ after each request: open orders, their value, messages of this
///   RiskObserver at venue 1 ─┘ process against the limits of the firm
///
/// The firm's limits count what the process itself has sent: orders of an earlier one are only
/// canceled. Gross and net value are not computed a second time. Threads: one owner. Allocation:
/// the text of a finding. Complexity: O(open orders).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "hotpath/risk/shared_limits.hpp"
#include "hotpath/sim/world/risk_observer.hpp"
#include "hotpath/sim/world/verdict.hpp"

namespace hotpath::sim::world {

class FirmObserver {
  public:
    /// `verdict` outlives it.
    FirmObserver(std::string trader, const risk::FirmLimits& limits, Verdict& verdict)
        : trader_(std::move(trader)), limits_(limits), verdict_(&verdict) {}

    /// After a request, with what was sent and answered at each of its venues.
    void check(std::span<const RiskObserver* const> venues);
    /// After each event: what is reserved of the firm's open orders is given back when they close.
    /// `open`: of the trader at all `venues`, by its own account.
    void check_reserved(std::uint64_t reserved, std::uint64_t open, std::size_t venues);

  private:
    std::string trader_;
    risk::FirmLimits limits_;
    Verdict* verdict_;
};

}  // namespace hotpath::sim::world
