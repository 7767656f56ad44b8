#pragma once
/// ServerClient: what a venue server keeps of one connection, whatever its port.
///
/// Threads: the server's. Allocation: the connection's output. Not for users of the library.

#include <optional>
#include <string_view>

#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/server.hpp"

namespace hotpath::exchange {

struct ServerClient {
    /// The protocol's side of SoupBinTCP ports; of the others it is only open or closed.
    protocols::nasdaq::soupbintcp::SoupServer soup;
    Port port = Port::OrderEntry;
    bool is_in_use = false;
    bool is_reported = false;              // its end has been reported
    std::optional<SessionId> session;      // whose orders it enters
    std::optional<SessionId> reader_of{};  // whose user reads a snapshot
    SessionId number{};                    // index in its port's users
    protocols::nasdaq::soupbintcp::Username username =
        protocols::to_alpha<6>("");  // of its last login
    std::string_view why{};          // why it was closed; may be empty
    bool is_quiet = false;           // the log already has a line about it
};

}  // namespace hotpath::exchange
