#pragma once
/// The content of one venue message about our order, in our terms: OUCH 5.0 translated for
/// components that keep a separate record of orders. The gateway's record decides whether the
/// message is plausible (OuchGateway::on_message); this passes it on. Ids are those of the session.
/// Threads: a value. Allocation: none. Complexity: O(1). Source: Nasdaq OUCH 5.0 specification.

#include <cstdint>
#include <variant>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"

namespace hotpath::gateway {

struct Canceled {
    ClOrdId id{};
    Qty qty{};
};
struct Rejected {
    ClOrdId id{};
    std::uint16_t code = 0;  // the venue's reason
};
struct CancelRejected {
    ClOrdId id{};
};
struct Broken {
    ClOrdId id{};
    MatchId match{};
};

/// monostate: not about an order, or without effect on a record.
using OrderNews = std::variant<std::monostate, oms::Accepted, oms::Replaced, oms::Executed,
                               Canceled, Rejected, CancelRejected, Broken>;

[[nodiscard]] OrderNews read_news(Bytes message) noexcept;

}  // namespace hotpath::gateway
