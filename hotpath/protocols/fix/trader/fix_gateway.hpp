#pragma once
/// FixGateway: the order gateway of a venue that takes FIX orders.
///
/// A name only: the parts are gateway/order_gateway.hpp and fix_codec.hpp. Threads and allocation:
/// theirs.

#include "hotpath/gateway/order_gateway.hpp"
#include "hotpath/protocols/fix/trader/fix_codec.hpp"

namespace hotpath::protocols::fix {

using FixGateway = gateway::OrderGateway<FixCodec>;

}  // namespace hotpath::protocols::fix
