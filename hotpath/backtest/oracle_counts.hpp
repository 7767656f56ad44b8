#pragma once
/// OracleCounts: executions of real orders, and what a fill model made of them.
///
/// Values. Threads: any. Allocation: none. Complexity: O(1).

#include <cstdint>

namespace hotpath::backtest {

struct OracleCounts {
    std::uint64_t orders = 0;        // given back as ours
    std::uint64_t orders_exact = 0;  // of them, with the recorded executions and no other
    std::uint64_t executions = 0;    // of these orders, in the recording
    std::uint64_t exact = 0;         // the model executed this quantity at the same message
    std::uint64_t partial = 0;       // at the same message another quantity
    std::uint64_t missed = 0;        // nothing at the same message
    std::uint64_t invented = 0;      // executions by the model where the recording has none

    // Out of account.
    std::uint64_t refused = 0;      // orders that the venue refused
    std::uint64_t late = 0;         // orders shown late, under an old reference number
    std::uint64_t halted = 0;       // orders that the venue canceled, because trading was halted
    std::uint64_t crossed = 0;      // executions in crosses and at other prices
    std::uint64_t out_of_turn = 0;  // executions of an order that was not the first in line

    OracleCounts& operator+=(const OracleCounts& other) noexcept;
    friend bool operator==(const OracleCounts&, const OracleCounts&) = default;
};

}  // namespace hotpath::backtest
