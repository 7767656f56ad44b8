#pragma once
/// Orders of one client at random: enough for a book of many levels, and for trades.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <cstdint>

#include "hotpath/core/random.hpp"
#include "tests/venue/order_client.hpp"

namespace hotpath::venue_tests {

/// 200 orders from 50.00 to 50.30 in steps of 0.01, on either side, with cancels of the oldest among them. False when
/// their replies do not come.
[[nodiscard]] inline bool enter_random_orders(OrderClient& client, Random& random) {
    for (int n = 0; n < 200; ++n) {
        client.enter({.side = random.one_in(2) ? 'B' : 'S',
                      .qty = static_cast<std::uint32_t>(1 + random.below(200)),
                      .price = 500'000 + 100 * static_cast<std::int64_t>(random.below(31))});
        if (random.one_in(3) && !client.open().empty()) {
            client.cancel(client.open().begin()->first);
        }
        static_cast<void>(client.poll());
    }
    return client.catch_up();
}

}  // namespace hotpath::venue_tests
