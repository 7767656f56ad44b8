#pragma once
/// OrderRequest: an order, a replacement or a reduction as FIX and iLink 3 ask for it: under an id of
/// the request, with all terms of the order. How they are written is the protocol's:
/// fix/request_id.hpp, ilink3/request_id.hpp.
///
/// Threads: values. Allocation: none. Complexity: O(1).

#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/risk/approved_order.hpp"

namespace hotpath::protocols {

/// Each request has another id, cancels and reductions too: ours name the order.
struct RequestId {
    enum class Kind : std::uint8_t { Order, Cancel, Reduce };

    ClOrdId order{};  // 0: no id of ours
    Kind kind = Kind::Order;
    std::uint32_t number = 0;  // of a cancel or a reduction

    friend constexpr bool operator==(RequestId, RequestId) = default;
};

struct OrderRequest {
    RequestId id{};
    InstrumentId instrument{};
    Side side = Side::Buy;
    bool is_short = false;
    Qty qty{};  // in total, executed shares included
    Price price{};
    TimeInForce time_in_force = TimeInForce::Day;
    bool is_post_only = false;
};

/// A new order or a replacement; its id is the order's.
[[nodiscard]] inline OrderRequest to_request(const risk::ApprovedOrder& order) noexcept {
    return {.id = {.order = order->id},
            .instrument = order->instrument,
            .side = order->side,
            .is_short = order->is_short,
            .qty = order->total_qty,
            .price = order->price,
            .time_in_force = order->time_in_force,
            .is_post_only = order->is_post_only};
}

/// The same order at the same price, of reduce_to_qty.
[[nodiscard]] inline OrderRequest to_reduction(const oms::Order& order, RequestId id) noexcept {
    return {.id = id,
            .instrument = order.instrument,
            .side = order.side,
            .qty = order.reduce_to_qty,
            .price = order.price,
            .time_in_force = order.time_in_force,
            .is_post_only = order.is_post_only};
}

}  // namespace hotpath::protocols
