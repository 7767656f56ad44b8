#pragma once
/// UserSession: what a venue server keeps of one user, whether connected or not.
///
/// Threads: the server's. Allocation: the stream's. Not for users of the library.

#include <cstdint>
#include <optional>

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/token_bucket.hpp"
#include "hotpath/exchange/server/port_limits.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::exchange {

struct UserSession {
    protocols::SequencedStore replies;
    TokenBucket orders;
    TokenBucket cancels;
    TokenBucket refusals;
    UserLimits limits{};
    RateLimit order_rate{};  // of `orders`
    std::optional<ConnectionId> connection;
    Time cancel_at = kNever;
    std::uint64_t replies_made = 0;  // in this session, sent or waiting
    bool is_crowded = false;         // is in the server's crowded_
    std::uint64_t notify_after = 0;  // the input of which its client gets notice; 0: none
};

}  // namespace hotpath::exchange
