// An order as far as the outbox, and back: what a rehearsal may touch, and puts back.

#include "hotpath/core/restored.hpp"
#include "hotpath/gateway/ouch_gateway.hpp"

namespace hotpath::gateway {

namespace {

oms::Rejection not_rehearsed(const oms::Intent& intent, oms::RequestStatus status) noexcept {
    return {.by = oms::RejectedBy::Orders,
            .code = static_cast<std::uint16_t>(status),
            .instrument = intent.instrument,
            .id = intent.id,
            .original = intent.original};
}

}  // namespace

// Other engines share the firm's limits, and must not be refused because of a rehearsal.
oms::Rejection OuchGateway::rehearse(const oms::Intent& intent, const Moment& moment) noexcept {
    const oms::Order* original =
        intent.kind == oms::Intent::Kind::Replace ? orders_.find(intent.original) : nullptr;
    if (intent.kind != oms::Intent::Kind::Enter && original == nullptr) {
        return not_rehearsed(intent, oms::RequestStatus::UnknownOrder);
    }
    const InstrumentId instrument = original != nullptr ? original->instrument : intent.instrument;
    if (instrument.value == 0 || instrument.value > orders_.instruments_max()) {
        return not_rehearsed(intent, oms::RequestStatus::UnknownInstrument);
    }
    const Side side = original != nullptr ? original->side : intent.side;
    const auto of_orders =
        orders_.rehearse(intent.id, original != nullptr ? intent.original : ClOrdId{}, instrument);
    const auto of_risk = risk_.rehearse(instrument, {instrument, side, intent.price, intent.qty});
    const auto of_outbox = outbox_.rehearse();
    const Restored of_firm(firm_, static_cast<risk::FirmShare*>(nullptr));
    const Restored of_counters(counters_);
    Draft draft;
    const oms::Rejection rejection = prepare(intent, moment, draft);
    if (!rejection.is_refusal()) {
        commit(draft, moment.now);
    }
    return rejection;
}

}  // namespace hotpath::gateway
