#pragma once
/// The ports of iLink 3 at a venue server.
///
/// Values. Threads: any. Allocation: none.

#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/protocols/venue/all.hpp"

namespace hotpath::exchange {

inline constexpr Port kIlinkOrders = port_of<IlinkProtocol>(0);

}  // namespace hotpath::exchange
