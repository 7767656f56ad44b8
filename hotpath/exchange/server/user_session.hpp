#pragma once
/// UserSession: what a venue server keeps of one user, whether connected or not, and by whichever
/// port.
///
/// Threads: the server's. Allocation: none. Not for users of the library.

#include <cstdint>
#include <optional>

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/token_bucket.hpp"
#include "hotpath/exchange/server/port_limits.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"

namespace hotpath::exchange {

struct UserSession {
    TokenBucket orders;
    TokenBucket cancels;
    TokenBucket refusals;
    UserLimits limits{};
    RateLimit order_rate{};  // of `orders`
    std::optional<ConnectionId> connection{};
    Time cancel_at = kNever;
    bool is_crowded = false;         // waits to be stopped
    std::uint64_t notify_after = 0;  // the input of which its client gets notice; 0: none
};

}  // namespace hotpath::exchange
