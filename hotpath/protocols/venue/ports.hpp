#pragma once
/// The ports of a venue server.
///
/// A snapshot has their states in this order; the outputs of an input are counted in the other.
/// Types. Threads: any. Allocation: none.

#include "hotpath/exchange/server/operator_port.hpp"
#include "hotpath/exchange/server/port_list.hpp"
#include "hotpath/protocols/cme/venue/ilink_port.hpp"
#include "hotpath/protocols/fix/venue/fix_port.hpp"
#include "hotpath/protocols/nasdaq/venue/glimpse_port.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_port.hpp"

namespace hotpath::exchange {

using VenuePorts = PortList<OuchPort, OperatorPort, GlimpsePort, FixPort, IlinkPort>;

}  // namespace hotpath::exchange
