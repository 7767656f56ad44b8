#pragma once
/// What one message of the venue says about an order of ours, in our words: OUCH 5.0 translated
/// once more, for those who keep a record of their own beside the gateway's.
///
/// The gateway's record decides whether the news can be believed (OuchGateway::on_message); this is
/// for telling it on. Ids are those of the session. Threads: a value. Allocation: none. Complexity:
/// O(1). Source: Nasdaq OUCH 5.0 specification.

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

/// monostate: of no order, or of nothing that a record takes.
using OrderNews = std::variant<std::monostate, oms::Accepted, oms::Replaced, oms::Executed,
                               Canceled, Rejected, CancelRejected, Broken>;

[[nodiscard]] OrderNews read_news(Bytes message) noexcept;

}  // namespace hotpath::gateway
