#pragma once
/// DeskInput: a message of a session, as a protocol's desk takes it from the venue's log.
///
/// A value. Threads: any. Allocation: none.

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/order_terms.hpp"
#include "hotpath/exchange/types.hpp"

namespace hotpath::exchange {

/// With a refusal the message may not enter an order.
struct DeskInput {
    SessionId session{};
    Bytes message{};
    RejectReason refusal = RejectReason::None;
    Time now{};  // since the midnight of the trading day
};

}  // namespace hotpath::exchange
