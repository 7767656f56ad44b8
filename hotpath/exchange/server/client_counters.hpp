#pragma once
/// ClientCounters: what every server of the venue counts of its connections and logins.
///
/// Values without behaviour. Threads: any. Allocation: none.

#include <array>
#include <cstdint>

#include "hotpath/protocols/nasdaq/soupbintcp/connection.hpp"

namespace hotpath::exchange {

struct ClientCounters {
    std::array<std::uint64_t, protocols::nasdaq::soupbintcp::kCloseReasons>
        closed{};  // by CloseReason
    std::uint64_t connections = 0;
    std::uint64_t connections_refused = 0;  // all connections were in use
    std::uint64_t logins = 0;
    std::uint64_t logins_refused = 0;
    std::uint64_t logins_not_looked_at = 0;  // after too many wrong passwords: disconnected
};

}  // namespace hotpath::exchange
