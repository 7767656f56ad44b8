#pragma once
/// The list of protocols at a venue. A protocol is a folder, a line here, and a line in ports.hpp;
/// docs/design/venues.md walks through adding one.
///
/// Records, snapshots and outputs have the protocols' parts in this order: a new one is the last.
/// Types. Threads: any. Allocation: none.

#include "hotpath/protocols/cme/venue/ilink_protocol.hpp"
#include "hotpath/protocols/fix/venue/fix_protocol.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_desk.hpp"
#include "hotpath/protocols/venue/venue_protocol.hpp"

namespace hotpath::exchange {

using VenueProtocols = VenueProtocolList<OuchDesk, FixProtocol, IlinkProtocol>;

}  // namespace hotpath::exchange
