#pragma once
/// The ports of FIX at a venue server.
///
/// Values. Threads: any. Allocation: none.

#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/protocols/venue/all.hpp"

namespace hotpath::exchange {

inline constexpr Port kFixOrders = port_of<FixProtocol>(0);
inline constexpr Port kFixDropCopy = port_of<FixProtocol>(1);

}  // namespace hotpath::exchange
