#pragma once
/// Account: the value of all positions and open orders of a trader; and Exposure, what it has at
/// risk in one instrument. Kept by `oms`, read by the gate.
///
/// Every instrument of an account has the same price units.
/// Threads: a value. Allocation: none.

#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::risk {

struct Account {
    Money net_value{};                  // sum of position x mark
    Money gross_value{};                // sum of |position| x mark
    std::array<Money, 2> open_value{};  // by Side: open orders, at worst, at their limits
    Money traded_value{};               // bought and sold today
    Money pnl{};                        // realized and unrealized, less fees
    std::uint32_t open_orders = 0;
    std::uint64_t messages = 0;  // orders and replacements sent today
    std::uint64_t executions = 0;

    [[nodiscard]] Money open(Side side) const noexcept { return open_value[side_index(side)]; }
    [[nodiscard]] Money& open(Side side) noexcept { return open_value[side_index(side)]; }
    [[nodiscard]] Money open_both() const noexcept { return open_value[0] + open_value[1]; }

    friend bool operator==(const Account&, const Account&) = default;
};

/// The existing risk in an instrument, on the side of an order.
struct Exposure {
    SignedQty position{};
    std::uint64_t open_qty = 0;     // shares that open orders of this side may still execute
    std::uint32_t open_orders = 0;  // of both sides
};

}  // namespace hotpath::risk
