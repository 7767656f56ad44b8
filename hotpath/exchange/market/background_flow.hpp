#pragma once
/// BackgroundFlow: turns ITCH messages into orders of the market's other participants. The venue's
/// log holds the messages; the flow must be deterministic.
///
/// An interface, so that the venue does not depend on recordings and generators (see sim/flow).
/// Threads: the exchange's owner. Allocation: the implementation's. Complexity: one virtual call a
/// message.

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/exchange.hpp"

namespace hotpath::exchange {

class BackgroundFlow {
  public:
    BackgroundFlow() = default;
    BackgroundFlow(const BackgroundFlow&) = delete;
    BackgroundFlow& operator=(const BackgroundFlow&) = delete;
    virtual ~BackgroundFlow() = default;

    virtual void on_message(Bytes itch_message, Exchange& exchange) noexcept = 0;
    virtual void save(StateWriter& writer) const = 0;
    /// Loads into a newly created flow.
    virtual void load(StateReader& reader) = 0;
};

}  // namespace hotpath::exchange
