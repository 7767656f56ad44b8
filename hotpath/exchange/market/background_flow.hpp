#pragma once
/// BackgroundFlow: what makes orders of the market's other participants out of ITCH messages. The
/// venue's log holds the messages; the flow must do the same for the same messages.
///
/// An interface, so that the venue needs not know recordings and generators (sim/flow has them).
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
    /// Into a flow as it was made.
    virtual void load(StateReader& reader) = 0;
};

}  // namespace hotpath::exchange
