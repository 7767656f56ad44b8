#pragma once
/// OracleSample: a real order that the order oracle has taken out of the recording.
///
/// Values. Threads: any. Allocation: none. Complexity: none.

#include <cstdint>

#include "hotpath/backtest/order_scores.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::backtest {

/// A real order, and the session's in its place.
struct OracleSample {
    ClOrdId id{};  // the session's
    Symbol symbol{};
    Side side = Side::Buy;
    Price price{};
    Qty shown_qty{};
    Qty leaves_qty{};        // in the recording
    Qty model_leaves_qty{};  // of the session's order
    Time arrival{};
    Qty executed_before{};  // of the session's orders that it replaced
    OrderFills recorded{};
    OrderFills model{};
    bool is_exact = true;  // so far
    bool is_dropped = false;

    /// The instant that is being played: shares, and how many executions.
    struct Instant {
        Qty recorded{};
        Qty model{};
        std::uint32_t recorded_count = 0;
        std::uint32_t model_count = 0;
        std::uint64_t message = 0;  // the last of them
    };
    Instant now{};

    /// The session's, executed shares and those of the orders it replaced included.
    [[nodiscard]] Qty executed_qty() const { return executed_before + model.executed_qty; }
};

}  // namespace hotpath::backtest
