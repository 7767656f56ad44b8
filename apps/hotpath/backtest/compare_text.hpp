#pragma once
/// A comparison of a backtest with a live session as text and as JSON.
///
/// Threads: any. Allocation: free.

#include <cstdint>
#include <string>

#include "hotpath/backtest/comparison.hpp"

namespace hotpath::app {

struct ComparedSessions {
    backtest::SessionOrders backtest{};
    backtest::SessionOrders live{};
    std::string backtest_stopped{};  // stop_of_day_text(); "" when the risk check did not stop it
};

/// What stopped the backtest, sums, the first difference, and the first `rows` pairs from a little before it on.
void print_comparison(const ComparedSessions& sessions, const backtest::Comparison& found,
                      std::uint32_t rows);

/// Every pair.
[[nodiscard]] std::string comparison_json(const ComparedSessions& sessions,
                                          const backtest::Comparison& found);

}  // namespace hotpath::app
