#pragma once
/// An order that the risk gate has approved, for measurements of order entry: 100 shares at $10.00
/// in instrument 1, another id each time.
///
/// Threads: one owner. Allocation: the constructor.

#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/risk/risk_gate.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::bench {

inline constexpr InstrumentId kSentInstrument{1};

class OrderToSend {
  public:
    OrderToSend()
        : gate_(make_gate()),
          check_(support::order_within(kSentInstrument)),
          approval_(gate_.check(check_, {}, {}, Time{1})) {
        check_.total_qty = check_.qty;
    }
    OrderToSend(const OrderToSend&) = delete;
    OrderToSend& operator=(const OrderToSend&) = delete;

    /// Valid until the next call.
    [[nodiscard]] risk::ApprovedOrder with_id(ClOrdId id) noexcept {
        check_.id = id;
        return approval_.order();
    }

  private:
    [[nodiscard]] static risk::RiskGate make_gate() {
        auto gate = risk::RiskGate::create(support::wide_risk(1));
        HOTPATH_ASSERT(gate && gate->set_limits(kSentInstrument, support::wide_limits()),
                       "the limits must be limits");
        return std::move(*gate);
    }

    risk::RiskGate gate_;
    risk::OrderCheck check_;
    risk::Approval approval_;
};

}  // namespace hotpath::bench
