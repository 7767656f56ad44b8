#pragma once
/// The order in an OUCH request, as the limits of a port see it.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(message).

#include "hotpath/core/bytes.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/server/port_limits.hpp"

namespace hotpath::exchange {

/// An Enter Order or a Replace Order Request of this session. Without an instrument when it is
/// neither, or replaces no open order.
[[nodiscard]] PortOrder port_order_of(const Exchange& exchange, SessionId session,
                                      Bytes ouch_request) noexcept;

}  // namespace hotpath::exchange
