#pragma once
/// OuchGateway: the order gateway of a venue that takes OUCH 5.0 orders.
///
/// A name only: the parts are gateway/order_gateway.hpp and ouch_codec.hpp. Threads and allocation:
/// theirs.

#include "hotpath/gateway/order_gateway.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_codec.hpp"

namespace hotpath::protocols::nasdaq {

using OuchGateway = gateway::OrderGateway<OuchCodec>;

}  // namespace hotpath::protocols::nasdaq
