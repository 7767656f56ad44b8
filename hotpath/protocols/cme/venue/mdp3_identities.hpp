#pragma once
/// The open orders of a venue whose OrderID is not the number that they have now: those that were
/// replaced over iLink 3. For Mdp3VenueFeed::begin(), so that both protocols go on with one OrderID
/// after a restart of the venue.
///
/// Threads: the log's owner. Allocation: the result. Complexity: O(orders).

#include <vector>

#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/protocols/cme/venue/mdp3_market.hpp"

namespace hotpath::exchange {

[[nodiscard]] inline std::vector<Mdp3Identity> mdp3_identities(const VenueLog& log) {
    std::vector<Mdp3Identity> all;
    if (!log.takes<IlinkProtocol>()) {
        return all;
    }
    const SessionOrders& orders = log.exchange().venue().orders;
    log.desk_of<IlinkProtocol>().orders().for_each([&](const IlinkOrder& order) {
        const SessionOrder* const open = orders.find(order.session, order.user_ref_num);
        if (open != nullptr && open->id != order.order_id &&
            log.exchange().books().find(open->id)) {
            all.push_back({.id = open->id, .order_id = order.order_id});
        }
    });
    return all;
}

}  // namespace hotpath::exchange
