#pragma once
/// PortContext: what a port is created with; all of it outlives the port.
///
/// Threads: the server's. Allocation: none.

#include "hotpath/exchange/server/intake.hpp"
#include "hotpath/exchange/server/venue_commands.hpp"
#include "hotpath/exchange/server/venue_core.hpp"

namespace hotpath::exchange {

struct PortContext {
    VenueCore& core;
    VenueCommands& commands;
    Intake& intake;
};

}  // namespace hotpath::exchange
