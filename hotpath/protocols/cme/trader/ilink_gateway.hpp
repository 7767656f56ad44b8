#pragma once
/// IlinkGateway: the order gateway of a venue that takes iLink 3 orders.
///
/// A name only: the parts are gateway/order_gateway.hpp and ilink_codec.hpp. Threads and allocation:
/// theirs.

#include "hotpath/gateway/order_gateway.hpp"
#include "hotpath/protocols/cme/trader/ilink_codec.hpp"

namespace hotpath::protocols::cme {

using IlinkGateway = gateway::OrderGateway<IlinkCodec>;

}  // namespace hotpath::protocols::cme
