#pragma once
/// OracleCounts: executions of real orders, and what a fill model made of them.
///
/// Values. Threads: any. Allocation: a node a reason. Complexity: O(1).

#include <cstdint>
#include <map>

namespace hotpath::backtest {

struct OracleCounts {
    std::uint64_t orders = 0;        // given back as ours
    std::uint64_t orders_exact = 0;  // of them, with the recorded executions and no other
    std::uint64_t executions = 0;    // of these orders, in the recording
    std::uint64_t exact = 0;         // the model executed as much at the same instant
    std::uint64_t partial = 0;       // at the same instant another quantity
    std::uint64_t missed = 0;        // nothing at the same instant
    std::uint64_t invented = 0;      // executions by the model where the recording has none
    std::uint64_t out_of_turn = 0;   // executions that are written before those of orders ahead

    // Out of account.
    std::uint64_t refused = 0;  // orders that the venue refused
    std::uint64_t late = 0;     // orders shown late, under an old reference number
    std::uint64_t halted = 0;   // orders that the venue canceled, because trading was halted
    std::uint64_t crossed = 0;  // executions in crosses and at other prices
    std::map<std::uint16_t, std::uint64_t> refused_for{};  // `refused` by OUCH's reason

    /// Each order of the account has the recorded executions, and no other.
    [[nodiscard]] bool is_all_given_back() const noexcept {
        return exact == executions && orders_exact == orders;
    }

    OracleCounts& operator+=(const OracleCounts& other) noexcept;
    friend bool operator==(const OracleCounts&, const OracleCounts&) = default;
};

}  // namespace hotpath::backtest
