// Limits of an instrument that are others for a while: the cold half of RiskGate.

#include <algorithm>

#include "hotpath/risk/risk_gate.hpp"

namespace hotpath::risk {

void RiskGate::put_limits(InstrumentId instrument, const Limits& limits) noexcept {
    instruments_[instrument.value].limits = limits;
    instruments_[instrument.value].ticks = MultiplesOf(static_cast<std::uint64_t>(limits.tick));
}

Expected<void> RiskGate::override_limits(InstrumentId instrument, const Limits& wider, Time until) {
    auto valid = validate(wider);
    if (!valid) {
        return valid;
    }
    if (instrument.value >= instruments_.size() ||
        instruments_[instrument.value].limits.order_qty_max.value == 0) {
        return fail("risk limits: an override needs an instrument with limits");
    }
    auto place = std::ranges::find(overrides_, instrument, &Override::instrument);
    if (place == overrides_.end()) {
        place = std::ranges::find(overrides_, InstrumentId{}, &Override::instrument);
        if (place == overrides_.end()) {
            return fail("risk limits: too many instruments have an override already");
        }
        *place = {.instrument = instrument, .own = instruments_[instrument.value].limits};
    }
    place->until = until;
    state_.next_override_end = std::min(state_.next_override_end, until);
    put_limits(instrument, wider);
    return {};
}

void RiskGate::end_overrides() noexcept {
    state_.next_override_end = kNever;
    for (Override& of : overrides_) {
        if (of.instrument.value != 0 && state_.now >= of.until) {
            put_limits(of.instrument, of.own);
            of = {};
        }
        state_.next_override_end = std::min(state_.next_override_end, of.until);
    }
}

}  // namespace hotpath::risk
