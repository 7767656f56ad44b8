#pragma once
/// ServerClient: what a venue server keeps of one connection.
///
/// Threads: the server's. Allocation: the connection's output. Not for users of the library.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/fix_arrivals.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/server.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::exchange {

struct ServerClient {
    protocols::nasdaq::soupbintcp::SoupServer soup;
    Port port = Port::OrderEntry;
    bool is_in_use = false;
    bool is_reported = false;  // its end has been reported
    std::optional<SessionId> session;
    SessionId number{};  // index in its port's users
    protocols::nasdaq::soupbintcp::Username username =
        protocols::to_alpha<6>("");                       // of its last login
    std::string_view why{};                               // why it was closed; may be empty
    bool is_quiet = false;                                // the log already has a line about it
    const protocols::SequencedStore* snapshot = nullptr;  // read by a GLIMPSE login
    Time snapshot_until = kNever;
    std::array<std::byte, kFixRefusalMax> last_words{};  // for a FIX peer without a session
    std::size_t last_length = 0;
};

}  // namespace hotpath::exchange
