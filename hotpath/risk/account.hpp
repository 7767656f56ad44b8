#pragma once
/// Account: the value of all positions and open orders of a trader; kept by `oms`, read by the
/// gate.
///
/// Money is in price units x shares; every instrument of an account has the same price units.
/// Threads: a value. Allocation: none.

#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::risk {

struct Account {
    std::int64_t net_value = 0;                 // sum of position x mark
    std::uint64_t gross_value = 0;              // sum of |position| x mark
    std::array<std::uint64_t, 2> open_value{};  // by Side: open orders, at worst, at their limits
    std::uint64_t traded_value = 0;             // bought and sold today
    std::int64_t pnl = 0;                       // realized and unrealized, less fees
    std::uint32_t open_orders = 0;
    std::uint64_t messages = 0;  // orders and replacements sent today
    std::uint64_t executions = 0;

    [[nodiscard]] std::uint64_t open(Side side) const noexcept {
        return open_value[side_index(side)];
    }
    [[nodiscard]] std::uint64_t& open(Side side) noexcept { return open_value[side_index(side)]; }
    [[nodiscard]] std::uint64_t open_both() const noexcept { return open_value[0] + open_value[1]; }

    friend bool operator==(const Account&, const Account&) = default;
};

}  // namespace hotpath::risk
