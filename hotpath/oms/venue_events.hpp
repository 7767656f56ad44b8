#pragma once
/// VenueEvent: what a venue says about our orders, in our terms. A codec decodes its protocol's
/// replies into these (gateway/venue_codec.hpp), and OrderDesk::apply() books them. Accepted,
/// Replaced, Executed and Corrected are in order.hpp. Ids are those of the session. Threads:
/// values. Allocation: none.

#include <cstdint>
#include <variant>

#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"

namespace hotpath::oms {

struct Canceled {
    ClOrdId id{};
    Qty qty{};
};
/// The same from a venue that says what is left and not what it took off: the rest is canceled.
struct Leaves {
    ClOrdId id{};
    Qty leaves_qty{};
};
struct Rejected {
    ClOrdId id{};
    std::uint16_t code = 0;  // the venue's reason
};
struct CancelRejected {
    ClOrdId id{};
};
/// An execution is undone.
struct Broken {
    ClOrdId id{};
    MatchId match{};
};
/// The venue displays the order under another reference number; 0: under the same.
struct Moved {
    ClOrdId id{};
    OrderId venue_id{};
};
/// The venue changed an order without our request. We never request it, so our record is wrong.
struct Modified {
    ClOrdId id{};
};
/// The answer to a query: the next id that the venue takes. All that it sent before has arrived.
struct NextId {
    ClOrdId id{};
};

/// monostate: not about an order, or without effect on a record.
using VenueEvent =
    std::variant<std::monostate, Accepted, Replaced, Executed, Canceled, Leaves, Rejected,
                 CancelRejected, Broken, Corrected, Moved, Modified, NextId>;

}  // namespace hotpath::oms
