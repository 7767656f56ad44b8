#pragma once
/// RequestId: our ids as OrderRequestID (2422), which each report repeats. In iLink 3 each request has
/// another one, cancels and reductions too; ours end with the order's id.
///
///   63                    34     32                  0
///   | number, 30 bits     | kind | order, 32 bits    |   kind 0: the order, or its replacement
///                                                        1: a cancel of it, 2: a reduction
///
/// The number is a counter of cancels and reductions, modulo 2^30: an id is not used twice in a day.
/// Threads: values. Allocation: none. Complexity: O(1).

#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/trader/order_request.hpp"

namespace hotpath::protocols::cme {

using protocols::RequestId;

inline constexpr std::uint32_t kRequestNumberMax = (1U << 30U) - 1;

[[nodiscard]] constexpr std::uint64_t to_order_request_id(RequestId id) noexcept {
    return std::uint64_t{id.number & kRequestNumberMax} << 34U |
           std::uint64_t{static_cast<std::uint8_t>(id.kind)} << 32U | id.order.value;
}

/// Order 0 for an id that is not one of ours: another program's, or the null value.
[[nodiscard]] constexpr RequestId to_request_id(std::uint64_t order_request_id) noexcept {
    const auto kind = static_cast<std::uint8_t>(order_request_id >> 32U & 3U);
    const auto number = static_cast<std::uint32_t>(order_request_id >> 34U);
    const bool is_numbered = kind != static_cast<std::uint8_t>(RequestId::Kind::Order);
    if (kind > static_cast<std::uint8_t>(RequestId::Kind::Reduce) || is_numbered != (number != 0)) {
        return {};
    }
    return {.order = {static_cast<std::uint32_t>(order_request_id)},
            .kind = static_cast<RequestId::Kind>(kind),
            .number = number};
}

}  // namespace hotpath::protocols::cme
